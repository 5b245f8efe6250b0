/* SPDX-License-Identifier: Apache-2.0 */
/* Settings of the encoder as a user gives them. */
#include "htr/htr_settings.h"

#include <string.h>

#include "encoder_regs.h"
#include "encoder_table.h"
#include "htr/htr_text.h"
#include "htr_settings_priv.h"
#include "timestamp_regs.h"

bool htr_settings_is_etrace(const struct htr_settings *s)
{
    uint32_t format;
    return htr_settings_asked(s, "trTeFormat", &format) && format == TR_TE_FORMAT_ETRACE;
}

enum {
    MODE_ETRACE = 7, /* trTeInstMode (Efficient Trace 2.0, chapter on the control interface) */
};

/* Settings of N-Trace, which E-Trace does not have. Returns as sense. */
static int sense_etrace(const struct htr_settings *s, struct htr_host *host, const char *mode)
{
    static const char *const none[] = {"trTeInstImplicitReturnMode", "trTeInstEnRepeatedHistory",
                                       "trTeInstEnAllJumps", "trTeInstExtendAddrMSB"};
    uint32_t value = 0;
    if (mode != NULL) {
        return htr_fail(host, HTR_ERR_ARG, NULL,
                        "--mode %s: E-Trace (trTeFormat=0) has no modes; leave it out", mode);
    }
    if (htr_settings_asked(s, "trTeInstMode", &value) && value != MODE_ETRACE) {
        return htr_fail(host, HTR_ERR_ARG, NULL,
                        "--te trTeInstMode=%u: it is 7 with E-Trace (trTeFormat=0); leave it out",
                        (unsigned)value);
    }
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) {
        if (htr_settings_asked(s, none[i], &value) && value != 0) {
            return htr_fail(host, HTR_ERR_ARG, NULL,
                            "--te %s=%u: E-Trace (trTeFormat=0) does not have it; leave it out",
                            none[i], (unsigned)value);
        }
    }
    if (s->extra.profile != NEXUS_PROFILE_1_0) {
        return htr_fail(host, HTR_ERR_ARG, NULL,
                        "profile %s is one of N-Trace, and trTeFormat=0 is E-Trace; leave one of "
                        "them out",
                        nexus_profile_name(s->extra.profile));
    }
    return HTR_OK;
}

/* Do the parameters say that the encoder has no E-Trace? The last one counts; none says nothing. */
static bool refuses_etrace(const struct htr_list *list)
{
    static const char name[] = "etrace=";
    uint64_t value = 1;
    for (unsigned i = 0; i < list->n; i++) {
        if (strncmp(list->item[i], name, sizeof name - 1) == 0) {
            (void)htr_number(list->item[i] + sizeof name - 1, &value); /* it is a number */
        }
    }
    return value == 0;
}

/* Combinations that cannot be meant. Returns HTR_OK, or HTR_ERR_* after a message. */
static int sense(const struct htr_settings *s, struct htr_host *host, const char *mode)
{
    uint32_t value = 0, way = 0;
    if (htr_settings_asked(s, "trTeFormat", &value) && value > TR_TE_FORMAT_NTRACE) {
        return htr_fail(host, HTR_ERR_ARG, NULL,
                        "--te trTeFormat=%u: no protocol known here; it is 0 (E-Trace) or 1 "
                        "(N-Trace)",
                        (unsigned)value);
    }
    if (htr_settings_is_etrace(s)) {
        return sense_etrace(s, host, mode);
    }
    if (mode != NULL && htr_settings_asked(s, "trTeInstMode", &value) &&
        value != (mode[0] == 'h' ? TR_TE_INST_MODE_HTM : TR_TE_INST_MODE_BTM)) {
        return htr_fail(host, HTR_ERR_ARG, NULL,
                        "--te trTeInstMode=%u contradicts --mode %s; leave one of them out",
                        (unsigned)value, mode);
    }
    if (htr_settings_asked(s, "trTeInstEnImplicitReturn", &value) && value != 0 &&
        !(htr_settings_asked(s, "trTeInstImplicitReturnMode", &way) && way != 0)) {
        htr_note(host, NULL,
                 "trTeInstEnImplicitReturn=1 has no effect while trTeInstImplicitReturnMode is 0; "
                 "add --te trTeInstImplicitReturnMode=3");
    }
    return 0;
}

int htr_settings_parse(struct htr_settings *s, struct htr_host *host, const char *mode,
                       const struct htr_list *fields, const struct htr_list *list)
{
    htr_settings_init(s);
    if (mode != NULL) {
        if (strcmp(mode, "htm") != 0 && strcmp(mode, "btm") != 0) {
            return htr_fail(host, HTR_ERR_ARG, NULL, "--mode %s: unknown mode; it is htm or btm",
                            mode);
        }
        int status =
            htr_settings_field(s, host, mode[0] == 'h' ? "trTeInstMode=6" : "trTeInstMode=3");
        if (status != 0) {
            return status;
        }
    }
    for (unsigned i = 0; i < fields->n; i++) {
        int status = htr_settings_field(s, host, fields->item[i]);
        if (status != 0) {
            return status;
        }
    }
    for (unsigned i = 0; i < list->n; i++) {
        int status = htr_settings_param(s, host, list->item[i]);
        if (status != 0) {
            return status;
        }
    }
    if (htr_settings_is_etrace(s) && refuses_etrace(list)) {
        return htr_fail(host, HTR_ERR_ARG, NULL,
                        "--param etrace=0: trTeFormat=0 asks for E-Trace; leave one of them out");
    }
    return sense(s, host, mode);
}

uint32_t htr_settings_register(const struct htr_settings *s, uint16_t offset)
{
    uint32_t v = 0;
    for (unsigned i = 0; i < s->nset; i++) {
        if (s->set[i].offset == offset) {
            v |= s->set[i].value << s->set[i].field->lsb;
        }
    }
    return v;
}

void htr_settings_registers(const struct htr_settings *s, struct htr_registers *r)
{
    *r = (struct htr_registers){
        .control = htr_settings_register(s, TR_TE_CONTROL_OFFSET),
        .features = htr_settings_register(s, TR_TE_INST_FEATURES_OFFSET),
        .ts = (htr_settings_register(s, TR_TS_CONTROL_OFFSET) & ~(uint32_t)TR_TS_WIDTH_MASK) |
              (uint32_t)s->encoder.ts_width << TR_TS_WIDTH_SHIFT,
        .data = htr_settings_register(s, TR_TE_DATA_CONTROL_OFFSET),
        .data_filters = htr_settings_register(s, TR_TE_DATA_FILTERS_OFFSET),
    };
}
