/* SPDX-License-Identifier: Apache-2.0 */
/*
 * JSON (RFC 8259), written as it comes: indented by two spaces, names in the order of the calls.
 * Text may be any bytes: what is not UTF-8 becomes U+FFFD, control characters are escaped.
 * Addresses are text ("0x80000000"), because many readers round numbers above 2^53.
 *
 *   struct htr_json j;
 *   htr_json_begin(&j, stdout);
 *   htr_json_object(&j, NULL);
 *   htr_json_text(&j, "verdict", "equal");
 *   htr_json_array(&j, "gaps");
 *   htr_json_end(&j);
 *   htr_json_end(&j);
 *   bool good = htr_json_finish(&j);
 *
 * name is NULL inside an array and for the outermost value, and only there.
 */
#ifndef HTR_JSON_H
#define HTR_JSON_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    HTR_JSON_DEPTH = 16 /* objects and arrays inside each other */
};

struct htr_json {
    FILE *out;
    unsigned depth;
    bool filled[HTR_JSON_DEPTH + 1]; /* the level has a member */
    bool array[HTR_JSON_DEPTH + 1];
    bool wrong; /* more levels than HTR_JSON_DEPTH, or an end too many */
};

void htr_json_begin(struct htr_json *j, FILE *out);

/* Open an object or array; htr_json_end closes the innermost one. */
void htr_json_object(struct htr_json *j, const char *name);
void htr_json_array(struct htr_json *j, const char *name);
void htr_json_end(struct htr_json *j);

/* value NULL is null. */
void htr_json_text(struct htr_json *j, const char *name, const char *value);
void htr_json_null(struct htr_json *j, const char *name);
void htr_json_number(struct htr_json *j, const char *name, uint64_t value);

/* The number when it is known, otherwise null. */
void htr_json_known_number(struct htr_json *j, const char *name, bool known, uint64_t value);
void htr_json_real(struct htr_json *j, const char *name, double value); /* three decimals */
void htr_json_bool(struct htr_json *j, const char *name, bool value);
void htr_json_address(struct htr_json *j, const char *name, uint64_t value);

/* Write the last newline. Returns whether everything was written and every level was closed. */
bool htr_json_finish(struct htr_json *j);

#ifdef __cplusplus
}
#endif

#endif
