// SPDX-License-Identifier: Apache-2.0
// Summary, source, traps, health; and the start of the page.
"use strict";

function card(title, value, id) {
  return element("div", { class: "card" }, element("b", id ? { id } : {}, value), title);
}

// ---- summary ----

function summarySettings(s) {
  const rows = [["Trace", s.trace], ["Code", s.elf || s.pcinfo || s.ingress || s.images.join(", ") || "(of the trace)"], ["XLEN", s.xlen],
    ["Time", s.axis + (s.ticks_per_second ? ", " + number(s.ticks_per_second) + " per second" : "")], ["Harts", s.harts.join(", ")]];
  if (s.code_in.length) rows.push(["Code in contexts", s.code_in.join(", ")]);
  const fields = hartrace.settings.length ? hartrace.settings.map(f => f[0] + "=" + f[1]) : s.te;
  if (fields.length) rows.push(["Encoder settings", fields.join(" ")]);
  if (s.param.length) rows.push(["Parameters", s.param.join(" ")]);
  if (s.profile) rows.push(["Profile", s.profile]);
  for (const [path, what] of s.symbols) rows.push(["Symbols", path + ": " + what]);
  rows.push(["Made by", "hartrace " + s.hartrace]);
  return table(["", ""], rows);
}

function summaryMake(section) {
  const s = hartrace.summary, t = s.totals;
  section.append(element("h2", {}, "Summary"), element("div", { class: "cards" },
    card("instructions", number(t.instructions), "total-instructions"), card("time", duration(t.last - t.first)),
    card("bytes of trace", number(t.bytes), "total-bytes"),
    card("bits per instruction", t.instructions ? (8 * t.bytes / t.instructions).toFixed(3) : ""),
    hartrace.stat ? card("messages", number(hartrace.stat.messages), "total-messages") : null,
    card("calls", number(t.calls)), card("traps", number(t.traps)), card("branches", number(t.branches)), card("taken", percent(t.taken, t.branches)),
    card("times lost", number(t.losses)), card("gaps", number(t.gaps))));
  if (t.losses || t.gaps) section.append(element("p", { class: "warn" }, "Trace is missing: ", element("a", { href: "#health" }, "where"), "."));
  if (s.remarks.length) {
    section.append(element("h3", {}, "Remarks"), element("ul", { id: "remarks" }, ...s.remarks.map(r => element("li", {}, r))));
    if (s.more_remarks) section.append(element("p", {}, "And " + number(s.more_remarks) + " more."));
  }
  section.append(element("h3", {}, "Settings"), summarySettings(s), element("h3", {}, "Functions with the most instructions of their own"));
  const top = hartrace.functions.map((f, i) => i).sort((a, b) => hartrace.functions[b][FUNCTION.self] - hartrace.functions[a][FUNCTION.self]).slice(0, 12);
  section.append(table(["#Instructions", "#%", "#Entered", "Function"], top.filter(i => hartrace.functions[i][FUNCTION.self] > 0).map(i =>
    [number(hartrace.functions[i][FUNCTION.self]), percent(hartrace.functions[i][FUNCTION.self], t.instructions), number(hartrace.functions[i][FUNCTION.entered]), functionLink(i)])));
}

// ---- source ----

window.hartrace_source = (id, text, counts) => { hartrace.sourceText[id] = { text, counts }; };

function sourceMake(section) {
  const list = hartrace.sources.slice().sort((a, b) => b[3] - a[3]), whole = hartrace.summary.totals.instructions;
  section.append(element("h2", {}, "Source"));
  if (list.length === 0) {
    section.append(element("p", {}, "No line information: build the program with -g, and name the ELF with --elf or --symbols."));
    return;
  }
  const there = list.filter(s => s[2]), absent = list.filter(s => !s[2]);
  section.append(table(["#Instructions", "#%", "File"], there.map(s => [number(s[3]), percent(s[3], whole), element("a", { href: "#source:" + s[0] }, s[1])])));
  if (absent.length) {
    section.append(element("h3", {}, "Files that are not here (--source-path FROM=TO says where they are)"),
      longTable(["#Instructions", "#%", "File"], absent.map(s => [number(s[3]), percent(s[3], whole), s[1]]), 20));
  }
  if (hartrace.without_line) section.append(element("p", { class: "dim" }, number(hartrace.without_line) + " instructions (" + percent(hartrace.without_line, whole) + ") belong to no line."));
  section.append(element("div", { id: "source-file" }));
}

function sourceShow(id, line) {
  const file = hartrace.sources.find(s => s[0] === id), box = $("source-file");
  if (!file || !file[2]) { box.replaceChildren(element("p", { class: "warn" }, file ? file[1] + " is not here." : "No such file.")); return; }
  load("data/source-" + id + ".js").then(() => {
    const { text, counts } = hartrace.sourceText[id];
    const of = new Map(counts.map(c => [c[0], c]));
    const most = Math.max(1, ...counts.map(c => c[2]));
    const rows = text.map((t, i) => {
      const c = of.get(i + 1);
      const outcome = c ? c[3].map(b => element("span", { class: b[1] === 0 || b[2] === 0 ? "half" : "", title: "branch at " + b[0] }, number(b[1]) + " taken, " + number(b[2]) + " not")) : [];
      const row = element("tr", { id: "line-" + (i + 1) }, element("td", { class: "n dim" }, i + 1), element("td", { class: "n" }, c ? number(c[1]) : ""),
        element("td", { class: "n dim" }, c ? number(c[2]) : ""), element("td", {}, ...outcome), element("td", { class: "text mono" }, t));
      if (c && c[2] > 0) { row.classList.add("ran"); row.style.setProperty("--heat", Math.round(8 + 50 * c[2] / most) + "%"); }
      row.addEventListener("click", () => { history.replaceState(null, "", "#source:" + id + ":" + (i + 1)); sourceMark(i + 1, false); });
      return row;
    });
    box.replaceChildren(element("h3", { id: "source-name" }, file[1]), element("p", { id: "source-line", class: "dim" }, "Click a line."),
      element("div", { class: "scroll" }, element("table", { class: "source" }, element("thead", {}, element("tr", {}, ...["#line", "#times", "#instructions", "branches", ""].map(h =>
        element("th", { class: h[0] === "#" ? "n" : "" }, h.replace("#", ""))))), element("tbody", {}, ...rows))));
    hartrace.shown = { id, of };
    if (line) sourceMark(line, true);
    else box.scrollIntoView();
  });
}

function sourceMark(line, scroll) {
  for (const r of document.querySelectorAll("tr.marked")) r.classList.remove("marked");
  const row = $("line-" + line), c = hartrace.shown.of.get(line);
  if (!row) return;
  row.classList.add("marked");
  $("source-line").textContent = "Line " + line + ": " + (c ? "executed " + number(c[1]) + " times, " + number(c[2]) + " instructions" +
    c[3].map(b => "; branch at " + b[0] + ": " + number(b[1]) + " taken, " + number(b[2]) + " not").join("") : "no instruction of it ran");
  if (scroll) row.scrollIntoView({ block: "center" });
}

// ---- traps ----

function trapRows(list) {
  const names = hartrace.traps.btypes;
  return list.map(t => () => [number(t[1] - hartrace.summary.totals.first), hartrace.summary.harts[t[0]], names[t[2]], functionLink(t[3]), element("code", {}, t[5]), functionLink(t[4]),
    t[7] === null ? "not seen" : number(t[7]), t[8] === null ? "" : number(t[8]),
    element("a", { href: "#timeline:" + (t[1] - (t[7] || 100)) + ":" + (t[1] + 2 * (t[7] || 100)) }, "show")]);
}

function trapsMake(section) {
  const t = hartrace.traps, columns = ["#Time", "Hart", "Kind", "Interrupted", "at", "Handler", "#Latency", "#Instructions", ""];
  section.append(element("h2", {}, "Exceptions and interrupts"));
  if (t.count === 0) { section.append(element("p", {}, "None.")); return; }
  section.append(element("p", { class: "dim" }, number(t.count) + " traps. Latency is the time from the trap to its return (" + hartrace.summary.axis +
    "). Messages carry the kind of a trap (B-TYPE) but no cause code: traps are sorted by kind and handler."));
  const groups = t.groups.slice().sort((a, b) => b[1][1] - a[1][1]);
  section.append(table(["Kind", "Handler", "#Traps", "#Returned", "#Shortest", "#Mean", "#Longest", "#Instructions, mean"], groups.map(([kind, g]) =>
    [kind, functionLink(g[0]), number(g[1]), number(g[2]), g[2] ? number(g[4]) : "", g[2] ? number(g[3] / g[2]) : "", g[2] ? number(g[5]) : "", g[2] ? number(g[6] / g[2]) : ""])));
  for (const [kind, g, bins] of groups.slice(0, 12)) {
    if (g[2]) section.append(element("h3", {}, "Latency: " + kind + ", " + nameOf(g[0])), histogram(bins, hartrace.summary.axis));
  }
  section.append(element("h3", {}, "Longest"), longTable(columns, trapRows(t.longest), 20),
    element("h3", {}, "In order" + (t.count > t.first.length ? " (the first " + number(t.first.length) + ")" : "")), longTable(columns, trapRows(t.first), 50));
}

// ---- health ----

function bandwidthDraw() {
  const c = $("bandwidth");
  if (!c) return;
  const h = hartrace.health, height = 160, g = prepare(c, height), most = Math.max(1, ...h.bands), w = c.clientWidth / h.bands.length;
  g.fillStyle = ink("bar");
  h.bands.forEach((b, i) => g.fillRect(i * w, height - b / most * (height - 18), Math.max(w - (w > 3 ? 1 : 0), 0.5), b / most * (height - 18)));
  g.fillStyle = "#d33";
  for (const l of h.lost) if (l[0] === 0) g.fillRect((l[1] - h.first) / (h.width * h.bands.length) * c.clientWidth, 14, 1.5, height);
  g.fillStyle = ink("dim");
  g.fillText("up to " + number(most) + " bytes per " + duration(h.width), 4, 8);
}

function distanceTable(d, unit) {
  if (d[0][0] === 0) return element("p", {}, "Fewer than two synchronizing messages.");
  return element("div", {}, element("p", {}, number(d[0][0]) + " distances, mean " + number(d[0][1] / Math.max(d[0][0], 1)) + ", " + number(d[0][2]) + " to " + number(d[0][3]) + " " + unit), histogram(d[1], unit));
}

function healthMake(section) {
  const h = hartrace.health, s = hartrace.stat;
  section.append(element("h2", {}, "Health of the trace"));
  if (s) {
    section.append(element("h3", {}, "Bytes by message"), table(["Message", "#Count", "#Bytes", "#%"],
      s.types.slice().sort((a, b) => b.bytes - a.bytes).map(t => [t.name, number(t.count), number(t.bytes), percent(t.bytes, s.bytes)])));
    if (s.damaged) section.append(element("p", { class: "warn" }, number(s.damaged) + " damaged messages."));
  } else {
    section.append(element("p", { class: "dim" }, "Messages were not counted: the trace came through a pipe."));
  }
  section.append(element("h3", {}, "Bandwidth over time" + (hartrace.summary.harts.length > 1 ? " (all sources, on the time of " + hartrace.summary.harts[0] + ")" : "")),
    element("canvas", { id: "bandwidth", class: "plain" }), element("h3", {}, "Overflows and gaps"));
  if (h.losses === 0) section.append(element("p", { id: "no-loss" }, "None."));
  else section.append(longTable(["#Time", "Hart", "What", "#Byte of the trace", "In", ""], h.lost.map(l => () => [number(l[1] - hartrace.summary.totals.first), hartrace.summary.harts[l[0]],
    l[3] ? "gap: cannot be decoded" : "lost by the encoder (ETYPE " + l[4] + ")", number(l[2]), nameOf(l[5]), element("a", { href: "#timeline:" + (l[1] - 1000) + ":" + (l[1] + 1000) }, "show")]), 50));
  section.append(element("h3", {}, "From one synchronizing message to the next: bytes"), distanceTable(h.sync_bytes, "bytes"),
    element("h3", {}, "The same: instructions"), distanceTable(h.sync_insns, "instructions"));
  addEventListener("resize", bandwidthDraw);
}

// ---- messages of firmware ----

function messagesMake(section) {
  const m = hartrace.messages;
  section.append(element("h2", {}, "Messages of firmware"));
  if (m.count === 0) { section.append(element("p", { id: "no-messages" }, "None.")); return; }
  section.append(element("p", { class: "dim" }, number(m.count) + " messages. \u201cabout\u201d: near this place, or at one of several that are possible."),
    longTable(["#Time", "Hart", "Message", "Call", "In", ""], m.list.map(x => () => [number(x[1] - hartrace.summary.totals.first) + (x[4] ? " about" : ""),
      hartrace.summary.harts[x[0]], x[6], x[3] === null ? "" : element("code", {}, x[3]), functionLink(x[2]),
      element("a", { href: "#timeline:" + (x[1] - 200) + ":" + (x[1] + 200) }, "show")]), 100));
}

// ---- start ----

document.title = hartrace.summary.trace + " \u2013 hartrace";
$("trace").textContent = hartrace.summary.trace;
callsSort();
part("summary", "Summary", summaryMake);
part("timeline", "Timeline", timelineMake, timelineEnter);
part("flame", "Flame graph", flameMake, flameDraw);
part("calls", "Call tree", treeMake, () => { if (!$("calls-tree").firstChild) treeDraw(); });
part("functions", "Functions", functionsMake, functionsDraw);
part("source", "Source", sourceMake, where => { if (where.length) sourceShow(Number(where[0]), Number(where[1] || 0)); });
part("traps", "Traps", trapsMake);
if (hartrace.messages.count > 0) part("messages", "Messages", messagesMake);
part("health", "Trace health", healthMake, bandwidthDraw);
hartrace.parts.timeline.searched = timelineDraw;
hartrace.parts.flame.searched = flameDraw;
hartrace.parts.functions.searched = functionsDraw;
$("search").addEventListener("input", search);
$("search").addEventListener("keydown", event => {
  if (event.key !== "Enter" || found.size === 0) return;
  if ($("timeline").classList.contains("on")) timelineFirst([...found].find(f => hartrace.functions[f][FUNCTION.known]));
  else if (!$("flame").classList.contains("on")) location.hash = "functions";
});
addEventListener("keydown", event => {
  if (event.key === "/" && event.target.tagName !== "INPUT") { event.preventDefault(); $("search").focus(); }
});
addEventListener("hashchange", show);
show();
