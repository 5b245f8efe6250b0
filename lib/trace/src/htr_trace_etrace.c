/* SPDX-License-Identifier: Apache-2.0 */
/* A trace of E-Trace: its configuration, its decoder, its packets. */
#include <stdlib.h>
#include <string.h>

#include "htr/htr_etrace.h"
#include "htr_inside_priv.h"
#include "htr_trace_load.h"

/* What is wrong with the configuration, in words. */
static int refuse(const struct htr_trace *t, const struct etrace_cfg *cfg, const char *wrong)
{
    const char *lacks = etrace_cfg_lacks(cfg, cfg->options);
    if (lacks != NULL) {
        return htr_fail(t->host, HTR_ERR_ARG, NULL,
                        "an option of the encoder (--te) needs --param %s=N, the size of its "
                        "table",
                        lacks);
    }
    if (strcmp(wrong, "payload") == 0) {
        return htr_fail(t->host, HTR_ERR_ARG, NULL,
                        "--te and --param do not fit together: a packet would be longer than the "
                        "%d bytes that it can have; check the widths (--param context_width, "
                        "time_width, ecause_width, iaddress_width)",
                        ETRACE_PAYLOAD_MAX);
    }
    return htr_fail(t->host, HTR_ERR_ARG, NULL,
                    "--te and --param do not fit together: %s is out of range", wrong);
}

/* Two options in one bit of ioptions: no support packet could report them. Returns HTR_OK, or
 * HTR_ERR_ARG after a message. */
static int check_bits(const struct htr_trace *t)
{
    static const char *const name[ETRACE_OPTIONS] = {
        [ETRACE_OPT_IMPLICIT_RETURN] = "implicit_return",
        [ETRACE_OPT_IMPLICIT_EXCEPTION] = "implicit_exception",
        [ETRACE_OPT_FULL_ADDRESS] = "full_address",
        [ETRACE_OPT_JUMP_TARGET_CACHE] = "jump_target_cache",
        [ETRACE_OPT_BRANCH_PREDICTION] = "branch_prediction",
        [ETRACE_OPT_SEQUENTIAL_JUMP] = "sequential_jump",
    };
    const uint8_t *bit = t->te.etrace.ioption_bit;
    for (unsigned i = 0; i < ETRACE_OPTIONS; i++) {
        for (unsigned k = 0; k < i; k++) {
            if (bit[i] == bit[k] && bit[i] < HTR_ETRACE_NO_BIT) {
                return htr_fail(t->host, HTR_ERR_ARG, NULL,
                                "--param ioption_%s=%u and ioption_%s=%u are the same bit; give "
                                "each its own, or %d to one that ioptions does not have",
                                name[k], bit[k], name[i], bit[i], HTR_ETRACE_NO_BIT);
            }
        }
    }
    return HTR_OK;
}

int htr_trace_configure_etrace(struct htr_trace *t)
{
    struct etrace_cfg cfg;
    htr_settings_etrace(&t->te, &cfg);
    const char *wrong = etrace_cfg_check(&cfg);
    if (wrong != NULL) {
        return refuse(t, &cfg, wrong);
    }
    if (check_bits(t) != HTR_OK) {
        return HTR_ERR_ARG;
    }
    if (t->etrace == NULL) {
        t->etrace = calloc(1, sizeof *t->etrace);
    }
    if (t->etrace == NULL) {
        return htr_fail(t->host, HTR_ERR_MEMORY, t->path, "does not fit in memory");
    }
    t->etrace->cfg = cfg;
    t->cfg.src_bits = cfg.src_bits;
    t->cfg.timestamps = cfg.ts_bytes != 0 || !cfg.notime;
    t->cfg.timestamp_bits = cfg.notime ? t->te.encoder.ts_width : cfg.time_width;
    return HTR_OK;
}

int htr_trace_begin_etrace(struct htr_trace *t, size_t size)
{
    struct htr_etrace *e = t->etrace;
    t->decoder.msgs.data = t->bytes.bytes; /* for htr_trace_rewind: reading has begun */
    if (etrace_decoder_init(&e->decoder, &e->cfg, &t->code.code, t->bytes.bytes, size) !=
        ETRACE_OK) {
        return htr_fail(t->host, HTR_ERR_ARG, NULL,
                        "no decoder can have these options; see --help");
    }
    e->decoder.all_sources = !t->one_source;
    e->decoder.src = t->src;
    e->decoder.more = t->more;
    while (t->wrapped && size != 0 && !htr_inside_etrace.align(&e->decoder)) {
        if (!htr_trace_refill(t)) {
            htr_note(t->host, t->path,
                     "no synchronization sequence, %u null bytes in a row: where a packet begins "
                     "is not known; leave out --wrapped if the file begins with a packet",
                     etrace_sync_run(&e->cfg) + 1u);
            e->decoder.reader.pos = e->decoder.reader.size;
            break;
        }
    }
    return HTR_OK;
}

int htr_etrace_begin(struct htr_trace *t, bool wrapped)
{
    const bool as_opened = t->wrapped;
    int status = htr_trace_rewind(t);
    t->messages = true;
    t->wrapped = wrapped;
    if (status == HTR_OK) {
        status = htr_trace_begin_etrace(t, t->bytes.size);
    }
    t->wrapped = as_opened;
    return status;
}

enum etrace_status htr_etrace_next(struct htr_trace *t, struct etrace_frame *f)
{
    enum etrace_status rc = etrace_reader_next(&t->etrace->decoder.reader, f);
    while (rc == ETRACE_ERR_END && htr_trace_refill(t)) {
        rc = etrace_reader_next(&t->etrace->decoder.reader, f);
    }
    return rc;
}

const uint8_t *htr_etrace_bytes(const struct htr_trace *t, const struct etrace_frame *f)
{
    const struct etrace_reader *r = &t->etrace->decoder.reader;
    return r->data + (f->offset - r->base);
}

/* Wrong parameters show at once: after this many packets they are not the cause. */
static const char *remedy_of_packets(const struct flow_elem *e)
{
    if (e->msg >= HTR_TRACE_EARLY) {
        return "wrong parameters would have shown earlier: these bytes are damaged, or the encoder "
               "is wrong (hartrace dump --bytes shows them)";
    }
    return "check --te trTeSrcBits and trTsEnable, and the widths (--param iaddress_width, "
           "iaddress_lsb, privilege_width, ecause_width, nocontext, notime), or the bytes are "
           "damaged";
}

const char *htr_trace_remedy_in(const struct htr_trace *t, const struct flow_elem *e)
{
    if (htr_trace_protocol(t) == HTR_NTRACE) {
        return htr_trace_remedy(e);
    }
    switch (e->status) {
    case ETRACE_ERR_NOCODE:
        return "is this the code that ran? give all of it: --elf, --image FILE@ADDR";
    case ETRACE_ERR_NOSYNC:
        return "decoding begins at the first synchronization packet (format 3, subformat 0 or 1)";
    case ETRACE_ERR_OPTION:
        return "give its size: --param bpred_size, cache_size, return_stack_size or "
               "call_counter_size; or the bits of ioptions are others (--param ioption_*)";
    case ETRACE_ERR_HANDLER:
        return "give --param mtvec, stvec or vstvec";
    case ETRACE_ERR_TRUNCATED:
    case ETRACE_ERR_EXTRA:
    case ETRACE_ERR_RESERVED:
        return remedy_of_packets(e);
    default:
        return e->msg < HTR_TRACE_EARLY
                   ? "the code is not what ran, or an option or parameter of the encoder is "
                     "missing (--te trTeInst*, --param)"
                   : "this packet or one since the last synchronization packet is wrong, or the "
                     "code has changed since";
    }
}
