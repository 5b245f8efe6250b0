# SPDX-License-Identifier: Apache-2.0
# Stimulus ports of a hartrace encoder (docs/reference/stimulus.md): `NAME stimulus`, `NAME stimulus enable MASK ?timestamps? ?wait?`,
# `NAME stimulus disable`, `NAME stimulus put PORT BYTES VALUE`.

# The register trTeStimImpl. An error when there are no ports of this version.
proc ::hartrace::stimulus_impl {name} {
    make_identified_active $name
    if {[type $name] ne "encoder"} {
        error "$name: no encoder: stimulus ports are a part of encoders"
    }
    if {[read_reg $name trTeStimId] != 0x4D495453} {
        error "$name: no stimulus ports"
    }
    if {[read_reg $name trTeStimVersion] != 1} {
        error "$name: stimulus ports of version [read_reg $name trTeStimVersion], not 1"
    }
}

# A dictionary, as `status` has one.
proc ::hartrace::stimulus_status {name} {
    set status {}
    foreach {key field} {
        ports trTeStimPorts tag_bits trTeStimTagBits enabled trTeStimEnable mask trTeStimMask timestamps trTeStimTimestamp
        wait trTeStimStallEna dropped trTeStimDropped
    } {
        set value [read_reg $name $field]
        if {$key eq "mask"} {
            set value [format 0x%08x $value]
        }
        lappend status $key $value
    }
    return $status
}

proc ::hartrace::stimulus_enable {name mask options} {
    if {![string is integer -strict $mask] || $mask < 0 || $mask > 0xffffffff} {
        error "$name: stimulus enable $mask: not a mask of 32 ports"
    }
    set control 1
    foreach option $options {
        if {!($option in {timestamps wait})} {
            error "$name: stimulus enable: $option; use one of: timestamps wait"
        }
        set control [expr {$control | ($option eq "wait" ? 4 : 2)}]
    }
    write_reg $name trTeStimControl 0
    write_reg $name trTeStimMask $mask
    write_reg $name trTeStimControl $control
}

# 1 and 2 bytes need an access of that width: not with -access sba.
proc ::hartrace::stimulus_put {name port bytes value} {
    foreach number [list $port $value] {
        if {![string is integer -strict $number]} {
            error "$name: stimulus put: $number is not a number"
        }
    }
    if {$port < 0 || $port >= [read_reg $name trTeStimPorts]} {
        error "$name: stimulus put: port $port; there are [read_reg $name trTeStimPorts]"
    }
    if {!($bytes in {1 2 4})} {
        error "$name: stimulus put: $bytes bytes; use one of: 1 2 4"
    }
    set offset [expr {[lindex [dict get $::hartrace_regs::registers encoder trTeStimPort] 0] + 4 * $port}]
    if {$bytes == 4} {
        put $name $offset $value
        return
    }
    if {[prop $name access] eq "sba"} {
        error "$name: stimulus put: -access sba makes accesses of 32 bits only; use -access memory, or 4 bytes"
    }
    set at [address $name $offset]
    set word [format 0x%x [expr {$value & ((1 << (8 * $bytes)) - 1)}]]
    if {[catch {[prop $name target] write_memory $at [expr {8 * $bytes}] [list $word] phys} reason]} {
        no_access $name write $at $reason
    }
}

proc ::hartrace::stimulus {name args} {
    stimulus_impl $name
    set n [llength $args]
    set what [lindex $args 0]
    if {$n == 0} {
        return [stimulus_status $name]
    } elseif {$what eq "enable" && $n >= 2} {
        return [stimulus_enable $name [lindex $args 1] [lrange $args 2 end]]
    } elseif {$what eq "disable" && $n == 1} {
        return [write_reg $name trTeStimControl 0]
    } elseif {$what eq "put" && $n == 4} {
        return [stimulus_put $name {*}[lrange $args 1 end]]
    }
    error "usage: $name stimulus ?enable MASK ?timestamps? ?wait?? | disable | put PORT BYTES VALUE"
}
