/* SPDX-License-Identifier: Apache-2.0 */
/* A trace with all that decoding it needs: the file, a sidecar or snapshot, settings, code, the
 * decoder; loaded, or read in pieces as decoding goes on. */
#ifndef HTR_TRACE_H
#define HTR_TRACE_H

#include <stdbool.h>
#include <stdint.h>

#include "htr/htr_code.h"
#include "htr/htr_frame_messages.h"
#include "htr/htr_perf_data.h"
#include "htr/htr_input.h"
#include "htr/htr_inside.h"
#include "htr/htr_settings.h"
#include "htr/htr_snapshot.h"
#include "nexus/nexus_flow.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Where code comes from, as a user gives it. */
struct htr_code_choice {
    const char *elf, *pcinfo, *ingress;
    const char *ingress_format; /* for callers that import logs first; NULL: by content */
    struct htr_list images;     /* FILE@ADDR */
    struct htr_list in;         /* CONTEXT=FILE[@ADDR], see htr_code.h */
    uint64_t hart;              /* of the ingress stream */
    const char *symfs;          /* folder with the target's files, for perf.data; or NULL */
    const struct flow_code_mapping *mapped; /* see struct htr_code_options */
    size_t nmapped;
};

/* Does it name any code? */
static inline bool htr_code_is_chosen(const struct htr_code_choice *o)
{
    return o->elf != NULL || o->pcinfo != NULL || o->ingress != NULL || o->images.n > 0 ||
           o->in.n > 0 || o->nmapped > 0;
}

/* Load the code that o names; XLEN and ISA of its files go to te. Returns HTR_OK, or after a
 * message HTR_ERR_OPEN, _READ, _MEMORY, _FORMAT, _MISSING (no code named), _CONFLICT (more than one
 * kind); then nothing is held. */
int htr_code_choose(struct htr_code *c, struct htr_host *host, const struct htr_code_choice *o,
                    struct htr_settings *te) HTR_MUST_CHECK;

/* Take XLEN, unless the user set it, and the ISA as far as it is known. */
void htr_settings_take_code(const struct htr_code_facts *facts, struct htr_settings *te);

struct htr_trace_options {
    const char *path;    /* of the trace, of the folder of a snapshot, or of a perf.data file */
    const char *mode;    /* accepted for symmetry with encode: a decoder need not know */
    const char *src;     /* number, or NULL: all sources as one */
    const char *profile; /* --param profile under another name, or NULL */
    bool wrapped;        /* the file starts inside a message */
    bool no_sidecar;     /* do not read PATH.toml (sidecar.h) */
    bool in_pieces;      /* read as decoding goes on, see trace_refill; else load the file */
    bool any_kind;       /* do not refuse files that are no trace (htr/htr_kind.h) */
    bool no_bytes;       /* do not read the file: its bytes come another way */
    bool keep_frames;    /* a snapshot's frames are not deformatted, see struct htr_trace */
    struct htr_code_choice code;
    struct htr_list te, params;
};

enum {
    HTR_TRACE_SPARE = 8,            /* zero bytes after those at hand */
    HTR_TRACE_MESSAGE_MAX = 1 << 18 /* bytes of a message; a longer one is damaged */
};

struct htr_etrace;

/* Must not move after trace_open. */
struct htr_trace {
    struct htr_host *host;
    const char *path;
    struct htr_settings te;
    struct nexus_stream_cfg cfg; /* of E-Trace: what it has in common, src_bits, timestamps,
                                    timestamp_bits, xlen, isa, jvt */
    struct htr_bytes bytes;      /* the file, or the piece of it that is at hand */
    struct htr_file stream;
    size_t room;   /* for the piece; 0: the file was loaded */
    bool unread;   /* the stream broke off: reported */
    bool messages; /* read by trace_next */
    bool wrapped;  /* from the options or a snapshot */
    bool too_long; /* a message longer than HTR_TRACE_MESSAGE_MAX was skipped */
    struct nexus_msg long_message;
    uint8_t long_bytes[8]; /* its first ones */
    bool long_cut;         /* long_message goes on to the end of the file */
    uint64_t long_zeros;   /* zero bytes at the end of long_message */
    struct htr_code code;
    struct nexus_decoder decoder; /* with code: after trace_open_decoder; of N-Trace */
    struct htr_etrace *etrace;    /* the same of E-Trace (htr/htr_etrace.h), or NULL: N-Trace */
    bool more;                    /* the stream goes on after the bytes at hand */
    uint16_t src;
    bool one_source;
    bool folder_wrapped;         /* a snapshot says that its buffer has wrapped */
    const char *folder_image;    /* the image in a snapshot, or NULL */
    struct htr_snapshot *folder; /* where path and folder_image are, or NULL */
    bool frames;                 /* keep_frames: bytes are frames, and the decoder has none yet;
                                    what kind of file it is was not checked */
    /* The profile's traces come in frames, and so did these: bytes are the messages. frames 0: they
     * did not. */
    struct htr_frame_sum unframed;
    struct htr_perf_data *perf; /* the file is perf.data; or NULL */
    struct htr_perf_code perf_code;
};

/* Load the file and work out the configuration, without code. Returns HTR_OK, or after a message
 * HTR_ERR_OPEN, _READ, _MEMORY (the file), _FORMAT (no trace, or a damaged sidecar or snapshot),
 * _ARG (invalid settings); then nothing is held. */
int htr_trace_open(struct htr_trace *t, struct htr_host *host,
                   const struct htr_trace_options *o) HTR_MUST_CHECK;

/* The same, then the code and the decoder. */
int htr_trace_open_decoder(struct htr_trace *t, struct htr_host *host,
                           const struct htr_trace_options *o) HTR_MUST_CHECK;
void htr_trace_close(struct htr_trace *t);

/* The decoder has used up its piece. Returns whether there is more: go on decoding. A message
 * longer than HTR_TRACE_MESSAGE_MAX is skipped; it becomes an ERROR element of the decoder. */
bool htr_trace_refill(struct htr_trace *t);

/* Open the file and read its first piece. Returns HTR_OK, or after a message HTR_ERR_OPEN, _READ,
 * _MEMORY. */
int htr_trace_load_piece(struct htr_trace *t) HTR_MUST_CHECK;

/* For callers that read messages and no elements, with htr_trace_open: begin at the start; wrapped:
 * after the message that the file begins in. Returns HTR_OK, or HTR_ERR_* after a message. May be
 * called again, unless the trace is read in pieces from standard input (see
 * htr_trace_pieces_twice). */
int htr_trace_begin(struct htr_trace *t, bool wrapped) HTR_MUST_CHECK;

/* Begin to decode again at the start, after htr_trace_open_decoder. The same. */
int htr_trace_decode_again(struct htr_trace *t) HTR_MUST_CHECK;

/* The next bytes of the file, after those in t->bytes, which go. Returns false when there are none:
 * the end, or t->unread. For callers that decode nothing. */
bool htr_trace_next_bytes(struct htr_trace *t);

/* The next message, as nexus_msg_next, refilled as needed; also NEXUS_ERR_LONG, with the first
 * bytes alone at raw. It is valid until the next call. */
int htr_trace_next(struct htr_trace *t, struct nexus_msg *m);

/* Can the file be read in pieces, and more than once? Not standard input. */
static inline bool htr_trace_pieces_twice(const char *path)
{
    return path[0] != '-' || path[1] != '\0';
}

/* Everything was read: report it if the stream broke off. For callers that read t->stream
 * themselves, with t->room = 0: then htr_trace_refill does nothing. */
void htr_trace_report_broken(struct htr_trace *t);

/* Read messages or bytes from the start again. Returns HTR_OK, or HTR_ERR_OPEN, _READ after a
 * message. */
int htr_trace_rewind(struct htr_trace *t) HTR_MUST_CHECK;

/* The decoder of either protocol, after htr_trace_open_decoder; and as it is now. */
struct htr_inside htr_trace_inside(struct htr_trace *t);
struct htr_inside_now htr_trace_now(const struct htr_trace *t);

/* The protocol of a trace that is open. */
enum htr_protocol htr_trace_protocol(const struct htr_trace *t);

/* For what knows N-Trace alone. Returns HTR_OK, or HTR_ERR_ARG after a message that names `what`:
 * the trace is E-Trace. */
int htr_trace_need_ntrace(const struct htr_trace *t, const char *what) HTR_MUST_CHECK;

/* Bytes of the trace so far: at the end of decoding, all of them. */
uint64_t htr_trace_size(const struct htr_trace *t);

/*
 * Gaps and losses, as every verb and every export counts them. Fed with every element.
 *
 * A gap is a stretch of the trace from which no instruction can be decoded: it begins with NO_SYNC,
 * ERROR or ADDR_NACC and ends with the next range or TRACE_ON, however many of the former come
 * before that. An empty message (NEXUS_ERR_EMPTY) is a byte that is skipped, and no gap: nothing is
 * lost with it. A loss is an Error message (N-Trace 1.0, "Error Message"), by which the encoder
 * reports that it dropped trace; the gap that may follow it is counted too.
 */
struct htr_gap_meter {
    bool open;
    uint64_t start;
    uint64_t skipped; /* bytes that were not decoded */
    uint64_t gaps;
    uint64_t lost; /* losses */
};

void htr_gap_meter_add(struct htr_gap_meter *g, const struct flow_elem *e);

/* The end of the file, size bytes long. */
void htr_gap_meter_end(struct htr_gap_meter *g, uint64_t size);

/* SYNC, EVCODE and B-TYPE in words, never NULL. */
const char *htr_trace_sync_name(unsigned sync);
const char *htr_trace_evcode_name(unsigned evcode);
const char *htr_trace_btype_name(unsigned btype);

/* What an element of a message without flow calls it: the name of its TCODE, or of E-Trace "data
 * trace packet" and so on; never NULL. */
const char *htr_trace_message_name(const struct flow_elem *e);

/* A status of either protocol in words, never NULL. */
const char *htr_trace_strerror(int status);

/* Why an element says that something could not be decoded; never NULL. */
const char *htr_trace_reason(const struct flow_elem *e);

/* What to try for an element that says something could not be decoded; never NULL. It depends on
 * the kind of error and on the number of messages before it, e->msg. */
enum {
    HTR_TRACE_EARLY = 64 /* messages within which a wrong option of the decoder shows */
};
const char *htr_trace_remedy(const struct flow_elem *e);

/* The same for an element of t, of either protocol. */
const char *htr_trace_remedy_in(const struct htr_trace *t, const struct flow_elem *e);

#ifdef __cplusplus
}
#endif

#endif
