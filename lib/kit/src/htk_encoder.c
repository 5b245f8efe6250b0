/* SPDX-License-Identifier: Apache-2.0 */
/* A run of the kit for encoders. */
#include "htk/htk_encoder.h"

#include <inttypes.h>
#include <stdlib.h>

#include "htk_enc.h"
#include "htr/htr_text.h"

void htk_encoder_options_init(struct htk_encoder_options *o)
{
    o->seed = 1;
    o->streams = 60;
    o->timeout_ms = 10000;
    o->limit_ms = 300000;
}

static int model(void *ctx, FILE *in, FILE *out)
{
    return htk_encoder_model_serve(ctx, in, out);
}

static bool open_device(struct htk_enc *e)
{
    e->dut.timeout_ms = e->o->timeout_ms;
    e->dut.profile = e->o->profile;
    nexus_cfg_init(&e->dut.cfg);
    e->dut.deadline_ms = e->o->limit_ms != 0 ? htk_dut_now() + e->o->limit_ms : 0;
    /* The model reads its parameters only. */
    union {
        const char *text;
        void *ctx;
    } params = {.text = e->o->params};
    return htk_dut_open(&e->dut, e->o->command, e->o->command == NULL ? model : NULL, params.ctx);
}

/* The model with the parameters of the device: it names what is wrong, and says what is traced. A
 * device may have parameters that no model has. */
static void open_golden(struct htk_enc *e)
{
    char params[4096];
    size_t n = 0;
    for (unsigned i = 0; i < htk_param_count() && n < sizeof params; i++) {
        n += (size_t)snprintf(params + n, sizeof params - n, "%s=%" PRIu32 " ", htk_param_name(i),
                              htk_param_get(&e->cfg, i));
    }
    if (n + sizeof HTK_PARAMS_AT_ONCE <= sizeof params) {
        memcpy(params + n, HTK_PARAMS_AT_ONCE, sizeof HTK_PARAMS_AT_ONCE);
    }
    e->golden.timeout_ms = e->o->timeout_ms;
    e->golden_ran = htk_dut_open(&e->golden, NULL, model, params);
}

/* Returns HTR_OK or HTR_ERR_TARGET, or what htk_enc_caps returns. */
static int work(struct htk_enc *e)
{
    if (!open_device(e)) {
        return HTR_ERR_TARGET;
    }
    snprintf(e->sum->device, sizeof e->sum->device, "%s", htr_plain(e->dut.name));
    if (e->o->etrace) {
        const int stated = htk_enc_statements(e);
        htk_enc_list(e);
        return stated != HTR_OK                       ? stated
               : htk_enc_etrace(e) && htk_enc_data(e) ? HTR_OK
                                                      : HTR_ERR_TARGET;
    }
    const int status = htk_enc_caps(e);
    if (status != HTR_OK) {
        return status;
    }
    open_golden(e);
    const bool good = htk_enc_registers(e) && htk_enc_places(e) && htk_enc_overflow(e) &&
                      htk_enc_losses(e) && htk_enc_period(e) && htk_enc_repeats(e) &&
                      htk_enc_filters(e) && htk_enc_timestamps(e) && htk_enc_vectors(e) &&
                      htk_enc_random(e) && htk_enc_events(e) && htk_enc_data(e);
    htk_enc_twins(e);
    (void)htk_dut_close(&e->golden);
    return good ? HTR_OK : HTR_ERR_TARGET;
}

/* Say who failed, and how: the device, the golden model, or neither: then memory is short. */
static int void_run(struct htk_enc *e)
{
    char why[HTK_TEXT];
    const bool golden = e->dut.end == HTK_DUT_RUNS && e->golden_ran;
    struct htk_dut *d = golden ? &e->golden : &e->dut;
    if (d->end == HTK_DUT_RUNS) {
        htk_verdicts_void(e->v, "not enough memory");
        return htr_fail(e->host, HTR_ERR_MEMORY, NULL, "not enough memory");
    }
    snprintf(why, sizeof why, "the %s %s: %s%s%s", golden ? "golden model" : "device",
             htk_dut_end_name(d->end), htr_plain(d->why), e->at.scenario[0] != '\0' ? ", in " : "",
             e->at.scenario);
    htk_verdicts_void(e->v, why);
    return htr_fail(e->host, HTR_ERR_TARGET, NULL, "%s", why);
}

int htk_encoder_run(const struct htk_encoder_options *o, struct htk_verdicts *v,
                    struct htr_host *host, struct htk_encoder_sum *sum)
{
    struct htk_enc *e = calloc(1, sizeof *e);
    *sum = (struct htk_encoder_sum){.scenarios = 0};
    if (e == NULL) {
        return htr_fail(host, HTR_ERR_MEMORY, NULL, "not enough memory");
    }
    e->o = o;
    e->v = v;
    htk_verdicts_excuse(v, o->profile);
    e->host = host;
    e->sum = sum;
    int status = work(e);
    for (unsigned q = 0; q < HTK_QUIRKS; q++) {
        htk_verdict_quirk(v, htk_quirk_rule((enum htk_quirk)q), e->dut.use[q]);
    }
    const bool ended = htk_dut_close(&e->dut);
    if (status == HTR_ERR_TARGET || (status == HTR_OK && !ended)) {
        status = void_run(e);
    } else if (status != HTR_OK) {
        htk_verdicts_void(v, "the run did not begin");
    }
    free(e);
    return status;
}
