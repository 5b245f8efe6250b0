/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Simulate a bare-metal program with its trace, and compare each hart's trace with what it did:
 *
 *   cc simulate.c $(pkg-config --cflags --libs hartrace-sim) -o simulate
 *   ./simulate P.elf
 */
#include <stdio.h>

#include "hts/hts_session.h"

static void tell(void *ctx, const struct htr_message *m)
{
    (void)ctx;
    fprintf(stderr, "%s%s%s\n", m->where.file != NULL ? m->where.file : "",
            m->where.file != NULL ? ": " : "", m->text);
}

static int check(struct hts_session *session, unsigned hart, int *differs)
{
    struct hts_check c;
    char text[HTR_DIFFERENCE_TEXT];
    int status = hts_check(session, hart, &c);
    if (status != HTR_OK) {
        return status;
    }
    if (c.verdict == HTS_DIFFERENT) {
        printf("hart %u: %s\n", hart, htr_difference_text(&c.result.difference, text));
    } else {
        printf("hart %u: %s, %llu instructions\n", hart,
               c.verdict == HTS_EQUAL ? "equal" : "not all of it was traced",
               (unsigned long long)c.result.instructions);
    }
    *differs |= c.verdict == HTS_DIFFERENT;
    return HTR_OK;
}

/* All steps, one after the other, until one fails. */
static int simulate(struct hts_session *session, int *differs)
{
    struct sim_run_result result;
    int status = hts_program(session);
    status = status != HTR_OK ? status : hts_start(session);
    status = status != HTR_OK ? status : hts_run(session, NULL, &result);
    status = status != HTR_OK ? status : hts_outcome(session);
    status = status != HTR_OK ? status : hts_stop(session);
    for (unsigned h = 0; h < hts_hart_count(session) && status == HTR_OK; h++) {
        status = check(session, h, differs);
    }
    return status;
}

int main(int argc, char **argv)
{
    struct htr_host host = {.message = tell};
    struct hts_session_cfg cfg;
    struct hts_session *session;
    int differs = 0;
    hts_session_cfg_init(&cfg);
    for (int i = 1; i < argc && i <= SIM_MAX_HARTS; i++) {
        cfg.elf[cfg.nelf++] = argv[i];
    }
    cfg.harts = cfg.nelf;
    int status = hts_open(&session, &host, &cfg);
    if (status == HTR_OK) {
        status = simulate(session, &differs);
    }
    int closed = hts_close(session);
    return status != HTR_OK || closed != HTR_OK ? 2 : differs;
}
