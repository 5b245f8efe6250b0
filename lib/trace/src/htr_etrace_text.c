/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Packets of E-Trace by the names of their fields.
 *
 * Sources: Efficient Trace 2.0, chapter "Instruction Trace Encoder Output Packets"; Packet
 * Encapsulation 1.0, "Normal Encapsulation Structure".
 */
#include <inttypes.h>
#include <stdio.h>

#include "htr/htr_etrace.h"

int htr_etrace_decode(const struct etrace_cfg *cfg, struct htr_etrace_options *o,
                      const struct etrace_frame *f, struct etrace_packet *p)
{
    if (f->kind != ETRACE_KIND_INST) {
        return ETRACE_ERR_END;
    }
    int rc = etrace_packet_decode(cfg, o->options, f->payload, f->size, p);
    if (rc == ETRACE_OK && p->format == ETRACE_FORMAT_SYNC && p->subformat == ETRACE_SYNC_SUPPORT) {
        o->options = etrace_cfg_options(cfg, p->ioptions);
    }
    return rc;
}

/* The list being made. */
struct list {
    struct htr_etrace_field *field;
    unsigned n;
};

static void add(struct list *l, const char *name, uint64_t value)
{
    l->field[l->n++] = (struct htr_etrace_field){name, value, false};
}

static void add_hex(struct list *l, const char *name, uint64_t value)
{
    l->field[l->n++] = (struct htr_etrace_field){name, value, true};
}

/* What follows an address of formats 0 to 2. */
static void add_address(struct list *l, const struct etrace_cfg *cfg, const struct etrace_packet *p)
{
    if (!p->has_address && !(p->format == ETRACE_FORMAT_EXT && p->subformat == ETRACE_EXT_INDEX)) {
        return;
    }
    if (p->has_address) {
        add_hex(l, "address", p->address & etrace_mask(cfg->iaddress_width));
        add(l, "notify", p->notify);
        add(l, "updiscon", p->updiscon);
    }
    add(l, "irreport", p->irreport);
    if (p->irreport) {
        add(l, "irdepth", p->irdepth);
    }
}

static void add_sync(struct list *l, const struct etrace_cfg *cfg, const struct etrace_packet *p)
{
    if (p->subformat == ETRACE_SYNC_START || p->subformat == ETRACE_SYNC_TRAP) {
        add(l, "branch", p->branch);
    }
    add(l, "privilege", p->privilege);
    if (!cfg->notime) {
        add(l, "time", p->time);
    }
    if (!cfg->nocontext) {
        add_hex(l, "context", p->context);
    }
    if (p->subformat == ETRACE_SYNC_TRAP) {
        add(l, "ecause", p->ecause);
        add(l, "interrupt", p->interrupt);
        add(l, "thaddr", p->thaddr);
    }
    if (p->subformat != ETRACE_SYNC_CONTEXT) {
        add_hex(l, "address", p->address);
    }
    if (p->subformat == ETRACE_SYNC_TRAP && !p->interrupt) {
        add_hex(l, "tval", p->tval);
    }
}

static void add_support(struct list *l, const struct etrace_packet *p)
{
    add(l, "ienable", p->ienable);
    add(l, "encoder_mode", p->encoder_mode);
    add(l, "qual_status", p->qual_status);
    add_hex(l, "ioptions", p->ioptions);
    add(l, "denable", p->denable);
    add(l, "dloss", p->dloss);
    add_hex(l, "doptions", p->doptions);
}

static void add_ext(struct list *l, const struct etrace_packet *p)
{
    if (p->subformat == ETRACE_EXT_COUNT) {
        add(l, "branch_count", p->branch_count);
        add(l, "branch_fmt", p->branch_fmt);
        return;
    }
    add(l, "index", p->index);
    add(l, "branches", p->branches);
    if (p->branches != 0) {
        add_hex(l, "branch_map", p->branch_map);
    }
}

unsigned htr_etrace_fields(const struct etrace_cfg *cfg, const struct etrace_frame *f,
                           const struct etrace_packet *p,
                           struct htr_etrace_field field[HTR_ETRACE_FIELDS])
{
    struct list l = {field, 0};
    if (cfg->src_bits != 0) {
        add(&l, "srcID", f->src);
    }
    if (f->stamped) {
        add(&l, "timestamp", f->stamp);
    }
    add(&l, "flow", f->flow);
    if (cfg->type_bits != 0) {
        add(&l, "type", f->type);
    }
    if (p == NULL) {
        return l.n;
    }
    add(&l, "format", p->format);
    if (p->format == ETRACE_FORMAT_SYNC || p->format == ETRACE_FORMAT_EXT) {
        add(&l, "subformat", p->subformat);
    }
    if (p->format == ETRACE_FORMAT_SYNC && p->subformat == ETRACE_SYNC_SUPPORT) {
        add_support(&l, p);
    } else if (p->format == ETRACE_FORMAT_SYNC) {
        add_sync(&l, cfg, p);
    } else if (p->format == ETRACE_FORMAT_EXT) {
        add_ext(&l, p);
    } else if (p->format == ETRACE_FORMAT_BRANCH) {
        add(&l, "branches", p->branches);
        add_hex(&l, "branch_map", p->branch_map);
    }
    if (p->format != ETRACE_FORMAT_SYNC) {
        add_address(&l, cfg, p);
    }
    return l.n;
}

const char *htr_etrace_name(const struct etrace_frame *f, const struct etrace_packet *p, int status)
{
    return f->kind == ETRACE_KIND_DATA    ? "data"
           : f->kind == ETRACE_KIND_OTHER ? "other"
           : status == ETRACE_OK          ? etrace_packet_name(p)
           : status == ETRACE_ERR_END     ? "instruction" /* not looked at */
                                          : "damaged";
}

void htr_etrace_words(const char *name, const struct htr_etrace_field *field, unsigned n,
                      char text[HTR_ETRACE_TEXT])
{
    int at = snprintf(text, HTR_ETRACE_TEXT, "%s", name);
    for (unsigned i = 0; i < n && at < HTR_ETRACE_TEXT; i++) {
        at += snprintf(text + at, HTR_ETRACE_TEXT - (size_t)at,
                       field[i].hex ? " %s=0x%" PRIx64 : " %s=%" PRIu64, field[i].name,
                       field[i].value);
    }
}

const char *htr_etrace_text(const struct etrace_cfg *cfg, const struct etrace_frame *f,
                            const struct etrace_packet *p, int status, char text[HTR_ETRACE_TEXT])
{
    struct htr_etrace_field field[HTR_ETRACE_FIELDS];
    char name[64];
    const unsigned n = htr_etrace_fields(cfg, f, status == ETRACE_OK ? p : NULL, field);
    const bool wrong = status != ETRACE_OK && status != ETRACE_ERR_END;
    snprintf(name, sizeof name, "%s%s%s", wrong ? "DAMAGED: " : "",
             wrong ? etrace_strerror(status) : htr_etrace_name(f, p, status), wrong ? ";" : "");
    htr_etrace_words(name, field, n, text);
    return text;
}
