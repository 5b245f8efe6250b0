/* SPDX-License-Identifier: Apache-2.0 */
/* Packets to GDB, and the numbers in packets from it. */
#include "htv_gdb_int.h"

#include <string.h>

enum {
    REPEATS = 16 /* refused in a row: the peer does not understand */
};

static const char hex_digit[] = "0123456789abcdef";

/* ---- out ---- */

void htv_gdb_begin(struct htv_gdb *g)
{
    g->reply[0] = '$';
    g->fill = 1;
    g->overflow = false;
}

void htv_gdb_char(struct htv_gdb *g, char c)
{
    if (g->fill + 4 > sizeof g->reply) {
        g->overflow = true;
        return;
    }
    g->reply[g->fill++] = c;
}

void htv_gdb_text(struct htv_gdb *g, const char *text)
{
    while (*text != '\0') {
        htv_gdb_char(g, *text++);
    }
}

void htv_gdb_hex(struct htv_gdb *g, const void *bytes, size_t n)
{
    const uint8_t *b = bytes;
    for (size_t i = 0; i < n; i++) {
        htv_gdb_char(g, hex_digit[b[i] >> 4]);
        htv_gdb_char(g, hex_digit[b[i] & 15]);
    }
}

void htv_gdb_binary(struct htv_gdb *g, const char *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (strchr("#$}*", bytes[i]) != NULL) { /* a NUL too: no harm */
            htv_gdb_char(g, '}');
            htv_gdb_char(g, (char)(bytes[i] ^ 0x20));
        } else {
            htv_gdb_char(g, bytes[i]);
        }
    }
}

void htv_gdb_value(struct htv_gdb *g, bool known, uint64_t value, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++) {
        const uint8_t byte = (uint8_t)(value >> 8 * i);
        if (known) {
            htv_gdb_hex(g, &byte, 1);
        } else {
            htv_gdb_text(g, "xx");
        }
    }
}

static void put(struct htv_gdb *g, const void *bytes, size_t n)
{
    if (g->state == HTV_GDB_GOES_ON && !g->link.send(g->link.ctx, bytes, n)) {
        g->state = HTV_GDB_BROKEN;
    }
}

void htv_gdb_send(struct htv_gdb *g)
{
    uint8_t sum = 0;
    if (g->overflow) { /* of 16 KiB: an answer is bounded by what was asked for */
        htv_gdb_begin(g);
        htv_gdb_text(g, "E07");
    }
    for (size_t i = 1; i < g->fill; i++) {
        sum = (uint8_t)(sum + (uint8_t)g->reply[i]);
    }
    g->reply[g->fill++] = '#';
    g->reply[g->fill++] = hex_digit[sum >> 4];
    g->reply[g->fill++] = hex_digit[sum & 15];
    g->repeats = 0;
    put(g, g->reply, g->fill);
}

void htv_gdb_send_again(struct htv_gdb *g)
{
    if (g->fill == 0) {
        return;
    }
    if (g->repeats++ == REPEATS) {
        g->state = HTV_GDB_BROKEN;
        return;
    }
    put(g, g->reply, g->fill);
}

void htv_gdb_answer(struct htv_gdb *g, const char *text)
{
    htv_gdb_begin(g);
    htv_gdb_text(g, text);
    htv_gdb_send(g);
}

/* ---- in ---- */

int htv_gdb_digit(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

bool htv_gdb_number(const char **p, uint64_t *value)
{
    const char *s = *p;
    *value = 0;
    for (int d; (d = htv_gdb_digit(*s)) >= 0; s++) {
        if (*value >> 60 != 0) {
            return false;
        }
        *value = *value << 4 | (uint64_t)d;
    }
    const bool found = s != *p;
    *p = s;
    return found;
}

bool htv_gdb_number_then(const char **p, uint64_t *value, char then)
{
    return htv_gdb_number(p, value) && *(*p)++ == then;
}

bool htv_gdb_begins(const char **p, const char *with)
{
    const size_t n = strlen(with);
    const bool does = strncmp(*p, with, n) == 0;
    *p += does ? n : 0;
    return does;
}

bool htv_gdb_thread(const struct htv_gdb *g, const char **p, unsigned *hart)
{
    uint64_t id = 0;
    *hart = HTV_GDB_HARTS;
    if (htv_gdb_begins(p, "-1")) {
        return true;
    }
    if (!htv_gdb_number(p, &id) || id > g->target.harts) {
        return false;
    }
    *hart = id == 0 ? HTV_GDB_HARTS : (unsigned)id - 1;
    return true;
}
