/* SPDX-License-Identifier: Apache-2.0 */
/* Settings of the encoder as a user gives them. */
#include "htr/htr_settings.h"

#include <string.h>

#include "encoder_regs.h"
#include "encoder_table.h"
#include "htr/htr_text.h"

/* Combinations that cannot be meant. Returns HTR_OK, or HTR_ERR_* after a message. */
static int sense(const struct htr_settings *s, struct htr_host *host, const char *mode)
{
    uint32_t value = 0, way = 0;
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
