/* SPDX-License-Identifier: Apache-2.0 */
/* The pins of a PIB sink. */
#include "hts/hts_pins.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "htr/htr_text.h"

/* Returns false when the text names no mode. */
static bool parse(const char *text, struct hts_pib *pib)
{
    static const struct {
        const char *name;
        enum rvt_pib_mode mode;
    } modes[] = {
        {"manchester", RVT_PIB_MANCHESTER}, {"uart", RVT_PIB_UART},   {"1", RVT_PIB_PARALLEL1},
        {"2", RVT_PIB_PARALLEL2},           {"4", RVT_PIB_PARALLEL4}, {"8", RVT_PIB_PARALLEL8},
        {"16", RVT_PIB_PARALLEL16},
    };
    char part[3][16] = {"", "0", ""};
    uint64_t divider;
    int n = sscanf(text, "%15[^:]:%15[^:]:%15s", part[0], part[1], part[2]);
    if (n < 1 || !htr_number(part[1], &divider) || divider > UINT16_MAX ||
        (part[2][0] != '\0' && strcmp(part[2], "center") != 0)) {
        return false;
    }
    for (size_t i = 0; i < sizeof modes / sizeof modes[0]; i++) {
        if (strcmp(part[0], modes[i].name) == 0) {
            *pib = (struct hts_pib){
                .mode = modes[i].mode, .divider = (uint16_t)divider, .center = part[2][0] != '\0'};
            return pib->mode >= RVT_PIB_PARALLEL1 || !pib->center;
        }
    }
    return false;
}

int hts_pib_parse(struct hts_pib *pib, struct htr_host *host, const char *text)
{
    return parse(text, pib)
               ? HTR_OK
               : htr_fail(host, HTR_ERR_ARG, NULL,
                          "--pib %s: write MODE[:DIVIDER[:center]], MODE is manchester, uart, or "
                          "1, 2, 4, 8, 16 pins; center is for pins",
                          text);
}

static unsigned width(const struct hts_pib *pib)
{
    return pib->mode >= RVT_PIB_PARALLEL1 ? 1u << (pib->mode - RVT_PIB_PARALLEL1) : 1;
}

void hts_pins_begin(struct hts_pins *pins, struct htr_host *host, const struct hts_pib *pib)
{
    const struct htr_pib_setting set = {
        .protocol = pib->mode == RVT_PIB_UART         ? HTR_PIB_UART
                    : pib->mode == RVT_PIB_MANCHESTER ? HTR_PIB_MANCHESTER
                                                      : HTR_PIB_PARALLEL,
        .width = width(pib),
        .center = pib->center,
        .ticks = pib->divider + 1u,
        .messages = true,
        .nulls = pib->etrace,
    };
    pins->host = host;
    htr_pib_begin(&pins->decoder, &set, &pins->result);
    pins->begun = true;
}

void hts_pins_free(struct hts_pins *pins)
{
    free(pins->sample);
    free(pins->result.bytes);
    pins->sample = NULL;
    pins->result.bytes = NULL;
}

static uint32_t levels(const struct htr_pib_sample *s)
{
    return (uint32_t)s->data << 1 | (s->clk ? 1u : 0u);
}

static bool room_for(struct htr_pib_result *r, size_t need)
{
    if (need > r->cap) {
        need = need > 2 * r->cap ? need : 2 * r->cap;
        uint8_t *bigger = realloc(r->bytes, need);
        if (bigger == NULL) {
            return false;
        }
        r->bytes = bigger;
        r->cap = need;
    }
    return true;
}

/* Decode the samples, and drop them unless the wave is kept. */
static void decode(struct hts_pins *p)
{
    struct htr_pib_result *r = &p->result;
    size_t need = r->n + 2 * (p->n - p->fed) + 1; /* 16 pins carry 2 bytes per sample */
    if (!p->begun || (p->n == 0 && r->bytes != NULL)) {
        return;
    }
    p->failed = p->failed || !room_for(r, need);
    if (p->failed || p->n == 0) {
        return;
    }
    for (; p->wave.file != NULL && p->waved < p->n; p->waved++) {
        htr_vcd_levels(&p->wave, p->base + p->waved, levels(&p->sample[p->waved]));
    }
    p->fed += htr_pib_feed(&p->decoder, p->sample + p->fed, p->n - p->fed);
    if (p->take != NULL && r->n > 0) {
        p->failed = !p->take(p->ctx, p->component, r->bytes, r->n);
        r->n = 0;
    }
    if (!p->keep) {
        p->n -= p->fed;
        memmove(p->sample, p->sample + p->fed, p->n * sizeof *p->sample);
        p->base += p->fed;
        p->waved -= p->wave.file != NULL ? p->fed : 0;
        p->fed = 0;
    }
}

static void make_room(struct hts_pins *p)
{
    decode(p);
    if (p->failed || p->n < p->room / 2) {
        return;
    }
    size_t room = p->room == 0 ? 1 << 16 : 2 * p->room;
    struct htr_pib_sample *bigger = realloc(p->sample, room * sizeof *bigger);
    p->failed = bigger == NULL;
    p->room = p->failed ? p->room : room;
    p->sample = p->failed ? p->sample : bigger;
}

void hts_pins_sample(void *ctx, unsigned component, struct trm_pib_pins pins)
{
    struct hts_pins *p = ctx;
    p->component = component;
    if (p->n == p->room && !p->failed) {
        make_room(p);
    }
    if (!p->failed) {
        p->sample[p->n++] = (struct htr_pib_sample){pins.clk, pins.data};
    }
}

int hts_pins_decode(struct hts_pins *pins, uint8_t **bytes, size_t *size)
{
    struct htr_pib_result *r = &pins->result;
    decode(pins);
    if (pins->failed) {
        return htr_fail(pins->host, HTR_ERR_MEMORY, NULL,
                        "not enough memory for what comes out of the pins; limit the run "
                        "(--max-instructions)");
    }
    if (pins->wave.file != NULL) {
        htr_vcd_end(&pins->wave, pins->base + pins->n);
    }
    htr_pib_end(&pins->decoder);
    if (r->errors > 0) {
        htr_note(pins->host, NULL, "protocol violations seen by the probe on the pins: %u",
                 r->errors);
    }
    if (pins->take == NULL) {
        *bytes = r->bytes;
        *size = r->n;
        r->bytes = NULL;
    }
    return HTR_OK;
}

static void begin_wave(struct htr_vcd *vcd, const struct hts_pib *pib, FILE *f)
{
    static const char *const names[] = {
        "TRC_CLK",    "TRC_DATA0",  "TRC_DATA1",  "TRC_DATA2",  "TRC_DATA3",  "TRC_DATA4",
        "TRC_DATA5",  "TRC_DATA6",  "TRC_DATA7",  "TRC_DATA8",  "TRC_DATA9",  "TRC_DATA10",
        "TRC_DATA11", "TRC_DATA12", "TRC_DATA13", "TRC_DATA14", "TRC_DATA15",
    };
    htr_vcd_begin(vcd, f, names, 1 + width(pib));
}

void hts_pins_wave(struct hts_pins *pins, const struct hts_pib *pib, FILE *f)
{
    begin_wave(&pins->wave, pib, f);
}

void hts_pins_save(const struct hts_pins *pins, const struct hts_pib *pib, FILE *f)
{
    struct htr_vcd vcd;
    begin_wave(&vcd, pib, f);
    for (size_t i = 0; i < pins->n; i++) {
        htr_vcd_levels(&vcd, i, levels(&pins->sample[i]));
    }
    htr_vcd_end(&vcd, pins->n);
}
