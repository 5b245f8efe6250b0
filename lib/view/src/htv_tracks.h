/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Private: where a timeline shows the frames of a stack. A context is a process, each hart in it a
 * thread. Several stacks of one hart in one context are threads of their own, so that slices nest.
 */
#ifndef HTV_TRACKS_H
#define HTV_TRACKS_H

#include <stdbool.h>
#include <stdint.h>

#include "htr/htr_host.h"
#include "htv/htv_event.h"

enum {
    HTV_TRACK_TID = 100000, /* thread ids begin here: process ids are below */
    HTV_TRACK_STACKS = 1 << 24,
    HTV_TRACK_CONTEXTS = 1 << 14, /* the rest share a process */
};

struct htv_track_context {
    uint64_t scontext, hcontext;
    bool known;
    bool others; /* those beyond HTV_TRACK_CONTEXTS */
    bool used;   /* by a track */
};

struct htv_track_stack {
    uint32_t context; /* index, as the last event says */
    uint32_t bound;   /* index, the track that its open frames are on */
    uint32_t thread;  /* of that track */
    uint32_t open;    /* frames */
    bool used;        /* bound is one */
};

struct htv_tracks {
    struct htv_track_context *context;
    uint32_t contexts, contexts_room;
    struct htv_track_stack *stack; /* by stack id */
    uint32_t stacks, threads;
};

/* The track of an ENTER or LEAVE. */
struct htv_track {
    uint32_t process; /* from 1: 1 + index of its context */
    uint32_t thread;  /* unique */
    bool first;       /* the process is new */
    bool bound;       /* the thread of this stack is new, or moved */
    bool none;        /* nothing to show: the event leaves a frame that was never entered */
};

/* Every event. Sets *out for ENTER and LEAVE. Returns HTR_OK, or without a message HTR_ERR_MEMORY,
 * HTR_ERR_RANGE (a stack id beyond HTV_TRACK_STACKS). */
int htv_tracks_take(struct htv_tracks *t, const struct htv_event *e,
                    struct htv_track *out) HTR_MUST_CHECK;
void htv_tracks_free(struct htv_tracks *t);

enum {
    HTV_TRACK_NAME = 64
};

/* "scontext 0x12", "hcontext 0x1, scontext 0x12", "program" or "other contexts", for the process.
 */
void htv_tracks_process(const struct htv_tracks *t, uint32_t process, char name[HTV_TRACK_NAME]);

#endif
