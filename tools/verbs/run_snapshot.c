/* SPDX-License-Identifier: Apache-2.0 */
/* Verb run: a snapshot of the simulated target, as a live one gives it. */
#include "run.h"
#include "snapshot.h"

int run_snapshot(struct run *r)
{
    static struct snapshot_buffer buffer[TOPOLOGY_MAX_COMPONENTS];
    const char *images[SIM_MAX_HARTS];
    size_t n = 0;
    for (unsigned i = 0; i < r->tree->ncomponents; i++) {
        const struct run_sink *s = &r->sink[i];
        if (s->frames != NULL) {
            buffer[n++] = (struct snapshot_buffer){i, s->frames, s->nframes, true};
        } else if (s->bytes != NULL) {
            buffer[n++] = (struct snapshot_buffer){i, s->bytes, s->size, false};
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
