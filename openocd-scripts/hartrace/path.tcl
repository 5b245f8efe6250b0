# SPDX-License-Identifier: Apache-2.0
# Paths: enabled from the sinks up, disabled from the encoders down ("Enabling and Disabling").

# `hartrace connect SOURCE DESTINATION ?-input N?`
proc ::hartrace::connect {source destination args} {
    variable links
    set input 0
    foreach name [list $source $destination] {
        known $name
    }
    foreach {option value} $args {
        if {$option ne "-input" || ![string is integer -strict $value] || $value < 0 || $value > 15} {
            error "hartrace connect: $option $value: use -input 0..15"
        }
        set input $value
    }
    foreach link $links {
        lassign $link from to at
        if {$to eq $destination && $at == $input && $from ne $source} {
            error "hartrace connect: input $input of $destination already has a sender: $from"
        }
        if {$link eq [list $source $destination $input]} {
            return
        }
    }
    if {$source in [downstream $destination]} {
        error "hartrace connect: $source -> $destination closes a loop"
    }
    lappend links [list $source $destination $input]
}

# A name and everything that its trace flows to; each before what sends to it. No loops: connect refuses them.
proc ::hartrace::downstream {name} {
    variable links
    set order {}
    foreach link $links {
        lassign $link from to
        if {$from eq $name} {
            foreach next [downstream $to] {
                if {!($next in $order)} {
                    lappend order $next
                }
            }
        }
    }
    lappend order $name
    return $order
}

proc ::hartrace::senders {name} {
    variable links
    set from {}
    foreach link $links {
        if {[lindex $link 1] eq $name} {
            lappend from [lindex $link 0]
        }
    }
    return $from
}

# The objects of `names` and all that they send to, sinks first.
proc ::hartrace::start_order {names} {
    set order {}
    foreach name $names {
        foreach next [downstream $name] {
            if {!($next in $order)} {
                lappend order $next
            }
        }
    }
    return $order
}

# Enable everything on the way, then let the encoders trace. On an error all that this call enabled is disabled
# again, and what it found in reset goes back there.
proc ::hartrace::start {names} {
    set done {}
    set asleep {}
    set code [catch {
        foreach name [start_order $names] {
            identify $name
            if {![read_reg $name [common $name Active]]} {
                lappend asleep $name
            }
        }
        check_protocols $names
        foreach name [start_order $names] {
            if {[enable $name]} {
                lappend done $name
            }
        }
        foreach name $names {
            if {[type $name] eq "encoder" && ![read_reg $name trTeInstTrigEnable]} {
                set_tracing $name 1
            }
        }
    } reason]
    if {$code != 0} {
        foreach name [lreverse_list $done] {
            catch {disable $name}
        }
        foreach name $asleep {
            catch {put $name 0 0}
            set_prop $name ready 0
        }
        error $reason
    }
}

# Stop the encoders, then what follows them, unless another sender still uses it. An error does not keep the rest from being
# stopped; the first is raised at the end.
proc ::hartrace::stop {names} {
    set errors {}
    foreach name $names {
        if {[catch {stop_encoder $name} reason]} {
            lappend errors $reason
        }
    }
    foreach name [lreverse_list [start_order $names]] {
        if {[catch {stop_unless_used $name} reason]} {
            lappend errors $reason
        }
    }
    if {[llength $errors]} {
        error [lindex $errors 0]
    }
}

proc ::hartrace::stop_encoder {name} {
    identify $name
    if {[type $name] eq "encoder" && [read_reg $name trTeActive] && [is_enabled $name]} {
        set_tracing $name 0
    }
}

proc ::hartrace::stop_unless_used {name} {
    foreach sender [senders $name] {
        if {[read_reg $sender [common $sender Active]] && [is_enabled $sender]} {
            return
        }
    }
    disable $name
}

proc ::hartrace::lreverse_list {list} {
    set reversed {}
    foreach item $list {
        set reversed [linsert $reversed 0 $item]
    }
    return $reversed
}
