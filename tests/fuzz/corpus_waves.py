# SPDX-License-Identifier: Apache-2.0
"""Inputs for fuzz_waves: maps, and dumps of a hart of four records."""


def make(put):
    keys = "clock = t.c\n[hart]\nvalid = v\niaddr = a\niretire = n\nitype = i\nhalted = !v\n[registers]\nwrite = v\naddress = a\ndata = a\n"
    keys += "[trace]\nvalid = v\ndata = a\nkeep = n\nlast = v\n"
    blocks = keys.replace("valid = v\niaddr", "blocks = 2\nxlen = 32\nitype_width = 4\nblock_valid = n\nvalid = \"v\" # 1\niaddr")
    dump = "$date now $end $scope module t $end\n$var wire 1 ! c $end\n$var wire 1 \" v $end\n$var wire 32 # a [31:0] $end\n"
    dump += "$var wire 8 $ n $end\n$var wire 4 % i $end\n$var real 64 r r $end\n$upscope $end\n$enddefinitions $end\n#0\n$dumpvars\n0!\nx\"\n$end\n"
    for t, (v, a, n, i) in enumerate(((1, 0x80000000, 2, 0), (0, 0, 0, 0), (1, 0x80000004, 1, 5), (1, 0x80000000, 3, 0))):
        dump += f"#{10 * t + 5}\n1!\n#{10 * t + 10}\n0!\n{v}\"\nb{a:b} #\nb{n:b} $\nb{i:b} %\nr0.5 r\n"
    dump += "#99\n1!\n"
    for text in (keys, blocks, "edge = falling\nreset = t.v\n" + keys, keys.replace("iaddr = a", "iaddr = a a")):
        put("fuzz_waves", (text + "\f" + dump).encode())
    put("fuzz_waves", (keys + "\f" + dump[:-30]).encode())
    put("fuzz_waves", (keys + "\f" + dump.replace("wire 32", "wire 2000")).encode())
