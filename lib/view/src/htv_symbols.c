/* SPDX-License-Identifier: Apache-2.0 */
/* Opening and closing: options, images, replacements of paths. */
#include <stdlib.h>
#include <string.h>

#include "htr/htr_text.h"
#include "htv_symbols_int.h"

enum {
    PATH = 4096,
};

static int set_context(struct htv_symbols *s, struct htv_elf *e, const char *text,
                       const char **file)
{
    const char *equals = strchr(text, '=');
    *file = text;
    if (equals == NULL) {
        return HTR_OK;
    }
    if (htr_code_context(text, equals, &e->info.context)) {
        *file = equals + 1;
        return HTR_OK;
    }
    e->info.context = (struct flow_code_mapping){.match = 0};
    bool meant = memchr(text, ':', (size_t)(equals - text)) != NULL &&
                 memchr(text, '/', (size_t)(equals - text)) == NULL;
    return !meant ? HTR_OK
                  : htr_fail(s->host, HTR_ERR_ARG, NULL,
                             "--symbols %s: no context; write scontext:N, hcontext:N, v:0 or 1, "
                             "prv:u, s or m, joined by commas, then =FILE",
                             text);
}

/* [CONTEXT=]FILE[@OFFSET] */
static int add_image(struct htv_symbols *s, const char *text)
{
    struct htv_elf *e = &s->elf[s->nelf];
    const char *file;
    char path[PATH];
    e->index = (uint16_t)s->nelf++;
    int status = set_context(s, e, text, &file);
    if (status != HTR_OK) {
        return status;
    }
    const char *at = strrchr(file, '@');
    size_t n =
        at != NULL && htr_number(at + 1, &e->info.offset) ? (size_t)(at - file) : strlen(file);
    if (n == 0 || n >= sizeof path) {
        return htr_fail(s->host, HTR_ERR_ARG, NULL, "--symbols: no file in '%s'", text);
    }
    memcpy(path, file, n);
    path[n] = '\0';
    s->depends |= e->info.context.match;
    e->info.path = htv_string(s, path);
    return e->info.path == NULL ? HTR_ERR_MEMORY : htv_elf_open(s, e);
}

/* FROM=TO, FROM without slashes at its end. */
static int add_replacement(struct htv_symbols *s, const char *text)
{
    const char *equals = strchr(text, '=');
    if (equals == NULL || equals == text || strlen(text) >= PATH) {
        return htr_fail(s->host, HTR_ERR_ARG, NULL,
                        "--source-path %s: no FROM=TO; write the folder of the compiler, =, and "
                        "the folder where the sources are",
                        text);
    }
    const char *copy = htv_string(s, text);
    if (copy == NULL) {
        return HTR_ERR_MEMORY;
    }
    struct htv_replace *r = &s->replace[s->nreplace++];
    r->from = (char *)(uintptr_t)copy;
    r->to = r->from + (equals - text) + 1;
    for (char *p = r->to - 1; p >= r->from && (*p == '=' || *p == '/'); p--) {
        *p = '\0';
    }
    for (size_t n = strlen(r->to); n > 0 && r->to[n - 1] == '/';) {
        r->to[--n] = '\0';
    }
    return HTR_OK;
}

/* Folders for libdwfl: absolute, as it asks for by build id; then its own. */
static int set_debug_path(struct htv_symbols *s, const char *folders)
{
    static const char usual[] = ":.debug:/usr/lib/debug";
    size_t n = 0, count = 1;
    for (const char *p = folders; *p != '\0'; p++) {
        count += *p == ':';
    }
    s->debug_path = malloc(count * (PATH + 1) + sizeof usual);
    while (s->debug_path != NULL && *folders != '\0') {
        char one[PATH], *whole;
        size_t length = strcspn(folders, ":");
        if (length < sizeof one) {
            memcpy(one, folders, length);
            one[length] = '\0';
            whole = length > 0 ? realpath(one, NULL) : NULL;
            if (whole != NULL && strlen(whole) < PATH) {
                n += (size_t)snprintf(s->debug_path + n, PATH + 1, "%s%s", n > 0 ? ":" : "", whole);
            } else if (length > 0) {
                htr_note(s->host, one, "is no folder; --debug-dir wants one with debug files");
            }
            free(whole);
        }
        folders += length + (folders[length] == ':');
    }
    if (s->debug_path == NULL) {
        return htv_no_memory(s);
    }
    memcpy(s->debug_path + n, n > 0 ? usual : usual + 0, sizeof usual);
    return HTR_OK;
}

static int open_all(struct htv_symbols *s, const struct htv_symbols_options *o)
{
    if (o->nfiles > HTV_IMAGES || o->nsource_paths > HTV_SOURCE_PATHS) {
        return htr_fail(s->host, HTR_ERR_RANGE, NULL, "more than %d times %s",
                        o->nfiles > HTV_IMAGES ? (int)HTV_IMAGES : (int)HTV_SOURCE_PATHS,
                        o->nfiles > HTV_IMAGES ? "--symbols" : "--source-path");
    }
    s->elf = calloc(o->nfiles + 1u, sizeof *s->elf);
    s->replace = calloc(o->nsource_paths + 1u, sizeof *s->replace);
    if (s->elf == NULL || s->replace == NULL) {
        return htv_no_memory(s);
    }
    s->callbacks = (Dwfl_Callbacks){
        .find_elf = dwfl_build_id_find_elf,
        .find_debuginfo = dwfl_standard_find_debuginfo,
        .section_address = dwfl_offline_section_address,
        .debuginfo_path = &s->debug_path,
    };
    int status = o->debug_dir != NULL ? set_debug_path(s, o->debug_dir) : HTR_OK;
    for (unsigned i = 0; status == HTR_OK && i < o->nsource_paths; i++) {
        status = add_replacement(s, o->source_path[i]);
    }
    for (unsigned i = 0; status == HTR_OK && i < o->nfiles; i++) {
        status = add_image(s, o->file[i]);
    }
    return status;
}

int htv_symbols_open(struct htv_symbols **made, struct htr_host *host,
                     const struct htv_symbols_options *options)
{
    *made = NULL;
    struct htv_symbols *s = calloc(1, sizeof *s);
    if (s == NULL) {
        return htr_fail(host, HTR_ERR_MEMORY, NULL, "not enough memory");
    }
    s->host = host;
    int status = open_all(s, options);
    if (status != HTR_OK) {
        htv_symbols_close(s);
        return status;
    }
    *made = s;
    return HTR_OK;
}

void htv_symbols_close(struct htv_symbols *s)
{
    if (s == NULL) {
        return;
    }
    for (unsigned i = 0; i < s->nelf; i++) {
        htv_elf_close(&s->elf[i]);
    }
    for (size_t i = 0; i < s->nchunks; i++) {
        free(s->chunk[i]);
    }
    htv_lookup_forget(s);
    htv_texts_free(s);
    free(s->elf);
    free(s->replace);
    free(s->debug_path);
    free(s->chunk);
    free(s->file);
    free(s->file_ids.slot);
    free(s->function);
    free(s->function_ids.slot);
    free(s->prefix);
    free(s->prefix_ids.slot);
    free(s->scope);
    free(s);
}

unsigned htv_images(const struct htv_symbols *s)
{
    return s->nelf;
}

const struct htv_image *htv_image(const struct htv_symbols *s, unsigned image)
{
    return image < s->nelf ? &s->elf[image].info : NULL;
}
