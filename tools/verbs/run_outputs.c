/* SPDX-License-Identifier: Apache-2.0 */
/* Verb run: the files that are written. */
#include <string.h>

#include "output.h"
#include "run.h"
#include "tool.h"

static const char verb[] = "run";

enum {
    PATH_BYTES = 4096
};

/* FILE when there is one thing to save, otherwise FILE.PART. */
static FILE *open_part(const char *file, const char *part)
{
    char name[PATH_BYTES];
    int n = part == NULL ? snprintf(name, sizeof name, "%s", file)
                         : snprintf(name, sizeof name, "%s.%s", file, part);
    if (n < 0 || n >= PATH_BYTES) {
        tool_fail(verb, file, "the name is too long");
        return NULL;
    }
    return output_open(verb, name);
}

static bool used(const struct run *r, unsigned i)
{
    return r->room.use[i].sink == i;
}

static int open_traces(struct run *r)
{
    char name[TOPOLOGY_NAME_MAX];
    unsigned n = 0;
    for (unsigned i = 0; i < r->tree->ncomponents; i++) {
        n += used(r, i);
    }
    for (unsigned i = 0; i < r->tree->ncomponents; i++) {
        if (used(r, i) &&
            (r->file[i] = open_part(r->o.save_trace,
                                    n > 1 ? topology_name(r->tree, i, name) : NULL)) == NULL) {
            return TOOL_CANNOT;
        }
    }
    return 0;
}

static int open_lists(struct run *r)
{
    char number[16];
    for (unsigned h = 0; h < r->harts; h++) {
        snprintf(number, sizeof number, "%u", h);
        r->hart[h].list = open_part(r->o.save_pcs, r->harts > 1 ? number : NULL);
        if (r->hart[h].list == NULL) {
            return TOOL_CANNOT;
        }
    }
    return 0;
}

static bool used_pins(const struct run *r, unsigned i)
{
    return used(r, i) && r->tree->component[i].kind == TOPOLOGY_PIBSINK;
}

/* The folder of a snapshot, and in it the traces that are written as they come. */
static int open_snapshot(struct run *r)
{
    char file[PATH_BYTES], name[TOPOLOGY_NAME_MAX];
    int status = output_folder(verb, r->o.save_snapshot);
    for (unsigned i = 0; i < r->tree->ncomponents && status == 0; i++) {
        if (used_pins(r, i)) {
            snprintf(file, sizeof file, "%s/%s", r->o.save_snapshot,
                     topology_name(r->tree, i, name));
            r->sink[i].copy = open_part(file, "bin");
            status = r->sink[i].copy != NULL ? 0 : TOOL_CANNOT;
        }
    }
    return status;
}

static int open_wave(struct run *r)
{
    unsigned pins = 0;
    while (pins < r->tree->ncomponents && !used_pins(r, pins)) {
        pins++;
    }
    if (pins == r->tree->ncomponents) {
        return tool_fail(verb, NULL,
                         "--save-vcd: the trace goes to no PIB sink; add --sink pib, "
                         "and a --dtb that has one");
    }
    r->wave = fst_open(&r->fst, verb, r->o.save_vcd);
    if (r->wave == NULL) {
        return TOOL_CANNOT;
    }
    hts_pins_wave(&r->pins[pins], &r->pib, r->wave);
    return 0;
}

int run_outputs_open(struct run *r)
{
    const struct run_options *o = &r->o;
    int status = 0;
    if (o->save_trace != NULL && !o->no_trace) {
        status = open_traces(r);
    }
    if (status == 0 && o->save_pcs != NULL) {
        status = open_lists(r);
    }
    if (status == 0 && o->save_snapshot != NULL && !o->no_trace) {
        status = open_snapshot(r);
    }
    if (status == 0 && o->save_vcd != NULL && !o->no_trace) {
        status = open_wave(r);
    }
    return status;
}

/* The trace of sink i was saved, one of n. */
static int tell_decoder(const struct run *r, unsigned i, unsigned n)
{
    char path[PATH_BYTES], name[TOPOLOGY_NAME_MAX];
    if (strcmp(r->o.save_trace, "-") == 0) {
        return 0;
    }
    snprintf(path, sizeof path, "%s%s%s", r->o.save_trace, n > 1 ? "." : "",
             n > 1 ? topology_name(r->tree, i, name) : "");
    return run_tell_decoder(r, i, path);
}

int run_save_traces(struct run *r)
{
    int status = 0;
    unsigned n = 0;
    for (unsigned i = 0; i < r->tree->ncomponents; i++) {
        n += r->file[i] != NULL;
    }
    for (unsigned i = 0; i < r->tree->ncomponents; i++) {
        if (r->file[i] != NULL) { /* an error stays in the output */
            if (!used_pins(r, i)) {
                (void)fwrite(r->sink[i].bytes, 1, (size_t)r->sink[i].size, r->file[i]);
            }
            status = output_close(r->file[i]) != 0 ? TOOL_CANNOT : status;
            r->file[i] = NULL;
            status = status == 0 ? tell_decoder(r, i, n) : status;
        }
    }
    return status;
}
