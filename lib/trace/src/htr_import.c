/* SPDX-License-Identifier: Apache-2.0 */
/* Which log is it, and where does the ingress stream go. */
#include <stdio.h>
#include <string.h>

#include "htr_import_priv.h"
#include "output.h"
#include "progress.h"
#include "tool.h"
#include "host.h"

static int parse_format(const char *verb, const char *name, enum htr_import_format *format)
{
    static const char *const names[] = {"auto", "ing", "etrace", "spike", "rvfi"};
    *format = HTR_IMPORT_AUTO;
    for (unsigned k = 0; name != NULL && k < sizeof names / sizeof names[0]; k++) {
        if (strcmp(name, names[k]) == 0) {
            *format = (enum htr_import_format)k;
            return 0;
        }
    }
    return name == NULL ? 0
                        : tool_fail(verb, NULL,
                                    "--ingress-format %s: unknown format; it is ing, etrace, spike "
                                    "or rvfi",
                                    name);
}

static bool begins(const char *s, size_t n, const char *with)
{
    size_t k = strlen(with);
    if (n < k) {
        return false;
    }
    for (size_t at = 0; at < k; at++) {
        if ((s[at] | 0x20) != (with[at] | 0x20)) {
            return false;
        }
    }
    return true;
}

/* By the first line that says something. */
static enum htr_import_format recognize(const char *s, size_t n)
{
    if (n > 0 && (uint8_t)s[0] == 0x89) {
        return HTR_IMPORT_ING;
    }
    if (begins(s, n, "VALID,ADDRESS,INSN,")) {
        return HTR_IMPORT_ETRACE;
    }
    if (begins(s, n, "core ")) {
        return HTR_IMPORT_SPIKE;
    }
    for (size_t k = 0; k < n; k++) {
        if (begins(s + k, n - k, "pc_rdata")) {
            return HTR_IMPORT_RVFI;
        }
    }
    return HTR_IMPORT_AUTO;
}

static int detect(const char *verb, const char *path, enum htr_import_format *format)
{
    struct htr_lines l;
    const char *s;
    size_t n;
    int status = htr_lines_open(&l, tool_host(verb), path);
    for (int k = 0;
         status == 0 && k < 64 && *format == HTR_IMPORT_AUTO && htr_lines_next(&l, &s, &n); k++) {
        *format = recognize(s, n);
    }
    if (status == 0) {
        htr_lines_close(&l);
    }
    return status;
}

/* RV32 or RV64, by the digits of the first address of a Spike log. */
static unsigned digits_tell(const char *verb, const char *path)
{
    struct htr_lines l;
    const char *s;
    size_t n;
    unsigned xlen = 64;
    if (htr_lines_open(&l, tool_host(verb), path) != 0) {
        return xlen;
    }
    for (int k = 0; k < 64 && htr_lines_next(&l, &s, &n); k++) {
        for (size_t at = 0; at + 12 <= n; at++) {
            if (s[at] == '0' && s[at + 1] == 'x') {
                xlen = s[at + 10] == ' ' && s[at + 11] == '(' ? 32 : 64;
                k = 64;
                break;
            }
        }
    }
    htr_lines_close(&l);
    return xlen;
}

/* What is still pending at the end: where it goes is known, or can be assumed. */
static int finish(struct htr_import *i)
{
    if (!i->pending || i->insn.cls == FLOW_INSN_TRAP ||
        (i->insn.cls >= FLOW_INSN_CALL && !i->last.next_known)) {
        i->pending = false; /* a jump to nobody knows where is left out */
    } else {
        struct htr_import_insn next = {.pc = i->last.pc + i->insn.size, .opcode = 1};
        next.pc = i->last.next_known              ? i->last.next
                  : flow_insn_is_direct(&i->insn) ? i->insn.target
                                                  : next.pc;
        int status = htr_import_add(i, &next);
        if (status != 0) {
            return status;
        }
        i->pending = false;
    }
    if (i->block.iretire > 0) {
        struct trm_ingress in = {
            .cycle = i->cycle, .block[0] = i->block, .nblocks = 1, .priv = i->priv};
        in.block[0].itype = TRM_ITYPE_NONE;
        int status = ingress_write_cycle(&i->out, i->hart, &in);
        if (status != INGRESS_OK && status != INGRESS_ERR_IO) {
            return tool_fail(i->verb, i->path, "%s", ingress_strerror(status));
        }
    }
    return 0;
}

int htr_import_text(struct htr_import *i, enum htr_import_format format)
{
    int status = format == HTR_IMPORT_ETRACE  ? htr_import_etrace(i)
                 : format == HTR_IMPORT_SPIKE ? htr_import_spike(i)
                                              : htr_import_rvfi(i);
    if (status == 0 && i->text.error != NULL) {
        return tool_fail(i->verb, i->path, "line %llu: %s", (unsigned long long)i->text.number + 1,
                         i->text.error);
    }
    if (status == 0 && i->instructions == 0 && !i->pending) {
        return tool_fail(i->verb, i->path, "holds no executed instruction%s",
                         format == HTR_IMPORT_SPIKE ? " of this core; --hart N chooses another"
                                                    : "");
    }
    return status == 0 ? finish(i) : status;
}

int import_file(const char *verb, const char *path, const struct htr_import_options *o, FILE *to,
                bool compress)
{
    static struct htr_import i; /* large */
    enum htr_import_format format;
    memset(&i, 0, sizeof i);
    if (parse_format(verb, o->format, &format) != 0 ||
        (format == HTR_IMPORT_AUTO && detect(verb, path, &format) != 0)) {
        return TOOL_CANNOT;
    }
    if (format == HTR_IMPORT_AUTO || format == HTR_IMPORT_ING) {
        return tool_fail(verb, path,
                         "unknown kind of log; name it: --ingress-format etrace, spike or rvfi");
    }
    i.verb = verb;
    i.path = path;
    i.hart = (unsigned)o->hart;
    i.priv = TRM_PRIV_M;
    i.xlen = o->xlen != 0                                           ? o->xlen
             : format == HTR_IMPORT_SPIKE && strcmp(path, "-") != 0 ? digits_tell(verb, path)
                                                                    : 64;
    struct ingress_header header = {.xlen = (uint8_t)i.xlen,
                                    .itype_width = 4,
                                    .isa = FLOW_ISA_C | FLOW_ISA_ZCB,
                                    .harts = (uint16_t)(i.hart + 1)};
    if (o->hart >= INGRESS_MAX_HARTS) {
        return tool_fail(verb, NULL, "--hart %llu: out of range; it can be 0 to %d",
                         (unsigned long long)o->hart, INGRESS_MAX_HARTS - 1);
    }
    snprintf(header.note, sizeof header.note, "imported from a log");
    if (htr_lines_open(&i.text, tool_host(verb), path) != 0) {
        return TOOL_CANNOT;
    }
    int status = ingress_writer_open(&i.out, to, compress, &header);
    if (status != INGRESS_OK) {
        htr_lines_close(&i.text);
        return tool_fail(verb, NULL, "%s", ingress_strerror(status));
    }
    progress_begin_file(verb, &i.text.stream, to);
    status = htr_import_text(&i, format);
    progress_end();
    htr_lines_close(&i.text);
    int closed = ingress_writer_close(&i.out);
    if (status == 0 && closed != INGRESS_OK && closed != INGRESS_ERR_IO) {
        status = tool_fail(verb, NULL, "%s", ingress_strerror(closed));
    }
    if (status == 0 && i.inferred > 0) {
        tool_note(verb, path,
                  "%llu trap%s inferred, which the log does not have; log with -l --log-commits",
                  (unsigned long long)i.inferred, htr_s(i.inferred));
    }
    return status;
}

int import_ingress(const char *verb, const char **path, const struct htr_import_options *o)
{
    enum htr_import_format format;
    if (*path == NULL) {
        return 0;
    }
    if (parse_format(verb, o->format, &format) != 0) {
        return TOOL_CANNOT;
    }
    bool standard = strcmp(*path, "-") == 0; /* cannot be looked at twice */
    if (format == HTR_IMPORT_AUTO && !standard && detect(verb, *path, &format) != 0) {
        return TOOL_CANNOT;
    }
    if (format == HTR_IMPORT_AUTO || format == HTR_IMPORT_ING) {
        return 0; /* the reader of ingress streams says it when it is none */
    }
    const char *name;
    FILE *f = output_scratch(verb, NULL, ".ing", &name);
    if (f == NULL) {
        return TOOL_CANNOT;
    }
    int status = import_file(verb, *path, o, f, false);
    int closed = output_close(f);
    *path = name;
    return status != 0 ? status : closed;
}

int import_code(const char *verb, struct code_options *code, const struct htr_list *params)
{
    struct htr_import_options o = {.format = code->ingress_format, .hart = code->hart};
    for (unsigned k = 0; k < params->n; k++) {
        if (strcmp(params->item[k], "xlen=32") == 0 || strcmp(params->item[k], "xlen=64") == 0) {
            o.xlen = params->item[k][5] == '3' ? 32 : 64;
        }
    }
    return import_ingress(verb, &code->ingress, &o);
}
