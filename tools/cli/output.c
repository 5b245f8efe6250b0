/* SPDX-License-Identifier: Apache-2.0 */
#include "output.h"

#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "host.h"
#include "interrupt.h"
#include "tool.h"

static void nothing(int number)
{
    (void)number;
}

/* A write that fails is an error, not the end of the program. (Not SIG_IGN: children inherit it.)
 */
static void errors_for(int number)
{
    struct sigaction a;
    memset(&a, 0, sizeof a);
    a.sa_handler = nothing;
    a.sa_flags = SA_RESTART;
    sigemptyset(&a.sa_mask);
    (void)sigaction(number, &a, NULL);
}

/* There is something to remove at the end: a signal may not end the program before. */
static void temporary(struct htr_outputs *o)
{
    (void)o;
    interrupt_install();
    errors_for(SIGPIPE);
}

struct htr_outputs *output_all(const char *verb)
{
    struct htr_outputs *o = &tool_the.outputs;
    if (o->host == NULL) {
        htr_outputs_init(o, &tool_the.host);
        o->temporary = temporary;
    }
    (void)tool_host(verb);
    return o;
}

/* The same, whatever the verb is. */
static struct htr_outputs *the_outputs(void)
{
    return output_all(tool_the.host.ctx);
}

void output_begin(void)
{
    /* A closed stream stays closed: no file gets its number. */
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
        if (fcntl(fd, F_GETFD) < 0) {
            (void)open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
        }
    }
    errors_for(SIGXFSZ);
}

FILE *output_open(const char *verb, const char *path)
{
    return htr_outputs_open(output_all(verb), path);
}

FILE *output_open_text(const char *verb, const char *path)
{
    return htr_outputs_open_text(output_all(verb), path);
}

int output_close(FILE *f)
{
    return tool_exit_of(htr_outputs_close(the_outputs(), f));
}

int output_keep(FILE *f)
{
    return tool_exit_of(htr_outputs_keep(the_outputs(), f));
}

void output_drop(FILE *f)
{
    htr_outputs_drop(the_outputs(), f);
}

int output_save(const char *verb, const char *path, const uint8_t *bytes, size_t size)
{
    return tool_exit_of(htr_save(tool_host(verb), path, bytes, size));
}

const char *output_place(const char *verb, const char *path, const char *suffix)
{
    return htr_outputs_place(output_all(verb), path, suffix);
}

int output_folder(const char *verb, const char *path)
{
    return tool_exit_of(htr_outputs_folder(output_all(verb), path));
}

FILE *output_scratch(const char *verb, const char *path, const char *suffix, const char **name)
{
    return htr_outputs_scratch(output_all(verb), path, suffix, name);
}

bool output_is_terminal(FILE *f)
{
    return htr_outputs_is_terminal(the_outputs(), f);
}

bool output_allows_input(int fd)
{
    return htr_outputs_allow_input(the_outputs(), fd);
}

void output_is_whole(void)
{
    the_outputs()->whole = true;
}

int output_finish(int status)
{
    bool partial;
    int written = htr_outputs_finish(the_outputs(), status != TOOL_CANNOT, &partial);
    if (written != HTR_OK) {
        return TOOL_CANNOT;
    }
    return partial && status == TOOL_OK ? TOOL_DIFFERS : status;
}
