# SPDX-License-Identifier: Apache-2.0
# For tclsh: a target whose memory is a plain array of words, with the little behavior that the scripts wait for, and a log
# of its writes. Each fake component is at an address, with its Impl word.

namespace eval fake {
    variable word
    array set word {}
    variable blocks {}
    variable stuck {}   ;# addresses of control words whose bits do not follow
    variable dead {}    ;# address ranges {from to} that answer with an error
    variable slow 0     ;# reads of a control word until Active follows; what is written meanwhile is lost
    variable changing   ;# address -> {reads left, value then}
    array set changing {}
    variable log {}
}

proc fake::component {base impl} {
    variable blocks
    variable word
    dict set blocks [expr {$base}] [expr {$impl}]
    set word([expr {$base}]) 8
}

# A write of a control word: Empty reads 1, nothing else exists while Active is 0, sticky bits are cleared by 1.
proc fake::put {address value} {
    variable word
    variable blocks
    variable stuck
    variable log
    variable slow
    variable changing
    lappend log [format 0x%x=0x%x $address $value]
    if {$address in $stuck || [info exists changing([expr {$address & ~0xfff}])]} {
        return
    }
    if {[dict exists $blocks $address]} {
        set next [expr {$value & 1 ? ($value | 8) & ~0x1000 : 8}]
        if {$slow && (($next ^ $word($address)) & 1)} {
            set changing($address) [list $slow $next]
        } else {
            set word($address) $next
        }
    } elseif {![dict exists $blocks [expr {$address - 4}]]} {
        set word($address) $value
    }
}

# Time passes by reads of control words.
proc fake::follow {address} {
    variable word
    variable changing
    if {[info exists changing($address)]} {
        lassign $changing($address) left next
        if {$left} {
            set changing($address) [list [incr left -1] $next]
        } else {
            set word($address) $next
            unset changing($address)
        }
    }
}

proc fake::get {address} {
    variable word
    variable blocks
    if {[dict exists $blocks [expr {$address - 4}]]} {
        return [expr {$word([expr {$address - 4}]) & 1 ? [dict get $blocks [expr {$address - 4}]] : 0}]
    }
    fake::follow $address
    return [expr {[info exists word($address)] ? $word($address) : 0}]
}

proc cpu {method address width args} {
    variable ::fake::dead
    foreach range $dead {
        if {$address >= [lindex $range 0] && $address <= [lindex $range 1]} {
            error "$method: failed"
        }
    }
    if {$method eq "write_memory" && $width < 32 && ($address & 0xf80) == 0xe80} { ;# a stimulus port
        lappend ::fake::log [format %d:0x%x=%s $width $address [lindex $args 0]]
        return
    }
    if {$width != 32 || $address % 4 != 0 || [lindex $args end] ne "phys"} {
        error "not a physical access of 32 bits: $method $address $width $args"
    }
    if {$method eq "write_memory"} {
        foreach word [lindex $args 0] {
            fake::put [expr {$address}] [expr {$word}]
        }
        return
    }
    set words {}
    for {set i 0} {$i < [lindex $args 0]} {incr i} {
        lappend words [format 0x%x [fake::get [expr {$address + 4 * $i}]]]
    }
    return $words
}

# OpenOCD's.
proc echo {text} { puts $text }
