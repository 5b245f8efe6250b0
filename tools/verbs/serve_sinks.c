/* SPDX-License-Identifier: Apache-2.0 */
/* Verb serve: what leaves the chip: a probe at the pins of each PIB sink, and the buffer of frames
 * behind each ATB bridge. */
#include <stdlib.h>
#include <string.h>

#include "atbbridge_regs.h"
#include "htr/htr_coresight.h"
#include "host.h"
#include "output.h"
#include "serve.h"

static const char verb[] = "serve";

static void on_pins(void *ctx, unsigned component, struct trm_pib_pins pins)
{
    hts_pins_sample(&((struct serve *)ctx)->pins[component], component, pins);
}

int serve_sinks_open(struct serve *s)
{
    const char *folder = s->o.save_sinks;
    if (hts_pib_parse(&s->probe, tool_host(verb), s->o.pib != NULL ? s->o.pib : "16") != 0) {
        return TOOL_CANNOT;
    }
    if (s->o.pib != NULL && !tree_has(&s->tree, TOPOLOGY_PIBSINK)) {
        return tool_fail(verb, s->o.dtb, "--pib: this tree has no PIB sink; leave it out");
    }
    if (folder != NULL && !tree_has(&s->tree, TOPOLOGY_PIBSINK) &&
        !tree_has(&s->tree, TOPOLOGY_ATBBRIDGE)) {
        return tool_fail(verb, s->o.dtb,
                         "--save-sinks: this tree has no PIB sink and no ATB bridge; what is in a "
                         "RAM sink is read by the debugger");
    }
    if (folder == NULL) {
        return 0;
    }
    if (output_folder(verb, folder) != 0) {
        return TOOL_CANNOT;
    }
    for (unsigned i = 0; i < TOPOLOGY_MAX_COMPONENTS; i++) {
        s->pins[i].keep = true;
        hts_pins_begin(&s->pins[i], tool_host(verb), &s->probe);
    }
    s->platform_cfg.pins = (struct sim_pins_hook){on_pins, s};
    return 0;
}

static int path_of(const struct serve *s, unsigned i, const char *ending, char *path, size_t size)
{
    char name[TOPOLOGY_NAME_MAX];
    int n = snprintf(path, size, "%s/%s.%s", s->o.save_sinks, topology_name(s->tree.tree, i, name),
                     ending);
    return n > 0 && (size_t)n < size
               ? 0
               : tool_fail(verb, s->o.save_sinks, "the name of the folder is too long");
}

static int save(const struct serve *s, unsigned i, const char *ending, const uint8_t *bytes,
                size_t n)
{
    char path[4096];
    if (path_of(s, i, ending, path, sizeof path) != 0) {
        return TOOL_CANNOT;
    }
    return output_save(verb, path, bytes, n);
}

/* The wave, and what the probe made of it. */
static int save_pib(struct serve *s, unsigned i)
{
    uint8_t *bytes = NULL;
    size_t n = 0;
    char path[4096];
    if (s->pins[i].n == 0) {
        return 0;
    }
    int status = hts_pins_decode(&s->pins[i], &bytes, &n);
    status = status == 0 ? save(s, i, "nex", bytes, n) : status;
    status = status == 0 ? path_of(s, i, "vcd", path, sizeof path) : status;
    free(bytes);
    if (status != 0) {
        return status;
    }
    FILE *wave = output_open(verb, path);
    if (wave == NULL) {
        return TOOL_CANNOT;
    }
    hts_pins_save(&s->pins[i], &s->probe, wave);
    return output_close(wave);
}

/* The frames, and the messages in them that have the bridge's ID. */
static int save_atb(struct serve *s, unsigned i)
{
    const struct sim_fabric *f = sim_platform_fabric(s->platform);
    uint32_t control = 0;
    (void)f->ops->reg_read(f->ctx, i, TR_ATB_BRIDGE_CONTROL_OFFSET, 4, &control);
    const unsigned id = (control & TR_ATB_BRIDGE_ID_MASK) >> TR_ATB_BRIDGE_ID_SHIFT;
    f->ops->capture_stop(f->ctx, i);
    const uint32_t n = f->ops->capture_read(f->ctx, i, NULL, 0);
    uint8_t *bytes = malloc((size_t)n + 1);
    if (n == 0 || bytes == NULL) {
        free(bytes);
        return n == 0 ? 0 : tool_fail(verb, NULL, "not enough memory");
    }
    (void)f->ops->capture_read(f->ctx, i, bytes, n);
    int status = save(s, i, "frames", bytes, n);
    const size_t length = htr_coresight_unframe(bytes, n, id, bytes);
    status = status == 0 ? save(s, i, "nex", bytes, length) : status;
    free(bytes);
    return status;
}

int serve_sinks_close(struct serve *s)
{
    int status = 0;
    for (unsigned i = 0; s->platform != NULL && i < s->tree.tree->ncomponents; i++) {
        const enum topology_kind kind = s->tree.tree->component[i].kind;
        int one = 0;
        if (s->o.save_sinks != NULL && kind == TOPOLOGY_PIBSINK) {
            one = save_pib(s, i);
        } else if (s->o.save_sinks != NULL && kind == TOPOLOGY_ATBBRIDGE) {
            one = save_atb(s, i);
        }
        status = one != 0 ? one : status;
        hts_pins_free(&s->pins[i]);
    }
    return status;
}
