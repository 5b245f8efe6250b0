/* SPDX-License-Identifier: Apache-2.0 */
/* The sections of a man page that the program knows, in the man macros of roff. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "help.h"

/* One character; start: it begins a line. */
static void roff_char(char c, bool start, FILE *f)
{
    if (start && (c == '.' || c == '\'')) {
        fputs("\\&", f);
    }
    if (c == '\\') {
        fputs("\\e", f);
    } else if (c == '-') {
        fputs("\\-", f);
    } else {
        fputc(c, f);
    }
}

void help_roff(const char *text, FILE *f)
{
    for (bool start = true; *text != '\0'; start = *text == '\n', text++) {
        roff_char(*text, start, f);
    }
}

static void roff_part(const char *text, size_t n, bool start, FILE *f)
{
    for (size_t i = 0; i < n; i++) {
        roff_char(text[i], start && i == 0, f);
    }
}

/* Literal text, without the two blanks that every line begins with. */
static void literal(const char *text, FILE *f)
{
    fputs(".nf\n", f);
    while (*text != '\0') {
        text += strncmp(text, "  ", 2) == 0 ? 2 : 0;
        size_t n = strcspn(text, "\n");
        roff_part(text, n, true, f);
        fputc('\n', f);
        text += n + (text[n] == '\n');
    }
    fputs(".fi\n", f);
}

/* What follows the verb in one line of the synopsis: options bold, names of values italic. */
static void synopsis_line(const char *text, size_t n, FILE *f)
{
    for (size_t i = 0; i < n;) {
        bool word = i > 0 && isalnum((unsigned char)text[i - 1]);
        bool option = !word && text[i] == '-';
        bool value = !word && isupper((unsigned char)text[i]);
        size_t end = i + 1;
        while ((option || value) && end < n &&
               (isalnum((unsigned char)text[end]) || (option && text[end] == '-'))) {
            end++;
        }
        fputs(option ? "\\fB" : value ? "\\fI" : "", f);
        roff_part(text + i, end - i, false, f);
        fputs(option || value ? "\\fR" : "", f);
        i = end;
    }
    fputc('\n', f);
}

/* The first line is what follows "hartrace VERB"; further ones repeat that, indented. */
static void synopsis(const struct tool_usage *u, FILE *f)
{
    fputs(".SH SYNOPSIS\n", f);
    char again[64];
    snprintf(again, sizeof again, "hartrace %s ", u->verb);
    const char *line = u->synopsis;
    while (*line != '\0') {
        line += strspn(line, " ");
        line += strncmp(line, again, strlen(again)) == 0 ? strlen(again) : 0;
        size_t n = strcspn(line, "\n");
        fputs(line == u->synopsis ? "" : ".br\n", f);
        fprintf(f, "\\fBhartrace %s\\fR ", u->verb);
        synopsis_line(line, n, f);
        line += n + (line[n] == '\n');
    }
}

/* A paragraph; lines that begin with blanks stay as they are. */
static void description(const char *text, FILE *f)
{
    bool in_list = false;
    fputs(".SH DESCRIPTION\n", f);
    while (*text != '\0') {
        size_t n = strcspn(text, "\n");
        if ((*text == ' ') != in_list) {
            in_list = !in_list;
            fputs(in_list ? ".PP\n.nf\n" : ".fi\n.PP\n", f);
        }
        roff_part(text, n, true, f);
        fputc('\n', f);
        text += n + (text[n] == '\n');
    }
    fputs(in_list ? ".fi\n" : "", f);
}

static void option_man(const struct tool_option *o, FILE *f)
{
    fputs(".TP\n", f);
    if (o->letter != 0) {
        fprintf(f, "\\fB\\-%c\\fR, ", o->letter);
    }
    fputs("\\fB\\-\\-", f);
    help_roff(o->name, f);
    fputs("\\fR", f);
    if (o->arg != NULL) {
        fputs(" \\fI", f);
        help_roff(o->arg, f);
        fputs("\\fR", f);
    }
    fputc('\n', f);
    if (o->choice != NULL) {
        char list[TOOL_CHOICE_LIST];
        help_roff(tool_choice_list(o->choice, list, sizeof list), f);
    }
    help_roff(o->help, f);
    fputc('\n', f);
}

/* Lines "  NAME   text" are entries of a list, an empty line ends a paragraph. */
static void parameters(const char *text, FILE *f)
{
    bool listed = false;
    while (*text != '\0') {
        size_t n = strcspn(text, "\n"), name = strcspn(text + strspn(text, " "), " \n");
        if (strncmp(text, "  ", 2) == 0) {
            fputs(".TP\n\\fB", f);
            roff_part(text + 2, name, false, f);
            fputs("\\fR\n", f);
            size_t help = 2 + name + strspn(text + 2 + name, " ");
            roff_part(text + help, n - help, true, f);
            fputc('\n', f);
            listed = true;
        } else {
            fputs(n == 0 || listed ? ".PP\n" : "", f);
            roff_part(text, n, true, f);
            fputs(n == 0 ? "" : "\n", f);
            listed = false;
        }
        text += n + (text[n] == '\n');
    }
}

static void more(const struct tool_usage *u, FILE *f)
{
    char *text = NULL;
    size_t size;
    FILE *memory = u->more != NULL ? open_memstream(&text, &size) : NULL;
    if (memory == NULL) {
        return;
    }
    u->more(memory);
    if (fclose(memory) == 0) {
        fputs(".SH PARAMETERS\n", f);
        parameters(text + (*text == '\n'), f);
    }
    free(text);
}

void help_man(const struct tool_usage *u, FILE *f)
{
    synopsis(u, f);
    description(u->text, f);
    fputs(".SH OPTIONS\n", f);
    for (size_t i = 0; i < u->noptions; i++) {
        option_man(&u->options[i], f);
    }
    for (size_t i = 0; i < HELP_COMMON; i++) {
        option_man(&help_common[i], f);
    }
    more(u, f);
    fputs(".SH EXAMPLES\n", f);
    literal(u->example, f);
}
