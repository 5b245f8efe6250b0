/* SPDX-License-Identifier: Apache-2.0 */
/* Verb run: a snapshot of the simulated target, as a live one gives it. */
#include "output.h"
#include "run.h"
#include "snapshot.h"

int run_snapshot(struct run *r)
{
    struct snapshot_buffer buffer[TOPOLOGY_MAX_COMPONENTS] = {0};
    const char *images[SIM_MAX_HARTS];
    size_t n = 0;
    for (unsigned i = 0; i < r->tree->ncomponents; i++) {
        const struct run_sink *s = &r->sink[i];
        if (s->copy != NULL) {
            buffer[n++] = (struct snapshot_buffer){.component = i, .written = true};
            if (output_close(s->copy) != 0) {
                return TOOL_CANNOT;
            }
            r->sink[i].copy = NULL;
        } else if (s->frames != NULL) {
            buffer[n++] = (struct snapshot_buffer){
                .component = i, .bytes = s->frames, .size = s->nframes, .coresight = true};
        } else if (s->bytes != NULL) {
            buffer[n++] = (struct snapshot_buffer){
                .component = i, .bytes = s->bytes, .size = (size_t)s->size};
        }
    }
    for (unsigned k = 0; k < r->nprograms; k++) {
        images[k] = r->program[k].path;
    }
    const struct snapshot_source source = {
        .verb = "run",
        .folder = r->o.save_snapshot,
        .description = "RISC-V trace, simulated by hartrace run",
        .fdt = &r->fdt,
        .dtb = r->setup.dtb.blob,
        .dtb_size = r->setup.dtb.size,
        .images = images,
        .nimages = r->nprograms,
        .buffers = buffer,
        .nbuffers = n,
    };
    return snapshot_write(&source);
}
