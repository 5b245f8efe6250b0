/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Private: the parts of htr_waves.h, each calling only those below:
 *
 *   htr_waves.c       records and bytes
 *   htr_waves_map.c   which signal is what
 *   htr_waves_vcd.c   the dump: names and values
 */
#ifndef HTR_WAVES_PRIV_H
#define HTR_WAVES_PRIV_H

#include <sys/types.h>

#include "htr/htr_file.h"
#include "htr/htr_waves.h"

enum {
    WAVES_SIGNALS = 64, /* that a map can name */
    WAVES_WORDS = 16,   /* of 64 bits, of a signal at most */
    WAVES_NAME = 256,
    WAVES_ID = 16,
    WAVES_BUFFER = 1 << 16,
};

/* A signal of the dump. */
struct wave {
    char name[WAVES_NAME];  /* as the map has it */
    char found[WAVES_NAME]; /* its path in the dump; "": not found */
    char id[WAVES_ID];
    unsigned width, words;
    bool twice;                                     /* another path fits the name, too */
    uint64_t now[WAVES_WORDS], before[WAVES_WORDS]; /* after and before the time that was read */
};

struct waves {
    struct htr_host *host;
    const char *path;
    struct htr_file file;
    pid_t pid; /* fst2vcd, or 0 */
    struct wave wave[WAVES_SIGNALS];
    unsigned n;
    uint64_t line; /* of the text, from 1 */
    size_t pos, fill;
    uint8_t buffer[WAVES_BUFFER];
    uint64_t time, next; /* that was read; of the next changes */
    bool ended, started;
    char scope[4 * WAVES_NAME], example[2 * WAVES_NAME];
};

/* Add a signal by its name. Returns its index, or -1: there are too many, or the name is too long.
 */
int waves_want(struct waves *w, const char *name, size_t length);

/* Open the dump and read up to the first values. Returns as htr_waves_ingress. */
int waves_open(struct waves *w);

/* Read the next time with changes. Returns 1, 0 at the end, or HTR_ERR_* after a message. */
int waves_next(struct waves *w);

/* fst2vcd ended well? Returns status, or HTR_ERR_READ after a message. */
int waves_close(struct waves *w, int status);

/* ---- the map ---- */

enum map_key {
    MAP_CLOCK,
    MAP_RESET,
    MAP_VALID,
    MAP_STALL,
    MAP_BLOCK_VALID,
    MAP_IADDR,
    MAP_IRETIRE,
    MAP_ITYPE,
    MAP_ILASTSIZE,
    MAP_SIJUMP,
    MAP_PRIV,
    MAP_CTYPE,
    MAP_CONTEXT,
    MAP_HCONTEXT,
    MAP_CAUSE,
    MAP_TVAL,
    MAP_IMPDEF,
    MAP_TRIGGER,
    MAP_EXT_TRIG,
    MAP_HALTED,
    MAP_HART_RESET,
    MAP_LOWPOWER,
    MAP_TIME,
    MAP_WRITE,
    MAP_ADDRESS,
    MAP_WDATA,
    MAP_TRACE_VALID,
    MAP_TRACE_READY,
    MAP_TRACE_DATA,
    MAP_TRACE_KEEP,
    MAP_TRACE_COUNT,
    MAP_TRACE_LAST,
    MAP_TRACE_ID,
    MAP_KEYS,
};

struct waves_map {
    const char *path;
    struct waves *waves;
    struct {
        int wave[4]; /* of each block, or all blocks in the first */
        unsigned n;  /* 0: not in the map */
        bool low;    /* active low: the name has a ! before it */
    } key[MAP_KEYS];
    bool falling;
    unsigned xlen, itype_width, blocks; /* 0: not given */
    uint64_t id;
    bool has_id;
};

/* Read a map, and ask for its signals. */
int waves_map_read(struct waves_map *m, struct waves *w, const char *path);

/* The name of a key, "hart.valid". */
const char *waves_map_name(enum map_key k);

/* A signal before the edge, low 64 bits from bit `from`, n bits (64 at most); 0 when it is not in
 * the map. */
uint64_t waves_map_bits(const struct waves_map *m, enum map_key k, unsigned from, unsigned n);

/* Of block b, of those in the map: a signal of its own, or its part of one for all. */
uint64_t waves_map_block(const struct waves_map *m, enum map_key k, unsigned b);

/* Width of a signal for one block; 0: it is not in the map. */
unsigned waves_map_width(const struct waves_map *m, enum map_key k);

/* Is it 1, or not in the map and `otherwise`? */
bool waves_map_is(const struct waves_map *m, enum map_key k, bool otherwise);

/* Was this time an edge of the clock? */
bool waves_map_edge(const struct waves_map *m);

#endif
