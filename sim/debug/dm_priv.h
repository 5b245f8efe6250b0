/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of the debug module share. */
#ifndef SIM_DM_PRIV_H
#define SIM_DM_PRIV_H

#include "sim/sim_dm.h"

static inline uint32_t sim_bit(bool set, unsigned n)
{
    return (uint32_t)set << n;
}

/* dm_control.c: dmcontrol, dmstatus, hartinfo, hart array, halt groups, halt summary. */
void sim_dm_control_reset(struct sim_dm *dm);
uint32_t sim_dm_control_read(struct sim_dm *dm, uint32_t addr);
void sim_dm_control_write(struct sim_dm *dm, uint32_t addr, uint32_t value);

/* dm_command.c: abstract commands, data, program buffer. */
void sim_dm_command_reset(struct sim_dm *dm);
uint32_t sim_dm_command_read(struct sim_dm *dm, uint32_t addr);
void sim_dm_command_write(struct sim_dm *dm, uint32_t addr, uint32_t value);
void sim_dm_command_clock(struct sim_dm *dm);

/* dm_sba.c */
void sim_dm_sba_reset(struct sim_dm *dm);
uint32_t sim_dm_sba_read(struct sim_dm *dm, uint32_t addr);
void sim_dm_sba_write(struct sim_dm *dm, uint32_t addr, uint32_t value);
void sim_dm_sba_clock(struct sim_dm *dm);

#endif
