/* SPDX-License-Identifier: Apache-2.0 */
#include "interrupt.h"

#include <signal.h>
#include <stddef.h>
#include <string.h>

/* timeout(1) sends its signal to its child and to the group: two of them are one request. */
enum {
    ONE_REQUEST = 2
};

static volatile sig_atomic_t signals;

static void on_signal(int number)
{
    if (signals < ONE_REQUEST) {
        signals++;
    }
    if (signals == ONE_REQUEST) {
        (void)signal(number, SIG_DFL);
    }
}

void interrupt_install(void)
{
    struct sigaction now;
    memset(&now, 0, sizeof now);
    now.sa_handler = on_signal; /* without SA_RESTART: a wait ends */
    (void)sigaction(SIGINT, &now, NULL);
    (void)sigaction(SIGTERM, &now, NULL);
}

bool interrupted(void)
{
    return signals != 0;
}
