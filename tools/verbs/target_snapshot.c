/* SPDX-License-Identifier: Apache-2.0 */
/* Verb snapshot: all that there is to say about the trace of a live target, in one folder. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "output.h"
#include "snapshot.h"
#include "target.h"

static const char verb[] = "snapshot";

struct taken {
    struct snapshot_buffer buffer[TOPOLOGY_MAX_COMPONENTS];
    uint8_t *bytes[TOPOLOGY_MAX_COMPONENTS];
    size_t n;
};

/* The trace of RAM sink i, when it was set up. */
static int take(struct target *t, unsigned i, struct taken *x)
{
    const struct rvt_ramsink *sink = rvt_fdt_ramsink(&t->fdt, i);
    uint64_t size = 0;
    if (sink == NULL || t->use[i].sink != i) {
        return 0;
    }
    if (target_adopt(t, i, &size) != 0) {
        return TOOL_CANNOT;
    }
    uint8_t *bytes = malloc((size_t)size + 1);
    if (bytes == NULL) {
        return tool_fail(verb, NULL, "not enough memory");
    }
    x->bytes[x->n] = bytes;
    x->buffer[x->n++] =
        (struct snapshot_buffer){.component = i, .bytes = bytes, .size = (size_t)size};
    enum rvt_status s = rvt_ramsink_read(sink, 0, bytes, (size_t)size);
    return s == RVT_OK ? 0 : target_fail(t, t->tree->component[i].path, NULL, s);
}

/* Where the snapshot goes, and what is copied into it. */
struct places {
    const char *folder;
    const struct htr_list *images;
};

static int check_places(void *ctx, const struct topology *tree)
{
    const struct places *p = ctx;
    (void)tree;
    for (size_t i = 0; i < (size_t)p->images->n; i++) {
        if (access(p->images->item[i], R_OK) != 0) {
            return tool_fail(verb, p->images->item[i], "%s", strerror(errno));
        }
    }
    return output_folder(verb, p->folder);
}

static int snapshot(struct target *t, const char *folder, const struct htr_list *images, bool stop)
{
    struct taken x = {0};
    bool active = false;
    int status = target_attach(t, &active);
    if (status == 0 && active && t->fdt.session.running) {
        if (!stop) {
            return tool_fail(verb, NULL,
                             "the trace is still running; hartrace stop first, or --stop");
        }
        enum rvt_status s = rvt_session_stop(&t->fdt.session);
        status = s == RVT_OK ? target_attach(t, &active)
                             : target_fail(t, "the trace does not stop", NULL, s);
    }
    for (unsigned i = 0; i < t->tree->ncomponents && status == 0 && active; i++) {
        status = take(t, i, &x);
    }
    const struct snapshot_source source = {
        .verb = verb,
        .folder = folder,
        .description = "RISC-V trace, read from a live target by hartrace",
        .fdt = &t->fdt,
        .dtb = t->dtb.blob,
        .dtb_size = t->dtb.size,
        .images = images->item,
        .nimages = images->n,
        .buffers = x.buffer,
        .nbuffers = x.n,
    };
    status = status == 0 ? snapshot_write(&source) : status;
    for (size_t k = 0; k < x.n; k++) {
        free(x.bytes[k]);
    }
    return status;
}

int snapshot_main(int argc, char **argv)
{
    struct target_options o = {.io = NULL};
    struct htr_list images = {.n = 0};
    bool stop = false;
    const struct tool_option options[] = {
        TARGET_OPTIONS(o),
        {.name = "image",
         .arg = "FILE",
         .help = "executable to include (repeatable)",
         .list = &images},
        {.name = "stop", .help = "stop the trace first", .flag = &stop},
    };
    const struct tool_usage usage = {
        .verb = verb,
        .synopsis = "--io HOW --dtb FILE [--image FILE]... [--stop] FOLDER",
        .text = "Collect what a report about trace needs in one folder: registers of all active "
                "components, the trace in the\n"
                "RAM sinks, the device tree, executables. hartrace decode FOLDER decodes it; "
                "docs/snapshot.md describes it.",
        .example =
            "  hartrace snapshot --io openocd:localhost:6666 --dtb T.dtb --image P.elf --stop "
            "report\n  hartrace decode report",
        .options = options,
        .noptions = sizeof options / sizeof options[0],
    };
    const char *folder[1];
    int n = tool_parse(&usage, argc, argv, folder, 1);
    if (n < 0) {
        return n == TOOL_PARSE_HELP ? TOOL_OK : TOOL_CANNOT;
    }
    if (n == 0) {
        return tool_fail(verb, NULL, "no folder: name the folder to create");
    }
    struct places places = {folder[0], &images};
    o.before = check_places;
    o.ctx = &places;
    struct target *t = target_open(verb, &o);
    int status = t != NULL ? snapshot(t, folder[0], &images, stop) : TOOL_CANNOT;
    target_close(t);
    return status;
}
