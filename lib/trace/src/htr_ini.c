/* SPDX-License-Identifier: Apache-2.0 */
/* Reading INI files. */
#include "htr/htr_ini.h"

#include <string.h>

#include "htr/htr_input.h"

enum {
    TEXT_MAX = 1024
};

/* Strip blanks on both sides, in place. */
static char *trim(char *s)
{
    s += strspn(s, " \t");
    size_t n = strlen(s);
    while (n > 0 && strchr(" \t\r", s[n - 1]) != NULL) {
        s[--n] = '\0';
    }
    return s;
}

/* One line. section is changed by a [section]. */
static int take(struct htr_host *host, const char *path, uint64_t number, char *line, char *section,
                htr_ini_entry entry, void *ctx)
{
    char *text = trim(line);
    char *equals = strchr(text, '=');
    size_t n = strlen(text);
    if (n == 0 || text[0] == ';' || text[0] == '#') {
        return 0;
    }
    if (text[0] == '[' && text[n - 1] == ']') {
        memcpy(section, text + 1, n - 2);
        section[n - 2] = '\0';
        return 0;
    }
    if (equals == NULL || equals == text) {
        return htr_fail(host, HTR_ERR_FORMAT, path, "line %llu is neither [SECTION] nor KEY=VALUE",
                        (unsigned long long)number);
    }
    *equals = '\0';
    return entry(ctx, section, trim(text), trim(equals + 1));
}

int htr_ini_read(struct htr_host *host, const char *path, htr_ini_entry entry, void *ctx)
{
    struct htr_lines lines;
    char section[TEXT_MAX] = "", line[TEXT_MAX];
    const char *text;
    size_t n;
    int status = htr_lines_open(&lines, host, path);
    if (status != 0) {
        return status;
    }
    while (status == 0 && htr_lines_next(&lines, &text, &n)) {
        if (n >= sizeof line || memchr(text, '\0', n) != NULL) {
            status = htr_fail(host, HTR_ERR_FORMAT, path, "line %llu is too long, or no text",
                              (unsigned long long)lines.number);
            break;
        }
        memcpy(line, text, n);
        line[n] = '\0';
        status = take(host, path, lines.number, line, section, entry, ctx);
    }
    if (status == 0 && lines.error != NULL) {
        status = htr_fail(host, HTR_ERR_READ, path, "cannot be read: %s", lines.error);
    }
    htr_lines_close(&lines);
    return status;
}
