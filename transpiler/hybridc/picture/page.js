"use strict";
(() => {
  const facts = JSON.parse(document.getElementById("facts").textContent);
  const view = document.getElementById("view");
  const svg = view.querySelector("svg");
  const search = document.getElementById("search");
  const count = document.getElementById("found");
  const rows = [...document.querySelectorAll("#source li")];
  const parts = new Map(Object.keys(facts.lines).map((id) => [id, document.getElementById(id)]));
  const edges = facts.edges.map(([source, target], place) => ({ source, target, element: document.getElementById(`e${place}`) }));
  const whole = svg.viewBox.baseVal;
  const size = { width: whole.width, height: whole.height };
  let box = { x: whole.x, y: whole.y, width: whole.width, height: whole.height };
  const READABLE = 1;
  let hits = [];
  let current = -1;

  function show() {
    svg.setAttribute("viewBox", `${box.x} ${box.y} ${box.width} ${box.height}`);
  }

  function fit() {
    box = { x: 0, y: 0, ...size };
    show();
  }

  // A place of the window in the picture's own measure.
  function place(event) {
    return new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
  }

  function zoom(factor, x = box.x + box.width / 2, y = box.y + box.height / 2) {
    const scale = Math.min(Math.max(factor, 20 / box.width), (20 * size.width) / box.width);
    box = { x: x - (x - box.x) * scale, y: y - (y - box.y) * scale, width: box.width * scale, height: box.height * scale };
    show();
  }

  // The element in the middle, near enough to be read.
  function centre(element) {
    const scale = svg.getScreenCTM().a;
    if (scale < READABLE) zoom(scale / READABLE);
    const frame = element.getBoundingClientRect();
    const middle = place({ clientX: frame.x + frame.width / 2, clientY: frame.y + frame.height / 2 });
    box.x = middle.x - box.width / 2;
    box.y = middle.y - box.height / 2;
    show();
  }

  function choose(ids, line) {
    for (const element of document.querySelectorAll(".chosen")) element.classList.remove("chosen");
    for (const id of ids) parts.get(id).classList.add("chosen");
    for (const edge of edges) {
      if (edge.element && (ids.includes(edge.source) || ids.includes(edge.target))) edge.element.classList.add("chosen");
    }
    const row = rows[line - 1];
    if (row) {
      row.classList.add("chosen");
      row.scrollIntoView({ block: "nearest" });
    }
  }

  function at(line) {
    return Object.keys(facts.lines).filter((id) => facts.lines[id] === line);
  }

  for (const [id, element] of parts) {
    const line = facts.lines[id];
    if (line) rows[line - 1].classList.add("drawn");
    if (!id.startsWith("n")) continue;
    element.setAttribute("tabindex", "0");
    element.addEventListener("keydown", (event) => {
      if (event.key === "Enter") choose([id], line);
    });
  }

  rows.forEach((row, index) => {
    row.addEventListener("click", () => {
      const ids = at(index + 1);
      if (!ids.length) return;
      choose(ids, index + 1);
      centre(parts.get(ids.find((id) => id.startsWith("n")) ?? ids[0]));
    });
  });

  let start = null;
  view.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    const at = place(event);
    start = { x: at.x, y: at.y, left: event.clientX, top: event.clientY, moved: false };
  });
  view.addEventListener("pointermove", (event) => {
    if (!start) return;
    if (!start.moved && Math.hypot(event.clientX - start.left, event.clientY - start.top) < 4) return;
    if (!start.moved) {
      start.moved = true;
      view.setPointerCapture(event.pointerId);
      view.classList.add("moving");
    }
    const now = place(event);
    box.x += start.x - now.x;
    box.y += start.y - now.y;
    show();
  });
  view.addEventListener("pointerup", (event) => {
    const wasMoved = start && start.moved;
    start = null;
    view.classList.remove("moving");
    if (wasMoved) return;
    const element = event.target.closest(".node, .cluster");
    if (element && parts.has(element.id)) choose([element.id], facts.lines[element.id]);
  });
  view.addEventListener("pointercancel", () => {
    start = null;
    view.classList.remove("moving");
  });
  view.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      const at = place(event);
      zoom(Math.exp(Math.sign(event.deltaY) * Math.min(Math.abs(event.deltaY), 120) * 0.002), at.x, at.y);
    },
    { passive: false },
  );

  function find() {
    const wanted = search.value.trim().toLowerCase();
    for (const hit of hits) parts.get(hit).classList.remove("found");
    hits = wanted ? Object.keys(facts.texts).filter((id) => facts.texts[id].toLowerCase().includes(wanted)) : [];
    for (const hit of hits) parts.get(hit).classList.add("found");
    current = -1;
    count.textContent = wanted ? `${hits.length} found` : "";
  }

  function next(step) {
    if (!hits.length) return;
    current = (current + step + hits.length) % hits.length;
    count.textContent = `${current + 1} of ${hits.length}`;
    choose([hits[current]], facts.lines[hits[current]]);
    centre(parts.get(hits[current]));
  }

  search.addEventListener("input", find);
  search.addEventListener("keydown", (event) => {
    if (event.key === "Enter") next(event.shiftKey ? -1 : 1);
    if (event.key === "Escape") {
      search.value = "";
      find();
    }
  });
  document.getElementById("nearer").addEventListener("click", () => zoom(0.8));
  document.getElementById("farther").addEventListener("click", () => zoom(1.25));
  document.getElementById("fit").addEventListener("click", fit);
  document.addEventListener("keydown", (event) => {
    if (event.target === search || event.ctrlKey || event.metaKey || event.altKey) return;
    const moves = { ArrowLeft: [-0.1, 0], ArrowRight: [0.1, 0], ArrowUp: [0, -0.1], ArrowDown: [0, 0.1] };
    if (event.key === "/") search.focus();
    else if (event.key === "+") zoom(0.8);
    else if (event.key === "-") zoom(1.25);
    else if (event.key === "0") fit();
    else if (event.key in moves) {
      box.x += moves[event.key][0] * box.width;
      box.y += moves[event.key][1] * box.height;
      show();
    } else return;
    event.preventDefault();
  });
  fit();
})();
