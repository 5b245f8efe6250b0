/* SPDX-License-Identifier: Apache-2.0 */
/* Verb run: the parts of one simulation with its trace. */
#ifndef TOOLS_RUN_H
#define TOOLS_RUN_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "code.h"
#include "hartrace/rvt_session.h"
#include "io_sim.h"
#include "opcode_log.h"
#include "pcs.h"
#include "te.h"

struct run_options {
    const char *elf, *mode, *sink, *save_trace, *save_pcs, *save_ingress, *console;
    uint64_t sink_size, max_instructions;
    bool no_trace, stop_on_wrap;
    struct tool_list te, params;
};

struct run {
    struct run_options o;
    struct te_options te;
    struct input elf_file;
    struct sim_elf elf;
    struct sim_platform *platform;
    struct io_sim port;
    FILE *console;
    /* What the hart did. */
    struct pc_log pcs;
    struct opcode_log opcodes;
    uint64_t position;
    bool log_full; /* no memory for the log */
    struct sim_run_result result;
    struct ingress_writer record;
    bool recording;
    /* The trace. */
    struct rvt_encoder encoder;
    struct rvt_ramsink sink;
    struct rvt_session session;
    struct rvt_encoder *encoders[1];
    struct nexus_stream_cfg stream;
    uint8_t *trace;
    size_t trace_size;
    bool wrapped;  /* the sink holds the end only */
    bool overflow; /* the encoder dropped messages */
};

/* Program encoder and sink, and start. Returns 0, or TOOL_CANNOT after a message. */
int run_trace_start(struct run *r);

/* Stop and read out. Returns 0, or TOOL_CANNOT after a message. */
int run_trace_stop(struct run *r);

/* Decode, compare with the log, print the summary. Returns enum tool_exit. */
int run_check(struct run *r);

#endif
