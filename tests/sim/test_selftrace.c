/* SPDX-License-Identifier: Apache-2.0 */
/* The program that traces itself, RV32 and RV64, BTM and HTM: what it printed and what it left in
 * memory are the instructions that retired between its two writes of trTeInstTracing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "encoder_regs.h"
#include "pc_check.h"
#include "hts/hts_program.h"
#include "trm/trm_encoder.h"

enum {
    ELF_BYTES = 1 << 20,
    TEXT_BYTES = 1 << 17,
    ROUNDS = 2,
    MAGIC = 0x7ACE,
};

static struct {
    uint8_t elf_file[ELF_BYTES];
    struct htr_elf elf;
    struct sim_platform *platform;
    char text[TEXT_BYTES];
    size_t printed;
    bool traces;     /* the encoder traces the next record: a write acts one cycle later */
    bool traced;     /* it traced the last one */
    unsigned rounds; /* begun */
    struct htr_pc_log log[ROUNDS];
    struct nexus_stream_cfg stream; /* while it traced */
} t;

static bool tracing(void)
{
    struct trm_encoder *enc = sim_platform_encoder(t.platform);
    const uint32_t both = TR_TE_ENABLE_MASK | TR_TE_INST_TRACING_MASK;
    uint32_t control = 0;
    assert_int_equal(trm_encoder_reg_read(enc, TR_TE_CONTROL_OFFSET, 4, &control), TRM_OK);
    return (control & both) == both;
}

/* The record comes after the store that it is about, which acts on the next one. */
static void on_retire(void *ctx, unsigned hart, const struct ingress_cycle *in, uint32_t opcode)
{
    (void)ctx;
    (void)hart;
    (void)opcode;
    if (t.traces && !t.traced) {
        assert_true(t.rounds < ROUNDS);
        t.rounds++;
        trm_encoder_stream_cfg(sim_platform_encoder(t.platform), &t.stream);
    }
    if (t.traces && in->nblocks == 1 && in->block[0].iretire != 0) {
        assert_true(htr_pc_log_add(&t.log[t.rounds - 1], in->block[0].iaddr));
    }
    t.traced = t.traces;
    t.traces = tracing();
}

static void on_uart(void *ctx, uint8_t byte)
{
    (void)ctx;
    assert_true(t.printed < sizeof t.text);
    t.text[t.printed++] = (char)byte;
}

static void load(unsigned xlen, const char *name)
{
    const char *build = getenv("BUILD");
    struct sim_platform_cfg cfg;
    struct sim_message why;
    char path[256];
    memset(&t, 0, sizeof t);
    snprintf(path, sizeof path, "%s/programs/rv%u/%s.elf", build != NULL ? build : "build", xlen,
             name);
    FILE *f = fopen(path, "rb");
    if (f == NULL) {
        fail_msg("%s is not there: make programs", path);
    }
    size_t n = fread(t.elf_file, 1, sizeof t.elf_file, f);
    fclose(f);
    assert_int_equal(htr_elf_parse(&t.elf, t.elf_file, n, xlen, NULL), HTR_ELF_OK);
    sim_platform_cfg_init(&cfg);
    cfg.hart.xlen = (uint8_t)xlen;
    cfg.retire = (struct sim_retire_hook){on_retire, NULL};
    cfg.uart = (struct sim_uart_hook){on_uart, NULL};
    assert_int_equal(sim_platform_create(&cfg, &t.platform, &why), SIM_PLATFORM_OK);
    assert_int_equal(hts_program_load(&t.elf, t.platform, &why), SIM_PLATFORM_OK);
}

static uint32_t word(uint64_t addr)
{
    uint32_t v = 0;
    assert_int_equal(sim_platform_read32(t.platform, addr, &v), SIM_BUS_OK);
    return v;
}

/* Hexadecimal digits of the console into bytes. */
static size_t printed_bytes(uint8_t *bytes, size_t room)
{
    size_t n = 0;
    for (size_t i = 0; i + 1 < t.printed; i++) {
        unsigned v;
        char pair[3] = {t.text[i], t.text[i + 1], '\0'};
        if (t.text[i] == '\n' || sscanf(pair, "%2x", &v) != 1) {
            continue;
        }
        assert_true(n < room);
        bytes[n++] = (uint8_t)v;
        i++;
    }
    return n;
}

static void check(unsigned round, const uint8_t *bytes, size_t n)
{
    struct flow_region code[HTR_ELF_MAX_SEGMENTS];
    for (unsigned i = 0; i < t.elf.nsegments; i++) {
        const struct htr_elf_segment *seg = &t.elf.segment[i];
        code[i] = (struct flow_region){seg->vaddr, seg->filesz, t.elf_file + seg->offset};
    }
    assert_true(t.log[round].count > 1000);
    pc_check(&t.stream, code, t.elf.nsegments, bytes, n, &t.log[round]);
    htr_pc_log_free(&t.log[round]);
}

static void traces_itself(unsigned xlen, const char *name)
{
    static uint8_t bytes[TEXT_BYTES / 2];
    const struct sim_run_limits limits = {.max_instructions = 3000000};
    struct htr_elf_symbol result;
    struct sim_run_result end;
    load(xlen, name);
    sim_platform_run(t.platform, &limits, &end);
    assert_int_equal(end.reason, SIM_STOP_FINISHER);
    assert_int_equal(end.exit_code, 0);
    assert_int_equal(t.rounds, ROUNDS);
    /* struct selftrace_result: magic, status, step, size[2], buffer */
    assert_true(htr_elf_find_symbol(&t.elf, "selftrace_result", &result));
    assert_int_equal(word(result.value), MAGIC);
    assert_int_equal(word(result.value + 4), 0);
    uint32_t size[ROUNDS] = {word(result.value + 12), word(result.value + 16)};
    uint64_t buffer = word(result.value + 24) | (uint64_t)word(result.value + 28) << 32;

    size_t n = printed_bytes(bytes, sizeof bytes);
    assert_int_equal(n, size[0]);
    check(0, bytes, n);
    assert_true(size[1] <= sizeof bytes && size[1] % 4 == 0);
    for (uint32_t i = 0; i < size[1]; i++) {
        bytes[i] = (uint8_t)(word(buffer + (i & ~3u)) >> (8 * (i & 3u)));
    }
    check(1, bytes, size[1]);
    sim_platform_destroy(t.platform);
}

/* Holds TCI-COMP-034 */
static void rv32_htm(void **state)
{
    (void)state;
    traces_itself(32, "selftrace");
}

static void rv32_btm(void **state)
{
    (void)state;
    traces_itself(32, "selftrace-btm");
}

static void rv64_htm(void **state)
{
    (void)state;
    traces_itself(64, "selftrace");
}

/* Holds TCI-COMP-034 */
static void rv64_btm(void **state)
{
    (void)state;
    traces_itself(64, "selftrace-btm");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rv32_htm),
        cmocka_unit_test(rv32_btm),
        cmocka_unit_test(rv64_htm),
        cmocka_unit_test(rv64_btm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
