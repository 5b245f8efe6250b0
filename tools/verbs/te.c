/* SPDX-License-Identifier: Apache-2.0 */
/* Encoder options: parsing, and programming through the driver. */
#include "te.h"

#include <string.h>

#include "encoder_regs.h"
#include "encoder_table.h"
#include "param.h"
#include "timestamp_regs.h"

/* ---- fields ---- */

/* Registers of which the driver, or a function of their own, takes care. */
static bool settled_elsewhere(uint16_t offset)
{
    return offset == TR_TE_CONTROL_OFFSET || offset == TR_TE_INST_FEATURES_OFFSET ||
           offset == TR_TS_CONTROL_OFFSET;
}

static const struct regmap_field *field_at(size_t i, const struct regmap_reg **reg)
{
    for (unsigned k = 0; k < regmap_encoder.nregs; k++) {
        const struct regmap_reg *r = &regmap_encoder.regs[k];
        if (i < r->nfields) {
            *reg = r;
            return &r->fields[i];
        }
        i -= r->nfields;
    }
    return NULL;
}

static const char *field_name(const void *table, size_t i)
{
    const struct regmap_reg *reg;
    (void)table;
    return field_at(i, &reg)->name;
}

static uint32_t field_max(const struct regmap_field *f)
{
    unsigned bits = f->msb - f->lsb + 1u;
    return bits >= 32 ? UINT32_MAX : (UINT32_C(1) << bits) - 1;
}

static uint32_t field_mask(const struct regmap_field *f)
{
    return field_max(f) << f->lsb;
}

static const struct regmap_field *find_field(const char *name, const struct regmap_reg **reg)
{
    const struct regmap_field *f;
    for (size_t i = 0; (f = field_at(i, reg)) != NULL; i++) {
        if (strcmp(f->name, name) == 0) {
            return f;
        }
    }
    return NULL;
}

static int unknown_field(const char *verb, const char *name)
{
    struct htr_names names = {field_name, NULL, 0};
    const struct regmap_reg *reg;
    while (field_at(names.n, &reg) != NULL) {
        names.n++;
    }
    const char *near = htr_nearest(name, &names);
    if (near != NULL) {
        return tool_fail(verb, NULL, "--te: unknown field '%s'; did you mean %s?", name, near);
    }
    return tool_fail(verb, NULL, "--te: unknown field '%s'; hartrace regs encoder lists them",
                     name);
}

/* Fields that the tool itself sets, or nobody can. */
static bool reserved_field(const struct regmap_field *f)
{
    static const char *const own[] = {"trTeActive", "trTeEnable", "trTeInstTracing",
                                      "trTeFormat", "trTsActive", "trTsReset"};
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++) {
        if (strcmp(f->name, own[i]) == 0) {
            return true;
        }
    }
    return f->access == REGMAP_RO || f->access == REGMAP_RW1C;
}

static bool parse_value(const struct regmap_field *f, const char *text, uint64_t *value)
{
    for (unsigned i = 0; i < f->nvalues; i++) {
        if (strcmp(f->values[i].name, text) == 0) {
            *value = f->values[i].value;
            return true;
        }
    }
    return htr_number(text, value);
}

/* "NAME[N]": cut off the number. Returns false when it is none. */
static bool take_index(char *name, uint64_t *index)
{
    char *open = strchr(name, '[');
    *index = 0;
    if (open == NULL) {
        return true;
    }
    size_t n = strlen(open);
    if (open[n - 1] != ']') {
        return false;
    }
    open[n - 1] = '\0';
    *open = '\0';
    return htr_number(open + 1, index);
}

/* ", or instead of the number none, external, ...", or nothing. Returns text. */
static const char *value_names(const struct regmap_field *f, char *text, size_t size)
{
    size_t n = 0;
    text[0] = '\0';
    for (unsigned i = 0; i < f->nvalues && n < size; i++) {
        n += (size_t)snprintf(text + n, size - n, "%s%s", i == 0 ? ", or one of " : ", ",
                              f->values[i].name);
    }
    return text;
}

int te_set(struct te_options *te, const char *verb, const char *assignment)
{
    char name[64];
    const struct regmap_reg *reg;
    uint64_t value;
    uint64_t index;
    size_t n = strcspn(assignment, "=");
    snprintf(name, sizeof name, "%.*s", (int)n, assignment);
    bool numbered = take_index(name, &index);
    const struct regmap_field *f = find_field(name, &reg);
    if (f == NULL) {
        return unknown_field(verb, name);
    }
    if (!numbered || index >= reg->count || (reg->count == 1 && strchr(assignment, '[') != NULL)) {
        return tool_fail(verb, NULL,
                         reg->count == 1 ? "--te %s: there is only one %s"
                                         : "--te %s: %s[N] has N from 0 to %u",
                         assignment, name, reg->count - 1u);
    }
    if (assignment[n] != '=' || !parse_value(f, assignment + n + 1, &value)) {
        char names[160];
        return tool_fail(verb, NULL, "--te %s: not a valid value; use %s=NUMBER%s", assignment,
                         name, value_names(f, names, sizeof names));
    }
    if (value > field_max(f)) {
        return tool_fail(verb, NULL, "--te %s: too wide; %s has %u bit%s, at most %u", assignment,
                         name, f->msb - f->lsb + 1u, f->msb > f->lsb ? "s" : "",
                         (unsigned)field_max(f));
    }
    if (reserved_field(f)) {
        return tool_fail(verb, NULL, "--te %s: %s; leave it out", assignment,
                         f->access == REGMAP_RO ? "read-only" : "hartrace sets this field itself");
    }
    uint16_t offset = (uint16_t)(reg->offset + index * reg->stride);
    for (unsigned i = 0; i < te->nset; i++) {
        if (te->set[i].field == f && te->set[i].offset == offset) {
            te->set[i].value = (uint32_t)value; /* the last one counts */
            return 0;
        }
    }
    if (te->nset == TOOL_LIST_MAX) {
        return tool_fail(verb, NULL, "--te: too many fields");
    }
    te->set[te->nset++] = (struct te_setting){reg, f, offset, (uint32_t)value};
    return 0;
}

void te_defaults(struct te_options *te)
{
    param_defaults(te);
}

/* What was asked for and cannot be meant. Returns 0, or TOOL_CANNOT after a message. */
static int sense(const struct te_options *te, const char *verb, const char *mode)
{
    uint32_t value = 0, way = 0;
    if (mode != NULL && te_asked(te, "trTeInstMode", &value) &&
        value != (mode[0] == 'h' ? TR_TE_INST_MODE_HTM : TR_TE_INST_MODE_BTM)) {
        return tool_fail(verb, NULL,
                         "--te trTeInstMode=%u contradicts --mode %s; leave one of them out",
                         (unsigned)value, mode);
    }
    if (te_asked(te, "trTeInstEnImplicitReturn", &value) && value != 0 &&
        !(te_asked(te, "trTeInstImplicitReturnMode", &way) && way != 0)) {
        tool_note(verb, NULL,
                  "trTeInstEnImplicitReturn=1 has no effect while trTeInstImplicitReturnMode is 0; "
                  "add --te trTeInstImplicitReturnMode=3");
    }
    return 0;
}

int te_parse(struct te_options *te, const char *verb, const char *mode,
             const struct tool_list *fields, const struct tool_list *list)
{
    te_defaults(te);
    if (mode != NULL) {
        if (strcmp(mode, "htm") != 0 && strcmp(mode, "btm") != 0) {
            return tool_fail(verb, NULL, "--mode %s: unknown mode; it is htm or btm", mode);
        }
        int status = te_set(te, verb, mode[0] == 'h' ? "trTeInstMode=6" : "trTeInstMode=3");
        if (status != 0) {
            return status;
        }
    }
    for (unsigned i = 0; i < fields->n; i++) {
        int status = te_set(te, verb, fields->item[i]);
        if (status != 0) {
            return status;
        }
    }
    for (unsigned i = 0; i < list->n; i++) {
        int status = param_set(te, verb, list->item[i]);
        if (status != 0) {
            return status;
        }
    }
    te->model.undef = te->extra.garbage != 0 ? TRM_UNDEF_GARBAGE : TRM_UNDEF_ZERO;
    te->model.seed = te->extra.garbage;
    return sense(te, verb, mode);
}

bool te_asked(const struct te_options *te, const char *field, uint32_t *value)
{
    for (unsigned i = 0; i < te->nset; i++) {
        if (strcmp(te->set[i].field->name, field) == 0) {
            *value = te->set[i].value;
            return true;
        }
    }
    return false;
}

static uint32_t asked_or(const struct te_options *te, const char *field, uint32_t otherwise)
{
    uint32_t value;
    return te_asked(te, field, &value) ? value : otherwise;
}

uint32_t te_asked_register(const struct te_options *te, uint16_t offset)
{
    uint32_t v = 0;
    for (unsigned i = 0; i < te->nset; i++) {
        if (te->set[i].offset == offset) {
            v |= te->set[i].value << te->set[i].field->lsb;
        }
    }
    return v;
}

/* ---- programming ---- */

static void driver_cfg(const struct te_options *te, struct rvt_encoder_cfg *c)
{
    rvt_encoder_cfg_init(c);
    c->inst_mode = (uint8_t)asked_or(te, "trTeInstMode", TR_TE_INST_MODE_HTM);
    c->context = asked_or(te, "trTeContext", 0) != 0;
    c->trig_enable = asked_or(te, "trTeInstTrigEnable", 0) != 0;
    c->stall = asked_or(te, "trTeInstStallEna", 0) != 0;
    c->inhibit_src = asked_or(te, "trTeInhibitSrc", 0) != 0;
    c->sync_mode = (uint8_t)asked_or(te, "trTeInstSyncMode", 0);
    c->sync_max = (uint8_t)asked_or(te, "trTeInstSyncMax", 0);
    c->src_id = (uint16_t)asked_or(te, "trTeSrcID", 0);
    c->src_bits = (uint8_t)asked_or(te, "trTeSrcBits", 0);
    c->no_addr_diff = asked_or(te, "trTeInstNoAddrDiff", 0) != 0;
    c->no_trap_addr = asked_or(te, "trTeInstNoTrapAddr", 0) != 0;
    c->sequential_jump = asked_or(te, "trTeInstEnSequentialJump", 0) != 0;
    c->implicit_return = asked_or(te, "trTeInstEnImplicitReturn", 0) != 0;
    c->branch_prediction = asked_or(te, "trTeInstEnBranchPrediction", 0) != 0;
    c->jump_target_cache = asked_or(te, "trTeInstEnJumpTargetCache", 0) != 0;
    c->implicit_return_mode = (uint8_t)asked_or(te, "trTeInstImplicitReturnMode", 0);
    c->repeated_history = asked_or(te, "trTeInstEnRepeatedHistory", 0) != 0;
    c->all_jumps = asked_or(te, "trTeInstEnAllJumps", 0) != 0;
    c->extend_addr_msb = asked_or(te, "trTeInstExtendAddrMSB", 0) != 0;
}

/* trTsControl: what was asked for; with trTsEnable also a running unit in mode External, unless
 * told otherwise. */
static enum rvt_status program_timestamp(const struct te_options *te, struct rvt_encoder *e)
{
    uint32_t want = te_asked_register(te, TR_TS_CONTROL_OFFSET);
    uint32_t unused;
    if (want == 0) {
        return RVT_OK;
    }
    if (!te_asked(te, "trTsMode", &unused)) {
        want |= TR_TS_MODE_EXTERNAL << TR_TS_MODE_SHIFT;
    }
    if (!te_asked(te, "trTsCount", &unused)) {
        want |= TR_TS_COUNT_MASK;
    }
    want |= TR_TS_ACTIVE_MASK;
    enum rvt_status s = rvt_reg_write(&e->c, TR_TS_CONTROL_OFFSET, TR_TS_ACTIVE_MASK);
    return s != RVT_OK ? s : rvt_reg_write(&e->c, TR_TS_CONTROL_OFFSET, want);
}

/* The other registers that were asked for, from the highest offset down: what filters and
 * comparators match comes before what switches them on. */
static enum rvt_status program_others(const struct te_options *te, struct rvt_encoder *e)
{
    uint32_t last = UINT32_MAX;
    for (;;) {
        const struct te_setting *next = NULL;
        for (unsigned i = 0; i < te->nset; i++) {
            const struct te_setting *s = &te->set[i];
            if (!settled_elsewhere(s->offset) && s->offset < last &&
                (next == NULL || s->offset > next->offset)) {
                next = s;
            }
        }
        if (next == NULL) {
            return RVT_OK;
        }
        last = next->offset;
        enum rvt_status s = rvt_reg_write(&e->c, last, te_asked_register(te, next->offset));
        if (s != RVT_OK) {
            return s;
        }
    }
}

/* Say which fields were granted another value than asked for. */
static enum rvt_status report_granted(const struct te_options *te, const char *verb,
                                      const struct rvt_encoder *e)
{
    for (unsigned i = 0; i < te->nset; i++) {
        const struct te_setting *s = &te->set[i];
        uint32_t reg = 0;
        enum rvt_status status = rvt_reg_read(&e->c, s->offset, &reg);
        if (status != RVT_OK) {
            return status;
        }
        uint32_t granted = (reg & field_mask(s->field)) >> s->field->lsb;
        if (granted != s->value) {
            tool_note(verb, NULL, "%s: asked for %u, the encoder granted %u, which is used",
                      s->field->name, (unsigned)s->value, (unsigned)granted);
        }
    }
    return RVT_OK;
}

int te_program(const struct te_options *te, const char *verb, struct rvt_encoder *encoder)
{
    struct rvt_encoder_cfg cfg;
    driver_cfg(te, &cfg);
    if (cfg.src_bits > 12) {
        return tool_fail(verb, NULL, "trTeSrcBits=%u: SRC has at most 12 bits", cfg.src_bits);
    }
    if (cfg.src_bits > 0 && (cfg.src_id >> cfg.src_bits) != 0) {
        return tool_fail(verb, NULL,
                         "trTeSrcID=%u does not fit in trTeSrcBits=%u; use a smaller one",
                         cfg.src_id, cfg.src_bits);
    }
    enum rvt_status s = rvt_encoder_reset(encoder);
    if (s == RVT_OK) {
        s = rvt_encoder_configure(encoder, &cfg, NULL);
    }
    if (s == RVT_OK) {
        s = program_timestamp(te, encoder);
    }
    if (s == RVT_OK) {
        s = program_others(te, encoder);
    }
    if (s == RVT_OK) {
        s = report_granted(te, verb, encoder);
    }
    if (s != RVT_OK) {
        return tool_fail(verb, NULL, "the encoder cannot be programmed: %s", rvt_strerror(s));
    }
    return 0;
}
