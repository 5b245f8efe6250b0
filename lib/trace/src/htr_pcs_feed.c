/* SPDX-License-Identifier: Apache-2.0 */
/* From a PC list and code to ingress blocks. */
#include "htr/htr_pcs_feed.h"

#include <inttypes.h>

#include "htr_block_text.h"

struct job {
    struct htr_pcs *from;
    struct htr_blocks *blocks;
    const struct htr_ingress_sink *to;
    struct ingress_cycle in;
    struct htr_block_text *text;
    /* After the line of the first PC of the block being read. */
    uint64_t offset, line, instructions;
};

static void mark(struct job *job)
{
    job->offset = job->from->text.offset + job->from->text.pos;
    job->line = job->from->text.number;
    job->instructions = job->blocks->instructions;
}

/* A block has been read line by line, the last one at `end`: remember its text, if the buffer still
 * has it and it consists of its lines only. It goes up to the offset `to`, where the line of the
 * next block begins. */
static void learn(struct job *job, uint64_t end, uint64_t to)
{
    const struct htr_lines *l = &job->from->text;
    uint64_t instructions = job->blocks->instructions - job->instructions;
    if (job->offset < l->offset || l->number - job->line != instructions) {
        return;
    }
    struct htr_block_text_lesson lesson = {.start = job->in.block[0].iaddr,
                                           .text = l->buffer + (job->offset - l->offset),
                                           .length = (size_t)(to - job->offset),
                                           .instructions = instructions,
                                           .halfwords = job->in.block[0].iretire};
    if (htr_blocks_forecast(job->blocks, end, lesson.halfwords, &lesson.end)) {
        htr_block_text_learn(job->text, &lesson);
    }
}

static int refused(const struct job *job, uint64_t line)
{
    return htr_fail(job->from->host, HTR_ERR_CONFLICT, job->from->path,
                    "line %" PRIu64 ": %s; is this the code that ran?", line, job->blocks->message);
}

/* Read line by line up to the end of a block, then as far as blocks are known. *more: the list goes
 * on. Returns HTR_OK, or a status after a message. */
static int feed_some(struct job *job, bool *more)
{
    uint64_t pc, end, to;
    enum htr_blocks_result r = HTR_BLOCKS_MORE;
    bool first = !job->blocks->started;
    *more = false;
    while (r == HTR_BLOCKS_MORE) {
        end = job->blocks->pc;
        to = job->from->text.offset + job->from->text.pos;
        if (htr_pcs_read(job->from, &pc, 1) == 0) {
            return job->from->failed ? job->from->host->last.status : HTR_OK;
        }
        r = htr_blocks_add(job->blocks, pc, &job->in);
        if (first) {
            mark(job);
            first = false;
        }
    }
    if (r == HTR_BLOCKS_BAD) {
        return refused(job, job->from->line);
    }
    learn(job, end, to);
    job->to->take(job->to->ctx, &job->in);
    if (!htr_block_text_run(job->text, job->from, job->blocks, &job->in, job->to)) {
        return refused(job, job->from->text.number);
    }
    mark(job);
    *more = true;
    return HTR_OK;
}

static int feed(struct job *job)
{
    int status;
    bool more;
    do {
        status = feed_some(job, &more);
        htr_progress(job->from->host, htr_file_at(&job->from->text.stream));
    } while (status == HTR_OK && more);
    if (status != HTR_OK) {
        return status;
    }
    if (htr_blocks_end(job->blocks, &job->in) != HTR_BLOCKS_READY) {
        return htr_fail(job->from->host, HTR_ERR_FORMAT, job->from->path,
                        "is empty; a PC list has one address per line");
    }
    job->to->take(job->to->ctx, &job->in);
    return HTR_OK;
}

int htr_pcs_feed(struct htr_pcs *from, struct htr_blocks *blocks, const struct htr_ingress_sink *to)
{
    struct job job = {
        .from = from, .blocks = blocks, .to = to, .in = {.priv = INGRESS_PRIV_M}, .text = NULL};
    if (from->kind != HTR_PCS_TEXT) {
        return htr_fail(from->host, HTR_ERR_ARG, from->path, "is no list of PCs in text");
    }
    job.text = htr_block_text_new();
    if (job.text == NULL) {
        return htr_fail(from->host, HTR_ERR_MEMORY, NULL, "not enough memory");
    }
    int status = feed(&job);
    htr_block_text_free(job.text);
    return status;
}
