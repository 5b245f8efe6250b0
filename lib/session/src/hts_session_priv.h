/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of a session. */
#ifndef HTS_SESSION_PRIV_H
#define HTS_SESSION_PRIV_H

#include "hartrace/rvt_fdt.h"
#include "hts/hts_io.h"
#include "hts/hts_pins.h"
#include "hts/hts_program.h"
#include "hts/hts_record.h"
#include "hts/hts_session.h"
#include "htr/htr_opcode_log.h"
#include "htr/htr_pc_log.h"
#include "hts_data.h"

/* How far it is. */
enum hts_stage {
    HTS_CLOSED, /* hts_open did not end well */
    HTS_OPENED,
    HTS_PROGRAMMED,
    HTS_STARTED,
    HTS_RAN,
    HTS_STOPPED,
};

struct hts_live; /* hts_live.h */

struct hts_hart_work {
    struct hts_hart is;
    const struct hts_program *program;
    bool logging; /* the two logs go on: the sink still takes trace */
    struct htr_pc_log pcs;
    struct htr_opcode_log opcodes;
    struct hts_data_log data;
    uint64_t position;
    uint64_t mark[2];      /* of pcs, older one first: see hts_log.c */
    FILE *list;            /* cfg.save_pcs, or NULL */
    FILE *accesses;        /* cfg.save_accesses, or NULL */
    uint8_t *trace;        /* is.trace, owned */
    struct hts_live *live; /* of a PIB sink: compared as it comes, and trace is NULL */
};

struct hts_sink_work {
    struct hts_sink is;
    /* While it runs: the last write pointer seen (ATB: bytes captured), bytes since the mark. */
    uint64_t wp, written;
    uint8_t *bytes;  /* is.bytes, owned; PIB sink of several harts: pending */
    size_t pending;  /* PIB: bytes holds the beginning of a message, the end of all bytes */
    FILE *copy;      /* PIB with cfg.save_snapshot: all bytes go there; or NULL */
    FILE *file;      /* cfg.save_trace, or NULL */
    uint8_t *frames; /* is.frames, owned */
};

/* Memory for rvt_fdt. */
struct hts_room {
    struct rvt_fdt_part part[TOPOLOGY_MAX_COMPONENTS];
    struct rvt_node node[TOPOLOGY_MAX_COMPONENTS];
    struct topology_use use[TOPOLOGY_MAX_COMPONENTS];
    struct rvt_link link[TOPOLOGY_MAX_LINKS];
};

struct hts_session {
    struct htr_host *host;
    struct hts_session_cfg cfg;
    enum hts_stage stage;
    struct htr_settings settings;
    struct hts_pib pib;
    struct hts_program program[SIM_MAX_HARTS];
    struct hts_tree setup;
    struct topology *tree;               /* setup's */
    struct sim_component_cfg *component; /* setup's, one each */
    struct sim_platform *platform;
    struct hts_io port;
    FILE *console, *ingress; /* or NULL */
    struct ingress_writer record;
    struct hts_record *execution; /* cfg.record, from hts_start on; or NULL */
    bool recording, log_full;     /* log_full: no room for the log */
    bool running;                 /* the harts are */
    bool foreign;                 /* the program writes to trace components */
    struct sim_run_result result;
    struct hts_hart_work *hart;
    unsigned harts;
    struct rvt_fdt fdt;
    struct hts_room room;
    bool timestamps; /* the units run as the tree says */
    struct hts_sink_work sink[TOPOLOGY_MAX_COMPONENTS];
    struct hts_pins pins[TOPOLOGY_MAX_COMPONENTS]; /* of PIB sinks */
};

/* Does a trace end in this component? Between hts_program and hts_close. */
static inline bool hts_is_used(const struct hts_session *session, unsigned component)
{
    return session->room.use[component].sink == component;
}

/* Do filters and triggers decide what of this hart is traced? */
static inline bool hts_is_selective(const struct hts_hart_work *h)
{
    uint32_t filters = 0, triggers = 0;
    return (htr_settings_asked(&h->is.settings, "trTeInstFilters", &filters) && filters != 0) ||
           (htr_settings_asked(&h->is.settings, "trTeInstTrigEnable", &triggers) && triggers != 0);
}

/* hts_trace.c: program and start; stop, read out, and give each hart its messages. Return HTR_OK,
 * or HTR_ERR_* after a message. */
int hts_trace_program(struct hts_session *session) HTR_MUST_CHECK;
int hts_trace_start(struct hts_session *session) HTR_MUST_CHECK;
int hts_trace_stop(struct hts_session *session) HTR_MUST_CHECK;

/* hts_outputs.c: open the files, between programming and start; when the run is over write the
 * traces that are not written yet; close what is open. The same. */
int hts_outputs_open(struct hts_session *session) HTR_MUST_CHECK;
int hts_outputs_save(struct hts_session *session) HTR_MUST_CHECK;
int hts_outputs_close(struct hts_session *session) HTR_MUST_CHECK;

/* hts_log.c: hooks of the platform: what the harts did, and what they wrote to trace components. */
void hts_on_retire(void *ctx, unsigned hart, const struct ingress_cycle *in, uint32_t opcode);
void hts_on_memory(void *ctx, uint64_t offset, size_t n);
void hts_on_register(void *ctx, unsigned component, uint32_t offset, uint32_t value);

/* hts_log.c: called while the harts run: drops what the trace cannot reach any more, and ends the
 * run when the host wants it. */
struct sim_poll_hook hts_look_hook(struct hts_session *session);

#endif
