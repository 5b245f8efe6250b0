/* SPDX-License-Identifier: Apache-2.0 */
/* Settings of a decoder as a file beside the trace: writing. */
#include "htr/htr_sidecar.h"

#include <stdio.h>
#include <string.h>

enum {
    PATH_MAX_TEXT = 4096,
};

static int add(void *ctx, const char *option, const char *assignment)
{
    struct htr_sidecar *s = ctx;
    const bool te = strcmp(option, "te") == 0;
    char(*list)[HTR_SIDECAR_TEXT] = te ? s->te : s->param;
    unsigned *n = te ? &s->nte : &s->nparam;
    if (*n < HTR_SIDECAR_MAX) {
        snprintf(list[(*n)++], HTR_SIDECAR_TEXT, "%s", assignment);
    }
    return 0;
}

static void add_asked(struct htr_sidecar *s, const struct htr_settings *settings, const char *field)
{
    char text[HTR_SIDECAR_TEXT];
    uint32_t value;
    if (htr_settings_asked(settings, field, &value)) {
        snprintf(text, sizeof text, "%s=%u", field, (unsigned)value);
        (void)add(s, "te", text);
    }
}

void htr_sidecar_from_cfg(struct htr_sidecar *s, const struct nexus_stream_cfg *cfg,
                          const struct htr_settings *settings)
{
    memset(s, 0, sizeof *s);
    (void)htr_stream_options(cfg, add, s);
    add_asked(s, settings, "trTeContext");
    if (cfg->timestamps) {
        add_asked(s, settings, "trTsMode");
        add_asked(s, settings, "trTsPrescale");
    }
}

void htr_sidecar_from_etrace(struct htr_sidecar *s, const struct etrace_cfg *cfg)
{
    memset(s, 0, sizeof *s);
    (void)htr_etrace_options(cfg, add, s);
}

bool htr_sidecar_equal(const struct htr_sidecar *a, const struct htr_sidecar *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

static bool path_of(const char *trace, char *path, size_t size)
{
    int n = snprintf(path, size, "%s.toml", trace);
    return n > 0 && (size_t)n < size;
}

static void put_table(FILE *f, const char *name, const char text[][HTR_SIDECAR_TEXT], unsigned n)
{
    fprintf(f, "\n[%s]\n", name);
    for (unsigned i = 0; i < n; i++) {
        const char *equals = strchr(text[i], '=');
        fprintf(f, "%.*s = %s\n", (int)(equals - text[i]), text[i], equals + 1);
    }
}

int htr_sidecar_write(const struct htr_sidecar *s, struct htr_host *host, const char *trace)
{
    char path[PATH_MAX_TEXT];
    if (strcmp(trace, "-") == 0 || !path_of(trace, path, sizeof path)) {
        return htr_fail(host, HTR_ERR_ARG, NULL, "--sidecar needs a trace with a file name");
    }
    FILE *f = htr_create(host, path);
    if (f == NULL) {
        return HTR_ERR_OPEN;
    }
    fputs("# Settings that decode the trace beside this file. Written by hartrace; see "
          "docs/reference/formats.md.\n"
          "sidecar = 1\n",
          f);
    put_table(f, "te", s->te, s->nte);
    put_table(f, "param", s->param, s->nparam);
    return htr_close(host, f);
}
