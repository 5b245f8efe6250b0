# SPDX-License-Identifier: Apache-2.0
# What every trace protocol shares: instructions, code, elements. Freestanding C11, sees only itself.

LIBS += flow
flow_SRCS := $(sort $(wildcard lib/flow/src/*.c))
flow_INC  := lib/flow/include lib/flow/src
flow_CFLAGS := -ffreestanding
