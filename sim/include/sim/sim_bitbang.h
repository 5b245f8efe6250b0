/* SPDX-License-Identifier: Apache-2.0 */
/*
 * OpenOCD's remote_bitbang protocol: one byte per command. `0`..`7` drive TCK, TMS, TDI (bits 2, 1,
 * 0), `R` asks for TDO and gets `0` or `1`, `r`..`u` drive TRST (bit 1) and SRST (bit 0), `B` and
 * `b` blink, `Q` ends. Every other byte is ignored and counted.
 *
 * The parser knows bytes and pins; the server below it, sockets. Neither ever waits, unless asked
 * to.
 *
 * Source: OpenOCD manual, "Debug Adapter Configuration", remote_bitbang.
 */
#ifndef SIM_BITBANG_H
#define SIM_BITBANG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/sim_message.h"
#include "sim/sim_must_check.h"

#ifdef __cplusplus
extern "C" {
#endif

struct sim_bitbang_ops {
    void (*pins)(void *ctx, bool tck, bool tms, bool tdi);
    bool (*tdo)(void *ctx);
    void (*reset)(void *ctx, bool trst, bool srst);
};

struct sim_bitbang {
    const struct sim_bitbang_ops *ops;
    void *ctx;
    bool quit;        /* `Q` was read */
    uint64_t unknown; /* bytes that are no command */
};

void sim_bitbang_init(struct sim_bitbang *b, const struct sim_bitbang_ops *ops, void *ctx);

/* Take n bytes. Answers go to out, at most one per byte: room for n. Stops after `Q`. Returns the
 * number of answers. */
size_t sim_bitbang_feed(struct sim_bitbang *b, const uint8_t *in, size_t n, uint8_t *out);

enum sim_bitbang_status {
    SIM_BITBANG_OK = 0,
    SIM_BITBANG_ERR_ARG = -1,    /* the place is neither a port nor unix:PATH: see the message */
    SIM_BITBANG_ERR_SOCKET = -2, /* the socket cannot be made: see the message */
};

enum {
    SIM_BITBANG_CHUNK = 4096,
    SIM_BITBANG_GRACE_MS = 250,
};

/* One listener, at most one client. Another one waits for SIM_BITBANG_GRACE_MS: when the old one
 * has left by then it is served, otherwise it is turned away. When a client leaves, TRST and SRST
 * are released. */
struct sim_bitbang_server {
    struct sim_bitbang protocol;
    int listener, client;           /* -1: none */
    unsigned port;                  /* TCP: the port in use */
    char path[108];                 /* UNIX socket, or empty */
    uint8_t out[SIM_BITBANG_CHUNK]; /* answers that the client did not take yet */
    size_t out_begin, out_end;
    uint64_t clients;  /* that have come so far */
    uint32_t idle_ms;  /* a client that is silent this long is sent away; 0: never. May be set after
                          opening */
    uint64_t heard_ms; /* private: time of the last byte */
    bool knocked;      /* private: another one waits, */
    uint64_t knock_ms; /* private: since this time */
};

/* What a poll did. */
enum sim_bitbang_event {
    SIM_BITBANG_IDLE = 0,
    SIM_BITBANG_BUSY = 1 << 0,   /* bytes went in or out */
    SIM_BITBANG_CAME = 1 << 1,   /* a client has connected */
    SIM_BITBANG_GONE = 1 << 2,   /* the client has left, or sent `Q`; comes before CAME */
    SIM_BITBANG_SILENT = 1 << 3, /* with GONE: it was sent away after idle_ms */
};

/* Listen at `where`: a TCP port of 127.0.0.1 (0: any free one, see port), or unix:PATH (a socket
 * left there by a server that has ended is replaced). Returns SIM_BITBANG_OK, or an error with a
 * message. sim_bitbang_server_close is always allowed. */
SIM_MUST_CHECK enum sim_bitbang_status sim_bitbang_server_open(struct sim_bitbang_server *s,
                                                               const char *where,
                                                               const struct sim_bitbang_ops *ops,
                                                               void *ctx, struct sim_message *msg);
void sim_bitbang_server_close(struct sim_bitbang_server *s);

/* Take what has arrived, at most SIM_BITBANG_CHUNK bytes, and answer. Waits for something to happen
 * no longer than wait_ms milliseconds (0: not at all); a signal ends the wait. While the client
 * does not read its answers nothing more is taken from it. Returns a set of enum sim_bitbang_event.
 */
unsigned sim_bitbang_server_poll(struct sim_bitbang_server *s, unsigned wait_ms);

#ifdef __cplusplus
}
#endif

#endif
