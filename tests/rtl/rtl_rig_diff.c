/* SPDX-License-Identifier: Apache-2.0 */
/* What to do when the encoder in SystemVerilog and its model differ: tell where, and shorten. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "enc_bench.h"
#include "encoder_regs.h"
#include "rtl_rig.h"

uint32_t rig_data_status(struct rig_result *r, uint32_t got, bool exact)
{
    const uint32_t stall = TR_TE_DATA_STALL_OR_OVERFLOW_MASK, lost = stall | TR_TE_DATA_DROP_MASK;
    r->loss |= (got & lost) != 0 && r->stalls == 0;
    if (!exact) {
        return got & lost;
    }
    return r->stalls != 0 ? got & stall : 0;
}

unsigned rig_packet_bytes(struct trm_encoder *enc, uint8_t header)
{
    struct etrace_cfg cfg;
    uint32_t control = 0;
    assert_int_equal(trm_encoder_reg_read(enc, TR_TE_CONTROL_OFFSET, 4, &control), TRM_OK);
    if (!enc->cfg.etrace || (control & TR_TE_FORMAT_MASK) != 0) {
        return 0;
    }
    trm_encoder_etrace_cfg(enc, &cfg);
    return 1u + cfg.src_bits / 8u + ((header & 0x80u) != 0 ? cfg.ts_bytes : 0u) + (header & 31u);
}

size_t rig_message_end(const uint8_t *bytes, size_t n, size_t at)
{
    while (at < n && (bytes[at] & 3u) != 3u) {
        at++;
    }
    return at < n ? at + 1 : n;
}

/* The messages that are equal: their bytes, and their number is added. */
size_t rig_equal_bytes(const struct rig_result *r, size_t *messages)
{
    size_t at = 0;
    while (r->etrace && at < r->model_n && at < r->rtl_n && r->model[at] == r->rtl[at]) {
        at++;
    }
    while (!r->etrace && at < r->model_n && at < r->rtl_n) {
        size_t end = rig_message_end(r->model, r->model_n, at);
        if (end > r->rtl_n || memcmp(r->model + at, r->rtl + at, end - at) != 0) {
            break;
        }
        at = end;
        ++*messages;
    }
    return at;
}

void rig_shrink(const struct rtl_encoder_kind *kind, const struct trm_encoder_cfg *cfg,
                struct rig_script *s)
{
    struct rig_result r;
    for (size_t chunk = s->n / 2; chunk != 0; chunk /= 2) {
        for (size_t at = 0; at + chunk <= s->n;) {
            struct rig_script without = {.n = 0};
            for (size_t i = 0; i < s->n; i++) {
                if (i < at || i >= at + chunk) {
                    *rig_add(&without) = s->step[i];
                }
            }
            rig_run(kind, cfg, &without, true, &r);
            if (r.equal) {
                at += chunk;
                rig_script_free(&without);
            } else {
                rig_script_free(s);
                *s = without;
            }
        }
    }
}

static void print_messages(const char *who, const struct nexus_stream_cfg *stream,
                           const uint8_t *bytes, size_t n, size_t at)
{
    size_t from = at, end = at;
    for (size_t back = 0; back < 3 && from > 0; back++) {
        from--;
        while (from > 0 && (bytes[from - 1] & 3u) != 3u) {
            from--;
        }
    }
    print_message("%s, from byte %zu of %zu:\n", who, from, n);
    while (from < n && end < at + 30) {
        struct nexus_msg_decoder d;
        struct nexus_msg m;
        char text[512] = "?\n";
        end = rig_message_end(bytes, n, from);
        print_message("  %s", from == at ? ">" : " ");
        for (size_t i = from; i < end; i++) {
            print_message("%02x ", bytes[i]);
        }
        if (nexus_msg_decoder_init(&d, stream, bytes + from, end - from) == NEXUS_OK &&
            nexus_msg_next(&d, &m) == NEXUS_OK) {
            (void)bench_line(stream, &m, text, sizeof text);
        }
        print_message(" %s", text);
        from = end;
    }
}

void rig_print(const struct rig_result *r)
{
    print_message("message %zu, cycle %llu %s\n", r->message, (unsigned long long)r->rtl_cycle,
                  r->why);
    print_messages("model", &r->stream, r->model, r->model_n, r->offset);
    print_messages("RTL", &r->stream, r->rtl, r->rtl_n, r->offset);
}

static void print_step(size_t i, const struct rig_step *step)
{
    const struct ingress_cycle *in = &step->record;
    if (step->has_write) {
        print_message("  %zu: write 0x%03x = 0x%08x\n", i, step->offset, step->value);
    }
    if (step->sync || step->flush) {
        print_message("  %zu:%s%s\n", i, step->sync ? " sync" : "", step->flush ? " flush" : "");
    }
    if (!step->has_record) {
        return;
    }
    print_message("  %zu: priv %u ctype %u ctx %llx trig %x ext %x%s%s%s", i, in->priv, in->ctype,
                  (unsigned long long)in->context, in->trigger, in->ext_trig,
                  in->halted ? " halted" : "", in->reset ? " reset" : "",
                  in->lowpower ? " lowpower" : "");
    for (unsigned k = 0; k < in->nblocks; k++) {
        const struct ingress_block *b = &in->block[k];
        print_message(" [%llx +%u itype %u last %u%s]", (unsigned long long)b->iaddr, b->iretire,
                      b->itype, b->ilastsize, b->sijump ? " si" : "");
    }
    print_message("\n");
}

static struct rig_result last;

const struct rig_result *rig_last(void)
{
    return &last;
}

uint64_t rig_check(const struct rtl_encoder_kind *kind, const struct trm_encoder_cfg *cfg,
                   struct rig_script *s, uint64_t seed)
{
    struct rig_result r;
    rig_run(kind, cfg, s, true, &r);
    if (r.equal) {
        last = r;
        return r.sent;
    }
    print_message("%s: RTL and model differ, seed %llu, %zu steps, message %zu, cycle %llu%s%s\n",
                  kind->name, (unsigned long long)seed, s->n, r.message,
                  (unsigned long long)r.rtl_cycle, r.why[0] != 0 ? "; " : "", r.why);
    rig_shrink(kind, cfg, s);
    rig_run(kind, cfg, s, true, &r);
    print_message("the shortest run found:\n");
    for (size_t i = 0; i < s->n && i < 60; i++) {
        print_step(i, &s->step[i]);
    }
    rig_print(&r);
    fail();
    return 0;
}
