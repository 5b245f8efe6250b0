/* SPDX-License-Identifier: Apache-2.0 */
/* Packets of a Perfetto trace. */
#include "htv_perfetto_packets.h"

#include <stdlib.h>
#include <string.h>

#include "htv/htv_names.h"
#include "htv_text.h"

enum {
    NS = 1000000000,
    NAME = 4096, /* bytes of a name: a longer one is cut */
    SEQUENCE = 1,
};

/* ---- packets ---- */

static void write_packet(struct htv_perfetto *p)
{
    uint8_t *to = (uint8_t *)htr_out_room(&p->out, HTV_PB_NUMBER);
    size_t n = 0;
    to[n++] = TRACE_PACKET << 3 | HTV_PB_BYTES;
    for (uint32_t v = p->packet.fill; v != 0 || n == 1; v >>= 7) {
        to[n++] = (uint8_t)((v & 0x7F) | (v >= 0x80 ? 0x80 : 0));
    }
    htr_out_took(&p->out, n);
    htr_out_bytes(&p->out, (const char *)p->packet.bytes, p->packet.fill);
}

static void begin_packet(struct htv_perfetto *p)
{
    htv_pb_clear(&p->packet);
    htv_pb_number(&p->packet, PACKET_SEQUENCE_ID, SEQUENCE);
    htv_pb_number(&p->packet, PACKET_FLAGS, p->begun ? STATE_NEEDED : STATE_CLEARED | STATE_NEEDED);
    p->begun = true;
}

/* p->inner is the descriptor. */
static void write_descriptor(struct htv_perfetto *p)
{
    begin_packet(p);
    htv_pb_message(&p->packet, PACKET_DESCRIPTOR, &p->inner);
    write_packet(p);
}

/* The name of a function, in the packet that needs it first. Returns false without memory. */
static bool intern(struct htv_perfetto *p, uint32_t function)
{
    char name[NAME];
    if (function / 8 >= p->interned_room) {
        const uint32_t room = function / 4 + 256;
        uint8_t *more = realloc(p->interned, room);
        if (more == NULL) {
            return false;
        }
        memset(more + p->interned_room, 0, room - p->interned_room);
        p->interned = more;
        p->interned_room = room;
    }
    p->interned[function / 8] |= (uint8_t)(1u << function % 8);
    const struct htv_name *n = htv_names_get(p->about->names, function);
    htv_pb_clear(&p->small);
    htv_pb_number(&p->small, NAME_IID, (uint64_t)function + 1);
    htv_pb_string(&p->small, NAME_NAME, htv_text_utf8(n->name, name, sizeof name));
    htv_pb_clear(&p->inner);
    htv_pb_message(&p->inner, INTERNED_EVENT_NAMES, &p->small);
    htv_pb_message(&p->packet, PACKET_INTERNED, &p->inner);
    return true;
}

void htv_perfetto_begin(struct htv_perfetto *p, unsigned type, uint64_t track)
{
    htv_pb_clear(&p->event);
    htv_pb_number(&p->event, EVENT_TYPE, type);
    htv_pb_number(&p->event, EVENT_TRACK, track);
}

void htv_perfetto_end(struct htv_perfetto *p, uint64_t time)
{
    begin_packet(p);
    htv_pb_number(&p->packet, PACKET_TIMESTAMP, htv_time(p->about, time, NS));
    htv_pb_message(&p->packet, PACKET_TRACK_EVENT, &p->event);
    write_packet(p);
}

void htv_perfetto_note(struct htv_perfetto *p, const char *name, unsigned type, uint64_t value)
{
    htv_pb_clear(&p->small);
    htv_pb_string(&p->small, NOTE_NAME, name);
    htv_pb_number(&p->small, type, value);
    htv_pb_message(&p->event, EVENT_ANNOTATION, &p->small);
}

void htv_perfetto_note_text(struct htv_perfetto *p, const char *name, const char *text)
{
    char clean[NAME];
    htv_pb_clear(&p->small);
    htv_pb_string(&p->small, NOTE_NAME, name);
    htv_pb_string(&p->small, NOTE_STRING, htv_text_utf8(text, clean, sizeof clean));
    htv_pb_message(&p->event, EVENT_ANNOTATION, &p->small);
}

int htv_perfetto_end_named(struct htv_perfetto *p, uint64_t time, uint32_t function)
{
    begin_packet(p);
    htv_pb_number(&p->packet, PACKET_TIMESTAMP, htv_time(p->about, time, NS));
    if ((function / 8 >= p->interned_room ||
         (p->interned[function / 8] >> function % 8 & 1) == 0) &&
        !intern(p, function)) {
        return HTR_ERR_MEMORY;
    }
    htv_pb_message(&p->packet, PACKET_TRACK_EVENT, &p->event);
    write_packet(p);
    return HTR_OK;
}

/* ---- tracks ---- */

void htv_perfetto_track(struct htv_perfetto *p, uint64_t uuid, uint64_t parent, const char *name,
                        const char *unit)
{
    htv_pb_clear(&p->inner);
    htv_pb_number(&p->inner, TRACK_UUID, uuid);
    htv_pb_string(&p->inner, TRACK_NAME, name);
    if (parent != 0) {
        htv_pb_number(&p->inner, TRACK_PARENT, parent);
    }
    if (unit != NULL) {
        htv_pb_clear(&p->small);
        htv_pb_string(&p->small, COUNTER_UNIT_NAME, unit);
        htv_pb_message(&p->inner, TRACK_COUNTER, &p->small);
    }
    write_descriptor(p);
}

void htv_perfetto_process(struct htv_perfetto *p, const struct htv_track *t, const char *name)
{
    htv_pb_clear(&p->small);
    htv_pb_number(&p->small, PROCESS_PID, t->process);
    htv_pb_string(&p->small, PROCESS_NAME, name);
    htv_pb_clear(&p->inner);
    htv_pb_number(&p->inner, TRACK_UUID, (uint64_t)t->process << 32);
    htv_pb_message(&p->inner, TRACK_PROCESS, &p->small);
    write_descriptor(p);
}

void htv_perfetto_thread(struct htv_perfetto *p, const struct htv_track *t, const char *name)
{
    htv_pb_clear(&p->small);
    htv_pb_number(&p->small, THREAD_PID, t->process);
    htv_pb_number(&p->small, THREAD_TID, t->thread);
    htv_pb_string(&p->small, THREAD_NAME, name);
    htv_pb_clear(&p->inner);
    htv_pb_number(&p->inner, TRACK_UUID, htv_perfetto_uuid(t));
    htv_pb_number(&p->inner, TRACK_PARENT, (uint64_t)t->process << 32);
    htv_pb_message(&p->inner, TRACK_THREAD, &p->small);
    write_descriptor(p);
}
