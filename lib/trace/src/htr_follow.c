/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Decoding what is still being written. Bytes are pushed into a decode tree as they come; the
 * elements are written before the next bytes are waited for.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "htr/htr_etrace.h"
#include "htr/htr_follow.h"
#include "htr/htr_kind.h"
#include "htr/htr_snapshot.h"
#include "htr/htr_tree_push.h"
#include "htr_decode_priv.h"
#include "htr_tree_int.h"

typedef unsigned long long ull;

enum {
    PIECE = 1 << 16,
    SPARE = 8,    /* readable bytes after a piece */
    LOOK = 16,    /* bytes that show that a file is no trace */
    TICK = 50,    /* ms between two checks of a file, and of the clock */
    SRC_BITS = 6, /* --src all makes a decoder for each number */
};

/* A source: the facts for its report at the end, and its code. */
struct branch {
    struct htr_branch run;
    struct htr_trace t; /* for the report alone: name, configuration, counts */
    struct htr_code *code;
    struct htr_code own; /* --src all: caches for this source */
    bool shared;
    bool shown; /* something of it was written */
};

struct follow {
    struct htr_host *host;
    struct htr_follow_options o;
    struct htr_trace trace;
    struct htr_tree tree;
    struct htr_writer *w;
    struct branch *branch;
    size_t n;
    int32_t buffer;
    int fd;
    bool file; /* a regular file: its end may move */
    uint64_t offset;
    uint8_t piece[PIECE + SPARE];
};

/* ---- the tree ---- */

static enum htr_answer take(void *ctx, int32_t decoder, const struct flow_elem *e)
{
    struct branch *b = ctx;
    struct htr_writer *w = b->run.w;
    (void)decoder;
    if (w->sources && !b->shown && (e->type == FLOW_ELEM_ERROR || e->type == FLOW_ELEM_END)) {
        return HTR_CONT; /* of a source that does not exist: all sources get a damaged message */
    }
    b->shown = true;
    b->t.decoder.flow.insns += e->type == FLOW_ELEM_RANGE ? e->count : 0;
    b->t.decoder.flow.msgs = e->msg;
    w->code = b->code;
    w->src = b->t.src;
    htr_branch_take(&b->run, e);
    return w->failed ? HTR_FATAL : HTR_CONT;
}

static int add_branch(struct follow *f, int32_t packets, struct branch *b, unsigned src)
{
    struct htr_tree *tree = &f->tree;
    char name[HTR_COMPONENT];
    b->code = &f->trace.code;
    if (f->o.all) {
        b->shared = htr_code_share(&b->own, &f->trace.code,
                                   (struct flow_isa){f->trace.cfg.xlen, f->trace.cfg.isa,
                                                     f->trace.cfg.jvt}) == 0;
        if (!b->shared) {
            return htr_fail(f->host, HTR_ERR_MEMORY, NULL, "not enough memory for source %u", src);
        }
        b->code = &b->own;
    }
    b->t.host = f->host;
    b->t.path = f->trace.path;
    b->t.cfg = f->trace.cfg;
    b->t.te = f->trace.te;
    b->t.one_source = f->trace.one_source || f->o.all;
    b->t.src = (uint16_t)src;
    b->run = (struct htr_branch){.t = &b->t, .w = f->w, .allow_other = f->o.allow_other};
    snprintf(name, sizeof name, "source %u", src);
    int32_t d = htr_tree_on(tree, packets, htr_tree_decoder(tree, name, NULL), src);
    int32_t code = htr_tree_on(tree, d, htr_tree_code(tree, name, &b->code->code), 0);
    int32_t sink = htr_tree_on(tree, d, htr_tree_sink(tree, name, take, b), 0);
    return d < 0 ? d : code < 0 ? code : sink < 0 ? sink : HTR_OK;
}

static int build(struct follow *f)
{
    struct htr_trace *t = &f->trace;
    const struct htr_packets o = {.cfg = t->cfg,
                                  .etrace = t->etrace != NULL ? &t->etrace->cfg : NULL,
                                  .allow_oversize = t->decoder.allow_oversize,
                                  .align = t->wrapped,
                                  .longest = HTR_TRACE_MESSAGE_MAX};
    f->n = f->o.all ? (size_t)1 << t->cfg.src_bits : 1;
    f->branch = calloc(f->n, sizeof *f->branch);
    if (f->branch == NULL) {
        return htr_fail(f->host, HTR_ERR_MEMORY, NULL, "not enough memory");
    }
    f->buffer = htr_tree_buffer(&f->tree, t->path, HTR_BYTES_MESSAGES);
    int32_t p = htr_tree_on(&f->tree, f->buffer, htr_tree_packets(&f->tree, "messages", &o), 0);
    int status = p < 0 ? p : HTR_OK;
    for (size_t i = 0; i < f->n && status == 0; i++) {
        bool fits = t->one_source && t->src >> t->cfg.src_bits == 0;
        status = add_branch(f, p, &f->branch[i],
                            f->o.all ? (unsigned)i
                            : fits   ? t->src
                                     : (unsigned)HTR_SRC_ANY);
    }
    return status == HTR_OK ? htr_tree_begin(&f->tree) : status;
}

/* ---- bytes ---- */

static int open_input(struct follow *f)
{
    const char *path = f->trace.path;
    struct stat st;
    f->fd = strcmp(path, "-") == 0 ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    if (f->fd < 0 || fstat(f->fd, &st) != 0) {
        return htr_fail(f->host, HTR_ERR_OPEN, path, "cannot be opened: %s; is the name right?",
                        strerror(errno));
    }
    const char *refused = f->host->refuses != NULL ? f->host->refuses(f->host->ctx, f->fd) : NULL;
    if (refused != NULL) {
        return htr_fail(f->host, HTR_ERR_OPEN, path, "%s", refused);
    }
    f->file = S_ISREG(st.st_mode);
    return 0;
}

static double now(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* A file has no more bytes now: wait, unless it has become shorter. Returns HTR_OK, or
 * HTR_ERR_TRUNCATED after a message. */
static int wait_for_file(const struct follow *f)
{
    const struct timespec tick = {.tv_nsec = TICK * 1000000L};
    struct stat st;
    if (fstat(f->fd, &st) == 0 && (uint64_t)st.st_size < f->offset) {
        return htr_fail(f->host, HTR_ERR_TRUNCATED, f->trace.path,
                        "has become shorter, %llu bytes of %llu; follow it anew", (ull)st.st_size,
                        (ull)f->offset);
    }
    (void)nanosleep(&tick, NULL);
    return HTR_OK;
}

/* Read what there is. *n: the number of bytes, 0: nothing now; *ended: nothing any more. Returns
 * HTR_OK, or HTR_ERR_* after a message. */
static int read_now(struct follow *f, size_t *n, bool *ended)
{
    struct pollfd p = {.fd = f->fd, .events = POLLIN};
    int ready = f->file ? 1 : poll(&p, 1, TICK);
    ssize_t got = ready > 0 ? read(f->fd, f->piece, PIECE) : 0;
    *n = got > 0 ? (size_t)got : 0;
    *ended = got == 0 && ready > 0 && !f->file;
    if (got < 0 && errno != EINTR && errno != EAGAIN) {
        return htr_fail(f->host, HTR_ERR_READ, f->trace.path, "cannot be read: %s",
                        strerror(errno));
    }
    return got <= 0 && f->file ? wait_for_file(f) : HTR_OK;
}

/* Is it a trace? By its first piece. */
static int check_kind(const struct follow *f, size_t n)
{
    enum htr_kind kind =
        f->offset == 0 && n >= LOOK ? htr_kind_of(f->piece, n, false) : HTR_KIND_TRACE;
    if (f->offset == 0 && n >= 4 &&
        (memcmp(f->piece, "\x1F\x8B\x08", 3) == 0 ||
         memcmp(f->piece, "\x28\xB5\x2F\xFD", 4) == 0)) {
        return htr_fail(f->host, HTR_ERR_FORMAT, f->trace.path,
                        "is compressed; --follow reads plain bytes: zcat or zstdcat it into "
                        "hartrace decode - --follow");
    }
    return kind == HTR_KIND_TRACE
               ? HTR_OK
               : htr_fail(f->host, HTR_ERR_FORMAT, f->trace.path, "is %s, not a trace; %s",
                          htr_kind_name(kind), htr_kind_use(kind));
}

/* Give the bytes to the tree, and its output to the reader. */
static int decode_piece(struct follow *f, size_t n)
{
    size_t taken;
    int status = check_kind(f, n);
    if (status != HTR_OK) {
        return status;
    }
    enum htr_answer answer = htr_tree_data(&f->tree, f->buffer, f->piece, n, &taken);
    f->offset += n;
    htr_write_flush(f->w);
    f->w->failed = fflush(f->w->out) != 0 || f->w->failed;
    return f->w->failed || answer != HTR_CONT ? HTR_ERR_WRITE
                                              : HTR_OK; /* the only case that is FATAL */
}

static int follow_bytes(struct follow *f)
{
    double last = now();
    int status = HTR_OK;
    bool ended = false;
    while (status == HTR_OK && !ended && !htr_stopped(f->host)) {
        size_t n;
        status = read_now(f, &n, &ended);
        if (n > 0) {
            status = decode_piece(f, n);
            last = now();
        } else if (f->o.timeout > 0 && now() - last >= (double)f->o.timeout) {
            ended = true;
        }
    }
    return status;
}

/* ---- the end ---- */

static int sum_up(struct follow *f, struct htr_decoded *sum)
{
    int status = HTR_OK;
    (void)htr_tree_eot(&f->tree, f->buffer);
    htr_write_flush(f->w);
    if (f->offset == 0) {
        return htr_fail(f->host, HTR_ERR_MISSING, f->trace.path,
                        "is empty; nothing was written to it");
    }
    for (size_t i = 0; i < f->n; i++) {
        struct branch *b = &f->branch[i];
        if (b->shown) {
            b->t.decoder.msgs.base = f->offset;
            int one = htr_branch_end(&b->run, sum);
            status = status == HTR_OK ? one : status;
        }
    }
    return status;
}

static void close_all(struct follow *f)
{
    for (size_t i = 0; f->branch != NULL && i < f->n; i++) {
        if (f->branch[i].shared) {
            htr_code_unshare(&f->branch[i].own);
        }
    }
    free(f->branch);
    htr_tree_close(&f->tree);
    htr_trace_close(&f->trace);
    if (f->fd > STDIN_FILENO) {
        (void)close(f->fd);
    }
    free(f);
}

static int check(const struct follow *f, const struct htr_trace_options *o)
{
    if (htr_snapshot_is(o->path)) {
        return htr_fail(f->host, HTR_ERR_ARG, o->path,
                        "is a folder; --follow reads a file or a pipe");
    }
    if (f->o.all && o->code.ingress != NULL) {
        return htr_fail(f->host, HTR_ERR_CONFLICT, NULL,
                        "--follow --src all: --ingress has the code of one hart; give "
                        "--elf, or --src N");
    }
    return HTR_OK;
}

static int check_sources(const struct follow *f)
{
    unsigned bits = f->trace.cfg.src_bits;
    if (!f->o.all || (bits > 0 && bits <= SRC_BITS)) {
        return HTR_OK;
    }
    return bits == 0 ? htr_fail(f->host, HTR_ERR_MISSING, f->trace.path,
                                "--src all: the width of SRC is 0; add --te trTeSrcBits=N")
                     : htr_fail(f->host, HTR_ERR_RANGE, f->trace.path,
                                "--follow --src all: SRC has more than 6 bits; choose with "
                                "--src N");
}

static int begin(struct follow *f, const struct htr_trace_options *o)
{
    struct htr_trace_options one = *o;
    one.no_bytes = true;
    one.src = f->o.all ? NULL : o->src;
    int status = check(f, o);
    status = status == HTR_OK ? htr_trace_open_decoder(&f->trace, f->host, &one) : status;
    status = status == HTR_OK ? check_sources(f) : status;
    status = status == HTR_OK ? build(f) : status;
    return status == HTR_OK ? open_input(f) : status;
}

int htr_follow(struct htr_host *host, const struct htr_trace_options *o,
               const struct htr_follow_options *options, struct htr_writer *w,
               struct htr_decoded *sum)
{
    struct follow *f = calloc(1, sizeof *f);
    htr_decoded_begin(sum);
    if (f == NULL) {
        return htr_fail(host, HTR_ERR_MEMORY, o->path, "not enough memory");
    }
    f->host = host;
    f->o = *options;
    f->w = w;
    f->fd = -1;
    w->sources = options->all;
    htr_tree_init(&f->tree, host, NULL, 0);
    int status = begin(f, o);
    status = status == HTR_OK ? follow_bytes(f) : status;
    status = status == HTR_OK ? sum_up(f, sum) : status;
    close_all(f);
    return status;
}
