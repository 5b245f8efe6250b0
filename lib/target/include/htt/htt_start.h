/* SPDX-License-Identifier: Apache-2.0 */
/* Starting the trace of a live target: sinks, funnels, encoders. */
#ifndef HTT_START_H
#define HTT_START_H

#include "htr/htr_settings.h"
#include "htt/htt_target.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The settings to program; all but `settings` may be zero. */
struct htt_start {
    struct htr_settings settings; /* of every encoder: htr_settings_parse. Without trTeInstSyncMode
                                     there is a synchronizing message every 256 messages, so that a
                                     buffer that wraps can be decoded */
    struct htr_list sinks;        /* as htt_sinks_use; none: the first that each encoder reaches */
    bool stop_on_wrap;            /* RAM sinks stop when they are full */
    uint64_t buffer_start;        /* system memory for the trace if the tree gives none */
    uint64_t buffer_size;         /* bytes; 0: there is none */
    const struct rvt_pibsink_cfg *pibsink; /* NULL: as rvt_fdt_cfg_init */
};

/*
 * Attach to the target; unless its trace is running, reset the components, choose sinks, program
 * all and start the trace. *was_running (may be NULL): it was running, and nothing was changed. A
 * value that is not granted is reported as a remark. After an error, components that were in reset
 * are put back there.
 *
 * A RAM sink that has SRAM and system memory uses the SRAM, unless a buffer is given or the last of
 * sinks is "smem".
 *
 * Returns HTR_OK, or after a message HTR_ERR_ARG (invalid settings), HTR_ERR_TARGET (a
 * register cannot be accessed, or a component refuses), or what htt_sinks_use and
 * htt_sinks_distinct return.
 */
int htt_start(struct htt_target *t, const struct htt_start *how, bool *was_running) HTR_MUST_CHECK;

#ifdef __cplusplus
}
#endif

#endif
