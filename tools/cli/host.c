/* SPDX-License-Identifier: Apache-2.0 */
#include "host.h"

#include "interrupt.h"
#include "output.h"
#include "tool.h"

static void message(void *ctx, const struct htr_message *m)
{
    const char *verb = ctx;
    if (m->severity == HTR_NOTE) {
        tool_note(verb, m->where.file, "%s", m->text);
    } else {
        (void)tool_fail(verb, m->where.file, "%s", m->text);
    }
}

static bool stopped(void *ctx)
{
    (void)ctx;
    return interrupted();
}

static const char *refuses(void *ctx, int fd)
{
    (void)ctx;
    return output_allows_input(fd) ? NULL : OUTPUT_IS_INPUT;
}

static FILE *create(struct htr_host *host, const char *path)
{
    return output_open(host->ctx, path);
}

static int close_output(struct htr_host *host, FILE *f)
{
    (void)host;
    return output_close(f) == 0 ? HTR_OK : HTR_ERR_WRITE;
}

static int folder(struct htr_host *host, const char *path)
{
    return output_folder(host->ctx, path) == 0 ? HTR_OK : HTR_ERR_OPEN;
}

struct tool_state tool_the = {.host = {
                                  .message = message,
                                  .stopped = stopped,
                                  .refuses = refuses,
                                  .create = create,
                                  .close = close_output,
                                  .folder = folder,
                              }};

struct htr_host *tool_host(const char *verb)
{
    tool_the.host.ctx = (void *)(uintptr_t)verb;
    return &tool_the.host;
}
