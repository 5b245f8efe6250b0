# SPDX-License-Identifier: Apache-2.0
# The platform: hart, bus, devices, and the trace components mapped on the bus.

LIBS += sim
sim_SRCS := $(sort $(wildcard sim/*.c sim/*/*.c))
sim_SRCS := $(filter-out sim/bsp/%,$(sim_SRCS))
sim_INC  := sim/include sim rtl-model/model/include lib/nexus/include lib/etrace/include lib/flow/include lib/ingress/include lib/topology/include $(REGMAP_INC)
sim_CFLAGS := $(POSIX)

# The same trace network as SystemC modules: only for programs that link libsystemc.
LIBS += simsc
simsc_SRCS := $(sort $(wildcard sim/systemc/*.cpp))
simsc_INC  := sim/include sim rtl-model/verilated rtl-model/systemc/include rtl-model/model/include lib/nexus/include lib/etrace/include lib/flow/include lib/ingress/include lib/topology/include $(REGMAP_INC)
simsc_CFLAGS := $(OPT_ONCE)
