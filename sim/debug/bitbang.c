/* SPDX-License-Identifier: Apache-2.0 */
/* The remote_bitbang protocol. */
#include "sim/sim_bitbang.h"

void sim_bitbang_init(struct sim_bitbang *b, const struct sim_bitbang_ops *ops, void *ctx)
{
    const struct sim_bitbang fresh = {.ops = ops, .ctx = ctx};

    *b = fresh;
}

size_t sim_bitbang_feed(struct sim_bitbang *b, const uint8_t *in, size_t n, uint8_t *out)
{
    size_t answers = 0;

    for (size_t i = 0; i < n && !b->quit; i++) {
        const uint8_t c = in[i];

        if (c >= '0' && c <= '7') {
            b->ops->pins(b->ctx, (c & 4) != 0, (c & 2) != 0, (c & 1) != 0);
        } else if (c == 'R') {
            out[answers++] = b->ops->tdo(b->ctx) ? '1' : '0';
        } else if (c >= 'r' && c <= 'u') {
            b->ops->reset(b->ctx, ((c - 'r') & 2) != 0, ((c - 'r') & 1) != 0);
        } else if (c == 'Q') {
            b->quit = true;
        } else if (c != 'B' && c != 'b') {
            b->unknown++;
        }
    }
    return answers;
}
