/* SPDX-License-Identifier: Apache-2.0 */
/* Signals that the components in SystemVerilog have in common (docs/reference/rtl.md, Conventions).
 */
#ifndef RTL_PART_H
#define RTL_PART_H

#include <stdbool.h>
#include <stdint.h>

enum {
    RTL_LANES_MAX = 8,
    RTL_LINKS_MAX = 16,
};

/* APB4: what the requester drives, and the answer in the same cycle. */
struct rtl_apb {
    bool psel, penable, pwrite;
    uint32_t paddr, pwdata;
    uint8_t left_out; /* byte lanes without strobe */
    bool pready, pslverr;
    uint32_t prdata;
};

/* A link. The sender drives all but ready and stopped. */
struct rtl_link {
    bool valid, last, ready, stopped;
    uint8_t bytes; /* of the beat */
    uint8_t data[RTL_LANES_MAX];
};

#endif
