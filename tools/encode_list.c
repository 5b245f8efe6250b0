/* SPDX-License-Identifier: Apache-2.0 */
/* From a PC list and code to ingress records. */
#include "encode_list.h"

#include <string.h>

#include "htr/htr_blocks.h"
#include "htr/htr_pcs.h"
#include "htr/htr_pcs_feed.h"
#include "htt/htt_encoder.h"
#include "progress.h"
#include "tool.h"
#include "host.h"

struct job {
    const char *verb;
    struct htr_pcs pcs;
    struct htr_code code;
    struct htr_blocks blocks;
};

static void take(void *ctx, const struct ingress_cycle *in)
{
    struct encoder_bench *bench = ctx;
    encoder_bench_feed(bench, in);
}

static int encode(struct job *job, struct htr_settings *te, struct encoder_bench *bench)
{
    struct nexus_stream_cfg cfg;
    int status = encoder_bench_open(bench, job->verb, te);
    if (status == 0) {
        status = htt_encoder_stream(&bench->driver, tool_host(job->verb), te, &cfg);
    }
    if (status != 0) {
        return status;
    }
    htr_code_start(&job->code, nexus_cfg_isa(&cfg));
    htr_blocks_init(&job->blocks, &job->code.code, cfg.xlen, te->encoder.itype_width,
                    cfg.all_jumps);
    progress_begin_file(job->verb, &job->pcs.text.stream, NULL);
    status = htr_pcs_feed(&job->pcs, &job->blocks, &(struct htr_ingress_sink){take, bench});
    progress_end();
    return status;
}

int encode_list(const char *verb, const char *pcs, const struct htr_code_choice *code,
                struct htr_settings *te, struct encoder_bench *bench, uint64_t *instructions)
{
    struct job job = {0};
    memset(&job, 0, sizeof job);
    job.verb = verb;
    int status = htr_code_choose(&job.code, tool_host(verb), code, te);
    if (status != 0) {
        return status;
    }
    status = htr_pcs_open_text(&job.pcs, tool_host(verb), pcs);
    if (status == 0) {
        status = encode(&job, te, bench);
        *instructions = job.blocks.instructions;
        htr_pcs_close(&job.pcs);
    }
    htr_code_close(&job.code);
    return status;
}
