/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Random data accesses through the model's encoder of E-Trace and back through the flow decoder,
 * with random parameters, also when packets find no room. The truth is the list of accesses.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "etrace/etrace_flow.h"
#include "trm/trm_etrace_data.h"

#define NO_ADDRESS   (UINT32_C(1) << ETRACE_DOPT_NO_ADDRESS)
#define NO_DATA      (UINT32_C(1) << ETRACE_DOPT_NO_DATA)
#define FULL_ADDRESS (UINT32_C(1) << ETRACE_DOPT_FULL_ADDRESS)
#define FULL_DATA    (UINT32_C(1) << ETRACE_DOPT_FULL_DATA)

static struct etrace_cfg cfg;

enum {
    ACCESSES = 400,
    MAX_BYTES = 1 << 16,
    MAX_SEEN = 2 * ACCESSES + 16,
};

/* What shall come out. */
struct seen {
    uint64_t start, value;
    uint8_t code, dtype, bytes;
    bool known;
    uint32_t none; /* no padding: compared by bytes */
};

static uint8_t stream[MAX_BYTES];
static unsigned nstream;
static struct seen want[MAX_SEEN], got[MAX_SEEN];
static unsigned nwant, ngot;
static unsigned drop_one_in, formats[8];
static uint64_t random_state;
static struct trm_etrace_data enc;

static uint64_t draw(void)
{
    random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return random_state >> 24 ^ random_state << 20;
}

static unsigned below(unsigned n)
{
    return (unsigned)((draw() >> 8) % n);
}

static void append(const struct etrace_frame *f)
{
    unsigned n = 0;
    assert_true(nstream + ETRACE_FRAME_MAX <= MAX_BYTES);
    assert_int_equal(etrace_frame_write(&cfg, f, stream + nstream, &n), ETRACE_OK);
    nstream += n;
}

static bool put(void *ctx, const uint8_t *payload, unsigned size)
{
    struct etrace_frame f = {.kind = ETRACE_KIND_DATA, .size = size};
    (void)ctx;
    if (drop_one_in != 0 && below(drop_one_in) == 0) {
        return false;
    }
    memcpy(f.payload, payload, size);
    append(&f);
    formats[payload[0] & etrace_mask(etrace_data_format_width(&cfg))]++;
    return true;
}

static void support(bool dloss)
{
    struct etrace_frame f = {.kind = ETRACE_KIND_INST};
    struct etrace_packet p = {.format = ETRACE_FORMAT_SYNC,
                              .subformat = ETRACE_SYNC_SUPPORT,
                              .denable = true,
                              .dloss = dloss,
                              .doptions = enc.options};
    assert_int_equal(etrace_packet_encode(&cfg, 0, &p, f.payload, &f.size), ETRACE_OK);
    append(&f);
    trm_etrace_data_sync(&enc);
}

static void expect(bool writes, const struct ingress_access *a, uint64_t value, unsigned bytes)
{
    bool csr = a->dtype >= INGRESS_DTYPE_CSR_RW && a->dtype <= INGRESS_DTYPE_CSR_RC;
    bool known = csr || (enc.options & NO_ADDRESS) == 0;
    bool valued = (enc.options & NO_DATA) == 0;
    want[nwant++] = (struct seen){.start = known ? a->daddr : 0,
                                  .value = valued ? value : 0,
                                  .code = writes ? 5 : 6,
                                  .dtype = a->dtype,
                                  .bytes = valued ? (uint8_t)bytes : 0,
                                  .known = known};
}

/* Which operand makes the value written of the value read (RISC-V Unprivileged, "A"). */
static uint64_t applied(unsigned dtype, uint64_t read, uint64_t operand)
{
    switch (dtype) {
    case INGRESS_DTYPE_ADD:
        return read + operand;
    case INGRESS_DTYPE_AND:
        return read & operand;
    case INGRESS_DTYPE_OR:
        return read | operand;
    case INGRESS_DTYPE_XOR:
        return read ^ operand;
    default: /* swap; max and min of equal values */
        return operand;
    }
}

/* A random access that the configuration can report, and what shall come of it. */
static void access_once(void)
{
    static const uint8_t kinds[] = {0, 0, 0, 1, 1, 1, 4, 5, 6, 8, 9, 10, 11, 12, 13, 14, 15};
    struct ingress_access a = {.dtype = kinds[below(sizeof kinds)]};
    bool csr = a.dtype >= 4 && a.dtype <= 6, atomic = a.dtype >= 8;
    bool valued = (enc.options & NO_DATA) == 0;
    unsigned most = cfg.data_width == 64 ? 4 : cfg.data_width == 32 ? 3 : 2;
    a.dsize = (uint8_t)(csr ? (cfg.xlen == 64 ? 3 : 2) : below(most));
    uint64_t mask = etrace_mask(8u << a.dsize);
    uint64_t wide = etrace_mask(cfg.daddress_width < cfg.xlen ? cfg.daddress_width : cfg.xlen);
    a.daddr = (0x1000 + 8 * below(64) + (draw() % 16 == 0 ? draw() << 16 : 0)) & wide >> 1;
    a.daddr += !atomic && below(4) == 0 ? below(8) : 0;
    a.daddr &= ~(atomic ? (UINT64_C(1) << a.dsize) - 1 : 0);
    a.daddr = csr ? below(4096) : a.daddr;
    a.load = (below(3) == 0 ? draw() : below(1000)) & mask;
    a.store = (below(3) == 0 ? draw() : 0 - (uint64_t)below(300)) & mask;
    if (atomic && a.dtype != INGRESS_DTYPE_SC_FAILED) {
        a.store = applied(a.dtype, a.load, a.store) & mask;
    }
    a.load = a.dtype == INGRESS_DTYPE_STORE ? 0 : a.load;
    unsigned before = nwant, bytes = 1u << a.dsize;
    if (a.dtype == INGRESS_DTYPE_SC_FAILED) {
        if (!valued && cfg.data_atomics) {
            expect(true, &a, 0, 0);
        }
    } else if ((!csr || cfg.data_csrs) && (!atomic || cfg.data_atomics)) {
        if (a.dtype != INGRESS_DTYPE_STORE) {
            expect(false, &a, a.load, bytes);
        }
        if (a.dtype == INGRESS_DTYPE_STORE) {
            expect(true, &a, a.store, bytes);
        } else if (a.dtype != INGRESS_DTYPE_LOAD && valued && !(csr && a.daddr >> 10 == 3)) {
            expect(true, &a, a.store, bytes);
        }
    }
    enc.lost = false;
    trm_etrace_data_take(&enc, &a);
    if (enc.lost) {
        nwant = before; /* a response alone may have been lost: then the request waits for ever */
    }
}

/* An atomic's operand stands for what it makes of the value read. */
static void note(const struct flow_elem *e)
{
    struct seen s = {.start = e->start,
                     .value = e->value,
                     .code = e->code,
                     .dtype = (uint8_t)e->end,
                     .bytes = e->last_size,
                     .known = e->known};
    bool atomic = s.dtype >= 8 && s.dtype != 15;
    if (atomic && s.code == 5 && ngot != 0) {
        s.value = applied(s.dtype, got[ngot - 1].value, s.value) & etrace_mask(8u * s.bytes);
    }
    got[ngot++] = s;
}

static unsigned decode(void)
{
    static struct etrace_decoder d;
    static struct flow_region region;
    struct flow_code_image image = {&region, 1};
    struct flow_code code;
    struct flow_elem e;
    unsigned losses = 0;
    flow_code_init_image(&code, etrace_cfg_isa(&cfg), &image);
    assert_int_equal(etrace_decoder_init(&d, &cfg, &code, stream, nstream), ETRACE_OK);
    ngot = 0;
    while (etrace_decoder_next(&d, &e) == ETRACE_OK) {
        if (e.type == FLOW_ELEM_DATA) {
            note(&e);
        } else if (e.type == FLOW_ELEM_OTHER) {
            assert_int_equal(e.status, 0);
            losses += e.code == 8 && e.value == 2;
        }
    }
    return losses;
}

static void random_cfg(unsigned seed)
{
    static const uint8_t width[] = {64, 64, 32, 16};
    random_state = seed * UINT64_C(77777) + 5;
    etrace_cfg_init(&cfg);
    cfg.data_decoded = true;
    cfg.type_bits = 1;
    cfg.xlen = seed % 3 == 0 ? 32 : 64;
    cfg.iaddress_width = cfg.xlen;
    cfg.data_width = width[below(4)];
    cfg.daddress_width = (uint8_t)(cfg.xlen == 32 ? 20 + below(13) : 33 + below(32));
    cfg.data_split = below(3) == 0;
    cfg.lrid_width = (uint8_t)below(7);
    cfg.data_atomics = below(3) != 0;
    cfg.data_csrs = below(3) != 0;
    cfg.data_diff_width = (uint8_t)(1 + below(2));
    cfg.data_no_xor = below(4) == 0;
    cfg.data_no_diff = below(4) == 0;
    cfg.data_options = (seed % 5 == 0   ? NO_ADDRESS
                        : seed % 5 == 1 ? NO_DATA
                                        : 0) |
                       (below(6) == 0 ? FULL_ADDRESS : 0) | (below(6) == 0 ? FULL_DATA : 0);
    assert_null(etrace_cfg_check(&cfg));
    assert_true(trm_etrace_data_init(&enc, &cfg, put, NULL));
    cfg.data_options = 0; /* the support packet says it */
    nstream = 0;
    nwant = 0;
}

/* Holds ET-DAT-017..018 */
static void random_accesses(void **unused)
{
    (void)unused;
    drop_one_in = 0;
    for (unsigned seed = 0; seed < 400; seed++) {
        random_cfg(seed);
        support(false);
        for (unsigned i = 0; i < ACCESSES; i++) {
            if (below(50) == 0) {
                trm_etrace_data_sync(&enc);
            }
            access_once();
        }
        assert_int_equal(decode(), 0);
        for (unsigned i = 0; i < nwant || i < ngot; i++) {
            if (i >= nwant || i >= ngot || memcmp(&want[i], &got[i], sizeof want[i]) != 0) {
                fail_msg("seed %u, element %u of %u, %u: 0x%llx value 0x%llx, not 0x%llx 0x%llx",
                         seed, i, ngot, nwant, (unsigned long long)got[i].start,
                         (unsigned long long)got[i].value, (unsigned long long)want[i].start,
                         (unsigned long long)want[i].value);
            }
        }
    }
    for (unsigned i = 0; i < 8; i++) {
        assert_true(formats[i] > 500);
    }
}

/* Packets that find no room are missing, and nothing else changes. */
static void losses(void **unused)
{
    unsigned dropped = 0;
    (void)unused;
    for (unsigned seed = 0; seed < 100; seed++) {
        random_cfg(seed);
        drop_one_in = 0;
        support(false);
        drop_one_in = 12;
        for (unsigned i = 0; i < ACCESSES; i++) {
            access_once();
            if (enc.lost && below(3) == 0) {
                support(true);
                dropped++;
            }
        }
        drop_one_in = 0;
        (void)decode();
        assert_int_equal(ngot, nwant);
        assert_memory_equal(got, want, nwant * sizeof *want);
    }
    assert_true(dropped > 500);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_accesses),
        cmocka_unit_test(losses),
    };
    return cmocka_run_group_tests_name("etrace-data-roundtrip", tests, NULL, NULL);
}
