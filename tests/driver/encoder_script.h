/* SPDX-License-Identifier: Apache-2.0 */
/* Scripts that bring an encoder into a state, for the tests of the encoder. */
#ifndef ENCODER_SCRIPT_H
#define ENCODER_SCRIPT_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "hartrace/rvt_encoder.h"
#include "script_io.h"

#define BASE 0x3020000u
#define IMPL 0x00010101u /* N-Trace 1.0, type 1, version 1.0 */

static inline void init(struct rvt_encoder *e, const struct rvt_io *io)
{
    assert_int_equal(rvt_encoder_init(e, io, BASE), RVT_OK);
}

/* Table "Trace Components Reset", rows of the Trace Encoder; 0x1000, 0x28 are the RW1C bits. */
static inline void expect_reset_of(struct script_io *s, uint32_t impl)
{
    script_io_write(s, 0x000, 0);
    script_io_read(s, 0x000, 0x8);
    script_io_write(s, 0x000, 1);
    script_io_read(s, 0x000, 0xFFFFFFF9); /* all that is Undef is 1 */
    script_io_read(s, 0x004, impl);
    script_io_write(s, 0x000, 0x1001); /* trTeControl */
    script_io_write(s, 0x008, 0);      /* trTeInstFeatures */
    script_io_write(s, 0x00C, 0);      /* trTeInstFilters */
    script_io_write(s, 0x010, 0x28);   /* trTeDataControl */
    script_io_write(s, 0x01C, 0);      /* trTeDataFilters */
    script_io_write(s, 0x050, 0);      /* trTeTrigDbgControl */
    script_io_write(s, 0x054, 0);      /* trTeTrigExtInControl */
    script_io_write(s, 0x058, 0);      /* trTeTrigExtOutControl */
    script_io_write(s, 0x040, 0);      /* trTsControl */
    for (uint32_t j = 0; j < 8; j++) {
        script_io_write(s, 0x600 + 0x20 * j, 0); /* trTeCompControl, not in the table */
    }
}

static inline void expect_reset(struct script_io *s)
{
    expect_reset_of(s, IMPL);
}

/* HTM, N-Trace: InstMode 6 in 6:4, Format 1 in 26:24. */
#define HTM_CONTROL 0x01000060u

static inline void expect_configure(struct script_io *s)
{
    script_io_write(s, 0x000, HTM_CONTROL | 1);
    script_io_read(s, 0x000, HTM_CONTROL | 9);
    script_io_write(s, 0x008, 0);
    script_io_read(s, 0x008, 0);
}

/* Reset, configured for HTM, as expected by the script. */
static inline void configured(struct rvt_encoder *e, struct script_io *s)
{
    struct rvt_encoder_cfg cfg;

    script_io_init(s, BASE);
    init(e, &s->io);
    expect_reset(s);
    assert_int_equal(rvt_encoder_reset(e), RVT_OK);
    rvt_encoder_cfg_init(&cfg);
    expect_configure(s);
    assert_int_equal(rvt_encoder_configure(e, &cfg, NULL), RVT_OK);
    assert_int_equal(e->c.state, RVT_STATE_CONFIGURED);
    assert_script(s);
}

static inline void enabled(struct rvt_encoder *e, struct script_io *s)
{
    configured(e, s);
    script_io_read(s, 0x000, HTM_CONTROL | 0x9);
    script_io_write(s, 0x000, HTM_CONTROL | 0x3);
    script_io_read(s, 0x000, HTM_CONTROL | 0xB);
    assert_int_equal(rvt_encoder_enable(e), RVT_OK);
    assert_int_equal(e->c.state, RVT_STATE_ENABLED);
    assert_script(s);
}

#endif
