// SPDX-License-Identifier: Apache-2.0
// The timeline: a canvas for each hart, tiles loaded as they come into view.
"use strict";

const ROW = 17, RULER = 18, ROWS_MAX = 40, TILES_KEPT = 48;
const timeline = { from: 0, to: 1, low: 0, high: 1, tiles: new Map(), canvas: [], pending: 0 };

window.hartrace_tile = (id, data) => { timeline.tiles.set(id, data); };

function timelineLimits() {
  const t = hartrace.timeline.filter(h => h);
  timeline.low = Math.min(...t.map(h => h.first));
  timeline.high = Math.max(...t.map(h => h.first + Math.max(h.span, 1)));
}

function timelineView(from, to) {
  const least = 8, all = timeline.high - timeline.low;
  let width = Math.min(Math.max(to - from, Math.min(least, all)), all);
  let begin = (from + to) / 2 - width / 2;
  begin = Math.max(timeline.low, Math.min(begin, timeline.high - width));
  timeline.from = begin;
  timeline.to = begin + width;
  timelineDraw();
}

// The level with two to three tiles in view, and the numbers of tiles to show.
function timelineTiles(h, hart) {
  const from = Math.max(0, timeline.from - h.first), to = Math.min(h.span, timeline.to - h.first);
  const shown = [];
  if (to < 0 || from > h.span) return shown;
  let level = h.levels.findIndex(l => timeline.to - timeline.from <= 2 * l.width);
  if (level < 0) level = h.levels.length - 1;
  h.sets = h.sets || h.levels.map(l => new Set(l.tiles));
  const last = Math.max(from, Math.floor(to));
  const take = (k, number, low, high) => { // a tile that is not there is like its part of the next level
    while (k < h.levels.length - 1 && !h.sets[k].has(number)) { k++; number = Math.floor(number / 4); }
    if (h.sets[k].has(number)) shown.push({ id: hart + "-" + k + "-" + number, begin: h.first + number * h.levels[k].width, low, high });
  };
  const width = h.levels[level].width;
  for (let number = Math.floor(from / width); number <= Math.floor(last / width); number++) {
    take(level, number, h.first + number * width, h.first + (number + 1) * width);
  }
  return shown;
}

function timelineNeed(tile) {
  if (timeline.tiles.has(tile.id)) {
    const data = timeline.tiles.get(tile.id); // keep what is used
    timeline.tiles.delete(tile.id);
    timeline.tiles.set(tile.id, data);
    return data;
  }
  const path = "data/tile-" + tile.id + ".js";
  if (!scripts[path]) {
    timeline.pending++;
    load(path).then(() => {
      timeline.pending--;
      unload(path);
      while (timeline.tiles.size > TILES_KEPT) timeline.tiles.delete(timeline.tiles.keys().next().value);
      timelineDraw();
    }, () => { timeline.pending--; });
  }
  return null;
}

function timelineRuler(g, width) {
  const span = timeline.to - timeline.from, step = 10 ** Math.floor(Math.log10(span / 4 || 1));
  const unit = [1, 2, 5, 10].map(n => n * step).find(n => span / n <= 9) || step;
  g.fillStyle = ink("dim");
  for (let t = Math.ceil((timeline.from - timeline.low) / unit) * unit; t <= timeline.to - timeline.low; t += unit) {
    const x = (t + timeline.low - timeline.from) / span * width;
    g.fillRect(x, 0, 1, RULER);
    g.fillText(duration(t), x + 3, RULER / 2);
  }
}

function timelineHart(c, hart) {
  const h = hartrace.timeline[hart], rows = Math.min(Math.max(h.depth, 1), ROWS_MAX);
  const g = prepare(c, RULER + rows * ROW + 2), width = c.clientWidth, scale = width / (timeline.to - timeline.from);
  timelineRuler(g, width);
  c.boxes = [];
  for (const tile of timelineTiles(h, hart)) {
    const data = timelineNeed(tile);
    const left = Math.max(0, (tile.low - timeline.from) * scale), right = Math.min(width, (tile.high - timeline.from) * scale);
    if (!data) {
      g.fillStyle = ink("dim");
      g.fillText("\u2026", (left + right) / 2, RULER + ROW);
      continue;
    }
    const drawn = []; // by depth: up to where; what is not visible beside it is left out
    for (let i = 0; i < data.length; i += 5) {
      const depth = data[i];
      if (depth >= rows) continue;
      const start = tile.begin + data[i + 1];
      const x0 = Math.max(left, (start - timeline.from) * scale), x1 = Math.min(right, (start + data[i + 2] - timeline.from) * scale);
      if (x1 < left || x0 > right || x1 < x0) continue;
      if (x1 < drawn[depth] + 0.25 && x0 >= drawn[depth] - 1) continue;
      drawn[depth] = Math.max(x1, x0 + 0.5);
      const f = data[i + 3], y = RULER + depth * ROW + 1, count = data[i + 4] >> 2;
      drawBox(g, x0, y, x1 - x0, ROW - 1, f, wanted && !found.has(f), count > 1 ? nameOf(f) + " +" + (count - 1) : nameOf(f));
      c.boxes.push([x0, Math.max(x1, x0 + 1), depth, f, start, data[i + 2], count, data[i + 4] & 3]);
    }
  }
}

// Messages of firmware are marks on the ruler.
function timelineMessages(c, hart) {
  const g = c.getContext("2d"), scale = c.clientWidth / (timeline.to - timeline.from);
  c.marks = [];
  g.fillStyle = "#d33";
  for (const m of hartrace.messages.list) {
    const x = (m[1] - timeline.from) * scale;
    if (m[0] !== hart || x < 0 || x > c.clientWidth) continue;
    g.fillRect(x - 1, RULER - 6, 2, 6);
    c.marks.push([x, m]);
  }
}

function timelineMessageAt(c, event) {
  const r = c.getBoundingClientRect(), x = event.clientX - r.left;
  if (event.clientY - r.top >= RULER) return null;
  const near = (c.marks || []).filter(m => Math.abs(m[0] - x) <= 4);
  return near.length ? near.map(m => m[1][6]).slice(0, 12).join("\n") : null;
}

function timelineDraw() {
  if (!timeline.frame) {
    timeline.frame = requestAnimationFrame(() => {
      timeline.frame = 0;
      timeline.canvas.forEach((c, hart) => { timelineHart(c, hart); timelineMessages(c, hart); });
      $("timeline-range").textContent = duration(timeline.from - timeline.low) + " \u2013 " + duration(timeline.to - timeline.low);
    });
  }
}

function timelineAt(c, event) {
  const r = c.getBoundingClientRect(), x = event.clientX - r.left, depth = Math.floor((event.clientY - r.top - RULER) / ROW);
  for (let i = (c.boxes || []).length - 1; i >= 0; i--) {
    const b = c.boxes[i];
    if (b[2] === depth && x >= b[0] && x < b[1]) return b;
  }
  return null;
}

function timelineMouse(c) {
  let drag = null;
  c.addEventListener("wheel", event => {
    event.preventDefault();
    const at = timeline.from + (event.clientX - c.getBoundingClientRect().left) / c.clientWidth * (timeline.to - timeline.from);
    const factor = event.deltaY > 0 ? 1.25 : 0.8;
    timelineView(at - (at - timeline.from) * factor, at + (timeline.to - at) * factor);
  }, { passive: false });
  c.addEventListener("mousedown", event => { drag = { x: event.clientX, from: timeline.from, to: timeline.to, moved: false }; });
  addEventListener("mouseup", () => { drag = null; });
  c.addEventListener("mousemove", event => {
    if (drag) {
      const by = (drag.x - event.clientX) / c.clientWidth * (drag.to - drag.from);
      timelineView(drag.from + by, drag.to + by);
      return;
    }
    const b = timelineAt(c, event), message = timelineMessageAt(c, event);
    tip(event, message ? message : b ? nameOf(b[3]) + "\n" + (b[7] ? "at least " : "") + duration(b[5]) + (b[6] > 1 ? ", " + number(b[6]) + " calls side by side" : "") +
      "\nat " + duration(b[4] - timeline.low) : "");
  });
  c.addEventListener("mouseleave", () => tip(null, ""));
  c.addEventListener("dblclick", event => {
    const b = timelineAt(c, event);
    if (b) timelineView(b[4] - b[5] * 0.1, b[4] + b[5] * 1.1);
  });
}

function timelineKey(event) {
  if (event.target.tagName === "INPUT" || !$("timeline").classList.contains("on")) return;
  const span = timeline.to - timeline.from;
  const move = { a: -0.25, d: 0.25, ArrowLeft: -0.25, ArrowRight: 0.25 }[event.key];
  const zoom = { w: 0.5, s: 2, "+": 0.5, "-": 2 }[event.key];
  if (move) timelineView(timeline.from + move * span, timeline.to + move * span);
  if (zoom) timelineView((timeline.from + timeline.to - span * zoom) / 2, (timeline.from + timeline.to + span * zoom) / 2);
}

// To where a function runs for the first time, with some room.
function timelineFirst(f) {
  const row = hartrace.functions[f];
  if (!row || !row[FUNCTION.known]) return;
  const mean = Math.max(row[FUNCTION.totalTime] / Math.max(row[FUNCTION.entered], 1), 16);
  location.hash = "timeline:" + (row[FUNCTION.time] - mean * 0.5) + ":" + (row[FUNCTION.time] + mean * 1.5);
}

function timelineMake(section) {
  section.append(element("h2", {}, "Timeline"), element("div", { class: "tools" },
    element("button", { class: "tool", id: "timeline-all", onclick: () => timelineView(timeline.low, timeline.high) }, "All"),
    element("button", { class: "tool", id: "timeline-in", onclick: () => timelineKey({ key: "w", target: document.body }) }, "Zoom in"),
    element("button", { class: "tool", id: "timeline-out", onclick: () => timelineKey({ key: "s", target: document.body }) }, "Zoom out"),
    element("span", { id: "timeline-range" }),
    element("span", { class: "dim" }, "Wheel or W S: zoom. Drag or A D: move. Double click: one call.")));
  const harts = hartrace.summary.harts;
  Promise.all(harts.map((name, i) => load("data/timeline-" + i + ".js"))).then(() => {
    timelineLimits();
    harts.forEach((name, i) => {
      const h = hartrace.timeline[i], canvas = element("canvas", { "data-hart": i });
      section.append(element("div", { class: "hart" }, name));
      if (h.depth > ROWS_MAX) section.append(element("div", { class: "dim" }, "Depth " + number(h.depth) + "; the first " + ROWS_MAX + " are shown."));
      if (h.levels[0].cut) section.append(element("div", { class: "dim" }, "Single calls are shown up to " + duration((h.levels[0].tiles[h.levels[0].tiles.length - 1] + 1) * h.levels[0].width) + "; after that, neighbors are merged."));
      section.append(canvas);
      timeline.canvas[i] = canvas;
      timelineMouse(canvas);
    });
    timeline.ready = true;
    timelineEnter(timeline.wish || []);
  });
  addEventListener("keydown", timelineKey);
  addEventListener("resize", timelineDraw);
}

function timelineEnter(where) {
  if (!timeline.ready) timeline.wish = where;
  else if (where.length === 2) timelineView(Number(where[0]), Number(where[1]));
  else if (timeline.to - timeline.from <= 1) timelineView(timeline.low, timeline.high);
  else timelineDraw();
}
