/* SPDX-License-Identifier: Apache-2.0 */
/* A snapshot of a live target: registers, trace, device tree and executables in one folder. */
#ifndef HTT_SNAPSHOT_H
#define HTT_SNAPSHOT_H

#include "htr/htr_dtb.h"
#include "htr/htr_settings.h"
#include "htt/htt_target.h"

#ifdef __cplusplus
extern "C" {
#endif

struct htt_snapshot {
    const char *folder;
    const char *description;   /* one line; NULL: "RISC-V trace, read from a live target" */
    const struct htr_dtb *dtb; /* its bytes are put in; NULL: there is no device tree */
    struct htr_list images;    /* executables: copied */
};

/*
 * Write a snapshot (htr/htr_snapshot_write.h) of a target that is attached to and whose trace has
 * stopped: the registers of all active components, and with `active`, as htt_attach says, the trace
 * in the RAM sinks.
 *
 * Returns HTR_OK, or after a message what htt_fetch_bytes and htr_snapshot_write return.
 */
int htt_snapshot(struct htt_target *t, const struct htt_snapshot *s, bool active) HTR_MUST_CHECK;

#ifdef __cplusplus
}
#endif

#endif
