/* SPDX-License-Identifier: Apache-2.0 */
/* Messages and outputs, with the host's callbacks or without. */
#include "htr/htr_host.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>
#include <sys/stat.h>

static const struct htr_where nowhere = {.offset = HTR_NO_OFFSET, .source = -1};

const char *htr_strerror(int status)
{
    static const char *const text[] = {
        [-HTR_OK] = "no error",
        [-HTR_ERR_ARG] = "an invalid argument or setting",
        [-HTR_ERR_OPEN] = "a file cannot be opened",
        [-HTR_ERR_READ] = "a file cannot be read to its end",
        [-HTR_ERR_WRITE] = "an output cannot be written",
        [-HTR_ERR_FORMAT] = "not the format it should have, or damaged",
        [-HTR_ERR_TRUNCATED] = "the file ends too early",
        [-HTR_ERR_VERSION] = "a newer version of the format",
        [-HTR_ERR_MEMORY] = "not enough memory",
        [-HTR_ERR_RANGE] = "a value out of range",
        [-HTR_ERR_MISSING] = "something needed is missing",
        [-HTR_ERR_CONFLICT] = "inputs, settings or outputs contradict each other",
        [-HTR_ERR_TARGET] = "the target cannot be reached, or refuses",
    };
    unsigned i = 0u - (unsigned)status;
    return i < sizeof text / sizeof text[0] ? text[i] : "unknown status";
}

/* "WHAT; REMEDY": the remedy is the part after the last semicolon. */
static const char *remedy_of(const char *text)
{
    const char *semicolon = strrchr(text, ';');
    return semicolon == NULL ? "" : semicolon + 1 + strspn(semicolon + 1, " ");
}

static void keep(struct htr_last *last, const struct htr_message *m)
{
    last->status = m->status;
    snprintf(last->file, sizeof last->file, "%s", m->where.file == NULL ? "" : m->where.file);
    snprintf(last->text, sizeof last->text, "%s", m->text);
    snprintf(last->component, sizeof last->component, "%s",
             m->where.component == NULL ? "" : m->where.component);
    last->line = m->where.line;
    last->offset = m->where.offset;
    last->source = m->where.source;
}

static void report(struct htr_host *host, struct htr_message *m, const char *format, va_list args)
{
    char text[HTR_TEXT];
    vsnprintf(text, sizeof text, format, args);
    m->text = text;
    m->remedy = remedy_of(text);
    if (m->severity == HTR_ERROR) {
        keep(&host->last, m);
    }
    if (host->message != NULL) {
        host->message(host->ctx, m);
    }
}

int htr_fail(struct htr_host *host, enum htr_status status, const char *file, const char *format,
             ...)
{
    va_list args;
    struct htr_message m = {.severity = HTR_ERROR, .status = status, .where = nowhere};
    m.where.file = file;
    va_start(args, format);
    report(host, &m, format, args);
    va_end(args);
    return status;
}

int htr_fail_at(struct htr_host *host, enum htr_status status, const struct htr_where *where,
                const char *format, ...)
{
    va_list args;
    struct htr_message m = {.severity = HTR_ERROR, .status = status, .where = *where};
    va_start(args, format);
    report(host, &m, format, args);
    va_end(args);
    return status;
}

void htr_note(struct htr_host *host, const char *file, const char *format, ...)
{
    va_list args;
    struct htr_message m = {.severity = HTR_NOTE, .status = HTR_OK, .where = nowhere};
    m.where.file = file;
    va_start(args, format);
    report(host, &m, format, args);
    va_end(args);
}

int htr_report(struct htr_host *host, enum htr_severity severity, enum htr_status status,
               const struct htr_where *where, const char *format, ...)
{
    va_list args;
    struct htr_message m = {.severity = severity, .status = status, .where = *where};
    va_start(args, format);
    report(host, &m, format, args);
    va_end(args);
    return status;
}

/* ---- outputs ---- */

FILE *htr_create(struct htr_host *host, const char *path)
{
    if (host->create != NULL) {
        return host->create(host, path);
    }
    FILE *f = fopen(path, "wb");
    if (f == NULL) {
        (void)htr_fail(host, HTR_ERR_OPEN, path, "cannot be written: %s; name another place",
                       strerror(errno));
    }
    return f;
}

int htr_close(struct htr_host *host, FILE *f)
{
    if (f == NULL) {
        return HTR_OK;
    }
    if (host->close != NULL) {
        return host->close(host, f);
    }
    bool failed = ferror(f) != 0;
    failed = fclose(f) != 0 || failed;
    return failed ? htr_fail(host, HTR_ERR_WRITE, NULL, "an output could not be written: %s",
                             strerror(errno))
                  : HTR_OK;
}

int htr_save(struct htr_host *host, const char *path, const uint8_t *bytes, size_t size)
{
    FILE *f = htr_create(host, path);
    if (f == NULL) {
        return HTR_ERR_OPEN;
    }
    (void)fwrite(bytes, 1, size, f); /* errors show when it is closed */
    return htr_close(host, f);
}

int htr_folder(struct htr_host *host, const char *path)
{
    if (host->folder != NULL) {
        return host->folder(host, path);
    }
    struct stat st;
    if (mkdir(path, 0777) == 0 ||
        (errno == EEXIST && stat(path, &st) == 0 && S_ISDIR(st.st_mode))) {
        return HTR_OK;
    }
    return htr_fail(host, HTR_ERR_OPEN, path, "cannot be made: %s; name another place",
                    strerror(errno));
}

/* ---- without remarks ---- */

static void errors_only(void *ctx, const struct htr_message *m)
{
    const struct htr_host *to = ctx;
    if (m->severity == HTR_ERROR && to->message != NULL) {
        to->message(to->ctx, m);
    }
}

static bool stopped(void *ctx)
{
    return htr_stopped(ctx);
}

static const char *refuses(void *ctx, int fd)
{
    const struct htr_host *to = ctx;
    return to->refuses != NULL ? to->refuses(to->ctx, fd) : NULL;
}

struct htr_host htr_host_quiet(struct htr_host *host)
{
    return (struct htr_host){
        .ctx = host, .message = errors_only, .stopped = stopped, .refuses = refuses};
}
