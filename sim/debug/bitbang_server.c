/* SPDX-License-Identifier: Apache-2.0 */
/* The socket of remote_bitbang. It is never bound beyond 127.0.0.1. */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "sim/sim_bitbang.h"

static int refuse(struct sim_message *msg, int status, const char *where, const char *why)
{
    if (msg != NULL) {
        snprintf(msg->text, sizeof msg->text, "%.80s: %s", where, why);
    }
    return status;
}

static bool set_nonblocking(int fd)
{
    const int flags = fcntl(fd, F_GETFL);

    return flags >= 0 && fcntl(fd, F_SETFL, flags | O_NONBLOCK) == 0 &&
           fcntl(fd, F_SETFD, FD_CLOEXEC) == 0;
}

static uint64_t now_ms(void)
{
    struct timespec t = {0};

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

static bool parse_port(const char *text, unsigned *port)
{
    char *end;

    if (text[0] < '0' || text[0] > '9') {
        return false;
    }
    long v = strtol(text, &end, 10);
    if (*end != '\0' || v > 65535) {
        return false;
    }
    *port = (unsigned)v;
    return true;
}

static int listen_tcp(struct sim_bitbang_server *s, unsigned port)
{
    struct sockaddr_in a = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    socklen_t n = sizeof a;
    const int one = 1;

    a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    s->listener = socket(AF_INET, SOCK_STREAM, 0);
    if (s->listener < 0) {
        return -1;
    }
    setsockopt(s->listener, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    if (bind(s->listener, (const struct sockaddr *)&a, sizeof a) != 0 ||
        getsockname(s->listener, (struct sockaddr *)&a, &n) != 0) {
        return -1;
    }
    s->port = ntohs(a.sin_port);
    return listen(s->listener, 4);
}

/* Is the path a socket that no server listens on any more? */
static bool is_stale(const struct sockaddr_un *a)
{
    struct stat st;

    if (lstat(a->sun_path, &st) != 0 || !S_ISSOCK(st.st_mode)) {
        return false;
    }
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    if (fd < 0) {
        return false;
    }
    bool stale = connect(fd, (const struct sockaddr *)a, sizeof *a) != 0 && errno == ECONNREFUSED;
    close(fd);
    return stale;
}

static int listen_unix(struct sim_bitbang_server *s, const char *path)
{
    struct sockaddr_un a = {.sun_family = AF_UNIX};

    memcpy(a.sun_path, path, strlen(path) + 1);
    if (is_stale(&a)) {
        unlink(path);
    }
    s->listener = socket(AF_UNIX, SOCK_STREAM, 0);
    if (s->listener < 0 || bind(s->listener, (const struct sockaddr *)&a, sizeof a) != 0) {
        return -1;
    }
    memcpy(s->path, path, strlen(path) + 1);
    return listen(s->listener, 4);
}

enum sim_bitbang_status sim_bitbang_server_open(struct sim_bitbang_server *s, const char *where,
                                                const struct sim_bitbang_ops *ops, void *ctx,
                                                struct sim_message *msg)
{
    unsigned port = 0;
    int status;

    memset(s, 0, sizeof *s);
    sim_bitbang_init(&s->protocol, ops, ctx);
    s->listener = -1;
    s->client = -1;
    if (strncmp(where, "unix:", 5) == 0) {
        if (where[5] == '\0' || strlen(where + 5) >= sizeof s->path) {
            return refuse(msg, SIM_BITBANG_ERR_ARG, where, "the path must have 1 to 107 bytes");
        }
        status = listen_unix(s, where + 5);
    } else if (parse_port(where, &port)) {
        status = listen_tcp(s, port);
    } else {
        return refuse(msg, SIM_BITBANG_ERR_ARG, where,
                      "not a place to listen; give a port (0 to 65535) or unix:PATH");
    }
    if (status != 0 || !set_nonblocking(s->listener)) {
        status = refuse(msg, SIM_BITBANG_ERR_SOCKET, where, strerror(errno));
        sim_bitbang_server_close(s);
        return status;
    }
    return SIM_BITBANG_OK;
}

/* Release the reset lines. */
static void drop_client(struct sim_bitbang_server *s)
{
    if (s->client >= 0) {
        close(s->client);
        s->protocol.ops->reset(s->protocol.ctx, false, false);
    }
    s->client = -1;
    s->out_begin = 0;
    s->out_end = 0;
}

void sim_bitbang_server_close(struct sim_bitbang_server *s)
{
    drop_client(s);
    if (s->listener >= 0) {
        close(s->listener);
    }
    s->listener = -1;
    if (s->path[0] != '\0') {
        unlink(s->path);
    }
    s->path[0] = '\0';
}

/* Does a client wait to be accepted? */
static bool knocks(const struct sim_bitbang_server *s)
{
    struct pollfd p = {.fd = s->listener, .events = POLLIN};

    return poll(&p, 1, 0) > 0;
}

/* Accept a waiting client; turn it away while there is one already. */
static unsigned accept_client(struct sim_bitbang_server *s)
{
    const int fd = accept(s->listener, NULL, NULL);
    const int one = 1;

    if (fd < 0) {
        return SIM_BITBANG_IDLE;
    }
    if (s->client >= 0 || !set_nonblocking(fd)) {
        close(fd); /* one at a time */
        return SIM_BITBANG_IDLE;
    }
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one); /* no effect on a UNIX socket */
    s->client = fd;
    s->heard_ms = now_ms();
    s->protocol.quit = false;
    s->clients++;
    return SIM_BITBANG_CAME;
}

/* Send answers. Returns BUSY, IDLE, or GONE when the client has left. */
static unsigned flush(struct sim_bitbang_server *s)
{
    if (s->out_begin == s->out_end) {
        return SIM_BITBANG_IDLE;
    }
    ssize_t n = send(s->client, s->out + s->out_begin, s->out_end - s->out_begin, MSG_NOSIGNAL);
    if (n < 0) {
        return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR ? SIM_BITBANG_IDLE
                                                                         : SIM_BITBANG_GONE;
    }
    s->out_begin += (size_t)n;
    if (s->out_begin == s->out_end) {
        s->out_begin = 0;
        s->out_end = 0;
    }
    return SIM_BITBANG_BUSY;
}

/* Take a chunk, if all answers of the last one are on their way. */
static unsigned take(struct sim_bitbang_server *s)
{
    uint8_t in[SIM_BITBANG_CHUNK];

    if (s->out_end != 0) {
        return SIM_BITBANG_IDLE;
    }
    ssize_t n = recv(s->client, in, sizeof in, 0);
    if (n < 0) {
        return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR ? SIM_BITBANG_IDLE
                                                                         : SIM_BITBANG_GONE;
    }
    if (n == 0) {
        return SIM_BITBANG_GONE;
    }
    s->heard_ms = now_ms();
    s->out_end = sim_bitbang_feed(&s->protocol, in, (size_t)n, s->out);
    return SIM_BITBANG_BUSY | flush(s) | (s->protocol.quit ? SIM_BITBANG_GONE : 0u);
}

/* Wait for something to do; while another client waits, for what the old one does. */
static void wait_for(const struct sim_bitbang_server *s, unsigned wait_ms)
{
    struct pollfd p[2] = {{.fd = s->client}, {.fd = s->listener, .events = POLLIN}};
    const bool knocked = s->knocked && s->client >= 0;

    if (knocked && wait_ms > SIM_BITBANG_GRACE_MS) {
        wait_ms = SIM_BITBANG_GRACE_MS;
    }
    p[0].events = s->out_end != 0 ? POLLOUT : POLLIN;
    (void)poll(p, knocked ? 1 : 2, (int)wait_ms); /* a descriptor of -1 is passed over */
}

/* Take from the client, and see whether it is still there. */
static unsigned serve_client(struct sim_bitbang_server *s)
{
    unsigned events = flush(s);

    if ((events & SIM_BITBANG_GONE) == 0) {
        events |= take(s);
    }
    if (s->idle_ms != 0 && events == SIM_BITBANG_IDLE && now_ms() - s->heard_ms >= s->idle_ms) {
        events = SIM_BITBANG_GONE | SIM_BITBANG_SILENT;
    }
    if ((events & SIM_BITBANG_GONE) != 0) {
        drop_client(s);
    }
    return events;
}

/* Has the next client waited long enough for the old one to leave? The old one may have closed
 * before the next one connected: of two connections of TCP the later event can be seen first. */
static bool waited(struct sim_bitbang_server *s)
{
    if (!s->knocked) {
        s->knocked = true;
        s->knock_ms = now_ms();
    }
    return now_ms() - s->knock_ms >= SIM_BITBANG_GRACE_MS;
}

/* As long as the old client has bytes to take, the next one waits. */
unsigned sim_bitbang_server_poll(struct sim_bitbang_server *s, unsigned wait_ms)
{
    unsigned events = SIM_BITBANG_IDLE;

    if (s->listener < 0) {
        return events;
    }
    if (wait_ms != 0) {
        wait_for(s, wait_ms);
    }
    bool next = knocks(s);
    if (s->client >= 0) {
        events = serve_client(s);
    }
    if (next && (s->client < 0 || (waited(s) && events == SIM_BITBANG_IDLE))) {
        events |= accept_client(s);
        next = false;
    }
    s->knocked = s->knocked && next;
    return events;
}
