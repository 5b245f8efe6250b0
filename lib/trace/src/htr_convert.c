/* SPDX-License-Identifier: Apache-2.0 */
/* Files of the task group's reference tools. */
#include "htr/htr_convert.h"

#include <inttypes.h>

#include "htr/htr_input.h"

enum {
    BATCH = 4096
};

/* ---- PC lists ---- */

/* The type of an instruction in a PCSEQ list, without the size; the next line decides between B and
 * BN. */
static const char *type_of(const struct flow_insn *insn)
{
    switch (insn->cls) {
    case FLOW_INSN_BRANCH:
        return "B";
    case FLOW_INSN_DIRECT_CALL:
        return "C";
    case FLOW_INSN_DIRECT_JUMP:
    case FLOW_INSN_DIRECT_OTHER:
        return "J";
    case FLOW_INSN_CALL:
    case FLOW_INSN_SWAP:
        return "CI";
    case FLOW_INSN_JUMP:
    case FLOW_INSN_OTHER:
        return "JI";
    case FLOW_INSN_RETURN:
    case FLOW_INSN_TRAP_RETURN:
        return "R";
    default:
        return "L";
    }
}

/* The list has ended after `count` PCs: was that its end or an error? */
static int end_of_list(const struct htr_pcs *from, uint64_t count)
{
    if (from->failed) {
        return from->host->last.status;
    }
    return count != 0 ? HTR_OK
                      : htr_fail(from->host, HTR_ERR_FORMAT, from->path,
                                 "is empty: there is no executed PC in it");
}

/* PCSEQ: a branch is "B" or, when the next line is the one after it, "BN". Nothing shows how the
 * last one ended: the reference tool leaves out its size and the end of line, and so do we. */
int htr_convert_pcseq(struct htr_pcs *from, struct htr_code *code, FILE *to)
{
    uint64_t pc[BATCH], behind = 0, count = 0;
    unsigned branch = 0; /* size of the branch before */
    size_t n;
    while ((n = htr_pcs_read(from, pc, BATCH)) > 0) {
        count += n;
        for (size_t i = 0; i < n; i++) {
            struct flow_where where = {.pc = pc[i]};
            const struct flow_insn *insn;
            if (flow_code_insn(&code->code, &where, &insn) != FLOW_OK) {
                return htr_fail(from->host, HTR_ERR_MISSING, from->path,
                                "line %" PRIu64 ": no code at 0x%" PRIx64, from->line + i, pc[i]);
            }
            if (branch != 0) {
                fprintf(to, "%s%u\n", pc[i] == behind ? "N" : "", branch);
            }
            fprintf(to, "0x%" PRIX64 ",%s", pc[i], type_of(insn));
            branch = insn->cls == FLOW_INSN_BRANCH ? insn->size : 0;
            behind = pc[i] + insn->size;
            if (branch == 0) {
                fprintf(to, "%u\n", insn->size);
            }
        }
    }
    return end_of_list(from, count);
}

int htr_convert_pcs(struct htr_pcs *from, FILE *to)
{
    uint64_t pc[BATCH], count = 0;
    size_t n;
    while ((n = htr_pcs_read(from, pc, BATCH)) > 0) {
        count += n;
        for (size_t i = 0; i < n; i++) {
            fprintf(to, "0x%" PRIX64 "\n", pc[i]);
        }
    }
    return end_of_list(from, count);
}

/* ---- DUMP to bytes ---- */

static int hex_digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

int htr_convert_dump(struct htr_host *host, const char *path, FILE *to)
{
    struct htr_lines l;
    const char *s;
    size_t n;
    uint64_t bytes = 0;
    int status = htr_lines_open(&l, host, path);
    if (status != HTR_OK) {
        return status;
    }
    while (htr_lines_next(&l, &s, &n)) {
        if (n >= 5 && s[0] == '0' && s[1] == 'x' && s[4] == ' ' && hex_digit(s[2]) >= 0 &&
            hex_digit(s[3]) >= 0) {
            fputc(hex_digit(s[2]) << 4 | hex_digit(s[3]), to);
            bytes++;
        }
    }
    if (l.error != NULL) {
        status = htr_fail(host, HTR_ERR_READ, path, "line %" PRIu64 ": %s", l.number + 1, l.error);
    } else if (bytes == 0) {
        status = htr_fail(host, HTR_ERR_FORMAT, path,
                          "has no line like '0x24 001001_00: ...'; not a dump");
    }
    htr_lines_close(&l);
    return status;
}
