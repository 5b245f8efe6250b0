/* SPDX-License-Identifier: Apache-2.0 */
/* Waves become records of a hart, or bytes of trace. */
#include "htr/htr_waves.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "htr_waves_priv.h"
#include "ingress/ingress.h"

struct job {
    struct waves waves;
    struct waves_map map;
    struct ingress_writer writer;
    FILE *to;
    uint64_t clock;  /* edges out of reset, from 1 */
    uint8_t levels;  /* lowpower, reset, halted of the record before */
    bool inside;     /* trace: in a message */
    uint64_t filled; /* records or bytes */
};

/* Open map and waves; each key of `needs` is in the map. Returns HTR_OK or HTR_ERR_*. */
static int begin(struct job *j, const char *map, const enum map_key *needs, unsigned n)
{
    int status = waves_map_read(&j->map, &j->waves, map);
    for (unsigned i = 0; status == HTR_OK && i < n; i++) {
        if (j->map.key[needs[i]].n == 0) {
            status =
                htr_fail(j->waves.host, HTR_ERR_MISSING, map,
                         "no %s: add it as NAME = SIGNAL in its section", waves_map_name(needs[i]));
        }
    }
    return status == HTR_OK ? waves_open(&j->waves) : status;
}

/* Is this an edge of the clock out of reset? */
static bool edge(struct job *j)
{
    if (!waves_map_edge(&j->map) || waves_map_is(&j->map, MAP_RESET, false)) {
        return false;
    }
    j->clock++;
    return true;
}

typedef int at_edge(struct job *j);

static int every_edge(struct job *j, at_edge *take)
{
    int more, status = HTR_OK;
    while (status == HTR_OK && (more = waves_next(&j->waves)) != 0) {
        if (more < 0) {
            return more;
        }
        htr_progress(j->waves.host, htr_file_at(&j->waves.file));
        if (htr_stopped(j->waves.host)) {
            break;
        }
        status = edge(j) ? take(j) : HTR_OK;
    }
    return status;
}

/* ---- ingress ---- */

static unsigned blocks_of(const struct job *j)
{
    unsigned n = j->map.blocks > 0 ? j->map.blocks : 1;
    for (unsigned k = 0; j->map.blocks == 0 && k < MAP_KEYS; k++) {
        n = j->map.key[k].n > n ? j->map.key[k].n : n;
    }
    return n;
}

static void take_blocks(const struct job *j, struct ingress_cycle *in)
{
    const struct waves_map *m = &j->map;
    const unsigned n = blocks_of(j);
    for (unsigned b = 0; waves_map_is(m, MAP_VALID, true) && b < n; b++) {
        if (m->key[MAP_BLOCK_VALID].n != 0 && (waves_map_block(m, MAP_BLOCK_VALID, b) & 1) == 0) {
            continue;
        }
        in->block[in->nblocks++] = (struct ingress_block){
            .iaddr = waves_map_block(m, MAP_IADDR, b),
            .iretire = (uint32_t)waves_map_block(m, MAP_IRETIRE, b),
            .itype = (uint8_t)waves_map_block(m, MAP_ITYPE, b),
            .ilastsize = (uint8_t)(waves_map_block(m, MAP_ILASTSIZE, b) & 1),
            .sijump = (waves_map_block(m, MAP_SIJUMP, b) & 1) != 0,
        };
    }
}

static int refuse(const struct job *j, int status)
{
    if (status == INGRESS_ERR_IO) {
        return HTR_ERR_WRITE;
    }
    return htr_fail(j->waves.host, HTR_ERR_RANGE, j->waves.path,
                    "time %" PRIu64 ", clock %" PRIu64
                    ": no hart reports this (%s); check the map: itype is below %u, addresses "
                    "are even",
                    j->waves.time, j->clock, ingress_strerror(status),
                    1u << j->writer.header.itype_width);
}

static int take_record(struct job *j)
{
    const struct waves_map *m = &j->map;
    struct ingress_cycle in = {
        .cycle = j->clock,
        .time = waves_map_bits(m, MAP_TIME, 0, 64),
        .priv = m->key[MAP_PRIV].n != 0 ? (uint8_t)waves_map_bits(m, MAP_PRIV, 0, 3)
                                        : (uint8_t)INGRESS_PRIV_M,
        .ctype = (uint8_t)waves_map_bits(m, MAP_CTYPE, 0, 2),
        .context = waves_map_bits(m, MAP_CONTEXT, 0, 64),
        .hcontext = waves_map_bits(m, MAP_HCONTEXT, 0, 64),
        .cause = waves_map_bits(m, MAP_CAUSE, 0, 64),
        .tval = waves_map_bits(m, MAP_TVAL, 0, 64),
        .impdef = (uint32_t)waves_map_bits(m, MAP_IMPDEF, 0, 32),
        .trigger = (uint16_t)waves_map_bits(m, MAP_TRIGGER, 0, 6),
        .ext_trig = (uint8_t)waves_map_bits(m, MAP_EXT_TRIG, 0, 8),
        .halted = waves_map_is(m, MAP_HALTED, false),
        .reset = waves_map_is(m, MAP_HART_RESET, false),
        .lowpower = waves_map_is(m, MAP_LOWPOWER, false),
    };
    const uint8_t levels = (uint8_t)(in.halted | in.reset << 1 | in.lowpower << 2);
    int status = INGRESS_OK;
    if (!waves_map_is(m, MAP_STALL, false)) {
        take_blocks(j, &in);
        if (in.nblocks > 0 || levels != j->levels || in.trigger != 0 || in.ext_trig != 0) {
            status = ingress_write_cycle(&j->writer, 0, &in);
            j->levels = levels;
            j->filled++;
        }
    }
    if (status == INGRESS_OK && waves_map_is(m, MAP_WRITE, false)) {
        status = ingress_write_reg(&j->writer, 0, j->clock,
                                   (uint16_t)waves_map_bits(m, MAP_ADDRESS, 0, 12),
                                   (uint32_t)waves_map_bits(m, MAP_WDATA, 0, 32));
    }
    return status == INGRESS_OK ? HTR_OK : refuse(j, status);
}

static int write_ingress(struct job *j, FILE *to, bool compress)
{
    const struct waves_map *m = &j->map;
    const unsigned address = waves_map_width(m, MAP_IADDR);
    const unsigned itype = waves_map_width(m, MAP_ITYPE);
    struct ingress_header h = {.xlen = (uint8_t)(m->xlen != 0   ? m->xlen
                                                 : address > 32 ? 64u
                                                                : 32u),
                               .itype_width = (uint8_t)(m->itype_width != 0 ? m->itype_width
                                                        : itype > 3         ? 4u
                                                                            : 3u),
                               .harts = 1};
    snprintf(h.note, sizeof h.note, "waves: %.900s", j->waves.path);
    int status = ingress_writer_open(&j->writer, to, compress, &h);
    if (status != INGRESS_OK) {
        return status == INGRESS_ERR_MEMORY
                   ? htr_fail(j->waves.host, HTR_ERR_MEMORY, NULL, "not enough memory")
                   : refuse(j, status);
    }
    status = every_edge(j, take_record);
    const int closed = ingress_writer_close(&j->writer);
    return status == HTR_OK && closed != INGRESS_OK ? HTR_ERR_WRITE : status;
}

/* Returns NULL after a message. */
static struct job *new_job(struct htr_host *host, const char *waves)
{
    struct job *j = calloc(1, sizeof *j);
    if (j == NULL) {
        (void)htr_fail(host, HTR_ERR_MEMORY, NULL, "not enough memory");
        return NULL;
    }
    j->waves.host = host;
    j->waves.path = waves;
    return j;
}

int htr_waves_ingress(struct htr_host *host, const char *waves, const char *map, FILE *to,
                      bool compress)
{
    static const enum map_key needs[] = {MAP_VALID, MAP_IADDR, MAP_IRETIRE, MAP_ITYPE};
    struct job *j = new_job(host, waves);
    if (j == NULL) {
        return HTR_ERR_MEMORY;
    }
    int status = begin(j, map, needs, sizeof needs / sizeof needs[0]);
    status = status == HTR_OK ? write_ingress(j, to, compress) : status;
    if (status == HTR_OK && j->filled == 0) {
        htr_note(host, waves,
                 "no record in %" PRIu64 " clocks out of reset; check clock, reset and "
                 "hart.valid in %s",
                 j->clock, map);
    }
    status = waves_close(&j->waves, status);
    free(j);
    return status;
}

/* ---- trace ---- */

static int take_beat(struct job *j)
{
    const struct waves_map *m = &j->map;
    const unsigned lanes = m->waves->wave[m->key[MAP_TRACE_DATA].wave[0]].width / 8;
    const uint64_t count = waves_map_bits(m, MAP_TRACE_COUNT, 0, 16);
    const bool last = waves_map_is(m, MAP_TRACE_LAST, false);
    if (!waves_map_is(m, MAP_TRACE_VALID, false) || !waves_map_is(m, MAP_TRACE_READY, true) ||
        (m->has_id && waves_map_bits(m, MAP_TRACE_ID, 0, 64) != m->id)) {
        return HTR_OK;
    }
    for (unsigned i = 0; i < lanes; i++) {
        const uint8_t byte = (uint8_t)waves_map_bits(m, MAP_TRACE_DATA, 8 * i, 8);
        const bool kept = m->key[MAP_TRACE_KEEP].n != 0
                              ? waves_map_bits(m, MAP_TRACE_KEEP, i, 1) != 0
                              : m->key[MAP_TRACE_COUNT].n == 0 || i < count;
        if (!kept) {
            continue;
        }
        if (putc(byte, j->to) == EOF) {
            return HTR_ERR_WRITE;
        }
        j->filled++;
        j->inside = (byte & 3) != 3;
        if (last && !j->inside) {
            break; /* a message ends here; what is in the other lanes is none */
        }
    }
    return HTR_OK;
}

int htr_waves_trace(struct htr_host *host, const char *waves, const char *map, FILE *to)
{
    static const enum map_key needs[] = {MAP_TRACE_VALID, MAP_TRACE_DATA};
    struct job *j = new_job(host, waves);
    if (j == NULL) {
        return HTR_ERR_MEMORY;
    }
    j->to = to;
    int status = begin(j, map, needs, sizeof needs / sizeof needs[0]);
    status = status == HTR_OK ? every_edge(j, take_beat) : status;
    if (status == HTR_OK && j->filled == 0) {
        htr_note(host, waves,
                 "no trace in %" PRIu64 " clocks out of reset; check clock, reset and "
                 "trace.valid in %s",
                 j->clock, map);
    }
    status = waves_close(&j->waves, status);
    free(j);
    return status;
}
