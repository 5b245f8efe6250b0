/* SPDX-License-Identifier: Apache-2.0 */
/* Private: packets of a Perfetto trace. Source: the public definitions of TracePacket,
 * TrackDescriptor, TrackEvent, DebugAnnotation, InternedData. */
#ifndef HTV_PERFETTO_PACKETS_H
#define HTV_PERFETTO_PACKETS_H

#include "htr/htr_out.h"
#include "htv_protobuf.h"
#include "htv_tracks.h"
#include "htv_writers.h"

/* Field numbers and values. */
enum {
    TRACE_PACKET = 1, /* Trace */

    PACKET_TIMESTAMP = 8, /* TracePacket */
    PACKET_SEQUENCE_ID = 10,
    PACKET_TRACK_EVENT = 11,
    PACKET_INTERNED = 12,
    PACKET_FLAGS = 13,
    PACKET_DESCRIPTOR = 60,
    STATE_CLEARED = 1, /* of the flags */
    STATE_NEEDED = 2,

    INTERNED_EVENT_NAMES = 2,
    NAME_IID = 1,
    NAME_NAME = 2,

    TRACK_UUID = 1, /* TrackDescriptor */
    TRACK_NAME = 2,
    TRACK_PROCESS = 3,
    TRACK_THREAD = 4,
    TRACK_PARENT = 5,
    TRACK_COUNTER = 8,
    PROCESS_PID = 1,
    PROCESS_NAME = 6,
    THREAD_PID = 1,
    THREAD_TID = 2,
    THREAD_NAME = 5,
    COUNTER_UNIT_NAME = 6,

    EVENT_ANNOTATION = 4, /* TrackEvent */
    EVENT_TYPE = 9,
    EVENT_NAME_IID = 10,
    EVENT_TRACK = 11,
    EVENT_NAME = 23,
    EVENT_DOUBLE = 44,
    EVENT_FLOW = 47,
    EVENT_FLOW_END = 48,
    BEGIN = 1, /* types */
    END = 2,
    INSTANT = 3,
    COUNTER = 4,

    NOTE_BOOL = 2, /* DebugAnnotation */
    NOTE_UINT = 3,
    NOTE_STRING = 6,
    NOTE_POINTER = 7,
    NOTE_NAME = 10,
};

/* Ids of tracks that are no process or thread. */
enum {
    UUID_HART = 1,
    UUID_INSNS = 0x10000,
    UUID_BYTES = 0x20000,
    UUID_TOTALS = 0x30000,
    UUID_FIRMWARE = 0x40000, /* + hart */
};

/* Set about and out.out; the rest begins as zero. */
struct htv_perfetto {
    const struct htv_about *about;
    uint8_t *interned; /* a bit for each function: its name was written */
    uint32_t interned_room;
    bool begun;
    struct htv_pb packet, event, inner, small;
    struct htr_out out;
};

/* An event on a track: fields are added to p->event between these two. */
void htv_perfetto_begin(struct htv_perfetto *p, unsigned type, uint64_t track);
void htv_perfetto_end(struct htv_perfetto *p, uint64_t time);

/* As htv_perfetto_end; the event has the name of a function as its name. Returns HTR_OK, or
 * HTR_ERR_MEMORY without a message. */
int htv_perfetto_end_named(struct htv_perfetto *p, uint64_t time, uint32_t function) HTR_MUST_CHECK;

/* An annotation of p->event: a number (NOTE_BOOL, NOTE_UINT, NOTE_POINTER), a text. */
void htv_perfetto_note(struct htv_perfetto *p, const char *name, unsigned type, uint64_t value);
void htv_perfetto_note_text(struct htv_perfetto *p, const char *name, const char *text);

/* Descriptors of tracks: any (parent 0: none; unit NULL: no counter), process, thread. */
void htv_perfetto_track(struct htv_perfetto *p, uint64_t uuid, uint64_t parent, const char *name,
                        const char *unit);
void htv_perfetto_process(struct htv_perfetto *p, const struct htv_track *t, const char *name);
void htv_perfetto_thread(struct htv_perfetto *p, const struct htv_track *t, const char *name);

static inline uint64_t htv_perfetto_uuid(const struct htv_track *t)
{
    return (uint64_t)t->process << 32 | t->thread;
}

#endif
