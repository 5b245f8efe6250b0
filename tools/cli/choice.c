/* SPDX-License-Identifier: Apache-2.0 */
/* Values of options that have names: each list of names is used for the check, the messages and the
 * help. */
#include <stdio.h>
#include <string.h>

#include "tool.h"

const char *tool_choice_list(const struct tool_choice *c, char *out, size_t size)
{
    size_t at = 0;
    out[0] = '\0';
    for (unsigned i = 0; i < c->n && at < size; i++) {
        const char *before = i == 0 ? "" : i + 1 == c->n ? " or " : ", ";
        int n = snprintf(out + at, size - at, "%s%s", before, c->name[i]);
        at += n > 0 ? (size_t)n : 0;
    }
    return out;
}

int tool_choose(const char *verb, const char *option, const char *what, const struct tool_choice *c,
                const char *text, unsigned *chosen)
{
    char list[TOOL_CHOICE_LIST];
    for (unsigned i = 0; i < c->n; i++) {
        if (strcmp(text, c->name[i]) == 0) {
            *chosen = i;
            return 0;
        }
    }
    return tool_fail(verb, NULL, "--%s %s: unknown %s; it is %s", option, text, what,
                     tool_choice_list(c, list, sizeof list));
}

enum {
    FORMAT_TEXT,
    FORMAT_JSON
};

static const char *const formats[] = {[FORMAT_TEXT] = "text", [FORMAT_JSON] = "json"};
const struct tool_choice tool_formats = {formats, sizeof formats / sizeof formats[0]};

int tool_format(const char *verb, const char *format, bool *json)
{
    unsigned chosen = FORMAT_TEXT;
    int status =
        format == NULL ? 0 : tool_choose(verb, "format", "format", &tool_formats, format, &chosen);
    *json = chosen == FORMAT_JSON;
    return status;
}
