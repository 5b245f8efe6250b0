/* SPDX-License-Identifier: Apache-2.0 */
/* Inside of tables of firmware trace messages. */
#ifndef HTR_FW_TABLE_INT_H
#define HTR_FW_TABLE_INT_H

#include "htr/htr_fw_table.h"

/* Bits of a field, 1 to 32. */
unsigned htr_fw_width(struct htr_fw_bits b);

/* A further action, all zero; NULL: too many, or no memory. */
struct htr_fw_action *htr_fw_add_action(struct htr_fw_table *t);

/* Read and check a file; t is all zero. Returns HTR_OK, HTR_ERR_MEMORY without a message, or after
 * one HTR_ERR_OPEN, _READ, _FORMAT. */
int htr_fw_table_read(struct htr_fw_table *t, struct htr_host *host,
                      const char *path) HTR_MUST_CHECK;

#endif
