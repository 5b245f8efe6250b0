/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The ATB bridge: whole messages in, an AMBA 4 ATB v1.1 initiator out.
 *
 * Source: TCI 1.0, chapter "Trace ATB Bridge"; AMBA 4 ATB protocol (signals as named there).
 * Choices where these are open: docs/reference/model.md. The outputs are registered: they hold from
 * one tick to the next, and a word moves at a tick that sees ATVALID (of before) and ATREADY.
 */
#ifndef TRM_ATBBRIDGE_H
#define TRM_ATBBRIDGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "regmap/atbbridge_params.h"
#include "trm/trm_link.h"
#include "trm/trm_regfile.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What an initiator drives. */
struct trm_atb_out {
    bool atvalid;
    uint8_t atid;                      /* 7 bits; 0x00 and 0x70..0x7F are reserved by ATB */
    uint8_t atbytes;                   /* valid bytes - 1, from atdata[0] on */
    uint8_t atdata[TRM_ATB_BYTES_MAX]; /* ATDATA[7:0] first */
    bool afready;                      /* the flush is complete */
};

/* What a target drives. */
struct trm_atb_in {
    bool atready;
    bool afvalid; /* flush: held until AFREADY */
    bool syncreq; /* for one clock: send synchronization soon */
    bool stopped; /* not of ATB, which has no such signal: a sideband of targets that can report
                     that nothing they take is stored any more, or that ATREADY stays 0. Otherwise
                     false */
};

/* Parameters: those of regmap/params/atbbridge.toml, which regmap/gen/md/params.md explains. */
struct trm_atbbridge_cfg {
    TRM_ATBBRIDGE_CFG_MEMBERS
    enum trm_undef undef; /* default TRM_UNDEF_ZERO */
    uint64_t seed;        /* of TRM_UNDEF_GARBAGE */
};

void trm_atbbridge_cfg_init(struct trm_atbbridge_cfg *cfg);

struct trm_atbbridge_stats {
    uint64_t messages;  /* accepted while enabled */
    uint64_t bytes;     /* of those messages */
    uint64_t swallowed; /* messages that came while disabled or in reset */
    uint64_t discarded; /* bytes lost to a reset */
    uint64_t padding;   /* idle bytes added */
    uint64_t words;     /* transfers on ATB */
    uint64_t flushes;   /* AFVALID answered by AFREADY */
    uint64_t syncs;     /* SYNCREQ passed on */
};

/* Private, but visible: the caller owns the memory. */
struct trm_atbbridge {
    struct trm_atbbridge_cfg cfg;
    struct trm_upstream upstream;
    struct trm_regfile rf;
    uint32_t words[TRM_REGFILE_WORDS];
    struct trm_atbbridge_stats stats;
    struct trm_atb_out out;
    bool enabled;
    bool stopped;        /* the target's sideband */
    uint8_t flush_step;  /* enum in trm_atbbridge.c */
    uint32_t flush_left; /* bytes that the flush waits for, those of out included */
    uint32_t wait_left;
    uint32_t async_left;
    uint32_t head, fill; /* of buffer[], a ring */
    uint8_t buffer[TRM_ATBBRIDGE_BUFFER_MAX];
};

/* Start a bridge in the state after power-on (trAtbBridgeActive = 0).
 * Returns TRM_OK, or TRM_ERR_ARG when the configuration is out of range. */
TRM_MUST_CHECK enum trm_status trm_atbbridge_init(struct trm_atbbridge *bridge,
                                                  const struct trm_atbbridge_cfg *cfg);

/* The input. Disabled: messages are swallowed. */
struct trm_link trm_atbbridge_link(struct trm_atbbridge *bridge);

/* What sends to the bridge: receives SYNCREQ, and flushes first when AFVALID rises. */
void trm_atbbridge_set_upstream(struct trm_atbbridge *bridge, struct trm_upstream up);

/* Registers: see trm_regfile_read and trm_regfile_write for statuses. Size is in bytes. */
TRM_MUST_CHECK enum trm_status trm_atbbridge_reg_read(struct trm_atbbridge *bridge, uint32_t offset,
                                                      unsigned size, uint32_t *value);
enum trm_status trm_atbbridge_reg_write(struct trm_atbbridge *bridge, uint32_t offset,
                                        unsigned size, uint32_t value);

/* A rising edge of ATCLK: `in` is what the target drove up to it, together with
 * trm_atbbridge_out(). */
void trm_atbbridge_tick(struct trm_atbbridge *bridge, const struct trm_atb_in *in);

/* What the bridge drives, from the last tick on. */
const struct trm_atb_out *trm_atbbridge_out(const struct trm_atbbridge *bridge);

/* trAtbBridgeEmpty: nothing is buffered, and no word waits for ATREADY. */
bool trm_atbbridge_empty(const struct trm_atbbridge *bridge);

#ifdef __cplusplus
}
#endif

#endif
