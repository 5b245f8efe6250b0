/* SPDX-License-Identifier: Apache-2.0 */
/* The help of a verb, as text and as a section of the man page. */
#include "help.h"

/* What every verb takes besides its own options. */
static const struct tool_option common[] = {
    {.name = "quiet", .letter = 'q', .help = "no remarks and no summary on stderr"},
    {.name = "help", .letter = 'h', .help = "show this"},
};

enum {
    NCOMMON = sizeof common / sizeof common[0]
};

static void option_text(const struct tool_option *o, FILE *f)
{
    char form[64];
    snprintf(form, sizeof form, "%s%c%s--%s%s%s", o->letter ? "-" : " ",
             o->letter ? o->letter : ' ', o->letter ? ", " : "  ", o->name, o->arg ? " " : "",
             o->arg ? o->arg : "");
    char list[128];
    fprintf(f, "  %-30s %s%s\n", form,
            o->choice ? tool_choice_list(o->choice, list, sizeof list) : "", o->help);
}

void help_text(const struct tool_usage *u, FILE *f)
{
    fprintf(f, "Usage: hartrace %s %s\n\n%s\n\nOptions:\n", u->verb, u->synopsis, u->text);
    for (size_t i = 0; i < u->noptions; i++) {
        option_text(&u->options[i], f);
    }
    for (size_t i = 0; i < NCOMMON; i++) {
        option_text(&common[i], f);
    }
    if (u->more != NULL) {
        u->more(f);
    }
    fprintf(f, "\nExample:\n%s\n", u->example);
}

/* Text in roff: no character of it is a request or an escape. */
static void roff(const char *text, FILE *f)
{
    bool start = true;
    for (; *text != '\0'; text++) {
        if (start && (*text == '.' || *text == '\'')) {
            fputs("\\&", f);
        }
        if (*text == '\\') {
            fputs("\\e", f);
        } else if (*text == '-') {
            fputs("\\-", f);
        } else {
            fputc(*text, f);
        }
        start = *text == '\n';
    }
}

static void option_man(const struct tool_option *o, FILE *f)
{
    fputs(".TP\n", f);
    if (o->letter != 0) {
        fprintf(f, "\\fB\\-%c\\fR, ", o->letter);
    }
    fputs("\\fB\\-\\-", f);
    roff(o->name, f);
    fputs("\\fR", f);
    if (o->arg != NULL) {
        fputs(" \\fI", f);
        roff(o->arg, f);
        fputs("\\fR", f);
    }
    fputc('\n', f);
    if (o->choice != NULL) {
        char list[128];
        roff(tool_choice_list(o->choice, list, sizeof list), f);
    }
    roff(o->help, f);
    fputc('\n', f);
}

void help_man(const struct tool_usage *u, FILE *f)
{
    fprintf(f, ".SS hartrace %s ", u->verb);
    roff(u->synopsis, f);
    fputc('\n', f);
    roff(u->text, f);
    fputc('\n', f);
    for (size_t i = 0; i < u->noptions; i++) {
        option_man(&u->options[i], f);
    }
    fputs(".PP\nExample:\n.PP\n.nf\n", f);
    roff(u->example, f);
    fputs("\n.fi\n", f);
}
