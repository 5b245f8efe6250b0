/* SPDX-License-Identifier: Apache-2.0 */
/* The only volatile of fwtrace: the store to a stimulus register. */
#include "fwtrace/fwt_stim.h"

int fwt_stim_put(void *base, unsigned channel, uint32_t value)
{
    ((volatile uint32_t *)base)[channel & 31u] = value;
    return FWT_OK;
}
