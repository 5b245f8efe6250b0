# SPDX-License-Identifier: Apache-2.0
# System Bus Access by commands to the debug module (RISC-V Debug Specification 1.0, "System Bus Access"), 32 bits each, one
# after the other: sbbusy is looked at before each, so that a slow bus is waited for (a read of OpenOCD 0.12 that finds it
# busy goes wrong), and sberror is reported by name. Also the fastest way to trRamData: one scan starts the next read.
#
# T is an OpenOCD target: `T riscv dmi_read ADDRESS`.

namespace eval ::hartrace {
    # Registers of the debug module, and fields of sbcs.
    variable sbcs 0x38
    variable sbaddress0 0x39
    variable sbaddress1 0x3a
    variable sbdata0 0x3c
    variable sb_clear 0x00407000      ;# sbbusyerror, sberror: cleared by 1
    variable sb_32 0x00040000         ;# sbaccess 2: 32 bits
    variable sb_on_addr 0x00100000    ;# sbreadonaddr
    variable sb_increment 0x00010000  ;# sbautoincrement
    variable sb_on_data 0x00008000    ;# sbreadondata
    variable sb_errors {1 timeout 2 "bad address" 3 "bad alignment" 4 "size not supported" 7 "other error"}
    variable sb_width                 ;# target -> bits of an address; 0 without System Bus Access
    if {![info exists sb_width]} {
        set sb_width [dict create]
    }
}

# Bits of an address on the target's system bus; 0 when it cannot make 32-bit accesses.
proc ::hartrace::sba_width {target} {
    variable sb_width
    variable sbcs
    if {![dict exists $sb_width $target]} {
        set width 0
        if {![catch {$target riscv dmi_read $sbcs} value] && (($value >> 29) & 7) == 1 && ($value & 4)} {
            set width [expr {($value >> 5) & 0x7f}]
        }
        dict set sb_width $target $width
    }
    return [dict get $sb_width $target]
}

# Wait until the bus is free; 0, or an error with the name of what happened, which is cleared.
proc ::hartrace::sba_settle {target until} {
    variable sbcs
    variable sb_clear
    variable sb_errors
    while {[set value [$target riscv dmi_read $sbcs]] & 0x00200000} {
        if {[clock milliseconds] > $until} {
            error "the system bus stays busy"
        }
    }
    if {$value & 0x00407000} {
        $target riscv dmi_write $sbcs $sb_clear
        set code [expr {($value >> 12) & 7}]
        if {$code == 0} {
            error "the debug module was accessed too soon (sbbusyerror)"
        }
        error "sberror $code ([expr {[dict exists $sb_errors $code] ? [dict get $sb_errors $code] : "reserved"}])"
    }
}

proc ::hartrace::sba_address {target at flags} {
    variable sbcs
    variable sbaddress0
    variable sbaddress1
    variable sb_clear
    variable sb_32
    $target riscv dmi_write $sbcs [format 0x%x [expr {$sb_clear | $sb_32 | $flags}]]
    if {[sba_width $target] > 32} {
        $target riscv dmi_write $sbaddress1 [format 0x%x [expr {($at >> 32) & 0xffffffff}]]
    }
    $target riscv dmi_write $sbaddress0 [format 0x%x [expr {$at & 0xffffffff}]]
}

# n words from ascending addresses (step 4), or from one address (step 0).
proc ::hartrace::sba_read {target at n step timeout} {
    variable sbcs
    variable sbdata0
    variable sb_32
    variable sb_on_addr
    variable sb_increment
    variable sb_on_data
    set until [expr {[clock milliseconds] + $timeout}]
    sba_settle $target $until
    set flags [expr {$sb_on_addr | ($step ? $sb_increment : 0) | ($n > 1 ? $sb_on_data : 0)}]
    sba_address $target $at $flags
    set words {}
    for {set left $n} {$left > 0} {incr left -1} {
        sba_settle $target $until
        if {$left == 1 && $n > 1} {
            $target riscv dmi_write $sbcs $sb_32 ;# the last one starts no other
        }
        lappend words [expr {[$target riscv dmi_read $sbdata0] + 0}]
    }
    return $words
}

proc ::hartrace::sba_write {target at word timeout} {
    variable sbdata0
    set until [expr {[clock milliseconds] + $timeout}]
    sba_settle $target $until
    sba_address $target $at 0
    $target riscv dmi_write $sbdata0 $word
    sba_settle $target $until
}
