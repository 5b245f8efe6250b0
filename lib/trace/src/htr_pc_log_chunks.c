/* SPDX-License-Identifier: Apache-2.0 */
/* The complete chunks of a log of PCs. */
#include "htr_pc_log_chunks.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- the file ---- */

static bool open_file(struct htr_pc_log *log)
{
    char path[4096];
    const char *folder = getenv("TMPDIR");
    if (log->file != 0) {
        return true;
    }
    folder = folder != NULL && folder[0] != '\0' ? folder : "/tmp";
    int n = snprintf(path, sizeof path, "%s/hartrace-log-XXXXXX", folder);
    int fd = n > 0 && (size_t)n < sizeof path ? mkstemp(path) : -1;
    if (fd < 0) {
        return false;
    }
    unlink(path);
    log->file = fd + 1;
    return true;
}

static bool write_all(int fd, const uint8_t *bytes, size_t n, off_t at)
{
    while (n > 0) {
        ssize_t done = pwrite(fd, bytes, n, at);
        if (done <= 0) {
            if (done < 0 && errno == EINTR) {
                continue;
            }
            return false;
        }
        bytes += done;
        n -= (size_t)done;
        at += done;
    }
    return true;
}

static bool to_file(struct htr_pc_log *log, struct htr_pc_log_chunk *c)
{
    if (!open_file(log)) {
        return false;
    }
    c->slot = log->nfree > 0 ? log->free_slot[--log->nfree] : log->slots++;
    if (!write_all(log->file - 1, c->bytes, c->size, (off_t)c->slot * HTR_PC_LOG_CHUNK)) {
        return false;
    }
    free(c->bytes);
    c->bytes = NULL;
    log->memory--;
    return true;
}

/* A slot may be used again. When that cannot be noted it stays unused. */
static void free_slot(struct htr_pc_log *log, uint32_t slot)
{
    if (log->nfree == log->free_room) {
        size_t room = log->free_room == 0 ? 64 : 2 * log->free_room;
        uint32_t *bigger = realloc(log->free_slot, room * sizeof *bigger);
        if (bigger == NULL) {
            return;
        }
        log->free_slot = bigger;
        log->free_room = room;
    }
    log->free_slot[log->nfree++] = slot;
}

/* ---- */

bool htr_pc_log_chunk_push(struct htr_pc_log *log, const struct htr_pc_log_chunk *c)
{
    const unsigned keep = log->keep == 0 ? HTR_PC_LOG_KEEP : log->keep;
    if (log->nchunks == log->room) {
        size_t room = log->room == 0 ? 64 : 2 * log->room;
        struct htr_pc_log_chunk *bigger = realloc(log->chunk, room * sizeof *bigger);
        if (bigger == NULL) {
            free(c->bytes);
            return false;
        }
        log->chunk = bigger;
        log->room = room;
    }
    log->chunk[log->nchunks++] = *c;
    log->memory++;
    return log->memory <= keep || to_file(log, &log->chunk[log->nchunks - log->memory]);
}

bool htr_pc_log_chunk_get(const struct htr_pc_log *log, const struct htr_pc_log_chunk *c,
                          uint8_t *room)
{
    if (c->bytes != NULL) {
        memcpy(room, c->bytes, c->size);
        return true;
    }
    for (size_t n = 0; n < c->size;) {
        ssize_t got = pread(log->file - 1, room + n, c->size - n,
                            (off_t)c->slot * HTR_PC_LOG_CHUNK + (off_t)n);
        if (got <= 0 && !(got < 0 && errno == EINTR)) {
            return false;
        }
        n += got > 0 ? (size_t)got : 0;
    }
    return true;
}

void htr_pc_log_drop(struct htr_pc_log *log, uint64_t before)
{
    size_t n = 0;
    while (n < log->nchunks && log->chunk[n].first + log->chunk[n].count <= before) {
        const struct htr_pc_log_chunk *c = &log->chunk[n++];
        log->first = c->first + c->count;
        if (c->bytes != NULL) {
            free(c->bytes);
            log->memory--;
        } else {
            free_slot(log, c->slot);
        }
    }
    if (n > 0) {
        log->nchunks -= n;
        memmove(log->chunk, log->chunk + n, log->nchunks * sizeof *log->chunk);
    }
}

uint64_t htr_pc_log_size(const struct htr_pc_log *log)
{
    uint64_t n = log->size;
    for (size_t i = 0; i < log->nchunks; i++) {
        n += log->chunk[i].size;
    }
    return n;
}

void htr_pc_log_free(struct htr_pc_log *log)
{
    for (size_t i = 0; i < log->nchunks; i++) {
        free(log->chunk[i].bytes);
    }
    free(log->chunk);
    free(log->free_slot);
    free(log->predictor);
    free(log->bytes);
    if (log->file != 0) {
        close(log->file - 1);
    }
    memset(log, 0, sizeof *log);
}
