/* SPDX-License-Identifier: Apache-2.0 */
/* Packets of E-Trace as text, and back (docs/reference/vectors.md). */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "ett.h"

/* A member of struct etrace_packet. */
struct member {
    const char *name;
    uint16_t at;
    uint8_t size; /* bytes; 0: bool */
    bool hex;
};

#define MEMBER(name, size, hex)                                                                    \
    {                                                                                              \
#name, (uint16_t)offsetof(struct etrace_packet, name), size, hex                           \
    }

static const struct member members[] = {
    MEMBER(branch_count, 4, true), MEMBER(branch_fmt, 1, false),   MEMBER(index, 4, false),
    MEMBER(branches, 1, false),    MEMBER(branch_map, 4, true),    MEMBER(branch, 0, false),
    MEMBER(privilege, 1, false),   MEMBER(time, 8, true),          MEMBER(context, 8, true),
    MEMBER(ecause, 8, false),      MEMBER(interrupt, 0, false),    MEMBER(thaddr, 0, false),
    MEMBER(address, 8, true),      MEMBER(tval, 8, true),          MEMBER(notify, 0, false),
    MEMBER(updiscon, 0, false),    MEMBER(irreport, 0, false),     MEMBER(irdepth, 4, false),
    MEMBER(ienable, 0, false),     MEMBER(encoder_mode, 1, false), MEMBER(qual_status, 1, false),
    MEMBER(ioptions, 4, true),     MEMBER(denable, 0, false),      MEMBER(dloss, 0, false),
    MEMBER(doptions, 4, true),
};

static const struct member *find(const char *name)
{
    for (size_t i = 0; i < sizeof members / sizeof members[0]; i++) {
        if (strcmp(members[i].name, name) == 0) {
            return &members[i];
        }
    }
    return NULL;
}

static uint64_t get(const struct etrace_packet *p, const struct member *m)
{
    const uint8_t *at = (const uint8_t *)p + m->at;
    uint64_t v8 = 0;
    uint32_t v4 = 0;
    switch (m->size) {
    case 8:
        memcpy(&v8, at, 8);
        return v8;
    case 4:
        memcpy(&v4, at, 4);
        return v4;
    default:
        return *at;
    }
}

static bool put(struct etrace_packet *p, const struct member *m, uint64_t v)
{
    uint8_t *at = (uint8_t *)p + m->at;
    const uint32_t v4 = (uint32_t)v;
    switch (m->size) {
    case 8:
        memcpy(at, &v, 8);
        return true;
    case 4:
        memcpy(at, &v4, 4);
        return v <= UINT32_MAX;
    default:
        *at = (uint8_t)v;
        return v <= (m->size == 0 ? 1u : UINT8_MAX);
    }
}

/* The fields of a packet, in the order of transmission. '-' in front: left out when it is 0. */
static const char *fields_of(const struct etrace_packet *p)
{
    static const char *const sync[] = {
        "branch privilege time context address",
        "branch privilege time context ecause interrupt thaddr address tval",
        "privilege time context",
        "ienable encoder_mode qual_status ioptions denable dloss doptions",
    };
    switch (p->format) {
    case ETRACE_FORMAT_EXT:
        return p->subformat == ETRACE_EXT_INDEX ? "index branches branch_map -irreport -irdepth"
               : p->branch_fmt == ETRACE_BRANCH_NO_ADDR
                   ? "branch_count branch_fmt"
                   : "branch_count branch_fmt address -notify -updiscon -irreport -irdepth";
    case ETRACE_FORMAT_BRANCH:
        return p->branches == 0
                   ? "branch_map"
                   : "branches branch_map address -notify -updiscon -irreport -irdepth";
    case ETRACE_FORMAT_ADDR:
        return "address -notify -updiscon -irreport -irdepth";
    default:
        return sync[p->subformat & 3u];
    }
}

static bool is_there(const struct etrace_cfg *cfg, const struct etrace_packet *p, const char *name,
                     bool optional, uint64_t value)
{
    if (strcmp(name, "time") == 0) {
        return !cfg->notime;
    }
    if (strcmp(name, "context") == 0) {
        return !cfg->nocontext;
    }
    if (strcmp(name, "address") == 0) {
        return p->has_address;
    }
    if (strcmp(name, "tval") == 0) {
        return !p->interrupt;
    }
    if (strcmp(name, "branch_map") == 0 && p->format == ETRACE_FORMAT_EXT) {
        return p->branches != 0;
    }
    if (strcmp(name, "irdepth") == 0) {
        return p->irreport;
    }
    return !optional || value != 0;
}

void ett_print(const struct etrace_cfg *cfg, uint32_t options, const struct etrace_packet *p,
               char out[ETT_TEXT_MAX])
{
    bool absolute =
        p->format == ETRACE_FORMAT_SYNC || (options & UINT32_C(1) << ETRACE_OPT_FULL_ADDRESS) != 0;
    int n = snprintf(out, ETT_TEXT_MAX, "%s", etrace_packet_name(p));
    for (const char *at = fields_of(p); *at != '\0';) {
        char name[32];
        size_t length = strcspn(at, " ");
        bool optional = *at == '-';
        snprintf(name, sizeof name, "%.*s", (int)(length - optional), at + optional);
        at += length;
        at += strspn(at, " ");
        const struct member *m = find(name);
        uint64_t v = get(p, m);
        if (!is_there(cfg, p, name, optional, v)) {
            continue;
        }
        bool minus = !absolute && strcmp(name, "address") == 0 && v >> 63 != 0;
        char *to = out + n;
        size_t room = ETT_TEXT_MAX - (size_t)n;
        n += snprintf(to, room, m->hex ? " %s=%s0x%" PRIX64 : " %s=%s%" PRIu64, name,
                      minus ? "-" : "", minus ? 0 - v : v);
    }
}

static bool start(const char *name, struct etrace_packet *p)
{
    for (unsigned format = 0; format < 4; format++) {
        for (unsigned sub = 0; sub < 4; sub++) {
            *p = (struct etrace_packet){.format = (uint8_t)format, .subformat = (uint8_t)sub};
            p->branches = format == ETRACE_FORMAT_BRANCH ? (uint8_t)sub : 0;
            if ((format == ETRACE_FORMAT_SYNC || sub < 2) &&
                strcmp(etrace_packet_name(p), name) == 0) {
                p->subformat = format == ETRACE_FORMAT_BRANCH ? 0 : p->subformat;
                return true;
            }
        }
    }
    return false;
}

bool ett_parse_packet(const char *text, struct etrace_packet *p)
{
    char line[ETT_TEXT_MAX];
    char *word;
    char *value;
    char *at = line;
    snprintf(line, sizeof line, "%s", text);
    (void)ntt_word(&at, &word, &value);
    if (!start(word, p)) {
        return false;
    }
    while (ntt_word(&at, &word, &value)) {
        const struct member *m = find(word);
        bool minus = *value == '-';
        uint64_t v;
        if (m == NULL || !ntt_number(value + minus, &v) || !put(p, m, minus ? 0 - v : v)) {
            return false;
        }
        p->has_address = p->has_address || strcmp(word, "address") == 0;
    }
    return *word == '\0';
}
