# SPDX-License-Identifier: Apache-2.0
# What a component is: type and version from tr??Impl, which is at 0x004 in all of them (Trace Control Interface 1.0,
# "Versioning of Components", "Reset and Discovery").

namespace eval ::hartrace {
    variable types {1 encoder 8 funnel 9 ramsink 10 pibsink 14 atbbridge}
    variable prefixes {encoder trTe funnel trFunnel ramsink trRam pibsink trPib atbbridge trAtbBridge}
    variable titles {
        encoder "Trace Encoder" funnel "Trace Funnel" ramsink "Trace RAM Sink" pibsink "Trace PIB Sink"
        atbbridge "Trace ATB Bridge"
    }
}

# Name of a field that every component has: `common te0 Enable` is trTeEnable.
proc ::hartrace::common {name field} {
    variable prefixes
    return [dict get $prefixes [type $name]]$field
}

# Before the type is known, so by number: Active is bit 0 of the first register. It follows what was written when power and
# clock have followed; what is written before that may be lost.
proc ::hartrace::wait_active {name want} {
    set deadline [expr {[clock milliseconds] + [prop $name timeout]}]
    for {set reads 0} {$reads < 2 || [clock milliseconds] < $deadline} {incr reads} {
        if {([get $name 0] & 1) == $want} {
            return
        }
    }
    error "$name: bit 0 (Active) at [address $name 0] did not become $want within [prop $name timeout] ms: no trace\
 component there, or no clock or power"
}

# Impl can be read only while Active is 1. Returns its value; leaves Active as it was, and what was there: the address may be
# wrong.
proc ::hartrace::read_impl {name} {
    set control [get $name 0]
    if {$control & 1} {
        return [get $name 4]
    }
    put $name 0 1
    set failed [catch {
        wait_active $name 1
        get $name 4
    } impl]
    put $name 0 $control
    if {$failed} {
        error $impl
    }
    wait_active $name 0
    return $impl
}

# "Versioning of Components": 0 is not ratified; a higher major number is not compatible; a higher minor number is, without
# what it adds; minor number 15 is experimental.
proc ::hartrace::judge_version {name impl} {
    set major [expr {$impl & 15}]
    set minor [expr {($impl >> 4) & 15}]
    if {$major == 0} {
        error "$name: version $major.$minor is from before the ratified specification; this software supports 1.0"
    } elseif {$major > 1} {
        error "$name: version $major.$minor is newer than this software (1.0), and not compatible with it"
    } elseif {$minor == 15} {
        return "version $major.$minor is experimental"
    } elseif {$minor > 0} {
        return "version $major.$minor is newer than this software (1.0): what it adds is not used"
    }
    return ""
}

# Find type and version, once. The result is kept; a type that was given must be the one found.
proc ::hartrace::identify {name} {
    variable types
    if {[prop $name impl] ne ""} {
        return [prop $name type]
    }
    set impl [read_impl $name]
    set found [expr {($impl >> 8) & 15}]
    set given [prop $name type]
    if {![dict exists $types $found]} {
        error "$name: component type $found at [address $name 4] (Impl = [format 0x%08x $impl]) is not in this\
 specification: is -baseaddr correct?"
    }
    if {$given ne "" && $given ne [dict get $types $found]} {
        error "$name: -type says $given, but the component at [prop $name baseaddr] is of type [dict get $types $found]"
    }
    set warning [judge_version $name $impl]
    if {$warning ne ""} {
        echo "Warning: $name: $warning"
    }
    set_prop $name impl $impl
    set_prop $name type [dict get $types $found]
    return [dict get $types $found]
}

proc ::hartrace::info_text {name} {
    variable titles
    identify $name
    set impl [prop $name impl]
    set text "$name: [dict get $titles [type $name]], version [expr {$impl & 15}].[expr {($impl >> 4) & 15}]"
    append text ", at [format 0x%x [prop $name baseaddr]] of [prop $name target]"
    if {[type $name] eq "encoder"} {
        append text ", protocol version [expr {($impl >> 16) & 15}].[expr {($impl >> 20) & 15}]"
    } elseif {[type $name] eq "ramsink"} {
        append text ", [expr {($impl >> 12) & 1 ? "SRAM" : ""}][expr {(($impl >> 12) & 3) == 3 ? " and " : ""}]"
        append text "[expr {($impl >> 13) & 1 ? "SMEM" : ""}]"
    }
    return $text
}
