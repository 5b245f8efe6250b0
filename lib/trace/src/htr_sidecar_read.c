/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reading a sidecar: the part of TOML that hartrace writes, and nothing else. Comments, "sidecar =
 * 1", the tables [te] and [param], bare keys, and values that are decimal or hexadecimal integers
 * or basic strings without escapes.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "htr/htr_sidecar.h"
#include "htr/htr_text.h"

struct reader {
    struct htr_host *host;
    const char *path;
    struct htr_sidecar *to;
    enum {
        TOP,
        TE,
        PARAM
    } table;
    bool seen_te, seen_param, versioned;
    unsigned line;
    const char *start, *p; /* of the line; the place of reading */
};

__attribute__((format(printf, 2, 3))) static int wrong(struct reader *r, const char *format, ...)
{
    char text[200];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    return htr_fail(r->host, HTR_ERR_FORMAT, r->path,
                    "line %u, column %u: %s; remove the file, or use --no-sidecar", r->line,
                    (unsigned)(r->p - r->start) + 1, text);
}

static void blanks(struct reader *r)
{
    r->p += strspn(r->p, " \t");
}

/* Only a comment may be left. */
static bool at_end(struct reader *r)
{
    blanks(r);
    return *r->p == '\0' || *r->p == '#';
}

static int take_table(struct reader *r)
{
    size_t n = strcspn(++r->p, "]");
    bool te = n == 2 && memcmp(r->p, "te", 2) == 0;
    if (r->p[n] != ']' || (!te && (n != 5 || memcmp(r->p, "param", 5) != 0))) {
        return wrong(r, "unknown table; it is [te] or [param]");
    }
    bool *seen = te ? &r->seen_te : &r->seen_param;
    if (*seen) {
        return wrong(r, "the table is repeated");
    }
    *seen = true;
    r->table = te ? TE : PARAM;
    r->p += n + 1;
    return at_end(r) ? 0 : wrong(r, "text after the table");
}

/* Copy the value; *p moves after it. Returns HTR_OK, or HTR_ERR_* after a message. */
static int take_value(struct reader *r, char *value, size_t size)
{
    size_t n;
    uint64_t number;
    if (*r->p == '"') {
        n = strcspn(++r->p, "\"\\");
        if (r->p[n] != '"') {
            return wrong(r, "a string without its closing quote, or with an escape");
        }
    } else {
        n = strspn(r->p, "0123456789abcdefABCDEFxX");
    }
    if (n == 0 || n >= size) {
        return wrong(r, "not a value; write a number or a string");
    }
    memcpy(value, r->p, n);
    value[n] = '\0';
    if (r->p[-1] != '"' && !htr_number(value, &number)) {
        return wrong(r, "'%s' is not a number", value);
    }
    r->p += n + (r->p[n] == '"');
    return 0;
}

static bool is_there(const char list[][HTR_SIDECAR_TEXT], unsigned n, const char *key,
                     size_t length)
{
    for (unsigned i = 0; i < n; i++) {
        if (strncmp(list[i], key, length) == 0 && list[i][length] == '=') {
            return true;
        }
    }
    return false;
}

static int keep(struct reader *r, const char *key, size_t length, const char *value)
{
    char(*list)[HTR_SIDECAR_TEXT] = r->table == TE ? r->to->te : r->to->param;
    unsigned *n = r->table == TE ? &r->to->nte : &r->to->nparam;
    if (r->table == TOP) {
        if (length != 7 || memcmp(key, "sidecar", 7) != 0 || strcmp(value, "1") != 0) {
            return wrong(r, "expected 'sidecar = 1', the version that this program supports");
        }
        r->versioned = true;
        return 0;
    }
    if (is_there((const char(*)[HTR_SIDECAR_TEXT])list, *n, key, length)) {
        return wrong(r, "the key is repeated");
    }
    if (*n == HTR_SIDECAR_MAX || length + strlen(value) + 2 > HTR_SIDECAR_TEXT) {
        return wrong(r, "too many settings, or one that is too long");
    }
    char *text = list[(*n)++];
    memcpy(text, key, length);
    text[length] = '=';
    memcpy(text + length + 1, value, strlen(value) + 1);
    return 0;
}

static int take_line(struct reader *r)
{
    char value[HTR_SIDECAR_TEXT];
    if (at_end(r)) {
        return 0;
    }
    if (*r->p == '[') {
        return take_table(r);
    }
    const char *key = r->p;
    size_t n = strspn(key, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-");
    r->p += n;
    blanks(r);
    if (n == 0 || *r->p != '=') {
        return wrong(r, "not a setting; write KEY = VALUE");
    }
    r->p++;
    blanks(r);
    int status = take_value(r, value, sizeof value);
    if (status == 0 && !at_end(r)) {
        status = wrong(r, "text after the value");
    }
    return status == 0 ? keep(r, key, n, value) : status;
}

static int read_lines(struct reader *r, FILE *f)
{
    char line[256];
    int status = 0;
    while (status == 0 && fgets(line, sizeof line, f) != NULL) {
        size_t n = strlen(line);
        r->line++;
        r->start = r->p = line;
        if (n == sizeof line - 1 && line[n - 1] != '\n') {
            return wrong(r, "the line is too long");
        }
        line[strcspn(line, "\r\n")] = '\0';
        status = take_line(r);
    }
    if (status == 0 && ferror(f) != 0) {
        return htr_fail(r->host, HTR_ERR_READ, r->path, "cannot be read: %s", strerror(errno));
    }
    if (status == 0 && !r->versioned) {
        r->line++;
        r->start = r->p = "";
        return wrong(r, "'sidecar = 1' is missing");
    }
    return status;
}

int htr_sidecar_read(struct htr_sidecar *s, struct htr_host *host, const char *trace)
{
    char path[4096];
    struct reader r = {.host = host, .path = path, .to = s};
    memset(s, 0, sizeof *s);
    int n = snprintf(path, sizeof path, "%s.toml", trace);
    FILE *f = strcmp(trace, "-") != 0 && n < (int)sizeof path ? fopen(path, "r") : NULL;
    if (f == NULL) {
        return 0;
    }
    int status = read_lines(&r, f);
    (void)fclose(f);
    if (status == 0) {
        htr_note(host, path,
                 "settings read from this file (options override them; --no-sidecar ignores it)");
    }
    return status;
}
