/* SPDX-License-Identifier: Apache-2.0 */
/* What a trace (htr_trace.h) holds of E-Trace: its configuration, its decoder, its packets. */
#ifndef HTR_ETRACE_H
#define HTR_ETRACE_H

#include "etrace/etrace_data.h"
#include "etrace/etrace_flow.h"
#include "htr/htr_trace.h"

#ifdef __cplusplus
extern "C" {
#endif

struct htr_etrace {
    struct etrace_cfg cfg;
    struct etrace_decoder decoder; /* its reader alone after htr_etrace_begin */
};

/* For callers that read packets and no elements, as htr_trace_begin. */
int htr_etrace_begin(struct htr_trace *t, bool wrapped) HTR_MUST_CHECK;

/* The next packet, as etrace_reader_next, refilled as needed. *f has offset and length also when it
 * is damaged; the bytes are at htr_etrace_bytes until the next call. */
enum etrace_status htr_etrace_next(struct htr_trace *t, struct etrace_frame *f);
const uint8_t *htr_etrace_bytes(const struct htr_trace *t, const struct etrace_frame *f);

/* ---- packets in words ---- */

/* Packets of one encoder in turn: support packets change the options. */
struct htr_etrace_options {
    uint32_t options; /* bits (1 << enum etrace_option) */
};

/* Decode the payload of a frame. *o is changed by a support packet. Returns ETRACE_OK;
 * ETRACE_ERR_END: it is no instruction trace; or what etrace_packet_decode returns. */
int htr_etrace_decode(const struct etrace_cfg *cfg, struct htr_etrace_options *o,
                      const struct etrace_frame *f, struct etrace_packet *p);

/* A field of a packet, by the name that the specification has. */
struct htr_etrace_field {
    const char *name;
    uint64_t value;
    bool hex; /* an address, or bits: readers want it so */
};

enum {
    HTR_ETRACE_FIELDS = 20, /* of a packet at most */
    HTR_ETRACE_TEXT = 320,  /* bytes of it as text, with its NUL */
};

/* The fields of the encapsulation that a frame has, then those of its packet, which is NULL when it
 * could not be decoded. Returns how many. */
unsigned htr_etrace_fields(const struct etrace_cfg *cfg, const struct etrace_frame *f,
                           const struct etrace_packet *p,
                           struct htr_etrace_field field[HTR_ETRACE_FIELDS]);

/* Packets of data trace of one encoder in turn. */
struct htr_etrace_data {
    uint32_t options; /* bits (1 << enum etrace_data_option) */
    struct etrace_data_state state;
};

void htr_etrace_data_begin(struct htr_etrace_data *d, const struct etrace_cfg *cfg);

/* A packet of instruction trace was decoded: support packets change the options. */
void htr_etrace_data_support(struct htr_etrace_data *d, const struct etrace_packet *p);

/* Decode the payload of a frame. Returns ETRACE_OK; ETRACE_ERR_END: it is no data trace, or the
 * configuration does not say how it is coded (data_decoded); or what etrace_data_decode returns. */
int htr_etrace_data_decode(const struct etrace_cfg *cfg, struct htr_etrace_data *d,
                           const struct etrace_frame *f, struct etrace_data_packet *p);

/* As htr_etrace_fields. Values have the width of their size, addresses that of daddress_width, as
 * transmitted: differences and XOR are not resolved. */
unsigned htr_etrace_data_fields(const struct etrace_cfg *cfg, const struct etrace_frame *f,
                                const struct etrace_data_packet *p,
                                struct htr_etrace_field field[HTR_ETRACE_FIELDS]);

/* The name of a packet: etrace_packet_name, "data", "other"; status as htr_etrace_decode returned
 * it. */
const char *htr_etrace_name(const struct etrace_frame *f, const struct etrace_packet *p,
                            int status);

/* A name and fields: "data format=2 size=2 ...". */
void htr_etrace_words(const char *name, const struct htr_etrace_field *field, unsigned n,
                      char text[HTR_ETRACE_TEXT]);

/* "sync-start format=3 subformat=0 ...", or what is wrong with it. Returns text. */
const char *htr_etrace_text(const struct etrace_cfg *cfg, const struct etrace_frame *f,
                            const struct etrace_packet *p, int status, char text[HTR_ETRACE_TEXT]);

#ifdef __cplusplus
}
#endif

#endif
