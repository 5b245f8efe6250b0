/* SPDX-License-Identifier: Apache-2.0 */
/* Writers of firmware trace. */
#include "htr/htr_fw_write.h"

#include <string.h>

#include "htr/htr_text.h"

enum {
    PRINT_OFFSET = 0x3ffffff,
    TEXT = 1000,
};

const char *htr_fw_format_name(unsigned format)
{
    static const char *const name[HTR_FW_FORMATS] = {"text", "jsonl", "csv"};
    return format < HTR_FW_FORMATS ? name[format] : "?";
}

/* The call site, when only one can have sent it; 0. */
static uint64_t site_of(const struct htr_fw_writer *w, const struct htr_fw_event *e)
{
    if (w->elf == NULL) {
        return 0;
    }
    if (e->kind == HTR_FW_DEBUG && e->domain != NULL) {
        return htr_fw_elf_where(w->elf, e->word >> 29 << 7 | (e->word >> 22 & 0x7f));
    }
    return e->kind == HTR_FW_PRINT && e->word >> 31 == 0
               ? htr_fw_elf_where(w->elf, HTR_FW_PLACE_PRINT | (e->word & PRINT_OFFSET))
               : 0;
}

/* The instruction that sent it. Returns false: nothing is known. */
static bool origin_of(const struct htr_fw_writer *w, const struct htr_fw_event *e,
                      struct htr_fw_origin *o)
{
    *o = (struct htr_fw_origin){.pc = 0};
    return w->link != NULL && htr_fw_link_find(w->link, e, o);
}

/* In quotes. JSON escapes by a backslash, CSV (RFC 4180) doubles the quote. */
static void add_quoted(struct htr_out *o, const char *text, bool json)
{
    htr_out_char(o, '"');
    for (const char *p = text; *p != '\0'; p++) {
        const unsigned n = (unsigned char)*p >= 0x80 ? htr_utf8(p) : 1;
        if (n == 0) {
            htr_out_string(o, "\xef\xbf\xbd"); /* U+FFFD */
        } else if (n > 1) {
            htr_out_bytes(o, p, n);
            p += n - 1;
        } else if (*p == '"' || (*p == '\\' && json)) {
            htr_out_char(o, json ? '\\' : '"');
            htr_out_char(o, *p);
        } else {
            htr_out_char(o, (unsigned char)*p < 0x20 || *p == 0x7f ? '?' : *p);
        }
    }
    htr_out_char(o, '"');
}

static void add_word(struct htr_out *o, uint32_t word)
{
    htr_out_string(o, "\"0x");
    htr_out_hex(o, word, 8);
    htr_out_char(o, '"');
}

static void add_member(struct htr_out *o, const char *name, uint64_t value)
{
    htr_out_string(o, ", \"");
    htr_out_string(o, name);
    htr_out_string(o, "\": ");
    htr_out_decimal(o, value);
}

static void add_name(struct htr_out *o, const char *name, const char *value)
{
    htr_out_string(o, ", \"");
    htr_out_string(o, name);
    htr_out_string(o, "\": ");
    add_quoted(o, value, true);
}

static void add_fields(struct htr_out *o, const struct htr_fw_event *e)
{
    htr_out_string(o, ", \"fields\": {");
    for (unsigned i = 0; i < e->action->fields; i++) {
        const struct htr_fw_field *f = &e->action->field[i];
        htr_out_string(o, i > 0 ? ", " : "");
        add_quoted(o, f->name, true);
        htr_out_string(o, ": ");
        htr_out_decimal(o, htr_fw_bits(e->word, f->bits));
    }
    htr_out_char(o, '}');
}

static void add_address(struct htr_out *o, const char *name, uint64_t address)
{
    if (address != 0) {
        htr_out_string(o, ", \"");
        htr_out_string(o, name);
        htr_out_string(o, "\": \"0x");
        htr_out_hex(o, address, 1);
        htr_out_char(o, '"');
    }
}

/* "near" takes the place of "pc" where that is not known. */
static void add_origin(struct htr_out *o, const struct htr_fw_origin *from)
{
    add_address(o, "pc", from->pc);
    if (from->placed) {
        add_member(o, "hart", from->src);
        add_member(o, "instruction", from->at);
        add_address(o, "store", from->store);
        htr_out_string(o, from->about ? ", \"about\": true" : "");
    }
    add_address(o, "near", from->pc == 0 ? from->near : 0);
}

static void write_json(struct htr_fw_writer *w, const struct htr_fw_event *e, const char *text)
{
    struct htr_out *o = &w->out;
    struct htr_fw_origin from;
    const uint64_t site = site_of(w, e);
    htr_out_string(o, "{\"kind\": ");
    add_quoted(o, htr_fw_kind_name(e->kind), true);
    add_member(o, "offset", e->offset);
    add_member(o, "source", e->source);
    if (e->kind == HTR_FW_DEBUG) {
        htr_out_string(o, ", \"word\": ");
        add_word(o, e->word);
        add_name(o, "domain", e->domain->name);
        if (e->action != NULL) {
            add_name(o, "action", e->action->name);
            htr_out_string(o, e->failed ? ", \"failed\": true" : ", \"failed\": false");
            add_fields(o, e);
        }
    } else if (e->kind == HTR_FW_LOST) {
        add_member(o, "words", e->value);
    }
    add_address(o, "address", site);
    if (origin_of(w, e, &from)) {
        add_origin(o, &from);
    }
    add_name(o, "text", text);
    htr_out_string(o, "}\n");
}

/* Columns of the instruction. */
static void add_columns(struct htr_fw_writer *w, const struct htr_fw_event *e)
{
    struct htr_out *o = &w->out;
    struct htr_fw_origin from;
    (void)origin_of(w, e, &from);
    if (from.pc != 0) {
        htr_out_string(o, "0x");
        htr_out_hex(o, from.pc, 1);
    }
    htr_out_char(o, ',');
    if (from.placed && !from.about) {
        htr_out_decimal(o, from.src);
        htr_out_char(o, ',');
        htr_out_decimal(o, from.at);
    } else {
        htr_out_char(o, ',');
    }
    htr_out_char(o, ',');
}

static void write_csv(struct htr_fw_writer *w, const struct htr_fw_event *e, const char *text)
{
    struct htr_out *o = &w->out;
    const uint64_t site = site_of(w, e);
    const bool debug = e->kind == HTR_FW_DEBUG;
    htr_out_string(o, htr_fw_kind_name(e->kind));
    htr_out_char(o, ',');
    htr_out_decimal(o, e->offset);
    htr_out_char(o, ',');
    htr_out_decimal(o, e->source);
    htr_out_char(o, ',');
    if (debug) {
        htr_out_string(o, "0x");
        htr_out_hex(o, e->word, 8);
    }
    htr_out_char(o, ',');
    htr_out_string(o, debug ? e->domain->name : "");
    htr_out_char(o, ',');
    htr_out_string(o, debug && e->action != NULL ? e->action->name : "");
    htr_out_string(o, debug && e->failed ? ",1," : debug ? ",0," : ",,");
    if (e->kind == HTR_FW_LOST) {
        htr_out_decimal(o, e->value);
    }
    htr_out_char(o, ',');
    if (site != 0) {
        htr_out_string(o, "0x");
        htr_out_hex(o, site, 1);
    }
    htr_out_char(o, ',');
    add_columns(w, e);
    add_quoted(o, text, false);
    htr_out_char(o, '\n');
}

/* The call site: a column, with as many digits in each line. */
static void add_pc(struct htr_fw_writer *w, const struct htr_fw_event *e)
{
    struct htr_fw_origin from;
    (void)origin_of(w, e, &from);
    if (from.pc != 0) {
        htr_out_string(&w->out, " 0x");
        htr_out_hex(&w->out, from.pc, 8);
    } else {
        htr_out_string(&w->out, from.near != 0 ? " ~0x" : " -         ");
        if (from.near != 0) {
            htr_out_hex(&w->out, from.near, 8);
        }
    }
}

static void write_text(struct htr_fw_writer *w, const struct htr_fw_event *e, const char *text)
{
    struct htr_out *o = &w->out;
    htr_out_decimal(o, e->offset);
    if (w->sources) {
        htr_out_string(o, " SRC=");
        htr_out_decimal(o, e->source);
    }
    if (w->link != NULL) {
        add_pc(w, e);
    }
    htr_out_string(o, e->kind == HTR_FW_LOST || e->kind == HTR_FW_DAMAGED ? "  *** " : "  ");
    htr_out_string(o, text);
    htr_out_char(o, '\n');
}

int htr_fw_write(void *writer, const struct htr_fw_event *e)
{
    struct htr_fw_writer *w = writer;
    char text[TEXT];
    (void)htr_fw_event_text(e, text, sizeof text);
    if (w->format == HTR_FW_AS_CSV && !w->begun) {
        htr_out_string(&w->out, "kind,offset,source,word,domain,action,failed,lost,address,pc,"
                                "hart,instruction,text\n");
    }
    w->begun = true;
    if (w->format == HTR_FW_AS_JSONL) {
        write_json(w, e, text);
    } else if (w->format == HTR_FW_AS_CSV) {
        write_csv(w, e, text);
    } else {
        write_text(w, e, text);
    }
    return w->out.failed ? HTR_ERR_WRITE : HTR_OK;
}

int htr_fw_write_end(struct htr_fw_writer *w)
{
    htr_out_flush(&w->out);
    return w->out.failed ? HTR_ERR_WRITE : HTR_OK;
}
