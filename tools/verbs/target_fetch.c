/* SPDX-License-Identifier: Apache-2.0 */
/* Verb fetch: the trace in the RAM sinks of a live target into files. */
#include <inttypes.h>
#include <string.h>

#include "encoder_regs.h"
#include "hartrace/rvt_field.h"
#include "interrupt.h"
#include "output.h"
#include "target.h"

static const char verb[] = "fetch";

enum {
    PIECE = 4096 /* bytes a read */
};

static int write_all(struct target *t, const struct rvt_ramsink *sink, uint64_t size, FILE *f)
{
    uint8_t piece[PIECE];
    for (uint64_t at = 0; at < size;) {
        size_t n = size - at < PIECE ? (size_t)(size - at) : PIECE;
        enum rvt_status s = rvt_ramsink_read(sink, at, piece, n);
        if (s != RVT_OK) {
            return target_fail(t, "the trace cannot be read", NULL, s);
        }
        if (fwrite(piece, 1, n, f) != n || interrupted()) {
            return 0; /* told when the output is closed */
        }
        at += n;
    }
    return 0;
}

/* One RAM sink into one file. */
static int fetch_sink(struct target *t, unsigned i, const char *file)
{
    const struct rvt_ramsink *sink = rvt_fdt_ramsink(&t->fdt, i);
    struct rvt_ramsink_status state = {0};
    char name[TOPOLOGY_NAME_MAX];
    uint64_t size = 0;
    int status = target_adopt(t, i, &size);
    enum rvt_status s = status == 0 ? rvt_ramsink_get_status(sink, &state) : RVT_OK;
    if (s != RVT_OK) {
        status = target_fail(t, topology_name(t->tree, i, name), NULL, s);
    }
    if (status != 0) {
        return status;
    }
    FILE *f = output_open(verb, file);
    if (f == NULL) {
        return TOOL_CANNOT;
    }
    status = write_all(t, sink, size, f);
    int closed = output_close(f);
    status = status == 0 ? closed : status;
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
    enum rvt_status s = te_registers_read(t->part[e].c, &r);
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
static unsigned ramsinks(struct target *t, uint8_t *list)
{
    unsigned n = 0;
    for (unsigned i = 0; i < t->tree->ncomponents; i++) {
        if (t->use[i].sink == i && rvt_fdt_ramsink(&t->fdt, i) != NULL) {
            list[n++] = (uint8_t)i;
        }
    }
    return n;
}

static int fetch(struct target *t, const char *out, bool stop)
{
    uint8_t sink[TOPOLOGY_MAX_COMPONENTS];
    char file[4096], name[TOPOLOGY_NAME_MAX];
    bool active = false;
    int status = target_attach(t, &active);
    if (status == 0 && active && t->fdt.session.running && !stop) {
        return tool_fail(verb, NULL, "the trace is still running; hartrace stop first, or --stop");
    }
    if (status == 0 && active && t->fdt.session.running) {
        enum rvt_status s = rvt_session_stop(&t->fdt.session);
        status = s == RVT_OK ? target_attach(t, &active)
                             : target_fail(t, "the trace does not stop", NULL, s);
    }
    unsigned n = status == 0 && active ? ramsinks(t, sink) : 0;
    if (status == 0 && n == 0) {
        return tool_fail(verb, NULL, "no trace to fetch: %s",
                         active ? "it did not go to a RAM sink" : "no encoder is active");
    }
    for (unsigned k = 0; k < n && status == 0; k++) {
        int length = n == 1 ? snprintf(file, sizeof file, "%s", out)
                            : snprintf(file, sizeof file, "%s.%s", out,
                                       topology_name(t->tree, sink[k], name));
        if (length < 0 || (size_t)length >= sizeof file) {
            return tool_fail(verb, out, "the name is too long");
        }
        status = fetch_sink(t, sink[k], file);
        status = status == 0 ? say_all(t, sink[k], file) : status;
    }
    return status;
}

int fetch_main(int argc, char **argv)
{
    struct target_options o = {.io = NULL};
    const char *out = NULL;
    bool stop = false;
    const struct tool_option options[] = {
        TARGET_OPTIONS(o),
        {.name = "output",
         .letter = 'o',
         .arg = "FILE",
         .help = "the trace; FILE.ramsink-0 and so on when there are several sinks",
         .string = &out},
        {.name = "stop", .help = "stop the trace first", .flag = &stop},
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
    if (out == NULL) {
        return tool_fail(verb, NULL, "no file for the trace; give -o FILE");
    }
    struct target *t = target_open(verb, &o);
    int status = t != NULL ? fetch(t, out, stop) : TOOL_CANNOT;
    target_close(t);
    return status;
}
