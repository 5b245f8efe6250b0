/* SPDX-License-Identifier: Apache-2.0 */
/* Verb dtb2tcl: a device tree as commands for openocd-scripts/hartrace.tcl. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "htr/htr_dtb.h"
#include "tcl_text.h"
#include "tool.h"
#include "host.h"

static const char verb[] = "dtb2tcl";

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

static void print_settings(const struct topology *t, const struct topology_component *c)
{
    const struct topology_extra *x = &c->extra;
    if (c->kind == TOPOLOGY_ENCODER && x->has_src_bits && x->src_bits != 0) {
        printf(" -set {trTeSrcBits %u trTeSrcID %u}", x->src_bits,
               x->has_src_id ? x->src_id : c->number);
    } else if (c->kind == TOPOLOGY_ENCODER && t->nharts > 1) {
        unsigned bits = 1;
        while ((t->nharts - 1) >> bits != 0) {
            bits++;
        }
        printf(" -set {trTeSrcBits %u trTeSrcID %u}", bits, c->number);
    } else if (c->kind == TOPOLOGY_RAMSINK && x->smem.size >= 32 && x->sram_bytes == 0) {
        /* The limit is the address of the last access, at most 16 bytes wide. */
        uint64_t start = (x->smem.base + 15) & ~UINT64_C(15);
        uint64_t end = (x->smem.base + x->smem.size) & ~UINT64_C(15);
        printf(" \\\n    -set {trRamMode smem trRamStart 0x%" PRIx64 " trRamLimit 0x%" PRIx64 "}",
               start, end - 16);
    } else if (c->kind == TOPOLOGY_RAMSINK && x->sram_bytes != 0) {
        printf(" -set {trRamMode sram}");
    }
}

static void print_tcl(const struct topology *t, const char *file, const char *target,
                      const char *prefix)
{
    char a[64], b[64];
    printf("# Trace components of ");
    tcl_word(stdout, file);
    printf(", for openocd-scripts/hartrace.tcl. Targets are ");
    tcl_word(stdout, target);
    printf("0 ...\n");
    for (unsigned i = 0; i < t->ncomponents; i++) {
        const struct topology_component *c = &t->component[i];
        bool told = c->kind != TOPOLOGY_SINK && c->kind != TOPOLOGY_UNKNOWN;
        printf("hartrace create %s -target %s%" PRIu32 " -baseaddr 0x%" PRIx64 "%s%s",
               object(t, i, prefix, a), target, c->hart.present ? c->hart.index : 0, c->block.base,
               told ? " -type " : "", told ? topology_kind_name(c->kind) : "");
        print_settings(t, c);
        printf("\n");
    }
    for (unsigned i = 0; i < t->nlinks; i++) {
        const struct topology_link *l = &t->link[i];
        printf("hartrace connect %s %s", object(t, l->src, prefix, a),
               object(t, l->dst, prefix, b));
        if (t->component[l->dst].kind == TOPOLOGY_FUNNEL) {
            printf(" -input %u", l->dst_port);
        }
        printf("\n");
    }
}

/* What would be a script is no name. */
static bool good_name(const char *name)
{
    return strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._") ==
               strlen(name) &&
           strlen(name) <= 30;
}

int dtb2tcl_main(int argc, char **argv)
{
    const char *target = "riscv.cpu", *prefix = "", *file[1];
    const struct tool_option options[] = {
        {.name = "target",
         .arg = "NAME",
         .help = "OpenOCD's targets without their number (riscv.cpu)",
         .string = &target},
        {.name = "prefix", .arg = "TEXT", .help = "before each object's name", .string = &prefix},
    };
    const struct tool_usage usage = {
        .verb = verb,
        .synopsis = "FILE.dtb [--target NAME] [--prefix TEXT]",
        .text = "Write the trace components of a device tree as commands of "
                "openocd-scripts/hartrace.tcl: encoder0, funnel0,\n"
                "ramsink0 and so on, the links between them, source IDs, and the buffers that the "
                "tree gives.",
        .example = "  hartrace dtb2tcl T.dtb > board-trace.tcl\n"
                   "  openocd -f board.cfg -f openocd-scripts/hartrace.tcl -f board-trace.tcl",
        .options = options,
        .noptions = sizeof options / sizeof options[0],
    };
    int n = tool_parse(&usage, argc, argv, file, 1);
    if (n < 0) {
        return n == TOOL_PARSE_HELP ? TOOL_OK : TOOL_CANNOT;
    }
    if (n != 1) {
        return tool_fail(verb, NULL, "no device tree; give a FILE.dtb");
    }
    if (!good_name(target) || !good_name(prefix)) {
        return tool_fail(verb, NULL, "'%s' is not a name: letters, digits, . and _, at most 30",
                         good_name(target) ? prefix : target);
    }
    struct htr_dtb *d = calloc(1, sizeof *d);
    if (d == NULL) {
        return tool_fail(verb, NULL, "not enough memory");
    }
    int status = htr_dtb_open(d, tool_host(verb), file[0]);
    if (status == 0) {
        print_tcl(&d->tree, file[0], target, prefix);
    }
    htr_dtb_close(d);
    free(d);
    return status;
}
