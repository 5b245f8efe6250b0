/* SPDX-License-Identifier: Apache-2.0 */
#include "kit_report.h"

#include "output.h"
#include "tool.h"

static const char verb[] = "kit";

typedef int report(const struct htk_verdicts *v, const struct htk_run *run, FILE *out);

static int write_report(const char *path, report *write, const struct htk_verdicts *v,
                        const struct htk_run *run)
{
    if (path == NULL) {
        return TOOL_OK;
    }
    FILE *f = output_open(verb, path);
    if (f == NULL) {
        return TOOL_CANNOT;
    }
    const int status = write(v, run, f);
    return tool_worse(output_keep(f), status);
}

static void print(const struct kit_reports *r, const struct htk_verdicts *v,
                  void (*show)(const void *ctx), const void *ctx)
{
    htk_verdicts_print(v, stdout, r->rules);
    if (!tool_is_quiet()) {
        show(ctx);
    }
    if (htk_verdicts_sum(v, HTK_QUIRK) > 0) {
        printf("quirks: %u rules are broken as the profile says\n", htk_verdicts_sum(v, HTK_QUIRK));
    }
    printf("rules: %u held, %u broken, %u not applicable, %u not reached\n",
           htk_verdicts_sum(v, HTK_HELD), htk_verdicts_sum(v, HTK_BROKEN),
           htk_verdicts_sum(v, HTK_NOT_APPLICABLE), htk_verdicts_sum(v, HTK_NOT_REACHED));
}

int kit_report(const struct kit_reports *r, const struct htk_verdicts *v, const struct htk_run *run,
               int status, void (*show)(const void *ctx), const void *ctx)
{
    int result = status != HTR_OK                      ? TOOL_CANNOT
                 : htk_verdicts_sum(v, HTK_BROKEN) > 0 ? TOOL_DIFFERS
                                                       : TOOL_OK;
    if (r->json) {
        result = tool_written(verb, htk_verdicts_json(v, run, stdout), result);
    } else {
        print(r, v, show, ctx);
        result = tool_written(verb, fflush(stdout) == 0 ? HTR_OK : HTR_ERR_WRITE, result);
    }
    result = tool_worse(result, write_report(r->junit, htk_verdicts_junit, v, run));
    return tool_worse(result, write_report(r->sarif, htk_verdicts_sarif, v, run));
}
