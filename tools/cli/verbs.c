/* SPDX-License-Identifier: Apache-2.0 */
/* hartrace: one program with verbs. */
#include "tool.h"

#include <ctype.h>
#include <string.h>

#include "help.h"
#include "htr/htr_version.h"
#include "output.h"
#include "te.h"

static const struct tool_verb verbs[] = {
    {"run", "simulate a program with its trace, decode the trace, compare", run_main},
    {"serve", "simulate a program, with a JTAG port for OpenOCD", serve_main},
    {"record", "run a program or firmware under QEMU and write an ingress stream", record_main},
    {"encode", "encode a PC list or an ingress stream with the encoder model", encode_main},
    {"dump", "print the messages of a trace, one per line", dump_main},
    {"decode", "decode a trace to a listing, a PC list, or ranges", decode_main},
    {"gdbserver", "let GDB walk through a trace, or a recorded run, in both directions",
     gdbserver_main},
    {"verify", "compare a decoded trace with a PC list", verify_main},
    {"info", "show what a file is, and how to decode it", info_main},
    {"stat", "show where the bytes of a trace go", stat_main},
    {"lint", "hold a trace against the rules of the specification", lint_main},
    {"kit", "hold an encoder or decoder of yours against the specification", kit_main},
    {"split", "split a trace by source or at synchronizing messages", split_main},
    {"merge", "merge the traces of several sources", merge_main},
    {"diff", "compare two traces by meaning, or byte by byte", diff_main},
    {"calls", "show the call tree with what was spent in it", calls_main},
    {"hot", "show the functions, lines, branches or instructions that cost most", hot_main},
    {"path", "show how the program came to a place", path_main},
    {"export", "export what the program did to other tools", export_main},
    {"report", "show in a browser what the program did", report_main},
    {"fwtrace", "decode the trace messages of firmware: UART, ring in memory, trace", fwtrace_main},
    {"index", "list the synchronizing messages of a trace", index_main},
    {"shard", "decode in parts, on many processors or machines", shard_main},
    {"convert", "convert lists and logs of other tools", convert_main},
    {"topo", "check, list or draw the trace components of a device tree", topo_main},
    {"dtb2tcl", "print the trace components of a device tree as OpenOCD commands", dtb2tcl_main},
    {"regs", "print the register map, one register, or the fields of a value", regs_main},
    {"probe", "list the trace components of a live target", probe_main},
    {"start", "program and start the trace of a live target", start_main},
    {"stop", "stop the trace of a live target", stop_main},
    {"status", "show what the trace components of a live target are doing", status_main},
    {"fetch", "read the trace out of the RAM sinks of a live target", fetch_main},
    {"snapshot", "save all trace state of a live target in one folder, for a report",
     snapshot_main},
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

/* The title of a man page; of a verb, its name too. */
static void man_title(const struct tool_verb *v)
{
    fputs(".TH HARTRACE", stdout);
    if (v != NULL) {
        putchar('-');
        for (const char *p = v->name; *p != '\0'; p++) {
            putchar(toupper((unsigned char)*p));
        }
    }
    printf(" 1 \"\" \"hartrace %s\" \"User Commands\"\n", htr_version());
    if (v != NULL) {
        printf(".SH NAME\nhartrace\\-%s \\- ", v->name);
        help_roff(v->summary, stdout);
        putchar('\n');
    }
}

/* The verbs: as a section of the man page, or a row for each, name and summary. */
static void list_verbs(bool man)
{
    fputs(man ? ".SH VERBS\n" : "", stdout);
    for (size_t i = 0; i < NVERBS; i++) {
        if (man) {
            printf(".TP\n.BR hartrace\\-%s (1)\n", verbs[i].name);
            help_roff(verbs[i].summary, stdout);
            putchar('\n');
        } else {
            printf("%s\t%s\n", verbs[i].name, verbs[i].summary);
        }
    }
}

/* For docs/man.sh and tools/completion/completion.sh: help --man [VERB], help --options [VERB]. */
static int help_for_scripts(bool man, char *name)
{
    const struct tool_verb *v = name != NULL ? find_verb(name) : NULL;
    if (name != NULL && v == NULL) {
        return TOOL_CANNOT;
    }
    if (man) {
        man_title(v);
    }
    if (v == NULL) {
        list_verbs(man);
        return TOOL_OK;
    }
    char flag_man[] = "--help-man", flag_options[] = "--help-options";
    char *args[] = {name, man ? flag_man : flag_options, NULL};
    return v->main(2, args);
}

static int help(int argc, char **argv)
{
    if (argc < 2) {
        print_usage(stdout);
        return TOOL_OK;
    }
    bool man = strcmp(argv[1], "--man") == 0;
    if (man || strcmp(argv[1], "--options") == 0) {
        return help_for_scripts(man, argc > 2 ? argv[2] : NULL);
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
