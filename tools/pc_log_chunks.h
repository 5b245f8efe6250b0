/* SPDX-License-Identifier: Apache-2.0 */
/* For pc_log.c: the complete chunks of a log, in memory and in a file without a name. */
#ifndef TOOLS_PC_LOG_CHUNKS_H
#define TOOLS_PC_LOG_CHUNKS_H

#include "pc_log.h"

/* Take a chunk and its bytes, as the last one. When too many are in memory the oldest of those goes
 * to the file. Returns false when there is no memory or the file cannot be written. */
bool pc_log_chunk_push(struct pc_log *log, const struct pc_log_chunk *c);

/* Copy the bytes of a chunk to `room`, PC_LOG_CHUNK bytes. Returns false when the file cannot be
 * read. */
bool pc_log_chunk_get(const struct pc_log *log, const struct pc_log_chunk *c, uint8_t *room);

#endif
