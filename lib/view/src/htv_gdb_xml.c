/* SPDX-License-Identifier: Apache-2.0 */
/* Documents that GDB reads: what registers and threads there are, and the branch trace. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "htv_gdb_int.h"

/* ---- documents that are made as a whole ---- */

static void add(struct htv_gdb *g, const char *text)
{
    const size_t n = strlen(text);
    if (n < sizeof g->doc - g->doc_fill) {
        memcpy(g->doc + g->doc_fill, text, n + 1);
        g->doc_fill += n;
    }
}

/* The value of an attribute: printable ASCII, and nothing that ends it. */
static void add_attribute(struct htv_gdb *g, const char *text)
{
    for (unsigned n = 0; *text != '\0' && n < 64; text++, n++) {
        const char one[2] = {*text, '\0'};
        const bool plain = *text >= ' ' && *text <= '~' && strchr("<>&\"'", *text) == NULL;
        add(g, plain ? one : "_");
    }
}

/* With its number: GDB would count those of a feature without a gap. */
static void add_register(struct htv_gdb *g, const char *name, unsigned number, unsigned bits,
                         const char *type)
{
    char line[128];
    snprintf(line, sizeof line, "<reg name=\"%s\" bitsize=\"%u\" regnum=\"%u\"%s%s%s/>\n", name,
             bits, number, type != NULL ? " type=\"" : "", type != NULL ? type : "",
             type != NULL ? "\"" : "");
    add(g, line);
}

static void add_numbered(struct htv_gdb *g, char letter, unsigned number, unsigned bits,
                         const char *type)
{
    for (unsigned i = 0; i < 32; i++) {
        char name[8];
        snprintf(name, sizeof name, "%c%u", letter, i);
        add_register(g, name, number + i, bits, type);
    }
}

static void add_csrs(struct htv_gdb *g, const char *feature)
{
    const struct htv_gdb_target *t = &g->target;
    bool any = false;
    for (unsigned i = 0; i < t->ncsrs; i++) {
        if (strcmp(t->csr[i].feature, feature) == 0) {
            add(g, any ? "" : "<feature name=\"org.gnu.gdb.riscv.");
            add(g, any ? "" : feature);
            add(g, any ? "" : "\">\n");
            any = true;
            add_register(g, t->csr[i].name, HTV_GDB_CSR + (t->fpu ? (unsigned)HTV_GDB_FPU : 0u) + i,
                         t->xlen, NULL);
        }
    }
    add(g, any ? "</feature>\n" : "");
}

static bool description(struct htv_gdb *g, const char *annex)
{
    const unsigned xlen = g->target.xlen;
    if (strcmp(annex, "target.xml") != 0) {
        return false;
    }
    add(g, "<?xml version=\"1.0\"?>\n<!DOCTYPE target SYSTEM \"gdb-target.dtd\">\n"
           "<target version=\"1.0\">\n<architecture>riscv:rv");
    add(g, xlen == 32 ? "32" : "64");
    add(g, "</architecture>\n<feature name=\"org.gnu.gdb.riscv.cpu\">\n");
    add_numbered(g, 'x', 0, xlen, NULL);
    add_register(g, "pc", HTV_GDB_PC, xlen, "code_ptr");
    add(g, "</feature>\n");
    if (g->target.fpu) {
        add(g, "<feature name=\"org.gnu.gdb.riscv.fpu\">\n");
        add_numbered(g, 'f', HTV_GDB_CSR, 64, "ieee_double");
        add_register(g, "fflags", HTV_GDB_CSR + 32, 32, "int");
        add_register(g, "frm", HTV_GDB_CSR + 33, 32, "int");
        add_register(g, "fcsr", HTV_GDB_CSR + 34, 32, "int");
        add(g, "</feature>\n");
    }
    add_csrs(g, "csr");
    add_csrs(g, "virtual");
    add(g, "</target>\n");
    return true;
}

static bool thread_list(struct htv_gdb *g)
{
    add(g, "<?xml version=\"1.0\"?>\n<threads>\n");
    for (unsigned i = 0; i < g->target.harts; i++) {
        char id[48];
        snprintf(id, sizeof id, "<thread id=\"%x\" core=\"%u\" name=\"", i + 1, i);
        add(g, id);
        add_attribute(g, g->target.ops->name(g->target.ctx, i));
        add(g, "\"/>\n");
    }
    add(g, "</threads>\n");
    return true;
}

static bool configuration(struct htv_gdb *g)
{
    if (g->recording[g->general]) {
        add(g, "<!DOCTYPE btrace-conf SYSTEM \"btrace-conf.dtd\">\n<btrace-conf version=\"1.0\">\n"
               "<bts size=\"0x10000\"/>\n</btrace-conf>\n");
    }
    return true;
}

static void part_of_doc(struct htv_gdb *g, uint64_t offset, uint64_t length)
{
    const uint64_t at = offset < g->doc_fill ? offset : g->doc_fill;
    const uint64_t left = g->doc_fill - at;
    const uint64_t n = length < left ? length : left;
    htv_gdb_begin(g);
    htv_gdb_char(g, n == left ? 'l' : 'm');
    htv_gdb_binary(g, g->doc + at, (size_t)n);
    htv_gdb_send(g);
}

/* ---- the branch trace: lines of one length, so that any part of it can be made ---- */

static const char trace_begin[] = "<!DOCTYPE btrace SYSTEM \"btrace.dtd\">\n"
                                  "<btrace version=\"1.0\">\n";
static const char trace_end[] = "</btrace>\n";

enum {
    TRACE_BEGIN = sizeof trace_begin - 1,
    TRACE_END = sizeof trace_end - 1,
    TRACE_LINE = sizeof "<block begin=\"0x0123456789abcdef\" end=\"0x0123456789abcdef\"/>\n" - 1,
};

static void trace_line(const struct htv_gdb *g, uint64_t n, char line[TRACE_LINE + 1])
{
    const struct htv_gdb_block b = g->target.ops->block(g->target.ctx, g->general, n);
    snprintf(line, TRACE_LINE + 1, "<block begin=\"0x%016" PRIx64 "\" end=\"0x%016" PRIx64 "\"/>\n",
             b.begin, b.end);
}

/* The piece of the document that holds `offset`. Returns its bytes; *skip of them are before. */
static size_t trace_piece(const struct htv_gdb *g, uint64_t blocks, uint64_t offset,
                          char piece[128], size_t *skip)
{
    if (offset < TRACE_BEGIN) {
        *skip = (size_t)offset;
        memcpy(piece, trace_begin, TRACE_BEGIN);
        return TRACE_BEGIN;
    }
    const uint64_t line = (offset - TRACE_BEGIN) / TRACE_LINE;
    *skip = (size_t)((offset - TRACE_BEGIN) % TRACE_LINE);
    if (line < blocks) {
        trace_line(g, line, piece);
        return TRACE_LINE;
    }
    *skip = (size_t)(offset - TRACE_BEGIN - blocks * TRACE_LINE);
    memcpy(piece, trace_end, TRACE_END);
    return TRACE_END;
}

static void branch_trace(struct htv_gdb *g, const char *annex, uint64_t offset, uint64_t length)
{
    const bool all = strcmp(annex, "all") == 0;
    if (!g->recording[g->general] ||
        (!all && strcmp(annex, "new") != 0 && strcmp(annex, "delta") != 0)) {
        htv_gdb_answer(g, "E.No branch trace");
        return;
    }
    /* Nothing has come since the last time: the execution is over. */
    const uint64_t blocks = all ? g->target.ops->blocks(g->target.ctx, g->general) : 0;
    const uint64_t size = TRACE_BEGIN + blocks * TRACE_LINE + TRACE_END;
    uint64_t at = offset < size ? offset : size;
    length = length < HTV_GDB_PACKET - 1 ? length : HTV_GDB_PACKET - 1;
    const uint64_t end = length < size - at ? at + length : size;
    htv_gdb_begin(g);
    htv_gdb_char(g, end == size ? 'l' : 'm');
    while (at < end) {
        char piece[128];
        size_t skip, n = trace_piece(g, blocks, at, piece, &skip);
        n = n - skip < end - at ? n - skip : (size_t)(end - at);
        htv_gdb_binary(g, piece + skip, n);
        at += n;
    }
    htv_gdb_send(g);
}

/* ---- OBJECT:read:ANNEX:OFFSET,LENGTH ---- */

void htv_gdb_transfer(struct htv_gdb *g, const char *p)
{
    char object[32], annex[32];
    int read = 0;
    uint64_t offset, length;
    if (sscanf(p, "%31[a-z-]:read:%n", object, &read) != 1 || read == 0) {
        htv_gdb_answer(g, "");
        return;
    }
    p += read;
    const size_t n = strcspn(p, ":");
    snprintf(annex, sizeof annex, "%.*s", (int)(n < sizeof annex ? n : sizeof annex), p);
    p += n;
    if (*p++ != ':' || !htv_gdb_number_then(&p, &offset, ',') || !htv_gdb_number(&p, &length)) {
        htv_gdb_answer(g, "E16");
        return;
    }
    const bool has_branches = g->target.ops->blocks != NULL;
    if (has_branches && strcmp(object, "btrace") == 0) {
        branch_trace(g, annex, offset, length);
        return;
    }
    g->doc_fill = 0;
    const bool made = strcmp(object, "features") == 0 ? description(g, annex)
                      : strcmp(object, "threads") == 0
                          ? thread_list(g)
                          : has_branches && strcmp(object, "btrace-conf") == 0 && configuration(g);
    if (made) {
        part_of_doc(g, offset, length);
    } else {
        htv_gdb_answer(g, strcmp(object, "features") == 0 ? "E00" : "");
    }
}
