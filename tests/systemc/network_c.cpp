/* SPDX-License-Identifier: Apache-2.0 */
/* The network of C models, in the order of the architecture: sinks, funnels, encoders. */
#include "network.hpp"

#include <stdexcept>

namespace network
{

namespace
{

class c_net final : public net
{
  public:
    explicit c_net(const parameters &p);
    uint32_t read(unsigned component, uint32_t offset) override;
    void write(unsigned component, uint32_t offset, uint32_t value) override;
    void tick() override;
    bool ingress(unsigned hart, const ingress_cycle &in) override
    {
        return trm_encoder_ingress(&m_encoder[hart], &in);
    }
    trm_etb &etb() override
    {
        return m_etb;
    }
    void settle() override
    {
    }

  private:
    struct tap {
        trm_link to;
        std::vector<message> *log;
    };
    static bool tap_can_accept(void *ctx, size_t n)
    {
        const tap *t = static_cast<tap *>(ctx);
        return t->to.ops->can_accept(t->to.ctx, n);
    }
    static void tap_put(void *ctx, const uint8_t *bytes, size_t n)
    {
        const tap *t = static_cast<tap *>(ctx);
        t->log->emplace_back(bytes, bytes + n);
        t->to.ops->put(t->to.ctx, bytes, n);
    }
    static bool tap_stopped(void *ctx)
    {
        return trm_link_stopped(&static_cast<const tap *>(ctx)->to);
    }
    void init(const parameters &p);
    void connect();
    void timestamps();

    trm_encoder m_encoder[HARTS];
    struct trm_encoder_upstream m_up[HARTS];
    tap m_tap[HARTS];
    trm_funnel m_leaf[LEAVES], m_root;
    trm_fanout m_fanout;
    trm_ramsink m_ramsink;
    trm_pibsink m_pibsink;
    trm_atbbridge m_bridge;
    trm_etb m_etb;
    std::vector<uint8_t> m_sram, m_memory;
};

void ok(int status)
{
    if (status != TRM_OK) {
        throw std::runtime_error("a model returned " + std::to_string(status));
    }
}

c_net::c_net(const parameters &p) : m_sram(SPACE), m_memory(2 * SPACE)
{
    init(p);
    connect();
}

void c_net::init(const parameters &p)
{
    const trm_encoder_cfg encoder = encoder_cfg(p);
    const trm_funnel_cfg funnel = funnel_cfg(p);
    const trm_ramsink_cfg ramsink = ramsink_cfg(m_sram.data());
    trm_pibsink_cfg pibsink;
    trm_atbbridge_cfg bridge;
    trm_etb_cfg memory = etb_cfg();

    trm_pibsink_cfg_init(&pibsink);
    trm_atbbridge_cfg_init(&bridge);
    memory.memory = m_memory.data();
    for (unsigned h = 0; h < HARTS; h++) {
        ok(trm_encoder_init(&m_encoder[h], &encoder));
    }
    for (unsigned i = 0; i < LEAVES; i++) {
        ok(trm_funnel_init(&m_leaf[i], &funnel));
    }
    ok(trm_funnel_init(&m_root, &funnel));
    ok(trm_ramsink_init(&m_ramsink, &ramsink));
    ok(trm_pibsink_init(&m_pibsink, &pibsink));
    ok(trm_atbbridge_init(&m_bridge, &bridge));
    ok(trm_etb_init(&m_etb, &memory));
}

void c_net::connect()
{
    static const trm_link_ops tap_ops = {tap_can_accept, tap_put, tap_stopped};

    trm_fanout_init(&m_fanout);
    ok(trm_fanout_add(&m_fanout, trm_ramsink_link(&m_ramsink)));
    ok(trm_fanout_add(&m_fanout, trm_pibsink_link(&m_pibsink)));
    ok(trm_fanout_add(&m_fanout, trm_atbbridge_link(&m_bridge)));
    trm_funnel_connect(&m_root, trm_fanout_link(&m_fanout));
    trm_atbbridge_set_upstream(&m_bridge, trm_funnel_upstream(&m_root));
    for (unsigned i = 0; i < LEAVES; i++) {
        trm_funnel_connect(&m_leaf[i], trm_funnel_link(&m_root, i));
        trm_funnel_set_upstream(&m_root, i, trm_funnel_upstream(&m_leaf[i]));
    }
    for (unsigned h = 0; h < HARTS; h++) {
        m_tap[h] = {trm_funnel_link(&m_leaf[h / 2], h % 2), &seen.sent[h]};
        trm_encoder_connect(&m_encoder[h], {&tap_ops, &m_tap[h]});
        trm_funnel_set_upstream(&m_leaf[h / 2], h % 2,
                                trm_encoder_upstream(&m_up[h], &m_encoder[h]));
    }
}

uint32_t c_net::read(unsigned c, uint32_t offset)
{
    uint32_t value = 0;

    if (c < HARTS) {
        ok(trm_encoder_reg_read(&m_encoder[c], offset, 4, &value));
    } else if (c <= ROOT) {
        ok(trm_funnel_reg_read(c == ROOT ? &m_root : &m_leaf[c - LEAF], offset, 4, &value));
    } else if (c == RAMSINK) {
        ok(trm_ramsink_reg_read(&m_ramsink, offset, 4, &value));
    } else if (c == PIBSINK) {
        ok(trm_pibsink_reg_read(&m_pibsink, offset, 4, &value));
    } else {
        ok(trm_atbbridge_reg_read(&m_bridge, offset, 4, &value));
    }
    return value;
}

void c_net::write(unsigned c, uint32_t offset, uint32_t value)
{
    if (c < HARTS) {
        ok(trm_encoder_reg_write(&m_encoder[c], offset, 4, value));
    } else if (c <= ROOT) {
        ok(trm_funnel_reg_write(c == ROOT ? &m_root : &m_leaf[c - LEAF], offset, 4, value));
    } else if (c == RAMSINK) {
        ok(trm_ramsink_reg_write(&m_ramsink, offset, 4, value));
    } else if (c == PIBSINK) {
        ok(trm_pibsink_reg_write(&m_pibsink, offset, 4, value));
    } else {
        ok(trm_atbbridge_reg_write(&m_bridge, offset, 4, value));
    }
}

/* Timestamps go down the tree before anything ticks. */
void c_net::timestamps()
{
    for (unsigned i = 0; i < LEAVES; i++) {
        trm_funnel_timestamp_in(&m_leaf[i], trm_funnel_timestamp(&m_root));
    }
    for (unsigned h = 0; h < HARTS; h++) {
        trm_encoder_timestamp_in(&m_encoder[h], trm_funnel_timestamp(&m_leaf[h / 2]));
    }
}

void c_net::tick()
{
    const trm_atb_out out = *trm_atbbridge_out(&m_bridge);
    const trm_atb_in in = *trm_etb_pins(&m_etb);

    timestamps();
    trm_ramsink_tick(&m_ramsink);
    trm_pibsink_tick(&m_pibsink);
    const trm_pib_pins pins = trm_pibsink_pins(&m_pibsink);
    seen.pins.push_back({pins.clk, pins.data});
    trm_atbbridge_tick(&m_bridge, &in);
    trm_etb_tick(&m_etb, &out);
    trm_funnel_tick(&m_root);
    for (unsigned i = 0; i < LEAVES; i++) {
        trm_funnel_tick(&m_leaf[i]);
    }
    for (unsigned h = 0; h < HARTS; h++) {
        trm_encoder_tick(&m_encoder[h]);
    }
}

} // namespace

std::unique_ptr<net> make_c(const parameters &p)
{
    return std::make_unique<c_net>(p);
}

} // namespace network
