/* SPDX-License-Identifier: Apache-2.0 */
/* The settings of an encoder after what a device tree gives. */
#include "htt/htt_encoder.h"

#include <stdio.h>

#include "encoder_regs.h"
#include "hartrace/rvt_field.h"
#include "htt/htt_status.h"
#include "timestamp_regs.h"

/* FIELD=VALUE, unless exactly that was asked for. */
static int set(struct htr_settings *te, struct htr_host *host, const char *field, uint32_t value)
{
    char text[64];
    uint32_t already;
    if (htr_settings_asked(te, field, &already) && already == value) {
        return HTR_OK;
    }
    snprintf(text, sizeof text, "%s=%u", field, (unsigned)value);
    return htr_settings_field(te, host, text);
}

/* The protocol that the encoder was found to have, unless one was asked for. */
static int take_protocol(const struct rvt_encoder *encoder, struct htr_host *host,
                         struct htr_settings *te)
{
    uint32_t asked;
    if (encoder->format != TR_TE_FORMAT_ETRACE || htr_settings_asked(te, "trTeFormat", &asked)) {
        return HTR_OK;
    }
    int status = set(te, host, "trTeFormat", TR_TE_FORMAT_ETRACE);
    return status == HTR_OK ? set(te, host, "trTeInstMode", TR_TE_INST_MODE_VENDOR) : status;
}

int htt_encoder_take(const struct rvt_encoder *encoder, struct htr_host *host, bool timestamps,
                     struct htr_settings *te)
{
    uint32_t features = 0, ts = 0;
    int status = take_protocol(encoder, host, te);
    if (status != HTR_OK) {
        return status;
    }
    enum rvt_status s = rvt_reg_read(&encoder->c, TR_TE_INST_FEATURES_OFFSET, &features);
    if (s == RVT_OK && timestamps) {
        s = rvt_reg_read(&encoder->c, TR_TS_CONTROL_OFFSET, &ts);
    }
    if (s != RVT_OK) {
        return htt_fail(host, "the encoder's registers cannot be read", NULL, s);
    }
    if (RVT_GET(features, TR_TE_SRC_BITS) != 0) {
        status = set(te, host, "trTeSrcBits", RVT_GET(features, TR_TE_SRC_BITS));
        status =
            status != HTR_OK ? status : set(te, host, "trTeSrcID", RVT_GET(features, TR_TE_SRC_ID));
    }
    if (status == HTR_OK && timestamps) {
        status = set(te, host, "trTsEnable", 1);
        status = status != HTR_OK ? status : set(te, host, "trTsMode", RVT_GET(ts, TR_TS_MODE));
    }
    return status;
}
