/* SPDX-License-Identifier: Apache-2.0 */
/* The programs of a simulated platform: hart n runs program n, or the last one. */
#ifndef TOOLS_PROGRAM_H
#define TOOLS_PROGRAM_H

#include "htr/htr_input.h"
#include "htr/htr_elf.h"
#include "sim/sim_platform.h"
#include "topology/topology.h"

struct tool_program {
    const char *path;
    struct htr_bytes file;
    struct htr_elf elf;
};

/* The program of hart h, of n. */
static inline const struct tool_program *program_of(const struct tool_program *p, unsigned n,
                                                    unsigned h)
{
    return &p[h < n ? h : n - 1];
}

/* Read n programs, at least one: of one XLEN, apart from each other in memory. Returns 0, or
 * TOOL_CANNOT after a message; programs_free is always allowed on what was zero before. */
int programs_open(struct tool_program *p, unsigned n, const char *verb, const char *const *paths);
void programs_free(struct tool_program *p, unsigned n);

/* Load one program, of the platform's XLEN, and set every hart to its entry. Returns enum
 * sim_platform_status, with a message in why (may be NULL). */
int program_load(const struct htr_elf *elf, struct sim_platform *platform, struct sim_message *why);

/* Load them and set each hart to its entry. Returns 0, or TOOL_CANNOT after a message. */
int programs_load(const struct tool_program *p, unsigned n, const char *verb,
                  struct sim_platform *platform);

/* The trace goes into memory of its own: no program lies in the window of a RAM sink.
 * Returns 0, or TOOL_CANNOT after a message. */
int programs_spare(const struct tool_program *p, unsigned n, const char *verb,
                   const struct topology *tree);

#endif
