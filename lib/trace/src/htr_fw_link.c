/* SPDX-License-Identifier: Apache-2.0 */
/* Messages of firmware, and the instructions that sent them: the parts together. */
#include "htr/htr_fw_link.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "htr/htr_sources.h"
#include "htr/htr_text.h"
#include "htr_fw_items.h"

enum {
    ROOM = 256,
    NUMBER = 8, /* bytes of a SRC as text */
};

struct htr_fw_link {
    struct htr_host *host;
    const struct htr_fw_elf *elf;
    enum htr_fw_from from;
    struct fw_marks marks;
    struct fw_received in;
    size_t open;   /* item of a block that is not complete */
    unsigned left; /* its words that are still to come */
    bool failed, begun;
    uint64_t first; /* offset of the first item */
    struct fw_hart hart[HTR_SOURCES_MAX];
    unsigned harts;
    struct htr_fw_link_sum sum;
};

static enum fw_dest dest_of(const struct htr_fw_link *l)
{
    return l->from == HTR_FW_FROM_TRACE ? FW_STIM : l->from == HTR_FW_FROM_RING ? FW_RING : FW_UART;
}

enum htr_fw_from htr_fw_from_bytes(const uint8_t *bytes, size_t size)
{
    size_t at;
    if (htr_fw_ring_find(bytes, size, &at)) {
        return HTR_FW_FROM_RING;
    }
    return memchr(bytes, 0, size) != NULL ? HTR_FW_FROM_BINARY : HTR_FW_FROM_TEXT;
}

/* ---- what the ELF has ---- */

static bool has_all(const struct htr_fw_link *l)
{
    const bool *has = l->marks.has;
    const bool calls = has[FW_MARK_SEND] || has[FW_MARK_MESSAGE] || has[FW_MARK_TEXT];
    const bool ring = has[FW_MARK_RING] || has[FW_MARK_RING_BLOCK];
    switch (dest_of(l)) {
    case FW_STIM:
        return calls && has[FW_MARK_STORE];
    case FW_RING:
        return calls && ring && (has[FW_MARK_ADD] || has[FW_MARK_FALL]);
    default:
        return calls && ring && has[FW_MARK_UART] && has[FW_MARK_FALL];
    }
}

int htr_fw_link_new(struct htr_fw_link **made, struct htr_host *host, const struct htr_fw_elf *elf,
                    enum htr_fw_from from)
{
    struct htr_fw_link *l = calloc(1, sizeof *l);
    *made = l;
    if (l == NULL || !fw_marks_find(&l->marks, elf)) {
        free(l);
        *made = NULL;
        return htr_fail(host, HTR_ERR_MEMORY, elf->path, "not enough memory");
    }
    l->host = host;
    l->elf = elf;
    l->from = from;
    if (!has_all(l)) {
        htr_note(host, elf->path,
                 "no symbols of what sends these messages (fwt_send and fwt_message, %s): they get "
                 "no instructions; do not strip the ELF, and compile fwtrace without -flto",
                 dest_of(l) == FW_STIM   ? "fwt_stim_put"
                 : dest_of(l) == FW_RING ? "fwt_ring_put with atomics"
                                         : "fwt_uart_put, fwt_ring_put with atomics");
    }
    return HTR_OK;
}

void htr_fw_link_free(struct htr_fw_link *l)
{
    if (l == NULL) {
        return;
    }
    for (unsigned i = 0; i < l->harts; i++) {
        fw_hart_free(&l->hart[i]);
    }
    fw_marks_free(&l->marks);
    free(l->in.item);
    free(l);
}

/* ---- what was received ---- */

static void add_item(struct htr_fw_link *l, const struct fw_item *item)
{
    struct fw_received *in = &l->in;
    if (in->n == in->room) {
        const size_t room = in->room == 0 ? ROOM : 2 * in->room;
        struct fw_item *more = realloc(in->item, room * sizeof *more);
        l->failed = l->failed || more == NULL;
        if (more == NULL) {
            return;
        }
        in->item = more;
        in->room = room;
    }
    in->item[in->n++] = *item;
}

/* Positions without a message of their own. */
static void add_lost(struct htr_fw_link *l, uint64_t words, uint64_t offset)
{
    struct fw_received *in = &l->in;
    const uint64_t taken = words < l->left ? words : l->left;
    if (taken > 0) {
        in->item[l->open].words += taken;
        l->left -= (unsigned)taken;
        words -= taken;
    }
    if (words == 0) {
        return;
    }
    if (in->n > 0 && in->item[in->n - 1].kind == FW_ITEM_LOST) {
        in->item[in->n - 1].words += words;
    } else {
        add_item(l, &(struct fw_item){.kind = FW_ITEM_LOST, .words = words, .offset = offset});
    }
}

static void add_word(struct htr_fw_link *l, const struct htr_fw_heard *h)
{
    const bool blocks = l->from != HTR_FW_FROM_TRACE;
    if (h->channel == HTR_FW_CH_SENT) {
        return; /* of the port itself: no call sends it */
    }
    if (blocks && h->channel >= HTR_FW_CH_ARGS && h->channel < HTR_FW_CH_ARGS + 4) {
        add_lost(l, 1, h->offset); /* of the block whose header came, or is missing */
        return;
    }
    l->left = 0;
    add_item(l, &(struct fw_item){.kind = FW_ITEM_WORD,
                                  .channel = (uint8_t)h->channel,
                                  .src = (uint16_t)h->source,
                                  .word = h->word,
                                  .words = 1,
                                  .offset = h->offset});
    if (blocks && htr_fw_is_print(h->channel) && !l->failed) {
        l->open = l->in.n - 1;
        l->left = h->word >> 26 & 31;
    }
}

void htr_fw_link_hear(void *link, const struct htr_fw_heard *h)
{
    struct htr_fw_link *l = link;
    if (!l->begun) {
        l->first = h->offset;
        l->begun = true;
    }
    if (h->kind == HTR_FW_HEARD_WORD) {
        add_word(l, h);
    } else if (h->kind == HTR_FW_HEARD_LOST) {
        add_lost(l, h->words, h->offset);
    } else if (l->from == HTR_FW_FROM_TEXT) { /* elsewhere positions say how many */
        l->left = 0;
        add_item(l, &(struct fw_item){.kind = FW_ITEM_UNKNOWN, .offset = h->offset});
    }
}

/* ---- what was sent ---- */

static int read_source(struct htr_fw_link *l, const struct htr_trace_options *o, bool stop)
{
    struct fw_hart *h = &l->hart[l->harts++];
    struct htr_host quiet = htr_host_quiet(l->host);
    memset(h, 0, sizeof *h);
    int status = fw_hart_read(h, &quiet, o, &l->marks, !stop);
    l->host->last = status != HTR_OK ? quiet.last : l->host->last;
    l->sum.gaps += h->skipped;
    return status;
}

static int list_sources(struct htr_fw_link *l, const struct htr_trace_options *o, uint16_t *src,
                        unsigned *n)
{
    struct htr_trace *t = calloc(1, sizeof *t);
    uint64_t left_out;
    *n = 0;
    struct htr_host quiet = htr_host_quiet(l->host);
    int status = t != NULL ? htr_trace_open(t, &quiet, o)
                           : htr_fail(l->host, HTR_ERR_MEMORY, o->path, "not enough memory");
    const bool many = status == HTR_OK && !t->one_source && t->cfg.src_bits > 0;
    if (status == HTR_OK) {
        htr_trace_close(t);
    }
    free(t);
    status = many ? htr_sources_list(&quiet, o, src, n, &left_out) : status;
    l->host->last = status != HTR_OK ? quiet.last : l->host->last;
    return status;
}

static int read_sources(struct htr_fw_link *l, const struct htr_trace_options *o, bool stop)
{
    uint16_t src[HTR_SOURCES_MAX];
    unsigned n;
    char number[NUMBER];
    struct htr_trace_options one = *o;
    int status = list_sources(l, o, src, &n);
    if (status == HTR_OK && n == 0) {
        return read_source(l, o, stop);
    }
    for (unsigned i = 0; i < n && status == HTR_OK; i++) {
        snprintf(number, sizeof number, "%u", (unsigned)src[i]);
        one.src = number;
        one.code.hart = src[i];
        status = read_source(l, &one, stop);
    }
    return status;
}

/* ---- both ---- */

/* Does the log begin with the first word that was sent after the destination was initialized? */
static bool is_anchored(const struct htr_fw_link *l)
{
    unsigned starts = 0;
    for (unsigned i = 0; i < l->harts; i++) {
        for (size_t k = 0; k < l->hart[i].sends; k++) {
            const struct fw_send *s = &l->hart[i].send[k];
            starts += s->kind == FW_SENT_START && s->dest == dest_of(l);
        }
    }
    return starts == 1 && (l->from != HTR_FW_FROM_RING || l->first == 0);
}

static unsigned senders(const struct htr_fw_link *l)
{
    unsigned n = 0;
    for (unsigned i = 0; i < l->harts; i++) {
        bool sends = false;
        for (size_t k = 0; k < l->hart[i].sends; k++) {
            sends = sends || l->hart[i].send[k].dest == dest_of(l);
        }
        n += sends || l->hart[i].skipped > 0;
    }
    return n;
}

static bool match(struct htr_fw_link *l)
{
    struct fw_matching m = {.elf = l->elf,
                            .hart = l->hart,
                            .harts = l->harts,
                            .in = &l->in,
                            .dest = dest_of(l),
                            .anchored = is_anchored(l),
                            .positions = l->from != HTR_FW_FROM_TEXT,
                            .timed = true,
                            .sum = &l->sum};
    if (l->from == HTR_FW_FROM_TRACE || (l->from == HTR_FW_FROM_TEXT && senders(l) < 2)) {
        bool good = true;
        for (unsigned i = 0; i < l->harts && good; i++) {
            good = fw_match_one(&m, &l->hart[i]);
        }
        return good;
    }
    return fw_match_log(&m);
}

static void remark(const struct htr_fw_link *l, const char *path)
{
    const struct htr_fw_link_sum *s = &l->sum;
    if (s->silent > 0) {
        htr_note(l->host, path,
                 "%" PRIu64 " word%s that call sites sent did not come, and nothing announces "
                 "that; the first is missing before offset %" PRIu64
                 ": the input is cut or damaged, or ports were switched off (trTeStimMask)",
                 s->silent, htr_s(s->silent), s->first);
    }
    if (s->strange > 0) {
        htr_note(l->host, path,
                 "%" PRIu64 " message%s fit%s nothing that the traced harts sent, the first at "
                 "offset %" PRIu64
                 ": is it the trace of the same run, of all harts, from the start of the program? "
                 "Words before it may be lost without announcement",
                 s->strange, htr_s(s->strange), s->strange == 1 ? "s" : "", s->first);
    }
}

/* A format string belongs to one print. */
static void name_print(const struct htr_fw_link *l, struct fw_item *item)
{
    if (item->kind == FW_ITEM_WORD && htr_fw_is_print(item->channel) && item->word >> 31 == 0 &&
        item->from.pc == 0) {
        item->from.pc = htr_fw_elf_where(l->elf, HTR_FW_PLACE_PRINT | (item->word & 0x3ffffff));
        item->found = item->found || item->from.pc != 0;
    }
}

static void count_known(struct htr_fw_link *l)
{
    l->sum.harts = l->harts;
    for (size_t i = 0; i < l->in.n; i++) {
        struct fw_item *item = &l->in.item[i];
        name_print(l, item);
        l->sum.known += item->found && item->from.pc != 0;
        l->sum.placed += item->found && item->from.placed && !item->from.about;
    }
}

int htr_fw_link_trace(struct htr_fw_link *l, const struct htr_trace_options *o, bool stop)
{
    int status = l->failed ? htr_fail(l->host, HTR_ERR_MEMORY, o->path, "not enough memory")
                           : read_sources(l, o, stop || l->from != HTR_FW_FROM_RING);
    if (status == HTR_OK && !match(l)) {
        status = htr_fail(l->host, HTR_ERR_MEMORY, o->path, "not enough memory");
    }
    if (status == HTR_OK) {
        count_known(l);
        remark(l, o->path);
    }
    return status;
}

const struct htr_fw_link_sum *htr_fw_link_sum(const struct htr_fw_link *l)
{
    return &l->sum;
}

bool htr_fw_link_find(const struct htr_fw_link *l, const struct htr_fw_event *e,
                      struct htr_fw_origin *o)
{
    size_t low = 0, high = l->in.n;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (l->in.item[middle].offset < e->offset) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    while (low < l->in.n && l->in.item[low].offset == e->offset &&
           l->in.item[low].kind != FW_ITEM_WORD) {
        low++;
    }
    if (low == l->in.n || l->in.item[low].offset != e->offset ||
        (e->kind != HTR_FW_DEBUG && e->kind != HTR_FW_PRINT)) {
        return false;
    }
    *o = l->in.item[low].from;
    return l->in.item[low].found || o->near != 0;
}
