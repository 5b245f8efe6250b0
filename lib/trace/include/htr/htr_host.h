/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The connection between the host library and its user: one structure, passed to every call.
 *
 *   struct htr_host host = {0};               nothing is printed, the last error is kept
 *   struct htr_bytes trace;
 *   if (htr_bytes_load(&trace, &host, "t.nex") != HTR_OK)
 *       fprintf(stderr, "%s: %s\n", host.last.file, host.last.text);
 *
 * The library never prints, never exits and has no variables of its own. A host belongs to one
 * thread at a time.
 */
#ifndef HTR_HOST_H
#define HTR_HOST_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

#define HTR_MUST_CHECK __attribute__((warn_unused_result))

/* Every function that can fail returns 0 or one of these, and has reported why. */
enum htr_status {
    HTR_OK = 0,
    HTR_ERR_ARG = -1,       /* an invalid argument, option or setting */
    HTR_ERR_OPEN = -2,      /* a file or folder cannot be opened or made */
    HTR_ERR_READ = -3,      /* reading broke off: device, decompression */
    HTR_ERR_WRITE = -4,     /* an output could not be written completely */
    HTR_ERR_FORMAT = -5,    /* not the format it should have, or damaged */
    HTR_ERR_TRUNCATED = -6, /* the file ends too early */
    HTR_ERR_VERSION = -7,   /* a newer version of the format */
    HTR_ERR_MEMORY = -8,    /* not enough memory */
    HTR_ERR_RANGE = -9,     /* a value beyond what a table or the format can hold */
    HTR_ERR_MISSING = -10,  /* something needed was not given, or is not there */
    HTR_ERR_CONFLICT = -11, /* two inputs, settings or outputs contradict each other */
    HTR_ERR_TARGET = -12,   /* a target: an access failed, or a component refuses a request */
};

/* One line in English for a status, never NULL. */
const char *htr_strerror(int status);

enum htr_severity {
    HTR_ERROR,
    HTR_NOTE, /* a remark: the call goes on */
};

#define HTR_NO_OFFSET UINT64_MAX

/* A place: unknown members are NULL, 0, HTR_NO_OFFSET or -1. */
struct htr_where {
    const char *file;      /* as the caller named it; "-": standard input */
    uint64_t line;         /* of a text, from 1 */
    uint64_t offset;       /* bytes, in the uncompressed file */
    const char *component; /* of a decode tree */
    int32_t source;        /* SRC of a trace */
};

struct htr_message {
    enum htr_severity severity;
    enum htr_status status; /* of a remark: HTR_OK */
    struct htr_where where;
    const char *text;   /* the problem, and what to do: "WHAT; REMEDY" */
    const char *remedy; /* the part of text that says what to do; "" when there is none */
};

enum {
    HTR_TEXT = 4096, /* bytes of a message at most, with its NUL; a longer one is cut */
    HTR_NAME = 256,  /* bytes of a file name that is kept */
    HTR_COMPONENT = 32,
};

/* The last error, kept: strings of its own. */
struct htr_last {
    enum htr_status status; /* HTR_OK: there was no error */
    char file[HTR_NAME];    /* "" when it concerns no file */
    char text[HTR_TEXT];
    char component[HTR_COMPONENT]; /* of a decode tree, or "" */
    uint64_t line, offset;
    int32_t source;
};

/* All callbacks may be NULL. Set ctx and callbacks; read last. */
struct htr_host {
    void *ctx;

    /* A message; it is valid during the call. NULL: errors are only kept in `last`. */
    void (*message)(void *ctx, const struct htr_message *m);

    /* Called now and then by long work: true ends it, as the end of its input would. NULL: never
     * ends. */
    bool (*stopped)(void *ctx);

    /* An input was opened as fd. Returns NULL to accept it, or the reason to refuse it. NULL: all
     * are accepted. */
    const char *(*refuses)(void *ctx, int fd);

    /* Outputs: open a file for writing, close it (0, or HTR_ERR_WRITE after a message), make a
     * folder that may be there already. Set all or none; without them the C library's functions are
     * used. */
    FILE *(*create)(struct htr_host *host, const char *path);
    int (*close)(struct htr_host *host, FILE *f);
    int (*folder)(struct htr_host *host, const char *path);

    /* Progress of long work: called when `done` (of whatever the work counts) has reached look_at,
     * which the callback moves on. */
    void (*look)(struct htr_host *host, uint64_t done);
    uint64_t look_at;

    struct htr_last last;
};

/* Report an error about a file (or NULL). Write it as "what is wrong; what to do". Returns
 * status. */
int htr_fail(struct htr_host *host, enum htr_status status, const char *file, const char *format,
             ...) __attribute__((format(printf, 4, 5)));

/* The same with line, offset or source. */
int htr_fail_at(struct htr_host *host, enum htr_status status, const struct htr_where *where,
                const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Any message, status HTR_OK for a remark. Returns status. */
int htr_report(struct htr_host *host, enum htr_severity severity, enum htr_status status,
               const struct htr_where *where, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/* A remark. */
void htr_note(struct htr_host *host, const char *file, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* A host that passes errors on, and no remarks: for work on an input whose remarks were made.
 * `last` is its own. */
struct htr_host htr_host_quiet(struct htr_host *host);

/* Does the host want to stop? */
static inline bool htr_stopped(const struct htr_host *host)
{
    return host->stopped != NULL && host->stopped(host->ctx);
}

/* Report progress: `done` so far. */
static inline void htr_progress(struct htr_host *host, uint64_t done)
{
    if (host->look != NULL && done >= host->look_at) {
        host->look(host, done);
    }
}

/* Open an output. Returns NULL after a message. */
FILE *htr_create(struct htr_host *host, const char *path) HTR_MUST_CHECK;

/* Flush and close; f may be NULL. Returns HTR_OK, or HTR_ERR_WRITE after a message when anything of
 * it could not be written. */
int htr_close(struct htr_host *host, FILE *f) HTR_MUST_CHECK;

/* A buffer as an output: create, write, close. Returns HTR_OK, or HTR_ERR_* after a message. */
int htr_save(struct htr_host *host, const char *path, const uint8_t *bytes,
             size_t size) HTR_MUST_CHECK;

/* A folder for outputs: made when it is not there. Returns HTR_OK, or HTR_ERR_OPEN after a
 * message. */
int htr_folder(struct htr_host *host, const char *path) HTR_MUST_CHECK;

#ifdef __cplusplus
}
#endif

#endif
