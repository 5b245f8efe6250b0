/* SPDX-License-Identifier: Apache-2.0 */
/* A tree of trace components as commands for openocd-scripts/hartrace.tcl. */
#include <inttypes.h>
#include <string.h>

#include "htr/htr_topo.h"

/* ---- text ---- */

/* No meaning to Tcl, wherever they appear in a word. Bytes from 0x80 on have none either. */
static int is_plain(unsigned char c)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                "0123456789_./:,+@%=-";
    return c >= 0x80 || memchr(plain, c, sizeof plain - 1) != NULL;
}

void htr_tcl_word(FILE *out, const char *text)
{
    if (text[0] == '\0') {
        fputs("{}", out);
    }
    for (const unsigned char *p = (const unsigned char *)text; *p != '\0'; p++) {
        if (is_plain(*p)) {
            putc(*p, out);
        } else if (*p > ' ' && *p < 0x7F) {
            fprintf(out, "\\%c", *p); /* a punctuation mark that means itself */
        } else {
            fprintf(out, "\\%03o",
                    *p); /* always three digits, so that the next character is no part of it */
        }
    }
}

/* ---- commands ---- */

/* As an OpenOCD command: encoder-0 becomes PREFIXencoder0. */
static const char *object(const struct topology *t, unsigned i, const char *prefix, char out[64])
{
    char name[TOPOLOGY_NAME_MAX];
    size_t n = 0;
    (void)topology_name(t, i, name);
    n = (size_t)snprintf(out, 32, "%.30s", prefix);
    for (const char *p = name; *p != '\0'; p++) {
        if (*p != '-') {
            out[n++] = *p;
        }
    }
    out[n] = '\0';
    return out;
}

static void print_settings(FILE *out, const struct topology *t, const struct topology_component *c)
{
    const struct topology_extra *x = &c->extra;
    if (c->kind == TOPOLOGY_ENCODER && x->has_src_bits && x->src_bits != 0) {
        fprintf(out, " -set {trTeSrcBits %u trTeSrcID %u}", x->src_bits,
                x->has_src_id ? x->src_id : c->number);
    } else if (c->kind == TOPOLOGY_ENCODER && t->nharts > 1) {
        unsigned bits = 1;
        while ((t->nharts - 1) >> bits != 0) {
            bits++;
        }
        fprintf(out, " -set {trTeSrcBits %u trTeSrcID %u}", bits, c->number);
    } else if (c->kind == TOPOLOGY_RAMSINK && x->smem.size >= 32 && x->sram_bytes == 0) {
        /* The limit is the address of the last access, at most 16 bytes wide. */
        uint64_t start = (x->smem.base + 15) & ~UINT64_C(15);
        uint64_t end = (x->smem.base + x->smem.size) & ~UINT64_C(15);
        fprintf(out,
                " \\\n    -set {trRamMode smem trRamStart 0x%" PRIx64 " trRamLimit 0x%" PRIx64 "}",
                start, end - 16);
    } else if (c->kind == TOPOLOGY_RAMSINK && x->sram_bytes != 0) {
        fprintf(out, " -set {trRamMode sram}");
    }
}

/* A name that could be a script is refused. */
static bool good_name(const char *name)
{
    return strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._") ==
               strlen(name) &&
           strlen(name) <= 30;
}

int htr_topo_tcl_check(const struct htr_topo_tcl *names, struct htr_host *host)
{
    const char *bad = !good_name(names->target)   ? names->target
                      : !good_name(names->prefix) ? names->prefix
                                                  : NULL;
    return bad == NULL ? HTR_OK
                       : htr_fail(host, HTR_ERR_ARG, NULL,
                                  "'%s' is not a name: letters, digits, . and _, at most 30", bad);
}

int htr_topo_tcl(FILE *out, struct htr_host *host, const struct topology *t,
                 const struct htr_topo_tcl *names)
{
    const char *target = names->target, *prefix = names->prefix;
    char a[64], b[64];
    const int status = htr_topo_tcl_check(names, host);
    if (status != HTR_OK) {
        return status;
    }
    fprintf(out, "# Trace components of ");
    htr_tcl_word(out, names->file);
    fprintf(out, ", for openocd-scripts/hartrace.tcl. Targets are ");
    htr_tcl_word(out, target);
    fprintf(out, "0 ...\n");
    for (unsigned i = 0; i < t->ncomponents; i++) {
        const struct topology_component *c = &t->component[i];
        bool told = c->kind != TOPOLOGY_SINK && c->kind != TOPOLOGY_UNKNOWN;
        fprintf(out, "hartrace create %s -target %s%" PRIu32 " -baseaddr 0x%" PRIx64 "%s%s",
                object(t, i, prefix, a), target, c->hart.present ? c->hart.index : 0, c->block.base,
                told ? " -type " : "", told ? topology_kind_name(c->kind) : "");
        print_settings(out, t, c);
        fprintf(out, "\n");
    }
    for (unsigned i = 0; i < t->nlinks; i++) {
        const struct topology_link *l = &t->link[i];
        fprintf(out, "hartrace connect %s %s", object(t, l->src, prefix, a),
                object(t, l->dst, prefix, b));
        if (t->component[l->dst].kind == TOPOLOGY_FUNNEL) {
            fprintf(out, " -input %u", l->dst_port);
        }
        fprintf(out, "\n");
    }
    return HTR_OK;
}
