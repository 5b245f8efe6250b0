/* SPDX-License-Identifier: Apache-2.0 */
/* Sequences of executed PCs. */
#include "pcs.h"

#include <stdlib.h>
#include <string.h>

#include "pcs_text.h"
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

/* "0x80000000" or "0x80000000,L2" or "80000000": returns false when it is no even address. */
static bool parse_line(const char *s, size_t n, uint64_t *pc)
{
    char padded[PCS_LOOK_AHEAD] = {0}; /* of a long line, what counts is in front */
    memcpy(padded, s, n < sizeof padded - 1 ? n : sizeof padded - 1);
    size_t first = n > 2 && s[0] == '0' && (s[1] | 0x20) == 'x' ? 2 : 0;
    unsigned digits = pcs_hex(padded + first, pc);
    char after = padded[first + digits];
    bool ends = first + digits == n || after == ',' || after == ' ';
    return digits > 0 && digits <= 16 && ends && (*pc & 1) == 0;
}

_Static_assert((int)PCS_LOOK_AHEAD <= (int)LINES_SPARE,
               "a line at the end of the buffer can be looked at");

/* Lines in their usual form, straight from the buffer. */
static size_t read_usual(struct pcs *p, uint64_t *pc, size_t max)
{
    struct lines *l = &p->text;
    const char *s = l->buffer + l->pos;
    size_t n = 0, length;
    while (n < max && (length = pcs_usual_line(s, &pc[n])) != 0) {
        s += length;
        n++;
    }
    l->pos = (size_t)(s - l->buffer);
    l->number += n;
    return n;
}

static size_t read_text(struct pcs *p, uint64_t *pc, size_t max)
{
    const char *s;
    char quoted[TOOL_QUOTE];
    size_t length, n = read_usual(p, pc, max);
    p->line = p->text.number + 1 - n;
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
        n += read_usual(p, pc + n, max - n);
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
