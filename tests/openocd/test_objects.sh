#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The Tcl commands of openocd-scripts in tclsh, on fake components.
exec tclsh tests/openocd/objects.test.tcl
