/* SPDX-License-Identifier: Apache-2.0 */
/* The programs of a simulated platform: hart n runs program n, or the last one. */
#ifndef HTS_PROGRAM_H
#define HTS_PROGRAM_H

#include "htr/htr_elf.h"
#include "htr/htr_input.h"
#include "htr/htr_trap.h"
#include "sim/sim_platform.h"
#include "topology/topology.h"

#ifdef __cplusplus
extern "C" {
#endif

struct hts_program {
    const char *path; /* as the caller gave it */
    struct htr_bytes file;
    struct htr_elf elf;
};

/* The program of hart h, of n. */
static inline const struct hts_program *hts_program_of(const struct hts_program *p, unsigned n,
                                                       unsigned h)
{
    return &p[h < n ? h : n - 1];
}

/* Read n bare-metal executables, at least one: of one XLEN, which do not overlap in memory. The
 * paths stay the caller's. Returns HTR_OK, or after a message
 *   HTR_ERR_OPEN, HTR_ERR_READ, HTR_ERR_MEMORY   one cannot be read
 *   HTR_ERR_FORMAT     one is no RISC-V executable
 *   HTR_ERR_CONFLICT   they differ in XLEN, or overlap.
 * hts_programs_free is always allowed on what was zero before. */
int hts_programs_open(struct hts_program *p, unsigned n, struct htr_host *host,
                      const char *const *paths) HTR_MUST_CHECK;
void hts_programs_free(struct hts_program *p, unsigned n);

/* Load one program, of the platform's XLEN, and set every hart to its entry. Returns enum
 * sim_platform_status, with a message in why (may be NULL). */
int hts_program_load(const struct htr_elf *elf, struct sim_platform *platform,
                     struct sim_message *why) HTR_MUST_CHECK;

/* Load them and set each hart to its entry. Returns HTR_OK, or after a message HTR_ERR_CONFLICT
 * (more programs than harts) or HTR_ERR_RANGE (one is outside of the platform's RAM). */
int hts_programs_load(const struct hts_program *p, unsigned n, struct htr_host *host,
                      struct sim_platform *platform) HTR_MUST_CHECK;

/* Check that no program overlaps the window of a RAM sink. Returns HTR_OK, or HTR_ERR_CONFLICT
 * after a message. */
int hts_programs_spare(const struct hts_program *p, unsigned n, struct htr_host *host,
                       const struct topology *tree) HTR_MUST_CHECK;

/* The first trap of the row that ended a run with SIM_STOP_TRAPS, for htr_trap_report. */
struct htr_trap hts_trap_of(struct sim_platform *platform, unsigned hart);

#ifdef __cplusplus
}
#endif

#endif
