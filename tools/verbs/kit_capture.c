/* SPDX-License-Identifier: Apache-2.0 */
/* Verb kit: a trace of what runs on a target: captured through the driver, decoded, held against
 * the rules, and on a platform of ours compared with what the harts did. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "host.h"
#include "htk/htk_lint.h"
#include "htr/htr_verify.h"
#include "htt/htt_encoder.h"
#include "htt/htt_fetch.h"
#include "htt/htt_start.h"
#include "kit.h"
#include "output.h"

enum {
    CYCLES = 4000,    /* of a platform */
    PAUSE_MS = 200,   /* otherwise */
    PCS = 2 * CYCLES, /* of each hart, at most */
    NAME = 4096,
};

/* What each hart retired. */
struct log {
    uint64_t *pc[SIM_MAX_HARTS];
    size_t n[SIM_MAX_HARTS];
};

static void retire(void *ctx, unsigned hart, const struct ingress_cycle *in, uint32_t opcode)
{
    struct log *l = ctx;
    (void)opcode;
    if (in->nblocks == 1 && in->block[0].iretire != 0 && l->n[hart] < PCS) {
        l->pc[hart][l->n[hart]++] = in->block[0].iaddr;
    }
}

/* One trace: of an encoder, in a file. */
struct part {
    struct kit_capture *c;
    struct htk_verdicts *v;
    struct htk_breach at;
    struct htr_trace_options trace;
    char text[HTR_STREAM_OPTIONS][HTR_OPTION_TEXT];
    char src[8];
};

/* ---- run ---- */

static void run_harts(struct kit_capture *c, struct log *log)
{
    if (c->platform == NULL) {
        const struct timespec pause = {.tv_nsec = PAUSE_MS * 1000000L};
        (void)nanosleep(&pause, NULL);
        return;
    }
    sim_platform_set_retire_hook(c->platform->platform,
                                 (struct sim_retire_hook){.fn = retire, .ctx = log});
    kit_platform_run(c->platform, CYCLES);
    sim_platform_set_retire_hook(c->platform->platform, (struct sim_retire_hook){.fn = NULL});
}

static int trace(struct kit_capture *c, struct log *log)
{
    static const struct htr_list none;
    struct htt_start how = {.stop_on_wrap = false};
    bool active = false;
    int status = htr_settings_parse(&how.settings, tool_host(c->verb), NULL, &none, &none);
    status = status == 0 ? htt_start(c->live, &how, NULL) : status;
    if (status == 0) {
        run_harts(c, log);
        status = htt_stop(c->live);
    }
    return status == 0 ? htt_attach(c->live, &active) : status;
}

/* ---- one trace ---- */

static int put(void *ctx, const char *option, const char *assignment)
{
    struct part *p = ctx;
    struct htr_list *to = strcmp(option, "te") == 0 ? &p->trace.te : &p->trace.params;
    const unsigned n = p->trace.te.n + p->trace.params.n;
    if (n < HTR_STREAM_OPTIONS) {
        snprintf(p->text[n], sizeof p->text[n], "%s", assignment);
        to->item[to->n++] = p->text[n];
    }
    return 0;
}

/* The settings of encoder e, from its registers. */
static int settings_of(struct part *p, unsigned e)
{
    struct htr_registers r;
    const struct rvt_encoder *encoder = rvt_fdt_encoder(&p->c->live->fdt, e);
    const enum rvt_status s = htt_encoder_registers(&encoder->c, &r);
    if (s != RVT_OK) {
        return htt_target_fail(p->c->live, "the encoder's registers cannot be read", NULL, s);
    }
    (void)htr_registers_options(&r, put, p);
    if (encoder->src_bits != 0) {
        snprintf(p->src, sizeof p->src, "%u", (unsigned)encoder->src_id);
        p->trace.src = p->src;
    }
    return 0;
}

static void found(void *ctx, const struct htk_finding *f)
{
    struct part *p = ctx;
    struct htk_breach b = p->at;
    b.has_message = true;
    b.message = f->message;
    b.offset = f->offset;
    snprintf(b.expected, sizeof b.expected, "%s", htk_rule_text(f->rule));
    snprintf(b.got, sizeof b.got, "%s", f->text != NULL ? f->text : "");
    htk_verdict_break(p->v, htk_rule_id(f->rule), &b);
}

/* Against the rules of a stream, and with code. */
static int lint(struct part *p)
{
    struct htr_host *host = tool_host(p->c->verb);
    struct htr_trace t = {0};
    int status = htr_trace_open_decoder(&t, host, &p->trace);
    if (status != 0) {
        return status;
    }
    struct htk_lint *l = htk_lint_new(&t, found, p);
    status = l != NULL ? htk_lint_messages(l) : HTR_ERR_MEMORY;
    status = status == 0 ? htk_lint_code(l) : status;
    for (unsigned i = 0; status == 0 && i < HTK_RULES; i++) {
        if (l->rule[i].looked > l->rule[i].broken) {
            htk_verdict_hold(p->v, htk_rule_id(i), l->rule[i].looked - l->rule[i].broken);
        }
    }
    if (status == 0) {
        p->c->messages += (unsigned)l->messages;
        if (l->messages > 0 && p->c->platform == NULL && l->findings == 0) {
            htk_verdict_hold(p->v, "KIT-CAPTURE", 1);
        }
    }
    htk_lint_free(l);
    htr_trace_close(&t);
    return status;
}

/* With what the hart did. */
static int compare(struct part *p, const struct log *log, unsigned hart)
{
    const struct htr_verify_options o = {
        .trace = p->trace, .limit = 1, .resync = true, .partial = p->trace.wrapped};
    struct htr_verify_options all = o;
    struct htr_verify v;
    const char *name = NULL;
    FILE *f = output_scratch(p->c->verb, NULL, ".pcs", &name);
    for (size_t i = 0; f != NULL && i < log->n[hart]; i++) {
        fprintf(f, "%" PRIx64 "\n", log->pc[hart][i]);
    }
    if (f == NULL || output_close(f) != 0) {
        return TOOL_CANNOT;
    }
    all.pcs = name;
    int status = htr_verify_open(&v, tool_host(p->c->verb), &all);
    status = status == 0 ? htr_verify_run(&v) : status;
    if (status == HTR_COMPARE_EQUAL) {
        htk_verdict_hold(p->v, "KIT-CAPTURE", 1);
    } else if (status == HTR_COMPARE_DIFFERENT || status == HTR_ERR_MISSING) {
        struct htk_breach b = p->at;
        char text[HTR_DIFFERENCE_TEXT] = "nothing that can be decoded";
        snprintf(b.expected, sizeof b.expected, "the %zu instructions that the hart executed",
                 log->n[hart]);
        if (status == HTR_COMPARE_DIFFERENT && v.report.differences > 0) {
            (void)htr_difference_text(&v.report.difference[0].at, text);
        }
        snprintf(b.got, sizeof b.got, "%s", text);
        htk_verdict_break(p->v, "KIT-CAPTURE", &b);
        status = 0;
    }
    htr_verify_close(&v);
    return status;
}

/* ---- all of them ---- */

static int look_at(struct kit_capture *c, struct htk_verdicts *v, const struct log *log,
                   unsigned sink, const char *path, bool wrapped, const char *image)
{
    int status = 0;
    unsigned hart = 0;
    for (unsigned e = 0; status == 0 && e < c->live->tree->ncomponents; e++) {
        char name[TOPOLOGY_NAME_MAX];
        if (rvt_fdt_encoder(&c->live->fdt, e) == NULL) {
            continue;
        }
        hart = c->live->tree->component[e].hart.index;
        if (c->live->use[e].sink != sink || hart >= SIM_MAX_HARTS) {
            continue;
        }
        struct part p = {
            .c = c,
            .v = v,
            .trace = {.path = path, .wrapped = wrapped, .no_sidecar = true, .any_kind = true}};
        if (c->platform != NULL) {
            p.trace.code.images = (struct htr_list){.item = {image}, .n = 1};
        } else {
            p.trace.code = *c->code;
        }
        snprintf(p.at.scenario, sizeof p.at.scenario, "capture of %s",
                 topology_name(c->live->tree, e, name));
        status = settings_of(&p, e);
        status = status == 0 ? lint(&p) : status;
        status = status == 0 && c->platform != NULL ? compare(&p, log, hart) : status;
    }
    return status;
}

/* The program as a file: "NAME@ADDRESS". */
static int write_image(const char *verb, char image[NAME])
{
    size_t size;
    uint64_t address;
    const char *name = NULL;
    const uint8_t *bytes = kit_program(&size, &address);
    FILE *f = output_scratch(verb, NULL, ".bin", &name);
    if (f == NULL || fwrite(bytes, 1, size, f) != size || output_close(f) != 0) {
        return TOOL_CANNOT;
    }
    snprintf(image, NAME, "%s@0x%" PRIx64, name, address);
    return 0;
}

static int fetch_all(struct kit_capture *c, struct htk_verdicts *v, const struct log *log,
                     const char *image)
{
    uint8_t sink[TOPOLOGY_MAX_COMPONENTS];
    const unsigned n = htt_ramsinks(c->live, sink);
    int status = 0;
    for (unsigned i = 0; status == 0 && i < n; i++) {
        struct htt_fetched x;
        const char *name = NULL;
        FILE *f = output_scratch(c->verb, NULL, ".nex", &name);
        if (f == NULL) {
            return TOOL_CANNOT;
        }
        status = htt_fetch(c->live, sink[i], f, &x);
        const int closed = output_close(f);
        status = status == 0 ? closed : status;
        status = status == 0 ? look_at(c, v, log, sink[i], name, x.wrapped, image) : status;
    }
    return status;
}

bool kit_capture(struct kit_capture *c, struct htk_verdicts *v)
{
    struct log log = {.n = {0}};
    char image[NAME] = "";
    int status = 0;
    for (unsigned h = 0; h < SIM_MAX_HARTS; h++) {
        log.pc[h] = c->platform != NULL ? malloc(PCS * sizeof *log.pc[h]) : NULL;
        if (c->platform != NULL && log.pc[h] == NULL) {
            status = tool_fail(c->verb, NULL, "not enough memory");
        }
    }
    status = status == 0 && c->platform != NULL ? write_image(c->verb, image) : status;
    status = status == 0 ? trace(c, &log) : status;
    status = status == 0 ? fetch_all(c, v, &log, image) : status;
    for (unsigned h = 0; h < SIM_MAX_HARTS; h++) {
        free(log.pc[h]);
    }
    return status == 0;
}
