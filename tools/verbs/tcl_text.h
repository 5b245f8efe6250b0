/* SPDX-License-Identifier: Apache-2.0 */
/* Text in Tcl scripts that this program writes: the one place that knows what Tcl makes of it. */
#ifndef TOOLS_TCL_TEXT_H
#define TOOLS_TCL_TEXT_H

#include <stdio.h>

/* Write text as one word of Tcl and of Jim Tcl whose value is the text, byte for byte: no
 * substitution, no end of the command, and no brace that would count in a script around it. Also
 * safe in a comment. An empty text is {}. */
void tcl_word(FILE *f, const char *text);

#endif
