/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Encode messages and send them: a loop of two instructions of 32 bits, run TURNS times, and one
 * instruction after it, as branch trace.
 *
 *   cc encode.c $(pkg-config --cflags --libs hartrace) -o encode
 *   ./encode 3 | nc HOST 9000
 */
#include <stdio.h>
#include <stdlib.h>

#include "nexus/nexus_msg.h"

static const struct field {
    enum nexus_field field;
    uint64_t value;
} start[] = {{NEXUS_F_SYNC, NEXUS_SYNC_TRACE_ENABLE},
             {NEXUS_F_ICNT, 0},
             {NEXUS_F_ADDR, 0x80000000 >> 1}}, /* F-ADDR has no bit 0 */
    branch[] = {{NEXUS_F_ICNT, 4}},            /* half-words up to the taken branch, with it */
    stop[] = {{NEXUS_F_EVCODE, NEXUS_EVCODE_TRACE_DISABLED},
              {NEXUS_F_CDF, 0},
              {NEXUS_F_ICNT, 6}}; /* the last turn, and what follows the loop */

/* Returns false after a message. */
static bool send_message(const struct nexus_stream_cfg *cfg, enum nexus_tcode tcode,
                         const struct field *field, size_t n)
{
    uint8_t bytes[NEXUS_MAX_MSG_BYTES];
    struct nexus_msg m;
    nexus_msg_start(&m, tcode, 0);
    for (size_t i = 0; i < n; i++) {
        nexus_msg_set(&m, field[i].field, field[i].value);
    }
    int length = nexus_msg_encode(cfg, &m, bytes, sizeof bytes);
    if (length < 0) {
        fprintf(stderr, "encode: %s: %s\n", nexus_tcode_name(tcode), nexus_strerror(length));
        return false;
    }
    if (fwrite(bytes, 1, (size_t)length, stdout) != (size_t)length || fflush(stdout) != 0) {
        perror("encode");
        return false;
    }
    return true;
}

int main(int argc, char **argv)
{
    long turns = argc == 2 ? strtol(argv[1], NULL, 0) : 1;
    struct nexus_stream_cfg cfg;
    nexus_cfg_init(&cfg);
    bool good = send_message(&cfg, NEXUS_PROG_TRACE_SYNC, start, 3);
    for (long i = 1; i < turns && good; i++) {
        good = send_message(&cfg, NEXUS_DIRECT_BRANCH, branch, 1);
    }
    return good && send_message(&cfg, NEXUS_PROG_TRACE_CORRELATION, stop, 3) ? 0 : 1;
}
