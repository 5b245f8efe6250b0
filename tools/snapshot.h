/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A snapshot: one folder with all that a bug report about trace needs, in the form of the Arm
 * snapshot format 1.0 (docs/snapshot.md): snapshot.ini, trace.ini, an INI file with the registers
 * of each component, the trace, the device tree, the images.
 */
#ifndef TOOLS_SNAPSHOT_H
#define TOOLS_SNAPSHOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "hartrace/rvt_fdt.h"
#include "te.h"
#include "tool.h"

/* The trace of one sink, in the order of time. */
struct snapshot_buffer {
    unsigned component; /* of the topology */
    const uint8_t *bytes;
    size_t size;
    bool coresight; /* 16-byte frames, otherwise messages */
};

struct snapshot_source {
    const char *verb, *folder, *description;
    struct rvt_fdt *fdt; /* stopped; components in reset are left out */
    const void *dtb;     /* or NULL */
    size_t dtb_size;
    const char *const *images; /* executables: copied */
    size_t nimages;
    const struct snapshot_buffer *buffers;
    size_t nbuffers;
};

/* Write it; the folder is made, files in it are replaced. Reads the registers of all components
 * that are active. Returns 0, or TOOL_CANNOT after a message. */
int snapshot_write(const struct snapshot_source *s);

enum {
    SNAPSHOT_PATH = 1024,
    SNAPSHOT_SOURCES = 128,
};

/* What a decoder needs of one encoder. */
struct snapshot_encoder {
    char name[64], buffer[64];
    struct htr_registers regs;
};

/* A snapshot that was read. */
struct snapshot {
    const char *verb, *folder;
    struct snapshot_encoder encoder[SNAPSHOT_SOURCES];
    unsigned nencoders;
    char image[SNAPSHOT_PATH]; /* the first, "" without */
    bool has_crc;
    uint64_t crc; /* of the image, as the folder says */
    /* The buffer of the encoder that was chosen. */
    char file[SNAPSHOT_PATH];
    bool coresight, wrapped;
    unsigned atb_id; /* with coresight */
};

/* Is this a folder? */
bool snapshot_is(const char *path);

/* Files of the folder are opened only when they are plain files, no link is followed. */

/* Read a folder, and choose an encoder by its SRC, or the only one with src = -1. Returns 0 and
 * *chosen, or TOOL_CANNOT after a message. */
int snapshot_read(struct snapshot *s, const char *verb, const char *folder, int src,
                  const struct snapshot_encoder **chosen);

/* The same, without choosing one: which encoders are there. file, coresight, wrapped and atb_id
 * stay empty. */
int snapshot_list(struct snapshot *s, const char *verb, const char *folder);

/* Is the image the one that was put in, by its CRC? Without image or CRC it is. Returns 0, or
 * TOOL_CANNOT after a message. */
int snapshot_check_image(const struct snapshot *s);

/* The SRC of an encoder: trTeSrcID. */
unsigned snapshot_src(const struct snapshot_encoder *e);

#endif
