/* SPDX-License-Identifier: Apache-2.0 */
/* hartrace: one program with verbs. */
#include "tool.h"

#include <string.h>

#include "htr/htr_version.h"
#include "output.h"
#include "te.h"

static const struct tool_verb verbs[] = {
    {"run", "simulate a program with its trace, decode, compare", run_main},
    {"serve", "simulate a program, with a JTAG port for OpenOCD", serve_main},
    {"record", "run a program or firmware under QEMU, and write an ingress stream", record_main},
    {"encode", "a PC list or an ingress stream through the encoder model", encode_main},
    {"dump", "the messages of a trace, one per line", dump_main},
    {"decode", "a trace and its code become a listing, a PC list, or ranges", decode_main},
    {"verify", "a trace and its code against a PC list", verify_main},
    {"info", "what a file is, and how to decode it", info_main},
    {"stat", "where the bytes of a trace go", stat_main},
    {"split", "a trace becomes several, by source or at syncs", split_main},
    {"merge", "traces of several sources become one", merge_main},
    {"diff", "two traces by meaning, or byte by byte", diff_main},
    {"index", "where the synchronizing messages are", index_main},
    {"convert", "lists and logs of other tools", convert_main},
    {"topo", "a device tree of trace components: check, list, draw", topo_main},
    {"dtb2tcl", "its components as commands for OpenOCD", dtb2tcl_main},
    {"regs", "print the register map, one register, or the fields of a value", regs_main},
    {"probe", "which trace components a live target has", probe_main},
    {"start", "program and start the trace of a live target", start_main},
    {"stop", "stop it", stop_main},
    {"status", "what its trace components are doing", status_main},
    {"fetch", "read the trace out of its RAM sinks", fetch_main},
    {"snapshot", "all of it into one folder, for a report", snapshot_main},
};

enum {
    NVERBS = sizeof verbs / sizeof verbs[0]
};

static const char *verb_name(const void *table, size_t i)
{
    return ((const struct tool_verb *)table)[i].name;
}

static void print_usage(FILE *f)
{
    fprintf(f, "Usage: hartrace VERB [OPTION]... [FILE]...\n"
               "Trace of RISC-V harts (N-Trace 1.0): simulate, record, encode, decode, "
               "verify.\n\nVerbs:\n");
    for (size_t i = 0; i < NVERBS; i++) {
        fprintf(f, "  %-8s %s\n", verbs[i].name, verbs[i].summary);
    }
    fprintf(f, "  %-8s %s\n", "help", "show this, or the help of a verb: hartrace help VERB");
    fprintf(f, "  %-8s %s\n", "", "all parameters (--param): hartrace help params");
    fprintf(f,
            "\nhartrace VERB --help describes a verb; hartrace --version (-V) prints the version.\n"
            "Exit status: 0 done or equal; 1 different, damaged or lost, or the program of run "
            "failed;\n"
            "2 not possible.\n");
}

static const struct tool_verb *find_verb(const char *name)
{
    for (size_t i = 0; i < NVERBS; i++) {
        if (strcmp(verbs[i].name, name) == 0) {
            return &verbs[i];
        }
    }
    const struct htr_names names = {verb_name, verbs, NVERBS};
    const char *near = htr_nearest(name, &names);
    if (near != NULL) {
        tool_fail(NULL, NULL, "unknown verb '%s'; did you mean '%s'?", name, near);
    } else {
        tool_fail(NULL, NULL, "unknown verb '%s'; hartrace help lists them", name);
    }
    return NULL;
}

static int help(int argc, char **argv)
{
    if (argc < 2) {
        print_usage(stdout);
        return TOOL_OK;
    }
    if (strcmp(argv[1], "--verbs") == 0) {
        for (size_t i = 0; i < NVERBS; i++) {
            puts(verbs[i].name);
        }
        return TOOL_OK;
    }
    if (strcmp(argv[1], "params") == 0) {
        te_print_tree_params(stdout);
        return TOOL_OK;
    }
    const struct tool_verb *v = find_verb(argv[1]);
    if (v == NULL) {
        return TOOL_CANNOT;
    }
    char flag[] = "--help";
    char *args[] = {argv[1], flag, NULL};
    return v->main(2, args);
}

int tool_main(int argc, char **argv)
{
    int status;
    output_begin();
    if (argc < 2) {
        print_usage(stderr);
        return TOOL_CANNOT;
    }
    if (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-V") == 0) {
        printf("hartrace %s\n", htr_version());
        status = TOOL_OK;
    } else if (strcmp(argv[1], "help") == 0 || strcmp(argv[1], "--help") == 0 ||
               strcmp(argv[1], "-h") == 0) {
        status = help(argc - 1, argv + 1);
    } else {
        const struct tool_verb *v = find_verb(argv[1]);
        status = v == NULL ? TOOL_CANNOT : v->main(argc - 1, argv + 1);
    }
    return output_finish(tool_worse(status, TOOL_OK));
}
