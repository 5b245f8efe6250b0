/* SPDX-License-Identifier: Apache-2.0 */
/* Which file a name means, and what it is used for. For htr_outputs.c alone. */
#ifndef HTR_PLACES_H
#define HTR_PLACES_H

#include "htr/htr_outputs.h"

enum htr_place_use {
    HTR_PLACE_FREE,
    HTR_PLACE_INPUT,
    HTR_PLACE_OUTPUT,
};

/* The descriptor that a path names: "-", /dev/stdout, /dev/stderr, /dev/fd/N, /proc/self/fd/N.
 * Otherwise -1. */
int htr_place_descriptor(const char *path);

/* The path with symbolic links followed in its last part, also one that leads to nothing yet. The
 * caller frees it. NULL: errno says why. */
char *htr_place_follow(const char *path);

/* Each of these returns what the place is used for already, and when it is free for what is asked
 * (an input may be read several times), remembers it. Devices are always free. */
enum htr_place_use htr_place_file(struct htr_places *p, const char *target); /* a file to write */
enum htr_place_use htr_place_open(struct htr_places *p, int fd); /* an output that is open */
enum htr_place_use htr_place_input(struct htr_places *p, int fd);

/* A file that stdout goes to is an output of every program. Looks once. */
void htr_place_know_standard(struct htr_places *p);

/* Nothing is used any more. */
void htr_place_forget(struct htr_places *p);

#endif
