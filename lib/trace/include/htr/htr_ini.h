/* SPDX-License-Identifier: Apache-2.0 */
/* Reading INI files: [section] lines, KEY=VALUE lines, ; and # comments, blanks around all of them.
 */
#ifndef HTR_INI_H
#define HTR_INI_H

#include "htr/htr_host.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Called for each KEY=VALUE, with the section that it is in ("" before the first). Returns 0 to go
 * on, anything else ends the reading and is returned. The strings are valid during the call. */
typedef int (*htr_ini_entry)(void *ctx, const char *section, const char *key, const char *value);

/* Returns 0, what an entry returned, or HTR_ERR_* after a message that names the line. */
int htr_ini_read(struct htr_host *host, const char *path, htr_ini_entry entry,
                 void *ctx) HTR_MUST_CHECK;

#ifdef __cplusplus
}
#endif

#endif
