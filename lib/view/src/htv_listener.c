/* SPDX-License-Identifier: Apache-2.0 */
/* A host that keeps the remarks it passes on. */
#include "htv_listener.h"

#include <stdio.h>

static void message(void *ctx, const struct htr_message *m)
{
    struct htv_listener *l = ctx;
    if (m->severity == HTR_NOTE) {
        if (l->heard.n < HTV_REMARKS) {
            const char *file = m->where.file;
            snprintf(l->heard.text[l->heard.n++], HTV_REMARK_TEXT, "%s%s%s",
                     file != NULL ? file : "", file != NULL ? ": " : "", m->text);
        } else {
            l->heard.more++;
        }
    }
    if (l->to->message != NULL) {
        l->to->message(l->to->ctx, m);
    }
}

static bool stopped(void *ctx)
{
    const struct htv_listener *l = ctx;
    return l->to->stopped(l->to->ctx);
}

static const char *refuses(void *ctx, int fd)
{
    const struct htv_listener *l = ctx;
    return l->to->refuses(l->to->ctx, fd);
}

static FILE *create(struct htr_host *host, const char *path)
{
    const struct htv_listener *l = host->ctx;
    return l->to->create(l->to, path);
}

static int close_output(struct htr_host *host, FILE *f)
{
    const struct htv_listener *l = host->ctx;
    return l->to->close(l->to, f);
}

static int folder(struct htr_host *host, const char *path)
{
    const struct htv_listener *l = host->ctx;
    return l->to->folder(l->to, path);
}

static void look(struct htr_host *host, uint64_t done)
{
    const struct htv_listener *l = host->ctx;
    l->to->look(l->to, done);
    host->look_at = l->to->look_at;
}

void htv_listen(struct htv_listener *l, struct htr_host *to)
{
    l->to = to;
    l->heard.n = 0;
    l->heard.more = 0;
    l->host = (struct htr_host){
        .ctx = l,
        .message = message,
        .stopped = to->stopped != NULL ? stopped : NULL,
        .refuses = to->refuses != NULL ? refuses : NULL,
        .create = to->create != NULL ? create : NULL,
        .close = to->close != NULL ? close_output : NULL,
        .folder = to->folder != NULL ? folder : NULL,
        .look = to->look != NULL ? look : NULL,
        .look_at = to->look_at,
        .last = to->last,
    };
}

void htv_listen_end(struct htv_listener *l)
{
    l->to->last = l->host.last;
    l->to->look_at = l->host.look_at;
}
