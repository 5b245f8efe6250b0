#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""quirky.py PROGRAM: a device of the kit, PROGRAM, with a quirk: an idle byte 0x03 after each message.
quirky.py forgets PROGRAM: with a bug: in each stream the third message after an Error message does not leave.
quirky.py stops PROGRAM: the third one and those after it."""
import os
import struct
import subprocess
import sys
import threading

FLUSHED, BYTES = 0x88, 0x90
ERROR = 8
forgets = sys.argv[1] if sys.argv[1] in ("forgets", "stops") else None
device = subprocess.Popen(sys.argv[2 if forgets else 1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)


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
message = b""
since = None  # messages since the last Error message of the stream


def without_some(payload):
    """The complete messages that end in payload, but for those to forget."""
    global message, since
    out = b""
    for b in payload:
        message += bytes([b])
        if b & 3 != 3:
            continue
        if message[0] >> 2 == ERROR:
            since = 0
        elif since is not None:
            since += 1
        if since is None or since < 3 or (since > 3 and forgets == "forgets"):
            out += message
        message = b""
    return out


while len(head := device.stdout.read(3)) == 3:
    kind, size = struct.unpack("<BH", head)
    payload = device.stdout.read(size)
    if kind == FLUSHED:
        since = None  # the stream is over
    if kind == BYTES and forgets:
        if kept := without_some(payload):
            send(BYTES, kept)
    elif kind == BYTES:
        payload = b"".join(bytes([b, 3]) if b & 3 == 3 else bytes([b]) for b in payload)
        for at in range(0, len(payload), 1000):
            send(BYTES, payload[at:at + 1000])
    else:
        send(kind, payload)
sys.exit(device.wait())
