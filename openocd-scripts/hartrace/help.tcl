# SPDX-License-Identifier: Apache-2.0
# Texts for OpenOCD's `help` and `usage`.

if {[llength [info commands add_help_text]] > 0} {
    add_help_text hartrace "RISC-V trace components: create adds a command for one; connect links two;\
 names lists them; start and stop act on the paths of the given encoders, or of all; snapshot\
 saves registers and trace in a folder"
    add_usage_text hartrace "(create NAME -target TARGET -baseaddr ADDRESS\
 \['-type' (encoder|funnel|ramsink|pibsink|atbbridge)\] \['-set' {REGISTER VALUE ...}\] \['-timeout' MS\] \['-strict' (0|1)\] \['-access' (memory|sba)\]\
 \['-event' EVENT BODY\] | names | connect SOURCE DESTINATION \['-input' N\] | start \[NAME ...\] | stop \[NAME ...\] |\
 snapshot FOLDER \[IMAGE ...\])"
}
