/* SPDX-License-Identifier: Apache-2.0 */
/* Verb record: is a file something that the emulated machine can run? */
#include "record_check.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "tool.h"

/* ELF: e_ident, e_machine (System V ABI). */
enum {
    CLASS = 4,
    DATA = 5,
    MACHINE = 18,
    HEAD = 20, /* bytes that are looked at */
    CLASS_64 = 2,
    LITTLE = 1,
    RISCV = 243,
};

int record_check_file(const char *verb, const char *path, unsigned xlen, bool must_be_elf)
{
    unsigned char head[HEAD] = {0};
    FILE *f = fopen(path, "rb");
    if (f == NULL) {
        return tool_fail(verb, path, "%s", strerror(errno));
    }
    size_t n = fread(head, 1, HEAD, f);
    bool bad = ferror(f) != 0;
    fclose(f);
    if (bad) {
        return tool_fail(verb, path, "cannot be read: %s", strerror(errno));
    }
    if (n < HEAD || memcmp(head, "\177ELF", 4) != 0) {
        return must_be_elf ? tool_fail(verb, path,
                                       "is not an ELF file; give an executable, or a memory image "
                                       "with --kernel")
                           : 0;
    }
    unsigned machine = head[DATA] == LITTLE ? head[MACHINE] | (unsigned)head[MACHINE + 1] << 8
                                            : head[MACHINE + 1] | (unsigned)head[MACHINE] << 8;
    if (machine != RISCV || head[DATA] != LITTLE) {
        return tool_fail(verb, path, "is for another machine (ELF machine %u), not RISC-V",
                         machine);
    }
    unsigned of = head[CLASS] == CLASS_64 ? 64 : 32;
    if (of != xlen) {
        return tool_fail(verb, path, "is for RV%u, but the machine is RV%u; add --xlen %u", of,
                         xlen, of);
    }
    return 0;
}
