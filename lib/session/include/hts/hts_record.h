/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A run of the simulator, recorded: registers and memory at its end, and what each instruction
 * changed, so that every earlier moment can be had again (hts_replay.h). docs/reference/formats.md
 * has the files.
 *
 * The log is a ring: of a long run its end is kept.
 */
#ifndef HTS_RECORD_H
#define HTS_RECORD_H

#include "htr/htr_host.h"
#include "sim/sim_platform.h"

#ifdef __cplusplus
extern "C" {
#endif

#define HTS_RECORD_SIZE     (UINT64_C(256) << 20) /* bytes of the log when nothing else is said */
#define HTS_RECORD_SIZE_MIN (UINT64_C(1) << 20)
#define HTS_RECORD_SIZE_MAX (UINT64_C(1) << 40)

struct hts_record;

struct hts_record_cfg {
    const char *folder;  /* made when it is not there */
    uint64_t size;       /* of the log, bytes: HTS_RECORD_SIZE_MIN to _MAX */
    const char *program; /* what hart 0 runs: a path */
    struct sim_platform *platform;
};

/* Begin, with the platform as it is, between two runs. Hooks are the caller's: sim_platform_cfg.ram
 * calls hts_record_memory, and retire calls hts_record_step. Returns HTR_OK, or after a message
 * HTR_ERR_RANGE (size), HTR_ERR_OPEN, HTR_ERR_MEMORY; then *r is NULL. */
int hts_record_open(struct hts_record **r, struct htr_host *host,
                    const struct hts_record_cfg *cfg) HTR_MUST_CHECK;

/* Before n bytes of RAM at offset are written. */
void hts_record_memory(struct hts_record *r, uint64_t offset, size_t n);

/* After a record of the ingress port of this hart. retired: the instruction `opcode` did; else a
 * trap was taken, or nothing happened. */
void hts_record_step(struct hts_record *r, unsigned hart, bool retired, uint32_t opcode);

/* The run is over: write the state of the platform as it is now, and close the files. Returns
 * HTR_OK, or after a message HTR_ERR_OPEN, HTR_ERR_WRITE. */
int hts_record_end(struct hts_record *r) HTR_MUST_CHECK;

/* Free it, and close what is open. NULL is fine. Returns HTR_OK, or HTR_ERR_WRITE after a
 * message. */
int hts_record_close(struct hts_record *r) HTR_MUST_CHECK;

#ifdef __cplusplus
}
#endif

#endif
