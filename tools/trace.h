/* SPDX-License-Identifier: Apache-2.0 */
/* What dump, decode and verify share: the trace file, the stream's configuration, the decoder. */
#ifndef TOOLS_TRACE_H
#define TOOLS_TRACE_H

#include <stdbool.h>
#include <stdint.h>

#include "code.h"
#include "htr/htr_input.h"
#include "nexus/nexus_flow.h"
#include "te.h"
#include "tool.h"

struct htr_snapshot; /* tools/snapshot.h */

struct trace_options {
    const char *path;    /* of the trace, or of the folder of a snapshot */
    const char *mode;    /* accepted for symmetry with encode: a decoder need not know */
    const char *src;     /* number, or NULL: all sources as one */
    const char *profile; /* --param profile under another name, or NULL */
    bool wrapped;        /* the file starts inside a message */
    bool no_sidecar;     /* do not read PATH.toml (sidecar.h) */
    bool in_pieces;      /* read as decoding goes on, see trace_refill; else load the file */
    bool any_kind;       /* do not refuse what is no trace (htr/htr_kind.h) */
    bool no_bytes;       /* do not read the file: its bytes come another way */
    bool keep_frames;    /* a snapshot's frames are not deformatted, see struct trace */
    struct code_options code;
    struct htr_list te, params;
};

#define TRACE_OPTIONS(o)                                                                           \
    {.name = "te", .arg = "FIELD=VALUE", .help = TE_OPTION_HELP, .list = &(o)->te},                \
        {.name = "param", .arg = "NAME=VALUE", .help = PARAM_OPTION_HELP, .list = &(o)->params},   \
        {.name = "mode", .arg = "MODE", .help = "htm or btm; not needed", .string = &(o)->mode},   \
        {.name = "profile",                                                                        \
         .arg = "NAME",                                                                            \
         .help = "1.0 or sifive-0.x (1.0)",                                                        \
         .string = &(o)->profile},                                                                 \
        {.name = "src", .arg = "N", .help = "only messages of this source", .string = &(o)->src},  \
        {.name = "no-sidecar",                                                                     \
         .help = "do not read the settings in TRACE.toml",                                         \
         .flag = &(o)->no_sidecar},                                                                \
    {                                                                                              \
        .name = "wrapped", .help = "the file starts inside a message: skip to the next",           \
        .flag = &(o)->wrapped                                                                      \
    }

enum {
    TRACE_SPARE = 8,            /* zero bytes after those at hand */
    TRACE_MESSAGE_MAX = 1 << 18 /* bytes of a message; a longer one is damaged */
};

/* Must not move after trace_open. */
struct trace {
    const char *verb, *path;
    struct htr_settings te;
    struct nexus_stream_cfg cfg;
    struct htr_bytes bytes; /* the file, or the piece of it that is at hand */
    struct htr_file stream;
    size_t room;   /* for the piece; 0: the file was loaded */
    bool unread;   /* the stream broke off: told on stderr */
    bool messages; /* read by trace_next */
    bool wrapped;  /* asked for, or said by a snapshot */
    bool too_long; /* a message longer than TRACE_MESSAGE_MAX was skipped: */
    struct nexus_msg long_message;
    uint8_t long_bytes[8]; /* its first ones */
    bool long_cut;         /* it goes on up to the end of the file, */
    uint64_t long_zeros;   /* which are these zero bytes */
    struct htr_code code;
    struct nexus_decoder decoder; /* with code: after trace_open_decoder */
    uint16_t src;
    bool one_source;
    bool folder_wrapped;         /* a snapshot says that its buffer has wrapped */
    const char *folder_image;    /* the image in a snapshot, or NULL */
    struct htr_snapshot *folder; /* where path and folder_image are, or NULL */
    bool frames;                 /* keep_frames: bytes are frames, and the decoder has none yet;
                                    what kind of file it is was not checked */
};

/* Load the file and work out the configuration, without code. Returns 0, or TOOL_CANNOT after a
 * message. */
int trace_open(struct trace *t, const char *verb, const struct trace_options *o);

/* The same, then the code and the decoder. */
int trace_open_decoder(struct trace *t, const char *verb, const struct trace_options *o);
void trace_close(struct trace *t);

/* The decoder has used up its piece. Returns whether there is more: go on decoding. A message
 * longer than TRACE_MESSAGE_MAX is skipped; it becomes an ERROR element of the decoder. */
bool trace_refill(struct trace *t);

/* Open the file and read its first piece. Returns 0, or TOOL_CANNOT after a message. */
int trace_load_piece(struct trace *t);

/* For who reads messages and no elements, with trace_open: begin at the start; wrapped: after the
 * message that the file begins in. Returns 0, or TOOL_CANNOT after a message. May be called again,
 * unless the trace is read in pieces from standard input (see trace_pieces_twice). */
int trace_begin(struct trace *t, bool wrapped);

/* Begin to decode again at the start, after trace_open_decoder. The same. */
int trace_decode_again(struct trace *t);

/* The next bytes of the file, after those in t->bytes, which go. Returns false when there are none:
 * the end, or t->unread. For who decodes nothing. */
bool trace_next_bytes(struct trace *t);

/* The next message, as nexus_decode_next, refilled as needed; also NEXUS_ERR_LONG, with the first
 * bytes alone at raw. It is valid until the next call. */
int trace_next(struct trace *t, struct nexus_msg *m);

/* Can the file be read in pieces by who reads it more than once? */
static inline bool trace_pieces_twice(const char *path)
{
    return path[0] != '-' || path[1] != '\0';
}

/* Everything was read: say so if the stream broke off. For who reads t->stream by himself, with
 * t->room = 0: then trace_refill does nothing. */
void trace_tell_broken(struct trace *t);

/* Begin to show progress through the bytes of the trace (tools/cli/progress.h), in the offsets of
 * the decoder. results as there. */
void trace_progress(const struct trace *t, FILE *results);

/* Read messages or bytes from the start again. Returns 0, or TOOL_CANNOT after a message. */
int trace_rewind(struct trace *t);

/* Bytes of the trace so far: at the end of decoding, all of them. */
uint64_t trace_size(const struct trace *t);

/* Bytes that were not decoded: fed with every element, it knows where gaps begin and end. */
struct gap_meter {
    bool open;
    uint64_t start;
    uint64_t skipped; /* bytes */
    uint64_t gaps;
    uint64_t lost; /* LOST elements: trace that the hardware dropped */
};

void gap_meter_add(struct gap_meter *g, const struct flow_elem *e);

/* The end of the file, size bytes long. */
void gap_meter_end(struct gap_meter *g, uint64_t size);

/* SYNC, EVCODE and B-TYPE in words, never NULL. */
const char *trace_sync_name(unsigned sync);
const char *trace_evcode_name(unsigned evcode);
const char *trace_btype_name(unsigned btype);

/* Why an element says that something could not be decoded; never NULL. */
const char *trace_reason(const struct flow_elem *e);

/* What to try for an element that says something could not be decoded; never NULL. By what
 * contradicts what, and after how many messages: e->msg. */
enum {
    TRACE_EARLY = 64 /* messages within which a wrong option of the decoder shows */
};
const char *trace_remedy(const struct flow_elem *e);

#endif
