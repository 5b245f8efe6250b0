/* SPDX-License-Identifier: Apache-2.0 */
/* Sequences of executed PCs. */
#include "htr/htr_pcs.h"

#include <stdlib.h>
#include <string.h>

#include "htr/htr_pcs_text.h"
#include "htr/htr_text.h"
#include "htr_pcs_priv.h"

/* ---- log ---- */

static size_t read_log(struct htr_pcs *p, uint64_t *pc, size_t max)
{
    size_t n = htr_pc_log_read(p->log, pc, max, &p->failed);
    if (p->failed) {
        (void)htr_fail(p->host, HTR_ERR_READ, NULL,
                       "the log of the executed PCs cannot be read back; is there room "
                       "in TMPDIR?");
    }
    return n;
}

/* ---- text ---- */

/* "0x80000000" or "0x80000000,L2" or "80000000": returns false when it is no even address. */
static bool parse_line(const char *s, size_t n, uint64_t *pc)
{
    char padded[HTR_PCS_LOOK_AHEAD] = {0}; /* a long line: only its beginning matters */
    memcpy(padded, s, n < sizeof padded - 1 ? n : sizeof padded - 1);
    size_t first = n > 2 && s[0] == '0' && (s[1] | 0x20) == 'x' ? 2 : 0;
    unsigned digits = htr_pcs_hex(padded + first, pc);
    char after = padded[first + digits];
    bool ends = first + digits == n || after == ',' || after == ' ';
    return digits > 0 && digits <= 16 && ends && (*pc & 1) == 0;
}

_Static_assert((int)HTR_PCS_LOOK_AHEAD <= (int)HTR_LINES_SPARE,
               "a line at the end of the buffer can be looked at");

/* Lines in their usual form, straight from the buffer. */
static size_t read_usual(struct htr_pcs *p, uint64_t *pc, size_t max)
{
    struct htr_lines *l = &p->text;
    const char *s = l->buffer + l->pos;
    size_t n = 0, length;
    while (n < max && (length = htr_pcs_usual_line(s, &pc[n])) != 0) {
        s += length;
        n++;
    }
    l->pos = (size_t)(s - l->buffer);
    l->number += n;
    return n;
}

static size_t read_text(struct htr_pcs *p, uint64_t *pc, size_t max)
{
    const char *s;
    char quoted[HTR_QUOTE];
    size_t length, n = read_usual(p, pc, max);
    p->line = p->text.number + 1 - n;
    while (n < max && htr_lines_next(&p->text, &s, &length)) {
        if (length == 0 || s[0] == '#') {
            if (n > 0) {
                return n; /* keep the lines of a batch next to each other */
            }
            continue;
        }
        p->line = n == 0 ? p->text.number : p->line;
        if (!parse_line(s, length, &pc[n])) {
            (void)htr_fail(p->host, HTR_ERR_FORMAT, p->path,
                           "line %llu: '%s' is not an even address in hexadecimal",
                           (unsigned long long)p->text.number, htr_quote(s, length, quoted));
            p->failed = true;
            return 0;
        }
        n++;
        n += read_usual(p, pc + n, max - n);
    }
    if (p->text.error != NULL && n == 0) {
        (void)htr_fail(p->host, HTR_ERR_READ, p->path, "line %llu: %s",
                       (unsigned long long)p->text.number + 1, p->text.error);
        p->failed = true;
    }
    return n;
}

/* ---- */

int htr_pcs_open_text(struct htr_pcs *p, struct htr_host *host, const char *path)
{
    memset(p, 0, sizeof *p);
    p->kind = HTR_PCS_TEXT;
    p->host = host;
    p->path = path;
    return htr_lines_open(&p->text, host, path);
}

void htr_pcs_open_log_at(struct htr_pcs *p, struct htr_host *host, const struct htr_pc_log *log,
                         uint64_t from)
{
    memset(p, 0, sizeof *p);
    p->kind = HTR_PCS_LOG;
    p->host = host;
    p->log = malloc(sizeof *p->log);
    p->failed = p->log == NULL || !htr_pc_log_begin(p->log, log, from);
    if (p->failed) {
        (void)htr_fail(host, p->log == NULL ? HTR_ERR_MEMORY : HTR_ERR_READ, NULL,
                       "the log of the executed PCs cannot be read back");
    }
}

void htr_pcs_open_log(struct htr_pcs *p, struct htr_host *host, const struct htr_pc_log *log)
{
    htr_pcs_open_log_at(p, host, log, log->first);
}

size_t htr_pcs_read(struct htr_pcs *p, uint64_t *pc, size_t max)
{
    if (p->failed) {
        return 0;
    }
    switch (p->kind) {
    case HTR_PCS_TEXT:
        return read_text(p, pc, max);
    case HTR_PCS_INGRESS:
        return htr_pcs_ingress_read(p, pc, max);
    case HTR_PCS_LOG:
        break;
    }
    return read_log(p, pc, max);
}

void htr_pcs_close(struct htr_pcs *p)
{
    if (p->kind == HTR_PCS_TEXT) {
        htr_lines_close(&p->text);
    } else if (p->kind == HTR_PCS_INGRESS) {
        htr_pcs_ingress_close(p);
    } else {
        free(p->log);
        p->log = NULL;
    }
}
