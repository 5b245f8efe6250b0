/* SPDX-License-Identifier: Apache-2.0 */
/* A device at the other end of two pipes. */
#include "htk/htk_dut.h"

#include "encoder_regs.h"
#include "htk_normalize.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    FLOOD_BASE = 1 << 16, /* bytes of trace that any device may send */
    FLOOD_CLOCK = 1024,   /* and for each clock */
    GRACE_MS = 1000,      /* to end after its pipes are closed */
};

uint64_t htk_dut_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000u + (uint64_t)t.tv_nsec / 1000000u;
}

/* The first reason counts. Returns false. */
static bool fail(struct htk_dut *d, enum htk_dut_end end, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static bool fail(struct htk_dut *d, enum htk_dut_end end, const char *format, ...)
{
    if (d->end == HTK_DUT_RUNS) {
        va_list args;
        va_start(args, format);
        vsnprintf(d->why, sizeof d->why, format, args);
        va_end(args);
        d->end = end;
    }
    return false;
}

/* ---- the process ---- */

static int serve(int in, int out, htk_dut_main *main, void *ctx)
{
    FILE *from = htk_dut_stream(in, false), *to = htk_dut_stream(out, true);
    return from != NULL && to != NULL ? main(ctx, from, to) : EXIT_FAILURE;
}

static void child(int in, int out, const char *command, htk_dut_main *main, void *ctx)
{
    setpgid(0, 0);
    signal(SIGPIPE, SIG_DFL);
    if (main != NULL) {
        _exit(serve(in, out, main, ctx));
    }
    if (htk_dut_is_object(command)) {
        _exit(htk_dut_object_serve(command, in, out));
    }
    if (dup2(in, 0) >= 0 && dup2(out, 1) >= 0) {
        if (in > 2) { /* an end that stays open would hide that the device has closed its own */
            close(in);
        }
        if (out > 2) {
            close(out);
        }
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    }
    _exit(127);
}

static void close_pipe(const int p[2])
{
    close(p[0]);
    close(p[1]);
}

static bool start(struct htk_dut *d, const char *command, htk_dut_main *main, void *ctx)
{
    int to[2], from[2];
    d->loading = command != NULL && htk_dut_is_object(command);
    if (pipe(to) != 0) {
        return fail(d, HTK_DUT_NOT_STARTED, "no pipe: errno %d", errno);
    }
    if (pipe(from) != 0) {
        close_pipe(to);
        return fail(d, HTK_DUT_NOT_STARTED, "no pipe: errno %d", errno);
    }
    if (d->loading) {
        fflush(NULL); /* what is buffered must not be written twice */
    }
    d->pid = fork();
    if (d->pid == 0) {
        close(to[1]);
        close(from[0]);
        child(to[0], from[1], command, main, ctx);
    }
    close(to[0]);
    close(from[1]);
    d->to = to[1];
    d->from = from[0];
    if (d->pid < 0) {
        d->pid = 0;
        return fail(d, HTK_DUT_NOT_STARTED, "no process: errno %d", errno);
    }
    setpgid(d->pid, d->pid); /* in the child too: whichever comes first */
    fcntl(d->to, F_SETFD, FD_CLOEXEC);
    fcntl(d->from, F_SETFD, FD_CLOEXEC);
    fcntl(d->to, F_SETFL, O_NONBLOCK);
    fcntl(d->from, F_SETFL, O_NONBLOCK);
    return true;
}

/* Wait for the process, at most GRACE_MS; then it is killed, with its children. Returns its status,
 * or -1 when it had to be killed. */
static int collect(struct htk_dut *d)
{
    const struct timespec pause = {.tv_nsec = 2000000};
    const uint64_t until = htk_dut_now() + GRACE_MS;
    int status = -1;
    pid_t got = 0;
    while (d->pid > 0 && got == 0) {
        got = waitpid(d->pid, &status, WNOHANG);
        if (got == 0 && htk_dut_now() > until) {
            kill(-d->pid, SIGKILL);
            waitpid(d->pid, &status, 0);
            status = -1;
            break;
        }
        if (got == 0) {
            nanosleep(&pause, NULL);
        }
    }
    if (d->pid > 0) {
        kill(-d->pid, SIGKILL); /* its children */
    }
    d->pid = 0;
    return status;
}

static bool died(struct htk_dut *d)
{
    const int status = collect(d);
    if (status != -1 && WIFSIGNALED(status)) {
        return fail(d, HTK_DUT_DIED, "killed by signal %d", WTERMSIG(status));
    }
    const int code = status != -1 ? WEXITSTATUS(status) : -1;
    if (code > 128) {
        return fail(d, HTK_DUT_DIED, "killed by signal %d", code - 128);
    }
    if (code == 127) {
        return fail(d, HTK_DUT_NOT_STARTED, "the shell does not find the command");
    }
    return code < 0 ? fail(d, HTK_DUT_DIED, "closed its output")
                    : fail(d, HTK_DUT_DIED, "exited with status %d", code);
}

/* ---- frames ---- */

static bool take_bytes(struct htk_dut *d, const uint8_t *p, size_t n)
{
    if (d->n + n > FLOOD_BASE + FLOOD_CLOCK * d->clocks) {
        return fail(d, HTK_DUT_FLOODS, "more than %zu bytes of trace in %llu clocks", d->n,
                    (unsigned long long)d->clocks);
    }
    if (d->n + n > d->room) {
        const size_t room = 2 * (d->n + n);
        uint8_t *more = realloc(d->bytes, room);
        if (more == NULL) {
            return fail(d, HTK_DUT_FLOODS, "not enough memory for its trace");
        }
        d->bytes = more;
        d->room = room;
    }
    memcpy(d->bytes + d->n, p, n);
    d->n += n;
    return true;
}

static bool take_frame(struct htk_dut *d, unsigned type, const uint8_t *p, size_t n)
{
    if (type == HARTRACE_DUT_BYTES) {
        return take_bytes(d, p, n);
    }
    if (type == HARTRACE_DUT_FAIL && d->loading) {
        return fail(d, HTK_DUT_NOT_STARTED, "%.*s", (int)n, (const char *)p);
    }
    if (type == HARTRACE_DUT_FAIL) {
        return fail(d, HTK_DUT_GAVE_UP, "it says: %.*s", (int)n, (const char *)p);
    }
    if (type == 0 || type != d->answer_type || d->answered) {
        return fail(d, HTK_DUT_NONSENSE,
                    "a frame of type 0x%02X with %zu bytes that nothing asked for", type, n);
    }
    d->answered = true;
    memcpy(d->answer, p, n);
    d->answer_size = n;
    return true;
}

static bool take_frames(struct htk_dut *d)
{
    size_t at = 0;
    while (d->in_fill - at >= 3) {
        const size_t n = (size_t)hartrace_dut_number(d->in + at + 1, 2);
        if (n > HARTRACE_DUT_PAYLOAD) {
            return fail(d, HTK_DUT_NONSENSE, "a frame of type 0x%02X with %zu bytes", d->in[at], n);
        }
        if (d->in_fill - at < 3 + n) {
            break;
        }
        if (!take_frame(d, d->in[at], d->in + at + 3, n)) {
            return false;
        }
        at += 3 + n;
    }
    memmove(d->in, d->in + at, d->in_fill - at);
    d->in_fill -= at;
    return true;
}

/* Read what there is. */
static bool receive(struct htk_dut *d)
{
    const ssize_t k = read(d->from, d->in + d->in_fill, sizeof d->in - d->in_fill);
    if (k == 0) {
        return died(d);
    }
    if (k < 0) {
        return errno == EAGAIN || errno == EINTR ? true : died(d);
    }
    d->in_fill += (size_t)k;
    return take_frames(d);
}

/* Write what can be written; *sent is how much has been. */
static bool transmit(struct htk_dut *d, size_t *sent)
{
    void (*before)(int) = signal(SIGPIPE, SIG_IGN);
    const ssize_t k = write(d->to, d->out + *sent, d->out_fill - *sent);
    signal(SIGPIPE, before);
    if (k < 0) {
        return errno == EAGAIN || errno == EINTR ? true : died(d);
    }
    *sent += (size_t)k;
    return true;
}

/* Send all that waits, and get the answer when one is awaited. */
static bool pump(struct htk_dut *d, bool answer)
{
    const uint64_t until = htk_dut_now() + d->timeout_ms;
    size_t sent = 0;
    d->answered = false;
    while (d->end == HTK_DUT_RUNS && (sent < d->out_fill || (answer && !d->answered))) {
        struct pollfd fd[2] = {{.fd = d->from, .events = POLLIN}, {.fd = d->to, .events = POLLOUT}};
        const uint64_t now = htk_dut_now();
        if (d->deadline_ms != 0 && now >= d->deadline_ms) {
            return fail(d, HTK_DUT_LATE, "the time of the run is over");
        }
        if (now >= until) {
            return fail(d, HTK_DUT_HANGS, "no answer within %u ms", d->timeout_ms);
        }
        const uint64_t left = until - now < 1000 ? until - now : 1000;
        const int ready = poll(fd, sent < d->out_fill ? 2 : 1, (int)left);
        if (ready > 0 && fd[0].revents != 0 && !receive(d)) {
            return false;
        }
        if (ready > 0 && sent < d->out_fill && fd[1].revents != 0 && !transmit(d, &sent)) {
            return false;
        }
    }
    d->out_fill = 0;
    return d->end == HTK_DUT_RUNS;
}

static bool send(struct htk_dut *d, unsigned type, const uint8_t *p, size_t n)
{
    if (d->end != HTK_DUT_RUNS || (d->out_fill + 3 + n > sizeof d->out && !pump(d, false))) {
        return false;
    }
    uint8_t *to = d->out + d->out_fill;
    to[0] = (uint8_t)type;
    to[1] = (uint8_t)n;
    to[2] = (uint8_t)(n >> 8);
    if (n > 0) {
        memcpy(to + 3, p, n);
    }
    d->out_fill += 3 + n;
    return true;
}

/* Send, and wait for an answer of `size` bytes; -1: of any size. */
static bool ask(struct htk_dut *d, unsigned type, const uint8_t *p, size_t n, int size)
{
    d->answer_type = (uint8_t)(type | HARTRACE_DUT_ANSWER);
    d->answered = false;
    if (!send(d, type, p, n) || !pump(d, true)) {
        return false;
    }
    d->answer_type = 0;
    if (size >= 0 && d->answer_size != (size_t)size) {
        return fail(d, HTK_DUT_NONSENSE, "an answer of %zu bytes instead of %d", d->answer_size,
                    size);
    }
    return true;
}

static void put(uint8_t *p, uint64_t v, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        p[i] = (uint8_t)(v >> 8 * i);
    }
}

/* ---- calls ---- */

static bool hello(struct htk_dut *d)
{
    const uint8_t p[7] = {'H', 'T', 'D', 'U', 'T', HARTRACE_DUT_VERSION, 0};
    if (!ask(d, HARTRACE_DUT_HELLO, p, sizeof p, -1)) {
        return false;
    }
    d->loading = false;
    const uint8_t *a = d->answer;
    const unsigned version = d->answer_size >= 2 ? (unsigned)hartrace_dut_number(a, 2) : 0;
    if (version != HARTRACE_DUT_VERSION) {
        return fail(d, HTK_DUT_NONSENSE, "version %u of the protocol; this kit has %d", version,
                    HARTRACE_DUT_VERSION);
    }
    const uint8_t *nul = d->answer_size > 6 ? memchr(a + 6, 0, d->answer_size - 6) : NULL;
    if (nul == NULL || (a[2] != 32 && a[2] != 64) || (a[3] != 3 && a[3] != 4) || a[4] < 1 ||
        a[4] > INGRESS_MAX_BLOCKS || a[5] < 1 || a[5] > 32) {
        return fail(d, HTK_DUT_NONSENSE, "a HELLO that describes no port");
    }
    d->xlen = a[2];
    d->itype_width = a[3];
    d->blocks = a[4];
    d->iretire_bits = a[5];
    snprintf(d->name, sizeof d->name, "%s", (const char *)a + 6);
    snprintf(d->params, sizeof d->params, "%.*s", (int)(a + d->answer_size - nul - 1),
             (const char *)nul + 1);
    d->takes_accesses = htk_dut_states_data(d->params);
    return true;
}

bool htk_dut_open(struct htk_dut *d, const char *command, htk_dut_main *main, void *ctx)
{
    d->to = d->from = -1;
    d->bytes = malloc(FLOOD_BASE); /* there is always something to point to */
    if (d->bytes == NULL) {
        return fail(d, HTK_DUT_NOT_STARTED, "not enough memory");
    }
    d->room = FLOOD_BASE;
    return start(d, command, main, ctx) && hello(d);
}

bool htk_dut_close(struct htk_dut *d)
{
    (void)ask(d, HARTRACE_DUT_END, NULL, 0, 0);
    if (d->to >= 0) {
        close(d->to);
        close(d->from);
        d->to = d->from = -1;
    }
    if (d->pid > 0 && d->end != HTK_DUT_RUNS) {
        kill(-d->pid, SIGKILL);
    }
    if (d->pid > 0 && collect(d) != 0) {
        fail(d, HTK_DUT_DIED, "did not end with status 0 after END");
    }
    free(d->bytes);
    d->bytes = NULL;
    d->n = d->room = 0;
    return d->end == HTK_DUT_RUNS;
}

bool htk_dut_reset(struct htk_dut *d)
{
    /* Bytes of before are thrown away: they arrive before the answer. */
    if (!htk_dut_flush(d) || !send(d, HARTRACE_DUT_RESET, NULL, 0) || !htk_dut_flush(d)) {
        return false;
    }
    d->n = d->plain = 0;
    d->clocks = 0;
    d->src_bits = 0;
    d->inhibit_src = false;
    nexus_cfg_init(&d->cfg);
    d->cfg.xlen = d->xlen;
    return true;
}

bool htk_dut_read(struct htk_dut *d, uint32_t offset, uint32_t *value)
{
    uint8_t p[2];
    put(p, offset, 2);
    *value = 0;
    if (!ask(d, HARTRACE_DUT_READ, p, sizeof p, 4)) {
        return false;
    }
    *value = (uint32_t)hartrace_dut_number(d->answer, 4);
    return true;
}

/* What a write means to the messages. */
static void follow(struct htk_dut *d, uint32_t offset, uint32_t value)
{
    if (offset == TR_TE_INST_FEATURES_OFFSET) {
        d->src_bits = (uint8_t)((value & TR_TE_SRC_BITS_MASK) >> TR_TE_SRC_BITS_SHIFT);
        d->cfg.extend_addr_msb = (value & TR_TE_INST_EXTEND_ADDR_MSB_MASK) != 0;
    } else if (offset == TR_TE_CONTROL_OFFSET) {
        d->inhibit_src = (value & TR_TE_INHIBIT_SRC_MASK) != 0;
    } else if (offset == TR_TS_CONTROL_OFFSET) {
        d->cfg.timestamps = (value & TR_TS_ENABLE_MASK) != 0;
    }
    d->cfg.src_bits = d->inhibit_src ? 0 : d->src_bits;
}

bool htk_dut_write(struct htk_dut *d, uint32_t offset, uint32_t value)
{
    uint8_t p[6];
    follow(d, offset, value);
    put(p, offset, 2);
    put(p + 2, value, 4);
    return send(d, HARTRACE_DUT_WRITE, p, sizeof p);
}

static uint8_t *put_accesses(uint8_t *p, const struct ingress_cycle *in)
{
    *p++ = in->naccess;
    for (unsigned i = 0; i < in->naccess; i++, p += 28) {
        const struct ingress_access *a = &in->access[i];
        put(p, a->daddr, 8);
        put(p + 8, a->load, 8);
        put(p + 16, a->store, 8);
        p[24] = a->dtype;
        p[25] = a->dsize;
        p[26] = a->block;
        p[27] = a->insn;
    }
    return p;
}

bool htk_dut_cycle(struct htk_dut *d, const struct ingress_cycle *in)
{
    uint8_t p[51 + 14 * INGRESS_MAX_BLOCKS + 1 + 28 * INGRESS_MAX_ACCESSES];
    uint8_t *b = p + 51;
    put(p, in->time, 8);
    put(p + 8, in->context, 8);
    put(p + 16, in->hcontext, 8);
    put(p + 24, in->cause, 8);
    put(p + 32, in->tval, 8);
    put(p + 40, in->impdef, 4);
    put(p + 44, in->trigger, 2);
    p[46] = in->priv;
    p[47] = in->ctype;
    p[48] = in->ext_trig;
    p[49] = (uint8_t)(in->halted | in->reset << 1 | in->lowpower << 2);
    p[50] = in->nblocks;
    for (unsigned i = 0; i < in->nblocks; i++, b += 14) {
        put(b, in->block[i].iaddr, 8);
        put(b + 8, in->block[i].iretire, 4);
        b[12] = in->block[i].itype;
        b[13] = (uint8_t)((in->block[i].ilastsize & 1) | in->block[i].sijump << 1);
    }
    if (d->takes_accesses && in->naccess > 0) {
        b = put_accesses(b, in);
    }
    d->clocks++;
    return send(d, HARTRACE_DUT_CYCLE, p, (size_t)(b - p));
}

bool htk_dut_tick(struct htk_dut *d, uint32_t clocks)
{
    uint8_t p[4];
    put(p, clocks, 4);
    d->clocks += clocks;
    return send(d, HARTRACE_DUT_TICK, p, sizeof p);
}

bool htk_dut_link(struct htk_dut *d, bool ready)
{
    const uint8_t p[1] = {ready};
    return send(d, HARTRACE_DUT_LINK, p, sizeof p);
}

bool htk_dut_flush(struct htk_dut *d)
{
    return ask(d, HARTRACE_DUT_FLUSH, NULL, 0, 0) &&
           (d->profile == NULL || d->n == d->plain || htk_normalize_dut(d) ||
            fail(d, HTK_DUT_FLOODS, "not enough memory to rewrite its trace"));
}
