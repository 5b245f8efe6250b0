/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Shared between the parts of the decode tree. Private.
 *
 *   htr_tree.c        memory, components, links
 *   htr_tree_begin.c  checks and set-up
 *   htr_tree_ntrace.c, htr_tree_etrace.c   what a protocol does: struct tree_protocol
 *   htr_tree_code.c   memory access and instruction decode
 *   htr_tree_log.c    messages
 *   htr_tree_watch.c  monitors and indexers
 *   htr_tree_pull.c, htr_tree_push.c, htr_tree_index.c, htr_tree_build.c, htr_trace_plant.c
 */
#ifndef HTR_TREE_INT_H
#define HTR_TREE_INT_H

#include "htr/htr_tree.h"
#include "htr/htr_tree_index.h"
#include "htr/htr_tree_pull.h"
#include "htr/htr_tree_push.h"
#include "htr_inside_priv.h"

struct tree_decoder;
struct tree_estream;
struct tree_packets;

struct tree_buffer {
    enum htr_bytes_format format;
    const uint8_t *bytes; /* pulled */
    size_t size;
    bool whole;
    uint64_t offset; /* pushed: of the next byte */
    bool ending, waiting, ended, dead;
    int32_t path; /* the deformatter or packets on it */
};

struct tree_deformatter {
    struct htr_coresight c;
    struct htr_frame frame; /* the frame being delivered */
    unsigned at;
    int32_t packets[HTR_IDS];
    uint64_t offset[HTR_IDS]; /* bytes so far */
    unsigned ending;          /* EOT: of this trace ID next */
    bool watched;
};

/* What a protocol does at packets, and at their decoders. */
struct tree_protocol {
    /* The name of a member of the configuration that is out of range, or NULL; decoder NULL: of the
     * packets. */
    const char *(*check)(const struct tree_packets *p, const struct tree_decoder *decoder);
    const char *header; /* where ranges are to be found */
    /* Make the pull decoder of the k-th source. */
    int (*pull)(struct htr_tree *t, struct tree_packets *p, size_t k);
    /* Pushed: set up, take bytes, the end, deliver what waits. */
    int (*stream)(struct htr_tree *t, int32_t i, struct tree_packets *p);
    enum nexus_answer (*data)(struct htr_tree *t, int32_t i, struct tree_packets *p,
                              const uint8_t *bytes, size_t size, size_t *consumed);
    enum nexus_answer (*eot)(struct tree_packets *p);
    enum nexus_answer (*flush)(struct tree_packets *p);
    /* Pulled: monitors of the packets see messages up to an offset, which the decoder has taken. */
    void (*show)(struct htr_tree *t, struct tree_decoder *d, uint64_t up_to);
    struct flow_isa (*isa)(const struct tree_decoder *d);
};
extern const struct tree_protocol htr_tree_ntrace, htr_tree_etrace;

struct tree_packets {
    struct htr_packets o;
    const struct tree_protocol *protocol;
    struct etrace_cfg etrace; /* o.etrace points here */
    struct tree_estream *estream;
    const uint8_t *bytes; /* pulled: of this trace ID */
    size_t size;
    bool whole;
    uint8_t trace_id;
    struct htr_tree *t; /* pushed; also the context of the stream's sink */
    int32_t self;
    struct nexus_stream stream;
    struct nexus_source *source;
    int32_t *decoder; /* in the order of source[] */
    size_t sources;
    bool watched; /* there are monitors or indexers: messages are cut here too */
    struct nexus_pieces scan;
    struct nexus_msg_decoder msgs;
    size_t seen; /* pulled: the first byte that monitors have not seen */
};

struct tree_decoder {
    struct nexus_stream_cfg cfg;
    bool own_cfg;
    struct etrace_cfg etrace;    /* the same of E-Trace */
    struct htr_inside in;        /* ops NULL: pushed */
    struct nexus_decoder *pull;  /* the same, when it is one of N-Trace */
    bool adopted, watched, told; /* watched: by monitors of elements or messages */
    bool elements;               /* monitors of elements */
    htr_refill *refill;
    void *ctx;
    struct tree_packets *packets;
    uint64_t seen;          /* adopted: offset up to which monitors have seen messages */
    struct flow_code *code; /* what it decodes with */
    struct flow_code made;  /* caches over `plain`, or over its callback */
    struct flow_code plain; /* with insn: without caches */
    struct flow_code_image image;
    struct tree_code **from; /* several */
    size_t nfrom;
    struct tree_insn *insn;
};

enum tree_code_kind {
    TREE_IMAGE,
    TREE_MEMORY,
    TREE_TARGET,
    TREE_READY,
};

enum {
    TREE_TARGET_LINES = 256,
};

struct tree_target_line {
    uint64_t addr;
    size_t size;
    bool valid;
    uint8_t bytes[HTR_TARGET_LINE];
};

struct tree_code {
    enum tree_code_kind kind;
    struct flow_code_image image;
    flow_code_read *read;
    void *ctx;
    uint32_t depends;
    htr_target_read *target;
    struct tree_target_line *line;
    struct flow_code *ready;
};

struct tree_insn {
    htr_insn_decode *decode;
    void *ctx;
};

struct tree_monitor {
    htr_monitor *see;
    void *ctx;
};

struct tree_sink {
    htr_take *take;
    void *ctx;
};

struct tree_log {
    struct htr_log o;
    struct htr_tree *t;
    struct htr_host host;
};

struct tree_indexer {
    struct nexus_index ix;
    uint8_t buffer[NEXUS_PIECES_BUFFER];
    uint64_t *instructions; /* of entry[0..counted) */
    size_t counted;
    struct htr_id_seen id[HTR_IDS];
    bool begun;
};

/* Memory: of the tree until it is closed (0), or until it begins again (1). Zero. NULL after a
 * message. */
void *htr_tree_alloc(struct htr_tree *t, int keep, size_t n, size_t size);
void htr_tree_forget(struct htr_tree *t);

/* A component of a kind, or NULL. */
struct htr_component *htr_tree_get(const struct htr_tree *t, int32_t i,
                                   enum htr_component_kind kind);
static inline void *htr_tree_state(const struct htr_tree *t, int32_t i)
{
    return t->component[i].state;
}

/* The next component of a kind attached to i, after link *at (begin with TREE_FIRST); HTR_NONE. */
enum {
    TREE_FIRST = -2
};
int32_t htr_tree_attached(const struct htr_tree *t, int32_t i, enum htr_component_kind kind,
                          int32_t *at);
bool htr_tree_has(const struct htr_tree *t, int32_t i, enum htr_component_kind kind);

/* A new component with room for its state. */
int32_t htr_tree_add(struct htr_tree *t, enum htr_component_kind kind, const char *name,
                     size_t size);

/* Refuse something about component i (or HTR_NONE): to the host, whatever the logs say. */
int htr_tree_refuse(struct htr_tree *t, enum htr_status status, int32_t i, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* The log for component i, or NULL; and a message to it. */
struct tree_log *htr_tree_log_of(const struct htr_tree *t, int32_t i);
void htr_tree_tell(struct tree_log *log, enum htr_severity severity, const struct htr_where *where,
                   const char *format, ...) __attribute__((format(printf, 4, 5)));

/* An element of a decoder passes: to its log, when it says that something is wrong. */
void htr_tree_tell_elem(struct htr_tree *t, int32_t decoder, const struct flow_elem *e);

/* Let a decoder be d, which was initialized with all its options and its code; nothing of it is
 * changed by htr_tree_begin. The decoder needs no code, and its packets no buffer. With a
 * deformatter below its buffer d gets the bytes of the trace ID by htr_tree_begin; then refill is
 * NULL. Returns HTR_OK, or HTR_ERR_ARG after a message. */
int htr_tree_adopt(struct htr_tree *t, int32_t decoder, struct htr_inside d, htr_refill *refill,
                   void *ctx) HTR_MUST_CHECK;

/* Attach component `made`, unless it is a status, to parent. Returns its index, or HTR_ERR_* after
 * a message. */
int32_t htr_tree_on(struct htr_tree *t, int32_t parent, int32_t made, unsigned key);

/* An element of a decoder, or of the packets, to its observers and sinks; the strongest answer. */
enum nexus_answer htr_tree_deliver(struct htr_tree *t, int32_t to, const struct flow_elem *e);

/* Set what is inside a decoder: d->in and d->pull. */
void htr_tree_set_inside(struct tree_decoder *d, struct htr_inside in);

/* Code of a decoder: made from what is attached. */
int htr_tree_code_begin(struct htr_tree *t, int32_t decoder);

/* Monitors and indexers. */
void htr_tree_see_bytes(struct htr_tree *t, int32_t i, uint8_t id, uint64_t offset,
                        const uint8_t *bytes, size_t size);
void htr_tree_see_elem(struct htr_tree *t, int32_t decoder, const struct flow_elem *e);
void htr_tree_see_message(struct htr_tree *t, struct tree_packets *p, const struct nexus_msg *m,
                          int status);
void htr_tree_see_packet(struct htr_tree *t, struct tree_packets *p, const struct etrace_frame *f,
                         const uint8_t *bytes, int status);
void htr_tree_see_frame(struct htr_tree *t, int32_t deformatter, const struct htr_frame *f,
                        uint64_t number);
struct tree_indexer *htr_tree_indexer_of(const struct htr_tree *t, int32_t i);
int htr_tree_watch_begin(struct htr_tree *t, int32_t packets);
int htr_tree_index_bytes(struct htr_tree *t, int32_t packets, const uint8_t *bytes, size_t size);

#endif
