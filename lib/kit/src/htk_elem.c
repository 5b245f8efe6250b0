/* SPDX-License-Identifier: Apache-2.0 */
#include "htk_elem.h"

#include <stdio.h>
#include <string.h>

#include "htk_enc.h"

static bool is_range(const char *text)
{
    return strncmp(text, "range ", 6) == 0;
}

bool htk_elem_next_range(const struct ntt_elem *elem, unsigned n, unsigned *i,
                         char out[NTT_ELEM_MAX])
{
    unsigned long long from, to, next_from, next_to;
    bool any = false;
    for (; *i < n; ++*i) {
        const char *text = elem[*i].text;
        if (strncmp(text, "error", 5) == 0 && !any) {
            snprintf(out, NTT_ELEM_MAX, "%s", text);
            ++*i;
            return true;
        }
        if (!is_range(text) || sscanf(text, "range 0x%llX-0x%llX", &next_from, &next_to) != 2) {
            continue;
        }
        if (any && next_from != to) {
            break;
        }
        from = any ? from : next_from;
        to = next_to;
        any = true;
        if (strstr(text, " taken") != NULL) {
            ++*i;
            break;
        }
    }
    if (any) {
        snprintf(out, NTT_ELEM_MAX, "0x%llX-0x%llX", from, to);
    }
    return any;
}

const char *htk_elem_rule(const char *text)
{
    static const struct {
        const char *name;
        int status;
    } known[] = {
        {"ICNT", NEXUS_ERR_ICNT},     {"HIST", NEXUS_ERR_HIST},
        {"NOHIST", NEXUS_ERR_NOHIST}, {"UNINFERABLE", NEXUS_ERR_UNINFERABLE},
        {"BRANCH", NEXUS_ERR_BRANCH}, {"SYNC", NEXUS_ERR_SYNC},
    };
    char name[20];
    if (sscanf(text, "error %19s", name) != 1) {
        return "NT-RUL-003";
    }
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (strcmp(name, known[i].name) == 0) {
            return htk_enc_rule_of_status(known[i].status);
        }
    }
    return htk_enc_rule_of_status(NEXUS_ERR_ADDR);
}

const char *htk_elem_next_switch(const struct ntt_elem *elem, unsigned n, unsigned *i)
{
    for (; *i < n; ++*i) {
        const char *text = elem[*i].text;
        /* The end of a trace that never began is optional. */
        if (strncmp(text, "trace-o", 7) == 0 && strstr(text, "addr=?") == NULL) {
            ++*i;
            return text;
        }
    }
    return NULL;
}

bool htk_elem_same_switch(const char *a, const char *b)
{
    const char *end = strstr(a, " addr=");
    return end != NULL && strncmp(a, b, (size_t)(end - a) + 6) == 0;
}
