# SPDX-License-Identifier: Apache-2.0
# The golden model in C11: registers from regmap, messages from nexus, nothing else.

LIBS += trm
trm_SRCS := $(sort $(wildcard rtl-model/model/src/*.c))
trm_INC  := rtl-model/model/include rtl-model/model/src lib/nexus/include lib/etrace/include lib/flow/include lib/ingress/include $(REGMAP_INC)

include rtl-model/rtl/module.mk

# SystemC modules around it. C++17, because Debian's libsystemc is built so.
LIBS += trsc
trsc_SRCS := $(sort $(wildcard rtl-model/systemc/src/*.cpp))
trsc_INC  := rtl-model/systemc/include rtl-model/model/include lib/nexus/include lib/etrace/include lib/flow/include lib/ingress/include $(REGMAP_INC)
trsc_CFLAGS := $(OPT_ONCE)

include rtl-model/verilated/module.mk
