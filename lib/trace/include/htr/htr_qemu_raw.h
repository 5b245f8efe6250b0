/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The raw stream from the QEMU plugin to `hartrace record`: 32-bit words in the byte order of the
 * host, in the order of execution (docs/howto/record.md). A word below RAW_CONTROL means that the
 * instruction with this number is about to be executed.
 */
#ifndef TOOLS_QEMU_RAW_H
#define TOOLS_QEMU_RAW_H

enum {
    RAW_BUFFER_WORDS = 1 << 14, /* written at once */
};

#define RAW_CONTROL 0xF0000000u
#define RAW_HELLO   0xF0000001u /* version (RAW_VERSION), xlen, harts: first in the stream */
#define RAW_INSN    0xF0000002u /* number, pc low, pc high, opcode: before its first use */
#define RAW_TRAP    0xF0000003u /* hart, interrupt (0, 1), cause, epc low, high, tval low, high */
#define RAW_HART    0xF0000004u /* hart of the instructions that follow; first: 0 */
#define RAW_BADLOG  0xF0000005u /* a line of the log was not understood */
#define RAW_END     0xF00000FFu /* the emulator ends in an orderly way */

#define RAW_VERSION 1u

#endif
