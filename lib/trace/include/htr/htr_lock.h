/* SPDX-License-Identifier: Apache-2.0 */
/* One program at a time: a file that is locked while it works, and free when it ends or dies. */
#ifndef HTR_LOCK_H
#define HTR_LOCK_H

#include "htr/htr_host.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Lock the file, which is made when it is not there and stays. `what` is locked, in messages.
 * Returns a descriptor for htr_lock_free; or after a message HTR_ERR_CONFLICT (another process has
 * the lock), HTR_ERR_OPEN. */
int htr_lock(struct htr_host *host, const char *path, const char *what) HTR_MUST_CHECK;

/* lock below 0: nothing. */
void htr_lock_free(int lock);

#ifdef __cplusplus
}
#endif

#endif
