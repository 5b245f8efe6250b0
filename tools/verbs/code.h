/* SPDX-License-Identifier: Apache-2.0 */
/* The options that say where code comes from. */
#ifndef TOOLS_CODE_H
#define TOOLS_CODE_H

#include "htr/htr_trace.h"
#include "tool.h"

#define CODE_OPTIONS(o)                                                                            \
    {.name = "elf", .arg = "FILE", .help = "code from an ELF executable", .string = &(o)->elf},    \
        {.name = "pcinfo",                                                                         \
         .arg = "FILE",                                                                            \
         .help = "code from a PCINFO list",                                                        \
         .string = &(o)->pcinfo},                                                                  \
    {                                                                                              \
        .name = "image", .arg = "FILE@ADDR", .help = "code from a memory image (repeatable)",      \
        .list = &(o)->images                                                                       \
    }

/* For verbs that follow the contexts of a trace. */
#define CODE_IN_OPTION(o)                                                                          \
    {.name = "symfs",                                                                              \
     .arg = "DIR",                                                                                 \
     .help = "perf.data: folder with the files of the target, by their paths (/)",                 \
     .string = &(o)->symfs},                                                                       \
    {                                                                                              \
        .name = "code-in", .arg = "CONTEXT=FILE[@ADDR]",                                           \
        .help = "code that counts in a context only: scontext:N, hcontext:N, v:0|1, prv:u|s|m, "   \
                "joined by commas (repeatable)",                                                   \
        .list = &(o)->in                                                                           \
    }

#define INGRESS_OPTIONS(o, text)                                                                   \
    {.name = "ingress", .arg = "FILE", .help = text, .string = &(o)->ingress},                     \
        {.name = "ingress-format",                                                                 \
         .arg = "FORMAT",                                                                          \
         .choice = TOOL_CHOICE("ing", "etrace", "spike", "rvfi"),                                  \
         .help = " (by content); all but ing are logs",                                            \
         .string = &(o)->ingress_format},                                                          \
    {                                                                                              \
        .name = "hart", .arg = "N", .help = "hart of the ingress stream (0)", .number = &(o)->hart \
    }

#endif
