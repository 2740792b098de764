// What the page does.

const get = (id) => document.getElementById(id);
const index = JSON.parse(get("index").textContent);
const view = get("code-view");
const search = get("search");
const code = get("code");
const entries = [...document.querySelectorAll("#files a")];
const read = new Map(); // what is known of the files that were looked at, by number
const STATES = {
  converted: "",
  partial: "Refused: convert writes nothing. On the right is what `convert --partial` would write.",
  refused: "Refused as a whole: nothing can be written.",
  unchanged: "Nothing to convert: it stays as it is.",
  unreadable: "It could not be read as a program.",
};
let current = -2; // the file that is shown; -1: the overview
let before = 0; // the file that was shown before the overview
let lines = { before: [], after: [] }; // its elements
let back = new Map(); // by its original lines, the generated ones
let findings = []; // the elements of its findings
let chosen = null; // the line that is chosen: { side, number }
let finding = null; // the finding that is chosen
let hit = -1;

function facts(number) {
  if (!read.has(number)) {
    const found = JSON.parse(get(`file-${number}`).textContent);
    found.after = found.after.map((text) => (typeof text === "number" ? found.before[text] : text));
    read.set(number, found);
  }
  return read.get(number);
}

// ---- one file

function open(number) {
  if (current === number) return;
  if (current >= 0) before = current;
  current = number;
  chosen = finding = null;
  hit = -1;
  for (const entry of entries) entry.removeAttribute("aria-current");
  entries[number]?.setAttribute("aria-current", "page");
  get("overview").hidden = number >= 0;
  get("file").hidden = number < 0;
  document.body.classList.toggle("reading", number >= 0);
  if (number < 0) {
    lines = { before: [], after: [] };
    findings = [];
    view.replaceChildren();
    return;
  }
  if (matchMedia("(max-width: 60em)").matches) get("drawer").open = false;
  entries[number].scrollIntoView({ block: "nearest" });
  const { path, state } = index.files[number];
  const file = facts(number);
  get("path").textContent = path;
  get("state").textContent = STATES[state];
  get("state").className = state;
  get("generated").textContent = state === "partial" ? "Generated with --partial" : file.after.length ? "Generated" : "";
  const made = rendered(file, index);
  view.replaceChildren(...made.elements);
  ({ lines, back } = made);
  findings = [...view.querySelectorAll(".finding")];
  changed(view);
  counts(file);
  where("");
  applyCode();
  mark();
  document.querySelector("main").scrollTop = 0;
  scrollTo(0, 0);
}

// How many lines became what; a click goes to the next of them.
function counts(file) {
  const buttons = Object.entries(index.marks).flatMap(([mark, [sign, word, says]]) => {
    const name = mark === "a" ? "after" : "before";
    const count = [...(mark === "a" ? file.marksAfter : file.marks)].filter((other) => other === mark).length;
    if (!count) return [];
    const button = make("button", word, make("b", "", sign), ` ${count} ${word}`);
    button.title = `${word}: ${says}. A click goes to the next.`;
    button.addEventListener("click", () => nextMarked(name, mark));
    return [button];
  });
  get("counts").replaceChildren(...buttons);
}

function nextMarked(name, mark) {
  const all = lines[name];
  const starts = all.filter((line, place) => line.classList.contains(mark) && !all[place - 1]?.classList.contains(mark));
  const from = chosen?.side === name ? chosen.number : 0;
  const line = starts.find((each) => Number(each.dataset.number) > from) ?? starts[0];
  if (line) choose(name, Number(line.dataset.number), true);
}

// ---- a line and its counterpart

function counterparts(side, number) {
  const there = side === "before" ? (back.get(number) ?? []) : facts(current).found[number - 1];
  return there.map((other) => lines[side === "before" ? "after" : "before"][other - 1]);
}

function where(text) {
  get("where").textContent = text;
}

function clear() {
  for (const line of view.querySelectorAll(".chosen, .counterpart")) line.classList.remove("chosen", "counterpart");
  chosen = null;
}

function isSeen(element) {
  const frame = element.getBoundingClientRect();
  return frame.top >= get("head").getBoundingClientRect().bottom && frame.bottom <= innerHeight;
}

function choose(side, number, isFar) {
  const line = lines[side][number - 1];
  if (!line) return;
  clear();
  chosen = { side, number };
  line.classList.add("chosen");
  const others = counterparts(side, number);
  for (const other of others) other.classList.add("counterpart");
  unfold([line, ...others]);
  if (isFar || !isSeen(line)) line.scrollIntoView({ block: isFar ? "center" : "nearest" });
  if (others.length && !others.some(isSeen)) others[0].scrollIntoView({ block: "center" });
  const numbers = others.map((other) => other.dataset.number).join(", ");
  const [here, there] = side === "before" ? ["Line", "generated line"] : ["Generated line", "line"];
  const is = others.length ? `${there}${others.length > 1 ? "s" : ""} ${numbers}` : "no counterpart";
  const word = index.marks[[...line.classList].find((name) => name in index.marks)]?.[1];
  where(`${here} ${number}${word ? `, ${word}` : ""}: ${is}`);
  remember();
}

function unfold(elements) {
  if (elements.some((element) => element.closest(".far"))) setChanges(false);
}

function setChanges(isOn) {
  get("changes").checked = isOn;
  view.classList.toggle("changes", isOn);
}

function step(by) {
  const { side, number } = chosen ?? { side: "before", number: 0 };
  choose(side, Math.min(Math.max(number + by, 1), lines[side].length));
}

function cross(side) {
  if (!chosen || chosen.side === side) return;
  const [other] = counterparts(chosen.side, chosen.number);
  if (other) choose(side, Number(other.dataset.number));
}

view.addEventListener("click", (event) => {
  const line = event.target.closest(".line");
  if (!line || String(getSelection())) return;
  choose(line.dataset.side, Number(line.dataset.number));
});

// ---- findings

function isWanted(name) {
  return !code.value || name === code.value || index.rules[name]?.severity === code.value;
}

function applyCode() {
  for (const element of findings) element.hidden = !isWanted(element.dataset.code);
  entries.forEach((entry, number) => {
    entry.parentElement.hidden = Boolean(code.value) && !Object.keys(index.files[number].codes).some(isWanted);
  });
}

function goTo(element) {
  finding?.classList.remove("current");
  finding = element;
  element.classList.add("current");
  unfold([element]);
  element.scrollIntoView({ block: "center" });
  (element.matches("details") ? element.firstChild : element).focus({ preventScroll: true });
  const wanted = findings.filter((each) => !each.hidden);
  where(`Finding ${wanted.indexOf(element) + 1} of ${wanted.length}: ${element.dataset.place}${element.dataset.code}`);
}

// The next finding, in further files where there is none left in this one.
function nextFinding(by) {
  const wanted = findings.filter((element) => !element.hidden);
  const place = finding && !finding.hidden ? wanted.indexOf(finding) + by : by > 0 ? 0 : wanted.length - 1;
  if (wanted[place]) return goTo(wanted[place]);
  const count = index.files.length;
  for (let turn = 1; turn <= count; turn += 1) {
    const number = (((current < 0 && by < 0 ? 0 : current) + by * turn) % count + count) % count;
    if (!Object.keys(index.files[number].codes).some(isWanted)) continue;
    go(number);
    const there = findings.filter((element) => !element.hidden);
    if (there.length) goTo(by > 0 ? there[0] : there[there.length - 1]);
    return;
  }
}

code.addEventListener("change", () => {
  applyCode();
  finding?.classList.remove("current");
  finding = null;
});
get("next").addEventListener("click", () => nextFinding(1));
get("previous").addEventListener("click", () => nextFinding(-1));
for (const link of document.querySelectorAll("[data-code]")) {
  if (link.tagName !== "A") continue;
  link.addEventListener("click", (event) => {
    event.preventDefault();
    code.value = link.dataset.code;
    applyCode();
    nextFinding(1);
  });
}
