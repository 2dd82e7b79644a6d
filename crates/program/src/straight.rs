//! Ways through a `switch` on a number that is known where control comes from.
//!
//! A `goto`, `break`, `continue` or `return` out of a block that has variables goes, as clang
//! compiles it, to the end of their lives: with a number that says where to go on from there.
//!
//! ```text
//!     %5 = move 2                      %5 = move 2
//!     jump ends                        jump out
//!   ends:                        ->  ends:
//!     switch %5 [0: next, 2: out]      switch %5 [0: next, 2: out]
//! ```
//!
//! Taken for what they look like, all ways would go on to all places: a variable that is set before
//! a loop is left would matter in it, and a loop that is left would come back.
//!
//! Not covered: what comes between the number and the `switch`, such as ends of lives that are
//! marked.

use crate::inst::{Inst, Operand, Pc, Reg};
use crate::loops::Flow;
use crate::module::{Function, Program};

/// More `switch`es in a row are left.
const MOST: u32 = 8;

/// Lets control go on at once where it is known where; how many instructions are other ones then.
pub fn straighten(program: &mut Program) -> usize {
    let mut count = 0;
    for number in 0..program.functions.len() {
        for _ in 0..MOST {
            let found = known(program, &program.functions[number]);
            if found.is_empty() {
                break;
            }
            count += found.len();
            for (pc, to) in found {
                program.functions[number].code[pc as usize] = Inst::Jump { to: Pc(to) };
            }
        }
    }
    count
}

/// The instructions from which it is known where control goes on, and where.
fn known(program: &Program, function: &Function) -> Vec<(u32, u32)> {
    let switches = |inst: &Inst| matches!(inst, Inst::Switch { .. });
    if !function.code.iter().any(switches) {
        return Vec::new();
    }
    let flow = Flow::new(program, function);
    let before = flow.predecessors();
    let only = |pc: u32| match before[pc as usize][..] {
        [only] => Some(only),
        _ => None,
    };
    // What a register has behind an instruction that puts a number there.
    let put = |pc: u32| match function.code[pc as usize] {
        Inst::Move { dst, src } => program.number(src).map(|number| (dst, number)),
        _ => None,
    };
    let mut found = Vec::new();
    for (pc, inst) in (0..).zip(&function.code) {
        let (at, to) = match *inst {
            Inst::Jump { to } => (pc, to.0),
            Inst::Switch { .. } => (pc, pc),
            _ => continue,
        };
        let Some(known) = only(at).and_then(put) else { continue };
        if let Some(next) = goes_on(&function.code[to as usize], known).filter(|next| *next != to) {
            found.push((pc, next));
        }
    }
    found
}

/// Where control goes on from a `switch` if that register has that number.
pub(crate) fn goes_on(inst: &Inst, (reg, number): (Reg, u64)) -> Option<u32> {
    let &Inst::Switch { value, width, ref cases, other } = inst else { return None };
    let mask = u64::MAX >> (64 - u32::from(width.clamp(1, 64)));
    let case = cases.iter().find(|case| case.0 & mask == number & mask);
    (value == Operand::reg(reg)).then(|| case.map_or(other, |case| case.1).0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn straight(code: &str) -> (usize, String) {
        let text = format!("func &f(1 -> 1) regs 6 {{\n{code}\n}}\n");
        let mut program: Program = text.parse().unwrap_or_else(|e| panic!("{e}\n{text}"));
        let count = straighten(&mut program);
        program.verify().unwrap_or_else(|e| panic!("{e:?}"));
        (count, program.to_string())
    }

    const LEAVES: &str = "
    branch %0, leaves, stays
  leaves:
    %1 = move 2
    jump ends
  stays:
    %1 = move 0
  ends:
    switch.32 %1 [0: next, 2: out] else out
  next:
    return 7
  out:
    return 8";

    #[test]
    fn each_way_goes_where_its_number_says() {
        let (count, after) = straight(LEAVES);
        assert_eq!(count, 2);
        assert!(!after.contains("switch"), "{after}");
    }

    #[test]
    fn a_number_from_elsewhere_stays() {
        let unknown = LEAVES.replace("%1 = move 0", "%1 = move %0");
        let (count, after) = straight(&unknown);
        assert_eq!(count, 1, "the first way alone");
        assert!(after.contains("switch"), "{after}");
        let another = LEAVES.replace("%1 = move 2", "%2 = move 2");
        assert_eq!(straight(&another).0, 0, "who jumps has another register");
    }
}
