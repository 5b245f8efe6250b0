/* SPDX-License-Identifier: Apache-2.0 */
/* Waves as FST (htr_fst.h) among the outputs of the command. */
#ifndef TOOLS_FST_H
#define TOOLS_FST_H

#include "htr/htr_fst.h"

#include "host.h"
#include "output.h"
#include "tool.h"

/* All zero: none. */
struct fst {
    const char *verb, *path;
    struct htr_fst wave;
};

static inline bool fst_is(const char *path)
{
    return htr_fst_is(path);
}

static inline int fst_check(const char *verb, const char *path)
{
    return tool_exit_of(htr_fst_check(tool_host(verb), path));
}

static inline FILE *fst_open(struct fst *fst, const char *verb, const char *path)
{
    *fst = (struct fst){.verb = verb, .path = path};
    return htr_fst_open(&fst->wave, output_all(verb), path);
}

static inline const char *fst_vcd_name(struct fst *fst, const char *verb, const char *path)
{
    *fst = (struct fst){.verb = verb, .path = path};
    return htr_fst_vcd_name(&fst->wave, output_all(verb), path);
}

static inline int fst_convert(const struct fst *fst)
{
    return tool_exit_of(htr_fst_convert(&fst->wave));
}

#endif
