// SPDX-License-Identifier: Apache-2.0
// Data trace of E-Trace: from the accesses of blocks to packets.
//
// E-Trace 2.0, Data Trace Encoder Output Packets; choices where that is open:
// docs/reference/etrace.md. Accesses go along with their block through tr_etrace_flow, as the next
// block and as the current one. Those of an instruction have their packets right after it has been
// dealt with: one access is picked in a cycle, the shortest packet for it is found in the next one,
// and that one is queued. As long as one is on its way (busy_o), no packet of instruction trace is
// queued.

module tr_etrace_data #(
  parameter int unsigned XLen = 64,
  parameter int unsigned RetireW = 8,
  parameter int unsigned Ports = 1,
  parameter bit          Split = 1'b0,        // loads and atomics have two packets
  parameter int unsigned LridW = 1,
  parameter int unsigned DiffW = 2,
  parameter int unsigned TsW = 1,
  localparam int unsigned AccessW = 138 + XLen + RetireW,
  localparam int unsigned PayloadW = 144 + XLen
) (
  input  logic                     clk_i,
  input  logic                     rst_ni,
  input  logic                     clr_i,
  input  logic [              2:0] options_i,     // full addresses, no value, no address
  input  logic                     enable_i,      // denable
  // A block comes, with the accesses of its record.
  input  logic                     take_i,
  input  logic                     there_i,       // there are some, and they are traced
  input  logic [Ports*AccessW-1:0] access_i,
  input  logic                     index_i,       // of the block in its record
  input  logic [      RetireW-1:0] iaddr_i,       // the lowest bits of its address, without bit 0
  input  logic [      RetireW-1:0] iretire_i,
  input  logic                     ilastsize_i,
  // What tr_etrace_flow does with it.
  input  logic                     next_i,        // it is the next one no more,
  input  logic                     load_i,        // but the current one
  input  logic                     first_i,       // all but its last instruction is looked at
  input  logic                     last_i,        // the last one is
  input  logic                     pass_i,        // and has been, or is being dealt with
  input  logic [          TsW-1:0] time_i,        // one cycle later than pass_i
  output logic                     some_o,        // the current block has accesses
  output logic                     part_o,        // of those instructions
  output logic                     passed_o,      // all of them are done with
  // What instruction trace does.
  input  logic                     sync_i,        // a packet after which all is complete is queued
  input  logic                     support_i,     // a support packet is
  input  logic                     lose_i,        // what was on its way is lost
  output logic                     dloss_o,       // for the next support packet
  output logic                     lost_o,        // packets were lost since the last one
  output logic                     odd_o,         // because no packet can report an access
  output logic                     risk_o,        // that may still happen
  output logic                     busy_o,
  // The packet.
  input  logic                     full_i,        // packets that come now are dropped
  input  logic                     ready_i,
  input  logic                     hold_i,
  output logic                     valid_o,
  output logic [     PayloadW-1:0] payload_o,
  output logic [          TsW-1:0] time_o,        // one cycle later than valid_o
  output logic                     dropped_o,
  output logic                     overflowed_o
);

  localparam int unsigned HeadW = 8 + LridW;
  localparam int unsigned LridBits = (LridW > 0) ? LridW : 1;

  logic no_addr;
  logic no_value;
  logic both;
  assign no_addr  = options_i[0];
  assign no_value = options_i[1];
  assign both     = !no_addr && !no_value;

  // ---- Accesses of the next block and of the current one ----

  typedef struct packed {
    logic            want;
    logic            late;                    // of the last instruction
    logic            odd;                     // no packet reports it
    logic [     3:0] dtype;
    logic [     1:0] dsize;
    logic            aligned;
    logic [XLen-1:0] daddr;
    logic [   127:0] data;
  } access_t;

  localparam int unsigned KeptW = 138 + XLen; // bits of access_t

  logic [Ports*KeptW-1:0] in;
  logic [Ports*KeptW-1:0] n_d, n_q;
  logic [Ports*KeptW-1:0] c_d, c_q;
  logic [Ports-1:0] half_d, half_q;           // the first one of two packets is sent
  logic [RetireW-1:0] length;                 // half-words of the last instruction
  logic [RetireW-1:0] ahead;                  // and before it
  logic two;
  assign length = ilastsize_i ? RetireW'(2) : RetireW'(1);
  assign ahead  = iretire_i - length;
  assign two    = iretire_i > length;

  for (genvar k = 0; k < Ports; k = k + 1) begin : gen_in
    logic valid;
    logic keep;
    logic block;
    logic csr;
    logic want;
    logic odd;
    logic misaligned;
    logic [3:0] dtype;
    logic [2:0] dsize;
    logic [RetireW-1:0] lsbs;
    logic [RetireW-1:0] at;
    logic [XLen-1:0] daddr;
    logic [127:0] data;
    assign {keep, valid, block, lsbs, dtype, dsize, daddr, data} = access_i[AccessW*k +: AccessW];
    assign at         = lsbs - iaddr_i;
    assign csr        = dtype[3:2] == 2'b01;
    assign misaligned = |(daddr[2:0] & ~(3'b111 << dsize[1:0]));
    assign want       = there_i && valid && keep && !csr && (block == index_i) && (at < iretire_i);
    assign odd        = dsize[2] || ((dtype == 4'd15) && !no_value) ||
                        ((dtype > 4'd1) && misaligned);
    assign in[KeptW*k +: KeptW] =
        {want, !two || (at >= ahead), odd, dtype, dsize[1:0], !misaligned, daddr, data};
  end

  // ---- One is picked ----

  logic [Ports-1:0] part;
  logic [Ports-1:0] wants;
  logic [Ports-1:0] odds;
  logic [Ports-1:0] pick;
  logic lost_d, lost_q;
  logic odd_d, odd_q;
  logic dloss_d, dloss_q;
  logic r_ready;
  logic open;
  logic fire;
  logic done;                                 // with the access
  logic flush;
  access_t x;
  logic x_half;
  logic unused;
  assign unused = &{1'b0, x};

  for (genvar k = 0; k < Ports; k = k + 1) begin : gen_part
    localparam int unsigned At = KeptW * k + KeptW - 1;
    logic late;
    assign wants[k] = c_q[At];
    assign late     = c_q[At-1];
    assign part[k]  = wants[k] && (late ? last_i : first_i);
    assign odds[k]  = (wants[k] && c_q[At-2]) || (n_q[At] && n_q[At-2]);
  end
  assign pick     = part & (~part + Ports'(1));
  assign some_o   = wants != '0;
  assign part_o   = (part != '0) && !lost_q;
  assign open     = (part != '0) && !lost_q && r_ready && !flush;
  assign fire     = pass_i && open;
  assign passed_o = (part == '0) || lost_q ||
                    (open && (x.odd || (done && ((part & ~pick) == '0))));
  assign risk_o   = (odds != '0) && !lost_q;

  always_comb begin
    x      = '0;
    x_half = 1'b0;
    for (int unsigned k = 0; k < Ports; k = k + 1) begin
      if (pick[k]) begin
        x      = c_q[KeptW*k +: KeptW];
        x_half = half_q[k];
      end
    end
  end

  // ---- What its packet has ----

  typedef struct packed {
    logic             sub;
    logic             size_field;
    logic             lrid;
    logic             addr;
    logic             last;
    logic             counted;
    logic             operand;
    logic             resp;
    logic             brief;
    logic             relative;
    logic             compressed;
    logic [HeadW-1:0] head;
    logic [      1:0] size;
    logic [ XLen-1:0] full_addr;
    logic [ XLen-1:0] diff_addr;
    logic [     63:0] full;
    logic [     63:0] exor;
    logic [     63:0] diff;
    logic [     63:0] op;
  } packet_t;

  packet_t r_new;                             // of the access at hand
  packet_t r_d, r_q;
  logic r_valid_d, r_valid_q;
  logic atomic;
  logic plain_load;
  logic splits;
  logic second;
  logic emits;
  logic sees_value;                           // data becomes what the next one is compared with
  logic [2:0] format;
  logic [2:0] subtype;
  logic [63:0] value;
  logic [63:0] written;
  logic [63:0] operand;
  logic [XLen-1:0] addr_now;
  logic [XLen-1:0] addr_before;
  logic [63:0] value_before;
  logic [LridBits-1:0] lrid_d, lrid_q;

  // By size: what was reported last.
  logic [4*XLen-1:0] addr_d, addr_q;
  logic [119:0] value_d, value_q;             // of 64, 32, 16 and 8 bits
  logic [3:0] addr_known_d, addr_known_q;
  logic [3:0] value_known_d, value_known_q;

  assign atomic     = x.dtype[3];
  assign plain_load = x.dtype == 4'd0;
  assign splits     = Split && (plain_load || (atomic && both));
  assign second     = splits && (x_half || (plain_load && no_addr));
  assign done       = !splits || second || (plain_load && no_value);
  assign emits      = !x.odd && (atomic || (x.dtype <= 4'd1));
  assign written    = x.data[63:0];
  assign value      = atomic ? x.data[127:64] : x.data[63:0];
  assign subtype    = x.dtype[2:0];

  function automatic logic [63:0] extend(input logic [63:0] v, input logic [1:0] size);
    unique case (size)
      2'd0: extend = {{56{v[7]}}, v[7:0]};
      2'd1: extend = {{48{v[15]}}, v[15:0]};
      2'd2: extend = {{32{v[31]}}, v[31:0]};
      default: extend = v;
    endcase
  endfunction

  always_comb begin
    unique case (x.dsize)
      2'd0: value_before = 64'(value_q[7:0]);
      2'd1: value_before = 64'(value_q[23:8]);
      2'd2: value_before = 64'(value_q[55:24]);
      default: value_before = value_q[119:56];
    endcase
    unique case (x.dtype[2:0])
      3'd1: operand = written - value;
      3'd4: operand = written ^ value;
      default: operand = written;
    endcase
    addr_before = addr_q[XLen*x.dsize +: XLen];
    addr_now    = x.daddr;
    if (x.aligned) begin
      addr_before = addr_before >> x.dsize;
      addr_now    = addr_now >> x.dsize;
    end
  end

  always_comb begin
    r_new          = '0;
    format         = {1'b0, x.dtype[0], !x.aligned};
    r_new.size       = x.dsize;
    r_new.size_field = 1'b1;
    r_new.full_addr  = addr_now;
    r_new.diff_addr  = addr_now - addr_before;
    r_new.full       = extend(value, x.dsize);
    r_new.exor       = extend(value ^ value_before, x.dsize);
    r_new.diff       = extend(value - value_before, x.dsize);
    r_new.op         = extend(operand, x.dsize);
    r_new.relative   = !options_i[2] && addr_known_q[x.dsize] && !sync_i;
    r_new.compressed = value_known_q[x.dsize] && !sync_i;
    r_new.addr       = !no_addr;
    r_new.brief      = no_value;
    r_new.counted    = both;
    r_new.last       = no_addr;
    if (atomic) begin
      format      = 3'd6;
      r_new.sub     = 1'b1;
      r_new.operand = !no_value;
      r_new.lrid    = splits;
      if (splits) r_new.counted = 1'b0;
    end else if (splits) begin
      r_new.lrid    = 1'b1;
      r_new.brief   = 1'b1;
      r_new.counted = 1'b0;
    end
    if (second) begin
      format         = atomic ? 3'd7 : 3'd4;
      r_new.resp       = 1'b1;
      r_new.brief      = 1'b0;
      r_new.addr       = 1'b0;
      r_new.sub        = 1'b0;
      r_new.operand    = 1'b0;
      r_new.size_field = !atomic;
      r_new.counted    = atomic;
      r_new.last       = !atomic;
    end
    // From the lowest bit: format, subtype, size, lrid.
    r_new.head = HeadW'(format);
    if (r_new.sub) r_new.head = HeadW'({x.dsize, subtype, format});
    else if (r_new.size_field) r_new.head = HeadW'({x.dsize, format});
    if (r_new.lrid && (LridW > 0)) begin
      if (r_new.sub) r_new.head = HeadW'({lrid_q, x.dsize, subtype, format});
      else if (r_new.size_field) r_new.head = HeadW'({lrid_q, x.dsize, format});
      else r_new.head = HeadW'({lrid_q, format});
    end
    sees_value = r_new.counted || r_new.last;
  end

  // ---- State ----

  always_comb begin
    n_d           = n_q;
    c_d           = c_q;
    half_d        = half_q;
    lrid_d        = lrid_q;
    addr_d        = addr_q;
    value_d       = value_q;
    addr_known_d  = addr_known_q;
    value_known_d = value_known_q;
    lost_d        = lost_q;
    odd_d         = odd_q;
    dloss_d       = dloss_q;
    if (support_i) begin
      lost_d  = 1'b0;
      odd_d   = 1'b0;
      dloss_d = 1'b0;
    end
    if (sync_i) begin
      addr_known_d  = '0;
      value_known_d = '0;
    end
    if (fire) begin
      for (int unsigned k = 0; k < Ports; k = k + 1) begin
        if (pick[k]) begin
          half_d[k] = 1'b1;
          if (done || !emits) c_d[KeptW*k+KeptW-1] = 1'b0;
        end
      end
      if (!x.odd && (done || !emits)) lrid_d = lrid_q + 1'b1;
      if (x.odd) begin
        lost_d  = 1'b1;
        odd_d   = 1'b1;
        dloss_d = 1'b1;
      end
      if (emits && r_new.addr) begin
        addr_d[XLen*x.dsize +: XLen] = x.daddr;
        addr_known_d[x.dsize]        = 1'b1;
      end
      if (emits && sees_value) begin
        value_known_d[x.dsize] = 1'b1;
        unique case (x.dsize)
          2'd0: value_d[7:0] = value[7:0];
          2'd1: value_d[23:8] = value[15:0];
          2'd2: value_d[55:24] = value[31:0];
          default: value_d[119:56] = value;
        endcase
      end
    end
    if (flush) begin
      lost_d  = 1'b1;
      dloss_d = 1'b1;
    end
    if (lose_i && enable_i) dloss_d = 1'b1;
    if (load_i) begin
      c_d    = n_q;
      half_d = '0;
    end else if (lose_i) begin
      c_d = '0;
    end
    if (take_i) n_d = in;
    else if (next_i) n_d = '0;
    if (clr_i) begin
      n_d           = '0;
      c_d           = '0;
      half_d        = '0;
      lrid_d        = '0;
      addr_known_d  = '0;
      value_known_d = '0;
      lost_d        = 1'b0;
      odd_d         = 1'b0;
      dloss_d       = 1'b0;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {n_q, c_q, half_q, lrid_q, addr_q, value_q, addr_known_q, value_known_q} <= '0;
      {lost_q, odd_q, dloss_q} <= '0;
    end else begin
      n_q           <= n_d;
      c_q           <= c_d;
      half_q        <= half_d;
      lrid_q        <= lrid_d;
      addr_q        <= addr_d;
      value_q       <= value_d;
      addr_known_q  <= addr_known_d;
      value_known_q <= value_known_d;
      lost_q        <= lost_d;
      odd_q         <= odd_d;
      dloss_q       <= dloss_d;
    end
  end

  assign lost_o  = lost_q;
  assign odd_o   = odd_q;
  assign dloss_o = dloss_q;

  // ---- Its packet, and the queue ----

  logic p_valid_d, p_valid_q;
  logic p_ready;
  logic [PayloadW-1:0] payload;
  logic [PayloadW-1:0] payload_d, payload_q;
  // Stamps are one cycle behind all else.
  logic fired_d, fired_q;
  logic moved_d, moved_q;
  logic [TsW-1:0] r_stamp_d, r_stamp_q;
  logic [TsW-1:0] stamp_d, stamp_q;

  tr_etrace_data_pack #(
    .XLen (XLen),
    .LridW(LridW),
    .DiffW(DiffW)
  ) u_pack (
    .sub_i       (r_q.sub),
    .size_field_i(r_q.size_field),
    .lrid_i      (r_q.lrid),
    .addr_i      (r_q.addr),
    .last_i      (r_q.last),
    .counted_i   (r_q.counted),
    .operand_i   (r_q.operand),
    .resp_i      (r_q.resp),
    .brief_i     (r_q.brief),
    .relative_i  (r_q.relative),
    .compressed_i(r_q.compressed),
    .head_i      (r_q.head),
    .size_i      (r_q.size),
    .full_addr_i (r_q.full_addr),
    .diff_addr_i (r_q.diff_addr),
    .full_i      (r_q.full),
    .xor_i       (r_q.exor),
    .diff_i      (r_q.diff),
    .op_i        (r_q.op),
    .payload_o   (payload)
  );

  assign dropped_o    = p_valid_q && full_i && !clr_i;
  assign valid_o      = p_valid_q && !full_i;
  assign overflowed_o = valid_o && !ready_i && !hold_i && !clr_i;
  assign flush        = dropped_o || overflowed_o;
  assign p_ready      = !p_valid_q || (valid_o && ready_i);
  assign r_ready      = !r_valid_q || p_ready;
  assign busy_o       = r_valid_q || p_valid_q;
  assign payload_o    = payload_q;
  assign time_o       = stamp_q;
  assign payload_d    = p_ready ? payload : payload_q;
  assign fired_d      = fire;
  assign moved_d      = p_ready;
  assign r_stamp_d    = fired_q ? time_i : r_stamp_q;
  assign stamp_d      = moved_q ? r_stamp_q : stamp_q;

  always_comb begin
    r_valid_d = r_ready ? (fire && emits) : r_valid_q;
    r_d       = fire ? r_new : r_q;
    p_valid_d = p_ready ? r_valid_q : p_valid_q;
    if (flush || clr_i) begin
      r_valid_d = 1'b0;
      p_valid_d = 1'b0;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {r_valid_q, p_valid_q, payload_q, fired_q, moved_q, r_stamp_q, stamp_q, r_q} <= '0;
    end else begin
      r_valid_q <= r_valid_d;
      p_valid_q <= p_valid_d;
      payload_q <= payload_d;
      fired_q   <= fired_d;
      moved_q   <= moved_d;
      r_stamp_q <= r_stamp_d;
      stamp_q   <= stamp_d;
      r_q       <= r_d;
    end
  end


endmodule
