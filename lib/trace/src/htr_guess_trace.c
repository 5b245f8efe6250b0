/* SPDX-License-Identifier: Apache-2.0 */
/* Guessing the settings of an open trace, and taking them. */
#include "htr/htr_guess.h"

#include <stdio.h>

int htr_guess_trace(struct htr_guess *g, struct htr_trace *t, const struct htr_code_choice *code)
{
    struct htr_guess_input in = {
        .bytes = t->bytes.bytes, .size = t->bytes.size, .cfg = &t->cfg, .code = NULL};
    htr_guess_messages(g, &in);
    if (htr_code_is_chosen(code)) {
        int status = htr_code_choose(&t->code, t->host, code, &t->te);
        if (status != HTR_OK) {
            return status;
        }
        htr_settings_stream(&t->te, &t->cfg);
        htr_code_start(&t->code, nexus_cfg_isa(&t->cfg));
        in.code = &t->code.code;
        htr_guess_code(g, &in);
    }
    t->cfg = htr_guess_best(g)->cfg;
    return HTR_OK;
}

int htr_guess_settings(const struct htr_guess *g, struct htr_host *host, struct htr_settings *s)
{
    char text[HTR_OPTION_TEXT];
    uint32_t value;
    if (htr_settings_asked(s, "trTeSrcBits", &value)) {
        return HTR_OK;
    }
    snprintf(text, sizeof text, "trTeSrcBits=%u", (unsigned)htr_guess_best(g)->cfg.src_bits);
    return htr_settings_field(s, host, text);
}
