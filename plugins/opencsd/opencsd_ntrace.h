/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The N-Trace decoder as a custom decoder of Arm's OpenCSD, through its C API: bytes of one ATB ID
 * in, generic trace elements out, code by the library's memory accessors.
 *
 *   ocsd_register_custom_decoder("NTRACE", &opencsd_ntrace_factory);
 *   ocsd_dt_create_decoder(tree, "NTRACE", OCSD_CREATE_FLG_FULL_DECODER, &cfg, &id);
 *
 * Operations and answers of the data path are those of nexus_stream.h, one for one.
 * docs/reference/elements.md has the elements; ptr_extended_data of each is the struct flow_elem
 * that it was made from, which gives the source (SRC). What OpenCSD has no element for (trace off,
 * lost, messages without flow) is CUSTOM. A message that cannot be decoded is UNKNOWN, and a
 * warning in the library's log.
 */
#ifndef OPENCSD_NTRACE_H
#define OPENCSD_NTRACE_H

#include <opencsd/c_api/opencsd_c_api.h>

#include "nexus/nexus_stream.h"

enum {
    OPENCSD_NTRACE_SOURCES = 4,
    OPENCSD_NTRACE_LINES = 1024,
};

/* Private: memory of a decoder, the caller's. */
struct opencsd_ntrace {
    ocsd_extern_dcd_cb_fns lib;
    uint8_t cs_id;
    struct nexus_stream stream;
    struct nexus_source source[OPENCSD_NTRACE_SOURCES];
    struct flow_code code[OPENCSD_NTRACE_SOURCES];
    struct flow_code_line line[OPENCSD_NTRACE_SOURCES][OPENCSD_NTRACE_LINES];
    uint8_t buffer[NEXUS_STREAM_BUFFER];
    ocsd_datapath_resp_t fatal; /* that the library answered with */
};

/* What ocsd_dt_create_decoder takes. */
struct opencsd_ntrace_cfg {
    uint8_t cs_id;                        /* ATB ID */
    struct nexus_stream_cfg stream;       /* of all sources */
    uint16_t src[OPENCSD_NTRACE_SOURCES]; /* ascending */
    unsigned sources;                     /* 1..OPENCSD_NTRACE_SOURCES */
    struct opencsd_ntrace *memory;        /* outlives the decoder */
};

extern ocsd_extern_dcd_fact_t opencsd_ntrace_factory;

#endif
