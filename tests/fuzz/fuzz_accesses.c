/* SPDX-License-Identifier: Apache-2.0 */
/* Lists of data accesses: any text. What is accepted means the same when it is written and read
 * again. */
#include <string.h>
#include <unistd.h>

#include "fuzz.h"
#include "htr/htr_data_compare.h"

enum {
    MAX_ENTRIES = 64,
};

static struct htr_host host;

/* Returns the number of entries, up to the first line that is none. */
static unsigned read_list(const void *text, size_t size, struct htr_data_entry e[MAX_ENTRIES])
{
    char path[] = "fuzz-accesses-XXXXXX";
    struct htr_data_list list;
    unsigned n = 0;
    const int fd = mkstemp(path);
    FUZZ_CHECK(fd >= 0 && write(fd, text, size) == (ssize_t)size);
    close(fd);
    if (htr_data_list_open(&list, &host, path, 0) == HTR_OK) {
        while (n < MAX_ENTRIES && htr_data_list_next(&list, &e[n]) == 1) {
            n++;
        }
        htr_data_list_close(&list);
    }
    unlink(path);
    return n;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct htr_data_entry e[MAX_ENTRIES], again[MAX_ENTRIES];
    static char text[(MAX_ENTRIES + 1) * HTR_DATA_TEXT];
    size_t fill = 0;
    const unsigned n = read_list(data, size, e);
    for (unsigned i = 0; i < n; i++) {
        const unsigned length = htr_data_line(&e[i], text + fill);
        FUZZ_CHECK(length < HTR_DATA_TEXT && strlen(text + fill) == length);
        FUZZ_CHECK(strlen(htr_data_text(&e[i], text + fill + length)) < HTR_DATA_TEXT);
        fill += length;
    }
    FUZZ_CHECK(read_list(text, fill, again) == n);
    for (unsigned i = 0; i < n; i++) {
        FUZZ_CHECK(again[i].pc == e[i].pc && again[i].addr == e[i].addr &&
                   again[i].value == e[i].value && again[i].width == e[i].width &&
                   again[i].write == e[i].write && again[i].line == i + 1);
    }
    return 0;
}
