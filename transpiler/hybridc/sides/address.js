// Where one is, which the address says, and the keys.


function address() {
  const words = new URLSearchParams({ file: index.files[current].path });
  if (chosen) words.set(chosen.side === "before" ? "line" : "generated", chosen.number);
  return `#${words}`;
}

function remember() {
  if (current >= 0) history.replaceState(null, "", address());
}

function go(number) {
  if (number === current) return;
  open(number);
  history.pushState(null, "", number < 0 ? "#overview" : address());
}

function arrive() {
  const words = new URLSearchParams(location.hash.slice(1));
  const number = index.files.findIndex((file) => file.path === words.get("file"));
  open(number < 0 && index.files.length === 1 && !words.has("overview") ? 0 : number);
  if (current < 0) return;
  const side = words.has("generated") ? "after" : "before";
  const line = Number(words.get("generated") ?? words.get("line"));
  if (line && !(chosen?.side === side && chosen.number === line)) choose(side, line, true);
}

entries.forEach((entry, number) => {
  entry.addEventListener("click", (event) => {
    event.preventDefault();
    go(number);
  });
});
document.querySelector("h1 a").addEventListener("click", (event) => {
  event.preventDefault();
  go(-1);
});
const about = () => go(current < 0 ? before : -1);
get("about").addEventListener("click", about);
addEventListener("popstate", arrive);

function nextFile(by) {
  const shown = entries.flatMap((entry, number) => (entry.parentElement.hidden ? [] : [number]));
  const place = shown.indexOf(current) + by;
  if (shown[place] !== undefined) go(shown[place]);
}

get("changes").addEventListener("change", (event) => setChanges(event.target.checked));
document.addEventListener("keydown", (event) => {
  if (event.target.matches("input[type=search], select") || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "/") search.focus();
  else if (event.key === "n") nextFinding(1);
  else if (event.key === "p") nextFinding(-1);
  else if (event.key === "]") nextFile(1);
  else if (event.key === "[") nextFile(-1);
  else if (event.key === "c") setChanges(!get("changes").checked);
  else if (event.key === "?") about();
  else if (event.key === "ArrowDown" && (chosen || event.target === view)) step(1);
  else if (event.key === "ArrowUp" && chosen) step(-1);
  else if (event.key === "ArrowRight" && chosen) cross("after");
  else if (event.key === "ArrowLeft" && chosen) cross("before");
  else if (event.key === "Escape") {
    clear();
    where("");
    remember();
  } else return;
  event.preventDefault();
});

document.body.classList.toggle("single", index.files.length === 1);
arrive();
