/* SPDX-License-Identifier: Apache-2.0 */
/* The verdict of a bench, in words. The judge of `kit encoder` finds the rule of a message. */
#include <inttypes.h>
#include <stdarg.h>

#include "htk_bench_int.h"
#include "htk_lint_int.h"
#include "nexus/nexus_print.h"

/* The records of the hart up to a clock, oldest first. */
static size_t list_records(const struct htk_bench *b, uint64_t until, char *out, size_t size)
{
    const uint64_t n = b->records, oldest = n > BENCH_RECORDS ? n - BENCH_RECORDS : 0;
    size_t at = 0;
    uint64_t last = n;
    while (last > oldest && b->record[(last - 1) % BENCH_RECORDS].cycle > until) {
        last--;
    }
    if (last == oldest) {
        last = n; /* those are gone: the latest */
    }
    uint64_t first = last > oldest + BENCH_SHOWN ? last - BENCH_SHOWN : oldest;
    for (; first < last && at < size; first++) {
        const struct ingress_cycle *in = &b->record[first % BENCH_RECORDS];
        at += (size_t)snprintf(out + at, size - at, " %" PRIu64 ":%s%s%s", in->cycle,
                               in->halted ? " halted" : "", in->reset ? " reset" : "",
                               in->lowpower ? " lowpower" : "");
        if (in->nblocks == 0 && !in->halted && !in->reset && !in->lowpower && at < size) {
            at += (size_t)snprintf(out + at, size - at, " runs");
        }
        for (unsigned k = 0; k < in->nblocks && at < size; k++) {
            const struct ingress_block *x = &in->block[k];
            at += (size_t)snprintf(out + at, size - at, " 0x%" PRIX64 "+%" PRIu32 " itype %u",
                                   x->iaddr, x->iretire, x->itype);
        }
        at += at < size ? (size_t)snprintf(out + at, size - at, "%s", first + 1 < last ? "," : "")
                        : 0;
    }
    return at;
}

static const char *text_of_rule(const struct htk_bench *b, const char *id)
{
    for (unsigned i = 0; i < htk_verdicts_count(b->judge->v); i++) {
        if (strcmp(htk_verdicts_id(b->judge->v, i), id) == 0) {
            return htk_verdicts_text(b->judge->v, i);
        }
    }
    return "";
}

static void broken(struct htk_bench *b, const char *rule, uint64_t cycle, uint64_t number,
                   uint64_t until, const char *expected, const char *got)
{
    if (b->verdict.state != HTK_BENCH_GOOD) {
        return;
    }
    snprintf(b->rule, sizeof b->rule, "%s", rule);
    b->verdict.state = HTK_BENCH_BROKEN;
    b->verdict.rule = b->rule;
    b->verdict.cycle = cycle;
    b->verdict.message = number;
    const size_t n =
        (size_t)snprintf(b->text, sizeof b->text,
                         "cycle %" PRIu64 ": %s is broken (%s), by message #%" PRIu64
                         "; expected: %s; got: %s; the hart had done (cycle: address+half-words):",
                         cycle, b->rule, text_of_rule(b, b->rule), number, expected, got);
    if (n < sizeof b->text) {
        (void)list_records(b, until, b->text + n, sizeof b->text - n);
    }
}

void bench_broken(struct htk_bench *b, const char *rule, const struct bench_message *m,
                  const char *expected, const char *got)
{
    broken(b, rule, m->cycle, m->number, m->cycle, expected, got);
}

/* The rule that the judge found broken. */
static const struct htk_breach *judged(const struct htk_bench *b, const char **id)
{
    for (unsigned i = 0; i < htk_verdicts_count(b->judge->v); i++) {
        if (htk_verdicts_of(b->judge->v, i) == HTK_BROKEN) {
            *id = htk_verdicts_id(b->judge->v, i);
            return &htk_verdicts_state(b->judge->v, i)->first;
        }
    }
    return NULL;
}

static uint32_t kept(const struct bench_message *m)
{
    return m == NULL ? 0 : m->size < BENCH_RAW ? m->size : BENCH_RAW;
}

void bench_differs(struct htk_bench *b, const struct bench_message *want,
                   const struct bench_message *got)
{
    struct htk_enc *e = b->judge;
    struct bench_message raw = got != NULL ? *got : (struct bench_message){.cycle = b->clock};
    const char *id = "NT-TX-016";
    const uint64_t number = got != NULL ? got->number : b->got.count;
    e->dut.bytes = raw.raw;
    e->dut.n = kept(got);
    htk_enc_begin(e, HTK_NO_SEED, "bench");
    htk_enc_differs(e, &b->stream, want != NULL ? want->raw : raw.raw, kept(want), "");
    const struct htk_breach *first = judged(b, &id);
    broken(b, id, raw.cycle, number, want != NULL ? want->cycle : raw.cycle,
           first != NULL ? first->expected : "other bytes", first != NULL ? first->got : "these");
    e->dut.bytes = NULL;
    e->dut.n = 0;
}

void bench_lint(struct htk_bench *b, const struct bench_message *m)
{
    struct nexus_msg_decoder d;
    struct nexus_msg msg;
    const uint64_t before = b->lint->findings;
    if (nexus_msg_decoder_init(&d, &b->stream, m->raw, kept(m)) != NEXUS_OK ||
        m->size > BENCH_RAW) {
        return;
    }
    const int status = nexus_msg_next(&d, &msg);
    htk_lint_one(b->lint, &msg, status);
    b->lint->number++;
    if (b->lint->findings == before || b->verdict.state != HTK_BENCH_GOOD) {
        return;
    }
    for (unsigned i = 0; i < HTK_RULES; i++) {
        if (b->lint->rule[i].broken > 0) {
            char got[NEXUS_PRINT_MAX] = "a damaged message";
            if (status == NEXUS_OK && nexus_msg_print(&b->stream, &msg, got, sizeof got) < 0) {
                got[0] = '\0';
            }
            bench_broken(b, htk_rule_id((enum htk_rule)i), m, htk_rule_text((enum htk_rule)i), got);
        }
    }
}

void bench_stopped(struct htk_bench *b, const char *format, ...)
{
    va_list args;
    if (b->verdict.state == HTK_BENCH_GOOD) {
        va_start(args, format);
        vsnprintf(b->text, sizeof b->text, format, args);
        va_end(args);
        b->verdict.state = HTK_BENCH_STOPPED;
    }
}
