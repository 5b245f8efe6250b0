/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Private: the instructions of a firmware that say what its trace layer does: call sites, the
 * functions that send, and in the destinations the instruction that gives a word its place: the
 * store to a stimulus register; the atomic addition to wpos of a ring (OVERWRITE), or the
 * store-conditional that succeeds (STOP). fwtrace/src is what they are looked up in.
 */
#ifndef HTR_FW_MARKS_H
#define HTR_FW_MARKS_H

#include "htr/htr_fw_elf.h"

enum fw_mark_kind {
    FW_MARK_SITE,       /* `what` as struct htr_fw_place; FW_SITE_UNKNOWN */
    FW_MARK_SEND,       /* fwt_send */
    FW_MARK_MESSAGE,    /* fwt_message */
    FW_MARK_TEXT,       /* fwt_text */
    FW_MARK_HELLO,      /* fwt_hello */
    FW_MARK_FLUSH,      /* fwt_flush */
    FW_MARK_STORE,      /* the store of fwt_stim_put */
    FW_MARK_RING,       /* fwt_ring_put */
    FW_MARK_RING_BLOCK, /* fwt_ring_put_block */
    FW_MARK_UART,       /* fwt_uart_put, fwt_uart_put_block */
    FW_MARK_RING_INIT,  /* fwt_ring_init */
    FW_MARK_UART_INIT,  /* fwt_uart_init */
    FW_MARK_LR,         /* these in fwt_ring_put, fwt_ring_put_block and what they call */
    FW_MARK_SC,
    FW_MARK_FALL, /* where a store-conditional that succeeded goes on */
    FW_MARK_ADD,
    FW_MARKS,
};

#define FW_SITE_UNKNOWN 0xffff0000u

struct fw_mark {
    uint64_t pc;
    uint32_t what;
    uint8_t kind; /* enum fw_mark_kind */
};

struct fw_marks {
    struct fw_mark *mark; /* owned; by pc */
    size_t n, room;
    bool has[FW_MARKS];
};

/* Look them up. Returns false: no memory. */
bool fw_marks_find(struct fw_marks *m, const struct htr_fw_elf *e);
void fw_marks_free(struct fw_marks *m);

/* The first at or after pc; n: none. */
size_t fw_marks_from(const struct fw_marks *m, uint64_t pc);

#endif
