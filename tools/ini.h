/* SPDX-License-Identifier: Apache-2.0 */
/* Reading INI files: [section] lines, KEY=VALUE lines, ; and # comments, blanks around all of them.
 */
#ifndef TOOLS_INI_H
#define TOOLS_INI_H

/* Called for each KEY=VALUE, with the section that it is in ("" before the first). Returns 0 to go
 * on, anything else ends the reading and is returned. The strings are valid during the call. */
typedef int (*ini_entry)(void *ctx, const char *section, const char *key, const char *value);

/* Returns 0, what an entry returned, or TOOL_CANNOT after a message that names the line. */
int ini_read(const char *verb, const char *path, ini_entry entry, void *ctx);

#endif
