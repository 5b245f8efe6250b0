/* SPDX-License-Identifier: Apache-2.0 */
/* What a file is, by its first bytes; what is no trace is refused by name. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "htr/htr_kind.h"

/* Followed by zeros, as a loaded file is. */
#define ROW(text, kind)                                                                            \
    {                                                                                              \
        text "\0\0\0\0\0\0\0", sizeof(text) - 1, kind                                              \
    }

static void kinds_are_told_by_their_beginning(void **state)
{
    static const struct {
        const char *bytes;
        size_t size;
        enum htr_kind kind;
    } row[] = {
        ROW("", HTR_KIND_EMPTY),
        ROW("\177ELF\2\1\1", HTR_KIND_ELF),
        ROW("\x89HTING\r\n\1", HTR_KIND_INGRESS),
        ROW("\xD0\x0D\xFE\xED", HTR_KIND_DTB),
        ROW("/dts-v1/;\n/ { };\n", HTR_KIND_DTS),
        ROW("$date today $end\n", HTR_KIND_VCD),
        ROW("PK\3\4", HTR_KIND_PACKED),
        ROW("0x80000000\n0x80000004\n", HTR_KIND_PCS),
        ROW("0x80000000,L4\n0x80000004,BD4,0x80000000\n", HTR_KIND_PCINFO),
        ROW("0x80000000,L4\n0x80000004,BN4\n", HTR_KIND_PCSEQ),
        ROW("0x80000000,L4\n0x80000004,L4\n", HTR_KIND_LIST),
        ROW("VALID,ADDRESS,INSN\n", HTR_KIND_LOG_ETRACE),
        ROW("core   0: 3 0x1000 (0x0001)\n", HTR_KIND_LOG_SPIKE),
        ROW("rvfi_insn,rvfi_pc_rdata\n", HTR_KIND_LOG_RVFI),
        ROW("some words\n", HTR_KIND_TEXT),
        ROW("\xFF\xFF\xFF", HTR_KIND_IDLE),
        ROW("\0\0\0\0\0\0\0\0", HTR_KIND_ZEROS),
        ROW("\x24\x31\x05\xFF\xFF", HTR_KIND_TRACE),
    };
    (void)state;
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        struct htr_host host = {0};
        const uint8_t *bytes = (const uint8_t *)row[i].bytes;
        const enum htr_kind kind = htr_kind_of(bytes, row[i].size, true);
        assert_int_equal(kind, row[i].kind);
        assert_true(htr_kind_name(kind)[0] != '\0' && htr_kind_use(kind)[0] != '\0');
        int status = htr_kind_check_trace(&host, "file", bytes, row[i].size, false);
        assert_int_equal(status, kind == HTR_KIND_TRACE ? HTR_OK : HTR_ERR_FORMAT);
        assert_int_equal(host.last.status, status);
        assert_true(status == HTR_OK || strcmp(host.last.file, "file") == 0);
        assert_true(status == HTR_OK || strstr(host.last.text, htr_kind_use(kind)) != NULL);
    }
}

/* Zeros or idle bytes are named only when there is nothing else after them. */
static void the_beginning_may_be_idle(void **state)
{
    static const uint8_t idle[24] = {0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
                                     0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF};
    (void)state;
    assert_int_equal(htr_kind_of(idle, 16, true), HTR_KIND_IDLE);
    assert_int_equal(htr_kind_of(idle, 16, false), HTR_KIND_TRACE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kinds_are_told_by_their_beginning),
        cmocka_unit_test(the_beginning_may_be_idle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
