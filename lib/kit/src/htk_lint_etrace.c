/* SPDX-License-Identifier: Apache-2.0 */
/* The packets of E-Trace against the rules: bytes, fields, order. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "etrace/etrace_data.h"
#include "htk_lint_int.h"
#include "ingress/ingress_port.h"

/* What the last packet of instruction trace asks for. */
enum after {
    AFTER_ANY,
    AFTER_UPDISCON,
    AFTER_NO_HANDLER,
};

/* One encoder. */
struct esource {
    enum htk_state state;
    struct htr_etrace_options options;
    bool support; /* one came: what follows is known */
    bool enabled, denable;
    enum after after;
    uint32_t data_options;
    struct etrace_data_state data;
};

struct htk_etrace {
    const struct etrace_frame *f; /* at hand */
    const char *name;
    uint64_t formats[4], traps, addresses, indexes;
    struct esource *source[UINT16_MAX + 1];
};

void htk_etrace_free(struct htk_lint *l)
{
    for (unsigned i = 0; l->etrace != NULL && i <= UINT16_MAX; i++) {
        free(l->etrace->source[i]);
    }
    free(l->etrace);
    l->etrace = NULL;
}

/* The packet at hand can break the rule: count, and say so when it does. */
__attribute__((format(printf, 4, 5))) static void look(struct htk_lint *l, enum htk_rule rule,
                                                       bool good, const char *format, ...)
{
    const struct htk_etrace *e = l->etrace;
    l->rule[rule].looked++;
    if (good) {
        return;
    }
    char text[160];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    htk_report(l, &(struct htk_finding){.rule = rule,
                                        .message = l->number,
                                        .offset = e->f->offset,
                                        .src = e->f->src,
                                        .tcode = NEXUS_TCODES,
                                        .name = e->name,
                                        .text = text});
}

/* The state of a source, from its first packet on; NULL: no memory. */
static struct esource *source_of(struct htk_lint *l, uint16_t src)
{
    struct esource **s = &l->etrace->source[src];
    if (*s == NULL) {
        *s = calloc(1, sizeof **s);
        if (*s != NULL) {
            (*s)->state = l->trace->wrapped ? HTK_UNKNOWN : HTK_OFF;
            (*s)->options.options = l->trace->etrace->cfg.options;
            (*s)->data_options = l->trace->etrace->cfg.data_options;
        }
    }
    return *s;
}

/* ---- bytes and fields ---- */

/* The payload was decoded with this status. Returns whether its fields can be used. */
static bool bytes(struct htk_lint *l, const struct etrace_packet *p, uint32_t options, int status)
{
    const struct etrace_frame *f = l->etrace->f;
    uint8_t again[ETRACE_PAYLOAD_MAX];
    unsigned size = f->size;
    look(l, HTK_RULE_ET_EXTENDED, status != ETRACE_ERR_EXTRA,
         "the payload of %u bytes goes on after its last field", f->size);
    if (p->format == ETRACE_FORMAT_EXT) {
        const bool reserved = status == ETRACE_ERR_RESERVED;
        const bool fmt = p->subformat == ETRACE_EXT_COUNT && p->branch_fmt == 1;
        const bool unknown = p->subformat > ETRACE_EXT_INDEX;
        look(l, HTK_RULE_ET_BRANCH_FMT, !reserved || !fmt, "branch_fmt=1");
        look(l, HTK_RULE_ET_SUBFORMAT, !reserved || !unknown, "subformat=%u", p->subformat);
        look(l, HTK_RULE_ET_OPTION, !reserved || fmt || unknown,
             "format=0 subformat=%u with options 0x%" PRIx32, p->subformat, options);
    }
    if (status != ETRACE_OK) {
        return false;
    }
    if (etrace_packet_encode(&l->trace->etrace->cfg, options, p, again, &size) == ETRACE_OK) {
        look(l, HTK_RULE_ET_COMPRESSED, size >= f->size, "%u bytes, where %u would do", f->size,
             size);
    }
    return true;
}

static bool is_privilege(unsigned privilege)
{
    return privilege == INGRESS_PRIV_U || privilege == INGRESS_PRIV_S ||
           (privilege >= INGRESS_PRIV_M && privilege <= INGRESS_PRIV_VS);
}

static void fields(struct htk_lint *l, const struct etrace_packet *p, uint32_t options)
{
    if (p->format == ETRACE_FORMAT_SYNC && p->subformat == ETRACE_SYNC_SUPPORT) {
        look(l, HTK_RULE_ET_MODE, p->encoder_mode == 0, "encoder_mode=%u", p->encoder_mode);
    } else if (p->format == ETRACE_FORMAT_SYNC) {
        look(l, HTK_RULE_ET_PRIVILEGE, is_privilege(p->privilege), "privilege=%u", p->privilege);
    } else if (p->irreport) {
        look(l, HTK_RULE_ET_OPTION, (options & 1u << ETRACE_OPT_IMPLICIT_RETURN) != 0,
             "irreport with options 0x%" PRIx32, options);
    }
}

/* ---- order ---- */

static void support(struct htk_lint *l, struct esource *s, const struct etrace_packet *p)
{
    const bool ends = p->qual_status != ETRACE_QUAL_NO_CHANGE;
    if (s->state == HTK_ON && s->support) {
        look(l, HTK_RULE_ET_ENDED, ends || p->ienable,
             "ienable=0 and qual_status=0 while instructions are traced");
    }
    if (p->qual_status == ETRACE_QUAL_TRACE_LOST) {
        s->state = HTK_LOST;
    } else if (ends || !p->ienable) {
        s->state = s->state == HTK_LOST && p->ienable ? HTK_LOST : HTK_OFF;
    }
    if (p->doptions != s->data_options) {
        etrace_data_sync(&s->data);
    }
    s->support = true;
    s->enabled = p->ienable;
    s->denable = p->denable;
    s->data_options = p->doptions;
}

/* May this packet of instruction trace, no support packet, come here? */
static void order(struct htk_lint *l, struct esource *s, const struct etrace_packet *p)
{
    const bool sync = etrace_packet_is_sync(p);
    if (s->state != HTK_UNKNOWN) {
        look(l, HTK_RULE_ET_BEGIN,
             (s->support || l->trace->wrapped) && (s->state != HTK_OFF || sync), "%s",
             s->support ? "no synchronization packet begins this stretch"
                        : "no support packet came before it");
    }
    if (s->support) {
        look(l, HTK_RULE_ET_ENABLED, s->enabled, "the support packet before it has ienable=0");
    }
    if (s->state == HTK_LOST) {
        look(l, HTK_RULE_ET_LOST, sync, "after qual_status=2");
    }
    if (sync) {
        s->state = HTK_ON;
        etrace_data_sync(&s->data);
    } else if (s->state != HTK_UNKNOWN) {
        s->state = HTK_ON; /* found once */
    }
}

/* What the packet before asks for. */
static void after(struct htk_lint *l, struct esource *s, const struct etrace_packet *p)
{
    const bool is_support = p->format == ETRACE_FORMAT_SYNC && p->subformat == ETRACE_SYNC_SUPPORT;
    if (s->after == AFTER_UPDISCON) {
        look(l, HTK_RULE_ET_UPDISCON, p->format == ETRACE_FORMAT_SYNC, "format=%u after updiscon",
             p->format);
    }
    if (s->after == AFTER_NO_HANDLER) {
        look(l, HTK_RULE_ET_HANDLER, etrace_packet_is_sync(p) || is_support,
             "it follows a trap with thaddr=0");
    }
    const bool trap = p->format == ETRACE_FORMAT_SYNC && p->subformat == ETRACE_SYNC_TRAP;
    s->after = p->updiscon ? AFTER_UPDISCON : trap && !p->thaddr ? AFTER_NO_HANDLER : AFTER_ANY;
}

static void count(struct htk_etrace *e, const struct etrace_packet *p)
{
    e->formats[p->format]++;
    e->traps += p->format == ETRACE_FORMAT_SYNC && p->subformat == ETRACE_SYNC_TRAP;
    e->addresses += p->format == ETRACE_FORMAT_SYNC || p->has_address;
    e->indexes += p->format == ETRACE_FORMAT_EXT && p->subformat == ETRACE_EXT_INDEX;
}

static void instructions(struct htk_lint *l, struct esource *s)
{
    const struct etrace_cfg *cfg = &l->trace->etrace->cfg;
    struct etrace_packet p = {0};
    const uint32_t options = s->options.options;
    const int status = htr_etrace_decode(cfg, &s->options, l->etrace->f, &p);
    l->etrace->name = htr_etrace_name(l->etrace->f, &p, status);
    if (!bytes(l, &p, options, status)) {
        s->state = HTK_UNKNOWN; /* what it was is not known */
        s->after = AFTER_ANY;
        return;
    }
    count(l->etrace, &p);
    fields(l, &p, options);
    after(l, s, &p);
    if (p.format == ETRACE_FORMAT_SYNC && p.subformat == ETRACE_SYNC_SUPPORT) {
        support(l, s, &p);
    } else if (p.format != ETRACE_FORMAT_SYNC || p.subformat != ETRACE_SYNC_CONTEXT) {
        order(l, s, &p);
    }
}

/* ---- data trace ---- */

static void data(struct htk_lint *l, struct esource *s)
{
    const struct etrace_cfg *cfg = &l->trace->etrace->cfg;
    const struct etrace_frame *f = l->etrace->f;
    struct etrace_data_packet p;
    struct etrace_access a;
    l->etrace->name = "data";
    const int status = etrace_data_decode(cfg, s->data_options, &s->data, f->payload, f->size, &p);
    look(l, HTK_RULE_ET_DATA_FIELDS, status == ETRACE_OK, "%s", etrace_strerror(status));
    if (s->support) {
        look(l, HTK_RULE_ET_DATA, s->denable, "the support packet before it has denable=0");
    }
    if (status == ETRACE_OK && s->state == HTK_ON) {
        look(l, HTK_RULE_ET_DATA_SYNC,
             etrace_data_apply(cfg, s->data_options, &s->data, &p, &a) == ETRACE_OK,
             "relative to an access before the synchronization packet");
    }
}

/* ---- all of them ---- */

static bool packet(struct htk_lint *l, const struct etrace_frame *f, enum etrace_status status)
{
    const struct etrace_cfg *cfg = &l->trace->etrace->cfg;
    l->messages++;
    l->etrace->f = f;
    l->etrace->name = NULL;
    look(l, HTK_RULE_ET_LENGTH, status == ETRACE_OK, "%u bytes", f->length);
    if (status != ETRACE_OK) {
        return true;
    }
    struct esource *s = source_of(l, f->src);
    if (s == NULL) {
        return false;
    }
    look(l, HTK_RULE_ET_EXTEND, cfg->ts_bytes != 0 || htr_etrace_bytes(l->trace, f)[0] < 0x80,
         "extend=1, and there are no timestamps");
    if (f->kind == ETRACE_KIND_INST) {
        instructions(l, s);
    } else if (f->kind == ETRACE_KIND_DATA) {
        data(l, s);
    }
    return true;
}

int htk_lint_packets(struct htk_lint *l)
{
    struct htr_trace *t = l->trace;
    struct etrace_frame f = {0};
    enum etrace_status got;
    int status = htr_etrace_begin(t, t->wrapped);
    if (status != HTR_OK) {
        return status;
    }
    htk_etrace_free(l);
    l->etrace = calloc(1, sizeof *l->etrace);
    bool memory = l->etrace != NULL;
    for (; memory && (got = htr_etrace_next(t, &f)) != ETRACE_ERR_END && !htr_stopped(t->host);
         l->number++) {
        htr_progress(t->host, f.offset);
        if (!t->one_source || got != ETRACE_OK || f.src == t->src) {
            memory = packet(l, &f, got);
        }
    }
    if (!memory) {
        return htr_fail(t->host, HTR_ERR_MEMORY, NULL, "not enough memory");
    }
    return t->unread ? HTR_ERR_READ : HTR_OK;
}

/* ---- code ---- */

enum htk_rule htk_etrace_rule_of(int status)
{
    switch (status) {
    case ETRACE_ERR_BRANCHES:
        return HTK_RULE_ET_BRANCHES;
    case ETRACE_ERR_DISCON:
        return HTK_RULE_ET_TARGET;
    case ETRACE_ERR_REACH:
        return HTK_RULE_ET_ADDRESS;
    case ETRACE_ERR_CACHE:
        return HTK_RULE_ET_INDEX;
    default:
        return HTK_RULES;
    }
}

void htk_etrace_count_code(struct htk_lint *l)
{
    const struct htk_etrace *e = l->etrace;
    if (e != NULL) {
        l->rule[HTK_RULE_ET_BRANCHES].looked = l->messages;
        l->rule[HTK_RULE_ET_TARGET].looked = l->messages - e->formats[ETRACE_FORMAT_SYNC];
        l->rule[HTK_RULE_ET_ADDRESS].looked = e->addresses;
        l->rule[HTK_RULE_ET_INDEX].looked = e->indexes;
    }
}

void htk_etrace_count_ingress(struct htk_lint *l, uint64_t insns)
{
    const struct htk_etrace *e = l->etrace;
    l->rule[HTK_RULE_ET_TAKEN].looked += e->formats[ETRACE_FORMAT_BRANCH];
    l->rule[HTK_RULE_ET_PLACE].looked += e->formats[ETRACE_FORMAT_SYNC];
    l->rule[HTK_RULE_ET_TRAP].looked += e->traps;
    l->rule[HTK_RULE_ET_STOP].looked += insns > 0;
}
