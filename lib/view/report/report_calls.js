// SPDX-License-Identifier: Apache-2.0
// Flame graph, call tree, functions.
"use strict";

// Children of each node, the heaviest first, by the weight that is chosen.
const calls = { byTime: false, children: null, root: 0 };

const selfOf = n => hartrace.tree[n][calls.byTime ? NODE.selfTime : NODE.self];
const totalOf = n => hartrace.tree[n][calls.byTime ? NODE.totalTime : NODE.total];
const functionOf = n => hartrace.tree[n][NODE.function];
const nodeName = n => n === 0 ? "all" : nameOf(functionOf(n));

function callsSort() {
  const children = calls.children = hartrace.tree.map(() => []);
  hartrace.tree.forEach((n, i) => { if (i > 0) children[n[NODE.parent]].push(i); });
  children.forEach(c => c.sort((a, b) => totalOf(b) - totalOf(a)));
}

function weightTool(redraw) {
  const select = element("select", { "aria-label": "Weigh by" }, element("option", { value: "0" }, "instructions"),
    element("option", { value: "1" }, "time (" + hartrace.summary.axis + ")"));
  select.value = calls.byTime ? "1" : "0";
  select.addEventListener("change", () => {
    calls.byTime = select.value === "1";
    callsSort();
    redraw();
  });
  return element("label", {}, "Weigh by ", select);
}

const weightText = n => number(n) + (calls.byTime ? " " + hartrace.summary.axis : " instructions");

function leftOut() {
  return hartrace.tree_left_out ? element("div", { class: "dim" }, "The lightest " + number(hartrace.tree_left_out) + " chains of calls are left out here; totals count them.") : null;
}

// ---- flame graph ----

function flameDraw() {
  const c = $("flame-canvas");
  if (!c) return;
  const width = c.clientWidth, whole = Math.max(totalOf(calls.root), 1), boxes = [];
  const above = [];
  for (let n = calls.root; n !== 0; n = hartrace.tree[n][NODE.parent]) above.unshift(hartrace.tree[n][NODE.parent]);
  above.forEach((n, i) => boxes.push([0, width, i, n]));
  let deepest = above.length;
  const stack = [[calls.root, 0, width, above.length]];
  while (stack.length > 0) {
    const [n, x, w, depth] = stack.pop();
    boxes.push([x, w, depth, n]);
    deepest = Math.max(deepest, depth);
    let at = x;
    for (const child of calls.children[n]) {
      const cw = totalOf(child) / whole * width;
      if (cw < 0.4) break; // those after it are smaller
      stack.push([child, at, cw, depth + 1]);
      at += cw;
    }
  }
  const g = prepare(c, (deepest + 1) * ROW + 2);
  for (const [x, w, depth, n] of boxes) drawBox(g, x, depth * ROW, w, ROW - 1, n === 0 ? 0 : functionOf(n), wanted && !found.has(functionOf(n)), nodeName(n));
  c.boxes = boxes;
  $("flame-found").textContent = wanted ? percent(foundWeight(), totalOf(0)) + " in functions that match" : "";
}

// What is spent in functions that match, and below; each part once.
function foundWeight() {
  let sum = 0;
  const stack = [0];
  while (stack.length > 0) {
    const n = stack.pop();
    if (n !== 0 && found.has(functionOf(n))) sum += totalOf(n);
    else stack.push(...calls.children[n]);
  }
  return sum;
}

function flameAt(event) {
  const c = $("flame-canvas"), r = c.getBoundingClientRect(), x = event.clientX - r.left, depth = Math.floor((event.clientY - r.top) / ROW);
  const b = (c.boxes || []).find(b => b[2] === depth && x >= b[0] && x < b[0] + b[1]);
  return b ? b[3] : -1;
}

function flameMake(section) {
  const canvas = element("canvas", { id: "flame-canvas" });
  section.append(element("h2", {}, "Flame graph"), element("div", { class: "tools" }, weightTool(flameDraw),
    element("button", { class: "tool", onclick: () => { calls.root = 0; flameDraw(); } }, "All"),
    element("span", { id: "flame-found" }), element("span", { class: "dim" }, "Click: zoom. Width: what was spent in a function and what it called.")), canvas);
  const rest = leftOut();
  if (rest) section.append(rest);
  canvas.addEventListener("click", event => {
    const n = flameAt(event);
    if (n >= 0) { calls.root = n; flameDraw(); }
  });
  canvas.addEventListener("mousemove", event => {
    const n = flameAt(event);
    tip(event, n < 0 ? "" : nodeName(n) + "\n" + weightText(totalOf(n)) + ", " + percent(totalOf(n), totalOf(0)) + "\nitself " + weightText(selfOf(n)) +
      (n ? "\nentered " + number(hartrace.tree[n][NODE.entered]) + " times" : ""));
  });
  canvas.addEventListener("mouseleave", () => tip(null, ""));
  addEventListener("resize", flameDraw);
}

// ---- call tree ----

function treeRow(n, depth) {
  const row = element("div", { class: "row" });
  const mark = element("span", { class: "mono" }, calls.children[n].length > 0 ? "\u25b8" : "\u00a0");
  const below = element("div", {});
  const t = hartrace.tree[n];
  row.append(element("span", { class: "num" }, number(totalOf(n)) + " "), element("span", { class: "num dim", style: "width:5em" }, percent(totalOf(n), totalOf(0))),
    element("span", { class: "num" }, number(selfOf(n))), element("span", { class: "num", style: "width:8em" }, n ? number(t[NODE.entered]) : ""),
    element("span", { style: "padding-left:" + depth * 16 + "px" }, mark, " ", nodeName(n), t[NODE.trapped] ? element("span", { class: "dim" }, " (trap)") : null));
  let open = false;
  const toggle = () => {
    open = !open;
    mark.textContent = calls.children[n].length === 0 ? "\u00a0" : open ? "\u25be" : "\u25b8";
    if (open && !below.firstChild) below.append(...calls.children[n].slice(0, 500).map(c => treeRow(c, depth + 1).box));
    below.hidden = !open;
  };
  row.addEventListener("click", toggle);
  return { box: element("div", {}, row, below), toggle };
}

function treeDraw() {
  const box = $("calls-tree"), root = treeRow(0, 0);
  box.replaceChildren(element("div", { class: "row dim" }, element("span", { class: "num" }, calls.byTime ? "time" : "instructions"),
    element("span", { class: "num", style: "width:5em" }, ""), element("span", { class: "num" }, "itself"), element("span", { class: "num", style: "width:8em" }, "entered"), element("span", {}, "function")), root.box);
  root.toggle();
}

function treeMake(section) {
  section.append(element("h2", {}, "Call tree"), element("div", { class: "tools" }, weightTool(treeDraw)), element("div", { class: "tree", id: "calls-tree" }));
  const rest = leftOut();
  if (rest) section.append(rest);
}

// ---- functions ----

const functionsSort = { column: FUNCTION.self, down: true };

function functionsDraw() {
  const box = $("functions-table");
  if (!box) return;
  const { column, down } = functionsSort;
  const rows = hartrace.functions.map((f, i) => i).filter(i => (hartrace.functions[i][FUNCTION.entered] > 0 || hartrace.functions[i][FUNCTION.self] > 0) && (!wanted || found.has(i)));
  rows.sort((a, b) => {
    const x = hartrace.functions[a][column], y = hartrace.functions[b][column];
    return (x < y ? -1 : x > y ? 1 : 0) * (down ? -1 : 1);
  });
  $("functions-count").textContent = number(rows.length) + (wanted ? " functions match" : " functions ran");
  const whole = hartrace.summary.totals.instructions;
  box.replaceChildren(longTable(["#Itself", "#%", "#With calls", "#Time", "#Entered", "#Traps", "Function", "Source", ""], rows.map(i => () => {
    const f = hartrace.functions[i], file = sourceOf(f[FUNCTION.file]);
    return [number(f[FUNCTION.self]), percent(f[FUNCTION.self], whole), number(f[FUNCTION.total]), number(f[FUNCTION.totalTime]), number(f[FUNCTION.entered]),
      number(f[FUNCTION.trapped]), element("span", { title: f[FUNCTION.pc] }, f[FUNCTION.name]),
      f[FUNCTION.line] ? (file ? element("a", { href: "#source:" + file[0] + ":" + f[FUNCTION.line] }, base(f[FUNCTION.file]) + ":" + f[FUNCTION.line]) : base(f[FUNCTION.file]) + ":" + f[FUNCTION.line]) : "",
      f[FUNCTION.known] ? element("button", { class: "link", onclick: () => timelineFirst(i) }, "first run") : ""];
  }), 200));
  const head = box.querySelectorAll("th");
  [FUNCTION.self, null, FUNCTION.total, FUNCTION.totalTime, FUNCTION.entered, FUNCTION.trapped, FUNCTION.name, FUNCTION.file].forEach((c, i) => {
    if (c === null) return;
    head[i].classList.add("sort");
    head[i].addEventListener("click", () => {
      functionsSort.down = functionsSort.column === c ? !functionsSort.down : c !== FUNCTION.name && c !== FUNCTION.file;
      functionsSort.column = c;
      functionsDraw();
    });
  });
}

const base = path => path.slice(path.lastIndexOf("/") + 1);
const sourceOf = path => path ? hartrace.sources.find(s => s[1] === path) : undefined;

function functionsMake(section) {
  section.append(element("h2", {}, "Functions"), element("div", { class: "tools" }, element("span", { id: "functions-count" }),
    element("span", { class: "dim" }, "Itself, with calls: instructions. Click a title to sort.")), element("div", { id: "functions-table" }));
}
