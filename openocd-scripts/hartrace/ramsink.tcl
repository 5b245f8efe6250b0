# SPDX-License-Identifier: Apache-2.0
# The RAM sink: its buffer, and reading it out, oldest byte first (Trace Control Interface 1.0, "Trace RAM Sink").

# Write start, limit and pointers while the sink is disabled. SRAM has its place in hardware, and all of it is used unless
# trRamLimit is set; in system memory the user must say where. What was granted is kept.
proc ::hartrace::set_buffer {name} {
    set wanted [prop $name set]
    set smem [read_reg $name trRamMode]
    if {$smem && !([dict exists $wanted trRamStart] && [dict exists $wanted trRamLimit])} {
        error "$name: in system memory the buffer must be given: $name configure -set {trRamMode smem trRamStart ADDRESS\
 trRamLimit ADDRESS} (the limit is the address of the last access, not the end)"
    }
    if {$smem} {
        setting $name trRamStart [dict get $wanted trRamStart]
        setting $name trRamLimit [dict get $wanted trRamLimit]
    } else {
        write_reg $name trRamStart 0
        if {[dict exists $wanted trRamLimit]} {
            setting $name trRamLimit [dict get $wanted trRamLimit]
        } else {
            write_reg $name trRamLimit 0xffffffffffffffff
        }
    }
    set start [read_reg $name trRamStart]
    write_reg $name trRamWP $start
    write_reg $name trRamRP $start
    if {[read_reg $name trRamWP] != $start} {
        error "$name: trRamWP does not take the address of the start, [format 0x%x $start]"
    }
}

# Bytes of one access: the lowest bit set in the address of the last one, 4 when that says nothing (SRAM is read by words).
proc ::hartrace::access_bytes {name limit} {
    if {![read_reg $name trRamMode]} {
        return 4
    }
    set bytes [expr {$limit & -$limit}]
    return [expr {$bytes < 4 ? 4 : $bytes > 16 ? 16 : $bytes}]
}

# {address bytes} of the pieces of the trace, oldest first. Bit 0 of the write pointer says that it has wrapped.
proc ::hartrace::spans {name} {
    set start [read_reg $name trRamStart]
    set limit [read_reg $name trRamLimit]
    set wp [read_reg $name trRamWP]
    set wrapped [expr {$wp & 1}]
    set wp [expr {$wp & ~3}]
    set end [expr {$limit + [prop $name word_bytes]}]
    if {$wp < $start || $wp > $limit} {
        error "$name: trRamWP [format 0x%x $wp] is outside of [format 0x%x $start]..[format 0x%x $limit]: did another program\
 write to the pointers?"
    }
    if {!$wrapped} {
        return [list [list $start [expr {$wp - $start}]]]
    }
    return [list [list $wp [expr {$end - $wp}]] [list $start [expr {$wp - $start}]]]
}

# Bytes of words, lowest first, in Jim (pack) and in Tcl (binary).
proc ::hartrace::bytes_of {words} {
    if {[llength [info commands binary]]} {
        return [binary format i* $words]
    }
    set bytes {}
    set bit 0
    foreach word $words {
        pack bytes $word -intle 32 $bit
        incr bit 32
    }
    return $bytes
}

# n words at an address, from memory.
proc ::hartrace::memory_words {name at n} {
    set address [format 0x%x $at]
    if {[catch {words_at $name $address $n} words]} {
        no_access $name "read the trace at" $address $words
    }
    return $words
}

# n words of the buffer through trRamData, which moves on by itself from trRamRP. Quicker by the debug module's own registers.
proc ::hartrace::port_words {name n} {
    set target [prop $name target]
    set address [address $name [offset_of $name trRamData]]
    if {[sba_width $target]} {
        if {[catch {sba_read $target $address $n 0 [expr {[prop $name timeout] + 5 * $n}]} words]} {
            no_access $name "read the trace at" $address $words
        }
        return $words
    }
    set words {}
    for {set i 0} {$i < $n} {incr i} {
        lappend words [lindex [$target read_memory $address 32 1 phys] 0]
    }
    return $words
}

# Write the trace to a file, oldest byte first. Returns the number of bytes.
proc ::hartrace::dump {name path} {
    make_identified_active $name
    if {[type $name] ne "ramsink"} {
        error "$name: a component of type [type $name] holds no trace; dump a ramsink"
    }
    if {[is_enabled $name]} {
        error "$name: still enabled: stop the trace first, trace in flight would be lost"
    }
    set limit [read_reg $name trRamLimit]
    set_prop $name word_bytes [access_bytes $name $limit]
    set spans [spans $name]
    set through_port [expr {![read_reg $name trRamMode]}]
    set file [open $path w]
    if {[catch {
        fconfigure $file -translation binary
        set total 0
        foreach span $spans {
            lassign $span at bytes
            if {$through_port && $bytes > 0} {
                write_reg $name trRamRP $at
            }
            for {set left [expr {$bytes / 4}]} {$left > 0} {set left [expr {$left - $n}]} {
                set n [expr {$left < 1024 ? $left : 1024}]
                set words [expr {$through_port ? [port_words $name $n] : [memory_words $name $at $n]}]
                puts -nonewline $file [bytes_of $words]
                set at [expr {$at + 4 * $n}]
            }
            set total [expr {$total + $bytes}]
        }
    } reason]} {
        close $file
        error $reason
    }
    close $file
    return $total
}
