/* SPDX-License-Identifier: Apache-2.0 */
/* The pins of a PIB sink (TCI 1.0, chapter "Trace PIB Sink"): their levels as a wave, and the bytes
 * that a probe makes of them. */
#ifndef HTS_PINS_H
#define HTS_PINS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "hartrace/rvt_pibsink.h"
#include "htr/htr_host.h"
#include "htr/htr_pib.h"
#include "htr/htr_vcd.h"
#include "sim/sim_fabric.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The settings of the sink, and so of the probe. */
struct hts_pib {
    enum rvt_pib_mode mode;
    uint16_t divider; /* trPibDivider */
    bool center;      /* trPibClkCenter; parallel modes */
    bool etrace;      /* the sink carries E-Trace */
};

/* MODE[:DIVIDER[:center]]: manchester, uart, or 1, 2, 4, 8, 16 pins. Returns HTR_OK, or HTR_ERR_ARG
 * after a message. */
int hts_pib_parse(struct hts_pib *pib, struct htr_host *host, const char *text) HTR_MUST_CHECK;

/* Levels, one sample per cycle. All zero: not begun. Read: n. */
struct hts_pins {
    struct htr_host *host;
    bool keep; /* keep the wave, for hts_pins_save; otherwise decoded samples are dropped */
    struct htr_pib_sample *sample;
    size_t n, room;
    size_t fed;         /* keep: of the samples, how many are decoded */
    bool begun, failed; /* failed: no memory */
    /* Set before the first sample: takes the bytes as they come, instead of hts_pins_decode.
     * Returns false without memory. */
    bool (*take)(void *ctx, unsigned component, const uint8_t *bytes, size_t n);
    void *ctx;
    unsigned component;  /* whose pins these are: of the last sample */
    struct htr_vcd wave; /* hts_pins_wave: written as it comes, file NULL without */
    size_t waved;        /* of the samples, how many are */
    uint64_t base;       /* number of the first one */
    struct htr_pib_decoder decoder;
    struct htr_pib_result result; /* the bytes so far, owned */
};

/* Set the probe, before the first sample. Messages go to host. */
void hts_pins_begin(struct hts_pins *pins, struct htr_host *host, const struct hts_pib *pib);
void hts_pins_free(struct hts_pins *pins);

/* For struct sim_pins_hook. */
void hts_pins_sample(void *ctx, unsigned component, struct trm_pib_pins pins);

/* Before the first sample, and without keep: the wave is written to f as it comes, 1 ns per cycle.
 * f stays the caller's. */
void hts_pins_wave(struct hts_pins *pins, const struct hts_pib *pib, FILE *f);

/* End the wave: take the last bytes; without `take`, *bytes (the caller frees it) and *size hold
 * all bytes. Violations of the protocol are reported as a remark. Returns HTR_OK, or HTR_ERR_MEMORY
 * after a message. */
int hts_pins_decode(struct hts_pins *pins, uint8_t **bytes, size_t *size) HTR_MUST_CHECK;

/* With keep: write the wave to f. An error stays in f. */
void hts_pins_save(const struct hts_pins *pins, const struct hts_pib *pib, FILE *f);

#ifdef __cplusplus
}
#endif

#endif
