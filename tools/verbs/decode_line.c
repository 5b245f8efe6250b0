/* SPDX-License-Identifier: Apache-2.0 */
#include "decode_line.h"

#include <stdio.h>
#include <string.h>

#include "tool.h"

enum {
    PATH_MAX_TEXT = 4096,
};

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

void decode_line_say(const struct htr_sidecar *s, const char *verb, const char *trace,
                     const char *option, const char *code, int src, bool wrapped)
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
    } else if (src == DECODE_LINE_SRC_ALL && n < sizeof text) {
        snprintf(text + n, sizeof text - n, " --src all");
    }
    tool_note(verb, NULL, "decode it with: hartrace decode %s %s %s%s%s",
              quoted(trace, file, sizeof file), option, quoted(code, program, sizeof program),
              wrapped ? " --wrapped" : "", text);
}

void decode_line_print(const struct htr_info *i, const char *elf)
{
    char file[PATH_MAX_TEXT], program[PATH_MAX_TEXT];
    printf("  command: hartrace decode %s --elf %s", quoted(i->path, file, sizeof file),
           quoted(elf, program, sizeof program));
    for (unsigned k = 0; k < i->verdict.options; k++) {
        printf(" %s%s%s", i->verdict.option[k], i->verdict.value[k][0] != '\0' ? " " : "",
               i->verdict.value[k]);
    }
    puts(i->search.found[0].sources > 1 ? " --src all" : "");
}
