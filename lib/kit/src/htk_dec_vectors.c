/* SPDX-License-Identifier: Apache-2.0 */
/* Text vectors with code on a decoder: PCs and events are those of the file. */
#include <stdlib.h>
#include <string.h>

#include "htk_dec.h"
#include "htk_ids.h"
#include "htk_vectors.h"

/* ---- the code of a vector ---- */

enum {
    SEGMENTS = 16, /* of an ELF file; with more regions those nearby are joined */
    NEARBY = 1024, /* bytes between them */
    CODE = 1 << 14,
};

/* With zeros between them. Returns the number of zeros. */
static size_t join(const struct ntt_case *c, struct flow_region *last, const struct flow_region *r,
                   uint8_t *to, size_t room)
{
    const uint64_t gap = last != NULL ? r->addr - last->addr - last->size : UINT64_MAX;
    if (gap != 0 && (c->regions <= SEGMENTS || gap > NEARBY || gap + NTT_CODE_MAX > room)) {
        return SIZE_MAX;
    }
    memset(to, 0, (size_t)gap);
    last->size += gap + r->size;
    return (size_t)gap;
}

/* Neighbors joined: an instruction may lie across two lines. */
static void take_regions(const struct ntt_case *c, struct htk_code *code, uint8_t *bytes)
{
    size_t used = 0;
    for (unsigned i = 0; i < c->regions; i++) {
        const struct flow_region *r = &c->region[i];
        struct flow_region *last = code->regions > 0 ? &code->region[code->regions - 1] : NULL;
        const size_t gap = join(c, last, r, bytes + used, CODE - used);
        used += gap != SIZE_MAX ? gap : 0;
        memcpy(bytes + used, r->bytes, (size_t)r->size);
        if (gap == SIZE_MAX) {
            code->region[code->regions++] = (struct flow_region){r->addr, r->size, bytes + used};
        }
        used += (size_t)r->size;
    }
    if (code->regions == 0) { /* an ELF file has code */
        static const uint8_t nops[] = {1, 0, 1, 0};
        code->region[code->regions++] = (struct flow_region){16, sizeof nops, nops};
    }
}

/* Widths that Nexus 5001 leaves to the vendor are no settings of N-Trace. */
static bool has_widths(const struct nexus_stream_cfg *cfg)
{
    struct nexus_stream_cfg plain;
    nexus_cfg_init(&plain);
    const struct nexus_cfg_widths *a = &cfg->width, *b = &plain.width;
    return a->status != b->status || a->map != b->map || a->dsz != b->dsz || a->elsz != b->elsz ||
           a->dcorr != b->dcorr || a->dsync != b->dsync || a->idtag != b->idtag ||
           a->ndq != b->ndq || a->xmap != b->xmap || a->cksrc != b->cksrc ||
           a->cksync != b->cksync || a->ckdf != b->ckdf || a->cancel != b->cancel;
}

/* ---- one case ---- */

/* Everything of a case, large: not on the stack. */
struct story {
    struct ntt_case c;
    struct htk_case given;
    struct htk_account want;
    uint8_t bytes[CODE];
};

/* Messages that a decoder may remark on, though it follows the flow. */
static bool remarkable(const struct htk_account *want)
{
    for (size_t i = 0; i < want->events; i++) {
        const enum htk_event_kind kind = want->event[i].kind;
        if (kind == HTK_LOST || kind == HTK_NO_SYNC || kind == HTK_CUSTOM || kind == HTK_UNKNOWN ||
            kind == HTK_OTHER || kind == HTK_DATA || kind == HTK_SOFTWARE_TRACE) {
            return true;
        }
    }
    return false;
}

static int expect(struct htk_dec *d, struct story *s)
{
    char line[NTT_ELEM_MAX];
    htk_account_clear(&s->want);
    for (unsigned i = 0; i < s->c.elems; i++) {
        snprintf(line, sizeof line, "%s", s->c.elem[i].text);
        const char *wrong = htk_account_line(&s->want, &s->given.code, line);
        if (wrong != NULL) {
            return htr_fail(d->host, HTR_ERR_FORMAT, NULL, "%s: line %u: %s", d->at.scenario,
                            s->c.elem[i].line, wrong);
        }
    }
    s->want.kinds = UINT32_MAX;
    return HTR_OK;
}

static int run(struct htk_dec *d, struct story *s, const char *holds)
{
    bool good;
    int status = expect(d, s);
    if (status == HTR_OK) {
        status = htk_dec_try(d, &s->given, holds, &good);
    }
    if (status == HTR_OK && good) {
        (void)htk_dec_compare(d, &s->given, &s->want, holds, remarkable(&s->want));
    }
    d->sum->vectors += status == HTR_OK;
    return status;
}

static int one_case(struct htk_dec *d, const struct htk_vector *v, const char *holds,
                    struct story *s)
{
    const struct ntt_case *c = &s->c;
    if (c->elems == 0 || !htk_dec_begin(d, HTK_NO_SEED, "%s: %.70s", v->name, c->name)) {
        return HTR_OK;
    }
    s->given = (struct htk_case){.bytes = c->bytes,
                                 .size = c->size,
                                 .cfg = c->cfg,
                                 .one_source = c->one_source,
                                 .source = c->source,
                                 .code = {.xlen = c->cfg.xlen, .isa = nexus_cfg_isa(&c->cfg)}};
    if (c->is_etrace) {
        s->given.etrace = &c->etrace;
        s->given.code.xlen = c->etrace.xlen;
        s->given.code.isa = etrace_cfg_isa(&c->etrace);
    }
    if (c->pcinfos > 0) {
        s->given.code.pcinfo = c->pcinfo;
        s->given.code.pcinfos = c->pcinfos;
    } else {
        take_regions(c, &s->given.code, s->bytes);
    }
    const char *why = c->is_etrace          ? NULL
                      : has_widths(&c->cfg) ? "widths of Nexus 5001"
                      : c->cfg.data_no_addr ? "trTeDataNoAddr, which no setting says"
                                            : htk_case_refused(d, &s->given);
    if (why != NULL) {
        htk_dec_leave_out(d, holds, why);
        return HTR_OK;
    }
    return run(d, s, holds);
}

/* ---- all of them ---- */

/* The rules for decoders among those that a vector is for; room for as many. */
static void rules_for_decoders(const char *holds, char *out)
{
    char id[HTK_ID];
    *out = '\0';
    while (htk_next_id(&holds, id)) {
        for (unsigned i = 0; i < htk_listed_count; i++) {
            const char *who = htk_listed[i].who;
            if (strcmp(htk_listed[i].id, id) == 0 &&
                (strstr(who, "decoder") != NULL || strstr(who, "codec") != NULL)) {
                strcat(strcat(out, id), " ");
            }
        }
    }
}

static int one_vector(struct htk_dec *d, const struct htk_vector *v, struct story *s)
{
    struct ntt_reader r;
    int status = HTR_OK;
    char *text, *holds = malloc(2 * strlen(v->holds) + 2);
    if (!htk_vector_open(v, &r, &text) || holds == NULL) {
        status = htr_fail(d->host, HTR_ERR_MEMORY, NULL, "not enough memory");
    } else {
        rules_for_decoders(v->holds, holds);
    }
    while (status == HTR_OK && ntt_next(&r, &s->c) > 0) {
        status = one_case(d, v, holds, s);
    }
    htk_vector_close(&r, text);
    free(holds);
    return status;
}

int htk_dec_vectors(struct htk_dec *d)
{
    struct story *s = calloc(1, sizeof *s);
    int status = HTR_OK;
    if (s == NULL) {
        return htr_fail(d->host, HTR_ERR_MEMORY, NULL, "not enough memory");
    }
    for (unsigned i = 0; status == HTR_OK && i < htk_vector_count; i++) {
        if (htk_vector_is_etrace(&htk_vectors[i]) == d->o->etrace) {
            status = one_vector(d, &htk_vectors[i], s);
        }
    }
    htk_account_free(&s->want);
    free(s);
    return status;
}
