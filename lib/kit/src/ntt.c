/* SPDX-License-Identifier: Apache-2.0 */
#include "ntt.h"

#include <stdlib.h>
#include <string.h>

#include "ett.h"

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
        {"EMPTY", NEXUS_ERR_EMPTY},       {"END", NEXUS_ERR_END},
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

/* A copy of text in which white space is one blank each. */
static void squeeze(char *out, size_t cap, const char *text)
{
    size_t n = 0;
    for (; *text != '\0' && n + 1 < cap; text++) {
        bool blank = *text == ' ' || *text == '\t';
        if (!blank) {
            out[n++] = *text;
        } else if (n > 0 && out[n - 1] != ' ') {
            out[n++] = ' ';
        }
    }
    out[n] = '\0';
}

/* ingress, reg, store, tick, link: the encoder's side. */
static const char *take_step(struct ntt_case *c, const char *key, char *rest, unsigned line)
{
    if (c->steps == NTT_STEPS_MAX) {
        return "too many steps";
    }
    struct ntt_step *s = &c->step[c->steps++];
    const struct ntt_step *last = NULL;
    for (unsigned i = 0; i + 1 < c->steps; i++) {
        last = c->step[i].kind == NTT_INGRESS ? &c->step[i] : last;
    }
    s->line = line;
    if (strcmp(key, "ingress") == 0) {
        return ntt_parse_ingress(rest, last, s);
    }
    if (strcmp(key, "do") == 0) {
        return ett_parse_do(rest, s);
    }
    if (strcmp(key, "reg") == 0) {
        return ntt_parse_reg(rest, s);
    }
    if (strcmp(key, "store") == 0) {
        return ntt_parse_store(rest, s);
    }
    uint64_t n = 0;
    if (strcmp(key, "tick") == 0) {
        s->kind = NTT_TICK;
        bool ok = ntt_number(rest, &n) && n <= 1000000;
        s->times = (uint32_t)n;
        return ok ? NULL : "tick needs a number of cycles";
    }
    s->kind = NTT_LINK;
    s->times = strcmp(rest, "ready") == 0;
    return s->times == 1 || strcmp(rest, "blocked") == 0 ? NULL : "a link is ready or blocked";
}

static const char *take_item(struct ntt_case *c, const char *key, const char *rest, unsigned line)
{
    if (c->items == NTT_ITEMS_MAX) {
        return "too many messages";
    }
    struct ntt_item *it = &c->item[c->items++];
    *it = (struct ntt_item){.line = line};
    if (strcmp(key, "error") == 0) {
        bool ok = c->is_etrace ? ett_parse_error(rest, it) : add_error(it, rest);
        return ok ? NULL : "an error is STATUS offset=N length=N";
    }
    squeeze(it->text, sizeof(it->text), rest);
    return NULL;
}

static const char *take_elem(struct ntt_case *c, char *rest, unsigned line)
{
    uint64_t times = 1;
    if (strncmp(rest, "times=", 6) == 0) {
        char *name;
        char *value;
        if (!ntt_word(&rest, &name, &value) || !ntt_number(value, &times)) {
            return "times needs a number";
        }
    }
    for (; times > 0; times--) {
        if (c->elems == NTT_ELEMS_MAX) {
            return "too many elements";
        }
        struct ntt_elem *e = &c->elem[c->elems++];
        e->line = line;
        squeeze(e->text, sizeof(e->text), rest);
    }
    return NULL;
}

static bool is_step(const struct ntt_case *c, const char *key)
{
    if (c->is_etrace) {
        return strcmp(key, "ingress") == 0 || strcmp(key, "do") == 0;
    }
    return strcmp(key, "ingress") == 0 || strcmp(key, "reg") == 0 || strcmp(key, "store") == 0 ||
           strcmp(key, "tick") == 0 || strcmp(key, "link") == 0;
}

/* One line inside a case. Returns NULL, or what is wrong. */
static const char *take_line(struct ntt_reader *r, struct ntt_case *c, const char *key, char *rest)
{
    if (strcmp(key, "cfg") == 0) {
        bool ok = c->is_etrace ? ett_set(c, rest) : ntt_case_set(c, rest);
        return ok ? NULL : "bad configuration";
    }
    if (strcmp(key, "decode-only") == 0) {
        c->decode_only = true;
        return NULL;
    }
    if (strcmp(key, "encoder") == 0) {
        c->no_encoder = true;
        return strncmp(rest, "none ", 5) == 0 ? NULL : "encoder is: none REASON";
    }
    if (strcmp(key, "choice") == 0) {
        c->choice = true; /* the text is for readers: what another encoder may do instead */
        return NULL;
    }
    if (strcmp(key, "bytes") == 0) {
        return add_bytes(c, rest) ? NULL : "bytes are pairs of hexadecimal digits";
    }
    if (strcmp(key, "code") == 0) {
        return ntt_parse_code(c, rest);
    }
    if (strcmp(key, "elem") == 0) {
        return take_elem(c, rest, r->line);
    }
    if (is_step(c, key)) {
        return take_step(c, key, rest, r->line);
    }
    if (strcmp(key, c->is_etrace ? "packet" : "msg") != 0 && strcmp(key, "error") != 0) {
        return "unknown key";
    }
    return take_item(c, key, rest, r->line);
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

static int read_case(struct ntt_reader *r, struct ntt_case *c)
{
    char line[NTT_LINE_MAX];
    memset(c, 0, sizeof(*c));
    c->is_etrace = r->etrace;
    etrace_cfg_init(&c->etrace);
    nexus_cfg_init(&c->cfg);
    trm_encoder_cfg_init(&c->param);
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

int ntt_next(struct ntt_reader *r, struct ntt_case *c)
{
    const int got = read_case(r, c);
    ntt_sort_code(c);
    return got;
}
