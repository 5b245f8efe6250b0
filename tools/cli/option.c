/* SPDX-License-Identifier: Apache-2.0 */
/* GNU-style options from a table. */
#include <string.h>

#include "help.h"
#include "tool.h"

static const char *option_name(const void *table, size_t i)
{
    return ((const struct tool_option *)table)[i].name;
}

static const struct tool_option *find_long(const struct tool_usage *u, const char *name, size_t n)
{
    for (size_t i = 0; i < u->noptions; i++) {
        if (strncmp(u->options[i].name, name, n) == 0 && u->options[i].name[n] == '\0') {
            return &u->options[i];
        }
    }
    return NULL;
}

static const struct tool_option *find_short(const struct tool_usage *u, char letter)
{
    for (size_t i = 0; i < u->noptions; i++) {
        if (letter != '\0' && u->options[i].letter == letter) {
            return &u->options[i];
        }
    }
    return NULL;
}

static int unknown(const struct tool_usage *u, const char *name)
{
    const struct htr_names names = {option_name, u->options, u->noptions};
    char copy[64];
    snprintf(copy, sizeof copy, "%.*s", (int)strcspn(name, "="), name);
    const char *near = htr_nearest(copy, &names);
    if (near != NULL) {
        tool_fail(u->verb, NULL, "unknown option --%s; did you mean --%s?", copy, near);
    } else {
        tool_fail(u->verb, NULL, "unknown option --%s; see hartrace %s --help", copy, u->verb);
    }
    return TOOL_PARSE_ERROR;
}

/* A number; in decimal, k, M or G after it multiply: sizes by 1024, all others by 1000. */
static bool read_number(const struct tool_option *o, const char *text)
{
    static const char letters[] = "kMG";
    size_t n = strlen(text);
    const char *letter = n > 1 ? strchr(letters, text[n - 1]) : NULL;
    char digits[32];
    if (letter == NULL || n > sizeof digits || strncmp(text, "0x", 2) == 0) {
        return htr_number(text, o->number);
    }
    uint64_t value;
    uint64_t factor = 1;
    for (const char *l = letters; l <= letter; l++) {
        factor *= strcmp(o->arg, "BYTES") == 0 ? 1024 : 1000;
    }
    snprintf(digits, sizeof digits, "%.*s", (int)(n - 1), text);
    if (!htr_number(digits, &value) || value > UINT64_MAX / factor) {
        return false;
    }
    *o->number = value * factor;
    return true;
}

static int store(const struct tool_usage *u, const struct tool_option *o, const char *value)
{
    if (o->flag != NULL) {
        *o->flag = true;
    } else if (o->string != NULL) {
        *o->string = value;
    } else if (o->number != NULL) {
        if (!read_number(o, value)) {
            tool_fail(u->verb, NULL,
                      "--%s: '%s' is not a number; write decimal (k, M or G may follow), or 0x and "
                      "hex digits",
                      o->name, value);
            return TOOL_PARSE_ERROR;
        }
        if (o->positive && *o->number == 0) {
            tool_fail(u->verb, NULL, "--%s 0: must be at least 1", o->name);
            return TOOL_PARSE_ERROR;
        }
    } else if (o->list->n == HTR_LIST_MAX) {
        tool_fail(u->verb, NULL, "--%s: given more than %d times", o->name, HTR_LIST_MAX);
        return TOOL_PARSE_ERROR;
    } else {
        o->list->item[o->list->n++] = value;
    }
    return 0;
}

/* One option at argv[*i]; *i moves over a value that is an argument of its own. */
static int parse_one(const struct tool_usage *u, int argc, char **argv, int *i)
{
    const char *arg = argv[*i];
    const char *value = NULL;
    const struct tool_option *o;
    if (arg[1] == '-') {
        size_t n = strcspn(arg + 2, "=");
        value = arg[2 + n] == '=' ? arg + 2 + n + 1 : NULL;
        o = find_long(u, arg + 2, n);
        if (o == NULL) {
            return unknown(u, arg + 2);
        }
    } else {
        o = find_short(u, arg[1]);
        if (o == NULL) {
            tool_fail(u->verb, NULL, "unknown option -%c; see hartrace %s --help", arg[1], u->verb);
            return TOOL_PARSE_ERROR;
        }
        value = arg[2] != '\0' ? arg + 2 : NULL;
    }
    if (o->arg == NULL && value != NULL) {
        tool_fail(u->verb, NULL, "--%s takes no value; leave out '%s'", o->name, value);
        return TOOL_PARSE_ERROR;
    }
    if (o->arg != NULL && value == NULL) {
        if (*i + 1 >= argc) {
            tool_fail(u->verb, NULL, "--%s needs a value; write --%s %s", o->name, o->name, o->arg);
            return TOOL_PARSE_ERROR;
        }
        value = argv[++*i];
    }
    return store(u, o, value);
}

int tool_parse(const struct tool_usage *u, int argc, char **argv, const char **operand, int max)
{
    int n = 0;
    bool options = true;
    for (int i = 1; i < argc; i++) {
        const char *arg = argv[i];
        if (options && strcmp(arg, "--") == 0) {
            options = false;
        } else if (options && (strcmp(arg, "--help") == 0 || strcmp(arg, "-h") == 0)) {
            help_text(u, stdout);
            return TOOL_PARSE_HELP;
        } else if (options && strcmp(arg, "--help-man") == 0) {
            help_man(u, stdout);
            return TOOL_PARSE_HELP;
        } else if (options && strcmp(arg, "--help-options") == 0) {
            help_options(u, stdout);
            return TOOL_PARSE_HELP;
        } else if (options && (strcmp(arg, "--quiet") == 0 || strcmp(arg, "-q") == 0)) {
            tool_be_quiet();
        } else if (options && arg[0] == '-' && arg[1] != '\0') {
            if (parse_one(u, argc, argv, &i) != 0) {
                return TOOL_PARSE_ERROR;
            }
        } else if (n == max) {
            tool_fail(u->verb, NULL,
                      "too many arguments, first of them '%s'; usage: hartrace %s %s", arg, u->verb,
                      u->synopsis);
            return TOOL_PARSE_ERROR;
        } else {
            operand[n++] = arg;
        }
    }
    return n;
}
