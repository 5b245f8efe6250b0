/* SPDX-License-Identifier: Apache-2.0 */
/* Encoder options after what a device tree tells. */
#include "encoder_regs.h"
#include "hartrace/rvt_field.h"
#include "te.h"
#include "timestamp_regs.h"
#include "host.h"

/* FIELD=VALUE, unless it was asked for just so. */
static int set(struct htr_settings *te, const char *verb, const char *field, uint32_t value)
{
    char text[64];
    uint32_t already;
    if (htr_settings_asked(te, field, &already) && already == value) {
        return 0;
    }
    snprintf(text, sizeof text, "%s=%u", field, (unsigned)value);
    return htr_settings_field(te, tool_host(verb), text);
}

int te_take_tree(struct htr_settings *te, const char *verb, const struct rvt_encoder *encoder,
                 bool timestamps)
{
    uint32_t features = 0, ts = 0;
    int status = 0;
    enum rvt_status s = rvt_reg_read(&encoder->c, TR_TE_INST_FEATURES_OFFSET, &features);
    if (s == RVT_OK && timestamps) {
        s = rvt_reg_read(&encoder->c, TR_TS_CONTROL_OFFSET, &ts);
    }
    if (s != RVT_OK) {
        return tool_fail(verb, NULL, "the encoder's registers cannot be read: %s", rvt_strerror(s));
    }
    if (RVT_GET(features, TR_TE_SRC_BITS) != 0) {
        status = set(te, verb, "trTeSrcBits", RVT_GET(features, TR_TE_SRC_BITS));
        status = status != 0 ? status : set(te, verb, "trTeSrcID", RVT_GET(features, TR_TE_SRC_ID));
    }
    if (status == 0 && timestamps) {
        status = set(te, verb, "trTsEnable", 1);
        status = status != 0 ? status : set(te, verb, "trTsMode", RVT_GET(ts, TR_TS_MODE));
    }
    return status;
}
