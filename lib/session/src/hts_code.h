/* SPDX-License-Identifier: Apache-2.0 */
/* The code that a hart's trace is decoded with: that of the file, or what was recorded
 * when something else ran. */
#ifndef HTS_CODE_H
#define HTS_CODE_H

#include <stdbool.h>
#include <stddef.h>

#include "flow/flow_code.h"
#include "htr/htr_elf.h"
#include "htr/htr_opcode_log.h"
#include "hts/hts_program.h"
#include "nexus/nexus_cfg.h"

enum {
    HTS_CODE_LINES = 1 << 14,
    HTS_CODE_BLOCKS = 1 << 12
};

/* Points into itself: do not move it. Read: code. */
struct hts_code {
    struct flow_code_line lines[HTS_CODE_LINES];
    struct flow_block blocks[HTS_CODE_BLOCKS];
    struct flow_region region[2 * HTR_ELF_MAX_SEGMENTS];
    struct flow_code_image image;
    struct flow_code_recorded recorded;
    struct flow_code code;
    struct flow_isa isa;
    struct flow_opcode *opcode; /* owned: what was recorded, sorted */
    size_t known;               /* entries of the log that were looked at */
    bool other;                 /* something else ran than what is in the file: first */
    uint64_t where;             /* here */
};

/* Begin with the code of the file. */
void hts_code_begin(struct hts_code *c, const struct hts_program *program,
                    const struct nexus_stream_cfg *cfg);

/* Take what has been executed since, before it is decoded. Returns false without memory. */
bool hts_code_follow(struct hts_code *c, const struct htr_opcode_log *log);

void hts_code_free(struct hts_code *c);

#endif
