/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One capture from reset to read-out, as steps that can run anywhere: on fakes, on the models, on
 * the platform's bus, and on the hart that is traced. Freestanding: only the driver is used.
 *
 * The work is traced twice: with components that were just configured, and with components that
 * were saved, powered down and restored.
 */
#ifndef TESTS_SCENARIO_H
#define TESTS_SCENARIO_H

#include "hartrace/rvt_caps.h"
#include "hartrace/rvt_save.h"
#include "hartrace/rvt_session.h"

enum {
    SCENARIO_ROUNDS = 2,
};

/* What is checked; the number of the step that failed says where. */
enum scenario_step {
    SCENARIO_BEGIN,
    SCENARIO_RESET,     /* both components: reset, type, version */
    SCENARIO_DISCOVER,  /* what the encoder and the sink can do makes sense */
    SCENARIO_CONFIGURE, /* the mode, the buffer: granted as asked */
    SCENARIO_START,     /* both report that they are enabled, the encoder that it traces */
    SCENARIO_STOP,    /* both report that they are disabled and empty; stopping again is allowed */
    SCENARIO_READ,    /* there is trace, and it can be read in pieces as in one go */
    SCENARIO_SAVE,    /* settings of both */
    SCENARIO_RESTORE, /* ... are the same after a reset in between */
    SCENARIO_DONE,
};

struct scenario_cfg {
    uint64_t encoder, ramsink;               /* where the registers are */
    bool smem;                               /* the buffer is system memory from start on */
    uint64_t start, size;                    /* of the buffer; SRAM: 0, and at most so much of it */
    uint8_t inst_mode;                       /* trTeInstMode */
    void (*work)(void *ctx, unsigned round); /* what is traced */
    void *ctx;
    uint8_t *trace[SCENARIO_ROUNDS]; /* room bytes each, for what was read out */
    size_t room;
};

/* Caller-owned; large. */
struct scenario {
    struct scenario_cfg cfg;
    struct rvt_encoder encoder;
    struct rvt_encoder *encoders[1];
    struct rvt_ramsink sink;
    struct rvt_session session;
    struct rvt_caps caps;
    struct rvt_ramsink_caps sink_caps;
    uint32_t saved_encoder[RVT_SAVE_WORDS];
    uint32_t saved_sink[RVT_SAVE_WORDS];
    uint32_t again[RVT_SAVE_WORDS];
    size_t size[SCENARIO_ROUNDS]; /* bytes of trace */
    enum scenario_step step;      /* the last one begun */
};

/* Run all of it. Returns RVT_OK with step SCENARIO_DONE, the driver's status, or RVT_ERR_DATA when
 * something is not as the step wants it. */
enum rvt_status scenario_run(struct scenario *s, const struct rvt_io *io,
                             const struct scenario_cfg *cfg);

#endif
