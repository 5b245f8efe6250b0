#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""quirky.py PROGRAM: a device of the kit, PROGRAM, with a quirk: an idle byte 0x03 after each message."""
import os
import struct
import subprocess
import sys
import threading

BYTES = 0x90
device = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def forward():
    while data := os.read(0, 4096):
        device.stdin.write(data)
        device.stdin.flush()
    device.stdin.close()


def send(kind, payload):
    data = struct.pack("<BH", kind, len(payload)) + payload
    while data:
        data = data[os.write(1, data):]


threading.Thread(target=forward, daemon=True).start()
while len(head := device.stdout.read(3)) == 3:
    kind, size = struct.unpack("<BH", head)
    payload = device.stdout.read(size)
    if kind == BYTES:
        payload = b"".join(bytes([b, 3]) if b & 3 == 3 else bytes([b]) for b in payload)
        for at in range(0, len(payload), 1000):
            send(BYTES, payload[at:at + 1000])
    else:
        send(kind, payload)
sys.exit(device.wait())
