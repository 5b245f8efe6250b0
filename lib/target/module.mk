# SPDX-License-Identifier: Apache-2.0
# A live target: device tree, driver and port in one, in the words of the host library.

LIBS += htt
htt_SRCS := $(sort $(wildcard lib/target/src/*.c))
htt_INC  := lib/target/include lib/target/src lib/trace/include lib/topology/include lib/nexus/include lib/etrace/include lib/flow/include driver/include \
  driver/port/include driver/fdt/include $(REGMAP_INC)
htt_CFLAGS := $(POSIX)
