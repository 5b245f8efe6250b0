# SPDX-License-Identifier: Apache-2.0
# Other people's traces and encoders held against the specification.

LIBS += htk
HTK_LISTS := lib/kit/gen/htk_rule_list.c lib/kit/gen/htk_vector_list.c lib/kit/gen/htk_known_list.c
htk_SRCS := $(sort $(wildcard lib/kit/src/*.c)) $(HTK_LISTS)
htk_INC  := lib/kit/include lib/kit/src lib/trace/include lib/ingress/include lib/nexus/include lib/etrace/include lib/flow/include lib/topology/include driver/include rtl-model/model/include $(REGMAP_INC)
htk_CFLAGS := $(POSIX)

# Lists that are made of documents and tests, in BUILD/obj beside their objects.
HTK_GEN := $(BUILD)/obj/lib/kit/gen
$(HTK_GEN)/htk_rule_list.c: lib/kit/lists.awk lib/kit/include/htk/htk_rules.def docs/reference/conformance.md docs/reference/conformance-etrace.md \
    docs/reference/data-trace.md
	$(Q)mkdir -p $(@D)
	$(Q)awk -v what=rules -f $^ >$@
$(HTK_GEN)/htk_vector_list.c: lib/kit/lists.awk $(sort $(wildcard tests/vectors/*.ntt tests/vectors/*.ett))
	$(Q)mkdir -p $(@D)
	$(Q)awk -v what=vectors -f $^ >$@
$(HTK_GEN)/htk_known_list.c: lib/kit/lists.awk lib/kit/nexrv.known
	$(Q)mkdir -p $(@D)
	$(Q)awk -v what=known -f $^ >$@
$(HTK_LISTS:%.c=$(BUILD)/obj/%.o): $(BUILD)/obj/%.o: $(BUILD)/obj/%.c | $(BUILD)/headers
	$(call say,CC,$<)
	$(Q)$(CC) $(CFLAGS) $(EXTRA) $(INC) -MMD -MP -c -o $@ $<
