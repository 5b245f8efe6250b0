/* SPDX-License-Identifier: Apache-2.0 */
/* A million words and more to one destination, from threads and signals at once. HARTRACE_SOAK
 * multiplies the million. */
#ifndef FWT_STRESS_H
#define FWT_STRESS_H

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/time.h>

#include "fwt_fake.h"

enum {
    THREADS = 4,
};

static struct fwt stress_fwt;
static unsigned stress_each;
static _Atomic unsigned stress_sent, stress_running;

/* Prints have the writer and its count. */
static void *write_words(void *arg)
{
    const uint32_t writer = (uint32_t)(uintptr_t)arg;
    for (uint32_t i = 0; i < stress_each; i++) {
        fwt_debug(&stress_fwt, writer & 3u, 1, i);
        stress_sent++;
        if (i % 4 == 0) {
            fwt_print(&stress_fwt, "%u %u", writer, i);
            stress_sent += 3;
        }
    }
    stress_running--;
    return NULL;
}

static void on_signal(int number)
{
    static uint32_t i;
    (void)number;
    fwt_debug(&stress_fwt, 3, 1, i++);
    fwt_print(&stress_fwt, "signal");
    stress_sent += 2;
}

/* Send to the port, while `read` empties it; announce what is left to announce. */
static void stress(const struct fwt_port *port, void (*read)(void *ctx), void *ctx)
{
    pthread_t thread[THREADS];
    const char *soak = getenv("HARTRACE_SOAK");
    stress_each = 1000000 / THREADS * (unsigned)(soak != NULL ? atoi(soak) : 1);
    stress_sent = 0;
    stress_running = THREADS;
    fwt_init(&stress_fwt, 0xf);
    assert_int_equal(fwt_attach(&stress_fwt, port, NULL), FWT_OK);
    const struct sigaction action = {.sa_handler = on_signal};
    assert_int_equal(sigaction(SIGALRM, &action, NULL), 0);
    const struct itimerval often = {{0, 20}, {0, 20}}, never = {{0, 0}, {0, 0}};
    for (uintptr_t i = 0; i < THREADS; i++) {
        assert_int_equal(pthread_create(&thread[i], NULL, write_words, (void *)i), 0);
    }
    setitimer(ITIMER_REAL, &often, NULL);
    while (stress_running > 0) {
        read(ctx);
    }
    setitimer(ITIMER_REAL, &never, NULL);
    for (unsigned i = 0; i < THREADS; i++) {
        pthread_join(thread[i], NULL);
    }
    read(ctx);
    while (fwt_flush(&stress_fwt) != FWT_OK) {
        read(ctx);
    }
    read(ctx);
}

#endif
