/* SPDX-License-Identifier: Apache-2.0 */
/* Harts and debugger take turns. While a hart runs, nothing waits for the debugger; when none runs,
 * the process sleeps until a byte comes. */
#include "hts_serve_priv.h"

#include <time.h>

enum {
    SLICE = 4096,      /* cycles between two checks of the socket */
    IDLE_CYCLES = 256, /* cycles of the trace components per turn when no hart runs */
    SLOW_CYCLES = 16,  /* both, when cycles are slow: a scan waits */
    WAIT_MS = 20,
    DRAIN = 16, /* chunks taken in a row before the harts run again */
};

/* Of a clock that only goes forward. */
static double seconds(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Take what the debugger has sent; wait for it when nothing else goes on. Returns the events. */
static unsigned serve_debugger(struct hts_serve *s, bool wait)
{
    unsigned events = sim_debug_poll(&s->debug, wait ? WAIT_MS : 0);
    unsigned seen = events;
    for (unsigned i = 0; i < DRAIN && (events & SIM_BITBANG_BUSY) != 0; i++) {
        events = sim_debug_poll(&s->debug, 0);
        seen |= events;
    }
    return seen;
}

static bool out_of_time(const struct hts_serve *s)
{
    if (s->run.timeout == 0 || seconds() - s->begin < (double)s->run.timeout) {
        return false;
    }
    htr_note(s->host, NULL, "%llu second%s over", (unsigned long long)s->run.timeout,
             s->run.timeout == 1 ? " is" : "s are");
    return true;
}

/* Check the debugger and the clock. Returns false to end the run. */
static bool look(struct hts_serve *s, bool wait)
{
    const unsigned events = serve_debugger(s, wait);
    if ((events & SIM_BITBANG_SILENT) != 0) {
        htr_note(s->host, NULL, "the debugger sent nothing for %llu s (--idle-limit)",
                 (unsigned long long)s->cfg.idle_limit);
    }
    if ((events & SIM_BITBANG_GONE) != 0) {
        htr_note(s->host, NULL, "debugger disconnected");
        if (s->run.until_disconnect || s->ended) {
            return false;
        }
    }
    if ((events & SIM_BITBANG_CAME) != 0) {
        htr_note(s->host, NULL, "debugger connected");
    }
    return !htr_stopped(s->host) && !out_of_time(s);
}

static bool on_poll(void *ctx)
{
    struct hts_serve *s = ctx;
    s->stop = !look(s, sim_debug_quiet(&s->debug));
    return !s->stop;
}

/* After the end of the program: all harts in debug mode, and they stay there. */
static void linger(struct hts_serve *s)
{
    do {
        sim_debug_halt_all(&s->debug);
        sim_platform_idle(s->platform, s->cfg.fabric.make != NULL ? SLOW_CYCLES : IDLE_CYCLES);
    } while (look(s, true));
}

/* A hart does nothing but trap. Reported once: a debugger may look at it and help. */
static void on_traps(struct hts_serve *s, unsigned hart)
{
    if (!s->trapping[hart]) {
        const struct htr_trap t = hts_trap_of(s->platform, hart);
        (void)htr_trap_report(s->host, &t);
    }
    s->trapping[hart] = true;
    sim_hart_forget_traps(sim_platform_hart_n(s->platform, hart));
}

/* Is there a hart that was reported to do nothing but trap, and has retired nothing since? */
static bool still_traps(const struct hts_serve *s)
{
    for (unsigned h = 0; h < sim_platform_hart_count(s->platform); h++) {
        if (s->trapping[h] && sim_hart_trap_row(sim_platform_hart_n(s->platform, h))->count > 0) {
            return true;
        }
    }
    return false;
}

int hts_serve_run(struct hts_serve *s, const struct hts_serve_run_cfg *cfg)
{
    const struct sim_run_limits limits = {
        .poll = {
            .fn = on_poll, .ctx = s, .every = s->cfg.fabric.make != NULL ? SLOW_CYCLES : SLICE}};
    struct sim_run_result result;
    s->run = *cfg;
    s->begin = seconds();
    do { /* a run that ends as a deadlock goes on: a debugger may resolve it */
        sim_platform_run(s->platform, &limits, &result);
        if (result.reason == SIM_STOP_TRAPS) {
            on_traps(s, result.hart);
        }
        s->ended = result.reason == SIM_STOP_FINISHER;
    } while (!s->ended && !s->stop);
    if (s->ended) {
        if (s->run.console != NULL) {
            (void)fflush(s->run.console);
        }
        htr_note(s->host, s->program[0].path, "the program ended with code %u",
                 (unsigned)result.exit_code);
        if (s->run.linger && !s->stop) {
            linger(s);
        }
    }
    return still_traps(s) ? HTR_ERR_FORMAT : HTR_OK;
}
