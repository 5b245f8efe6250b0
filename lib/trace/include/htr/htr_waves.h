/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Waves of a simulation that has already run become an ingress stream or trace bytes: value change
 * dumps (IEEE 1364, chapter "Value change dump files"), and FST through GTKWave's fst2vcd, which
 * must be in PATH. A map names the signals; docs/reference/formats.md has its keys.
 *
 * Everything is sampled at the edges of the clock, as a register would: the values from before the
 * edge count. X and Z are 0.
 */
#ifndef HTR_WAVES_H
#define HTR_WAVES_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "htr/htr_file.h"
#include "htr/htr_host.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Does the name of a file say that it has waves: does it end in .vcd or .fst, .gz or .zst after it
 * or not? */
bool htr_waves_is(const char *path);

/* Write what the hart did as an ingress stream to `to`, which the caller checks and closes; map is
 * a file. Returns HTR_OK, or after a message HTR_ERR_OPEN, HTR_ERR_MEMORY; HTR_ERR_FORMAT (the
 * waves are no dump or damaged, the map has a line that is wrong; with the line), HTR_ERR_MISSING
 * (a signal that the map names is not in the waves, the map lacks one, or there is no fst2vcd),
 * HTR_ERR_RANGE (a value that no hart can have: with the time), HTR_ERR_READ. Without a message
 * HTR_ERR_WRITE: `to` has an error. */
int htr_waves_ingress(struct htr_host *host, const char *waves, const char *map, FILE *to,
                      bool compress) HTR_MUST_CHECK;

/* Write the trace that left the encoder, the same. */
int htr_waves_trace(struct htr_host *host, const char *waves, const char *map,
                    FILE *to) HTR_MUST_CHECK;

#ifdef __cplusplus
}
#endif

#endif
