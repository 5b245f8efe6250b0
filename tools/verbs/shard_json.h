/* SPDX-License-Identifier: Apache-2.0 */
/* JSON (RFC 8259) read into a tree: plans of shards. Numbers are whole and not negative. */
#ifndef TOOLS_SHARD_JSON_H
#define TOOLS_SHARD_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum json_kind {
    JSON_NULL,
    JSON_BOOL,
    JSON_NUMBER,
    JSON_TEXT,
    JSON_ARRAY,
    JSON_OBJECT,
};

struct json {
    enum json_kind kind;
    const char *name;   /* in an object; else NULL */
    const char *text;   /* JSON_TEXT */
    uint64_t number;    /* JSON_NUMBER, JSON_BOOL */
    struct json *first; /* JSON_ARRAY, JSON_OBJECT */
    struct json *next;
};

/* Read text[0..size), which is changed and holds the texts afterwards; text[size] is there. Returns
 * the outermost value, or NULL: *wrong is the offset of what is no JSON, or size when there is no
 * memory. */
struct json *json_read(char *text, size_t size, size_t *wrong);

void json_free(struct json *j);

/* A member of an object, or NULL; j may be NULL. */
const struct json *json_get(const struct json *j, const char *name);

/* Its text, or NULL; its number, or a text "0x...", in *value. */
const char *json_text(const struct json *j, const char *name);
bool json_number(const struct json *j, const char *name, uint64_t *value);

/* Number of elements. */
size_t json_count(const struct json *j);

#endif
