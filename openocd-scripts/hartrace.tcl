# SPDX-License-Identifier: Apache-2.0
# RISC-V trace components in OpenOCD 0.12, in the manner of its own `tpiu` and `cti`.
#
#   source [find hartrace.tcl]
#   hartrace create te0 -target riscv.cpu -baseaddr 0x3020000
#   hartrace create ram0 -target riscv.cpu -baseaddr 0x6000000 -set {trRamMode sram}
#   hartrace connect te0 ram0
#   te0 start ; te0 stop ; ram0 dump trace.nex
#
# Sourcing defines commands and does nothing else: no access to a target. All accesses to components are physical and 32
# bits wide (Trace Control Interface 1.0, "Trace Control Interface Overview"), but for stores to stimulus ports; whether they go over System Bus Access is
# OpenOCD's setting: `riscv set_mem_access sysbus` works while harts run.
#
# The names of registers and fields are those of the specification, from the generated register map: regs.tcl, in hartrace/ or beside this
# file when installed, regmap/gen/tcl/regs.tcl in the source tree.

namespace eval ::hartrace {
    variable folder [file dirname [info script]]
    # objects: name -> properties; links: list of {source destination input}
    if {![info exists objects]} {
        variable objects [dict create]
        variable links [list]
    }
}

foreach hartrace_file [list $::hartrace::folder/hartrace/regs.tcl $::hartrace::folder/regs.tcl $::hartrace::folder/../regmap/gen/tcl/regs.tcl] {
    if {[file exists $hartrace_file]} {
        source $hartrace_file
        break
    }
}
if {![info exists ::hartrace_regs::registers]} {
    error "hartrace.tcl: no register map: regs.tcl must be in the folder hartrace, or beside this file"
}
foreach hartrace_file {sba access identity ramsink control path snapshot stimulus object help} {
    source $::hartrace::folder/hartrace/$hartrace_file.tcl
}
unset hartrace_file
