# SPDX-License-Identifier: Apache-2.0
# The host library: everything between files and elements.

LIBS += htr
htr_SRCS := $(sort $(wildcard lib/trace/src/*.c))
htr_INC  := lib/trace/include lib/trace/src lib/ingress/include lib/nexus/include lib/etrace/include lib/flow/include lib/topology/include $(REGMAP_INC)
htr_CFLAGS := $(POSIX)
