/* SPDX-License-Identifier: Apache-2.0 */
/* Verb run: a snapshot of the simulated target, as a live one gives it. */
#include "host.h"
#include "htr/htr_snapshot_write.h"
#include "htt/htt_target.h"
#include "output.h"
#include "run.h"

int run_snapshot(struct run *r)
{
    struct htr_snapshot_buffer buffer[TOPOLOGY_MAX_COMPONENTS] = {0};
    const char *images[SIM_MAX_HARTS];
    size_t n = 0;
    for (unsigned i = 0; i < r->tree->ncomponents; i++) {
        const struct run_sink *s = &r->sink[i];
        if (s->copy != NULL) {
            buffer[n++] = (struct htr_snapshot_buffer){.component = i, .written = true};
            if (output_close(s->copy) != 0) {
                return TOOL_CANNOT;
            }
            r->sink[i].copy = NULL;
        } else if (s->frames != NULL) {
            buffer[n++] = (struct htr_snapshot_buffer){
                .component = i, .bytes = s->frames, .size = s->nframes, .coresight = true};
        } else if (s->bytes != NULL) {
            buffer[n++] = (struct htr_snapshot_buffer){
                .component = i, .bytes = s->bytes, .size = (size_t)s->size};
        }
    }
    for (unsigned k = 0; k < r->nprograms; k++) {
        images[k] = r->program[k].path;
    }
    const struct htr_snapshot_source source = {
        .folder = r->o.save_snapshot,
        .description = "RISC-V trace, simulated by hartrace run",
        .tree = r->tree,
        .use = r->room.use,
        .read = htt_read_register,
        .ctx = &r->fdt,
        .dtb = r->setup.dtb.blob,
        .dtb_size = r->setup.dtb.size,
        .images = images,
        .nimages = r->nprograms,
        .buffers = buffer,
        .nbuffers = n,
    };
    return htr_snapshot_write(&source, tool_host("run"));
}
