/* SPDX-License-Identifier: Apache-2.0 */
/* Messages out of the frames of a CoreSight formatter (CoreSight Architecture, Formatter). */
#ifndef HTR_CORESIGHT_H
#define HTR_CORESIGHT_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Bytes that a formatter put into frames with this ATB ID. Returns how many; dst has room for n and
 * may be `frames`. */
size_t htr_coresight_unframe(const uint8_t *frames, size_t n, unsigned id, uint8_t *dst);

#ifdef __cplusplus
}
#endif

#endif
