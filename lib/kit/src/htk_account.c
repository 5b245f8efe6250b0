/* SPDX-License-Identifier: Apache-2.0 */
/* PCs and events, and their text. */
#include "htk_account.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char *const names[HTK_KINDS] = {
    [HTK_TRACE_ON] = "trace-on",
    [HTK_TRACE_OFF] = "trace-off",
    [HTK_EXCEPTION] = "exception",
    [HTK_EXCEPTION_RETURN] = "exception-return",
    [HTK_SYNC_EVENT] = "event",
    [HTK_LOST] = "lost",
    [HTK_CONTEXT] = "context",
    [HTK_TIME] = "time",
    [HTK_SOFTWARE_TRACE] = "software-trace",
    [HTK_DATA] = "data",
    [HTK_CUSTOM] = "custom",
    [HTK_UNKNOWN] = "unknown",
    [HTK_OTHER] = "other",
    [HTK_NO_SYNC] = "no-sync",
    [HTK_ERROR] = "error",
};

const char *htk_event_name(enum htk_event_kind kind)
{
    return names[kind];
}

/* ---- code ---- */

static unsigned size_in_list(const struct htk_code *code, uint64_t pc)
{
    size_t from = 0, to = code->pcinfos;
    while (from < to) {
        const size_t middle = from + (to - from) / 2;
        if (code->pcinfo[middle].addr == pc) {
            return code->pcinfo[middle].size;
        }
        if (code->pcinfo[middle].addr < pc) {
            from = middle + 1;
        } else {
            to = middle;
        }
    }
    return 0;
}

unsigned htk_code_size(const struct htk_code *code, uint64_t pc)
{
    if (code->pcinfo != NULL) {
        return size_in_list(code, pc);
    }
    for (size_t i = 0; i < code->regions; i++) {
        const struct flow_region *r = &code->region[i];
        if (pc >= r->addr && r->size >= 2 && pc - r->addr <= r->size - 2) {
            const uint8_t *b = r->bytes + (pc - r->addr);
            const unsigned n = flow_insn_size((uint32_t)(b[0] | b[1] << 8));
            return pc - r->addr + n <= r->size ? n : 0;
        }
    }
    return 0;
}

/* ---- the account ---- */

void htk_account_clear(struct htk_account *a)
{
    a->pcs = a->events = a->soft = 0;
    a->kinds = 0;
}

void htk_account_free(struct htk_account *a)
{
    free(a->pc);
    free(a->event);
    *a = (struct htk_account){.pcs = 0};
}

bool htk_account_pc(struct htk_account *a, uint64_t pc)
{
    if (a->pcs == a->pc_room) {
        const size_t room = a->pc_room == 0 ? 4096 : 2 * a->pc_room;
        uint64_t *more = room <= HTK_ACCOUNT_PCS ? realloc(a->pc, room * sizeof *more) : NULL;
        if (more == NULL) {
            return false;
        }
        a->pc = more;
        a->pc_room = room;
    }
    a->pc[a->pcs++] = pc;
    return true;
}

bool htk_account_event(struct htk_account *a, enum htk_event_kind kind, const char *text)
{
    if (a->events == a->event_room) {
        const size_t room = a->event_room == 0 ? 256 : 2 * a->event_room;
        struct htk_event *more =
            room <= HTK_ACCOUNT_PCS / 16 ? realloc(a->event, room * sizeof *more) : NULL;
        if (more == NULL) {
            return false;
        }
        a->event = more;
        a->event_room = room;
    }
    struct htk_event *e = &a->event[a->events++];
    e->kind = kind;
    e->at = a->pcs;
    e->soft = a->soft;
    snprintf(e->text, sizeof e->text, "%s", text);
    return true;
}

const struct htk_event *htk_account_next(const struct htk_account *a, enum htk_event_kind kind,
                                         size_t *i)
{
    while (*i < a->events) {
        const struct htk_event *e = &a->event[(*i)++];
        if (e->kind == kind) {
            return e;
        }
    }
    return NULL;
}

/* ---- lines ---- */

static bool kind_of(const char *line, enum htk_event_kind *kind)
{
    const size_t n = strcspn(line, " \t");
    for (unsigned i = 0; i < HTK_KINDS; i++) {
        if (strlen(names[i]) == n && strncmp(names[i], line, n) == 0) {
            *kind = (enum htk_event_kind)i;
            return true;
        }
    }
    *kind = HTK_ERROR;
    return n == 7 && strncmp(line, "no-code", n) == 0;
}

static const char *take_range(struct htk_account *a, const struct htk_code *code, uint64_t from,
                              uint64_t to)
{
    a->soft = a->pcs;
    while (from != to) {
        const unsigned n = htk_code_size(code, from);
        if (n == 0 || to - from < n) {
            return "a range that no instructions make up";
        }
        if (!htk_account_pc(a, from)) {
            return "too many instructions";
        }
        from += n;
    }
    return NULL;
}

static const char *take_numbers(struct htk_account *a, const struct htk_code *code,
                                const char *line)
{
    char *end;
    const uint64_t from = strtoull(line, &end, 16);
    if (end == line || (end == line + 1 && line[1] == 'x')) {
        return "not an address";
    }
    if (*end == '-') {
        const char *second = end + 1;
        const uint64_t to = strtoull(second, &end, 16);
        return end == second || strchr(" \t,", *end) == NULL ? "not a range of addresses"
                                                             : take_range(a, code, from, to);
    }
    if (strchr(" \t,", *end) == NULL) {
        return "not an address";
    }
    a->soft = a->pcs;
    return htk_account_pc(a, from) ? NULL : "too many instructions";
}

/* "events KIND ...": the kinds that will be listed. */
static const char *take_kinds(struct htk_account *a, const char *line)
{
    for (line += strcspn(line, " \t"); *(line += strspn(line, " \t")) != '\0';
         line += strcspn(line, " \t")) {
        enum htk_event_kind kind;
        if (!kind_of(line, &kind)) {
            return "no such kind of event";
        }
        a->kinds |= UINT32_C(1) << kind;
    }
    return NULL;
}

const char *htk_account_line(struct htk_account *a, const struct htk_code *code, char *line)
{
    enum htk_event_kind kind;
    line += strspn(line, " \t");
    line[strcspn(line, "\r")] = '\0';
    if (*line == '\0' || *line == '#') {
        return NULL;
    }
    if (*line == '0') {
        return take_numbers(a, code, line);
    }
    if (strncmp(line, "range 0x", 8) == 0) { /* of a vector */
        return take_numbers(a, code, line + 6);
    }
    if (strncmp(line, "events ", 7) == 0) {
        return take_kinds(a, line);
    }
    if (!kind_of(line, &kind)) {
        return "neither an address nor an event";
    }
    return htk_account_event(a, kind, line) ? NULL : "too many events";
}

/* ---- two events ---- */

/* The value of NAME=VALUE in a line; false: it has no such name. */
static bool find(const char *line, const char *name, size_t n, char value[40])
{
    for (const char *at = strchr(line, ' '); at != NULL; at = strchr(at + 1, ' ')) {
        if (strncmp(at + 1, name, n) == 0 && at[1 + n] == '=') {
            snprintf(value, 40, "%.*s", (int)strcspn(at + n + 2, " "), at + n + 2);
            return true;
        }
    }
    return false;
}

/* "time 0x5": a value without a name. */
static bool bare(const char *line, char value[40])
{
    const char *at = strchr(line, ' ');
    const size_t n = at != NULL ? strcspn(at + 1, " =") : 0;
    if (at == NULL || at[1 + n] == '=') {
        return false;
    }
    snprintf(value, 40, "%.*s", (int)n, at + 1);
    return true;
}

static bool equal_values(const char *a, const char *b)
{
    char *end_a, *end_b;
    const uint64_t x = strtoull(a, &end_a, 0), y = strtoull(b, &end_b, 0);
    return *a != '\0' && *end_a == '\0' && *b != '\0' && *end_b == '\0' ? x == y
                                                                        : strcmp(a, b) == 0;
}

/* "0x5?": this value, or "?", because the format need not give it. */
static bool value_fits(char *want, const char *got)
{
    const size_t n = strlen(want);
    if (n > 1 && want[n - 1] == '?') {
        want[n - 1] = '\0';
        return strcmp(got, "?") == 0 || equal_values(want, got);
    }
    return equal_values(want, got);
}

bool htk_event_fits(const char *want, const char *got)
{
    char a[40], b[40];
    if (bare(got, b) && !(bare(want, a) && equal_values(a, b))) {
        return false;
    }
    for (const char *at = strchr(got, ' '); at != NULL; at = strchr(at + 1, ' ')) {
        const size_t n = strcspn(at + 1, " =");
        if (at[1 + n] == '=' && n > 0) {
            (void)find(got, at + 1, n, b);
            if (!find(want, at + 1, n, a) || !value_fits(a, b)) {
                return false;
            }
        }
    }
    return true;
}
