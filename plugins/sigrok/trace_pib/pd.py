# SPDX-License-Identifier: Apache-2.0
# Bytes of N-Trace messages from the pins of a PIB sink (TCI 1.0, Trace PIB Sink; N-Trace 1.0, PIB
# Idle Cycles Explained). Output: annotations of bytes and messages, and the bytes as binary.
import sigrokdecode as srd

IDLE_RUN = 14  # ones in a row that no message contains but at its end


class Decoder(srd.Decoder):
    api_version = 3
    id = 'trace_pib'
    name = 'Trace PIB'
    longname = 'RISC-V trace pins'
    desc = 'Trace messages on parallel or serial trace pins.'
    license = 'apache-2.0'
    inputs = ['logic']
    outputs = []
    tags = ['Debug/trace']
    optional_channels = (
        {'id': 'clk', 'name': 'TRC_CLK', 'desc': 'Trace clock'},
    ) + tuple({'id': 'd%d' % i, 'name': 'TRC_DATA%d' % i, 'desc': 'Trace data %d' % i}
              for i in range(16))
    options = (
        {'id': 'protocol', 'desc': 'Protocol', 'default': 'parallel',
         'values': ('parallel', 'uart', 'manchester')},
        {'id': 'width', 'desc': 'Parallel: data pins', 'default': 4, 'values': (1, 2, 4, 8, 16)},
        {'id': 'center', 'desc': 'Parallel: clock edges in the middle of a bit', 'default': 'no',
         'values': ('no', 'yes')},
        {'id': 'ticks', 'desc': 'Samples in a period of the divided clock', 'default': 1},
    )
    annotations = (('byte', 'Byte'), ('message', 'Message'), ('error', 'Error'))
    annotation_rows = (
        ('bytes', 'Bytes', (0,)), ('messages', 'Messages', (1,)), ('errors', 'Errors', (2,)),
    )
    binary = (('bytes', 'Bytes of messages'),)

    def __init__(self):
        self.reset()

    def reset(self):
        self.synced = self.in_message = False
        self.run = self.nbits = self.byte = self.length = 0
        self.byte_start = self.message_start = 0

    def start(self):
        self.out_ann = self.register(srd.OUTPUT_ANN)
        self.out_binary = self.register(srd.OUTPUT_BINARY)

    def put_byte(self, start, end, byte):
        self.put(start, end, self.out_ann, [0, ['%02X' % byte]])
        self.put(start, end, self.out_binary, [0, bytes([byte])])

    def put_error(self, start, end, text):
        self.put(start, end, self.out_ann, [2, [text]])

    def message_bit(self, bit):
        if self.nbits == 0:
            self.byte_start = self.samplenum
        self.byte |= bit << self.nbits
        self.nbits += 1
        if self.nbits < 8:
            return
        self.put_byte(self.byte_start, self.samplenum, self.byte)
        self.length += 1
        if self.byte & 3 == 3:
            self.in_message = False
            self.put(self.message_start, self.samplenum, self.out_ann,
                     [1, ['Message of %d bytes' % self.length]])
        self.nbits = self.byte = 0

    def begin(self):
        self.in_message = True
        self.length = 0
        self.message_start = self.samplenum

    def stream_bit(self, bit):
        if self.in_message:
            self.message_bit(bit)
        elif bit:
            self.run += 1
            if self.run >= IDLE_RUN:
                self.synced = True
        else:
            if self.synced:
                self.begin()
                self.message_bit(0)
            self.run = 0

    def beat16(self, beat):
        for byte in (beat & 0xFF, beat >> 8):
            if not self.in_message:
                if byte == 0xFF:
                    continue
                self.begin()
            for k in range(8):
                self.message_bit(byte >> k & 1)

    def parallel(self):
        width = self.options['width']
        late = 0 if self.options['center'] == 'yes' else self.options['ticks'] // 2
        self.synced = width >= 8
        while True:
            pins = self.wait({0: 'e'})
            if late:
                pins = self.wait({'skip': late})
            bits = [b & 1 for b in pins[1:1 + width]]
            if width == 16:
                self.beat16(sum(b << i for i, b in enumerate(bits)))
            else:
                for bit in bits:
                    self.stream_bit(bit)

    def level(self, skip):
        """The level of the serial wire, a number of samples from now."""
        pins = self.wait({'skip': skip}) if skip else self.wait({'skip': 0})
        return pins[1]

    def uart(self):
        bit = self.options['ticks']
        while True:
            self.wait({1: 'f'})
            start = self.samplenum
            byte = 0
            for k in range(8):
                at = (k + 1) * bit + bit // 2
                byte |= self.level(start + at - self.samplenum) << k
            if not self.level(start + 9 * bit + bit // 2 - self.samplenum):
                self.put_error(start, self.samplenum, 'No stop bit')
            self.put_byte(start, self.samplenum, byte)

    def manchester(self):
        half = self.options['ticks']
        while True:
            self.wait({1: 'r'})
            at = self.samplenum
            start = at
            self.nbits = self.byte = 0
            while True:
                at += 2 * half
                first = self.level(at + half // 2 - self.samplenum)
                second = self.level(at + half + half // 2 - self.samplenum)
                if first == second:
                    break
                self.byte |= first << self.nbits
                self.nbits += 1
                if self.nbits == 8:
                    self.put_byte(at - 14 * half, self.samplenum, self.byte)
                    self.nbits = self.byte = 0
            if first or self.nbits:
                self.put_error(start, self.samplenum, 'No stop bit')
            self.put(start, self.samplenum, self.out_ann, [1, ['Message']])

    def decode(self):
        {'parallel': self.parallel, 'uart': self.uart,
         'manchester': self.manchester}[self.options['protocol']]()
