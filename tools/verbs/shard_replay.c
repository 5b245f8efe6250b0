/* SPDX-License-Identifier: Apache-2.0 */
/* Joining the results of shards: elements, made into what one pass over the trace makes of them. */
#define _GNU_SOURCE /* fopencookie */
#include <stdlib.h>
#include <string.h>

#include "host.h"
#include "htr/htr_elem_log.h"
#include "htr/htr_file.h"
#include "htr/htr_sources.h"
#include "htv/htv_calls.h"
#include "htv/htv_profile.h"
#include "nexus/nexus_flow.h"
#include "output.h"
#include "progress.h"
#include "shard_join.h"

enum {
    BUFFER = 1 << 16
};

/* The log of a part, read. */
struct section {
    struct htr_file file;
    uint64_t left; /* bytes */
    bool open;
};

/* A lane being read. */
struct player {
    struct join_lane lane;
    unsigned part; /* the next one */
    struct section section;
    FILE *from;
    struct htr_elem_reader reader;
    struct flow_elem held;
    bool holds;
};

struct players {
    struct player *player;
    unsigned n;
    bool failed; /* after a message */
};

/* ---- a lane ---- */

static ssize_t get(void *ctx, char *to, size_t n)
{
    struct section *s = ctx;
    const size_t got = htr_file_read(&s->file, to, n < s->left ? n : (size_t)s->left);
    s->left -= got;
    return (ssize_t)got;
}

static void close_section(struct player *p)
{
    if (p->from != NULL) {
        (void)fclose(p->from);
        p->from = NULL;
    }
    if (p->section.open) {
        htr_file_close(&p->section.file);
        p->section.open = false;
    }
}

/* Go to the next part. Returns false at the end, or after a message. */
static bool next_part(struct players *all, struct player *p)
{
    const cookie_io_functions_t io = {.read = get};
    close_section(p);
    if (p->part == p->lane.parts || all->failed) {
        return false;
    }
    const struct join_part *part = &p->lane.part[p->part++];
    struct section *s = &p->section;
    s->open = htr_file_open(&s->file, tool_host(shard_verb), part->path) == HTR_OK;
    s->left = part->piece.bytes - part->piece.entries * SHARD_PROFILE_BYTES;
    if (s->open && htr_file_skip(&s->file, part->piece.at)) {
        p->from = fopencookie(s, "r", io);
    }
    if (p->from == NULL || setvbuf(p->from, NULL, _IOFBF, BUFFER) != 0) {
        all->failed = true;
        (void)tool_fail(shard_verb, part->path, "cannot be read");
        return false;
    }
    htr_elem_reader_next_log(&p->reader, p->from);
    return true;
}

/* The next element of a lane. */
static bool next_element(void *ctx, size_t lane, struct flow_elem *e)
{
    struct players *all = ctx;
    struct player *p = &all->player[lane];
    if (p->holds) {
        p->holds = false;
        *e = p->held;
        return true;
    }
    while (p->from == NULL || !htr_elem_read(&p->reader, e)) {
        if (p->reader.damaged || (p->from != NULL && p->section.left > 0)) {
            all->failed = true;
            (void)tool_fail(shard_verb, p->lane.part[p->part - 1].path, "is damaged");
        }
        if (!next_part(all, p)) {
            return false;
        }
    }
    return true;
}

/* The next ranges of a lane, or another element. */
static int next_ranges(void *ctx, unsigned lane, struct flow_range *range, unsigned max,
                       struct flow_elem *e)
{
    struct players *all = ctx;
    struct player *p = &all->player[lane];
    unsigned n = 0;
    uint64_t offset = 0;
    while (n < max && next_element(all, lane, e)) {
        if (n > 0 && (e->type != FLOW_ELEM_RANGE || e->offset != offset)) {
            p->held = *e;
            p->holds = true;
            break;
        }
        if (e->type != FLOW_ELEM_RANGE) {
            return 0;
        }
        offset = e->offset;
        range[n++] = (struct flow_range){.start = e->start,
                                         .end = e->end,
                                         .count = e->count,
                                         .type = FLOW_RANGE_TYPE,
                                         .last_cls = e->last_cls,
                                         .last_size = e->last_size,
                                         .last_taken = e->last_taken};
    }
    e->offset = offset;
    return n > 0 ? (int)n : NEXUS_ERR_END;
}

/* ---- profiles ---- */

static bool read_entry(struct htr_file *f, struct htv_profile_entry *e)
{
    uint8_t bytes[SHARD_PROFILE_BYTES];
    uint64_t word[SHARD_PROFILE_BYTES / 8] = {0};
    if (htr_file_read(f, bytes, sizeof bytes) != sizeof bytes) {
        return false;
    }
    for (unsigned i = 0; i < sizeof bytes; i++) {
        word[i / 8] |= (uint64_t)bytes[i] << 8 * (i % 8);
    }
    *e = (struct htv_profile_entry){.start = word[0],
                                    .end = word[1],
                                    .count = word[2],
                                    .insns = (uint32_t)word[3],
                                    .branches = (uint32_t)word[4],
                                    .space = (uint16_t)word[5],
                                    .last_cls = (uint8_t)word[6],
                                    .last_taken = (uint8_t)word[7],
                                    .last_size = (uint8_t)(word[7] >> 8)};
    return true;
}

/* Counts of all parts together. */
static int add_profile(const struct join_part *part, struct htv_profile *sum)
{
    struct htr_file f;
    const struct shard_piece *piece = &part->piece;
    if (htr_file_open(&f, tool_host(shard_verb), part->path) != HTR_OK) {
        return TOOL_CANNOT;
    }
    bool good = htr_file_skip(&f, piece->at + piece->bytes - piece->entries * SHARD_PROFILE_BYTES);
    int status = HTR_OK;
    for (uint64_t i = 0; good && status == HTR_OK && i < piece->entries; i++) {
        struct htv_profile_entry e;
        good = read_entry(&f, &e) && e.count != 0;
        status = good ? htv_profile_merge(sum, &e) : HTR_OK;
    }
    htr_file_close(&f);
    return !good              ? tool_fail(shard_verb, part->path, "is damaged")
           : status == HTR_OK ? TOOL_OK
                              : tool_fail(shard_verb, NULL, "not enough memory");
}

static int add_profiles(const struct players *all, struct htv_profile *sum)
{
    int status = TOOL_OK;
    for (unsigned i = 0; i < all->n; i++) {
        const struct join_lane *l = &all->player[i].lane;
        for (unsigned k = 0; status == TOOL_OK && k < l->parts; k++) {
            status = add_profile(&l->part[k], sum);
        }
    }
    return status;
}

/* ---- results ---- */

static int export(const struct join *j, const struct shard_trace *t, struct players *all,
                  const char *path, FILE *out)
{
    struct shard_options o = j->p->o;
    struct htv_profile sum = {0};
    const struct htv_replay replay = {.ctx = all,
                                      .next = next_ranges,
                                      .profile = shard_is_reduced(j->p) ? &sum : NULL,
                                      .src = t->sources ? t->src : NULL,
                                      .lanes = t->lanes,
                                      .bytes = t->bytes};
    int status = add_profiles(all, &sum);
    o.view.trace.path = t->path;
    o.view.pass.replay = &replay;
    o.view.pass.weight_time = o.weight;
    o.view.pass.name = path;
    if (status == TOOL_OK) {
        status =
            view_pass(shard_verb, &o.view, shard_writer(&o), shard_writer_state(&o), path, out);
        if (status == HTR_ERR_RANGE && shard_is_summed(j->p) && !all->failed) {
            tool_note(shard_verb, t->path,
                      "calls are deeper than %d frames: decoded once more, by one process",
                      HTV_DEPTH_MAX);
            o.view.pass.replay = NULL;
            status =
                view_pass(shard_verb, &o.view, shard_writer(&o), shard_writer_state(&o), path, out);
        }
    }
    htv_profile_free(&sum);
    return tool_exit_of(status);
}

/* text, jsonl, csv of several sources */
static int list(const struct join *j, const struct shard_trace *t, struct players *all, FILE *out)
{
    uint64_t buffer[HTR_WRITE_BUFFER / sizeof(uint64_t)];
    struct htr_piece whole[HTR_SOURCES_MAX];
    struct htr_writer w;
    struct htr_decoded sum;
    struct htr_trace_options o = j->p->o.view.trace;
    const struct htr_sources_log log = {.ctx = all,
                                        .next = next_element,
                                        .src = t->src,
                                        .whole = whole,
                                        .lanes = t->lanes,
                                        .bytes = t->bytes};
    for (unsigned i = 0; i < t->lanes && i < HTR_SOURCES_MAX; i++) {
        whole[i] = all->player[i].lane.whole;
    }
    o.path = t->path;
    o.in_pieces = true;
    if (import_code(shard_verb, &o.code, &o.params) != 0) {
        return TOOL_CANNOT;
    }
    htr_writer_init(&w, (enum htr_write_format)j->p->o.kind, out, NULL, buffer, sizeof buffer);
    int status = htr_decode_sources_log(tool_host(shard_verb), &o, HTR_ORDER_AUTO, &log, &w, &sum);
    return status == HTR_OK && (!sum.whole || t->left_out > 0) ? TOOL_DIFFERS
                                                               : tool_exit_of(status);
}

int join_log(struct join *j, unsigned trace, const char *path, FILE *out)
{
    const struct shard_trace *t = &j->p->trace[trace];
    struct players all = {.player = calloc(t->lanes, sizeof *all.player)};
    int status = all.player == NULL ? tool_fail(shard_verb, NULL, "not enough memory") : TOOL_OK;
    for (; status == TOOL_OK && all.n < t->lanes; all.n++) {
        status = join_lane(j, trace, all.n, &all.player[all.n].lane);
    }
    if (status == TOOL_OK) {
        status =
            j->p->o.kind >= SHARD_EXPORTS ? export(j, t, &all, path, out) : list(j, t, &all, out);
        progress_end();
    }
    for (unsigned i = 0; i < all.n; i++) {
        close_section(&all.player[i]);
        htr_elem_reader_close(&all.player[i].reader);
        join_lane_free(&all.player[i].lane);
    }
    free(all.player);
    return all.failed ? TOOL_CANNOT : status;
}
