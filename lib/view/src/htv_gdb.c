/* SPDX-License-Identifier: Apache-2.0 */
/* Packets from GDB: framing, and those that are about registers, memory and threads. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "htv_gdb_int.h"

int htv_gdb_open(struct htv_gdb **out, struct htr_host *host, const struct htv_gdb_target *target,
                 const struct htv_gdb_link *link)
{
    *out = NULL;
    if (target->harts < 1 || target->harts > HTV_GDB_HARTS ||
        (target->xlen != 32 && target->xlen != 64)) {
        return htr_fail(host, HTR_ERR_ARG, NULL, "%u harts of %u bits; 1 to %d of 32 or 64",
                        target->harts, target->xlen, HTV_GDB_HARTS);
    }
    struct htv_gdb *g = calloc(1, sizeof *g);
    if (g == NULL) {
        return htr_fail(host, HTR_ERR_MEMORY, NULL, "not enough memory");
    }
    g->host = host;
    g->target = *target;
    g->link = *link;
    g->go_on = HTV_GDB_HARTS;
    for (unsigned i = 0; i < HTV_GDB_HARTS; i++) {
        g->recording[i] = target->ops->blocks != NULL;
    }
    snprintf(g->stop, sizeof g->stop, "T05thread:1;");
    *out = g;
    return HTR_OK;
}

void htv_gdb_close(struct htv_gdb *g)
{
    free(g);
}

/* ---- registers and memory ---- */

static void one_register(struct htv_gdb *g, uint64_t n)
{
    const unsigned fpu = g->target.fpu ? (unsigned)HTV_GDB_FPU : 0u;
    uint64_t v = 0;
    if (n >= HTV_GDB_CSR && n < HTV_GDB_CSR + fpu) {
        htv_gdb_value(g, false, 0, n < HTV_GDB_CSR + 32 ? 8 : 4);
        return;
    }
    const uint64_t number = n < HTV_GDB_CSR ? n : n - fpu;
    const bool known = g->target.ops->reg(g->target.ctx, g->general, (unsigned)number, &v);
    htv_gdb_value(g, known, v, g->target.xlen / 8);
}

static void registers(struct htv_gdb *g)
{
    htv_gdb_begin(g);
    for (unsigned i = 0; i <= HTV_GDB_PC; i++) {
        one_register(g, i);
    }
    htv_gdb_send(g);
}

static void get_register(struct htv_gdb *g, const char *p)
{
    const unsigned all =
        HTV_GDB_CSR + (g->target.fpu ? (unsigned)HTV_GDB_FPU : 0u) + g->target.ncsrs;
    uint64_t n;
    if (!htv_gdb_number(&p, &n) || n >= all) {
        htv_gdb_answer(g, "E16");
        return;
    }
    htv_gdb_begin(g);
    one_register(g, n);
    htv_gdb_send(g);
}

static void memory(struct htv_gdb *g, const char *p)
{
    uint8_t bytes[HTV_GDB_PACKET / 2];
    uint64_t addr, n;
    if (!htv_gdb_number_then(&p, &addr, ',') || !htv_gdb_number(&p, &n)) {
        htv_gdb_answer(g, "E16");
        return;
    }
    n = n < sizeof bytes ? n : sizeof bytes; /* less than asked for is an answer */
    const size_t known = g->target.ops->memory(g->target.ctx, g->general, addr, bytes, (size_t)n);
    if (known == 0 && n > 0) {
        htv_gdb_answer(g, "E0e");
        return;
    }
    htv_gdb_begin(g);
    htv_gdb_hex(g, bytes, known);
    htv_gdb_send(g);
}

/* ---- threads ---- */

static void choose_thread(struct htv_gdb *g, const char *p)
{
    const char which = *p;
    unsigned hart;
    p += which != '\0';
    if ((which != 'g' && which != 'c') || !htv_gdb_thread(g, &p, &hart)) {
        htv_gdb_answer(g, "E16");
        return;
    }
    if (which == 'c') {
        g->go_on = hart;
    } else if (hart != HTV_GDB_HARTS) {
        g->general = hart;
    }
    htv_gdb_answer(g, "OK");
}

static void thread_alive(struct htv_gdb *g, const char *p)
{
    unsigned hart;
    htv_gdb_answer(g, htv_gdb_thread(g, &p, &hart) && hart != HTV_GDB_HARTS ? "OK" : "E16");
}

/* ---- packets ---- */

static void leave(struct htv_gdb *g, bool answer)
{
    if (answer) {
        htv_gdb_answer(g, "OK");
    }
    if (g->state == HTV_GDB_GOES_ON) {
        g->state = HTV_GDB_DETACHED;
    }
}

static void v_packet(struct htv_gdb *g, const char *p)
{
    if (strcmp(p, "Cont?") == 0) {
        htv_gdb_answer(g, "vCont;c;C;s;S;r");
    } else if (htv_gdb_begins(&p, "Cont;")) {
        htv_gdb_vcont(g, p);
    } else if (htv_gdb_begins(&p, "Kill")) {
        leave(g, true);
    } else {
        htv_gdb_answer(g, "");
    }
}

static void b_packet(struct htv_gdb *g, const char *p)
{
    if (strcmp(p, "s") == 0) {
        htv_gdb_step(g, g->go_on, true);
    } else if (strcmp(p, "c") == 0) {
        htv_gdb_continue(g, true);
    } else {
        htv_gdb_answer(g, "");
    }
}

static void packet(struct htv_gdb *g)
{
    const char *p = g->packet + 1;
    switch (g->packet[0]) {
    case '?':
        htv_gdb_answer(g, g->stop);
        break;
    case 'g':
        registers(g);
        break;
    case 'p':
        get_register(g, p);
        break;
    case 'm':
        memory(g, p);
        break;
    case 'G':
    case 'P':
    case 'M':
    case 'X':
        htv_gdb_answer(g, "E1e");
        break; /* the past cannot be changed */
    case 'H':
        choose_thread(g, p);
        break;
    case 'T':
        thread_alive(g, p);
        break;
    case 'q':
        htv_gdb_query(g, p);
        break;
    case 'Q':
        htv_gdb_set(g, p);
        break;
    case 'Z':
        htv_gdb_point(g, p, true);
        break;
    case 'z':
        htv_gdb_point(g, p, false);
        break;
    case 's':
        htv_gdb_step(g, g->go_on, false);
        break;
    case 'c':
        htv_gdb_continue(g, false);
        break;
    case 'b':
        b_packet(g, p);
        break;
    case 'v':
        v_packet(g, p);
        break;
    case 'D':
        leave(g, true);
        break;
    case 'k':
        leave(g, false);
        break;
    default:
        htv_gdb_answer(g, "");
        break;
    }
}

static void acknowledge(struct htv_gdb *g, char c)
{
    if (!g->no_ack && g->state == HTV_GDB_GOES_ON && !g->link.send(g->link.ctx, &c, 1)) {
        g->state = HTV_GDB_BROKEN;
    }
}

/* The second digit of the sum has come. */
static void whole(struct htv_gdb *g, char c)
{
    const int low = htv_gdb_digit(c);
    g->reading = HTV_GDB_BETWEEN;
    if (!g->no_ack && (low < 0 || (g->digit << 4 | low) != g->sum)) {
        acknowledge(g, '-');
        return;
    }
    acknowledge(g, '+');
    if (g->too_long) {
        htv_gdb_answer(g, "E07");
        return;
    }
    g->packet[g->length] = '\0';
    packet(g);
}

static void between(struct htv_gdb *g, char c)
{
    if (c == '$') {
        g->reading = HTV_GDB_BODY;
        g->length = 0;
        g->sum = 0;
        g->too_long = false;
    } else if (c == '-' && !g->no_ack) {
        htv_gdb_send_again(g);
    } else if (c == 3) {
        htv_gdb_answer(g, g->stop); /* it has not moved */
    }
}

static void body(struct htv_gdb *g, char c)
{
    if (g->reading == HTV_GDB_BODY && c == '$') { /* the rest of the one before is lost */
        between(g, c);
        return;
    }
    if (g->reading == HTV_GDB_BODY && c == '#') {
        g->reading = HTV_GDB_SUM_1;
        return;
    }
    g->sum = (uint8_t)(g->sum + (uint8_t)c);
    if (g->reading == HTV_GDB_BODY && c == '}') {
        g->reading = HTV_GDB_ESCAPED;
        return;
    }
    c = g->reading == HTV_GDB_ESCAPED ? (char)(c ^ 0x20) : c;
    g->reading = HTV_GDB_BODY;
    if (g->length == HTV_GDB_PACKET) {
        g->too_long = true;
        return;
    }
    g->packet[g->length++] = c;
}

enum htv_gdb_state htv_gdb_take(struct htv_gdb *g, const void *bytes, size_t n)
{
    const char *c = bytes;
    for (size_t i = 0; i < n && g->state == HTV_GDB_GOES_ON; i++) {
        switch (g->reading) {
        case HTV_GDB_BETWEEN:
            between(g, c[i]);
            break;
        case HTV_GDB_SUM_1:
            g->digit = (uint8_t)(htv_gdb_digit(c[i]) & 15);
            g->reading = HTV_GDB_SUM_2;
            break;
        case HTV_GDB_SUM_2:
            whole(g, c[i]);
            break;
        case HTV_GDB_BODY:
        case HTV_GDB_ESCAPED:
        default:
            body(g, c[i]);
            break;
        }
    }
    return g->state;
}
