/* SPDX-License-Identifier: Apache-2.0 */
/* Verbs run and serve: which fabric. A plain build does not need SystemC: hartrace-sc has it. */
#include "run_systemc.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "fst.h"
#include "tool.h"

enum {
    PATH_BYTES = 4096,
    ARGS = 256,
};

struct sim_fabric_maker (*run_systemc_maker)(const struct sim_fabric_sc_cfg *cfg);
struct sim_fabric_maker (*run_rtl_maker)(const struct sim_fabric_rtl_cfg *cfg);

static struct fst waves;
static int waves_error;

/* The file beside the running program. */
static bool beside(const char *name, char path[PATH_BYTES])
{
    ssize_t n = readlink("/proc/self/exe", path, PATH_BYTES - 1);
    char *slash;

    if (n <= 0)
        return false;
    path[n] = 0;
    slash = strrchr(path, '/');
    if (!slash || (size_t)(slash + 1 - path) + strlen(name) >= PATH_BYTES)
        return false;
    strcpy(slash + 1, name);
    return true;
}

/* --impl that says nothing but model needs no RTL. */
static bool wants_rtl(const struct run_systemc_options *o)
{
    return o->impl && strcmp(o->impl, "model") != 0;
}

static int execute(const char *verb, char **argv, bool rtl)
{
    char path[PATH_BYTES];
    char *args[ARGS];
    unsigned n = 1;

    if (rtl && (!beside("hartrace-rtl", path) || access(path, X_OK) != 0))
        return tool_fail(verb, NULL,
                         "--impl: hartrace-rtl is not beside hartrace; build it with 'make rtl' "
                         "(it installs verilator and libsystemc-dev)");
    if (!rtl && (!beside("hartrace-sc", path) || access(path, X_OK) != 0))
        return tool_fail(verb, NULL,
                         "--platform systemc: hartrace-sc is not beside hartrace; build it with "
                         "'make systemc' (it installs libsystemc-dev)");
    args[0] = path;
    for (; argv[n - 1] && n < ARGS - 1; n++)
        args[n] = argv[n - 1];
    if (argv[n - 1])
        return tool_fail(verb, NULL, "too many arguments");
    args[n] = NULL;
    fflush(NULL);
    execv(path, args);
    return tool_fail(verb, path, "cannot be executed: %s", strerror(errno));
}

static int check(const char *verb, const struct run_systemc_options *o, bool systemc)
{
    if (o->platform && !systemc && strcmp(o->platform, "c") != 0)
        return tool_fail(verb, NULL, "--platform %s: unknown platform; it is c or systemc",
                         o->platform);
    if (!systemc && (o->cycle || o->quantum != 0 || o->waves))
        return tool_fail(verb, NULL, "--cycle, --quantum and --waves need --platform systemc");
    if (!systemc && o->impl)
        return tool_fail(verb, NULL, "--impl needs --platform systemc");
    if (o->quantum > SIM_FABRIC_SC_QUANTUM_MAX)
        return tool_fail(verb, NULL, "--quantum %llu: out of range; 1 to %u cycles",
                         (unsigned long long)o->quantum, (unsigned)SIM_FABRIC_SC_QUANTUM_MAX);
    if (o->cycle && o->quantum != 0)
        return tool_fail(verb, NULL, "--cycle or --quantum, not both");
    if (o->waves && o->quantum != 0)
        return tool_fail(verb, NULL, "--waves needs every cycle; leave --quantum out");
    return 0;
}

static bool vcd_is(const char *path)
{
    size_t n = strlen(path);
    return n > 4 && strcmp(path + n - 4, ".vcd") == 0;
}

int run_systemc_choose(const char *verb, const struct run_systemc_options *o, char **argv,
                       struct sim_fabric_maker *out)
{
    static struct sim_fabric_rtl_cfg cfg;
    const bool systemc = o->platform && strcmp(o->platform, "systemc") == 0;
    int status = check(verb, o, systemc);

    *out = (struct sim_fabric_maker){NULL, NULL};
    if (status != 0 || !systemc)
        return status;
    if (wants_rtl(o) ? !run_rtl_maker : !run_systemc_maker)
        return execute(verb, argv, wants_rtl(o));
    if (o->waves && !fst_is(o->waves) && !vcd_is(o->waves))
        return tool_fail(verb, o->waves, "the name of a file for waves ends in .vcd or .fst");
    if (o->waves && fst_check(verb, o->waves) != 0)
        return TOOL_CANNOT;
    cfg.sc = (struct sim_fabric_sc_cfg){
        .quantum = o->quantum, .vcd = o->waves, .vcd_error = &waves_error};
    if (o->waves && (cfg.sc.vcd = fst_vcd_name(&waves, verb, o->waves)) == NULL)
        return TOOL_CANNOT;
    cfg.impl = o->impl;
    *out = wants_rtl(o) ? run_rtl_maker(&cfg) : run_systemc_maker(&cfg.sc);
    return 0;
}

int run_systemc_end(void)
{
    if (waves_error != 0) {
        return tool_fail(waves.verb, waves.path, "cannot be written: %s", strerror(waves_error));
    }
    return fst_convert(&waves);
}
