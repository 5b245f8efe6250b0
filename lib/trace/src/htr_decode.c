/* SPDX-License-Identifier: Apache-2.0 */
/* A whole trace into a writer. */
#include <stdlib.h>

#include "htr/htr_trace_plant.h"
#include "htr_decode_priv.h"

struct htr_decode {
    struct htr_tree tree;
    struct htr_branch branch;
};

/* A tree with the trace as its only branch, begun. */
static int begin(struct htr_decode *d)
{
    struct htr_branch *b = &d->branch;
    b->decoder = htr_trace_tree(b->t, &d->tree);
    return b->decoder < 0 ? b->decoder : htr_branch_begin(b);
}

int htr_decode_open(struct htr_decode **out, struct htr_trace *t, struct htr_writer *w,
                    bool allow_other)
{
    struct htr_decode *d = calloc(1, sizeof *d);
    *out = d;
    if (d == NULL) {
        return htr_fail(t->host, HTR_ERR_MEMORY, t->path, "not enough memory");
    }
    d->branch = (struct htr_branch){.t = t, .tree = &d->tree, .w = w, .allow_other = allow_other};
    int status = begin(d);
    if (status != HTR_OK) {
        htr_decode_close(d);
        *out = NULL;
    }
    return status;
}

int htr_decode_run(struct htr_decode *d, unsigned threads, struct htr_decoded *sum)
{
    struct htr_branch *b = &d->branch;
    int status = HTR_OK;
    htr_decoded_begin(sum);
    if (threads < 1 || threads > HTR_DECODE_THREADS) {
        return htr_fail(b->t->host, HTR_ERR_ARG, NULL, "%u threads; it is 1 to %d", threads,
                        HTR_DECODE_THREADS);
    }
    if (threads > 1 && htr_decode_parallel_fits(b)) {
        status = htr_decode_parallel(b, threads);
    }
    if (status != HTR_OK) {
        return status;
    }
    while (htr_branch_step(b) == 0) {
    }
    htr_write_flush(b->w);
    return htr_branch_end(b, sum);
}

void htr_decode_close(struct htr_decode *d)
{
    if (d != NULL) {
        htr_tree_close(&d->tree);
        free(d);
    }
}
