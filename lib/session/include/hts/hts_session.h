/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A simulation with its trace: harts with programs on a platform, the trace programmed through the
 * driver over the bus, taken out of all sinks, decoded, and compared with what each hart retired.
 *
 *   struct htr_host host = {0};
 *   struct hts_session_cfg cfg;
 *   struct hts_session *session;
 *   struct sim_run_result result;
 *   struct hts_check check;
 *   hts_session_cfg_init(&cfg);
 *   cfg.elf[0] = "sort.elf";
 *   cfg.nelf = 1;
 *   if (hts_open(&session, &host, &cfg) == HTR_OK && hts_program(session) == HTR_OK &&
 *       hts_start(session) == HTR_OK && hts_run(session, NULL, &result) == HTR_OK &&
 *       hts_stop(session) == HTR_OK && hts_check(session, 0, &check) == HTR_OK) {
 *       printf("%d\n", check.verdict == HTS_EQUAL);
 *   }
 *   status = hts_close(session);
 *
 * The functions are called in this order; HTR_ERR_CONFLICT after a message says that one is called
 * too early or a second time. Several sessions are independent of each other, with one exception: a
 * process can have one fabric of SystemC modules. Components have the numbers of the tree
 * (topology/topology.h).
 */
#ifndef HTS_SESSION_H
#define HTS_SESSION_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "etrace/etrace_cfg.h"
#include "htr/htr_compare.h"
#include "htr/htr_data_compare.h"
#include "htr/htr_settings.h"
#include "htr/htr_sidecar.h"
#include "hts/hts_tree.h"
#include "nexus/nexus_cfg.h"
#include "sim/sim_platform.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Everything that it points to must outlive the session. */
struct hts_session_cfg {
    const char *elf[SIM_MAX_HARTS]; /* bare-metal executables; hart n runs the n-th, or the last */
    unsigned nelf;                  /* from 1 */

    const char *dtb;        /* harts and trace components: a compiled device tree, or NULL */
    uint64_t harts;         /* without dtb: 1 to SIM_MAX_HARTS, which share a funnel; 0: 1 */
    struct htr_list sinks;  /* where the trace goes: without dtb sram or smem, else as for
                               htt_sinks_use */
    uint64_t sink_size;     /* without dtb, and of smem: bytes, 64 to 64 MiB, a multiple of 16 */
    struct htr_list params; /* NAME=VALUE of encoders, WHICH.NAME=VALUE of other components */
    struct sim_fabric_maker fabric; /* the maker of the components; no make(): C models */

    bool no_trace;      /* only simulate; the other settings of the trace are not used */
    const char *mode;   /* trTeInstMode: htm or btm; NULL: htm */
    struct htr_list te; /* FIELD=VALUE: register fields of the encoders */
    const char *pib;    /* PIB sink: as for hts_pib_parse; NULL: 16 pins */
    bool stop_on_wrap;  /* trRamStopOnWrap: keep the beginning, not the end */
    bool wave;          /* hts_wave will be called */

    /* Files, opened by hts_open and hts_start; NULL: not written. */
    const char *save_trace;    /* of several sinks: FILE.NAME */
    const char *save_pcs;      /* the executed PCs; of several harts FILE.NUMBER */
    const char *save_accesses; /* data accesses (docs/reference/formats.md); the same */
    const char *save_ingress;  /* the ingress stream */
    const char *save_snapshot; /* folder */
    const char *record;        /* folder for a recording of the run (hts_record.h), */
    uint64_t record_size;      /* and the bytes of its log; 0: HTS_RECORD_SIZE */
    const char *origin;        /* what files say about where they are from; NULL: "hartrace" */
};

/* Four MiB of trace, all else 0. */
void hts_session_cfg_init(struct hts_session_cfg *cfg);

struct hts_session; /* the whole of it; many may exist */

/* ---- in the order of the calls ---- */

/* Read the programs and the tree, make the platform, and load it. In every case the caller ends
 * with hts_close; *session is NULL when there is no memory for it. Returns HTR_OK, or after a
 * message
 *   HTR_ERR_ARG        no program, or an invalid text in cfg
 *   HTR_ERR_MISSING    a field of pib, wave or stop_on_wrap without such a sink in the tree
 *   HTR_ERR_CONFLICT   fields that exclude each other, programs that do not fit together
 *   HTR_ERR_RANGE      a program outside of the RAM, a parameter out of range
 *   HTR_ERR_FORMAT     a file that is no program, or a tree that cannot be simulated
 *   HTR_ERR_OPEN, _READ, _WRITE, _MEMORY, _TRUNCATED, _VERSION. */
int hts_open(struct hts_session **session, struct htr_host *host,
             const struct hts_session_cfg *cfg) HTR_MUST_CHECK;

/* Program all components that take part; nothing is enabled yet. Returns HTR_OK, or after a message
 * HTR_ERR_ARG, HTR_ERR_MISSING or HTR_ERR_CONFLICT (settings, sinks), HTR_ERR_TARGET (a component
 * refuses), HTR_ERR_MEMORY. */
int hts_program(struct hts_session *session) HTR_MUST_CHECK;

/* With cfg.wave, between hts_program and hts_start: the pins of the first PIB sink in use are
 * written to f as VCD while the harts run, 1 ns per cycle. f stays the caller's; it is whole after
 * hts_stop. Returns HTR_OK, or HTR_ERR_MISSING after a message: no trace goes to a PIB sink. */
int hts_wave(struct hts_session *session, FILE *f) HTR_MUST_CHECK;

/* Open the files and start the trace. Returns HTR_OK, or after a message HTR_ERR_OPEN,
 * HTR_ERR_RANGE (a name is too long, cfg.record_size), HTR_ERR_MEMORY, HTR_ERR_TARGET. */
int hts_start(struct hts_session *session) HTR_MUST_CHECK;

struct hts_run_cfg {
    uint64_t max_instructions; /* of all harts; 0: no limit */
    FILE *console;             /* the programs' output, or NULL */
};

/* Run the harts until the program ends, the limit, or the host wants to stop. cfg may be NULL.
 * Returns HTR_OK whatever ended the run: result->reason, and hts_outcome. With cfg.record
 * HTR_ERR_OPEN or HTR_ERR_WRITE after a message: the recording could not be written. */
int hts_run(struct hts_session *session, const struct hts_run_cfg *cfg,
            struct sim_run_result *result) HTR_MUST_CHECK;

/* Can the trace of this run be judged? HTR_OK, or after a message HTR_ERR_MEMORY (no space for the
 * log of executed PCs: the run was stopped, and hts_check has nothing to compare with) or
 * HTR_ERR_FORMAT (a hart only traps). */
int hts_outcome(const struct hts_session *session) HTR_MUST_CHECK;

/* Stop the trace, read out all sinks, give each hart its messages, and write the files of
 * cfg.save_trace. Returns HTR_OK, or after a message HTR_ERR_TARGET, HTR_ERR_MEMORY,
 * HTR_ERR_WRITE. */
int hts_stop(struct hts_session *session) HTR_MUST_CHECK;

/* After hts_stop: registers, traces, tree and programs into the folder cfg.save_snapshot
 * (docs/reference/snapshot.md). Returns HTR_OK, also without such a folder, or what
 * htr_snapshot_write returns. */
int hts_snapshot(struct hts_session *session) HTR_MUST_CHECK;

/* Free it, and close its files. NULL is fine. Returns HTR_OK, or after a message HTR_ERR_WRITE
 * (a file could not be written). */
int hts_close(struct hts_session *session) HTR_MUST_CHECK;

/* ---- what came out ---- */

/* A hart: what it did, and its trace. */
struct hts_hart {
    const char *program; /* path */
    uint64_t retired;    /* instructions */
    unsigned encoder;    /* component, TOPOLOGY_NONE without */
    unsigned sink;       /* component that its trace ends in, TOPOLOGY_NONE when it is not traced */
    struct htr_settings settings;   /* of its encoder */
    struct nexus_stream_cfg stream; /* how its trace is decoded: N-Trace */
    bool is_etrace;                 /* it is E-Trace (trTeFormat 0): then this counts, */
    struct etrace_cfg etrace;       /* and of stream src_bits, xlen, isa and jvt alone */
    uint16_t src;                   /* trTeSrcID */
    bool overflow;                  /* the encoder dropped messages */
    const uint8_t *trace; /* its messages, one after the other; with a sink of its own all bytes.
                             NULL for a PIB sink: nothing of its trace is kept */
    uint64_t trace_size;  /* bytes */
    bool whole_messages;  /* the trace begins with a whole message, even when the sink wrapped */
};

/* What came out of a sink. */
struct hts_sink {
    const uint8_t *bytes;  /* NULL for a PIB sink */
    uint64_t size;         /* bytes */
    bool wrapped;          /* bytes is the end of the trace; with stop_on_wrap the beginning */
    bool lost;             /* an encoder that sends here dropped messages */
    const uint8_t *frames; /* after an ATB bridge: those of the CoreSight formatter, or NULL */
    size_t nframes;        /* bytes */
};

/* From hts_open on: harts, and the tree with its components. */
unsigned hts_hart_count(const struct hts_session *session);
const struct topology *hts_topology(const struct hts_session *session);
unsigned hts_xlen(const struct hts_session *session); /* 32 or 64 */

/* A hart, from 0; NULL when there is none. Complete after hts_stop. Valid until hts_close. */
const struct hts_hart *hts_hart(const struct hts_session *session, unsigned hart);

/* A component that is a sink in use; NULL otherwise. Complete after hts_stop. Valid until
 * hts_close. */
const struct hts_sink *hts_sink(const struct hts_session *session, unsigned component);

/* The file that the trace of a sink is saved in, as cfg.save_trace names it. Returns path. */
const char *hts_trace_path(const struct hts_session *session, unsigned sink, char *path,
                           size_t size);

/* How the trace of a hart is decoded, as settings. */
void hts_hart_sidecar(const struct hts_hart *hart, struct htr_sidecar *settings);

/* How the trace of a sink is decoded. */
struct hts_sink_settings {
    unsigned harts;           /* that send to it */
    bool same;                /* their settings are the same, but for SRC */
    bool same_program;        /* they run one program */
    struct htr_sidecar first; /* settings of the first of them */
};
void hts_sink_settings(const struct hts_session *session, unsigned sink,
                       struct hts_sink_settings *settings);

/* ---- the comparison ---- */

enum hts_verdict {
    HTS_NOT_TRACED,    /* the hart's encoder sends to no sink */
    HTS_EQUAL,         /* the trace is the whole execution */
    HTS_EQUAL_IN_PART, /* filters, triggers, a full sink, losses: the traced part is equal */
    HTS_NOTHING,       /* no synchronizing message is left: nothing could be decoded */
    HTS_DIFFERENT,
};

enum hts_data_verdict {
    HTS_DATA_NONE,         /* no data trace */
    HTS_DATA_NOT_COMPARED, /* filters; or not the whole execution is in the trace */
    HTS_DATA_EQUAL,        /* every access, or every one that no announced loss left out */
    HTS_DATA_DIFFERENT,
};

/* Data trace (docs/reference/data-trace.md) against what the hart loaded and stored, entry by
 * entry. */
struct hts_data_check {
    enum hts_data_verdict verdict;
    struct htr_data_compared is; /* EQUAL, DIFFERENT; lines are numbers of instructions, from 1 */
};

struct hts_check {
    enum hts_verdict verdict;
    bool selective;  /* filters or triggers decide what is traced, which may be nothing */
    bool other_code; /* code other than that in the file ran: decoded with the recorded opcodes */
    uint64_t where;  /* other_code: address of the first such instruction */
    bool wrapped;    /* a RAM sink kept only a part of the trace */
    struct htr_compare_result result; /* HTS_DIFFERENT: with the difference */
    struct htr_gap_meter gaps;        /* HTS_EQUAL_IN_PART */
    struct hts_data_check data;
};

/* After hts_stop: the trace of one hart against its execution, instruction by instruction. Memory:
 * about 2 MB, more when the trace has holes. Returns HTR_OK and a verdict; after a message
 * HTR_ERR_RANGE (no such hart), HTR_ERR_CONFLICT (no trace), HTR_ERR_MEMORY, HTR_ERR_ARG (no
 * decoder can have these settings), HTR_ERR_READ (the log). */
int hts_check(struct hts_session *session, unsigned hart, struct hts_check *check) HTR_MUST_CHECK;

#ifdef __cplusplus
}
#endif

#endif
