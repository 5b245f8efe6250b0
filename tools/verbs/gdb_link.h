/* SPDX-License-Identifier: Apache-2.0 */
/* The way to GDB: standard input and output, or a socket of this machine. */
#ifndef TOOLS_GDB_LINK_H
#define TOOLS_GDB_LINK_H

#include <stdbool.h>
#include <stddef.h>

#include "htr/htr_host.h"
#include "htv/htv_gdb.h"

enum {
    GDB_LINK_BYTES = 1 << 14
};

struct gdb_link {
    struct htr_host *host;
    int in, out, listener; /* or -1 */
    const char *path;      /* of a socket that is a file, or NULL */
    bool gone;             /* the peer */
    size_t fill;
    char bytes[GDB_LINK_BYTES]; /* that came while a command was carried out */
};

/* place: "-" for standard input and output, a TCP port of 127.0.0.1 ("0" for any free one), or
 * unix:PATH. A socket is announced on stdout, and the first GDB that comes is served. Returns
 * HTR_OK, or after a message HTR_ERR_ARG (no place), HTR_ERR_OPEN (it is taken, or the user stopped
 * the wait). Ends with gdb_link_close in every case. */
int gdb_link_open(struct gdb_link *l, struct htr_host *host, const char *place) HTR_MUST_CHECK;

/* For htv_gdb_open. */
struct htv_gdb_link gdb_link_functions(struct gdb_link *l);

/* Wait for bytes. Returns how many are in l->bytes; 0: GDB is gone, or the user wants to stop. */
size_t gdb_link_wait(struct gdb_link *l);

void gdb_link_close(struct gdb_link *l);

#endif
