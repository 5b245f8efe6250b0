/* SPDX-License-Identifier: Apache-2.0 */
/* Port over OpenOCD's Tcl RPC server: commands and answers end in the byte 0x1A. An answer does not
 * say whether it is a result or an error, so each script runs inside `catch`. */
#include "hartrace/rvt_io_openocd.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <netdb.h>
#include <poll.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "rvt_openocd_text.h"
#include "rvt_port_clock.h"

enum {
    END = 0x1A,
    SBA_BATCH = 64, /* words that must come within timeout_ms, one by one */
};

/* Around each script. In a procedure of its own, so that no variable of the server is touched. */
#define HEAD "apply {{} {list [catch {"
#define TAIL "} r] $r}}\x1a"

__attribute__((format(printf, 2, 3))) static void say(struct rvt_io_openocd *o, const char *format,
                                                      ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(o->message, sizeof o->message, format, args);
    va_end(args);
}

static void disconnect(struct rvt_io_openocd *o)
{
    if (o->fd >= 0) {
        close(o->fd);
    }
    o->fd = -1;
}

const char *rvt_io_openocd_message(const struct rvt_io_openocd *o)
{
    return o->message;
}

/* The connection cannot be used any more. */
static enum rvt_status lost(struct rvt_io_openocd *o)
{
    disconnect(o);
    return RVT_ERR_IO;
}

/* Wait until fd can be read or written (events), at most to the deadline. */
static bool ready(struct rvt_io_openocd *o, short events, uint64_t deadline)
{
    for (;;) {
        const uint64_t now = rvt_port_now_ms();
        struct pollfd p = {.fd = o->fd, .events = events};
        int n = 0;

        if (now < deadline) {
            n = poll(&p, 1, (int)(deadline - now));
        }
        if (n > 0) {
            return true;
        }
        if (n < 0 && errno == EINTR) {
            continue;
        }
        if (n < 0) {
            say(o, "OpenOCD's Tcl port: %s", strerror(errno));
        } else {
            say(o, "no answer from OpenOCD's Tcl port within %" PRIu32 " ms", o->timeout_ms);
        }
        return false;
    }
}

static bool send_all(struct rvt_io_openocd *o, const char *data, size_t n, uint64_t deadline)
{
    while (n > 0) {
        if (!ready(o, POLLOUT, deadline)) {
            return false;
        }
        ssize_t done = send(o->fd, data, n, MSG_NOSIGNAL);
        if (done < 0 && (errno == EINTR || errno == EAGAIN)) {
            continue;
        }
        if (done < 0) {
            say(o, "OpenOCD's Tcl port: %s", strerror(errno));
            return false;
        }
        data += done;
        n -= (size_t)done;
    }
    return true;
}

/* Receive one answer into text, as a string without the byte that ends it. */
static bool receive(struct rvt_io_openocd *o, uint64_t deadline)
{
    o->length = 0;
    for (;;) {
        const size_t room = sizeof o->text - o->length;

        if (room == 0) {
            say(o, "an answer of OpenOCD is longer than %zu bytes", sizeof o->text);
            return false;
        }
        if (!ready(o, POLLIN, deadline)) {
            return false;
        }
        ssize_t n = recv(o->fd, o->text + o->length, room, 0);
        if (n < 0 && (errno == EINTR || errno == EAGAIN)) {
            continue;
        }
        if (n <= 0) {
            say(o, "OpenOCD closed the connection%s%s", n < 0 ? ": " : "",
                n < 0 ? strerror(errno) : "");
            return false;
        }
        const char *end = memchr(o->text + o->length, END, (size_t)n);
        o->length += (size_t)n;
        if (end == NULL) {
            continue;
        }
        if (end != o->text + o->length - 1) {
            say(o, "OpenOCD sent more than one answer");
            return false;
        }
        o->text[--o->length] = '\0';
        return true;
    }
}

/* Send the n bytes of text, END included, and take the answer apart. */
static enum rvt_status exchange(struct rvt_io_openocd *o, size_t n, char **value)
{
    const uint64_t deadline = rvt_port_now_ms() + o->timeout_ms;

    if (o->fd < 0) {
        if (o->message[0] == '\0') {
            say(o, "not connected to OpenOCD");
        }
        return RVT_ERR_IO;
    }
    if (!send_all(o, o->text, n, deadline) || !receive(o, deadline)) {
        return lost(o);
    }
    int code = rvt_openocd_split(o->text, value);
    if (code < 0) {
        say(o, "invalid answer from OpenOCD: %.80s", o->text);
        return lost(o);
    }
    if (code > 0) {
        say(o, "%.200s", *value);
        return RVT_ERR_BUS;
    }
    return RVT_OK;
}

/* Before an access, and before a script of the caller. */
static const char *quiet(const struct rvt_io_openocd *o)
{
    return o->holds_polling ? "::hartrace_poll::quiet; " : "";
}

static const char *loud(const struct rvt_io_openocd *o)
{
    return o->holds_polling ? "::hartrace_poll::loud; " : "";
}

void rvt_io_openocd_close(struct rvt_io_openocd *o)
{
    if (o->fd >= 0 && o->holds_polling) {
        char *value;
        const int len = snprintf(o->text, sizeof o->text, HEAD "%s" TAIL, loud(o));

        (void)!exchange(o, (size_t)len, &value);
    }
    o->holds_polling = false;
    disconnect(o);
}

/* The command of a target, or the global one. */
static const char *blank_after(const struct rvt_io_openocd *o)
{
    return o->target[0] ? " " : "";
}

static enum rvt_status read_words(struct rvt_io_openocd *o, uint64_t addr, uint32_t *dst, size_t n,
                                  uint32_t step)
{
    char *value = NULL;
    int len;

    if (o->access == RVT_IO_OPENOCD_SBA || (o->access == RVT_IO_OPENOCD_STREAM && step == 0)) {
        len = snprintf(o->text, sizeof o->text,
                       HEAD "%s::hartrace_port::read {%s} 0x%" PRIx64 " %zu %" PRIu32
                            " %" PRIu32 TAIL,
                       quiet(o), o->target, addr, n, step, o->timeout_ms / 2);
    } else if (step != 0 || n == 1) {
        len = snprintf(o->text, sizeof o->text,
                       HEAD "%s%s%sread_memory 0x%" PRIx64 " 32 %zu phys" TAIL, quiet(o), o->target,
                       blank_after(o), addr, n);
    } else {
        len = snprintf(o->text, sizeof o->text,
                       HEAD "%sset l {}; for {set i 0} {$i < %zu} {incr i} {lappend l "
                            "[%s%sread_memory 0x%" PRIx64 " 32 1 phys]}; set l" TAIL,
                       quiet(o), n, o->target, blank_after(o), addr);
    }
    enum rvt_status st = exchange(o, (size_t)len, &value);
    if (st == RVT_OK && !rvt_openocd_words(value, dst, n)) {
        say(o, "read_memory at 0x%" PRIx64 ": not %zu words: %.60s", addr, n, value);
        return lost(o);
    }
    return st;
}

static enum rvt_status read_block(const struct rvt_io *io, uint64_t addr, uint32_t *dst, size_t n,
                                  uint32_t step)
{
    const struct rvt_io_openocd *o = io->ctx;
    const size_t most = o->access == RVT_IO_OPENOCD_MEMORY ? RVT_IO_OPENOCD_BATCH : SBA_BATCH;

    while (n > 0) {
        const size_t now = n < most ? n : most;
        const enum rvt_status st = read_words(io->ctx, addr, dst, now, step);

        if (st != RVT_OK) {
            return st;
        }
        addr += (uint64_t)step * now;
        dst += now;
        n -= now;
    }
    return RVT_OK;
}

static enum rvt_status read32(const struct rvt_io *io, uint64_t addr, uint32_t *val)
{
    struct rvt_io_openocd *o = io->ctx;

    rvt_port_clock_read(&o->clock);
    return read_words(io->ctx, addr, val, 1, 4);
}

/* The link is slow enough without a sleep. */
static enum rvt_status relax(const struct rvt_io *io)
{
    struct rvt_io_openocd *o = io->ctx;

    return rvt_port_clock_relax(&o->clock);
}

static enum rvt_status write_sba(struct rvt_io_openocd *o, uint64_t addr, const uint32_t *src,
                                 size_t n)
{
    enum rvt_status st = RVT_OK;

    for (size_t i = 0; i < n && st == RVT_OK; i++) {
        char *value = NULL;
        int len =
            snprintf(o->text, sizeof o->text,
                     HEAD "%s::hartrace_port::write {%s} 0x%" PRIx64 " 0x%" PRIx32 " %" PRIu32 TAIL,
                     quiet(o), o->target, addr + 4 * i, src[i], o->timeout_ms / 2);
        st = exchange(o, (size_t)len, &value);
    }
    return st;
}

static enum rvt_status write_words(struct rvt_io_openocd *o, uint64_t addr, const uint32_t *src,
                                   size_t n)
{
    char *value = NULL;
    if (o->access == RVT_IO_OPENOCD_SBA) {
        return write_sba(o, addr, src, n);
    }
    int len = snprintf(o->text, sizeof o->text, HEAD "%s%s%swrite_memory 0x%" PRIx64 " 32 {",
                       quiet(o), o->target, blank_after(o), addr);

    for (size_t i = 0; i < n; i++) {
        len += snprintf(o->text + len, sizeof o->text - (size_t)len, "%s0x%" PRIx32, i ? " " : "",
                        src[i]);
    }
    len += snprintf(o->text + len, sizeof o->text - (size_t)len, "} phys" TAIL);
    return exchange(o, (size_t)len, &value);
}

static enum rvt_status write32(const struct rvt_io *io, uint64_t addr, uint32_t val)
{
    return write_words(io->ctx, addr, &val, 1);
}

enum rvt_status rvt_io_openocd_write_block(struct rvt_io_openocd *o, uint64_t addr,
                                           const uint32_t *src, size_t n)
{
    if ((addr & 3) != 0) {
        return RVT_ERR_ARG;
    }
    while (n > 0) {
        const size_t now = n < RVT_IO_OPENOCD_BATCH ? n : RVT_IO_OPENOCD_BATCH;
        const enum rvt_status st = write_words(o, addr, src, now);

        if (st != RVT_OK) {
            return st;
        }
        addr += 4 * (uint64_t)now;
        src += now;
        n -= now;
    }
    return RVT_OK;
}

/* Would the script end the braces around it? A backslash takes the next character's meaning
 * away. */
static bool balanced(const char *script)
{
    long depth = 0;

    for (; *script != '\0'; script++) {
        if (*script == '\\' && *++script == '\0') {
            return false;
        } else if (*script == '{') {
            depth++;
        } else if (*script == '}' && --depth < 0) {
            return false;
        }
    }
    return depth == 0;
}

enum rvt_status rvt_io_openocd_eval(struct rvt_io_openocd *o, const char *script,
                                    const char **result)
{
    const size_t n = strlen(script);
    char *value = NULL;

    if (n == 0 || n > sizeof o->text - 96 || strchr(script, END) != NULL || !balanced(script)) {
        return RVT_ERR_ARG;
    }
    int len = snprintf(o->text, sizeof o->text, HEAD "%suplevel #0 {%s}" TAIL, loud(o), script);
    enum rvt_status st = exchange(o, (size_t)len, &value);
    if (st == RVT_OK && result != NULL) {
        *result = value;
    }
    return st;
}

enum rvt_status rvt_io_openocd_set_access(struct rvt_io_openocd *o,
                                          enum rvt_io_openocd_access access)
{
    const char *width = NULL;
    char script[RVT_IO_OPENOCD_NAME_MAX + 64];
    enum rvt_status st = RVT_OK;

    if (access != RVT_IO_OPENOCD_MEMORY && access != RVT_IO_OPENOCD_STREAM &&
        access != RVT_IO_OPENOCD_SBA) {
        return RVT_ERR_ARG;
    }
    if (access != RVT_IO_OPENOCD_MEMORY) {
        st = rvt_io_openocd_eval(o, rvt_openocd_sba_script, NULL);
        snprintf(script, sizeof script, "::hartrace_port::width {%s}", o->target);
        if (st == RVT_OK) {
            st = rvt_io_openocd_eval(o, script, &width);
        }
        if (st == RVT_ERR_BUS || (st == RVT_OK && strcmp(width, "0") == 0)) {
            st = RVT_ERR_UNSUPPORTED;
        }
    }
    if (st == RVT_OK) {
        o->access = access;
    }
    return st;
}

enum rvt_status rvt_io_openocd_hold_polling(struct rvt_io_openocd *o)
{
    const char *usable = NULL;
    const enum rvt_status st = rvt_io_openocd_eval(o, rvt_openocd_poll_script, &usable);

    if (st == RVT_ERR_BUS || (st == RVT_OK && strcmp(usable, "1") != 0)) {
        return RVT_ERR_UNSUPPORTED;
    }
    if (st == RVT_OK) {
        o->holds_polling = true;
    }
    return st;
}

static bool good_name(const char *name)
{
    static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                  "0123456789._-:";
    const size_t n = strlen(name);

    return n <= RVT_IO_OPENOCD_NAME_MAX && strspn(name, allowed) == n;
}

/* Connect to one address, without waiting longer than the deadline. */
static bool connect_one(struct rvt_io_openocd *o, const struct addrinfo *a, uint64_t deadline)
{
    int error = 0;
    socklen_t size = sizeof error;

    o->fd = socket(a->ai_family, a->ai_socktype, a->ai_protocol);
    if (o->fd < 0 || fcntl(o->fd, F_SETFL, O_NONBLOCK) < 0) {
        say(o, "%s", strerror(errno));
    } else if (connect(o->fd, a->ai_addr, a->ai_addrlen) == 0) {
        return true;
    } else if (errno != EINPROGRESS) {
        say(o, "%s", strerror(errno));
    } else if (ready(o, POLLOUT, deadline)) {
        if (getsockopt(o->fd, SOL_SOCKET, SO_ERROR, &error, &size) == 0 && error == 0) {
            return true;
        }
        say(o, "%s", strerror(error));
    }
    disconnect(o);
    return false;
}

static enum rvt_status connect_any(struct rvt_io_openocd *o, const char *host, const char *service)
{
    const struct addrinfo hints = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM};
    const uint64_t deadline = rvt_port_now_ms() + o->timeout_ms;
    struct addrinfo *list = NULL;
    char why[sizeof o->message / 2];
    const int error = getaddrinfo(host, service, &hints, &list);

    if (error != 0) {
        say(o, "OpenOCD at %.80s:%.20s: %s", host, service, gai_strerror(error));
        return RVT_ERR_IO;
    }
    for (const struct addrinfo *a = list; a != NULL && o->fd < 0; a = a->ai_next) {
        (void)connect_one(o, a, deadline);
    }
    freeaddrinfo(list);
    if (o->fd >= 0) {
        o->message[0] = '\0';
        return RVT_OK;
    }
    snprintf(why, sizeof why, "%.*s", (int)sizeof why - 1, o->message);
    say(o, "OpenOCD at %.80s:%.20s: %s (is it running, with `tcl_port %.20s`?)", host, service, why,
        service);
    return RVT_ERR_IO;
}

enum rvt_status rvt_io_openocd_open(struct rvt_io *io, struct rvt_io_openocd *o, const char *host,
                                    const char *service, const char *target, uint32_t poll_limit)
{
    static const struct rvt_io_ops ops = {
        .read32 = read32, .write32 = write32, .read_block = read_block, .relax = relax};

    o->fd = -1;
    o->timeout_ms = RVT_IO_OPENOCD_TIMEOUT_MS;
    o->clock = (struct rvt_io_clock){.limit_ms = RVT_IO_POLL_MS};
    o->message[0] = '\0';
    o->holds_polling = false;
    o->access = RVT_IO_OPENOCD_MEMORY;
    if (poll_limit == 0 || (target != NULL && !good_name(target))) {
        return RVT_ERR_ARG;
    }
    snprintf(o->target, sizeof o->target, "%s", target != NULL ? target : "");
    enum rvt_status st = connect_any(o, host, service);
    if (st == RVT_OK) {
        *io = (struct rvt_io){.ops = &ops, .ctx = o, .poll_limit = poll_limit};
    }
    return st;
}
