/* SPDX-License-Identifier: Apache-2.0 */
/* Which fabric plays the trace components. */
#include "hts/hts_fabric.h"

#include <string.h>

bool hts_fabric_wants_systemc(const struct hts_fabric_cfg *cfg)
{
    return cfg->platform != NULL && strcmp(cfg->platform, "systemc") == 0;
}

/* Only "model" needs no RTL. */
bool hts_fabric_wants_rtl(const struct hts_fabric_cfg *cfg)
{
    return cfg->impl != NULL && strcmp(cfg->impl, "model") != 0;
}

static bool ends_in(const char *path, const char *ending)
{
    const size_t n = strlen(path), m = strlen(ending);
    return n > m && strcmp(path + n - m, ending) == 0;
}

int hts_fabric_check(const struct hts_fabric_cfg *cfg, struct htr_host *host)
{
    const bool systemc = hts_fabric_wants_systemc(cfg);
    if (cfg->platform != NULL && !systemc && strcmp(cfg->platform, "c") != 0) {
        return htr_fail(host, HTR_ERR_ARG, NULL,
                        "--platform %s: unknown platform; it is c or systemc", cfg->platform);
    }
    if (!systemc && (cfg->cycle || cfg->quantum != 0 || cfg->waves != NULL)) {
        return htr_fail(host, HTR_ERR_CONFLICT, NULL,
                        "--cycle, --quantum and --waves need --platform systemc");
    }
    if (!systemc && cfg->impl != NULL) {
        return htr_fail(host, HTR_ERR_CONFLICT, NULL, "--impl needs --platform systemc");
    }
    if (cfg->quantum > SIM_FABRIC_SC_QUANTUM_MAX) {
        return htr_fail(host, HTR_ERR_RANGE, NULL, "--quantum %llu: out of range; 1 to %u cycles",
                        (unsigned long long)cfg->quantum, (unsigned)SIM_FABRIC_SC_QUANTUM_MAX);
    }
    if (cfg->cycle && cfg->quantum != 0) {
        return htr_fail(host, HTR_ERR_CONFLICT, NULL, "--cycle or --quantum, not both");
    }
    if (cfg->waves != NULL && cfg->quantum != 0) {
        return htr_fail(host, HTR_ERR_CONFLICT, NULL,
                        "--waves needs every cycle; leave --quantum out");
    }
    if (cfg->waves != NULL && !ends_in(cfg->waves, ".fst") && !ends_in(cfg->waves, ".vcd")) {
        return htr_fail(host, HTR_ERR_ARG, cfg->waves,
                        "the name of a file for waves ends in .vcd or .fst");
    }
    return HTR_OK;
}

int hts_fabric_open(struct hts_fabric *fabric, struct htr_host *host,
                    const struct hts_makers *makers, const struct hts_fabric_cfg *cfg)
{
    const bool rtl = hts_fabric_wants_rtl(cfg);
    int status = hts_fabric_check(cfg, host);
    *fabric = (struct hts_fabric){.maker = {NULL, NULL}};
    if (status != HTR_OK || !hts_fabric_wants_systemc(cfg)) {
        return status;
    }
    if (rtl ? makers->rtl == NULL : makers->sc == NULL) {
        return htr_fail(host, HTR_ERR_MISSING, NULL, "this program is not linked with %s",
                        rtl ? "Verilated components" : "SystemC");
    }
    fabric->cfg = (struct sim_fabric_rtl_cfg){
        .sc = {.quantum = cfg->quantum, .vcd = cfg->vcd, .vcd_error = &fabric->waves_error},
        .impl = cfg->impl};
    fabric->maker = rtl ? makers->rtl(&fabric->cfg) : makers->sc(&fabric->cfg.sc);
    return HTR_OK;
}

int hts_fabric_close(const struct hts_fabric *fabric, struct htr_host *host,
                     const struct hts_fabric_cfg *cfg)
{
    return fabric->waves_error == 0
               ? HTR_OK
               : htr_fail(host, HTR_ERR_WRITE, cfg->waves, "cannot be written: %s",
                          strerror(fabric->waves_error));
}
