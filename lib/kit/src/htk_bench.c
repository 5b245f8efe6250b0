/* SPDX-License-Identifier: Apache-2.0 */
/* The kit beside a test bench: clock, golden model, and bytes to compare. */
#include "htk/htk_bench.h"

#include <inttypes.h>
#include <stdlib.h>

#include "encoder_regs.h"
#include "htk_bench_int.h"
#include "htk_lint_int.h"

/* ---- the golden model ---- */

static bool can_accept(void *ctx, size_t n)
{
    (void)ctx;
    (void)n;
    return true;
}

static void put(void *ctx, const uint8_t *bytes, size_t n)
{
    struct htk_bench *b = ctx;
    if (b->verdict.state == HTK_BENCH_GOOD && !bench_side_bytes(&b->want, b->clock, bytes, n)) {
        bench_stopped(b, "not enough memory");
    }
}

static void advance(struct htk_bench *b, uint64_t cycle)
{
    if (!b->begun) {
        b->begun = true;
        b->clock = cycle > 0 ? cycle - 1 : 0;
    }
    while (b->clock < cycle) {
        b->clock++;
        if (!trm_encoder_busy(&b->golden)) {
            trm_encoder_tick(&b->golden); /* counters only: the other clocks change nothing */
            b->clock = cycle;
            return;
        }
        trm_encoder_tick(&b->golden);
    }
}

/* Both sides begin anew with the settings of the registers. */
static void settle(struct htk_bench *b, bool always)
{
    struct nexus_stream_cfg cfg;
    trm_encoder_stream_cfg(&b->golden, &cfg);
    if (b->profile != NEXUS_PROFILE_1_0) {
        nexus_cfg_set_profile(&cfg, b->profile);
    }
    if (!always && nexus_cfg_equal(&cfg, &b->stream)) {
        return;
    }
    b->stream = cfg;
    b->trace->cfg = cfg;
    bench_side_begin(&b->want, &b->stream, b->mode == HTK_BENCH_MEANING);
    bench_side_begin(&b->got, &b->stream, b->mode == HTK_BENCH_MEANING);
    b->suspect = b->apart = b->gap = b->placed = b->odd = false;
    htk_lint_begin(b->lint);
}

void htk_bench_write(struct htk_bench *b, uint64_t cycle, uint32_t offset, uint32_t value)
{
    advance(b, cycle);
    (void)trm_encoder_reg_write(&b->golden, offset, 4, value);
    /* Reset drops what is queued. */
    settle(b, offset == TR_TE_CONTROL_OFFSET && (value & TR_TE_ACTIVE_MASK) == 0);
}

void htk_bench_cycle(struct htk_bench *b, const struct ingress_cycle *in)
{
    advance(b, in->cycle);
    b->record[b->records++ % BENCH_RECORDS] = *in;
    if (trm_encoder_ingress(&b->golden, in)) {
        bench_stopped(b, "cycle %" PRIu64 ": the model stalls: its queue is full", in->cycle);
    }
}

/* ---- the encoder ---- */

/* Messages of the encoder that have come since `count` of them had. */
static void lint_new(struct htk_bench *b, uint64_t count)
{
    const struct bench_messages *q = &b->got.messages;
    for (size_t i = q->head; i < q->fill; i++) {
        if (q->at[i].number >= count) {
            bench_lint(b, &q->at[i]);
        }
    }
}

void htk_bench_bytes(struct htk_bench *b, uint64_t cycle, const uint8_t *bytes, size_t n)
{
    const uint64_t count = b->got.count;
    advance(b, cycle);
    if (b->verdict.state != HTK_BENCH_GOOD) {
        return;
    }
    if (!bench_side_bytes(&b->got, cycle, bytes, n)) {
        b->got.part.cycle = cycle;
        b->got.part.number = b->got.count;
        if (b->got.full) {
            bench_stopped(b, "not enough memory");
        } else {
            bench_broken(b, "NT-TX-015", &b->got.part, "a message ends with MSEO 11",
                         "more bytes than any message has");
        }
        return;
    }
    if (b->got.count != count && b->mode == HTK_BENCH_MEANING) {
        lint_new(b, count);
    }
    if (b->got.count != count) {
        bench_compare(b);
    }
}

/* ---- what is known ---- */

const struct htk_bench_verdict *htk_bench_poll(struct htk_bench *b)
{
    if (b->verdict.state == HTK_BENCH_GOOD) {
        bench_compare(b);
    }
    b->verdict.messages = b->got.count;
    b->verdict.text = b->text;
    return &b->verdict;
}

void htk_bench_end(struct htk_bench *b, uint64_t cycle, bool drained)
{
    advance(b, cycle);
    advance(b, b->clock + 2); /* what the model has, it sends at once */
    if (b->verdict.state == HTK_BENCH_GOOD) {
        bench_compare(b);
    }
    if (drained && b->got.part.size > 0) {
        b->got.part.cycle = cycle;
        b->got.part.number = b->got.count;
        bench_broken(b, "NT-TX-015", &b->got.part, "the last message ends with MSEO 11",
                     "bytes without an end");
    }
    if (drained) {
        bench_compare_rest(b);
    }
}

const char *htk_bench_summary(struct htk_bench *b)
{
    static const char *const names[] = {"good", "broken", "stopped"};
    const struct htk_bench_verdict *v = htk_bench_poll(b);
    const int n =
        snprintf(b->summary, sizeof b->summary,
                 "%s: %" PRIu64 " messages in %" PRIu64 " clocks, %" PRIu64 " equal to the model's",
                 names[v->state], v->messages, b->clock, v->equal);
    if (b->mode == HTK_BENCH_MEANING && n > 0) {
        snprintf(b->summary + n, sizeof b->summary - (size_t)n,
                 ", %" PRIu64 " half-words of code compared, %" PRIu64 " overflows", v->insns,
                 v->losses);
    }
    return b->summary;
}

/* ---- begin and end ---- */

static int set_profile(struct htk_bench *b, const char *name, struct htr_host *host)
{
    b->profile = NEXUS_PROFILE_1_0;
    if (name == NULL || name[0] == '\0') {
        return HTR_OK;
    }
    for (unsigned i = 0; i < NEXUS_PROFILES; i++) {
        if (strcmp(name, nexus_profile_name(i)) == 0) {
            b->profile = (enum nexus_profile)i;
            return HTR_OK;
        }
    }
    return htr_fail(host, HTR_ERR_ARG, NULL, "profile %s: unknown; it is a name as for --profile",
                    name);
}

static int set_params(struct htk_bench *b, const char *params, struct htr_host *host)
{
    static const char all[] = "filters=4 comparators=2 ext_triggers=4 ext_outputs=2 ts_modes=10 ";
    trm_encoder_cfg_init(&b->params);
    (void)htk_params_parse(all, &b->params, NULL);
    const char *wrong = htk_params_parse(params != NULL ? params : "", &b->params, NULL);
    if (wrong != NULL) {
        return htr_fail(host, HTR_ERR_ARG, NULL,
                        "%s: no parameter of an encoder, or not in its range; "
                        "regmap/gen/md/params.md lists them",
                        wrong);
    }
    b->params.implicit_return = b->params.implicit_return && b->params.itype_width == 4;
    (void)htk_params_parse(HTK_PARAMS_AT_ONCE, &b->params, NULL);
    if (trm_encoder_init(&b->golden, &b->params) != TRM_OK) {
        return htr_fail(host, HTR_ERR_ARG, NULL, "parameters that contradict each other: %s",
                        params);
    }
    return HTR_OK;
}

static int open_code(struct htk_bench *b, const char *elf, struct htr_host *host)
{
    const struct htr_code_options o = {.elf = elf};
    struct htr_code_facts facts;
    struct nexus_stream_cfg cfg;
    if (b->mode == HTK_BENCH_EXACT) {
        return HTR_OK;
    }
    if (elf == NULL || elf[0] == '\0') {
        return htr_fail(host, HTR_ERR_MISSING, NULL,
                        "no program: comparing by meaning needs the ELF file that runs");
    }
    int status = htr_code_open(&b->code, host, &o, &facts);
    if (status != HTR_OK) {
        return status;
    }
    b->has_code = true;
    if (facts.xlen_known && facts.xlen != b->params.xlen) {
        return htr_fail(host, HTR_ERR_CONFLICT, elf, "a program for RV%u; the encoder is for RV%u",
                        facts.xlen, b->params.xlen);
    }
    trm_encoder_stream_cfg(&b->golden, &cfg);
    if (htr_code_share(&b->want.code, &b->code, nexus_cfg_isa(&cfg)) != HTR_OK ||
        htr_code_share(&b->got.code, &b->code, nexus_cfg_isa(&cfg)) != HTR_OK) {
        return htr_fail(host, HTR_ERR_MEMORY, NULL, "not enough memory");
    }
    return HTR_OK;
}

static int open_judge(struct htk_bench *b, struct htr_host *host)
{
    static const struct htk_encoder_options none = {.seed = 0};
    b->judge = calloc(1, sizeof *b->judge);
    b->trace = calloc(1, sizeof *b->trace);
    b->lint = b->trace != NULL ? htk_lint_new(b->trace, NULL, NULL) : NULL;
    if (b->judge == NULL || b->lint == NULL || (b->judge->v = htk_verdicts_new()) == NULL) {
        return htr_fail(host, HTR_ERR_MEMORY, NULL, "not enough memory");
    }
    b->judge->o = &none;
    return HTR_OK;
}

int htk_bench_open(struct htk_bench **out, const struct htk_bench_cfg *cfg, struct htr_host *host)
{
    static const struct trm_link_ops ops = {.can_accept = can_accept, .put = put};
    struct htk_bench *b = calloc(1, sizeof *b);
    *out = NULL;
    if (b == NULL) {
        return htr_fail(host, HTR_ERR_MEMORY, NULL, "not enough memory");
    }
    b->mode = cfg->mode;
    b->verdict.rule = b->verdict.text = "";
    int status = set_profile(b, cfg->profile, host);
    status = status == HTR_OK ? set_params(b, cfg->params, host) : status;
    status = status == HTR_OK ? open_code(b, cfg->elf, host) : status;
    status = status == HTR_OK ? open_judge(b, host) : status;
    if (status != HTR_OK) {
        htk_bench_close(b);
        return status;
    }
    trm_encoder_connect(&b->golden, (struct trm_link){&ops, b});
    settle(b, true);
    *out = b;
    return HTR_OK;
}

void htk_bench_close(struct htk_bench *b)
{
    if (b == NULL) {
        return;
    }
    bench_side_free(&b->want);
    bench_side_free(&b->got);
    if (b->has_code) {
        htr_code_close(&b->code);
    }
    if (b->judge != NULL) {
        htk_verdicts_free(b->judge->v);
    }
    htk_lint_free(b->lint);
    free(b->judge);
    free(b->trace);
    free(b);
}
