# SPDX-License-Identifier: Apache-2.0
# The portable driver (freestanding) and its ports (hosted where they need be).

LIBS += rvt rvtport
rvt_SRCS := $(sort $(wildcard driver/src/*.c))
rvt_INC  := driver/include driver/src $(REGMAP_INC)
rvt_CFLAGS := -ffreestanding
rvtport_SRCS := $(sort $(wildcard driver/port/*.c))
rvtport_INC  := driver/include driver/port driver/port/include $(REGMAP_INC)
rvtport_CFLAGS := $(POSIX) -D_FILE_OFFSET_BITS=64

# The session from a topology: sees topology/topology.h, not libfdt itself.
LIBS += rvtfdt
rvtfdt_SRCS := $(sort $(wildcard driver/fdt/*.c))
rvtfdt_INC  := driver/include driver/fdt/include driver/fdt lib/topology/include $(REGMAP_INC)
