#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# proof_mutants.sh GEN-FOLDER [PART-OF-NAME]: a proof can fail: with each of these planted bugs the proof that is named for it finds a run
# in which something that it states does not hold. A proof that is only not finished has not found the bug.
# proof_mutants.sh --check: each of them can still be planted. Exit 1 when one changes nothing.
set -u
gen=$1
[ "$gen" = --check ] || gen=$(cd "$gen" && pwd)
part=${2:-}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
planted=0
found=0

# mutant PROOF FILE SED-EXPRESSION
mutant() {
  [[ $1/$2 = *"$part"* ]] || return
  planted=$((planted + 1))
  if [ "$gen" = --check ]; then
    if sed -E "$3" "rtl-model/rtl/$2" | cmp -s - "rtl-model/rtl/$2"; then echo "proof-mutants: $1, $2: $3: changes nothing"; else found=$((found + 1)); fi
    return
  fi
  rm -rf "$tmp/rtl" "$tmp/out"
  mkdir "$tmp/rtl"
  cp rtl-model/rtl/*.sv rtl-model/rtl/*.svh rtl-model/rtl/formal.sh "$tmp/rtl"
  find "$tmp/rtl" -name 'tr_*_fv.sv' ! -name "$1_fv.sv" -delete
  sed -i -E "$3" "$tmp/rtl/$2"
  if cmp -s "$tmp/rtl/$2" "rtl-model/rtl/$2"; then
    echo "proof-mutants: $1, $2: $3: changes nothing"
  elif "$tmp/rtl/formal.sh" "$gen" "$tmp/out" >"$tmp/log" 2>&1; then
    echo "proof-mutants: $1, $2: $3: proved"
  elif ! grep -q "was asserted in frame" "$tmp/out/$1_fv.log"; then
    echo "proof-mutants: $1, $2: $3: nothing found"
  else
    found=$((found + 1))
    echo "proof-mutants: $1, $2: $3: found"
  fi
}

mutant tr_ramsink_axi tr_ramsink_axi.sv 's/!full_q && //'
mutant tr_ramsink_axi tr_ramsink_axi.sv "s/beats_q == 2'd1/beats_q == 2'd2/"
mutant tr_ramsink_axi tr_ramsink_axi.sv 's/sending \? many_q : /sending ? some_q : /'
mutant tr_ramsink_axi tr_ramsink_axi.sv 's/done_burst_d *= burst_q\[0\]/done_burst_d = burst_left[0]/'
mutant tr_ramsink_axi tr_ramsink_axi.sv "s/\(!awvalid_q \|\| awready_i\) && //"
mutant tr_ramsink_axi tr_ramsink_axi.sv 's/free         = !wvalid_q \|\| wready_i/free         = 1/'
mutant tr_ramsink_ahb tr_ramsink_ahb.sv 's/hwdata_d  = hready_i \? word_q : hwdata_q/hwdata_d = word_q/'
mutant tr_ramsink_ahb tr_ramsink_ahb.sv 's/free     = !address_q \|\| hready_i/free = 1/'
mutant tr_ramsink_ahb tr_ramsink_ahb.sv 's/done_d    = data_q && hready_i/done_d = address_q \&\& hready_i/'
mutant tr_ramsink_ahb tr_ramsink_ahb.sv 's/error_d   = hresp_i/error_d = hresp_i \&\& address_q/'
mutant tr_ramsink_ahb tr_ramsink_ahb.sv 's/data_d    = hready_i \? address_q : data_q/data_d = address_q/'
mutant tr_ramsink_ahb tr_ramsink_ahb.sv 's/address_d = free \? start_i : address_q/address_d = hready_i ? start_i : address_q/'
mutant tr_ramsink_ahb tr_ramsink_ahb.sv 's/      haddr_d = addr_i;/      if (!address_q) haddr_d = addr_i;/'
mutant tr_link_nulls tr_link_nulls.sv "s/NullW'\(SyncNulls \+ 1\);/NullW'(SyncNulls);/"
mutant tr_link_nulls tr_link_nulls.sv 's/state_d = final_beat \? StHeld : StNulls/state_d = StHeld/'
mutant tr_link_nulls tr_link_nulls.sv "s/13'd32 << freq_i/13'd16 << freq_i/"
mutant tr_link_nulls tr_link_nulls.sv "s/if \(start_i\) left_d = '0;//"
mutant tr_link_nulls tr_link_nulls.sv 's/held_last_d  = due \? link_last_i/held_last_d  = due ? 1/'
mutant tr_link_nulls tr_link_nulls.sv 's/link_bytes_o = final_beat \? [^:]*:/link_bytes_o =/'
mutant tr_ramsink_words tr_gather.sv 's/take         = mid_q \? take_q : open_i/take = open_i/'
mutant tr_ramsink_words tr_link_bytes.sv "s/link_bytes_o = BytesW'\(Lanes - k\)/link_bytes_o = BytesW'(Lanes - 1)/"
mutant tr_ramsink_words tr_gather.sv 's/put_left = put_here\[8\*PlaceB-1:8\*Width\]/put_left = put_here[8*AccB-1:0]/'
mutant tr_ramsink_words tr_gather.sv 's/room = take_i \? rest_room_q : !full_q/room = 1/'
mutant tr_ramsink_words tr_gather.sv "s/if \(pad_i\) cnt_next = .*//"
mutant tr_ramsink_words tr_gather.sv "s/acc_left = \{\{8\*Width\{Idle\}\}/acc_left = {{8*Width{!Idle}}/"
mutant tr_ramsink_words tr_ramsink_words.sv 's/pad     = flush_q && !mid && /pad = flush_q \&\& /'
mutant tr_ramsink_words tr_ramsink_words.sv "s/\(flush_q && \(mid \|\| valid_o\)\)/1'b0/"
mutant tr_ramsink_pointers tr_ramsink_next.sv 's/ && \(!ends_i \|\| whole\)//'
mutant tr_ramsink_pointers tr_ramsink_next.sv 's/assign last_o      = single_i \|\| /assign last_o      = /'
mutant tr_ramsink_pointers tr_ramsink_next.sv "s/burst_i \? whole : //"
mutant tr_ramsink_pointers tr_ramsink_next.sv 's/\(high_next & carry\)/(high \& carry)/'
mutant tr_ramsink_pointers tr_ramsink_pointers.sv 's/below_high_q \|\| \(below_same_q && below_low_q\) \|/below_high_q |/'
mutant tr_ramsink_pointers tr_ramsink_pointers.sv 's/known_d *= ready_o && !begin_i/known_d = ready_o/'
mutant tr_ramsink_pointers tr_ramsink_pointers.sv 's/if \(begin_i\) ptr_same_d *= ptr_same;//'
mutant tr_ramsink_pointers tr_ramsink_pointers.sv 's/\(begin_i && last_o\) \? start_near_q : //'
mutant tr_ramsink_pointers tr_ramsink_next.sv 's/if \(full\) next_same_o = near_i;//'
mutant tr_ramsink_regs tr_ramsink_regs.sv 's/wp_new   = step_wp;/wp_new   = wp;/'
mutant tr_ramsink_regs tr_ramsink_regs.sv "s/end else if \(write && !busy\) begin/end else if (write) begin/"
mutant tr_ramsink_regs tr_ramsink_next.sv 's/next_o      = start_i;//'
mutant tr_ramsink_regs tr_ramsink_regs.sv "s/^        enable_d *= 1'b0;//"
mutant tr_ramsink_regs tr_ramsink_regs.sv 's/begin_i && last && stop_q/begin_i \&\& stop_q/'
mutant tr_ramsink_regs tr_ramsink_pointers.sv 's/: step_i \? next_o/: begin_i ? next_o/'
mutant tr_arbiter tr_arbiter.sv 's/more_i & now_q/req_i \& now_q/'
mutant tr_arbiter tr_arbiter.sv "s/over \? go : lock_q/over ? req_i != '0 : lock_q/"
mutant tr_arbiter tr_arbiter.sv 's/over \? go : lock_q/go/'
mutant tr_arbiter tr_arbiter.sv "s/\(after != '0\) \? first_after : first_asks/first_asks/"
mutant tr_arbiter tr_arbiter.sv 's/if \(any_o\) sel_d *= sel_o;/if (any_o \& over) sel_d = sel_o;/'
mutant tr_atbbridge tr_atbbridge_atb.sv 's/afvalid_i && !afready_q && free;/afvalid_i \&\& !afready_q;/'
mutant tr_atbbridge tr_atbbridge_atb.sv "s/    if \(take_o\) begin/    if (clr_i) atvalid_d = 1'b0;\n    else if (take_o) begin/"
mutant tr_fifo tr_fifo.sv 's/passed_d *= push && .*/passed_d = push;/'
mutant tr_fifo tr_fifo.sv 's/: mem\[rptr_d\]/: mem[rptr_q]/'
mutant tr_fifo tr_fifo.sv "s/push && !pop\) level_d/push) level_d/"
mutant tr_fifo tr_fifo.sv "s/room_d *= level_q != LevelW'\(Depth - 1\)/room_d = 1'b1/"
mutant tr_fifo tr_fifo.sv 's/pass_d *= wdata_i/pass_d = pass_q/'
mutant tr_async_fifo tr_async_fifo.sv 's/\{~read_seen\[PtrW:PtrW-1\], read_seen\[PtrW-2:0\]\}/{~read_seen[PtrW], read_seen[PtrW-1:0]}/'
mutant tr_async_fifo tr_async_fifo.sv "s/write_d \^ \{1'b0, write_d\[PtrW:1\]\}/write_d/"
mutant tr_async_fifo tr_async_fifo.sv "s/read_d \^ \{1'b0, read_d\[PtrW:1\]\}/read_d/"
mutant tr_async_fifo tr_async_fifo.sv 's/mem\[rptr_q\[PtrW-1:0\]\]/mem[read_gray_q[PtrW-1:0]]/'
mutant tr_async_fifo tr_async_fifo.sv 's/push     = wvalid_i && wready_o/push     = wvalid_i/'
mutant tr_async_flush tr_async_flush.sv "s/stale_q <= .*/stale_q <= 1'b0;/"
mutant tr_async_flush tr_async_flush.sv 's/ && done && reached;/ \&\& done;/'
mutant tr_async_flush tr_async_flush.sv 's/ && done && reached;/ \&\& reached;/'
mutant tr_async_flush tr_async_flush.sv "s/left > Depth/left != '0/"
mutant tr_async_flush tr_async_flush.sv 's/\(flush_o && flushed_i\) \? wptr_i/!asked ? wptr_i/'
mutant tr_pulse_sync tr_pulse_sync.sv "s/send \? kept_q && pulse_i/send ? 1'b0/"
mutant tr_pulse_sync tr_pulse_sync.sv 's/: kept_q \|\| pulse_i/: kept_q/'
mutant tr_pulse_sync tr_pulse_sync.sv 's/ && !busy_o;/;/'
mutant tr_pulse_sync tr_pulse_sync.sv 's/pulse_o = there != there_q/pulse_o = there/'
mutant tr_pulse_sync tr_pulse_sync.sv 's/async_i\(there_q\)/async_i(toggle_q)/'
mutant tr_gray_time tr_gray_time.sv "s/time_i \^ \{1'b0, time_i\[Width-1:1\]\}/time_i/;s/= \^gray\[Width-1:i\]/= gray[i]/"
mutant tr_gray_time tr_gray_time.sv 's/= \^gray\[Width-1:i\]/= gray[i]/'
mutant tr_gray_time tr_gray_time.sv 's/assign time_d\[i\] = .*/assign time_d[i] = ~^gray[Width-1:i];/'
mutant tr_gray_time tr_gray_time.sv 's/time_q <= time_d/time_q <= ^time_d ? time_q : time_d/;s/else time_q/else if (time_d[0]) time_q/;s/time_d\[i\] = \^/time_d[i] = ~^/'
mutant tr_gray_time tr_gray_time.sv 's/gray_d *= time_i \^/gray_d = (time_i + 1) ^/'
mutant tr_apb_async tr_apb_async.sv 's/ask_d *= !ask_q;/ask_d = 1;/'
mutant tr_apb_async tr_apb_async.sv 's/out_q && \(done == ask_q\)/out_q/'
mutant tr_apb_async tr_apb_async.sv "s/end else if \(!enable_q\) begin/end else if (1'b0) begin/;s/sel_d *= asked != done_q;/sel_d = asked != done_q; enable_d = asked != done_q;/"
mutant tr_apb_async tr_apb_async.sv 's/error_q && pready_o/pslverr_i/'
mutant tr_apb_async tr_apb_async.sv 's/addr_d *= paddr_i/addr_d = addr_q/'
mutant tr_atclken tr_atclken.sv "s/afready_d *= .*& !atclken_i/afready_d = 1'b0/"
mutant tr_atclken tr_atclken.sv 's/atready_i && atclken_i/atready_i/'
mutant tr_atclken tr_atclken.sv 's/ && !afready_q;/;/'
mutant tr_atclken tr_atclken.sv 's/atclken_i \? afvalid_i && !afready_o/atclken_i ? afvalid_i/'
mutant tr_atclken tr_atclken.sv 's/afready_o = afready_i \|\| afready_q/afready_o = afready_i/'
mutant tr_atbbridge tr_atbbridge_atb.sv 's/free   = !atvalid_q \|\| atready_i/free   = 1/'
mutant tr_atbbridge tr_atbbridge_atb.sv "s/left = flushed_i \? .*/left = '0;/"
mutant tr_atbbridge tr_atbbridge_atb.sv "s/BytesW'\(bytes - 1'b1\)/BytesW'(bytes)/"
mutant tr_funnel tr_funnel_port.sv 's/take     = mid_q \? take_q : open_i/take     = open_i/'
mutant tr_funnel tr_funnel_port.sv 's/clear    = .*/clear    = drop_i;/'
mutant tr_funnel tr_funnel_port.sv 's/push         = link_valid_i && take && room/push         = link_valid_i \&\& take/'
mutant tr_funnel tr_funnel.sv 's/ && valid\[i\] && link_ready_i;/ \&\& valid[i];/'
mutant tr_funnel tr_arbiter.sv 's/over \? go : lock_q/go/'
mutant tr_pibsink tr_pibsink_buffer.sv 's/take         = open_i && \(!mid_q \|\| take_q\)/take         = open_i/'
mutant tr_pibsink tr_pibsink_buffer.sv "s/\? !link_last_i : mid_q/? 1'b0 : mid_q/"
mutant tr_pibsink tr_pibsink_buffer.sv 's/ passed_q        <= .*/ passed_q <= free_0;/'
mutant tr_pibsink tr_pibsink_buffer.sv "s/else if \(!take\) wptr_d *= whole_q;//"
mutant tr_pibsink tr_pibsink_buffer.sv 's/if \(push && link_last_i\) whole_d/if (push) whole_d/'
mutant tr_pibsink tr_pibsink_buffer.sv 's/valid_d *= \(push && link_last_i\) \|/valid_d = push |/'
mutant tr_pibsink_send tr_pibsink_send.sv "s/left = 4'd9;/left = 4'd8;/"
mutant tr_pibsink_send tr_pibsink_send.sv 's/half_o = manchester && sends && !bits/half_o = manchester \&\& sends \&\& bits/'
mutant tr_pibsink_send tr_pibsink_send.sv "s/step = 3'd4/step = 3'd2/"
mutant tr_pibsink_send tr_pibsink_send.sv 's/two_o       = pop_o && wide && .*/two_o = pop_o \&\& wide;/'
mutant tr_pibsink_send tr_pibsink_send.sv 's/if \(more && !zero_q\) bits = bits_q;/if (more) bits = bits_q;/'
mutant tr_pibsink_send tr_pibsink_send.sv "s/&& \(left_q == 4'd1\) && !manchester;/\&\& (left_q == 4'd1);/"
mutant tr_pibsink_send tr_pibsink_send.sv 's/ \|\| \(wide && ends_i\[1\]\)//'
mutant tr_pibsink_send tr_pibsink_send.sv "s/\{1'b1, data, 1'b0\}/{1'b0, data, 1'b1}/"
mutant tr_pibsink_regs tr_pibsink_regs.sv 's/if \(!There\[mode\]\) mode = .*//'
mutant tr_pibsink_regs tr_pibsink_regs.sv 's/      if \(!fixed\) begin/      if (1) begin/'
mutant tr_pibsink_regs tr_pibsink_regs.sv 's/if \(\(DividerMin != 0\) && .*//'
mutant tr_pibsink_regs tr_pibsink_regs.sv 's/fixed       = enable_q \|\| !idle_i/fixed       = enable_q/'
mutant tr_pibsink_regs tr_pibsink_regs.sv "s/if \(!mode\[3\] \|\| \(ClkCenters == 1\)\) center = 1'b0;//"
mutant tr_encoder_regs tr_encoder_regs.sv "s/if \(src_bits_new > 4'\(SrcW\)\) .*//"
mutant tr_encoder_regs tr_encoder_regs.sv 's/mode_new = Htm \? .*/mode_new = mode_new;/'
mutant tr_encoder_regs tr_encoder_regs.sv 's/k < ExtTriggers/k < 8/'
mutant tr_encoder_regs tr_encoder_regs.sv 's/k < ExtOutputs/k < 8/'
mutant tr_encoder_regs tr_encoder_regs.sv 's/\{3\{DbgControl\}\} & wdata_i/wdata_i/'
mutant tr_encoder_filter_regs tr_encoder_filter_regs.sv 's/filter_new = wdata_i & FilterMask/filter_new = wdata_i/'
mutant tr_encoder_filter_regs tr_encoder_filter_regs.sv 's/comp_new = wdata_i\[15:0\] & CompMask/comp_new = wdata_i[15:0]/'
mutant tr_encoder_filter_regs tr_encoder_filter_regs.sv 's/if \(CompSecondary && CompModes\[.*\) begin/if (1) begin/'
mutant tr_encoder_filter_regs tr_encoder_filter_regs.sv "s/\(part == 3'd6\) & CompSecondary;/(part == 3'd6);/"
mutant tr_encoder_filter_regs tr_encoder_filter_regs.sv 's/select_d = wdata_i\[F-1:0\]/select_d = ~wdata_i[F-1:0]/'
mutant tr_encoder_filter_regs tr_encoder_filter_regs.sv "s/filter_area & \(addr_i\[8:5\] == 4'\(k\)\)/filter_area \& (addr_i[7:5] == 3'(k))/"
mutant tr_ramsink_smem tr_ramsink_regs.sv 's/at_start_high_q && !Fixed\) start_new/at_start_high_q \&\& !Fixed) limit_new/'
mutant tr_ramsink_smem tr_ramsink_regs.sv 's/at_limit_high_q && !Fixed/at_limit_low_q \&\& !Fixed/'
mutant tr_ramsink_smem tr_ramsink_regs.sv 's/wp_new\[63:32\] = wdata_i/wp_new[63:32] = wp[63:32]/'
mutant tr_ramsink_smem tr_ramsink_regs.sv 's/else if \(write && !busy && mode_q\) begin/else if (write \&\& mode_q) begin/'
mutant tr_ramsink_smem tr_ramsink_regs.sv 's/TR_RAM_LIMIT_HIGH_OFFSET:    rdata_o = limit\[63:32\]/TR_RAM_LIMIT_HIGH_OFFSET:    rdata_o = limit[31:0]/'
mutant tr_encoder_comparator tr_encoder_comparator.sv "s/others = ~here \| \(last_i != '0\)/others = ~here/"
mutant tr_encoder_comparator tr_encoder_comparator.sv "s/= at - 1'b1;/= at;/"
mutant tr_encoder_comparator tr_encoder_comparator.sv 's/\(s_last >= p_last\)/(s_last > p_last)/'
mutant tr_encoder_comparator tr_encoder_comparator.sv 's/latch_o = match_o & ~later/latch_o = match_o/'
mutant tr_encoder_comparator tr_encoder_comparator.sv 's/if \(masked\) both = any\[0\];//'
mutant tr_encoder_comparator tr_encoder_comparator.sv "s/CompSecondary \? CompModes : 4'h1/CompModes/; s/match_o = any\[0\];/match_o = any[0] | (~CompSecondary \& latch_i);/"
mutant tr_encoder_comparator tr_encoder_compare.sv 's/first_less \| \(carry_i & last_less\)/first_less/'
mutant tr_encoder_comparator tr_encoder_compare.sv 's/\(both\[k\] & zero\[k-1\] & ~a\[k-1\] & b\[k-1\]\) \|//'
mutant tr_encoder_pack tr_encoder_pack.sv 's/\{addr\[AddrW-2:0\] \^ \{\(AddrW-1\)\{addr\[AddrW-1\]\}\}/{addr[AddrW-2:0]/'
mutant tr_encoder_pack tr_encoder_pack.sv 's/if \(has4_q && has2_q\) begin/if (1'"'"'b0) begin/'
mutant tr_encoder_pack tr_encoder_pack.sv 's/if \(is_resource_q && left_q\[2\]\) pick = .*;//'
mutant tr_encoder_pack tr_encoder_pack.sv "s/at_least\[2\] = extra >= 5'd6/at_least[2] = extra > 5'd6/"
mutant tr_encoder_pack tr_encoder_beats.sv 's/total <= Whole/total < Whole/'
mutant tr_encoder_pack tr_encoder_pack.sv 's/TcodeResourceFull: stamped = TsMessages\[3\]/TcodeResourceFull: stamped = TsMessages[2]/'
mutant tr_encoder_pack tr_encoder_pack.sv 's/\(ts_last_q & \{LastW\{differs\}\}\)/ts_last_q/'
mutant tr_encoder_pack tr_encoder_pack.sv 's/sends_addr && !is_sync/!is_sync/'
mutant tr_encoder_lent tr_encoder_pack.sv 's/ && !none_q\)/)/'
mutant tr_encoder_lent tr_encoder_pack.sv 's/assign none_d      = lent_i \|\| \(none_q && !load_ts\)/assign none_d      = lent_i || none_q/'
mutant tr_encoder_lent tr_encoder_pack.sv 's/assign keep        = lent_i \? lent_keep_i : load_ts/assign keep        = lent_keep_i || load_ts/'
mutant tr_encoder_lent tr_encoder_pack.sv 's/differs     = lent_i \? lent_less_i : /differs     = /'
mutant tr_encoder_lent tr_encoder_pack.sv "s/assign now         = lent_i \? LastW'\(lent_addr_i\) : /assign now         = /"
mutant tr_encoder_ingress tr_encoder_ingress.sv 's/\(!wready \|\| refills\)/!wready/'
mutant tr_encoder_ingress tr_encoder_ingress.sv 's/in\[14\]    = sync_i \| sync_q/in[14] = sync_i/'
mutant tr_encoder_ingress tr_encoder_ingress.sv 's/\(priv_i == last\[12:10\]\) & same_context/same_context/'
mutant tr_encoder_ingress tr_encoder_ingress.sv 's/\(priv_i == last\[12:10\]\) & same_context/(priv_i == last[12:10])/'
mutant tr_encoder_ingress tr_encoder_ingress.sv "s/6'b0, 4'b1001/6'b0, 4'b0001/"
mutant tr_encoder_ingress tr_encoder_ingress.sv 's/before_d = taken/before_d = push/'
mutant tr_encoder_ingress tr_encoder_ingress.sv "s/ & ~own_way & \(ctype_i == '0\) &$/ \& ~own_way \&/"
mutant tr_encoder_ingress tr_encoder_ingress.sv 's/~sync_i & ~sync_q & \(side_now/~sync_i \& (side_now/'
mutant tr_encoder_ingress tr_encoder_ingress.sv 's/simple = taken & ~latch_i & ~gap_q/simple = taken \& ~latch_i/'
mutant tr_encoder_ingress tr_encoder_ingress.sv 's/& ~taken & ~clr_i;/\& ~push \& ~clr_i;/'
mutant tr_encoder_ingress tr_encoder_ingress.sv 's/if \(clr_i \|\| taken\) side_d/if (taken) side_d/'
mutant tr_encoder_ingress tr_encoder_ingress.sv "s/gap_q & \(level != '0\)/gap_q/"
mutant tr_encoder_ingress tr_encoder_ingress.sv 's/pair \? second\[PartW-1 -: TsW\]/there ? second[PartW-1 -: TsW]/'
mutant tr_encoder_ingress tr_encoder_ingress.sv 's/taken & block_valid\[k\] & \(some/block_valid[k] \& (some/'
mutant tr_encoder_queue tr_encoder_queue.sv 's/ mem\[wptr_q\] <= \{joins, wpart_i, last_q/ mem[wptr_q] <= {joins, wpart_i, wdata_i/'
mutant tr_encoder_queue tr_encoder_queue.sv 's/= load_q \? before_q/= load ? before_q/'
mutant tr_encoder_queue tr_encoder_queue.sv 's/late_ptr_d = rptr_q;/late_ptr_d = rptr_next;/'
mutant tr_encoder_queue tr_encoder_queue.sv 's/mem_late\[wptr_q\] <= last_q\[/mem_late[wptr_q] <= wdata_i[/'
mutant tr_encoder_queue tr_encoder_queue.sv 's/last_valid_d    = push && !joins/last_valid_d    = push/'
mutant tr_encoder_queue tr_encoder_queue.sv 's/goes     = both_i \|\| !there_q/goes     = 1'"'"'b1/'
mutant tr_encoder_queue tr_encoder_queue.sv "s/level_up == LevelW'\(Places\)/level_up == LevelW'(Places + 1)/"
mutant tr_encoder_queue tr_encoder_queue.sv 's/assign next_o   = both_i \? .*;/assign next_o   = alone_o;/'
mutant tr_encoder_queue tr_encoder_queue.sv "s/if \(pop_i\) there_d = 1'b0;//"
mutant tr_encoder_queue tr_encoder_queue.sv "s/some     = there_n_q != '0/some     = there_n_q > 1/"
mutant tr_encoder_queue tr_encoder_queue.sv 's/= renews \? fetched_q\[/= fetch ? fetched_q[/'
mutant tr_encoder_stamps tr_encoder_stamps.sv 's/even_at    = rptr_q\[PtrW-1:1\] \+ .*/even_at    = rptr_q[PtrW-1:1];/'
mutant tr_encoder_stamps tr_encoder_stamps.sv 's/odd_at     = rptr_q\[PtrW-1:1\] - .*/odd_at     = rptr_q[PtrW-1:1];/'
mutant tr_encoder_stamps tr_encoder_stamps.sv 's/is_odd_d   = rptr_q\[0\] != \(!shown_i \|\| two_i\)/is_odd_d   = rptr_q[0] != (shown_i \&\& two_i)/'
mutant tr_encoder_stamps tr_encoder_stamps.sv 's/wptr_d = clr_i \? rptr_d/wptr_d = clr_i ? rptr_q/'
mutant tr_encoder_stamps tr_encoder_stamps.sv 's/some_d     = left_q \|\| shown_i/some_d     = 1/'
mutant tr_encoder_window tr_encoder_window.sv 's/there_o  = there_q && second_q\[Width\]/there_o  = there_q/'
mutant tr_encoder_window tr_encoder_window.sv 's/second_d = both_i \? other : same/second_d = same/'
mutant tr_encoder_window tr_encoder_window.sv 's/there_q \? second_q\[Width-1:0\] : other\[Width-1:0\]/second_q[Width-1:0]/'
mutant tr_encoder_window tr_encoder_window.sv 's/oldest_odd_q \^ \(pop_i && !both_i\)/oldest_odd_q ^ pop_i/'
mutant tr_encoder_window tr_encoder_window.sv 's/other_valid && \(!there_q \|\| /other_valid \&\& (!valid_q || /'
mutant tr_encoder_window tr_encoder_window.sv "s/level_up == LevelW'\(Places\)/level_up == LevelW'(Places + 1)/"
mutant tr_encoder_window tr_encoder_window.sv 's/valid_d = both_i \? same_valid : there_q \|\| other_valid/valid_d = both_i ? same_valid : there_q/'
mutant tr_encoder_window tr_encoder_bank.sv 's/\(!valid_q \|\| take_i\)/!valid_q/'
mutant tr_encoder_window tr_encoder_bank.sv "s/\(level_q != '0\) && /(level_q > 1) \&\& /"
mutant tr_encoder_window tr_encoder_bank.sv "s/level_d = '0;//"
mutant tr_encoder_branch tr_encoder_branch.sv 's/\(from \| counted\) & ~to/(from | counted) \& to/'
mutant tr_encoder_branch tr_encoder_branch.sv 's/ << 1;/;/'
mutant tr_encoder_branch tr_encoder_branch.sv 's/jumps_i\[PickN-1:0\] & same_sums/same_sums/'
mutant tr_encoder_branch tr_encoder_branch.sv 's/equal_counted_o  = valid_q && !indirect_q/equal_counted_o  = valid_q/'
mutant tr_encoder_branch tr_encoder_branch.sv 's/indirect_q && same_icnt/indirect_q/'
mutant tr_encoder_branch tr_encoder_branch.sv 's/\(held_q \| count_i\) & ~drop_i/held_q \& ~drop_i | count_i/'
mutant tr_encoder_branch tr_encoder_branch.sv 's/end else if \(forget_i\) begin/end\n      if (forget_i) begin/'
mutant tr_encoder_pair tr_encoder_pair.sv 's/pick\[2\]\}\} & \(rest \+ n2\)/pick[2]}} \& rest/'
mutant tr_encoder_pair tr_encoder_pair.sv 's/rest   = index_i \? n1 : /rest   = /'
mutant tr_encoder_pair tr_encoder_pair.sv 's/to2 & ~to3, to1 & ~to2\}/to2, to1 \& ~to2}/'
mutant tr_encoder_pair tr_encoder_pair.sv 's/index_i \? jumps\[1\] : jumps\[0\], jumps\[3:1\]/jumps[0], jumps[3:1]/'
mutant tr_encoder_pair tr_encoder_pair.sv 's/quiet  = (\{.*\}) & ~jumps\[2:0\]/quiet  = \1/'
mutant tr_encoder_pair tr_encoder_pair.sv "s/\(outcomes == 3'd4\) & room_i\[4\]/(outcomes == 3'd4) \& room_i[3]/"
mutant tr_encoder_pair tr_encoder_pair.sv 's/kinds = branch\[k:0\] & ~\{\{k\{1.b0\}\}, index_i\}/kinds = branch[k:0] \& {{k{1'"'"'b1}}, 1'"'"'b0}/'
mutant tr_encoder_pair tr_encoder_pair.sv 's/to3    = to2 & b3\[ValidAt\] & quiet\[2\]/to3    = to2 \& b3[ValidAt]/'
mutant tr_encoder_pair tr_encoder_pair.sv 's/both_o = to2 & \(to3 \| ~b3\[ValidAt\]\)/both_o = to2/'
mutant tr_encoder_pair tr_encoder_pair.sv 's/own_o        = index_i \? b1 : b0/own_o        = b0/'
mutant tr_encoder_pair tr_encoder_pair.sv 's/lead_i & \(first_simple_i \| ~event_i\)/lead_i/'
mutant tr_encoder_pair tr_encoder_pair.sv 's/\(~\(&branch\) \| room_i\[2\]\)/room_i[1]/'
mutant tr_encoder_pair tr_encoder_pair.sv 's/~jumps\[0\] & room/room/'
mutant tr_encoder_pair tr_encoder_pair.sv 's/to3 & branch\[2\], to2 & branch\[1\]/to2 \& branch[1], to3 \& branch[2]/'
mutant tr_timestamp tr_timestamp.sv "s/ticks\[Width\+3:4\]/ticks[Width+2:3]/"
mutant tr_timestamp tr_timestamp.sv 's/\(!halted_i \|\| debug_q\)/!halted_i/'
mutant tr_timestamp tr_timestamp.sv 's/ \|\| wdata_i\[tr_timestamp_pkg::TR_TS_RESET_SHIFT\]//'
mutant tr_timestamp tr_timestamp.sv "s/mode_there \? mode_new : '0/mode_new/"
mutant tr_timestamp tr_timestamp.sv "s/enabled_o = enable_q && \(mode_q != 3'd0\)/enabled_o = enable_q/"
mutant tr_timestamp tr_timestamp.sv 's/active_d *= CopyActive;/active_d = active_q;/'
mutant tr_timestamp tr_timestamp.sv 's/Modes\[4\] & \(mode_q == ModeShared\)/mode_q[2]/; s/= shared_i;/= external_i;/'
mutant tr_timestamp tr_timestamp.sv 's/count_d *= Internal && /count_d = /'
mutant tr_timestamp tr_timestamp.sv "s/ticks   = ticks_q \+ \(Width\+6\)'\(run\)/ticks = ticks_q + (Width+6)'(run \& ~we_i)/"
mutant tr_fanout tr_fanout.sv "s/link_ready_o \? '0 : done/done/"
mutant tr_fanout tr_fanout.sv 's/ & ~done_q;/;/'
mutant tr_fanout tr_fanout.sv 's/link_ready_o = &done/link_ready_o = |done/'
mutant tr_fanout tr_fanout.sv "s/link_valid_i \? \(link_ready_o \? '0 : done\) : done_q/link_ready_o ? '0 : done/"
mutant tr_fanout tr_fanout.sv 's/link_stopped_i & ~done\)/link_stopped_i)/'
mutant tr_fanout tr_fanout.sv 's/done         = done_q \| link_ready_i/done         = link_ready_i/'
[ "$gen" = --check ] && what='can be planted' || what=found
echo "proof-mutants: $found of $planted $what"
[ "$found" = "$planted" ]
