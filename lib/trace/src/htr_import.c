/* SPDX-License-Identifier: Apache-2.0 */
/* Recognizes the log and opens the ingress stream. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "htr/htr_ingress.h"
#include "htr/htr_text.h"
#include "htr_import_priv.h"

int htr_import_format(struct htr_host *host, const char *name, enum htr_import_format *format)
{
    static const char *const names[] = {"auto", "ing", "etrace", "spike", "rvfi"};
    *format = HTR_IMPORT_AUTO;
    for (unsigned k = 0; name != NULL && k < sizeof names / sizeof names[0]; k++) {
        if (strcmp(name, names[k]) == 0) {
            *format = (enum htr_import_format)k;
            return HTR_OK;
        }
    }
    return name == NULL
               ? HTR_OK
               : htr_fail(host, HTR_ERR_ARG, NULL,
                          "--ingress-format %s: unknown format; it is ing, etrace, spike or rvfi",
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

/* By the first line with content. */
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

int htr_import_detect(struct htr_host *host, const char *path, enum htr_import_format *format)
{
    struct htr_lines l;
    const char *s;
    size_t n;
    *format = HTR_IMPORT_AUTO;
    int status = htr_lines_open(&l, host, path);
    for (int k = 0;
         status == HTR_OK && k < 64 && *format == HTR_IMPORT_AUTO && htr_lines_next(&l, &s, &n);
         k++) {
        *format = recognize(s, n);
    }
    if (status == HTR_OK) {
        htr_lines_close(&l);
    }
    return status;
}

/* RV32 or RV64, by the digits of the first address of a Spike log. */
static unsigned digits_tell(struct htr_host *host, const char *path)
{
    struct htr_lines l;
    const char *s;
    size_t n;
    unsigned xlen = 64;
    if (htr_lines_open(&l, host, path) != 0) {
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

/* The instruction that is pending at the end: its successor is known, or can be assumed. */
static int finish(struct htr_import *i)
{
    if (!i->pending || i->insn.cls == FLOW_INSN_TRAP ||
        (i->insn.cls >= FLOW_INSN_CALL && !i->last.next_known)) {
        i->pending = false; /* a jump to an unknown target is left out */
    } else {
        struct htr_import_insn next = {.pc = i->last.pc + i->insn.size, .opcode = 1};
        next.pc = i->last.next_known              ? i->last.next
                  : flow_insn_is_direct(&i->insn) ? i->insn.target
                                                  : next.pc;
        int status = htr_import_add(i, &next);
        if (status != HTR_OK) {
            return status;
        }
        i->pending = false;
    }
    if (i->block.iretire > 0) {
        struct ingress_cycle in = {
            .cycle = i->cycle, .block[0] = i->block, .nblocks = 1, .priv = i->priv};
        in.block[0].itype = INGRESS_ITYPE_NONE;
        int status = ingress_write_cycle(&i->out, i->hart, &in);
        if (status != INGRESS_OK && status != INGRESS_ERR_IO) {
            return htr_fail(i->host, htr_ingress_status(status), i->path, "%s",
                            ingress_strerror(status));
        }
    }
    return 0;
}

int htr_import_text(struct htr_import *i)
{
    int status = i->format == HTR_IMPORT_ETRACE  ? htr_import_etrace(i)
                 : i->format == HTR_IMPORT_SPIKE ? htr_import_spike(i)
                                                 : htr_import_rvfi(i);
    if (status == HTR_OK && i->text.error != NULL) {
        return htr_fail(i->host, HTR_ERR_READ, i->path, "line %llu: %s",
                        (unsigned long long)i->text.number + 1, i->text.error);
    }
    if (status == HTR_OK && i->instructions == 0 && !i->pending) {
        return htr_fail(i->host, HTR_ERR_MISSING, i->path, "holds no executed instruction%s",
                        i->format == HTR_IMPORT_SPIKE ? " of this core; --hart N chooses another"
                                                      : "");
    }
    return status == HTR_OK ? finish(i) : status;
}

static int open_log(struct htr_import *i, const struct htr_import_options *o)
{
    i->format = o->format;
    if (i->format == HTR_IMPORT_AUTO) {
        int status = htr_import_detect(i->host, i->path, &i->format);
        if (status != HTR_OK) {
            return status;
        }
    }
    if (i->format == HTR_IMPORT_AUTO || i->format == HTR_IMPORT_ING) {
        return htr_fail(i->host, HTR_ERR_FORMAT, i->path,
                        "unknown kind of log; name it: --ingress-format etrace, spike or rvfi");
    }
    if (o->hart >= INGRESS_MAX_HARTS) {
        return htr_fail(i->host, HTR_ERR_ARG, NULL, "--hart %llu: out of range; it can be 0 to %d",
                        (unsigned long long)o->hart, INGRESS_MAX_HARTS - 1);
    }
    bool spike = i->format == HTR_IMPORT_SPIKE && strcmp(i->path, "-") != 0;
    i->hart = (unsigned)o->hart;
    i->priv = INGRESS_PRIV_M;
    i->xlen = o->xlen != 0 ? o->xlen : spike ? digits_tell(i->host, i->path) : 64;
    return htr_lines_open(&i->text, i->host, i->path);
}

int htr_import_open(struct htr_import **out, struct htr_host *host, const char *path,
                    const struct htr_import_options *o)
{
    struct htr_import *i = calloc(1, sizeof *i);
    *out = NULL;
    if (i == NULL) {
        return htr_fail(host, HTR_ERR_MEMORY, path, "not enough memory");
    }
    i->host = host;
    i->path = path;
    int status = open_log(i, o);
    if (status != HTR_OK) {
        free(i);
        return status;
    }
    *out = i;
    return HTR_OK;
}

const struct htr_file *htr_import_input(const struct htr_import *i)
{
    return &i->text.stream;
}

int htr_import_write(struct htr_import *i, FILE *to, bool compress)
{
    struct ingress_header header = {.xlen = (uint8_t)i->xlen,
                                    .itype_width = 4,
                                    .isa = FLOW_ISA_C | FLOW_ISA_ZCB,
                                    .harts = (uint16_t)(i->hart + 1)};
    snprintf(header.note, sizeof header.note, "imported from a log");
    int opened = ingress_writer_open(&i->out, to, compress, &header);
    if (opened != INGRESS_OK) {
        return htr_fail(i->host, htr_ingress_status(opened), NULL, "%s", ingress_strerror(opened));
    }
    int status = htr_import_text(i);
    int closed = ingress_writer_close(&i->out);
    if (status == HTR_OK && closed != INGRESS_OK) {
        status = closed == INGRESS_ERR_IO ? HTR_ERR_WRITE
                                          : htr_fail(i->host, htr_ingress_status(closed), NULL,
                                                     "%s", ingress_strerror(closed));
    }
    if (status == HTR_OK && i->inferred > 0) {
        htr_note(i->host, i->path,
                 "%llu trap%s inferred, which the log does not have; log with -l --log-commits",
                 (unsigned long long)i->inferred, htr_s(i->inferred));
    }
    return status;
}

void htr_import_close(struct htr_import *i)
{
    if (i != NULL) {
        htr_lines_close(&i->text);
        free(i);
    }
}
