/* SPDX-License-Identifier: Apache-2.0 */
/* The files of a report. */
#include "htv_report_file.h"

#include <stdlib.h>

#include "htv_text.h"

bool htv_report_open(struct htv_report_file *r, const char *name)
{
    const size_t room = strlen(r->folder) + strlen(name) + 2;
    char *path = r->status == HTR_OK ? malloc(room) : NULL;
    if (path == NULL) {
        r->status = r->status != HTR_OK ? r->status
                                        : htr_fail(r->host, HTR_ERR_MEMORY, r->folder,
                                                   "not enough memory for the report");
        return false;
    }
    snprintf(path, room, "%s/%s", r->folder, name);
    r->f = htr_create(r->host, path);
    r->status = r->f != NULL ? HTR_OK : HTR_ERR_OPEN;
    free(path);
    r->text.out = r->f;
    r->text.fill = 0;
    r->text.failed = false;
    return r->f != NULL;
}

void htv_report_done(struct htv_report_file *r)
{
    if (r->f != NULL) {
        htr_out_flush(&r->text);
        int status = htr_close(r->host, r->f); /* finds what could not be written */
        r->status = r->status != HTR_OK ? r->status : status;
        r->f = NULL;
    }
}

void htv_report_put(struct htv_report_file *r, const char *text)
{
    htr_out_string(&r->text, text);
}

void htv_report_json(struct htv_report_file *r, const char *text)
{
    htv_text_json(&r->text, text);
}

void htv_report_number(struct htv_report_file *r, uint64_t n)
{
    htr_out_decimal(&r->text, n);
}

void htv_report_address(struct htv_report_file *r, uint64_t address)
{
    htr_out_string(&r->text, "\"0x");
    htr_out_hex(&r->text, address, 8);
    htr_out_char(&r->text, '"');
}

void htv_report_comma(struct htv_report_file *r, bool first)
{
    if (!first) {
        htr_out_char(&r->text, ',');
    }
}

void htv_report_numbers(struct htv_report_file *r, const uint64_t *n, size_t count)
{
    htr_out_char(&r->text, '[');
    for (size_t i = 0; i < count; i++) {
        htv_report_comma(r, i == 0);
        htr_out_decimal(&r->text, n[i]);
    }
    htr_out_char(&r->text, ']');
}
