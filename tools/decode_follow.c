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

#include "decode.h"
#include "host.h"
#include "htr/htr_tree_push.h"
#include "interrupt.h"
#include "htr/htr_kind.h"
#include "output.h"
#include "htr/htr_snapshot.h"

static const char verb[] = "decode";

typedef unsigned long long ull;

enum {
    PIECE = 1 << 16,
    SPARE = 8,    /* readable bytes after a piece */
    LOOK = 16,    /* bytes by which a file is known for no trace */
    TICK = 50,    /* ms between two looks at a file, and at the clock */
    SRC_BITS = 6, /* --src all makes a decoder for each number */
};

/* A source: what is to be said about it at the end, and its code. */
struct branch {
    struct decode_run run;
    struct htr_trace t; /* for the report alone: name, configuration, counts */
    struct htr_code *code;
    struct htr_code own; /* --src all: caches for this source */
    bool shared;
    bool shown; /* something of it was written */
};

struct follow {
    struct decode_follow o;
    struct htr_trace trace;
    struct htr_tree tree;
    struct decode_writer *w;
    struct branch *branch;
    size_t n;
    int32_t buffer;
    int fd;
    bool file; /* a regular one: an end is only where it ends now */
    uint64_t offset;
    uint8_t piece[PIECE + SPARE];
};

/* ---- the tree ---- */

static enum htr_answer take(void *ctx, int32_t decoder, const struct flow_elem *e)
{
    struct branch *b = ctx;
    struct decode_writer *w = b->run.w;
    (void)decoder;
    if (w->sources && !b->shown && (e->type == FLOW_ELEM_ERROR || e->type == FLOW_ELEM_END)) {
        return HTR_CONT; /* of a source that never was; a damaged message is told to all */
    }
    b->shown = true;
    b->t.decoder.flow.insns += e->type == FLOW_ELEM_RANGE ? e->count : 0;
    b->t.decoder.flow.msgs = e->msg;
    w->code = b->code;
    w->src = b->t.src;
    decode_take(&b->run, e);
    return w->failed ? HTR_FATAL : HTR_CONT;
}

/* Component `made` on parent. Returns its index, or a negative number after a message. */
static int32_t on(struct htr_tree *tree, int32_t parent, int32_t made, unsigned key)
{
    return made >= 0 && htr_tree_attach(tree, parent, made, key) == HTR_OK ? made : -1;
}

static int add_branch(struct follow *f, int32_t packets, struct branch *b, unsigned src)
{
    struct htr_tree *tree = &f->tree;
    char name[HTR_COMPONENT];
    b->code = &f->trace.code;
    if (f->o.all) {
        b->shared = htr_code_share(&b->own, &f->trace.code, nexus_cfg_isa(&f->trace.cfg)) == 0;
        if (!b->shared) {
            return tool_fail(verb, NULL, "not enough memory for source %u", src);
        }
        b->code = &b->own;
    }
    b->t.host = tool_host(verb);
    b->t.path = f->trace.path;
    b->t.cfg = f->trace.cfg;
    b->t.one_source = f->trace.one_source || f->o.all;
    b->t.src = (uint16_t)src;
    b->run = (struct decode_run){.t = &b->t, .w = f->w, .allow_other = f->o.allow_other};
    snprintf(name, sizeof name, "source %u", src);
    int32_t d = on(tree, packets, htr_tree_decoder(tree, name, NULL), src);
    return d >= 0 && on(tree, d, htr_tree_code(tree, name, &b->code->code), 0) >= 0 &&
                   on(tree, d, htr_tree_sink(tree, name, take, b), 0) >= 0
               ? 0
               : TOOL_CANNOT;
}

static int build(struct follow *f)
{
    struct htr_trace *t = &f->trace;
    const struct htr_packets o = {.cfg = t->cfg,
                                  .allow_oversize = t->decoder.allow_oversize,
                                  .align = t->wrapped,
                                  .longest = HTR_TRACE_MESSAGE_MAX};
    f->n = f->o.all ? (size_t)1 << t->cfg.src_bits : 1;
    f->branch = calloc(f->n, sizeof *f->branch);
    if (f->branch == NULL) {
        return tool_fail(verb, NULL, "not enough memory");
    }
    f->buffer = htr_tree_buffer(&f->tree, t->path, HTR_BYTES_MESSAGES);
    int32_t p =
        f->buffer < 0 ? -1 : on(&f->tree, f->buffer, htr_tree_packets(&f->tree, "messages", &o), 0);
    int status = p >= 0 ? 0 : TOOL_CANNOT;
    for (size_t i = 0; i < f->n && status == 0; i++) {
        bool fits = t->one_source && t->src >> t->cfg.src_bits == 0;
        status = add_branch(f, p, &f->branch[i],
                            f->o.all ? (unsigned)i
                            : fits   ? t->src
                                     : (unsigned)HTR_SRC_ANY);
    }
    return status == 0 && htr_tree_begin(&f->tree) == HTR_OK ? 0 : TOOL_CANNOT;
}

/* ---- bytes ---- */

static int open_input(struct follow *f)
{
    const char *path = f->trace.path;
    struct stat st;
    f->fd = strcmp(path, "-") == 0 ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    if (f->fd < 0 || fstat(f->fd, &st) != 0) {
        return tool_fail(verb, path, "cannot be opened: %s; is the name right?", strerror(errno));
    }
    if (!output_allows_input(f->fd)) {
        return tool_fail(verb, path, "%s", OUTPUT_IS_INPUT);
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

/* Read what there is. Returns the number of bytes; 0: nothing now; -1: nothing any more; -2: after
 * a message. */
static long read_now(struct follow *f)
{
    struct pollfd p = {.fd = f->fd, .events = POLLIN};
    int ready = f->file ? 1 : poll(&p, 1, TICK);
    ssize_t got = ready > 0 ? read(f->fd, f->piece, PIECE) : 0;
    if (got < 0 && errno != EINTR && errno != EAGAIN) {
        (void)tool_fail(verb, f->trace.path, "cannot be read: %s", strerror(errno));
        return -2;
    }
    if (got == 0 && ready > 0 && !f->file) {
        return -1;
    }
    if (got <= 0 && f->file) {
        struct stat st;
        if (fstat(f->fd, &st) == 0 && (uint64_t)st.st_size < f->offset) {
            (void)tool_fail(verb, f->trace.path,
                            "has become shorter, %llu bytes of %llu; follow it anew",
                            (ull)st.st_size, (ull)f->offset);
            return -2;
        }
        const struct timespec tick = {.tv_nsec = TICK * 1000000L};
        (void)nanosleep(&tick, NULL);
    }
    return got > 0 ? (long)got : 0;
}

/* Is it a trace? By its first piece. */
static int check_kind(const struct follow *f, size_t n)
{
    enum htr_kind kind =
        f->offset == 0 && n >= LOOK ? htr_kind_of(f->piece, n, false) : HTR_KIND_TRACE;
    if (f->offset == 0 && n >= 4 &&
        (memcmp(f->piece, "\x1F\x8B\x08", 3) == 0 ||
         memcmp(f->piece, "\x28\xB5\x2F\xFD", 4) == 0)) {
        return tool_fail(verb, f->trace.path,
                         "is compressed; --follow reads plain bytes: zcat or zstdcat it into "
                         "hartrace decode - --follow");
    }
    return kind == HTR_KIND_TRACE ? 0
                                  : tool_fail(verb, f->trace.path, "is %s, not a trace; %s",
                                              htr_kind_name(kind), htr_kind_use(kind));
}

/* Give the bytes to the tree, and what comes of them to the reader. */
static int decode_piece(struct follow *f, size_t n)
{
    size_t taken;
    if (check_kind(f, n) != 0) {
        return TOOL_CANNOT;
    }
    enum htr_answer answer = htr_tree_data(&f->tree, f->buffer, f->piece, n, &taken);
    f->offset += n;
    decode_flush(f->w);
    f->w->failed = fflush(f->w->out) != 0 || f->w->failed;
    return answer == HTR_CONT && !f->w->failed ? 0 : TOOL_CANNOT;
}

static int follow_bytes(struct follow *f)
{
    double last = now();
    int status = 0;
    while (status == 0 && !interrupted()) {
        long n = read_now(f);
        if (n > 0) {
            status = decode_piece(f, (size_t)n);
            last = now();
        } else if (n < 0) {
            status = n == -1 ? 0 : TOOL_CANNOT;
            break;
        } else if (f->o.timeout > 0 && now() - last >= (double)f->o.timeout) {
            break;
        }
    }
    return status;
}

/* ---- the end ---- */

static int sum_up(struct follow *f)
{
    int status = TOOL_OK;
    (void)htr_tree_eot(&f->tree, f->buffer);
    decode_flush(f->w);
    output_is_whole(); /* Ctrl-C is a regular end */
    if (f->offset == 0) {
        return tool_fail(verb, f->trace.path, "is empty; nothing was written to it");
    }
    for (size_t i = 0; i < f->n; i++) {
        struct branch *b = &f->branch[i];
        if (b->shown) {
            b->t.decoder.msgs.base = f->offset;
            status = tool_worse(decode_sum_up(&b->run), status);
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
}

static int check(const struct htr_trace_options *o, const struct decode_follow *f)
{
    if (htr_snapshot_is(o->path)) {
        return tool_fail(verb, o->path, "is a folder; --follow reads a file or a pipe");
    }
    if (f->all && o->code.ingress != NULL) {
        return tool_fail(verb, NULL,
                         "--follow --src all: --ingress has the code of one hart; give "
                         "--elf, or --src N");
    }
    return 0;
}

static int check_sources(const struct follow *f)
{
    unsigned bits = f->trace.cfg.src_bits;
    if (!f->o.all || (bits > 0 && bits <= SRC_BITS)) {
        return 0;
    }
    return tool_fail(verb, f->trace.path,
                     bits == 0
                         ? "--src all: the width of SRC is 0; add --te trTeSrcBits=N"
                         : "--follow --src all: SRC has more than 6 bits; choose with --src N");
}

int decode_follow(const struct htr_trace_options *o, const struct decode_follow *options,
                  struct decode_writer *w)
{
    struct follow f = {0};
    struct htr_trace_options one = *o;
    memset(&f, 0, sizeof f);
    f.o = *options;
    f.w = w;
    f.fd = -1;
    w->sources = options->all;
    one.no_bytes = true;
    one.src = options->all ? NULL : o->src;
    htr_tree_init(&f.tree, tool_host(verb), NULL, 0);
    interrupt_install();
    int status = check(o, options);
    if (status != 0 || htr_trace_open_decoder(&f.trace, tool_host(verb), &one) != 0) {
        return TOOL_CANNOT;
    }
    status = check_sources(&f);
    status = status == 0 ? build(&f) : status;
    status = status == 0 ? open_input(&f) : status;
    status = status == 0 ? follow_bytes(&f) : status;
    status = status == 0 ? sum_up(&f) : status;
    close_all(&f);
    return status;
}
