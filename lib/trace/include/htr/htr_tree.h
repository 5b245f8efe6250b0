/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Decode tree: components that turn the raw bytes of trace buffers into elements (flow_elem.h).
 *
 *   buffer -> deformatter -> packets -> decoder -> sinks
 *             (frames only)  (messages) (one SRC)
 *
 * The rest is attached to these: code (memory access), insn (instruction decode), monitors,
 * indexers, logs. A tree is data: its components are one array, its links another, both refer by
 * index.
 *
 *   htr_tree_init(&t, &host, NULL, 0);
 *   b = htr_tree_buffer(&t, "RAM sink", HTR_BYTES_MESSAGES);
 *   p = htr_tree_packets(&t, "messages", &packets);
 *   d = htr_tree_decoder(&t, "hart 0", NULL);
 *   c = htr_tree_image(&t, "program", region, 2);
 *   htr_tree_attach(&t, b, p, 0); htr_tree_attach(&t, p, d, HTR_SRC_ANY); htr_tree_attach(&t, d, c,
 * 0); htr_tree_bytes(&t, b, bytes, size); htr_tree_begin(&t); while (htr_tree_next(&t, d, &elem))
 * pull: htr_tree_pull.h
 *       ...
 *   htr_tree_close(&t);
 *
 * Bytes that come in pieces are pushed: htr_tree_push.h. A tree out of plain structures, and the
 * index: htr_tree_build.h, htr_tree_index.h. docs/reference/decode-tree.md has the picture.
 *
 * Every function that makes a component returns its index, 0 or more; or HTR_ERR_* after a message.
 * Names are kept; they are cut to HTR_COMPONENT - 1 bytes. After Arm's reference trace decoder (API
 * Specifications and Component Design, 0.3).
 */
#ifndef HTR_TREE_H
#define HTR_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "flow/flow_elem.h"
#include "htr/htr_coresight.h"
#include "htr/htr_host.h"
#include "nexus/nexus_stream.h"

#ifdef __cplusplus
extern "C" {
#endif

enum htr_component_kind {
    HTR_BUFFER,      /* raw bytes of a trace buffer or port */
    HTR_DEFORMATTER, /* CoreSight frames to the bytes of each trace ID */
    HTR_PACKETS,     /* packet processor: bytes to messages, messages to sources by SRC */
    HTR_DECODER,     /* packet decoder: messages of one source to elements */
    HTR_CODE,        /* memory access */
    HTR_INSN,        /* instruction decode */
    HTR_MONITOR,     /* sees the data that passes */
    HTR_INDEXER,     /* on packets: sources and their syncs; on a deformatter: trace IDs */
    HTR_SINK,        /* takes elements */
    HTR_LOG,         /* takes error messages and remarks */
    HTR_COMPONENT_KINDS,
};

/* The name of a kind of component, and the kinds that may be attached to it: a bit (1 << kind)
 * each. */
struct htr_component_info {
    const char *name;
    uint16_t accepts;
    uint16_t accepts_one; /* the same: only one of such a kind may be attached */
};
const struct htr_component_info *htr_component_info(enum htr_component_kind kind);

enum {
    HTR_SRC_ANY = NEXUS_SRC_ANY, /* of a decoder: every SRC that no other one has */
    HTR_NONE = -1,
};

struct htr_component {
    enum htr_component_kind kind;
    char name[HTR_COMPONENT];
    int32_t parent; /* on the data path: buffer, deformatter, packets, decoder; or HTR_NONE */
    int32_t links;  /* the first of those attached to it, in htr_tree.link, or HTR_NONE */
    uint16_t key;   /* trace ID of packets on a deformatter; SRC of a decoder */
    void *state;    /* private */
};

struct htr_tree_link {
    int32_t child;
    int32_t next; /* of the same component, or HTR_NONE */
};

struct htr_chunk; /* private */

/* Read: component, count, link. cache may be set before htr_tree_begin. */
struct htr_tree {
    struct htr_host *host;
    struct htr_component *component;
    int32_t count, room;
    struct htr_tree_link *link;
    int32_t links, link_room;
    size_t cache; /* lines of each decoder's cache of instructions, as many blocks and paths: a
                     power of two, or 0. Default HTR_TREE_CACHE; about 250 bytes each */
    bool ready;   /* private, as the rest */
    bool ending;
    uint8_t *memory;
    size_t low, high, size;
    struct htr_chunk *chunk[2];
};

enum {
    HTR_TREE_CACHE = 1 << 12,
};

/* An empty tree. memory[0..size) is the caller's, and must be aligned for any type; or NULL: the
 * tree uses the heap until htr_tree_close. host must stay valid. */
void htr_tree_init(struct htr_tree *t, struct htr_host *host, void *memory, size_t size);
void htr_tree_close(struct htr_tree *t);

/* ---- the data path ---- */

enum htr_bytes_format {
    HTR_BYTES_MESSAGES, /* the messages of one sink: packets are attached */
    HTR_BYTES_FRAMES,   /* CoreSight frames from a memory: a deformatter is attached */
    HTR_BYTES_PORT,     /* the same from a trace port */
};

int32_t htr_tree_buffer(struct htr_tree *t, const char *name, enum htr_bytes_format format);
int32_t htr_tree_deformatter(struct htr_tree *t, const char *name);

struct etrace_cfg;
struct etrace_frame;

struct htr_packets {
    struct nexus_stream_cfg cfg;
    const struct etrace_cfg *etrace; /* the bytes are encapsulated packets of E-Trace, and this is
                                        their configuration, which is copied; cfg and
                                        allow_oversize do not count. NULL: messages of N-Trace */
    bool allow_oversize;             /* as in struct nexus_decoder */
    bool align;                      /* the bytes begin inside a message, which is skipped */
    size_t longest;                  /* bytes of a message at most when bytes are pushed; 0: 128 */
};
int32_t htr_tree_packets(struct htr_tree *t, const char *name, const struct htr_packets *packets);

/* cfg: of this source, or NULL: that of the packets. src_bits is that of the packets in any case.
 * On packets of E-Trace it does not count: all sources have the configuration of the packets, or
 * that of htr_tree_decoder_etrace. */
int32_t htr_tree_decoder(struct htr_tree *t, const char *name, const struct nexus_stream_cfg *cfg);

/* The same for a source on packets of E-Trace. The encapsulation is that of the packets in any
 * case. */
int32_t htr_tree_decoder_etrace(struct htr_tree *t, const char *name, const struct etrace_cfg *cfg);

/* Set all bytes of a buffer, which must stay valid, for htr_tree_pull.h. Call it before
 * htr_tree_begin. Returns HTR_OK, or HTR_ERR_ARG after a message: not a buffer. */
int htr_tree_bytes(struct htr_tree *t, int32_t buffer, const uint8_t *bytes,
                   size_t size) HTR_MUST_CHECK;

/* ---- memory access: a decoder asks those attached to it in the order of htr_tree_attach ---- */

/* Images; region[0..count) and their bytes must stay valid. */
int32_t htr_tree_image(struct htr_tree *t, const char *name, const struct flow_region *region,
                       size_t count);

/* A callback: flow_code.h. depends: FLOW_DEPENDS_*, the parts of the context that its answers
 * depend on. */
int32_t htr_tree_memory(struct htr_tree *t, const char *name, flow_code_read *read, void *ctx,
                        uint32_t depends);

/* A live target. Read up to n bytes at addr, aligned to HTR_TARGET_LINE bytes and as long, in
 * order; return the number of bytes read. They are cached until htr_tree_code_changed. */
enum {
    HTR_TARGET_LINE = 64,
};
typedef size_t htr_target_read(void *ctx, uint64_t addr, uint8_t *buf, size_t n);
int32_t htr_tree_target(struct htr_tree *t, const char *name, htr_target_read *read, void *ctx);

/* A source of code of the caller, with caches of its own. It serves one decoder, and nothing else
 * may be attached to that for code. */
int32_t htr_tree_code(struct htr_tree *t, const char *name, struct flow_code *code);

/* Code was loaded or modified in addr .. addr + size - 1: decoders that use this component drop
 * their cached copy. May be called between two elements. */
int htr_tree_code_changed(struct htr_tree *t, int32_t code, uint64_t addr,
                          uint64_t size) HTR_MUST_CHECK;

/* ---- instruction decode ---- */

/* Classify an instruction: opcode is its low 32 bits. Returns true: *insn is filled in, with its
 * size. False: the library decodes it (flow_insn_decode). */
typedef bool htr_insn_decode(void *ctx, const struct flow_where *where, uint32_t opcode,
                             struct flow_insn *insn);
int32_t htr_tree_insn(struct htr_tree *t, const char *name, htr_insn_decode *decode, void *ctx);

/* ---- monitors ---- */

/* The data of a monitor, valid during the call: at a buffer raw bytes, at a deformatter the bytes
 * of a trace ID, at packets a message, at a decoder an element. */
struct htr_seen {
    int32_t component; /* to which the monitor is attached */
    enum htr_component_kind stage;
    uint8_t trace_id;
    uint64_t offset;      /* of the first byte, in the buffer, or in the bytes of the trace ID */
    const uint8_t *bytes; /* of a message too; NULL at a decoder */
    size_t size;
    const struct nexus_msg *msg;      /* at packets of N-Trace, else NULL */
    const struct etrace_frame *frame; /* at packets of E-Trace, else NULL */
    int status;                       /* at packets: as nexus_msg_next, or NEXUS_ERR_LONG; as
                                         etrace_reader_next */
    const struct flow_elem *elem;     /* at a decoder, else NULL */
};
typedef void htr_monitor(void *ctx, const struct htr_seen *seen);
int32_t htr_tree_monitor(struct htr_tree *t, const char *name, htr_monitor *see, void *ctx);

/* ---- the error log ---- */

enum htr_level {
    HTR_LEVEL_NONE,
    HTR_LEVEL_ERRORS,
    HTR_LEVEL_NOTES, /* and remarks */
};

/* Prints a line without its end. */
typedef void htr_print(void *ctx, const char *line);

/* A log. A message about a component goes to the log attached to that, or else to the nearest one
 * above it on the data path; from there to the tree's host. Without any log only errors of the
 * calls themselves are reported, and nothing about the trace. */
struct htr_log {
    enum htr_level level;
    htr_print *print; /* or NULL */
    void *ctx;
    FILE *file;                                              /* or NULL */
    void (*message)(void *ctx, const struct htr_message *m); /* or NULL */
};
int32_t htr_tree_log(struct htr_tree *t, const char *name, const struct htr_log *log);

/* The last error that the log let pass; NULL: not a log. */
const struct htr_last *htr_tree_log_last(const struct htr_tree *t, int32_t log);

/* ---- links ---- */

/* Attach a component to another. key: the trace ID of packets on a deformatter, the SRC of a
 * decoder (or HTR_SRC_ANY), else 0. Code, insn, monitors, sinks and logs may be attached to
 * several.
 *
 * Returns HTR_OK; or after a message HTR_ERR_ARG: no such component, kinds that do not fit, a key
 * that is out of range; HTR_ERR_CONFLICT: it has one already, or is attached already, or the trace
 * ID or SRC is taken, or packets on a buffer of frames; HTR_ERR_MEMORY. It stops the tree:
 * htr_tree_begin again. */
int htr_tree_attach(struct htr_tree *t, int32_t parent, int32_t child, unsigned key) HTR_MUST_CHECK;

/* Detach it; that stops the tree too. Returns HTR_OK, or HTR_ERR_ARG after a message: not
 * attached. */
int htr_tree_detach(struct htr_tree *t, int32_t parent, int32_t child) HTR_MUST_CHECK;

/* Check the whole tree and set up its components at the start of their bytes, again if they were:
 * elements begin anew. Returns HTR_OK; or after a message HTR_ERR_MISSING: a decoder without code
 * or without packets, packets without a buffer, a buffer without anything; HTR_ERR_ARG: a
 * configuration that nexus_cfg_check or etrace_cfg_check refuses; HTR_ERR_CONFLICT; HTR_ERR_MEMORY.
 */
int htr_tree_begin(struct htr_tree *t) HTR_MUST_CHECK;

/* What to try when an element says that something could not be decoded; never NULL. */
const char *htr_tree_remedy(const struct flow_elem *e);

#ifdef __cplusplus
}
#endif

#endif
