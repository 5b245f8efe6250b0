/* SPDX-License-Identifier: Apache-2.0 */
#include "htr/htr_json.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "htr/htr_text.h"

void htr_json_begin(struct htr_json *j, FILE *out)
{
    *j = (struct htr_json){.out = out};
}

static void put_string(struct htr_json *j, const char *text)
{
    const unsigned char *s = (const unsigned char *)text;
    putc('"', j->out);
    while (*s != '\0') {
        unsigned n = 1;
        if (*s == '"' || *s == '\\') {
            fprintf(j->out, "\\%c", *s);
        } else if (*s == '\n' || *s == '\t') {
            fputs(*s == '\n' ? "\\n" : "\\t", j->out);
        } else if (*s < 0x20 || *s == 0x7F) {
            fprintf(j->out, "\\u%04x", (unsigned)*s);
        } else if (*s < 0x80) {
            putc(*s, j->out);
        } else if ((n = htr_utf8((const char *)s)) != 0) {
            fwrite(s, 1, n, j->out);
        } else {
            fputs("\\ufffd", j->out);
            n = 1;
        }
        s += n;
    }
    putc('"', j->out);
}

/* The text before a value: comma, new line, name. */
static void lead(struct htr_json *j, const char *name)
{
    if (j->depth != 0) {
        fprintf(j->out, "%s\n%*s", j->filled[j->depth] ? "," : "", (int)(2 * j->depth), "");
    }
    j->filled[j->depth] = true;
    if (name != NULL) {
        put_string(j, name);
        fputs(": ", j->out);
    }
}

static void open_level(struct htr_json *j, const char *name, bool array)
{
    lead(j, name);
    putc(array ? '[' : '{', j->out);
    if (j->depth == HTR_JSON_DEPTH) {
        j->wrong = true;
        return;
    }
    j->depth++;
    j->filled[j->depth] = false;
    j->array[j->depth] = array;
}

void htr_json_object(struct htr_json *j, const char *name)
{
    open_level(j, name, false);
}

void htr_json_array(struct htr_json *j, const char *name)
{
    open_level(j, name, true);
}

void htr_json_end(struct htr_json *j)
{
    if (j->depth == 0) {
        j->wrong = true;
        return;
    }
    bool filled = j->filled[j->depth], array = j->array[j->depth];
    j->depth--;
    if (filled) {
        fprintf(j->out, "\n%*s", (int)(2 * j->depth), "");
    }
    putc(array ? ']' : '}', j->out);
}

void htr_json_text(struct htr_json *j, const char *name, const char *value)
{
    lead(j, name);
    if (value == NULL) {
        fputs("null", j->out);
    } else {
        put_string(j, value);
    }
}

void htr_json_null(struct htr_json *j, const char *name)
{
    htr_json_text(j, name, NULL);
}

void htr_json_number(struct htr_json *j, const char *name, uint64_t value)
{
    lead(j, name);
    fprintf(j->out, "%" PRIu64, value);
}

void htr_json_known_number(struct htr_json *j, const char *name, bool known, uint64_t value)
{
    if (known) {
        htr_json_number(j, name, value);
    } else {
        htr_json_null(j, name);
    }
}

void htr_json_real(struct htr_json *j, const char *name, double value)
{
    lead(j, name);
    if (isfinite(value)) {
        fprintf(j->out, "%.3f", value);
    } else {
        fputs("null", j->out);
    }
}

void htr_json_bool(struct htr_json *j, const char *name, bool value)
{
    lead(j, name);
    fputs(value ? "true" : "false", j->out);
}

void htr_json_address(struct htr_json *j, const char *name, uint64_t value)
{
    lead(j, name);
    fprintf(j->out, "\"0x%" PRIx64 "\"", value);
}

bool htr_json_finish(struct htr_json *j)
{
    putc('\n', j->out);
    return fflush(j->out) == 0 && ferror(j->out) == 0 && !j->wrong && j->depth == 0;
}
