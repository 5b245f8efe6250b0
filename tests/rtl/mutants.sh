#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# mutants.sh MAKE BUILD [PART-OF-NAME]: the comparisons of RTL and model can fail: each of these planted bugs is found by the test that is
# named for it. Some minutes each for the encoder, less for the others.
# mutants.sh --check: each of them can still be planted. Exit 1 when one changes nothing.
set -u
make=$1
build=${2:-}
part=${3:-}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
planted=0
found=0

# mutant NAME FILE SED-EXPRESSION [TEST]
mutant() {
  local test=$build/tests/rtl/${4:-test_rtl_encoder} what
  [[ $1 = *"$part"* ]] || return
  planted=$((planted + 1))
  if [ "$make" = --check ]; then
    if sed -E "$3" "rtl-model/rtl/$2" | cmp -s - "rtl-model/rtl/$2"; then echo "mutants: $1 changes nothing in $2"; else found=$((found + 1)); fi
    return
  fi
  rm -rf "$tmp/rtl" && cp -r rtl-model/rtl "$tmp/rtl"
  sed -i -E "$3" "$tmp/rtl/$2"
  if cmp -s "$tmp/rtl/$2" "rtl-model/rtl/$2"; then
    echo "mutants: $1 changes nothing"
  elif ! "$make" -s -j2 "$test" BUILD="$build" RTL="$tmp/rtl" VL_WARN="-std=c++17 -O1 -w" >"$tmp/log" 2>&1; then
    echo "mutants: $1 cannot be built"
  elif ("$test" >"$tmp/out" 2>&1) 2>/dev/null; then
    echo "mutants: $1 was not found"
  else
    found=$((found + 1))
    what=$(grep -m 1 'differ\|[Aa]ssertion\|is not\|too early\|is refused' "$tmp/out")
    [ -n "$what" ] || what=$(grep -m 1 ': error\|cycle' "$tmp/out")
    echo "mutants: $1 found: ${what:0:120}"
  fi
}

mutant full-history tr_encoder_hist.sv 's/full_o = hist_q\[HistW-2\];/full_o = hist_q[HistW-1];/'
mutant sync-behind-flush tr_encoder_flow.sv 's/ & ~decided_q;/;/'
mutant stack-after-sync tr_encoder_return.sv "s/      \.clear_i,/      .clear_i(1'b0),/"
mutant held-bytes tr_encoder_beats.sv "s/held_d  = LaneW'\(total\);/held_d  = LaneW'(total) \& LaneW'(1);/"
mutant no-room tr_encoder.sv "s/queue_level >= QueueLevelW'\(QueueDepth \+ 2\)/queue_level > QueueLevelW'(QueueDepth + 3)/"
mutant late-time tr_encoder_times.sv 's/pend_time_d   = pend_q \?/pend_time_d   = hist_held_q ?/'
mutant data-extra-mark tr_encoder_ingress.sv 's/= taken & extra_i;/= extra_i;/' test_rtl_data
mutant data-goes-on-anywhere tr_encoder_data.sv 's/if \(!lost_q && place\) begin/if (!lost_q) begin/' test_rtl_data
mutant data-repeated-place tr_encoder_data.sv 's/~repeated_i\);/1'"'"'b1);/' test_rtl_data
mutant data-sync-of-start tr_encoder_data.sv 's/why_d  = starts \? f4_i/why_d  = is_sync ? f4_i/' test_rtl_data
mutant data-before-notify tr_encoder_data.sv 's/\(at < ahead_i\)/(at <= ahead_i)/' test_rtl_data
mutant data-atomic-value tr_encoder_data.sv "s/pick\[2\*k\] && \(dtype != 4'd0\)/pick[2*k+1] \&\& (dtype != 4'd1)/" test_rtl_data
mutant data-failed-store tr_encoder_data.sv "s/no_value \|\| \(dtype == 4'd15\)/no_value/" test_rtl_data
mutant data-dropped-status tr_encoder_data.sv 's/overflowed, dropped\};/overflowed, overflowed};/' test_rtl_data
mutant data-not-told tr_encoder_flow.sv 's/extra_i\.tell & ~lost_q/1'"'"'b0/' test_rtl_data
mutant data-lost-with-program tr_encoder_region.sv 's/if \(lose_data_i\) ecode_d/if (1'"'"'b0) ecode_d/' test_rtl_data
mutant data-stall tr_encoder.sv "s/set\.stall \|\| data_stall\)/set.stall)/" test_rtl_data
mutant data-filter-of-block tr_encoder_filters.sv 's/by_data\[i\] \? passes/1'"'"'b0 ? passes/' test_rtl_data
mutant data-filter-latch tr_encoder_data_filter.sv 's/latched \? block_match_i\[j\] : match/match/' test_rtl_data
mutant data-filter-size tr_encoder_data_filter.sv 's/\+32.\(dsize_i\)\]/+1]/' test_rtl_data
mutant watchpoint-of-both tr_encoder_extra.sv 's/out\[9\*\(Blocks-1\) \+: 9\]/out[8:0]/' test_rtl_data
mutant watchpoint-after-owner tr_encoder_phase.sv 's/Watchpoint \? tr_pkg::PhWatch : behind_notify/behind_notify/' test_rtl_data
mutant nested-traps tr_encoder_filter.sv "s/else if \(depth_i != '1\) depth_o/else depth_o/" test_rtl_filters
mutant filters-in-debug tr_encoder_filters.sv "s/assign look = step_i & \(side_i == '0\);/assign look = step_i;/" test_rtl_filters
mutant end-of-addresses tr_encoder_filters.sv 's/assign last         = wraps \? .* : ahead;/assign last = ahead;/' test_rtl_comparator
mutant unused-comparator tr_encoder_filters.sv 's/\.use_i\(used\[j\] \| watches\[j\]\)/.use_i(used[0] | watches[j])/' test_rtl_filters
mutant etrace-sync-after-return tr_etrace_flow.sv 's/\(is_last && jumps && !departs\);/1'"'"'b0;/' test_rtl_etrace
mutant etrace-full-map tr_etrace_map.sv "s/branches_q == 5'd30/branches_q == 5'd29/" test_rtl_etrace
mutant etrace-sign tr_etrace_pack.sv 's/(pay_q\[PayW-1:1\]) \^ pay_q/\1 | pay_q/' test_rtl_etrace
mutant etrace-updiscon tr_etrace_flow.sv 's/k_target && sync_follows && !both\)/k_target \&\& next_trap)/' test_rtl_etrace
mutant etrace-reference tr_etrace_pack.sv 's/ready_o && valid_i && sends_addr;/ready_o \&\& valid_i;/' test_rtl_etrace
mutant etrace-resync-failed tr_etrace_flow.sv 's/(c_q\.sijump && set_q\[tr_pkg::EtSequentialJump\]\)) && !arrived;/\1;/' test_rtl_etrace
mutant etrace-trap-twice tr_etrace_flow.sv "s/k_trap   = at_trap \? !st_q\.reported/k_trap   = at_trap ? 1'b1/" test_rtl_etrace
mutant etrace-stack-depth tr_etrace_return.sv "s/grows && \(depth_d != Most\)/grows/" test_rtl_etrace
mutant etrace-stack-swap tr_etrace_stack.sv 's/below_d  = pop_i \? below_q : newest_q/below_d  = newest_q/' test_rtl_etrace
mutant etrace-counter-largest tr_etrace_return.sv "s/\(1 << CounterSize\) - 1\);/1 << (CounterSize - 1));/" test_rtl_etrace
mutant etrace-counter-looks tr_etrace_return.sv "s/assign fits   = 1'b1;/assign fits   = next_i != past_i;/" test_rtl_etrace
mutant etrace-predict-once tr_etrace_predict.sv "s/\(taken_i == from\[0\]\) \? taken_i : from\[1\]/taken_i/" test_rtl_etrace
mutant etrace-predict-kept tr_etrace_predict.sv "s/if \(step_i && restart_i\) entry_d = Start;//" test_rtl_etrace
mutant etrace-predict-forward tr_etrace_predict.sv "s/ && \(next_at_i == at_q\)/ \&\& 1'b0/" test_rtl_etrace
mutant etrace-predict-all tr_etrace_predict.sv "s/all_d = correct && \(all_q \|\| begin_i \|\| first_i\)/all_d = correct/" test_rtl_etrace
mutant etrace-predict-missed tr_etrace_fields.sv "s/BriefW'\(\{1'b1, missed_i\}\)/BriefW'(2'b10)/" test_rtl_etrace
mutant etrace-predict-option tr_encoder_regs.sv 's/\{sequential_q, predict_q,/{sequential_q, 1'"'"'b0,/' test_rtl_protocols
mutant etrace-target-kept tr_etrace_targets.sv "s/restart_i\) there_d = '0/restart_i) there_d = there_q/" test_rtl_etrace
mutant etrace-target-forward tr_etrace_targets.sv 's/found_d = at_i == next_i/found_d = found_d/' test_rtl_etrace
mutant etrace-target-of-trap tr_etrace_targets.sv 's/leaves_i && trap_return_i : from/1'"'"'b0 : from/' test_rtl_etrace
mutant etrace-target-shorter tr_etrace_pack.sv "s/usable_q && \(longer_there == '0\)/usable_q/" test_rtl_etrace
mutant etrace-target-plain tr_etrace_flow.sv 's/\(!sync_follows \|\| index\)/!sync_follows/' test_rtl_etrace
mutant etrace-counter-option tr_encoder.sv 's/ \|\| \(CallCounterSize != 0\)//' test_rtl_protocols
mutant etrace-same-call tr_etrace_flow.sv 's/!fails_doubtful && !calls_again/!fails_doubtful/' test_rtl_etrace
mutant etrace-odd-source tr_etrace_pack.sv "s/spills  *= \(odd != 3'd0\)/spills = 1'b0/" test_rtl_etrace
mutant etrace-not-announced tr_etrace_flow.sv "s/lost_d    = lose;/lost_d    = 1'b0;/" test_rtl_etrace
mutant etrace-count-end tr_etrace_predict.sv "s/assign ends_o     = near_o/assign ends_o     = 1'b0 \&\& near_o/" test_rtl_etrace
mutant etrace-count-alone tr_etrace_flow.sv 's/calls_again && !count_near/calls_again/' test_rtl_etrace
mutant etrace-context tr_etrace_flow.sv "s/assign more   = c_q/assign more   = 1'b0 \&\& c_q/" test_rtl_etrace
mutant etrace-sijump tr_etrace_block.sv 's/\(linear_q && joins\)/joins/' test_rtl_etrace
mutant etrace-one-by-one tr_etrace_flow.sv "s/assign both = is_first/assign both = 1'b0 \&\& is_first/" test_rtl_etrace
mutant etrace-thaddr tr_etrace_fields.sv 's/flags_o\[2\] = after_trap_i && !trap_i;/flags_o[2] = after_trap_i;/' test_rtl_etrace
mutant etrace-ienable tr_etrace_flow.sv "s/n_q\.ienable : enabled_q/n_q.ienable : 1'b1/" test_rtl_etrace
mutant etrace-time tr_etrace_flow.sv 's/stamps_d  = load || gets_time/stamps_d  = load/' test_rtl_etrace
mutant etdata-late tr_etrace_data.sv 's/!two \|\| \(at >= ahead\)/!two || (at > ahead)/' test_rtl_etrace_data
mutant etdata-known tr_etrace_data.sv "s/      addr_known_d  = '0;\$/      addr_known_d  = addr_known_q;/" test_rtl_etrace_data
mutant etdata-lrid tr_etrace_data.sv "s/&& \(done \|\| !emits\)\) lrid_d/) lrid_d/" test_rtl_etrace_data
mutant etdata-operand tr_etrace_data.sv "s/3'd4: operand = written \^ value/3'd4: operand = written/" test_rtl_etrace_data
mutant etdata-odd tr_encoder_etrace_data.sv "s/soon      = lost_i/soon      = 1'b0 \&\& lost_i/" test_rtl_etrace_data
mutant etdata-risk tr_encoder_etrace_data.sv "s/\(risk_i && !settled_i\)/1'b0/" test_rtl_etrace_data
mutant etdata-first-of-shortest tr_etrace_data_pack.sv 's/\+: 5\] < least/+: 5] <= least/' test_rtl_etrace_data
mutant etdata-flat tr_etrace_data_pack.sv "s/if \(t_low != below_t\) top = t_from;/top = t_from;/" test_rtl_etrace_data
mutant etdata-type tr_etrace_pack.sv "s/f_q\.kind == tr_pkg::EtData : type_q/1'b0 : type_q/" test_rtl_etrace_data
mutant etdata-dloss tr_etrace_fields.sv "s/flags_o\[3\]   = dloss_i;/flags_o[3] = 1'b0;/" test_rtl_etrace_drop
mutant etdata-trigger tr_encoder_etrace_data.sv "s/follows_o  = on_q != denable_q/follows_o  = 1'b0/" test_rtl_etrace_data
mutant etdata-both tr_etrace_flow.sv 's/!c_q\.trap && !data_some_i/!c_q.trap/' test_rtl_etrace_data
mutant etdata-never-dropped tr_encoder_etrace.sv "s/half_i && data_set_i\.drop/1'b0/" test_rtl_etrace_drop
mutant etdata-recovers-full tr_encoder_etrace_data.sv "s/\(low_i \|\| soon\)/1'b1/" test_rtl_etrace_drop
mutant etdata-at-once tr_etrace_data.sv 's/addr_known_q\[x\.dsize\] && !sync_i/addr_known_q[x.dsize]/' test_rtl_etrace_data
mutant etdata-before-context tr_etrace_flow.sv 's/done && accesses && !more && data_passed_i/done \&\& accesses \&\& data_passed_i/' test_rtl_etrace_data
mutant etdata-sync-counts tr_etrace_core.sv 's/sent_o        = f_valid && !data_busy/sent_o = queue_valid_o/' test_rtl_etrace_data
mutant etrace-silent-enable tr_encoder_etrace.sv 's/assign asks         = \(enable_i/assign asks = enable_i \&\& (enable_i/' test_rtl_etrace_control
mutant etrace-late-end tr_encoder_etrace.sv 's/\(\(there && !blocks_q && \(!record_i/((there \&\& (!record_i/' test_rtl_protocols
mutant etrace-filter tr_encoder_etrace.sv "s/\(does_block && traced && drop_block_i\)/1'b0/" test_rtl_etrace_control
mutant etrace-old-source tr_encoder_etrace.sv "s/src_d      = src_i;/src_d      = 12'd0;/" test_rtl_etrace_control
mutant etrace-counts-on tr_encoder_etrace.sv "s/\.synced_i   \(synced\)/.synced_i   (1'b0)/" test_rtl_etrace_control
mutant etrace-source-at-once tr_encoder_etrace.sv 's/waits_idle    = \(.*src_q\) \|\| \(ts/waits_idle    = ((ts/' test_rtl_protocols
mutant etrace-source-goes-on tr_encoder_etrace.sv 's/\(src_i != src_q\) \|\| data_moves;/data_moves;/' test_rtl_protocols
mutant etrace-options-go-on tr_encoder_etrace.sv 's/(assign moves  .*= )\(options_i != options_q\) \|\| /\1/' test_rtl_protocols
mutant etrace-half-words-twice tr_encoder_etrace_sync.sv "s/pend_d      = check_i \? '0 : pend_q;/pend_d      = pend_q;/" test_rtl_protocols
mutant etrace-one-packet-late tr_encoder_etrace_sync.sv "s/near_o = by_messages && .*;/near_o = 1'b0;/" test_rtl_protocols
mutant funnel-cut tr_funnel_port.sv 's/assign take     = mid_q \? take_q : open_i;/assign take     = open_i;/' test_rtl_funnel
mutant funnel-flushed-early tr_funnel_port.sv 's/assign flushed_o = sender_q && left;/assign flushed_o = sender_q;/' test_rtl_funnel
mutant funnel-mixed tr_arbiter.sv 's/beat_i && last_i/beat_i/' test_rtl_funnel
mutant ramsink-limit tr_ramsink_next.sv 's/assign last_o      = single_i \|\| /assign last_o      = /' test_rtl_ramsink
mutant ramsink-early-pointer tr_ramsink.sv 's/assign step        = .*/assign step        = write_begin;/' test_rtl_ramsink
mutant ramsink-outstanding tr_ramsink_axi.sv 's/!full_q && //' test_rtl_ramsink
mutant ramsink-burst-limit tr_ramsink_next.sv 's/ && \(!ends_i \|\| whole\)//' test_rtl_ramsink
mutant ramsink-last-beat tr_ramsink_axi.sv "s/beats_q == 2'd1/beats_q == 2'd2/" test_rtl_ramsink
mutant ramsink-hold tr_ramsink_regs.sv "s/begin_i && last && stop_q/1'b0/" test_rtl_ramsink
mutant ramsink-single-words tr_ramsink_axi.sv 's/\(known_i && \(!fits_i \|\| four_i\)\)/1/' test_rtl_ramsink
mutant ramsink-ahb-data tr_ramsink_ahb.sv 's/hready_i \? word_q : hwdata_q/begin_o ? data_i : hwdata_q/' test_rtl_ramsink
mutant ramsink-attributes tr_ramsink.sv "s/assign awprot_o  = .*/assign awprot_o = 3'd2;/" test_rtl_ramsink
mutant ramsink-axi-error tr_ramsink_axi.sv "s/error_d *= .*/error_d = 1'b0;/" test_rtl_ramsink
mutant ramsink-ahb-error tr_ramsink_ahb.sv "s/error_d *= hresp_i/error_d = 1'b0/" test_rtl_ramsink
mutant ramsink-flush tr_ramsink_words.sv 's/flush_i \|\| \(flush_q && \(mid \|\| valid_o\)\)/flush_i/' test_rtl_ramsink
mutant ramsink-orphan tr_ramsink.sv 's/smem_done && !orphan_q && active/smem_done \&\& active/' test_rtl_ramsink
mutant ramsink-read-pointer tr_ramsink_regs.sv "s/ends_d *= 32'\(rp_q\) >= limit/ends_d = 32'(rp_q) > limit/" test_rtl_ramsink
mutant ramsink-stopped tr_ramsink_regs.sv 's/stopped_d *= enable_q;/stopped_d = stopped_q;/' test_rtl_ramsink
mutant pibsink-pattern tr_pibsink_send.sv "s/32'hff0055aa/32'hff00aa55/" test_rtl_pibsink
mutant pibsink-half-message tr_pibsink_buffer.sv 's/valid_d *= \(push && link_last_i\) \|/valid_d = push |/' test_rtl_pibsink
mutant pibsink-passed tr_pibsink_buffer.sv 's/free_1 \? come : passed_q \? pass_q : read_q;/free_1 ? come : read_q;/' test_rtl_pibsink
mutant pibsink-alignment tr_pibsink_send.sv 's/assign align          = .*/assign align = 1;/' test_rtl_nulls
mutant pibsink-sequence tr_pibsink_send.sv "s/Sequence = NullW'\(SyncNulls \+ 1\)/Sequence = NullW'(SyncNulls)/" test_rtl_nulls
mutant pibsink-odd-packet tr_pibsink_send.sv 's/if \(Etrace && ends_i\[0\]\) high = .*//' test_rtl_nulls
mutant pibsink-first-packet tr_pibsink_send.sv 's/valid_i \? due \|\| restarted_q : parallel/valid_i ? due : parallel/' test_rtl_nulls
mutant gather-lanes tr_gather.sv "s/if \(BytesW'\(k\) <= less_one\)/if (1)/" test_rtl_nulls
mutant funnel-bytes tr_funnel.sv 's/beat\[BeatW-2 -: BytesW\]/beats[BeatW-2 -: BytesW]/' test_rtl_funnel
mutant etrace-record-time tr_encoder_etrace.sv 's/time_shown_o = record_i && !ends_late/time_shown_o = record_i/' test_rtl_protocols
mutant etrace-side-empty tr_encoder_side.sv 's/\(wptr_q != rptr_q\) && //' test_rtl_protocols
mutant etrace-found tr_encoder.sv 's/\.past_i( *)\(past\)/.past_i\1(q_iaddr)/' test_rtl_protocols
mutant etrace-switched tr_encoder_etrace.sv "s/assign sided     = cleared_q ? .*;/assign sided = 1;/" test_rtl_protocols
mutant atbbridge-withdrawn tr_atbbridge_atb.sv "s/    if \(take_o\) begin/    if (clr_i) atvalid_d = 1'b0;\n    else if (take_o) begin/" test_rtl_atbbridge
mutant funnel-more tr_funnel_port.sv "s/assign more_o   = more_q;/assign more_o   = some_q;/" test_rtl_funnel
mutant pibsink-idle tr_pibsink_send.sv 's/null_start \|\| \(valid_i && !hold\)/null_start || valid_i/' test_rtl_pibsink
mutant atbbridge-flushed-early tr_atbbridge_atb.sv "s/assign last     = .*/assign last     = step_d == StOwn;/" test_rtl_atbbridge
mutant atbbridge-stray-bytes tr_atbbridge_atb.sv "s/\(CntW'\(i\) < count_i\) \? (word_i\[8\*i \+: 8\]) : 8'h0/\1/" test_rtl_atbbridge
mutant atbbridge-wait tr_atbbridge_atb.sv "s/\(clr_i \|\| take_o\) \? WaitW/clr_i ? WaitW/" test_rtl_atbbridge
mutant gather-cut tr_gather.sv 's/assign take         = mid_q \? take_q : open_i;/assign take         = open_i;/' test_rtl_atbbridge
mutant clocks-empty tr_system_hart.sv 's/assign read = \(busy &&/assign read = (1'"'"'b0 \& busy \&\&/' test_rtl_clocks
mutant clocks-trigger-in-stall tr_system_hart.sv 's/ \| waits_q;/;/' test_rtl_clocks
mutant clocks-trigger-level tr_system_hart.sv 's/\(ext & ~ext_q\)/ext/' test_rtl_clocks
mutant clocks-one-hart tr_system.sv 's/\(hart_clk_i\[k\]\)/(hart_clk_i[0])/' test_rtl_clocks
mutant clocks-sidebands tr_system_hart.sv 's/\{h_halted, h_reset, h_lowpower\}/{h_halted, h_lowpower, h_reset}/' test_rtl_clocks
mutant clocks-request tr_system_hart.sv 's/\.sync_o        \(h_sync\)/.sync_o()/; s/(logic busy;)/\1 assign h_sync = sync_i;/' test_rtl_clocks
mutant clocks-flushed tr_async_flush.sv 's/assign reached = .*/assign reached = 1;/' test_rtl_clocks
mutant clocks-atready tr_atclken.sv 's/atready_i && atclken_i/atready_i/' test_rtl_clocks
mutant clocks-syncreq tr_atclken.sv "s/assign syncreq_o = .*/assign syncreq_o = 1'b0;/" test_rtl_clocks
mutant clocks-apb tr_apb_async.sv 's/pready_o = out_q && \(done == ask_q\)/pready_o = out_q/' test_rtl_clocks
mutant clocks-time tr_gray_time.sv 's/assign time_d\[i\] = \^gray\[Width-1:i\]/assign time_d[i] = gray[i]/' test_rtl_clocks
[ "$make" = --check ] && what='can be planted' || what=found
echo "mutants: $found of $planted $what"
[ "$found" = "$planted" ]
