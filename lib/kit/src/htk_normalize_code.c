/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A stream with a quirk that shows in the code: a synchronizing message of HTM comes after a branch
 * that its I-CNT counts, and its HIST has no bit for it. F-ADDR says which way the branch went.
 *
 * Source: N-Trace 1.0, Synchronizing Messages (what was counted before is sent); HIST Field
 * Generation.
 */
#include <stdlib.h>
#include <string.h>

#include "htk/htk_profile.h"
#include "nexus/nexus_flow.h"

enum {
    PASSES = 16, /* an error may hide behind another */
    MORE = 40,   /* bytes that a message may grow by */
};

/* A message that is rewritten. */
struct patch {
    uint64_t offset;
    bool taken;
};

struct patches {
    struct patch *at; /* owned; ascending */
    size_t n, room;
};

static bool add_patch(struct patches *p, uint64_t offset, bool taken)
{
    if (p->n == p->room) {
        const size_t room = 2 * p->n + 64;
        struct patch *more = realloc(p->at, room * sizeof *more);
        if (more == NULL) {
            return false;
        }
        p->at = more;
        p->room = room;
    }
    p->at[p->n++] = (struct patch){offset, taken};
    return true;
}

static bool message_at(const struct nexus_stream_cfg *cfg, const struct htk_normal *n,
                       uint64_t offset, struct nexus_msg *m)
{
    struct nexus_msg_decoder d;
    return offset < n->n &&
           nexus_msg_decoder_init(&d, cfg, n->bytes + offset, n->n - (size_t)offset) == NEXUS_OK &&
           nexus_msg_next(&d, m) == NEXUS_OK;
}

/* Does the message at which decoding failed have the quirk? The branch is where it failed. */
static bool lacks_branch(const struct nexus_stream_cfg *cfg, struct flow_code *code,
                         const struct htk_normal *n, const struct flow_elem *e, bool *taken)
{
    const uint64_t mask = cfg->xlen == 32 ? UINT32_MAX : UINT64_MAX;
    const struct flow_where where = {
        .pc = e->start, .context = e->context, .position = e->position};
    const struct flow_insn *insn;
    struct nexus_msg m;
    if (e->type != FLOW_ELEM_ERROR || e->status != NEXUS_ERR_NOHIST || !e->known ||
        !message_at(cfg, n, e->offset, &m) || !nexus_tcode_is_sync(m.tcode) ||
        (nexus_msg_has(&m, NEXUS_F_BTYPE) && m.value[NEXUS_F_BTYPE] != NEXUS_BTYPE_INDIRECT) ||
        flow_code_insn(code, &where, &insn) != FLOW_OK || insn->cls != FLOW_INSN_BRANCH) {
        return false;
    }
    const uint64_t addr = m.value[NEXUS_F_ADDR] << 1 & mask;
    *taken = addr == insn->target;
    return *taken || addr == ((e->start + insn->size) & mask);
}

/* Find the messages that have it. */
static bool find(const struct nexus_stream_cfg *cfg, struct flow_code *code,
                 const struct htk_normal *n, struct patches *p)
{
    struct nexus_decoder d;
    struct flow_elem e;
    bool good = nexus_decoder_init(&d, cfg, code, n->bytes, n->n) == NEXUS_OK;
    p->n = 0;
    while (good && nexus_decoder_next(&d, &e) == NEXUS_OK) {
        bool taken;
        if (lacks_branch(cfg, code, n, &e, &taken)) {
            good = add_patch(p, e.offset, taken);
        }
    }
    return good;
}

/* The message with its branch. A HIST that is full goes ahead of it. Returns the bytes; 0: none. */
static size_t complete(const struct nexus_stream_cfg *cfg, const struct nexus_msg *m, bool taken,
                       uint8_t *to, size_t room)
{
    struct nexus_msg full, sync = *m;
    uint64_t hist = nexus_msg_has(m, NEXUS_F_HIST) ? m->value[NEXUS_F_HIST] : 1;
    int n = 0;
    if (hist >> (NEXUS_MAX_HIST_BITS - 1) != 0) {
        nexus_msg_start(&full, NEXUS_RESOURCE_FULL, m->src);
        nexus_msg_set(&full, NEXUS_F_RCODE, NEXUS_RCODE_HIST);
        nexus_msg_set(&full, NEXUS_F_RDATA, hist);
        n = nexus_msg_encode(cfg, &full, to, room);
        hist = 1;
    }
    sync.tcode = NEXUS_INDIRECT_BRANCH_HIST_SYNC;
    nexus_msg_set(&sync, NEXUS_F_BTYPE, NEXUS_BTYPE_INDIRECT);
    nexus_msg_set(&sync, NEXUS_F_HIST, hist << 1 | taken);
    const int k = n >= 0 ? nexus_msg_encode(cfg, &sync, to + n, room - (size_t)n) : n;
    return k > 0 ? (size_t)(n + k) : 0;
}

/* Move the places of messages after an offset. */
static void move(struct htk_normal *n, uint64_t offset, int64_t by)
{
    for (size_t i = n->places; i > 0 && n->place[i - 1].to > offset; i--) {
        n->place[i - 1].to += (uint64_t)by;
    }
}

/* From the last one to the first, so that the offsets of the others stay. */
static bool apply(const struct nexus_stream_cfg *cfg, struct htk_normal *n, const struct patches *p)
{
    uint8_t *more = realloc(n->bytes, n->n + MORE * p->n + 1);
    if (more == NULL) {
        return false;
    }
    n->bytes = more;
    n->room = n->n + MORE * p->n + 1;
    for (size_t i = p->n; i > 0; i--) {
        const uint64_t at = p->at[i - 1].offset;
        uint8_t to[2 * NEXUS_MAX_MSG_BYTES];
        struct nexus_msg m;
        const size_t k =
            message_at(cfg, n, at, &m) ? complete(cfg, &m, p->at[i - 1].taken, to, sizeof to) : 0;
        if (k == 0 || k > m.length + MORE) {
            continue;
        }
        memmove(n->bytes + at + k, n->bytes + at + m.length, n->n - (size_t)at - m.length);
        memcpy(n->bytes + at, to, k);
        n->n = n->n - m.length + k;
        move(n, at, (int64_t)k - (int64_t)m.length);
        n->use[HTK_QUIRK_SYNC_BRANCH]++;
    }
    return true;
}

int htk_normalize_code(const struct htk_profile *p, const struct nexus_stream_cfg *cfg,
                       struct flow_code *code, struct htr_host *host, struct htk_normal *n)
{
    struct patches patches = {.n = 0};
    bool good = true;
    if (nexus_cfg_check(cfg) != NULL) {
        return htr_fail(host, HTR_ERR_ARG, NULL, "%s is out of range", nexus_cfg_check(cfg));
    }
    for (unsigned i = 0; p->quirk[HTK_QUIRK_SYNC_BRANCH] && good && i < PASSES; i++) {
        good = find(cfg, code, n, &patches) && (patches.n == 0 || apply(cfg, n, &patches));
        if (patches.n == 0) {
            break;
        }
    }
    free(patches.at);
    return good ? HTR_OK : htr_fail(host, HTR_ERR_MEMORY, NULL, "not enough memory");
}
