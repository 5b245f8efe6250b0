/* SPDX-License-Identifier: Apache-2.0 */
/* The text of OpenOCD's answers: a Tcl list of two elements, and lists of numbers. */
#include "rvt_openocd_text.h"

#include <string.h>

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* The value of a digit, or 16. */
static unsigned digit(char c)
{
    if (c >= '0' && c <= '9') {
        return (unsigned)(c - '0');
    }
    if (c >= 'a' && c <= 'f') {
        return (unsigned)(c - 'a') + 10;
    }
    if (c >= 'A' && c <= 'F') {
        return (unsigned)(c - 'A') + 10;
    }
    return 16;
}

/* What a backslash and c stand for in a Tcl list. */
static char unescape(char c)
{
    switch (c) {
    case 'n':
        return '\n';
    case 't':
        return '\t';
    case 'r':
        return '\r';
    default:
        return c;
    }
}

/* An element without braces: take the backslashes out. */
static char *plain_element(char *text)
{
    const bool quoted = *text == '"';
    char *from = text + quoted;
    char *const start = from;
    char *to = from;

    while (*from != '\0' && !(quoted && *from == '"')) {
        if (*from == '\\' && from[1] != '\0') {
            *to++ = unescape(*++from);
        } else {
            *to++ = *from;
        }
        from++;
    }
    if (quoted && *from != '"') {
        return NULL;
    }
    *to = '\0';
    return start;
}

static char *braced_element(char *text)
{
    const size_t n = strlen(text);

    if (n < 2 || text[n - 1] != '}') {
        return NULL;
    }
    text[n - 1] = '\0';
    return text + 1;
}

int rvt_openocd_split(char *text, char **value)
{
    int code = 0;
    unsigned digits = 0;

    for (; digits < 4 && digit(*text) < 10; digits++, text++) {
        code = code * 10 + (int)digit(*text);
    }
    if (digits == 0 || *text != ' ') {
        return -1;
    }
    text++;
    *value = *text == '{' ? braced_element(text) : plain_element(text);
    return *value != NULL ? code : -1;
}

/* One number; NULL when there is none, or when it has more than 32 bits. */
static const char *number(const char *text, uint32_t *value)
{
    const bool hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    const unsigned base = hex ? 16 : 10;
    uint64_t v = 0;
    const char *at = text + (hex ? 2 : 0);
    const char *const start = at;

    for (; digit(*at) < base; at++) {
        v = v * base + digit(*at);
        if (v > UINT32_MAX) {
            return NULL;
        }
    }
    if (at == start || (*at != '\0' && !is_blank(*at))) {
        return NULL;
    }
    *value = (uint32_t)v;
    return at;
}

bool rvt_openocd_words(const char *text, uint32_t *dst, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        while (is_blank(*text)) {
            text++;
        }
        text = number(text, &dst[i]);
        if (text == NULL) {
            return false;
        }
    }
    while (is_blank(*text)) {
        text++;
    }
    return *text == '\0';
}
