/* SPDX-License-Identifier: Apache-2.0 */
/* Code that is valid in one context only: overlays, processes, guests. */
#include <stdlib.h>
#include <string.h>

#include "htr/htr_text.h"
#include "htr_code_priv.h"

enum {
    WORD = 32,
    PATH = 1024,
};

static const struct {
    const char *name;
    uint32_t match;
    uint64_t most;
} field[] = {
    {"scontext", FLOW_DEPENDS_SCONTEXT, UINT64_MAX},
    {"hcontext", FLOW_DEPENDS_HCONTEXT, UINT64_MAX},
    {"v", FLOW_DEPENDS_V, 1},
    {"prv", FLOW_DEPENDS_PRV, 3},
};

enum {
    FIELDS = sizeof field / sizeof field[0],
};

/* A number, or the letter of a privilege mode. */
static bool value_of(const char *word, uint32_t match, uint64_t *value)
{
    static const char mode[] = {'u', 's', 0, 'm'};
    if (match == FLOW_DEPENDS_PRV && word[0] != '\0' && word[1] == '\0') {
        for (unsigned i = 0; i < sizeof mode; i++) {
            if (mode[i] != 0 && (word[0] | 0x20) == mode[i]) {
                *value = i;
                return true;
            }
        }
    }
    return htr_number(word, value);
}

static void set(struct flow_code_mapping *m, uint32_t match, uint64_t value)
{
    m->match |= match;
    switch (match) {
    case FLOW_DEPENDS_SCONTEXT:
        m->scontext = value;
        break;
    case FLOW_DEPENDS_HCONTEXT:
        m->hcontext = value;
        break;
    case FLOW_DEPENDS_V:
        m->v = value != 0;
        break;
    default:
        m->prv = (uint8_t)value;
        break;
    }
}

/* NAME:VALUE of length n. */
static bool read_field(const char *text, size_t n, struct flow_code_mapping *m)
{
    char word[WORD];
    uint64_t value;
    if (n >= sizeof word) {
        return false;
    }
    memcpy(word, text, n);
    word[n] = '\0';
    char *colon = strchr(word, ':');
    if (colon == NULL) {
        return false;
    }
    *colon = '\0';
    for (unsigned i = 0; i < FIELDS; i++) {
        if (strcmp(word, field[i].name) == 0) {
            if ((m->match & field[i].match) != 0 || !value_of(colon + 1, field[i].match, &value) ||
                value > field[i].most) {
                return false;
            }
            set(m, field[i].match, value);
            return true;
        }
    }
    return false;
}

bool htr_code_context(const char *text, const char *end, struct flow_code_mapping *m)
{
    *m = (struct flow_code_mapping){0};
    while (text < end) {
        const char *comma = memchr(text, ',', (size_t)(end - text));
        const char *stop = comma != NULL ? comma : end;
        if (!read_field(text, (size_t)(stop - text), m)) {
            return false;
        }
        text = comma != NULL ? comma + 1 : end;
    }
    return m->match != 0 && end[-1] != ',';
}

static int add(struct htr_code_in *in, struct htr_host *host, const char *path,
               const struct flow_code_mapping *context, struct flow_region region)
{
    struct flow_code_mapping m = *context;
    if (region.size == 0) {
        return HTR_OK;
    }
    m.region = region;
    if (region.addr + region.size < region.addr || in->count == in->room) {
        return htr_fail(host, HTR_ERR_RANGE, path, "%s",
                        in->count == in->room ? "too many segments of code; join some files"
                                              : "its bytes do not fit below 2^64 at that address");
    }
    in->mapping[in->count++] = m;
    return HTR_OK;
}

/* Segments of an ELF file; a position-independent one is moved by bias. */
static int add_elf(struct htr_code_in *in, struct htr_host *host, const char *path,
                   const struct flow_code_mapping *context, uint64_t bias, bool moved)
{
    const struct htr_bytes *file = &in->file[in->nfiles - 1];
    struct htr_elf_message why;
    struct htr_elf elf;
    if (htr_elf_parse(&elf, file->bytes, file->size, 0, &why) != HTR_ELF_OK) {
        return htr_fail(host, HTR_ERR_FORMAT, path, "%s; give a RISC-V executable", why.text);
    }
    if (moved && !elf.pie) {
        return htr_fail(host, HTR_ERR_ARG, path,
                        "is linked to fixed addresses; leave out the @ADDRESS");
    }
    int status = HTR_OK;
    for (unsigned i = 0; status == HTR_OK && i < elf.nsegments; i++) {
        const struct htr_elf_segment *s = &elf.segment[i];
        status = add(in, host, path, context,
                     (struct flow_region){s->vaddr + bias, s->filesz, file->bytes + s->offset});
    }
    return status;
}

static bool is_elf(const struct htr_bytes *file)
{
    return file->size >= 4 && memcmp(file->bytes, "\177ELF", 4) == 0;
}

/* FILE[@ADDRESS]; an @ that no number follows is part of the name. */
static int add_file(struct htr_code_in *in, struct htr_host *host, const char *text,
                    const struct flow_code_mapping *context)
{
    char path[PATH];
    uint64_t addr = 0;
    const char *at = strrchr(text, '@');
    bool moved = at != NULL && htr_number(at + 1, &addr);
    size_t n = moved ? (size_t)(at - text) : strlen(text);
    if (n == 0 || n >= sizeof path) {
        return htr_fail(host, HTR_ERR_ARG, NULL, "--code-in: no file in '%s'", text);
    }
    memcpy(path, text, n);
    path[n] = '\0';
    struct htr_bytes *file = &in->file[in->nfiles];
    int status = htr_bytes_load(file, host, path);
    if (status != HTR_OK) {
        return status;
    }
    in->nfiles++;
    if (is_elf(file)) {
        return add_elf(in, host, path, context, addr, moved);
    }
    if (!moved) {
        return htr_fail(host, HTR_ERR_ARG, path,
                        "is no ELF file; say where it is: FILE@0x80000000");
    }
    return add(in, host, path, context, (struct flow_region){addr, file->size, file->bytes});
}

/* Code that is valid in every context. The region that comes first must be searched first, so it is
 * added last. */
static int add_common(struct htr_code_in *in, struct htr_host *host, const struct flow_region *r,
                      size_t n)
{
    const struct flow_code_mapping everywhere = {.match = 0};
    int status = HTR_OK;
    while (status == HTR_OK && n > 0) {
        status = add(in, host, NULL, &everywhere, r[--n]);
    }
    return status;
}

int htr_code_in_open(struct htr_code_in **made, struct htr_host *host,
                     const struct htr_code_options *o, const struct flow_region *common, size_t n)
{
    if (o->nin > HTR_CODE_IMAGES) {
        return htr_fail(host, HTR_ERR_RANGE, NULL, "more than %d times --code-in; join some files",
                        HTR_CODE_IMAGES);
    }
    const size_t room = HTR_CODE_MAPPINGS + o->nmapped;
    struct htr_code_in *in = calloc(1, sizeof *in + room * sizeof in->mapping[0]);
    if (in == NULL) {
        return htr_fail(host, HTR_ERR_MEMORY, NULL, "not enough memory");
    }
    *made = in;
    in->room = room;
    int status = add_common(in, host, common, n);
    for (size_t i = 0; status == HTR_OK && i < o->nmapped; i++) {
        status = add(in, host, NULL, &o->mapped[i], o->mapped[i].region);
    }
    for (unsigned i = 0; status == HTR_OK && i < o->nin; i++) {
        struct flow_code_mapping context;
        const char *text = o->in[i], *equals = strchr(text, '=');
        if (equals == NULL || equals == text || !htr_code_context(text, equals, &context)) {
            return htr_fail(host, HTR_ERR_ARG, NULL,
                            "--code-in %s: no context; write scontext:N, hcontext:N, v:0 or 1, "
                            "prv:u, s or m, joined by commas, then =FILE",
                            text);
        }
        status = add_file(in, host, equals + 1, &context);
    }
    return status;
}

void htr_code_in_start(const struct htr_code_in *in, struct flow_code_space *space,
                       struct flow_code *code, struct flow_isa isa)
{
    *space = (struct flow_code_space){
        .mapping = (struct flow_code_mapping *)(uintptr_t)in->mapping,
        .count = in->count,
        .capacity = in->count,
    };
    flow_code_init_space(code, isa, space);
}

bool htr_code_in_is_elf(const struct htr_code_in *in, unsigned file)
{
    return is_elf(&in->file[file]);
}

void htr_code_in_close(struct htr_code_in *in)
{
    for (unsigned i = 0; in != NULL && i < in->nfiles; i++) {
        htr_bytes_free(&in->file[i]);
    }
    free(in);
}
