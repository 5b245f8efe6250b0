/* SPDX-License-Identifier: Apache-2.0 */
/* Sockets and pipes of gdbserver. Nothing is bound beyond 127.0.0.1, and no wait is without end:
 * Ctrl-C is looked at, and a peer that reads nothing is given up. */
#include "gdb_link.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

enum {
    LOOK_MS = 250,       /* between two looks at whether the user wants to stop */
    SEND_LIMIT = 4 * 30, /* looks: half a minute for a peer to read on */
};

/* ---- listening ---- */

static int failed(struct gdb_link *l, const char *place)
{
    return htr_fail(l->host, HTR_ERR_OPEN, NULL, "--port %s: %s", place, strerror(errno));
}

static int listen_tcp(struct gdb_link *l, const char *place, unsigned port)
{
    struct sockaddr_in a = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    socklen_t n = sizeof a;
    const int one = 1;
    a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    l->listener = socket(AF_INET, SOCK_STREAM, 0);
    if (l->listener < 0 ||
        setsockopt(l->listener, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one) != 0 ||
        bind(l->listener, (const struct sockaddr *)&a, sizeof a) != 0 ||
        getsockname(l->listener, (struct sockaddr *)&a, &n) != 0 || listen(l->listener, 1) != 0) {
        return failed(l, place);
    }
    printf("listening on 127.0.0.1:%u\n", (unsigned)ntohs(a.sin_port));
    return HTR_OK;
}

static int listen_unix(struct gdb_link *l, const char *place, const char *path)
{
    struct sockaddr_un a = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof a.sun_path || path[0] == '\0') {
        return htr_fail(l->host, HTR_ERR_ARG, NULL, "--port %s: no path, or too long a one", place);
    }
    strcpy(a.sun_path, path);
    l->listener = socket(AF_UNIX, SOCK_STREAM, 0);
    if (l->listener < 0 || bind(l->listener, (const struct sockaddr *)&a, sizeof a) != 0) {
        return failed(l, place);
    }
    l->path = path;
    if (chmod(path, S_IRUSR | S_IWUSR) != 0 || listen(l->listener, 1) != 0) {
        return failed(l, place);
    }
    printf("listening on unix:%s\n", path);
    return HTR_OK;
}

/* Something to read on fd, within LOOK_MS? Returns -1 when the user wants to stop. */
static int readable(const struct gdb_link *l, int fd)
{
    struct pollfd p = {.fd = fd, .events = POLLIN};
    if (htr_stopped(l->host)) {
        return -1;
    }
    return poll(&p, 1, LOOK_MS) > 0;
}

static int wait_for_gdb(struct gdb_link *l)
{
    const int one = 1;
    int ready;
    while ((ready = readable(l, l->listener)) == 0) {
    }
    l->in = ready > 0 ? accept(l->listener, NULL, NULL) : -1;
    if (l->in < 0) {
        return htr_fail(l->host, HTR_ERR_OPEN, NULL, "no GDB has connected");
    }
    (void)setsockopt(l->in, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one); /* not of unix: no harm */
    l->out = l->in;
    return HTR_OK;
}

int gdb_link_open(struct gdb_link *l, struct htr_host *host, const char *place)
{
    char *end;
    *l = (struct gdb_link){.host = host, .in = -1, .out = -1, .listener = -1};
    (void)signal(SIGPIPE, SIG_IGN);
    if (strcmp(place, "-") == 0) {
        if (isatty(STDIN_FILENO)) {
            return htr_fail(host, HTR_ERR_ARG, NULL,
                            "this is a terminal, and not GDB; in GDB: target remote | hartrace "
                            "gdbserver ..., or use --port 0");
        }
        l->in = STDIN_FILENO;
        l->out = STDOUT_FILENO;
        return HTR_OK;
    }
    const bool is_path = strncmp(place, "unix:", 5) == 0;
    const unsigned long port = strtoul(place, &end, 10);
    if (!is_path && (place[0] < '0' || place[0] > '9' || *end != '\0' || port > 65535)) {
        return htr_fail(host, HTR_ERR_ARG, NULL,
                        "--port %s: it is a port from 0 to 65535, unix:PATH, or -", place);
    }
    int status = is_path ? listen_unix(l, place, place + 5) : listen_tcp(l, place, (unsigned)port);
    if (status == HTR_OK) {
        fflush(stdout);
        status = wait_for_gdb(l);
    }
    return status;
}

void gdb_link_close(struct gdb_link *l)
{
    if (l->in >= 0 && l->in == l->out) {
        close(l->in);
    }
    if (l->listener >= 0) {
        close(l->listener);
    }
    if (l->path != NULL) {
        (void)unlink(l->path);
    }
}

/* ---- bytes ---- */

static bool link_send(void *ctx, const void *bytes, size_t n)
{
    struct gdb_link *l = ctx;
    const char *p = bytes;
    unsigned waits = 0;
    while (n > 0 && !l->gone) {
        struct pollfd out = {.fd = l->out, .events = POLLOUT};
        const int ready = poll(&out, 1, LOOK_MS);
        /* A pipe takes this much without a wait when it is ready at all. */
        const ssize_t sent = ready > 0 ? write(l->out, p, n < 512 ? n : 512) : 0;
        if ((ready == 0 && ++waits == SEND_LIMIT) || htr_stopped(l->host) ||
            (sent < 0 && errno != EINTR && errno != EAGAIN)) {
            l->gone = true;
        } else if (sent > 0) {
            p += sent;
            n -= (size_t)sent;
            waits = 0;
        }
    }
    return !l->gone;
}

/* More bytes after those that are there. */
static void read_more(struct gdb_link *l)
{
    const ssize_t n = read(l->in, l->bytes + l->fill, sizeof l->bytes - l->fill);
    if (n > 0) {
        l->fill += (size_t)n;
    } else if (n == 0 || (errno != EINTR && errno != EAGAIN)) {
        l->gone = true;
    }
}

static bool link_stop(void *ctx)
{
    struct gdb_link *l = ctx;
    struct pollfd p = {.fd = l->in, .events = POLLIN};
    if (l->fill < sizeof l->bytes && poll(&p, 1, 0) > 0) {
        read_more(l);
    }
    const char *stop = memchr(l->bytes, 3, l->fill);
    if (stop != NULL) {
        const size_t at = (size_t)(stop - l->bytes);
        memmove(l->bytes + at, l->bytes + at + 1, --l->fill - at);
    }
    return stop != NULL || l->gone || htr_stopped(l->host);
}

size_t gdb_link_wait(struct gdb_link *l)
{
    while (l->fill == 0 && !l->gone) {
        const int ready = readable(l, l->in);
        if (ready > 0) {
            read_more(l);
        } else if (ready < 0) {
            l->gone = true;
        }
    }
    return l->gone ? 0 : l->fill;
}

struct htv_gdb_link gdb_link_functions(struct gdb_link *l)
{
    return (struct htv_gdb_link){.ctx = l, .send = link_send, .stop = link_stop};
}
