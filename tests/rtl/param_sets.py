#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random legal sets of parameters of the modules: param_sets.py SEED COUNT [model]

COUNT lines `tr_NAME Name=value ...`, the modules in turn. Ranges come from regmap/params/*.toml; parameters of the hardware
alone, and what must fit together, are stated here. A value at an end of its range is as likely as one within. With `model` they are sets
that the tests beside the models take: a buffer is no larger than the model's, an SRAM than the test's, and pins are not slow.
"""
import random
import sys
import tomllib
from pathlib import Path

LANES = (1, 2, 4, 8)


def pick(rng, param):
    """A value that the TOML allows."""
    if param["type"] == "bool":
        return rng.randrange(2)
    top = {"u8": 255, "u16": 0xFFFF, "u32": 0xFFFFFFFF}[param["type"]]
    low, high = param.get("sv_min", param.get("min", 0)), param.get("sv_max", param.get("max", top))
    accepts = param.get("accepts", "all")
    if accepts == "bits":
        sets = [v for v in range(low, high + 1) if v & ~high == 0]
        return rng.choice(sets)
    if accepts == "powers":
        return rng.choice([v for v in [0] + [1 << n for n in range(32)] if low <= v <= high])
    if accepts == "odd":
        return rng.randrange(low, high + 1, 2)
    if param.get("or_zero") and rng.randrange(4) == 0:
        return 0
    return rng.choice((low, high, rng.randint(low, high), rng.randint(low, min(high, low + 20))))


def ranges(rng, name):
    raw = tomllib.loads(Path(f"regmap/params/{name}.toml").read_text())
    return {p["sv"]: pick(rng, p) for p in raw["params"] if "sv" in p}


def encoder(rng):
    p = ranges(rng, "encoder")
    if not p["Ntrace"] and not p["Etrace"]:
        p[rng.choice(("Ntrace", "Etrace"))] = 1
    if p["Etrace"]:
        p["Watchpoint"] = p["Stimulus"] = 0
        p["EcauseW"] = min(p["EcauseW"], p["XLen"])
        p["PacketContextW"] = min(p["PacketContextW"], p["ContextW"])
        if p["ItypeW"] != 4:
            p["ReturnStackSize"] = p["CallCounterSize"] = 0
        if p["ReturnStackSize"] and p["CallCounterSize"]:
            p[rng.choice(("ReturnStackSize", "CallCounterSize"))] = 0
        if p["BpredSize"] and p["CacheSize"]:
            p["SubformatW"] = max(p["SubformatW"], 1)
    if not p["Btm"] and not p["Htm"]:
        p[rng.choice(("Btm", "Htm"))] = 1
    p["Blocks"] = rng.choice((1, 1, 2))
    p["RetireW"] = rng.randint(2, min(p["IcntW"] - 1, 12))
    p["DataPorts"] = rng.randint(1, 4)
    reserve = (12 if p["ExtTriggers"] else 9) + 5 * p["Blocks"] + p["Stimulus"]
    reserve += (2 * p["DataPorts"] + 1) * p["DataTrace"] + p["Blocks"] * p["Watchpoint"]
    p["Messages"] = rng.choice((reserve, rng.randint(reserve, 64)) if p["Stall"] else (2, rng.randint(2, 64)))
    p["RestartMessages"] = rng.randint(0, p["Messages"] - 1)
    p["QueueDepth"] = rng.choice((2, rng.randint(2, 32)))
    p["Lanes"] = rng.choice(LANES)
    p["Requests"] = rng.randrange(2)
    if rng.randrange(2):  # most encoders have few
        p["Filters"], p["Comparators"] = min(p["Filters"], 2), min(p["Comparators"], 1)
    return p


def funnel(rng):
    return {**ranges(rng, "funnel"), "Depth": rng.choice((0, 2, rng.randint(2, 40))), "Lanes": rng.choice(LANES), "Requests": rng.randrange(2), "Etrace": rng.randrange(2)}


def ramsink(rng):
    p = ranges(rng, "ramsink")
    if not p["Sram"] and not p["Smem"]:
        p[rng.choice(("Sram", "Smem"))] = 1
    p["SramBytes"] = p["Width"] * rng.choice((2, 3, rng.randint(2, 5000))) if p["Sram"] else rng.choice((0, 1024))
    p["StartAlign"] = rng.choice((0, p["Width"] << rng.randint(0, 8)))
    p["SmemBytes"] = 0
    if p["Smem"] and rng.randrange(2):
        p["SmemBytes"] = p["Width"] * rng.randint(2, 1000)
        p["SmemStart"] = p["Width"] * rng.randint(0, 1 << 20)
        p["SmemStartHigh"] = rng.randrange(1 << min(p["AddressW"] - 32, 32))
    p |= {"Ahb": rng.randrange(2), "Depth": rng.randint(2, 12), "Outstanding": rng.choice((1, 16, rng.randint(1, 16))),
          "Bursts": rng.randrange(2), "AxiIdW": rng.randint(1, 8), "AxiProt": rng.randrange(8), "AxiCache": rng.randrange(16),
          "AhbProt": rng.randrange(16), "Lanes": rng.choice(LANES)}
    return {**p, "AxiId": rng.randrange(1 << p["AxiIdW"])}


def pibsink(rng):
    p = ranges(rng, "pibsink")
    p["Modes"] = p["Modes"] or 1 << rng.choice((4, 5, 8, 9, 10, 11, 12))
    p["DividerReset"] = rng.randrange(1 << p["DividerW"])
    p["DividerMin"] = rng.randint(0, p["DividerReset"])
    p["Lanes"] = rng.choice(LANES)
    p["Depth"] = 1 << rng.randint((64 // p["Lanes"]).bit_length() - 1, 10)
    return p


def atbbridge(rng):
    return {**ranges(rng, "atbbridge"), "Lanes": rng.choice(LANES)}


def system(rng):
    p = encoder(rng)
    p["Filters"], p["Comparators"] = min(p["Filters"], 1), min(p["Comparators"], 1)
    p.pop("Requests")
    p["Harts"] = rng.choice((1, 2, rng.randint(1, 4)))
    sink, pins = ramsink(rng), pibsink(rng)
    pins["Depth"] = max(pins["Depth"], 64 // p["Lanes"])
    kind = rng.choice((1, 2, 4, 7, rng.randint(1, 7)))
    return {**p, "DisInputs": rng.randrange(1 << 16), "FunnelDepth": rng.choice((0, rng.randint(2, 32))),
            "FunnelTsModes": rng.choice((0, 2, 4, 16, 22)), "Sram": sink["Sram"] if kind & 1 else 0, "Smem": sink["Smem"] if kind & 1 else 0,
            "Ahb": sink["Ahb"], "SramBytes": sink["SramBytes"] if kind & 1 else 1024, "AddressW": sink["AddressW"], "SinkWidth": sink["Width"] if kind & 1 else 4,
            "SinkDepth": sink["Depth"], "Outstanding": sink["Outstanding"], "Bursts": sink["Bursts"], "AxiIdW": sink["AxiIdW"],
            "AxiId": sink["AxiId"], "AxiProt": sink["AxiProt"], "AxiCache": sink["AxiCache"], "AhbProt": sink["AhbProt"],
            "Pib": kind >> 1 & 1, "PibModes": pins["Modes"], "PibDividerW": pins["DividerW"], "PibDividerReset": pins["DividerReset"],
            "PibDepth": pins["Depth"], "Atb": kind >> 2 & 1, "AtbWidth": rng.choice((1, 2, 4, 8, 16)), "AtbWaitCycles": rng.randint(0, 50),
            "SinkEtrace": int(p["Etrace"] and (not p["Ntrace"] or rng.randrange(2)))}


def rvfi(rng):
    slack = rng.randrange(3)
    return {"XLen": rng.choice((32, 64)), "ItypeW": rng.choice((3, 4)), "Lanes": rng.choice((1, 2)), "Blocks": rng.choice((1, 2)),
            "RetireW": rng.randint(3, 12), "ContextW": rng.randint(1, 59), "Depth": slack + rng.randint(2, 8), "Slack": slack}


def iti(rng):
    wide = rng.randint(3, 32)
    xlen = rng.choice((32, 64))
    return {"XLen": xlen, "Ports": rng.choice((1, 2)), "Blocks": rng.choice((1, 2)), "ItypeW": rng.choice((3, 4)), "WideW": wide,
            "RetireW": rng.randint(2, min(wide - 1, 21)), "CauseW": rng.randint(1, xlen), "Depth": rng.randint(2, 8), "TrapCounts": rng.randrange(2),
            "Single": wide & 1}


def etrace(rng):
    xlen = rng.choice((32, 64))
    itype = rng.choice((3, 4))
    messages = rng.choice((2, rng.randint(2, 64)))
    predict, cache = rng.choice((0, 1, rng.randint(2, 10))), rng.choice((0, 1, rng.randint(2, 10)))
    stack = rng.choice((0, 1, rng.randint(2, 5))) if itype == 4 else 0
    return {"XLen": xlen, "RetireW": rng.randint(2, 12), "ItypeW": itype, "PrivW": rng.randint(1, 3), "Context": rng.randrange(2),
            "ContextW": rng.choice((1, rng.randint(1, 40))), "EcauseW": rng.choice((1, 5, rng.randint(1, 32))), "SequentialJump": rng.randrange(2),
            "ImplicitException": rng.randrange(2), "FullAddress": rng.randrange(2), "ReturnSize": stack, "CounterSize": rng.choice((0, 1, 9)) if itype == 4 and not stack else 0,
            "PredictSize": predict, "CacheSize": cache, "SubformatW": rng.choice((1, 8) if predict and cache else (0, 1, 8)),
            "Ts": rng.randrange(2), "TsW": rng.choice((1, 64, rng.randint(1, 64))), "SrcW": rng.choice((0, 12, rng.randint(1, 11))),
            "Messages": messages, "RestartMessages": rng.randrange(messages), "Lanes": rng.choice(LANES)}


def main(argv):
    if len(argv) not in (3, 4):
        sys.exit(__doc__)
    makers = (encoder, funnel, ramsink, pibsink, atbbridge, system, rvfi, iti, etrace)
    for n in range(int(argv[2])):
        rng = random.Random(f"{argv[1]}.{n}")
        make = makers[n % len(makers)]
        params = make(rng)
        if len(argv) == 4 and make is pibsink:
            params["Depth"] = min(params["Depth"], 512 // params["Lanes"])
            params["DividerW"] = min(params["DividerW"], 6)
            params["DividerReset"] %= 1 << params["DividerW"]
            params["DividerMin"] = min(params["DividerMin"], params["DividerReset"])
        if len(argv) == 4 and make is ramsink and params["Sram"]:
            params["SramBytes"] = min(params["SramBytes"], 1024 // params["Width"] * params["Width"])
        print(f"tr_{make.__name__}", *(f"{k}={v}" for k, v in params.items()))


if __name__ == "__main__":
    main(sys.argv)
