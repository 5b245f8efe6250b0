# SPDX-License-Identifier: Apache-2.0
# Other people's traces held against the specification.

LIBS += htk
htk_SRCS := $(sort $(wildcard lib/kit/src/*.c))
htk_INC  := lib/kit/include lib/kit/src lib/trace/include lib/ingress/include lib/nexus/include lib/flow/include lib/topology/include rtl-model/model/include $(REGMAP_INC)
htk_CFLAGS := $(POSIX)
