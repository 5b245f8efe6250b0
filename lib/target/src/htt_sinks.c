/* SPDX-License-Identifier: Apache-2.0 */
/* Which encoder sends to which sink. */
#include "htt/htt_sinks.h"

#include <stdio.h>
#include <string.h>

#include "encoder_regs.h"
#include "hartrace/rvt_field.h"
#include "htr/htr_text.h"
#include "htt/htt_status.h"
#include "ramsink_regs.h"

/* A sink by its name (ramsink-0) or its kind (pib, atb, ...), or TOPOLOGY_NONE. */
static unsigned find_sink(const struct topology *t, const char *name)
{
    char full[TOPOLOGY_NAME_MAX];
    for (unsigned i = 0; i < t->ncomponents; i++) {
        if (topology_is_sink(t->component[i].kind) &&
            strcmp(topology_name(t, i, full), name) == 0) {
            return i;
        }
    }
    const size_t n = strlen(name);
    const bool memory = strcmp(name, "sram") == 0 || strcmp(name, "smem") == 0;
    for (unsigned i = 0; i < t->ncomponents; i++) {
        const enum topology_kind kind = t->component[i].kind;
        const bool other = n >= 3 && strncmp(topology_kind_name(kind), name, n) == 0;
        if (topology_is_sink(kind) && (memory ? kind == TOPOLOGY_RAMSINK : other)) {
            return i;
        }
    }
    return TOPOLOGY_NONE;
}

static int no_sink(struct htr_host *host, const struct topology *t, const char *name)
{
    char list[256] = "", full[TOPOLOGY_NAME_MAX];
    for (unsigned i = 0; i < t->ncomponents; i++) {
        const size_t at = strlen(list);
        if (topology_is_sink(t->component[i].kind)) {
            snprintf(list + at, sizeof list - at, " %s", topology_name(t, i, full));
        }
    }
    return htr_fail(host, HTR_ERR_MISSING, NULL, "--sink %s: no such sink; there are:%s", name,
                    list);
}

/* Split HART=NAME. *all without a hart. */
static int split(struct htr_host *host, const struct topology *t, const char *text,
                 const char **name, uint64_t *hart, bool *all)
{
    const char *equals = strchr(text, '=');
    char number[16];
    *name = equals != NULL ? equals + 1 : text;
    *all = equals == NULL;
    if (equals == NULL) {
        return HTR_OK;
    }
    snprintf(number, sizeof number, "%.*s", (int)(equals - text), text);
    if (equals - text < (int)sizeof number && htr_number(number, hart) && *hart < t->nharts) {
        return HTR_OK;
    }
    return htr_fail(host, HTR_ERR_MISSING, NULL,
                    "--sink %s: no such hart; write --sink HART=NAME, harts are 0 to %u", text,
                    (unsigned)t->nharts - 1);
}

/* Route one hart to a sink, or every hart that has no route yet and can reach it. */
static int use(struct htr_host *host, struct rvt_fdt *f, const char *text)
{
    const struct topology *t = f->topology;
    struct topology_problem why = {.path = ""};
    uint8_t way[TOPOLOGY_MAX_COMPONENTS];
    const char *name;
    uint64_t hart = 0;
    unsigned led = 0;
    bool all;
    int status = split(host, t, text, &name, &hart, &all);
    if (status != HTR_OK) {
        return status;
    }
    const unsigned sink = find_sink(t, name);
    if (sink == TOPOLOGY_NONE) {
        return no_sink(host, t, name);
    }
    for (unsigned e = 0; e < t->ncomponents; e++) {
        if (t->component[e].kind != TOPOLOGY_ENCODER || f->room.use[e].sink != TOPOLOGY_NONE ||
            (!all && t->component[e].hart.index != hart) ||
            (all && topology_path(t, e, sink, way, sizeof way) <= 0)) {
            continue;
        }
        if (rvt_fdt_use(f, e, sink, &why) != RVT_OK) {
            return htr_fail(host, HTR_ERR_CONFLICT, NULL, "--sink %s: %s", text, why.text);
        }
        led++;
    }
    return led > 0 ? HTR_OK
                   : htr_fail(host, HTR_ERR_CONFLICT, NULL,
                              "--sink %s: no unused encoder leads there", text);
}

int htt_sinks_use(struct rvt_fdt *f, struct htr_host *host, const struct htr_list *names)
{
    struct topology_problem why = {.path = ""};
    int status = HTR_OK;
    if (names->n == 0 && rvt_fdt_use_all(f, &why) != RVT_OK) {
        return htr_fail(host, HTR_ERR_CONFLICT, NULL, "no sink for every encoder: %s%s%s", why.path,
                        why.path[0] != '\0' ? ": " : "", why.text);
    }
    for (unsigned i = 0; i < names->n && status == HTR_OK; i++) {
        status = use(host, f, names->item[i]);
    }
    return status;
}

static int alike(struct htr_host *host, const struct rvt_fdt *f, unsigned a, unsigned b)
{
    const struct topology *t = f->topology;
    const struct rvt_encoder *x = &f->room.parts[a].as.encoder, *y = &f->room.parts[b].as.encoder;
    char sink[TOPOLOGY_NAME_MAX];
    (void)topology_name(t, f->room.use[b].sink, sink);
    if (x->src_bits != y->src_bits) {
        return htr_fail(
            host, HTR_ERR_CONFLICT, NULL,
            "%s: SRC has %u bit%s, that of %s %u, and both send to %s; trTeSrcBits must be equal",
            t->component[b].path, y->src_bits, htr_s(y->src_bits), t->component[a].path,
            x->src_bits, sink);
    }
    if (y->src_bits == 0) {
        return htr_fail(host, HTR_ERR_CONFLICT, NULL,
                        "%s: no SRC in its messages, nor in those of %s, and both send to %s; set "
                        "trTeSrcBits and trTeSrcID (hartrace,src-bits, hartrace,src-id)",
                        t->component[b].path, t->component[a].path, sink);
    }
    return htr_fail(host, HTR_ERR_CONFLICT, NULL,
                    "%s: SRC is %u, as that of %s, and both send to %s; trTeSrcID "
                    "(hartrace,src-id) must differ",
                    t->component[b].path, y->src_id, t->component[a].path, sink);
}

int htt_sinks_distinct(const struct rvt_fdt *f, struct htr_host *host)
{
    const struct topology *t = f->topology;
    for (unsigned b = 0; b < t->ncomponents; b++) {
        for (unsigned a = 0; a < b; a++) {
            const unsigned to = f->room.use[b].sink;
            if (t->component[a].kind != TOPOLOGY_ENCODER ||
                t->component[b].kind != TOPOLOGY_ENCODER || to == TOPOLOGY_NONE ||
                f->room.use[a].sink != to) {
                continue;
            }
            const struct rvt_encoder *x = &f->room.parts[a].as.encoder;
            const struct rvt_encoder *y = &f->room.parts[b].as.encoder;
            if (x->src_bits == 0 || x->src_bits != y->src_bits || x->src_id == y->src_id) {
                return alike(host, f, a, b);
            }
        }
    }
    return HTR_OK;
}

bool htt_sinks_timestamps(const struct rvt_fdt *f, const struct htr_settings *settings)
{
    uint32_t asked = 0, mode;
    unsigned n = 0;
    bool told = true;
    for (unsigned i = 0; i < f->topology->ncomponents; i++) {
        const struct topology_component *c = &f->topology->component[i];
        if (c->kind == TOPOLOGY_ENCODER && f->room.use[i].sink != TOPOLOGY_NONE) {
            told = told && c->extra.ts_type != TOPOLOGY_TS_UNTOLD &&
                   c->extra.ts_type != TOPOLOGY_TS_NONE;
            n++;
        }
    }
    const bool wanted = htr_settings_asked(settings, "trTsEnable", &asked) ? asked != 0 : n > 1;
    return told && wanted && !htr_settings_asked(settings, "trTsMode", &mode);
}

static bool takes_etrace(struct rvt_fdt *f, unsigned sink)
{
    for (unsigned i = 0; i < f->topology->ncomponents; i++) {
        const struct rvt_encoder *e = rvt_fdt_encoder(f, i);
        if (e != NULL && f->plan.use[i].sink == sink && e->format == TR_TE_FORMAT_ETRACE) {
            return true;
        }
    }
    return false;
}

static int set_async(struct rvt_fdt *f, struct htr_host *host, unsigned sink)
{
    enum {
        ASYNC_FREQ = 6 /* each 2 KiB */
    };
    const struct rvt_component *c = &rvt_fdt_ramsink(f, sink)->c;
    uint32_t control = 0;
    enum rvt_status s = rvt_reg_read(c, TR_RAM_CONTROL_OFFSET, &control);
    control = RVT_SET(control & ~TR_RAM_ASYNC_FREQ_MASK, TR_RAM_ASYNC_FREQ, ASYNC_FREQ);
    s = s == RVT_OK ? rvt_reg_write(c, TR_RAM_CONTROL_OFFSET, control) : s;
    s = s == RVT_OK ? rvt_reg_read(c, TR_RAM_CONTROL_OFFSET, &control) : s;
    if (s != RVT_OK) {
        return htt_fail(host, "trRamAsyncFreq cannot be set", NULL, s);
    }
    if (RVT_GET(control, TR_RAM_ASYNC_FREQ) == 0 && (control & TR_RAM_STOP_ON_WRAP_MASK) == 0) {
        htr_note(host, f->topology->component[sink].path,
                 "has no synchronization sequences (trRamAsyncFreq reads 0); a memory that wraps "
                 "cannot be decoded");
    }
    return HTR_OK;
}

int htt_sinks_async(struct rvt_fdt *f, struct htr_host *host)
{
    int status = HTR_OK;
    for (unsigned i = 0; i < f->topology->ncomponents && status == HTR_OK; i++) {
        if (rvt_fdt_ramsink(f, i) != NULL && takes_etrace(f, i)) {
            status = set_async(f, host, i);
        }
    }
    return status;
}
