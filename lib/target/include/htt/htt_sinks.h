/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which encoder sends to which sink: chosen by names, before a session from a device tree is
 * configured, and what follows for SRC and timestamps.
 *
 *   rvt_fdt_identify(&fdt, &why);
 *   htt_sinks_use(&fdt, &host, &names);
 *   cfg.timestamps = htt_sinks_timestamps(&fdt, &settings);
 *   rvt_fdt_configure(&fdt, &cfg, &why);
 *   htt_sinks_distinct(&fdt, &host);
 *   htt_sinks_async(&fdt, &host);
 */
#ifndef HTT_SINKS_H
#define HTT_SINKS_H

#include <stdbool.h>

#include "hartrace/rvt_fdt.h"
#include "htr/htr_settings.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Route encoders to the sinks named, in their order; without a name, as rvt_fdt_use_all. A name is
 * that of a component (ramsink-0), or a kind (pib, atb, sram, smem), which means the first of it;
 * every encoder that has no route yet and can reach the sink is routed there. HART=NAME routes the
 * encoder of one hart, by its position in the tree. *f is identified.
 *
 * Returns HTR_OK; after a message HTR_ERR_MISSING for a sink or a hart that the tree does not have,
 * HTR_ERR_CONFLICT when an encoder cannot reach it, or none is left for it.
 */
int htt_sinks_use(struct rvt_fdt *f, struct htr_host *host,
                  const struct htr_list *names) HTR_MUST_CHECK;

/* The encoders are configured: can those that send to one sink be told apart by SRC? Returns
 * HTR_OK, or HTR_ERR_CONFLICT after a message with the paths of two that cannot. */
int htt_sinks_distinct(const struct rvt_fdt *f, struct htr_host *host) HTR_MUST_CHECK;

/* The encoders are configured: RAM sinks of E-Trace put synchronization sequences into the trace,
 * so that a memory that wrapped can be read (Packet Encapsulation 1.0, "Synchronization"). A sink
 * that does not, and goes on when it is full, is a remark. Returns HTR_OK, or HTR_ERR_TARGET after
 * a message. */
int htt_sinks_async(struct rvt_fdt *f, struct htr_host *host) HTR_MUST_CHECK;

/*
 * Should there be timestamps? Yes, if the tree gives the source of timestamps for every encoder in
 * use and the settings do not choose a mode of their own: with several encoders, to merge them by,
 * or when trTsEnable=1 asks for them.
 */
bool htt_sinks_timestamps(const struct rvt_fdt *f, const struct htr_settings *settings);

#ifdef __cplusplus
}
#endif

#endif
