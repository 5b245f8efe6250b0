/* SPDX-License-Identifier: Apache-2.0 */
/* How a device of the kit ended, in words, and what its words state. */
#include <string.h>

#include "htk/htk_dut.h"

const char *htk_dut_end_name(enum htk_dut_end end)
{
    static const char *const names[] = {
        [HTK_DUT_RUNS] = "runs",       [HTK_DUT_NOT_STARTED] = "cannot be started",
        [HTK_DUT_HANGS] = "hangs",     [HTK_DUT_DIED] = "died",
        [HTK_DUT_FLOODS] = "floods",   [HTK_DUT_NONSENSE] = "answers nonsense",
        [HTK_DUT_GAVE_UP] = "gave up", [HTK_DUT_LATE] = "takes too long",
    };
    return names[end];
}

bool htk_dut_states_data(const char *params)
{
    static const char word[] = "data_trace=1";
    const size_t n = sizeof word - 1;
    for (const char *at = strstr(params, word); at != NULL; at = strstr(at + 1, word)) {
        if ((at == params || at[-1] == ' ') && (at[n] == '\0' || at[n] == ' ')) {
            return true;
        }
    }
    return false;
}
