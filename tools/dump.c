/* SPDX-License-Identifier: Apache-2.0 */
/* Verb dump: the messages of a trace file, one a line. */
#include <stdlib.h>
#include <string.h>

#include "nexus/nexus_print.h"
#include "trace.h"

static const char verb[] = "dump";

struct dump {
    struct trace trace;
    struct nexus_msg_decoder d;
    FILE *out;
    bool bytes; /* also byte by byte */
    uint64_t number, damaged;
};

static void print_bytes(struct dump *p, const struct nexus_msg *m)
{
    struct nexus_span span[NEXUS_SPANS_MAX];
    char line[NEXUS_PRINT_MAX];
    unsigned n = nexus_msg_spans(&p->trace.cfg, m, span);
    for (uint32_t i = 0; i < m->raw_length; i++) {
        if (nexus_print_byte(m, span, n, i, line, sizeof line) >= 0) {
            fprintf(p->out, "    %s\n", line);
        }
    }
}

static void print_message(struct dump *p, const struct nexus_msg *m, int status)
{
    char line[NEXUS_PRINT_MAX] = "";
    fprintf(p->out, "#%llu @%llu len=%u ", (unsigned long long)p->number,
            (unsigned long long)m->offset, (unsigned)m->length);
    if (status == NEXUS_OK) {
        (void)nexus_print_msg(&p->trace.cfg, m, line, sizeof line);
        fprintf(p->out, "%s\n", line);
    } else {
        fprintf(p->out, "DAMAGED %s: %s\n", nexus_tcode_name(m->tcode), nexus_strerror(status));
    }
    if (p->bytes) {
        print_bytes(p, m);
    }
}

static int dump_all(struct dump *p)
{
    struct nexus_msg m;
    int status;
    while ((status = nexus_decode_next(&p->d, &m)) != NEXUS_ERR_END) {
        if (status != NEXUS_OK && !(status == NEXUS_ERR_OVERSIZE && p->trace.te.extra.oversize)) {
            p->damaged++;
        } else {
            status = NEXUS_OK;
        }
        if (!p->trace.one_source || m.src == p->trace.src) {
            print_message(p, &m, status);
        }
        p->number++;
    }
    uint64_t left = p->trace.bytes.size - p->d.pos;
    bool idle = true;
    for (size_t i = p->d.pos; i < p->trace.bytes.size; i++) {
        idle = idle && (p->trace.bytes.bytes[i] & 3) == 3;
    }
    if (left > 0 && !idle) {
        tool_note(verb, p->trace.path,
                  "the last message is cut off: %llu bytes at offset %llu are left",
                  (unsigned long long)left, (unsigned long long)p->d.pos);
        p->damaged++;
    }
    if (p->damaged > 0) {
        tool_note(verb, p->trace.path,
                  "%llu damaged messages; check --te trTeSrcBits and --te trTsEnable",
                  (unsigned long long)p->damaged);
        return TOOL_DIFFERS;
    }
    return TOOL_OK;
}

int dump_main(int argc, char **argv)
{
    static struct dump p;
    struct trace_options o = {0};
    const char *output = "-";
    memset(&p, 0, sizeof p);
    const struct tool_option options[] = {
        {.name = "bytes",
         .letter = 'b',
         .help = "each message byte by byte as well",
         .flag = &p.bytes},
        TRACE_OPTIONS(&o),
        {.name = "output",
         .letter = 'o',
         .arg = "FILE",
         .help = "text (stdout)",
         .string = &output},
    };
    const struct tool_usage usage = {
        .verb = verb,
        .synopsis = "[OPTION]... TRACE",
        .text = "Print the messages of a trace file (.nex), one a line: number, offset, length, "
                "name, fields.\n"
                "No code is needed. Damaged messages are shown as such; exit status 1 when there "
                "were any.",
        .example = "  hartrace dump T.nex\n  hartrace dump --te trTeSrcBits=2 T.nex",
        .options = options,
        .noptions = sizeof options / sizeof options[0],
        .more = te_print_params,
    };
    int n = tool_parse(&usage, argc, argv, &o.path, 1);
    if (n < 0) {
        return n == TOOL_PARSE_HELP ? TOOL_OK : TOOL_CANNOT;
    }
    if (n == 0) {
        return tool_fail(verb, NULL, "no trace file; usage: hartrace dump TRACE");
    }
    bool wrapped = o.wrapped;
    struct trace *t = &p.trace;
    if (trace_open(t, verb, &o) != 0) {
        return TOOL_CANNOT;
    }
    int status = TOOL_CANNOT;
    p.out = strcmp(output, "-") == 0 ? stdout : fopen(output, "w");
    if (p.out == NULL) {
        tool_fail(verb, output, "cannot be written");
    } else if (nexus_msg_decoder_init(&p.d, &t->cfg, t->bytes.bytes, t->bytes.size) != NEXUS_OK) {
        tool_fail(verb, NULL, "these options do not make a decoder; see --help for ranges");
    } else {
        if (wrapped) {
            (void)nexus_msg_decoder_resync(&p.d);
        }
        status = dump_all(&p);
    }
    if (p.out != NULL && p.out != stdout && fclose(p.out) != 0) {
        status = tool_fail(verb, output, "cannot be written; is the disk full?");
    }
    trace_close(t);
    return status;
}
