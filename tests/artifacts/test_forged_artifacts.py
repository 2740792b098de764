"""Programs that do something else than compute are refused before they are compiled: each in a child, which survives."""

import ast
import dataclasses
import json
import subprocess
import sys
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import export
from jax.interpreters import mlir
from jaxlib.mlir import ir
from jaxlib.mlir.dialects import stablehlo
from test_damaged_artifacts import described

import hybridc
from exported import artifact
from hybridc.artifacts.errors import ArtifactError
from hybridc.artifacts.vetting import expect_computing, expect_sizes
from hybridc.core.options import Options
from hybridc.core.source import Source
from hybridc.pipeline import convert

X = "tensor<4x4xf32>"
KERNEL = "operand_layouts = [dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<> : tensor<0xindex>]"


def custom(target, more="", result=X):
    return f"%r = stablehlo.custom_call @{target}(%x) {{{more}}} : ({X}) -> {result}"


def potrf(rows, settings="uplo = 76 : ui8", kind="f32"):
    """A Cholesky decomposition of 4 rows whose result has `rows`."""
    small = f"tensor<{rows}x{rows}x{kind}>"
    call = f"stablehlo.custom_call @lapack_spotrf_ffi(%x) {{mhlo.backend_config = {{{settings}}}, {KERNEL}}}"
    return f"%r:2 = {call} : ({X}) -> ({small}, tensor<i32>)"


def function(name, body, result="%r"):
    visibility = "public" if name == "main" else "private"
    return f"func.func {visibility} @{name}(%x: {X}) -> {X} {{\n{body}\nfunc.return {result} : {X}\n}}\n"


def call(name, result="%r"):
    return f"{result} = func.call @{name}(%x) : ({X}) -> {X}"


def case(body):
    """In a branch of a branch."""
    inner = f'%i = stablehlo.constant dense<0> : tensor<i32>\n%b = "stablehlo.case"(%i) ({{\n{body}\nstablehlo.return %r : {X}\n}}) : (tensor<i32>) -> {X}'
    return f'%j = stablehlo.constant dense<0> : tensor<i32>\n%o = "stablehlo.case"(%j) ({{\n{inner}\nstablehlo.return %b : {X}\n}}) : (tensor<i32>) -> {X}'


TOKEN = "%t = stablehlo.create_token : !stablehlo.token\n"
CALLBACK = custom("xla_ffi_python_cpu_callback", "api_version = 4 : i32, mhlo.backend_config = {index = 0 : ui64}")
CHANNEL = "channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = true"
DOUBLING = "".join(function(f"f{n}", f"{call(f'f{n + 1}', '%a')}\n{call(f'f{n + 1}')}") for n in range(40)) + function(
    "f40", "%r = stablehlo.add %x, %x : " + X
)
REDUCED = f"""
%r = "stablehlo.all_reduce"(%x) <{{replica_groups = dense<[[0]]> : tensor<1x1xi64>}}> ({{
^bb0(%a: tensor<f32>, %b: tensor<f32>):
  %s = stablehlo.add %a, %b : tensor<f32>
  stablehlo.return %s : tensor<f32>
}}) : ({X}) -> {X}"""
NESTED = (
    "".join(f'%r{n} = "stablehlo.case"(%i) ({{\n' for n in range(300))
    + f"%r300 = stablehlo.add %x, %x : {X}\n"
    + "".join(f"stablehlo.return %r{n + 1} : {X}\n}}) : (tensor<i32>) -> {X}\n" for n in reversed(range(300)))
)
UNKNOWN = "which is none of the functions that artifacts may call"
FORGED = {
    "callback": (function("main", CALLBACK), UNKNOWN),
    "older callback": (function("main", custom("xla_python_cpu_callback")), UNKNOWN),
    "partitioned callback": (function("main", custom("xla_ffi_partitioned_python_cpu_callback")), UNKNOWN),
    "callback of a GPU": (function("main", custom("xla_ffi_python_gpu_callback")), UNKNOWN),
    "kernel in its text": (function("main", custom("tpu_custom_call", 'backend_config = ""')), UNKNOWN),
    "kernel for a GPU": (function("main", custom("__gpu$xla.gpu.triton")), UNKNOWN),
    "a name that nobody has": (function("main", custom("nobody")), UNKNOWN),
    "memory as it was": (function("main", custom("AllocateBuffer")), UNKNOWN),
    "in a branch": (function("main", case(CALLBACK), "%o"), UNKNOWN),
    "in a called function": (function("main", call("f")) + function("f", CALLBACK), UNKNOWN),
    "in a function that nobody calls": (function("main", "", "%x") + function("f", CALLBACK), UNKNOWN),
    "in a composite": (
        function("main", f'%r = stablehlo.composite "a.b" %x {{decomposition = @f}} : ({X}) -> {X}')
        + function("f", CALLBACK),
        UNKNOWN,
    ),
    "infeed": (
        function("main", TOKEN + f'%r:2 = "stablehlo.infeed"(%t) : (!stablehlo.token) -> ({X}, !stablehlo.token)', "%r#0"),
        "it has the operation stablehlo.",
    ),
    "outfeed": (
        function("main", TOKEN + f'%o = "stablehlo.outfeed"(%x, %t) : ({X}, !stablehlo.token) -> !stablehlo.token', "%x"),
        "it has the operation stablehlo.",
    ),
    "send": (
        function("main", TOKEN + f'%o = "stablehlo.send"(%x, %t) {{{CHANNEL}}} : ({X}, !stablehlo.token) -> !stablehlo.token', "%x"),
        "it has the operation stablehlo.",
    ),
    "recv": (
        function("main", TOKEN + f'%r:2 = "stablehlo.recv"(%t) {{{CHANNEL.replace("= 2", "= 3")}}} : (!stablehlo.token) -> ({X}, !stablehlo.token)', "%r#0"),
        "it has the operation stablehlo.",
    ),
    "collective": (function("main", REDUCED), "it has the operation stablehlo.all_reduce"),
    "result too small": (function("main", potrf(1), "%x"), "that it is not made for"),
    "result too large": (function("main", potrf(9), "%x"), "that it is not made for"),
    "result of other numbers": (function("main", potrf(4, kind="f64"), "%x"), "that it is not made for"),
    "setting that is none": (function("main", potrf(4, "uplo = 7 : ui8"), "%x"), "that it is not made for"),
    "setting of another": (function("main", potrf(4, 'uplo = "L"'), "%x"), "that it is not made for"),
    "function of itself": (function("main", call("f")) + function("f", call("f")), "call themselves"),
    "functions of each other": (
        function("main", call("f")) + function("f", call("g")) + function("g", call("f")), "call themselves"
    ),
    "function that is not there": (
        function("main", call("f")) + f"func.func private @f({X}) -> {X}\n", "which it does not hold"
    ),
    "functions that double": (function("main", call("f0")) + DOUBLING, "repeats its functions"),
    "no main": (function("f", "", "%x"), "no `main`"),
    "nested": (function("main", "%i = stablehlo.constant dense<0> : tensor<i32>\n" + NESTED, "%r0"), "more than 200 deep"),
}  # fmt: skip
SOURCE = "import jax\nimport jax.numpy as jnp\n\n\n@jax.jit\ndef f(x):\n    return jnp.linalg.cholesky(x)\n"
CHILD = """
import json, sys
import hybridc
import numpy as np

for path in sys.argv[1:]:
    try:
        hybridc.load(path)(np.eye(4, dtype=np.float32))
        told = "ran"
    except hybridc.ArtifactError as error:
        told = error.reason
    print(json.dumps([path, told]), flush=True)
"""


def forged(program, text):
    """A program of JAX's with another module in it."""
    with mlir.make_ir_context():
        module = str(ir.Module.parse(f"module @forged {{\n{text}}}"))
        data = stablehlo.serialize_portable_artifact_str(module, stablehlo.get_current_version())
    return dataclasses.replace(program, mlir_module_serialized=data)


@pytest.fixture(scope="module")
def paths(tmp_path_factory):
    """Forged artifacts, which tell what a whole one tells, by what is wrong with them."""
    found = {}
    for name, (text, _) in FORGED.items():
        folder = tmp_path_factory.mktemp("forged")
        path = found[name] = artifact(folder, "f", "x=f32[4,4]", source=SOURCE)
        program = export.deserialize(bytearray((path / "program.jax").read_bytes()))
        (path / "program.jax").write_bytes(forged(program, text).serialize())
        described(path)
    return found


@pytest.fixture(scope="module")
def told(paths):
    """What a process says of each, as far as it comes."""
    command = [sys.executable, "-c", CHILD, *map(str, paths.values())]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    return dict(json.loads(line) for line in done.stdout.splitlines())


@pytest.mark.parametrize("name", FORGED)
def test_what_does_more_than_compute_is_refused(paths, told, name):
    assert FORGED[name][1] in told[str(paths[name])]


def test_run_says_so_in_a_line(paths, tmp_path):
    np.save(tmp_path / "x.npy", np.eye(4, dtype=np.float32))
    command = [sys.executable, "-m", "hybridc_cli.main", "run", str(paths["callback"])]
    command += ["--input", str(tmp_path / "x.npy"), "-o", str(tmp_path / "y.npy")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 2 and done.stderr.count("\n") == 1, done.stderr
    assert "calls 'xla_ffi_python_cpu_callback'" in done.stderr
    assert not (tmp_path / "y.npy").exists()


def test_sizes_that_are_free_are_looked_at_when_they_are_known():
    """As a program states them, and not as its inputs are."""
    (b,) = export.symbolic_shape("b")
    program = export.export(jax.jit(jnp.linalg.cholesky))(jax.ShapeDtypeStruct((b, 4, 4), jnp.float32))
    given = [jax.ShapeDtypeStruct((64, 4, 4), jnp.float32)]
    assert expect_computing(program)
    expect_sizes(program, given)
    kind = "tensor<?x4x4xf32>"
    sizes = "%c = stablehlo.constant dense<[1, 4, 4]> : tensor<3xi32>\n%d = stablehlo.constant dense<1> : tensor<1xi32>"
    layouts = (
        "operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<0> : tensor<1xindex>, dense<0> : tensor<1xindex>], "
        "result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<0> : tensor<1xindex>]"
    )
    call = (
        "%r:2 = stablehlo.custom_call @lapack_spotrf_ffi(%x, %c, %d) {has_side_effect = true, indices_of_shape_operands = dense<[1, 2]> : "
        f"tensor<2xi64>, mhlo.backend_config = {{uplo = 76 : ui8}}, {layouts}}} : ({kind}, tensor<3xi32>, tensor<1xi32>)"
        f" -> ({kind}, tensor<?xi32>)"
    )
    text = f"func.func public @main(%x: {kind}) -> {kind} {{\n{sizes}\n{call}\nfunc.return %x : {kind}\n}}\n"
    small = forged(program, text)
    assert expect_computing(small)
    with pytest.raises(ArtifactError, match="that it is not made for"):
        expect_sizes(small, given)


def test_programs_that_ask_for_less_are_refused():
    program = export.export(jax.jit(jnp.sin))(jax.ShapeDtypeStruct((3,), jnp.float32))
    allowed = (export.DisabledSafetyCheck.platform(),)
    with pytest.raises(ArtifactError, match="asks for checks to be left out"):
        expect_computing(dataclasses.replace(program, disabled_safety_checks=allowed))


LINEAR = jnp.linalg
COMPUTED = {
    "cholesky": (LINEAR.cholesky, (4, 4)),
    "solve": (LINEAR.solve, (4, 4), (4, 2)),
    "inv": (LINEAR.inv, (4, 4)),
    "det": (LINEAR.det, (4, 4)),
    "qr": (lambda a: tuple(LINEAR.qr(a)), (5, 3)),
    "complete qr": (lambda a: tuple(LINEAR.qr(a, mode="complete")), (5, 3)),
    "wide qr": (lambda a: tuple(LINEAR.qr(a)), (3, 5)),
    "svd": (lambda a: tuple(LINEAR.svd(a)), (5, 3)),
    "wide svd": (lambda a: tuple(LINEAR.svd(a)), (3, 5)),
    "thin svd": (lambda a: tuple(LINEAR.svd(a, full_matrices=False)), (5, 3)),
    "large svd": (lambda a: tuple(LINEAR.svd(a, full_matrices=False)), (2000, 40)),
    "large wide svd": (lambda a: tuple(LINEAR.svd(a)), (40, 2000)),
    "singular values": (lambda a: LINEAR.svd(a, compute_uv=False), (5, 3)),
    "many singular values": (lambda a: LINEAR.svd(a, compute_uv=False), (40, 2000)),
    "pinv": (LINEAR.pinv, (5, 3)),
    "eigh": (lambda a: tuple(LINEAR.eigh(a)), (4, 4)),
    "lstsq": (LINEAR.lstsq, (5, 3), (5, 2)),
    "expm": (jax.scipy.linalg.expm, (4, 4)),
    "lu": (jax.scipy.linalg.lu, (5, 3)),
    "right triangular": (lambda a, b: jax.lax.linalg.triangular_solve(a, b), (4, 4), (2, 4)),
    "tridiagonal": (jax.lax.linalg.tridiagonal, (4, 4)),
    "random": (lambda a: jax.random.normal(jax.random.key(0), a.shape) + a, (5, 3)),
    "top": (lambda a: jax.lax.top_k(a, 2), (5, 3)),
    "special": (lambda a: jax.scipy.special.gammaincc(a, a) + jax.scipy.special.erfinv(a), (5, 3)),
}
ON_CPU = {
    "eig": (lambda a: tuple(LINEAR.eig(a)), (4, 4)),
    "schur": (jax.scipy.linalg.schur, (4, 4)),
    "hessenberg": (jax.scipy.linalg.hessenberg, (4, 4)),
}


@pytest.mark.parametrize("batch", ["", "7", "b"])
@pytest.mark.parametrize(
    ("name", "platform"), [*((name, "cpu") for name in {**COMPUTED, **ON_CPU}), *((name, "cuda") for name in COMPUTED)]
)
def test_what_jax_itself_calls_is_known(name, platform, batch):
    function, *shapes = {**COMPUTED, **ON_CPU}[name]
    sizes = export.symbolic_shape(batch)
    given = [jax.ShapeDtypeStruct((*sizes, *shape), jnp.float32) for shape in shapes]
    program = export.export(jax.jit(jax.vmap(function) if batch else function), platforms=[platform])(*given)
    is_free = expect_computing(export.deserialize(bytearray(program.serialize())))
    if is_free and platform == "cpu":
        expect_sizes(program, [jax.ShapeDtypeStruct((7, *shape), jnp.float32) for shape in shapes])


SAMPLES = {
    "mlp_torch": ("get_net()", "input=f32[?,512]"),
    "mlp_gluon": ("get_net()", "x=f32[?,512]"),
    "mlp_keras": ("get_net()", "inputs=f32[?,512]"),
    "mlp_paddle": ("get_net()", "input=f32[?,512]"),
    "rnn_cell": ("final_state", "xs=f64[20,b,3]", "h=f64[b,4]", "w_x=f64[3,4]", "w_h=f64[4,4]", "b=f64[4]"),
    "heat": ("diffuse", "u=f64[9,9]", "steps=3"),
    "gradient_descent": ("fit", "x=f64[n,3]", "y=f64[n]"),
    "newton": ("square_root", "a=f64[]"),
    "runge_kutta": ("rk4_step", "state=f64[4]", "dt=f64[]"),
    "power_iteration": ("dominant", "a=f64[5,5]"),
    "kmeans": ("kmeans", "points=f64[20,2]", "centers=f64[3,2]"),
}


@pytest.mark.parametrize("name", SAMPLES)
def test_what_samples_become_is_let_through(name, tmp_path):
    """With free sizes where they have them."""
    source = Path(__file__).parents[2] / "samples" / f"{name}.py"
    text = source.read_text()
    code = convert(Source(str(source), text, ast.parse(text)), Options(format=False)).code
    wanted, *inputs = SAMPLES[name]
    before = jax.config.jax_enable_x64
    try:
        loaded = hybridc.load(artifact(tmp_path, wanted, *inputs, source=code))
    finally:
        jax.config.update("jax_enable_x64", before)
    assert loaded.description.inputs
