/* SPDX-License-Identifier: Apache-2.0 */
/* A C++ program with every public header, which links a call of each library. The compiler is told
 * to include the headers, all that are installed, by tests/module.mk. Prints TAP. */
#include <cstdio>
#include <cstring>

static int number, failures;

static void check(bool good, const char *what)
{
    number++;
    failures += good ? 0 : 1;
    std::printf("%sok %d - %s\n", good ? "" : "not ", number, what);
}

/* A port that knows one component: Impl of a Trace RAM Sink 1.0, everything else reads 1. */
static rvt_status read32(const rvt_io *, uint64_t addr, uint32_t *val)
{
    *val = (addr & 0xFFF) == TR_IMPL_OFFSET ? 0x1901 : 1;
    return RVT_OK;
}

static rvt_status write32(const rvt_io *, uint64_t, uint32_t)
{
    return RVT_OK;
}

static void driver()
{
    rvt_io_ops ops{};
    ops.read32 = read32;
    ops.write32 = write32;
    const rvt_io inner{&ops, nullptr, 1};
    rvt_io io{};
    rvt_io_readonly readonly{};
    rvt_component c{};
    rvt_io_readonly_init(&io, &readonly, &inner);
    check(rvt_component_init(&c, &io, 0x6000000, RVT_COMP_RAMSINK) == RVT_OK &&
              rvt_component_attach(&c) == RVT_OK && c.state == RVT_STATE_CONFIGURED,
          "rvt: a component is attached");
    check(rvt_reg_write(&c, 0, 1) == RVT_ERR_RANGE && readonly.refused == 1,
          "rvtport: a read-only port");
}

static void graph()
{
    topology_component component[1]{};
    topology_link link[1]{};
    topology t{};
    rvt_fdt fdt{};
    topology_init(&t, component, 1, link, 1);
    check(topology_check(&t, nullptr) != TOPOLOGY_OK, "topology: an empty graph is refused");
    check(topology_read_fdt(&t, "", 0, nullptr) != TOPOLOGY_OK,
          "topology: no bytes are no device tree");
    fdt.topology = &t;
    check(rvt_fdt_encoder(&fdt, 0) == nullptr, "rvtfdt: no component, no encoder");
}

/* A fake of a link, with the calls of C. */
static bool can_accept(void *, size_t)
{
    return true;
}

static void put(void *ctx, const uint8_t *, size_t n)
{
    *static_cast<size_t *>(ctx) += n;
}

static void model()
{
    static const trm_link_ops ops = {can_accept, put, nullptr};
    static trm_encoder encoder;
    trm_encoder_cfg cfg{};
    size_t bytes = 0;
    trm_encoder_cfg_init(&cfg);
    check(trm_encoder_init(&encoder, &cfg) == TRM_OK, "trm: an encoder");
    trm_encoder_connect(&encoder, trm_link{&ops, &bytes});
    trm_encoder_tick(&encoder);
    check(bytes == 0, "trm: in reset it sends nothing");
}

static void session()
{
    htr_host host{};
    hts_session_cfg cfg;
    hts_session *s = nullptr;
    hts_session_cfg_init(&cfg);
    check(hts_open(&s, &host, &cfg) == HTR_ERR_ARG && hts_close(s) == HTR_OK,
          "hts: a session without a program");
    sim_platform_cfg platform;
    sim_platform_cfg_init(&platform);
    check(platform.hart.xlen != 0, "sim: the default platform");
}

int main()
{
    nexus_stream_cfg cfg{};
    nexus_cfg_init(&cfg);
    check(nexus_cfg_check(&cfg) == nullptr && std::strcmp(nexus_strerror(NEXUS_OK), "") != 0,
          "nexus: the default configuration");
    driver();
    graph();
    model();
    session();
    check(REGMAP_NCOMPONENTS == 5 && std::strcmp(regmap_components[0]->name, "encoder") == 0,
          "regmap: the tables");
    std::printf("1..%d\n", number);
    return failures == 0 ? 0 : 1;
}
