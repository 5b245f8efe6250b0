# SPDX-License-Identifier: Apache-2.0
# A simulation with its trace: platform, programs, the driver, readout, comparison.

LIBS += hts
hts_SRCS := $(sort $(wildcard lib/session/src/*.c))
hts_INC  := lib/session/include lib/session/src lib/trace/include lib/ingress/include lib/nexus/include lib/etrace/include lib/flow/include lib/topology/include \
  rtl-model/model/include sim/include driver/include driver/port/include driver/fdt/include lib/target/include $(REGMAP_INC)
hts_CFLAGS := $(POSIX)
