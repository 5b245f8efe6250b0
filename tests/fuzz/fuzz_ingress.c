/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Ingress reader: any bytes after any header. Records move on through the input and are what the
 * interface allows; an error stays.
 */
#include <string.h>

#include "fuzz.h"
#include "ingress/ingress.h"

static void check_cycle(const struct ingress_reader *r, const struct ingress_record *rec,
                        const uint64_t *cycle)
{
    FUZZ_CHECK(rec->hart < r->header.harts && rec->in.nblocks <= INGRESS_MAX_BLOCKS);
    FUZZ_CHECK(rec->in.cycle >= cycle[rec->hart]);
    for (unsigned i = 0; i < rec->in.nblocks; i++) {
        FUZZ_CHECK((rec->in.block[i].iaddr & 1u) == 0);
        FUZZ_CHECK(rec->in.block[i].itype < 16);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct ingress_reader r;
    static struct ingress_record rec;
    uint64_t cycle[INGRESS_MAX_HARTS] = {0};
    uint64_t offset = 0;
    int rc = ingress_reader_open_memory(&r, data, size);

    if (rc != INGRESS_OK) {
        FUZZ_CHECK(rc == INGRESS_ERR_FORMAT || rc == INGRESS_ERR_VERSION ||
                   rc == INGRESS_ERR_TRUNCATED || rc == INGRESS_ERR_MEMORY);
        return 0;
    }
    FUZZ_CHECK(r.header.xlen == 32 || r.header.xlen == 64);
    FUZZ_CHECK(r.header.itype_width == 3 || r.header.itype_width == 4);
    FUZZ_CHECK(r.header.harts >= 1 && r.header.harts <= INGRESS_MAX_HARTS);
    FUZZ_CHECK(memchr(r.header.note, '\0', sizeof r.header.note) != NULL);
    while ((rc = ingress_read(&r, &rec)) > 0) {
        FUZZ_CHECK(rec.offset > offset && rec.offset < size);
        offset = rec.offset;
        if (rec.kind == INGRESS_CYCLE) {
            check_cycle(&r, &rec, cycle);
            cycle[rec.hart] = rec.in.cycle;
        } else if (rec.kind == INGRESS_REG) {
            FUZZ_CHECK(rec.hart < r.header.harts && (rec.reg_offset & 3u) == 0);
        } else {
            FUZZ_CHECK(rec.kind == INGRESS_OPCODE && (rec.pc & 1u) == 0);
        }
    }
    FUZZ_CHECK(rc == 0 || rc == INGRESS_ERR_TRUNCATED || rc == INGRESS_ERR_FORMAT);
    FUZZ_CHECK(ingress_read(&r, &rec) == rc);
    ingress_reader_close(&r);
    return 0;
}
