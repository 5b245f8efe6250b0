/* SPDX-License-Identifier: Apache-2.0 */
/* From a configuration of texts and numbers to configurations. */
#include "hts_serve_priv.h"

#include <string.h>

#include "htr/htr_text.h"
#include "hts_platform.h"
#include "sim/sim_param.h"

typedef unsigned long long ull;

/* "A@N" or "A@N+M". Returns false when it is neither. */
static bool parse_when(const char *text, uint64_t *value, struct sim_dm_inject *j)
{
    char copy[64];
    if (strlen(text) >= sizeof copy) {
        return false;
    }
    memcpy(copy, text, strlen(text) + 1);
    char *at = strchr(copy, '@');
    if (at == NULL) {
        return false;
    }
    *at++ = '\0';
    char *plus = strchr(at, '+');
    if (plus != NULL) {
        *plus++ = '\0';
    }
    return htr_number(copy, value) && htr_number(at, &j->at) && j->at != 0 &&
           (plus == NULL || (htr_number(plus, &j->every) && j->every != 0));
}

static int add_fault(struct htr_host *host, struct sim_dm_cfg *dm, const char *text)
{
    struct sim_dm_inject j = {0};
    uint64_t value = 0;
    bool good = false;
    if (strncmp(text, "sberror=", 8) == 0) {
        good = parse_when(text + 8, &value, &j) && value >= 1 && value <= 7;
        j.error = (enum sim_dm_sberror)value;
    } else if (strncmp(text, "sbbusy=", 7) == 0) {
        good = parse_when(text + 7, &value, &j) && value >= 1 && value <= UINT32_MAX / 2;
        j.busy = (uint32_t)value;
    }
    if (!good) {
        return htr_fail(host, HTR_ERR_ARG, NULL,
                        "--inject %s: not a fault; write sberror=1..7@N[+M] or "
                        "sbbusy=CYCLES@N[+M], N and M from 1",
                        text);
    }
    if (dm->ninject == SIM_DM_MAX_INJECT) {
        return htr_fail(host, HTR_ERR_RANGE, NULL, "--inject: given more than %d times",
                        SIM_DM_MAX_INJECT);
    }
    dm->inject[dm->ninject++] = j;
    return HTR_OK;
}

/* "PART=CYCLES" */
static int set_latency(struct htr_host *host, struct sim_debug_cfg *cfg, const char *text)
{
    const struct {
        const char *name;
        uint32_t *cycles;
    } parts[] = {{"sba", &cfg->dm.sba_latency},
                 {"command", &cfg->dm.command_latency},
                 {"dmi", &cfg->dtm.latency},
                 {"active", &cfg->dm.active_latency}};
    const size_t n = strcspn(text, "=");
    uint64_t value;
    if (text[n] == '=' && htr_number(text + n + 1, &value) && value <= UINT32_MAX / 2) {
        for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
            if (strlen(parts[i].name) == n && strncmp(parts[i].name, text, n) == 0) {
                *parts[i].cycles = (uint32_t)value;
                return HTR_OK;
            }
        }
    }
    return htr_fail(host, HTR_ERR_ARG, NULL,
                    "--latency %s: not a latency; write sba, command, dmi or active, =, and 0 to "
                    "2147483647 cycles",
                    text);
}

/* Does a number fit the range? Returns HTR_OK, or HTR_ERR_RANGE after a message. */
static int in_range(struct htr_host *host, const char *option, uint64_t value, uint64_t max)
{
    return value <= max ? HTR_OK
                        : htr_fail(host, HTR_ERR_RANGE, NULL, "--%s %llu: out of range; 0 to %llu",
                                   option, (ull)value, (ull)max);
}

static int configure_debug(struct hts_serve *s)
{
    const struct hts_serve_cfg *o = &s->cfg;
    struct sim_dm_cfg *dm = &s->debug_cfg.dm;
    sim_debug_cfg_init(&s->debug_cfg);
    if (strcmp(o->dm_version, "1.0") != 0 && strcmp(o->dm_version, "0.13") != 0) {
        return htr_fail(s->host, HTR_ERR_ARG, NULL, "--dm %s: unknown version; it is 1.0 or 0.13",
                        o->dm_version);
    }
    if (o->progbuf == 1) {
        return htr_fail(s->host, HTR_ERR_ARG, NULL, "--progbuf 1: too small; 0 or 2 to 16");
    }
    int status = in_range(s->host, "progbuf", o->progbuf, SIM_DM_MAX_PROGBUF);
    if (status != HTR_OK) {
        return status;
    }
    s->debug_cfg.where = o->rbb;
    s->debug_cfg.idle_ms = (uint32_t)o->idle_limit * 1000;
    dm->v1 = o->dm_version[0] == '1';
    s->debug_cfg.dtm.v1 = dm->v1;
    dm->progbuf = (uint8_t)o->progbuf;
    dm->sba_bits = o->no_sba ? 0 : s->program[0].elf.xlen;
    dm->sba_sizes = o->no_sba ? 0 : dm->sba_sizes;
    dm->abstract_memory = !o->no_abstract_memory;
    dm->abstract_csr = !o->no_abstract_csr;
    dm->hart_array = !o->no_hart_array;
    for (unsigned i = 0; i < o->latency.n && status == HTR_OK; i++) {
        status = set_latency(s->host, &s->debug_cfg, o->latency.item[i]);
    }
    for (unsigned i = 0; i < o->inject.n && status == HTR_OK; i++) {
        status = add_fault(s->host, dm, o->inject.item[i]);
    }
    return status;
}

/* --power-ticks, for every component. */
static int set_power_ticks(struct htr_host *host, const struct topology *t,
                           struct sim_component_cfg *cfg, uint32_t ticks)
{
    for (unsigned i = 0; i < t->ncomponents; i++) {
        if (!sim_param_set(t->component[i].kind, "power_ticks", &cfg[i], ticks)) {
            return htr_fail(host, HTR_ERR_ARG, NULL, "--power-ticks: %s has no power-up",
                            t->component[i].path);
        }
    }
    return HTR_OK;
}

int hts_serve_configure(struct hts_serve *s)
{
    const struct hts_serve_cfg *o = &s->cfg;
    const struct hts_tree_cfg tree = {.dtb = o->dtb,
                                      .harts = o->harts,
                                      .sinks = &o->sinks,
                                      .sink_size = o->sink_size,
                                      .params = &o->params};
    int status = in_range(s->host, "power-ticks", o->power_ticks, 1u << 30);
    if (status == HTR_OK) {
        status = in_range(s->host, "idle-limit", o->idle_limit, 1000000);
    }
    if (status == HTR_OK) {
        status = hts_tree_open(&s->tree, s->host, &tree, &s->settings);
    }
    if (status != HTR_OK) {
        return status;
    }
    if (o->power_ticks != 0) {
        status =
            set_power_ticks(s->host, s->tree.tree, s->tree.component, (uint32_t)o->power_ticks);
        if (status != HTR_OK) {
            return status;
        }
    }
    hts_platform_cfg(&s->platform_cfg, &s->tree, &s->settings, &o->fabric);
    return configure_debug(s);
}
