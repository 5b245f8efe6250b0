/* SPDX-License-Identifier: Apache-2.0 */
/* Data accesses of a hart: out of an ingress stream, and as a list. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "htr/htr_data_compare.h"
#include "htr/htr_kind.h"
#include "htr/htr_text.h"

/* ---- entries of an access ---- */

/* Its messages, as docs/reference/data-trace.md says: an atomic reads, then writes; a conditional
 * store that fails writes nothing; CSRs are left out. */
unsigned htr_data_entries(const struct ingress_cycle *in, const struct ingress_access *a,
                          struct htr_data_entry e[HTR_DATA_PER_ACCESS])
{
    const bool atomic = a->dtype >= INGRESS_DTYPE_SWAP && a->dtype <= INGRESS_DTYPE_MIN;
    const struct htr_data_entry one = {.pc = in->block[a->block].iaddr + 2u * a->insn,
                                       .addr = a->daddr,
                                       .width = (uint8_t)(1u << a->dsize)};
    unsigned n = 0;
    if (a->dtype == INGRESS_DTYPE_LOAD || atomic) {
        e[n] = one;
        e[n++].value = a->load;
    }
    if (a->dtype == INGRESS_DTYPE_STORE || atomic) {
        e[n] = one;
        e[n].write = true;
        e[n++].value = a->store;
    }
    if (a->dtype == INGRESS_DTYPE_SC_FAILED) {
        e[n] = one;
        e[n].write = true;
        e[n++].width = 0;
    }
    return n;
}

/* ---- lines ---- */

unsigned htr_data_line(const struct htr_data_entry *e, char to[HTR_DATA_TEXT])
{
    return (unsigned)snprintf(to, HTR_DATA_TEXT,
                              "0x%08" PRIX64 ",%c,0x%08" PRIX64 ",%u,0x%" PRIX64 "\n", e->pc,
                              e->write ? 'W' : 'R', e->addr, e->width, e->value);
}

static bool parse_number(char **at, uint64_t *value)
{
    char *field = *at, *end = strchr(field, ',');
    if (end != NULL) {
        *end = '\0';
        *at = end + 1;
    } else {
        *at = field + strlen(field);
    }
    return htr_number(field, value);
}

/* "0xPC,W,0xADDR,SIZE,0xVALUE". */
static bool parse_entry(char *line, struct htr_data_entry *e)
{
    uint64_t width;
    char *at = line;
    if (!parse_number(&at, &e->pc) || (at[0] != 'R' && at[0] != 'W') || at[1] != ',') {
        return false;
    }
    e->write = at[0] == 'W';
    at += 2;
    if (!parse_number(&at, &e->addr) || !parse_number(&at, &width) ||
        !parse_number(&at, &e->value) || *at != '\0') {
        return false;
    }
    e->width = (uint8_t)width;
    return (width == 1 || width == 2 || width == 4 || width == 8 || (width == 0 && e->write)) &&
           (width == 8 || e->value >> 8 * width == 0);
}

static int next_line(struct htr_data_list *l, struct htr_data_entry *e)
{
    const char *text;
    size_t n;
    char line[HTR_DATA_TEXT], quoted[HTR_QUOTE];
    while (htr_lines_next(&l->lines, &text, &n)) {
        if (n == 0 || text[0] == '#') {
            continue;
        }
        const size_t keep = n < sizeof line ? n : 0;
        memcpy(line, text, keep);
        line[keep] = '\0';
        if (strlen(line) != n || !parse_entry(line, e)) {
            return htr_fail(l->host, HTR_ERR_FORMAT, l->path,
                            "line %" PRIu64 ": '%s' is not PC,R|W,ADDRESS,SIZE,VALUE",
                            l->lines.number, htr_quote(text, n, quoted));
        }
        e->line = l->lines.number;
        return 1;
    }
    if (l->lines.error != NULL) {
        return htr_fail(l->host, HTR_ERR_READ, l->path, "line %" PRIu64 ": %s", l->lines.number + 1,
                        l->lines.error);
    }
    return 0;
}

/* ---- ingress ---- */

/* Go to the next access of the hart. Returns 1, 0 at the end, or HTR_ERR_*. */
static int next_access(struct htr_data_list *l)
{
    while (l->record.kind != INGRESS_CYCLE || l->record.hart != l->hart ||
           l->access == l->record.in.naccess) {
        int status = ingress_read(&l->ingress.reader, &l->record);
        l->access = 0;
        if (status != 1) {
            return status == 0 ? 0 : htr_ingress_fail(&l->ingress, status);
        }
    }
    l->n = htr_data_entries(&l->record.in, &l->record.in.access[l->access++], l->entry);
    l->at = 0;
    return 1;
}

static int next_of_ingress(struct htr_data_list *l, struct htr_data_entry *e)
{
    while (l->at == l->n) {
        int status = next_access(l);
        if (status != 1) {
            return status;
        }
    }
    *e = l->entry[l->at++];
    e->line = ++l->number;
    return 1;
}

/* ---- a list of either kind ---- */

static bool is_ingress(struct htr_host *host, const char *path)
{
    uint8_t front[64 + 8] = {0};
    struct htr_file f;
    struct htr_host quiet = *host;
    quiet.message = NULL;
    if (strcmp(path, "-") == 0 || htr_file_open(&f, &quiet, path) != HTR_OK) {
        return false;
    }
    const size_t n = htr_file_read(&f, front, 64);
    htr_file_close(&f);
    return htr_kind_of(front, n, n < 64) == HTR_KIND_INGRESS;
}

int htr_data_list_open(struct htr_data_list *l, struct htr_host *host, const char *path,
                       unsigned hart)
{
    memset(l, 0, sizeof *l);
    l->host = host;
    l->path = path;
    l->hart = hart;
    l->record.kind = INGRESS_OPCODE; /* nothing was read */
    l->is_ingress = is_ingress(host, path);
    if (!l->is_ingress) {
        return htr_lines_open(&l->lines, host, path);
    }
    int status = htr_ingress_open(&l->ingress, host, path);
    if (status != HTR_OK) {
        return status;
    }
    const struct ingress_header *h = &l->ingress.reader.header;
    if (hart >= h->harts) {
        status = htr_fail(host, HTR_ERR_ARG, path, "has no hart %u; it holds harts 0 to %u", hart,
                          h->harts - 1u);
    } else if (!h->data) {
        status = htr_fail(host, HTR_ERR_MISSING, path,
                          "has no data accesses; record it with --param data_trace=1");
    }
    if (status != HTR_OK) {
        htr_ingress_close(&l->ingress);
    }
    return status;
}

int htr_data_list_next(void *list, struct htr_data_entry *e)
{
    struct htr_data_list *l = list;
    return l->is_ingress ? next_of_ingress(l, e) : next_line(l, e);
}

void htr_data_list_close(struct htr_data_list *l)
{
    if (l->is_ingress) {
        htr_ingress_close(&l->ingress);
    } else {
        htr_lines_close(&l->lines);
    }
}
