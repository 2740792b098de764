// Search, in all files.


function hitsOf(number) {
  const wanted = search.value.toLowerCase();
  const file = facts(number);
  const found = [];
  for (const side of ["before", "after"]) {
    file[side].forEach((text, place) => {
      if (text.toLowerCase().includes(wanted)) found.push({ side, number: place + 1 });
    });
  }
  return found;
}

// Marks what is found in the file that is shown.
function mark() {
  for (const line of view.querySelectorAll(".hit")) line.classList.remove("hit");
  const found = [];
  const wanted = search.value.toLowerCase();
  for (const { side, number } of wanted && current >= 0 ? hitsOf(current) : []) {
    const line = lines[side][number - 1];
    line.classList.add("hit");
    const element = line.querySelector("code");
    const text = element.textContent.toLowerCase();
    if (text.length !== element.textContent.length) continue; // letters that are two in small: their line is marked
    for (let place = text.indexOf(wanted); place >= 0; place = text.indexOf(wanted, place + wanted.length)) {
      found.push(...ranges(element, place, place + wanted.length));
    }
  }
  if (globalThis.CSS?.highlights) CSS.highlights.set("hits", new Highlight(...found));
}

function find() {
  hit = -1;
  mark();
  if (!search.value) {
    get("hits").textContent = "";
    return;
  }
  const counts = index.files.map((_, number) => hitsOf(number).length);
  const files = counts.filter(Boolean).length;
  const all = counts.reduce((sum, count) => sum + count, 0);
  get("hits").textContent = `${all} line${all === 1 ? "" : "s"}${counts.length > 1 ? ` in ${files} file${files === 1 ? "" : "s"}` : ""}`;
}

function nextHit(by) {
  if (!search.value) return;
  const count = index.files.length;
  let number = Math.max(current, 0);
  let found = hitsOf(number);
  hit = hit < 0 && by < 0 ? found.length - 1 : hit + by;
  for (let turn = 0; turn < count && !found[hit]; turn += 1) {
    number = (number + by + count) % count;
    found = hitsOf(number);
    hit = by > 0 ? 0 : found.length - 1;
  }
  if (!found[hit]) return;
  const place = hit;
  go(number);
  hit = place;
  choose(found[hit].side, found[hit].number, true);
}

let waiting = 0;
search.addEventListener("input", () => {
  clearTimeout(waiting);
  waiting = setTimeout(find, 120);
});
search.addEventListener("keydown", (event) => {
  if (event.key === "Enter") {
    clearTimeout(waiting);
    if (hit < 0) find();
    nextHit(event.shiftKey ? -1 : 1);
  } else if (event.key === "Escape") {
    search.value = "";
    find();
    search.blur();
  }
});
