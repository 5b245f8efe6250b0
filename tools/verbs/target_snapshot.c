/* SPDX-License-Identifier: Apache-2.0 */
/* Verb snapshot: all that there is to say about the trace of a live target, in one folder. */
#include "host.h"
#include "htr/htr_code.h"
#include "htt/htt_snapshot.h"
#include "output.h"
#include "target.h"

static const char verb[] = "snapshot";

/* Where the snapshot goes, and what is copied into it. */
struct places {
    const char *folder;
    const struct htr_list *images;
};

/* Decoding the snapshot will want executables: what is none is refused before the target is
 * touched. */
static int check_image(const char *path)
{
    const struct htr_code_options o = {.elf = path};
    struct htr_code code;
    struct htr_code_facts facts = {0};
    int status = htr_code_open(&code, tool_host(verb), &o, &facts);
    if (status == 0) {
        htr_code_close(&code);
    }
    return status;
}

static int check_places(void *ctx, const struct topology *tree)
{
    const struct places *p = ctx;
    (void)tree;
    for (size_t i = 0; i < (size_t)p->images->n; i++) {
        if (check_image(p->images->item[i]) != 0) {
            return TOOL_CANNOT;
        }
    }
    return output_folder(verb, p->folder);
}

static int snapshot(struct target *t, const struct places *p, bool stop)
{
    const struct htt_snapshot what = {
        .folder = p->folder,
        .description = "RISC-V trace, read from a live target by hartrace",
        .dtb = &t->dtb,
        .images = *p->images,
    };
    bool active = false;
    int status = htt_attach(&t->live, &active);
    status = status == 0 ? target_may_stop(t, verb, active, stop) : status;
    if (status == 0 && active && htt_running(&t->live)) {
        status = htt_stop(&t->live);
        status = status == 0 ? htt_attach(&t->live, &active) : status;
    }
    return status == 0 ? htt_snapshot(&t->live, &what, active) : status;
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
                "docs/reference/snapshot.md describes it.",
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
    int status = t != NULL ? snapshot(t, &places, stop) : TOOL_CANNOT;
    target_close(t);
    return status;
}
