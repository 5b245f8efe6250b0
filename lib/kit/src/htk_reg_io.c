/* SPDX-License-Identifier: Apache-2.0 */
/* Accesses to a live component, and what they are held against. */
#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

#include "htk_ids.h"
#include "htk_reg.h"
#include "timestamp_regs.h"

enum {
    SLOW_POLLS = 32, /* after a poll that timed out */
    SETTLE = 8,
};

void htk_reg_choose(struct htk_reg *r, unsigned component)
{
    r->i = component;
    r->about = &r->o->tree->component[component];
    r->map = htk_reg_map(r->about->kind);
    r->c = &r->sum->component[component];
    r->beside = 0;
}

void htk_reg_begin(struct htk_reg *r, const char *format, ...)
{
    va_list args;
    r->at = (struct htk_breach){.seed = HTK_NO_SEED};
    const int n = snprintf(r->at.scenario, sizeof r->at.scenario, "%s: ", r->c->name);
    va_start(args, format);
    vsnprintf(r->at.scenario + n, sizeof r->at.scenario - (size_t)n, format, args);
    va_end(args);
}

/* ---- verdicts ---- */

/* The component breaks this rule: it is listed once. */
static void list(struct htk_component *c, const char *id)
{
    const size_t n = strlen(c->rules);
    if (strstr(c->rules, id) == NULL && n + strlen(id) + 2 <= sizeof c->rules) {
        snprintf(c->rules + n, sizeof c->rules - n, "%s%s", n > 0 ? " " : "", id);
    }
}

void htk_reg_judge(struct htk_reg *r, const char *id, bool good, const char *expected, uint64_t got)
{
    if (good) {
        htk_verdict_hold(r->v, id, 1);
        r->c->held++;
        return;
    }
    struct htk_breach b = r->at;
    snprintf(b.expected, sizeof b.expected, "%s", expected);
    snprintf(b.got, sizeof b.got, "0x%" PRIX64, got);
    htk_verdict_break(r->v, id, &b);
    r->c->broken++;
    list(r->c, id);
}

void htk_reg_judge_all(struct htk_reg *r, const char *ids, bool good, const char *expected,
                       uint64_t got)
{
    char id[HTK_ID];
    while (htk_next_id(&ids, id)) {
        htk_reg_judge(r, id, good, expected, got);
    }
}

void htk_reg_skip(struct htk_reg *r, const char *ids, const char *needs)
{
    char id[HTK_ID];
    while (htk_next_id(&ids, id)) {
        htk_verdict_skip(r->v, id, needs);
    }
}

bool htk_reg_lose(struct htk_reg *r, const char *format, ...)
{
    va_list args;
    if (r->c->state != HTK_COMPONENT_LOST) {
        va_start(args, format);
        vsnprintf(r->c->why, sizeof r->c->why, format, args);
        va_end(args);
    }
    r->c->state = HTK_COMPONENT_LOST;
    return false;
}

/* ---- accesses ---- */

static bool fail_at(struct htk_reg *r, const char *what, const char *of, uint64_t address,
                    enum rvt_status s)
{
    const char *reason = r->o->reason != NULL ? r->o->reason(r->o->ctx) : "";
    if (r->error == RVT_OK) {
        snprintf(r->failed, sizeof r->failed, "%s: %s of %s at 0x%" PRIx64 ": %s%s%s", r->c->name,
                 what, of, address, rvt_strerror(s), reason[0] != '\0' ? ": " : "", reason);
    }
    r->error = r->error == RVT_OK ? s : r->error;
    return htk_reg_lose(r, "%s", r->failed + strlen(r->c->name) + 2);
}

static bool fail(struct htk_reg *r, const char *what, uint32_t offset, enum rvt_status s)
{
    const struct regmap_reg *reg = htk_reg_at(r->map, offset);
    return fail_at(r, what, reg != NULL ? reg->name : "an offset without register",
                   r->about->block.base + offset, s);
}

static bool stopped(struct htk_reg *r)
{
    return !r->restoring && htr_stopped(r->host) && !htk_reg_lose(r, "interrupted");
}

bool htk_reg_read(struct htk_reg *r, uint32_t offset, uint32_t *value)
{
    if (stopped(r)) {
        return false;
    }
    r->sum->reads++;
    const enum rvt_status s = rvt_io_read32(&r->io, r->about->block.base + offset, value);
    return s == RVT_OK || fail(r, "read", offset, s);
}

bool htk_reg_read_block(struct htk_reg *r, uint32_t offset, uint32_t *value, size_t n)
{
    if (stopped(r)) {
        return false;
    }
    r->sum->reads += n;
    const enum rvt_status s = rvt_io_read_block(&r->io, r->about->block.base + offset, value, n, 4);
    return s == RVT_OK || fail(r, "read", offset, s);
}

bool htk_reg_read_port(struct htk_reg *r, uint32_t offset, uint32_t *value, size_t n)
{
    if (stopped(r)) {
        return false;
    }
    r->sum->reads += n;
    const enum rvt_status s = rvt_io_read_block(&r->io, r->about->block.base + offset, value, n, 0);
    return s == RVT_OK || fail(r, "read", offset, s);
}

bool htk_reg_read_memory(struct htk_reg *r, uint64_t address, uint32_t *value, size_t n)
{
    if (stopped(r)) {
        return false;
    }
    r->sum->reads += n;
    const enum rvt_status s = rvt_io_read_block(&r->io, address, value, n, 4);
    return s == RVT_OK || fail_at(r, "read", "system memory", address, s);
}

bool htk_reg_write(struct htk_reg *r, uint32_t offset, uint32_t value)
{
    if (stopped(r)) {
        return false;
    }
    r->sum->writes++;
    const enum rvt_status s = rvt_io_write32(&r->io, r->about->block.base + offset, value);
    return s == RVT_OK || fail(r, "write", offset, s);
}

bool htk_reg_try(struct htk_reg *r, uint32_t offset, uint32_t value, uint32_t *got)
{
    return htk_reg_write(r, offset, value) && htk_reg_read(r, offset, got);
}

bool htk_reg_poll(struct htk_reg *r, uint32_t offset, uint32_t mask, uint32_t want, bool *good)
{
    struct rvt_io io = r->io;
    bool *slow = &r->saved[r->i].slow;
    io.poll_limit = *slow && io.poll_limit > SLOW_POLLS ? SLOW_POLLS : io.poll_limit;
    if (stopped(r)) {
        return false;
    }
    const enum rvt_status s = rvt_poll(&io, r->about->block.base + offset, mask, want);
    r->sum->reads++;
    *good = s == RVT_OK;
    *slow = *slow || s == RVT_ERR_TIMEOUT;
    return s == RVT_OK || s == RVT_ERR_TIMEOUT || fail(r, "poll", offset, s);
}

bool htk_reg_pass(struct htk_reg *r, unsigned n)
{
    uint32_t value;
    bool good = true;
    for (unsigned i = 0; good && i < n; i++) {
        /* A port with a clock ends a poll that has taken too long: an access begins a new one. */
        good = htk_reg_read(r, HTK_REG_IMPL, &value);
        if (good && r->io.ops->relax != NULL) {
            const enum rvt_status s = r->io.ops->relax(&r->io);
            good = s == RVT_OK || s == RVT_ERR_TIMEOUT || fail(r, "wait after a read", 4, s);
        }
    }
    return good;
}

bool htk_reg_reset(struct htk_reg *r, uint32_t *value)
{
    bool good = false;
    if (!htk_reg_write(r, HTK_REG_CONTROL, 0) ||
        !htk_reg_poll(r, HTK_REG_CONTROL, HTK_REG_ACTIVE, 0, &good)) {
        return false;
    }
    htk_reg_judge(r, "TCI-MIN-004", good, "Active reads 0 after it was written", 1);
    if (!htk_reg_write(r, HTK_REG_CONTROL, HTK_REG_ACTIVE) ||
        !htk_reg_poll(r, HTK_REG_CONTROL, HTK_REG_ACTIVE, HTK_REG_ACTIVE, &good)) {
        return false;
    }
    htk_reg_judge(r, "TCI-MIN-004", good, "Active reads 1 after it was written", 0);
    if (!good) {
        return htk_reg_lose(r,
                            "Active stays 0 at 0x%" PRIx64
                            "; check that the component has clock and power, and reg of %s",
                            r->about->block.base, r->about->path);
    }
    /* A status may need a few clocks. */
    good = htk_reg_read(r, HTK_REG_CONTROL, value);
    for (unsigned i = 0; good && (*value & HTK_REG_EMPTY) == 0 && i < SETTLE; i++) {
        good = htk_reg_pass(r, 1) && htk_reg_read(r, HTK_REG_CONTROL, value);
    }
    return good;
}

bool htk_reg_counter(struct htk_reg *r, uint64_t *value)
{
    uint32_t before = 0, low = 0, high = 0;
    if (!htk_reg_read(r, TR_TS_COUNTER_HIGH_OFFSET, &before) ||
        !htk_reg_read(r, TR_TS_COUNTER_LOW_OFFSET, &low) ||
        !htk_reg_read(r, TR_TS_COUNTER_HIGH_OFFSET, &high) ||
        (before != high && !htk_reg_read(r, TR_TS_COUNTER_LOW_OFFSET, &low))) {
        return false;
    }
    *value = (uint64_t)high << 32 | low;
    return true;
}
