/* SPDX-License-Identifier: Apache-2.0 */
/* OpenOCD 0.12 polls every target before every command; most of an access is that. In place of it,
 * one poll in 100 ms, which is OpenOCD's own interval, and an end of it when no access comes. */
#include "rvt_openocd_text.h"

const char rvt_openocd_poll_script[] =
    "namespace eval ::hartrace_poll {\n"
    "  variable due 0\n"
    "  variable id {}\n"
    "  variable held\n"
    "  if {![info exists held]} {set held 0}\n"
    "}\n"
    /* The command that turns polling off is still preceded by a poll. */
    "proc ::hartrace_poll::quiet {} {\n"
    "  variable due; variable id; variable held\n"
    "  set now [clock milliseconds]\n"
    "  if {$held && $now >= $due} {poll on; set held 0}\n"
    "  if {!$held} {poll off; set held 1; set due [expr {$now + 100}]}\n"
    "  after cancel $id\n"
    "  set id [after 300 ::hartrace_poll::loud]\n"
    "}\n"
    "proc ::hartrace_poll::loud {} {\n"
    "  variable id; variable held\n"
    "  after cancel $id\n"
    "  if {$held} {poll on; set held 0}\n"
    "}\n"
    "expr {[llength [info commands after]] && ($::hartrace_poll::held ||\n"
    "  [string match {*polling: on*} [poll]])}";
