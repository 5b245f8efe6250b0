/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers, quotes, nearest names. */
#include "htr/htr_text.h"

#include <string.h>

char *htr_plain(char *text)
{
    for (char *p = text; *p != '\0'; p++) {
        bool c1 = p[0] == '\xC2' && (p[1] & '\xE0') == '\x80'; /* U+0080 to U+009F in UTF-8 */
        if ((unsigned char)*p < ' ' || *p == 0x7F || c1) {
            *p = '?';
        }
    }
    return text;
}

unsigned htr_utf8(const char *text)
{
    const unsigned char *s = (const unsigned char *)text;
    static const struct {
        unsigned char low, high, second_low, second_high, length;
    } form[] = {
        {0xC2, 0xDF, 0x80, 0xBF, 2}, {0xE0, 0xE0, 0xA0, 0xBF, 3}, {0xE1, 0xEC, 0x80, 0xBF, 3},
        {0xED, 0xED, 0x80, 0x9F, 3}, {0xEE, 0xEF, 0x80, 0xBF, 3}, {0xF0, 0xF0, 0x90, 0xBF, 4},
        {0xF1, 0xF3, 0x80, 0xBF, 4}, {0xF4, 0xF4, 0x80, 0x8F, 4},
    };
    for (unsigned i = 0; i < sizeof form / sizeof form[0]; i++) {
        if (s[0] < form[i].low || s[0] > form[i].high) {
            continue;
        }
        unsigned n = s[1] >= form[i].second_low && s[1] <= form[i].second_high ? 2 : 0;
        while (n != 0 && n < form[i].length) {
            n = (s[n] & 0xC0) == 0x80 ? n + 1 : 0;
        }
        return n;
    }
    return 0;
}

const char *htr_s(uint64_t n)
{
    return n == 1 ? "" : "s";
}

const char *htr_quote(const char *text, size_t length, char out[HTR_QUOTE])
{
    size_t n = length < HTR_QUOTE - 1 ? length : HTR_QUOTE - 1;
    for (size_t i = 0; i < n; i++) {
        out[i] = (char)(text[i] >= ' ' && text[i] <= '~' ? text[i] : '?');
    }
    out[n] = '\0';
    return out;
}

static int digit(char c)
{
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    c = (char)(c | 0x20);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : 16;
}

bool htr_number(const char *s, uint64_t *value)
{
    unsigned base = 10;
    uint64_t v = 0;
    if (s[0] == '0' && (s[1] == 'x' || s[1] == 'X')) {
        base = 16;
        s += 2;
    }
    if (*s == '\0') {
        return false;
    }
    for (; *s != '\0'; s++) {
        unsigned d = (unsigned)digit(*s);
        if (d >= base || v > (UINT64_MAX - d) / base) {
            return false;
        }
        v = v * base + d;
    }
    *value = v;
    return true;
}

/* Edits (insert, delete, replace; case counts half) from a to b, in half edits. */
static unsigned distance(const char *a, const char *b)
{
    enum {
        LONGEST = 63
    };
    unsigned row[LONGEST + 1];
    size_t na = strlen(a), nb = strlen(b);
    if (na > LONGEST || nb > LONGEST) {
        return ~0u;
    }
    for (size_t j = 0; j <= nb; j++) {
        row[j] = 2 * (unsigned)j;
    }
    for (size_t i = 1; i <= na; i++) {
        unsigned diagonal = row[0];
        row[0] = 2 * (unsigned)i;
        for (size_t j = 1; j <= nb; j++) {
            unsigned cost = a[i - 1] == b[j - 1] ? 0 : (a[i - 1] ^ b[j - 1]) == 0x20 ? 1 : 2;
            unsigned best = diagonal + cost;
            best = row[j] + 2 < best ? row[j] + 2 : best;
            best = row[j - 1] + 2 < best ? row[j - 1] + 2 : best;
            diagonal = row[j];
            row[j] = best;
        }
    }
    return row[nb];
}

const char *htr_nearest(const char *name, const struct htr_names *names)
{
    const char *best = NULL;
    unsigned least = (unsigned)strlen(name) + 2; /* at most about half of it may be wrong */
    for (size_t i = 0; i < names->n; i++) {
        const char *candidate = names->get(names->table, i);
        unsigned d = distance(name, candidate);
        if (d < least) {
            least = d;
            best = candidate;
        }
    }
    return best;
}
