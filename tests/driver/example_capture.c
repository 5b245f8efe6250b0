/* SPDX-License-Identifier: Apache-2.0 */
/* Trace a function from the hart that runs it: one encoder, a RAM sink in SMEM mode. */
#include "hartrace/rvt_io_mmio.h"
#include "hartrace/rvt_session.h"

/* From the memory map of the system. */
#define ENCODER_BASE 0x03020000u
#define RAMSINK_BASE 0x06000000u
#define BUFFER_BASE  0x80100000u /* memory that nobody else uses */
#define BUFFER_SIZE  0x00010000u

/* Leave with the status of the first call that fails. */
#define TRY(call)                                                                                  \
    do {                                                                                           \
        enum rvt_status st = (call);                                                               \
        if (st != RVT_OK) {                                                                        \
            return st;                                                                             \
        }                                                                                          \
    } while (0)

static enum rvt_status setup_sink(struct rvt_ramsink *sink, const struct rvt_io *io)
{
    const struct rvt_ramsink_cfg cfg = {
        .mode = RVT_RAMSINK_SMEM, .start = BUFFER_BASE, .size = BUFFER_SIZE};

    TRY(rvt_ramsink_init(sink, io, RAMSINK_BASE));
    TRY(rvt_ramsink_reset(sink));
    return rvt_ramsink_configure(sink, &cfg, NULL);
}

static enum rvt_status setup_encoder(struct rvt_encoder *encoder, const struct rvt_io *io)
{
    struct rvt_encoder_cfg cfg;

    rvt_encoder_cfg_init(&cfg); /* branch history messages, N-Trace */
    cfg.sync_mode = 1;          /* a synchronizing message after every 2^(4+4) messages */
    cfg.sync_max = 4;
    cfg.stall = true; /* rather wait than lose messages */
    TRY(rvt_encoder_init(encoder, io, ENCODER_BASE));
    TRY(rvt_encoder_reset(encoder));
    return rvt_encoder_configure(encoder, &cfg, NULL);
}

/* Run work() with the trace on; copy at most size bytes of trace to buf, the newest; *used says how
 * many. */
enum rvt_status capture(const struct rvt_io *io, void (*work)(void), uint8_t *buf, size_t size,
                        size_t *used);

enum rvt_status capture(const struct rvt_io *io, void (*work)(void), uint8_t *buf, size_t size,
                        size_t *used)
{
    struct rvt_encoder encoder;
    struct rvt_encoder *encoders[] = {&encoder};
    struct rvt_ramsink sink;
    struct rvt_session session;
    uint64_t total;

    TRY(setup_sink(&sink, io));
    TRY(setup_encoder(&encoder, io));
    TRY(rvt_session_init(&session, encoders, 1, &sink));
    TRY(rvt_session_start(&session));
    work();
    TRY(rvt_session_stop(&session));
    TRY(rvt_session_size(&session, &total));
    *used = total < size ? (size_t)total : size;
    return rvt_session_read(&session, total - *used, buf, *used);
}

/* The same through loads and stores of this hart. 100000 reads are the longest wait for a
 * component. */
enum rvt_status capture_here(void (*work)(void), uint8_t *buf, size_t size, size_t *used);

enum rvt_status capture_here(void (*work)(void), uint8_t *buf, size_t size, size_t *used)
{
    struct rvt_io io;

    rvt_io_mmio_init(&io, 100000);
    return capture(&io, work, buf, size, used);
}
