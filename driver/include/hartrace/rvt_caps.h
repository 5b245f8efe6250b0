/* SPDX-License-Identifier: Apache-2.0 */
/*
 * All that an encoder can do, found by writing WARL fields and reading them back.
 *
 * TCI 1.0, chapters "Trace Encoder Control Interface", "Reset and Discovery".
 */
#ifndef HARTRACE_RVT_CAPS_H
#define HARTRACE_RVT_CAPS_H

#include <stdbool.h>
#include <stdint.h>

#include "hartrace/rvt_encoder.h"
#include "hartrace/rvt_filter.h"
#include "hartrace/rvt_timestamp.h"
#include "hartrace/rvt_trigger.h"

#ifdef __cplusplus
extern "C" {
#endif

/* In a mask of values, bit n means that value n of the field can be set. */
struct rvt_caps {
    uint8_t protocol_major; /* trTeProtocolMajor, trTeProtocolMinor; of N-Trace where that exists */
    uint8_t protocol_minor;
    /* trTeControl. */
    uint8_t inst_modes;  /* values of trTeInstMode */
    uint8_t formats;     /* values of trTeFormat */
    uint8_t sync_modes;  /* values of trTeInstSyncMode */
    uint16_t sync_maxes; /* values of trTeInstSyncMax, with the highest sync mode */
    bool context;        /* trTeContext can be 1; the same for trTeInstTrigEnable and so on */
    bool trig_enable;
    bool stall;
    bool inhibit_src;
    /* trTeInstFeatures. */
    uint32_t features;             /* bits 10:0 but 7:6 that can be 1, at their places */
    uint8_t implicit_return_modes; /* values of trTeInstImplicitReturnMode */
    uint16_t src_id_bits;          /* bits of trTeSrcID that can be 1 */
    uint16_t src_bits;             /* values of trTeSrcBits */
    /* trTeDataControl. */
    bool data_implemented;      /* trTeDataImplemented */
    uint32_t data_bits;         /* its settings that can be 1, at their places: trTeDataTrigEnable,
                                   trTeDataStallEna, trTeDataDropEna, trTeDataNoValue,
                                   trTeDataNoAddr */
    uint8_t data_addr_compress; /* values of trTeDataAddrCompress */
    struct rvt_timestamp_caps ts;
    struct rvt_filter_caps filters;
    struct rvt_trigger_caps triggers;
};

/*
 * Fill in *caps. The encoder is never enabled and never set tracing; every register is put back
 * (bits that a written 1 clears are not cleared). Options are tried with N-Trace and HTM where they
 * can be set.
 *
 * RVT_ERR_STATE: not reset, or enabled.
 * RVT_ERR_TIMEOUT: trTsActive does not become 1.
 * Else the port's error.
 */
RVT_MUST_CHECK enum rvt_status rvt_caps_discover(const struct rvt_encoder *e,
                                                 struct rvt_caps *caps);

#ifdef __cplusplus
}
#endif

#endif
