/* SPDX-License-Identifier: Apache-2.0 */
/* Our decoder as a device of the kit. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "htk/htk_decoder.h"
#include "htr/htr_trace_plant.h"
#include "htr/htr_tree_pull.h"
#include "ett.h"
#include "ntt.h"

enum {
    SETTINGS = 64,
    LINE = 64,
    BATCH = 64,
    CANNOT = 2,
};

struct serve {
    struct htr_host host;
    struct htr_trace_options options;
    struct htr_trace trace;
    char line[SETTINGS][LINE];
    bool wide_time;
    bool etrace;
    char ts_width[16];
    bool batches;
    bool failed;
};

static void say(void *ctx, const struct htr_message *m)
{
    struct serve *s = ctx;
    s->failed = s->failed || m->severity == HTR_ERROR;
    if (m->severity == HTR_ERROR) {
        fprintf(stderr, "%s\n", m->text);
    }
}

/* Settings that have another name as an option. Returns whether the line was one. */
static bool take_etrace(struct serve *s, const char *line)
{
    struct htr_trace_options *o = &s->options;
    unsigned bytes;
    if (strcmp(line, "trTeFormat=0") == 0) {
        s->etrace = true;
        return false;
    }
    if (sscanf(line, "ts_bytes=%u", &bytes) == 1) {
        if (bytes > 0) {
            snprintf(s->ts_width, sizeof s->ts_width, "ts_width=%u",
                     bytes < 8 ? 8 * (bytes & 7u) : 63);
            o->te.item[o->te.n++] = "trTsEnable=1";
            o->params.item[o->params.n++] = s->ts_width;
        }
        return true;
    }
    /* Ours takes XLEN and 64. */
    return strncmp(line, "daddress_width=", 15) == 0 || strncmp(line, "data_width=", 11) == 0;
}

static bool take_setting(struct serve *s, char *line)
{
    struct htr_trace_options *o = &s->options;
    if (take_etrace(s, line)) {
        return true;
    }
    if (strncmp(line, "kit=", 4) == 0) {
        return strcmp(line, "kit=1") == 0;
    }
    if (strncmp(line, "src=", 4) == 0) {
        o->src = line + 4;
    } else if (strncmp(line, "wrapped=", 8) == 0) {
        o->wrapped = line[8] == '1';
    } else if (strcmp(line, "trTsWidth=64") == 0) { /* a time of Nexus, and of no register */
        s->wide_time = true;
    } else if (strncmp(line, "trTsWidth=", 10) == 0) { /* the field is read-only */
        memcpy(line, "ts_width=", 9);
        memmove(line + 9, line + 10, strlen(line + 10) + 1);
        o->params.item[o->params.n++] = line;
    } else {
        struct htr_list *list = strncmp(line, "tr", 2) == 0 ? &o->te : &o->params;
        list->item[list->n++] = line;
    }
    return true;
}

static bool read_settings(struct serve *s, const char *path)
{
    FILE *f = fopen(path, "r");
    bool good = f != NULL;
    for (unsigned n = 0; good && n < SETTINGS && fgets(s->line[n], LINE, f) != NULL; n++) {
        s->line[n][strcspn(s->line[n], "\n")] = '\0';
        good = take_setting(s, s->line[n]);
    }
    if (f != NULL) {
        fclose(f);
    }
    return good;
}

static void write_range(FILE *out, uint64_t start, uint64_t end)
{
    fprintf(out, "0x%" PRIX64 "-0x%" PRIX64 "\n", start, end);
}

/* Returns false for an element that says that something cannot be decoded. */
static bool write_element(FILE *out, const struct flow_elem *e, bool etrace)
{
    char text[NTT_ELEM_MAX];
    if (e->type == FLOW_ELEM_RANGE) {
        write_range(out, e->start, e->end);
    } else if (e->type != FLOW_ELEM_END) {
        if (etrace) {
            ett_describe(text, e);
        } else {
            ntt_describe(text, e);
        }
        fprintf(out, "%s\n", text);
    }
    return e->type != FLOW_ELEM_ERROR && e->type != FLOW_ELEM_ADDR_NACC;
}

static bool write_one_by_one(struct htr_tree *tree, int32_t decoder, FILE *out, bool etrace)
{
    struct htr_pull pull;
    struct flow_elem e;
    bool good = htr_pull_begin(&pull, tree, decoder) == HTR_OK;
    while (htr_pull_next(&pull, &e)) {
        good = write_element(out, &e, etrace) && good;
    }
    return good;
}

/* As hartrace decode does. */
static bool write_batches(struct htr_tree *tree, int32_t decoder, FILE *out, bool etrace)
{
    struct flow_range range[BATCH];
    struct flow_elem e;
    bool good = true;
    int n;
    while ((n = htr_tree_next_ranges(tree, decoder, range, BATCH, &e)) >= 0) {
        for (int i = 0; i < n; i++) {
            write_range(out, range[i].start, range[i].end);
        }
        good = (n > 0 || write_element(out, &e, etrace)) && good;
    }
    return good;
}

static bool write_elements(struct serve *s, FILE *out)
{
    struct htr_tree tree;
    bool good = false;
    const int32_t decoder = htr_trace_tree(&s->trace, &tree);
    fputs("events trace-on trace-off exception exception-return event lost context time "
          "software-trace data custom unknown other\n",
          out);
    if (decoder >= 0) {
        good = !s->batches ? write_one_by_one(&tree, decoder, out, s->etrace)
                           : write_batches(&tree, decoder, out, s->etrace);
    }
    htr_tree_close(&tree);
    return good;
}

static int decode(struct serve *s, const struct htk_case_files *files)
{
    FILE *out = htr_create(&s->host, files->out);
    int status = CANNOT;
    struct stat st;
    if (out == NULL) {
        return status;
    }
    /* There are two ways to decode: the size of the trace decides which one is tried. */
    s->batches = stat(files->trace, &st) == 0 && st.st_size % 2 != 0;
    if (htr_trace_open_decoder(&s->trace, &s->host, &s->options) == HTR_OK) {
        if (s->wide_time && !s->etrace) {
            s->trace.decoder.flow.time_mask = UINT64_MAX;
        }
        status = write_elements(s, out) && !s->failed ? 0 : 1;
        htr_trace_close(&s->trace);
    }
    return htr_close(&s->host, out) == HTR_OK ? status : CANNOT;
}

int htk_decoder_serve(const struct htk_case_files *files)
{
    struct serve *s = calloc(1, sizeof *s);
    int status = CANNOT;
    if (s == NULL) {
        return status;
    }
    s->host = (struct htr_host){.ctx = s, .message = say};
    s->options = (struct htr_trace_options){
        .path = files->trace, .no_sidecar = true, .any_kind = true, .in_pieces = true};
    s->options.code.elf = files->elf;
    s->options.code.pcinfo = files->elf == NULL ? files->pcinfo : NULL;
    if (read_settings(s, files->settings)) {
        status = decode(s, files);
    }
    free(s);
    return status;
}
