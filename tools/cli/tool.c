/* SPDX-License-Identifier: Apache-2.0 */
/* Diagnostics, numbers, nearest names. */
#include "tool.h"

#include <stdarg.h>
#include <string.h>
#include <unistd.h>
#include <time.h>

#include "host.h"
#include "htr/htr_json.h"
#include "progress.h"

void tool_be_quiet(void)
{
    tool_the.quiet = true;
}

bool tool_is_quiet(void)
{
    return tool_the.quiet;
}

enum {
    MESSAGE = 4096, /* bytes of one at most */
};

static void say(const char *verb, const char *file, const char *format, va_list args)
{
    char name[MESSAGE], text[MESSAGE];
    progress_clear();
    fflush(stdout);
    snprintf(name, sizeof name, "%s", file == NULL ? "" : file);
    vsnprintf(text, sizeof text, format, args);
    fprintf(stderr, "hartrace%s%s: %s%s%s\n", verb != NULL ? " " : "", verb != NULL ? verb : "",
            strcmp(name, "-") == 0 ? "(standard input)" : htr_plain(name), file != NULL ? ": " : "",
            htr_plain(text));
}

void tool_verdict(const char *file, const char *format, ...)
{
    char name[MESSAGE], text[MESSAGE];
    va_list args;
    va_start(args, format);
    progress_clear();
    snprintf(name, sizeof name, "%s", strcmp(file, "-") == 0 ? "(standard input)" : file);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    printf("%s: %s\n", htr_plain(name), htr_plain(text));
}

int tool_fail(const char *verb, const char *file, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    say(verb, file, format, args);
    va_end(args);
    return TOOL_CANNOT;
}

void tool_note(const char *verb, const char *file, const char *format, ...)
{
    va_list args;
    if (tool_the.quiet) {
        return;
    }
    va_start(args, format);
    say(verb, file, format, args);
    va_end(args);
}

double tool_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

int tool_json_done(struct htr_json *j, const char *verb, int status)
{
    return tool_written(verb, htr_json_finish(j) ? HTR_OK : HTR_ERR_WRITE, status);
}

int tool_written(const char *verb, int written, int status)
{
    return written == HTR_OK ? status : tool_fail(verb, "(standard output)", "cannot be written");
}

bool tool_beside(const char *name, char *path, size_t size)
{
    const ssize_t n = readlink("/proc/self/exe", path, size - 1);
    if (n <= 0) {
        return false;
    }
    path[n] = '\0';
    char *slash = strrchr(path, '/');
    if (slash == NULL || (size_t)(slash + 1 - path) + strlen(name) >= size) {
        return false;
    }
    strcpy(slash + 1, name);
    return true;
}
