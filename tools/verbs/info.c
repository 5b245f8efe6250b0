/* SPDX-License-Identifier: Apache-2.0 */
/* Verb info: what raw bytes are, how sure that is, and how to decode them. */
#include "host.h"
#include "info.h"
#include "target.h"

#include <inttypes.h>
#include <string.h>

#include "htr/htr_kind.h"
#include "progress.h"
#include "snapshot.h"
#include "trace_options.h"

static const char verb[] = "info";

/* Compression, by the first bytes of the file as it is. */
static const char *packing(const char *path)
{
    uint8_t b[4] = {0};
    FILE *f = strcmp(path, "-") == 0 ? NULL : fopen(path, "rb");
    if (f == NULL) {
        return NULL;
    }
    size_t n = fread(b, 1, sizeof b, f);
    (void)fclose(f);
    if (n >= 2 && b[0] == 0x1F && b[1] == 0x8B) {
        return "gzip";
    }
    return n == 4 && b[0] == 0x28 && b[1] == 0xB5 && b[2] == 0x2F && b[3] == 0xFD ? "zstd" : NULL;
}

static const char *sure(bool confident)
{
    return confident ? "confident" : "a guess";
}

static void print_sources(const struct info_facts *f, const struct info_guess *g)
{
    printf("  SRC: %u bit%s (%s%s)", g->src_bits, htr_s(g->src_bits), sure(g->confident),
           g->decoded ? ", by decoding" : "");
    if (g->src_bits > 0) {
        const char *before = "; sources";
        unsigned shown = 0;
        for (unsigned s = 0; s < (1u << g->src_bits) && shown < 16; s++) {
            if (f->per_src[s] > 0) {
                printf("%s %u (%" PRIu64 " message%s)", before, s, f->per_src[s],
                       htr_s(f->per_src[s]));
                before = ",";
                shown++;
            }
        }
        printf("%s", f->sources > shown ? ", ..." : "");
    }
    putchar('\n');
}

static void print_kind(const struct info_facts *f, const struct info_verdict *v)
{
    if (v->mode == INFO_BOTH) {
        printf("  kind: both history and branch messages; the mode was changed, or the bytes are "
               "damaged\n");
    } else if (v->mode == INFO_UNTOLD) {
        printf("  kind: HTM or BTM; no message shows which\n");
    } else {
        printf("  kind: %s (%s)\n",
               v->mode == INFO_HTM ? "HTM, history trace" : "BTM, branch trace",
               sure(v->mode_confident));
    }
    if (v->sifive) {
        printf("  profile: sifive-0.x (a guess: %" PRIu64
               " message%s that N-Trace 1.0 does not have)\n",
               f->sifive, htr_s(f->sifive));
    } else {
        printf("  profile: 1.0 (%s)\n", v->profile_clear
                                            ? "nothing contradicts it"
                                            : "a guess: there are reserved values or messages");
    }
    if (f->stamped > 0) {
        printf("  timestamps: in %" PRIu64 " of %" PRIu64 " messages\n", f->stamped,
               f->messages - f->damaged);
    } else {
        printf("  timestamps: none\n");
    }
}

static void print_syncs(const struct info_facts *f)
{
    if (f->syncs == 0) {
        printf("  syncs: none\n");
        return;
    }
    printf("  syncs: %" PRIu64 ", first at offset %" PRIu64, f->syncs, f->first_sync);
    if (f->syncs > 1) {
        printf("; at most %" PRIu64 " byte%s, %" PRIu64 " message%s apart", f->gap_bytes,
               htr_s(f->gap_bytes), f->gap_messages, htr_s(f->gap_messages));
    }
    putchar('\n');
}

static void print_place(const struct info_facts *f)
{
    printf("  idle: %" PRIu64 " byte%s, %.1f %%\n", f->idle, htr_s(f->idle),
           100.0 * (double)f->idle / (double)f->size);
    if (f->zeros >= 16) {
        printf("  end: %" PRIu64 " zero bytes, as in memory never written; cut them off\n",
               f->zeros);
    }
    if (f->inside) {
        printf("  start: inside a message; the first whole one is at offset %" PRIu64 "\n",
               f->first_good);
    }
    if (f->cut) {
        printf("  end: the last message is cut off\n");
    }
    if (f->wrap > 0) {
        printf("  wrap: a ring buffer that begins at offset %" PRIu64 " (%s: %s)\n", f->wrap,
               sure(f->wrap_sure), f->wrap_why);
    }
}

static void print_histogram(const struct info_facts *f)
{
    printf("  messages:\n");
    for (unsigned t = 0; t < NEXUS_TCODES; t++) {
        if (f->count[t] > 0) {
            printf("  %9" PRIu64 "  %10" PRIu64 " byte%s  %2u %s\n", f->count[t], f->bytes[t],
                   htr_s(f->bytes[t]), t, nexus_tcode_name(t));
        }
    }
}

static void print_advice(const struct info_verdict *v)
{
    printf("  decode with:");
    for (unsigned i = 0; i < v->options; i++) {
        printf(" %s%s%s", v->option[i], v->value[i][0] != '\0' ? " " : "", v->value[i]);
    }
    printf("%s\n",
           v->options == 0 ? " no option; optimizations of the encoder cannot be seen" : "");
    for (unsigned i = 0; i < v->advices; i++) {
        printf("  advice: %s\n", v->advice[i]);
    }
}

static int next_in_trace(void *trace, struct nexus_msg *m)
{
    return htr_trace_next(trace, m);
}

static bool rest_of_trace(void *trace, uint64_t *zeros)
{
    const struct htr_trace *t = trace;
    *zeros = t->long_zeros;
    return t->long_cut;
}

static void print_trace(const char *path, const struct info_facts *f, const struct info_guess *g)
{
    struct info_verdict v;
    info_judge(f, g, &v);
    printf("%s: N-Trace messages (%s)\n", path, sure(v.confident));
    printf("  size: %" PRIu64 " byte%s, %" PRIu64 " message%s, %" PRIu64 " of them damaged\n",
           f->size, htr_s(f->size), f->messages, htr_s(f->messages), f->damaged);
    print_sources(f, g);
    print_kind(f, &v);
    print_syncs(f);
    print_place(f);
    print_histogram(f);
    print_advice(&v);
}

/* Decode with the code that ran. */
static int guess_by_code(struct htr_trace *t, const struct htr_trace_options *o,
                         struct info_guess *g)
{
    int status = htr_code_choose(&t->code, tool_host(verb), &o->code, &t->te);
    if (status == 0) {
        htr_settings_stream(&t->te, &t->cfg);
        htr_code_start(&t->code, nexus_cfg_isa(&t->cfg));
        struct info_code c = {t->bytes.bytes, t->bytes.size, &t->cfg, &t->code.code};
        info_guess_by_code(&c, g);
    }
    return status;
}

static void print_packed(const char *path, const char *packed)
{
    if (packed != NULL) {
        printf("%s: %s, which holds:\n", path, packed);
    }
}

/* Bytes that are no trace; t is at their start. */
static int describe_unknown(struct htr_trace *t, const struct info_report *r, bool json)
{
    char text[INFO_TEXT];
    const char *like = info_frames(t->bytes.bytes, t->bytes.size, !t->decoder.more, text);
    if (json) {
        return info_json_unknown(verb, r, like);
    }
    print_packed(r->path, r->packed);
    printf("%s: %s; as trace, %" PRIu64 " of %" PRIu64 " messages would be damaged\n", r->path,
           like != NULL ? like : "unknown", r->facts->damaged, r->facts->messages);
    return TOOL_DIFFERS;
}

/* Raw bytes: trace, or nothing that is known. */
static int describe_trace(struct htr_trace *t, const struct htr_trace_options *o,
                          const char *packed, bool json)
{
    struct info_facts f = {0};
    struct info_guess g = {0};
    struct info_input in = {next_in_trace, rest_of_trace, t, &t->decoder.msgs};
    info_guess_src(t->bytes.bytes, t->bytes.size, &g);
    if (o->code.elf != NULL && guess_by_code(t, o, &g) != 0) {
        return TOOL_CANNOT;
    }
    t->cfg.src_bits = (uint8_t)g.src_bits;
    t->cfg.timestamps = true;
    if (htr_trace_begin(t, false) != 0) {
        return TOOL_CANNOT;
    }
    trace_progress(t, NULL);
    info_scan_input(&in, &f);
    progress_end();
    if (t->unread) {
        return TOOL_CANNOT;
    }
    const struct info_report r = {t->path, packed, &f, &g};
    if (f.damaged * 4 > f.messages || f.messages == 0) {
        return htr_trace_rewind(t) != 0 ? TOOL_CANNOT : describe_unknown(t, &r, json);
    }
    if (json) {
        return info_json_trace(verb, &r);
    }
    print_packed(t->path, packed);
    print_trace(t->path, &f, &g);
    return TOOL_OK;
}

static int describe_folder(const char *path, bool json)
{
    if (json) {
        return info_json_folder(verb, path);
    }
    printf("%s: a folder; if it is a snapshot, hartrace decode reads it\n", path);
    return TOOL_OK;
}

static int describe(const char *path, const struct htr_trace_options *options, bool json)
{
    struct htr_trace t = {0};
    struct htr_trace_options o = *options;
    struct info_file file;
    o.path = path;
    o.in_pieces = o.any_kind = true;
    if (htr_snapshot_is(path)) {
        return describe_folder(path, json);
    }
    if (htr_trace_open(&t, tool_host(verb), &o) != 0) {
        return TOOL_CANNOT;
    }
    const char *packed = packing(path);
    const struct info_report r = {.path = path, .packed = packed};
    int status = TOOL_OK;
    if (t.bytes.size == 0) {
        status = tool_fail(verb, path, "is empty");
    } else if (!info_other(t.bytes.bytes, t.bytes.size,
                           !t.decoder.more || htr_kind_uniform_file(tool_host(verb), path),
                           &file)) {
        status = describe_trace(&t, &o, packed, json);
    } else if (json) {
        status = info_json_other(verb, &r, &file);
    } else {
        print_packed(path, packed);
        info_print_other(path, &file);
    }
    htr_trace_close(&t);
    return status;
}

int info_main(int argc, char **argv)
{
    const char *path[HTR_LIST_MAX];
    struct target_options target = {.io = NULL};
    struct htr_trace_options o = {.path = NULL};
    const char *format = NULL;
    bool json;
    const struct tool_option options[] = {
        FORMAT_OPTION(&format),
        {.name = "elf",
         .arg = "FILE",
         .help = "the code that ran: SRC is found by decoding",
         .string = &o.code.elf},
        {.name = "te", .arg = "FIELD=VALUE", .help = TE_OPTION_HELP, .list = &o.te},
        {.name = "param", .arg = "NAME=VALUE", .help = PARAM_OPTION_HELP, .list = &o.params},
        TARGET_OPTIONS(target),
    };
    const struct tool_usage usage = {
        .verb = verb,
        .options = options,
        .noptions = sizeof options / sizeof options[0],
        .synopsis = "FILE [--elf FILE]\n       hartrace info --io HOW --dtb FILE [encoder-0 | "
                    "ramsink-0 | ...]...",
        .text = "Identify a file. Of raw trace bytes: the width of SRC, history or branch trace,\n"
                "timestamps, synchronizing messages and the distance between them, idle bytes, the "
                "place where a\n"
                "ring buffer begins, and how to decode it. The output separates what is certain "
                "from what is a guess.\n"
                "With --io: what the components of a live target can do, found by trying. A "
                "component that runs is not probed.",
        .example = "  hartrace info BUFFER.bin",
        .more = te_print_decoder_params,
    };
    int n = tool_parse(&usage, argc, argv, path, HTR_LIST_MAX);
    if (n < 0) {
        return n == TOOL_PARSE_HELP ? TOOL_OK : TOOL_CANNOT;
    }
    if (tool_format(verb, format, &json) != 0) {
        return TOOL_CANNOT;
    }
    if (target.io != NULL || target.dtb != NULL) {
        return target_info(&target, path, n, json);
    }
    if (n != 1) {
        return tool_fail(verb, n == 0 ? NULL : path[1],
                         n == 0 ? "no file; usage: hartrace info FILE" : "one file at a time");
    }
    return describe(path[0], &o, json);
}
