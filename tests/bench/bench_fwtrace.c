/* SPDX-License-Identifier: Apache-2.0 */
/* Rates of decoding firmware trace: events a second, from memory to a consumer that counts. Rows
 * "WHAT<TAB>SECONDS<TAB>EVENTS<TAB>UNIT". */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "fwtrace/fwt_uart.h"
#include "htr/htr_fw_trace.h"

enum {
    SLOTS = 1 << 20,
    RUNS = 5,
    BYTES = 16 << 20,
};

struct sink {
    uint8_t *bytes;
    size_t n;
};

static int keep(void *ctx, uint8_t byte)
{
    struct sink *s = ctx;
    s->bytes[s->n++] = byte;
    return FWT_OK;
}

static int count(void *ctx, const struct htr_fw_event *e)
{
    *(uint64_t *)ctx += e->action != NULL;
    return HTR_OK;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t); /* others may be busy */
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

enum input {
    RING,
    BINARY,
    TEXT,
    INPUTS,
};

static int read_input(struct htr_fw *f, enum input input, const uint8_t *bytes, size_t size)
{
    return input == RING     ? htr_fw_ring(f, bytes, size, 0)
           : input == BINARY ? htr_fw_uart_binary(f, bytes, size)
                             : htr_fw_uart_text(f, bytes, size);
}

static bool measure(const struct htr_fw_table *table, enum input input, const uint8_t *bytes,
                    size_t size)
{
    static const char *const name[INPUTS] = {"ring", "UART, binary", "UART, text"};
    double best = 1e9;
    uint64_t events = 0;
    for (unsigned i = 0; i < RUNS; i++) {
        struct htr_host host = {0};
        events = 0;
        struct htr_fw f = {.table = table, .host = &host, .take = count, .ctx = &events};
        const double start = now();
        if (read_input(&f, input, bytes, size) != HTR_OK || events != SLOTS) {
            fprintf(stderr, "bench_fwtrace: %llu events, %s\n", (unsigned long long)events,
                    host.last.text);
            return false;
        }
        const double seconds = now() - start;
        best = seconds < best ? seconds : best;
    }
    printf("fwtrace %s\t%.4f\t%llu\tM events/s\n", name[input], best, (unsigned long long)events);
    return true;
}

/* ---- a trace ---- */

/* The same words as DataAcquisition messages, in a file. Returns false after a message. */
static bool make_trace(const char *path, const struct nexus_stream_cfg *cfg)
{
    uint8_t bytes[NEXUS_MAX_MSG_BYTES];
    FILE *f = fopen(path, "wb");
    bool good = f != NULL;
    for (uint32_t i = 0; i < SLOTS && good; i++) {
        const uint32_t domain = 2 + (i & 1u);
        struct nexus_msg m;
        nexus_msg_start(&m, NEXUS_DATA_ACQUISITION, 0);
        nexus_msg_set(&m, NEXUS_F_IDTAG, 4 * (1 + domain));
        nexus_msg_set(&m, NEXUS_F_DATA,
                      domain << 29 | (4 + i % 2) << 22 | (i * 2654435761u & 0x3fffff));
        const int n = nexus_msg_encode(cfg, &m, bytes, sizeof bytes);
        good = n > 0 && fwrite(bytes, 1, (size_t)n, f) == (size_t)n;
    }
    good = (f == NULL || fclose(f) == 0) && good;
    if (!good) {
        fprintf(stderr, "bench_fwtrace: %s cannot be written\n", path);
    }
    return good;
}

static bool measure_trace(const struct htr_fw_table *table, const char *path)
{
    static struct htr_trace t;
    struct htr_host host = {0};
    const struct htr_trace_options o = {.path = path};
    double best = 1e9;
    uint64_t events = 0;
    struct nexus_stream_cfg cfg;
    nexus_cfg_init(&cfg);
    if (!make_trace(path, &cfg)) {
        return false;
    }
    for (unsigned i = 0; i < RUNS; i++) {
        if (htr_trace_open(&t, &host, &o) != HTR_OK) {
            return false;
        }
        events = 0;
        struct htr_fw f = {.table = table, .host = &host, .take = count, .ctx = &events};
        const double start = now();
        const int status = htr_fw_trace(&f, &t);
        const double seconds = now() - start;
        htr_trace_close(&t);
        if (status != HTR_OK || events != SLOTS) {
            fprintf(stderr, "bench_fwtrace: %llu events of the trace\n",
                    (unsigned long long)events);
            return false;
        }
        best = seconds < best ? seconds : best;
    }
    printf("fwtrace stimulus messages\t%.4f\t%llu\tM events/s\n", best, (unsigned long long)events);
    return true;
}

/* Words of all domains, most of them in the table. */
static void send(struct fwt *t)
{
    for (uint32_t i = 0; i < SLOTS; i++) {
        fwt_debug(t, 2 + (i & 1u), 4 + i % 2, i * 2654435761u);
    }
}

/* The file is made where the first argument says, and stays there. */
int main(int argc, char **argv)
{
    const size_t memory = 64 + (size_t)SLOTS * 8;
    struct htr_host host = {0};
    struct htr_fw_table table;
    struct fwt_ring ring;
    static struct fwt_uart uart;
    uint32_t *queue = malloc(4096), *words = malloc(memory);
    struct sink s = {malloc(BYTES), 0};
    bool good = queue != NULL && words != NULL && s.bytes != NULL &&
                htr_fw_table_load(&table, &host, "ti-sysfw") == HTR_OK;
    for (unsigned input = RING; input < INPUTS && good; input++) {
        struct fwt t;
        struct fwt_port port = {.put = fwt_ring_put, .ctx = &ring};
        fwt_init(&t, 0xf);
        s.n = 0;
        if (input == RING) {
            good = fwt_ring_init(&ring, words, memory, FWT_RING_OVERWRITE) == FWT_OK;
        } else {
            port = (struct fwt_port){.put = fwt_uart_put, .ctx = &uart};
            good =
                fwt_uart_init(&uart, queue, 4096, input == TEXT ? FWT_UART_TEXT : FWT_UART_BINARY,
                              keep, &s) == FWT_OK;
        }
        good = good && fwt_attach(&t, &port, NULL) == FWT_OK;
        if (good) {
            send(&t);
            good =
                measure(&table, (enum input)input, input == RING ? (const uint8_t *)words : s.bytes,
                        input == RING ? memory : s.n);
        }
    }
    good = good && (argc < 2 || measure_trace(&table, argv[1]));
    htr_fw_table_free(&table);
    free(queue);
    free(words);
    free(s.bytes);
    return good ? 0 : 1;
}
