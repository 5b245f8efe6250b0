/* SPDX-License-Identifier: Apache-2.0 */
/* For htv_gdb*.c. Calls go down: htv_gdb.c, then query and run, then monitor, then out. */
#ifndef HTV_GDB_INT_H
#define HTV_GDB_INT_H

#include "htv/htv_gdb.h"

enum {
    HTV_GDB_REPLY = 2 * HTV_GDB_PACKET + 8, /* every byte may be escaped; '$', '#' and the sum */
    HTV_GDB_BREAKPOINTS = 1 << 10,
    HTV_GDB_WATCHES = 64,
    HTV_GDB_DOC = 1 << 14, /* bytes of a document, but for branch trace */
    HTV_GDB_FPU = 35,      /* registers: f0 to f31, fflags, frm, fcsr */
};

enum htv_gdb_reading {
    HTV_GDB_BETWEEN, /* packets */
    HTV_GDB_BODY,
    HTV_GDB_ESCAPED,
    HTV_GDB_SUM_1,
    HTV_GDB_SUM_2,
};

struct htv_gdb_watch {
    uint64_t addr, size;
};

struct htv_gdb {
    struct htr_host *host;
    struct htv_gdb_target target;
    struct htv_gdb_link link;
    enum htv_gdb_state state;

    /* The packet that comes in. Its body ends with a NUL. */
    enum htv_gdb_reading reading;
    bool too_long;
    uint8_t sum, digit;
    size_t length;
    char packet[HTV_GDB_PACKET + 1];

    /* The packet that goes out; kept until the next one, in case that GDB asks for it again. */
    size_t fill;
    bool overflow;
    unsigned repeats;
    char reply[HTV_GDB_REPLY];
    bool no_ack;

    unsigned general, go_on;       /* harts of Hg and Hc; the second HTV_GDB_HARTS: any */
    unsigned next_thread;          /* qsThreadInfo */
    bool recording[HTV_GDB_HARTS]; /* branch trace is on; it is at first */
    uint64_t breakpoint[HTV_GDB_BREAKPOINTS]; /* ascending */
    unsigned nbreakpoints;
    struct htv_gdb_watch watch[HTV_GDB_WATCHES];
    unsigned nwatches;
    char stop[64]; /* the answer to '?' */
    char doc[HTV_GDB_DOC];
    size_t doc_fill;
};

/* ---- htv_gdb_out.c: answers, and numbers ---- */

void htv_gdb_begin(struct htv_gdb *g);
void htv_gdb_char(struct htv_gdb *g, char c);
void htv_gdb_text(struct htv_gdb *g, const char *text);
void htv_gdb_hex(struct htv_gdb *g, const void *bytes, size_t n);
/* Escaped where the protocol needs it. */
void htv_gdb_binary(struct htv_gdb *g, const char *bytes, size_t n);
/* A register in the order of the target's bytes, or "xx.." when it is not known. */
void htv_gdb_value(struct htv_gdb *g, bool known, uint64_t value, unsigned bytes);
void htv_gdb_send(struct htv_gdb *g);
void htv_gdb_send_again(struct htv_gdb *g);
/* A whole answer. */
void htv_gdb_answer(struct htv_gdb *g, const char *text);

/* A hexadecimal number at *p, which is moved past it. Returns false when there is none, or it has
 * more than 64 bits. */
bool htv_gdb_number(const char **p, uint64_t *value);
/* The same, then this character. */
bool htv_gdb_number_then(const char **p, uint64_t *value, char then);
/* Value of a hexadecimal digit, or -1. */
int htv_gdb_digit(char c);
/* Does text begin with this? *p is moved past it then. */
bool htv_gdb_begins(const char **p, const char *with);
/* A thread: the hart, HTV_GDB_HARTS for "any" and "all". Returns false for anything else. */
bool htv_gdb_thread(const struct htv_gdb *g, const char **p, unsigned *hart);

/* ---- htv_gdb_query.c: q and Q packets ---- */
void htv_gdb_query(struct htv_gdb *g, const char *p);
void htv_gdb_set(struct htv_gdb *g, const char *p);

/* ---- htv_gdb_xml.c: documents ---- */
void htv_gdb_transfer(struct htv_gdb *g, const char *p);

/* ---- htv_gdb_run.c: moving ---- */
void htv_gdb_step(struct htv_gdb *g, unsigned hart, bool back);
void htv_gdb_continue(struct htv_gdb *g, bool back);
void htv_gdb_vcont(struct htv_gdb *g, const char *p);
void htv_gdb_point(struct htv_gdb *g, const char *p, bool insert);

/* ---- htv_gdb_monitor.c: commands of a user ---- */
void htv_gdb_monitor(struct htv_gdb *g, const char *hex);

#endif
