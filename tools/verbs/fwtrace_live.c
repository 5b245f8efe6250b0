/* SPDX-License-Identifier: Apache-2.0 */
/* A ring in the memory of a live target: through OpenOCD (System Bus Access) or /dev/mem, while the
 * harts run. */
#include "fwtrace.h"

#include <stdlib.h>
#include <time.h>

#include "flow/flow_le.h"
#include "host.h"
#include "htt/htt_io.h"

enum {
    HEAD = 64,
    SLOTS_MAX = 1 << 20,
    AGAIN_MS = 50,
};

struct live {
    struct htt_io way;
    struct topology tree;
    struct topology_component window; /* the only one of the tree */
    uint8_t *bytes;
    uint32_t *words;
    size_t size;
};

static void close_live(struct live *l)
{
    htt_io_close(&l->way);
    free(l->bytes);
    free(l->words);
    free(l);
}

static int open_window(struct live *l, struct htr_host *host, const struct fwtrace_live *o,
                       size_t size)
{
    htt_io_close(&l->way);
    l->tree.ncomponents = 1;
    l->tree.component = &l->window;
    l->window.block.base = o->at;
    l->window.block.size = size;
    free(l->bytes);
    free(l->words);
    l->size = size;
    l->bytes = malloc(size);
    l->words = malloc(size);
    if (l->bytes == NULL || l->words == NULL) {
        return htr_fail(host, HTR_ERR_MEMORY, NULL, "not enough memory");
    }
    return htt_io_open(&l->way, host, &l->tree, &(struct htt_io_options){.io = o->io});
}

static int read_words(struct live *l, struct htr_host *host, const struct fwtrace_live *o,
                      size_t from, size_t n)
{
    const enum rvt_status s =
        rvt_io_read_block(&l->way.io, o->at + from, l->words + from / 4, n / 4, 4);
    if (s != RVT_OK) {
        return htr_fail(host, HTR_ERR_TARGET, NULL, "0x%llx cannot be read: %s %s",
                        (unsigned long long)(o->at + from), rvt_strerror(s),
                        htt_io_message(&l->way));
    }
    for (size_t i = from; i < from + n; i++) {
        l->bytes[i] = (uint8_t)(l->words[i / 4] >> i % 4 * 8);
    }
    return HTR_OK;
}

/* Head, slots: a word that was overwritten in between has another tag and is read in the next
 * round, as lost or as what it is then. */
static int read_once(struct live *l, struct htr_fw *f, const struct fwtrace_live *o)
{
    int status = read_words(l, f->host, o, 0, HEAD);
    if (status == HTR_OK) {
        status = read_words(l, f->host, o, HEAD, l->size - HEAD);
    }
    return status == HTR_OK ? htr_fw_ring(f, l->bytes, l->size, f->live) : status;
}

static bool wait_for_more(struct htr_host *host, time_t end)
{
    const struct timespec pause = {0, AGAIN_MS * 1000000L};
    (void)nanosleep(&pause, NULL);
    return !htr_stopped(host) && time(NULL) < end;
}

static int follow(struct live *l, struct htr_fw *f, struct htr_fw_writer *w,
                  const struct fwtrace_live *o)
{
    size_t at;
    int status = open_window(l, f->host, o, HEAD);
    if (status == HTR_OK) {
        status = read_words(l, f->host, o, 0, HEAD);
    }
    if (status != HTR_OK) {
        return status;
    }
    if (!htr_fw_ring_find(l->bytes, HEAD, &at)) {
        return htr_fail(f->host, HTR_ERR_MISSING, NULL,
                        "no ring at 0x%llx; give the address that fwt_ring_init was given",
                        (unsigned long long)o->at);
    }
    const uint32_t slots = (uint32_t)flow_le_get(l->bytes + 8, 4);
    if (slots > SLOTS_MAX) {
        return htr_fw_ring(f, l->bytes, HEAD, 0); /* says what is wrong */
    }
    status = open_window(l, f->host, o, HEAD + (size_t)slots * 8);
    const time_t end = time(NULL) + (time_t)o->seconds;
    do {
        if (status == HTR_OK) {
            status = read_once(l, f, o);
        }
        htr_out_flush(&w->out);
        (void)fflush(w->out.out);
    } while (status == HTR_OK && o->seconds > 0 && wait_for_more(f->host, end));
    return status;
}

int fwtrace_read_live(struct htr_fw *f, struct htr_fw_writer *w, const struct fwtrace_live *o)
{
    struct live *l = calloc(1, sizeof *l);
    if (l == NULL) {
        return htr_fail(f->host, HTR_ERR_MEMORY, NULL, "not enough memory");
    }
    int status = follow(l, f, w, o);
    if (status == HTR_OK) {
        status = htr_fw_end(f);
    }
    close_live(l);
    return status;
}
