/* SPDX-License-Identifier: Apache-2.0 */
/* SIGINT and SIGTERM ask for an end: long work looks here between two steps, stops, and keeps what
 * it has. */
#ifndef TOOLS_INTERRUPT_H
#define TOOLS_INTERRUPT_H

#include <stdbool.h>

/* From now on SIGINT and SIGTERM are remembered instead of ending the program. Blocking calls
 * return EINTR. The third signal ends the program at once. May be called again. */
void interrupt_install(void);

/* True if one of them came since interrupt_install. Costs one load; safe in any thread. */
bool interrupted(void);

#endif
