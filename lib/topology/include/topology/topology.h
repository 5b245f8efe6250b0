/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The graph of trace components: the components, their connections, the order in which they start.
 * Plain structures in the caller's memory. Fill them from a device tree (topology_fdt.h) or from
 * constants, then topology_check; the rest works on a checked graph. TCI, "Trace Components".
 */
#ifndef TOPOLOGY_TOPOLOGY_H
#define TOPOLOGY_TOPOLOGY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    TOPOLOGY_NONE = 0xFF, /* no component */
    TOPOLOGY_MAX_COMPONENTS = 128,
    TOPOLOGY_MAX_LINKS = 255,
    TOPOLOGY_MAX_INPUTS = 16, /* in-ports 0..7 of the binding, 8..15 our extension */
    TOPOLOGY_MAX_OUTPUTS = 8,
    TOPOLOGY_BLOCK_SIZE = 0x1000, /* bytes of registers of a component, and their alignment */
    TOPOLOGY_PATH_MAX = 128,      /* bytes of a node's path, with the NUL */
    TOPOLOGY_TEXT_MAX = 192,
    TOPOLOGY_NAME_MAX = 16,
};

/* The caller must look at what the function returns. */
#define TOPOLOGY_MUST_CHECK __attribute__((warn_unused_result))

enum topology_status {
    TOPOLOGY_OK = 0,
    TOPOLOGY_ERR_ARG = -1,      /* NULL, or an index out of range */
    TOPOLOGY_ERR_DTB = -2,      /* not a device tree, cut off or damaged */
    TOPOLOGY_ERR_CAPACITY = -3, /* more components or links than the caller has room for */
    TOPOLOGY_ERR_NODE = -4,     /* a node breaks the binding */
    TOPOLOGY_ERR_GRAPH = -5,    /* the components are not connected as TCI allows */
    TOPOLOGY_ERR_PATH = -6,     /* no path from that encoder to that sink, or a conflict */
};

/* A problem: the node (empty when it concerns the whole tree), and the reason in words. */
struct topology_problem {
    char path[TOPOLOGY_PATH_MAX];
    char text[TOPOLOGY_TEXT_MAX];
};

/* Values differ from trCompType: the tree may know less than the Impl register. */
#define KIND(NAME, name, type, receives, sends, leaves) TOPOLOGY_##NAME,
enum topology_kind { /* TOPOLOGY_UNKNOWN, TOPOLOGY_ENCODER and so on */
#include "topology/topology_kinds.def"
    TOPOLOGY_NKINDS,
};
#undef KIND

/* Where the timestamps of a component come from: trTsType + 1, or not given. */
enum topology_timestamp {
    TOPOLOGY_TS_UNTOLD,
    TOPOLOGY_TS_NONE,
    TOPOLOGY_TS_EXTERNAL,
    TOPOLOGY_TS_SYSTEM,
    TOPOLOGY_TS_CORE,
    TOPOLOGY_TS_SHARED,
};

struct topology_range {
    uint64_t base;
    uint64_t size; /* 0: there is none */
};

/* The hart of an encoder. */
struct topology_hart {
    bool present;
    uint8_t xlen;   /* 32 or 64, 0 when the tree does not state it */
    uint32_t index; /* position among the harts of the tree, from 0 */
    uint64_t id;    /* mhartid */
};

/* What else a simulator must know, from our own properties: see docs/reference/topology.md. */
struct topology_extra {
    uint32_t sram_bytes;             /* RAM sink: size of its SRAM, 0 when not given */
    struct topology_range smem;      /* RAM sink: system memory that it may write to; multiples
                                        of 4 */
    bool has_src_bits, has_src_id;   /* encoder */
    uint8_t src_bits;                /* 0..12: width of SRC */
    uint16_t src_id;                 /* value of SRC */
    enum topology_timestamp ts_type; /* source of timestamps */
    const char *params;              /* NAME=VALUE strings one after the other, each with its NUL */
    uint32_t params_size;            /* bytes of params, which points into the device tree */
};

struct topology_component {
    enum topology_kind kind;
    bool kind_told; /* kind comes from the tree or from Impl; otherwise it follows from the ports */
    uint8_t number; /* N of encoder-N, funnel-N, ... set by topology_check */
    uint8_t level;  /* 0: sends to no component; otherwise 1 + the highest it sends to */
    uint16_t inputs;             /* bit n: in-port n */
    uint8_t outputs;             /* bit n: out-port n */
    uint8_t outside;             /* bit n: out-port n leads to a node that is no trace component */
    int32_t node;                /* the reader's, -1 without device tree */
    struct topology_range block; /* registers, as the CPU sees them */
    struct topology_hart hart;
    struct topology_extra extra;
    char path[TOPOLOGY_PATH_MAX];
};

/* Fan-out is several links from one component, from one port or several. */
struct topology_link {
    uint8_t src, src_port;      /* component, its out-port */
    uint8_t dst, dst_port;      /* component, its in-port */
    int32_t src_node, dst_node; /* the reader's: the two endpoints, -1 without device tree */
};

struct topology {
    struct topology_component *component;
    struct topology_link *link;
    uint8_t max_components, max_links; /* sizes of the caller's arrays */
    uint8_t ncomponents, nlinks;
    uint32_t nharts;              /* of the whole tree */
    struct topology_range memory; /* the first range of the first memory node */
};

/* Make an empty graph over the caller's arrays. It uses at most TOPOLOGY_MAX_COMPONENTS and
 * TOPOLOGY_MAX_LINKS elements of them. */
void topology_init(struct topology *t, struct topology_component *component, size_t max_components,
                   struct topology_link *link, size_t max_links);

/* Check the graph by the rules of TCI ("Allowed Connections Between Components"), fill kinds that
 * were not given, numbers and levels. Do it again after kinds were changed to what Impl says.
 * problem may be NULL. Returns TOPOLOGY_OK, _ERR_ARG (an index out of range, NULL), or _ERR_NODE,
 * _ERR_GRAPH with the problem: no component, misaligned base, wrong size, overlapping blocks, a
 * link that is not allowed, two links into one input, a cycle, an encoder without hart or without
 * way to a sink, a component without ports, a sink or funnel that nothing reaches; a RAM sink that
 * may write to registers of components, shared timestamps that nobody has. */
TOPOLOGY_MUST_CHECK enum topology_status topology_check(struct topology *t,
                                                        struct topology_problem *problem);

/* Name of a component as the Linux driver has it: encoder-0, funnel-1, ramsink-0; "sink-0" while
 * the kind of sink is not known. Returns out; "?" when there is no such component. */
const char *topology_name(const struct topology *t, unsigned component,
                          char out[TOPOLOGY_NAME_MAX]);

/* Facts about a kind that hold in any tree. */
struct topology_kind_info {
    const char *name;  /* "encoder", as in hartrace,kind */
    uint8_t comp_type; /* tr??CompType of its Impl register; 0: no single value */
    bool receives;     /* from other components */
    bool sends;        /* to other components */
    bool leaves;       /* may send to nodes that are no trace components */
};

/* Never NULL; that of TOPOLOGY_UNKNOWN for a value that is no kind. */
const struct topology_kind_info *topology_about_kind(enum topology_kind kind);

/* The kind whose Impl register has this tr??CompType; TOPOLOGY_UNKNOWN when there is none. */
enum topology_kind topology_kind_of_type(uint8_t comp_type);

/* Name of a kind: "encoder"; never NULL. */
const char *topology_kind_name(enum topology_kind kind);

/* Is it a RAM sink, PIB sink, ATB bridge, or one of them? */
bool topology_is_sink(enum topology_kind kind);

/* May one kind send to the other? A sink of unknown kind counts as a sink. */
bool topology_allowed(enum topology_kind from, enum topology_kind to);

/* The order of start of a checked graph: sinks first, then their senders, encoders last; each
 * component comes after everything it sends to. Stop in the opposite order. order has room for
 * t->ncomponents. Returns the number of components. */
unsigned topology_order(const struct topology *t, uint8_t *order);

/* The links from one component to another, first to last, in link[0..max). Where several ways lead
 * there, the first in the order of links is taken. Returns how many links, 0 when there is no way,
 * or TOPOLOGY_ERR_ARG, _ERR_CAPACITY. */
TOPOLOGY_MUST_CHECK int topology_path(const struct topology *t, unsigned from, unsigned to,
                                      uint8_t *link, size_t max);

/* ---- which encoder goes to which sink ---- */

/* The part of one component in a plan. */
struct topology_use {
    uint8_t sink;    /* where its trace ends, TOPOLOGY_NONE when it is not used */
    uint16_t inputs; /* bit n: in-port n is used. A funnel must disable its others (DisInput) */
};

struct topology_plan {
    const struct topology *t;
    struct topology_use *use; /* one per component */
};

/* Make an empty plan over a checked graph; use has room for t->ncomponents. */
void topology_plan_init(struct topology_plan *plan, const struct topology *t,
                        struct topology_use *use);

/* Lead an encoder to a sink. problem may be NULL. Returns TOPOLOGY_OK, _ERR_ARG (not an encoder,
 * not a sink), or _ERR_PATH with the problem: no way, or a component on it already sends to another
 * sink; then the plan is as before. */
TOPOLOGY_MUST_CHECK enum topology_status topology_plan_add(struct topology_plan *plan,
                                                           unsigned encoder, unsigned sink,
                                                           struct topology_problem *problem);

/* As topology_order, for the components in use. */
unsigned topology_plan_order(const struct topology_plan *plan, uint8_t *order);

#ifdef __cplusplus
}
#endif

#endif
