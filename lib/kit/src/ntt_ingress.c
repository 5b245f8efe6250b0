/* SPDX-License-Identifier: Apache-2.0 */
/* The encoder's side of a text vector: ingress records and register writes
 * (docs/reference/vectors.md). */
#include <stdlib.h>
#include <string.h>

#include "encoder_regs.h"
#include "ntt.h"

enum {
    FLUSH_TICKS = 64,
};

static bool set_block(struct ingress_block *b, const char *name, uint64_t v)
{
    if (strcmp(name, "iaddr") == 0) {
        b->iaddr = v;
    } else if (strcmp(name, "iretire") == 0) {
        b->iretire = (uint32_t)v;
    } else if (strcmp(name, "itype") == 0) {
        b->itype = (uint8_t)v;
        return v <= 15;
    } else if (strcmp(name, "ilastsize") == 0) {
        b->ilastsize = (uint8_t)v;
        return v <= 3;
    } else if (strcmp(name, "sijump") == 0) {
        b->sijump = v != 0;
    } else {
        return false;
    }
    return true;
}

/* A data access of the last block begins with its type. */
static bool set_access(struct ingress_cycle *in, const char *name, uint64_t v)
{
    if (strcmp(name, "dtype") == 0) {
        if (in->naccess == INGRESS_MAX_ACCESSES) {
            return false;
        }
        in->access[in->naccess++] =
            (struct ingress_access){.dtype = (uint8_t)v, .block = (uint8_t)(in->nblocks - 1u)};
        return v <= 15;
    }
    if (in->naccess == 0 || in->access[in->naccess - 1u].block + 1u != in->nblocks) {
        return false;
    }
    struct ingress_access *a = &in->access[in->naccess - 1u];
    if (strcmp(name, "daddr") == 0) {
        a->daddr = v;
    } else if (strcmp(name, "dsize") == 0) {
        a->dsize = (uint8_t)v;
        return v <= 3;
    } else if (strcmp(name, "load") == 0) {
        a->load = v;
    } else if (strcmp(name, "store") == 0) {
        a->store = v;
    } else if (strcmp(name, "insn") == 0) {
        a->insn = (uint8_t)v;
        return v <= UINT8_MAX;
    } else {
        return false;
    }
    return true;
}

static bool set_record(struct ntt_step *s, const char *name, uint64_t v)
{
    struct ingress_cycle *in = &s->in;
    if (strcmp(name, "times") == 0) {
        s->times = (uint32_t)v;
        return v >= 1 && v <= 1000000;
    } else if (strcmp(name, "cycle") == 0) {
        in->cycle = v;
    } else if (strcmp(name, "time") == 0) {
        in->time = v;
    } else if (strcmp(name, "priv") == 0) {
        in->priv = (uint8_t)v;
    } else if (strcmp(name, "ctype") == 0) {
        in->ctype = (uint8_t)v;
    } else if (strcmp(name, "context") == 0) {
        in->context = v;
    } else if (strcmp(name, "hcontext") == 0) {
        in->hcontext = v;
    } else if (strcmp(name, "trigger") == 0) {
        in->trigger = (uint16_t)v;
    } else if (strcmp(name, "ext_trig") == 0) {
        in->ext_trig = (uint8_t)v;
    } else if (strcmp(name, "impdef") == 0) {
        in->impdef = (uint32_t)v;
    } else if (strcmp(name, "cause") == 0) {
        in->cause = v;
    } else if (strcmp(name, "tval") == 0) {
        in->tval = v;
    } else if (strcmp(name, "halted") == 0) {
        in->halted = v != 0;
    } else if (strcmp(name, "reset") == 0) {
        in->reset = v != 0;
    } else if (strcmp(name, "lowpower") == 0) {
        in->lowpower = v != 0;
    } else {
        return false;
    }
    return true;
}

const char *ntt_parse_ingress(char *text, const struct ntt_step *last, struct ntt_step *s)
{
    char *name;
    char *value;
    uint64_t v;
    s->kind = NTT_INGRESS;
    s->times = 1;
    s->in = (struct ingress_cycle){.priv = INGRESS_PRIV_M};
    if (last != NULL) { /* these stay until they are changed */
        s->in.priv = last->in.priv;
        s->in.context = last->in.context;
        s->in.hcontext = last->in.hcontext;
        s->in.time = last->in.time;
    }
    struct ingress_block *b = NULL;
    for (;;) {
        if (!ntt_word(&text, &name, &value)) {
            if (*name == '\0') {
                return NULL;
            }
            if (strcmp(name, "|") != 0 || s->in.nblocks == 0) {
                return "an ingress line is NAME=VALUE ..., blocks divided by |";
            }
            b = NULL;
            continue;
        }
        if (!ntt_number(value, &v)) {
            return "not a number";
        }
        if (b == NULL && strcmp(name, "iaddr") == 0) {
            if (s->in.nblocks == INGRESS_MAX_BLOCKS) {
                return "too many blocks";
            }
            b = &s->in.block[s->in.nblocks++];
            b->ilastsize = 1;
        }
        if (!(b != NULL && (set_block(b, name, v) || set_access(&s->in, name, v))) &&
            !set_record(s, name, v)) {
            return "unknown name, bad value, a block that does not begin with iaddr, or an access "
                   "that does not begin with dtype";
        }
    }
}

const char *ntt_parse_reg(char *text, struct ntt_step *s)
{
    char *name;
    char *value;
    uint64_t v;
    s->kind = NTT_REG;
    s->times = 1;
    while (ntt_word(&text, &name, &value)) {
        char *dot = strchr(name, '.');
        struct ntt_field f;
        if (dot == NULL || !ntt_number(value, &v) || s->fields == 4 ||
            !ntt_find_field(dot + 1, v, &f)) {
            return "a register write is REGISTER.FIELD=VALUE";
        }
        if (s->fields > 0 && f.offset != s->field[0].offset) {
            return "fields of one register only";
        }
        s->field[s->fields++] = f;
    }
    return s->fields > 0 && *name == '\0' ? NULL : "a register write is REGISTER.FIELD=VALUE";
}

const char *ntt_parse_store(char *text, struct ntt_step *s)
{
    char *name;
    char *value;
    uint64_t v, port = TR_TE_STIM_PORT_COUNT, bytes = 4, data = 0;
    s->kind = NTT_STORE;
    s->times = 1;
    while (ntt_word(&text, &name, &value)) {
        uint64_t *at = strcmp(name, "port") == 0    ? &port
                       : strcmp(name, "bytes") == 0 ? &bytes
                       : strcmp(name, "data") == 0  ? &data
                                                    : NULL;
        if (at == NULL || !ntt_number(value, &v)) {
            return "a store is port=NUMBER bytes=NUMBER data=NUMBER";
        }
        *at = v;
    }
    s->field[0] =
        (struct ntt_field){TR_TE_STIM_PORT_OFFSET((uint32_t)port), (uint32_t)bytes, (uint32_t)data};
    bool fits =
        bytes == 4 ? data <= UINT32_MAX : (bytes == 1 || bytes == 2) && data >> 8 * bytes == 0;
    return *name == '\0' && port < TR_TE_STIM_PORT_COUNT && fits
               ? NULL
               : "a store has a port below 32, 1, 2 or 4 bytes, and data that fits";
}

/* Change some fields of one register. */
static bool write_fields(const struct ntt_encoder *e, const struct ntt_field *f, unsigned n)
{
    uint32_t word;
    if (!e->ops->read(e->ctx, f[0].offset, &word)) {
        return false;
    }
    for (unsigned i = 0; i < n; i++) {
        word = (word & ~f[i].mask) | f[i].bits;
    }
    return e->ops->write(e->ctx, f[0].offset, word);
}

static bool write_named(const struct ntt_encoder *e, const char *name, uint64_t v)
{
    struct ntt_field f;
    return ntt_find_field(name, v, &f) && write_fields(e, &f, 1);
}

/* Out of reset, settings, then enabled: what the case says counts before the defaults. */
static bool program(const struct ntt_encoder *e, const struct ntt_case *c)
{
    uint32_t control = TR_TE_ENABLE_MASK | TR_TE_INST_TRACING_MASK;
    struct ntt_field first[NTT_FIELDS_MAX + 1];
    unsigned n = 0;
    if (!write_named(e, "trTeActive", 1)) {
        return false;
    }
    e->ops->idle(e->ctx);
    if (c->param.ts_modes != 0 &&
        !(write_named(e, "trTsActive", 1) && write_named(e, "trTsMode", TR_TS_MODE_EXTERNAL))) {
        return false;
    }
    for (unsigned i = 0; i < c->fields; i++) {
        if (c->field[i].offset == TR_TE_CONTROL_OFFSET) {
            control &= ~c->field[i].mask;
            first[n++] = c->field[i];
        } else if (!write_fields(e, &c->field[i], 1)) {
            return false;
        }
    }
    first[n++] = (struct ntt_field){TR_TE_CONTROL_OFFSET, control, control};
    bool ok = write_fields(e, first, n);
    e->ops->idle(e->ctx);
    return ok;
}

/* One ingress step. Returns false when the hart is stalled for good. */
static bool give(const struct ntt_encoder *e, const struct ntt_step *s, uint64_t *cycle)
{
    struct ingress_cycle in = s->in;
    for (uint32_t i = 0; i < s->times; i++) {
        *cycle = i == 0 && s->in.cycle != 0 ? s->in.cycle : *cycle + 1;
        in.cycle = *cycle;
        for (unsigned n = 0; e->ops->record(e->ctx, &in); n++) {
            if (n == FLUSH_TICKS) {
                return false;
            }
            in.cycle = ++*cycle;
        }
    }
    return true;
}

static const char *run_step(const struct ntt_encoder *e, const struct ntt_step *s, uint64_t *cycle)
{
    switch (s->kind) {
    case NTT_INGRESS:
        return give(e, s, cycle) ? NULL : "the encoder stalls for ever";
    case NTT_REG:
        ++*cycle;
        e->ops->idle(e->ctx);
        return write_fields(e, s->field, s->fields) ? NULL : "the register cannot be written";
    case NTT_STORE:
        ++*cycle;
        e->ops->idle(e->ctx);
        return e->ops->store != NULL &&
                       e->ops->store(e->ctx, s->field[0].offset, s->field[0].mask, s->field[0].bits)
                   ? NULL
                   : "there is no such stimulus port";
    case NTT_TICK:
        for (uint32_t i = 0; i < s->times; i++) {
            ++*cycle;
            e->ops->idle(e->ctx);
        }
        return NULL;
    default:
        e->ops->set_link(e->ctx, s->times != 0);
        return NULL;
    }
}

bool ntt_run_on(const struct ntt_case *c, const struct ntt_encoder *e, const char **why,
                unsigned *line)
{
    uint64_t cycle = 0;
    *line = c->line;
    *why = "a register cannot be written";
    if (!program(e, c)) {
        return false;
    }
    for (unsigned i = 0; i < c->steps; i++) {
        *line = c->step[i].line;
        *why = run_step(e, &c->step[i], &cycle);
        if (*why != NULL) {
            return false;
        }
    }
    for (unsigned i = 0; i < FLUSH_TICKS && (i < 4 || !e->ops->empty(e->ctx)); i++) {
        e->ops->idle(e->ctx);
    }
    return true;
}

/* --- the model --- */

struct model {
    struct trm_encoder enc;
    uint8_t *out;
    size_t cap;
    size_t n;
    bool refuse;
};

static bool can_accept(void *ctx, size_t n)
{
    const struct model *m = ctx;
    return !m->refuse && m->n + n <= m->cap;
}

static void put(void *ctx, const uint8_t *bytes, size_t n)
{
    struct model *m = ctx;
    memcpy(m->out + m->n, bytes, n);
    m->n += n;
}

static bool model_read(void *ctx, uint32_t offset, uint32_t *value)
{
    struct model *m = ctx;
    return trm_encoder_reg_read(&m->enc, offset, 4, value) == TRM_OK;
}

static bool model_write(void *ctx, uint32_t offset, uint32_t value)
{
    struct model *m = ctx;
    return trm_encoder_reg_write(&m->enc, offset, 4, value) == TRM_OK;
}

static bool model_store(void *ctx, uint32_t offset, unsigned size, uint32_t value)
{
    struct model *m = ctx;
    return trm_encoder_reg_write(&m->enc, offset, size, value) == TRM_OK;
}

static void model_idle(void *ctx)
{
    struct model *m = ctx;
    trm_encoder_tick(&m->enc);
}

static bool model_record(void *ctx, const struct ingress_cycle *in)
{
    struct model *m = ctx;
    trm_encoder_tick(&m->enc);
    return trm_encoder_ingress(&m->enc, in);
}

static void model_link(void *ctx, bool ready)
{
    struct model *m = ctx;
    m->refuse = !ready;
}

static bool model_empty(void *ctx)
{
    const struct model *m = ctx;
    return trm_encoder_empty(&m->enc);
}

int ntt_run_encoder(const struct ntt_case *c, uint8_t *out, size_t cap, const char **why,
                    unsigned *line)
{
    static const struct trm_link_ops wire = {.can_accept = can_accept, .put = put};
    static const struct ntt_encoder_ops ops = {model_read, model_write, model_idle, model_record,
                                               model_link, model_empty, model_store};
    struct model *m = calloc(1, sizeof *m); /* large: not on the stack */
    const struct ntt_encoder e = {&ops, m};
    int n = -1;
    *line = c->line;
    *why = "not enough memory";
    if (m == NULL) {
        return -1;
    }
    m->out = out;
    m->cap = cap;
    *why = "the encoder's parameters are out of range";
    if (trm_encoder_init(&m->enc, &c->param) == TRM_OK) {
        trm_encoder_connect(&m->enc, (struct trm_link){&wire, m});
        n = ntt_run_on(c, &e, why, line) ? (int)m->n : -1;
    }
    free(m);
    return n;
}
