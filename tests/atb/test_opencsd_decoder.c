/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The N-Trace decoder in Arm's library: two harts, their encoders, a funnel, an ATB bridge, frames
 * in an ETB. OpenCSD takes the frames apart and runs our decoder on the ID; its generic elements,
 * source by source, are what the harts retired, exceptions included.
 */
#include "atb_rig.h"

#include "encoder_regs.h"
#include "funnel_regs.h"
#include "opencsd_ntrace.h"
#include "trm/trm_encoder.h"
#include "trm/trm_funnel.h"

enum {
    SPACE = 1 << 17,
    HARTS = 2,
    PCS = 1 << 17,
    ID = 0x21,
    STRIDE = 0x10000,
};

#define CODE UINT64_C(0x80000000)

static struct source {
    struct rh_hart hart;
    struct trm_encoder enc;
    struct rh_step step;
    bool stalled;
    uint64_t pc[PCS];
    size_t executed, decoded;
    unsigned traps, exceptions, returns, starts, ends;
} source[HARTS];

static struct trm_funnel funnel;
static struct node atb;
static struct trm_etb etb;
static uint8_t memory[SPACE], frames[SPACE];
static struct opencsd_ntrace decoder;

static struct {
    struct rh_rng rng;
    unsigned wait_one_in, waits; /* the client wants a pause now and then */
    unsigned unknown, lost_sync;
    bool exact; /* elements are compared with what was executed */
} client;

/* ---- the hardware ---- */

static void source_init(struct source *s, unsigned index, uint32_t mode)
{
    struct trm_encoder_cfg cfg;
    struct rh_cfg rc = {.base = CODE + STRIDE * index,
                        .xlen = 64,
                        .itype_width = 4,
                        .max_block = 4,
                        .trap_one_in = 50,
                        .branch_bias = 8};
    memset(s, 0, sizeof *s);
    trm_encoder_cfg_init(&cfg);
    rh_init(&s->hart, &rc, index + 1);
    assert_int_equal(trm_encoder_init(&s->enc, &cfg), TRM_OK);
    trm_encoder_connect(&s->enc, trm_funnel_link(&funnel, index));
    trm_encoder_reg_write(&s->enc, TR_TE_CONTROL_OFFSET, 4, TR_TE_ACTIVE_MASK);
    trm_encoder_reg_write(&s->enc, TR_TE_INST_FEATURES_OFFSET, 4,
                          2u << TR_TE_SRC_BITS_SHIFT | (index + 1) << TR_TE_SRC_ID_SHIFT);
    trm_encoder_reg_write(&s->enc, TR_TE_CONTROL_OFFSET, 4,
                          TR_TE_ACTIVE_MASK | TR_TE_ENABLE_MASK | TR_TE_INST_TRACING_MASK |
                              TR_TE_INST_STALL_ENA_MASK | mode << TR_TE_INST_MODE_SHIFT |
                              TR_TE_INST_SYNC_MODE_MESSAGES << TR_TE_INST_SYNC_MODE_SHIFT);
}

static void init(uint32_t mode)
{
    struct trm_atbbridge_cfg ac;
    struct trm_funnel_cfg fc;
    struct trm_etb_cfg ec;
    trm_atbbridge_cfg_init(&ac);
    node_on(&atb, &ac, ID);
    trm_etb_cfg_init(&ec);
    ec.memory = memory;
    ec.bytes = SPACE;
    assert_int_equal(trm_etb_init(&etb, &ec), TRM_OK);
    trm_etb_start(&etb);
    trm_funnel_cfg_init(&fc);
    fc.inputs = HARTS;
    assert_int_equal(trm_funnel_init(&funnel, &fc), TRM_OK);
    trm_funnel_connect(&funnel, trm_atbbridge_link(&atb.bridge));
    trm_funnel_reg_write(&funnel, TR_FUNNEL_CONTROL_OFFSET, 4, 1);
    trm_funnel_reg_write(&funnel, TR_FUNNEL_CONTROL_OFFSET, 4, 3);
    for (unsigned i = 0; i < HARTS; i++) {
        source_init(&source[i], i, mode);
    }
}

/* The encoder has the record: this is what it should tell. */
static void note(struct source *s)
{
    for (unsigned i = 0; i < s->step.count; i++) {
        assert_true(s->executed < PCS);
        s->pc[s->executed++] = s->step.pc[i];
    }
    for (unsigned i = 0; i < s->step.in.nblocks; i++) {
        unsigned itype = s->step.in.block[i].itype;
        s->traps += itype == INGRESS_ITYPE_EXCEPTION || itype == INGRESS_ITYPE_INTERRUPT;
    }
}

static void tick(bool go)
{
    struct trm_atb_out out = *trm_atbbridge_out(&atb.bridge);
    struct trm_atb_in in = *trm_etb_pins(&etb);
    trm_atbbridge_tick(&atb.bridge, &in);
    trm_etb_tick(&etb, &out);
    trm_funnel_tick(&funnel);
    for (unsigned i = 0; i < HARTS; i++) {
        struct source *s = &source[i];
        trm_encoder_tick(&s->enc);
        if (!go) {
            continue;
        }
        if (!s->stalled) {
            rh_step(&s->hart, &s->step);
        }
        s->stalled = trm_encoder_ingress(&s->enc, &s->step.in);
        if (!s->stalled) {
            note(s);
        }
    }
}

static uint32_t capture(uint32_t mode, unsigned cycles)
{
    init(mode);
    tick(false);
    for (unsigned t = 0; t < cycles; t++) {
        tick(true);
    }
    for (unsigned i = 0; i < HARTS; i++) {
        trm_encoder_reg_write(&source[i].enc, TR_TE_CONTROL_OFFSET, 4, TR_TE_ACTIVE_MASK);
    }
    for (unsigned t = 0; t < 4000; t++) {
        tick(false);
    }
    trm_funnel_reg_write(&funnel, TR_FUNNEL_CONTROL_OFFSET, 4, 1);
    trm_etb_flush(&etb);
    for (unsigned t = 0; t < 4000 && !trm_etb_flushed(&etb); t++) {
        tick(false);
    }
    assert_true(trm_etb_flushed(&etb));
    trm_etb_stop(&etb);
    return trm_etb_read(&etb, frames, sizeof frames);
}

/* ---- the library's client ---- */

/* The instructions of a range, by the sizes that the program was made with. */
static void take_range(struct source *s, const ocsd_generic_trace_elem *e)
{
    uint64_t pc = e->st_addr;
    for (unsigned i = 0; i < e->num_instr_range; i++) {
        uint64_t offset = pc - s->hart.cfg.base;
        assert_true(offset < RH_CODE_BYTES && s->hart.size[offset / 2] != 0);
        if (client.exact) {
            assert_true(s->decoded < s->executed);
            assert_int_equal(pc, s->pc[s->decoded]);
        }
        s->decoded++;
        pc += s->hart.size[offset / 2];
    }
    assert_int_equal(pc, e->en_addr);
}

static ocsd_datapath_resp_t elem_in(const void *context, const ocsd_trc_index_t index,
                                    const uint8_t id, const ocsd_generic_trace_elem *e)
{
    const struct flow_elem *own = e->ptr_extended_data;
    (void)context;
    (void)index;
    assert_int_equal(id, ID);
    assert_true(e->extended_data);
    struct source *s =
        e->elem_type == OCSD_GEN_TRC_ELEM_EO_TRACE || own->src < 1 || own->src > HARTS
            ? &source[0]
            : &source[own->src - 1];
    switch (e->elem_type) {
    case OCSD_GEN_TRC_ELEM_INSTR_RANGE:
        take_range(s, e);
        break;
    case OCSD_GEN_TRC_ELEM_EXCEPTION:
        s->exceptions++;
        break;
    case OCSD_GEN_TRC_ELEM_EXCEPTION_RET:
        s->returns++;
        break;
    case OCSD_GEN_TRC_ELEM_TRACE_ON:
        assert_int_equal(e->trace_on_reason, TRACE_ON_NORMAL);
        s->starts++;
        break;
    case OCSD_GEN_TRC_ELEM_EO_TRACE:
        source[0].ends++;
        break;
    case OCSD_GEN_TRC_ELEM_UNKNOWN:
        client.unknown++;
        break;
    case OCSD_GEN_TRC_ELEM_NO_SYNC:
        client.lost_sync++;
        break;
    default:
        break;
    }
    if (rh_chance(&client.rng, client.wait_one_in)) {
        client.waits++;
        return OCSD_RESP_WAIT;
    }
    return OCSD_RESP_CONT;
}

/* An operation of the tree; pauses that the client asked for end at once. */
static uint32_t operate(dcd_tree_handle_t tree, ocsd_datapath_op_t op, uint32_t at, uint32_t n)
{
    uint32_t used = 0;
    const uint8_t *bytes = op == OCSD_OP_DATA ? frames + at : NULL;
    ocsd_datapath_resp_t r = ocsd_dt_process_data(tree, op, at, n, bytes, &used);
    while (OCSD_DATA_RESP_IS_WAIT(r)) {
        uint32_t none = 0;
        r = ocsd_dt_process_data(tree, OCSD_OP_FLUSH, 0, 0, NULL, &none);
    }
    assert_false(OCSD_DATA_RESP_IS_FATAL(r));
    return used;
}

/* OpenCSD 1.3.3 never frees what ocsd_dt_set_gen_elem_outfn allocates: not for the leak checker. */
extern void __lsan_disable(void) __attribute__((weak));
extern void __lsan_enable(void) __attribute__((weak));

static void set_client(dcd_tree_handle_t tree)
{
    if (__lsan_disable != NULL) {
        __lsan_disable();
    }
    assert_int_equal(ocsd_dt_set_gen_elem_outfn(tree, elem_in, NULL), OCSD_OK);
    if (__lsan_enable != NULL) {
        __lsan_enable();
    }
}

static void decode(uint32_t n, uint64_t seed, unsigned wait_one_in, bool exact)
{
    struct opencsd_ntrace_cfg cfg = {
        .cs_id = ID, .src = {1, 2}, .sources = HARTS, .memory = &decoder};
    unsigned char id = 0;
    memset(&client, 0, sizeof client);
    rh_seed(&client.rng, seed);
    client.wait_one_in = wait_one_in;
    client.exact = exact;
    trm_encoder_stream_cfg(&source[0].enc, &cfg.stream);
    dcd_tree_handle_t tree =
        ocsd_create_dcd_tree(OCSD_TRC_SRC_FRAME_FORMATTED, OCSD_DFRMTR_FRAME_MEM_ALIGN);
    assert_non_null(tree);
    assert_int_equal(
        ocsd_dt_create_decoder(tree, "NTRACE", OCSD_CREATE_FLG_FULL_DECODER, &cfg, &id), OCSD_OK);
    assert_int_equal(id, ID);
    set_client(tree);
    for (unsigned i = 0; i < HARTS; i++) {
        assert_int_equal(ocsd_dt_add_buffer_mem_acc(tree, source[i].hart.cfg.base,
                                                    OCSD_MEM_SPACE_ANY, source[i].hart.code,
                                                    RH_CODE_BYTES),
                         OCSD_OK);
    }
    for (uint32_t at = 0; at < n;) {
        uint32_t piece = 16 * (1 + rh_below(&client.rng, 40));
        uint32_t used = operate(tree, OCSD_OP_DATA, at, piece < n - at ? piece : n - at);
        assert_true(used > 0);
        at += used;
    }
    (void)operate(tree, OCSD_OP_EOT, 0, 0);
    ocsd_destroy_dcd_tree(tree);
}

/* ---- the cases ---- */

static void what_was_retired(uint32_t mode, unsigned wait_one_in)
{
    uint32_t n = capture(mode, 6000);
    assert_true(n > 4096 && n < SPACE);
    decode(n, 7 + mode, wait_one_in, true);
    for (unsigned i = 0; i < HARTS; i++) {
        struct source *s = &source[i];
        assert_true(s->executed > 5000);
        assert_int_equal(s->decoded, s->executed);
        assert_int_equal(s->starts, 1);
        assert_true(s->traps > 20);
        /* A trap in the last record has no handler yet. */
        assert_in_range(s->exceptions, s->traps - 1, s->traps);
    }
    assert_int_equal(source[0].ends, HARTS);
    assert_int_equal(client.unknown, 0);
    assert_true(wait_one_in == 0 || client.waits > 100);
}

static void every_instruction_of_every_hart(void **state)
{
    (void)state;
    what_was_retired(TR_TE_INST_MODE_HTM, 0);
    what_was_retired(TR_TE_INST_MODE_BTM, 0);
}

/* WAIT and FLUSH of the library's data path are those of ours. */
static void a_client_that_pauses_gets_the_same(void **state)
{
    (void)state;
    what_was_retired(TR_TE_INST_MODE_HTM, 5);
    what_was_retired(TR_TE_INST_MODE_BTM, 3);
}

/* Damage costs each source a gap, and no more: periodic syncs end it. */
static void damage_is_told_and_survived(void **state)
{
    (void)state;
    uint32_t n = capture(TR_TE_INST_MODE_HTM, 6000);
    for (uint32_t i = 0; i < 5; i++) {
        frames[n / 2 + 1 + 2 * i] = 0; /* odd bytes of a frame are data */
    }
    decode(n, 1, 0, false); /* after a gap the place in the execution is unknown */
    assert_true(client.unknown > 0);
    for (unsigned i = 0; i < HARTS; i++) {
        const struct source *s = &source[i];
        assert_true(s->decoded > s->executed * 3 / 4 && s->decoded < s->executed);
    }
}

static int register_decoder(void **state)
{
    (void)state;
    return ocsd_register_custom_decoder("NTRACE", &opencsd_ntrace_factory) == OCSD_OK ? 0 : -1;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_instruction_of_every_hart),
        cmocka_unit_test(a_client_that_pauses_gets_the_same),
        cmocka_unit_test(damage_is_told_and_survived),
    };
    return cmocka_run_group_tests_name("OpenCSD with our decoder", tests, register_decoder, NULL);
}
