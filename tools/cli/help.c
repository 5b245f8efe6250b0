/* SPDX-License-Identifier: Apache-2.0 */
/* The help of a verb as text, and its options as a table. */
#include <string.h>

#include "help.h"

const struct tool_option help_common[HELP_COMMON] = {
    {.name = "quiet", .letter = 'q', .help = "no remarks and no summary on stderr"},
    {.name = "help", .letter = 'h', .help = "show this"},
};

static void option_text(const struct tool_option *o, FILE *f)
{
    char form[64];
    snprintf(form, sizeof form, "%s%c%s--%s%s%s", o->letter ? "-" : " ",
             o->letter ? o->letter : ' ', o->letter ? ", " : "  ", o->name,
             o->arg != NULL ? " " : "", o->arg != NULL ? o->arg : "");
    char list[TOOL_CHOICE_LIST];
    fprintf(f, "  %-30s %s%s\n", form,
            o->choice != NULL ? tool_choice_list(o->choice, list, sizeof list) : "", o->help);
}

void help_text(const struct tool_usage *u, FILE *f)
{
    fprintf(f, "Usage: hartrace %s %s\n\n%s\n\nOptions:\n", u->verb, u->synopsis, u->text);
    for (size_t i = 0; i < u->noptions; i++) {
        option_text(&u->options[i], f);
    }
    for (size_t i = 0; i < HELP_COMMON; i++) {
        option_text(&help_common[i], f);
    }
    if (u->more != NULL) {
        u->more(f);
    }
    fprintf(f, "\nExample:\n%s\n", u->example);
}

/* What a shell can offer as the value of an option. */
static const char *value_kind(const struct tool_option *o)
{
    if (o->arg == NULL) {
        return "flag";
    }
    if (o->choice != NULL) {
        return "choice";
    }
    if (o->number != NULL) {
        return "number";
    }
    bool file = strstr(o->arg, "FILE") != NULL || strcmp(o->arg, "FOLDER") == 0 ||
                strcmp(o->arg, "PREFIX") == 0;
    return file ? "file" : "text";
}

static void option_row(const struct tool_option *o, FILE *f)
{
    fprintf(f, "%s\t%c\t%s\t%s\t%s\t", o->name, o->letter != 0 ? o->letter : '-',
            o->arg != NULL ? o->arg : "-", value_kind(o), o->list != NULL ? "many" : "once");
    for (unsigned i = 0; o->choice != NULL && i < o->choice->n; i++) {
        fprintf(f, "%s%s", i == 0 ? "" : " ", o->choice->name[i]);
    }
    char list[TOOL_CHOICE_LIST];
    fprintf(f, "%s\t%s%s\n", o->choice == NULL ? "-" : "",
            o->choice != NULL ? tool_choice_list(o->choice, list, sizeof list) : "", o->help);
}

void help_options(const struct tool_usage *u, FILE *f)
{
    for (size_t i = 0; i < u->noptions; i++) {
        option_row(&u->options[i], f);
    }
    for (size_t i = 0; i < HELP_COMMON; i++) {
        option_row(&help_common[i], f);
    }
}
