/* SPDX-License-Identifier: Apache-2.0 */
/* The note .note.gnu.build-id: name size 4, size of the id, type 3, "GNU", the id (System V ABI,
 * "Note Section"). */
#ifndef FWT_NOTE_H
#define FWT_NOTE_H

#include <stddef.h>
#include <stdint.h>

enum {
    FWT_NOTE_ID = 16, /* bytes before the id */
    FWT_ID_MAX = 24,
};

/* Bytes of the id; 0: not such a note, or an id that is too long. */
static inline uint32_t fwt_note_id(const void *note, size_t size)
{
    const uint8_t *b = note;
    if (size < FWT_NOTE_ID || b[0] != 4 || b[8] != 3 || b[12] != 'G' || b[13] != 'N' ||
        b[14] != 'U' || b[4] > FWT_ID_MAX || (b[5] | b[6] | b[7]) != 0 ||
        size < (size_t)FWT_NOTE_ID + b[4]) {
        return 0;
    }
    return b[4];
}

#endif
