# SPDX-License-Identifier: Apache-2.0
# Draws signals of a VCD file, cycle by cycle of its clock, as SVG.
#   awk -v rows='SIGNAL[=LABEL[:hex|:dec|:low]] ...' -v mark=SIGNAL -v before=N -v cycles=N [-v step=PIXELS] [-v left=PIXELS] [-v keep=1] -f vcd2svg.awk FILE.vcd
# SIGNAL is scope.name without its range. The picture begins `before` cycles before the first in which `mark` is not 0. A value is
# that at the end of its cycle; low: the last three digits. A 0 in a row of numbers is a line. A _ in a LABEL is a space, but with keep.

BEGIN {
  n = split(rows, row, " ")
  for (i = 1; i <= n; i++) {
    label[i] = row[i]
    if ((at = index(row[i], "=")) > 0) {
      label[i] = substr(row[i], at + 1)
      row[i] = substr(row[i], 1, at - 1)
    }
    kind[i] = "bit"
    if (match(label[i], /:(hex|dec|low)$/)) {
      kind[i] = substr(label[i], RSTART + 1)
      label[i] = substr(label[i], 1, RSTART - 1)
    }
    if (!keep) gsub(/_/, " ", label[i])
    of[row[i]] = i
  }
  of[mark] = of[mark] ? of[mark] : ++n
  kind[n] = kind[n] ? kind[n] : "hidden"
  cycle = -1
}

$1 == "$scope" { scope = $3 "." }
$1 == "$upscope" { scope = "" }
$1 == "$var" {
  if ($5 == "clk" || scope $5 == "clk") clk = $4
  if ((scope $5) in of) id[$4] = id[$4] " " of[scope $5]  # several signals can be one
  next
}
/^#/ { apply(); next }
/^b/ { change($2, substr($1, 2)); next }
/^[01xz]/ { change(substr($1, 2), substr($1, 1, 1)); next }

function change(name, value,    list, i) {
  if (name == clk) { rises = value == "1" && clock == "0"; clock = value }
  if (!(name in id)) return
  for (i = split(id[name], list, " "); i > 0; i--) pending[list[i]] = value
}

# What changes together with the clock belongs to the cycle that begins.
function apply(    i) {
  if (rises) {
    for (i = 1; i <= n; i++) value[cycle, i] = number(now[i])
    if (first == "" && cycle >= 0 && value[cycle, of[mark]] !~ /^0*$/) first = cycle
    cycle++
    rises = 0
  }
  for (i in pending) now[i] = pending[i]
  split("", pending)
}

# Binary to hexadecimal, without leading zeros.
function number(bits,    out, digit, i) {
  while (length(bits) % 4 != 0) bits = "0" bits
  for (i = 1; i <= length(bits); i += 4) {
    digit = 8 * substr(bits, i, 1) + 4 * substr(bits, i + 1, 1) + 2 * substr(bits, i + 2, 1) + substr(bits, i + 3, 1)
    out = out substr("0123456789abcdef", digit + 1, 1)
  }
  sub(/^0+/, "", out)
  return out == "" ? "0" : out
}

function decimal(hex,    i, v) {
  for (i = 1; i <= length(hex); i++) v = 16 * v + index("0123456789abcdef", substr(hex, i, 1)) - 1
  return v + 0
}

function line(points) { printf "<polyline points=\"%s\"/>\n", points }

function draw_clock(y,    c, p) {
  for (c = 0; c < cycles; c++)
    p = p sprintf("%d,%d %d,%d %d,%d %d,%d ", x(c), y + 16, x(c), y, x(c) + step / 2, y, x(c) + step / 2, y + 16)
  line(p x(cycles) "," y + 16)
}

function draw_bit(i, y,    c, p, level) {
  for (c = 0; c < cycles; c++) {
    level = value[from + c, i] == "0" ? y + 16 : y
    p = p sprintf("%d,%d %d,%d ", x(c), level, x(c + 1), level)
  }
  line(p)
}

function draw_number(i, y,    c, end, v) {
  for (c = 0; c < cycles; c = end) {
    v = value[from + c, i]
    for (end = c + 1; end < cycles && value[from + end, i] == v; end++) {}
    if (v == "0") {
      line(sprintf("%d,%d %d,%d", x(c), y + 16, x(end), y + 16))
      continue
    }
    printf "<polygon points=\"%d,%d %d,%d %d,%d %d,%d %d,%d %d,%d\"/>\n", x(c), y + 8, x(c) + 3, y, x(end) - 3, y, x(end), y + 8,
      x(end) - 3, y + 16, x(c) + 3, y + 16
    if (kind[i] == "dec") v = decimal(v)
    if (kind[i] == "low") v = substr("00" v, length(v))
    if (length(v) * 6 < x(end) - x(c)) printf "<text x=\"%d\" y=\"%d\" class=\"v\">%s</text>\n", (x(c) + x(end)) / 2, y + 12, v
  }
}

function x(c) { return left + c * step }

END {
  apply()
  left = left ? left : 190; step = step ? step : 20; high = 28
  from = first - before
  if (first == "" || from < 0) { print "vcd2svg: " mark " is 0 throughout, or too early" > "/dev/stderr"; exit 1 }
  shown = 0
  for (i = 1; i <= n; i++) shown += kind[i] != "hidden"
  printf "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\">\n", x(cycles) + 10, (shown + 1) * high + 24
  print "<!-- SPDX-License-Identifier: Apache-2.0 -->"
  print "<style>polyline,polygon{fill:none;stroke:#246;stroke-width:1}text{font:11px sans-serif;fill:#222}" \
    ".v{text-anchor:middle;font:10px monospace}.g{stroke:#ddd}</style>"
  printf "<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n"
  for (c = 0; c <= cycles; c += 5) {
    printf "<line x1=\"%d\" y1=\"4\" x2=\"%d\" y2=\"%d\" class=\"g\"/>\n", x(c), x(c), (shown + 1) * high + 4
    printf "<text x=\"%d\" y=\"%d\" class=\"v\">%d</text>\n", x(c), (shown + 1) * high + 18, from + c
  }
  printf "<text x=\"6\" y=\"22\">clock</text>\n"
  draw_clock(10)
  y = 10 + high
  for (i = 1; i <= n; i++) {
    if (kind[i] == "hidden") continue
    printf "<text x=\"6\" y=\"%d\">%s</text>\n", y + 12, label[i]
    if (kind[i] == "bit") draw_bit(i, y); else draw_number(i, y)
    y += high
  }
  print "</svg>"
}
