/* SPDX-License-Identifier: Apache-2.0 */
/* Verb shard: all shards of a plan by processes of this machine. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "host.h"
#include "output.h"
#include "shard.h"

/* A process for a shard. Returns false after a message. */
static bool start(const struct shard_plan *p, unsigned id)
{
    (void)fflush(NULL);
    const pid_t pid = fork();
    if (pid < 0) {
        (void)tool_fail(shard_verb, NULL, "no process for shard %u: %s", id, strerror(errno));
        return false;
    }
    if (pid == 0) {
        const int status = shard_run(p, id);
        (void)fflush(NULL);
        _exit(output_finish(tool_worse(status, TOOL_OK)));
    }
    return true;
}

int shard_all(const struct shard_plan *p, unsigned jobs)
{
    unsigned next = 0, running = 0, failed = 0;
    bool stop = false;
    while (running > 0 || (next < p->shards && !stop)) {
        if (running < jobs && next < p->shards && !stop) {
            stop = htr_stopped(tool_host(shard_verb)) || !start(p, next);
            next += !stop;
            running += !stop;
            continue;
        }
        int status;
        if (wait(&status) > 0) {
            running--;
            failed += !WIFEXITED(status) || WEXITSTATUS(status) != TOOL_OK;
        } else if (errno != EINTR) {
            return tool_fail(shard_verb, NULL, "waiting for the shards: %s", strerror(errno));
        }
    }
    if (failed > 0 || stop) {
        return tool_fail(shard_verb, p->path,
                         "%u shard%s failed, %u not begun; run it again for those that are missing",
                         failed, htr_s(failed), p->shards - next);
    }
    return TOOL_OK;
}
