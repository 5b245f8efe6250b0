# SPDX-License-Identifier: Apache-2.0
# What a program did, seen from one pass over its trace: symbols through libdw (elfutils).

LIBS += htv
# The page of `hartrace report` is in the library: index.html is last, as it is written last.
htv_ASSETS := lib/view/report/report.css $(sort $(wildcard lib/view/report/*.js)) lib/view/report/index.html
htv_MADE := $(BUILD)/gen/htv_report_assets.c
$(htv_MADE): lib/view/assets.sh $(htv_ASSETS)
	$(Q)mkdir -p $(@D) && lib/view/assets.sh $(htv_ASSETS) >$@

htv_SRCS := $(sort $(wildcard lib/view/src/*.c)) $(htv_MADE)
htv_INC  := lib/view/include lib/view/src lib/trace/include lib/ingress/include lib/nexus/include lib/etrace/include lib/flow/include lib/topology/include $(REGMAP_INC)
htv_CFLAGS := $(POSIX) -D_XOPEN_SOURCE=700
htv_LDLIBS := -ldw -lelf -lsqlite3
