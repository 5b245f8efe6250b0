/* SPDX-License-Identifier: Apache-2.0 */
/* "cfg" of a text vector: names of the stream, of the encoder's parameters and of its register
 * fields (docs/reference/vectors.md). */
#include <stdlib.h>
#include <string.h>

#include "encoder_regs.h"
#include "encoder_table.h"
#include "htk_params.h"
#include "ntt.h"

bool ntt_word(char **at, char **name, char **value)
{
    char *p = *at + strspn(*at, " \t");
    *name = p;
    size_t len = strcspn(p, " \t");
    if (len == 0) {
        *at = p;
        return false;
    }
    *at = p + len;
    if (**at != '\0') {
        *(*at)++ = '\0';
    }
    *value = strchr(p, '=');
    if (*value == NULL) {
        return false;
    }
    *(*value)++ = '\0';
    return true;
}

bool ntt_number(const char *text, uint64_t *value)
{
    char *end = NULL;
    if (*text < '0' || *text > '9') {
        return false;
    }
    *value = strtoull(text, &end, 0);
    return *end == '\0';
}

static bool set_width(struct nexus_cfg_widths *w, const char *name, uint64_t v)
{
    const struct {
        const char *name;
        uint8_t *at;
    } field[] = {
        {"status", &w->status}, {"map", &w->map},     {"dsz", &w->dsz},     {"elsz", &w->elsz},
        {"dcorr", &w->dcorr},   {"dsync", &w->dsync}, {"idtag", &w->idtag}, {"ndq", &w->ndq},
        {"xmap", &w->xmap},     {"cksrc", &w->cksrc}, {"ckdf", &w->ckdf},   {"cksync", &w->cksync},
    };
    if (strcmp(name, "cancel") == 0) {
        w->cancel = v != 0;
        return true;
    }
    for (size_t i = 0; i < sizeof(field) / sizeof(field[0]); i++) {
        if (strcmp(field[i].name, name) == 0) {
            *field[i].at = (uint8_t)v;
            return v <= 255;
        }
    }
    return false;
}

/* These have a name of their own in a case: they are parameters of the stream too. */
static bool of_stream(const char *name)
{
    return strcmp(name, "xlen") == 0 || strcmp(name, "ts_modes") == 0 ||
           strcmp(name, "ts_width") == 0;
}

static bool set_param(struct trm_encoder_cfg *p, const char *name, uint64_t v)
{
    const int i = of_stream(name) ? -1 : htk_param_find(name);
    return i >= 0 && htk_param_set(p, (unsigned)i, v);
}

bool ntt_find_field(const char *text, uint64_t value, struct ntt_field *out)
{
    char name[64];
    uint64_t index = 0;
    snprintf(name, sizeof(name), "%s", text);
    char *open = strchr(name, '[');
    if (open != NULL) {
        *open = '\0';
        char *end = strchr(open + 1, ']');
        if (end == NULL || end[1] != '\0') {
            return false;
        }
        *end = '\0';
        if (!ntt_number(open + 1, &index)) {
            return false;
        }
    }
    for (unsigned r = 0; r < regmap_encoder.nregs; r++) {
        const struct regmap_reg *reg = &regmap_encoder.regs[r];
        for (unsigned f = 0; f < reg->nfields; f++) {
            const struct regmap_field *field = &reg->fields[f];
            if (strcmp(field->name, name) == 0) {
                const uint32_t mask = regmap_field_mask(field);
                if (index >= reg->count) {
                    return false;
                }
                out->offset = reg->offset + (uint32_t)index * reg->stride;
                out->mask = mask;
                out->bits = (uint32_t)value << field->lsb;
                return value <= mask >> field->lsb;
            }
        }
    }
    return false;
}

/* What a register field means to a decoder. */
static void field_to_stream(struct nexus_stream_cfg *cfg, const char *name, uint64_t v)
{
    if (strcmp(name, "trTeSrcBits") == 0) {
        cfg->src_bits = (uint8_t)v;
    } else if (strcmp(name, "trTeInhibitSrc") == 0) {
        cfg->src_bits = v != 0 ? 0 : cfg->src_bits; /* comes after trTeSrcBits */
    } else if (strcmp(name, "trTsEnable") == 0) {
        cfg->timestamps = v != 0;
    } else if (strcmp(name, "trTeInstExtendAddrMSB") == 0) {
        cfg->extend_addr_msb = v != 0;
    } else if (strcmp(name, "trTeInstEnSequentialJump") == 0) {
        cfg->sequential_jump = v != 0;
    } else if (strcmp(name, "trTeInstEnImplicitReturn") == 0) {
        cfg->implicit_return = v != 0;
    } else if (strcmp(name, "trTeInstImplicitReturnMode") == 0) {
        cfg->return_mode = (enum nexus_return_mode)v;
    } else if (strcmp(name, "trTeInstEnRepeatedHistory") == 0) {
        cfg->repeated_history = v != 0;
    } else if (strcmp(name, "trTeDataNoAddr") == 0) {
        cfg->data_no_addr = v != 0;
    } else if (strcmp(name, "trTeInstEnAllJumps") == 0) {
        cfg->all_jumps = v != 0;
    }
}

static bool set_field(struct ntt_case *c, const char *name, uint64_t v)
{
    if (strcmp(name, "trTsWidth") == 0) {
        c->cfg.timestamp_bits = (uint8_t)v;
        c->param.ts_width = (uint8_t)v;
        return v <= 64;
    }
    if (c->fields == NTT_FIELDS_MAX || !ntt_find_field(name, v, &c->field[c->fields])) {
        return false;
    }
    c->fields++;
    c->has_mode = c->has_mode || strcmp(name, "trTeInstMode") == 0;
    if (strcmp(name, "trTsEnable") == 0 && v != 0) {
        c->param.ts_modes = 1u << TR_TS_MODE_EXTERNAL;
    }
    field_to_stream(&c->cfg, name, v);
    return true;
}

static bool set_isa(struct nexus_stream_cfg *cfg, uint32_t bit, uint64_t v)
{
    cfg->isa = v != 0 ? cfg->isa | bit : cfg->isa & ~bit;
    return v <= 1;
}

static bool set_one(struct ntt_case *c, const char *name, uint64_t v)
{
    struct nexus_stream_cfg *cfg = &c->cfg;
    if (strncmp(name, "tr", 2) == 0) {
        return set_field(c, name, v);
    }
    if (strcmp(name, "sifive") == 0) { /* profile sifive-0.x */
        nexus_cfg_set_profile(cfg, v != 0 ? NEXUS_PROFILE_SIFIVE_0X : NEXUS_PROFILE_1_0);
    } else if (strcmp(name, "src_bits") == 0) {
        cfg->src_bits = (uint8_t)v;
    } else if (strcmp(name, "xlen") == 0) {
        cfg->xlen = (uint8_t)v;
        c->param.xlen = (uint8_t)v;
    } else if (strcmp(name, "timestamps") == 0) {
        cfg->timestamps = v != 0;
    } else if (strcmp(name, "extend_addr_msb") == 0) {
        cfg->extend_addr_msb = v != 0;
    } else if (strcmp(name, "decoder_depth") == 0) {
        cfg->return_depth = (uint16_t)v;
    } else if (strcmp(name, "decode_src") == 0) {
        c->one_source = true;
        c->source = (uint16_t)v;
        return v <= 0xFFF;
    } else if (strcmp(name, "zcmp") == 0) {
        return set_isa(cfg, FLOW_ISA_ZCMP, v);
    } else if (strcmp(name, "zcmt") == 0) {
        return set_isa(cfg, FLOW_ISA_ZCMT, v);
    } else if (strcmp(name, "jvt") == 0) {
        cfg->jvt = v;
    } else if (strcmp(name, "stimulus_tag") == 0) { /* 0: of variable length */
        cfg->width.idtag = v != 0 ? (uint8_t)v : (uint8_t)NEXUS_WIDTH_VARIABLE;
        return set_param(&c->param, name, v);
    } else {
        return set_width(&cfg->width, name, v) || set_param(&c->param, name, v);
    }
    return true;
}

bool ntt_case_set(struct ntt_case *c, const char *text)
{
    char line[NTT_LINE_MAX];
    char *at = line;
    char *name;
    char *value;
    uint64_t v;
    snprintf(line, sizeof(line), "%s", text);
    while (ntt_word(&at, &name, &value)) {
        if (!ntt_number(value, &v) || !set_one(c, name, v)) {
            return false;
        }
    }
    return *name == '\0' && nexus_cfg_check(&c->cfg) == NULL;
}

bool ntt_set_cfg(struct nexus_stream_cfg *cfg, const char *text)
{
    struct ntt_case *c = calloc(1, sizeof *c); /* large: not on the stack */
    if (c == NULL) {
        return false;
    }
    c->cfg = *cfg;
    const bool good = ntt_case_set(c, text);
    if (good) {
        *cfg = c->cfg;
    }
    free(c);
    return good;
}
