/* SPDX-License-Identifier: Apache-2.0 */
/* Verbs run, serve, start: the pins of a PIB sink: their levels as a wave, and the bytes that a
 * probe makes of it.
 */
#ifndef TOOLS_RUN_PINS_H
#define TOOLS_RUN_PINS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "fst.h"
#include "hartrace/rvt_pibsink.h"
#include "htr/htr_pib.h"
#include "sim/sim_fabric.h"
#include "htr/htr_vcd.h"

/* Levels, one sample a cycle. */
struct run_pins {
    const char *verb; /* for messages */
    bool keep;        /* the wave, for run_pins_save; otherwise what is decoded is forgotten */
    struct htr_pib_sample *sample;
    size_t n, room;
    size_t fed;         /* keep: of the samples, how many are decoded */
    bool begun, failed; /* failed: no memory */
    /* Set before the first sample: takes the bytes as they come, instead of run_pins_decode.
     * Returns false without memory. */
    bool (*take)(void *ctx, unsigned component, const uint8_t *bytes, size_t n);
    void *ctx;
    unsigned component;  /* whose pins these are: of the last sample */
    struct htr_vcd wave; /* run_pins_wave: written as it comes, file NULL without; */
    size_t waved;        /* of the samples, how many are; */
    uint64_t base;       /* number of the first one */
    struct htr_pib_decoder decoder;
    struct htr_pib_result result; /* the bytes so far, owned */
};

/* How the sink is programmed, and so how the probe is set. */
struct run_pib {
    enum rvt_pib_mode mode;
    uint16_t divider;
    bool center;
};

#define RUN_PIB_UNKNOWN                                                                            \
    "--pib %s: write MODE[:DIVIDER[:center]], MODE is manchester, uart, or 1, 2, 4, 8, 16 pins; "  \
    "center is for pins"

/* PIBMODE[:DIVIDER[:center]]: manchester, uart, or 1, 2, 4, 8, 16 pins. Returns false when it is
 * none. */
bool run_pib_parse(const char *text, struct run_pib *pib);

/* Before the first sample: how the probe is set. */
void run_pins_begin(struct run_pins *pins, const struct run_pib *pib);
void run_pins_free(struct run_pins *pins);

/* For struct sim_pins_hook. */
void run_pins_sample(void *ctx, unsigned component, struct trm_pib_pins pins);

/* Before the first sample, and without keep: the wave is written to f, an output, as it comes. */
void run_pins_wave(struct run_pins *pins, const struct run_pib *pib, FILE *f);

/* The end of the wave: the last bytes are taken; without take *bytes (to be freed) and *size of
 * what it says. Violations of the protocol are told. Returns 0, or TOOL_CANNOT after a message. */
int run_pins_decode(struct run_pins *pins, uint8_t **bytes, size_t *size);

/* Write the wave to f, which fst_open or output_open has opened, and close it. Returns 0, or
 * TOOL_CANNOT after a message. */
int run_pins_save(const struct run_pins *pins, const struct run_pib *pib, const struct fst *fst,
                  FILE *f);

#endif
