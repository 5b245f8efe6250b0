#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""hostile.py HOW: a device of the kit that behaves badly, in the way that HOW names."""
import os
import signal
import struct
import sys
import time

HOW = sys.argv[1]
HELLO, RESET, READ, WRITE, CYCLE, TICK, LINK, FLUSH, END = range(1, 10)
ANSWER, BYTES, FAIL = 0x80, 0x90, 0x91
# Registers that read as they were written, but for trTeInstMode: it is 3, whatever was written.
register = {4: 0x10101}
reads = 0


def send(kind, payload=b""):
    os.write(1, struct.pack("<BH", kind, len(payload)) + payload)


def frame():
    head = b""
    while len(head) < 3:
        more = os.read(0, 3 - len(head))
        if not more:
            sys.exit(0)
        head += more
    kind, size = struct.unpack("<BH", head)
    data = b""
    while len(data) < size:
        data += os.read(0, size - len(data))
    return kind, data


def read(offset):
    global reads
    reads += 1
    if reads < 5:
        return
    if HOW == "hangs":
        time.sleep(1000)
    elif HOW == "trickles":
        while True:
            send(BYTES, b"\x24")
            time.sleep(0.1)
    elif HOW == "floods":
        while True:
            send(BYTES, b"\x24" * 1000)
    elif HOW == "killed":
        os.kill(os.getpid(), signal.SIGSEGV)
    elif HOW == "exits":
        sys.exit(3)
    elif HOW == "exits-0":
        sys.exit(0)
    elif HOW == "closes":
        os.close(1)
        time.sleep(1000)
    elif HOW == "nonsense":
        os.write(1, b"Segmentation fault (core dumped)\n")
    elif HOW == "stray":
        send(FLUSH | ANSWER)
    elif HOW == "short":
        send(READ | ANSWER, b"\x01")
        time.sleep(1000)
    elif HOW == "long":
        os.write(1, struct.pack("<BH", READ | ANSWER, 60000))
    elif HOW == "fails":
        send(FAIL, b"assertion failed\x1b[31m in line 7")
        time.sleep(1000)


HELLOS = {
    "version": struct.pack("<HBBBB", 2, 64, 4, 1, 32) + b"x\0",
    "port": struct.pack("<HBBBB", 1, 63, 4, 1, 32) + b"x\0",
    "no-name": struct.pack("<HBBBB", 1, 64, 4, 1, 32) + b"x" * 20,
    "empty-hello": b"",
}
if HOW == "silent":
    time.sleep(1000)
if HOW == "at-once":
    sys.exit(1)
while True:
    kind, data = frame()
    if kind == HELLO:
        claims = {"lies": b"htm=1 filters=4 ", "unknown": b"flux_capacitor=1"}.get(HOW, b"")
        send(HELLO | ANSWER, HELLOS.get(HOW, struct.pack("<HBBBB", 1, 64, 4, 1, 32) + b"hostile\0" + claims))
    elif kind == READ:
        offset = struct.unpack("<H", data)[0]
        read(offset)
        send(READ | ANSWER, struct.pack("<I", register.get(offset, 0)))
    elif kind == WRITE:
        offset, value = struct.unpack("<HI", data)
        if offset == 0:
            register[0] = value & ~0x70 | 0x30 | 8
        if HOW == "accepts" and offset != 4:
            register[offset] = value
    elif kind == FLUSH:
        send(FLUSH | ANSWER)
    elif kind == END:
        if HOW == "never-ends":
            time.sleep(1000)
        send(END | ANSWER)
        sys.exit(5 if HOW == "bad-end" else 0)
