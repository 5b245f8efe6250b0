/* SPDX-License-Identifier: Apache-2.0 */
/* The trace of a device with quirks, as N-Trace. */
#include <stdlib.h>
#include <string.h>

#include "htk_normalize.h"

bool htk_normalize_dut(struct htk_dut *d)
{
    struct htr_host host = {0};
    struct htk_normal normal = {.n = 0};
    const size_t n = d->n - d->plain;
    bool good =
        htk_normalize(d->profile, &d->cfg, d->bytes + d->plain, n, &host, &normal) == HTR_OK;
    uint8_t *more = good ? realloc(d->bytes, d->plain + normal.n + 1) : NULL;
    good = more != NULL;
    if (good) {
        memcpy(more + d->plain, normal.n > 0 ? normal.bytes : more, normal.n);
        d->bytes = more;
        d->n = d->plain = d->plain + normal.n;
        d->room = d->n + 1;
        for (unsigned q = 0; q < HTK_QUIRKS; q++) {
            d->use[q] += normal.use[q];
        }
    }
    htk_normal_free(&normal);
    return good;
}
