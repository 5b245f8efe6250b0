/* SPDX-License-Identifier: Apache-2.0 */
/* Answers of OpenOCD's Tcl port: whatever they are, they are taken apart in place, and what counts
 * as words is what strtoull takes. Input: one byte with the number of words, the answer. */
#include <errno.h>
#include <string.h>

#include "fuzz.h"
#include "rvt_openocd_text.h"

enum {
    MAX_WORDS = 16,
    MAX_TEXT = 2048
};

/* Words as the C library reads them, once the characters are known to be those of numbers. */
static void compare(const char *text, const uint32_t *words, size_t n)
{
    char *end = NULL;

    for (size_t i = 0; i < n; i++) {
        const char *const at = text + strspn(text, " \t\r\n");
        const int base = at[0] == '0' && (at[1] == 'x' || at[1] == 'X') ? 16 : 10;

        errno = 0;
        FUZZ_CHECK(strtoull(at, &end, base) == words[i] && errno == 0);
        text = end;
    }
    FUZZ_CHECK(text[strspn(text, " \t\r\n")] == '\0');
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_bytes in = {data, size};
    const size_t n = fuzz_byte(&in) % (MAX_WORDS + 1);
    const size_t length = in.left < MAX_TEXT ? in.left : MAX_TEXT;
    char *const text = malloc(length + 1); /* of the exact size: the sanitizer sees its end */
    uint32_t words[MAX_WORDS];
    char *value = NULL;

    FUZZ_CHECK(text != NULL);
    if (length > 0) {
        memcpy(text, in.at, length);
    }
    text[length] = '\0';
    if (rvt_openocd_words(text, words, n)) {
        compare(text, words, n);
    }
    if (rvt_openocd_split(text, &value) >= 0) {
        FUZZ_CHECK(value >= text && value + strlen(value) <= text + length);
        if (rvt_openocd_words(value, words, n)) {
            compare(value, words, n);
        }
    }
    free(text);
    return 0;
}
