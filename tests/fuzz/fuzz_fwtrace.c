/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Firmware trace: any bytes as a log of frames, lines of text, memory with a ring, a table, a trace
 * with stimulus messages. The first byte chooses. Every event has text that ends; what was read is
 * no more than the input holds; a table that is accepted finds an action or none for every word.
 */
#include <string.h>
#include <unistd.h>

#include "fuzz.h"
#include "htr/htr_fw_trace.h"
#include "htr/htr_fw_write.h"

static struct htr_host host;
static const char formats[] = "\0%d %s %llx %c\0%-5u%%%p\0%";

/* Made once: most of an input's time otherwise. */
static const struct htr_fw_table *the_table(void)
{
    static struct htr_fw_table table;
    static bool loaded;
    if (!loaded) {
        FUZZ_CHECK(htr_fw_table_load(&table, &host, "ti-sysfw") == HTR_OK);
        loaded = true;
    }
    return &table;
}

struct sum {
    uint64_t words, lost;
};

static int see(void *ctx, const struct htr_fw_event *e)
{
    struct sum *s = ctx;
    char text[64];
    const size_t n = htr_fw_event_text(e, text, sizeof text);
    FUZZ_CHECK(n < sizeof text && text[n] == '\0');
    FUZZ_CHECK(e->kind < HTR_FW_KINDS && e->text != NULL);
    s->lost += e->kind == HTR_FW_LOST ? e->value : 0;
    return HTR_OK;
}

static void read_log(unsigned kind, const uint8_t *data, size_t size)
{
    struct sum sum = {0, 0};
    struct htr_fw_elf elf = {.path = "fuzz.elf"};
    elf.elf.xlen = 64;
    elf.text = (struct htr_fw_span){(const uint8_t *)formats, sizeof formats};
    struct htr_fw f = {.table = the_table(), .elf = &elf, .host = &host, .take = see, .ctx = &sum};
    uint8_t *exact = malloc(size != 0 ? size : 1); /* reading too far is found */
    FUZZ_CHECK(exact != NULL);
    memcpy(exact, data, size);
    const int status = kind == 0   ? htr_fw_uart_binary(&f, exact, size)
                       : kind == 1 ? htr_fw_uart_text(&f, exact, size)
                                   : htr_fw_ring(&f, exact, size, 0);
    FUZZ_CHECK(status <= HTR_OK);
    FUZZ_CHECK(f.count.words <= size / 4 + 1 && f.count.lost == sum.lost);
    FUZZ_CHECK(htr_fw_end(&f) <= HTR_OK);
    free(exact);
}

static void read_table(const uint8_t *data, size_t size)
{
    char path[] = "fuzz-fwtable-XXXXXX";
    const int fd = mkstemp(path);
    struct htr_fw_table t;
    bool failed;
    FUZZ_CHECK(fd >= 0 && write(fd, data, size) == (ssize_t)size);
    close(fd);
    const int status = htr_fw_table_load(&t, &host, path);
    unlink(path);
    for (uint32_t i = 0; i < 4096 && status == HTR_OK; i++) {
        const struct htr_fw_action *a = htr_fw_table_find(&t, i << 20, &failed);
        FUZZ_CHECK(a == NULL || htr_fw_table_domain(&t, i << 20) != NULL);
        FUZZ_CHECK(a == NULL || (a->fields <= HTR_FW_FIELDS && a->domain < t.domains));
    }
    if (status == HTR_OK) {
        htr_fw_table_free(&t);
    }
}

/* A byte chooses the widths of SRC and IDTAG. */
static void read_trace(const uint8_t *data, size_t size)
{
    char path[] = "fuzz-fwtrace-XXXXXX";
    struct sum sum = {0, 0};
    struct htr_trace trace;
    struct htr_trace_options o = {.path = path, .no_sidecar = true, .any_kind = true};
    const char *te = size > 0 && (data[0] & 1) != 0 ? "trTeSrcBits=2" : "trTeSrcBits=0";
    const char *param = size > 0 && (data[0] & 2) != 0 ? "stimulus_tag=0" : "stimulus_tag=8";
    o.te = (struct htr_list){.item = {te}, .n = 1};
    o.params = (struct htr_list){.item = {param}, .n = 1};
    const int fd = mkstemp(path);
    FUZZ_CHECK(fd >= 0 && (size < 2 || write(fd, data + 1, size - 1) == (ssize_t)size - 1));
    close(fd);
    struct htr_fw f = {.table = the_table(), .host = &host, .take = see, .ctx = &sum};
    if (htr_trace_open(&trace, &host, &o) == HTR_OK) {
        FUZZ_CHECK(htr_fw_trace(&f, &trace) <= HTR_OK);
        FUZZ_CHECK(f.count.words <= size && f.count.lost == sum.lost);
        htr_trace_close(&trace);
    }
    unlink(path);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0) {
        return 0;
    }
    const unsigned kind = data[0] % 5;
    if (kind == 4) {
        read_trace(data + 1, size - 1);
    } else if (kind == 3) {
        read_table(data + 1, size - 1);
    } else {
        read_log(kind, data + 1, size - 1);
    }
    return 0;
}
