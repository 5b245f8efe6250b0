/* SPDX-License-Identifier: Apache-2.0 */
/* A platform, a program, and the driver. */
#include "platform_rig.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "topology/topology_fdt.h"

static size_t read_file(const char *path, void *bytes, size_t room)
{
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    size_t n = fread(bytes, 1, room, f);
    assert_true(n > 0 && n < room);
    fclose(f);
    return n;
}

static const char *build(void)
{
    const char *folder = getenv("BUILD");
    return folder != NULL ? folder : "build";
}

void rig_ready(struct platform_rig *rig, unsigned harts, unsigned xlen, uint32_t sram_bytes)
{
    assert_int_equal(sim_tree_ready(&rig->ready, harts, xlen), SIM_PLATFORM_OK);
    rig->tree = &rig->ready.t;
    rig->tree->component[rig->tree->ncomponents - 1].extra.sram_bytes = sram_bytes;
}

void rig_dtb(struct platform_rig *rig, const char *name)
{
    char path[256];
    snprintf(path, sizeof path, "%s/dts/%s.dtb", build(), name);
    size_t n = read_file(path, rig->dtb, sizeof rig->dtb);
    rig->tree = &rig->from_dtb;
    topology_init(rig->tree, rig->component, RIG_COMPONENTS, rig->tree_link, RIG_COMPONENTS);
    assert_int_equal(topology_read_fdt(rig->tree, rig->dtb, n, NULL), TOPOLOGY_OK);
}

void rig_create(struct platform_rig *rig, struct sim_platform_cfg *cfg, const char *program)
{
    char path[256];
    cfg->tree = rig->tree;
    assert_int_equal(sim_platform_create(cfg, &rig->platform, NULL), SIM_PLATFORM_OK);
    hts_io_init(&rig->port, rig->platform, NULL);
    snprintf(path, sizeof path, "%s/programs/rv%u/%s.elf", build(), cfg->hart.xlen, program);
    size_t n = read_file(path, rig->file, sizeof rig->file);
    assert_int_equal(htr_elf_parse(&rig->elf, rig->file, n, cfg->hart.xlen, NULL), HTR_ELF_OK);
    assert_int_equal(hts_program_load(&rig->elf, rig->platform, NULL), SIM_PLATFORM_OK);
}

void rig_start(struct platform_rig *rig, const struct rvt_fdt_cfg *cfg)
{
    const struct rvt_fdt_room room = {rig->part, rig->node,      rig->use,
                                      rig->link, RIG_COMPONENTS, RIG_COMPONENTS};
    assert_int_equal(rvt_fdt_open(&rig->fdt, rig->tree, &rig->port.io, &room), RVT_OK);
    assert_int_equal(rvt_fdt_identify(&rig->fdt, NULL), RVT_OK);
    assert_int_equal(rvt_fdt_use_all(&rig->fdt, NULL), RVT_OK);
    assert_int_equal(rvt_fdt_configure(&rig->fdt, cfg, NULL), RVT_OK);
    assert_int_equal(rvt_session_start(&rig->fdt.session), RVT_OK);
}

size_t rig_stop(struct platform_rig *rig, uint8_t *bytes, size_t room)
{
    uint64_t size = 0;
    assert_int_equal(rvt_session_stop(&rig->fdt.session), RVT_OK);
    assert_int_equal(rvt_session_size(&rig->fdt.session, &size), RVT_OK);
    assert_true(size > 0 && size <= room);
    assert_int_equal(rvt_session_read(&rig->fdt.session, 0, bytes, (size_t)size), RVT_OK);
    return (size_t)size;
}

size_t rig_code(const struct platform_rig *rig, struct flow_region *region)
{
    for (unsigned i = 0; i < rig->elf.nsegments; i++) {
        const struct htr_elf_segment *s = &rig->elf.segment[i];
        region[i] = (struct flow_region){s->vaddr, s->filesz, rig->file + s->offset};
    }
    return rig->elf.nsegments;
}
