/* SPDX-License-Identifier: Apache-2.0 */
/* Private: what was received, and which of what was sent it may be. */
#ifndef HTR_FW_ITEMS_H
#define HTR_FW_ITEMS_H

#include "htr/htr_fw_link.h"
#include "htr_fw_sends.h"

enum fw_item_kind {
    FW_ITEM_WORD,    /* a word; of a block, its header with the words that follow */
    FW_ITEM_LOST,    /* `words` positions are missing */
    FW_ITEM_UNKNOWN, /* any number is missing */
};

struct fw_item {
    uint8_t kind;    /* enum fw_item_kind */
    uint8_t channel; /* WORD */
    uint16_t src;    /* of a trace */
    uint32_t word;   /* WORD */
    uint64_t words;  /* positions */
    uint64_t offset; /* as of the event */
    bool found;      /* `from` is set, as far as it has flags */
    struct htr_fw_origin from;
};

struct fw_received {
    struct fw_item *item;
    size_t n, room;
};

/* What can have sent an item, so far. */
struct fw_choice {
    bool any, pcs, many; /* there is one; more than one pc; more than one send */
    bool sources;        /* more than one hart */
    bool outside;        /* it may be where nothing is known */
    struct htr_fw_origin first;
};

/* May this send be this item? Then *pc is the call site, 0: not known. */
bool fw_item_fits(const struct fw_item *item, const struct fw_hart *h, const struct fw_send *s,
                  uint64_t *pc);

void fw_choice_add(struct fw_choice *c, const struct fw_hart *h, const struct fw_send *s,
                   uint64_t pc);

/* Nothing is known of what sent it: any call site that the ELF has for it. */
void fw_choice_outside(struct fw_choice *c, const struct htr_fw_elf *elf,
                       const struct fw_item *item);
void fw_choice_end(const struct fw_choice *c, struct fw_item *item);

/* Private to htr_fw_link.c: the words of all items of one destination are in the order of their
 * places; those of the stimulus ports, of each hart. */
struct fw_matching {
    const struct htr_fw_elf *elf;
    struct fw_hart *hart;
    unsigned harts;
    struct fw_received *in;
    enum fw_dest dest;
    bool anchored;  /* the first item is the first that was sent after FW_SENT_START */
    bool positions; /* losses are known by their number */
    bool timed;     /* timestamps of all harts are of one clock */
    struct htr_fw_link_sum *sum;
};

/* Is it sent to this destination, and not lines of text among other text? */
bool fw_send_shows(const struct fw_matching *m, const struct fw_hart *h, const struct fw_send *s);

/* The positions that it takes; 0: not known. */
uint8_t fw_send_words(const struct fw_matching *m, const struct fw_hart *h,
                      const struct fw_send *s);

/* The stimulus messages of a hart (dest FW_STIM), or a log of one hart in which anything may be
 * missing. Returns false: no memory. */
bool fw_match_one(const struct fw_matching *m, const struct fw_hart *h);

/* A log of harts that share a destination. The same. */
bool fw_match_log(const struct fw_matching *m);

#endif
