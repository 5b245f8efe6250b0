/* SPDX-License-Identifier: Apache-2.0 */
/* Where the ingress stream of a log goes. */
#include "import.h"

#include <string.h>

#include "host.h"
#include "output.h"
#include "progress.h"

int import_file(const char *verb, const char *path, const struct htr_import_options *o, FILE *to,
                bool compress)
{
    struct htr_import *import;
    int status = htr_import_open(&import, tool_host(verb), path, o);
    if (status != HTR_OK) {
        return status;
    }
    progress_begin_file(verb, htr_import_input(import), to);
    status = htr_import_write(import, to, compress);
    progress_end();
    htr_import_close(import);
    return status;
}

int import_code(const char *verb, struct htr_code_choice *code, const struct htr_list *params)
{
    struct htr_host *host = tool_host(verb);
    struct htr_import_options o = {.hart = code->hart};
    const char *name;
    for (unsigned k = 0; k < params->n; k++) {
        if (strcmp(params->item[k], "xlen=32") == 0 || strcmp(params->item[k], "xlen=64") == 0) {
            o.xlen = params->item[k][5] == '3' ? 32 : 64;
        }
    }
    if (code->ingress == NULL) {
        return 0;
    }
    int status = htr_import_format(host, code->ingress_format, &o.format);
    bool standard = strcmp(code->ingress, "-") == 0; /* cannot be looked at twice */
    if (status == HTR_OK && o.format == HTR_IMPORT_AUTO && !standard) {
        status = htr_import_detect(host, code->ingress, &o.format);
    }
    if (status != HTR_OK || o.format == HTR_IMPORT_AUTO || o.format == HTR_IMPORT_ING) {
        return status; /* the reader of ingress streams says it when it is none */
    }
    FILE *f = output_scratch(verb, NULL, ".ing", &name);
    if (f == NULL) {
        return TOOL_CANNOT;
    }
    status = import_file(verb, code->ingress, &o, f, false);
    int closed = output_close(f);
    code->ingress = name;
    return status != 0 ? status : closed;
}
