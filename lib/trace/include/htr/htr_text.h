/* SPDX-License-Identifier: Apache-2.0 */
/* Small text functions: numbers, quotes, the nearest of several names. */
#ifndef HTR_TEXT_H
#define HTR_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The plural ending for n of a thing: "" for one, else "s". */
const char *htr_s(uint64_t n);

/* Replace the control characters of a text that came from elsewhere by '?': a terminal must not
 * obey them. Returns text. */
char *htr_plain(char *text);

/* Length of the UTF-8 sequence of two bytes or more that text begins with (RFC 3629: shortest form,
 * no surrogates). Returns 2 to 4, or 0: there is none. */
unsigned htr_utf8(const char *text);

/* Copy at most 40 bytes of text for a message, bytes that cannot be printed as '?'. Returns out. */
enum {
    HTR_QUOTE = 41
};
const char *htr_quote(const char *text, size_t length, char out[HTR_QUOTE]);

/* Number in decimal, or hexadecimal after 0x; all of s. Returns false when it is none, or does not
 * fit. */
bool htr_number(const char *s, uint64_t *value);

/* Names to choose from, and the one nearest to `name`, or NULL when none is near. */
struct htr_names {
    const char *(*get)(const void *table, size_t i);
    const void *table;
    size_t n;
};
const char *htr_nearest(const char *name, const struct htr_names *names);

#ifdef __cplusplus
}
#endif

#endif
