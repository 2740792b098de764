"""What has no counterpart with the same meaning, with what to do instead."""

LINES = """
    numpy.argwhere(*args) -> ! HYB403 keep the full length and mask it : indices=rows
    numpy.compress(*args) -> ! HYB403 keep the full length and mask it
    numpy.extract(*args) -> ! HYB403 keep the full length and mask it
    numpy.flatnonzero(*args) -> ! HYB403 keep the full length and mask it : indices=flat
    numpy.intersect1d(*args) -> ! HYB403 keep the full length and mask it
    numpy.nonzero(*args) -> ! HYB403 keep the full length and mask it : indices=axes
    numpy.setdiff1d(*args) -> ! HYB403 keep the full length and mask it
    numpy.setxor1d(*args) -> ! HYB403 keep the full length and mask it
    numpy.trim_zeros(*args) -> ! HYB403 keep the full length and mask it
    numpy.union1d(*args) -> ! HYB403 keep the full length and mask it
    numpy.unique(*args) -> ! HYB403 keep the full length and mask it
    numpy.unique_all(*args) -> ! HYB403 keep the full length and mask it
    numpy.unique_counts(*args) -> ! HYB403 keep the full length and mask it
    numpy.unique_inverse(*args) -> ! HYB403 keep the full length and mask it
    numpy.unique_values(*args) -> ! HYB403 keep the full length and mask it
    numpy.where(condition) -> ! HYB403 keep the full length and mask it : indices=axes
    numpy.subtract.reduce(*args) -> ! HYB402 use the reduction by its name, such as `np.sum`
    numpy.subtract.accumulate(*args) -> ! HYB402 use the accumulation by its name, such as `np.cumsum`
    numpy.divide.reduce(*args) -> ! HYB402 use the reduction by its name, such as `np.sum`
    numpy.divide.accumulate(*args) -> ! HYB402 use the accumulation by its name, such as `np.cumsum`
    numpy.bitwise_and.reduce(*args) -> ! HYB402 combine the arrays with `&`
    numpy.bitwise_or.reduce(*args) -> ! HYB402 combine the arrays with `|`
    numpy.fromfile(*args) -> ! HYB701
    numpy.fromregex(*args) -> ! HYB701
    numpy.genfromtxt(*args) -> ! HYB701
    numpy.load(*args) -> ! HYB701
    numpy.loadtxt(*args) -> ! HYB701
    numpy.memmap(*args) -> ! HYB701
    numpy.save(*args) -> ! HYB701
    numpy.savetxt(*args) -> ! HYB701
    numpy.savez(*args) -> ! HYB701
    numpy.savez_compressed(*args) -> ! HYB701
    numpy.show_config(*args) -> ! HYB701
    numpy.show_runtime(*args) -> ! HYB701
    numpy.info(*args) -> ! HYB701
    numpy.set_printoptions(*args) -> ! HYB701
    numpy.seterr(*args) -> ! HYB701
    numpy.seterrcall(*args) -> ! HYB701
    numpy.setbufsize(*args) -> ! HYB701
    numpy.frompyfunc(*args) -> ! HYB402 compute with array operations on whole arrays
    numpy.nditer(*args) -> ! HYB402 loop over `x.flat`
    numpy.ndenumerate(*args) -> ! HYB402 name each place, `for (i, j), v in np.ndenumerate(x)`, and leave the loop by no `break` : grid=elements
    numpy.ndindex(*args) -> ! HYB402 name each place, `for i, j in np.ndindex(n, m)`, and leave the loop by no `break` : grid=ranges
    numpy.nested_iters(*args) -> ! HYB402 compute with array operations on whole arrays
    numpy.broadcast(*args) -> ! HYB402 compute with array operations on whole arrays
    numpy.fromiter(*args) -> ! HYB402 compute with array operations on whole arrays
    numpy.piecewise(*args) -> ! HYB402 compute with array operations on whole arrays
    numpy.flatiter(*args) -> ! HYB402 compute with array operations on whole arrays
    numpy.row_stack(*args) -> ! HYB402 it is `np.vstack`
    numpy.choose(*args) -> ! HYB402 use `np.select` or `np.take_along_axis`
    numpy.asmatrix(*args) -> ! HYB402 build the array with `np.stack` or `np.concatenate`
    numpy.bmat(*args) -> ! HYB402 build the array with `np.stack` or `np.concatenate`
    numpy.matrix(*args) -> ! HYB402 build the array with `np.stack` or `np.concatenate`
    numpy.s_(*args) -> ! HYB402 write the index itself, or `slice(a, b)`
    numpy.index_exp(*args) -> ! HYB402 write the index itself, or `slice(a, b)`
    numpy.asarray_chkfinite(*args) -> ! HYB402 compiled code raises no exceptions: use `np.asarray`
    numpy.require(*args) -> ! HYB402 use `np.asarray`
    numpy.from_dlpack(*args) -> ! HYB402 make the array in host code and pass it in
    numpy.frombuffer(*args) -> ! HYB402 make the array in host code and pass it in
    numpy.fromstring(*args) -> ! HYB402 make the array in host code and pass it in
    numpy.record(*args) -> ! HYB402 keep each field in an array of its own
    numpy.recarray(*args) -> ! HYB402 keep each field in an array of its own
    numpy.rec(*args) -> ! HYB402 keep each field in an array of its own
    numpy.void(*args) -> ! HYB402 keep each field in an array of its own
    numpy.iterable(*args) -> ! HYB402 ask for `np.ndim(x) > 0`
    numpy.histogram2d(*args) -> ! HYB402 JAX counts in floats: compare with the edges and sum
    numpy.histogramdd(*args) -> ! HYB402 JAX counts in floats: compare with the edges and sum
    numpy.mask_indices(*args) -> ! HYB402 use `np.tril_indices` or `np.triu_indices`
    numpy.core(*args) -> ! HYB402 it is no part of compiled code
    numpy.lib(*args) -> ! HYB402 it is no part of compiled code
    numpy.testing(*args) -> ! HYB402 it is no part of compiled code
    numpy.f2py(*args) -> ! HYB402 it is no part of compiled code
    numpy.ctypeslib(*args) -> ! HYB402 it is no part of compiled code
    numpy.ufunc(*args) -> ! HYB402 it is no part of compiled code
    numpy.generic(*args) -> ! HYB402 it is no part of compiled code
    numpy.getbufsize(*args) -> ! HYB402 it is no part of compiled code
    numpy.get_include(*args) -> ! HYB402 it is no part of compiled code
    numpy.test(*args) -> ! HYB402 it is no part of compiled code
    numpy.array2string(*args) -> ! HYB402 text and dates are not computed by XLA
    numpy.array_repr(*args) -> ! HYB402 text and dates are not computed by XLA
    numpy.array_str(*args) -> ! HYB402 text and dates are not computed by XLA
    numpy.base_repr(*args) -> ! HYB402 text and dates are not computed by XLA
    numpy.binary_repr(*args) -> ! HYB402 text and dates are not computed by XLA
    numpy.format_float_positional(*args) -> ! HYB402 text and dates are not computed by XLA
    numpy.format_float_scientific(*args) -> ! HYB402 text and dates are not computed by XLA
    numpy.busday_count(*args) -> ! HYB402 text and dates are not computed by XLA
    numpy.busday_offset(*args) -> ! HYB402 text and dates are not computed by XLA
    numpy.busdaycalendar(*args) -> ! HYB402 text and dates are not computed by XLA
    numpy.is_busday(*args) -> ! HYB402 text and dates are not computed by XLA
    numpy.datetime64(*args) -> ! HYB402 text and dates are not computed by XLA
    numpy.timedelta64(*args) -> ! HYB402 text and dates are not computed by XLA
    numpy.datetime_as_string(*args) -> ! HYB402 text and dates are not computed by XLA
    numpy.datetime_data(*args) -> ! HYB402 text and dates are not computed by XLA
    numpy.isnat(*args) -> ! HYB402 text and dates are not computed by XLA
    numpy.str_(*args) -> ! HYB402 text and dates are not computed by XLA
    numpy.bytes_(*args) -> ! HYB402 text and dates are not computed by XLA
    numpy.object_(*args) -> ! HYB402 text and dates are not computed by XLA
    numpy.character(*args) -> ! HYB402 text and dates are not computed by XLA
    numpy.strings(*args) -> ! HYB402 text and dates are not computed by XLA
    numpy.char(*args) -> ! HYB402 text and dates are not computed by XLA
    numpy.flexible(*args) -> ! HYB402 text and dates are not computed by XLA
    numpy.errstate(*args) -> ! HYB402 it is no part of compiled code
    numpy.geterr(*args) -> ! HYB402 it is no part of compiled code
    numpy.geterrcall(*args) -> ! HYB402 it is no part of compiled code
    numpy.get_printoptions(*args) -> ! HYB402 it is no part of compiled code
    numpy.printoptions(*args) -> ! HYB402 it is no part of compiled code
    numpy.exceptions(*args) -> ! HYB402 it is no part of compiled code
    numpy.ma(*args) -> ! HYB402 it is no part of compiled code
    numpy.emath(*args) -> ! HYB402 it is no part of compiled code
    numpy.polynomial(*args) -> ! HYB402 it is no part of compiled code
    numpy.poly1d(*args) -> ! HYB402 it is no part of compiled code
    numpy.polydiv(*args) -> ! HYB402 JAX keeps the leading zeros of the remainder: divide in host code
    numpy.polymul(*args) -> ! HYB402 JAX makes floats of integer coefficients: use `np.convolve`
    numpy.einsum_path(*args) -> ! HYB402 it is no part of compiled code
    numpy.may_share_memory(*args) -> ! HYB402 it is no part of compiled code
    numpy.shares_memory(*args) -> ! HYB402 it is no part of compiled code
    numpy.typename(*args) -> ! HYB402 it is no part of compiled code
    numpy.mintypecode(*args) -> ! HYB402 it is no part of compiled code
    numpy.min_scalar_type(*args) -> ! HYB402 it is no part of compiled code
    numpy.float128(*args) -> ! HYB402 JAX has no such precision
    numpy.complex256(*args) -> ! HYB402 JAX has no such precision
    numpy.longdouble(*args) -> ! HYB402 JAX has no such precision
    numpy.clongdouble(*args) -> ! HYB402 JAX has no such precision
    numpy.random.BitGenerator(*args) -> ! HYB404 draw in host code and pass the numbers in
    numpy.random.Generator(*args) -> ! HYB404 draw in host code and pass the numbers in
    numpy.random.MT19937(*args) -> ! HYB404 draw in host code and pass the numbers in
    numpy.random.PCG64(*args) -> ! HYB404 draw in host code and pass the numbers in
    numpy.random.PCG64DXSM(*args) -> ! HYB404 draw in host code and pass the numbers in
    numpy.random.Philox(*args) -> ! HYB404 draw in host code and pass the numbers in
    numpy.random.RandomState(*args) -> ! HYB404 draw in host code and pass the numbers in
    numpy.random.SFC64(*args) -> ! HYB404 draw in host code and pass the numbers in
    numpy.random.SeedSequence(*args) -> ! HYB404 draw in host code and pass the numbers in
    numpy.random.beta(*args) -> ! HYB404 draw in host code and pass the numbers in
    numpy.random.binomial(*args) -> ! HYB404 draw in host code and pass the numbers in
    numpy.random.bit_generator(*args) -> ! HYB404 draw in host code and pass the numbers in
    numpy.random.bytes(*args) -> ! HYB404 draw in host code and pass the numbers in
    numpy.random.chisquare(*args) -> ! HYB404 draw in host code and pass the numbers in
    numpy.random.choice(*args) -> ! HYB404 draw in host code and pass the numbers in
    numpy.random.default_rng(*args) -> ! HYB404 draw in host code and pass the numbers in
    numpy.random.dirichlet(*args) -> ! HYB404 draw in host code and pass the numbers in
    numpy.random.exponential(*args) -> ! HYB404 draw in host code and pass the numbers in
    numpy.random.f(*args) -> ! HYB404 draw in host code and pass the numbers in
    numpy.random.gamma(*args) -> ! HYB404 draw in host code and pass the numbers in
    numpy.random.geometric(*args) -> ! HYB404 draw in host code and pass the numbers in
    numpy.random.get_bit_generator(*args) -> ! HYB404 draw in host code and pass the numbers in
    numpy.random.get_state(*args) -> ! HYB404 draw in host code and pass the numbers in
    numpy.random.gumbel(*args) -> ! HYB404 draw in host code and pass the numbers in
    numpy.random.hypergeometric(*args) -> ! HYB404 draw in host code and pass the numbers in
    numpy.random.laplace(*args) -> ! HYB404 draw in host code and pass the numbers in
    numpy.random.logistic(*args) -> ! HYB404 draw in host code and pass the numbers in
    numpy.random.lognormal(*args) -> ! HYB404 draw in host code and pass the numbers in
    numpy.random.logseries(*args) -> ! HYB404 draw in host code and pass the numbers in
    numpy.random.mtrand(*args) -> ! HYB404 draw in host code and pass the numbers in
    numpy.random.multinomial(*args) -> ! HYB404 draw in host code and pass the numbers in
    numpy.random.multivariate_normal(*args) -> ! HYB404 draw in host code and pass the numbers in
    numpy.random.negative_binomial(*args) -> ! HYB404 draw in host code and pass the numbers in
    numpy.random.noncentral_chisquare(*args) -> ! HYB404 draw in host code and pass the numbers in
    numpy.random.noncentral_f(*args) -> ! HYB404 draw in host code and pass the numbers in
    numpy.random.normal(*args) -> ! HYB404 draw in host code and pass the numbers in
    numpy.random.pareto(*args) -> ! HYB404 draw in host code and pass the numbers in
    numpy.random.permutation(*args) -> ! HYB404 draw in host code and pass the numbers in
    numpy.random.poisson(*args) -> ! HYB404 draw in host code and pass the numbers in
    numpy.random.power(*args) -> ! HYB404 draw in host code and pass the numbers in
    numpy.random.rand(*args) -> ! HYB404 draw in host code and pass the numbers in
    numpy.random.randint(*args) -> ! HYB404 draw in host code and pass the numbers in
    numpy.random.randn(*args) -> ! HYB404 draw in host code and pass the numbers in
    numpy.random.random(*args) -> ! HYB404 draw in host code and pass the numbers in
    numpy.random.random_integers(*args) -> ! HYB404 draw in host code and pass the numbers in
    numpy.random.random_sample(*args) -> ! HYB404 draw in host code and pass the numbers in
    numpy.random.ranf(*args) -> ! HYB404 draw in host code and pass the numbers in
    numpy.random.rayleigh(*args) -> ! HYB404 draw in host code and pass the numbers in
    numpy.random.sample(*args) -> ! HYB404 draw in host code and pass the numbers in
    numpy.random.seed(*args) -> ! HYB404 draw in host code and pass the numbers in
    numpy.random.set_bit_generator(*args) -> ! HYB404 draw in host code and pass the numbers in
    numpy.random.set_state(*args) -> ! HYB404 draw in host code and pass the numbers in
    numpy.random.shuffle(*args) -> ! HYB404 draw in host code and pass the numbers in
    numpy.random.standard_cauchy(*args) -> ! HYB404 draw in host code and pass the numbers in
    numpy.random.standard_exponential(*args) -> ! HYB404 draw in host code and pass the numbers in
    numpy.random.standard_gamma(*args) -> ! HYB404 draw in host code and pass the numbers in
    numpy.random.standard_normal(*args) -> ! HYB404 draw in host code and pass the numbers in
    numpy.random.standard_t(*args) -> ! HYB404 draw in host code and pass the numbers in
    numpy.random.test(*args) -> ! HYB404 draw in host code and pass the numbers in
    numpy.random.triangular(*args) -> ! HYB404 draw in host code and pass the numbers in
    numpy.random.uniform(*args) -> ! HYB404 draw in host code and pass the numbers in
    numpy.random.vonmises(*args) -> ! HYB404 draw in host code and pass the numbers in
    numpy.random.wald(*args) -> ! HYB404 draw in host code and pass the numbers in
    numpy.random.weibull(*args) -> ! HYB404 draw in host code and pass the numbers in
    numpy.random.zipf(*args) -> ! HYB404 draw in host code and pass the numbers in
"""
