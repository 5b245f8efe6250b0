# SPDX-License-Identifier: Apache-2.0
# Reset, settings, enable and disable of one component (Trace Control Interface 1.0, "Reset and Discovery", "Enabling and
# Disabling").

# Run the body that `configure -event` gave.
proc ::hartrace::event {name which} {
    set events [prop $name events]
    if {[dict exists $events $which]} {
        uplevel #0 [dict get $events $which]
    }
}

# The table "Trace Components Reset": what the hardware leaves undefined is written, all of it as 0; bits that a write of 1
# clears are cleared. Start, limit and pointers of a RAM sink follow when it is set up; filters and comparators take no
# part while trTeInstFilters is 0.
proc ::hartrace::write_defaults {name} {
    set undefined [dict create]
    dict for {field facts} [dict get $::hartrace_regs::fields [type $name]] {
        lassign $facts register lsb msb access reset
        lassign [dict get $::hartrace_regs::registers [type $name] $register] offset count
        set pointer [regexp {^trRam(Start|Limit|WP|RP|Data)} $register]
        if {($reset eq "undef" || $access eq "RW1C") && $count == 1 && !$pointer} {
            dict set undefined [expr {$offset + 0}] [sticky_mask $name $register]
        }
    }
    # Never without Active: that would be a reset.
    dict set undefined 0 [expr {[sticky_mask $name [common $name Control]] | 1}]
    dict for {offset value} $undefined {
        put $name $offset $value
    }
}

# To the state after reset, identified, nothing undefined. Trace that was in the component is lost.
proc ::hartrace::reset {name} {
    set_prop $name ready 0
    put $name 0 0
    wait_active $name 0
    put $name 0 1
    wait_active $name 1
    identify $name
    if {[type $name] eq "ramsink"} {
        wait_for $name trRamEmpty 1
    }
    write_defaults $name
    set_prop $name ready 1
}

# What `configure -set` asks for, in its order, while the component is disabled. What was not granted is said; with
# -strict 1 it is an error.
proc ::hartrace::apply_settings {name} {
    foreach {register value} [prop $name set] {
        if {[type $name] eq "ramsink" && [regexp {^trRam(Start|Limit)} $register]} {
            continue
        }
        setting $name $register $value
    }
}

proc ::hartrace::setting {name register value} {
    set asked [value_of $name $register $value]
    write_reg $name $register $asked
    set granted [read_reg $name $register]
    if {$granted != $asked} {
        set text "$name: $register: asked for $value, granted [format 0x%x $granted]"
        if {[prop $name strict]} {
            error $text
        }
        echo "Warning: $text"
    }
    return $granted
}

# E-Trace: trTeFormat 0 with trTeInstMode 7 (Efficient Trace 2.0, "Encoder Control").
proc ::hartrace::speaks_etrace {name} {
    return [expr {[read_reg $name trTeFormat] == [value_of $name trTeFormat etrace] && [read_reg $name trTeInstMode] == 7}]
}

# Will this encoder send E-Trace: was it asked to, or does it?
proc ::hartrace::wants_etrace {name} {
    set given [prop $name set]
    if {[dict exists $given trTeFormat]} {
        return [expr {[value_of $name trTeFormat [dict get $given trTeFormat]] == [value_of $name trTeFormat etrace]}]
    }
    return [expr {[read_reg $name trTeActive] && [is_enabled $name] && [speaks_etrace $name]}]
}

# The encoders whose trace reaches a sink.
proc ::hartrace::encoders_of {sink} {
    variable links
    set found {}
    foreach link $links {
        set from [lindex $link 0]
        if {[type $from] eq "encoder" && $sink in [downstream $from] && !($from in $found)} {
            lappend found $from
        }
    }
    return $found
}

# A memory of E-Trace that wraps needs synchronization sequences (Packet Encapsulation 1.0, "Synchronization").
proc ::hartrace::default_async {sink} {
    foreach name [encoders_of $sink] {
        if {[wants_etrace $name] && ![dict exists [prop $sink set] trRamAsyncFreq]} {
            setting $sink trRamAsyncFreq 6
            return
        }
    }
}

# Both protocols in one byte stream cannot be told apart.
proc ::hartrace::check_protocols {names} {
    foreach name $names {
        foreach sink [downstream $name] {
            if {[type $name] ne "encoder" || [llength [downstream $sink]] > 1} {
                continue
            }
            foreach other [encoders_of $sink] {
                set counts [expr {$other in $names || ([read_reg $other trTeActive] && [is_enabled $other])}]
                if {$counts && [wants_etrace $name] != [wants_etrace $other]} {
                    lassign [expr {[wants_etrace $name] ? [list $name $other] : [list $other $name]}] etrace ntrace
                    error "$etrace sends E-Trace and $ntrace N-Trace, both to $sink, where they cannot be told apart: give each\
 protocol a sink of its own, or both the same trTeFormat"
                }
            }
        }
    }
}

# Settings that a capture needs, when the user gave none: N-Trace, history mode, and a synchronizing message now and then
# (every 256 messages, or 4096 cycles where messages are not counted), without which a buffer that has wrapped cannot be
# decoded. `-set {trTeFormat etrace}` chooses E-Trace, which has no modes.
proc ::hartrace::default_settings {name} {
    set given [prop $name set]
    if {[type $name] ne "encoder"} {
        return
    }
    if {![dict exists $given trTeFormat]} {
        setting $name trTeFormat ntrace
    }
    set etrace [expr {[read_reg $name trTeFormat] == [value_of $name trTeFormat etrace]}]
    if {!$etrace && ![dict exists $given trTeInstMode]} {
        setting $name trTeInstMode htm
    }
    if {![dict exists $given trTeInstSyncMode]} {
        foreach {mode max} {messages 4 cycles 8} {
            write_reg $name trTeInstSyncMode $mode
            if {![dict exists $given trTeInstSyncMax]} {
                write_reg $name trTeInstSyncMax $max
            }
            if {[read_reg $name trTeInstSyncMode] == [value_of $name trTeInstSyncMode $mode]} {
                break
            }
        }
    }
}

proc ::hartrace::is_enabled {name} {
    return [read_reg $name [common $name Enable]]
}

# Reset it unless this library did since it was last found inactive.
proc ::hartrace::make_ready {name} {
    identify $name
    if {![prop $name ready] || ![read_reg $name [common $name Active]]} {
        reset $name
    }
}

# Returns 1 when it was this call that enabled the component.
proc ::hartrace::enable {name} {
    make_ready $name
    if {[is_enabled $name]} {
        return 0
    }
    event $name pre-enable
    apply_settings $name
    default_settings $name
    if {[type $name] eq "ramsink"} {
        set_buffer $name
        default_async $name
    }
    write_reg $name [common $name Enable] 1
    if {[catch {wait_for $name [common $name Enable] 1} reason]} {
        catch {write_reg $name [common $name Enable] 0}
        error $reason
    }
    event $name post-enable
    return 1
}

# Disable and let everything flow out. A component that is not active has nothing.
proc ::hartrace::disable {name} {
    identify $name
    if {![read_reg $name [common $name Active]]} {
        return
    }
    set enabled [is_enabled $name]
    if {$enabled} {
        event $name pre-disable
        write_reg $name [common $name Enable] 0
        wait_for $name [common $name Enable] 0
    }
    wait_for $name [common $name Empty] 1
    if {$enabled} {
        event $name post-disable
    }
}

# trTeInstTracing; while triggers decide, it need not follow at once.
proc ::hartrace::set_tracing {name on} {
    write_reg $name trTeInstTracing $on
    if {![read_reg $name trTeInstTrigEnable]} {
        wait_for $name trTeInstTracing $on
    }
}

# Everything collected so far moves on, and the component goes on as before: setting Enable to 0 is what flushes.
proc ::hartrace::flush {name} {
    make_identified_active $name
    if {![is_enabled $name]} {
        wait_for $name [common $name Empty] 1
        return
    }
    set tracing [expr {[type $name] eq "encoder" && [read_reg $name trTeInstTracing]}]
    write_reg $name [common $name Enable] 0
    wait_for $name [common $name Enable] 0
    wait_for $name [common $name Empty] 1
    write_reg $name [common $name Enable] 1
    wait_for $name [common $name Enable] 1
    if {$tracing} {
        set_tracing $name 1
    }
}

proc ::hartrace::make_identified_active {name} {
    identify $name
    if {![read_reg $name [common $name Active]]} {
        error "$name: not active; $name reset or $name start first"
    }
}
