// SPDX-License-Identifier: Apache-2.0
// What all parts of the page use. Text from the trace reaches the page as text nodes only.
"use strict";

window.hartrace = { timeline: [], sourceText: {}, parts: {} };

const FUNCTION = { name: 0, file: 1, pc: 2, line: 3, entered: 4, trapped: 5, self: 6, total: 7, selfTime: 8, totalTime: 9, known: 10, hart: 11, time: 12 };
const NODE = { parent: 0, function: 1, entered: 2, trapped: 3, self: 4, total: 5, selfTime: 6, totalTime: 7 };

const $ = id => document.getElementById(id);

// element("td", {class: "n"}, "text", child, ...)
function element(tag, attributes, ...children) {
  const e = document.createElement(tag);
  for (const name in attributes || {}) {
    if (name.startsWith("on")) e.addEventListener(name.slice(2), attributes[name]);
    else e.setAttribute(name, attributes[name]);
  }
  for (const child of children) {
    if (child !== null && child !== undefined) e.append(child instanceof Node ? child : document.createTextNode(String(child)));
  }
  return e;
}

function number(n) {
  return n === null || n === undefined ? "" : Math.round(n).toLocaleString("en-US");
}

function percent(part, whole) {
  return whole > 0 ? (100 * part / whole).toFixed(1) + " %" : "";
}

// A duration on the axis: in seconds when the length of a tick is known.
function duration(ticks) {
  const hz = hartrace.summary.ticks_per_second;
  if (!hz) return number(ticks) + " " + (hartrace.summary.axis === "timestamp ticks" ? "ticks" : hartrace.summary.axis);
  const seconds = ticks / hz;
  for (const [unit, size] of [["s", 1], ["ms", 1e-3], ["\u00b5s", 1e-6]]) {
    if (seconds >= size) return (seconds / size).toPrecision(4) + " " + unit;
  }
  return (seconds / 1e-9).toPrecision(4) + " ns";
}

function table(columns, rows) {
  const head = element("tr", {}, ...columns.map(c => element("th", { class: c.startsWith("#") ? "n" : "" }, c.replace(/^#/, ""))));
  const body = rows.map(row => element("tr", {}, ...row.map((cell, i) =>
    element("td", { class: columns[i].startsWith("#") ? "n" : "name" }, cell))));
  return element("table", {}, element("thead", {}, head), element("tbody", {}, ...body));
}

// A table with many rows: the first ones, more on request.
function longTable(columns, rows, first) {
  const box = element("div", {});
  const show = n => {
    box.replaceChildren(table(columns, rows.slice(0, n).map(r => typeof r === "function" ? r() : r)));
    if (n < rows.length) box.append(element("button", { class: "tool", onclick: () => show(4 * n) }, "More (" + number(rows.length - n) + " left)"));
  };
  show(first || 100);
  return box;
}

// A script of data; once.
const scripts = {};
function load(path) {
  return scripts[path] = scripts[path] || new Promise((good, bad) => {
    const s = element("script", { src: path });
    s.onload = () => { s.remove(); good(); };
    s.onerror = () => bad(new Error(path));
    document.head.append(s);
  });
}
function unload(path) { delete scripts[path]; }

const colors = {};
function color(f) {
  if (!colors[f]) {
    let h = 2166136261;
    const name = hartrace.functions[f] ? hartrace.functions[f][FUNCTION.name] : "";
    for (let i = 0; i < name.length; i++) h = Math.imul(h ^ name.charCodeAt(i), 16777619);
    h >>>= 0;
    colors[f] = f === 0 ? "#b9bec7" : "hsl(" + h % 360 + " " + (45 + (h >>> 9) % 25) + "% " + (64 + (h >>> 16) % 12) + "%)";
  }
  return colors[f];
}
const nameOf = f => hartrace.functions[f] ? hartrace.functions[f][FUNCTION.name] : "?";

function tip(event, text) {
  const t = $("tip");
  t.hidden = !text;
  if (!text) return;
  t.textContent = text;
  t.style.left = Math.min(event.clientX + 14, innerWidth - t.offsetWidth - 8) + "px";
  t.style.top = Math.min(event.clientY + 14, innerHeight - t.offsetHeight - 8) + "px";
}

// Canvas in device pixels; draws in CSS pixels.
function prepare(canvas, height) {
  const ratio = window.devicePixelRatio || 1, width = canvas.clientWidth;
  if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    canvas.style.height = height + "px";
  }
  const g = canvas.getContext("2d");
  g.setTransform(ratio, 0, 0, ratio, 0, 0);
  g.clearRect(0, 0, width, height);
  g.font = "11px system-ui, sans-serif";
  g.textBaseline = "middle";
  return g;
}
const ink = name => getComputedStyle(document.documentElement).getPropertyValue("--" + name);

function drawBox(g, x, y, w, h, f, faded, label) {
  g.globalAlpha = faded ? 0.25 : 1;
  g.fillStyle = color(f);
  g.fillRect(x, y, Math.max(w - (w > 3 ? 0.6 : 0), 0.6), h);
  if (w > 28) {
    const room = Math.floor((w - 6) / 6.2);
    g.fillStyle = "#10151c";
    g.fillText(label.length > room ? label.slice(0, Math.max(room - 1, 1)) + "\u2026" : label, x + 3, y + h / 2 + 0.5);
  }
  g.globalAlpha = 1;
}

// A histogram whose bin b counts 2^(b-1) <= n < 2^b.
function histogram(bins, unit) {
  let low = 0, high = bins.length - 1;
  while (low < high && bins[low] === 0) low++;
  while (high > low && bins[high] === 0) high--;
  const most = Math.max(1, ...bins);
  const rows = [];
  for (let b = low; b <= high; b++) {
    const from = b === 0 ? 0 : 2 ** (b - 1), to = b === 0 ? 0 : 2 ** b - 1;
    rows.push([from === to ? number(from) : number(from) + " \u2013 " + number(to), number(bins[b]),
      element("span", { class: "bar", style: "width:" + Math.ceil(240 * bins[b] / most) * (bins[b] ? 1 : 0) + "px" })]);
  }
  return table(["#" + unit, "#count", ""], rows);
}

// The part of the page that is shown: #timeline, #source:FILE:LINE, ...
function show() {
  const [part, ...arguments_] = decodeURIComponent(location.hash.slice(1) || "summary").split(":");
  const chosen = hartrace.parts[part] ? part : "summary";
  for (const p in hartrace.parts) {
    $(p).classList.toggle("on", p === chosen);
    $("nav-" + p).classList.toggle("on", p === chosen);
  }
  tip(null, "");
  const entry = hartrace.parts[chosen];
  if (!entry.made) {
    entry.made = true;
    entry.make($(chosen));
  }
  if (entry.enter) entry.enter(arguments_);
}

// part("id", "Title", make(section), enter(arguments))
function part(id, title, make, enter) {
  hartrace.parts[id] = { make, enter, made: false };
  $("nav").append(element("a", { id: "nav-" + id, href: "#" + id }, title));
}

function functionLink(f) {
  return element("button", { class: "link", onclick: () => goFunction(f) }, nameOf(f));
}
function goFunction(f) {
  $("search").value = nameOf(f);
  search();
  location.hash = "functions";
}

// What the search field holds, in lower case, and the functions that it finds.
let wanted = "", found = new Set();
function search() {
  wanted = $("search").value.trim().toLowerCase();
  found = new Set();
  if (wanted) hartrace.functions.forEach((f, i) => { if (f[FUNCTION.name].toLowerCase().includes(wanted)) found.add(i); });
  for (const p in hartrace.parts) {
    if (hartrace.parts[p].made && hartrace.parts[p].searched) hartrace.parts[p].searched();
  }
}
