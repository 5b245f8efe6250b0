/* SPDX-License-Identifier: Apache-2.0 */
/* The line that says how far long work has come. */
#include "progress.h"

#include <sys/stat.h>
#include <unistd.h>

#include "output.h"
#include "tool.h"

enum {
    FIRST_STEP = 1 << 12,
};

static void look(struct htr_host *host, uint64_t done)
{
    struct tool_progress *p = &tool_the.progress;
    char text[PROGRESS_LINE];
    double now = tool_seconds(), early = p->next - now;
    if (early > 0) { /* about ten looks for one change */
        p->step = early > PROGRESS_EVERY * 0.9 ? p->step * 2 : p->step;
        host->look_at = done + p->step;
        return;
    }
    p->step = p->step / 2 > 0 ? p->step / 2 : 1;
    host->look_at = done + p->step;
    p->next = now + PROGRESS_EVERY;
    progress_text(text, p->verb, p->bytes ? PROGRESS_BYTES : PROGRESS_INSTRUCTIONS, done, p->total,
                  now - p->start);
    fprintf(stderr, "\r%s\033[K", text);
    fflush(stderr);
    p->shown = true;
}

void progress_begin(const char *verb, enum progress_unit unit, uint64_t total, FILE *results)
{
    progress_end();
    if (!isatty(STDERR_FILENO) || (results != NULL && output_is_terminal(results))) {
        return;
    }
    double now = tool_seconds();
    tool_the.progress = (struct tool_progress){
        .verb = verb,
        .bytes = unit == PROGRESS_BYTES,
        .total = total,
        .step = FIRST_STEP,
        .start = now,
        .next = now + PROGRESS_FIRST,
    };
    tool_the.host.look_at = 0;
    tool_the.host.look = look;
}

void progress_begin_file(const char *verb, const struct htr_file *s, FILE *results)
{
    struct stat st;
    bool file = s->raw != NULL && fstat(s->fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_size > 0;
    progress_begin(verb, PROGRESS_BYTES, file ? (uint64_t)st.st_size : 0, results);
}

void progress_clear(void)
{
    if (tool_the.progress.shown) {
        fputs("\r\033[K", stderr);
        fflush(stderr);
        tool_the.progress.shown = false;
    }
}

void progress_end(void)
{
    progress_clear();
    tool_the.host.look = NULL;
}

void progress_text(char text[PROGRESS_LINE], const char *verb, enum progress_unit unit,
                   uint64_t done, uint64_t total, double seconds)
{
    bool bytes = unit == PROGRESS_BYTES;
    double scale = bytes ? 1048576.0 : 1e6;
    double amount = (double)done / scale, rate = seconds > 0 ? amount / seconds : 0.0;
    char of[40] = "", part[16] = "";
    if (total > 0) {
        uint64_t most = done < total ? done : total;
        snprintf(of, sizeof of, " of %.1f", (double)total / scale);
        snprintf(part, sizeof part, " (%.0f %%)", 100.0 * ((double)most / (double)total));
    }
    snprintf(text, PROGRESS_LINE, "%.12s: %.1f%s %s%s, %.1f %s/s", verb, amount, of,
             bytes ? "MiB" : "M instructions", part, rate, bytes ? "MiB" : "M");
}
