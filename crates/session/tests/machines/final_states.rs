//! Main of random programs whose faults tell their final states.

use std::fmt::Write as _;

/// The text of main: it does `first`, starts the threads `&t0`, `&t1`, ..., joins them, and fails at
/// a place of its own for each state, which `look` leaves in %0 as a number below 64.
pub fn main_of(threads: u64, first: &str, look: &str) -> String {
    let mut text = format!("\nfunc &main(0 -> 1) regs 2 {{\n{first}");
    for thread in 0..threads {
        let _ = writeln!(text, "    %0 = call !pthread_create(@handles+{}, 0, &t{thread}, 0)", thread * 8);
    }
    for thread in 0..threads {
        let _ = writeln!(text, "    %0 = load.8 @handles+{}\n    %0 = call !pthread_join(%0, 0)", thread * 8);
    }
    text += look;
    let cases: Vec<String> = (0..64).map(|n| format!("{n}: s{n}")).collect();
    let _ = writeln!(text, "    switch.32 %0 [{}] else other", cases.join(", "));
    for n in 0..64 {
        let _ = writeln!(text, "  s{n}:\n    call !abort()");
    }
    text + "  other:\n    return 0\n}\n"
}
