/* SPDX-License-Identifier: Apache-2.0 */
/* The text of OpenOCD's answers, apart from the socket. */
#ifndef RVT_OPENOCD_TEXT_H
#define RVT_OPENOCD_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Split the answer to `list [catch {SCRIPT} r] $r`: a return code, then one element of a Tcl list,
 * braced, quoted by backslashes, or plain. text (a string) is changed in place.
 *
 * Returns the return code (0: success) and sets *value to the element; -1 when text is not of this
 * form.
 */
int rvt_openocd_split(char *text, char **value);

/* Read exactly n numbers of at most 32 bits, "0x" with hexadecimal digits or decimal, between
 * blanks. False when there are more, fewer, or something else; dst may have been written then. */
bool rvt_openocd_words(const char *text, uint32_t *dst, size_t n);

/* Tcl for the server: ::hartrace_port::width TARGET, read TARGET ADDRESS N STEP MS, write TARGET
 * ADDRESS WORD MS. TARGET "" is the current one. */
extern const char rvt_openocd_sba_script[];

/* Tcl for the server: ::hartrace_poll::quiet before an access, ::hartrace_poll::loud to end it.
 * Returns 1 when they can be used: background polling is on, or off by quiet. */
extern const char rvt_openocd_poll_script[];

#endif
