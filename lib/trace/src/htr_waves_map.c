/* SPDX-License-Identifier: Apache-2.0 */
/* Which signal is what. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "htr/htr_ini.h"
#include "htr_waves_priv.h"

static const char *const names[MAP_KEYS] = {
    [MAP_CLOCK] = "clock",
    [MAP_RESET] = "reset",
    [MAP_VALID] = "hart.valid",
    [MAP_STALL] = "hart.stall",
    [MAP_BLOCK_VALID] = "hart.block_valid",
    [MAP_IADDR] = "hart.iaddr",
    [MAP_IRETIRE] = "hart.iretire",
    [MAP_ITYPE] = "hart.itype",
    [MAP_ILASTSIZE] = "hart.ilastsize",
    [MAP_SIJUMP] = "hart.sijump",
    [MAP_PRIV] = "hart.priv",
    [MAP_CTYPE] = "hart.ctype",
    [MAP_CONTEXT] = "hart.context",
    [MAP_HCONTEXT] = "hart.hcontext",
    [MAP_CAUSE] = "hart.cause",
    [MAP_TVAL] = "hart.tval",
    [MAP_IMPDEF] = "hart.impdef",
    [MAP_TRIGGER] = "hart.trigger",
    [MAP_EXT_TRIG] = "hart.ext_trig",
    [MAP_HALTED] = "hart.halted",
    [MAP_HART_RESET] = "hart.reset",
    [MAP_LOWPOWER] = "hart.lowpower",
    [MAP_TIME] = "hart.time",
    [MAP_WRITE] = "registers.write",
    [MAP_ADDRESS] = "registers.address",
    [MAP_WDATA] = "registers.data",
    [MAP_TRACE_VALID] = "trace.valid",
    [MAP_TRACE_READY] = "trace.ready",
    [MAP_TRACE_DATA] = "trace.data",
    [MAP_TRACE_KEEP] = "trace.keep",
    [MAP_TRACE_COUNT] = "trace.count",
    [MAP_TRACE_LAST] = "trace.last",
    [MAP_TRACE_ID] = "trace.id",
};

const char *waves_map_name(enum map_key k)
{
    return names[k];
}

static int refuse(const struct waves_map *m, const char *name, const char *what)
{
    return htr_fail(m->waves->host, HTR_ERR_FORMAT, m->path, "%s: %s", name, what);
}

/* Keys that are no signals. Returns 1 when it is one, 0, or HTR_ERR_* after a message. */
static int take_setting(struct waves_map *m, const char *name, const char *value)
{
    char *end;
    const unsigned long v = strtoul(value, &end, 0);
    const bool number = value[0] >= '0' && value[0] <= '9' && *end == '\0';
    if (strcmp(name, "edge") == 0) {
        m->falling = strcmp(value, "falling") == 0;
        return m->falling || strcmp(value, "rising") == 0
                   ? 1
                   : refuse(m, name, "not an edge; it is rising or falling");
    }
    if (strcmp(name, "hart.xlen") == 0) {
        m->xlen = (unsigned)v;
        return number && (v == 32 || v == 64) ? 1 : refuse(m, name, "it is 32 or 64");
    }
    if (strcmp(name, "hart.itype_width") == 0) {
        m->itype_width = (unsigned)v;
        return number && (v == 3 || v == 4) ? 1 : refuse(m, name, "it is 3 or 4");
    }
    if (strcmp(name, "hart.blocks") == 0) {
        m->blocks = (unsigned)v;
        return number && v >= 1 && v <= 4 ? 1 : refuse(m, name, "it is 1 to 4");
    }
    if (strcmp(name, "trace.id_value") == 0) {
        m->id = v;
        m->has_id = true;
        return number ? 1 : refuse(m, name, "it is a number");
    }
    return 0;
}

/* Names of signals, divided by blanks: one for each block. */
static int take_signals(struct waves_map *m, enum map_key k, const char *value)
{
    m->key[k].n = 0;
    if (value[0] == '!') {
        m->key[k].low = true;
        value++;
    }
    while (*(value += strspn(value, " \t")) != '\0') {
        const size_t n = strcspn(value, " \t");
        const int wave = m->key[k].n < 4 ? waves_want(m->waves, value, n) : -1;
        if (wave < 0) {
            return refuse(m, names[k], "too many signals, or a name that is too long");
        }
        m->key[k].wave[m->key[k].n++] = wave;
        value += n;
    }
    return m->key[k].n > 0 ? HTR_OK : refuse(m, names[k], "no name of a signal");
}

/* For htr_ini_read. */
static int take(void *ctx, const char *section, const char *key, const char *value)
{
    struct waves_map *m = ctx;
    char name[80], text[1024];
    const char *from = value[0] == '"' ? value + 1 : value;
    /* "NAME" # comment */
    const size_t n = strcspn(from, value[0] == '"' ? "\"" : "#");
    snprintf(text, sizeof text, "%.*s", (int)n, from);
    for (size_t end = strlen(text); end > 0 && strchr(" \t", text[end - 1]) != NULL;) {
        text[--end] = '\0';
    }
    snprintf(name, sizeof name, "%.30s%s%.40s", section, section[0] != '\0' ? "." : "", key);
    const int status = take_setting(m, name, text);
    if (status != 0) {
        return status == 1 ? HTR_OK : status;
    }
    for (unsigned k = 0; k < MAP_KEYS; k++) {
        if (strcmp(name, names[k]) == 0) {
            return take_signals(m, (enum map_key)k, text);
        }
    }
    return refuse(m, name, "unknown key; docs/reference/formats.md lists them");
}

int waves_map_read(struct waves_map *m, struct waves *w, const char *path)
{
    *m = (struct waves_map){.path = path, .waves = w};
    const int status = htr_ini_read(w->host, path, take, m);
    if (status == HTR_OK && m->key[MAP_CLOCK].n == 0) {
        return htr_fail(w->host, HTR_ERR_MISSING, path, "no clock: add clock = SIGNAL");
    }
    return status;
}

static uint64_t bits(const struct wave *x, unsigned from, unsigned n)
{
    const unsigned i = from / 64, shift = from % 64;
    if (from >= x->width || i >= WAVES_WORDS) {
        return 0;
    }
    uint64_t v = x->before[i] >> shift;
    if (shift != 0 && i + 1 < WAVES_WORDS) {
        v |= x->before[i + 1] << (64 - shift);
    }
    return n >= 64 ? v : v & ((UINT64_C(1) << n) - 1);
}

static const struct wave *wave(const struct waves_map *m, enum map_key k, unsigned i)
{
    return &m->waves->wave[m->key[k].wave[i]];
}

uint64_t waves_map_bits(const struct waves_map *m, enum map_key k, unsigned from, unsigned n)
{
    return m->key[k].n > 0 ? bits(wave(m, k, 0), from, n) : 0;
}

unsigned waves_map_width(const struct waves_map *m, enum map_key k)
{
    return m->key[k].n == 0   ? 0
           : m->key[k].n == 1 ? wave(m, k, 0)->width / (m->blocks > 0 ? m->blocks : 1)
                              : wave(m, k, 0)->width;
}

uint64_t waves_map_block(const struct waves_map *m, enum map_key k, unsigned b)
{
    const unsigned width = waves_map_width(m, k);
    if (m->key[k].n == 0) {
        return 0;
    }
    return m->key[k].n == 1  ? bits(wave(m, k, 0), b * width, width)
           : b < m->key[k].n ? bits(wave(m, k, b), 0, 64)
                             : 0;
}

bool waves_map_is(const struct waves_map *m, enum map_key k, bool otherwise)
{
    return m->key[k].n == 0 ? otherwise : (waves_map_bits(m, k, 0, 1) != 0) != m->key[k].low;
}

bool waves_map_edge(const struct waves_map *m)
{
    const struct wave *x = wave(m, MAP_CLOCK, 0);
    const bool before = (x->before[0] & 1) != 0, now = (x->now[0] & 1) != 0;
    return m->falling ? before && !now : !before && now;
}
