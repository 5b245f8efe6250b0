/* SPDX-License-Identifier: Apache-2.0 */
/* Decode tree: messages, through the logs, to the host. */
#include <stdarg.h>

#include "htr/htr_trace.h"
#include "htr_tree_int.h"

const struct htr_last *htr_tree_log_last(const struct htr_tree *t, int32_t log)
{
    struct htr_component *c = htr_tree_get(t, log, HTR_LOG);
    return c != NULL ? &((struct tree_log *)c->state)->host.last : NULL;
}

struct tree_log *htr_tree_log_of(const struct htr_tree *t, int32_t i)
{
    for (; i >= 0 && i < t->count; i = t->component[i].parent) {
        int32_t at = TREE_FIRST, log = htr_tree_attached(t, i, HTR_LOG, &at);
        if (log != HTR_NONE) {
            return htr_tree_state(t, log);
        }
    }
    return NULL;
}

static void log_text(struct tree_log *log, enum htr_severity severity, enum htr_status status,
                     const struct htr_where *where, const char *text)
{
    enum htr_level needs = severity == HTR_ERROR ? HTR_LEVEL_ERRORS : HTR_LEVEL_NOTES;
    if (log->o.level >= needs) {
        (void)htr_report(&log->host, severity, status, where, "%s", text);
    }
}

void htr_tree_tell(struct tree_log *log, enum htr_severity severity, const struct htr_where *where,
                   const char *format, ...)
{
    char text[HTR_TEXT];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    log_text(log, severity, severity == HTR_ERROR ? HTR_ERR_FORMAT : HTR_OK, where, text);
}

int htr_tree_refuse(struct htr_tree *t, enum htr_status status, int32_t i, const char *format, ...)
{
    char text[HTR_TEXT];
    va_list args;
    bool is = i >= 0 && i < t->count;
    struct tree_log *log = is ? htr_tree_log_of(t, i) : NULL;
    struct htr_where where = {
        .offset = HTR_NO_OFFSET, .source = -1, .component = is ? t->component[i].name : NULL};
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (log != NULL && log->o.level != HTR_LEVEL_NONE) {
        log_text(log, HTR_ERROR, status, &where, text);
        return status;
    }
    return htr_report(t->host, HTR_ERROR, status, &where, "%s", text);
}

/* ---- what elements say ---- */

const char *htr_tree_remedy(const struct flow_elem *e)
{
    switch (e->status) {
    case NEXUS_ERR_NOCODE:
        return "attach all of the code that ran";
    case NEXUS_ERR_NOSYNC:
        return "decoding begins at the first synchronizing message";
    case NEXUS_ERR_SOURCE:
        return "attach a decoder for it, or one for HTR_SRC_ANY";
    case NEXUS_ERR_LONG:
        return "give the packets a larger limit, if such messages are expected";
    case NEXUS_ERR_MSEO:
    case NEXUS_ERR_TRUNCATED:
    case NEXUS_ERR_OVERSIZE:
    case NEXUS_ERR_RESERVED:
    case NEXUS_ERR_EXTRA:
        return "check src_bits and timestamps of the packets, or the bytes are damaged";
    case NEXUS_ERR_EMPTY:
        return "nothing is lost with it; the encoder should not send it";
    default:
        return "check that the code is what ran, and the configuration is the encoder's";
    }
}

void htr_tree_tell_elem(struct htr_tree *t, int32_t decoder, const struct flow_elem *e)
{
    struct tree_log *log = htr_tree_log_of(t, decoder);
    struct htr_where where = {
        .offset = e->offset, .source = e->src, .component = t->component[decoder].name};
    if (log == NULL) {
        return;
    }
    switch (e->type) {
    case FLOW_ELEM_ERROR:
    case FLOW_ELEM_ADDR_NACC:
        htr_tree_tell(log, HTR_ERROR, &where, "%s; %s",
                      e->hint != NULL ? e->hint : htr_trace_strerror(e->status),
                      htr_tree_remedy(e));
        break;
    case FLOW_ELEM_NO_SYNC:
    case FLOW_ELEM_UNKNOWN:
        htr_tree_tell(log, HTR_NOTE, &where, "%s; %s",
                      e->hint != NULL ? e->hint : htr_trace_strerror(e->status),
                      htr_tree_remedy(e));
        break;
    case FLOW_ELEM_LOST:
        htr_tree_tell(log, HTR_NOTE, &where,
                      "the encoder lost trace; slow the program or trace less");
        break;
    case FLOW_ELEM_END:
        if (e->value > 0) {
            htr_tree_tell(
                log, HTR_NOTE, &where,
                "the last message is cut off, %llu bytes left; flush the encoder before the "
                "buffer is read",
                (unsigned long long)e->value);
        }
        break;
    default:
        break;
    }
}
