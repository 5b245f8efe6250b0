/* SPDX-License-Identifier: Apache-2.0 */
/* Settings of the encoder as a user gives them. */
#include "htr/htr_settings.h"

#include <string.h>

#include "encoder_regs.h"
#include "encoder_table.h"
#include "htr/htr_text.h"

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
