/* SPDX-License-Identifier: Apache-2.0 */
/* Settings of a decoder as a command and as a file. */
#include "output.h"
#include "sidecar.h"
#include "host.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum {
    PATH_MAX_TEXT = 4096,
    LINE_MAX_TEXT = 256,
};

/* ---- from a configuration ---- */

static void add_te(struct sidecar *s, const char *field, uint64_t value)
{
    if (s->nte < SIDECAR_MAX) {
        snprintf(s->te[s->nte++], SIDECAR_TEXT, "%s=%" PRIu64, field, value);
    }
}

static void add_param(struct sidecar *s, const char *name, uint64_t value)
{
    if (s->nparam < SIDECAR_MAX) {
        snprintf(s->param[s->nparam++], SIDECAR_TEXT, "%s=%" PRIu64, name, value);
    }
}

static void add_asked(struct sidecar *s, const struct htr_settings *te, const char *field)
{
    uint32_t value;
    if (htr_settings_asked(te, field, &value)) {
        add_te(s, field, value);
    }
}

void sidecar_from_cfg(struct sidecar *s, const struct nexus_stream_cfg *cfg,
                      const struct htr_settings *te)
{
    struct htr_settings plain;
    struct nexus_stream_cfg defaults;
    memset(s, 0, sizeof *s);
    htr_settings_init(&plain);
    htr_settings_stream(&plain, &defaults);
    const struct {
        const char *field;
        uint64_t value;
    } field[] = {
        {"trTeSrcBits", cfg->src_bits},
        {"trTsEnable", cfg->timestamps},
        {"trTeInstExtendAddrMSB", cfg->extend_addr_msb},
        {"trTeInstEnSequentialJump", cfg->sequential_jump},
        {"trTeInstEnImplicitReturn", cfg->implicit_return},
        {"trTeInstImplicitReturnMode", cfg->implicit_return ? cfg->return_mode : 0u},
        {"trTeInstEnRepeatedHistory", cfg->repeated_history},
        {"trTeInstEnAllJumps", cfg->all_jumps},
    };
    for (unsigned i = 0; i < sizeof field / sizeof field[0]; i++) {
        if (field[i].value != 0) {
            add_te(s, field[i].field, field[i].value);
        }
    }
    add_asked(s, te, "trTeContext");
    if (cfg->timestamps) {
        add_asked(s, te, "trTsMode");
        add_asked(s, te, "trTsPrescale");
    }
    const struct {
        const char *name;
        uint64_t value, normal;
    } param[] = {
        {"xlen", cfg->xlen, 64},
        {"c", (cfg->isa & FLOW_ISA_C) != 0, (defaults.isa & FLOW_ISA_C) != 0},
        {"zcmp", (cfg->isa & FLOW_ISA_ZCMP) != 0, 0},
        {"zcmt", (cfg->isa & FLOW_ISA_ZCMT) != 0, 0},
        {"jvt", cfg->jvt, 0},
        {"ts_width", cfg->timestamp_bits,
         cfg->timestamps ? defaults.timestamp_bits : cfg->timestamp_bits},
        {"return_depth", cfg->return_depth,
         cfg->implicit_return ? defaults.return_depth : cfg->return_depth},
    };
    for (unsigned i = 0; i < sizeof param / sizeof param[0]; i++) {
        if (param[i].value != param[i].normal) {
            add_param(s, param[i].name, param[i].value);
        }
    }
}

bool sidecar_equal(const struct sidecar *a, const struct sidecar *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

/* ---- the command ---- */

/* A word as a shell takes it. Returns out. */
static const char *quoted(const char *word, char *out, size_t size)
{
    size_t n = 0;
    if (word[0] != '\0' &&
        word[strspn(word, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
                          "%+,-./:=@_")] == '\0') {
        snprintf(out, size, "%s", word);
        return out;
    }
    out[n++] = '\'';
    for (; *word != '\0' && n + 6 < size; word++) {
        if (*word == '\'') {
            memcpy(out + n, "'\\''", 4);
            n += 4;
        } else {
            out[n++] = *word;
        }
    }
    out[n++] = '\'';
    out[n] = '\0';
    return out;
}

void sidecar_say(const struct sidecar *s, const char *verb, const char *trace, const char *option,
                 const char *code, int src, bool wrapped)
{
    char text[2048], file[PATH_MAX_TEXT], program[PATH_MAX_TEXT];
    size_t n = 0;
    text[0] = '\0';
    for (unsigned i = 0; i < s->nte && n < sizeof text; i++) {
        n += (size_t)snprintf(text + n, sizeof text - n, " --te %s", s->te[i]);
    }
    for (unsigned i = 0; i < s->nparam && n < sizeof text; i++) {
        n += (size_t)snprintf(text + n, sizeof text - n, " --param %s", s->param[i]);
    }
    if (src >= 0 && n < sizeof text) {
        snprintf(text + n, sizeof text - n, " --src %d", src);
    } else if (src == SIDECAR_SRC_ALL && n < sizeof text) {
        snprintf(text + n, sizeof text - n, " --src all");
    }
    tool_note(verb, NULL, "decode it with: hartrace decode %s %s %s%s%s",
              quoted(trace, file, sizeof file), option, quoted(code, program, sizeof program),
              wrapped ? " --wrapped" : "", text);
}

/* ---- the file ---- */

static bool path_of(const char *trace, char *path, size_t size)
{
    int n = snprintf(path, size, "%s.toml", trace);
    return n > 0 && (size_t)n < size;
}

static void put_table(FILE *f, const char *name, const char text[][SIDECAR_TEXT], unsigned n)
{
    fprintf(f, "\n[%s]\n", name);
    for (unsigned i = 0; i < n; i++) {
        const char *equals = strchr(text[i], '=');
        fprintf(f, "%.*s = %s\n", (int)(equals - text[i]), text[i], equals + 1);
    }
}

int sidecar_write(const struct sidecar *s, const char *verb, const char *trace)
{
    char path[PATH_MAX_TEXT];
    if (strcmp(trace, "-") == 0 || !path_of(trace, path, sizeof path)) {
        return tool_fail(verb, NULL, "--sidecar needs a trace with a file name");
    }
    FILE *f = output_open(verb, path);
    if (f == NULL) {
        return TOOL_CANNOT;
    }
    fputs("# Settings that decode the trace beside this file. Written by hartrace; see "
          "docs/formats.md.\n"
          "sidecar = 1\n",
          f);
    put_table(f, "te", s->te, s->nte);
    put_table(f, "param", s->param, s->nparam);
    return output_close(f);
}
