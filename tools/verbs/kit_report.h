/* SPDX-License-Identifier: Apache-2.0 */
/* What all kits of the verb kit share: reports of their verdicts. */
#ifndef TOOLS_KIT_REPORT_H
#define TOOLS_KIT_REPORT_H

#include "htk/htk_verdicts.h"
#include "tool.h"

struct kit_reports {
    const char *junit, *sarif; /* files, or NULL */
    bool rules;                /* list all rules */
    bool json;                 /* on stdout, instead of text */
};

/* Rows of a verb's options for them; format is a const char **. */
#define KIT_REPORT_OPTIONS(reports, format)                                                        \
    {.name = "rules",                                                                              \
     .help = "list all rules, not only those that are broken",                                     \
     .flag = &(reports)->rules},                                                                   \
        FORMAT_OPTION(format),                                                                     \
        {.name = "junit",                                                                          \
         .arg = "FILE",                                                                            \
         .help = "write a report in JUnit XML",                                                    \
         .string = &(reports)->junit},                                                             \
    {                                                                                              \
        .name = "sarif", .arg = "FILE", .help = "write a report in SARIF 2.1.0",                   \
        .string = &(reports)->sarif                                                                \
    }

/* Print the verdicts, then what show prints about the run, and write the files. status: HTR_OK, or
 * why the run did not come to its end. Returns the exit status of the program. */
int kit_report(const struct kit_reports *r, const struct htk_verdicts *v, const struct htk_run *run,
               int status, void (*show)(const void *ctx), const void *ctx);

#endif
