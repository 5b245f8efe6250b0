/* SPDX-License-Identifier: Apache-2.0 */
/* Rings of a live target, for verb fwtrace. */
#ifndef TOOLS_FWTRACE_H
#define TOOLS_FWTRACE_H

#include "htr/htr_fw_write.h"

struct fwtrace_live {
    const char *io;   /* openocd:HOST:PORT[:TARGET], mmio:FILE */
    uint64_t at;      /* address of the ring */
    uint64_t seconds; /* how long to follow it; 0: read it once */
};

/* Read the ring into f, once or again and again, while the target runs. Returns HTR_OK, or
 * HTR_ERR_* after a message. */
int fwtrace_read_live(struct htr_fw *f, struct htr_fw_writer *w, const struct fwtrace_live *o);

#endif
