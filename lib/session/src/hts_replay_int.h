/* SPDX-License-Identifier: Apache-2.0 */
/* For hts_replay*.c. */
#ifndef HTS_REPLAY_INT_H
#define HTS_REPLAY_INT_H

#include <stdio.h>

#include "hts/hts_replay.h"
#include "hts_record_format.h"

enum {
    HTS_REPLAY_HARTS = 16,
    HTS_REPLAY_ITEMS = HTS_RECORD_SLOT, /* of a block: each has two bytes or more */
    HTS_REPLAY_PATH = 4096,
};

/* A register or some memory that changed: exclusive or. */
struct hts_replay_change {
    uint64_t change;
    uint32_t offset; /* memory: in RAM */
    uint8_t size;    /* memory: bytes; register: 0 */
    uint8_t number;  /* register, as in hts_replay_register */
};

struct hts_replay_step {
    uint64_t by;         /* of the pc */
    uint32_t first, end; /* changes */
    uint8_t hart;
    bool retired, nobody; /* nobody: only memory changed */
};

struct hts_replay {
    struct htr_host *host;
    char log_path[HTS_REPLAY_PATH];
    FILE *log;
    unsigned xlen, harts, ncsrs;
    const char *csr[HTS_RECORD_CSRS];
    char program[HTS_REPLAY_PATH];
    uint64_t ram_base, ram_size;
    uint64_t steps, all_retired, blocks, slots;

    uint64_t x[HTS_REPLAY_HARTS][HTS_REPLAY_CSRS + HTS_RECORD_CSRS];
    uint8_t **page; /* of RAM, ram_size / HTS_RECORD_PAGE of them; NULL: zero */

    /* Where it is: a block that is decoded, and steps of it that are done. */
    uint64_t first, position, retired;
    uint64_t block; /* number; `blocks`: none */
    uint32_t done, nsteps;
    uint64_t block_step, block_retired;
    struct hts_replay_step step[HTS_REPLAY_ITEMS];
    struct hts_replay_change change[HTS_REPLAY_ITEMS];
    uint32_t last_first, last_end; /* changes of the last move */
    uint8_t bytes[HTS_RECORD_SLOT];
};

/* hts_replay_blocks.c: decode a block; nothing else changes. Returns HTR_OK, or after a message
 * HTR_ERR_READ, HTR_ERR_FORMAT, HTR_ERR_TRUNCATED. */
int hts_replay_load(struct hts_replay *r, uint64_t block) HTR_MUST_CHECK;

/* hts_replay_blocks.c: read the state file, without blocks. The same, and HTR_ERR_OPEN,
 * HTR_ERR_VERSION, HTR_ERR_MEMORY. */
int hts_replay_state(struct hts_replay *r, const char *path) HTR_MUST_CHECK;

/* The page with this offset; NULL without memory. */
uint8_t *hts_replay_page(struct hts_replay *r, uint64_t offset);

#endif
