/* SPDX-License-Identifier: Apache-2.0 */
/* Verb fetch: the trace in the RAM sinks of a live target into files. */
#include <inttypes.h>
#include <string.h>

#include "encoder_regs.h"
#include "hartrace/rvt_field.h"
#include "htt/htt_encoder.h"
#include "interrupt.h"
#include "output.h"
#include "target.h"

static const char verb[] = "fetch";

enum {
    PIECE = 4096, /* bytes per read */
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

/* Copy the trace of a sink; *got is the number of bytes that were written. */
static int write_all(struct target *t, const struct rvt_ramsink *sink, uint64_t size, FILE *f,
                     uint64_t *got)
{
    uint8_t piece[PIECE];
    while (*got < size) {
        size_t n = size - *got < PIECE ? (size_t)(size - *got) : PIECE;
        enum rvt_status s = rvt_ramsink_read(sink, *got, piece, n);
        if (s != RVT_OK) {
            return target_fail(t, "the trace cannot be read", NULL, s);
        }
        if (fwrite(piece, 1, n, f) != n || interrupted()) {
            return 0; /* told when the output is closed */
        }
        *got += n;
    }
    return 0;
}

/* One RAM sink into one file. What was received stays, even when the rest cannot be read. */
static int fetch_sink(struct target *t, unsigned i, const char *file, FILE *f)
{
    const struct rvt_ramsink *sink = rvt_fdt_ramsink(&t->fdt, i);
    struct rvt_ramsink_status state = {0};
    char name[TOPOLOGY_NAME_MAX];
    uint64_t size = 0, got = 0;
    int status = target_adopt(t, i, &size);
    enum rvt_status s = status == 0 ? rvt_ramsink_get_status(sink, &state) : RVT_OK;
    if (s != RVT_OK) {
        status = target_fail(t, topology_name(t->tree, i, name), NULL, s);
    }
    if (status != 0) {
        return status;
    }
    status = write_all(t, sink, size, f, &got);
    if (status != 0 && got == 0) {
        return status; /* an old file stays */
    }
    int kept = output_keep(f);
    if (status != 0 && kept == 0) {
        tool_note(verb, file, "partial: the first %" PRIu64 " of %" PRIu64 " bytes", got, size);
    }
    status = status == 0 ? kept : status;
    if (status == 0) {
        printf("%s: %" PRIu64 " byte%s from %s%s\n", file, size, htr_s(size),
               topology_name(t->tree, i, name),
               state.wrapped ? ", which has wrapped: its beginning is lost" : "");
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
    enum rvt_status s = htt_encoder_registers(t->part[e].c, &r);
    if (s != RVT_OK) {
        return target_fail(t, "the encoder's registers cannot be read", NULL, s);
    }
    printf("%s: hartrace decode %s --elf PROGRAM%s", topology_name(t->tree, e, name), file,
           wrapped ? " --wrapped" : "");
    if ((r.control & TR_TE_INHIBIT_SRC_MASK) == 0 && RVT_GET(r.features, TR_TE_SRC_BITS) != 0) {
        printf(" --src %u", (unsigned)RVT_GET(r.features, TR_TE_SRC_ID));
    }
    (void)htr_registers_options(&r, say_option, NULL);
    printf("\n");
    return 0;
}

static int say_all(struct target *t, unsigned sink, const char *file)
{
    struct rvt_ramsink_status state = {0};
    int status = 0;
    enum rvt_status s = rvt_ramsink_get_status(rvt_fdt_ramsink(&t->fdt, sink), &state);
    if (s != RVT_OK) {
        return target_fail(t, "the sink cannot be read", NULL, s);
    }
    for (unsigned e = 0; e < t->tree->ncomponents && status == 0; e++) {
        if (rvt_fdt_encoder(&t->fdt, e) != NULL && t->use[e].sink == sink) {
            status = say_decode(t, e, file, state.wrapped);
        }
    }
    return status;
}

/* The sinks in use that hold trace. */
static void find_ramsinks(struct target *t, struct fetch *x)
{
    for (unsigned i = 0; i < t->tree->ncomponents; i++) {
        if (t->use[i].sink == i && rvt_fdt_ramsink(&t->fdt, i) != NULL) {
            x->sink[x->n++] = (uint8_t)i;
        }
    }
}

/* The name of file k of the sinks in use. Returns 0, or TOOL_CANNOT after a message. */
static int name_file(const struct target *t, const struct fetch *x, unsigned k,
                     char file[FILE_NAME])
{
    char name[TOPOLOGY_NAME_MAX];
    int length = x->n == 1 ? snprintf(file, FILE_NAME, "%s", x->out)
                           : snprintf(file, FILE_NAME, "%s.%s", x->out,
                                      topology_name(t->tree, x->sink[k], name));
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

static int stop_session(struct target *t)
{
    bool active = false;
    enum rvt_status s = rvt_session_stop(&t->fdt.session);
    return s == RVT_OK ? target_attach(t, &active)
                       : target_fail(t, "the trace does not stop", NULL, s);
}

static int fetch(struct target *t, struct fetch *x)
{
    char file[FILE_NAME];
    bool active = false;
    int status = target_attach(t, &active);
    const bool running = status == 0 && active && t->fdt.session.running;
    if (running && !x->stop) {
        return tool_fail(verb, NULL, "the trace is still running; hartrace stop first, or --stop");
    }
    if (status == 0 && active) {
        find_ramsinks(t, x);
    }
    if (status == 0 && x->n == 0) {
        return tool_fail(verb, NULL, "no trace to fetch: %s",
                         active ? "it did not go to a RAM sink" : "no encoder is active");
    }
    status = status == 0 ? open_files(t, x) : status;
    status = status == 0 && running ? stop_session(t) : status;
    for (unsigned k = 0; k < x->n && status == 0; k++) {
        if (interrupted()) {
            output_drop(x->f[k]);
            continue;
        }
        status = name_file(t, x, k, file);
        status = status == 0 ? fetch_sink(t, x->sink[k], file, x->f[k]) : status;
        status = status == 0 ? say_all(t, x->sink[k], file) : status;
    }
    return status;
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
