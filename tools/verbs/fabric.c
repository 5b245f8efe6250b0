/* SPDX-License-Identifier: Apache-2.0 */
/* Verbs run and serve: which fabric. A plain build does not need SystemC: hartrace-sc has it. */
#include "fabric.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "host.h"
#include "tool.h"

enum {
    PATH_BYTES = 4096,
    ARGS = 256,
};

static int execute(const char *verb, char **argv, bool rtl)
{
    char path[PATH_BYTES];
    char *args[ARGS];
    unsigned n = 1;

    if (rtl && (!tool_beside("hartrace-rtl", path, sizeof path) || access(path, X_OK) != 0)) {
        return tool_fail(verb, NULL,
                         "--impl: hartrace-rtl is not beside hartrace; build it with 'make rtl' "
                         "(it installs verilator and libsystemc-dev)");
    }
    if (!rtl && (!tool_beside("hartrace-sc", path, sizeof path) || access(path, X_OK) != 0)) {
        return tool_fail(verb, NULL,
                         "--platform systemc: hartrace-sc is not beside hartrace; build it with "
                         "'make systemc' (it installs libsystemc-dev)");
    }
    args[0] = path;
    for (; argv[n - 1] != NULL && n < ARGS - 1; n++) {
        args[n] = argv[n - 1];
    }
    if (argv[n - 1] != NULL) {
        return tool_fail(verb, NULL, "too many arguments");
    }
    args[n] = NULL;
    fflush(NULL);
    execv(path, args);
    return tool_fail(verb, path, "cannot be executed: %s", strerror(errno));
}

int fabric_open(struct fabric *f, const char *verb, char **argv)
{
    struct hts_fabric_cfg *cfg = &f->cfg;
    const bool rtl = hts_fabric_wants_rtl(cfg);
    if (hts_fabric_check(cfg, tool_host(verb)) != HTR_OK) {
        return TOOL_CANNOT;
    }
    if (hts_fabric_wants_systemc(cfg)) {
        if (rtl ? tool_makers.rtl == NULL : tool_makers.sc == NULL) {
            return execute(verb, argv, rtl);
        }
        if (cfg->waves != NULL &&
            (fst_check(verb, cfg->waves) != 0 ||
             (cfg->vcd = fst_vcd_name(&f->waves, verb, cfg->waves)) == NULL)) {
            return TOOL_CANNOT;
        }
    }
    return hts_fabric_open(&f->fabric, tool_host(verb), &tool_makers, cfg);
}

int fabric_close(const struct fabric *f, const char *verb)
{
    int status = hts_fabric_close(&f->fabric, tool_host(verb), &f->cfg);
    return status == HTR_OK ? fst_convert(&f->waves) : status;
}
