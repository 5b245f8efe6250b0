/* SPDX-License-Identifier: Apache-2.0 */
/* Private: a random stream that is damaged on purpose, and what a decoder must make of it. */
#ifndef HTK_DEC_HOSTILE_H
#define HTK_DEC_HOSTILE_H

#include "htk_dec_golden.h"
#include "nexus/nexus_msg.h"

enum {
    HTK_PLACES = 4000,
    HTK_HOSTILE_ROOM = 1 << 20,
    HTK_ENCODINGS = 150,
};

struct htk_hostile {
    struct htk_dec *d;
    struct htk_golden *g;
    struct htk_place place[HTK_PLACES];
    size_t places;
    struct htk_case given; /* with its own bytes */
    struct rh_rng rng;
    uint64_t seed;
    uint8_t bytes[HTK_HOSTILE_ROOM];
    struct htk_account want;
    uint64_t encoding[HTK_ENCODINGS]; /* that were tried as the end of a block */
    size_t encodings;
};

/* Begin a case, named after what is done to the stream. Returns whether it is wanted. */
bool htk_hostile_named(struct htk_hostile *h, const char *what);

/* ---- what the decoder is given ---- */

/* Begin with nothing. */
void htk_hostile_begin(struct htk_hostile *h);

/* Add bytes; `n` times one byte; a part of the stream. */
void htk_hostile_put(struct htk_hostile *h, const void *bytes, size_t n);
void htk_hostile_fill(struct htk_hostile *h, int byte, size_t n);
void htk_hostile_part(struct htk_hostile *h, size_t from, size_t to);

/* ---- messages ---- */

/* The first byte after message m. */
size_t htk_hostile_end(const struct htk_hostile *h, size_t m);

/* Message m. Returns false when it is none. */
bool htk_hostile_message(const struct htk_hostile *h, size_t m, struct nexus_msg *msg);

/* Add a message. Returns false when it is none of N-Trace. */
bool htk_hostile_encode(struct htk_hostile *h, const struct nexus_msg *msg);

/* Any message but the first. */
size_t htk_hostile_pick(struct htk_hostile *h);

/* One that comes after ResourceFull, if there is any; else any. */
size_t htk_hostile_after_full(struct htk_hostile *h);

/* ---- what it must write. Each returns HTR_OK, or what htk_dec_try returns ---- */

/* The first synchronizing message at or after a message; h->places: there is none. */
size_t htk_hostile_next_sync(const struct htk_hostile *h, size_t i);

/* Instructions that every decoder has reported before a message. */
size_t htk_hostile_sure(const struct htk_hostile *h, size_t m);

/* Those that a decoder may have reported before it: HIST of ResourceFull leads ahead of I-CNT. */
size_t htk_hostile_most(const struct htk_hostile *h, size_t m);

/* Exactly the instructions [from, to) of the program. errors: errors may be reported. *right:
 * whether it does, or NULL. */
int htk_hostile_exactly(struct htk_hostile *h, const char *holds, size_t from, size_t to,
                        bool errors, bool *right);

/* The program up to instruction number `least` to `most`, and nothing else. */
int htk_hostile_prefix(struct htk_hostile *h, const char *holds, size_t least, size_t most);

/* Right up to instruction `sure` of the program, and if the decoder goes on, from instruction
 * `again` to the end. must: it has to report an error. */
int htk_hostile_around(struct htk_hostile *h, const char *holds, size_t sure, size_t again,
                       bool must);

/* The program up to an instruction number of `least` to `most`, then from instruction `again` or an
 * earlier one to its end, and nothing else; again > 0: times are those of messages. must: it has to
 * report an error, and may end there. */
int htk_hostile_gap(struct htk_hostile *h, const char *holds, size_t least, size_t most,
                    size_t again, bool must);

/* The same where messages are lost, which is an event as this text. No error is required. */
int htk_hostile_loss(struct htk_hostile *h, const char *holds, size_t least, size_t most,
                     size_t again, const char *text);

/* Message m cannot be right: what is before it counts, and what comes after the next synchronizing
 * message. An error is required. */
int htk_hostile_cannot_be(struct htk_hostile *h, const char *holds, size_t m);

/* Only its end counts. */
int htk_hostile_survive(struct htk_hostile *h, const char *holds);

/* ---- htk_dec_fields.c, htk_dec_rewrite.c: messages that are others. Return as above ---- */

int htk_hostile_fields(struct htk_hostile *h);
int htk_hostile_rewrite(struct htk_hostile *h);

#endif
