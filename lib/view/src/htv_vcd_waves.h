/* SPDX-License-Identifier: Apache-2.0 */
/* Private: waves of harts as a value change dump (IEEE 1364, chapter "Value change dump files";
 * strings as GTKWave has them: bytes that are no printable character as \ooo). Changes at one time
 * are one change: the last value counts. */
#ifndef HTV_VCD_WAVES_H
#define HTV_VCD_WAVES_H

#include "htr/htr_out.h"
#include "htv/htv_writer.h"

enum htv_wave {
    HTV_WAVE_PC,
    HTV_WAVE_FUNCTION, /* its id */
    HTV_WAVE_DEPTH,
    HTV_WAVE_PRIVILEGE,
    HTV_WAVE_CONTEXT,
    HTV_WAVE_TRAP,
    HTV_WAVE_TRACED,
    HTV_WAVE_MESSAGE, /* of firmware: its index; only when there are some */
    HTV_WAVES,
};

struct htv_vcd_hart; /* private, as all below */

struct htv_vcd {
    const struct htv_about *about;
    struct htv_vcd_hart *hart;
    uint64_t per_second, time;
    bool begun, any, ticked; /* any: something has changed at this time; ticked: it is written */
    struct htr_out out;
};

/* Write the header to about->out. Returns HTR_OK, or HTR_ERR_MEMORY without a message. */
int htv_vcd_begin(struct htv_vcd *v, const struct htv_about *about) HTR_MUST_CHECK;

/* The time of what comes next. One before the last is that one. */
void htv_vcd_advance(struct htv_vcd *v, uint64_t time);
void htv_vcd_set(struct htv_vcd *v, unsigned hart, enum htv_wave w, uint64_t value);

/* Write what has changed last, and the totals. */
void htv_vcd_end(struct htv_vcd *v, const struct htv_totals *totals);
void htv_vcd_free(struct htv_vcd *v);

#endif
