/* SPDX-License-Identifier: Apache-2.0 */
/* The options that say where code comes from. */
#ifndef TOOLS_CODE_H
#define TOOLS_CODE_H

#include "htr/htr_code.h"
#include "htr/htr_settings.h"
#include "tool.h"

/* What the user gave: htr_code_options. */
struct code_options {
    const char *elf, *pcinfo, *ingress;
    const char *ingress_format; /* import.h; NULL = by content */
    struct htr_list images;     /* FILE@ADDR */
    uint64_t hart;              /* of the ingress stream */
};

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

#define INGRESS_OPTIONS(o, text)                                                                   \
    {.name = "ingress", .arg = "FILE", .help = text, .string = &(o)->ingress},                     \
        {.name = "ingress-format",                                                                 \
         .arg = "FORMAT",                                                                          \
         .help = "ing, or a log: etrace, spike, rvfi (by content)",                                \
         .string = &(o)->ingress_format},                                                          \
    {                                                                                              \
        .name = "hart", .arg = "N", .help = "hart of the ingress stream (0)", .number = &(o)->hart \
    }

/* Load what the options name; facts of the files go to te. Returns 0, or HTR_ERR_* after a message;
 * then nothing is held. */
int code_open(struct htr_code *c, const char *verb, const struct code_options *o,
              struct htr_settings *te);

/* Take XLEN, unless --param set it, and what is known of the ISA. */
void code_facts(const struct htr_code_facts *facts, struct htr_settings *te);

#endif
