/* SPDX-License-Identifier: Apache-2.0 */
/* The driver's port to the simulator's bus. Simulator and driver meet here and nowhere else. */
#ifndef HTS_IO_H
#define HTS_IO_H

#include "hartrace/rvt_io.h"
#include "ingress/ingress.h"
#include "sim/sim_platform.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    HTS_IO_PENDING = 64,
};

/* A write by the program, in the current cycle. */
struct hts_io_write {
    uint64_t cycle;
    unsigned hart;
    uint32_t offset, value;
};

/* Read: io. The rest is private. */
struct hts_io {
    struct rvt_io io;
    struct sim_platform *platform;
    struct ingress_writer *record; /* NULL, or where writes to the encoder are noted */
    struct hts_io_write pending[HTS_IO_PENDING];
    unsigned npending;
    uint64_t polled;  /* the address read last */
    uint32_t relaxed; /* polls of that address since the last other access */
};

/* Make the port; s must not move. Reads and writes return RVT_OK, or RVT_ERR_BUS. Between two reads
 * of a poll the platform's time goes on while the hart waits: 16 cycles at first, then more and
 * more, so that a poll outlives a sink as slow as trPibDivider can make it (2 thousand million
 * cycles). With a record, writes to encoders are written to it; its errors are reported when it is
 * closed. */
void hts_io_init(struct hts_io *s, struct sim_platform *platform, struct ingress_writer *record);

/* The program has written to a component; if it is an encoder, the write is noted by
 * hts_io_flush. */
void hts_io_note(struct hts_io *s, unsigned component, uint32_t offset, uint32_t value);
void hts_io_flush_before(struct hts_io *s, uint64_t cycle);

/* Write the program's register writes from before `cycle` to the record: they act on the records of
 * this cycle. */
static inline void hts_io_flush(struct hts_io *s, uint64_t cycle)
{
    if (s->npending > 0) {
        hts_io_flush_before(s, cycle);
    }
}

#ifdef __cplusplus
}
#endif

#endif
