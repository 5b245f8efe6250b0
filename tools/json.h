/* SPDX-License-Identifier: Apache-2.0 */
/*
 * JSON (RFC 8259), written as it comes: indented by two spaces, names in the order of the calls.
 * Text may be any bytes: what is not UTF-8 becomes U+FFFD, control characters are escaped.
 * Addresses are text ("0x80000000"), because many readers round numbers above 2^53.
 *
 *   struct json j;
 *   json_begin(&j, stdout);
 *   json_object(&j, NULL);
 *   json_text(&j, "verdict", "equal");
 *   json_array(&j, "gaps");
 *   json_end(&j);
 *   json_end(&j);
 *   bool good = json_finish(&j);
 *
 * name is NULL inside an array and for the outermost value, and only there.
 */
#ifndef TOOLS_JSON_H
#define TOOLS_JSON_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum {
    JSON_DEPTH = 16 /* objects and arrays inside each other */
};

struct json {
    FILE *out;
    unsigned depth;
    bool filled[JSON_DEPTH + 1]; /* the level has a member */
    bool array[JSON_DEPTH + 1];
    bool wrong; /* more levels than JSON_DEPTH, or an end too many */
};

void json_begin(struct json *j, FILE *out);

/* Open an object or array; json_end closes the innermost one. */
void json_object(struct json *j, const char *name);
void json_array(struct json *j, const char *name);
void json_end(struct json *j);

/* value NULL is null. */
void json_text(struct json *j, const char *name, const char *value);
void json_null(struct json *j, const char *name);
void json_number(struct json *j, const char *name, uint64_t value);

/* The number when it is known, otherwise null. */
void json_known_number(struct json *j, const char *name, bool known, uint64_t value);
void json_real(struct json *j, const char *name, double value); /* three decimals */
void json_bool(struct json *j, const char *name, bool value);
void json_address(struct json *j, const char *name, uint64_t value);

/* Write the last newline. Returns whether everything was written and every level was closed. */
bool json_finish(struct json *j);

/* The same for a verb's standard output. Returns status, or TOOL_CANNOT after a message. */
int json_done(struct json *j, const char *verb, int status);

#endif
