/* SPDX-License-Identifier: Apache-2.0 */
/* A hart that takes one trap after the other and retires nothing: say why. */
#include "htr/htr_trap.h"

#include <inttypes.h>
#include <stdio.h>

#include "htr/htr_insn_needs.h"

enum {
    ILLEGAL = 2,
};

/* Names of mcause (ISA manual, volume II). */
static const char *cause_name(bool interrupt, uint64_t cause)
{
    static const char *const names[] = {"instruction address misaligned",
                                        "instruction access fault",
                                        "illegal instruction",
                                        "breakpoint",
                                        "load address misaligned",
                                        "load access fault",
                                        "store address misaligned",
                                        "store access fault",
                                        "ecall from U-mode",
                                        "ecall from S-mode",
                                        "reserved",
                                        "ecall from M-mode",
                                        "instruction page fault",
                                        "load page fault",
                                        "reserved",
                                        "store page fault"};
    if (interrupt) {
        return "interrupt";
    }
    return cause < sizeof names / sizeof names[0] ? names[cause] : "unknown cause";
}

/* " (opcode 0x...; needs the F extension)" */
static void describe_insn(const struct htr_trap *t, char *text, size_t size)
{
    const char *needs = htr_insn_needs(t->xlen, (uint32_t)t->tval);
    text[0] = '\0';
    if (t->interrupt || t->cause != ILLEGAL) {
        return;
    }
    if (needs != NULL) {
        snprintf(text, size,
                 "; opcode 0x%" PRIx64 " needs extension %s%s build with -march=rv%uimac", t->tval,
                 needs,
                 t->emulated ? ": enable it first (F, D: mstatus.FS; V: mstatus.VS), or"
                             : ", which this hart does not have:",
                 t->xlen);
    } else {
        snprintf(text, size, "; opcode 0x%" PRIx64, t->tval);
    }
}

int htr_trap_report(struct htr_host *host, const struct htr_trap *t)
{
    char insn[200], vector[64] = "";
    describe_insn(t, insn, sizeof insn);
    if (t->vector != NULL) {
        snprintf(vector, sizeof vector, ", %s 0x%" PRIx64, t->vector, t->tvec);
    }
    return htr_fail(host, HTR_ERR_FORMAT, NULL,
                    "hart %u traps endlessly at 0x%" PRIx64 ": %s (cause %" PRIu64
                    ", epc 0x%" PRIx64 "%s)%s; the trap handler itself traps: %s (cause %" PRIu64
                    ")",
                    t->hart, t->epc, cause_name(t->interrupt, t->cause), t->cause, t->epc, vector,
                    insn, cause_name(false, t->last_cause), t->last_cause);
}
