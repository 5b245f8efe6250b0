/* SPDX-License-Identifier: Apache-2.0 */
/* Verb run: the parts of one simulation with its trace. */
#ifndef TOOLS_RUN_H
#define TOOLS_RUN_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "code.h"
#include "fst.h"
#include "hartrace/rvt_fdt.h"
#include "hts/hts_io.h"
#include "htr/htr_opcode_log.h"
#include "htr/htr_pcs.h"
#include "hts/hts_program.h"
#include "run_live.h"
#include "hts/hts_pins.h"
#include "run_systemc.h"
#include "sim/sim_tree.h"
#include "tree.h"

struct run_options {
    const char *elf[SIM_MAX_HARTS];
    const char *mode, *dtb, *pib, *save_trace, *save_pcs, *save_ingress, *save_vcd, *save_snapshot,
        *console;
    uint64_t harts, sink_size, max_instructions;
    bool no_trace, stop_on_wrap, any_exit;
    bool sidecar; /* with save_trace */
    struct htr_list te, params, sinks;
    struct run_systemc_options systemc;
};

/* A hart: what it did, and its trace. */
struct run_hart {
    const struct hts_program *program;
    uint64_t retired;
    bool logging; /* the two logs go on: the sink still takes trace */
    struct htr_pc_log pcs;
    struct htr_opcode_log opcodes;
    uint64_t position;
    uint64_t mark[2]; /* of pcs, older one first: see run_log.c */
    FILE *list;       /* --save-pcs, or NULL */
    unsigned encoder; /* component, TOPOLOGY_NONE without */
    unsigned sink;    /* component that its trace ends in, TOPOLOGY_NONE when it is not traced */
    struct htr_settings te;
    struct nexus_stream_cfg stream;
    uint16_t src;
    bool overflow;  /* the encoder dropped messages */
    uint8_t *trace; /* its messages, one after the other; with a sink of its own, all bytes */
    uint64_t trace_size;
    struct run_live *live; /* of a PIB sink: compared as it comes, and trace is NULL */
    bool whole_messages;   /* the trace begins with one, also when the sink wrapped */
};

/* What came out of a sink. */
struct run_sink {
    /* While it runs: the last write pointer seen (ATB: bytes captured), bytes since the mark. */
    uint64_t wp, written;
    uint8_t *bytes;
    uint64_t size;
    size_t pending;  /* PIB: bytes holds the beginning of a message, the end of all bytes */
    FILE *copy;      /* PIB with --save-snapshot: all bytes go there; or NULL */
    bool wrapped;    /* the sink holds the end only */
    uint8_t *frames; /* behind an ATB bridge: those of the formatter, or NULL */
    size_t nframes;  /* bytes */
};

/* Memory for rvt_fdt. */
struct run_room {
    struct rvt_fdt_part part[TOPOLOGY_MAX_COMPONENTS];
    struct rvt_node node[TOPOLOGY_MAX_COMPONENTS];
    struct topology_use use[TOPOLOGY_MAX_COMPONENTS];
    struct rvt_link link[TOPOLOGY_MAX_LINKS];
};

struct run {
    struct run_options o;
    struct htr_settings te;
    struct hts_program program[SIM_MAX_HARTS];
    unsigned nprograms;
    struct sim_fabric_maker fabric;
    struct sim_platform *platform;
    struct hts_io port;
    FILE *console, *ingress, *wave; /* --save-ingress, --save-vcd; or NULL */
    struct fst fst;
    struct sim_run_result result;
    struct ingress_writer record;
    bool recording, log_full; /* log_full: no room for the log */
    bool running;             /* the harts are */
    bool foreign;             /* the program writes to trace components */
    struct run_hart *hart;
    unsigned harts;
    /* The tree: ready-made, or from a file. */
    struct tool_tree setup;
    struct topology *tree;               /* setup's */
    struct sim_component_cfg *component; /* setup's, one each */
    /* The trace. */
    struct rvt_fdt fdt;
    struct run_room room;
    struct run_sink sink[TOPOLOGY_MAX_COMPONENTS];
    FILE *file[TOPOLOGY_MAX_COMPONENTS];           /* --save-trace: of each sink, or NULL */
    struct hts_pins pins[TOPOLOGY_MAX_COMPONENTS]; /* of PIB sinks */
    struct hts_pib pib;
    bool timestamps; /* the units run as the tree tells */
};

/* Read or make the tree, and the parameters of its components. Returns 0, or TOOL_CANNOT after a
 * message. */
int run_tree_open(struct run *r);
void run_tree_close(struct run *r);

/* Program all components that take part; then start them. Return 0, or TOOL_CANNOT after a message.
 */
int run_trace_program(struct run *r);
int run_trace_start(struct run *r);

/* Stop, read out all sinks, and give each hart its messages. Returns 0, or TOOL_CANNOT after a
 * message. */
int run_trace_stop(struct run *r);

/* Open the files, between run_trace_program and run_trace_start; when the run is over write the
 * traces that are not written yet. Return 0, or TOOL_CANNOT after a message. */
int run_outputs_open(struct run *r);
int run_save_traces(struct run *r);

/* Say how the trace of a sink, saved at path, is decoded; with --sidecar write that beside it.
 * Returns 0, or TOOL_CANNOT after a message. */
int run_tell_decoder(const struct run *r, unsigned sink, const char *path);

/* Registers, traces, the tree and the programs into a folder (snapshot.h), after the stop. Returns
 * 0, or TOOL_CANNOT after a message. */
int run_snapshot(struct run *r);

/* Hooks of the platform: what the harts did, and what they wrote to trace components. */
void run_on_retire(void *ctx, unsigned hart, const struct ingress_cycle *in, uint32_t opcode);
void run_on_register(void *ctx, unsigned component, uint32_t offset, uint32_t value);

/* Called while the harts run: drops what the trace cannot reach any more, and ends the run on
 * SIGINT and SIGTERM. */
struct sim_poll_hook run_look_hook(struct run *r);

/* Do filters and triggers decide what of this hart is traced? */
bool run_is_selective(const struct run_hart *h);

/* Decode, compare with the log, print the summary. Returns enum tool_exit. */
int run_check(struct run *r);

#endif
