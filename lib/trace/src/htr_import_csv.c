/* SPDX-License-Identifier: Apache-2.0 */
/* CSV logs: of the E-Trace reference flow, and with the columns of RVFI. */
#include <stdio.h>
#include <string.h>

#include "htr_import_priv.h"

enum {
    COLUMNS_MAX = 64
};

/* Hexadecimal with or without 0x, all of it. */
static bool hex(const char *s, size_t n, uint64_t *value)
{
    uint64_t v = 0;
    while (n > 0 && (*s == ' ' || *s == '\t')) {
        s++;
        n--;
    }
    while (n > 0 && (s[n - 1] == ' ' || s[n - 1] == '\t')) {
        n--;
    }
    if (n > 2 && s[0] == '0' && (s[1] | 0x20) == 'x') {
        s += 2;
        n -= 2;
    }
    if (n == 0 || n > 16) {
        return false;
    }
    for (; n > 0; n--, s++) {
        unsigned c = (unsigned char)*s;
        unsigned d = c - '0';
        if (d > 9) {
            d = (c | 0x20) - 'a' + 10;
            if (d < 10 || d > 15) {
                return false;
            }
        }
        v = v << 4 | d;
    }
    *value = v;
    return true;
}

/* Cut a line at its commas. Returns how many fields there are, at most COLUMNS_MAX. */
static unsigned cut(const char *s, size_t n, const char **field, size_t *length)
{
    unsigned fields = 0;
    const char *end = s + n;
    while (fields < COLUMNS_MAX) {
        const char *comma = memchr(s, ',', (size_t)(end - s));
        field[fields] = s;
        length[fields++] = (size_t)((comma != NULL ? comma : end) - s);
        if (comma == NULL) {
            break;
        }
        s = comma + 1;
    }
    return fields;
}

static int bad_number(struct htr_import *i, const char *column, const char *s, size_t n)
{
    char what[80];
    snprintf(what, sizeof what, "column %s is not a hexadecimal number of 1 to 16 digits", column);
    return htr_import_bad_line(i, s, n, what);
}

/* ---- E-Trace reference flow: VALID,ADDRESS,INSN,PRIVILEGE,EXCEPTION,ECAUSE,TVAL,INTERRUPT ---- */

enum {
    ETRACE_COLUMNS = 8
};

static uint8_t privilege(uint64_t v)
{
    return v == 0 ? INGRESS_PRIV_U : v == 1 ? INGRESS_PRIV_S : INGRESS_PRIV_M;
}

static int etrace_row(struct htr_import *i, const uint64_t *v)
{
    bool exception = v[4] != 0, interrupt = v[7] != 0;
    if (exception || interrupt) {
        /* The instruction of this row did not retire. */
        struct htr_import_trap trap = {.interrupt = interrupt, .tval = v[6], .epc = v[1]};
        trap.cause = v[5] & (i->xlen == 32 ? INT32_MAX : INT64_MAX);
        return htr_import_trap(i, &trap);
    }
    struct htr_import_insn insn = {.pc = v[1], .opcode = (uint32_t)v[2], .priv = privilege(v[3])};
    return htr_import_add(i, &insn);
}

int htr_import_etrace(struct htr_import *i)
{
    static const char *const name[ETRACE_COLUMNS] = {"VALID",     "ADDRESS", "INSN", "PRIVILEGE",
                                                     "EXCEPTION", "ECAUSE",  "TVAL", "INTERRUPT"};
    const char *s, *field[COLUMNS_MAX];
    size_t n, length[COLUMNS_MAX];
    uint64_t v[ETRACE_COLUMNS];
    while (htr_lines_next(&i->text, &s, &n)) {
        if (n == 0 || s[0] == '#' || (s[0] | 0x20) == 'v') {
            continue; /* the heading */
        }
        if (cut(s, n, field, length) != ETRACE_COLUMNS) {
            return htr_import_bad_line(i, s, n,
                                       "not 8 fields, as in VALID,ADDRESS,INSN,PRIVILEGE,"
                                       "EXCEPTION,ECAUSE,TVAL,INTERRUPT");
        }
        for (unsigned k = 0; k < ETRACE_COLUMNS; k++) {
            if (!hex(field[k], length[k], &v[k])) {
                return bad_number(i, name[k], field[k], length[k]);
            }
        }
        int status = v[0] != 0 ? etrace_row(i, v) : 0;
        if (status != 0) {
            return status;
        }
    }
    return 0;
}

/* ---- RVFI ---- */

enum rvfi_column {
    RVFI_VALID,
    RVFI_INSN,
    RVFI_PC,
    RVFI_NEXT,
    RVFI_TRAP,
    RVFI_INTR,
    RVFI_MODE,
    RVFI_CAUSE,
    RVFI_TVAL,
    RVFI_COLUMNS,
};

/* The place of each column in a line; COLUMNS_MAX: there is none. */
struct rvfi {
    unsigned at[RVFI_COLUMNS];
    bool trapped; /* the row before trapped */
    bool has_next;
    uint64_t next; /* the address after the previous row */
};

static bool same(const char *s, size_t n, const char *name)
{
    if (n > 5 && (memcmp(s, "rvfi_", 5) == 0 || memcmp(s, "RVFI_", 5) == 0)) {
        s += 5;
        n -= 5;
    }
    if (n != strlen(name)) {
        return false;
    }
    for (size_t k = 0; k < n; k++) {
        if ((s[k] | 0x20) != (name[k] | 0x20)) {
            return false;
        }
    }
    return true;
}

static const char *const rvfi_name[RVFI_COLUMNS] = {"valid", "insn", "pc_rdata", "pc_wdata", "trap",
                                                    "intr",  "mode", "cause",    "tval"};

static int rvfi_heading(struct htr_import *i, struct rvfi *r, const char *s, size_t n)
{
    const char *field[COLUMNS_MAX];
    size_t length[COLUMNS_MAX];
    unsigned fields = cut(s, n, field, length);
    for (unsigned c = 0; c < RVFI_COLUMNS; c++) {
        r->at[c] = COLUMNS_MAX;
        for (unsigned k = 0; k < fields; k++) {
            if (same(field[k], length[k], rvfi_name[c])) {
                r->at[c] = k;
            }
        }
    }
    if (r->at[RVFI_PC] == COLUMNS_MAX || r->at[RVFI_INSN] == COLUMNS_MAX) {
        return htr_import_bad_line(i, s, n,
                                   "a heading with the columns pc_rdata and insn is needed");
    }
    return 0;
}

static int rvfi_row(struct htr_import *i, struct rvfi *r, const uint64_t *v)
{
    int status = 0;
    if (v[RVFI_INTR] != 0 && !r->trapped) { /* first instruction of an interrupt's handler */
        struct htr_import_trap trap = {.interrupt = true, .cause = v[RVFI_CAUSE], .epc = r->next};
        trap.cause &= i->xlen == 32 ? INT32_MAX : INT64_MAX;
        if (!r->has_next) {
            return htr_fail(
                i->host, HTR_ERR_FORMAT, i->path,
                "line %llu: an interrupt, and no column pc_wdata says what it interrupted",
                (unsigned long long)i->text.number);
        }
        status = htr_import_trap(i, &trap);
    }
    if (status != 0) {
        return status;
    }
    r->trapped = v[RVFI_TRAP] != 0;
    r->has_next = r->at[RVFI_NEXT] < COLUMNS_MAX && !r->trapped;
    r->next = v[RVFI_NEXT];
    if (r->trapped) {
        struct htr_import_trap trap = {
            .cause = v[RVFI_CAUSE], .tval = v[RVFI_TVAL], .epc = v[RVFI_PC]};
        status = htr_import_trap(i, &trap);
        return status != 0 ? status : htr_import_opcode(i, v[RVFI_PC], (uint32_t)v[RVFI_INSN]);
    }
    struct htr_import_insn insn = {
        .pc = v[RVFI_PC], .opcode = (uint32_t)v[RVFI_INSN], .priv = INGRESS_PRIV_M};
    insn.priv = r->at[RVFI_MODE] < COLUMNS_MAX ? privilege(v[RVFI_MODE]) : insn.priv;
    status = htr_import_add(i, &insn);
    /* Set only now: htr_import_add checks the row before, which an interrupt may have left. */
    i->last.next = r->next;
    i->last.next_known = r->has_next;
    return status;
}

int htr_import_rvfi(struct htr_import *i)
{
    struct rvfi r = {.at = {0}};
    const char *s, *field[COLUMNS_MAX];
    size_t n, length[COLUMNS_MAX];
    bool heading = false;
    while (htr_lines_next(&i->text, &s, &n)) {
        uint64_t v[RVFI_COLUMNS] = {[RVFI_VALID] = 1};
        if (n == 0 || s[0] == '#') {
            continue;
        }
        if (!heading) {
            heading = true;
            if (rvfi_heading(i, &r, s, n) != HTR_OK) {
                return HTR_ERR_FORMAT;
            }
            continue;
        }
        unsigned fields = cut(s, n, field, length);
        for (unsigned c = 0; c < RVFI_COLUMNS; c++) {
            if (r.at[c] == COLUMNS_MAX) {
                continue;
            }
            if (r.at[c] >= fields) {
                return htr_import_bad_line(i, s, n, "fewer fields than the heading");
            }
            if (!hex(field[r.at[c]], length[r.at[c]], &v[c])) {
                return bad_number(i, rvfi_name[c], field[r.at[c]], length[r.at[c]]);
            }
        }
        int status = v[RVFI_VALID] != 0 ? rvfi_row(i, &r, v) : 0;
        if (status != 0) {
            return status;
        }
    }
    return 0;
}
