/* SPDX-License-Identifier: Apache-2.0 */
/* Events of firmware trace as text, JSON lines, or CSV. */
#ifndef HTR_FW_WRITE_H
#define HTR_FW_WRITE_H

#include "htr/htr_fw_link.h"
#include "htr/htr_out.h"

#ifdef __cplusplus
extern "C" {
#endif

enum htr_fw_format_kind {
    HTR_FW_AS_TEXT,
    HTR_FW_AS_JSONL,
    HTR_FW_AS_CSV,
    HTR_FW_FORMATS,
};

/* "text", "jsonl", "csv". */
const char *htr_fw_format_name(unsigned format);

/* Set the first three, all else zero; out.out is the file. */
struct htr_fw_writer {
    enum htr_fw_format_kind format;
    const struct htr_fw_elf *elf;   /* call sites; NULL: none */
    const struct htr_fw_link *link; /* of these events: their instructions; NULL: none */
    bool sources;                   /* text: show the source of each event */
    struct htr_out out;
    bool begun;
};

/* For htr_fw.take; ctx is a struct htr_fw_writer. Returns HTR_OK, or HTR_ERR_WRITE without a
 * message. */
int htr_fw_write(void *writer, const struct htr_fw_event *e);

/* Write what is left. Returns the same. */
int htr_fw_write_end(struct htr_fw_writer *w) HTR_MUST_CHECK;

#ifdef __cplusplus
}
#endif

#endif
