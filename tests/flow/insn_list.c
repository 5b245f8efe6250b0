/* SPDX-License-Identifier: Apache-2.0 */
/*
 * insn_list XLEN c|w FILE: write opcodes to FILE, and how flow_insn_decode classifies each to
 * stdout, for test_insn_objdump.sh. c: all 16-bit values; w: structured and pseudo-random 32-bit
 * ones. Line: opcode number, size, class, rd, rs, offset, target (or constant), "const" flag.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "flow/flow_insn.h"

#define BASE UINT64_C(0x40000000)

struct out {
    FILE *file;
    unsigned xlen;
    unsigned count;
    uint64_t pc;
};

static void put(struct out *o, uint32_t opcode, unsigned size)
{
    struct flow_insn i;
    uint8_t bytes[4] = {(uint8_t)opcode, (uint8_t)(opcode >> 8), (uint8_t)(opcode >> 16),
                        (uint8_t)(opcode >> 24)};
    flow_insn_decode(o->xlen, FLOW_ISA_C | FLOW_ISA_ZCB, o->pc, opcode, &i);
    printf("%" PRIx64 " %u %s;%u;%u;%d;%" PRIx64 ";%d\n", o->pc, i.size,
           flow_insn_class_name(i.cls), i.rd, i.rs, i.offset, i.target,
           (i.flags & FLOW_INSN_CONST) != 0);
    fwrite(bytes, 1, size, o->file);
    o->pc += size;
}

static void put_compressed(struct out *o)
{
    for (uint32_t op = 0; op < 0x10000; op++) {
        if ((op & 3) != 3) {
            put(o, op, 2);
        }
    }
}

static bool is_32(uint32_t op)
{
    return (op & 3) == 3 && (op & 0x1c) != 0x1c;
}

static uint32_t next_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return (uint32_t)(*state >> 16);
}

/* Every bit of the immediate of JAL, JALR, branches, LUI and AUIPC alone, with all interesting
 * register pairs; all SYSTEM encodings with funct3 0 and no registers; then noise. */
static void put_wide(struct out *o)
{
    static const uint32_t major[] = {0x6f, 0x67, 0x63, 0x37, 0x17};
    static const uint32_t reg[] = {0, 1, 2, 5, 6, 31};
    for (unsigned m = 0; m < 5; m++) {
        for (unsigned r = 0; r < 36; r++) {
            uint32_t base = major[m] | reg[r % 6] << 7 | reg[r / 6] << 15;
            for (unsigned bit = 7; bit < 32; bit++) {
                put(o, base ^ UINT32_C(1) << bit, 4);
            }
            put(o, base, 4);
        }
    }
    for (uint32_t funct12 = 0; funct12 < 0x1000; funct12++) {
        put(o, funct12 << 20 | 0x73, 4);
    }
    uint64_t state = UINT64_C(0x9e3779b97f4a7c15);
    for (unsigned n = 0; n < 200000; n++) {
        uint32_t op = next_random(&state) | 3;
        /* every second one is a jump or a branch */
        op = n % 2 != 0 ? (op & ~UINT32_C(0x7f)) | major[n / 2 % 3] : op;
        if (is_32(op)) {
            put(o, op, 4);
        }
    }
}

int main(int argc, char **argv)
{
    if (argc != 4) {
        return 2;
    }
    struct out o = {.file = fopen(argv[3], "wb"), .xlen = (unsigned)atoi(argv[1]), .pc = BASE};
    if (o.file == NULL) {
        return 2;
    }
    if (strcmp(argv[2], "c") == 0) {
        put_compressed(&o);
    } else {
        put_wide(&o);
    }
    return fclose(o.file) == 0 ? 0 : 2;
}
