/* SPDX-License-Identifier: Apache-2.0 */
/* Text vectors of E-Trace: configuration, steps, encoder and decoder. */
#include "ett.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "etrace/etrace_flow.h"
#include "etrace/etrace_frame.h"
#include "trm/trm_etrace.h"

/* --- lines --- */

static const char *const option_name[ETRACE_OPTIONS] = {
    [ETRACE_OPT_IMPLICIT_RETURN] = "implicit_return",
    [ETRACE_OPT_IMPLICIT_EXCEPTION] = "implicit_exception",
    [ETRACE_OPT_FULL_ADDRESS] = "full_address",
    [ETRACE_OPT_JUMP_TARGET_CACHE] = "jump_target_cache",
    [ETRACE_OPT_BRANCH_PREDICTION] = "branch_prediction",
    [ETRACE_OPT_SEQUENTIAL_JUMP] = "sequential_jump",
};

/* NAME+NAME, or 0. */
static bool parse_options(const char *text, uint32_t *options)
{
    *options = 0;
    if (strcmp(text, "0") == 0) {
        return true;
    }
    while (*text != '\0') {
        size_t n = strcspn(text, "+");
        unsigned i = 0;
        while (i < ETRACE_OPTIONS &&
               (strlen(option_name[i]) != n || strncmp(option_name[i], text, n) != 0)) {
            i++;
        }
        if (i == ETRACE_OPTIONS) {
            return false;
        }
        *options |= UINT32_C(1) << i;
        text += n;
        text += *text == '+';
    }
    return *options != 0;
}

static bool set_one(struct ntt_case *c, const char *name, const char *value)
{
    struct etrace_cfg *cfg = &c->etrace;
    const struct {
        const char *name;
        uint8_t *at;
    } small[] = {
        {"xlen", &cfg->xlen},
        {"iaddress_width", &cfg->iaddress_width},
        {"iaddress_lsb", &cfg->iaddress_lsb},
        {"privilege_width", &cfg->privilege_width},
        {"ecause_width", &cfg->ecause_width},
        {"itype_width", &cfg->itype_width},
        {"f0s_width", &cfg->f0s_width},
        {"bpred_size", &cfg->bpred_size},
        {"cache_size", &cfg->cache_size},
        {"call_counter_size", &cfg->call_counter_size},
        {"return_stack_size", &cfg->return_stack_size},
        {"encoder_mode_width", &cfg->encoder_mode_width},
        {"ioptions_width", &cfg->ioptions_width},
        {"doptions_width", &cfg->doptions_width},
        {"src_bits", &cfg->src_bits},
        {"ts_bytes", &cfg->ts_bytes},
        {"type_bits", &cfg->type_bits},
        {"type_inst", &cfg->type_inst},
        {"type_data", &cfg->type_data},
        {"context_width", &cfg->context_width},
        {"time_width", &cfg->time_width},
    };
    uint64_t v;
    unsigned n;
    if (strcmp(name, "options") == 0) {
        return parse_options(value, &cfg->options);
    }
    if (!ntt_number(value, &v)) {
        return false;
    }
    if (strcmp(name, "src") == 0) {
        c->source = (uint16_t)v;
        return v <= UINT16_MAX;
    }
    if (strcmp(name, "compressed") == 0) {
        cfg->isa =
            v != 0 ? cfg->isa | FLOW_ISA_C : cfg->isa & ~(uint32_t)(FLOW_ISA_C | FLOW_ISA_ZCB);
        return v <= 1;
    }
    if (sscanf(name, "trap_base[%u]", &n) == 1 && n < ETRACE_PRIVILEGES) {
        cfg->trap_known[n] = true;
        cfg->trap_base[n] = v;
        return true;
    }
    /* A width that is given is there. */
    cfg->nocontext = cfg->nocontext && strcmp(name, "context_width") != 0;
    cfg->notime = cfg->notime && strcmp(name, "time_width") != 0;
    for (size_t i = 0; i < sizeof small / sizeof small[0]; i++) {
        if (strcmp(small[i].name, name) == 0) {
            *small[i].at = (uint8_t)v;
            return v <= UINT8_MAX;
        }
    }
    return false;
}

bool ett_set(struct ntt_case *c, char *text)
{
    char *name;
    char *value;
    while (ntt_word(&text, &name, &value)) {
        if (!set_one(c, name, value)) {
            return false;
        }
    }
    return *name == '\0';
}

const char *ett_parse_do(char *text, struct ntt_step *step)
{
    static const struct {
        const char *name;
        bool number;
    } known[] = {
        [ETT_END] = {"end", false},        [ETT_SKIP] = {"skip", true},
        [ETT_NOTIFY] = {"notify", true},   [ETT_RESYNC] = {"resync", false},
        [ETT_SUPPORT] = {"support", true}, [ETT_OPTIONS] = {"options", true},
        [ETT_FULL] = {"full", true},       [ETT_RECOVER] = {"recover", false},
    };
    char *name;
    char *value;
    bool has_value = ntt_word(&text, &name, &value);
    step->kind = NTT_DO;
    for (unsigned i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (strcmp(known[i].name, name) != 0 || known[i].number != has_value) {
            continue;
        }
        uint64_t v = 0;
        step->what = (uint8_t)i;
        if (i == ETT_OPTIONS) {
            return parse_options(value, &step->times) ? NULL : "not names of options";
        }
        bool ok = !has_value || (ntt_number(value, &v) && v <= UINT32_MAX);
        step->times = (uint32_t)v;
        return ok ? NULL : "not a number";
    }
    return "do is: end, skip=BLOCKS, notify=BLOCKS, resync, support=IENABLE, options=NAMES, "
           "full=PACKETS, recover";
}

static const struct {
    int status;
    const char *name;
} statuses[] = {
    {ETRACE_ERR_END, "END"},           {ETRACE_ERR_TRUNCATED, "TRUNCATED"},
    {ETRACE_ERR_EXTRA, "EXTRA"},       {ETRACE_ERR_RESERVED, "RESERVED"},
    {ETRACE_ERR_NOSYNC, "NOSYNC"},     {ETRACE_ERR_NOCODE, "NOCODE"},
    {ETRACE_ERR_BRANCHES, "BRANCHES"}, {ETRACE_ERR_DISCON, "DISCON"},
    {ETRACE_ERR_REACH, "REACH"},       {ETRACE_ERR_CACHE, "CACHE"},
    {ETRACE_ERR_OPTION, "OPTION"},     {ETRACE_ERR_HANDLER, "HANDLER"},
};

static const char *status_name(int status)
{
    for (size_t i = 0; i < sizeof statuses / sizeof statuses[0]; i++) {
        if (statuses[i].status == status) {
            return statuses[i].name;
        }
    }
    return "?";
}

bool ett_parse_error(const char *text, struct ntt_item *item)
{
    char name[32];
    if (sscanf(text, "%31s offset=%zu length=%zu", name, &item->offset, &item->length) != 3) {
        return false;
    }
    for (size_t i = 0; i < sizeof statuses / sizeof statuses[0]; i++) {
        if (strcmp(statuses[i].name, name) == 0) {
            item->status = statuses[i].status;
            return true;
        }
    }
    return false;
}

/* --- encoder --- */

struct sent {
    const struct ntt_case *c;
    uint8_t *out;
    size_t size, cap;
    uint32_t options; /* that the packets are encoded with */
    uint32_t refuse;
    uint64_t time;
    bool failed;
};

static bool put(void *ctx, const struct etrace_packet *p)
{
    struct sent *s = ctx;
    const struct etrace_cfg *cfg = &s->c->etrace;
    struct etrace_frame f = {.src = s->c->source, .stamped = cfg->ts_bytes != 0, .stamp = s->time};
    uint8_t bytes[ETRACE_FRAME_MAX];
    unsigned n = 0;
    if (s->refuse != 0) {
        s->refuse--;
        return false;
    }
    if (p->format == ETRACE_FORMAT_SYNC && p->subformat == ETRACE_SYNC_SUPPORT) {
        s->options = etrace_cfg_options(cfg, p->ioptions);
    }
    if (cfg->ts_bytes < 8) {
        f.stamp &= etrace_mask(8u * cfg->ts_bytes);
    }
    if (etrace_packet_encode(cfg, s->options, p, f.payload, &f.size) != ETRACE_OK ||
        etrace_frame_write(cfg, &f, bytes, &n) != ETRACE_OK || n > s->cap - s->size) {
        s->failed = true;
        return true;
    }
    memcpy(s->out + s->size, bytes, n);
    s->size += n;
    return true;
}

static void act(struct trm_etrace *e, const struct ntt_step *step, struct sent *s)
{
    switch (step->what) {
    case ETT_END:
        trm_etrace_end(e);
        break;
    case ETT_RESYNC:
        trm_etrace_resync(e);
        break;
    case ETT_SUPPORT:
        trm_etrace_support(e, step->times != 0);
        break;
    case ETT_OPTIONS:
        e->options = step->times;
        trm_etrace_support(e, true);
        break;
    case ETT_FULL:
        s->refuse = step->times;
        break;
    case ETT_RECOVER:
        trm_etrace_recover(e);
        break;
    default:
        break;
    }
}

static void run_steps(const struct ntt_case *c, struct trm_etrace *e, struct sent *s)
{
    unsigned skip = 0;
    unsigned notify = 0;
    for (unsigned i = 0; i < c->steps; i++) {
        const struct ntt_step *step = &c->step[i];
        if (step->kind == NTT_DO) {
            skip = step->what == ETT_SKIP ? step->times : skip;
            notify = step->what == ETT_NOTIFY ? step->times : notify;
            act(e, step, s);
            continue;
        }
        for (uint32_t n = 0; n < step->times; n++) {
            s->time = step->in.time;
            trm_etrace_blocks(e, &step->in, ~skip, notify);
        }
        skip = 0;
        notify = 0;
    }
}

int ett_run_encoder(const struct ntt_case *c, uint8_t *out, size_t cap)
{
    struct sent s = {.c = c, .out = out, .cap = cap, .options = c->etrace.options};
    struct trm_etrace *e = calloc(1, sizeof *e);
    bool ok = e != NULL && trm_etrace_init(e, &c->etrace, put, &s);
    if (ok) {
        run_steps(c, e, &s);
    }
    free(e);
    return ok && !s.failed ? (int)s.size : -1;
}

/* --- decoder --- */

void ett_describe(char out[NTT_ELEM_MAX], const struct flow_elem *e)
{
    ntt_describe(out, e);
    if (e->type == FLOW_ELEM_EXCEPTION) {
        const size_t n = strlen(out);
        snprintf(out + n, NTT_ELEM_MAX - n, " ecause=0x%" PRIX64, e->value);
    }
}

struct run {
    struct etrace_decoder d;
    struct ntt_code code;
};

static unsigned run_flow(struct run *run, const struct ntt_case *c, struct ntt_elem *elem,
                         unsigned max)
{
    struct ntt_elems list = {.elem = elem, .max = max};
    struct flow_code code;
    struct flow_elem e;
    ntt_code(c, &run->code, &code);
    if (etrace_decoder_init(&run->d, &c->etrace, &code, c->bytes, c->size) != ETRACE_OK) {
        return 0;
    }
    while (etrace_decoder_next(&run->d, &e) == ETRACE_OK) {
        ntt_elems_add(&list, &e);
        if (e.type == FLOW_ELEM_EXCEPTION && list.n <= max) {
            ett_describe(elem[list.n - 1].text, &e);
        }
        if (e.type == FLOW_ELEM_ERROR && list.n <= max) {
            snprintf(elem[list.n - 1].text, NTT_ELEM_MAX, "error %s packet=%u",
                     status_name(e.status), (unsigned)e.msg);
        }
    }
    return list.n;
}

unsigned ett_run_flow(const struct ntt_case *c, struct ntt_elem *elem, unsigned max)
{
    struct run *run = calloc(1, sizeof *run);
    const unsigned n = run != NULL ? run_flow(run, c, elem, max) : 0;
    free(run);
    return n;
}
