/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Registers of trace components: on a live target, in a simulator, or in a table of values. The
 * host library reads them through one callback.
 */
#ifndef HTR_REGISTERS_H
#define HTR_REGISTERS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Read the register at this offset (0..0xFFC, a multiple of 4) of a component, by its index in the
 * topology. Returns NULL and *value, or why it cannot be read, in English; the text is used at
 * once. */
typedef const char *htr_read_register(void *ctx, unsigned component, uint32_t offset,
                                      uint32_t *value);

#ifdef __cplusplus
}
#endif

#endif
