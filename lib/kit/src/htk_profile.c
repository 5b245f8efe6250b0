/* SPDX-License-Identifier: Apache-2.0 */
/* Quirks and their names, profiles and their files. */
#include "htk/htk_profile.h"

#include <stdlib.h>
#include <string.h>

#include "htk_normalize.h"
#include "htr/htr_ini.h"
#include "nexus/nexus_msg.h"

static const struct {
    const char *name, *rule, *text;
} quirks[HTK_QUIRKS] = {
    [HTK_QUIRK_IDLE_ANY] = {"idle_any", "NT-TX-017", "an idle byte that is not 0xFF"},
    [HTK_QUIRK_EMPTY_FIELD] = {"empty_field", "NT-DEF-004", "a variable field without a bit"},
    [HTK_QUIRK_NO_SYNC_ICNT] = {"no_sync_icnt", "NT-MSG-008", "ProgTraceSync without I-CNT"},
    [HTK_QUIRK_NO_CDF] = {"no_cdf", "NT-MSG-015", "ProgTraceCorrelation without CDF"},
    [HTK_QUIRK_TIME_ABSOLUTE] = {"time_absolute", "NT-TIM-002", "TSTAMP that is absolute"},
    [HTK_QUIRK_TIME_XOR] = {"time_xor", "NT-TIM-002", "TSTAMP that is an XOR"},
    [HTK_QUIRK_REPEAT_XOR] = {"repeat_xor", "NT-RBR-003", "RepeatBranch with an XORed U-ADDR"},
    [HTK_QUIRK_OWNER_0] = {"owner_format_0", "NT-OWN-011", "Ownership FORMAT 0 with a context"},
    [HTK_QUIRK_SYNC_BRANCH] = {"sync_branch", "NT-SYN-017",
                               "a synchronizing message whose HIST lacks the branch before it"},
    [HTK_QUIRK_ITYPE_3] = {"itype_3", "TCI-TE-036",
                           "a return that is not implicit, though that is set"},
    [HTK_QUIRK_VENDOR] = {"vendor_tcodes", "NT-MSG-017", "a vendor's message, reserved TCODE"},
};

const char *htk_quirk_name(enum htk_quirk quirk)
{
    return quirks[quirk].name;
}

const char *htk_quirk_rule(enum htk_quirk quirk)
{
    return quirks[quirk].rule;
}

const char *htk_quirk_text(enum htk_quirk quirk)
{
    return quirks[quirk].text;
}

/* ---- profiles that are known ---- */

#define BIT(quirk) (1u << HTK_QUIRK_##quirk)

/* From the public sources of these encoders, at these commits: name, source, quirks, excused. */
#define KNOWN_PROFILES(ROW)                                                                        \
    ROW("tt-dfd", "github.com/tenstorrent/tt-dfd f8a2186: dfd_te_encoder.sv, dfd_te_mso.sv",       \
        BIT(IDLE_ANY) | BIT(EMPTY_FIELD) | BIT(REPEAT_XOR), "NT-CNT-010")                          \
    ROW("spike-n-trace", "github.com/iansseijelly/riscv-isa-sim 8a60abc: trace_encoder_n.cc",      \
        BIT(NO_SYNC_ICNT) | BIT(NO_CDF) | BIT(TIME_XOR), "")                                       \
    ROW("nexrv-encoder", "github.com/riscv-non-isa/tg-nexus-trace e0f02c6: NexRvEnco.c", 0,        \
        "NT-MSG-035 NT-PTC-009")

#define PROFILE(name, source, quirks, excused) {name, source, quirks, excused},
static const struct {
    const char *name, *source;
    uint32_t quirks;
    const char *excused;
} known[] = {KNOWN_PROFILES(PROFILE)};

enum {
    KNOWN = sizeof known / sizeof known[0]
};

const char *htk_profile_name(unsigned i)
{
    return i < KNOWN ? known[i].name : NULL;
}

const char *htk_profile_names(void)
{
#define NAME(name, source, quirks, excused) ", " name
    static const char all[] = KNOWN_PROFILES(NAME);
    return all + 2; /* after the first comma */
}

static bool add_excuses(struct htk_profile *p, const char *text)
{
    while (*(text += strspn(text, " ,")) != '\0') {
        const size_t n = strcspn(text, " ,");
        if (p->excuses == HTK_EXCUSES || n >= sizeof p->excuse[0] ||
            (strncmp(text, "NT-", 3) != 0 && strncmp(text, "TCI-", 4) != 0)) {
            return false;
        }
        memcpy(p->excuse[p->excuses], text, n);
        p->excuse[p->excuses++][n] = '\0';
        text += n;
    }
    return true;
}

bool htk_profile_excuses(const struct htk_profile *p, const char *id)
{
    for (unsigned i = 0; i < p->excuses; i++) {
        if (strcmp(p->excuse[i], id) == 0) {
            return true;
        }
    }
    return false;
}

/* ---- files ---- */

/* "40 41": TCODEs that N-Trace reserves. */
static bool add_tcodes(struct htk_profile *p, const char *text)
{
    while (*(text += strspn(text, " ,")) != '\0') {
        char *end;
        const unsigned long tcode = strtoul(text, &end, 0);
        if (end == text || strchr(" ,", *end) == NULL || tcode >= NEXUS_TCODES ||
            htk_normal_lists((unsigned)tcode)) {
            return false;
        }
        p->vendor |= UINT64_C(1) << tcode;
        text = end;
    }
    p->quirk[HTK_QUIRK_VENDOR] = p->vendor != 0;
    return p->vendor != 0;
}

struct reader {
    struct htk_profile *p;
    struct htr_host *host;
    const char *path;
};

/* Without the quotes of a text, and what follows it. */
static void unquote(const char *value, char *out, size_t size)
{
    const bool quoted = *value == '"';
    value += quoted;
    snprintf(out, size, "%.*s", (int)strcspn(value, quoted ? "\"" : " #"), value);
}

static int entry(void *ctx, const char *section, const char *key, const char *value)
{
    struct reader *r = ctx;
    char text[300];
    (void)section;
    unquote(value, text, sizeof text);
    const bool on = strcmp(text, "true") == 0;
    if (strcmp(key, quirks[HTK_QUIRK_VENDOR].name) == 0 && add_tcodes(r->p, text)) {
        return 0;
    }
    for (unsigned i = 0; i < HTK_QUIRK_VENDOR; i++) {
        if (strcmp(key, quirks[i].name) == 0 && (on || strcmp(text, "false") == 0)) {
            r->p->quirk[i] = on;
            return 0;
        }
    }
    if (strcmp(key, "source") == 0) {
        snprintf(r->p->source, sizeof r->p->source, "%.119s", text);
        return 0;
    }
    if (strcmp(key, "name") == 0) {
        snprintf(r->p->name, sizeof r->p->name, "%.79s", text);
        return 0;
    }
    if (strcmp(key, "excused") == 0 && add_excuses(r->p, text)) {
        return 0;
    }
    return htr_fail(r->host, HTR_ERR_FORMAT, r->path,
                    "%.40s = %.60s: no quirk that is true or false, and not name, source, "
                    "vendor_tcodes with TCODEs that N-Trace reserves, or excused with ids of rules",
                    key, value);
}

void htk_profile_dialects(char out[HTK_DIALECTS])
{
    size_t n = 0;
    out[0] = '\0';
    for (unsigned i = 0; nexus_profile_name(i) != NULL && n < HTK_DIALECTS; i++) {
        n += (size_t)snprintf(out + n, HTK_DIALECTS - n, "%s%s", n > 0 ? ", " : "",
                              nexus_profile_name(i));
    }
}

static int unknown(struct htr_host *host, const char *name)
{
    char dialects[HTK_DIALECTS];
    htk_profile_dialects(dialects);
    return htr_fail(
        host, HTR_ERR_ARG, NULL,
        "--profile %s: unknown; it is %s, in lint also %s, or a file that ends in .toml", name,
        htk_profile_names(), dialects);
}

int htk_profile_find(struct htk_profile *p, struct htr_host *host, const char *name)
{
    const size_t n = strlen(name);
    *p = (struct htk_profile){.excuses = 0};
    snprintf(p->name, sizeof p->name, "%.79s", name);
    for (unsigned i = 0; i < KNOWN; i++) {
        if (strcmp(name, known[i].name) == 0) {
            snprintf(p->source, sizeof p->source, "%s", known[i].source);
            for (unsigned q = 0; q < HTK_QUIRKS; q++) {
                p->quirk[q] = (known[i].quirks >> q & 1) != 0;
            }
            (void)add_excuses(p, known[i].excused);
            return HTR_OK;
        }
    }
    if (n < 5 || strcmp(name + n - 5, ".toml") != 0) {
        return unknown(host, name);
    }
    struct reader r = {p, host, name};
    return htr_ini_read(host, name, entry, &r);
}
