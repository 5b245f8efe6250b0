/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reading a table: the subset of TOML that docs/howto/fwtrace.md describes, with the checks of
 * fwtrace/fwtrace.py.
 */
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "htr/htr_ini.h"
#include "htr_fw_table_int.h"

enum {
    SECTION = 200,
    ACTION_BITS_MAX = 12,
    DOMAIN_BITS_MAX = 4,
};

enum needed {
    TABLE_NAME = 1,
    TABLE_TITLE = 2,
    TABLE_DOMAIN = 4,
    TABLE_ACTION = 8,
    TABLE_DATA = 16,
    TABLE_FAIL = 32,
    TABLE_ALL = 31,
    /* Of a domain: title, value, channel; of an action: value, doc, fields. */
    HAS_VALUE = 1,
    HAS_TEXT = 2,
    HAS_MORE = 4,
    HAS_FAIL = 8,
    HAS_ALL = 7,
};

struct reader {
    struct htr_fw_table *t;
    struct htr_host *host;
    const char *path;
    char section[SECTION];   /* of the entry before */
    unsigned table_has, has; /* enum needed; of the present section */
    bool memory;             /* there is none */
};

__attribute__((format(printf, 2, 3))) static int wrong(struct reader *r, const char *format, ...)
{
    char text[300];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    return htr_fail(r->host, HTR_ERR_FORMAT, r->path, "[%.80s]: %s", r->section, text);
}

/* ---- values ---- */

/* Only a comment may follow. */
static bool at_end(const char *p)
{
    p += strspn(p, " \t");
    return *p == '\0' || *p == '#';
}

/* A string; *p moves after it. Returns false: none, or too long. */
static bool take_string(const char **p, char *to, size_t size)
{
    if (**p != '"') {
        return false;
    }
    const char *s = *p + 1;
    const size_t n = strcspn(s, "\"\\");
    if (s[n] != '"' || n == 0 || n >= size) {
        return false;
    }
    memcpy(to, s, n);
    to[n] = '\0';
    *p = s + n + 1;
    for (size_t i = 0; i < n; i++) {
        if (iscntrl((unsigned char)to[i]) != 0) {
            return false;
        }
    }
    return true;
}

static int text_value(struct reader *r, const char *key, const char *value, char *to, size_t size)
{
    if (!take_string(&value, to, size) || !at_end(value)) {
        return wrong(r, "%.40s is not a text in quotes of at most %zu bytes", key, size - 1);
    }
    return HTR_OK;
}

static int number_value(struct reader *r, const char *key, const char *value, uint32_t limit,
                        uint32_t *to)
{
    char *end = NULL;
    const int base = value[0] == '0' && value[1] == 'x' ? 16 : 10;
    const unsigned long n = isdigit((unsigned char)value[0]) != 0 ? strtoul(value, &end, base) : 0;
    if (end == NULL || !at_end(end) || n > limit) {
        return wrong(r, "%.40s = %.40s is not a number in 0..%u", key, value, limit);
    }
    *to = (uint32_t)n;
    return HTR_OK;
}

static int bool_value(struct reader *r, const char *key, const char *value, bool *to)
{
    *to = strncmp(value, "true", 4) == 0;
    if ((!*to && strncmp(value, "false", 5) != 0) || !at_end(value + (*to ? 4 : 5))) {
        return wrong(r, "%.40s is neither true nor false", key);
    }
    return HTR_OK;
}

/* "msb:lsb" or "bit", and how many characters it has; 0: neither. */
static size_t parse_bits(const char *s, struct htr_fw_bits *b)
{
    unsigned msb = 0, lsb = 0;
    int n = 0, more = 0;
    if (isdigit((unsigned char)s[0]) == 0 || sscanf(s, "%2u%n", &msb, &n) != 1) {
        return 0;
    }
    lsb = msb;
    if (s[n] == ':' && isdigit((unsigned char)s[n + 1]) != 0 &&
        sscanf(s + n + 1, "%2u%n", &lsb, &more) == 1) {
        n += 1 + more;
    }
    *b = (struct htr_fw_bits){(uint8_t)msb, (uint8_t)lsb};
    return lsb <= msb && msb <= 31 ? (size_t)n : 0;
}

static int bits_value(struct reader *r, const char *key, const char *value, struct htr_fw_bits *b)
{
    char text[8];
    const char *p = value;
    if (!take_string(&p, text, sizeof text) || !at_end(p) || parse_bits(text, b) != strlen(text) ||
        text[0] == '\0') {
        return wrong(r, "%.40s = %.40s is not \"msb:lsb\" within 31:0", key, value);
    }
    return HTR_OK;
}

static bool is_name(const char *s, size_t n, int (*kind)(int))
{
    for (size_t i = 0; i < n; i++) {
        const int c = (unsigned char)s[i];
        if (kind(c) == 0 && c != '_' && (i == 0 || isdigit(c) == 0)) {
            return false;
        }
    }
    return n > 0 && s[0] != '_' && n < HTR_FW_NAME;
}

/* ---- sections ---- */

static uint32_t mask(struct htr_fw_bits b)
{
    return htr_fw_bits(~UINT32_C(0), b) << b.lsb;
}

/* Domain, action and data cover the word, each bit once. */
static int check_layout(struct reader *r)
{
    const struct htr_fw_table *t = r->t;
    const uint32_t d = mask(t->domain_bits), a = mask(t->action_bits), x = mask(t->data_bits);
    snprintf(r->section, sizeof r->section, "table");
    if ((r->table_has & TABLE_ALL) != TABLE_ALL) {
        return wrong(r, "missing, or before it sections, or without name, title, domain, action or "
                        "data");
    }
    if ((d & a) != 0 || (d & x) != 0 || (a & x) != 0) {
        return wrong(r, "domain, action and data overlap");
    }
    if ((d | a | x) != UINT32_MAX || t->data_bits.lsb != 0) {
        return wrong(r, "domain, action and data leave bits unused, or data does not end with bit "
                        "0");
    }
    if (htr_fw_width(t->domain_bits) > DOMAIN_BITS_MAX ||
        htr_fw_width(t->action_bits) > ACTION_BITS_MAX) {
        return wrong(r, "more than 4 bits of domain or 12 of action");
    }
    if ((t->fail & (t->fail - 1)) != 0 || t->fail > htr_fw_bits(UINT32_MAX, t->action_bits)) {
        return wrong(r, "fail is not one bit of the action");
    }
    return HTR_OK;
}

static int check_domain(struct reader *r, const struct htr_fw_domain *d)
{
    if ((r->has & HAS_ALL) != HAS_ALL) {
        return wrong(r, "value, title or channel is missing");
    }
    if (d->fail && r->t->fail == 0) {
        return wrong(r, "fail is true, and [table] has no fail");
    }
    for (const struct htr_fw_domain *o = r->t->domain; o < d; o++) {
        if (o->value == d->value) {
            return wrong(r, "value %u is that of %s too", d->value, o->name);
        }
    }
    return HTR_OK;
}

static int check_action(struct reader *r, const struct htr_fw_action *a)
{
    if ((r->has & HAS_ALL) != HAS_ALL) {
        return wrong(r, "value, doc or fields is missing");
    }
    for (const struct htr_fw_action *o = r->t->action; o < a; o++) {
        if (o->domain == a->domain && o->value == a->value) {
            return wrong(r, "value %u is that of %s too", a->value, o->name);
        }
    }
    return HTR_OK;
}

/* The section that ends. */
static int finish_section(struct reader *r)
{
    if (strncmp(r->section, "domain.", 7) == 0) {
        return check_domain(r, &r->t->domain[r->t->domains - 1]);
    }
    if (strncmp(r->section, "action.", 7) == 0) {
        return check_action(r, &r->t->action[r->t->actions - 1]);
    }
    return strcmp(r->section, "table") == 0 ? check_layout(r) : HTR_OK;
}

static int begin_domain(struct reader *r, const char *name)
{
    struct htr_fw_table *t = r->t;
    if (!is_name(name, strlen(name), islower) || t->domains == HTR_FW_DOMAINS) {
        return wrong(r, "not a name in lower case, or more than %d domains", HTR_FW_DOMAINS);
    }
    struct htr_fw_domain *d = &t->domain[t->domains++];
    memset(d, 0, sizeof *d);
    snprintf(d->name, sizeof d->name, "%s", name);
    for (unsigned i = 0; i + 1 < t->domains; i++) {
        if (strcmp(t->domain[i].name, name) == 0) {
            return wrong(r, "the section is repeated");
        }
    }
    return HTR_OK;
}

static int begin_action(struct reader *r, const char *name)
{
    const char *dot = strchr(name, '.');
    const size_t n = dot != NULL ? (size_t)(dot - name) : 0;
    unsigned i = 0;
    while (i < r->t->domains &&
           (strncmp(r->t->domain[i].name, name, n) != 0 || r->t->domain[i].name[n] != '\0')) {
        i++;
    }
    if (n == 0 || i == r->t->domains) {
        return wrong(r, "not [action.DOMAIN.NAME] of a [domain.DOMAIN] that comes before");
    }
    if (!is_name(dot + 1, strlen(dot + 1), isupper)) {
        return wrong(r, "the name of an action is in upper case");
    }
    struct htr_fw_action *a = htr_fw_add_action(r->t);
    if (a == NULL) {
        r->memory = true;
        return HTR_ERR_MEMORY;
    }
    a->domain = i;
    snprintf(a->name, sizeof a->name, "%s", dot + 1);
    return HTR_OK;
}

static int begin_section(struct reader *r, const char *section)
{
    int status = r->section[0] != '\0' ? finish_section(r) : HTR_OK;
    const bool first = r->section[0] == '\0';
    if (status != HTR_OK) {
        return status;
    }
    snprintf(r->section, sizeof r->section, "%.190s", section);
    r->has = 0;
    if (strncmp(section, "domain.", 7) == 0 && !first) {
        return begin_domain(r, section + 7);
    }
    if (strncmp(section, "action.", 7) == 0 && !first) {
        return begin_action(r, section + 7);
    }
    return strcmp(section, "table") == 0 && first
               ? HTR_OK
               : wrong(r, "unknown section, or not in the order [table], [domain.NAME], "
                          "[action.DOMAIN.NAME]");
}

/* ---- entries ---- */

/* Each key once. */
static int once(struct reader *r, unsigned *has, unsigned bit, const char *key)
{
    if ((*has & bit) != 0) {
        return wrong(r, "%.40s is repeated", key);
    }
    *has |= bit;
    return HTR_OK;
}

static int table_entry(struct reader *r, const char *key, const char *value)
{
    struct htr_fw_table *t = r->t;
    static const char *const keys[] = {"name", "title", "domain", "action", "data", "fail"};
    unsigned i = 0;
    while (i < 6 && strcmp(key, keys[i]) != 0) {
        i++;
    }
    if (i == 6) {
        return wrong(r, "unknown key '%.40s'", key);
    }
    const int status = once(r, &r->table_has, 1u << i, key);
    if (status != HTR_OK) {
        return status;
    }
    return i == 0   ? text_value(r, key, value, t->name, sizeof t->name)
           : i == 1 ? text_value(r, key, value, t->title, sizeof t->title)
           : i == 2 ? bits_value(r, key, value, &t->domain_bits)
           : i == 3 ? bits_value(r, key, value, &t->action_bits)
           : i == 4 ? bits_value(r, key, value, &t->data_bits)
                    : number_value(r, key, value, UINT32_MAX, &t->fail);
}

static int domain_entry(struct reader *r, const char *key, const char *value)
{
    struct htr_fw_domain *d = &r->t->domain[r->t->domains - 1];
    const unsigned bit = strcmp(key, "value") == 0     ? HAS_VALUE
                         : strcmp(key, "title") == 0   ? HAS_TEXT
                         : strcmp(key, "channel") == 0 ? HAS_MORE
                         : strcmp(key, "fail") == 0    ? HAS_FAIL
                                                       : 0;
    const int status = bit != 0 ? once(r, &r->has, bit, key) : HTR_OK;
    if (bit == 0 || status != HTR_OK) {
        return bit == 0 ? wrong(r, "unknown key '%.40s'", key) : status;
    }
    return bit == HAS_VALUE
               ? number_value(r, key, value, htr_fw_bits(UINT32_MAX, r->t->domain_bits), &d->value)
           : bit == HAS_TEXT ? text_value(r, key, value, d->title, sizeof d->title)
           : bit == HAS_MORE ? number_value(r, key, value, 31, &d->channel)
                             : bool_value(r, key, value, &d->fail);
}

/* "BITS NAME: TEXT". */
static int add_field(struct reader *r, struct htr_fw_action *a, const char *text)
{
    struct htr_fw_field f = {.bits = {0, 0}};
    const size_t n = parse_bits(text, &f.bits), name = n + 1;
    const char *colon = strstr(text, ": ");
    const size_t length = colon != NULL && colon > text + name ? (size_t)(colon - text) - name : 0;
    if (n == 0 || text[n] != ' ' || !is_name(text + name, length, islower) ||
        strlen(colon + 2) >= sizeof f.doc) {
        return wrong(r, "field \"%.60s\" is not \"BITS NAME: TEXT\"", text);
    }
    memcpy(f.name, text + name, length);
    memcpy(f.doc, colon + 2, strlen(colon + 2) + 1);
    if (f.bits.msb > r->t->data_bits.msb) {
        return wrong(r, "field '%s' %u:%u is not within the data, %u:0", f.name, f.bits.msb,
                     f.bits.lsb, r->t->data_bits.msb);
    }
    for (unsigned i = 0; i < a->fields; i++) {
        const struct htr_fw_field *o = &a->field[i];
        if ((mask(f.bits) & mask(o->bits)) != 0 || strcmp(f.name, o->name) == 0) {
            return wrong(r, "field '%s' %u:%u overlaps '%s'", f.name, f.bits.msb, f.bits.lsb,
                         o->name);
        }
    }
    if (a->fields == HTR_FW_FIELDS) {
        return wrong(r, "more than %d fields", HTR_FW_FIELDS);
    }
    a->field[a->fields++] = f;
    return HTR_OK;
}

static int take_fields(struct reader *r, struct htr_fw_action *a, const char *p)
{
    char text[HTR_FW_NAME + HTR_FW_TEXT];
    if (*p != '[') {
        return wrong(r, "fields are not a list [\"BITS NAME: TEXT\", ...] on one line");
    }
    p++;
    p += strspn(p, " \t");
    while (*p != ']') {
        if (!take_string(&p, text, sizeof text)) {
            return wrong(r, "fields are not a list [\"BITS NAME: TEXT\", ...] on one line");
        }
        const int status = add_field(r, a, text);
        if (status != HTR_OK) {
            return status;
        }
        p += strspn(p, " \t");
        if (*p == ',') {
            p++;
            p += strspn(p, " \t");
        } else if (*p != ']') {
            return wrong(r, "fields: a comma is missing");
        }
    }
    return at_end(p + 1) ? HTR_OK : wrong(r, "text after the fields");
}

static int action_entry(struct reader *r, const char *key, const char *value)
{
    struct htr_fw_action *a = &r->t->action[r->t->actions - 1];
    const unsigned bit = strcmp(key, "value") == 0    ? HAS_VALUE
                         : strcmp(key, "doc") == 0    ? HAS_TEXT
                         : strcmp(key, "fields") == 0 ? HAS_MORE
                                                      : 0;
    const int status = bit != 0 ? once(r, &r->has, bit, key) : HTR_OK;
    if (bit == 0 || status != HTR_OK) {
        return bit == 0 ? wrong(r, "unknown key '%.40s'", key) : status;
    }
    return bit == HAS_VALUE
               ? number_value(r, key, value, htr_fw_bits(UINT32_MAX, r->t->action_bits), &a->value)
           : bit == HAS_TEXT ? text_value(r, key, value, a->doc, sizeof a->doc)
                             : take_fields(r, a, value);
}

static int entry(void *ctx, const char *section, const char *key, const char *value)
{
    struct reader *r = ctx;
    if (section[0] == '\0') {
        snprintf(r->section, sizeof r->section, "table");
        return wrong(r, "missing before '%.40s'", key);
    }
    if (strcmp(section, r->section) != 0) {
        const int status = strlen(section) < 190 ? begin_section(r, section)
                                                 : wrong(r, "the name after it is too long");
        if (status != HTR_OK) {
            return status;
        }
    }
    return section[0] == 't'   ? table_entry(r, key, value)
           : section[0] == 'd' ? domain_entry(r, key, value)
                               : action_entry(r, key, value);
}

int htr_fw_table_read(struct htr_fw_table *t, struct htr_host *host, const char *path)
{
    struct reader r = {.t = t, .host = host, .path = path};
    int status = htr_ini_read(host, path, entry, &r);
    if (status == HTR_OK) {
        status = r.section[0] == '\0' ? check_layout(&r) : finish_section(&r);
    }
    if (status == HTR_OK && t->domains == 0) {
        status = wrong(&r, "no [domain.NAME] follows");
    }
    return status;
}
