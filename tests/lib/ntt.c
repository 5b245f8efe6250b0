/* SPDX-License-Identifier: Apache-2.0 */
#include "ntt.h"

#include <stdlib.h>
#include <string.h>

static bool set_width(struct nexus_cfg_widths *w, const char *name, unsigned long v)
{
    const struct {
        const char *name;
        uint8_t *at;
    } field[] = {
        {"status", &w->status}, {"map", &w->map},     {"dsz", &w->dsz},     {"elsz", &w->elsz},
        {"dcorr", &w->dcorr},   {"dsync", &w->dsync}, {"idtag", &w->idtag}, {"ndq", &w->ndq},
        {"xmap", &w->xmap},     {"cksrc", &w->cksrc}, {"ckdf", &w->ckdf},
    };
    if (strcmp(name, "cancel") == 0) {
        w->cancel = v != 0;
        return true;
    }
    for (size_t i = 0; i < sizeof(field) / sizeof(field[0]); i++) {
        if (strcmp(field[i].name, name) == 0) {
            *field[i].at = (uint8_t)v;
            return v <= 255;
        }
    }
    return false;
}

static bool set_one(struct nexus_stream_cfg *cfg, const char *name, unsigned long v)
{
    if (strcmp(name, "src_bits") == 0) {
        cfg->src_bits = (uint8_t)v;
    } else if (strcmp(name, "xlen") == 0) {
        cfg->xlen = (uint8_t)v;
    } else if (strcmp(name, "timestamps") == 0) {
        cfg->timestamps = v != 0;
    } else if (strcmp(name, "extend_addr_msb") == 0) {
        cfg->extend_addr_msb = v != 0;
    } else {
        return set_width(&cfg->width, name, v);
    }
    return true;
}

bool ntt_set_cfg(struct nexus_stream_cfg *cfg, const char *text)
{
    char line[NTT_LINE_MAX];
    snprintf(line, sizeof(line), "%s", text);
    for (char *word = line + strspn(line, " "); *word != '\0';) {
        size_t len = strcspn(word, " ");
        char *after = word + len;
        after += *after == '\0' ? 0 : 1;
        word[len] = '\0';
        char *value = strchr(word, '=');
        char *end = NULL;
        if (value == NULL) {
            return false;
        }
        *value++ = '\0';
        unsigned long v = strtoul(value, &end, 0);
        if (end == value || *end != '\0' || !set_one(cfg, word, v)) {
            return false;
        }
        word = after + strspn(after, " ");
    }
    return nexus_cfg_check(cfg) == NULL;
}

static bool parse_raw(const char *s, struct nexus_msg *m, uint8_t *raw)
{
    m->raw = raw;
    m->raw_length = 0;
    for (;;) {
        char *end = NULL;
        unsigned long b = strtoul(s, &end, 16);
        if (end != s + 2 || m->raw_length == NTT_BYTES_MAX) {
            return false;
        }
        raw[m->raw_length++] = (uint8_t)b;
        if (*end == '\0') {
            return true;
        }
        s = end + 1;
    }
}

static bool parse_field(char *word, struct nexus_msg *m, uint8_t *raw)
{
    char *value = strchr(word, '=');
    if (value == NULL) {
        return false;
    }
    *value++ = '\0';
    if (strcmp(word, "RAW") == 0) {
        return parse_raw(value, m, raw);
    }
    char *end = NULL;
    unsigned long long v = strtoull(value, &end, 0);
    if (end == value || *end != '\0') {
        return false;
    }
    if (strcmp(word, "SRC") == 0) {
        m->src = (uint16_t)v;
        return v <= 0xFFFF;
    }
    if (strcmp(word, "TCODE") == 0) {
        m->tcode = (uint8_t)v;
        return v < NEXUS_TCODES;
    }
    for (unsigned f = 0; f < NEXUS_FIELDS; f++) {
        if (strcmp(nexus_field_name(m->tcode, (enum nexus_field)f), word) == 0) {
            nexus_msg_set(m, (enum nexus_field)f, v);
            return true;
        }
    }
    return false;
}

bool ntt_parse_msg(const char *text, struct nexus_msg *m, uint8_t raw[NTT_BYTES_MAX])
{
    char line[NTT_LINE_MAX];
    snprintf(line, sizeof(line), "%s", text);
    char *word = strtok(line, " ");
    unsigned tcode = 0;
    while (tcode < NEXUS_TCODES && word != NULL && strcmp(nexus_tcode_name(tcode), word) != 0) {
        tcode++;
    }
    if (word == NULL || tcode == NEXUS_TCODES) {
        return false;
    }
    nexus_msg_start(m, (enum nexus_tcode)tcode, 0);
    while ((word = strtok(NULL, " ")) != NULL) {
        if (!parse_field(word, m, raw)) {
            return false;
        }
    }
    return true;
}

static bool add_bytes(struct ntt_case *c, const char *s)
{
    for (;;) {
        s += strspn(s, " ");
        if (*s == '\0') {
            return true;
        }
        char *end = NULL;
        unsigned long b = strtoul(s, &end, 16);
        if (end != s + 2 || c->size == NTT_BYTES_MAX) {
            return false;
        }
        c->bytes[c->size++] = (uint8_t)b;
        s = end;
    }
}

static bool add_error(struct ntt_item *it, const char *s)
{
    static const struct {
        const char *name;
        int status;
    } known[] = {
        {"MSEO", NEXUS_ERR_MSEO},         {"TRUNCATED", NEXUS_ERR_TRUNCATED},
        {"OVERSIZE", NEXUS_ERR_OVERSIZE}, {"EXTRA", NEXUS_ERR_EXTRA},
        {"END", NEXUS_ERR_END},
    };
    char name[32];
    if (sscanf(s, "%31s offset=%zu length=%zu", name, &it->offset, &it->length) != 3) {
        return false;
    }
    for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
        if (strcmp(known[i].name, name) == 0) {
            it->status = known[i].status;
            return true;
        }
    }
    return false;
}

/* One line inside a case. Returns NULL, or what is wrong. */
static const char *take_line(struct ntt_reader *r, struct ntt_case *c, const char *key,
                             const char *rest)
{
    if (strcmp(key, "cfg") == 0) {
        return ntt_set_cfg(&c->cfg, rest) ? NULL : "bad configuration";
    }
    if (strcmp(key, "decode-only") == 0) {
        c->decode_only = true;
        return NULL;
    }
    if (strcmp(key, "bytes") == 0) {
        return add_bytes(c, rest) ? NULL : "bytes are pairs of hexadecimal digits";
    }
    if (strcmp(key, "msg") != 0 && strcmp(key, "error") != 0) {
        return "unknown key";
    }
    if (c->items == NTT_ITEMS_MAX) {
        return "too many messages";
    }
    struct ntt_item *it = &c->item[c->items++];
    *it = (struct ntt_item){.line = r->line};
    if (strcmp(key, "error") == 0) {
        return add_error(it, rest) ? NULL : "an error is STATUS offset=N length=N";
    }
    snprintf(it->text, sizeof(it->text), "%s", rest);
    return NULL;
}

/* Cut comment, white space at both ends; returns the text. */
static char *trim(char *line)
{
    line[strcspn(line, "#\n")] = '\0';
    line += strspn(line, " \t");
    for (size_t n = strlen(line); n > 0 && (line[n - 1] == ' ' || line[n - 1] == '\t'); n--) {
        line[n - 1] = '\0';
    }
    return line;
}

static int wrong(struct ntt_reader *r, const char *why)
{
    snprintf(r->error, sizeof(r->error), "line %u: %s", r->line, why);
    return -1;
}

int ntt_next(struct ntt_reader *r, struct ntt_case *c)
{
    char line[NTT_LINE_MAX];
    memset(c, 0, sizeof(*c));
    nexus_cfg_init(&c->cfg);
    snprintf(c->name, sizeof(c->name), "%s", r->next);
    c->line = r->line;
    r->next[0] = '\0';
    while (fgets(line, sizeof(line), r->file) != NULL) {
        r->line++;
        if (strchr(line, '\n') == NULL && !feof(r->file)) {
            return wrong(r, "line too long");
        }
        char *key = trim(line);
        if (*key == '\0') {
            continue;
        }
        char *rest = key + strcspn(key, " ");
        rest += strspn(rest, " ");
        if (rest > key && rest[-1] == ' ') {
            key[strcspn(key, " ")] = '\0';
        }
        if (strcmp(key, "case") == 0) {
            if (*rest == '\0') {
                return wrong(r, "a case needs a name");
            }
            if (c->name[0] == '\0') {
                snprintf(c->name, sizeof(c->name), "%s", rest);
                c->line = r->line;
                continue;
            }
            snprintf(r->next, sizeof(r->next), "%s", rest);
            return 1;
        }
        if (c->name[0] == '\0') {
            return wrong(r, "the first line must be a case");
        }
        const char *why = take_line(r, c, key, rest);
        if (why != NULL) {
            return wrong(r, why);
        }
    }
    return c->name[0] != '\0' ? 1 : 0;
}
