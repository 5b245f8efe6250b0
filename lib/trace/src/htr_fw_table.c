/* SPDX-License-Identifier: Apache-2.0 */
/* Tables of firmware trace messages: built in, or checked as they are read; then an index. */
#include "htr_fw_table_int.h"

#include <stdlib.h>
#include <string.h>

#include "fwtrace/ti_sysfw_table.h"

/* ---- the table that is built in ---- */

enum row_kind {
    ROW_DOMAIN,
    ROW_ACTION,
    ROW_FIELD,
};

struct row {
    enum row_kind kind;
    const char *name, *text;
    uint32_t a, b, c;
};

#define ROW_OF_DOMAIN(name, title, value, channel, fail)                                           \
    {ROW_DOMAIN, name, title, value, channel, fail},
#define ROW_OF_ACTION(name, value, doc)   {ROW_ACTION, name, doc, value, 0, 0},
#define ROW_OF_FIELD(name, msb, lsb, doc) {ROW_FIELD, name, doc, msb, lsb, 0},
#define LAYOUT_OF(name, title, d, dl, a, al, x, xl, fail)                                          \
    {                                                                                              \
        name, title, {d, dl}, {a, al}, {x, xl}, fail, 0, {{{0}, {0}, 0, 0, false}}, 0, NULL, 0,    \
            NULL,                                                                                  \
        {                                                                                          \
            0                                                                                      \
        }                                                                                          \
    }

static const struct row builtin_rows[] = {
    TI_SYSFW_TABLE(ROW_OF_DOMAIN, ROW_OF_ACTION, ROW_OF_FIELD)};
static const struct htr_fw_table builtin = TI_SYSFW_LAYOUT(LAYOUT_OF);

static void set_text(char *to, size_t size, const char *text)
{
    const size_t n = strlen(text);
    memcpy(to, text, n < size ? n + 1 : size);
    to[size - 1] = '\0';
}

static bool add_builtin_row(struct htr_fw_table *t, const struct row *r)
{
    if (r->kind == ROW_DOMAIN) {
        struct htr_fw_domain *d = &t->domain[t->domains++];
        set_text(d->name, sizeof d->name, r->name);
        set_text(d->title, sizeof d->title, r->text);
        d->value = r->a;
        d->channel = r->b;
        d->fail = r->c != 0;
        return true;
    }
    struct htr_fw_action *a =
        r->kind == ROW_ACTION ? htr_fw_add_action(t) : &t->action[t->actions - 1];
    if (a == NULL) {
        return false;
    }
    if (r->kind == ROW_ACTION) {
        set_text(a->name, sizeof a->name, r->name);
        set_text(a->doc, sizeof a->doc, r->text);
        a->value = r->a;
        a->domain = t->domains - 1;
        return true;
    }
    struct htr_fw_field *f = &a->field[a->fields++];
    set_text(f->name, sizeof f->name, r->name);
    set_text(f->doc, sizeof f->doc, r->text);
    f->bits = (struct htr_fw_bits){(uint8_t)r->a, (uint8_t)r->b};
    return true;
}

static bool add_builtin(struct htr_fw_table *t)
{
    *t = builtin;
    for (size_t i = 0; i < sizeof builtin_rows / sizeof builtin_rows[0]; i++) {
        if (!add_builtin_row(t, &builtin_rows[i])) {
            return false;
        }
    }
    return true;
}

/* ---- the index ---- */

/* An exact entry wins over the modifier. */
static bool make_index(struct htr_fw_table *t)
{
    const unsigned bits = htr_fw_width(t->action_bits);
    t->index = calloc((size_t)1 << (htr_fw_width(t->domain_bits) + bits), sizeof *t->index);
    if (t->index == NULL) {
        return false;
    }
    memset(t->by_value, -1, sizeof t->by_value);
    for (unsigned i = 0; i < t->domains; i++) {
        t->by_value[t->domain[i].value] = (int8_t)i;
    }
    for (unsigned pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < t->actions; i++) {
            const struct htr_fw_action *a = &t->action[i];
            const struct htr_fw_domain *d = &t->domain[a->domain];
            uint16_t *exact = &t->index[(size_t)d->value << bits | a->value];
            uint16_t *with = &t->index[(size_t)d->value << bits | a->value | t->fail];
            if (pass == 0) {
                *exact = (uint16_t)(i + 1);
            } else if (d->fail && *with == 0) {
                *with = (uint16_t)((i + 1) | 0x8000u);
            }
        }
    }
    return true;
}

int htr_fw_table_load(struct htr_fw_table *t, struct htr_host *host, const char *path)
{
    int status = HTR_OK;
    memset(t, 0, sizeof *t);
    if (strcmp(path, builtin.name) == 0) {
        status = add_builtin(t) ? HTR_OK : HTR_ERR_MEMORY;
    } else {
        status = htr_fw_table_read(t, host, path);
    }
    if (status == HTR_OK && !make_index(t)) {
        status = HTR_ERR_MEMORY;
    }
    if (status != HTR_OK) {
        htr_fw_table_free(t);
    }
    return status == HTR_ERR_MEMORY ? htr_fail(host, status, path, "not enough memory") : status;
}

void htr_fw_table_free(struct htr_fw_table *t)
{
    free(t->action);
    free(t->index);
    memset(t, 0, sizeof *t);
}
