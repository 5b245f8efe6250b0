# SPDX-License-Identifier: Apache-2.0
# What a hart reports to its encoder: the port, and its file format. No protocol.

LIBS += ingress
ingress_SRCS := $(sort $(wildcard lib/ingress/src/*.c))
ingress_INC  := lib/ingress/include lib/ingress/src
