/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A simulated platform that a debugger can connect to: programs, trace components, and a JTAG port
 * for remote_bitbang (docs/reference/debug.md).
 *
 *   struct hts_serve_cfg cfg;
 *   struct hts_serve *serve;
 *   char place[HTS_SERVE_PLACE];
 *   hts_serve_cfg_init(&cfg);
 *   cfg.elf[0] = "sort.elf";
 *   cfg.nelf = 1;
 *   if (hts_serve_open(&serve, &host, &cfg) == HTR_OK) {
 *       puts(hts_serve_place(serve, place));
 *       status = hts_serve_run(serve, &run_cfg);
 *   }
 *   status = hts_serve_close(serve);
 */
#ifndef HTS_SERVE_H
#define HTS_SERVE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "htr/htr_settings.h"
#include "hts/hts_tree.h"
#include "sim/sim_platform.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Everything that it points to must outlive the platform. */
struct hts_serve_cfg {
    const char *elf[SIM_MAX_HARTS]; /* bare-metal executables; hart n runs the n-th, or the last */
    unsigned nelf;                  /* from 1 */

    const char *dtb; /* as in struct hts_session_cfg, to fabric */
    uint64_t harts;
    struct htr_list sinks;
    uint64_t sink_size;
    struct htr_list params;
    struct sim_fabric_maker fabric;
    uint64_t power_ticks; /* cycles until a trace component is active: 0 to 2^30 */

    const char *rbb;        /* a TCP port of 127.0.0.1, "0" for any free one, or "unix:PATH" */
    uint64_t idle_limit;    /* seconds after which a debugger that sends nothing is disconnected, to
                               1000000; 0: never */
    bool halted;            /* before the first instruction */
    const char *dm_version; /* of the debug module: "1.0" or "0.13" */
    uint64_t progbuf;       /* program buffer, words: 0 or 2 to 16 */
    bool no_sba, no_abstract_memory, no_abstract_csr, no_hart_array;
    struct htr_list latency; /* PART=CYCLES of TCK for sba, command, dmi, active */
    struct htr_list inject;  /* sberror=CODE@N[+M], sbbusy=CYCLES@N[+M]: in bus access N, then every
                                M-th */

    const char *save_pcs;   /* the executed PCs; of several harts FILE.NUMBER; or NULL */
    const char *save_sinks; /* folder: what leaves by the pins (pibsink-0.nex, .vcd) and ATB
                               (atbbridge-0.nex, .frames); or NULL */
    const char *pib;        /* mode of the probe at these pins, as for hts_pib_parse; NULL: 16 */
};

/* Any free port, debug module 1.0 with 8 words, 64 KiB of trace; all else 0. */
void hts_serve_cfg_init(struct hts_serve_cfg *cfg);

struct hts_serve;

/* Make the platform, load it, and listen. In every case the caller ends with hts_serve_close;
 * *serve is NULL when there is no memory for it. Returns HTR_OK, or after a message HTR_ERR_ARG,
 * HTR_ERR_RANGE, HTR_ERR_MISSING, HTR_ERR_CONFLICT, HTR_ERR_FORMAT as hts_open does, HTR_ERR_OPEN
 * (a file, the socket), HTR_ERR_READ, HTR_ERR_MEMORY. */
int hts_serve_open(struct hts_serve **serve, struct htr_host *host,
                   const struct hts_serve_cfg *cfg) HTR_MUST_CHECK;

enum {
    HTS_SERVE_PLACE = 256, /* bytes */
};

/* Where it listens: "127.0.0.1:PORT" or "unix:PATH". Returns place. */
const char *hts_serve_place(const struct hts_serve *serve, char place[HTS_SERVE_PLACE]);

struct hts_serve_run_cfg {
    FILE *console;         /* the programs' output, or NULL */
    uint64_t timeout;      /* seconds after which it ends; 0: never */
    bool until_disconnect; /* end when the debugger leaves */
    bool linger;           /* when the program has ended, stay until the debugger leaves */
};

/* Run, and serve one debugger after another until the program ends or the host wants to stop.
 * Events are reported as remarks. Returns HTR_OK, or HTR_ERR_FORMAT: a hart does nothing but trap
 * (one message reports it when that begins). */
int hts_serve_run(struct hts_serve *serve, const struct hts_serve_run_cfg *cfg) HTR_MUST_CHECK;

/* Write cfg.save_sinks, and free it. NULL is fine. Returns HTR_OK, or after a message
 * HTR_ERR_OPEN, HTR_ERR_WRITE, HTR_ERR_MEMORY. */
int hts_serve_close(struct hts_serve *serve) HTR_MUST_CHECK;

#ifdef __cplusplus
}
#endif

#endif
