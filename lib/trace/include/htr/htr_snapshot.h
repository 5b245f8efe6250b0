/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reading a snapshot: one folder with all that a bug report about trace needs, in the form of the
 * Arm snapshot format 1.0 (docs/reference/snapshot.md): snapshot.ini, trace.ini, an INI file with
 * the registers of each component, the trace, the device tree, the images.
 */
#ifndef HTR_SNAPSHOT_H
#define HTR_SNAPSHOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "htr/htr_settings.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    HTR_SNAPSHOT_PATH = 1024,
    HTR_SNAPSHOT_SOURCES = 128,
};

/* The settings and trace of one encoder, for a decoder. */
struct htr_snapshot_encoder {
    char name[64], buffer[64];
    struct htr_registers regs;
};

/* A snapshot that was read. */
struct htr_snapshot {
    struct htr_host *host;
    const char *folder;
    struct htr_snapshot_encoder encoder[HTR_SNAPSHOT_SOURCES];
    unsigned nencoders;
    char image[HTR_SNAPSHOT_PATH]; /* the first, "" without */
    bool has_crc;
    uint64_t crc; /* of the image, as stated in the folder */
    /* The buffer of the encoder that was chosen. */
    char file[HTR_SNAPSHOT_PATH];
    bool coresight, wrapped;
    unsigned atb_id; /* with coresight */
};

/* Is this a folder? */
bool htr_snapshot_is(const char *path);

/* Files of the folder are opened only when they are plain files, no link is followed. */

/* Read a folder, and choose an encoder by its SRC, or the only one with src = -1. Returns HTR_OK
 * and *chosen, or after a message HTR_ERR_OPEN, _READ (a file of it), _FORMAT (damaged, a name
 * that leads out of it, a register of an encoder that reads all ones, or registers of another
 * protocol than its type), _VERSION (not format 1.0), _RANGE (more than HTR_SNAPSHOT_SOURCES
 * encoders), _MISSING (no encoder, no trace of it, or several and src = -1). */
int htr_snapshot_read(struct htr_snapshot *s, struct htr_host *host, const char *folder, int src,
                      const struct htr_snapshot_encoder **chosen) HTR_MUST_CHECK;

/* The same of encoder i, in the order of htr_snapshot_list. HTR_ERR_MISSING: there is no encoder i,
 * or no trace of it. */
int htr_snapshot_one(struct htr_snapshot *s, struct htr_host *host, const char *folder, unsigned i,
                     const struct htr_snapshot_encoder **chosen) HTR_MUST_CHECK;

/* The same without choosing one: lists the encoders. file, coresight, wrapped and atb_id stay
 * empty. */
int htr_snapshot_list(struct htr_snapshot *s, struct htr_host *host,
                      const char *folder) HTR_MUST_CHECK;

/* Is the image the one of the snapshot, by its CRC? Without image or CRC it is. Returns HTR_OK, or
 * after a message HTR_ERR_CONFLICT (another file), HTR_ERR_OPEN, _READ, _MEMORY. */
int htr_snapshot_check_image(const struct htr_snapshot *s) HTR_MUST_CHECK;

/* The SRC of an encoder: trTeSrcID. */
unsigned htr_snapshot_src(const struct htr_snapshot_encoder *e);

#ifdef __cplusplus
}
#endif

#endif
