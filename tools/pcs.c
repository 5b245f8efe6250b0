/* SPDX-License-Identifier: Apache-2.0 */
/* Sequences of executed PCs. */
#include "pcs.h"

#include <stdlib.h>
#include <string.h>

#include "tool.h"

/* ---- log: code 0..254 is (pc - last) / 2 + 64 when that fits, 255 is followed by the PC ---- */

enum {
    LOG_BIAS = 64,
    LOG_FAR = 255,
    LOG_FIRST = 1 << 16
};

bool pc_log_add(struct pc_log *log, uint64_t pc)
{
    if (log->size + 9 > log->room) {
        size_t room = log->room == 0 ? LOG_FIRST : log->room * 2;
        uint8_t *bigger = realloc(log->bytes, room);
        if (bigger == NULL) {
            return false;
        }
        log->bytes = bigger;
        log->room = room;
    }
    uint64_t code = (pc - log->last + 2 * LOG_BIAS) >> 1;
    if (code < LOG_FAR) {
        log->bytes[log->size++] = (uint8_t)code;
    } else {
        log->bytes[log->size++] = LOG_FAR;
        memcpy(log->bytes + log->size, &pc, sizeof pc);
        log->size += sizeof pc;
    }
    log->last = pc;
    log->count++;
    return true;
}

void pc_log_free(struct pc_log *log)
{
    free(log->bytes);
    memset(log, 0, sizeof *log);
}

static size_t read_log(struct pcs *p, uint64_t *pc, size_t max)
{
    size_t n = 0;
    while (n < max && p->log_pos < p->log->size) {
        uint8_t code = p->log->bytes[p->log_pos++];
        if (code == LOG_FAR) {
            memcpy(&p->log_pc, p->log->bytes + p->log_pos, sizeof p->log_pc);
            p->log_pos += sizeof p->log_pc;
        } else {
            p->log_pc += 2 * (uint64_t)code - 2 * LOG_BIAS;
        }
        pc[n++] = p->log_pc;
    }
    return n;
}

/* ---- text ---- */

static const uint8_t hex_value[256] = {
    ['0'] = 1,  ['1'] = 2,  ['2'] = 3,  ['3'] = 4,  ['4'] = 5,  ['5'] = 6,  ['6'] = 7,  ['7'] = 8,
    ['8'] = 9,  ['9'] = 10, ['a'] = 11, ['b'] = 12, ['c'] = 13, ['d'] = 14, ['e'] = 15, ['f'] = 16,
    ['A'] = 11, ['B'] = 12, ['C'] = 13, ['D'] = 14, ['E'] = 15, ['F'] = 16,
};

/* "0x80000000" or "0x80000000,L2" or "80000000": returns false when it is no even address. */
static bool parse_line(const char *s, size_t n, uint64_t *pc)
{
    uint64_t v = 0;
    size_t i = n > 2 && s[0] == '0' && (s[1] | 0x20) == 'x' ? 2 : 0;
    size_t first = i;
    for (; i < n; i++) {
        uint8_t d = hex_value[(uint8_t)s[i]];
        if (d == 0) {
            break;
        }
        v = v << 4 | (uint64_t)(d - 1);
    }
    *pc = v;
    return i > first && i - first <= 16 && (i == n || s[i] == ',' || s[i] == ' ') && (v & 1) == 0;
}

static size_t read_text(struct pcs *p, uint64_t *pc, size_t max)
{
    const char *s;
    char quoted[TOOL_QUOTE];
    size_t length, n = 0;
    while (n < max && lines_next(&p->text, &s, &length)) {
        if (length == 0 || s[0] == '#') {
            if (n > 0) {
                return n; /* keep the lines of a batch next to each other */
            }
            continue;
        }
        p->line = n == 0 ? p->text.number : p->line;
        if (!parse_line(s, length, &pc[n])) {
            tool_fail(p->verb, p->path, "line %llu: '%s' is not an even address in hexadecimal",
                      (unsigned long long)p->text.number, tool_quote(s, length, quoted));
            p->failed = true;
            return 0;
        }
        n++;
    }
    if (p->text.error != NULL && n == 0) {
        tool_fail(p->verb, p->path, "line %llu: %s", (unsigned long long)p->text.number + 1,
                  p->text.error);
        p->failed = true;
    }
    return n;
}

/* ---- */

int pcs_open_text(struct pcs *p, const char *verb, const char *path)
{
    memset(p, 0, sizeof *p);
    p->kind = PCS_TEXT;
    p->verb = verb;
    p->path = path;
    return lines_open(&p->text, verb, path);
}

void pcs_open_log(struct pcs *p, const char *verb, const struct pc_log *log)
{
    memset(p, 0, sizeof *p);
    p->kind = PCS_LOG;
    p->verb = verb;
    p->log = log;
}

size_t pcs_read(struct pcs *p, uint64_t *pc, size_t max)
{
    if (p->failed) {
        return 0;
    }
    switch (p->kind) {
    case PCS_TEXT:
        return read_text(p, pc, max);
    case PCS_INGRESS:
        return pcs_ingress_read(p, pc, max);
    case PCS_LOG:
        break;
    }
    return read_log(p, pc, max);
}

void pcs_close(struct pcs *p)
{
    if (p->kind == PCS_TEXT) {
        lines_close(&p->text);
    } else if (p->kind == PCS_INGRESS) {
        pcs_ingress_close(p);
    }
}
