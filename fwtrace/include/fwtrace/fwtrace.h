/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Trace messages of firmware: a 32-bit word per event, or a format string that stays off the target
 * with its arguments, to several destinations at once. Freestanding C11 for rv32imac and rv64imac
 * (and any host): no C library, no allocation, no variables; the caller owns everything.
 *
 *   static struct fwt t;                   docs/howto/fwtrace.md has the Makefile
 *   fwt_init(&t, TI_SYSFW_DOMAINS);
 *   fwt_attach(&t, &(struct fwt_port){.put = fwt_ring_put, .put_block = fwt_ring_put_block,
 *                                     .ctx = &ring}, &index);
 *   fwt_debug(&t, TI_SYSFW_PM, TI_SYSFW_PM_DEVICE_ON, 17);
 *   fwt_print(&t, "clock %u at %u Hz", id, rate);
 *
 * fwt_debug and fwt_print may be called by any context of any hart, interrupts in the middle of
 * another call included. Nothing waits: a word that a destination does not take is lost, counted,
 * and the count is announced as soon as the destination takes words again. The configuration (init,
 * attach, enable) is for one context at a time; others may trace meanwhile.
 *
 * Layout of a word, by the "Trace Debug Data Format": domain 31:29, action 28:22, data 21:0.
 */
#ifndef FWTRACE_FWTRACE_H
#define FWTRACE_FWTRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define FWT_MUST_CHECK __attribute__((warn_unused_result))

/* Zero is success; errors are negative already. */
enum fwt_status {
    FWT_OK = 0,
    FWT_ERR_ARG = -1,  /* an invalid argument; nothing was changed */
    FWT_ERR_FULL = -2, /* a destination has no room now: the words are lost */
    FWT_ERR_IO = -3,   /* a destination failed; from a port */
};

enum {
    FWT_DESTS = 4,     /* destinations at once */
    FWT_WORDS = 16,    /* of a print: its header and 15 words of arguments or text */
    FWT_ARGS = 8,      /* of fwt_print */
    FWT_TEXT_MAX = 60, /* bytes of text in one message; longer text takes several */
    FWT_FAIL = 0x40,   /* or this to an action that failed */
};

/* Channels, 0..31. A debug word of domain D is on channel 1 + D. */
enum fwt_channel {
    FWT_CH_PRINT = 0,   /* headers of prints */
    FWT_CH_DEBUG = 1,   /* 1 + domain */
    FWT_CH_NESTED = 21, /* 21, 22, 23: headers of prints that interrupt others, word by word */
    FWT_CH_ARGS = 24,   /* + the low 2 bits of the header's channel: its further words */
    FWT_CH_SENT = 28,   /* words sent so far through stimulus registers, modulo 2^32: fwt_stim.h */
    FWT_CH_TORN = 29,   /* one word that a reset has torn (fwt_ring_keep); the value is 0 */
    FWT_CH_LOST = 30,   /* words lost so far at this destination, modulo 2^32 */
    FWT_CH_ID = 31, /* build id: bits 31:24 are i, 23:0 its bytes 3i to 3i + 2, first byte high */
};

/*
 * Header of a print: bit 31 is 0, 30:26 the number of words that follow, 25:0 the offset of the
 * format string in section .fwtrace.str of the ELF. Text made on the target: bit 31 is 1, 30:26 the
 * number of words that follow, 8 is 1 when another message goes on with the same line, 7:0 the
 * number of bytes; the words have them in little-endian order.
 */
#define FWT_TEXT             0x80000000u
#define FWT_TEXT_MORE        0x100u
#define FWT_HEAD_WORDS(h)    ((h) >> 26 & 31u)
#define FWT_HEAD_OFFSET(h)   ((h)&0x3ffffffu)
#define FWT_TEXT_BYTES(h)    ((h)&0xffu)
#define FWT_ARGS_OF(channel) (FWT_CH_ARGS + ((channel)&3u))
#define FWT_OFFSET_MAX       0x3ffffffu

/*
 * A destination. put takes one word; put_block a print: words[0] on `channel`, the n - 1 others on
 * FWT_ARGS_OF(channel), all or none. Both return FWT_OK, or any other value when nothing was
 * taken; they never wait, and may be interrupted by themselves.
 */
struct fwt_port {
    int (*put)(void *ctx, unsigned channel, uint32_t value);
    int (*put_block)(void *ctx, unsigned channel, const uint32_t *words, unsigned n); /* or NULL */
    void *ctx;
    bool sure; /* put never fails: its value is not looked at. Saves instructions */
};

/* Private. */
struct fwt_dest {
    struct fwt_port port;
    uint32_t on;   /* a bit for each channel: 0 print, 1 + domain */
    uint32_t lost; /* words */
    uint32_t announced;
    uint32_t claimed; /* without put_block: which of the channels 0, 21, 22, 23 have a print */
};

/* Compared with 0 alone, which takes one instruction. */
enum fwt_quick {
    FWT_QUICK_SURE = -1, /* there is one destination, and it is sure */
    FWT_QUICK_NONE = 0,
    FWT_QUICK_ONE = 1, /* there is one destination */
};

struct fwt {
    uint32_t any;  /* channels that are on anywhere */
    int32_t quick; /* enum fwt_quick */
    struct fwt_dest dest[FWT_DESTS];
    uint32_t n;
    uint32_t domains; /* that are not reserved, a bit each */
    uint32_t ignored; /* words of reserved domains; read it at any time */
};

/* No destinations. `domains` has a bit for each domain (0..15) that is not reserved: NAME_DOMAINS
 * of the generated header. */
void fwt_init(struct fwt *t, uint32_t domains);

/* Add a destination, everything enabled. *index (or NULL) is for the calls below. Returns FWT_OK,
 * or FWT_ERR_ARG: there is no put, or FWT_DESTS are attached. */
int fwt_attach(struct fwt *t, const struct fwt_port *port, unsigned *index) FWT_MUST_CHECK;

/* Switch one domain, or prints, of one destination on or off. Return FWT_OK, or FWT_ERR_ARG: no
 * such destination, or a reserved domain. */
int fwt_enable(struct fwt *t, unsigned index, unsigned domain, bool on) FWT_MUST_CHECK;
int fwt_enable_print(struct fwt *t, unsigned index, bool on) FWT_MUST_CHECK;

/* Words that destination `index` did not take so far; 0 when there is no such destination. */
uint32_t fwt_lost(const struct fwt *t, unsigned index);

/* Announce what was lost and not announced yet. Returns FWT_OK, or FWT_ERR_FULL: at least one
 * destination does not take it now. */
int fwt_flush(struct fwt *t) FWT_MUST_CHECK;

/* Send the build id: `note` is the contents of .note.gnu.build-id, `size` its bytes
 * (fwtrace.ld has the symbols). Call it after attaching, and again for readers that begin in the
 * middle. Returns FWT_OK, or FWT_ERR_ARG: not such a note, or an id longer than 24 bytes. */
int fwt_hello(struct fwt *t, const void *note, size_t size) FWT_MUST_CHECK;

/* Send a word on a channel that is on somewhere: fwt_word asks. */
void fwt_send(struct fwt *t, unsigned channel, uint32_t word);

/* A print: header and n - 1 further words, n in 1..FWT_WORDS. */
void fwt_message(struct fwt *t, const uint32_t *words, unsigned n);

/* Count a word that nobody takes, if its domain is reserved. */
void fwt_ignored(struct fwt *t, unsigned channel);

/* A word on a channel, for tables with a layout of their own (NAME_WORD of the generated header);
 * fwt_debug is made of it. Words of channels that are off are dropped; those of reserved domains
 * counted. channel: 1 to 31. */
static inline void fwt_word(struct fwt *t, unsigned channel, uint32_t word)
{
    if ((__atomic_load_n(&t->any, __ATOMIC_RELAXED) >> channel & 1u) != 0) {
        fwt_send(t, channel, word);
    } else {
        fwt_ignored(t, channel);
    }
}

static inline void fwt_debug_word(struct fwt *t, unsigned domain, unsigned action, uint32_t data)
{
    fwt_word(t, FWT_CH_DEBUG + (domain & 7u),
             (uint32_t)domain << 29 | (uint32_t)(action & 0x7fu) << 22 | (data & 0x3fffffu));
}

/* Text made on the target: %d %i %u %x %X %c %s %p %%, with l, ll, z, the flags - and 0, and a
 * width. args[i] is argument i, pointers and signed numbers converted to 64 bits. Writes at most
 * size - 1 bytes and a NUL. Returns the number of bytes that the whole text has. Anything else
 * after % is copied. */
size_t fwt_format(char *out, size_t size, const char *format, const uint64_t *args, unsigned n);

/* The same as messages, FWT_TEXT_MAX bytes each, up to 240 bytes. */
void fwt_text(struct fwt *t, const char *format, const uint64_t *args, unsigned n);

#ifdef __cplusplus
}
#endif

#include "fwtrace/fwt_macros.h"

#endif
