# SPDX-License-Identifier: Apache-2.0
"""The kit in a cocotb test bench: libhartrace_dpi.so by ctypes (kit/dpi/htk_dpi.h has the contract of each call).

Kit is plain Python and tested here. monitor() needs cocotb, which is not run here.

    kit = Kit("libhartrace_dpi.so", elf="p.elf", params="xlen=32 itype_width=3")
    cocotb.start_soon(monitor(kit, dut.clk, Ingress(dut.iv, dut.iaddr, dut.iretire, dut.itype, dut.ilastsize), Bytes(dut.ov, dut.obyte)))
    ...
    kit.end(drained=True)
    assert kit.poll() == Kit.GOOD, kit.text()
"""
import collections
import ctypes

Ingress = collections.namedtuple("Ingress", "valid iaddr iretire itype ilastsize stall halted", defaults=(None, None))
Bytes = collections.namedtuple("Bytes", "valid data ready keep", defaults=(None, None))
Registers = collections.namedtuple("Registers", "write address data")


class Kit:
    GOOD, BROKEN, STOPPED = range(3)

    def __init__(self, library, elf="", params="", profile="", exact=False):
        lib = self._lib = ctypes.CDLL(library)
        u32, u64, words = ctypes.c_uint32, ctypes.c_uint64, ctypes.POINTER(ctypes.c_uint32)
        handle, text = ctypes.c_void_p, ctypes.c_char_p
        for name, result, arguments in (
                ("open", handle, [text, text, text, ctypes.c_int]),
                ("cycle", None, [handle, u64, u64, u32] + [words] * 7),
                ("write", None, [handle, u64, u32, u32]),
                ("bytes", None, [handle, u64, u32, words, words]),
                ("poll", ctypes.c_int, [handle]), ("rule", text, [handle]), ("text", text, [handle]), ("summary", text, [handle]),
                ("end", None, [handle, u64, ctypes.c_int]), ("close", None, [handle])):
            function = getattr(lib, "htk_dpi_" + name)
            function.restype, function.argtypes = result, arguments
        self.clock = 0
        self._kit = lib.htk_dpi_open(elf.encode(), params.encode(), profile.encode(), int(exact))

    @staticmethod
    def _vector(value, count):
        return (ctypes.c_uint32 * count)(*(value >> 32 * i & 0xFFFFFFFF for i in range(count)))

    def record(self, blocks=(), priv=3, ctype=0, halted=0, reset=0, lowpower=0, trigger=0, ext_trig=0, context=0, hcontext=0, cause=0,
               tval=0, impdef=0, time=0):
        """A record that the encoder took in self.clock: blocks are (iaddr, iretire, itype, ilastsize, sijump), at most four."""
        columns = [0] * 5
        for n, block in enumerate(blocks):
            for i, (value, width) in enumerate(zip(block, (64, 32, 4, 1, 1))):
                columns[i] |= (value & (1 << width) - 1) << width * n
        levels = priv | ctype << 3 | halted << 5 | reset << 6 | lowpower << 7 | trigger << 8 | ext_trig << 16
        side = context | hcontext << 64 | cause << 128 | tval << 192 | impdef << 256
        vectors = [self._vector(v, n) for v, n in zip(columns + [levels, side], (8, 4, 1, 1, 1, 1, 10))]
        self._lib.htk_dpi_cycle(self._kit, self.clock, time, len(blocks), *vectors)

    def write(self, offset, value):
        self._lib.htk_dpi_write(self._kit, self.clock, offset, value)

    def bytes(self, data):
        """At most 64 bytes that left the encoder in self.clock."""
        self._lib.htk_dpi_bytes(self._kit, self.clock, len(data), self._vector(int.from_bytes(data, "little"), 16),
                                self._vector((1 << len(data)) - 1, 2))

    def poll(self):
        return self._lib.htk_dpi_poll(self._kit)

    def rule(self):
        return self._lib.htk_dpi_rule(self._kit).decode()

    def text(self):
        return self._lib.htk_dpi_text(self._kit).decode()

    def end(self, drained=False):
        self._lib.htk_dpi_end(self._kit, self.clock, int(drained))

    def summary(self):
        return self._lib.htk_dpi_summary(self._kit).decode()

    def close(self):
        self._lib.htk_dpi_close(self._kit)
        self._kit = None


async def monitor(kit, clock, hart, out, registers=None, lanes=1):
    """Look at every rising edge of `clock`; raises AssertionError in the clock in which the first wrong message leaves."""
    from cocotb.triggers import RisingEdge  # not run here
    halted = 0
    while True:
        await RisingEdge(clock)
        kit.clock += 1
        taken = hart.stall is None or not int(hart.stall.value)
        level = 0 if hart.halted is None else int(hart.halted.value)
        if taken and (int(hart.valid.value) or level != halted):
            blocks = [tuple(int(s.value) for s in hart[1:5]) + (0,)] if int(hart.valid.value) else []
            kit.record(blocks, halted=level)
            halted = level
        if registers is not None and int(registers.write.value):
            kit.write(int(registers.address.value), int(registers.data.value))
        if int(out.valid.value) and (out.ready is None or int(out.ready.value)):
            data = int(out.data.value).to_bytes(lanes, "little")
            keep = (1 << lanes) - 1 if out.keep is None else int(out.keep.value)
            kit.bytes(bytes(b for i, b in enumerate(data) if keep >> i & 1))
            assert kit.poll() == Kit.GOOD, kit.text()
