// SPDX-License-Identifier: Apache-2.0
// The rate of the crate riscv-etrace (fzi-forschungszentrum-informatik) from packets to PCs:
// etrace_crate RAW ELF STACK prints `SECONDS INSTRUCTIONS SUM`, of one run; STACK is log2 of the entries of the return
// stack, 0 for none, and SUM adds the PCs up. Built by scripts/bench-etrace.sh with a checkout of the user's; no part of
// the build. The program is decoded once, into a table: its fastest source of instructions.
use riscv_etrace::instruction::{base, Instruction, Kind};
use riscv_etrace::{binary, config, packet, tracer, types};

fn word(b: &[u8], at: usize) -> usize {
    u64::from_le_bytes(b[at..at + 8].try_into().unwrap()) as usize
}

fn main() {
    let args: Vec<_> = std::env::args().collect();
    let raw = std::fs::read(&args[1]).unwrap();
    let elf = std::fs::read(&args[2]).unwrap();
    let stack: u8 = args[3].parse().unwrap();
    let (offset, base, size) = (word(&elf, 72), word(&elf, 80), word(&elf, 96));
    let text = &elf[offset..offset + size];
    let table: Vec<Option<Instruction<Option<Kind>>>> = (0..size / 2)
        .map(|i| Instruction::extract(&text[2 * i..], &base::Set::Rv64I).map(|(insn, _)| insn))
        .collect();
    let params = config::Parameters {
        ecause_width_p: 5.try_into().unwrap(),
        return_stack_size_p: stack,
        ..config::PARAMETERS
    };
    let start = std::time::Instant::now();
    let mut decoder = packet::builder()
        .for_unit(packet::unit::Reference)
        .with_params(&params)
        .decoder(&raw);
    let mut tracer: tracer::Tracer<_, types::stack::StaticStack<64>> = tracer::builder()
        .with_binary(binary::from_fn(|pc: u64| {
            table
                .get((pc as usize).wrapping_sub(base) / 2)
                .copied()
                .flatten()
                .ok_or(binary::error::NoInstruction)
        }))
        .with_params(&params)
        .build()
        .expect("tracer");
    let (mut n, mut sum) = (0u64, 0u64);
    while decoder.bytes_left() > 0 {
        let frame = decoder.decode_encap_packet().expect("frame");
        let Some(frame) = frame.into_normal() else { continue };
        let payload = frame.decode_payload().expect("payload");
        tracer.process_payload(&payload).expect("packet");
        for item in tracer.by_ref() {
            let item = item.expect("item");
            if item.instruction().is_some() {
                n += 1;
                sum = sum.wrapping_add(item.pc());
            }
        }
    }
    println!("{:.6} {} {}", start.elapsed().as_secs_f64(), n, sum);
}
