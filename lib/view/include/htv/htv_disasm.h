/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Instructions as text: binutils' objdump is run as a process of its own for the code that is asked
 * for, and what it said is kept by address and opcode. Memory grows with the code that ran.
 *
 *   struct htv_disasm *d;
 *   if (htv_disasm_open(&d, &host, &options) != HTR_OK) ...
 *   const char *text = htv_disasm_at(d, pc, opcode);      "addi    sp,sp,-16", or NULL
 *   htv_disasm_close(d);
 *
 * Text counts only where objdump saw the same opcode at the address: another file than the code's
 * cannot lie. An objdump that is not there, fails, or says nothing for HTV_DISASM_SECONDS is one
 * remark, and from then on the text is not known.
 */
#ifndef HTV_DISASM_H
#define HTV_DISASM_H

#include <stdint.h>

#include "htr/htr_code.h"
#include "htv/htv_symbols.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    HTV_DISASM_SECONDS = 10
};

struct htv_disasm_options {
    /* Program to run, found by PATH without a slash. NULL: riscv64-unknown-elf-objdump, else
     * riscv64-linux-gnu-objdump. */
    const char *objdump;
    const struct htr_code *code;       /* its files are asked. Not kept */
    const struct htv_symbols *symbols; /* its images are asked too; NULL: none. Not kept */
};

struct htv_disasm;

/* Nothing is run yet; options->objdump is kept. Returns HTR_OK, or HTR_ERR_MEMORY after a message;
 * then *made is NULL. */
int htv_disasm_open(struct htv_disasm **made, struct htr_host *host,
                    const struct htv_disasm_options *options) HTR_MUST_CHECK;

/* NULL is fine. */
void htv_disasm_close(struct htv_disasm *d);

/* The instruction at an address of the running program: mnemonic, padded to 7 characters, and
 * operands, without control characters; valid until the next call. Names of targets are left out
 * when code counts in contexts: the file that knew the opcode may be another context's. opcode: its
 * low 32 bits, 16 of a compressed one (htr_code_opcode). NULL: not known. */
const char *htv_disasm_at(struct htv_disasm *d, uint64_t pc, uint32_t opcode);

#ifdef __cplusplus
}
#endif

#endif
