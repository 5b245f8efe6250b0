# SPDX-License-Identifier: Apache-2.0
"""RISC-V trace pins (Pin Interface Block): TRC_CLK and TRC_DATA, or one serial wire."""

from .pd import Decoder
