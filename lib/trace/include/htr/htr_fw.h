/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Firmware trace (fwtrace/): words of channels, wherever they come from, to events.
 *
 *   struct htr_fw f = {.table = &table, .elf = &elf, .host = &host, .take = take, .ctx = ctx};
 *   if (htr_fw_ring(&f, "ring.bin", bytes, size) != HTR_OK) ...      or htr_fw_uart, htr_fw_word
 *   htr_fw_end(&f);
 *   f.count.lost, f.count.damaged, ...
 *
 * Received words (count.words) and count.lost are what was sent, in any order of losses:
 * announcements are cumulative.
 */
#ifndef HTR_FW_H
#define HTR_FW_H

#include "htr/htr_fw_elf.h"
#include "htr/htr_fw_table.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    HTR_FW_CHANNELS = 32,
    HTR_FW_CH_PRINT = 0,   /* and: */
    HTR_FW_CH_NESTED = 21, /* to 23 */
    HTR_FW_CH_ARGS = 24,   /* to 27: what follows on them */
    HTR_FW_CH_SENT = 28,   /* words sent before it */
    HTR_FW_CH_TORN = 29,
    HTR_FW_CH_LOST = 30,
    HTR_FW_CH_ID = 31,
    HTR_FW_WORDS = 16,
    HTR_FW_OFFSET_MASK = 0x3ffffff, /* first word of a print: where its format is */
    HTR_FW_LINE = 512,              /* bytes of a text with the NUL; a longer one is cut */
};

/* Does the first word of a print come on this channel? */
static inline bool htr_fw_is_print(unsigned channel)
{
    return channel == HTR_FW_CH_PRINT || (channel >= HTR_FW_CH_NESTED && channel < HTR_FW_CH_ARGS);
}

enum htr_fw_kind {
    HTR_FW_DEBUG,   /* a word of a domain: domain, action, failed, data */
    HTR_FW_PRINT,   /* text: of fwt_print, formatted; of fwt_printf as it came */
    HTR_FW_LOST,    /* `value` words were lost before this; text: where */
    HTR_FW_DAMAGED, /* bytes that are no frame or line, or a print that is not complete: text */
    HTR_FW_FOREIGN, /* a line of text that is not of fwtrace: text */
    HTR_FW_KINDS,
};

/* "debug", ...; never NULL. */
const char *htr_fw_kind_name(unsigned kind);

struct htr_fw_event {
    enum htr_fw_kind kind;
    unsigned channel;
    uint32_t source; /* SRC of a trace; 0 */
    uint64_t offset; /* in the input; of a ring: the position of the word */
    uint32_t word;   /* DEBUG; PRINT: the header */
    uint64_t value;
    const struct htr_fw_domain *domain; /* DEBUG */
    const struct htr_fw_action *action; /* NULL: not in the table */
    bool failed;
    const char *text; /* "" when there is none; valid during the call */
};

/* What was read, before it is decoded: for those who hold it against something else
 * (htr_fw_link.h). */
enum htr_fw_heard_kind {
    HTR_FW_HEARD_WORD,
    HTR_FW_HEARD_LOST,    /* `words` that had a place in a ring or queue are missing */
    HTR_FW_HEARD_DAMAGED, /* something cannot be read */
};

struct htr_fw_heard {
    enum htr_fw_heard_kind kind;
    unsigned channel;
    uint32_t source, word;
    uint64_t words, offset;
};

struct htr_fw_counts {
    uint64_t events;
    uint64_t words;    /* received: of debug and print messages and build ids */
    uint64_t lost;     /* announced, or seen to be missing on the way */
    uint64_t torn;     /* of lost: by a reset in the middle of a write */
    uint64_t reserved; /* words of reserved domains or channels: ignored */
    uint64_t unknown;  /* debug words with an action that is not in the table */
    uint64_t damaged;  /* HTR_FW_DAMAGED */
    uint64_t no_text;  /* prints whose text was not found */
    uint64_t foreign;
    uint64_t overflows; /* Error messages of a trace: what the encoder dropped is not known */
};

/* Private: a print that is coming in. */
struct htr_fw_print {
    uint32_t words[HTR_FW_WORDS];
    unsigned n, missing;
    bool cut; /* words were lost: the header of what comes may be among them */
    uint64_t offset;
};

struct htr_fw_source {
    struct htr_fw_print print[4]; /* of channels 0, 21, 22, 23 */
    uint32_t announced;           /* cumulative */
    uint32_t received;            /* words; those that a count says are lost count as received */
    char line[HTR_FW_LINE];       /* text that goes on */
    size_t fill;
    bool restarted; /* a build id began: counts may begin again */
};

/* Set the first six, and heard, all else zero. One source after the other, or htr_fw_begin_source
 * between them. */
struct htr_fw {
    const struct htr_fw_table *table;
    const struct htr_fw_elf *elf; /* NULL: prints have no text */
    struct htr_host *host;
    const char *path; /* of the input, for messages */
    /* Called for each event. Anything but HTR_OK ends the reading and is returned. */
    int (*take)(void *ctx, const struct htr_fw_event *e);
    void *ctx;
    void (*heard)(void *ctx, const struct htr_fw_heard *h); /* or NULL */
    void *heard_ctx;

    struct htr_fw_counts count;
    bool identified; /* a build id came, and is that of elf */
    uint64_t live;   /* of a ring: position to go on at; set by htr_fw_ring */
    bool stop;       /* of a ring: its mode is STOP; set by htr_fw_ring */
    /* Private. */
    struct htr_fw_source source;
    uint32_t src;
    bool id_seen, unidentified;
};

/* A word. Returns HTR_OK, what take returned, or HTR_ERR_CONFLICT after a message: the build id is
 * not that of elf. */
int htr_fw_word(struct htr_fw *f, unsigned channel, uint32_t word, uint64_t offset) HTR_MUST_CHECK;

/* n words that had a place are missing, `where`; lost_before: n words never had one. damaged:
 * something cannot be read, `what`. Return the same. */
int htr_fw_lost(struct htr_fw *f, uint64_t n, uint64_t offset, const char *where) HTR_MUST_CHECK;
int htr_fw_lost_before(struct htr_fw *f, uint64_t n, uint64_t offset) HTR_MUST_CHECK;
int htr_fw_damaged(struct htr_fw *f, uint64_t offset, const char *what) HTR_MUST_CHECK;

/* Words may be missing here, nobody knows how many: prints that have begun do not go on. Returns
 * the same. */
int htr_fw_cut(struct htr_fw *f) HTR_MUST_CHECK;

/* The log of a UART: frames, or lines of text. A log may begin and end anywhere. Return the same.
 */
int htr_fw_uart_binary(struct htr_fw *f, const uint8_t *bytes, size_t size) HTR_MUST_CHECK;
int htr_fw_uart_text(struct htr_fw *f, const uint8_t *bytes, size_t size) HTR_MUST_CHECK;

/* Memory with a ring in it, at any multiple of 4: the first valid header counts. from: positions
 * before that were read already (htr_fw.live of the call before; 0). Returns the same, or after a
 * message HTR_ERR_MISSING: no ring, HTR_ERR_VERSION, HTR_ERR_FORMAT: the header contradicts itself,
 * HTR_ERR_TRUNCATED: the ring goes on beyond the memory; what is there was reported. */
int htr_fw_ring(struct htr_fw *f, const uint8_t *bytes, size_t size, uint64_t from) HTR_MUST_CHECK;

/* Is there a ring? Sets its offset. */
bool htr_fw_ring_find(const uint8_t *bytes, size_t size, size_t *offset);

/* The end, of a source or of everything: what is not complete is reported. Returns as htr_fw_word.
 */
int htr_fw_end(struct htr_fw *f) HTR_MUST_CHECK;

/* Format a print: words are those after the header. Returns false, with text that says so, when
 * something of it is not there. */
bool htr_fw_format(const struct htr_fw_elf *elf, const char *format, const uint32_t *words,
                   unsigned n, char *to, size_t size);

/* The words that a print of this format has after its header. */
unsigned htr_fw_format_words(const char *format, unsigned xlen);

/* An event as text: "pm.CLOCK_SET_RATE failed: clock_id=3 significand=5 exponent=7". Returns the
 * length. */
size_t htr_fw_event_text(const struct htr_fw_event *e, char *to, size_t size);

#ifdef __cplusplus
}
#endif

#endif
