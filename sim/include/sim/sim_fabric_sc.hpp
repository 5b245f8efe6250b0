/* SPDX-License-Identifier: Apache-2.0 */
/* For C++: a fabric of SystemC modules around cores of your own. */
#ifndef SIM_FABRIC_SC_HPP
#define SIM_FABRIC_SC_HPP

#include "trsc/trsc_core.hpp"

extern "C" {
#include "sim/sim_fabric_sc.h"
}

namespace sim_sc
{

/* cores makes the core of each component; what it returns empty is refused as a configuration out
 * of range. */
struct fabric_options {
    sim_fabric_sc_cfg cfg;
    trsc::core_maker *cores;
};

/* As sim_fabric_sc. options must live as long as the fabric. */
sim_fabric_maker fabric_with_cores(const fabric_options *options);

} // namespace sim_sc

#endif
