# SPDX-License-Identifier: Apache-2.0
# The E-Trace codec and flow decoder: freestanding C11 on top of flow.

LIBS += etrace
etrace_SRCS := $(sort $(wildcard lib/etrace/src/*.c))
etrace_INC  := lib/etrace/include lib/etrace/src lib/flow/include lib/flow/src
etrace_CFLAGS := -ffreestanding
