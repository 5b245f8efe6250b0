/* SPDX-License-Identifier: Apache-2.0 */
/* A simulated platform that a debugger can connect to. */
#include <stdlib.h>

#include "hts_serve_priv.h"

enum {
    PATH_BYTES = 4096
};

void hts_serve_cfg_init(struct hts_serve_cfg *cfg)
{
    *cfg =
        (struct hts_serve_cfg){.rbb = "0", .sink_size = 65536, .dm_version = "1.0", .progbuf = 8};
}

static void on_uart(void *ctx, uint8_t byte)
{
    const struct hts_serve *s = ctx;
    if (s->run.console != NULL) {
        fputc(byte, s->run.console);
    }
}

static void on_retire(void *ctx, unsigned hart, const struct ingress_cycle *in, uint32_t opcode)
{
    const struct hts_serve *s = ctx;
    (void)opcode;
    if (in->nblocks == 1 && in->block[0].iretire != 0) {
        fprintf(s->pcs[hart], "0x%08llX\n", (unsigned long long)in->block[0].iaddr);
    }
}

static int open_programs(struct hts_serve *s)
{
    struct htr_list general;
    hts_tree_split_params(&s->cfg.params, &general);
    int status =
        htr_settings_parse(&s->settings, s->host, NULL, &(struct htr_list){.n = 0}, &general);
    if (status == HTR_OK && (s->cfg.nelf == 0 || s->cfg.nelf > SIM_MAX_HARTS)) {
        status = htr_fail(s->host, HTR_ERR_ARG, NULL, "%u programs; 1 to %d", s->cfg.nelf,
                          SIM_MAX_HARTS);
    }
    if (status == HTR_OK) {
        status = hts_programs_open(s->program, s->cfg.nelf, s->host, s->cfg.elf);
    }
    s->settings.encoder.xlen = s->program[0].elf.xlen;
    return status;
}

static int open_platform(struct hts_serve *s)
{
    struct sim_message why;
    s->platform_cfg.uart = (struct sim_uart_hook){on_uart, s};
    if (s->cfg.save_pcs != NULL) {
        s->platform_cfg.retire = (struct sim_retire_hook){on_retire, s};
    }
    if (sim_platform_create(&s->platform_cfg, &s->platform, &why) != SIM_PLATFORM_OK) {
        return htr_fail(s->host, HTR_ERR_RANGE, NULL, "%s; see hartrace serve --help for ranges",
                        why.text);
    }
    return hts_programs_load(s->program, s->cfg.nelf, s->host, s->platform);
}

/* A list of PCs for each hart: FILE, or FILE.0, FILE.1 and so on. */
static int open_pcs(struct hts_serve *s)
{
    const unsigned harts = sim_platform_hart_count(s->platform);
    char name[PATH_BYTES];
    for (unsigned h = 0; h < harts && s->cfg.save_pcs != NULL; h++) {
        int n = harts > 1 ? snprintf(name, sizeof name, "%s.%u", s->cfg.save_pcs, h)
                          : snprintf(name, sizeof name, "%s", s->cfg.save_pcs);
        if (n < 0 || n >= PATH_BYTES) {
            return htr_fail(s->host, HTR_ERR_RANGE, s->cfg.save_pcs, "the name is too long");
        }
        s->pcs[h] = htr_create(s->host, name);
        if (s->pcs[h] == NULL) {
            return HTR_ERR_OPEN;
        }
    }
    return HTR_OK;
}

static int close_pcs(struct hts_serve *s)
{
    int status = HTR_OK;
    for (unsigned h = 0; h < SIM_MAX_HARTS; h++) {
        int closed = htr_close(s->host, s->pcs[h]);
        status = closed != HTR_OK ? closed : status;
    }
    return status;
}

static int open_debug(struct hts_serve *s)
{
    struct sim_message why;
    if (sim_debug_open(&s->debug, &s->debug_cfg, s->platform, &why) != SIM_BITBANG_OK) {
        return htr_fail(s->host, HTR_ERR_OPEN, NULL, "--rbb %s", why.text);
    }
    s->opened = true;
    if (s->cfg.halted) {
        sim_debug_halt_all(&s->debug);
    }
    return HTR_OK;
}

int hts_serve_open(struct hts_serve **out, struct htr_host *host, const struct hts_serve_cfg *cfg)
{
    static int (*const step[])(struct hts_serve *) = {
        open_programs, hts_serve_configure, hts_serve_sinks_open, open_platform,
        open_pcs,      open_debug};
    struct hts_serve *s = calloc(1, sizeof *s);
    int status = HTR_OK;
    *out = s;
    if (s == NULL) {
        return htr_fail(host, HTR_ERR_MEMORY, NULL, "not enough memory");
    }
    s->host = host;
    s->cfg = *cfg;
    for (size_t i = 0; i < sizeof step / sizeof step[0] && status == HTR_OK; i++) {
        status = step[i](s);
    }
    return status;
}

const char *hts_serve_place(const struct hts_serve *s, char place[HTS_SERVE_PLACE])
{
    if (s->debug.server.path[0] != '\0') {
        snprintf(place, HTS_SERVE_PLACE, "unix:%s", s->debug.server.path);
    } else {
        snprintf(place, HTS_SERVE_PLACE, "127.0.0.1:%u", s->debug.server.port);
    }
    return place;
}

int hts_serve_close(struct hts_serve *s)
{
    if (s == NULL) {
        return HTR_OK;
    }
    if (s->opened) {
        sim_debug_close(&s->debug);
    }
    int status = close_pcs(s), saved = hts_serve_sinks_close(s);
    if (s->platform != NULL) {
        sim_platform_destroy(s->platform);
    }
    hts_tree_close(&s->tree);
    hts_programs_free(s->program, s->cfg.nelf < SIM_MAX_HARTS ? s->cfg.nelf : SIM_MAX_HARTS);
    free(s);
    return saved != HTR_OK ? saved : status;
}
