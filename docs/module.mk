# SPDX-License-Identifier: Apache-2.0
# Documentation needs no build; the man pages are installed as they are.
