/* SPDX-License-Identifier: Apache-2.0 */
/*
 * PCINFO lines and lists: any text. What is accepted means the same when it is written and read
 * again, and a list of it answers every address with one of its entries.
 */
#include <string.h>

#include "fuzz.h"
#include "flow/flow_code.h"

enum {
    MAX_ENTRIES = 256,
};

static void check_line(const struct flow_pcinfo *e)
{
    char line[FLOW_PCINFO_LINE];
    struct flow_pcinfo again;
    int n = flow_pcinfo_format(e, line);

    FUZZ_CHECK(n > 0 && n < FLOW_PCINFO_LINE && line[n] == '\0' && strlen(line) == (size_t)n);
    FUZZ_CHECK(flow_pcinfo_parse(line, (size_t)n, &again) == FLOW_OK);
    FUZZ_CHECK(again.addr == e->addr && again.dest == e->dest && again.size == e->size &&
               again.cls == e->cls);
}

static void check_list(const struct flow_pcinfo *entry, size_t count)
{
    struct nexus_stream_cfg cfg;
    struct flow_code code;
    struct flow_code_pcinfo list = {entry, count, 0};
    const struct flow_insn *insn;

    nexus_cfg_init(&cfg);
    flow_code_init_pcinfo(&code, nexus_cfg_isa(&cfg), &list);
    for (size_t i = 0; i < count; i++) {
        struct flow_where where = {.pc = entry[i].addr};
        FUZZ_CHECK(flow_code_insn(&code, &where, &insn) == FLOW_OK);
        FUZZ_CHECK(insn->size == entry[i].size && insn->cls == entry[i].cls);
        where.pc = entry[i].addr + 2;
        if (where.pc != 0 && (i + 1 == count || entry[i + 1].addr != where.pc)) {
            FUZZ_CHECK(flow_code_insn(&code, &where, &insn) == FLOW_ERR_NOCODE);
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct flow_pcinfo entry[MAX_ENTRIES];
    size_t count = 0;

    while (size > 0) {
        const uint8_t *eol = memchr(data, '\n', size);
        size_t n = eol != NULL ? (size_t)(eol - data) : size;
        struct flow_pcinfo e;
        char *text = malloc(n != 0 ? n : 1); /* exact: reading too far is found */
        FUZZ_CHECK(text != NULL);
        memcpy(text, data, n);
        if (flow_pcinfo_parse(text, n, &e) == FLOW_OK) {
            check_line(&e);
            if (count < MAX_ENTRIES && (count == 0 || e.addr > entry[count - 1].addr)) {
                entry[count++] = e;
            }
        }
        free(text);
        size -= eol != NULL ? n + 1 : n;
        data += eol != NULL ? n + 1 : n;
    }
    check_list(entry, count);
    return 0;
}
