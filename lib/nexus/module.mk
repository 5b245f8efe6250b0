# SPDX-License-Identifier: Apache-2.0
# The N-Trace/Nexus codec and flow decoder: freestanding C11 on top of flow.

LIBS += nexus
nexus_SRCS := $(sort $(wildcard lib/nexus/src/*.c))
nexus_INC  := lib/nexus/include lib/nexus/src lib/flow/include lib/flow/src
nexus_CFLAGS := -ffreestanding
