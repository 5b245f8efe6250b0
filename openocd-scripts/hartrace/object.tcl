# SPDX-License-Identifier: Apache-2.0
# `hartrace` and the commands of its objects.

namespace eval ::hartrace {
    variable event_names {pre-enable post-enable pre-disable post-disable}
    variable known_types {encoder funnel ramsink pibsink atbbridge}
    variable methods {
        cget configure disable dump enable eventlist flush info read regs reset start status stimulus stop write
    }
}

proc ::hartrace::known {name} {
    variable objects
    if {![dict exists $objects $name]} {
        error "hartrace: no object $name; there are: [dict keys $objects]"
    }
}

# A property in the form in which `configure` takes it, checked.
proc ::hartrace::configure_one {name option value} {
    variable known_types
    switch -- $option {
        -target - -timeout - -strict - -set {}
        -access {
            if {!($value in {memory sba})} {
                error "$name: -access $value; use one of: memory sba"
            }
        }
        -baseaddr {
            if {![regexp {^(0[xX][0-9a-fA-F]+|\d+)$} $value] || $value % 4096 != 0} {
                error "$name: -baseaddr $value is not the address of a 4 KB block"
            }
        }
        -type {
            if {!($value in $known_types)} {
                error "$name: -type $value; use one of: $known_types"
            }
        }
        default {
            error "$name: option $option; use one of: -target -baseaddr -type -timeout -strict -access -set -event"
        }
    }
    if {$option in {-timeout -strict} && (![string is integer -strict $value] || $value < 0)} {
        error "$name: $option $value is not a number of 0 or more"
    }
    if {$option eq "-set" && [llength $value] % 2 != 0} {
        error "$name: -set takes a list {REGISTER VALUE ...}"
    }
    if {$option in {-target -baseaddr -type}} {
        set_prop $name impl ""
        set_prop $name ready 0
    }
    set_prop $name [string range $option 1 end] $value
}

proc ::hartrace::configure_event {name event body} {
    variable event_names
    if {!($event in $event_names)} {
        error "$name: event $event; use one of: $event_names"
    }
    set events [prop $name events]
    dict set events $event $body
    set_prop $name events $events
}

# OPTION VALUE..., with -event EVENT BODY. Without arguments: what is set.
proc ::hartrace::configure {name args} {
    if {[llength $args] == 0} {
        set all {}
        foreach option {target baseaddr type timeout strict access set} {
            lappend all -$option [prop $name $option]
        }
        return $all
    }
    while {[llength $args] > 0} {
        set option [lindex $args 0]
        set need [expr {$option eq "-event" ? 3 : 2}]
        if {[llength $args] < $need} {
            error "$name: $option needs [expr {$need == 3 ? "EVENT BODY" : "a value"}]"
        }
        if {$option eq "-event"} {
            configure_event $name [lindex $args 1] [lindex $args 2]
        } else {
            configure_one $name $option [lindex $args 1]
        }
        set args [lrange $args $need end]
    }
}

proc ::hartrace::cget {name option} {
    variable objects
    set key [string range $option 1 end]
    if {!($option in {-target -baseaddr -type -timeout -strict -access -set})} {
        error "$name: cget $option; use one of: -target -baseaddr -type -timeout -strict -access -set"
    }
    return [prop $name $key]
}

# A dictionary, for scripts as for people.
proc ::hartrace::status {name} {
    identify $name
    set active [read_reg $name [common $name Active]]
    set status [list active $active]
    if {!$active} {
        return $status
    }
    lappend status enabled [is_enabled $name] empty [read_reg $name [common $name Empty]]
    if {[type $name] eq "encoder"} {
        lappend status tracing [read_reg $name trTeInstTracing]
        lappend status stall_or_overflow [read_reg $name trTeInstStallOrOverflow]
    } elseif {[type $name] eq "ramsink"} {
        set wp [read_reg $name trRamWP]
        lappend status wp [format 0x%x [expr {$wp & ~3}]] wrapped [expr {$wp & 1}]
    }
    return $status
}

# Every register and its fields; of filters, comparators and stimulus ports those that do not read 0. trRamData is not read: reading moves
# trRamRP.
proc ::hartrace::regs {name} {
    make_identified_active $name
    set text ""
    dict for {register place} [dict get $::hartrace_regs::registers [type $name]] {
        lassign $place offset count stride
        for {set i 0} {$i < $count && $register ne "trRamData"} {incr i} {
            set at [expr {$offset + $i * $stride}]
            set value [get $name $at]
            if {($count > 1 || [string match trTeStim* $register]) && $value == 0} {
                continue
            }
            set label [expr {$count > 1 ? "$register\[$i\]" : $register}]
            append text [format "0x%03x %-30s 0x%08x%s\n" $at $label $value [fields_text $name $register $value]]
        }
    }
    return [string trimright $text]
}

# " field=value", fields other than 0 only.
proc ::hartrace::fields_text {name register value} {
    set text ""
    dict for {field facts} [dict get $::hartrace_regs::fields [type $name]] {
        lassign $facts of lsb msb
        set bits [expr {($value >> $lsb) & ((1 << ($msb - $lsb + 1)) - 1)}]
        if {$of eq $register && $field ne $register && $bits != 0} {
            append text " $field=$bits"
        }
    }
    return $text
}

# For each method: its arguments, for the message, and how many they may be.
proc ::hartrace::method {name method args} {
    variable methods
    variable event_names
    set n [llength $args]
    switch -- $method {
        configure { return [configure $name {*}$args] }
        stimulus { return [stimulus $name {*}$args] }
        cget { if {$n == 1} { return [cget $name [lindex $args 0]] } else { error "usage: $name cget -OPTION" } }
        read { if {$n == 1} { return [format 0x%x [read_reg $name [lindex $args 0]]] } }
        write { if {$n == 2} { return [write_reg $name {*}$args] } }
        dump { if {$n == 1} { return [dump $name [lindex $args 0]] } }
        eventlist { if {$n == 0} { return [events_text $name] } }
        info { if {$n == 0} { return [info_text $name] } }
        start { if {$n == 0} { return [start [list $name]] } }
        stop { if {$n == 0} { return [stop [list $name]] } }
        status - reset - flush - regs { if {$n == 0} { return [$method $name] } }
        enable { if {$n == 0} { return [enable $name] } }
        disable { if {$n == 0} { return [disable $name] } }
        default { error "$name: no method $method; there are: [join $methods]" }
    }
    error "usage: $name [dict get {read {read REGISTER} write {write REGISTER VALUE} dump {dump FILE}
        eventlist eventlist info info start start stop stop status status reset reset flush flush regs regs
        enable enable disable disable} $method]"
}

proc ::hartrace::events_text {name} {
    variable event_names
    set text ""
    foreach event $event_names {
        set events [prop $name events]
        append text [format "%-12s %s\n" $event [expr {[dict exists $events $event] ? [dict get $events $event] : "-"}]]
    }
    return [string trimright $text]
}

# `hartrace create NAME -target T -baseaddr A ?OPTION VALUE...?`
proc ::hartrace::create {name args} {
    variable objects
    if {![regexp {^[A-Za-z_][A-Za-z0-9_.]*$} $name]} {
        error "hartrace create: $name is not a name (letters, digits, _ and .)"
    }
    if {[dict exists $objects $name] || [llength [info commands $name]] > 0} {
        error "hartrace create: a command $name already exists"
    }
    dict set objects $name {target "" baseaddr "" type "" timeout 1000 strict 0 set {} events {} impl "" ready 0 access memory word_bytes 4}
    if {[catch {
        configure $name {*}$args
        if {[prop $name target] eq "" || [prop $name baseaddr] eq ""} {
            error "hartrace create $name: -target and -baseaddr are needed"
        }
    } reason]} {
        dict unset objects $name
        error $reason
    }
    proc ::$name {method args} "::hartrace::method [list $name] \$method {*}\$args"
    return $name
}

# Objects given, or all encoders: what `hartrace start` and `stop` work on.
proc ::hartrace::encoders_or {names} {
    variable objects
    foreach name $names {
        known $name
    }
    if {[llength $names] > 0} {
        return $names
    }
    foreach name [dict keys $objects] {
        if {[type $name] eq "encoder"} {
            lappend names $name
        }
    }
    if {[llength $names] == 0} {
        error "hartrace: no encoder; make one with hartrace create"
    }
    return $names
}

proc ::hartrace {command args} {
    switch -- $command {
        create { return [::hartrace::create {*}$args] }
        names { return [dict keys $::hartrace::objects] }
        connect { return [::hartrace::connect {*}$args] }
        start { return [::hartrace::start [::hartrace::encoders_or $args]] }
        stop { return [::hartrace::stop [::hartrace::encoders_or $args]] }
        snapshot { return [::hartrace::snapshot {*}$args] }
        default { error "hartrace: no command $command; there are: connect create names snapshot start stop" }
    }
}
