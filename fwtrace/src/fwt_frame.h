/* SPDX-License-Identifier: Apache-2.0 */
/* A message as bytes of a UART (fwt_uart.h). to has FWT_FRAME_MAX bytes; n is 1 to FWT_WORDS.
 * Return the number of bytes. */
#ifndef FWT_FRAME_H
#define FWT_FRAME_H

#include "fwtrace/fwt_uart.h"

uint32_t fwt_frame_binary(uint8_t *to, uint32_t position, unsigned channel, const uint32_t *words,
                          unsigned n);

/* *inside: in the middle of a line of text. */
uint32_t fwt_frame_text(uint8_t *to, unsigned channel, const uint32_t *words, unsigned n,
                        bool *inside);

#endif
