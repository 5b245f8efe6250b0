/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A recorded run (hts_record.h), walked through in both directions: registers and memory of every
 * moment. No simulator runs; the folder is all that is needed, and it is not trusted.
 *
 *   struct hts_replay *r;
 *   if (hts_replay_open(&r, &host, "FOLDER") == HTR_OK) {
 *       while (hts_replay_step(r, HTS_REPLAY_ANY, true) != HTS_REPLAY_END)
 *           printf("%llx\n", (unsigned long long)hts_replay_register(r, 0, HTS_REPLAY_PC));
 *   }
 *   hts_replay_close(r);
 *
 * A step is an instruction that retired, or a trap that was taken, of one hart. Positions are
 * between steps: position N has N steps before it.
 */
#ifndef HTS_REPLAY_H
#define HTS_REPLAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "htr/htr_host.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    HTS_REPLAY_PC = 32,   /* registers: x0 to x31, the pc, then CSRs */
    HTS_REPLAY_CSRS = 33, /* the first CSR */
    HTS_REPLAY_ANY = 16,  /* a hart: any */
    HTS_REPLAY_END = 16,  /* a hart: none */
};

struct hts_replay;

/* Is the path a folder with a recorded run? */
bool hts_replay_is(const char *path);

/* Open it, at its end. Returns HTR_OK, or after a message HTR_ERR_OPEN, _READ, _FORMAT, _TRUNCATED,
 * _VERSION, _MEMORY; then *r is NULL. */
int hts_replay_open(struct hts_replay **r, struct htr_host *host,
                    const char *folder) HTR_MUST_CHECK;

/* NULL is fine. */
void hts_replay_close(struct hts_replay *r);

unsigned hts_replay_xlen(const struct hts_replay *r);
unsigned hts_replay_harts(const struct hts_replay *r);
const char *hts_replay_program(const struct hts_replay *r); /* path, as it was given */

/* CSR i, from 0: its name, "priv" for the privilege level; NULL when there is none. */
const char *hts_replay_csr(const struct hts_replay *r, unsigned i);

/* Where it is, the first position that was kept, and the last. */
uint64_t hts_replay_position(const struct hts_replay *r);
uint64_t hts_replay_first(const struct hts_replay *r);
uint64_t hts_replay_last(const struct hts_replay *r);

/* Instructions that had retired before this position, of all harts. */
uint64_t hts_replay_retired(const struct hts_replay *r);

/* Move by one step of this hart; the others move along. HTS_REPLAY_ANY: by one step. Returns the
 * hart that moved last, or HTS_REPLAY_END at the end, or the beginning, of what was kept; also
 * after a message, when the log is damaged there. */
unsigned hts_replay_step(struct hts_replay *r, unsigned hart, bool back);

/* Go to a position. Returns false when it was not kept: nothing has changed then, unless the log is
 * damaged. */
bool hts_replay_go(struct hts_replay *r, uint64_t position);

/* A register of a hart, 0 to HTS_REPLAY_CSRS + CSRs - 1; zero-extended in RV32. */
uint64_t hts_replay_register(const struct hts_replay *r, unsigned hart, unsigned number);

/* RAM at an address, through its alias too. Returns how many of the n bytes lie there. */
size_t hts_replay_memory(const struct hts_replay *r, uint64_t addr, uint8_t *bytes, size_t n);

/* Memory that the last hts_replay_step changed, item n from 0. Returns false when there is none. */
bool hts_replay_changed(const struct hts_replay *r, unsigned n, uint64_t *addr, unsigned *size);

#ifdef __cplusplus
}
#endif

#endif
