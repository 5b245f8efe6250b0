/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A live target: the tree of its trace components, the way to their registers, and the driver over
 * both.
 *
 *   struct htt_target *t = calloc(1, sizeof *t);
 *   htr_dtb_open(&dtb, &host, "board.dtb");
 *   htt_open(t, &host, &dtb.tree, &(struct htt_options){.way.io = "openocd:localhost:6666"});
 *   htt_start(t, &how, NULL);                      htt_start.h
 *   ...
 *   htt_stop(t);
 *   htt_attach(t, &active);
 *   htt_fetch(t, sink, file, &trace);              htt_fetch.h
 *   htt_close(t);
 *
 * Besides these: htt_info.h (what components are, do, and can do), htt_registers.h,
 * htt_snapshot.h.
 */
#ifndef HTT_TARGET_H
#define HTT_TARGET_H

#include <stdbool.h>

#include "hartrace/rvt_fdt.h"
#include "hartrace/rvt_io_readonly.h"
#include "htt/htt_io.h"

#ifdef __cplusplus
extern "C" {
#endif

struct htt_options {
    struct htt_io_options way;
    const struct rvt_io *port; /* instead of way: a port of the caller's, e.g. to a simulator; it
                                  must live as long as the target */
    bool read_only;            /* no write reaches the target: it is RVT_ERR_RANGE */
};

/* An open target. It points into itself: do not copy it. Read what you like, change nothing but
 * through the functions. Component i is that of the tree. */
struct htt_target {
    struct htr_host *host;
    struct topology *tree;
    struct htt_io way;
    struct rvt_io io; /* the port that the drivers use: that of way, the caller's, or readonly */
    const struct rvt_io *port;
    struct rvt_io_readonly readonly;
    struct rvt_fdt fdt;
    struct rvt_fdt_part part[TOPOLOGY_MAX_COMPONENTS];
    struct rvt_node node[TOPOLOGY_MAX_COMPONENTS];
    struct topology_use use[TOPOLOGY_MAX_COMPONENTS];
    struct rvt_link link[TOPOLOGY_MAX_LINKS];
};

/*
 * Open the way to a target and make a driver for each component of the tree, which must outlive the
 * target: htr_dtb_open reads one from a file. No register is written.
 *
 * Returns HTR_OK, or after a message what htt_io_open returns, or HTR_ERR_TARGET when the tree
 * cannot be used. htt_close is always allowed on what was zero before.
 */
int htt_open(struct htt_target *t, struct htr_host *host, struct topology *tree,
             const struct htt_options *o) HTR_MUST_CHECK;
void htt_close(struct htt_target *t);

/* Report "WHAT: PATH: REASON", as htt_fail, with the reason that the port gives. Returns the
 * same. */
int htt_target_fail(const struct htt_target *t, const char *what, const struct topology_problem *at,
                    enum rvt_status s);

/*
 * Take over the trace that another program has set up: rvt_fdt_attach. *active: an encoder with a
 * way to a sink is active; otherwise there is nothing to stop or fetch. Nothing is written. Returns
 * HTR_OK, or HTR_ERR_TARGET after a message.
 */
int htt_attach(struct htt_target *t, bool *active) HTR_MUST_CHECK;

/* Was the trace running when it was attached, or has it been started since? */
bool htt_running(const struct htt_target *t);

/* Stop the trace, whichever program started it: encoders first, then funnels, then sinks, waiting
 * until each is empty. The target is attached to and active, or was started. Before the trace is
 * fetched, attach again. Returns HTR_OK, or HTR_ERR_TARGET after a message. */
int htt_stop(struct htt_target *t) HTR_MUST_CHECK;

/* Is component i one of the n names, or is n 0? */
bool htt_is_named(const struct htt_target *t, unsigned i, const char *const *names, size_t n);

/* Check that each name is that of a component. Returns HTR_OK, or HTR_ERR_MISSING after a
 * message. */
int htt_check_names(const struct htt_target *t, const char *const *names, size_t n) HTR_MUST_CHECK;

/* htr_read_register (htr/htr_registers.h) of a session from a device tree: fdt is a struct rvt_fdt,
 * as that of a target. */
const char *htt_read_register(void *fdt, unsigned component, uint32_t offset, uint32_t *value);

#ifdef __cplusplus
}
#endif

#endif
