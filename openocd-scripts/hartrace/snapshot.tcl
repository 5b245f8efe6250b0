# SPDX-License-Identifier: Apache-2.0
# All of a trace in one folder, for a report: the form of docs/reference/snapshot.md, which is the Arm snapshot format 1.0. `hartrace
# decode FOLDER` decodes it.

proc ::hartrace::write_file {path text} {
    set file [open $path w]
    puts -nonewline $file $text
    close $file
}

# The INI file of a component: what it is, and every register but trRamData, which reading would change; of filters, stimulus ports and
# comparators those that do not read 0.
proc ::hartrace::device_text {name} {
    variable titles
    if {[type $name] eq "encoder"} {
        set class "class=trace_source\ntype=[expr {[speaks_etrace $name] ? "E-Trace2.0" : "N-Trace1.0"}]"
    } else {
        set class "class=trace_[type $name]\ntype=[dict get $titles [type $name]]"
    }
    set text "\[device\]\nname=$name\n$class\nlocation=address:[format 0x%x [prop $name baseaddr]]\n\n\[regs\]\n"
    dict for {register place} [dict get $::hartrace_regs::registers [type $name]] {
        lassign $place offset count stride
        for {set i 0} {$i < $count && $register ne "trRamData"} {incr i} {
            set at [expr {$offset + $i * $stride}]
            set value [get $name $at]
            set label [expr {$count > 1 ? "$register\[$i\]" : $register}]
            if {($count == 1 && ![string match trTeStim* $register]) || $value != 0} {
                append text [format "%s(id:0x%03X,size:32)=0x%08X\n" $label [expr {$at / 4}] $value]
            }
        }
    }
    return $text
}

# The RAM sink that an object's trace ends in, "" without.
proc ::hartrace::sink_of {name} {
    foreach next [downstream $name] {
        if {[type $next] eq "ramsink"} {
            return $next
        }
    }
    return ""
}

proc ::hartrace::buffer_text {k name folder} {
    set bytes [dump $name $folder/$name.bin]
    set status [status $name]
    return "\n\[buffer$k\]\nname=$name\nfile=$name.bin\nformat=source_data\norder=oldest_first\nwrapped=[dict get $status\
        wrapped]\nwrite_pointer=[dict get $status wp]\n"
}

# What was not set up by these objects, or not stopped, is refused before anything is written.
proc ::hartrace::check_stopped {names} {
    set active {}
    foreach name $names {
        identify $name
        if {[read_reg $name [common $name Active]]} {
            if {[is_enabled $name]} {
                error "$name: still enabled: hartrace stop first, trace in flight would be lost"
            }
            lappend active $name
        }
    }
    return $active
}

# The name of image k in the folder, as `hartrace snapshot` gives it: with a number where it could be another file's.
proc ::hartrace::image_name {k path others} {
    set base [file tail $path]
    regsub -all {[\x01-\x20\x7f]} $base _ name
    if {$name ne $base || [lsearch -exact $others $base] >= 0 || [string match image* $base] || [string match .* $base] ||
        [file extension $base] in {.ini .bin .dtb}} {
        return image$k-$name
    }
    return $name
}

# Decoding the snapshot will want executables: what is none is refused before anything is read.
proc ::hartrace::check_image {path} {
    set file [open $path rb]
    set magic [read $file 4]
    close $file
    if {$magic ne "\x7fELF"} {
        error "$path: not an ELF file; give a RISC-V executable"
    }
}

proc ::hartrace::snapshot {folder args} {
    variable objects
    foreach image $args {
        check_image $image
    }
    set active [check_stopped [dict keys $objects]]
    file mkdir $folder
    set index "\[snapshot\]\nversion=1.0\ndescription=RISC-V trace, read through OpenOCD\n\n\[device_list\]\n"
    set buffers {}
    set texts ""
    set sources ""
    set k 0
    foreach name $active {
        write_file $folder/$name.ini [device_text $name]
        append index "device$k=$name.ini\n"
        incr k
        if {[type $name] eq "ramsink"} {
            append texts [buffer_text [llength $buffers] $name $folder]
            lappend buffers buffer[llength $buffers]
        } elseif {[type $name] eq "encoder" && [sink_of $name] ne ""} {
            append sources "$name=[sink_of $name]\n"
        }
    }
    append index "\n\[trace\]\nmetadata=trace.ini\n\n\[hartrace\]\n"
    set k 0
    set names {}
    foreach image $args {
        set name [image_name $k $image $names]
        file copy -force $image $folder/$name
        append index "image$k=$name\n"
        lappend names $name
        incr k
    }
    write_file $folder/trace.ini \
        "\[trace_buffers\]\nbuffers=[join $buffers ,]\n$texts\n\[source_buffers\]\n$sources"
    write_file $folder/snapshot.ini $index
    return $folder
}
