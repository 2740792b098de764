"use strict";
(() => {
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
  const NEAR = 3; // rows that are shown around changes
  const CHUNK = 60; // rows that the browser lays out together
  let current = -2; // the file that is shown; -1: the overview
  let before = 0; // the file that was shown before the overview
  let lines = { before: [], after: [] }; // its elements
  let back = new Map(); // by its original lines, the generated ones
  let findings = []; // the elements of its findings
  let chosen = null; // the line that is chosen: { side, number }
  let finding = null; // the finding that is chosen
  let hit = -1;

  function make(tag, className, ...parts) {
    const element = document.createElement(tag);
    if (className) element.className = className;
    element.append(...parts);
    return element;
  }

  function facts(number) {
    if (!read.has(number)) {
      const found = JSON.parse(get(`file-${number}`).textContent);
      found.after = found.after.map((text) => (typeof text === "number" ? found.before[text] : text));
      read.set(number, found);
    }
    return read.get(number);
  }

  // ---- one file

  function lineElement(side, number, text, mark, spans) {
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
    const [sign, word] = index.marks[mark] ?? [" ", ""];
    const symbol = make("span", "m", sign);
    if (word) symbol.title = word;
    const element = make("div", `line ${mark.trim() || "blank"}`, make("span", "n", String(number)), symbol, shown);
    element.dataset.side = side;
    element.dataset.number = number;
    return element;
  }

  // Text of `hybridc explain`: headings, paragraphs, and examples, which are indented.
  function explanation(name) {
    const element = make("details");
    let open = null;
    for (const line of index.rules[name].text.split("\n")) {
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
  function findingElement(found) {
    const isNote = found.severity === "note";
    const says = [make("b", "", found.code), " ", make("span", "severity", found.severity), ` ${found.message}`];
    const help = found.help ? [make("p", "help", `→ ${found.help}`)] : [];
    const more = index.rules[found.code] ? explanation(found.code) : make("details");
    const element = isNote ? more : make("div", "", make("p", "", ...says), ...help, more);
    if (isNote) element.prepend(make("summary", "", ...says), ...help);
    else more.prepend(make("summary", "", `What ${found.code} means`));
    element.className = `finding ${found.severity}`;
    element.dataset.code = found.code;
    element.dataset.place = found.line ? `${found.line}:${found.column} ` : "";
    element.tabIndex = -1;
    return element;
  }

  function render(file) {
    const own = new Map();
    for (const found of file.findings) own.set(found.line, [...(own.get(found.line) ?? []), found]);
    lines = { before: [], after: [] };
    const top = (own.get(0) ?? []).map(findingElement);
    const rows = [];
    const side = (name, count) => {
      const element = make("div", "side");
      const texts = file[name];
      const marks = name === "before" ? file.marks : file.marksAfter;
      for (let step = 0; step < count; step += 1) {
        const number = lines[name].length + 1;
        const said = name === "before" ? (own.get(number) ?? []) : [];
        const spans = said.filter((found) => found.end > found.start).sort((a, b) => a.start - b.start);
        const line = lineElement(name, number, texts[number - 1], marks[number - 1], spans);
        lines[name].push(line);
        element.append(line, ...said.map(findingElement));
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
    view.replaceChildren(...top, ...chunks);
    findings = [...view.querySelectorAll(".finding")];
    back = new Map();
    file.found.forEach((there, row) => {
      for (const line of there) back.set(line, [...(back.get(line) ?? []), row + 1]);
    });
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
    render(file);
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

  // ---- search

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
    const ranges = [];
    const wanted = search.value.toLowerCase();
    for (const { side, number } of wanted && current >= 0 ? hitsOf(current) : []) {
      const line = lines[side][number - 1];
      line.classList.add("hit");
      const walker = document.createTreeWalker(line.querySelector("code"), NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const text = node.data.toLowerCase();
        if (text.length !== node.data.length) continue; // letters that are two in small: their line is marked
        for (let place = text.indexOf(wanted); place >= 0; place = text.indexOf(wanted, place + wanted.length)) {
          const range = new Range();
          range.setStart(node, place);
          range.setEnd(node, place + wanted.length);
          ranges.push(range);
        }
      }
    }
    if (globalThis.CSS?.highlights) CSS.highlights.set("hits", new Highlight(...ranges));
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

  // ---- where one is, in the address

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
})();
