/* SPDX-License-Identifier: Apache-2.0 */
/* Verb run: what an ATB bridge sent, out of the frames of a CoreSight formatter, and as a snapshot
 * for Arm's tools. */
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "input.h"
#include "run.h"

static const char verb[] = "run";

enum {
    FRAME = 16,
};

/* One frame (CoreSight Architecture, Formatter): an even byte with bit 0 = 1 is a new ID, otherwise
 * data whose bit 0 is in the last byte. For a new ID that bit tells that the byte behind it still
 * has the old one. */
static size_t unframe(const uint8_t *p, unsigned *id, unsigned want, uint8_t *dst)
{
    size_t k = 0;
    for (unsigned i = 0; i < FRAME - 1; i++) {
        unsigned flag = i % 2 == 0 ? (unsigned)(p[FRAME - 1] >> (i / 2)) & 1u : 0;
        if (i % 2 == 0 && (p[i] & 1u) != 0) {
            if (flag != 0 && i < FRAME - 2) {
                if (*id == want) {
                    dst[k++] = p[i + 1];
                }
                *id = p[i] >> 1;
                i++;
            } else {
                *id = p[i] >> 1;
            }
        } else if (*id == want) {
            dst[k++] = (uint8_t)(p[i] | flag);
        }
    }
    return k;
}

size_t run_atb_unframe(const uint8_t *frames, size_t n, unsigned id, uint8_t *dst)
{
    static const uint8_t fsync[4] = {0xFF, 0xFF, 0xFF, 0x7F};
    unsigned now = 0;
    size_t k = 0, at = 0;
    while (at + FRAME <= n) {
        if (memcmp(frames + at, fsync, sizeof fsync) == 0) {
            at += sizeof fsync;
        } else {
            k += unframe(frames + at, &now, id, dst + k);
            at += FRAME;
        }
    }
    return k;
}

static int save(const char *folder, const char *file, const void *bytes, size_t n)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", folder, file);
    return output_save(verb, path, bytes, n);
}

/* The lister wants a source that it knows: an STM with an ID of its own, which sent nothing. */
int run_atb_save(const struct run *r, const uint8_t *frames, size_t n)
{
    static const char snapshot[] = "[snapshot]\nversion=1.0\ndescription=hartrace run\n\n"
                                   "[device_list]\ndevice0=source.ini\n\n"
                                   "[trace]\nmetadata=trace.ini\n";
    static const char source[] = "[device]\nname=STM_0\nclass=trace_source\ntype=STM\n\n"
                                 "[regs]\nSTMTCSR(0x3A0)=0x006F0001\n";
    static const char trace[] = "[trace_buffers]\nbuffers=buffer0\n\n"
                                "[buffer0]\nname=ETB_0\nfile=trace.bin\nformat=coresight\n\n"
                                "[source_buffers]\nSTM_0=ETB_0\n";
    const char *folder = r->o.save_atb;
    if (mkdir(folder, 0777) != 0 && errno != EEXIST) {
        return tool_fail(verb, folder, "cannot be made: %s", strerror(errno));
    }
    int status = save(folder, "snapshot.ini", snapshot, sizeof snapshot - 1);
    status = status != 0 ? status : save(folder, "source.ini", source, sizeof source - 1);
    status = status != 0 ? status : save(folder, "trace.ini", trace, sizeof trace - 1);
    return status != 0 ? status : save(folder, "trace.bin", frames, n);
}
