# SPDX-License-Identifier: Apache-2.0
# The object commands in tclsh, on fake components: names, arguments, refusals, order. Prints TAP. The registers are given by
# offset and bit, from the tables of the Trace Control Interface 1.0.
source tests/openocd/fake_target.tcl
set before [info commands]
source openocd-scripts/hartrace.tcl
set made {}
foreach command [info commands] {
    if {!($command in $before)} { lappend made $command }
}
set count 0
set failed 0

# is NAME SCRIPT WANT: the script's result, or error, equals WANT; with -match it matches the pattern.
proc is {name script want {how -equal}} {
    catch {uplevel #0 $script} got
    incr ::count
    if {$how eq "-match" ? [string match $want $got] : $got eq $want} {
        puts "ok $::count - $name"
    } else {
        puts "not ok $::count - $name\n# got:  $got\n# want: $want"
        set ::failed 1
    }
}

is "sourcing makes one command" {lsort $made} hartrace
is "sourcing twice keeps the objects" {
    hartrace create a -target cpu -baseaddr 0x1000
    source openocd-scripts/hartrace.tcl
    hartrace names
} a

is "the template of a board touches nothing" {
    set before [llength [hartrace names]]
    source openocd-scripts/board/hartrace-template.cfg
    expr {[llength [hartrace names]] - $before + [llength $fake::log]}
} 0

fake::component 0x20000 0x00010101  ;# encoder 1.0, protocol 1.0
fake::component 0x21000 0x00000801  ;# funnel
fake::component 0x22000 0x00001901  ;# RAM sink with SRAM
fake::component 0x23000 0x00000701  ;# no such type
fake::component 0x24000 0x00000100  ;# encoder, version 0.0
fake::component 0x25000 0x00000102  ;# encoder, version 2.0
fake::component 0x26000 0x00000131  ;# encoder, version 1.3
foreach {name base} {te 0x20000 fn 0x21000 ram 0x22000 odd 0x23000 old 0x24000 new 0x25000 minor 0x26000 no 0x30000} {
    hartrace create $name -target cpu -baseaddr $base -timeout 20
}

is "a name once only" {hartrace create te -target cpu -baseaddr 0x1000} "*a command te already exists" -match
is "not the name of a command" {hartrace create puts -target cpu -baseaddr 0x1000} "*a command puts already exists" -match
is "a target is needed" {hartrace create x -baseaddr 0x1000} "*-target and -baseaddr are needed" -match
is "what was refused is not there" {expr {"x" in [hartrace names]}} 0
is "an address of a block" {hartrace create x -target cpu -baseaddr 0x1004} "*not the address of a 4 KB block" -match
is "a type that exists" {hartrace create x -target cpu -baseaddr 0x1000 -type etb} "*use one of: encoder*" -match
is "an option that exists" {te configure -speed 9} "*use one of: -target*" -match
is "an option with its value" {te configure -timeout} "te: -timeout needs a value"
is "cget" {te cget -baseaddr} 0x20000
is "an unknown command" {hartrace dance} "hartrace: no command dance; there are: *" -match
is "an unknown method" {te dance} "te: no method dance; there are: *" -match
is "arguments of a method" {te read} "usage: te read REGISTER"
is "an event that exists" {te configure -event enable {}} "*use one of: pre-enable post-enable pre-disable post-disable" -match

is "type out of Impl, and the component as it was" {list [lindex [te info] 2] $fake::word([expr 0x20000])} {Encoder, 8}
is "status of a component in reset" {te status} {active 0}
is "an unknown type" {odd info} "odd: component type 7 at 0x23004 (Impl = 0x00000701) is not in*" -match
is "a type that was given wrong" {
    hartrace create wrong -target cpu -baseaddr 0x21000 -type encoder
    wrong start
} "wrong: -type says encoder, but the component at 0x21000 is of type funnel"
is "version 0 is refused" {old info} "old: version 0.0 is from before the ratified*" -match
is "version 2 is refused" {new info} "new: version 2.0 is newer than this software (1.0), and not compatible with it"
is "version 1.3 is taken" {minor info} "minor: Trace Encoder, version 1.3*" -match
is "memory there, which is left as it was" {
    set fake::word([expr 0x30000]) 0x12345670
    catch {no info} reason
    list $reason [format 0x%x $fake::word([expr 0x30000])]
} "{no: component type 0 at 0x30004*} 0x12345670" -match
is "nothing there" {
    set fake::stuck [expr 0x30000]
    no info
} "no: bit 0 (Active) at 0x30000 did not become 1 within 20 ms*" -match
is "the address of an access that failed" {
    set fake::dead {{0x30000 0x30fff}}
    no info
} "no: cannot read 0x30000: read_memory: failed. Is the component powered*" -match

te reset
is "a field of a register, the rest as it is" {
    te write trTeControl 0x00000041
    te write trTeInstMode htm
    te write trTeInstSyncMax 5
    te read trTeControl
} 0x500069
is "a value by its name" {te read trTeInstMode} 0x6
is "bits that a 1 clears are not written back" {
    set fake::word([expr 0x20000]) 0x1069
    set fake::log {}
    te write trTeContext 1
    set fake::log
} 0x20000=0x269
is "a name that is no value" {te write trTeInstMode fast} "te: trTeInstMode has no value fast; it has: off *" -match
is "a value that does not fit" {te write trTeInstMode 8} "te: trTeInstMode has 3 bits, 8 does not fit"
is "no number" {te write trTeControl x} "te: trTeControl: x is not a number"
is "an unknown register" {te read trTeNothing} "te: a component of type encoder has no register or field trTeNothing; there are: trTeControl *" -match
is "one of several registers" {
    te write {trTeCompPMatchLow[2]} 0x80000000
    format 0x%x [fake::get [expr 0x20650]]
} 0x80000000
is "an index too high" {te read {trTeCompPMatchLow[8]}} "te: trTeCompPMatchLow has indices 0..7"
is "a register by its offset" {te read 0x650} 0x80000000
is "an offset out of the block" {te read 0x1000} "te: offset 0x1000 is not a multiple of 4 in 0..0xffc"
is "64 bits, the high word first" {
    ram reset
    set fake::log {}
    ram write trRamStart 0x123456780
    list $fake::log [ram read trRamStart]
} {{0x22014=0x1 0x22010=0x23456780} 0x123456780}

hartrace connect te fn -input 3
hartrace connect fn ram
is "no two senders at one input" {hartrace connect minor fn -input 3} "*input 3 of fn already has a sender: te" -match
is "no loop" {hartrace connect ram te} "*closes a loop" -match
is "from the sink up, tracing last, each reset first" {
    set fake::log {}
    foreach name {te fn ram} { $name reset }
    set fake::log {}
    te start
    set order {}
    foreach write $fake::log {
        lassign [split $write =] address value
        if {$address in {0x20000 0x21000 0x22000} && ($value & 2)} { lappend order $address [expr {$value & 6}] }
    }
    set order
} {0x22000 2 0x21000 2 0x20000 2 0x20000 6}
is "running" {te status} {active 1 enabled 1 empty 1 tracing 1 stall_or_overflow 0}
is "a second start writes no control register but trTeInstTracing" {
    set fake::log {}
    te start
    lsearch -all -inline -not $fake::log 0x20000=*
} {}
is "from the encoder down" {
    set fake::log {}
    te stop
    set order {}
    foreach write $fake::log {
        lassign [split $write =] address value
        if {$address in {0x20000 0x21000 0x22000}} { lappend order $address [expr {$value & 7}] }
    }
    set order
} {0x20000 3 0x20000 1 0x21000 1 0x22000 1}
is "a second stop writes nothing" {
    set fake::log {}
    te stop
    set fake::log
} {}
is "a sink that another encoder still uses stays enabled" {
    hartrace connect minor fn -input 0
    hartrace start te minor
    te stop
    list [dict get [ram status] enabled] [minor stop] [dict get [ram status] enabled]
} {1 {} 0}
is "an error on the way leaves nothing enabled" {
    te reset
    set fake::stuck [expr 0x20000]
    catch {te start} reason
    set fake::stuck {}
    list $reason [dict get [fn status] enabled] [dict get [ram status] enabled]
} "{te: trTeEnable did not become 1 within 20 ms*} 0 0" -match
is "events, in their order" {
    set events {}
    foreach event {pre-enable post-enable pre-disable post-disable} {
        ram configure -event $event [list lappend events $event]
    }
    te start
    te stop
    set events
} {pre-enable post-enable pre-disable post-disable}
is "a setting that was not granted is an error with -strict" {
    ram configure -strict 1 -set {trRamControl 0x1000}
    te start
} "ram: trRamControl: asked for 0x1000, granted 0x*" -match
is "a reset writes Active as 0 once" {
    set zeros {}
    foreach {name base} {te 0x20000 fn 0x21000 ram 0x22000} {
        set fake::log {}
        $name reset
        set n 0
        foreach write $fake::log {
            lassign [split $write =] address value
            incr n [expr {$address eq $base && !($value & 1)}]
        }
        lappend zeros $n
    }
    set zeros
} {1 1 1}
is "slow power: nothing is written before Active has followed" {
    ram configure -strict 1 -set {trRamLimit 0x3fc}
    foreach name {te fn ram} base {0x20000 0x21000 0x22000} {
        fake::put [expr $base] 0
        hartrace create slow$name -target cpu -baseaddr $base -timeout 1000
    }
    set fake::slow 40
    hartrace connect slowte slowfn
    hartrace connect slowfn slowram
    slowte start
    set running [list [dict get [slowte status] tracing] [dict get [slowram status] enabled]]
    slowte stop
    foreach name {slowte slowfn slowram} { $name reset }
    set fake::slow 0
    lappend running [dict get [slowram status] enabled]
} {1 1 0}
is "slow power: what info asks leaves no change under way" {
    fake::put [expr 0x26000] 0
    set fake::slow 40
    hartrace create slowminor -target cpu -baseaddr 0x26000 -timeout 1000
    set text [slowminor info]
    set fake::slow 0
    list [lindex $text 2] [array names fake::changing]
} {Encoder, {}}

is "what holds no trace is not dumped" {fn dump x} "fn: a component of type funnel holds no trace; dump a ramsink"

# ---- stimulus ports: registers by number, as docs/reference/stimulus.md has them ----

set fake::word(131072) 9 ;# the encoder at 0x20000, active
is "an encoder without stimulus ports" {te stimulus} "te: no stimulus ports"
is "no other component has any" {fn stimulus} "fn: no encoder: stimulus ports are a part of encoders"
set fake::word([expr {0x20e00}]) [expr {0x4D495453}]
set fake::word([expr {0x20e04}]) [expr {0x00082002}]
is "another version" {te stimulus} "te: stimulus ports of version 2, not 1"
set fake::word([expr {0x20e04}]) [expr {0x00082001}]
set fake::word([expr {0x20e08}]) [expr {0x105}]
set fake::word([expr {0x20e0c}]) [expr {0x80000001}]
is "what there is" {te stimulus} "ports 32 tag_bits 8 enabled 1 mask 0x80000001 timestamps 0 wait 1 dropped 1"
set fake::log {}
is "enabled, with options" {te stimulus enable 0xff wait timestamps; set fake::log} "0x20e08=0x0 0x20e0c=0xff 0x20e08=0x7"
set fake::log {}
is "stores of all sizes" {
    te stimulus put 5 1 0x41
    te stimulus put 31 2 0x1beef
    te stimulus put 0 4 0x12345678
    te stimulus disable
    set fake::log
} "8:0x20e94=0x41 16:0x20efc=0xbeef 0x20e80=0x12345678 0x20e08=0x0"
is "a mask that is none" {te stimulus enable all} "te: stimulus enable all: not a mask of 32 ports"
is "an option that is none" {te stimulus enable 1 fast} "te: stimulus enable: fast; use one of: timestamps wait"
is "a port that is not there" {te stimulus put 32 4 1} "te: stimulus put: port 32; there are 32"
is "a size that is none" {te stimulus put 0 3 1} "te: stimulus put: 3 bytes; use one of: 1 2 4"
is "a value that is none" {te stimulus put 0 4 x} "te: stimulus put: x is not a number"
is "how it is used" {te stimulus put} "usage: te stimulus *" -match

# Two encoders, a funnel and a RAM sink. trTeFormat is bits 26:24 of trTeControl, trRamAsyncFreq bits 14:12 of trRamControl.
fake::component 0x50000 0x00000101
fake::component 0x51000 0x00000101
fake::component 0x52000 0x00001901
hartrace create ea -target cpu -baseaddr 0x50000 -timeout 20 -type encoder
hartrace create eb -target cpu -baseaddr 0x51000 -timeout 20 -type encoder
hartrace create em -target cpu -baseaddr 0x52000 -timeout 20 -type ramsink
fake::component 0x53000 0x00000801
hartrace create ef -target cpu -baseaddr 0x53000 -timeout 20 -type funnel
hartrace connect ea ef
hartrace connect eb ef -input 1
hartrace connect ef em
ea configure -set {trTeFormat etrace trTeInstMode 7}
is "both protocols in one sink" {hartrace start ea eb} "ea sends E-Trace and eb N-Trace, both to em, *: give each protocol a sink of its own*" -match
is "the other one first" {hartrace start eb ea} "ea sends E-Trace and eb N-Trace, both to em, *" -match
is "all are in reset again" {
    set active {}
    foreach base {0x50000 0x51000 0x52000 0x53000} { lappend active [expr {$fake::word([expr {$base}]) & 3}] }
    set active
} {0 0 0 0}
is "one of them alone" {ea start; list [expr {$fake::word([expr {0x50000}]) & 0x07000070}] [expr {$fake::word([expr {0x52000}]) & 0x7000}]} \
    [list [expr {0x70}] [expr {0x6000}]]
is "while it runs the other protocol is refused" {eb start} "*both to em, *" -match
is "it goes on" {ea read trTeEnable} 0x1
eb configure -set {trTeFormat 0}
is "both E-Trace, by a number" {eb start; eb read trTeEnable} 0x1
is "a sink of N-Trace has no sequences" {
    ea stop; eb stop; em reset
    ea configure -set {}
    eb configure -set {}
    hartrace start ea eb
    expr {$fake::word([expr {0x52000}]) & 0x7000}
} 0

puts "1..$count"
exit $failed
