/* SPDX-License-Identifier: Apache-2.0 */
/* Optimization extensions: implicit return and repeated history (N-Trace 1.0, Optimization
 * Extensions). */
#include "trm_encoder_ntrace.h"

static uint64_t return_mask(const struct trm_encoder *enc)
{
    if (enc->return_mode == TR_TE_INST_IMPLICIT_RETURN_MODE_PARTIAL) {
        return ((UINT64_C(1) << enc->cfg.return_bits) - 1u) & enc->addr_mask;
    }
    return enc->addr_mask;
}

void trm_encoder_opt_call(struct trm_encoder *enc, uint64_t return_addr)
{
    enc->ret_top = (uint8_t)((enc->ret_top + 1u) % enc->cfg.return_stack);
    enc->ret_stack[enc->ret_top] = return_addr & return_mask(enc);
    if (enc->ret_count < enc->cfg.return_stack) {
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
    enc->ret_top = (uint8_t)((enc->ret_top + enc->cfg.return_stack - 1u) % enc->cfg.return_stack);
    return true;
}

bool trm_encoder_opt_expected(const struct trm_encoder *enc, uint64_t addr)
{
    return (addr & return_mask(enc)) == enc->ret_expected;
}

/* The pattern held back and the full register are the same `len` bits twice: then repeat those, and
 * keep the bits after them. */
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
        enc->rep_time = enc->time;
        uint64_t stop = UINT64_C(1) << shift;
        enc->hist = (enc->hist & (stop - 1u)) | stop;
        return true;
    }
    /* Patterns of 28 and 30 bits hold every repetition of 1 to 7 outcomes. */
    if (enc->rep_count == 1 && n == 31 && enc->cfg.hist_search == TRM_HIST_SEARCH_28_30 &&
        (find_pattern(enc, 28) || find_pattern(enc, 30))) {
        enc->rep_time = enc->time;
        return true;
    }
    if (enc->rep_count != 0 && !trm_encoder_msg_repeat(enc)) {
        return false;
    }
    enc->rep_hist = (uint32_t)enc->hist;
    enc->rep_len = (uint8_t)n;
    enc->rep_count = 1;
    enc->rep_time = enc->time;
    enc->hist = 1;
    return true;
}

/* --- TRM_HIST_SEARCH_ANY ---
 *
 * HIST is two registers long. As long as its outcomes have no pattern, the oldest register leaves
 * when both are full. Every fourth outcome the newest outcomes are compared with those 1, 2, ...
 * places before them. When that shows a repetition that costs less than the outcomes themselves,
 * what is before it is sent, and from then on outcomes are compared with the pattern alone. */

static uint32_t hrepeat_most(const struct trm_encoder *enc)
{
    return (UINT32_C(1) << enc->cfg.hrepeat_bits) - 1u;
}

static unsigned outcomes_in(uint64_t hist)
{
    unsigned n = 0;
    for (unsigned step = 32; step != 0; step /= 2) {
        if (hist >> step != 0) {
            hist >>= step;
            n += step;
        }
    }
    return n;
}

/* Bytes of a ResourceFull with that number of outcomes, HREPEAT left out. */
static unsigned chunk_bytes(const struct trm_encoder *enc, unsigned outcomes)
{
    unsigned bits = 6u + enc->stream.src_bits + 4u + 1u + outcomes;
    bool timed = enc->stream.timestamps && (enc->ts_messages & TRM_TS_RESOURCE) != 0;
    return (bits + 5u) / 6u + (timed ? 1u : 0u);
}

/* Bytes of ResourceFull messages for the outcomes before a pattern. */
static unsigned prefix_bytes(const struct trm_encoder *enc, unsigned outcomes)
{
    unsigned n = enc->cfg.hist_bits - 1u;
    unsigned bytes = 0;
    if (outcomes > n) {
        bytes += chunk_bytes(enc, n);
        outcomes -= n;
    }
    return outcomes == 0 ? bytes : bytes + chunk_bytes(enc, outcomes);
}

/* How many of the newest outcomes (all of `have` at most) repeat what is `len` places before. */
static unsigned repeated_outcomes(uint64_t hist, unsigned have, unsigned len)
{
    uint64_t differ = (hist ^ (hist >> len)) | UINT64_C(1) << (have - len);
    unsigned n = 0;
    for (unsigned step = 32; step != 0; step /= 2) {
        if ((differ & ((UINT64_C(1) << step) - 1u)) == 0) {
            differ >>= step;
            n += step;
        }
    }
    return n;
}

/* What a pattern of `len` outcomes that covers the newest `covered` ones saves, in units of
 * 1/(hist_bits - 1) byte; an outcome without a pattern costs its share of a full register. */
static int saving(const struct trm_encoder *enc, unsigned have, unsigned len, unsigned covered)
{
    unsigned n = enc->cfg.hist_bits - 1u;
    unsigned full = chunk_bytes(enc, n);
    unsigned before = prefix_bytes(enc, have - covered);
    unsigned pattern = chunk_bytes(enc, len) + 1u;
    return (int)((have - covered % len) * full) - (int)((before + pattern) * n);
}

/* Send what is before the pattern; then the outcomes are repetitions of it. */
static void begin_run(struct trm_encoder *enc, unsigned have, unsigned len, unsigned covered)
{
    unsigned n = enc->cfg.hist_bits - 1u;
    for (unsigned before = have - covered; before != 0;) {
        unsigned part = before > n ? n : before;
        if (!trm_encoder_msg_hist_oldest(enc, part)) {
            return;
        }
        before -= part;
    }
    unsigned rest = covered % len;
    enc->rep_run = true;
    enc->rep_len = (uint8_t)len;
    enc->rep_hist = (uint32_t)(enc->hist >> (covered - len));
    enc->rep_count = covered / len;
    enc->rep_phase = (uint8_t)rest;
    enc->rep_time = enc->time;
    enc->hist = (enc->hist & ((UINT64_C(1) << rest) - 1u)) | UINT64_C(1) << rest;
    if (enc->rep_count == hrepeat_most(enc)) {
        (void)trm_encoder_msg_repeat(enc);
    }
}

static bool search(struct trm_encoder *enc, unsigned have)
{
    unsigned most = enc->cfg.hist_bits - 1u;
    unsigned best_len = 0, best_covered = 0;
    int best = (int)(have == 2u * most ? most / 2u : most); /* half a byte, or one */
    for (unsigned len = 1; len <= most && 2 * len <= have; len++) {
        uint64_t newest = (UINT64_C(1) << len) - 1u;
        if (((enc->hist ^ (enc->hist >> len)) & newest) != 0) {
            continue; /* not even twice */
        }
        unsigned covered = repeated_outcomes(enc->hist, have, len) + len;
        if (covered / len > hrepeat_most(enc)) {
            covered = len * hrepeat_most(enc);
        }
        int gain = saving(enc, have, len, covered);
        if (gain >= best) {
            best = gain + 1;
            best_len = len;
            best_covered = covered;
        }
    }
    if (best_len == 0) {
        return false;
    }
    begin_run(enc, have, best_len, best_covered);
    return true;
}

/* An outcome during a run. Returns false when it does not fit the pattern: the run is over. */
static bool continue_run(struct trm_encoder *enc)
{
    unsigned want = (enc->rep_hist >> (enc->rep_len - 1u - enc->rep_phase)) & 1u;
    if ((enc->hist & 1u) != want) {
        enc->rep_run = false;
        if (enc->rep_count != 0) {
            (void)trm_encoder_msg_repeat(enc);
        }
        return false;
    }
    enc->rep_phase++;
    if (enc->rep_phase == enc->rep_len) {
        enc->rep_phase = 0;
        enc->hist = 1;
        enc->rep_count++;
        enc->rep_time = enc->time;
        if (enc->rep_count == hrepeat_most(enc)) {
            (void)trm_encoder_msg_repeat(enc);
        }
    }
    return true;
}

bool trm_encoder_opt_outcome(struct trm_encoder *enc)
{
    unsigned most = 2u * (enc->cfg.hist_bits - 1u);
    if (enc->rep_run && (continue_run(enc) || !enc->on)) {
        return false;
    }
    unsigned have = outcomes_in(enc->hist);
    bool full = have >= most;
    if ((have % 4u == 0 || full) && search(enc, have)) {
        return false;
    }
    return full;
}

/* A run so short that its outcomes fit in HIST: is that just as cheap? RepeatBranch needs them in
 * HIST. */
static bool undo_run(struct trm_encoder *enc)
{
    unsigned n = enc->cfg.hist_bits - 1u;
    uint64_t all = (uint64_t)enc->rep_count * enc->rep_len + enc->rep_phase;
    if (!enc->rep_run || all > n) {
        return false;
    }
    unsigned without = ((unsigned)all + 6u) / 6u;
    unsigned tail = enc->rep_phase == 0 ? 0u : (enc->rep_phase + 6u) / 6u;
    unsigned with = chunk_bytes(enc, enc->rep_len) + 1u + tail;
    if (without > with && !enc->repeat_branch) {
        return false;
    }
    uint64_t pattern = enc->rep_hist & ((UINT32_C(1) << enc->rep_len) - 1u);
    uint64_t hist = 1;
    for (; enc->rep_count != 0; enc->rep_count--) {
        hist = hist << enc->rep_len | pattern;
    }
    uint64_t rest = enc->hist & ((UINT64_C(1) << enc->rep_phase) - 1u);
    enc->hist = hist << enc->rep_phase | rest;
    enc->rep_run = false;
    return true;
}

bool trm_encoder_opt_flush(struct trm_encoder *enc)
{
    if (enc->rep_run && undo_run(enc)) {
        return true;
    }
    enc->rep_run = false;
    if (enc->rep_count != 0 && !trm_encoder_msg_repeat(enc)) {
        return false;
    }
    unsigned n = enc->cfg.hist_bits - 1u;
    return enc->hist >> n < 2 || trm_encoder_msg_hist_oldest(enc, n);
}
