/* SPDX-License-Identifier: Apache-2.0 */
/* For htr_pc_log.c: the complete chunks of a log, in memory and in a file without a name. */
#ifndef HTR_PC_LOG_CHUNKS_H
#define HTR_PC_LOG_CHUNKS_H

#include "htr/htr_pc_log.h"

/* Take a chunk and its bytes, as the last one. When too many are in memory the oldest of those goes
 * to the file. Returns false when there is no memory or the file cannot be written. */
bool htr_pc_log_chunk_push(struct htr_pc_log *log, const struct htr_pc_log_chunk *c);

/* Copy the bytes of a chunk to `room`, HTR_PC_LOG_CHUNK bytes. Returns false when the file cannot
 * be read. */
bool htr_pc_log_chunk_get(const struct htr_pc_log *log, const struct htr_pc_log_chunk *c,
                          uint8_t *room);

#endif
