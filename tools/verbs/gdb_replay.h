/* SPDX-License-Identifier: Apache-2.0 */
/* A recorded run of the simulator as a target for GDB. */
#ifndef TOOLS_GDB_REPLAY_H
#define TOOLS_GDB_REPLAY_H

#include "htr/htr_elf.h"
#include "htr/htr_input.h"
#include "hts/hts_replay.h"
#include "htv/htv_gdb.h"

struct gdb_replay {
    struct hts_replay *replay;
    struct htr_bytes file; /* of the program, or empty */
    struct htr_elf elf;
    struct htv_gdb_csr csr[32];
    char name[16];
};

/* Open the folder, and the program for its symbols: elf, or NULL: the one that ran, if it is still
 * there. Returns HTR_OK, or HTR_ERR_* after a message. Ends with gdb_replay_close in every case. */
int gdb_replay_open(struct gdb_replay *r, struct htr_host *host, const char *folder,
                    const char *elf, struct htv_gdb_target *target) HTR_MUST_CHECK;

void gdb_replay_close(struct gdb_replay *r);

#endif
