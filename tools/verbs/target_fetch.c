/* SPDX-License-Identifier: Apache-2.0 */
/* Verb fetch: the trace in the RAM sinks of a live target into files. */
#include <inttypes.h>
#include <string.h>

#include "encoder_regs.h"
#include "hartrace/rvt_field.h"
#include "htt/htt_encoder.h"
#include "htt/htt_fetch.h"
#include "interrupt.h"
#include "output.h"
#include "target.h"

static const char verb[] = "fetch";

enum {
    FILE_NAME = 4096,
};

/* What the command is asked for, and its outputs: as far as possible they are open before the
 * target is touched. */
struct fetch {
    const char *out;
    bool stop;
    unsigned n;                            /* sinks that hold trace */
    uint8_t sink[TOPOLOGY_MAX_COMPONENTS]; /* their numbers in the tree */
    FILE *f[TOPOLOGY_MAX_COMPONENTS];      /* of each; NULL: not open */
};

/* One RAM sink into one file. What was received stays, even when the rest cannot be read. */
static int fetch_sink(struct target *t, unsigned i, const char *file, FILE *f,
                      struct htt_fetched *x)
{
    char name[TOPOLOGY_NAME_MAX];
    int status = htt_fetch(&t->live, i, f, x);
    if (status != 0 && x->got == 0) {
        return status; /* an old file stays */
    }
    int kept = output_keep(f);
    if (status != 0 && kept == 0) {
        tool_note(verb, file, "partial: the first %" PRIu64 " of %" PRIu64 " bytes", x->got,
                  x->size);
    }
    status = status == 0 ? kept : status;
    if (status == 0) {
        printf("%s: %" PRIu64 " byte%s from %s%s\n", file, x->size, htr_s(x->size),
               topology_name(t->live.tree, i, name),
               x->wrapped ? ", which has wrapped: its beginning is lost" : "");
    }
    return status;
}

static int say_option(void *ctx, const char *option, const char *assignment)
{
    (void)ctx;
    printf(" --%s %s", option, assignment);
    return 0;
}

/* The command that decodes the trace of an encoder, as far as registers give it. */
static int say_decode(struct target *t, unsigned e, const char *file, bool wrapped)
{
    char name[TOPOLOGY_NAME_MAX];
    struct htr_registers r;
    enum rvt_status s = htt_encoder_registers(t->live.part[e].c, &r);
    if (s != RVT_OK) {
        return htt_target_fail(&t->live, "the encoder's registers cannot be read", NULL, s);
    }
    printf("%s: hartrace decode %s --elf PROGRAM%s", topology_name(t->live.tree, e, name), file,
           wrapped ? " --wrapped" : "");
    if ((r.control & TR_TE_INHIBIT_SRC_MASK) == 0 && RVT_GET(r.features, TR_TE_SRC_BITS) != 0) {
        printf(" --src %u", (unsigned)RVT_GET(r.features, TR_TE_SRC_ID));
    }
    (void)htr_registers_options(&r, say_option, NULL);
    printf("\n");
    return 0;
}

static int say_all(struct target *t, unsigned sink, const char *file, bool wrapped)
{
    int status = 0;
    for (unsigned e = 0; e < t->live.tree->ncomponents && status == 0; e++) {
        if (rvt_fdt_encoder(&t->live.fdt, e) != NULL && t->live.use[e].sink == sink) {
            status = say_decode(t, e, file, wrapped);
        }
    }
    return status;
}

/* The name of file k of the sinks in use. Returns 0, or TOOL_CANNOT after a message. */
static int name_file(const struct target *t, const struct fetch *x, unsigned k,
                     char file[FILE_NAME])
{
    char name[TOPOLOGY_NAME_MAX];
    int length = x->n == 1 ? snprintf(file, FILE_NAME, "%s", x->out)
                           : snprintf(file, FILE_NAME, "%s.%s", x->out,
                                      topology_name(t->live.tree, x->sink[k], name));
    return length >= 0 && length < FILE_NAME ? 0 : tool_fail(verb, x->out, "the name is too long");
}

/* With one RAM sink in the tree it is known where its trace goes. */
static int open_before(void *ctx, const struct topology *tree)
{
    struct fetch *x = ctx;
    unsigned n = 0;
    for (unsigned i = 0; i < tree->ncomponents; i++) {
        n += tree->component[i].kind == TOPOLOGY_RAMSINK;
    }
    if (n == 1) {
        x->f[0] = output_open(verb, x->out);
    }
    return n != 1 || x->f[0] != NULL ? 0 : TOOL_CANNOT;
}

/* Otherwise when the registers show which are in use, before anything is stopped or read out. */
static int open_files(struct target *t, struct fetch *x)
{
    char file[FILE_NAME];
    int status = 0;
    for (unsigned k = 0; k < x->n && status == 0; k++) {
        status = name_file(t, x, k, file);
        if (status == 0 && x->f[k] == NULL) {
            x->f[k] = output_open(verb, file);
            status = x->f[k] != NULL ? 0 : TOOL_CANNOT;
        }
    }
    return status;
}

static int fetch_all(struct target *t, struct fetch *x)
{
    char file[FILE_NAME];
    struct htt_fetched got;
    int status = 0;
    for (unsigned k = 0; k < x->n && status == 0; k++) {
        if (interrupted()) {
            output_drop(x->f[k]);
            continue;
        }
        status = name_file(t, x, k, file);
        status = status == 0 ? fetch_sink(t, x->sink[k], file, x->f[k], &got) : status;
        status = status == 0 ? say_all(t, x->sink[k], file, got.wrapped) : status;
    }
    return status;
}

static int fetch(struct target *t, struct fetch *x)
{
    bool active = false;
    int status = htt_attach(&t->live, &active);
    status = status == 0 ? target_may_stop(t, verb, active, x->stop) : status;
    if (status != 0) {
        return status;
    }
    x->n = active ? htt_ramsinks(&t->live, x->sink) : 0;
    if (x->n == 0) {
        return tool_fail(verb, NULL, "no trace to fetch: %s",
                         active ? "it did not go to a RAM sink" : "no encoder is active");
    }
    status = open_files(t, x);
    if (status == 0 && htt_running(&t->live)) {
        status = htt_stop(&t->live);
        status = status == 0 ? htt_attach(&t->live, &active) : status;
    }
    return status == 0 ? fetch_all(t, x) : status;
}

int fetch_main(int argc, char **argv)
{
    struct target_options o = {.io = NULL};
    struct fetch x = {.out = NULL};
    const struct tool_option options[] = {
        TARGET_OPTIONS(o),
        {.name = "output",
         .letter = 'o',
         .arg = "FILE",
         .help = "the trace; FILE.ramsink-0 and so on when there are several sinks",
         .string = &x.out},
        {.name = "stop", .help = "stop the trace first", .flag = &x.stop},
    };
    const struct tool_usage usage = {
        .verb = verb,
        .synopsis = "--io HOW --dtb FILE -o FILE [--stop]",
        .text = "Read the trace out of the RAM sinks of a live target, oldest byte first, and say "
                "how to decode it.",
        .example = "  hartrace fetch --io openocd:localhost:6666 --dtb T.dtb --stop -o t.nex",
        .options = options,
        .noptions = sizeof options / sizeof options[0],
    };
    const char *none[1];
    int n = tool_parse(&usage, argc, argv, none, 1);
    if (n != 0) {
        return n == TOOL_PARSE_HELP ? TOOL_OK
               : n > 0              ? tool_fail(verb, none[0], "this verb takes no operand")
                                    : TOOL_CANNOT;
    }
    if (x.out == NULL) {
        return tool_fail(verb, NULL, "no file for the trace; give -o FILE");
    }
    o.before = open_before;
    o.ctx = &x;
    struct target *t = target_open(verb, &o);
    int status = t != NULL ? fetch(t, &x) : TOOL_CANNOT;
    target_close(t);
    return status;
}
