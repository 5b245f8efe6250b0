/* SPDX-License-Identifier: Apache-2.0 */
#include "terminal.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "output.h"
#include "tool.h"

static bool wants_color(void)
{
    const char *no = getenv("NO_COLOR"), *term = getenv("TERM");
    return (no == NULL || no[0] == '\0') && (term == NULL || strcmp(term, "dumb") != 0);
}

bool terminal_color(FILE *out, bool no_color)
{
    return !no_color && output_is_terminal(out) && wants_color();
}

bool terminal_open(struct terminal *t, const char *verb, bool no_color)
{
    *t = (struct terminal){.out = output_open_text(verb, "-")};
    if (t->out == NULL || !output_is_terminal(t->out)) {
        return t->out != NULL;
    }
    FILE *kept = open_memstream(&t->text, &t->size);
    if (kept != NULL) {
        (void)output_close(t->out);
        t->out = kept;
        t->kept = true;
    }
    t->color = !no_color && wants_color();
    return true;
}

/* The pager's command, or NULL. */
static const char *pager(void)
{
    const char *command = getenv("PAGER");
    if (command == NULL) {
        command = "less";
    }
    (void)setenv("LESS", "FRX", 0);
    return command[0] == '\0' || strcmp(command, "cat") == 0 ? NULL : command;
}

/* Returns false when there is no pager. */
static bool page(const struct terminal *t)
{
    const char *command = pager();
    fflush(stdout);
    FILE *to = command != NULL ? popen(command, "w") : NULL;
    if (to == NULL) {
        return false;
    }
    struct sigaction ignore, before;
    memset(&ignore, 0, sizeof ignore);
    ignore.sa_handler = SIG_IGN; /* its reader may end it early */
    sigemptyset(&ignore.sa_mask);
    (void)sigaction(SIGPIPE, &ignore, &before);
    (void)fwrite(t->text, 1, t->size, to);
    const int ended = pclose(to);
    (void)sigaction(SIGPIPE, &before, NULL);
    return ended != 127 << 8; /* the shell has not found it */
}

int terminal_close(struct terminal *t, const char *verb, int status)
{
    if (!t->kept) {
        const int closed = output_close(t->out);
        return closed != 0 ? closed : status;
    }
    const bool whole = ferror(t->out) == 0 && fclose(t->out) == 0;
    if (t->size > 0 && !page(t)) {
        (void)fwrite(t->text, 1, t->size, stdout);
    }
    free(t->text);
    return whole ? status : tool_fail(verb, "-", "not enough memory for the text");
}
