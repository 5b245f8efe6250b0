/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The components of a live target: what they are, what they do, what they can do. One walk over the
 * tree finds any of the three; the result is a structure, text, or JSON.
 *
 * TCI 1.0, chapters "Reset and Discovery", "Trace Encoder Control Interface", "Trace RAM Sink".
 */
#ifndef HTT_INFO_H
#define HTT_INFO_H

#include <stdio.h>

#include "hartrace/rvt_caps.h"
#include "htt/htt_target.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What to find out. */
enum htt_question {
    HTT_IDENTITY,      /* type, version, state; of a component in reset only that state */
    HTT_IDENTITY_WAKE, /* the same; components in reset are taken out of it for a moment */
    HTT_ACTIVITY,      /* what they do. Nothing is written */
    HTT_ABILITIES, /* what they can do, found by trying: fields are written and put back. Enabled
                      components and configured RAM sinks are left alone. Components in reset are
                      woken for it, and go back there */
};

enum {
    HTT_RAM_MODES = 2 /* of a RAM sink: enum rvt_ramsink_mode */
};

/* HTT_IDENTITY, HTT_IDENTITY_WAKE. */
struct htt_identity {
    bool active;            /* trActive */
    bool unasked;           /* in reset, and not woken: nothing else is known */
    bool good;              /* as the tree says, and of a supported version; or not checked */
    enum rvt_status status; /* of rvt_component_attach or _reset */
    struct rvt_component_info info; /* impl 0: no component, or it cannot be read */
};

/* HTT_ACTIVITY, of a component that is not in reset. */
struct htt_activity {
    bool empty;                        /* tr??Empty */
    struct rvt_encoder_status encoder; /* of an encoder */
    uint8_t src_bits;                  /* of an encoder; 0: no SRC */
    uint16_t src_id;
    struct rvt_ramsink_status ramsink; /* of a RAM sink */
    bool known_buffer;                 /* a RAM sink is disabled: buffer is valid */
    struct rvt_ramsink_granted buffer;
};

/* HTT_ABILITIES. Of others than encoders and RAM sinks there is nothing to find. */
struct htt_abilities {
    bool tried;              /* the members below are known */
    struct rvt_caps encoder; /* of an encoder */
    bool has[HTT_RAM_MODES]; /* of a RAM sink: the modes that it has */
    struct rvt_ramsink_caps ramsink[HTT_RAM_MODES];
};

struct htt_component {
    char name[TOPOLOGY_NAME_MAX]; /* encoder-0 */
    const char *path;             /* of its node; belongs to the tree */
    uint64_t base;
    enum topology_kind kind; /* as the tree says */
    enum rvt_comp_type type; /* that of its driver */
    enum rvt_state state;    /* state before anything was tried; RVT_STATE_UNKNOWN: in reset */
    struct htt_identity identity;
    struct htt_activity activity;
    struct htt_abilities abilities;
};

struct htt_info {
    enum htt_question question;
    unsigned n;   /* components that were found */
    unsigned odd; /* HTT_IDENTITY*: components that are not as expected */
    unsigned unasked;
    struct htt_component component[TOPOLOGY_MAX_COMPONENTS];
};

/*
 * Ask the components named (encoder-0), or all with names = 0, in the order of the tree. text (may
 * be NULL): each is written there as soon as it is known. For HTT_ACTIVITY and HTT_ABILITIES the
 * target must be attached.
 *
 * Returns HTR_OK, or after a message HTR_ERR_MISSING (no component of that name), HTR_ERR_TARGET (a
 * component cannot be accessed; *info has those before it). HTT_IDENTITY has no such errors: they
 * are in the components.
 */
int htt_find(struct htt_target *t, enum htt_question question, const char *const *name,
             size_t names, FILE *text, struct htt_info *info) HTR_MUST_CHECK;

/* One component as text: a line, and for HTT_ABILITIES the lines below it. */
void htt_component_text(FILE *f, enum htt_question question, const struct htt_component *c);

/* One JSON object, "schema": "hartrace-status-1" (HTT_ACTIVITY) or "hartrace-info-target-1"
 * (HTT_ABILITIES); nothing for the others. Returns whether everything was written. */
bool htt_info_json(FILE *f, const struct htt_info *info) HTR_MUST_CHECK;

#ifdef __cplusplus
}
#endif

#endif
