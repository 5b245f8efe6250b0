# SPDX-License-Identifier: Apache-2.0
# What a program did, seen from one pass over its trace: symbols through libdw (elfutils).

LIBS += htv
htv_SRCS := $(sort $(wildcard lib/view/src/*.c))
htv_INC  := lib/view/include lib/view/src lib/trace/include lib/ingress/include lib/nexus/include lib/flow/include lib/topology/include $(REGMAP_INC)
htv_CFLAGS := $(POSIX) -D_XOPEN_SOURCE=700
htv_LDLIBS := -ldw -lelf -lsqlite3
