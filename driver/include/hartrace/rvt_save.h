/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Save the registers of a component before it loses power, and restore them afterwards.
 *
 * TCI 1.0, chapters "Trace Component Register Map", "Reset and Discovery".
 */
#ifndef HARTRACE_RVT_SAVE_H
#define HARTRACE_RVT_SAVE_H

#include <stddef.h>
#include <stdint.h>

#include "hartrace/rvt_component.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Words that are enough for a component of any type. */
#define RVT_SAVE_WORDS 168

/*
 * Read all registers that can be written into words; *used is their number. The component must be
 * stopped: disable it first. Not saved: the timestamp counter, sticky bits, the memory of a RAM
 * sink in SRAM mode, vendor registers.
 *
 * RVT_ERR_STATE: not reset, or enabled.
 * RVT_ERR_RANGE: more than nwords; *used says how many are needed, and nothing was read.
 * Else the port's error.
 */
RVT_MUST_CHECK enum rvt_status rvt_save(const struct rvt_component *c, uint32_t *words,
                                        size_t nwords, size_t *used);

/*
 * rvt_component_reset, then write what was saved. The component stays disabled, in the state that
 * it was saved in (reset or configured); what the driver remembers of it (struct rvt_encoder,
 * struct rvt_ramsink) must have been kept. On an error its state is RVT_STATE_UNKNOWN.
 *
 * RVT_ERR_ARG: words was not saved from a component of this type; no hardware was touched.
 * RVT_ERR_DATA: another version or vendor detail in Impl than when it was saved, or a register does
 *   not take back its value.
 * Else as rvt_component_reset.
 */
RVT_MUST_CHECK enum rvt_status rvt_restore(struct rvt_component *c, const uint32_t *words,
                                           size_t nwords);

#ifdef __cplusplus
}
#endif

#endif
