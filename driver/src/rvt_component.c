/* SPDX-License-Identifier: Apache-2.0 */
/* What all components share: identity, register access, WARL, enable and disable. */
#include "hartrace/rvt_component.h"
#include "hartrace/rvt_field.h"
#include "rvt_internal.h"

#include "common_regs.h"
#include "regmap/components.h"

#define TYPE_IS_THAT_OF_THE_MAP(name, NAME, title, type)                                           \
    _Static_assert((unsigned)RVT_COMP_##NAME == (type), "rvt_component.h: " title);
TR_COMPONENTS(TYPE_IS_THAT_OF_THE_MAP)

/* NULL for what is no type. */
static const char *title_of(enum rvt_comp_type type)
{
#define TITLE(name, NAME, title, number)                                                           \
    case RVT_COMP_##NAME:                                                                          \
        return title;
    switch (type) {
        TR_COMPONENTS(TITLE)
    }
#undef TITLE
    return NULL;
}

const char *rvt_component_name(enum rvt_comp_type type)
{
    const char *title = title_of(type);

    return title != NULL ? title : "unknown component";
}

enum rvt_status rvt_component_init(struct rvt_component *c, const struct rvt_io *io, uint64_t base,
                                   enum rvt_comp_type type)
{
    if (c == NULL || io == NULL || io->ops == NULL || io->ops->read32 == NULL ||
        io->ops->write32 == NULL || io->poll_limit == 0) {
        return RVT_ERR_ARG;
    }
    if ((base & (TR_BLOCK_SIZE - 1)) != 0 || title_of(type) == NULL) {
        return RVT_ERR_ARG;
    }
    c->io = io;
    c->base = base;
    c->type = type;
    c->state = RVT_STATE_UNKNOWN;
    c->impl = 0;
    return RVT_OK;
}

enum rvt_status rvt_reg_read(const struct rvt_component *c, uint32_t offset, uint32_t *val)
{
    if (offset >= TR_BLOCK_SIZE || (offset & 3) != 0) {
        return RVT_ERR_ARG;
    }
    return rvt_io_read32(c->io, c->base + offset, val);
}

enum rvt_status rvt_reg_write(const struct rvt_component *c, uint32_t offset, uint32_t val)
{
    if (offset >= TR_BLOCK_SIZE || (offset & 3) != 0) {
        return RVT_ERR_ARG;
    }
    return rvt_io_write32(c->io, c->base + offset, val);
}

enum rvt_status rvt_write_warl(const struct rvt_component *c, uint32_t offset, uint32_t mask,
                               uint32_t want, uint32_t *got)
{
    uint32_t val = 0;

    if ((want & ~mask) != 0) {
        return RVT_ERR_ARG;
    }
    if (mask != UINT32_MAX) {
        RVT_TRY(rvt_reg_read(c, offset, &val));
    }
    RVT_TRY(rvt_reg_write(c, offset, (val & ~mask) | want));
    RVT_TRY(rvt_reg_read(c, offset, &val));
    *got = val & mask;
    return RVT_OK;
}

static enum rvt_status poll_control(const struct rvt_component *c, uint32_t mask, uint32_t want)
{
    return rvt_poll(c->io, c->base + TR_CONTROL_OFFSET, mask, want);
}

/* Into reset and out of it again ("Reset and Discovery", first four steps). */
static enum rvt_status cycle_active(const struct rvt_component *c)
{
    RVT_TRY(rvt_reg_write(c, TR_CONTROL_OFFSET, 0));
    RVT_TRY(poll_control(c, TR_ACTIVE_MASK, 0));
    RVT_TRY(rvt_reg_write(c, TR_CONTROL_OFFSET, TR_ACTIVE_MASK));
    return poll_control(c, TR_ACTIVE_MASK, TR_ACTIVE_MASK);
}

/* Read Impl and judge it. */
static enum rvt_status identify(struct rvt_component *c)
{
    struct rvt_component_info info;

    RVT_TRY(rvt_reg_read(c, TR_IMPL_OFFSET, &c->impl));
    rvt_component_info(c, &info);
    if (info.verdict > RVT_VERSION_OBSOLETE) {
        return RVT_ERR_VERSION;
    }
    return info.comp_type == (uint8_t)c->type ? RVT_OK : RVT_ERR_TYPE;
}

enum rvt_status rvt_component_reset(struct rvt_component *c)
{
    c->state = RVT_STATE_UNKNOWN;
    c->impl = 0;
    RVT_TRY(cycle_active(c));
    /* "Accessing and Detecting RAM Sink Registers" wants this between Active and Impl. */
    if (c->type == RVT_COMP_RAMSINK) {
        RVT_TRY(poll_control(c, TR_EMPTY_MASK, TR_EMPTY_MASK));
    }
    RVT_TRY(identify(c));
    c->state = RVT_STATE_RESET;
    return RVT_OK;
}

enum rvt_status rvt_component_attach(struct rvt_component *c)
{
    uint32_t control;

    c->state = RVT_STATE_UNKNOWN;
    c->impl = 0;
    RVT_TRY(rvt_reg_read(c, TR_CONTROL_OFFSET, &control));
    if ((control & TR_ACTIVE_MASK) == 0) {
        return RVT_ERR_STATE;
    }
    RVT_TRY(identify(c));
    c->state = (control & TR_ENABLE_MASK) != 0 ? RVT_STATE_ENABLED : RVT_STATE_CONFIGURED;
    return RVT_OK;
}

void rvt_component_info(const struct rvt_component *c, struct rvt_component_info *info)
{
    info->name = rvt_component_name(c->type);
    info->base = c->base;
    info->impl = c->impl;
    info->comp_type = (uint8_t)RVT_GET(c->impl, TR_COMP_TYPE);
    info->major = (uint8_t)RVT_GET(c->impl, TR_VER_MAJOR);
    info->minor = (uint8_t)RVT_GET(c->impl, TR_VER_MINOR);
    info->supported_major = RVT_SUPPORTED_MAJOR;
    info->supported_minor = RVT_SUPPORTED_MINOR;
    info->verdict =
        rvt_version_judge(info->major, info->minor, RVT_SUPPORTED_MAJOR, RVT_SUPPORTED_MINOR);
}

enum rvt_status rvt_control_for_enable(struct rvt_component *c, uint32_t *control)
{
    if (c->state < RVT_STATE_CONFIGURED) {
        return RVT_ERR_STATE;
    }
    RVT_TRY(rvt_reg_read(c, TR_CONTROL_OFFSET, control));
    if ((*control & TR_ACTIVE_MASK) == 0) {
        c->state = RVT_STATE_UNKNOWN;
        return RVT_ERR_STATE;
    }
    if (c->state == RVT_STATE_ENABLED && (*control & TR_ENABLE_MASK) == 0) {
        return RVT_ERR_STATE;
    }
    return RVT_OK;
}

enum rvt_status rvt_control_enable(struct rvt_component *c, uint32_t settings)
{
    c->state = RVT_STATE_ENABLED;
    RVT_TRY(rvt_reg_write(c, TR_CONTROL_OFFSET, settings | TR_ACTIVE_MASK | TR_ENABLE_MASK));
    return poll_control(c, TR_ENABLE_MASK, TR_ENABLE_MASK);
}

enum rvt_status rvt_control_enable_once(struct rvt_component *c, uint32_t settings)
{
    uint32_t control;

    RVT_TRY(rvt_control_for_enable(c, &control));
    if ((control & TR_ENABLE_MASK) != 0) {
        c->state = RVT_STATE_ENABLED;
        return RVT_OK;
    }
    return rvt_control_enable(c, control & settings);
}

enum rvt_status rvt_check_disabled(const struct rvt_component *c)
{
    return c->state == RVT_STATE_RESET || c->state == RVT_STATE_CONFIGURED ? RVT_OK : RVT_ERR_STATE;
}

enum rvt_status rvt_try_values(const struct rvt_component *c, uint32_t offset, uint32_t mask,
                               unsigned shift, uint32_t base, uint32_t *values)
{
    *values = 0;
    for (uint32_t v = 0; v < 16 && v <= mask >> shift; v++) {
        uint32_t want = (base & ~mask) | v << shift;
        uint32_t got;

        RVT_TRY(rvt_write_warl(c, offset, UINT32_MAX, want, &got));
        if ((got & mask) == (want & mask)) {
            *values |= 1u << v;
        }
    }
    return RVT_OK;
}

enum rvt_status rvt_control_disable(struct rvt_component *c, uint32_t keep)
{
    uint32_t control;

    if (c->state < RVT_STATE_RESET) {
        return RVT_ERR_STATE;
    }
    RVT_TRY(rvt_reg_read(c, TR_CONTROL_OFFSET, &control));
    if ((control & TR_ACTIVE_MASK) == 0) {
        c->state = RVT_STATE_UNKNOWN;
        return RVT_OK;
    }
    RVT_TRY(rvt_reg_write(c, TR_CONTROL_OFFSET, (control & keep) | TR_ACTIVE_MASK));
    RVT_TRY(poll_control(c, TR_ENABLE_MASK, 0));
    RVT_TRY(poll_control(c, TR_EMPTY_MASK, TR_EMPTY_MASK));
    if (c->state == RVT_STATE_ENABLED) {
        c->state = RVT_STATE_CONFIGURED;
    }
    return RVT_OK;
}
