// The elements of a file that is shown.

const NEAR = 3; // rows that are shown around changes
const CHUNK = 60; // rows that the browser lays out together

function make(tag, className, ...parts) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...parts);
  return element;
}

function lineElement(side, number, text, mark, spans, marks) {
  const shown = make("code");
  let place = 0;
  for (const span of spans) {
    if (span.start < place || span.end <= span.start) continue;
    shown.append(text.slice(place, span.start), make("mark", span.severity, text.slice(span.start, span.end)));
    place = span.end;
  }
  shown.append(text.slice(place));
  if (!text.includes("\t")) {
    const indent = Math.min(text.length - text.trimStart().length + 4, 40);
    shown.style.paddingLeft = `${indent}ch`; // of the rows of a long line all but the first are indented
    shown.style.textIndent = `-${indent}ch`;
  }
  const [sign, word] = marks[mark] ?? [" ", ""];
  const symbol = make("span", "m", sign);
  if (word) symbol.title = word;
  const element = make("div", `line ${mark.trim() || "blank"}`, make("span", "n", String(number)), symbol, shown);
  element.dataset.side = side;
  element.dataset.number = number;
  return element;
}

// Text of `hybridc explain`: headings, paragraphs, and examples, which are indented.
function explanation(text) {
  const element = make("details");
  let open = null;
  for (const line of text.split("\n")) {
    if (line.startsWith("## ")) {
      element.append(make("h4", "", line.slice(3)));
      open = null;
    } else if (line.startsWith("    ") || (!line && open?.tagName === "PRE")) {
      if (open?.tagName !== "PRE") element.append((open = make("pre")));
      open.append(`${line.slice(4)}\n`);
    } else if (!line) open = null;
    else {
      if (open?.tagName !== "P") element.append((open = make("p")));
      open.append(`${line} `);
    }
  }
  return element;
}

// A note is a line that opens; of what may matter, what to do about it is always shown.
function findingElement(found, rules) {
  const isNote = found.severity === "note";
  const says = [make("b", "", found.code), " ", make("span", "severity", found.severity), ` ${found.message}`];
  const help = found.help ? [make("p", "help", `→ ${found.help}`)] : [];
  const more = rules[found.code] ? explanation(rules[found.code].text) : make("details");
  const element = isNote ? more : make("div", "", make("p", "", ...says), ...help, more);
  if (isNote) element.prepend(make("summary", "", ...says), ...help);
  else more.prepend(make("summary", "", `What ${found.code} means`));
  element.className = `finding ${found.severity}`;
  element.dataset.code = found.code;
  element.dataset.place = found.line ? `${found.line}:${found.column} ` : "";
  element.tabIndex = -1;
  return element;
}

// The elements of a file: what its page shows, its lines by side, and by original lines the generated ones.
function rendered(file, index) {
  const own = new Map();
  for (const found of file.findings) own.set(found.line, [...(own.get(found.line) ?? []), found]);
  const lines = { before: [], after: [] };
  const top = (own.get(0) ?? []).map((found) => findingElement(found, index.rules));
  const rows = [];
  const side = (name, count) => {
    const element = make("div", "side");
    const texts = file[name];
    const marks = name === "before" ? file.marks : file.marksAfter;
    for (let step = 0; step < count; step += 1) {
      const number = lines[name].length + 1;
      const said = name === "before" ? (own.get(number) ?? []) : [];
      const spans = said.filter((found) => found.end > found.start).sort((a, b) => a.start - b.start);
      const line = lineElement(name, number, texts[number - 1], marks[number - 1], spans, index.marks);
      lines[name].push(line);
      element.append(line, ...said.map((found) => findingElement(found, index.rules)));
    }
    return element;
  };
  for (let at = 0; at < file.rows.length; at += 3) {
    const [left, right, times] = file.rows.slice(at, at + 3);
    for (let turn = 0; turn < times; turn += 1) {
      const row = make("div", "row", side("before", left), side("after", right));
      const calm = [...row.querySelectorAll(".line")].every((line) => !line.matches(".w, .x, .a"));
      if (calm && left === 1 && right === 1) row.classList.add("alike");
      rows.push([row, calm && !row.querySelector(".finding:not(.note)")]);
    }
  }
  const folded = fold(rows);
  const chunks = [];
  for (let at = 0; at < folded.length; at += CHUNK) chunks.push(make("div", "chunk", ...folded.slice(at, at + CHUNK)));
  const back = new Map();
  file.found.forEach((there, row) => {
    for (const line of there) back.set(line, [...(back.get(line) ?? []), row + 1]);
  });
  return { elements: [...top, ...chunks], lines, back };
}

// Rows far from all changes, with what stands for them where only changes are shown.
function fold(rows) {
  const near = new Uint8Array(rows.length);
  rows.forEach(([, calm], place) => {
    if (!calm) near.fill(1, Math.max(0, place - NEAR), place + NEAR + 1);
  });
  const result = [];
  rows.forEach(([row], place) => {
    if (!near[place]) {
      row.classList.add("far");
      if (!place || near[place - 1]) {
        let end = place;
        while (end < rows.length && !near[end]) end += 1;
        result.push(make("div", "skip", `${end - place} rows that stay`));
      }
    }
    result.push(row);
  });
  return result;
}

// What a line and the one beside it do not have in common, word by word.
function changed(view) {
  const ranges = [];
  for (const row of view.querySelectorAll(".row")) {
    const both = [...row.querySelectorAll(".line")];
    if (both.length !== 2 || !both.every((line) => line.matches(".w"))) continue;
    const [one, other] = both.map((line) => line.querySelector("code"));
    if (one.parentElement.dataset.side === other.parentElement.dataset.side) continue;
    const words = [one, other].map((element) => element.textContent.trim().match(/\w+|\s+|[^\w\s]/gu) ?? []);
    if (words[0].length * words[1].length > 40000) continue;
    const kept = common(...words);
    const names = (list) => list.filter((word) => /\w/.test(word)).length;
    const shared = names(kept.map(([a]) => words[0][a]));
    if (shared * 2 < Math.max(...words.map(names))) continue; // they say something else
    ranges.push(...spans(one, words[0], new Set(kept.map(([a]) => a))));
    ranges.push(...spans(other, words[1], new Set(kept.map(([, b]) => b))));
  }
  if (globalThis.CSS?.highlights) CSS.highlights.set("changed", new Highlight(...ranges));
}
