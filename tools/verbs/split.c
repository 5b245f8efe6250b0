/* SPDX-License-Identifier: Apache-2.0 */
/* Verb split: a trace becomes several: one a source, or pieces that each begin with a sync. */
#include <inttypes.h>
#include <string.h>

#include "interrupt.h"
#include "output.h"
#include "progress.h"
#include "trace_options.h"

static const char verb[] = "split";

enum {
    PATH_BYTES = 4096
};

struct split {
    struct htr_trace trace;
    struct nexus_msg_decoder d;
    const char *prefix;
    uint64_t least; /* bytes of a piece, at least */
    FILE *file[1 << NEXUS_MAX_SRC_BITS];
    uint64_t files, damaged;
};

static FILE *create(const struct split *s, const char *kind, unsigned number, int digits)
{
    char name[PATH_BYTES];
    int n = snprintf(name, sizeof name, "%s.%s%0*u.nex", s->prefix, kind, digits, number);
    if (n < 0 || n >= PATH_BYTES) {
        tool_fail(verb, s->prefix, "the name is too long");
        return NULL;
    }
    return output_open(verb, name);
}

/* Messages of each SRC into a file of its own; messages without SRC and damaged ones into none. */
static int by_source(struct split *s)
{
    struct nexus_msg m;
    int status = 0, decoded;
    while (status == 0 && (decoded = nexus_decode_next(&s->d, &m)) != NEXUS_ERR_END) {
        if (decoded != NEXUS_OK && decoded != NEXUS_ERR_OVERSIZE) {
            s->damaged++;
            continue;
        }
        if (interrupted()) {
            break;
        }
        if (s->file[m.src] == NULL) {
            s->file[m.src] = create(s, "src", m.src, 1);
            s->files++;
        }
        if (s->file[m.src] == NULL ||
            fwrite(m.raw, 1, m.raw_length, s->file[m.src]) != m.raw_length) {
            status = TOOL_CANNOT;
        }
        progress_at(s->d.pos);
    }
    for (unsigned i = 0; i < 1u << NEXUS_MAX_SRC_BITS; i++) {
        if (output_close(s->file[i]) != 0) {
            status = TOOL_CANNOT;
        }
    }
    return status;
}

static int piece(struct split *s, uint64_t from, uint64_t to)
{
    FILE *f = create(s, "", (unsigned)s->files++, 4);
    if (f == NULL) {
        return TOOL_CANNOT;
    }
    (void)fwrite(s->trace.bytes.bytes + from, 1, (size_t)(to - from), f);
    return output_close(f);
}

/* The pieces one after the other are the trace again, bytes between messages included. */
static int by_sync(struct split *s)
{
    struct nexus_msg m;
    uint64_t from = 0;
    int status = 0, decoded;
    while (status == 0 && !interrupted() &&
           (decoded = nexus_decode_next(&s->d, &m)) != NEXUS_ERR_END) {
        s->damaged += decoded != NEXUS_OK && decoded != NEXUS_ERR_OVERSIZE;
        if (decoded == NEXUS_OK && nexus_tcode_is_sync(m.tcode) && m.offset > from &&
            m.offset - from >= s->least) {
            status = piece(s, from, m.offset);
            from = m.offset;
        }
        progress_at(s->d.pos);
    }
    return status == 0 && from < s->trace.bytes.size && !interrupted()
               ? piece(s, from, s->trace.bytes.size)
               : status;
}

static int split(struct split *s, const struct htr_trace_options *o, const char *by)
{
    struct htr_trace *t = &s->trace;
    bool source = strcmp(by, "src") == 0;
    if (!source && strcmp(by, "sync") != 0) {
        return tool_fail(verb, NULL, "--by %s: unknown; it is src or sync", by);
    }
    if (htr_trace_open(t, tool_host(verb), o) != 0) {
        return TOOL_CANNOT;
    }
    int status = 0;
    if (source && t->cfg.src_bits == 0) {
        status = tool_fail(verb, NULL,
                           "--by src: the width of SRC is 0; add --te trTeSrcBits=N "
                           "(hartrace info guesses it)");
    } else if (nexus_msg_decoder_init(&s->d, &t->cfg, t->bytes.bytes, t->bytes.size) != NEXUS_OK) {
        status = tool_fail(verb, NULL, "no decoder can have these options; see --help");
    }
    if (status == 0 && o->wrapped) {
        (void)nexus_msg_decoder_resync(&s->d);
    }
    if (status == 0) {
        trace_progress(t, NULL);
        status = source ? by_source(s) : by_sync(s);
        progress_end();
    }
    htr_trace_close(t);
    if (status == 0) {
        tool_note(verb, o->path, "%" PRIu64 " files", s->files);
    }
    if (status == 0 && s->damaged > 0) {
        tool_note(verb, o->path, "%" PRIu64 " damaged messages%s", s->damaged,
                  source ? " are in none of the files" : "");
        return TOOL_DIFFERS;
    }
    return status;
}

int split_main(int argc, char **argv)
{
    struct split s = {0};
    struct htr_trace_options o = {0};
    const char *by = "src";
    memset(&s, 0, sizeof s);
    const struct tool_option options[] = {
        {.name = "by", .arg = "WHAT", .help = "src or sync (src)", .string = &by},
        {.name = "least",
         .arg = "BYTES",
         .help = "sync: least size of a piece in bytes (0)",
         .number = &s.least},
        TRACE_OPTIONS(&o),
        {.name = "output",
         .letter = 'o',
         .arg = "PREFIX",
         .help = "names are PREFIX.srcN.nex or PREFIX.NNNN.nex",
         .string = &s.prefix},
    };
    const struct tool_usage usage = {
        .verb = verb,
        .synopsis = "TRACE --by src|sync [OPTION]... -o PREFIX",
        .text = "Split a trace by source, or into pieces that begin with a synchronizing message "
                "and can be decoded\n"
                "separately. Concatenated in order, the pieces are the original trace.",
        .example = "  hartrace split T.nex --te trTeSrcBits=2 -o T\n"
                   "  hartrace split T.nex --by sync --least 65536 -o T",
        .options = options,
        .noptions = sizeof options / sizeof options[0],
        .more = te_print_decoder_params,
    };
    int n = tool_parse(&usage, argc, argv, &o.path, 1);
    if (n < 0) {
        return n == TOOL_PARSE_HELP ? TOOL_OK : TOOL_CANNOT;
    }
    if (n == 0 || s.prefix == NULL) {
        return tool_fail(verb, NULL,
                         n == 0 ? "no trace file; usage: hartrace split TRACE -o PREFIX"
                                : "no output: add -o PREFIX");
    }
    return split(&s, &o, by);
}
