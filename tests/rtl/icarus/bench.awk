# SPDX-License-Identifier: Apache-2.0
# bench.awk [-v rtl=1] [-v cycles=N] [-v seed=N] NETLIST: a bench for a module as netlist.sh writes it: clocks of different periods, a reset, random
# inputs. With rtl=1 the module is there as RTL too, and the netlist is MODULE_net: each output must be the RTL's wherever that is 0 or 1.
# Without it no output may be X after the reset. It prints how many bits of the outputs have been both 0 and 1, and PASS.
/^module / && top == "" {
    top = $2
    sub(/\(.*/, "", top)
}
/^endmodule/ { if (top != "") exit }
/^  (input|output) / {
    kind = $1
    width = 1
    name = $2
    if ($2 ~ /^\[/) {
        split(substr($2, 2), w, /[]:]/)
        width = w[1] + 1
        name = $3
    }
    sub(/;$/, "", name)
    ports[++n] = name
    way[name] = kind
    bits[name] = width
}
function random(width,    s) {
    s = "{"
    for (; width > 32; width -= 32) s = s "$random(seed), "
    return s "$random(seed)}"
}
END {
    if (cycles == "") cycles = 2000
    if (seed == "") seed = 1
    print "`timescale 1ns / 1ps\nmodule bench;\n  integer seed = " seed ", errors = 0, at = 0, moved = 0, total = 0, k;"
    for (i = 1; i <= n; i++) {
        p = ports[i]
        if (way[p] == "input") {
            print "  reg [" bits[p] - 1 ":0] " p " = 0;"
            if (p ~ /clk_i$/) {
                clocks++
                print "  always #" (3 + 2 * clocks) " " p " = ~" p ";"
            }
        } else {
            print "  wire [" bits[p] - 1 ":0] " p "_n, " p "_r;\n  reg [" bits[p] - 1 ":0] " p "_0 = 0, " p "_1 = 0;"
            total += bits[p]
        }
    }
    # A clock of many bits: all move at once.
    for (k = 0; k <= (rtl ? 1 : 0); k++) {
        printf "  %s u_%s (", k ? top : rtl ? top "_net" : top, k ? "rtl" : "net"
        for (i = 1; i <= n; i++) {
            p = ports[i]
            printf "%s\n    .%s(%s)", (i > 1 ? "," : ""), p, way[p] == "input" ? p : p (k ? "_r" : "_n")
        }
        print "\n  );"
    }
    print "  initial begin\n    #200.3;\n    for (at = 0; at < " cycles "; at = at + 1) begin"
    for (i = 1; i <= n; i++) {
        p = ports[i]
        if (way[p] != "input" || p ~ /clk_i$/) continue
        if (p ~ /(rst_n|resetn_?)i?$/) value = "at > 5 && at % 1000 != 999 ? {" bits[p] "{1'b1}} : 0"
        else if (p ~ /^paddr_i$/) value = "{$random(seed)} % 12 * 4 + (" bits[p] " > 12 ? {$random(seed)} % 3 * 4096 : 0)"
        else if (p ~ /^pwdata_i$/) value = "$random(seed) | ($random(seed) & 3)"
        else if (p ~ /^pstrb_i$/) value = "15"
        else value = random(bits[p])
        print "      " p " = " value ";"
    }
    print "      #10;"
    print "      if (at > 8) begin"
    for (i = 1; i <= n; i++) {
        p = ports[i]
        if (way[p] != "output") continue
        print "        " p "_0 = " p "_0 | ~" p "_n;\n        " p "_1 = " p "_1 | " p "_n;"
        if (rtl) {
            print "        for (k = 0; k < " bits[p] "; k = k + 1)"
            print "          if (" p "_r[k] !== 1'bx && " p "_n[k] !== " p "_r[k]) begin"
            print "            errors = errors + 1;"
            print "            if (errors < 9) $display(\"" p "[%0d]: netlist %b, RTL %b at %0t\", k, " p "_n[k], " p "_r[k], $time);"
            print "          end"
        } else {
            print "        if (^" p "_n === 1'bx) begin"
            print "          errors = errors + 1;"
            print "          if (errors < 9) $display(\"" p " is %b at %0t\", " p "_n, $time);"
            print "        end"
        }
    }
    print "      end\n    end"
    for (i = 1; i <= n; i++) {
        p = ports[i]
        if (way[p] == "output")
            print "    for (k = 0; k < " bits[p] "; k = k + 1) moved = moved + (" p "_0[k] === 1'b1 && " p "_1[k] === 1'b1);"
    }
    print "    $display(\"" top ": %0d cycles, %0d of " total " bits moved, %0d errors\", at, moved, errors);"
    print "    if (errors == 0 && moved > 0) $display(\"PASS\");\n    $finish;\n  end\nendmodule"
}
