/* SPDX-License-Identifier: Apache-2.0 */
/* The decoder's side of a text vector: code, and events as text (docs/reference/vectors.md). */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "nexus/nexus_flow.h"
#include "ntt.h"

static int by_addr(const void *a, const void *b)
{
    const struct flow_pcinfo *x = a;
    const struct flow_pcinfo *y = b;
    return x->addr < y->addr ? -1 : x->addr > y->addr;
}

static int region_by_addr(const void *a, const void *b)
{
    const struct flow_region *x = a;
    const struct flow_region *y = b;
    return x->addr < y->addr ? -1 : x->addr > y->addr;
}

void ntt_sort_code(struct ntt_case *c)
{
    qsort(c->pcinfo, c->pcinfos, sizeof(c->pcinfo[0]), by_addr);
    qsort(c->region, c->regions, sizeof(c->region[0]), region_by_addr);
}

const char *ntt_parse_code(struct ntt_case *c, char *text)
{
    if (strchr(text, ',') != NULL) {
        if (c->pcinfos == NTT_REGIONS_MAX ||
            flow_pcinfo_parse(text, strlen(text), &c->pcinfo[c->pcinfos]) != FLOW_OK) {
            return "not ADDRESS,TYPESIZE or ADDRESS,TYPESIZE,DEST";
        }
        c->pcinfos++;
        return NULL;
    }
    char *end = NULL;
    uint64_t addr = strtoull(text, &end, 0);
    if (end == text || c->regions == NTT_REGIONS_MAX) {
        return "code begins with an address";
    }
    struct flow_region *r = &c->region[c->regions++];
    *r = (struct flow_region){.addr = addr, .bytes = c->code + c->code_size};
    for (;;) {
        char *s = end + strspn(end, " \t");
        if (*s == '\0') {
            return r->size != 0 ? NULL : "code needs bytes after the address";
        }
        unsigned long b = strtoul(s, &end, 16);
        if (end != s + 2 || c->code_size == NTT_CODE_MAX) {
            return "code is an address and pairs of hexadecimal digits";
        }
        c->code[c->code_size++] = (uint8_t)b;
        r->size++;
    }
}

static const char *status_name(int status)
{
    static const struct {
        int status;
        const char *name;
    } known[] = {
        {NEXUS_ERR_MSEO, "MSEO"},         {NEXUS_ERR_TRUNCATED, "TRUNCATED"},
        {NEXUS_ERR_OVERSIZE, "OVERSIZE"}, {NEXUS_ERR_EXTRA, "EXTRA"},
        {NEXUS_ERR_EMPTY, "EMPTY"},       {NEXUS_ERR_RESERVED, "RESERVED"},
        {NEXUS_ERR_ICNT, "ICNT"},         {NEXUS_ERR_HIST, "HIST"},
        {NEXUS_ERR_NOHIST, "NOHIST"},     {NEXUS_ERR_UNINFERABLE, "UNINFERABLE"},
        {NEXUS_ERR_BRANCH, "BRANCH"},     {NEXUS_ERR_STACK, "STACK"},
        {NEXUS_ERR_ADDR, "ADDR"},         {NEXUS_ERR_UNSUPPORTED, "UNSUPPORTED"},
        {NEXUS_ERR_SYNC, "SYNC"},         {NEXUS_ERR_NOCODE, "NOCODE"},
    };
    for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
        if (known[i].status == status) {
            return known[i].name;
        }
    }
    return "?";
}

static void addr_text(char out[24], bool known, uint64_t addr)
{
    if (known) {
        snprintf(out, 24, "0x%" PRIX64, addr);
    } else {
        snprintf(out, 24, "?");
    }
}

/* Elements that say nothing about program flow. */
static void describe_other(char *out, const struct flow_elem *e)
{
    const size_t n = NTT_ELEM_MAX;
    char a[24];
    addr_text(a, e->known, e->start);
    switch (e->type) {
    case FLOW_ELEM_OTHER:
        snprintf(out, n, "other tcode=%u", e->code);
        return;
    case FLOW_ELEM_CUSTOM:
        snprintf(out, n, "custom tcode=%u", e->code);
        return;
    case FLOW_ELEM_UNKNOWN:
        snprintf(out, n, "unknown tcode=%u", e->code);
        return;
    case FLOW_ELEM_SWTRACE:
        snprintf(out, n, "software-trace id=0x%" PRIX64 " data=0x%" PRIX64, e->start, e->value);
        return;
    case FLOW_ELEM_DATA:
        snprintf(out, n, "data tcode=%u addr=%s size=%u data=0x%" PRIX64, e->code, a, e->last_size,
                 e->value);
        return;
    default:
        snprintf(out, n, "%s", flow_elem_name(e->type));
        return;
    }
}

void ntt_describe(char out[NTT_ELEM_MAX], const struct flow_elem *e)
{
    const size_t n = NTT_ELEM_MAX;
    const struct flow_context *x = &e->context;
    char a[24];
    addr_text(a, e->known, e->start);
    switch (e->type) {
    case FLOW_ELEM_TRACE_ON:
        snprintf(out, n, "trace-on sync=%u addr=0x%" PRIX64, e->code, e->start);
        return;
    case FLOW_ELEM_TRACE_OFF:
        snprintf(out, n, "trace-off evcode=%u addr=%s", e->code, a);
        return;
    case FLOW_ELEM_EXCEPTION:
        snprintf(out, n, "exception btype=%u at=%s to=0x%" PRIX64, e->code, a, e->end);
        return;
    case FLOW_ELEM_EXCEPTION_RET:
        snprintf(out, n, "exception-return to=0x%" PRIX64, e->end);
        return;
    case FLOW_ELEM_EVENT:
        snprintf(out, n, "event sync=%u addr=0x%" PRIX64, e->code, e->start);
        return;
    case FLOW_ELEM_TIMESTAMP:
        snprintf(out, n, "time 0x%" PRIX64, e->value);
        return;
    case FLOW_ELEM_CONTEXT:
        snprintf(out, n, "context format=%u prv=%u v=%u scontext=0x%" PRIX64 " hcontext=0x%" PRIX64,
                 e->code, x->prv, x->v, x->scontext, x->hcontext);
        return;
    case FLOW_ELEM_LOST:
        snprintf(out, n, "lost etype=%u ecode=0x%" PRIX64, e->code, e->value);
        return;
    case FLOW_ELEM_NO_SYNC:
        snprintf(out, n, "no-sync");
        return;
    case FLOW_ELEM_ADDR_NACC:
        snprintf(out, n, "no-code addr=0x%" PRIX64, e->start);
        return;
    case FLOW_ELEM_ERROR:
        snprintf(out, n, "error %s addr=%s", status_name(e->status), a);
        return;
    default:
        describe_other(out, e);
        return;
    }
}

static void describe_range(char *out, const struct flow_elem *e)
{
    snprintf(out, NTT_ELEM_MAX, "range 0x%" PRIX64 "-0x%" PRIX64 " insns=%u%s", e->start, e->end,
             e->count, e->last_taken ? " taken" : "");
}

/* The regions of the case, neighbors joined: an instruction may lie across two lines. */
static size_t source(const struct ntt_case *c, struct flow_region region[NTT_REGIONS_MAX],
                     uint8_t *bytes)
{
    size_t n = 0;
    size_t used = 0;
    for (unsigned i = 0; i < c->regions; i++) {
        const struct flow_region *r = &c->region[i];
        memcpy(bytes + used, r->bytes, (size_t)r->size);
        if (n > 0 && region[n - 1].addr + region[n - 1].size == r->addr) {
            region[n - 1].size += r->size;
        } else {
            region[n++] = (struct flow_region){r->addr, r->size, bytes + used};
        }
        used += (size_t)r->size;
    }
    return n;
}

/* Large: not on the stack. */
struct run {
    struct nexus_decoder d;
    struct ntt_code code;
};

void ntt_code(const struct ntt_case *c, struct ntt_code *room, struct flow_code *code)
{
    room->image = (struct flow_code_image){.region = room->region,
                                           .count = source(c, room->region, room->bytes)};
    room->list = (struct flow_code_pcinfo){.entry = c->pcinfo, .count = c->pcinfos};
    struct flow_isa isa = c->is_etrace ? etrace_cfg_isa(&c->etrace) : nexus_cfg_isa(&c->cfg);
    if (c->pcinfos != 0) {
        flow_code_init_pcinfo(code, isa, &room->list);
    } else {
        flow_code_init_image(code, isa, &room->image);
    }
}

void ntt_elems_add(struct ntt_elems *list, const struct flow_elem *elem)
{
    struct flow_elem e = *elem;
    const struct flow_elem *last = &list->last;
    if (e.type == FLOW_ELEM_RANGE && last->type == FLOW_ELEM_RANGE && !last->last_taken &&
        last->end == e.start) {
        e.count += last->count;
        e.start = last->start;
        list->n--;
    }
    list->last = e;
    if (e.type == FLOW_ELEM_END) {
        return;
    }
    if (list->n < list->max && e.type == FLOW_ELEM_RANGE) {
        describe_range(list->elem[list->n].text, &e);
    } else if (list->n < list->max) {
        ntt_describe(list->elem[list->n].text, &e);
    }
    list->n++;
}

static unsigned run_flow(struct run *run, const struct ntt_case *c, struct ntt_elem *elem,
                         unsigned max)
{
    struct nexus_decoder *d = &run->d;
    struct ntt_elems list = {.elem = elem, .max = max};
    struct flow_code code;
    struct flow_elem e;
    ntt_code(c, &run->code, &code);
    if (nexus_decoder_init(d, &c->cfg, &code, c->bytes, c->size) != NEXUS_OK) {
        return 0;
    }
    d->all_sources = !c->one_source;
    d->src = c->source;
    while (nexus_decoder_next(d, &e) == NEXUS_OK) {
        ntt_elems_add(&list, &e);
    }
    return list.n;
}

unsigned ntt_run_flow(const struct ntt_case *c, struct ntt_elem *elem, unsigned max)
{
    struct run *run = calloc(1, sizeof *run);
    const unsigned n = run != NULL ? run_flow(run, c, elem, max) : 0;
    free(run);
    return n;
}
