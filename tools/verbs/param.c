/* SPDX-License-Identifier: Apache-2.0 */
/* Parameters: what no register reports, with defaults, ranges and one line of help each. Those of
 * the encoder's model are in sim_param.h. */
#include "param.h"

#include <limits.h>
#include <string.h>

#include "sim/sim_param.h"

#define EXTRA(member) offsetof(struct te_extra, member)

enum {
    ENCODER = TE_READS_ENCODER,
    DECODER = TE_READS_DECODER,
    CODE = TE_READS_CODE
};

static const struct extra {
    struct sim_param p;
    unsigned readers;
} extras[] = {
    {{"profile", SIM_PARAM_U8, EXTRA(profile), 0, NEXUS_PROFILES - 1,
      "1.0, or sifive-0.x for hardware before it (then return_depth=1023)", REGMAP_PARAM_ALL},
     DECODER},
    {{"return_depth", SIM_PARAM_U16, EXTRA(return_depth), 1, 1023,
      "entries of the decoder's return stack", REGMAP_PARAM_ALL},
     DECODER},
    {{"c", SIM_PARAM_BOOL, EXTRA(isa_c), 0, 1, "code may hold compressed instructions",
      REGMAP_PARAM_ALL},
     ENCODER | DECODER | CODE},
    {{"zcmp", SIM_PARAM_BOOL, EXTRA(zcmp), 0, 1, "code may hold Zcmp (then not c.fsdsp)",
      REGMAP_PARAM_ALL},
     ENCODER | DECODER | CODE},
    {{"zcmt", SIM_PARAM_BOOL, EXTRA(zcmt), 0, 1, "code may hold Zcmt table jumps",
      REGMAP_PARAM_ALL},
     ENCODER | DECODER | CODE},
    {{"jvt", SIM_PARAM_U64, EXTRA(jvt), 0, UINT64_MAX, "Zcmt: address of the jump table",
      REGMAP_PARAM_ALL},
     ENCODER | DECODER | CODE},
    {{"oversize", SIM_PARAM_BOOL, EXTRA(oversize), 0, 1,
      "decode fields wider than the limits instead of refusing them", REGMAP_PARAM_ALL},
     DECODER},
    {{"garbage", SIM_PARAM_U32, EXTRA(garbage), 0, UINT32_MAX,
      "seed of register fields without a reset value; 0 = they are 0", REGMAP_PARAM_ALL},
     ENCODER},
};

/* Those of the encoder's model that others read too. */
static const struct {
    const char *name;
    unsigned readers;
} shared[] = {
    {"xlen", ENCODER | DECODER | CODE},         {"ts_width", ENCODER | DECODER},
    {"btype_split", ENCODER | TE_READS_STRICT}, {"ts_select", ENCODER | TE_READS_STRICT},
    {"ts_messages", ENCODER | TE_READS_STRICT},
};

enum {
    NEXTRAS = sizeof extras / sizeof extras[0],
    NSHARED = sizeof shared / sizeof shared[0]
};

static size_t count(void)
{
    size_t n;
    (void)sim_params(TOPOLOGY_ENCODER, &n);
    return n + NEXTRAS;
}

/* Parameter i, and what it is in: the model's configuration, or the rest. */
static const struct sim_param *at(size_t i, struct te_options *te, void **place)
{
    size_t n;
    const struct sim_param *model = sim_params(TOPOLOGY_ENCODER, &n);
    *place = i < n ? (void *)&te->model : (void *)&te->extra;
    return i < n ? &model[i] : &extras[i - n].p;
}

/* Which verbs read parameter i: TE_READS_... */
static unsigned readers_of(size_t i)
{
    size_t n;
    const struct sim_param *model = sim_params(TOPOLOGY_ENCODER, &n);
    if (i >= n) {
        return extras[i - n].readers;
    }
    for (size_t k = 0; k < NSHARED; k++) {
        if (strcmp(model[i].name, shared[k].name) == 0) {
            return shared[k].readers;
        }
    }
    return ENCODER;
}

static const char *param_name(const void *table, size_t i)
{
    struct te_options none;
    void *place;
    (void)table;
    return at(i, &none, &place)->name;
}

bool param_read_by(const char *assignment, unsigned readers)
{
    const size_t n = strcspn(assignment, "=");
    for (size_t i = 0; i < count(); i++) {
        const char *name = param_name(NULL, i);
        if (strlen(name) == n && strncmp(name, assignment, n) == 0) {
            return (readers_of(i) & readers) != 0;
        }
    }
    return true;
}

/* The decoder's profile has a name for each value. */
static bool is_profile(const struct sim_param *p)
{
    return p == &extras[0].p;
}

void param_defaults(struct te_options *te)
{
    memset(te, 0, sizeof *te);
    trm_encoder_cfg_init(&te->model);
    te->model.ts_modes = (1u << 1) | (1u << 3); /* External and Internal Core */
    te->extra.return_depth = 32;
    te->extra.isa_c = true;
}

/* A number, or the name of a profile. */
static bool read_value(const struct sim_param *p, const char *text, uint64_t *value)
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

/* What follows from a parameter that was given. */
static void follow_up(const struct sim_param *p, struct te_options *te)
{
    te->extra.xlen_set = te->extra.xlen_set || strcmp(p->name, "xlen") == 0;
    te->extra.depth_set = te->extra.depth_set || strcmp(p->name, "return_depth") == 0;
    if (is_profile(p) && !te->extra.depth_set) {
        struct nexus_stream_cfg cfg;
        nexus_cfg_init(&cfg);
        nexus_cfg_set_profile(&cfg, (enum nexus_profile)te->extra.profile);
        te->extra.return_depth = cfg.return_depth;
    }
}

static int set(struct te_options *te, const char *verb, const struct sim_param *p, void *place,
               const char *assignment)
{
    size_t n = strlen(p->name);
    uint64_t value;
    if (assignment[n] != '=' || !read_value(p, assignment + n + 1, &value)) {
        return is_profile(p)
                   ? tool_fail(verb, NULL, "--param %s: it can be %s or %s", assignment,
                               nexus_profile_name(NEXUS_PROFILE_1_0),
                               nexus_profile_name(NEXUS_PROFILE_SIFIVE_0X))
                   : tool_fail(verb, NULL, "--param %s: not a number; write --param %s=NUMBER",
                               assignment, p->name);
    }
    if (!sim_param_accepts(p, value)) {
        return tool_fail(verb, NULL, "--param %s: out of range; it can be %llu to %llu", assignment,
                         (unsigned long long)p->min, (unsigned long long)p->max);
    }
    sim_param_store(p, place, value);
    follow_up(p, te);
    return 0;
}

int param_set(struct te_options *te, const char *verb, const char *assignment)
{
    const struct htr_names names = {param_name, NULL, count()};
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(assignment, "="), assignment);
    for (size_t i = 0; i < names.n; i++) {
        void *place;
        const struct sim_param *p = at(i, te, &place);
        if (strcmp(p->name, name) == 0) {
            return set(te, verb, p, place, assignment);
        }
    }
    const char *near = htr_nearest(name, &names);
    if (near != NULL) {
        return tool_fail(verb, NULL, "--param: unknown parameter '%s'; did you mean '%s'?", name,
                         near);
    }
    return tool_fail(verb, NULL, "--param: unknown parameter '%s'; hartrace help params lists them",
                     name);
}

static void print_params(FILE *f, unsigned readers)
{
    struct te_options te;
    param_defaults(&te);
    fprintf(f, "\nParameters (--param NAME=VALUE), for what no register reports:\n");
    for (size_t i = 0; i < count(); i++) {
        char form[64];
        void *place;
        const struct sim_param *p = at(i, &te, &place);
        unsigned long long value = sim_param_fetch(p, place);
        if ((readers_of(i) & readers) == 0) {
            continue;
        }
        if (is_profile(p)) {
            snprintf(form, sizeof form, "%s=%s", p->name, nexus_profile_name((unsigned)value));
        } else {
            snprintf(form, sizeof form, "%s=%llu", p->name, value);
        }
        fprintf(f, "  %-22s %s\n", form, p->help);
    }
}

static void print_fields(FILE *f)
{
    fprintf(f, "\nFields (--te FIELD=VALUE) of the encoder are listed by hartrace regs encoder; a "
               "value may be a name:\n--te trTeInstSyncMode=cycles. Filter or comparator n: --te "
               "trTeFilterEnable[n]=1.\n");
}

void te_print_params(FILE *f)
{
    print_params(f, UINT_MAX);
    print_fields(f);
}

static void print_some(FILE *f, unsigned readers)
{
    print_params(f, readers);
    fprintf(f, "hartrace help params lists those of the other verbs too.\n");
    if (readers != CODE) {
        print_fields(f);
    }
}

void te_print_encoder_params(FILE *f)
{
    print_some(f, ENCODER);
}

void te_print_decoder_params(FILE *f)
{
    print_some(f, DECODER);
}

void te_print_verify_params(FILE *f)
{
    print_some(f, DECODER | TE_READS_STRICT);
}

void te_print_code_params(FILE *f)
{
    print_some(f, CODE);
}
