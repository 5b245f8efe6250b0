#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""quirky.py QUIRK PROGRAM...: a device of the kit, PROGRAM, with a quirk: an idle byte 0x03 after each message (idle), a message with the reserved
TCODE 40 after each (vendor), implicit returns that can be set though nothing is implicit (returns), or synchronizing messages of HTM that lack the
HIST bit of a branch before them (branch; without SRC and timestamps). With a bug: in each stream the third message after an Error message does not
leave (forgets), nor do those after it (stops)."""
import os
import struct
import subprocess
import sys
import threading

RESET, READ, WRITE, CYCLE, FLUSH, ANSWER, BYTES = 2, 3, 4, 5, 8, 0x80, 0x90
FEATURES, IMPLICIT = 8, 3 << 6 | 1 << 3
ERROR = 8
FIXED = {3: (), 4: (2,), 9: (4,), 11: (4,), 12: (4, 2), 27: (4,), 28: (2,), 29: (4, 2), 30: (), 33: (4, 2)}  # widths after TCODE
quirk = sys.argv[1]
device = subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
asked, granted = [], {}   # offsets that are read; what was written
ends = {}                 # half-words retired, since the reset: the itype of a block that ends there
retired = [0]
held = bytearray()        # trace since the last flush
counted = [0]             # half-words of its messages
since = [None]            # messages since the last Error message of the stream


def frames(read):
    while len(head := read(3)) == 3:
        kind, size = struct.unpack("<BH", head)
        yield kind, read(size)


def look(kind, data):
    """What the device is told."""
    if kind == READ:
        asked.append(struct.unpack("<H", data)[0])
    elif kind == WRITE:
        offset, value = struct.unpack("<HI", data)
        granted[offset] = value
    elif kind == RESET:
        ends.clear()
        retired[0] = counted[0] = 0
        held.clear()
        granted.clear()
    elif kind == CYCLE:
        for i in range(data[50]):
            block = data[51 + 14 * i:65 + 14 * i]
            retired[0] += struct.unpack_from("<I", block, 8)[0]
            if block[12] in (4, 5) or retired[0] not in ends:
                ends[retired[0]] = block[12]


def fields(msg):
    """Fixed fields, then (first byte, value) of each variable one."""
    bits, place, out = 6, 0, []
    for width in FIXED[msg[0] >> 2]:
        out.append(sum((msg[(bits + k) // 6] >> 2 + (bits + k) % 6 & 1) << k for k in range(width)))
        bits += width
    start = bits
    for i in range(start // 6, len(msg)):
        if msg[i] & 1:
            out.append(sum((msg[b // 6] >> 2 + b % 6 & 1) << b - start for b in range(start, 6 * i + 6)))
            start = 6 * i + 6
    return out


def without_branch(msg):
    """The message, without the newest HIST bit if it synchronizes right after a branch."""
    tcode = msg[0] >> 2
    if tcode not in FIXED:
        return msg
    f = fields(msg)
    if tcode == 27:
        counted[0] += f[1] if f[0] == 0 else 0
    elif tcode in (3, 4, 9, 11, 12, 28, 29, 33):
        counted[0] += f[len(FIXED[tcode])]
    if tcode != 29 or f[1] != 0 or f[-1] < 2 or ends.get(counted[0]) not in (4, 5):
        return msg
    hist, last = f[-1] >> 1, max(i for i in range(len(msg) - 1) if msg[i] & 1)
    out = bytearray(msg[:last + 1])
    while True:
        out.append((hist & 63) << 2)
        hist >>= 6
        if hist == 0:
            break
    out[-1] |= 3
    return bytes(out)


def without_some(msg):
    """The message, unless it is one to forget."""
    if msg[0] >> 2 == ERROR:
        since[0] = 0
    elif since[0] is not None:
        since[0] += 1
    return msg if since[0] is None or since[0] < 3 or (since[0] > 3 and quirk == "forgets") else b""


CHANGES = {"idle": lambda msg: msg + b"\x03", "vendor": lambda msg: msg + b"\xa0\x07", "branch": without_branch, "forgets": without_some,
           "stops": without_some, "returns": bytes}


def changed(payload):
    """Whole messages with the quirk."""
    held.extend(payload)
    out, message = b"", bytearray()
    for byte in bytes(held):
        message.append(byte)
        if byte & 3 == 3:
            out += CHANGES[quirk](bytes(message))
            message.clear()
    held[:] = message
    return out


def forward():
    for kind, data in frames(sys.stdin.buffer.read):
        look(kind, data)
        device.stdin.write(struct.pack("<BH", kind, len(data)) + data)
        device.stdin.flush()
    device.stdin.close()


def send(kind, payload):
    data = struct.pack("<BH", kind, len(payload)) + payload
    while data:
        data = data[os.write(1, data):]


threading.Thread(target=forward, daemon=True).start()
wait = b""  # of trace, up to the answer of a flush: the ingress is known then
for kind, payload in frames(device.stdout.read):
    if kind == BYTES:
        wait += payload
        continue
    if kind == READ | ANSWER:
        offset, value = asked.pop(0), struct.unpack("<I", payload)[0]
        if quirk == "returns" and offset == FEATURES:
            payload = struct.pack("<I", value | granted.get(FEATURES, 0) & IMPLICIT)
    out, wait = changed(wait), b""
    if kind == FLUSH | ANSWER:
        since[0] = None  # the stream is over
    for at in range(0, len(out), 1000):
        send(BYTES, out[at:at + 1000])
    send(kind, payload)
os._exit(device.wait())  # the thread may wait for input
