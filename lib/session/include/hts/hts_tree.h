/* SPDX-License-Identifier: Apache-2.0 */
/* The tree of trace components of a simulated platform, ready-made or from a device tree, and the
 * parameters of its components. */
#ifndef HTS_TREE_H
#define HTS_TREE_H

#include "htr/htr_dtb.h"
#include "htr/htr_settings.h"
#include "sim/sim_tree.h"
#include "trm/trm_encoder.h"

#ifdef __cplusplus
extern "C" {
#endif

struct hts_tree_cfg {
    const char *dtb;               /* file, or NULL: ready-made */
    const struct htr_dtb *read;    /* that file, if already read (it may be a pipe); or NULL */
    uint64_t harts;                /* ready-made: 1 to SIM_MAX_HARTS; 0: not given, 1 */
    const struct htr_list *sinks;  /* ready-made: sram or smem, the last counts; none: sram */
    uint64_t sink_size;            /* ready-made: 64 to 64 MiB, in bytes, a multiple of 16 */
    const struct htr_list *params; /* they take precedence; see hts_tree_split_params */
};

/* It points into itself: do not copy it. Read: tree, component. */
struct hts_tree {
    struct topology *tree;
    struct sim_component_cfg *component; /* one each */
    struct sim_tree ready;
    struct htr_dtb dtb;
};

/* The parameters that htr_settings_parse knows: those without a dot. WHICH.NAME=VALUE is for
 * hts_tree_open: WHICH is a kind of component or the name of one (funnel, funnel-1), NAME one of
 * its parameters. */
void hts_tree_split_params(const struct htr_list *params, struct htr_list *general);

/* Write the parameters of all kinds of components but encoders, with defaults, one per line. */
void hts_tree_write_params(FILE *f);

/* Read or make the tree, and the parameters of its components. settings: for encoders without
 * settings in the tree. Returns HTR_OK, or after a message HTR_ERR_ARG        an unknown sink or
 * parameter, or an invalid value HTR_ERR_RANGE      number of harts, size of the sink
 *   HTR_ERR_CONFLICT   harts and dtb; a parameter and the program; memory of the tree that the
 *                      platform does not have
 *   HTR_ERR_FORMAT     a tree that cannot be simulated
 *   HTR_ERR_MISSING    a parameter for a component that does not exist
 *   HTR_ERR_MEMORY, and what htr_dtb_open returns.
 * hts_tree_close is always allowed on what was zero before. */
int hts_tree_open(struct hts_tree *t, struct htr_host *host, const struct hts_tree_cfg *cfg,
                  const struct htr_settings *settings) HTR_MUST_CHECK;
void hts_tree_close(struct hts_tree *t);

/* Is there a component of this kind? */
bool hts_tree_has(const struct hts_tree *t, enum topology_kind kind);

/* The configuration of an encoder's model, from the parameters in the settings, and back. */
void hts_model_of(const struct htr_settings *settings, struct trm_encoder_cfg *cfg);
void hts_model_take(struct htr_settings *settings, const struct trm_encoder_cfg *cfg);

#ifdef __cplusplus
}
#endif

#endif
