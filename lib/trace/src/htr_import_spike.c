/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Spike's log. Lines of a core:
 *
 *   core   0: 3 0x0000000080000000 (0x00000297) x5  0x0000000080000000   --log-commits: retired
 *   core   0: 0x0000000080000000 (0x00000297) auipc   t0, 0x0            -l: started
 *   core   0: exception trap_machine_ecall, epc 0x0000000080000010       -l
 *   core   0:           tval 0x0000000000000000                          -l, follows it
 *
 * When there are commits, started lines are not needed. All other lines are skipped.
 */
#include <string.h>

#include "htr_import_priv.h"

struct spike {
    bool commits; /* the log has them */
    bool trap_waits;
    struct htr_import_trap trap;
};

struct cursor {
    const char *at, *end;
};

static void blanks(struct cursor *c)
{
    while (c->at < c->end && *c->at == ' ') {
        c->at++;
    }
}

static bool word(struct cursor *c, const char *text)
{
    size_t n = strlen(text);
    if ((size_t)(c->end - c->at) < n || memcmp(c->at, text, n) != 0) {
        return false;
    }
    c->at += n;
    return true;
}

static bool hex(struct cursor *c, uint64_t *value)
{
    uint64_t v = 0;
    unsigned digits = 0;
    if (!word(c, "0x")) {
        return false;
    }
    for (; c->at < c->end && digits < 17; digits++, c->at++) {
        unsigned ch = (unsigned char)*c->at;
        unsigned d = ch - '0';
        if (d > 9) {
            d = (ch | 0x20) - 'a' + 10;
            if (d < 10 || d > 15) {
                break;
            }
        }
        v = v << 4 | d;
    }
    *value = v;
    return digits > 0 && digits <= 16;
}

static bool decimal(struct cursor *c, uint64_t *value)
{
    const char *first = c->at;
    uint64_t v = 0;
    while (c->at < c->end && *c->at >= '0' && *c->at <= '9' && c->at - first < 9) {
        v = v * 10 + (uint64_t)(*c->at++ - '0');
    }
    *value = v;
    return c->at > first;
}

/* "core   N: ": returns false when the line is no core's, or another one's. */
static bool core_line(struct cursor *c, unsigned hart)
{
    uint64_t n = 0;
    if (!word(c, "core")) {
        return false;
    }
    blanks(c);
    return decimal(c, &n) && word(c, ":") && n == hart;
}

/* "0xPC (0xOPCODE)". */
static bool instruction(struct cursor *c, struct htr_import_insn *insn)
{
    uint64_t opcode;
    if (!hex(c, &insn->pc)) {
        return false;
    }
    blanks(c);
    if (!word(c, "(") || !hex(c, &opcode) || !word(c, ")")) {
        return false;
    }
    insn->opcode = (uint32_t)opcode;
    return true;
}

/* "trap_machine_ecall" or "interrupt #7" becomes a cause. Unknown names are cause 24. */
static void cause_of(struct cursor *c, struct htr_import_trap *trap)
{
    static const char *const name[] = {
        "trap_instruction_address_misaligned",
        "trap_instruction_access_fault",
        "trap_illegal_instruction",
        "trap_breakpoint",
        "trap_load_address_misaligned",
        "trap_load_access_fault",
        "trap_store_address_misaligned",
        "trap_store_access_fault",
        "trap_user_ecall",
        "trap_supervisor_ecall",
        "trap_virtual_supervisor_ecall",
        "trap_machine_ecall",
        "trap_instruction_page_fault",
        "trap_load_page_fault",
        NULL,
        "trap_store_page_fault",
        NULL,
        NULL,
        NULL,
        NULL,
        "trap_instruction_guest_page_fault",
        "trap_load_guest_page_fault",
        "trap_virtual_instruction",
        "trap_store_guest_page_fault",
    };
    const char *comma = memchr(c->at, ',', (size_t)(c->end - c->at));
    size_t n = (size_t)((comma != NULL ? comma : c->end) - c->at);
    trap->interrupt = word(c, "interrupt #");
    if (trap->interrupt) {
        (void)decimal(c, &trap->cause);
    } else {
        trap->cause = sizeof name / sizeof name[0];
        for (unsigned k = 0; k < sizeof name / sizeof name[0]; k++) {
            if (name[k] != NULL && strlen(name[k]) == n && memcmp(name[k], c->at, n) == 0) {
                trap->cause = k;
            }
        }
    }
    c->at = comma != NULL ? comma : c->end;
}

static int trap_now(struct htr_import *i, struct spike *s)
{
    bool waits = s->trap_waits;
    s->trap_waits = false;
    return waits ? htr_import_trap(i, &s->trap) : 0;
}

static int instruction_line(struct htr_import *i, struct spike *s, struct cursor c,
                            const char *line, size_t n)
{
    struct htr_import_insn insn = {.priv = INGRESS_PRIV_M};
    uint64_t priv;
    const struct cursor start = c;
    bool commit = decimal(&c, &priv) && c.at < c.end && *c.at == ' ';
    if (commit) {
        blanks(&c);
        insn.priv = priv == 0 ? INGRESS_PRIV_U : priv == 1 ? INGRESS_PRIV_S : INGRESS_PRIV_M;
    } else {
        c = start;
    }
    if (!instruction(&c, &insn)) {
        return htr_import_bad_line(i, line, n, "not a line of Spike's log");
    }
    if (!commit && s->commits) {
        return 0; /* its commit follows, if it retires */
    }
    int status = trap_now(i, s);
    return status != 0 ? status : htr_import_add(i, &insn);
}

static int trap_line(struct htr_import *i, struct spike *s, struct cursor *c, const char *line,
                     size_t n)
{
    int status = trap_now(i, s);
    s->trap = (struct htr_import_trap){.epc = 0};
    cause_of(c, &s->trap);
    if (!word(c, ", epc ") || !hex(c, &s->trap.epc)) {
        return htr_import_bad_line(i, line, n, "an exception without its epc");
    }
    if (i->xlen == 32) {
        s->trap.epc &= UINT32_MAX;
    }
    s->trap_waits = true;
    return status;
}

/* Does the log have commits? Its first instruction lines show that. */
static bool has_commits(const struct htr_import *i)
{
    struct htr_lines l;
    const char *s;
    size_t n;
    uint64_t v;
    bool found = false;
    if (strcmp(i->path, "-") == 0 || htr_lines_open(&l, i->host, i->path) != 0) {
        return true;
    }
    for (int k = 0; k < 256 && !found && htr_lines_next(&l, &s, &n); k++) {
        struct cursor c = {s, s + n};
        if (core_line(&c, i->hart)) {
            blanks(&c);
            found = decimal(&c, &v) && word(&c, " 0x");
        }
    }
    htr_lines_close(&l);
    return found;
}

int htr_import_spike(struct htr_import *i)
{
    struct spike s = {.commits = has_commits(i)};
    const char *line;
    size_t n;
    i->started = !s.commits;
    i->infer = s.commits;
    while (htr_lines_next(&i->text, &line, &n)) {
        struct cursor c = {line, line + n};
        int status = 0;
        if (!core_line(&c, i->hart)) {
            continue;
        }
        blanks(&c);
        if (word(&c, "exception ")) {
            status = trap_line(i, &s, &c, line, n);
        } else if (word(&c, "tval ")) {
            status = hex(&c, &s.trap.tval) ? trap_now(i, &s)
                                           : htr_import_bad_line(i, line, n, "not a number");
        } else if (c.at < c.end && *c.at >= '0' && *c.at <= '9') {
            status = instruction_line(i, &s, c, line, n);
        }
        if (status != 0) {
            return status;
        }
    }
    return trap_now(i, &s);
}
