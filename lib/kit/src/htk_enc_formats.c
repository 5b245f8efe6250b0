/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The rules about the form of messages, "DirectBranch: I-CNT is field 3, of variable length": bytes
 * that are those that they must be hold the rules of each field that they have.
 */
#include <string.h>

#include "htk_enc.h"
#include "htk_lists.h"
#include "nexus/nexus_msg.h"

/* The name of a field as rules write it, without dashes and "[0]". Returns its length in text. */
static size_t field_name(const char *text, char out[16])
{
    const size_t n = strcspn(text, " ");
    size_t k = 0;
    for (size_t i = 0; i < n && k < 15; i++) {
        if (text[i] != '-') {
            out[k++] = text[i];
        }
    }
    out[k] = '\0';
    if (k > 3 && strcmp(out + k - 3, "[0]") == 0) {
        out[k - 3] = '\0';
    }
    return n;
}

static bool has_field(const struct nexus_stream_cfg *cfg, const struct nexus_msg *m,
                      const char *name)
{
    enum nexus_field order[NEXUS_FIELDS];
    const unsigned n = nexus_msg_fields(cfg, m, order);
    if (strcmp(name, "TCODE") == 0) {
        return true;
    }
    if (strcmp(name, "SRC") == 0) {
        return cfg->src_bits > 0;
    }
    if (strcmp(name, "RDATA[1]") == 0) {
        return nexus_msg_has(m, NEXUS_F_HREPEAT);
    }
    for (unsigned i = 0; i < n; i++) {
        if (strcmp(nexus_field_name(m->tcode, order[i]), name) == 0) {
            return true;
        }
    }
    return false;
}

/* Is the rule about the form of a field that this message has? */
static bool is_about(const struct nexus_stream_cfg *cfg, const struct nexus_msg *m,
                     const char *text)
{
    const char *name = nexus_tcode_name(m->tcode);
    const size_t n = strlen(name);
    char field[16];
    if (strncmp(text, name, n) != 0 || strncmp(text + n, ": ", 2) != 0) {
        return false;
    }
    text += n + 2;
    text += field_name(text, field);
    return (strncmp(text, " is field ", 10) == 0 || strncmp(text, " comes ", 7) == 0) &&
           has_field(cfg, m, field);
}

/* Transitions of MSEO, from byte to byte ("Transitions of MSEO Bits"). */
static void hold_mseo(struct htk_enc *e)
{
    unsigned last = 3;
    for (size_t i = 0; i < e->dut.n; i++) {
        const unsigned now = e->dut.bytes[i] & 3;
        if (last == 3) {
            htk_enc_hold(e, "NT-TX-010 NT-TX-019"); /* 11-00: a message begins */
        } else {
            htk_enc_hold(e, now == 0   ? "NT-TX-014 NT-TX-020"
                            : now == 1 ? "NT-TX-012 NT-TX-013 NT-TX-021"
                                       : "NT-TX-015 NT-TX-016 NT-TX-022");
        }
        last = now;
    }
}

void htk_enc_hold_formats(struct htk_enc *e, const struct nexus_stream_cfg *cfg)
{
    struct nexus_msg_decoder d;
    struct nexus_msg m;
    if (nexus_msg_decoder_init(&d, cfg, e->dut.bytes, e->dut.n) != NEXUS_OK) {
        return;
    }
    hold_mseo(e);
    while (nexus_msg_next(&d, &m) == NEXUS_OK) {
        htk_enc_hold(e, "NT-TX-001 NT-TX-002 NT-TX-003 NT-TX-004 NT-TX-011 NT-TX-026 NT-DEF-002 "
                        "NT-DEF-003 NT-DEF-004 NT-MSG-001 NT-MSG-002 NT-MSG-022");
        if (cfg->src_bits > 0) {
            htk_enc_hold(e, "NT-TX-027 NT-DEF-005 NT-MSG-003 NT-MSG-023 TCI-TE-019");
        }
        if (nexus_msg_has(&m, NEXUS_F_TSTAMP)) {
            htk_enc_hold(e, "NT-TX-029 NT-MSG-018 NT-MSG-019 NT-MSG-038 NT-TIM-006 TCI-TS-017");
        } else if (!cfg->timestamps) {
            htk_enc_hold(e, "NT-TIM-001");
        }
        if (nexus_msg_has(&m, NEXUS_F_SYNC)) {
            htk_enc_hold(e, "NT-MSG-025 NT-MSG-030 NT-ADR-007");
        } else if (nexus_msg_has(&m, NEXUS_F_ADDR)) {
            htk_enc_hold(e, "NT-MSG-031 NT-ADR-007");
        }
        if (nexus_msg_has(&m, NEXUS_F_HIST)) {
            htk_enc_hold(e, "NT-MSG-032");
        }
        for (unsigned i = 0; i < htk_listed_count; i++) {
            if (is_about(cfg, &m, htk_listed[i].text)) {
                htk_enc_hold(e, htk_listed[i].id);
            }
        }
    }
}
