/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Messages of firmware (fwtrace/) as events of a pass: those that a trace has in it, and those of
 * logs beside it, at the instructions that sent them (htr/htr_fw_link.h).
 *
 *   const struct htv_firmware_options fw = {.table = "own.toml", .elf = "p.elf"};
 *   struct htv_pass_options o = {..., .firmware = &fw};
 */
#ifndef HTV_FIRMWARE_H
#define HTV_FIRMWARE_H

#include "htr/htr_fw.h"
#include "htr/htr_trace.h"

#ifdef __cplusplus
extern "C" {
#endif

struct htv_firmware_options {
    const char *table; /* TOML, or "ti-sysfw" */
    const char *elf;   /* the firmware */
    /* Logs of UARTs and dumps of rings of the same run; the trace itself is always read. */
    const char *const *log;
    unsigned logs;
};

struct htv_message {
    const char *name; /* "pm.DEVICE_ON", "print", "lost", "damaged", "text" */
    const char *text; /* all of it, as hartrace fwtrace prints it */
    uint64_t at;      /* instructions of the hart before it */
    uint64_t store;   /* address of the instruction that sent it; 0: not known */
    uint64_t pc;      /* of the call in the program; 0: not known */
    uint64_t offset;  /* in its input; of a ring: the position */
    uint32_t word;    /* of a debug word, else 0 */
    uint16_t src;     /* of the hart */
    uint8_t kind;     /* enum htr_fw_kind */
    uint8_t log;      /* 0: of the trace; 1: the first of options.log, ... */
    bool about;       /* its place is near this one, or one of several that are possible */
    bool placed;      /* `at` is set; else of the trace, with the element at `offset` */
};

struct htv_firmware {
    struct htv_message *message; /* those that are placed by src and at, the others by offset */
    size_t n, room;
    size_t placed; /* the first ones */
    size_t lost;   /* without any place */
};

/* Read all of it. *trace is of the pass. Returns HTR_OK, or HTR_ERR_* after a message. The caller
 * frees f in any case. */
int htv_firmware_read(struct htv_firmware *f, struct htr_host *host,
                      const struct htv_firmware_options *o,
                      const struct htr_trace_options *trace) HTR_MUST_CHECK;
void htv_firmware_free(struct htv_firmware *f);

#ifdef __cplusplus
}
#endif

#endif
