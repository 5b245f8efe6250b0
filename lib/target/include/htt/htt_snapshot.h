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
    const struct htr_dtb *dtb; /* included in the snapshot; NULL: no device tree */
    struct htr_list images;    /* RISC-V executables, which are copied unread */
};

/*
 * Write a snapshot (htr/htr_snapshot_write.h) of an attached target with a stopped trace: the
 * registers of all active components and, when `active` (from htt_attach) is true, the trace in the
 * RAM sinks.
 *
 * Returns HTR_OK, or after a message an error of htt_fetch_bytes or htr_snapshot_write.
 */
int htt_snapshot(struct htt_target *t, const struct htt_snapshot *s, bool active) HTR_MUST_CHECK;

#ifdef __cplusplus
}
#endif

#endif
