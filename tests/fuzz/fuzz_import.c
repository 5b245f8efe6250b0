/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Logs of other simulators: any text is imported or refused, and what is written then is an ingress
 * stream that can be read to its end.
 *
 * Input: one byte that chooses the format, XLEN and the hart, then the log.
 */
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fuzz.h"
#include "htr/htr_ingress.h"
#include "htr_import_priv.h"

static char out[64];

/* A file in memory, without a name. */
static void open_output(void)
{
    char name[64];
    snprintf(name, sizeof name, "/hartrace-fuzz-%ld", (long)getpid());
    int fd = shm_open(name, O_RDWR | O_CREAT | O_EXCL, 0600);
    FUZZ_CHECK(fd >= 0 && shm_unlink(name) == 0);
    snprintf(out, sizeof out, "/proc/self/fd/%d", fd);
}

static void check_stream(unsigned xlen, unsigned hart)
{
    struct htr_host host = {0};
    static struct htr_ingress r; /* large */
    static struct ingress_record rec;
    int rc;
    FUZZ_CHECK(htr_ingress_open(&r, &host, out) == INGRESS_OK);
    FUZZ_CHECK(r.reader.header.xlen == xlen && r.reader.header.harts == hart + 1);
    while ((rc = ingress_read(&r.reader, &rec)) > 0) {
        FUZZ_CHECK(rec.kind != INGRESS_CYCLE || rec.hart == hart);
    }
    FUZZ_CHECK(rc == 0);
    htr_ingress_close(&r);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct htr_import i; /* large */
    static const enum htr_import_format formats[] = {HTR_IMPORT_ETRACE, HTR_IMPORT_SPIKE,
                                                     HTR_IMPORT_RVFI};
    struct fuzz_bytes in = {data, size};
    struct htr_host host = {0};
    if (out[0] == '\0') {
        fuzz_quiet();
        open_output();
    }
    unsigned choice = fuzz_byte(&in);
    memset(&i, 0, sizeof i);
    i.host = &host;
    i.path = "-";
    i.hart = (choice >> 2) & 1u;
    i.xlen = (choice & 8u) != 0 ? 32 : 64;
    i.priv = INGRESS_PRIV_M;
    i.format = formats[(choice & 3u) % 3];
    struct ingress_header header = {.xlen = (uint8_t)i.xlen,
                                    .itype_width = 4,
                                    .isa = FLOW_ISA_C,
                                    .harts = (uint16_t)(i.hart + 1)};
    /* All lines are in the buffer: nothing is read from the stream. */
    i.text.buffer = calloc(1, in.left + HTR_LINES_SPARE);
    FUZZ_CHECK(i.text.buffer != NULL);
    memcpy(i.text.buffer, in.at, in.left);
    i.text.fill = in.left;
    i.text.eof = true;
    FILE *f = fopen(out, "wb");
    FUZZ_CHECK(f != NULL && ingress_writer_open(&i.out, f, false, &header) == INGRESS_OK);
    int status = htr_import_text(&i);
    FUZZ_CHECK(status == 0 || (status < 0 && host.last.status == (enum htr_status)status));
    FUZZ_CHECK(ingress_writer_close(&i.out) == INGRESS_OK || status != 0);
    FUZZ_CHECK(fclose(f) == 0);
    free(i.text.buffer);
    if (status == 0) {
        check_stream(i.xlen, i.hart);
    }
    return 0;
}
