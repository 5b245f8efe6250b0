/* SPDX-License-Identifier: Apache-2.0 */
/* The port over OpenOCD's Tcl RPC, against a server in the test that answers what it is told to.
 * What OpenOCD itself answers was taken down from OpenOCD 0.12.0; tests/openocd runs the real one.
 */
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <arpa/inet.h>
#include <time.h>
#include <unistd.h>

#include "hartrace/rvt_io_openocd.h"
#include "rvt_openocd_text.h"

/* One connection: for each command the next answer, sent as it stands; NULL closes. */
struct server {
    int listening;
    char service[8];
    const char *const *answers;
    size_t n;
    size_t piece; /* bytes a send; 0: all at once */
    long wait_ms; /* before each answer */
    size_t answered;
    pthread_t thread;
    char asked[4][256]; /* the beginning of each command */
};

static bool read_command(int fd, char *text, size_t size)
{
    size_t at = 0;
    char c = 0;

    while (recv(fd, &c, 1, 0) == 1) {
        if (c == '\x1a') {
            text[at] = '\0';
            return true;
        }
        if (at + 1 < size) {
            text[at++] = c;
        }
    }
    return false;
}

static void *serve(void *arg)
{
    struct server *s = arg;
    const int fd = accept(s->listening, NULL, NULL);
    char rest[256];

    for (size_t i = 0; i < s->n; i++) {
        const char *a = s->answers[i];

        if (!read_command(fd, i < 4 ? s->asked[i] : rest, sizeof rest) || a == NULL) {
            break;
        }
        (void)nanosleep(&(struct timespec){.tv_nsec = s->wait_ms * 1000000}, NULL);
        s->answered++;
        for (size_t left = strlen(a); left > 0;) {
            const size_t k = s->piece && s->piece < left ? s->piece : left;

            if (send(fd, a, k, MSG_NOSIGNAL) != (ssize_t)k) {
                break;
            }
            a += k;
            left -= k;
        }
    }
    if (s->n > 0 && s->answers[s->n - 1] != NULL && strchr(s->answers[s->n - 1], '\x1a') == NULL) {
        (void)read_command(fd, rest, sizeof rest); /* silent until the client gives up */
    }
    close(fd);
    return NULL;
}

static void server_start(struct server *s, const char *const *answers, size_t n, size_t piece)
{
    struct sockaddr_in a = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof a;

    *s = (struct server){.answers = answers, .n = n, .piece = piece};
    s->listening = socket(AF_INET, SOCK_STREAM, 0);
    assert_int_equal(bind(s->listening, (struct sockaddr *)&a, size), 0);
    assert_int_equal(listen(s->listening, 1), 0);
    assert_int_equal(getsockname(s->listening, (struct sockaddr *)&a, &size), 0);
    snprintf(s->service, sizeof s->service, "%u", ntohs(a.sin_port));
    assert_int_equal(pthread_create(&s->thread, NULL, serve, s), 0);
}

static void server_end(struct server *s)
{
    assert_int_equal(pthread_join(s->thread, NULL), 0);
    close(s->listening);
}

/* A server with these answers, and a connection to it. */
struct rig {
    struct server server;
    struct rvt_io_openocd o;
    struct rvt_io io;
};

static void rig_open(struct rig *r, const char *const *answers, size_t n, size_t piece)
{
    server_start(&r->server, answers, n, piece);
    assert_int_equal(
        rvt_io_openocd_open(&r->io, &r->o, "127.0.0.1", r->server.service, "riscv.cpu", 10),
        RVT_OK);
}

static void rig_close(struct rig *r)
{
    rvt_io_openocd_close(&r->o);
    server_end(&r->server);
}

#define ANSWERS(...) ((const char *const[]){__VA_ARGS__})

static void reads_a_word_physically_from_its_target(void **state)
{
    static struct rig r;

    (void)state;
    rig_open(&r, ANSWERS("0 0x12345678\x1a"), 1, 1);
    uint32_t v = 0;
    assert_int_equal(rvt_io_read32(&r.io, UINT64_C(0x123456780), &v), RVT_OK);
    assert_int_equal(v, 0x12345678);
    rig_close(&r);
    assert_non_null(strstr(r.server.asked[0], "riscv.cpu read_memory 0x123456780 32 1 phys"));
}

static void writes_a_word_physically(void **state)
{
    static struct rig r;

    (void)state;
    rig_open(&r, ANSWERS("0 {}\x1a"), 1, 0);
    assert_int_equal(rvt_io_write32(&r.io, 0x3020000, 0xdeadbeef), RVT_OK);
    rig_close(&r);
    assert_non_null(
        strstr(r.server.asked[0], "riscv.cpu write_memory 0x3020000 32 {0xdeadbeef} phys"));
}

static void a_block_takes_as_few_commands_as_its_size_allows(void **state)
{
    static struct rig r;
    static char list[RVT_IO_OPENOCD_BATCH * 4 + 8];
    static uint32_t v[RVT_IO_OPENOCD_BATCH + 1];
    size_t at = 3;

    (void)state;
    memcpy(list, "0 {", 3);
    for (unsigned i = 0; i < RVT_IO_OPENOCD_BATCH; i++, at += 4) {
        memcpy(list + at, "0x7 ", 4);
    }
    memcpy(list + at, "}\x1a", 3);
    rig_open(&r, ANSWERS(list, "0 0x8\x1a"), 2, 0);
    assert_int_equal(rvt_io_read_block(&r.io, 0x1000, v, RVT_IO_OPENOCD_BATCH + 1, 4), RVT_OK);
    assert_int_equal(v[0], 7);
    assert_int_equal(v[RVT_IO_OPENOCD_BATCH - 1], 7);
    assert_int_equal(v[RVT_IO_OPENOCD_BATCH], 8);
    rig_close(&r);
    assert_non_null(strstr(r.server.asked[0], "read_memory 0x1000 32 1024 phys"));
    assert_non_null(strstr(r.server.asked[1], "read_memory 0x2000 32 1 phys"));
}

/* trRamData: one address read n times, in one command. */
static void one_address_many_times_is_one_command(void **state)
{
    static struct rig r;
    uint32_t v[3] = {0};

    (void)state;
    rig_open(&r, ANSWERS("0 {0x1 0x2 0xffffffff}\x1a"), 1, 0);
    assert_int_equal(rvt_io_read_block(&r.io, 0x6000040, v, 3, 0), RVT_OK);
    assert_int_equal(v[0], 1);
    assert_int_equal(v[2], 0xffffffff);
    rig_close(&r);
    assert_non_null(strstr(r.server.asked[0], "[riscv.cpu read_memory 0x6000040 32 1 phys]"));
}

static void an_error_of_the_target_is_a_bus_error_and_the_next_access_works(void **state)
{
    static struct rig r;
    uint32_t v = 0;

    (void)state;
    rig_open(&r, ANSWERS("1 {read_memory: failed to read memory}\x1a", "0 0x5\x1a"), 2, 0);
    assert_int_equal(rvt_io_read32(&r.io, 0, &v), RVT_ERR_BUS);
    assert_string_equal(rvt_io_openocd_message(&r.o), "read_memory: failed to read memory");
    assert_int_equal(rvt_io_read32(&r.io, 0, &v), RVT_OK);
    assert_int_equal(v, 5);
    rig_close(&r);
}

/* Everything that is not one answer of the right form ends the connection, and says so. */
static void nonsense_closes_the_connection(void **state)
{
    static const char *const bad[] = {
        "\x1a",              /* nothing */
        "0\x1a",             /* no element */
        "0 {0x1 0x2}\x1a",   /* two words for one */
        "0 0x123456789\x1a", /* more than 32 bits */
        "0 {0x1\x1a",        /* no closing brace */
        "hello\x1a",         /* no return code */
        "0 0x1\x1a"
        "0 0x2\x1a",     /* two answers */
        "99999 0x1\x1a", /* a code of five digits */
        NULL,            /* closed */
    };

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        static struct rig r;
        uint32_t v = 0x55;

        rig_open(&r, &bad[i], 1, 0);
        assert_int_equal(rvt_io_read32(&r.io, 0, &v), RVT_ERR_IO);
        assert_true(rvt_io_openocd_message(&r.o)[0] != '\0');
        assert_int_equal(rvt_io_read32(&r.io, 0, &v), RVT_ERR_IO);
        assert_int_equal(rvt_io_write32(&r.io, 0, v), RVT_ERR_IO);
        rig_close(&r);
    }
}

static void an_endless_answer_ends_at_the_limit(void **state)
{
    static struct rig r;
    static char list[sizeof r.o.text * 2];
    uint32_t v = 0;

    (void)state;
    memset(list, '1', sizeof list - 1);
    rig_open(&r, ANSWERS(list), 1, 0);
    assert_int_equal(rvt_io_read32(&r.io, 0, &v), RVT_ERR_IO);
    assert_non_null(strstr(rvt_io_openocd_message(&r.o), "longer than"));
    rig_close(&r);
}

static void silence_is_an_error_after_the_time_allowed(void **state)
{
    static struct rig r;
    uint32_t v = 0;

    (void)state;
    rig_open(&r, ANSWERS("0 0x1"), 1, 0); /* and no end */
    r.o.timeout_ms = 50;
    assert_int_equal(rvt_io_read32(&r.io, 0, &v), RVT_ERR_IO);
    assert_string_equal(rvt_io_openocd_message(&r.o),
                        "no answer from OpenOCD's Tcl port within 50 ms");
    rig_close(&r);
}

/* A bit that never comes, over a link that takes 20 ms for a read: a thousand reads are allowed,
 * and it ends after a tenth of a second. The next poll has its own tenth. */
static void a_poll_over_a_slow_link_ends_by_time(void **state)
{
    static const char *answers[1000];
    static struct rig r;
    size_t first = 0;

    (void)state;
    for (size_t i = 0; i < 1000; i++) {
        answers[i] = "0 0x2\x1a";
    }
    server_start(&r.server, answers, 1000, 0);
    r.server.wait_ms = 20;
    assert_int_equal(
        rvt_io_openocd_open(&r.io, &r.o, "127.0.0.1", r.server.service, "riscv.cpu", 1000), RVT_OK);
    assert_int_equal(r.o.clock.limit_ms, RVT_IO_POLL_MS);
    r.o.clock.limit_ms = 100;
    assert_int_equal(rvt_poll(&r.io, 0x3020000, 1, 1), RVT_ERR_TIMEOUT);
    first = r.server.answered;
    assert_in_range(first, 2, 6);
    assert_int_equal(rvt_poll(&r.io, 0x3020000, 2, 2), RVT_OK);
    assert_int_equal(rvt_poll(&r.io, 0x3020000, 1, 1), RVT_ERR_TIMEOUT);
    assert_in_range(r.server.answered - first, 1 + 2, 1 + 6);
    rig_close(&r);
}

static void a_script_returns_its_result_or_its_error(void **state)
{
    static struct rig r;
    const char *result = NULL;

    (void)state;
    rig_open(&r, ANSWERS("0 {a {b c} d}\x1a", "1 not\\ \\{\\ there\x1a"), 2, 0);
    assert_int_equal(rvt_io_openocd_eval(&r.o, "targets", &result), RVT_OK);
    assert_string_equal(result, "a {b c} d");
    assert_int_equal(rvt_io_openocd_eval(&r.o, "nothing", &result), RVT_ERR_BUS);
    assert_string_equal(rvt_io_openocd_message(&r.o), "not { there");
    assert_int_equal(rvt_io_openocd_eval(&r.o, "", &result), RVT_ERR_ARG);
    assert_int_equal(rvt_io_openocd_eval(&r.o, "a } {", &result), RVT_ERR_ARG);
    assert_int_equal(rvt_io_openocd_eval(&r.o, "a {", &result), RVT_ERR_ARG);
    assert_int_equal(rvt_io_openocd_eval(&r.o, "a \\", &result), RVT_ERR_ARG);
    assert_int_equal(rvt_io_openocd_eval(&r.o, "a\x1a", &result), RVT_ERR_ARG);
    rig_close(&r);
}

/* Polling is held back before each access, and not before scripts and at the end. */
static void polling_is_held_back_for_accesses(void **state)
{
    static struct rig r;
    uint32_t v = 0;

    (void)state;
    rig_open(&r, ANSWERS("0 1\x1a", "0 0x5\x1a", "0 {}\x1a", "0 {}\x1a"), 4, 0);
    assert_int_equal(rvt_io_openocd_hold_polling(&r.o), RVT_OK);
    assert_int_equal(rvt_io_read32(&r.io, 0x1000, &v), RVT_OK);
    assert_int_equal(v, 5);
    assert_int_equal(rvt_io_openocd_eval(&r.o, "halt", NULL), RVT_OK);
    rig_close(&r);
    assert_int_equal(r.server.answered, 4);
    assert_non_null(strstr(r.server.asked[1], "{::hartrace_poll::quiet; riscv.cpu read_memory "));
    assert_non_null(strstr(r.server.asked[2], "{::hartrace_poll::loud; uplevel #0 {halt}}"));
    assert_non_null(strstr(r.server.asked[3], "{::hartrace_poll::loud; }"));
}

static void polling_that_cannot_be_held_back_is_left_alone(void **state)
{
    static struct rig r;
    uint32_t v = 0;

    (void)state;
    rig_open(&r, ANSWERS("0 0\x1a", "1 {invalid command name \"poll\"}\x1a", "0 0x5\x1a"), 3, 0);
    assert_int_equal(rvt_io_openocd_hold_polling(&r.o), RVT_ERR_UNSUPPORTED);
    assert_int_equal(rvt_io_openocd_hold_polling(&r.o), RVT_ERR_UNSUPPORTED);
    assert_int_equal(rvt_io_read32(&r.io, 0x1000, &v), RVT_OK);
    rig_close(&r);
    assert_null(strstr(r.server.asked[2], "hartrace_poll"));
}

static void words_are_written_in_one_command(void **state)
{
    static struct rig r;
    const uint32_t v[] = {1, 0xffffffff, 0};

    (void)state;
    rig_open(&r, ANSWERS("0 {}\x1a"), 1, 0);
    assert_int_equal(rvt_io_openocd_write_block(&r.o, 0x80000002, v, 3), RVT_ERR_ARG);
    assert_int_equal(rvt_io_openocd_write_block(&r.o, 0x80000000, v, 3), RVT_OK);
    rig_close(&r);
    assert_non_null(
        strstr(r.server.asked[0], "write_memory 0x80000000 32 {0x1 0xffffffff 0x0} phys"));
}

static void a_name_that_could_be_a_script_is_refused(void **state)
{
    struct rvt_io io;
    static struct rvt_io_openocd o;

    (void)state;
    assert_int_equal(rvt_io_openocd_open(&io, &o, "127.0.0.1", "1", "a; exit", 1), RVT_ERR_ARG);
    assert_int_equal(rvt_io_openocd_open(&io, &o, "127.0.0.1", "1", "[exit]", 1), RVT_ERR_ARG);
    assert_int_equal(rvt_io_openocd_open(&io, &o, "127.0.0.1", "1", "cpu", 0), RVT_ERR_ARG);
    rvt_io_openocd_close(&o);
}

static void nobody_at_the_port_is_said_with_its_address(void **state)
{
    struct server s;
    struct rvt_io io;
    static struct rvt_io_openocd o;

    (void)state;
    server_start(&s, NULL, 0, 0); /* a port that was free a moment ago */
    assert_int_equal(rvt_io_openocd_open(&io, &o, "127.0.0.1", s.service, NULL, 1), RVT_OK);
    rvt_io_openocd_close(&o);
    server_end(&s);
    assert_int_equal(rvt_io_openocd_open(&io, &o, "127.0.0.1", s.service, NULL, 1), RVT_ERR_IO);
    assert_non_null(strstr(rvt_io_openocd_message(&o), s.service));
    assert_non_null(strstr(rvt_io_openocd_message(&o), "tcl_port"));
}

static void numbers_are_taken_as_tcl_writes_them(void **state)
{
    uint32_t v[2] = {0};

    (void)state;
    assert_true(rvt_openocd_words(" 10 0XfF ", v, 2));
    assert_int_equal(v[0], 10);
    assert_int_equal(v[1], 255);
    assert_true(rvt_openocd_words("", v, 0));
    assert_false(rvt_openocd_words("0x", v, 1));
    assert_false(rvt_openocd_words("12a", v, 1));
    assert_false(rvt_openocd_words("-1", v, 1));
    assert_false(rvt_openocd_words("4294967296", v, 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_a_word_physically_from_its_target),
        cmocka_unit_test(writes_a_word_physically),
        cmocka_unit_test(a_block_takes_as_few_commands_as_its_size_allows),
        cmocka_unit_test(one_address_many_times_is_one_command),
        cmocka_unit_test(an_error_of_the_target_is_a_bus_error_and_the_next_access_works),
        cmocka_unit_test(nonsense_closes_the_connection),
        cmocka_unit_test(an_endless_answer_ends_at_the_limit),
        cmocka_unit_test(a_poll_over_a_slow_link_ends_by_time),
        cmocka_unit_test(silence_is_an_error_after_the_time_allowed),
        cmocka_unit_test(a_script_returns_its_result_or_its_error),
        cmocka_unit_test(polling_is_held_back_for_accesses),
        cmocka_unit_test(polling_that_cannot_be_held_back_is_left_alone),
        cmocka_unit_test(words_are_written_in_one_command),
        cmocka_unit_test(a_name_that_could_be_a_script_is_refused),
        cmocka_unit_test(nobody_at_the_port_is_said_with_its_address),
        cmocka_unit_test(numbers_are_taken_as_tcl_writes_them),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
