# SPDX-License-Identifier: Apache-2.0
# Registers and fields by name, over the target's physical memory accesses.

# Properties of an object.
proc ::hartrace::prop {name key} {
    variable objects
    return [dict get $objects $name $key]
}

proc ::hartrace::set_prop {name key value} {
    variable objects
    dict set objects $name $key $value
}

proc ::hartrace::address {name offset} {
    return [format 0x%x [expr {[prop $name baseaddr] + $offset}]]
}

# What to do when an access fails: the access itself leaves no reason but in OpenOCD's log.
proc ::hartrace::no_access {name what address reason} {
    error "$name: cannot $what $address: $reason. Is the component powered, and is the path to it correct? While harts\
 run, memory is reached over System Bus Access only (riscv set_mem_access sysbus)"
}

# n words of memory, as -access says.
proc ::hartrace::words_at {name at n} {
    set target [prop $name target]
    if {[prop $name access] ne "sba"} {
        return [$target read_memory $at 32 $n phys]
    }
    if {![sba_width $target]} {
        error "-access sba, but the target has no System Bus Access of 32 bits"
    }
    return [sba_read $target $at $n 4 [prop $name timeout]]
}

# One word at a byte offset of the register block.
proc ::hartrace::get {name offset} {
    set at [address $name $offset]
    if {[catch {words_at $name $at 1} words]} {
        no_access $name read $at $words
    }
    return [expr {[lindex $words 0] + 0}]
}

proc ::hartrace::put {name offset value} {
    set at [address $name $offset]
    set word [format 0x%x [expr {$value & 0xffffffff}]]
    if {[catch {
        if {[prop $name access] eq "sba"} {
            sba_write [prop $name target] $at $word [prop $name timeout]
        } else {
            [prop $name target] write_memory $at 32 [list $word] phys
        }
    } reason]} {
        no_access $name write $at $reason
    }
}

# The type of an object; found out from Impl when it was not given.
proc ::hartrace::type {name} {
    set type [prop $name type]
    return [expr {$type eq "" ? [identify $name] : $type}]
}

# Offset of a register by its name, `NAME[INDEX]` for one of several, or by a number.
proc ::hartrace::offset_of {name register} {
    set index 0
    if {[string is integer -strict $register]} {
        set offset [expr {$register + 0}]
        if {$offset < 0 || $offset > 0xffc || $offset % 4 != 0} {
            error "$name: offset $register is not a multiple of 4 in 0..0xffc"
        }
        return $offset
    }
    regexp {^(\w+)\[(\d+)\]$} $register - register index
    set registers [dict get $::hartrace_regs::registers [type $name]]
    if {![dict exists $registers $register]} {
        error "$name: a component of type [type $name] has no register or field $register; there are: [dict keys $registers]"
    }
    lassign [dict get $registers $register] offset count stride
    if {$index >= $count} {
        error "$name: $register has indices 0..[expr {$count - 1}]"
    }
    return [expr {$offset + $index * $stride}]
}

# {register lsb width} of a field, or nothing when there is none of that name. Where a register has one field of its own
# name, the name means the field.
proc ::hartrace::field_of {name field} {
    set index ""
    regexp {^(\w+)(\[\d+\])$} $field - field index
    set fields [dict get $::hartrace_regs::fields [type $name]]
    if {![dict exists $fields $field]} {
        return ""
    }
    lassign [dict get $fields $field] register lsb msb
    return [list $register$index $lsb [expr {$msb - $lsb + 1}]]
}

# Does NAME stand for two registers, NAMELow and NAMEHigh?
proc ::hartrace::is_pair {name register} {
    return [dict exists $::hartrace_regs::registers [type $name] ${register}Low]
}

# Bits of a register that a write of 1 clears: written as 0 whenever something else is meant.
proc ::hartrace::sticky_mask {name register} {
    set mask 0
    dict for {field facts} [dict get $::hartrace_regs::fields [type $name]] {
        lassign $facts of lsb msb access
        if {$of eq $register && $access eq "RW1C"} {
            set mask [expr {$mask | (((1 << ($msb - $lsb + 1)) - 1) << $lsb)}]
        }
    }
    return $mask
}

# Read a register, a pair of registers (64 bits), or a field.
proc ::hartrace::read_reg {name register} {
    if {![string is integer -strict $register]} {
        set field [field_of $name $register]
        if {$field ne ""} {
            lassign $field of lsb width
            return [expr {([get $name [offset_of $name $of]] >> $lsb) & ((1 << $width) - 1)}]
        }
        if {[is_pair $name $register]} {
            set low [get $name [offset_of $name ${register}Low]]
            return [expr {([get $name [offset_of $name ${register}High]] << 32) | $low}]
        }
    }
    return [get $name [offset_of $name $register]]
}

# A number, or the name of a field's value: "htm" for trTeInstMode.
proc ::hartrace::value_of {name register value} {
    set field [regsub {\[\d+\]$} $register {}]
    if {[string is integer -strict $value]} {
        return [expr {$value + 0}]
    }
    if {[dict exists $::hartrace_regs::values [type $name] $field]} {
        set named [dict get $::hartrace_regs::values [type $name] $field]
        if {[dict exists $named $value]} {
            return [dict get $named $value]
        }
        error "$name: $register has no value $value; it has: [dict keys $named]"
    }
    # Numbers above 31 bits are not "integer" to every Tcl.
    if {[regexp {^0[xX][0-9a-fA-F]{1,16}$|^\d{1,19}$} $value]} {
        return [expr {$value + 0}]
    }
    error "$name: $register: $value is not a number"
}

# Write a register whole, a pair (the high word first), or one field, the rest of its register as it is.
proc ::hartrace::write_reg {name register value} {
    set value [value_of $name $register $value]
    if {![string is integer -strict $register]} {
        set field [field_of $name $register]
        if {$field ne ""} {
            lassign $field of lsb width
            set mask [expr {(1 << $width) - 1}]
            if {($value & ~$mask) != 0} {
                error "$name: $register has $width bits, $value does not fit"
            }
            set offset [offset_of $name $of]
            set old [get $name $offset]
            set keep [expr {~($mask << $lsb) & ~[sticky_mask $name [regsub {\[\d+\]$} $of {}]]}]
            put $name $offset [expr {($old & $keep) | ($value << $lsb)}]
            return
        }
        if {[is_pair $name $register]} {
            put $name [offset_of $name ${register}High] [expr {($value >> 32) & 0xffffffff}]
            put $name [offset_of $name ${register}Low] [expr {$value & 0xffffffff}]
            return
        }
    }
    put $name [offset_of $name $register] $value
}

# Read field until it is `want`, until the object's deadline; at least two reads.
proc ::hartrace::wait_for {name field want} {
    set deadline [expr {[clock milliseconds] + [prop $name timeout]}]
    for {set reads 0} {$reads < 2 || [clock milliseconds] < $deadline} {incr reads} {
        if {[read_reg $name $field] == $want} {
            return
        }
    }
    error "$name: $field did not become $want within [prop $name timeout] ms: no clock or power, or the trace cannot be\
 delivered ($name configure -timeout MS allows more time)"
}
