/* SPDX-License-Identifier: Apache-2.0 */
/* Diagnostics, numbers, nearest names. */
#include "tool.h"

#include <stdarg.h>
#include <string.h>
#include <time.h>

#include "progress.h"

static bool quiet;

void tool_be_quiet(void)
{
    quiet = true;
}

bool tool_is_quiet(void)
{
    return quiet;
}

enum {
    MESSAGE = 4096, /* bytes of one at most */
};

static void say(const char *verb, const char *file, const char *format, va_list args)
{
    char name[MESSAGE], text[MESSAGE];
    progress_clear();
    fflush(stdout);
    snprintf(name, sizeof name, "%s", file == NULL ? "" : file);
    vsnprintf(text, sizeof text, format, args);
    fprintf(stderr, "hartrace%s%s: %s%s%s\n", verb != NULL ? " " : "", verb != NULL ? verb : "",
            strcmp(name, "-") == 0 ? "(standard input)" : tool_plain(name),
            file != NULL ? ": " : "", tool_plain(text));
}

void tool_verdict(const char *file, const char *format, ...)
{
    char name[MESSAGE], text[MESSAGE];
    va_list args;
    va_start(args, format);
    progress_clear();
    snprintf(name, sizeof name, "%s", strcmp(file, "-") == 0 ? "(standard input)" : file);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    printf("%s: %s\n", tool_plain(name), tool_plain(text));
}

char *tool_plain(char *text)
{
    for (char *p = text; *p != '\0'; p++) {
        bool c1 = p[0] == '\xC2' && (p[1] & '\xE0') == '\x80'; /* U+0080 to U+009F in UTF-8 */
        if ((unsigned char)*p < ' ' || *p == 0x7F || c1) {
            *p = '?';
        }
    }
    return text;
}

const char *tool_s(uint64_t n)
{
    return n == 1 ? "" : "s";
}

int tool_fail(const char *verb, const char *file, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    say(verb, file, format, args);
    va_end(args);
    return TOOL_CANNOT;
}

void tool_note(const char *verb, const char *file, const char *format, ...)
{
    va_list args;
    if (quiet) {
        return;
    }
    va_start(args, format);
    say(verb, file, format, args);
    va_end(args);
}

const char *tool_quote(const char *text, size_t length, char out[TOOL_QUOTE])
{
    size_t n = length < TOOL_QUOTE - 1 ? length : TOOL_QUOTE - 1;
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

bool tool_number(const char *s, uint64_t *value)
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

const char *tool_nearest(const char *name, const struct tool_names *names)
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

double tool_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}
