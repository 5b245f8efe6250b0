/* SPDX-License-Identifier: Apache-2.0 */
/* Parameters: what no register reports, with defaults, ranges and one line of help each. Those of
 * the encoder are stated in regmap/params/encoder.toml. */
#include "htr/htr_settings.h"

#include <string.h>

#include "etrace/etrace_cfg.h"
#include "htr/htr_text.h"
#include "regmap/param.h"

enum {
    ENCODER = HTR_READS_ENCODER,
    DECODER = HTR_READS_DECODER,
    STRICT = HTR_READS_STRICT,
    CODE = HTR_READS_CODE
};

struct param {
    const char *name;
    enum regmap_param_type type;
    size_t at; /* in struct htr_settings */
    uint64_t min, max;
    enum regmap_param_accepts accepts;
    const char *help;
    unsigned readers; /* 0: see shared */
};

#define ROW(type, member, name, least, most, accepts, help)                                        \
    {name,                                                                                         \
     REGMAP_TYPE_##type,                                                                           \
     offsetof(struct htr_settings, encoder.member),                                                \
     least,                                                                                        \
     most,                                                                                         \
     REGMAP_PARAM_##accepts,                                                                       \
     help,                                                                                         \
     0},
#define NONE(type, member, name, least, most, accepts, help)
#define EXTRA(type, member, name, most, help, readers)                                             \
    {                                                                                              \
        name, REGMAP_TYPE_##type, offsetof(struct htr_settings, extra.member), 0, most,            \
            REGMAP_PARAM_ALL, help, readers                                                        \
    }

#define ETRACE(type, member, least, most, help)                                                    \
    {                                                                                              \
#member, REGMAP_TYPE_##type, offsetof(struct htr_settings, etrace.member), least, most,    \
            REGMAP_PARAM_ALL, "E-Trace: " help, DECODER                                            \
    }
#define IOPTION(option, member)                                                                    \
    {                                                                                              \
        "ioption_" #member, REGMAP_TYPE_U8,                                                        \
            offsetof(struct htr_settings, etrace.ioption_bit) + ETRACE_OPT_##option, 0,            \
            HTR_ETRACE_NO_BIT, REGMAP_PARAM_ALL,                                                   \
            "E-Trace: its bit in ioptions of support packets; 32: it has none", DECODER            \
    }

static const struct param params[] = {
    TRM_ENCODER_PARAMS(ROW, NONE) EXTRA(U8, profile, "profile", NEXUS_PROFILES - 1,
                                        "1.0; sifive-0.x, hardware before it (then "
                                        "return_depth=1023); spacemit-k3 (SRC of 12 bits, "
                                        "timestamps)",
                                        DECODER),
    {"return_depth", REGMAP_TYPE_U16, offsetof(struct htr_settings, extra.return_depth), 1, 1023,
     REGMAP_PARAM_ALL, "entries of the decoder's return stack", DECODER},
    EXTRA(BOOL, isa_c, "c", 1, "code may hold compressed instructions", ENCODER | DECODER | CODE),
    EXTRA(BOOL, zcmp, "zcmp", 1, "code may hold Zcmp (then not c.fsdsp)", ENCODER | DECODER | CODE),
    EXTRA(BOOL, zcmt, "zcmt", 1, "code may hold Zcmt table jumps", ENCODER | DECODER | CODE),
    EXTRA(U64, jvt, "jvt", UINT64_MAX, "Zcmt: address of the jump table", ENCODER | DECODER | CODE),
    EXTRA(BOOL, oversize, "oversize", 1,
          "decode fields wider than the limits instead of refusing them", DECODER),
    EXTRA(U32, garbage, "garbage", UINT32_MAX,
          "seed of register fields without a reset value; 0 = they are 0", ENCODER),
    ETRACE(U8, iaddress_width, 0, 64, "bits of an instruction address; 0 = xlen"),
    ETRACE(U8, encoder_mode_width, 0, 8, "bits of encoder_mode in support packets"),
    ETRACE(U8, ioptions_width, 0, 32, "bits of ioptions in support packets"),
    ETRACE(U8, doptions_width, 0, 32, "bits of doptions in support packets"),
    IOPTION(IMPLICIT_RETURN, implicit_return),
    IOPTION(IMPLICIT_EXCEPTION, implicit_exception),
    IOPTION(FULL_ADDRESS, full_address),
    IOPTION(JUMP_TARGET_CACHE, jump_target_cache),
    IOPTION(BRANCH_PREDICTION, branch_prediction),
    IOPTION(SEQUENTIAL_JUMP, sequential_jump),
    ETRACE(U64, mtvec, 0, UINT64_MAX, "with trTeInstNoTrapAddr: the value of mtvec"),
    ETRACE(U64, stvec, 0, UINT64_MAX, "the same of stvec"),
    ETRACE(U64, vstvec, 0, UINT64_MAX, "the same of vstvec"),
    ETRACE(U8, srcid_bits, 0, 16, "bits of srcID, when trTeSrcBits does not say it"),
    ETRACE(U8, type_bits, 0, 8, "bits of type in the encapsulation"),
    ETRACE(U8, type_inst, 0, 255, "the type of instruction trace"),
    ETRACE(U8, type_data, 0, 255, "the type of data trace"),
    ETRACE(BOOL, type_in_flow, 0, 1, "flow holds the type, 2 or 3: the reference scripts' files"),
};

#undef ETRACE
#undef IOPTION

/* Those of the encoder that others read too. */
static const struct {
    const char *name;
    unsigned readers;
} shared[] = {
    {"xlen", ENCODER | DECODER | CODE}, {"ts_width", ENCODER | DECODER},
    {"itype_width", ENCODER | DECODER}, {"btype_split", ENCODER | STRICT},
    {"ts_select", ENCODER | STRICT},    {"ts_messages", ENCODER | STRICT},
    {"iaddress_lsb", ENCODER | DECODER},
    {"privilege_width", ENCODER | DECODER},
    {"ecause_width", ENCODER | DECODER},
    {"context_width", ENCODER | DECODER},
    {"time_width", ENCODER | DECODER},
    {"nocontext", ENCODER | DECODER},
    {"notime", ENCODER | DECODER},
    {"f0s_width", ENCODER | DECODER},
    {"bpred_size", ENCODER | DECODER},
    {"cache_size", ENCODER | DECODER},
    {"call_counter_size", ENCODER | DECODER},
    {"return_stack_size", ENCODER | DECODER},
};

enum {
    NPARAMS = sizeof params / sizeof params[0],
    NSHARED = sizeof shared / sizeof shared[0]
};

static unsigned readers_of(const struct param *p)
{
    for (size_t k = 0; p->readers == 0 && k < NSHARED; k++) {
        if (strcmp(p->name, shared[k].name) == 0) {
            return shared[k].readers;
        }
    }
    return p->readers != 0 ? p->readers : (unsigned)ENCODER;
}

static const char *param_name(const void *table, size_t i)
{
    return ((const struct param *)table)[i].name;
}

bool htr_param_read_by(const char *assignment, unsigned readers)
{
    const size_t n = strcspn(assignment, "=");
    for (size_t i = 0; i < NPARAMS; i++) {
        if (strlen(params[i].name) == n && strncmp(params[i].name, assignment, n) == 0) {
            return (readers_of(&params[i]) & readers) != 0;
        }
    }
    return true;
}

/* The decoder's profile has a name for each value. */
static bool is_profile(const struct param *p)
{
    return p->at == offsetof(struct htr_settings, extra.profile);
}

/* The defaults are those of etrace_cfg_init; the order of ioptions is that of the options. */
static void init_etrace(struct htr_etrace_params *e)
{
    struct etrace_cfg d;
    etrace_cfg_init(&d);
    *e = (struct htr_etrace_params){
        .encoder_mode_width = d.encoder_mode_width,
        .ioptions_width = d.ioptions_width,
        .doptions_width = d.doptions_width,
        .type_inst = d.type_inst,
        .type_data = d.type_data,
    };
    for (uint8_t i = 0; i < HTR_ETRACE_OPTIONS; i++) {
        e->ioption_bit[i] = i;
    }
}

void htr_settings_init(struct htr_settings *s)
{
    memset(s, 0, sizeof *s);
    s->encoder = (struct htr_encoder_params){TRM_ENCODER_CFG_DEFAULTS};
    s->encoder.ts_modes = (1u << 1) | (1u << 3); /* External and Internal Core */
    s->extra.return_depth = 32;
    s->extra.isa_c = true;
    init_etrace(&s->etrace);
}

/* A number, or the name of a profile. */
static bool read_value(const struct param *p, const char *text, uint64_t *value)
{
    if (!is_profile(p)) {
        return htr_number(text, value);
    }
    for (unsigned i = 0; i < NEXUS_PROFILES; i++) {
        if (strcmp(text, nexus_profile_name(i)) == 0) {
            *value = i;
            return true;
        }
    }
    return false;
}

/* Fields that go with a profile, where they were not given. */
static int take_fields(struct htr_settings *s, struct htr_host *host)
{
    static const char *const field[][2] = {{"trTeSrcBits", "trTeSrcBits=12"},
                                           {"trTsEnable", "trTsEnable=1"}};
    uint32_t value;
    int status = HTR_OK;
    for (size_t i = 0; status == HTR_OK && i < sizeof field / sizeof field[0]; i++) {
        if (!htr_settings_asked(s, field[i][0], &value)) {
            status = htr_settings_field(s, host, field[i][1]);
        }
    }
    return status;
}

/* What follows from a parameter that was given. Returns HTR_OK, or HTR_ERR_ARG after a message. */
static int follow_up(const struct param *p, struct htr_settings *s, struct htr_host *host)
{
    s->extra.xlen_set = s->extra.xlen_set || strcmp(p->name, "xlen") == 0;
    s->extra.depth_set = s->extra.depth_set || strcmp(p->name, "return_depth") == 0;
    s->etrace.mtvec_set = s->etrace.mtvec_set || strcmp(p->name, "mtvec") == 0;
    s->etrace.stvec_set = s->etrace.stvec_set || strcmp(p->name, "stvec") == 0;
    s->etrace.vstvec_set = s->etrace.vstvec_set || strcmp(p->name, "vstvec") == 0;
    if (is_profile(p) && !s->extra.depth_set) {
        struct nexus_stream_cfg cfg;
        nexus_cfg_init(&cfg);
        nexus_cfg_set_profile(&cfg, (enum nexus_profile)s->extra.profile);
        s->extra.return_depth = cfg.return_depth;
    }
    return is_profile(p) && s->extra.profile == NEXUS_PROFILE_SPACEMIT_K3 ? take_fields(s, host)
                                                                          : HTR_OK;
}

static int set(struct htr_settings *s, struct htr_host *host, const struct param *p,
               const char *assignment)
{
    size_t n = strlen(p->name);
    uint64_t value;
    if (assignment[n] != '=' || !read_value(p, assignment + n + 1, &value)) {
        return is_profile(p)
                   ? htr_fail(host, HTR_ERR_ARG, NULL, "--param %s: it can be %s, %s or %s",
                              assignment, nexus_profile_name(NEXUS_PROFILE_1_0),
                              nexus_profile_name(NEXUS_PROFILE_SIFIVE_0X),
                              nexus_profile_name(NEXUS_PROFILE_SPACEMIT_K3))
                   : htr_fail(host, HTR_ERR_ARG, NULL,
                              "--param %s: not a number; write --param %s=NUMBER", assignment,
                              p->name);
    }
    if (!regmap_param_accepts(value, p->min, p->max, p->accepts)) {
        return htr_fail(host, HTR_ERR_ARG, NULL,
                        "--param %s: out of range; it can be %llu to %llu%s", assignment,
                        (unsigned long long)p->min, (unsigned long long)p->max,
                        regmap_param_words(p->accepts));
    }
    regmap_param_store(p->type, (uint8_t *)s + p->at, value);
    return follow_up(p, s, host);
}

int htr_settings_param(struct htr_settings *s, struct htr_host *host, const char *assignment)
{
    const struct htr_names names = {param_name, params, NPARAMS};
    char name[HTR_PARAM_FORM];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(assignment, "="), assignment);
    for (size_t i = 0; i < NPARAMS; i++) {
        if (strcmp(params[i].name, name) == 0) {
            return set(s, host, &params[i], assignment);
        }
    }
    const char *near = htr_nearest(name, &names);
    if (near != NULL) {
        return htr_fail(host, HTR_ERR_ARG, NULL,
                        "--param: unknown parameter '%s'; did you mean '%s'?", name, near);
    }
    return htr_fail(host, HTR_ERR_ARG, NULL,
                    "--param: unknown parameter '%s'; hartrace help params lists them", name);
}

bool htr_param_info(size_t i, struct htr_param_info *info)
{
    struct htr_settings s;
    if (i >= NPARAMS) {
        return false;
    }
    const struct param *p = &params[i];
    htr_settings_init(&s);
    unsigned long long value = regmap_param_fetch(p->type, (const uint8_t *)&s + p->at);
    *info = (struct htr_param_info){.name = p->name, .help = p->help, .readers = readers_of(p)};
    if (is_profile(p)) {
        snprintf(info->form, sizeof info->form, "%s=%s", p->name,
                 nexus_profile_name((unsigned)value));
    } else {
        snprintf(info->form, sizeof info->form, "%s=%llu", p->name, value);
    }
    return true;
}
