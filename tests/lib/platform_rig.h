/* SPDX-License-Identifier: Apache-2.0 */
/* A platform with a tree, a program of tests/programs, and the driver's session over the tree. Each
 * function fails the test when something is refused. */
#ifndef PLATFORM_RIG_H
#define PLATFORM_RIG_H

#include "hartrace/rvt_fdt.h"
#include "hts/hts_io.h"
#include "flow/flow_code.h"
#include "hts/hts_program.h"
#include "sim/sim_tree.h"

enum {
    RIG_ELF_BYTES = 1 << 20,
    RIG_COMPONENTS = 20,
    RIG_DTB_WORDS = 4096,
};

struct platform_rig {
    struct sim_platform *platform;
    struct topology *tree;
    struct htr_elf elf; /* of the program */
    struct rvt_fdt fdt;
    /* What the others point to. */
    struct hts_io port;
    struct sim_tree ready;
    struct topology from_dtb;
    struct topology_component component[RIG_COMPONENTS];
    struct topology_link tree_link[RIG_COMPONENTS];
    uint64_t dtb[RIG_DTB_WORDS];
    uint8_t file[RIG_ELF_BYTES];
    struct rvt_fdt_part part[RIG_COMPONENTS];
    struct rvt_node node[RIG_COMPONENTS];
    struct topology_use use[RIG_COMPONENTS];
    struct rvt_link link[RIG_COMPONENTS];
};

/* A ready-made tree, with so much SRAM in its sink; or build/dts/NAME.dtb. */
void rig_ready(struct platform_rig *rig, unsigned harts, unsigned xlen, uint32_t sram_bytes);
void rig_dtb(struct platform_rig *rig, const char *name);

/* Create the platform over the tree (cfg->tree is set here), and load
 * build/programs/rvXLEN/NAME.elf.
 */
void rig_create(struct platform_rig *rig, struct sim_platform_cfg *cfg, const char *program);

/* All encoders to the first sink; start. cfg from rvt_fdt_cfg_init. */
void rig_start(struct platform_rig *rig, const struct rvt_fdt_cfg *cfg);

/* Stop, and read the RAM sink. Returns how many bytes. */
size_t rig_stop(struct platform_rig *rig, uint8_t *bytes, size_t room);

/* The program's code, for a decoder: at most HTR_ELF_MAX_SEGMENTS regions. Returns how many. */
size_t rig_code(const struct platform_rig *rig, struct flow_region *region);

#endif
