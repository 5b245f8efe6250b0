/* SPDX-License-Identifier: Apache-2.0 */
/* Instructions of fwtrace in an ELF: by symbols, and by what is in their functions (RISC-V ISA,
 * chapters "A" and "Zalrsc"). */
#include "htr_fw_marks.h"

#include <stdlib.h>
#include <string.h>

#include "flow/flow_insn.h"
#include "flow/flow_isa.h"
#include "flow/flow_le.h"

enum {
    FUNCTIONS = 8, /* that the puts of a ring consist of */
    AMO = 0x2f,
    AMO_ADD = 0,
    SP = 2,
    AMO_LR = 2,
    AMO_SC = 3,
};

struct function {
    uint64_t low, high;
};

static bool add(struct fw_marks *m, enum fw_mark_kind kind, uint64_t pc, uint32_t what)
{
    if (m->n == m->room) {
        const size_t room = m->room == 0 ? 64 : 2 * m->room;
        struct fw_mark *more = realloc(m->mark, room * sizeof *more);
        if (more == NULL) {
            return false;
        }
        m->mark = more;
        m->room = room;
    }
    m->mark[m->n++] = (struct fw_mark){pc, what, (uint8_t)kind};
    m->has[kind] = true;
    return true;
}

/* The instruction at pc; false: there is none. */
static bool insn_at(const struct htr_fw_elf *e, uint64_t pc, struct flow_insn *insn,
                    uint32_t *opcode)
{
    const uint8_t *bytes;
    const size_t there = htr_elf_bytes(&e->elf, pc, true, &bytes);
    if (there < 2) {
        return false;
    }
    *opcode = (uint32_t)flow_le_get(bytes, there < 4 ? 2 : 4);
    flow_insn_decode(e->elf.xlen, e->elf.rvc ? FLOW_ISA_C : 0, pc, *opcode, insn);
    return insn->size != 0 && insn->size <= there;
}

/* ---- functions by name ---- */

static bool function_named(const struct htr_fw_elf *e, const char *name, struct function *f)
{
    struct htr_elf_symbol s;
    if (!htr_elf_find_symbol(&e->elf, name, &s)) {
        return false;
    }
    *f = (struct function){s.value, s.value + s.size};
    return true;
}

static bool add_entries(struct fw_marks *m, const struct htr_fw_elf *e)
{
    static const struct {
        const char *name;
        enum fw_mark_kind kind;
    } entry[] = {
        {"fwt_send", FW_MARK_SEND},
        {"fwt_message", FW_MARK_MESSAGE},
        {"fwt_text", FW_MARK_TEXT},
        {"fwt_hello", FW_MARK_HELLO},
        {"fwt_flush", FW_MARK_FLUSH},
        {"fwt_ring_put", FW_MARK_RING},
        {"fwt_ring_put_block", FW_MARK_RING_BLOCK},
        {"fwt_uart_put", FW_MARK_UART},
        {"fwt_uart_put_block", FW_MARK_UART},
        {"fwt_ring_init", FW_MARK_RING_INIT},
        {"fwt_uart_init", FW_MARK_UART_INIT},
    };
    struct function f;
    for (size_t i = 0; i < sizeof entry / sizeof entry[0]; i++) {
        if (function_named(e, entry[i].name, &f) && !add(m, entry[i].kind, f.low, 0)) {
            return false;
        }
    }
    return true;
}

static bool add_sites(struct fw_marks *m, const struct htr_fw_elf *e)
{
    struct htr_fw_site s;
    for (size_t i = 0; htr_fw_elf_site(e, i, &s); i++) {
        const uint32_t what = !s.known  ? FW_SITE_UNKNOWN
                              : s.print ? HTR_FW_PLACE_PRINT | s.offset
                                        : s.domain << 7 | s.action;
        if (!add(m, FW_MARK_SITE, s.address, what)) {
            return false;
        }
    }
    return true;
}

/* ---- inside of functions ---- */

/* The first store of a put is that of its word. */
static bool add_store(struct fw_marks *m, const struct htr_fw_elf *e, const char *name)
{
    struct function f;
    struct flow_insn insn;
    uint32_t opcode;
    if (!function_named(e, name, &f)) {
        return true;
    }
    for (uint64_t pc = f.low; pc < f.high && insn_at(e, pc, &insn, &opcode); pc += insn.size) {
        bool saves = insn.size == 2 ? (opcode & 3u) == 2 : (opcode >> 15 & 31u) == SP;
        if (insn.stores == 1 && insn.loads == 0 && !saves) {
            return add(m, FW_MARK_STORE, pc, 0);
        }
    }
    return true;
}

static bool add_atomic(struct fw_marks *m, const struct htr_fw_elf *e, uint64_t pc, uint32_t opcode)
{
    struct flow_insn next;
    uint32_t unused;
    switch (opcode >> 27) {
    case AMO_LR:
        return add(m, FW_MARK_LR, pc, 0);
    case AMO_ADD:
        return add(m, FW_MARK_ADD, pc, 0);
    case AMO_SC:
        if (insn_at(e, pc + 4, &next, &unused) && next.cls == FLOW_INSN_BRANCH) {
            return add(m, FW_MARK_SC, pc, 0) && add(m, FW_MARK_FALL, pc + 4 + next.size, 0);
        }
        return true;
    default:
        return true;
    }
}

static void reach(const struct htr_fw_elf *e, uint64_t pc, struct function *f, unsigned *n)
{
    struct htr_elf_symbol s;
    for (unsigned i = 0; i < *n; i++) {
        if (pc >= f[i].low && pc < f[i].high) {
            return;
        }
    }
    if (*n < FUNCTIONS && htr_elf_symbol_at(&e->elf, pc, &s) && s.size > 0) {
        f[(*n)++] = (struct function){s.value, s.value + s.size};
    }
}

static bool add_atomics(struct fw_marks *m, const struct htr_fw_elf *e)
{
    struct function f[FUNCTIONS];
    struct flow_insn insn;
    uint32_t opcode;
    unsigned n = function_named(e, "fwt_ring_put", &f[0]) ? 1 : 0;
    n += function_named(e, "fwt_ring_put_block", &f[n]) ? 1 : 0;
    for (unsigned i = 0; i < n; i++) {
        for (uint64_t pc = f[i].low; pc < f[i].high && insn_at(e, pc, &insn, &opcode);
             pc += insn.size) {
            if (insn.size == 4 && (opcode & 0x7f) == AMO && !add_atomic(m, e, pc, opcode)) {
                return false;
            }
            if (flow_insn_is_direct(&insn)) {
                reach(e, insn.target, f, &n);
            }
        }
    }
    return true;
}

/* ---- all ---- */

static int by_pc(const void *a, const void *b)
{
    const struct fw_mark *x = a, *y = b;
    return x->pc != y->pc ? (x->pc > y->pc) - (x->pc < y->pc) : (int)x->kind - (int)y->kind;
}

bool fw_marks_find(struct fw_marks *m, const struct htr_fw_elf *e)
{
    memset(m, 0, sizeof *m);
    if (!add_sites(m, e) || !add_entries(m, e) || !add_store(m, e, "fwt_stim_put") ||
        !add_store(m, e, "fwt_stim_put_counted") || !add_atomics(m, e)) {
        fw_marks_free(m);
        return false;
    }
    if (m->n > 0) {
        qsort(m->mark, m->n, sizeof *m->mark, by_pc);
    }
    return true;
}

void fw_marks_free(struct fw_marks *m)
{
    free(m->mark);
    memset(m, 0, sizeof *m);
}

size_t fw_marks_from(const struct fw_marks *m, uint64_t pc)
{
    size_t low = 0, high = m->n;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (m->mark[middle].pc < pc) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}
