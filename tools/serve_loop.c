/* SPDX-License-Identifier: Apache-2.0 */
/* Verb serve: harts and debugger take turns. Nobody waits for the debugger while a hart runs; when
 * none does, the process sleeps until a byte comes. */
#include "serve.h"

#include <signal.h>
#include <string.h>

enum {
    SLICE = 4096,      /* cycles between two looks at the socket */
    IDLE_CYCLES = 256, /* that pass for the trace components when no hart runs */
    WAIT_MS = 20,
    DRAIN = 16, /* chunks taken in a row before the harts run again */
};

static volatile sig_atomic_t interrupted;

static void on_signal(int number)
{
    (void)number;
    interrupted = 1;
}

static void catch_signals(void)
{
    struct sigaction a;
    memset(&a, 0, sizeof a);
    a.sa_handler = on_signal; /* without SA_RESTART: a wait ends */
    sigaction(SIGINT, &a, NULL);
    sigaction(SIGTERM, &a, NULL);
}

/* Take what the debugger has sent. Returns the events. */
static unsigned serve_debugger(struct serve *s, bool quiet)
{
    unsigned events = sim_debug_poll(&s->debug, quiet ? WAIT_MS : 0);
    unsigned seen = events;
    for (unsigned i = 0; i < DRAIN && (events & SIM_BITBANG_BUSY) != 0; i++) {
        events = sim_debug_poll(&s->debug, 0);
        seen |= events;
    }
    return seen;
}

/* After the end of the program: all harts in debug mode, and they stay there. */
static void stand(struct serve *s)
{
    for (unsigned i = 0; i < s->debug.nharts; i++) {
        struct sim_hart *h = s->debug.hart[i].hart;
        if (!sim_hart_halted(h)) {
            sim_hart_halt(h);
            (void)sim_hart_run(h, 1);
        }
    }
}

/* Let the platform run for a slice. Returns true when the program has ended. */
static bool run_slice(struct serve *s, bool *quiet, uint32_t *code)
{
    const struct sim_run_limits limits = {.max_cycles = SLICE};
    struct sim_run_result result;
    sim_platform_run(s->platform, &limits, &result);
    *quiet = sim_debug_quiet(&s->debug) &&
             (result.reason == SIM_STOP_HALTED || result.reason == SIM_STOP_DEADLOCK);
    if (*quiet) {
        sim_platform_idle(s->platform, IDLE_CYCLES);
    }
    *code = result.exit_code;
    return result.reason == SIM_STOP_FINISHER;
}

/* The debugger has come or gone. Returns true when that ends the verb. */
static bool report_client(const struct serve *s, unsigned events, bool ended)
{
    if ((events & SIM_BITBANG_CAME) != 0) {
        tool_note("serve", NULL, "a debugger has connected");
    }
    if ((events & SIM_BITBANG_GONE) != 0) {
        tool_note("serve", NULL, "the debugger has left");
        return s->o.until_disconnect || ended;
    }
    return false;
}

static bool out_of_time(const struct serve *s, double begin)
{
    if (s->o.timeout == 0 || tool_seconds() - begin < (double)s->o.timeout) {
        return false;
    }
    tool_note("serve", NULL, "%llu seconds are over", (unsigned long long)s->o.timeout);
    return true;
}

int serve_loop(struct serve *s)
{
    const double begin = tool_seconds();
    bool quiet = s->o.halted;
    bool ended = false;
    catch_signals();
    while (!interrupted && !out_of_time(s, begin)) {
        const unsigned events = serve_debugger(s, quiet || ended);
        uint32_t code = 0;
        if (report_client(s, events, ended)) {
            break;
        }
        if (ended) {
            stand(s);
            sim_platform_idle(s->platform, IDLE_CYCLES);
            continue;
        }
        ended = run_slice(s, &quiet, &code);
        if (ended) {
            fflush(s->console);
            tool_note("serve", s->o.elf, "the program ended with code %u", (unsigned)code);
            if (!s->o.linger) {
                break;
            }
        }
    }
    return TOOL_OK;
}
