/* SPDX-License-Identifier: Apache-2.0 */
/* Packets that ask for what the target is, and that set how GDB is answered. */
#include "htv_gdb_int.h"

#include <stdio.h>
#include <string.h>

static bool branches(const struct htv_gdb *g)
{
    return g->target.ops->blocks != NULL;
}

static void supported(struct htv_gdb *g)
{
    char size[32];
    snprintf(size, sizeof size, "PacketSize=%x;", HTV_GDB_PACKET);
    htv_gdb_begin(g);
    htv_gdb_text(g, size);
    htv_gdb_text(g, "QStartNoAckMode+;qXfer:features:read+;qXfer:threads:read+;vContSupported+;"
                    "ReverseStep+;ReverseContinue+");
    if (branches(g)) {
        htv_gdb_text(g, ";qXfer:btrace:read+;qXfer:btrace-conf:read+;Qbtrace:bts+;Qbtrace:off+;"
                        "Qbtrace-conf:bts:size+");
    }
    htv_gdb_send(g);
}

/* Threads, a few at once. */
static void threads(struct htv_gdb *g, bool first)
{
    char id[16];
    g->next_thread = first ? 0 : g->next_thread;
    htv_gdb_begin(g);
    htv_gdb_char(g, g->next_thread < g->target.harts ? 'm' : 'l');
    for (unsigned i = 0; i < 16 && g->next_thread < g->target.harts; i++) {
        snprintf(id, sizeof id, "%s%x", i == 0 ? "" : ",", ++g->next_thread);
        htv_gdb_text(g, id);
    }
    htv_gdb_send(g);
}

static void current(struct htv_gdb *g)
{
    char text[16];
    snprintf(text, sizeof text, "QC%x", g->general + 1);
    htv_gdb_answer(g, text);
}

void htv_gdb_query(struct htv_gdb *g, const char *p)
{
    if (htv_gdb_begins(&p, "Supported")) {
        supported(g);
    } else if (htv_gdb_begins(&p, "Xfer:")) {
        htv_gdb_transfer(g, p);
    } else if (htv_gdb_begins(&p, "Rcmd,")) {
        htv_gdb_monitor(g, p);
    } else if (strcmp(p, "fThreadInfo") == 0) {
        threads(g, true);
    } else if (strcmp(p, "sThreadInfo") == 0) {
        threads(g, false);
    } else if (strcmp(p, "C") == 0) {
        current(g);
    } else if (htv_gdb_begins(&p, "Attached")) {
        htv_gdb_answer(g, "1"); /* GDB detaches, and does not kill */
    } else if (htv_gdb_begins(&p, "Symbol:")) {
        htv_gdb_answer(g, "OK");
    } else {
        htv_gdb_answer(g, "");
    }
}

static void branch_trace(struct htv_gdb *g, const char *p)
{
    const bool on = strcmp(p, "bts") == 0;
    if (!on && strcmp(p, "off") != 0) {
        htv_gdb_answer(g, "E.The branch trace is in the format bts: record btrace bts");
    } else if (on == g->recording[g->general]) {
        htv_gdb_answer(g, on ? "E.Branch trace is on already" : "E.Branch trace is off already");
    } else {
        g->recording[g->general] = on;
        htv_gdb_answer(g, "OK");
    }
}

void htv_gdb_set(struct htv_gdb *g, const char *p)
{
    if (strcmp(p, "StartNoAckMode") == 0) {
        htv_gdb_answer(g, "OK");
        g->no_ack = true;
    } else if (branches(g) && htv_gdb_begins(&p, "btrace:")) {
        branch_trace(g, p);
    } else if (branches(g) && htv_gdb_begins(&p, "btrace-conf:bts:size=")) {
        htv_gdb_answer(g, "OK"); /* the trace is what it is */
    } else {
        htv_gdb_answer(g, "");
    }
}
