/* SPDX-License-Identifier: Apache-2.0 */
/* Frames of our formatter, read by Arm's library: OpenCSD takes the frames apart, and a custom
 * decoder collects the bytes of each ATB ID. They are what was given to the bridges. With
 * ATB_SNAPSHOT=folder a capture is also written there as a snapshot for trc_pkt_lister, beside the
 * bytes of both IDs. */
#include "atb_rig.h"

#include <stdio.h>
#include <stdlib.h>

#include <opencsd/c_api/opencsd_c_api.h>

enum {
    MEMORY = 1 << 18,
};

static struct node node[2];
static uint8_t memory[MEMORY];
static uint8_t frames[MEMORY];

/* What came of one ID. */
static char name[] = "BYTES";
static struct collector {
    uint8_t bytes[BYTES_MAX];
    size_t n;
} collect[128];

static ocsd_datapath_resp_t data_in(const void *handle, const ocsd_datapath_op_t op,
                                    const ocsd_trc_index_t index, const uint32_t size,
                                    const uint8_t *block, uint32_t *used)
{
    struct collector *c = (struct collector *)handle;
    (void)index;
    if (op == OCSD_OP_DATA) {
        assert_true(c->n + size <= BYTES_MAX);
        memcpy(c->bytes + c->n, block, size);
        c->n += size;
        *used = size;
    }
    return OCSD_RESP_CONT;
}

static void update_pkt_mon(const void *handle, const int flags)
{
    (void)handle;
    (void)flags;
}

static ocsd_err_t create(const int flags, const void *config,
                         const ocsd_extern_dcd_cb_fns *callbacks, ocsd_extern_dcd_inst_t *inst)
{
    (void)flags;
    (void)callbacks;
    inst->fn_data_in = data_in;
    inst->fn_update_pkt_mon = update_pkt_mon;
    inst->cs_id = *(const uint8_t *)config;
    inst->decoder_handle = &collect[inst->cs_id];
    inst->p_decoder_name = name;
    return OCSD_OK;
}

static ocsd_err_t destroy(const void *handle)
{
    (void)handle;
    return OCSD_OK;
}

static ocsd_err_t id_of(const void *config, unsigned char *id)
{
    *id = *(const uint8_t *)config;
    return OCSD_OK;
}

/* Once for the process: ocsd_deregister_decoders of OpenCSD 1.3.3 crashes with custom decoders. */
static int register_decoder(void **state)
{
    static ocsd_extern_dcd_fact_t factory = {create, destroy, id_of, NULL, OCSD_PROTOCOL_END};
    (void)state;
    return ocsd_register_custom_decoder(name, &factory) == OCSD_OK ? 0 : -1;
}

/* Let the library take n bytes of frames apart; bytes of each ID are in collect[]. */
static void deformat(const uint8_t *bytes, uint32_t n, const uint32_t id[2], uint32_t flags)
{
    memset(collect, 0, sizeof collect);
    dcd_tree_handle_t tree = ocsd_create_dcd_tree(OCSD_TRC_SRC_FRAME_FORMATTED, flags);
    assert_non_null(tree);
    for (unsigned i = 0; i < 2; i++) {
        uint8_t cfg = (uint8_t)id[i];
        unsigned char got;
        assert_int_equal(
            ocsd_dt_create_decoder(tree, name, OCSD_CREATE_FLG_FULL_DECODER, &cfg, &got), OCSD_OK);
        assert_int_equal(got, id[i]);
    }
    uint32_t at = 0;
    while (at < n) {
        uint32_t used = 0;
        ocsd_datapath_resp_t resp =
            ocsd_dt_process_data(tree, OCSD_OP_DATA, at, n - at, bytes + at, &used);
        assert_int_equal(resp, OCSD_RESP_CONT);
        assert_true(used > 0);
        at += used;
    }
    uint32_t used = 0;
    (void)ocsd_dt_process_data(tree, OCSD_OP_EOT, 0, 0, NULL, &used);
    ocsd_destroy_dcd_tree(tree);
}

static void start_etb(struct trm_etb *etb, uint32_t bytes, uint32_t fsync)
{
    struct trm_etb_cfg cfg;
    trm_etb_cfg_init(&cfg);
    cfg.memory = memory;
    cfg.bytes = bytes;
    cfg.fsync_frames = fsync;
    assert_int_equal(trm_etb_init(etb, &cfg), TRM_OK);
}

static void write_file(const char *folder, const char *file, const void *bytes, size_t n)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s", folder, file);
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, n, f), n);
    assert_int_equal(fclose(f), 0);
}

/* The lister wants a source that it knows: an STM with an ID of its own, which sent nothing. */
static void write_snapshot(const char *folder, uint32_t n)
{
    static const char snapshot[] = "[snapshot]\nversion=1.0\ndescription=two ATB bridges\n\n"
                                   "[device_list]\ndevice0=source.ini\n\n"
                                   "[trace]\nmetadata=trace.ini\n";
    static const char source[] = "[device]\nname=STM_0\nclass=trace_source\ntype=STM\n\n"
                                 "[regs]\nSTMTCSR(0x3A0)=0x006A0001\n";
    static const char trace[] = "[trace_buffers]\nbuffers=buffer0\n\n"
                                "[buffer0]\nname=ETB_0\nfile=trace.bin\nformat=coresight\n\n"
                                "[source_buffers]\nSTM_0=ETB_0\n";
    write_file(folder, "snapshot.ini", snapshot, sizeof snapshot - 1);
    write_file(folder, "source.ini", source, sizeof source - 1);
    write_file(folder, "trace.ini", trace, sizeof trace - 1);
    write_file(folder, "trace.bin", frames, n);
    write_file(folder, "id0x10.bytes", node[0].sent, node[0].n);
    write_file(folder, "id0x11.bytes", node[1].sent, node[1].n);
}

static void bytes_of_each_id_come_back(void **state)
{
    (void)state;
    static const uint32_t pairs[][2] = {{0x01, 0x6F}, {0x10, 0x11}, {0x2A, 0x55}};
    const char *folder = getenv("ATB_SNAPSHOT");
    struct trm_etb etb;
    for (unsigned k = 0; k < 3; k++) {
        start_etb(&etb, MEMORY, 0);
        capture_two(node, pairs[k], &etb, 40000, k + 1);
        uint32_t n = trm_etb_read(&etb, frames, sizeof frames);
        assert_int_equal(n % 16, 0);
        if (folder != NULL && k == 1) {
            write_snapshot(folder, n);
        }
        deformat(frames, n, pairs[k], OCSD_DFRMTR_FRAME_MEM_ALIGN);
        for (unsigned i = 0; i < 2; i++) {
            const struct collector *c = &collect[pairs[k][i]];
            assert_true(node[i].n > 5000);
            assert_int_equal(c->n, node[i].n);
            assert_memory_equal(c->bytes, node[i].sent, c->n);
        }
    }
}

static void frame_synchronization_is_understood(void **state)
{
    (void)state;
    static const uint32_t id[2] = {0x10, 0x11};
    struct trm_etb etb;
    start_etb(&etb, MEMORY, 8);
    capture_two(node, id, &etb, 20000, 9);
    uint32_t n = trm_etb_read(&etb, frames, sizeof frames);
    deformat(frames, n, id, OCSD_DFRMTR_HAS_FSYNCS);
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(collect[id[i]].n, node[i].n);
        assert_memory_equal(collect[id[i]].bytes, node[i].sent, node[i].n);
    }
}

/* A wrapped buffer: what is left is the end of what was sent. */
static void a_wrapped_buffer_ends_with_the_newest_bytes(void **state)
{
    (void)state;
    static const uint32_t id[2] = {0x10, 0x11};
    struct trm_etb etb;
    start_etb(&etb, 4096, 0);
    capture_two(node, id, &etb, 40000, 5);
    assert_int_equal(trm_etb_read(&etb, frames, sizeof frames), 4096);
    deformat(frames, 4096, id, OCSD_DFRMTR_FRAME_MEM_ALIGN);
    for (unsigned i = 0; i < 2; i++) {
        const struct collector *c = &collect[id[i]];
        assert_true(c->n > 500 && c->n < 4096);
        assert_memory_equal(c->bytes, node[i].sent + node[i].n - c->n, c->n);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bytes_of_each_id_come_back),
        cmocka_unit_test(frame_synchronization_is_understood),
        cmocka_unit_test(a_wrapped_buffer_ends_with_the_newest_bytes),
    };
    return cmocka_run_group_tests(tests, register_decoder, NULL);
}
