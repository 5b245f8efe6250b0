/* SPDX-License-Identifier: Apache-2.0 */
/* What all verbs share: exit statuses, diagnostics, the table of verbs. */
#ifndef TOOLS_TOOL_H
#define TOOLS_TOOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "htr/htr_host.h"
#include "htr/htr_settings.h"
#include "htr/htr_text.h"

enum tool_exit {
    TOOL_OK = 0,      /* done; what was compared is equal */
    TOOL_DIFFERS = 1, /* different, damaged or lost; run: the program failed */
    TOOL_CANNOT = 2,  /* not done: wrong arguments, unusable input, an output not written */
};

/* Was it done, well or not? Not so: TOOL_CANNOT, and every HTR_ERR_*. */
static inline bool tool_done(int status)
{
    return status == TOOL_OK || status == TOOL_DIFFERS;
}

/* The exit status of a call of the host library. */
static inline int tool_exit_of(int status)
{
    return tool_done(status) ? status : TOOL_CANNOT;
}

/* The worse of two; HTR_ERR_* is TOOL_CANNOT. */
static inline int tool_worse(int a, int b)
{
    int x = tool_exit_of(a), y = tool_exit_of(b);
    return x > y ? x : y;
}

struct tool_verb {
    const char *name;
    const char *summary;
    int (*main)(int argc, char **argv); /* argv[0] is the verb; returns enum tool_exit */
};

/* The program: verb and arguments as the shell gave them. Returns enum tool_exit. */
int tool_main(int argc, char **argv);

int run_main(int argc, char **argv);
int serve_main(int argc, char **argv);
int record_main(int argc, char **argv);
int encode_main(int argc, char **argv);
int dump_main(int argc, char **argv);
int decode_main(int argc, char **argv);
int verify_main(int argc, char **argv);
int info_main(int argc, char **argv);
int stat_main(int argc, char **argv);
int lint_main(int argc, char **argv);
int kit_main(int argc, char **argv);
int split_main(int argc, char **argv);
int gdbserver_main(int argc, char **argv);
int merge_main(int argc, char **argv);
int diff_main(int argc, char **argv);
int export_main(int argc, char **argv);
int fwtrace_main(int argc, char **argv);
int report_main(int argc, char **argv);
int calls_main(int argc, char **argv);
int hot_main(int argc, char **argv);
int path_main(int argc, char **argv);
int index_main(int argc, char **argv);
int shard_main(int argc, char **argv);
int convert_main(int argc, char **argv);
int topo_main(int argc, char **argv);
int regs_main(int argc, char **argv);
int dtb2tcl_main(int argc, char **argv);
int probe_main(int argc, char **argv);
int start_main(int argc, char **argv);
int stop_main(int argc, char **argv);
int status_main(int argc, char **argv);
int fetch_main(int argc, char **argv);
int snapshot_main(int argc, char **argv);

/* Print `hartrace VERB: FILE: message` on stderr (FILE may be NULL). Write the message as "what is
 * wrong; what to do". Returns TOOL_CANNOT. */
int tool_fail(const char *verb, const char *file, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The same for a remark: prints, unless the user wants none; returns nothing. */
void tool_note(const char *verb, const char *file, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The end of a JSON object on stdout. Returns status, or TOOL_CANNOT after a message. */
struct htr_json;
int tool_json_done(struct htr_json *j, const char *verb, int status);

/* The same when the library wrote it: `written` is what it returned. */
int tool_written(const char *verb, int written, int status);

/* What a comparison found: prints `FILE: message` on stdout, where equality is printed too. */
void tool_verdict(const char *file, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* -q: from now on no remarks; verbs leave out their summaries too. */
void tool_be_quiet(void);
bool tool_is_quiet(void);

/* The path of the file of that name beside the running program. Returns false when it does not fit.
 */
bool tool_beside(const char *name, char *path, size_t size);

/* Seconds of a clock that only goes forward. */
double tool_seconds(void);

/* ---- options ---- */

/* The names that a value can have, for its check, its messages and the help. */
struct tool_choice {
    const char *const *name;
    unsigned n;
};

/* A choice of these names, for a table of options in a function. */
#define TOOL_CHOICE(...)                                                                           \
    &(const struct tool_choice)                                                                    \
    {                                                                                              \
        (const char *const[]){__VA_ARGS__},                                                        \
            sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *)                      \
    }

enum {
    TOOL_CHOICE_LIST = 512 /* bytes: has room for the longest list of any verb */
};

/* "A, B or C". Returns out; what has no room is cut off. */
const char *tool_choice_list(const struct tool_choice *c, char *out, size_t size);

/* Which one it is: *chosen and 0, or TOOL_CANNOT after "--OPTION TEXT: unknown WHAT; it is A, B or
 * C". */
int tool_choose(const char *verb, const char *option, const char *what, const struct tool_choice *c,
                const char *text, unsigned *chosen);

/* One option; exactly one of the four targets is set. */
struct tool_option {
    const char *name; /* without the dashes */
    char letter;      /* short form, or 0 */
    const char *arg; /* name of its value in the help, NULL for a flag; BYTES: k, M, G are binary */
    const char *help;
    const struct tool_choice *choice; /* its value is one of these: the help lists them first */
    bool *flag;
    const char **string;
    uint64_t *number;
    struct htr_list *list;
    bool positive; /* number: 0 is refused */
};

struct tool_usage {
    const char *verb;
    const char *synopsis; /* what follows "hartrace VERB" */
    const char *text;     /* a paragraph */
    const char *example;
    const struct tool_option *options;
    size_t noptions;
    void (*more)(FILE *f); /* prints the rest of the help, or NULL */
};

enum tool_parse {
    TOOL_PARSE_ERROR = -1, /* said on stderr: exit with TOOL_CANNOT */
    TOOL_PARSE_HELP = -2,  /* help was printed: exit with TOOL_OK */
};

/* Read options and operands in any order; every verb also takes -h, --help and -q, --quiet (GNU:
 * --name VALUE, --name=VALUE, -n VALUE; after -- only operands; a single - is an operand). Operands
 * go to operand[0..max). Returns how many there were, or enum tool_parse. */
int tool_parse(const struct tool_usage *usage, int argc, char **argv, const char **operand,
               int max);

/* Text or one JSON object. */
extern const struct tool_choice tool_formats;

/* The row of --format for verbs that print text or one JSON object; target is a const char *. */
#define FORMAT_OPTION(target)                                                                      \
    {                                                                                              \
        .name = "format", .letter = 'f', .arg = "FORMAT", .choice = &tool_formats,                 \
        .help = " (text)", .string = (target)                                                      \
    }

/* format: what was given with it, or NULL. Returns 0, or TOOL_CANNOT after a message. */
int tool_format(const char *verb, const char *format, bool *json);

#endif
