/* SPDX-License-Identifier: Apache-2.0 */
#include "opencsd_ntrace.h"

#include <string.h>

static char name[] = "NTRACE";

/* ---- elements ---- */

static ocsd_gen_trc_elem_t type_of(const struct flow_elem *e)
{
    switch (e->type) {
    case FLOW_ELEM_NO_SYNC:
        return OCSD_GEN_TRC_ELEM_NO_SYNC;
    case FLOW_ELEM_RANGE:
        return OCSD_GEN_TRC_ELEM_INSTR_RANGE;
    case FLOW_ELEM_TRACE_ON:
        return OCSD_GEN_TRC_ELEM_TRACE_ON;
    case FLOW_ELEM_EXCEPTION:
        return OCSD_GEN_TRC_ELEM_EXCEPTION;
    case FLOW_ELEM_EXCEPTION_RET:
        return OCSD_GEN_TRC_ELEM_EXCEPTION_RET;
    case FLOW_ELEM_CONTEXT:
        return OCSD_GEN_TRC_ELEM_PE_CONTEXT;
    case FLOW_ELEM_TIMESTAMP:
        return OCSD_GEN_TRC_ELEM_TIMESTAMP;
    case FLOW_ELEM_EVENT:
        return OCSD_GEN_TRC_ELEM_EVENT;
    case FLOW_ELEM_ADDR_NACC:
        return OCSD_GEN_TRC_ELEM_ADDR_NACC;
    case FLOW_ELEM_SWTRACE:
        return OCSD_GEN_TRC_ELEM_SWTRACE;
    case FLOW_ELEM_ERROR:
    case FLOW_ELEM_UNKNOWN:
        return OCSD_GEN_TRC_ELEM_UNKNOWN;
    case FLOW_ELEM_END:
        return OCSD_GEN_TRC_ELEM_EO_TRACE;
    default:
        return OCSD_GEN_TRC_ELEM_CUSTOM;
    }
}

static trace_on_reason_t reason_of(unsigned sync)
{
    return sync == NEXUS_SYNC_FIFO_OVERRUN ? TRACE_ON_OVERFLOW
           : sync == NEXUS_SYNC_EXIT_DEBUG ? TRACE_ON_EX_DEBUG
                                           : TRACE_ON_NORMAL;
}

static void convert(const struct flow_elem *e, ocsd_generic_trace_elem *to)
{
    memset(to, 0, sizeof *to);
    to->elem_type = type_of(e);
    to->isa = ocsd_isa_custom;
    to->st_addr = e->start;
    to->en_addr = e->end;
    to->extended_data = 1;
    to->ptr_extended_data = e;
    switch (e->type) {
    case FLOW_ELEM_RANGE:
        to->num_instr_range = e->count;
        to->last_instr_exec = e->last_taken;
        to->last_instr_sz = e->last_size & 7u;
        to->last_instr_cond = e->last_cls == FLOW_INSN_BRANCH;
        to->last_i_type = e->last_cls == FLOW_INSN_LINEAR   ? OCSD_INSTR_OTHER
                          : e->last_cls == FLOW_INSN_BRANCH ? OCSD_INSTR_BR
                                                            : OCSD_INSTR_BR_INDIRECT;
        break;
    case FLOW_ELEM_TRACE_ON:
        to->trace_on_reason = reason_of(e->code);
        break;
    case FLOW_ELEM_EXCEPTION: /* OpenCSD: st_addr the handler, en_addr the return address */
        to->st_addr = e->end;
        to->en_addr = e->start;
        to->excep_ret_addr = e->known;
        to->exception_number = e->code;
        break;
    case FLOW_ELEM_TIMESTAMP:
        to->timestamp = e->value;
        to->has_ts = 1;
        break;
    default:
        break;
    }
}

static enum nexus_answer take(void *ctx, struct nexus_source *source, const struct flow_elem *e)
{
    struct opencsd_ntrace *d = ctx;
    ocsd_generic_trace_elem elem;
    (void)source;
    convert(e, &elem);
    if (e->type == FLOW_ELEM_ERROR) {
        d->lib.fn_log_error(d->lib.lib_context, OCSD_ERR_SEV_WARN, OCSD_ERR_BAD_DECODE_PKT,
                            (ocsd_trc_index_t)e->offset, d->cs_id,
                            e->hint != NULL ? e->hint : "damaged message");
    }
    ocsd_datapath_resp_t r =
        d->lib.fn_gen_elem_out(d->lib.lib_context, (ocsd_trc_index_t)e->offset, d->cs_id, &elem);
    if (OCSD_DATA_RESP_IS_FATAL(r)) {
        d->fatal = r;
        return NEXUS_FATAL;
    }
    return OCSD_DATA_RESP_IS_WAIT(r) ? NEXUS_WAIT : NEXUS_CONT;
}

/* ---- the data path ---- */

static ocsd_datapath_resp_t data_in(const void *handle, const ocsd_datapath_op_t op,
                                    const ocsd_trc_index_t index, const uint32_t size,
                                    const uint8_t *block, uint32_t *used)
{
    struct opencsd_ntrace *d = (struct opencsd_ntrace *)handle;
    enum nexus_answer answer = NEXUS_FATAL;
    size_t consumed = 0;
    (void)index; /* offsets are those in the bytes of this ID */
    switch (op) {
    case OCSD_OP_DATA:
        answer = nexus_stream_data(&d->stream, block, size, &consumed);
        *used = (uint32_t)consumed;
        break;
    case OCSD_OP_EOT:
        answer = nexus_stream_eot(&d->stream);
        break;
    case OCSD_OP_FLUSH:
        answer = nexus_stream_flush(&d->stream);
        break;
    case OCSD_OP_RESET:
        answer = nexus_stream_reset(&d->stream);
        break;
    default:
        return OCSD_RESP_FATAL_INVALID_OP;
    }
    return answer == NEXUS_CONT ? OCSD_RESP_CONT : answer == NEXUS_WAIT ? OCSD_RESP_WAIT : d->fatal;
}

static void update_pkt_mon(const void *handle, const int flags)
{
    ((struct opencsd_ntrace *)handle)->lib.packetCBFlags = flags; /* no packets are shown */
}

/* ---- making one ---- */

/* Code: what the library can read. */
static unsigned read_code(void *ctx, const struct flow_where *where, uint64_t addr, uint8_t *buf,
                          unsigned n)
{
    const struct opencsd_ntrace *d = ctx;
    uint32_t bytes = n;
    (void)where;
    return d->lib.fn_memory_access(d->lib.lib_context, addr, d->cs_id, OCSD_MEM_SPACE_ANY, &bytes,
                                   buf) == OCSD_OK
               ? bytes
               : 0;
}

static ocsd_err_t create(const int flags, const void *config,
                         const ocsd_extern_dcd_cb_fns *callbacks, ocsd_extern_dcd_inst_t *inst)
{
    const struct opencsd_ntrace_cfg *cfg = config;
    struct opencsd_ntrace *d = cfg->memory;
    if ((flags & OCSD_CREATE_FLG_FULL_DECODER) == 0 || cfg->sources == 0 ||
        cfg->sources > OPENCSD_NTRACE_SOURCES) {
        return OCSD_ERR_INVALID_PARAM_VAL;
    }
    memset(d, 0, sizeof *d);
    d->lib = *callbacks;
    d->cs_id = cfg->cs_id;
    d->fatal = OCSD_RESP_FATAL_INVALID_OP;
    for (unsigned i = 0; i < cfg->sources; i++) {
        flow_code_init_read(&d->code[i], nexus_cfg_isa(&cfg->stream), read_code, d);
        (void)flow_code_use_cache(&d->code[i], d->line[i], OPENCSD_NTRACE_LINES);
        if (nexus_source_init(&d->source[i], cfg->src[i], &cfg->stream, &d->code[i]) != NEXUS_OK) {
            return OCSD_ERR_INVALID_PARAM_VAL;
        }
    }
    if (nexus_stream_init(&d->stream, &cfg->stream, d->source, cfg->sources, d->buffer,
                          sizeof d->buffer, take, d) != NEXUS_OK) {
        return OCSD_ERR_INVALID_PARAM_VAL;
    }
    inst->fn_data_in = data_in;
    inst->fn_update_pkt_mon = update_pkt_mon;
    inst->decoder_handle = d;
    inst->p_decoder_name = name;
    inst->cs_id = cfg->cs_id;
    return OCSD_OK;
}

static ocsd_err_t destroy(const void *handle)
{
    (void)handle; /* the memory is the caller's */
    return OCSD_OK;
}

static ocsd_err_t id_of(const void *config, unsigned char *id)
{
    *id = ((const struct opencsd_ntrace_cfg *)config)->cs_id;
    return OCSD_OK;
}

ocsd_extern_dcd_fact_t opencsd_ntrace_factory = {create, destroy, id_of, NULL, OCSD_PROTOCOL_END};
