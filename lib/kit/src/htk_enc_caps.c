/* SPDX-License-Identifier: Apache-2.0 */
/* What a device can do: stated, read from its registers, seen in what it sends. */
#include <inttypes.h>

#include "encoder_regs.h"
#include "htk_enc.h"
#include "htr/htr_ini.h"

enum {
    MEASURE_AT = 0x1000,
};

/* ---- stated ---- */

/* NAME = VALUE of the user's file: TOML as far as numbers, true and false go. */
static int entry(void *ctx, const char *section, const char *key, const char *value)
{
    struct htk_enc *e = ctx;
    char text[160];
    (void)section;
    const int n = (int)strcspn(value, " \t#"); /* without a comment */
    const bool yes = n == 4 && strncmp(value, "true", 4) == 0;
    const bool no = n == 5 && strncmp(value, "false", 5) == 0;
    snprintf(text, sizeof text, "%s=%.*s", key, yes || no ? 1 : n, yes ? "1" : no ? "0" : value);
    if (htk_params_parse(text, &e->claim, e->stated) != NULL) {
        return htr_fail(e->host, HTR_ERR_FORMAT, e->o->caps,
                        "%s = %s: no parameter of an encoder, or beyond its range; "
                        "docs/reference/kit-protocol.md lists them",
                        key, value);
    }
    return 0;
}

int htk_enc_statements(struct htk_enc *e)
{
    int status = HTR_OK;
    trm_encoder_cfg_init(&e->claim);
    const char *wrong = htk_params_parse(e->dut.params, &e->claim, e->stated);
    if (wrong != NULL) {
        char got[80];
        snprintf(got, sizeof got, "%.60s", wrong);
        htk_enc_begin(e, HTK_NO_SEED, "what the device states");
        htk_enc_break(e, "KIT-CLAIM", "parameters that have a name, within their range", got);
    }
    if (e->o->caps != NULL) {
        status = htr_ini_read(e->host, e->o->caps, entry, e);
    }
    const int xlen = htk_param_find("xlen"), itype = htk_param_find("itype_width");
    e->claim.xlen = e->dut.xlen; /* of the port: HELLO says them */
    e->claim.itype_width = e->dut.itype_width;
    e->stated[xlen] = e->stated[itype] = true;
    e->cfg = e->claim;
    memcpy(e->known, e->stated, sizeof e->known);
    return status;
}

/* ---- registers ---- */

struct nexus_stream_cfg htk_enc_cfg(const struct htk_enc *e)
{
    struct nexus_stream_cfg cfg;
    nexus_cfg_init(&cfg);
    cfg.xlen = e->dut.xlen;
    return cfg;
}

bool htk_enc_dress(struct htk_enc *e, uint32_t features, struct nexus_stream_cfg *cfg)
{
    const uint32_t bits = e->cfg.src_bits < 4 ? e->cfg.src_bits : 4;
    const bool external = (e->cfg.ts_modes >> TR_TS_MODE_EXTERNAL & 1) != 0;
    const uint32_t ts = TR_TS_ACTIVE_MASK | TR_TS_COUNT_MASK | TR_TS_ENABLE_MASK |
                        TR_TS_MODE_EXTERNAL << TR_TS_MODE_SHIFT;
    uint32_t got = 0, clock = 0;
    features |= bits << TR_TE_SRC_BITS_SHIFT | UINT32_C(5) << TR_TE_SRC_ID_SHIFT;
    const bool good =
        htk_dut_write(&e->dut, TR_TE_INST_FEATURES_OFFSET, features) &&
        htk_dut_read(&e->dut, TR_TE_INST_FEATURES_OFFSET, &got) &&
        (!external || (htk_dut_write(&e->dut, TR_TS_CONTROL_OFFSET, TR_TS_ACTIVE_MASK) &&
                       htk_dut_write(&e->dut, TR_TS_CONTROL_OFFSET, ts) &&
                       htk_dut_read(&e->dut, TR_TS_CONTROL_OFFSET, &clock)));
    *cfg = htk_enc_cfg(e);
    cfg->src_bits = (uint8_t)((got & TR_TE_SRC_BITS_MASK) >> TR_TE_SRC_BITS_SHIFT);
    cfg->timestamps = (clock & TR_TS_ENABLE_MASK) != 0;
    cfg->timestamp_bits = e->cfg.ts_width;
    cfg->repeated_history = (got & TR_TE_INST_EN_REPEATED_HISTORY_MASK) != 0;
    return good;
}

uint32_t htk_enc_control(uint32_t mode)
{
    return TR_TE_ACTIVE_MASK | TR_TE_ENABLE_MASK | TR_TE_INST_TRACING_MASK |
           mode << TR_TE_INST_MODE_SHIFT | TR_TE_FORMAT_NTRACE << TR_TE_FORMAT_SHIFT;
}

bool htk_enc_wake(struct htk_dut *d)
{
    return htk_enc_wake_as(d, TR_TE_FORMAT_NTRACE);
}

bool htk_enc_wake_as(struct htk_dut *d, uint32_t value)
{
    static const uint16_t zero[] = {
        TR_TE_INST_FEATURES_OFFSET,        TR_TE_INST_FILTERS_OFFSET,
        TR_TE_TRIG_DBG_CONTROL_OFFSET,     TR_TE_TRIG_EXT_IN_CONTROL_OFFSET,
        TR_TE_TRIG_EXT_OUT_CONTROL_OFFSET, TR_TS_CONTROL_OFFSET};
    const uint32_t format = value << TR_TE_FORMAT_SHIFT;
    bool good = htk_dut_reset(d) &&
                htk_dut_write(d, TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK | format) &&
                htk_dut_tick(d, 1);
    for (size_t i = 0; good && i < sizeof zero / sizeof zero[0]; i++) {
        good = htk_dut_write(d, zero[i], 0);
    }
    for (unsigned i = 0; good && i < 16; i++) {
        good = htk_dut_write(d, TR_TE_FILTER_CONTROL_OFFSET(i), 0) &&
               (i >= 8 || htk_dut_write(d, TR_TE_COMP_CONTROL_OFFSET(i), 0));
    }
    return good && htk_dut_write(d, TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK | format) &&
           htk_dut_tick(d, 1);
}

bool htk_enc_try(struct htk_enc *e, uint32_t offset, uint32_t value, uint32_t *granted)
{
    if (offset == TR_TE_CONTROL_OFFSET) {
        value |= TR_TE_ACTIVE_MASK | TR_TE_FORMAT_NTRACE << TR_TE_FORMAT_SHIFT;
    }
    return htk_dut_write(&e->dut, offset, value) && htk_dut_tick(&e->dut, 1) &&
           htk_dut_read(&e->dut, offset, granted);
}

/* A parameter that registers show. When the device states something else, that is a lie. */
static void found(struct htk_enc *e, const char *name, uint32_t value, const char *how)
{
    const unsigned i = (unsigned)htk_param_find(name);
    if (e->stated[i]) {
        const uint32_t claim = htk_param_get(&e->claim, i);
        char expected[120], got[160];
        snprintf(expected, sizeof expected, "%s=%" PRIu32 ", as stated", name, claim);
        snprintf(got, sizeof got, "%s=%" PRIu32 ": %s", name, value, how);
        if (claim != value) {
            htk_enc_break(e, "KIT-CLAIM", expected, got);
        } else {
            htk_verdict_hold(e->v, "KIT-CLAIM", 1);
        }
    }
    (void)htk_param_set(&e->cfg, i, value);
    e->known[i] = true;
}

/* A hart with itypes of 3 bits does not show calls and returns: none can be implicit. A device that
 * lets it be set breaks TCI-TE-036, or has a quirk. */
static bool sets_implicit_return(struct htk_enc *e, bool set)
{
    const struct htk_profile *p = e->o->profile;
    if (e->dut.itype_width == 4 || !set) {
        return set;
    }
    if (p != NULL && p->quirk[HTK_QUIRK_ITYPE_3]) {
        e->dut.use[HTK_QUIRK_ITYPE_3]++;
    } else {
        htk_enc_break(e, "TCI-TE-036", "implicit return cannot be set: itype has 3 bits",
                      "trTeInstEnImplicitReturn reads 1");
    }
    return false;
}

/* Parameters that are one bit. */
static bool look_at_bits(struct htk_enc *e)
{
    static const struct {
        const char *name;
        uint32_t offset, value, mask;
    } bits[] = {
        {"btm", TR_TE_CONTROL_OFFSET, TR_TE_INST_MODE_BTM << TR_TE_INST_MODE_SHIFT,
         TR_TE_INST_MODE_MASK},
        {"htm", TR_TE_CONTROL_OFFSET, TR_TE_INST_MODE_HTM << TR_TE_INST_MODE_SHIFT,
         TR_TE_INST_MODE_MASK},
        {"context", TR_TE_CONTROL_OFFSET, TR_TE_CONTEXT_MASK, TR_TE_CONTEXT_MASK},
        {"triggers", TR_TE_CONTROL_OFFSET, TR_TE_INST_TRIG_ENABLE_MASK,
         TR_TE_INST_TRIG_ENABLE_MASK},
        {"stall", TR_TE_CONTROL_OFFSET, TR_TE_INST_STALL_ENA_MASK, TR_TE_INST_STALL_ENA_MASK},
        {"all_jumps", TR_TE_INST_FEATURES_OFFSET, TR_TE_INST_EN_ALL_JUMPS_MASK,
         TR_TE_INST_EN_ALL_JUMPS_MASK},
        {"extend_addr_msb", TR_TE_INST_FEATURES_OFFSET, TR_TE_INST_EXTEND_ADDR_MSB_MASK,
         TR_TE_INST_EXTEND_ADDR_MSB_MASK},
        {"sequential_jump", TR_TE_INST_FEATURES_OFFSET, TR_TE_INST_EN_SEQUENTIAL_JUMP_MASK,
         TR_TE_INST_EN_SEQUENTIAL_JUMP_MASK},
        {"repeated_history", TR_TE_INST_FEATURES_OFFSET, TR_TE_INST_EN_REPEATED_HISTORY_MASK,
         TR_TE_INST_EN_REPEATED_HISTORY_MASK},
        {"implicit_return", TR_TE_INST_FEATURES_OFFSET,
         TR_TE_INST_EN_IMPLICIT_RETURN_MASK | TR_TE_INST_IMPLICIT_RETURN_MODE_MASK,
         TR_TE_INST_EN_IMPLICIT_RETURN_MASK},
    };
    bool good = true;
    for (size_t i = 0; good && i < sizeof bits / sizeof bits[0]; i++) {
        char how[80];
        uint32_t got;
        good = htk_enc_try(e, bits[i].offset, bits[i].value, &got);
        snprintf(how, sizeof how, "0x%" PRIX32 " written at 0x%03" PRIX32 " reads 0x%" PRIX32,
                 bits[i].value, bits[i].offset, got);
        if (good) {
            bool set = (got & bits[i].mask) == (bits[i].value & bits[i].mask);
            if ((bits[i].mask & TR_TE_INST_EN_IMPLICIT_RETURN_MASK) != 0 &&
                bits[i].offset == TR_TE_INST_FEATURES_OFFSET) {
                set = sets_implicit_return(e, set);
            }
            found(e, bits[i].name, set, how);
        }
    }
    return good && htk_enc_try(e, TR_TE_CONTROL_OFFSET, 0, &(uint32_t){0}) &&
           htk_enc_try(e, TR_TE_INST_FEATURES_OFFSET, 0, &(uint32_t){0});
}

/* Modes that exist, as bits. */
static bool look_at_modes(struct htk_enc *e, const char *name, uint32_t offset, unsigned shift,
                          unsigned modes, uint32_t with)
{
    uint32_t got, set = 0;
    for (uint32_t mode = 1; mode < modes; mode++) {
        if (!htk_enc_try(e, offset, mode << shift | with, &got)) {
            return false;
        }
        set |= (got >> shift & (modes - 1)) == mode ? 1u << mode : 0;
    }
    found(e, name, set & htk_param_most((unsigned)htk_param_find(name)),
          "those that read as written");
    return htk_enc_try(e, offset, 0, &got);
}

/* How many there are: registers or fields that do not exist read 0. */
static bool look_at_numbers(struct htk_enc *e)
{
    uint32_t got, n;
    if (!htk_enc_try(e, TR_TE_TRIG_EXT_IN_CONTROL_OFFSET, 0x44444444, &got)) {
        return false;
    }
    for (n = 0; n < 8 && (got >> 4 * n & 15) == 4; n++) {
    }
    found(e, "ext_triggers", n, "actions of trTeTrigExtInControl that can be set");
    for (n = 0; n < 16; n++) {
        if (!htk_enc_try(e, TR_TE_FILTER_CONTROL_OFFSET(n), TR_TE_FILTER_ENABLE_MASK, &got)) {
            return false;
        }
        if (got != TR_TE_FILTER_ENABLE_MASK) {
            break;
        }
    }
    found(e, "filters", n, "filters that can be enabled");
    for (n = 0; n < 8; n++) { /* 63:0 of the match value can be written */
        if (!htk_enc_try(e, TR_TE_COMP_P_MATCH_LOW_OFFSET(n), 0x5A5A5A5A, &got)) {
            return false;
        }
        if (got == 0) {
            break;
        }
    }
    found(e, "comparators", n, "comparators that can be programmed");
    if (!htk_enc_try(e, TR_TE_INST_FEATURES_OFFSET, TR_TE_SRC_BITS_MASK, &got)) {
        return false;
    }
    n = (got & TR_TE_SRC_BITS_MASK) >> TR_TE_SRC_BITS_SHIFT;
    found(e, "src_bits", n <= 12 ? n : 0, "trTeSrcBits after 15 was written");
    return true;
}

static bool look_at_time(struct htk_enc *e)
{
    const uint32_t active = TR_TS_ACTIVE_MASK;
    uint32_t got;
    if (!htk_enc_try(e, TR_TS_CONTROL_OFFSET, active, &got) ||
        !look_at_modes(e, "ts_modes", TR_TS_CONTROL_OFFSET, TR_TS_MODE_SHIFT, 8, active)) {
        return false;
    }
    const uint32_t width = (got & TR_TS_WIDTH_MASK) >> TR_TS_WIDTH_SHIFT;
    if (e->cfg.ts_modes != 0 && width != 0) {
        found(e, "ts_width", width, "trTsWidth");
    }
    return true;
}

/* ---- what it sends ---- */

/* Trace from here on. */
static bool trace_on(struct htk_enc *e, uint32_t mode)
{
    return htk_enc_wake(&e->dut) &&
           htk_dut_write(&e->dut, TR_TE_CONTROL_OFFSET, htk_enc_control(mode)) &&
           htk_dut_tick(&e->dut, 2);
}

static bool give(struct htk_enc *e, uint64_t iaddr, uint32_t iretire, unsigned itype)
{
    const struct ingress_cycle in = {
        .priv = INGRESS_PRIV_M,
        .nblocks = 1,
        .block = {{.iaddr = iaddr, .iretire = iretire, .itype = (uint8_t)itype, .ilastsize = 1}}};
    return htk_dut_cycle(&e->dut, &in) &&
           htk_dut_tick(&e->dut, itype == INGRESS_ITYPE_NONE ? 8 : 40);
}

/* The first message of this TCODE with a field that has this value; field NEXUS_FIELDS: any. */
static bool first_of(struct htk_enc *e, unsigned tcode, enum nexus_field field, uint64_t value,
                     struct nexus_msg *m)
{
    const struct nexus_stream_cfg cfg = htk_enc_cfg(e);
    struct nexus_msg_decoder d;
    int status;
    if (!htk_dut_flush(&e->dut) ||
        nexus_msg_decoder_init(&d, &cfg, e->dut.bytes, e->dut.n) != NEXUS_OK) {
        return false;
    }
    while ((status = nexus_msg_next(&d, m)) != NEXUS_ERR_END) {
        if (status == NEXUS_OK && m->tcode == tcode &&
            (field == NEXUS_FIELDS || m->value[field] == value)) {
            return true;
        }
    }
    return false;
}

static unsigned bits_of(uint64_t v)
{
    unsigned n = 0;
    for (; v != 0; v >>= 1) {
        n++;
    }
    return n;
}

/* HIST is full after this number of bits. */
static bool measure_history(struct htk_enc *e)
{
    struct nexus_msg m;
    bool good = trace_on(e, TR_TE_INST_MODE_HTM);
    for (unsigned i = 0; good && i < 40; i++) {
        good = give(e, MEASURE_AT, 2, INGRESS_ITYPE_TAKEN);
    }
    if (good && first_of(e, NEXUS_RESOURCE_FULL, NEXUS_F_RCODE, NEXUS_RCODE_HIST, &m)) {
        const unsigned n = bits_of(m.value[NEXUS_F_RDATA]);
        if (n >= 2 && n <= 32) {
            found(e, "hist_bits", n, "bits of HIST in the first ResourceFull");
        }
        htk_enc_hold(e, "NT-HST-008");
    } else if (good) {
        htk_enc_break(e, "NT-HST-008", "ResourceFull with RCODE 1 within 40 branches",
                      "no such message");
    }
    return good && e->dut.end == HTK_DUT_RUNS;
}

uint64_t htk_enc_counted(struct htk_enc *e, bool *ends, bool *lost)
{
    const struct nexus_stream_cfg cfg = htk_enc_cfg(e);
    struct nexus_msg_decoder d;
    struct nexus_msg m;
    uint64_t sum = 0;
    int status;
    *ends = *lost = false;
    if (nexus_msg_decoder_init(&d, &cfg, e->dut.bytes, e->dut.n) != NEXUS_OK) {
        return 0;
    }
    while ((status = nexus_msg_next(&d, &m)) != NEXUS_ERR_END) {
        *ends = m.tcode == NEXUS_PROG_TRACE_CORRELATION;
        *lost = *lost || m.tcode == NEXUS_ERROR;
        const bool full =
            m.tcode == NEXUS_RESOURCE_FULL && m.value[NEXUS_F_RCODE] == NEXUS_RCODE_ICNT;
        sum += status != NEXUS_OK ? 0 : full ? m.value[NEXUS_F_RDATA] : m.value[NEXUS_F_ICNT];
    }
    return sum;
}

/* I-CNT is full after at least this value: half-words come in steps of two. More of them than I-CNT
 * can hold must all be counted somewhere. */
static bool measure_count(struct htk_enc *e)
{
    const uint32_t step = e->dut.iretire_bits >= 12 ? 2048 : (1u << e->dut.iretire_bits) - 2;
    const uint32_t mode = e->cfg.htm ? TR_TE_INST_MODE_HTM : TR_TE_INST_MODE_BTM;
    struct nexus_msg m;
    uint64_t at = MEASURE_AT;
    uint32_t sum = 0;
    bool good = trace_on(e, mode);
    for (; good && sum < 1u << 22; sum += step, at += 2u * step) {
        good = give(e, at, step, INGRESS_ITYPE_NONE);
    }
    good = good &&
           htk_dut_write(&e->dut, TR_TE_CONTROL_OFFSET,
                         htk_enc_control(mode) & ~(uint32_t)TR_TE_INST_TRACING_MASK) &&
           htk_dut_tick(&e->dut, 40) && htk_dut_flush(&e->dut);
    if (good) {
        char expected[60], got[60];
        bool ends, lost;
        const uint64_t n = htk_enc_counted(e, &ends, &lost);
        snprintf(expected, sizeof expected, "%" PRIu32 " half-words in I-CNT and RDATA", sum);
        snprintf(got, sizeof got, "%" PRIu64 " half-words", n);
        if (lost) {
            /* more messages in a row than it is made for */
        } else if (!ends && n > 0) {
            htk_enc_break(e, "NT-PTC-001", "ProgTraceCorrelation at the end", "another message");
        } else if (n != sum) {
            htk_enc_break(e, "NT-CNT-007", expected, got);
        } else {
            htk_enc_hold(e, "NT-CNT-007 NT-MSG-029");
        }
    }
    if (good && first_of(e, NEXUS_RESOURCE_FULL, NEXUS_F_RCODE, NEXUS_RCODE_ICNT, &m)) {
        const unsigned n = bits_of(m.value[NEXUS_F_RDATA]);
        if (n >= 4 && n <= 22) {
            found(e, "icnt_bits", n, "bits of I-CNT in the first ResourceFull");
        }
    }
    return good && e->dut.end == HTK_DUT_RUNS;
}

static bool measure_traps(struct htk_enc *e)
{
    struct nexus_msg m;
    bool good = trace_on(e, e->cfg.htm ? TR_TE_INST_MODE_HTM : TR_TE_INST_MODE_BTM) &&
                give(e, MEASURE_AT, 2, INGRESS_ITYPE_EXCEPTION) &&
                give(e, 2 * MEASURE_AT, 2, INGRESS_ITYPE_NONE);
    if (good && first_of(e, NEXUS_INDIRECT_BRANCH, NEXUS_FIELDS, 0, &m) &&
        (m.value[NEXUS_F_BTYPE] == 1 || m.value[NEXUS_F_BTYPE] == 2)) {
        found(e, "btype_split", m.value[NEXUS_F_BTYPE] == 2, "B-TYPE of an exception");
    }
    return good && e->dut.end == HTK_DUT_RUNS;
}

/* ---- all ---- */

void htk_enc_list(struct htk_enc *e)
{
    size_t n = 0;
    for (unsigned i = 0; i < htk_param_count(); i++) {
        if (e->known[i] && n < sizeof e->sum->can) {
            const int more =
                snprintf(e->sum->can + n, sizeof e->sum->can - n, "%s%s=%" PRIu32, n > 0 ? " " : "",
                         htk_param_name(i), htk_param_get(&e->cfg, i));
            n += more > 0 ? (size_t)more : 0;
        }
    }
}

int htk_enc_caps(struct htk_enc *e)
{
    int status = htk_enc_statements(e);
    if (status != HTR_OK) {
        return status;
    }
    htk_enc_begin(e, HTK_NO_SEED, "what the device can do");
    bool good =
        htk_enc_wake(&e->dut) && look_at_bits(e) &&
        look_at_modes(e, "sync_modes", TR_TE_CONTROL_OFFSET, TR_TE_INST_SYNC_MODE_SHIFT, 4, 0) &&
        look_at_numbers(e) && look_at_time(e);
    good = good && (!e->cfg.htm || measure_history(e)) && measure_count(e) && measure_traps(e);
    htk_enc_list(e);
    return good ? HTR_OK : HTR_ERR_TARGET;
}
