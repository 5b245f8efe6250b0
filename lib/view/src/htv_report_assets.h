/* SPDX-License-Identifier: Apache-2.0 */
/* Private: the page of a report and what it needs, made from lib/view/report by the build. */
#ifndef HTV_REPORT_ASSETS_H
#define HTV_REPORT_ASSETS_H

#include <stddef.h>

struct htv_report_asset {
    const char *name;
    const unsigned char *bytes;
    size_t size;
};

/* Ends with a name that is NULL; index.html is the last one. */
extern const struct htv_report_asset htv_report_assets[];

#endif
