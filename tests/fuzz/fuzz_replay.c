/* SPDX-License-Identifier: Apache-2.0 */
/* A recorded run from a folder that is not trusted: it is refused, or can be walked through and
 * read; going back to its end gives what was there. Input: two bytes with the length of the state
 * file, the state file, then blocks of the log: two bytes with the length, and the block, which is
 * padded. */
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "flow/flow_le.h"
#include "fuzz.h"
#include "hts/hts_replay.h"
#include "hts_record_format.h"

enum {
    BLOCKS = 4,
    STEPS = 3000,
};

static char state_path[300], log_path[300], folder[256];

static void begin(void)
{
    if (folder[0] == '\0') {
        const char *tmp = getenv("TMPDIR");
        snprintf(folder, sizeof folder, "%s/fuzz_replay.%d", tmp != NULL ? tmp : "/tmp",
                 (int)getpid());
        FUZZ_CHECK(mkdir(folder, S_IRWXU) == 0 || access(folder, W_OK) == 0);
        snprintf(state_path, sizeof state_path, "%s/" HTS_RECORD_STATE, folder);
        snprintf(log_path, sizeof log_path, "%s/" HTS_RECORD_LOG, folder);
    }
}

/* The files are removed after each input, and the folder with them. */
static void end(void)
{
    (void)remove(state_path);
    (void)remove(log_path);
    (void)rmdir(folder);
    folder[0] = '\0';
}

static size_t part(struct fuzz_bytes *in)
{
    const size_t n = fuzz_byte(in) | (size_t)fuzz_byte(in) << 8;
    return n < in->left ? n : in->left;
}

static void write_files(struct fuzz_bytes *in)
{
    static uint8_t slot[HTS_RECORD_SLOT];
    FILE *f = fopen(state_path, "wb");
    FUZZ_CHECK(f != NULL);
    const size_t n = part(in);
    (void)fwrite(in->at, 1, n, f);
    fclose(f);
    in->at += n;
    in->left -= n;
    f = fopen(log_path, "wb");
    FUZZ_CHECK(f != NULL);
    for (unsigned i = 0; i < BLOCKS && in->left > 0; i++) {
        const size_t bytes = part(in);
        memset(slot, 0, sizeof slot);
        memcpy(slot, in->at, bytes);
        (void)fwrite(slot, 1, sizeof slot, f);
        in->at += bytes;
        in->left -= bytes;
    }
    fclose(f);
}

static void walk(struct hts_replay *r)
{
    uint64_t addr, registers = hts_replay_register(r, 0, HTS_REPLAY_PC);
    uint8_t byte;
    unsigned size, n = 0;
    const uint64_t last = hts_replay_position(r);
    FUZZ_CHECK(last == hts_replay_last(r));
    while (n++ < STEPS &&
           hts_replay_step(r, n % 7 == 0 ? 0 : HTS_REPLAY_ANY, true) != HTS_REPLAY_END) {
        FUZZ_CHECK(hts_replay_position(r) >= hts_replay_first(r));
        for (unsigned i = 0; hts_replay_changed(r, i, &addr, &size); i++) {
            FUZZ_CHECK(hts_replay_memory(r, addr, &byte, 1) <= 1);
        }
    }
    if (hts_replay_go(r, last)) {
        FUZZ_CHECK(hts_replay_position(r) == last);
        FUZZ_CHECK(hts_replay_register(r, 0, HTS_REPLAY_PC) == registers);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_bytes in = {data, size};
    struct htr_host host = {0};
    struct hts_replay *r;
    begin();
    write_files(&in);
    if (hts_replay_open(&r, &host, folder) == HTR_OK) {
        walk(r);
    }
    hts_replay_close(r);
    end();
    return 0;
}
