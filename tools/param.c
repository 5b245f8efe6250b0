/* SPDX-License-Identifier: Apache-2.0 */
/* Parameters: what no register tells, with defaults, ranges and one line of help each. */
#include "param.h"

#include <string.h>

enum kind {
    KIND_BOOL,
    KIND_U8,
    KIND_U16,
    KIND_U32,
    KIND_U64,
    KIND_PROFILE
};

struct param {
    const char *name;
    enum kind kind;
    bool extra; /* in struct te_extra, otherwise in struct trm_encoder_cfg */
    size_t at;
    uint64_t min, max;
    const char *help;
};

#define MODEL(member) false, offsetof(struct trm_encoder_cfg, member)
#define EXTRA(member) true, offsetof(struct te_extra, member)

static const struct param params[] = {
    {"btm", KIND_BOOL, MODEL(btm), 0, 1, "trTeInstMode 3 exists"},
    {"htm", KIND_BOOL, MODEL(htm), 0, 1, "trTeInstMode 6 exists; one of the two must"},
    {"xlen", KIND_U8, MODEL(xlen), 32, 64,
     "width of addresses, 32 or 64; ELF and ingress files tell it"},
    {"itype_width", KIND_U8, MODEL(itype_width), 3, 4, "width of itype at the ingress port"},
    {"icnt_bits", KIND_U8, MODEL(icnt_bits), 4, 22, "I-CNT counter, overflow bit included"},
    {"hist_bits", KIND_U8, MODEL(hist_bits), 2, 32, "HIST register, stop bit included"},
    {"btype_split", KIND_BOOL, MODEL(btype_split), 0, 1,
     "B-TYPE 2 exception and 3 interrupt, not 1"},
    {"hist_always", KIND_BOOL, MODEL(hist_always), 0, 1,
     "HTM: IndirectBranchHist also with empty HIST"},
    {"report_disabled", KIND_BOOL, MODEL(report_disabled), 0, 1,
     "ProgTraceCorrelation also when nothing was traced"},
    {"context", KIND_BOOL, MODEL(context), 0, 1, "trTeContext exists"},
    {"hcontext", KIND_BOOL, MODEL(hcontext), 0, 1, "Ownership messages in pairs, hcontext first"},
    {"context_bits", KIND_U8, MODEL(context_bits), 0, 59, "width of context and hcontext"},
    {"src_bits", KIND_U8, MODEL(src_bits), 0, 12, "widest trTeSrcBits"},
    {"sync_modes", KIND_U8, MODEL(sync_modes), 2, 14, "bit n: trTeInstSyncMode n exists"},
    {"triggers", KIND_BOOL, MODEL(triggers), 0, 1, "trTeInstTrigEnable exists"},
    {"ext_triggers", KIND_U8, MODEL(ext_triggers), 0, 8, "external trigger inputs"},
    {"ext_outputs", KIND_U8, MODEL(ext_outputs), 0, 8, "external trigger outputs"},
    {"ext_events", KIND_U8, MODEL(ext_events), 0, TRM_EXT_ALL,
     "events of outputs: 1 start, 2 stop, 4 watchpoint, 8 overflow or stall"},
    {"dbg_control", KIND_BOOL, MODEL(dbg_control), 0, 1,
     "trTeTrigDbgControl exists: bits 2, 3, 4 enable these actions of debug triggers"},
    {"filters", KIND_U8, MODEL(filters), 0, TRM_FILTERS_MAX, "filters"},
    {"comparators", KIND_U8, MODEL(comparators), 0, TRM_COMPARATORS_MAX, "comparators"},
    {"filter_matches", KIND_U8, MODEL(filter_matches), 0, TRM_FILTER_ALL,
     "conditions of filters: 1 privilege, 2 ecause, 4 interrupt, 8 impdef"},
    {"filter_nesting", KIND_U8, MODEL(filter_nesting), 1, 16, "bits of the count of nested traps"},
    {"comp_inputs", KIND_U8, MODEL(comp_inputs), 1, 7,
     "inputs of comparators: 1 iaddr (needed), 2 context, 4 tval"},
    {"comp_modes", KIND_U8, MODEL(comp_modes), 1, 15,
     "bit n: trTeCompMatchMode n exists; 0 is needed"},
    {"comp_notify", KIND_BOOL, MODEL(comp_notify), 0, 1, "trTeCompPNotify, trTeCompSNotify exist"},
    {"stall", KIND_BOOL, MODEL(stall), 0, 1, "trTeInstStallEna exists"},
    {"all_jumps", KIND_BOOL, MODEL(all_jumps), 0, 1, "trTeInstEnAllJumps exists"},
    {"extend_addr_msb", KIND_BOOL, MODEL(extend_addr_msb), 0, 1, "trTeInstExtendAddrMSB exists"},
    {"sequential_jump", KIND_BOOL, MODEL(sequential_jump), 0, 1, "trTeInstEnSequentialJump exists"},
    {"implicit_return", KIND_BOOL, MODEL(implicit_return), 0, 1, "trTeInstEnImplicitReturn exists"},
    {"repeated_history", KIND_BOOL, MODEL(repeated_history), 0, 1,
     "trTeInstEnRepeatedHistory exists"},
    {"hrepeat_bits", KIND_U8, MODEL(hrepeat_bits), 2, 18, "width of HREPEAT"},
    {"hist_search", KIND_U8, MODEL(hist_search), 0, 2,
     "repetitions found: 0 equal registers, 1 also 28 and 30 outcomes, 2 any"},
    {"repeat_branch", KIND_BOOL, MODEL(repeat_branch), 0, 1,
     "BTM with trTeInstEnRepeatedHistory: RepeatBranch"},
    {"repeat_branch_htm", KIND_BOOL, MODEL(repeat_branch_htm), 0, 1,
     "HTM with trTeInstEnRepeatedHistory: RepeatBranch"},
    {"bcnt_bits", KIND_U8, MODEL(bcnt_bits), 1, 18, "width of B-CNT"},
    {"icnt_late", KIND_BOOL, MODEL(icnt_late), 0, 1,
     "I-CNT is full when the next block does not fit"},
    {"icnt_sync", KIND_BOOL, MODEL(icnt_sync), 0, 1,
     "BTM: ProgTraceSync SYNC 4 when I-CNT is full"},
    {"return_stack", KIND_U8, MODEL(return_depth), 1, 32, "entries of the encoder's return stack"},
    {"return_bits", KIND_U8, MODEL(return_bits), 2, 63,
     "bits compared in trTeInstImplicitReturnMode 2"},
    {"ts_modes", KIND_U8, MODEL(ts_modes), 0, 30,
     "bit n: trTsMode n exists; 0 = no timestamp unit"},
    {"ts_width", KIND_U8, MODEL(ts_width), 1, 63, "bits of TSTAMP"},
    {"ts_copy_active", KIND_BOOL, MODEL(ts_copy_active), 0, 1,
     "trTsActive is a read-only copy of trTeActive"},
    {"ts_select", KIND_BOOL, MODEL(ts_select), 0, 1,
     "bits 5:0 of trTsVendor instead of ts_messages"},
    {"ts_messages", KIND_U8, MODEL(ts_messages), 0, TRM_TS_ALL,
     "TSTAMP in 1 DirectBranch, 2 Indirect.., 4 Repeat.., 8 ResourceFull, 16 Ownership, 32 end"},
    {"fifo_bytes", KIND_U32, MODEL(fifo_bytes), TRM_ENCODER_FIFO_MIN, TRM_ENCODER_FIFO_MAX,
     "the encoder's queue"},
    {"restart_bytes", KIND_U32, MODEL(restart_bytes), 0, TRM_ENCODER_FIFO_MAX,
     "after an overflow, go on when no more than this is queued"},
    {"link_bytes", KIND_U32, MODEL(link_bytes), 0, 64, "bytes a cycle to the sink; 0 = no limit"},
    {"flush_ticks", KIND_U32, MODEL(flush_ticks), 0, UINT32_MAX,
     "disabled: give up after the sink has refused so long; 0 = never"},
    {"power_ticks", KIND_U32, MODEL(power_ticks), 0, 1 << 16,
     "cycles until trTeActive reads as written"},
    {"profile", KIND_PROFILE, EXTRA(profile), 0, NEXUS_PROFILES - 1,
     "decoder: 1.0, or sifive-0.x for hardware before it (then return_depth=1023)"},
    {"return_depth", KIND_U16, EXTRA(return_depth), 1, 1023,
     "entries of the decoder's return stack"},
    {"c", KIND_BOOL, EXTRA(isa_c), 0, 1, "code may hold compressed instructions"},
    {"zcmp", KIND_BOOL, EXTRA(zcmp), 0, 1, "code may hold Zcmp (then not c.fsdsp)"},
    {"zcmt", KIND_BOOL, EXTRA(zcmt), 0, 1, "code may hold Zcmt table jumps"},
    {"jvt", KIND_U64, EXTRA(jvt), 0, UINT64_MAX, "Zcmt: address of the jump table"},
    {"oversize", KIND_BOOL, EXTRA(oversize), 0, 1, "decoder: take fields wider than the limits"},
    {"garbage", KIND_U32, EXTRA(garbage), 0, UINT32_MAX,
     "seed of register fields without a reset value; 0 = they are 0"},
};

enum {
    NPARAMS = sizeof params / sizeof params[0]
};

static const char *param_name(const void *table, size_t i)
{
    return ((const struct param *)table)[i].name;
}

static uint8_t *place(const struct param *p, struct te_options *te)
{
    return (p->extra ? (uint8_t *)&te->extra : (uint8_t *)&te->model) + p->at;
}

static void store(const struct param *p, struct te_options *te, uint64_t v)
{
    uint8_t *to = place(p, te);
    switch (p->kind) {
    case KIND_BOOL:
        *(bool *)(void *)to = v != 0;
        break;
    case KIND_U8:
    case KIND_PROFILE:
        *to = (uint8_t)v;
        break;
    case KIND_U16:
        memcpy(to, &(uint16_t){(uint16_t)v}, sizeof(uint16_t));
        break;
    case KIND_U32:
        memcpy(to, &(uint32_t){(uint32_t)v}, sizeof(uint32_t));
        break;
    case KIND_U64:
        memcpy(to, &v, sizeof v);
        break;
    }
}

static uint64_t fetch(const struct param *p, struct te_options *te)
{
    const uint8_t *from = place(p, te);
    uint16_t v16;
    uint32_t v32;
    uint64_t v64;
    switch (p->kind) {
    case KIND_BOOL:
        return *(const bool *)(const void *)from;
    case KIND_U8:
    case KIND_PROFILE:
        return *from;
    case KIND_U16:
        memcpy(&v16, from, sizeof v16);
        return v16;
    case KIND_U32:
        memcpy(&v32, from, sizeof v32);
        return v32;
    case KIND_U64:
        break;
    }
    memcpy(&v64, from, sizeof v64);
    return v64;
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
static bool read_value(const struct param *p, const char *text, uint64_t *value)
{
    if (p->kind != KIND_PROFILE) {
        return tool_number(text, value);
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
static void follow_up(const struct param *p, struct te_options *te)
{
    te->extra.xlen_set = te->extra.xlen_set || strcmp(p->name, "xlen") == 0;
    te->extra.depth_set = te->extra.depth_set || strcmp(p->name, "return_depth") == 0;
    if (p->kind == KIND_PROFILE && !te->extra.depth_set) {
        struct nexus_stream_cfg cfg;
        nexus_cfg_init(&cfg);
        nexus_cfg_set_profile(&cfg, (enum nexus_profile)te->extra.profile);
        te->extra.return_depth = cfg.return_depth;
    }
}

int param_set(struct te_options *te, const char *verb, const char *assignment)
{
    const struct tool_names names = {param_name, params, NPARAMS};
    size_t n = strcspn(assignment, "=");
    char name[64];
    uint64_t value;
    snprintf(name, sizeof name, "%.*s", (int)n, assignment);
    for (size_t i = 0; i < NPARAMS; i++) {
        const struct param *p = &params[i];
        if (strcmp(p->name, name) != 0) {
            continue;
        }
        if (assignment[n] != '=' || !read_value(p, assignment + n + 1, &value)) {
            return p->kind == KIND_PROFILE
                       ? tool_fail(verb, NULL, "--param %s: it can be %s or %s", assignment,
                                   nexus_profile_name(NEXUS_PROFILE_1_0),
                                   nexus_profile_name(NEXUS_PROFILE_SIFIVE_0X))
                       : tool_fail(verb, NULL, "--param %s: no number; write --param %s=NUMBER",
                                   assignment, name);
        }
        if (value < p->min || value > p->max ||
            (p->at == offsetof(struct trm_encoder_cfg, xlen) && !p->extra && value != 32 &&
             value != 64)) {
            return tool_fail(verb, NULL, "--param %s: out of range; it can be %llu to %llu",
                             assignment, (unsigned long long)p->min, (unsigned long long)p->max);
        }
        store(p, te, value);
        follow_up(p, te);
        return 0;
    }
    const char *near = tool_nearest(name, &names);
    if (near != NULL) {
        return tool_fail(verb, NULL, "--param: unknown parameter '%s'; did you mean '%s'?", name,
                         near);
    }
    return tool_fail(verb, NULL, "--param: unknown parameter '%s'; hartrace %s --help lists them",
                     name, verb);
}

void te_print_params(FILE *f)
{
    struct te_options te;
    param_defaults(&te);
    fprintf(f, "\nParameters (--param NAME=VALUE), what no register tells:\n");
    for (size_t i = 0; i < NPARAMS; i++) {
        char form[64];
        unsigned long long value = fetch(&params[i], &te);
        if (params[i].kind == KIND_PROFILE) {
            snprintf(form, sizeof form, "%s=%s", params[i].name,
                     nexus_profile_name((unsigned)value));
        } else {
            snprintf(form, sizeof form, "%s=%llu", params[i].name, value);
        }
        fprintf(f, "  %-22s %s\n", form, params[i].help);
    }
    fprintf(f, "\nFields (--te FIELD=VALUE) of the encoder are listed by hartrace regs encoder; a "
               "value may be a name:\n--te trTeInstSyncMode=cycles. Filter or comparator n: --te "
               "trTeFilterEnable[n]=1.\n");
}
