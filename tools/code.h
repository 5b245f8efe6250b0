/* SPDX-License-Identifier: Apache-2.0 */
/* Where code comes from: an ELF file, memory images, a PCINFO list, or the opcodes in an ingress
 * stream. */
#ifndef TOOLS_CODE_H
#define TOOLS_CODE_H

#include <stddef.h>
#include <stdint.h>

#include "htr/htr_input.h"
#include "flow/flow_code.h"
#include "htr/htr_elf.h"
#include "te.h"
#include "tool.h"

/* What the user gave. Exactly one of elf, pcinfo and ingress, or images; images may stand beside
 * elf. */
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

struct code_source {
    struct flow_code code;      /* ready after code_start */
    struct code_tables *tables; /* of the code, which may have begun to use them */
    bool started;
    struct htr_bytes elf_file;
    struct htr_elf elf; /* of elf_file; nsegments 0: there is none */
    struct htr_bytes image_file[HTR_LIST_MAX];
    struct flow_region region[HTR_LIST_MAX + 2 * HTR_ELF_MAX_SEGMENTS];
    size_t nregions;
    struct flow_code_image image;
    struct flow_pcinfo *pcinfo;
    struct flow_code_pcinfo list;
    struct flow_opcode *opcode;
    struct flow_code_recorded recorded;
};

/* Load what the options name. XLEN and ISA that the file tells are put into te, unless --param set
 * them. Returns 0, or TOOL_CANNOT after a message; then nothing is held. */
int code_open(struct code_source *c, const char *verb, const struct code_options *o,
              struct htr_settings *te);

/* Make c->code from what was loaded, for a stream. c must not move afterwards. Cannot fail. */
void code_start(struct code_source *c, const struct nexus_stream_cfg *cfg);

/* A copy with a cache of its own, started, for another thread; the rest is shared with `from`,
 * which must outlive it. Returns 0, or -1: not enough memory. */
int code_share(struct code_source *c, const struct code_source *from,
               const struct nexus_stream_cfg *cfg);
void code_unshare(struct code_source *c);

/* Give a shared copy's tables their memory, in the thread that is to use it. A page that is read
 * before it is written would cost an interruption of all threads. */
void code_touch(struct code_source *c);

/* The opcode at where->pc, low 32 bits. Returns false when it is not known (PCINFO has none). */
bool code_opcode(struct code_source *c, const struct flow_where *where, uint32_t *opcode);

void code_close(struct code_source *c);

#endif
