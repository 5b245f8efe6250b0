/* SPDX-License-Identifier: Apache-2.0 */
/* Optimization extensions: implicit return and repeated history (N-Trace 1.0, Optimization
 * Extensions). */
#include "trm_encoder_int.h"

static uint64_t return_mask(const struct trm_encoder *enc)
{
    if (enc->return_mode == TR_TE_INST_IMPLICIT_RETURN_MODE_PARTIAL) {
        return ((UINT64_C(1) << enc->cfg.return_bits) - 1u) & enc->addr_mask;
    }
    return enc->addr_mask;
}

void trm_encoder_opt_call(struct trm_encoder *enc, uint64_t return_addr)
{
    enc->ret_top = (uint8_t)((enc->ret_top + 1u) % enc->cfg.return_depth);
    enc->ret_stack[enc->ret_top] = return_addr & return_mask(enc);
    if (enc->ret_count < enc->cfg.return_depth) {
        enc->ret_count++;
    }
}

bool trm_encoder_opt_return(struct trm_encoder *enc)
{
    if (enc->ret_count == 0) {
        return false;
    }
    enc->ret_count--;
    enc->ret_expected = enc->ret_stack[enc->ret_top];
    enc->ret_top = (uint8_t)((enc->ret_top + enc->cfg.return_depth - 1u) % enc->cfg.return_depth);
    return true;
}

bool trm_encoder_opt_expected(const struct trm_encoder *enc, uint64_t addr)
{
    return (addr & return_mask(enc)) == enc->ret_expected;
}

/* The pattern held back and the full register are the same `len` bits twice: then repeat those, and
 * keep the bits behind them. */
static bool find_pattern(struct trm_encoder *enc, unsigned len)
{
    unsigned n = enc->cfg.hist_bits - 1u;
    uint64_t ones = (UINT64_C(1) << n) - 1u;
    uint64_t both = ((enc->rep_hist & ones) << n) | (enc->hist & ones);
    unsigned rest = 2 * (n - len);
    uint64_t pattern = both >> (rest + len);
    if ((both >> rest & ((UINT64_C(1) << len) - 1u)) != pattern) {
        return false;
    }
    enc->rep_hist = (uint32_t)(pattern | UINT64_C(1) << len);
    enc->rep_len = (uint8_t)len;
    enc->rep_count = 2;
    enc->hist = (uint32_t)((both & ((UINT64_C(1) << rest) - 1u)) | UINT64_C(1) << rest);
    return true;
}

bool trm_encoder_opt_hist_full(struct trm_encoder *enc)
{
    unsigned n = enc->cfg.hist_bits - 1u;
    unsigned shift = n - enc->rep_len;
    uint32_t most = (UINT32_C(1) << enc->cfg.hrepeat_bits) - 1u;
    if (enc->rep_count != 0 && enc->rep_count < most && enc->hist >> shift == enc->rep_hist) {
        enc->rep_count++;
        uint32_t stop = UINT32_C(1) << shift;
        enc->hist = (enc->hist & (stop - 1u)) | stop;
        return true;
    }
    /* Patterns of 28 and 30 bits hold every repetition of 1 to 7 outcomes. */
    if (enc->rep_count == 1 && n == 31 && (find_pattern(enc, 28) || find_pattern(enc, 30))) {
        return true;
    }
    if (enc->rep_count != 0 && !trm_encoder_msg_repeat(enc)) {
        return false;
    }
    enc->rep_hist = enc->hist;
    enc->rep_len = (uint8_t)n;
    enc->rep_count = 1;
    enc->hist = 1;
    return true;
}
