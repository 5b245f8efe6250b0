/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Text vectors on a device. Where the specification leaves no choice, and the parameters that
 * matter are known, the bytes must be those of the file; otherwise what they mean.
 */
#include <stdlib.h>

#include "encoder_regs.h"
#include "encoder_table.h"
#include "htk_elem.h"
#include "htk_enc.h"
#include "htk_vectors.h"

enum {
    ELEMS = 1000,
    GAP_MOST = 1 << 24, /* clocks between two records */
};

struct story {
    struct htk_enc *e;
    const struct ntt_case *c;
    struct ntt_case *probe; /* for other parameters */
    uint64_t begin;         /* clocks of the device when the cycles of the case are 0 */
    bool begun;
    char denied[120]; /* a field that the device does not have */
    bool possible;    /* there is a model with its parameters, which sends: */
    uint8_t want[NTT_BYTES_MAX];
    size_t want_n;
};

/* ---- the device runs the steps ---- */

/* A field that does not read as it was written: the device does not have it. */
static void look_for_denied(struct story *s, uint32_t offset, uint32_t value, uint32_t back)
{
    const uint32_t switches = TR_TE_ACTIVE_MASK | TR_TE_ENABLE_MASK | TR_TE_INST_TRACING_MASK;
    uint32_t differ = value ^ back;
    differ &= offset == TR_TE_CONTROL_OFFSET ? ~switches : UINT32_MAX;
    for (unsigned r = 0; differ != 0 && r < regmap_encoder.nregs; r++) {
        const struct regmap_reg *reg = &regmap_encoder.regs[r];
        const uint32_t beyond = offset - reg->offset;
        const bool here = reg->count == 1 ? beyond == 0
                                          : offset >= reg->offset && beyond % reg->stride == 0 &&
                                                beyond / reg->stride < reg->count;
        for (unsigned f = 0; here && f < reg->nfields; f++) {
            const struct regmap_field *field = &reg->fields[f];
            const uint32_t mask = regmap_field_mask(field);
            if ((differ & mask) != 0 && s->denied[0] == '\0' &&
                (field->access == REGMAP_WARL || field->access == REGMAP_RW)) {
                snprintf(s->denied, sizeof s->denied, "%s %u", field->name,
                         (unsigned)((value & mask) >> field->lsb));
            }
        }
    }
}

static bool get(void *ctx, uint32_t offset, uint32_t *value)
{
    const struct story *s = ctx;
    return htk_dut_read(&s->e->dut, offset, value);
}

static bool set(void *ctx, uint32_t offset, uint32_t value)
{
    struct story *s = ctx;
    uint32_t back;
    if (!htk_dut_write(&s->e->dut, offset, value)) {
        return false;
    }
    if (s->begun) { /* a clock may matter */
        return true;
    }
    const bool good = htk_dut_read(&s->e->dut, offset, &back);
    if (good) {
        look_for_denied(s, offset, value, back);
    }
    return good;
}

static void idle(void *ctx)
{
    const struct story *s = ctx;
    (void)htk_dut_tick(&s->e->dut, 1);
}

static bool record(void *ctx, const struct ingress_cycle *in)
{
    struct story *s = ctx;
    struct htk_dut *d = &s->e->dut;
    const unsigned most = d->blocks;
    struct ingress_cycle part = *in;
    if (!s->begun) {
        s->begin = d->clocks + 1 - in->cycle;
        s->begun = true;
    }
    const uint64_t gap = s->begin + in->cycle - d->clocks - 1;
    if (gap - 1 < GAP_MOST) {
        (void)htk_dut_tick(d, (uint32_t)gap);
    }
    for (unsigned i = 0; d->itype_width == 3 && i < in->nblocks; i++) {
        part.block[i].itype = ingress_itype_narrow(part.block[i].itype);
    }
    for (unsigned left = in->nblocks; left > most; left -= most) {
        part.nblocks = (uint8_t)most;
        (void)htk_dut_cycle(d, &part);
        part.ctype = INGRESS_CTYPE_NONE;
        memmove(part.block, part.block + most, (left - most) * sizeof part.block[0]);
        part.nblocks = (uint8_t)(left - most);
    }
    (void)htk_dut_cycle(d, &part);
    return false; /* a device that stalls takes its time */
}

static void set_link(void *ctx, bool ready)
{
    const struct story *s = ctx;
    (void)htk_dut_link(&s->e->dut, ready);
}

static bool empty(void *ctx)
{
    (void)ctx;
    return true;
}

/* ---- can it, and how closely ---- */

/* What the port cannot carry; NULL: nothing. */
static const char *cannot(const struct htk_enc *e, const struct ntt_case *c)
{
    const uint64_t beyond = e->dut.xlen == 32 ? ~(uint64_t)UINT32_MAX : 0;
    if (c->param.itype_width == 3 && e->dut.itype_width == 4) {
        return "an itype of 3 bits";
    }
    for (unsigned i = 0; i < c->steps; i++) {
        const struct ingress_cycle *in = &c->step[i].in;
        if (c->step[i].kind == NTT_STORE) {
            return "stimulus ports";
        }
        if (c->step[i].kind == NTT_INGRESS && in->naccess != 0 &&
            (!e->dut.takes_accesses || in->nblocks > e->dut.blocks)) {
            return e->dut.takes_accesses ? "more blocks per cycle" : "data accesses";
        }
        for (unsigned k = 0; c->step[i].kind == NTT_INGRESS && k < in->nblocks; k++) {
            if (k >= e->dut.blocks && in->trigger != 0) {
                return "more blocks per cycle";
            }
            if ((in->block[k].iaddr & beyond) != 0) {
                return "XLEN 64";
            }
            if ((uint64_t)in->block[k].iretire >> e->dut.iretire_bits != 0) {
                return "a wider iretire";
            }
        }
    }
    return NULL;
}

/* What the model with these parameters sends: into out, *n bytes. Returns false when there is no
 * such encoder. */
static bool model_sends(struct story *s, const struct trm_encoder_cfg *cfg, uint8_t *out, size_t *n)
{
    const char *why;
    unsigned line;
    *s->probe = *s->c;
    s->probe->param = *cfg;
    const int got = ntt_run_encoder(s->probe, out, NTT_BYTES_MAX, &why, &line);
    *n = got > 0 ? (size_t)got : 0;
    return got >= 0 && got + TRM_ENCODER_MESSAGE_MAX <= NTT_BYTES_MAX;
}

/* How long a switch takes, the version, and which protocols there are beside N-Trace, which the kit
 * asks for: no matter of what is sent. */
static bool is_no_matter(unsigned i)
{
    const char *name = htk_param_name(i);
    return strcmp(name, "power_ticks") == 0 || strcmp(name, "enable_ticks") == 0 ||
           strcmp(name, "version") == 0 || strcmp(name, "ntrace") == 0 ||
           strcmp(name, "etrace") == 0;
}

/* The bytes that an encoder with the parameters of the device sends, whatever those are that are
 * not known, are s->want: with the parameters of the file those of the file. Returns false when
 * there is a choice, or what is not known matters. */
static bool is_exact(struct story *s)
{
    const struct htk_enc *e = s->e;
    uint8_t out[NTT_BYTES_MAX];
    size_t n;
    s->possible = model_sends(s, &e->cfg, s->want, &s->want_n);
    if (s->c->choice || !s->possible) {
        return false;
    }
    for (unsigned i = 0; i < htk_param_count(); i++) {
        if (is_no_matter(i)) {
            continue;
        }
        const uint32_t other[2] = {htk_param_least(i), htk_param_most(i)};
        for (unsigned k = 0; !e->known[i] && k < 2; k++) {
            struct trm_encoder_cfg cfg = e->cfg;
            (void)htk_param_set(&cfg, i, other[k]);
            if (model_sends(s, &cfg, out, &n) && (n != s->want_n || memcmp(out, s->want, n) != 0)) {
                return false;
            }
        }
    }
    return true;
}

static bool uses_link(const struct ntt_case *c)
{
    for (unsigned i = 0; i < c->steps; i++) {
        if (c->step[i].kind == NTT_LINK) {
            return true;
        }
    }
    return false;
}

/* ---- by meaning ---- */

/* Does trace begin and end as often, for the same reasons? */
static bool compare_switches(struct story *s, const struct ntt_elem *got, unsigned n)
{
    unsigned i = 0, k = 0;
    for (;;) {
        const char *a = htk_elem_next_switch(s->c->elem, s->c->elems, &i);
        const char *b = htk_elem_next_switch(got, n, &k);
        unsigned code;
        if (a == NULL && b == NULL) {
            return true;
        }
        if (a != NULL && b != NULL && htk_elem_same_switch(a, b)) {
            continue;
        }
        const char *id = a != NULL && sscanf(a, "trace-on sync=%u", &code) == 1
                             ? htk_enc_rule_of_sync(code)
                             : "NT-PTC-001";
        htk_enc_break(s->e, id, a != NULL ? a : "no more trace", b != NULL ? b : "no more trace");
        return false;
    }
}

static void compare_elements(struct story *s, const struct ntt_elem *got, unsigned n,
                             const char *holds)
{
    const struct ntt_case *c = s->c;
    char want_text[NTT_ELEM_MAX], got_text[NTT_ELEM_MAX];
    unsigned i = 0, k = 0;
    bool same = n == c->elems;
    for (unsigned j = 0; same && j < n; j++) {
        same = strcmp(c->elem[j].text, got[j].text) == 0;
    }
    if (same) {
        htk_enc_hold(s->e, holds);
        return;
    }
    for (;;) {
        const bool a = htk_elem_next_range(c->elem, c->elems, &i, want_text);
        const bool b = htk_elem_next_range(got, n, &k, got_text);
        if (!a && !b) { /* the same instructions, told in another way */
            (void)(c->choice || compare_switches(s, got, n));
            return;
        }
        if (a != b || strcmp(want_text, got_text) != 0) {
            const char *right = a ? want_text : "no more instructions";
            const char *sent = b ? got_text : "no more instructions";
            if (b && strncmp(got_text, "error", 5) == 0) {
                htk_enc_break(s->e, htk_elem_rule(got_text), right, sent);
            } else {
                htk_enc_differs(s->e, &c->cfg, s->want, s->want_n, holds);
            }
            return;
        }
    }
}

/* Would an encoder with the parameters of the device say what the file says? If not, the file is
 * not about such a device. */
static bool concerns(struct story *s)
{
    char want[NTT_ELEM_MAX], got[NTT_ELEM_MAX];
    struct ntt_elem *elem = s->possible ? malloc(ELEMS * sizeof *elem) : NULL;
    unsigned i = 0, k = 0;
    bool a = false, b = false, same = s->possible;
    if (elem != NULL) {
        *s->probe = *s->c;
        s->probe->size = s->want_n;
        memcpy(s->probe->bytes, s->want, s->want_n);
        const unsigned n = ntt_run_flow(s->probe, elem, ELEMS);
        do {
            a = htk_elem_next_range(s->c->elem, s->c->elems, &i, want);
            b = htk_elem_next_range(elem, n < ELEMS ? n : ELEMS, &k, got);
            same = a == b && (!a || strcmp(want, got) == 0);
        } while (same && a);
    }
    free(elem);
    return same;
}

static void compare_meaning(struct story *s, const char *holds)
{
    const struct htk_dut *d = &s->e->dut;
    struct ntt_elem *elem = malloc(ELEMS * sizeof *elem);
    *s->probe = *s->c;
    s->probe->size = d->n;
    if (d->n > NTT_BYTES_MAX || elem == NULL) {
        htk_enc_break(s->e, "NT-RUL-008", "a few messages", "more trace than any encoder needs");
    } else if (s->c->elems > 0) {
        memcpy(s->probe->bytes, d->bytes, d->n);
        const unsigned n = ntt_run_flow(s->probe, elem, ELEMS);
        compare_elements(s, elem, n < ELEMS ? n : ELEMS, holds);
    }
    free(elem);
}

/* A quirk that shows in the code alone. */
static void complete(struct story *s)
{
    struct ntt_code *room = calloc(1, sizeof *room);
    struct flow_code code;
    if (room != NULL) {
        ntt_code(s->c, room, &code);
        htk_enc_complete(s->e, &s->c->cfg, &code);
    }
    free(room);
}

/* ---- one case ---- */

static bool run(struct story *s, const char *holds, bool exact)
{
    static const struct ntt_encoder_ops ops = {get, set, idle, record, set_link, empty, NULL};
    struct htk_enc *e = s->e;
    const struct ntt_encoder on = {&ops, s};
    const char *why;
    unsigned line;
    if (!htk_enc_wake(&e->dut)) {
        return false;
    }
    const bool ran = ntt_run_on(s->c, &on, &why, &line);
    if (!htk_dut_link(&e->dut, true) || !htk_dut_flush(&e->dut) || !ran) {
        return e->dut.end == HTK_DUT_RUNS;
    }
    if (s->denied[0] != '\0') {
        htk_enc_skip(e, holds, s->denied);
        e->sum->left_out++;
        return true;
    }
    e->sum->scenarios++;
    e->sum->exact += exact;
    e->sum->by_meaning += !exact;
    if (!htk_enc_lint(e, &s->c->cfg)) {
        return true;
    }
    htk_enc_strip(e);
    complete(s);
    if (!exact) {
        compare_meaning(s, holds);
    } else if (e->dut.n == s->want_n && memcmp(e->dut.bytes, s->want, s->want_n) == 0) {
        e->by_model = s->want_n != s->c->size || memcmp(s->want, s->c->bytes, s->want_n) != 0;
        htk_enc_hold(e, holds);
        htk_enc_hold_formats(e, &s->c->cfg);
    } else {
        htk_enc_differs(e, &s->c->cfg, s->want, s->want_n, holds);
    }
    return true;
}

static bool one_case(struct htk_enc *e, const struct htk_vector *v, struct ntt_case *c,
                     struct ntt_case *probe)
{
    struct story s = {.e = e, .c = c, .probe = probe};
    const char *why = cannot(e, c);
    if (c->steps == 0 || c->no_encoder || c->decode_only) {
        return true;
    }
    htk_enc_begin(e, HTK_NO_SEED, "%s: %.70s", v->name, c->name);
    c->cfg.xlen = e->dut.xlen; /* addresses that fit mean the same */
    const bool exact = why == NULL && is_exact(&s);
    if (why == NULL && !exact && uses_link(c)) {
        why = "the queue of the vector";
    }
    if (why == NULL && !concerns(&s)) {
        why = "parameters like those of the vector";
    }
    if (why != NULL) {
        htk_enc_skip(e, v->holds, why);
        e->sum->left_out++;
        return true;
    }
    return run(&s, v->holds, exact);
}

/* ---- all of them ---- */

static bool one_vector(struct htk_enc *e, const struct htk_vector *v, struct ntt_case two[2])
{
    struct ntt_reader r;
    char *text;
    bool good = htk_vector_open(v, &r, &text);
    while (good && ntt_next(&r, &two[0]) > 0) {
        good = one_case(e, v, &two[0], &two[1]);
    }
    htk_vector_close(&r, text);
    return good;
}

bool htk_enc_vectors(struct htk_enc *e)
{
    struct ntt_case *two = calloc(2, sizeof *two);
    bool good = two != NULL;
    for (unsigned i = 0; good && i < htk_vector_count; i++) {
        good = htk_vector_is_etrace(&htk_vectors[i]) || !htk_enc_wants(e, htk_vectors[i].name) ||
               one_vector(e, &htk_vectors[i], two);
    }
    free(two);
    return good;
}
