/* SPDX-License-Identifier: Apache-2.0 */
/* JSON read into a tree. */
#include "shard_json.h"

#include <stdlib.h>
#include <string.h>

#include "htr/htr_json.h"
#include "htr/htr_text.h"

struct reader {
    char *text;
    size_t at, size;
    bool memory; /* there is none left */
};

static struct json *value(struct reader *r, unsigned depth);

static void blanks(struct reader *r)
{
    while (r->at < r->size && strchr(" \t\r\n", r->text[r->at]) != NULL) {
        r->at++;
    }
}

static bool take(struct reader *r, char c)
{
    blanks(r);
    if (r->at < r->size && r->text[r->at] == c) {
        r->at++;
        return true;
    }
    return false;
}

static bool word(struct reader *r, const char *w)
{
    const size_t n = strlen(w);
    if (r->size - r->at < n || memcmp(r->text + r->at, w, n) != 0) {
        return false;
    }
    r->at += n;
    return true;
}

static int hex_digit(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

/* What htr_json escapes: four digits, for a control character or U+FFFD. */
static char *escaped(struct reader *r, char *to)
{
    unsigned code = 0;
    for (unsigned i = 0; i < 4; i++) {
        const int digit = r->at < r->size ? hex_digit(r->text[r->at]) : -1;
        if (digit < 0) {
            return NULL;
        }
        code = code * 16 + (unsigned)digit;
        r->at++;
    }
    if (code < 0x80) {
        *to++ = (char)code;
    } else if (code < 0x800) {
        *to++ = (char)(0xC0 | code >> 6);
        *to++ = (char)(0x80 | (code & 0x3F));
    } else {
        *to++ = (char)(0xE0 | code >> 12);
        *to++ = (char)(0x80 | (code >> 6 & 0x3F));
        *to++ = (char)(0x80 | (code & 0x3F));
    }
    return code == 0 ? NULL : to;
}

/* After the quote. The text is shorter than what stands for it, so that it takes its place. */
static const char *text(struct reader *r)
{
    char *const begin = r->text + r->at, *to = begin;
    static const char from[] = "\"\\/bfnrt", is[] = "\"\\/\b\f\n\r\t";
    while (r->at < r->size && r->text[r->at] != '"') {
        const char c = r->text[r->at++];
        if ((unsigned char)c < 0x20) {
            return NULL;
        }
        if (c != '\\') {
            *to++ = c;
            continue;
        }
        const char e = r->at < r->size ? r->text[r->at++] : '\0';
        const char *known = e != '\0' ? strchr(from, e) : NULL;
        if (known != NULL) {
            *to++ = is[known - from];
        } else if (e != 'u' || (to = escaped(r, to)) == NULL) {
            return NULL;
        }
    }
    if (r->at == r->size) {
        return NULL;
    }
    r->at++;
    *to = '\0';
    return begin;
}

static bool number(struct reader *r, uint64_t *v)
{
    const size_t begin = r->at;
    *v = 0;
    for (; r->at < r->size && r->text[r->at] >= '0' && r->text[r->at] <= '9'; r->at++) {
        const unsigned digit = (unsigned)(r->text[r->at] - '0');
        if (*v > (UINT64_MAX - digit) / 10) {
            return false;
        }
        *v = *v * 10 + digit;
    }
    return r->at > begin;
}

/* The members of an object or the elements of an array, up to the bracket. */
static bool members(struct reader *r, struct json *j, unsigned depth)
{
    const char end = j->kind == JSON_OBJECT ? '}' : ']';
    struct json **to = &j->first;
    if (take(r, end)) {
        return true;
    }
    do {
        const char *name = NULL;
        if (j->kind == JSON_OBJECT &&
            (!take(r, '"') || (name = text(r)) == NULL || !take(r, ':'))) {
            return false;
        }
        *to = value(r, depth + 1);
        if (*to == NULL) {
            return false;
        }
        (*to)->name = name;
        to = &(*to)->next;
    } while (take(r, ','));
    return take(r, end);
}

static bool fill(struct reader *r, struct json *j, unsigned depth)
{
    blanks(r);
    if (r->at == r->size || depth > HTR_JSON_DEPTH) {
        return false;
    }
    if (take(r, '{')) {
        j->kind = JSON_OBJECT;
        return members(r, j, depth);
    }
    if (take(r, '[')) {
        j->kind = JSON_ARRAY;
        return members(r, j, depth);
    }
    if (take(r, '"')) {
        j->kind = JSON_TEXT;
        j->text = text(r);
        return j->text != NULL;
    }
    if (word(r, "null")) {
        return true;
    }
    j->kind = JSON_BOOL;
    j->number = 1;
    if (word(r, "true")) {
        return true;
    }
    j->number = 0;
    if (word(r, "false")) {
        return true;
    }
    j->kind = JSON_NUMBER;
    return number(r, &j->number);
}

static struct json *value(struct reader *r, unsigned depth)
{
    struct json *j = calloc(1, sizeof *j);
    if (j == NULL) {
        r->memory = true;
        return NULL;
    }
    if (!fill(r, j, depth)) {
        json_free(j);
        return NULL;
    }
    return j;
}

struct json *json_read(char *bytes, size_t size, size_t *wrong)
{
    struct reader r = {.text = bytes, .size = size};
    struct json *j = value(&r, 0);
    blanks(&r);
    *wrong = r.memory ? size : r.at;
    if (j != NULL && r.at != size) {
        json_free(j);
        return NULL;
    }
    return j;
}

void json_free(struct json *j)
{
    while (j != NULL) {
        struct json *next = j->next;
        json_free(j->first);
        free(j);
        j = next;
    }
}

const struct json *json_get(const struct json *j, const char *name)
{
    const struct json *m = j != NULL && j->kind == JSON_OBJECT ? j->first : NULL;
    while (m != NULL && strcmp(m->name, name) != 0) {
        m = m->next;
    }
    return m;
}

const char *json_text(const struct json *j, const char *name)
{
    const struct json *m = json_get(j, name);
    return m != NULL && m->kind == JSON_TEXT ? m->text : NULL;
}

bool json_number(const struct json *j, const char *name, uint64_t *v)
{
    const struct json *m = json_get(j, name);
    if (m != NULL && (m->kind == JSON_NUMBER || m->kind == JSON_BOOL)) {
        *v = m->number;
        return true;
    }
    return m != NULL && m->kind == JSON_TEXT && htr_number(m->text, v);
}

size_t json_count(const struct json *j)
{
    size_t n = 0;
    for (const struct json *m = j != NULL ? j->first : NULL; m != NULL; m = m->next) {
        n++;
    }
    return n;
}
