/* SPDX-License-Identifier: Apache-2.0 */
/* From idle components to a running trace. */
#include "htt/htt_start.h"

#include <string.h>

#include "common_regs.h"
#include "encoder_regs.h"
#include "htt/htt_encoder.h"
#include "htt/htt_sinks.h"

/* A buffer that wraps needs synchronizing messages now and then. */
static int default_sync(struct htt_target *t, struct htr_settings *settings)
{
    uint32_t value;
    if (htr_settings_asked(settings, "trTeInstSyncMode", &value)) {
        return HTR_OK;
    }
    int status = htr_settings_field(settings, t->host, "trTeInstSyncMode=messages");
    if (status == HTR_OK && !htr_settings_asked(settings, "trTeInstSyncMax", &value)) {
        status = htr_settings_field(settings, t->host, "trTeInstSyncMax=4");
    }
    return status;
}

static void configuration(const struct htt_target *t, const struct htt_start *how,
                          const struct htr_settings *settings, struct rvt_fdt_cfg *cfg)
{
    const struct htr_list *sinks = &how->sinks;
    rvt_fdt_cfg_init(cfg);
    if (htr_settings_is_etrace(settings)) {
        cfg->encoder.format = TR_TE_FORMAT_ETRACE;
        cfg->encoder.inst_mode = TR_TE_INST_MODE_VENDOR;
    }
    cfg->timestamps = htt_sinks_timestamps(&t->fdt, settings);
    cfg->stop_on_wrap = how->stop_on_wrap;
    cfg->prefer_sram =
        how->buffer_size == 0 && (sinks->n == 0 || strcmp(sinks->item[sinks->n - 1], "smem") != 0);
    cfg->buffer_start = how->buffer_start;
    cfg->buffer_size = how->buffer_size;
    if (how->pibsink != NULL) {
        cfg->pibsink = *how->pibsink;
        cfg->pibsink_reset_divider = false;
    }
}

static int program(struct htt_target *t, const struct htt_start *how,
                   const struct htr_settings *settings)
{
    struct topology_problem why = {.path = ""};
    struct rvt_fdt_cfg cfg;
    int status = HTR_OK;
    configuration(t, how, settings, &cfg);
    const enum rvt_status s = rvt_fdt_configure(&t->fdt, &cfg, &why);
    if (s != RVT_OK) {
        return htt_target_fail(t, "the trace cannot be programmed", &why, s);
    }
    for (unsigned i = 0; i < t->tree->ncomponents && status == HTR_OK; i++) {
        struct rvt_encoder *e = rvt_fdt_encoder(&t->fdt, i);
        if (e != NULL && t->use[i].sink != TOPOLOGY_NONE) {
            struct htr_settings own = *settings;
            status = htt_encoder_take(e, t->host, cfg.timestamps, &own);
            status = status == HTR_OK ? htt_encoder_program(e, t->host, &own) : status;
        }
    }
    return status;
}

static int start_all(struct htt_target *t, const struct htt_start *how,
                     const struct htr_settings *settings)
{
    struct topology_problem why = {.path = ""};
    enum rvt_status s = rvt_fdt_identify(&t->fdt, &why);
    if (s != RVT_OK) {
        return htt_target_fail(t, "the trace components cannot be opened", &why, s);
    }
    int status = htt_sinks_use(&t->fdt, t->host, &how->sinks);
    status = status == HTR_OK ? program(t, how, settings) : status;
    status = status == HTR_OK ? htt_sinks_distinct(&t->fdt, t->host) : status;
    status = status == HTR_OK ? htt_sinks_async(&t->fdt, t->host) : status;
    if (status != HTR_OK) {
        return status;
    }
    s = rvt_session_start(&t->fdt.session);
    return s == RVT_OK ? HTR_OK : htt_target_fail(t, "the trace does not start", NULL, s);
}

/* After an error: components that were in reset go back there. One that cannot be reached any more
 * stays as it is. */
static void put_back(struct htt_target *t, const bool *active)
{
    for (unsigned i = 0; i < t->tree->ncomponents; i++) {
        if (!active[i]) {
            (void)!rvt_reg_write(t->part[i].c, TR_CONTROL_OFFSET, 0);
        }
    }
}

int htt_start(struct htt_target *t, const struct htt_start *how, bool *was_running)
{
    struct htr_settings settings = how->settings;
    bool found[TOPOLOGY_MAX_COMPONENTS];
    bool active = false;
    int status = default_sync(t, &settings);
    status = status == HTR_OK ? htt_attach(t, &active) : status;
    const bool running = status == HTR_OK && active && htt_running(t);
    if (was_running != NULL) {
        *was_running = running;
    }
    if (status != HTR_OK || running) {
        return status;
    }
    for (unsigned i = 0; i < t->tree->ncomponents; i++) {
        found[i] = t->part[i].c->state != RVT_STATE_UNKNOWN;
    }
    status = start_all(t, how, &settings);
    if (status != HTR_OK) {
        put_back(t, found);
    }
    return status;
}
