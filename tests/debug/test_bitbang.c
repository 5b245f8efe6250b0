/* SPDX-License-Identifier: Apache-2.0 */
/* remote_bitbang: the bytes, and the server with real sockets: garbage, disconnects, a client that
 * does not read, a second client, places it cannot listen at. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "sim/sim_bitbang.h"

struct pins {
    bool tck, tms, tdi, trst, srst;
    unsigned changes, resets, reads;
};

static void drive(void *ctx, bool tck, bool tms, bool tdi)
{
    struct pins *p = ctx;

    p->tck = tck;
    p->tms = tms;
    p->tdi = tdi;
    p->changes++;
}

/* TDO is TDI, so that answers tell what was driven. */
static bool tdo(void *ctx)
{
    struct pins *p = ctx;

    p->reads++;
    return p->tdi;
}

static void reset(void *ctx, bool trst, bool srst)
{
    struct pins *p = ctx;

    p->trst = trst;
    p->srst = srst;
    p->resets++;
}

static const struct sim_bitbang_ops ops = {drive, tdo, reset};

static void each_command(void **state)
{
    struct sim_bitbang b;
    struct pins p = {0};
    uint8_t out[8];

    (void)state;
    sim_bitbang_init(&b, &ops, &p);
    for (unsigned i = 0; i < 8; i++) {
        const uint8_t c = (uint8_t)('0' + i);

        assert_int_equal(sim_bitbang_feed(&b, &c, 1, out), 0);
        assert_int_equal(p.tck * 4 + p.tms * 2 + p.tdi, i);
    }
    for (unsigned i = 0; i < 4; i++) {
        const uint8_t c = (uint8_t)('r' + i);

        assert_int_equal(sim_bitbang_feed(&b, &c, 1, out), 0);
        assert_int_equal(p.trst * 2 + p.srst, i);
    }
    assert_int_equal(sim_bitbang_feed(&b, (const uint8_t *)"1R0RBb", 6, out), 2);
    assert_memory_equal(out, "10", 2);
    assert_int_equal(b.unknown, 0);
    assert_false(b.quit);
}

static void other_bytes_are_counted_and_quit_ends(void **state)
{
    struct sim_bitbang b;
    struct pins p = {0};
    uint8_t in[256], out[256];

    (void)state;
    sim_bitbang_init(&b, &ops, &p);
    for (unsigned i = 0; i < 256; i++) {
        in[i] = i == 'Q' ? ' ' : (uint8_t)i;
    }
    assert_int_equal(sim_bitbang_feed(&b, in, sizeof in, out), 1); /* R */
    assert_int_equal(p.changes, 8);
    assert_int_equal(p.resets, 4);
    assert_int_equal(b.unknown, 256 - 8 - 4 - 1 - 2);
    assert_int_equal(sim_bitbang_feed(&b, (const uint8_t *)"QRRR", 4, out), 0);
    assert_true(b.quit);
}

/* ---- the server ---- */

static int connect_to(const struct sim_bitbang_server *s)
{
    struct sockaddr_in a = {.sin_family = AF_INET, .sin_port = htons((uint16_t)s->port)};
    const int fd = socket(AF_INET, SOCK_STREAM, 0);

    a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    assert_true(fd >= 0);
    assert_int_equal(connect(fd, (const struct sockaddr *)&a, sizeof a), 0);
    return fd;
}

static int connect_unix(const char *path)
{
    struct sockaddr_un a = {.sun_family = AF_UNIX};
    const int fd = socket(AF_UNIX, SOCK_STREAM, 0);

    strncpy(a.sun_path, path, sizeof a.sun_path - 1);
    assert_true(fd >= 0);
    assert_int_equal(connect(fd, (const struct sockaddr *)&a, sizeof a), 0);
    return fd;
}

static void say(int fd, const char *text)
{
    assert_int_equal(write(fd, text, strlen(text)), strlen(text));
}

/* Poll until one of the events comes; no more than two seconds. */
static unsigned poll_for(struct sim_bitbang_server *s, unsigned want)
{
    unsigned seen = 0;

    for (unsigned i = 0; i < 100 && (seen & want) != want; i++) {
        seen |= sim_bitbang_server_poll(s, 20);
    }
    return seen & want;
}

static void expect_answer(struct sim_bitbang_server *s, int fd, const char *text)
{
    char got[64] = "";
    size_t n = 0;

    for (unsigned i = 0; i < 100 && n < strlen(text); i++) {
        (void)sim_bitbang_server_poll(s, 5);
        ssize_t r = recv(fd, got + n, sizeof got - 1 - n, MSG_DONTWAIT);
        n += r > 0 ? (size_t)r : 0;
    }
    assert_string_equal(got, text);
}

/* The other side has closed. */
static bool is_closed(int fd)
{
    struct timeval limit = {.tv_sec = 2};
    char c;

    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    return recv(fd, &c, 1, 0) == 0;
}

static void clients_come_and_go(void **state)
{
    struct sim_bitbang_server s;
    struct pins p = {0};
    int fd;

    (void)state;
    assert_int_equal(sim_bitbang_server_open(&s, "0", &ops, &p, NULL), SIM_BITBANG_OK);
    assert_true(s.port > 0);
    for (unsigned i = 0; i < 3; i++) {
        fd = connect_to(&s);
        assert_int_equal(poll_for(&s, SIM_BITBANG_CAME), SIM_BITBANG_CAME);
        say(fd, "1R0R");
        expect_answer(&s, fd, "10");
        say(fd, "u"); /* the reset lines are released when the client has left */
        if (i == 1) {
            say(fd, "Q"); /* says good-bye, and the server closes */
        } else {
            close(fd);
        }
        assert_int_equal(poll_for(&s, SIM_BITBANG_GONE), SIM_BITBANG_GONE);
        assert_int_equal(p.resets, 2 * (i + 1));
        assert_false(p.trst || p.srst);
        if (i == 1) {
            assert_true(is_closed(fd));
            close(fd);
        }
    }
    assert_int_equal(s.clients, 3);
    sim_bitbang_server_close(&s);
    sim_bitbang_server_close(&s);
    assert_int_equal(sim_bitbang_server_poll(&s, 1), SIM_BITBANG_IDLE);
}

static void garbage_does_no_harm(void **state)
{
    struct sim_bitbang_server s;
    struct pins p = {0};
    uint32_t seed = 12345;

    (void)state;
    assert_int_equal(sim_bitbang_server_open(&s, "0", &ops, &p, NULL), SIM_BITBANG_OK);
    int fd = connect_to(&s);
    for (unsigned i = 0; i < 50; i++) {
        char bytes[1000];

        for (unsigned k = 0; k < sizeof bytes; k++) {
            seed = seed * 1664525 + 1013904223;
            bytes[k] = (char)(seed >> 24 | 0x80); /* no command has this bit */
        }
        assert_int_equal(write(fd, bytes, sizeof bytes), sizeof bytes);
        (void)sim_bitbang_server_poll(&s, 1);
    }
    say(fd, "1R");
    expect_answer(&s, fd, "1");
    assert_int_equal(s.protocol.unknown, 50 * 1000);
    close(fd);
    sim_bitbang_server_close(&s);
}

static void a_second_client_is_turned_away(void **state)
{
    struct sim_bitbang_server s;
    struct pins p = {0};

    (void)state;
    assert_int_equal(sim_bitbang_server_open(&s, "0", &ops, &p, NULL), SIM_BITBANG_OK);
    int first = connect_to(&s);
    assert_int_equal(poll_for(&s, SIM_BITBANG_CAME), SIM_BITBANG_CAME);
    int second = connect_to(&s);
    for (unsigned i = 0; i < 10; i++) {
        (void)sim_bitbang_server_poll(&s, SIM_BITBANG_GRACE_MS);
    }
    assert_true(is_closed(second));
    say(first, "1R");
    expect_answer(&s, first, "1");
    close(first);
    close(second);
    sim_bitbang_server_close(&s);
}

/* The old client has closed, but that is seen only after the next one has connected. */
static void a_late_end_turns_nobody_away(void **state)
{
    struct sim_bitbang_server s;
    struct pins p = {0};

    (void)state;
    assert_int_equal(sim_bitbang_server_open(&s, "0", &ops, &p, NULL), SIM_BITBANG_OK);
    int first = connect_to(&s);
    assert_int_equal(poll_for(&s, SIM_BITBANG_CAME), SIM_BITBANG_CAME);
    int second = connect_to(&s);
    say(second, "1R");
    for (unsigned i = 0; i < 3; i++) {
        (void)sim_bitbang_server_poll(&s, 0);
    }
    close(first);
    assert_int_equal(poll_for(&s, SIM_BITBANG_CAME), SIM_BITBANG_CAME);
    expect_answer(&s, second, "1");
    assert_int_equal(s.clients, 2);
    close(second);
    sim_bitbang_server_close(&s);
}

/* The next client connects as soon as the old one has closed, with bytes of the old one still on
 * their way: each is served, and all that it said is heard. */
static void quick_reconnects(struct sim_bitbang_server *s, bool unix_socket, unsigned polls)
{
    struct pins *p = s->protocol.ctx;
    const unsigned before = p->changes;
    int fd = -1;

    for (unsigned i = 0; i < 200; i++) {
        fd = unix_socket ? connect_unix(s->path) : connect_to(s);
        say(fd, "0123456701234567");
        for (unsigned k = 0; k < polls; k++) {
            (void)sim_bitbang_server_poll(s, 0);
        }
        if (i + 1 < 200) {
            close(fd);
        }
        if (i % 3 == 2) { /* no more wait than the backlog takes */
            for (unsigned k = 0; k < 12; k++) {
                (void)sim_bitbang_server_poll(s, 0);
            }
        }
    }
    for (unsigned k = 0; k < 100 && p->changes - before < 200 * 16; k++) {
        (void)sim_bitbang_server_poll(s, 5);
    }
    assert_int_equal(p->changes - before, 200 * 16);
    say(fd, "1R");
    expect_answer(s, fd, "1");
    close(fd);
    assert_int_equal(poll_for(s, SIM_BITBANG_GONE), SIM_BITBANG_GONE);
}

static void quick_reconnects_are_all_served(void **state)
{
    struct sim_bitbang_server s;
    struct pins p = {0};

    (void)state;
    for (unsigned polls = 0; polls < 4; polls++) {
        char place[64];

        assert_int_equal(sim_bitbang_server_open(&s, "0", &ops, &p, NULL), SIM_BITBANG_OK);
        quick_reconnects(&s, false, polls);
        assert_int_equal(s.clients, 200);
        sim_bitbang_server_close(&s);
        snprintf(place, sizeof place, "unix:bitbang-%ld", (long)getpid());
        assert_int_equal(sim_bitbang_server_open(&s, place, &ops, &p, NULL), SIM_BITBANG_OK);
        quick_reconnects(&s, true, polls);
        assert_int_equal(s.clients, 200);
        sim_bitbang_server_close(&s);
    }
}

static double seconds(void);

/* Without a limit a silent client stays; with one it must go, but not while it says something. */
static void a_silent_client_has_to_go(void **state)
{
    struct sim_bitbang_server s;
    struct pins p = {0};

    (void)state;
    assert_int_equal(sim_bitbang_server_open(&s, "0", &ops, &p, NULL), SIM_BITBANG_OK);
    int first = connect_to(&s);
    assert_int_equal(poll_for(&s, SIM_BITBANG_CAME), SIM_BITBANG_CAME);
    for (unsigned i = 0; i < 10; i++) {
        assert_int_equal(sim_bitbang_server_poll(&s, 20), SIM_BITBANG_IDLE);
    }
    s.idle_ms = 150;
    say(first, "b"); /* the first byte for 200 ms: it begins anew */
    assert_int_equal(poll_for(&s, SIM_BITBANG_BUSY), SIM_BITBANG_BUSY);
    double begin = seconds();
    assert_int_equal(poll_for(&s, SIM_BITBANG_SILENT | SIM_BITBANG_GONE),
                     SIM_BITBANG_SILENT | SIM_BITBANG_GONE);
    assert_true(seconds() - begin > 0.1);
    assert_true(is_closed(first));
    int second = connect_to(&s);
    assert_int_equal(poll_for(&s, SIM_BITBANG_CAME), SIM_BITBANG_CAME);
    close(first);
    close(second);
    sim_bitbang_server_close(&s);
}

static double seconds(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* Questions without end from a client that reads no answer: the server stops taking them, and never
 * waits. Afterwards each question has its answer. */
static void a_client_that_does_not_read_blocks_nobody(void **state)
{
    struct sim_bitbang_server s;
    struct pins p = {0};
    static char questions[65536], answers[65536];
    size_t sent = 0, got = 0;
    double begin, longest = 0;

    (void)state;
    memset(questions, 'R', sizeof questions);
    assert_int_equal(sim_bitbang_server_open(&s, "0", &ops, &p, NULL), SIM_BITBANG_OK);
    int fd = connect_to(&s);
    for (unsigned idle = 0; idle < 200;) {
        const ssize_t n = send(fd, questions, sizeof questions, MSG_DONTWAIT);

        sent += n > 0 ? (size_t)n : 0;
        begin = seconds();
        idle = (sim_bitbang_server_poll(&s, 0) & SIM_BITBANG_BUSY) == 0 && n <= 0 ? idle + 1 : 0;
        longest = seconds() - begin > longest ? seconds() - begin : longest;
    }
    assert_true(sent > p.reads); /* it stopped in between */
    assert_true(longest < 0.5);  /* poll of 4096 bytes; the machine may be busy */
    for (unsigned idle = 0; got < sent && idle < 100000; idle++) {
        const ssize_t n = recv(fd, answers, sizeof answers, MSG_DONTWAIT);

        got += n > 0 ? (size_t)n : 0;
        (void)sim_bitbang_server_poll(&s, 0);
    }
    assert_int_equal(got, sent);
    close(fd);
    sim_bitbang_server_close(&s);
}

static void unix_sockets(void **state)
{
    char dir[80], where[108];
    struct sim_bitbang_server s, other;
    struct sim_message msg;
    struct pins p = {0};
    struct stat st;

    (void)state;
    snprintf(dir, sizeof dir, "%.50s/bitbang-XXXXXX",
             getenv("TMPDIR") != NULL ? getenv("TMPDIR") : "/tmp");
    assert_non_null(mkdtemp(dir));
    snprintf(where, sizeof where, "unix:%s/s", dir);
    assert_int_equal(sim_bitbang_server_open(&s, where, &ops, &p, NULL), SIM_BITBANG_OK);
    int fd = connect_unix(where + 5);
    say(fd, "1R");
    expect_answer(&s, fd, "1");
    close(fd);
    /* In use: refused. Left behind: replaced. A file: never. */
    assert_int_equal(sim_bitbang_server_open(&other, where, &ops, &p, &msg),
                     SIM_BITBANG_ERR_SOCKET);
    assert_non_null(strstr(msg.text, "in use"));
    close(s.listener);
    s.listener = -1;
    s.path[0] = '\0';
    assert_int_equal(sim_bitbang_server_open(&s, where, &ops, &p, NULL), SIM_BITBANG_OK);
    sim_bitbang_server_close(&s);
    assert_int_not_equal(stat(where + 5, &st), 0);
    close(open(where + 5, O_CREAT | O_WRONLY, 0600));
    assert_int_equal(sim_bitbang_server_open(&s, where, &ops, &p, NULL), SIM_BITBANG_ERR_SOCKET);
    sim_bitbang_server_close(&s);
    assert_int_equal(stat(where + 5, &st), 0);
    unlink(where + 5);
    rmdir(dir);
}

static void places_it_cannot_listen_at(void **state)
{
    static const char *const bad[] = {"",     "65536", "-1",    "12x", "unix:", "localhost:1",
                                      "0x10", " 1",    "*:9824"};
    struct sim_bitbang_server s, other;
    struct sim_message msg;
    struct pins p = {0};
    char where[200];

    (void)state;
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        msg.text[0] = '\0';
        assert_int_equal(sim_bitbang_server_open(&s, bad[i], &ops, &p, &msg), SIM_BITBANG_ERR_ARG);
        assert_true(strlen(msg.text) > 10);
    }
    memset(where, 'x', sizeof where);
    memcpy(where, "unix:/", 6);
    where[sizeof where - 1] = '\0';
    assert_int_equal(sim_bitbang_server_open(&s, where, &ops, &p, &msg), SIM_BITBANG_ERR_ARG);
    assert_int_equal(sim_bitbang_server_open(&s, "0", &ops, &p, &msg), SIM_BITBANG_OK);
    snprintf(where, sizeof where, "%u", s.port);
    assert_int_equal(sim_bitbang_server_open(&other, where, &ops, &p, &msg),
                     SIM_BITBANG_ERR_SOCKET);
    sim_bitbang_server_close(&s);
}

/* Bound to 127.0.0.1 and nothing else. */
static void only_the_loopback_address(void **state)
{
    struct sim_bitbang_server s;
    struct sockaddr_in a;
    socklen_t n = sizeof a;
    struct pins p = {0};

    (void)state;
    assert_int_equal(sim_bitbang_server_open(&s, "0", &ops, &p, NULL), SIM_BITBANG_OK);
    assert_int_equal(getsockname(s.listener, (struct sockaddr *)&a, &n), 0);
    assert_int_equal(ntohl(a.sin_addr.s_addr), 0x7f000001);
    sim_bitbang_server_close(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_command),
        cmocka_unit_test(other_bytes_are_counted_and_quit_ends),
        cmocka_unit_test(clients_come_and_go),
        cmocka_unit_test(garbage_does_no_harm),
        cmocka_unit_test(a_second_client_is_turned_away),
        cmocka_unit_test(a_late_end_turns_nobody_away),
        cmocka_unit_test(quick_reconnects_are_all_served),
        cmocka_unit_test(a_silent_client_has_to_go),
        cmocka_unit_test(a_client_that_does_not_read_blocks_nobody),
        cmocka_unit_test(unix_sockets),
        cmocka_unit_test(places_it_cannot_listen_at),
        cmocka_unit_test(only_the_loopback_address),
    };

    return cmocka_run_group_tests_name("bitbang", tests, NULL, NULL);
}
