/* SPDX-License-Identifier: Apache-2.0 */
/* From a PC list and code to ingress records. */
#include "encode_list.h"

#include <string.h>

#include "block_text.h"
#include "htr/htr_blocks.h"
#include "htr/htr_pcs.h"
#include "progress.h"
#include "tool.h"
#include "host.h"

typedef unsigned long long ull;

struct job {
    const char *verb;
    struct htr_pcs pcs;
    struct htr_code code;
    struct htr_blocks blocks;
    struct ingress_cycle in;
    struct block_text *text;
    /* Behind the line of the first PC of the block being read. */
    uint64_t offset, line, instructions;
};

static void mark(struct job *job)
{
    job->offset = job->pcs.text.offset + job->pcs.text.pos;
    job->line = job->pcs.text.number;
    job->instructions = job->blocks.instructions;
}

/* A block has been read line by line, the last one at `end`: remember its text, if that is still in
 * the buffer and nothing but its lines. It goes up to the offset `to`, where the line of the next
 * block begins. */
static void learn(struct job *job, uint64_t end, uint64_t to)
{
    const struct htr_lines *l = &job->pcs.text;
    uint64_t instructions = job->blocks.instructions - job->instructions;
    if (job->offset < l->offset || l->number - job->line != instructions) {
        return;
    }
    struct block_text_lesson lesson = {.start = job->in.block[0].iaddr,
                                       .text = l->buffer + (job->offset - l->offset),
                                       .length = (size_t)(to - job->offset),
                                       .instructions = instructions,
                                       .halfwords = job->in.block[0].iretire};
    if (htr_blocks_forecast(&job->blocks, end, lesson.halfwords, &lesson.end)) {
        block_text_learn(job->text, &lesson);
    }
}

static int refused(const struct job *job, uint64_t line)
{
    return tool_fail(job->verb, job->pcs.path, "line %llu: %s; is this the code that ran?",
                     (ull)line, job->blocks.message);
}

/* Read line by line up to the end of a block, then as far as blocks are known. Returns 1, 0 at the
 * end of the list, or TOOL_CANNOT after a message. */
static int feed_some(struct job *job, struct encoder_bench *b)
{
    uint64_t pc, end, to;
    enum htr_blocks_result r = HTR_BLOCKS_MORE;
    bool first = !job->blocks.started;
    while (r == HTR_BLOCKS_MORE) {
        end = job->blocks.pc;
        to = job->pcs.text.offset + job->pcs.text.pos;
        if (htr_pcs_read(&job->pcs, &pc, 1) == 0) {
            return job->pcs.failed ? TOOL_CANNOT : 0;
        }
        r = htr_blocks_add(&job->blocks, pc, &job->in);
        if (first) {
            mark(job);
            first = false;
        }
    }
    if (r == HTR_BLOCKS_BAD) {
        return refused(job, job->pcs.line);
    }
    learn(job, end, to);
    encoder_bench_feed(b, &job->in);
    if (!block_text_run(job->text, &job->pcs.text, &job->blocks, &job->in, b)) {
        return refused(job, job->pcs.text.number);
    }
    mark(job);
    return 1;
}

static int feed(struct job *job, struct encoder_bench *b)
{
    int status;
    progress_begin_file(job->verb, &job->pcs.text.stream, NULL);
    do {
        status = feed_some(job, b);
        progress_at(htr_file_at(&job->pcs.text.stream));
    } while (status == 1);
    progress_end();
    if (status != 0) {
        return status;
    }
    if (htr_blocks_end(&job->blocks, &job->in) != HTR_BLOCKS_READY) {
        return tool_fail(job->verb, job->pcs.path, "is empty; a PC list has one address per line");
    }
    encoder_bench_feed(b, &job->in);
    return 0;
}

static int encode(struct job *job, struct htr_settings *te, struct encoder_bench *bench)
{
    struct nexus_stream_cfg cfg;
    int status = encoder_bench_open(bench, job->verb, te);
    if (status == 0) {
        status = te_stream_cfg_read(te, job->verb, &bench->driver, &cfg);
    }
    if (status != 0) {
        return status;
    }
    job->text = block_text_new();
    if (job->text == NULL) {
        return tool_fail(job->verb, NULL, "not enough memory");
    }
    htr_code_start(&job->code, nexus_cfg_isa(&cfg));
    job->in.priv = INGRESS_PRIV_M;
    htr_blocks_init(&job->blocks, &job->code.code, cfg.xlen, te->encoder.itype_width,
                    cfg.all_jumps);
    status = feed(job, bench);
    block_text_free(job->text);
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
