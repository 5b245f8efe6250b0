/* SPDX-License-Identifier: Apache-2.0 */
/* What leaves the chip: a probe at the pins of each PIB sink, and the buffer of frames
 * that each ATB bridge feeds. */
#include <stdlib.h>
#include <string.h>

#include "atbbridge_regs.h"
#include "htr/htr_coresight.h"
#include "hts_serve_priv.h"

static void on_pins(void *ctx, unsigned component, struct trm_pib_pins pins)
{
    hts_pins_sample(&((struct hts_serve *)ctx)->pins[component], component, pins);
}

int hts_serve_sinks_open(struct hts_serve *s)
{
    const char *folder = s->cfg.save_sinks;
    int status = hts_pib_parse(&s->probe, s->host, s->cfg.pib != NULL ? s->cfg.pib : "16");
    if (status != HTR_OK) {
        return status;
    }
    if (s->cfg.pib != NULL && !hts_tree_has(&s->tree, TOPOLOGY_PIBSINK)) {
        return htr_fail(s->host, HTR_ERR_MISSING, s->cfg.dtb,
                        "--pib: this tree has no PIB sink; leave it out");
    }
    if (folder != NULL && !hts_tree_has(&s->tree, TOPOLOGY_PIBSINK) &&
        !hts_tree_has(&s->tree, TOPOLOGY_ATBBRIDGE)) {
        return htr_fail(s->host, HTR_ERR_MISSING, s->cfg.dtb,
                        "--save-sinks: this tree has no PIB sink and no ATB bridge; what is in a "
                        "RAM sink is read by the debugger");
    }
    if (folder == NULL) {
        return HTR_OK;
    }
    status = htr_folder(s->host, folder);
    if (status != HTR_OK) {
        return status;
    }
    for (unsigned i = 0; i < TOPOLOGY_MAX_COMPONENTS; i++) {
        s->pins[i].keep = true;
        hts_pins_begin(&s->pins[i], s->host, &s->probe);
    }
    s->platform_cfg.pins = (struct sim_pins_hook){on_pins, s};
    return HTR_OK;
}

static int path_of(const struct hts_serve *s, unsigned i, const char *ending, char *path,
                   size_t size)
{
    char name[TOPOLOGY_NAME_MAX];
    int n = snprintf(path, size, "%s/%s.%s", s->cfg.save_sinks,
                     topology_name(s->tree.tree, i, name), ending);
    return n > 0 && (size_t)n < size ? HTR_OK
                                     : htr_fail(s->host, HTR_ERR_RANGE, s->cfg.save_sinks,
                                                "the name of the folder is too long");
}

static int save(const struct hts_serve *s, unsigned i, const char *ending, const uint8_t *bytes,
                size_t n)
{
    char path[4096];
    int status = path_of(s, i, ending, path, sizeof path);
    return status == HTR_OK ? htr_save(s->host, path, bytes, n) : status;
}

/* The wave, and what the probe made of it. */
static int save_pib(struct hts_serve *s, unsigned i)
{
    uint8_t *bytes = NULL;
    size_t n = 0;
    char path[4096];
    if (s->pins[i].n == 0) {
        return HTR_OK;
    }
    int status = hts_pins_decode(&s->pins[i], &bytes, &n);
    status = status == HTR_OK ? save(s, i, "nex", bytes, n) : status;
    status = status == HTR_OK ? path_of(s, i, "vcd", path, sizeof path) : status;
    free(bytes);
    if (status != HTR_OK) {
        return status;
    }
    FILE *wave = htr_create(s->host, path);
    if (wave == NULL) {
        return HTR_ERR_OPEN;
    }
    hts_pins_save(&s->pins[i], &s->probe, wave);
    return htr_close(s->host, wave);
}

/* The frames, and the messages in them that have the bridge's ID. */
static int save_atb(struct hts_serve *s, unsigned i)
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
        return n == 0 ? HTR_OK : htr_fail(s->host, HTR_ERR_MEMORY, NULL, "not enough memory");
    }
    (void)f->ops->capture_read(f->ctx, i, bytes, n);
    int status = save(s, i, "frames", bytes, n);
    const size_t length = htr_coresight_unframe(bytes, n, id, bytes);
    status = status == HTR_OK ? save(s, i, "nex", bytes, length) : status;
    free(bytes);
    return status;
}

int hts_serve_sinks_close(struct hts_serve *s)
{
    int status = HTR_OK;
    for (unsigned i = 0; s->platform != NULL && i < s->tree.tree->ncomponents; i++) {
        const enum topology_kind kind = s->tree.tree->component[i].kind;
        int one = HTR_OK;
        if (s->cfg.save_sinks != NULL && kind == TOPOLOGY_PIBSINK) {
            one = save_pib(s, i);
        } else if (s->cfg.save_sinks != NULL && kind == TOPOLOGY_ATBBRIDGE) {
            one = save_atb(s, i);
        }
        status = one != HTR_OK ? one : status;
        hts_pins_free(&s->pins[i]);
    }
    return status;
}
