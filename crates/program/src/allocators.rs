//! Functions that allocate for their callers: `xmalloc`, which calls `malloc` with a size that it
//! is given, and gives back what it got.
//!
//! What they allocate belongs to the place where they are called: it is called after a variable
//! there, and is another kind of object than what another caller gets.
//!
//! Without regard to the order of instructions: a register that is set from a parameter, or from
//! the result of a call with such an argument, is taken to be made of a parameter everywhere. Not
//! covered: sizes and results that go through memory; functions that fill what they give back are
//! taken for allocators as well if they are given the size.

use crate::{Callee, Function, Inst, Operand, Program, Reg};

/// What allocates in the library.
const LIBRARY: [&str; 10] =
    ["malloc", "calloc", "realloc", "reallocarray", "aligned_alloc", "memalign", "_Znwm", "_Znam", "_Znwj", "_Znaj"];

/// Of each function whether it is one.
#[must_use]
pub fn allocators(program: &Program) -> Vec<bool> {
    let mut known = vec![false; program.functions.len()];
    loop {
        let is_new = |(number, function): (usize, &Function)| !known[number] && allocates(program, &known, function);
        let new: Vec<usize> =
            program.functions.iter().enumerate().filter(|&each| is_new(each)).map(|(n, _)| n).collect();
        if new.is_empty() {
            return known;
        }
        new.into_iter().for_each(|number| known[number] = true);
    }
}

fn allocates(program: &Program, known: &[bool], function: &Function) -> bool {
    let is_allocator = |callee: &Callee| match *callee {
        Callee::External(id) => LIBRARY.contains(&program.externals[id.index()].name.as_str()),
        Callee::Function(id) => known[id.index()],
        Callee::Pointer(_) => false,
    };
    if !function.code.iter().any(|inst| matches!(inst, Inst::Call { callee, .. } if is_allocator(callee))) {
        return false;
    }
    let given = closed(
        function,
        |reg| reg.0 < function.params,
        |inst, given| match *inst {
            Inst::Bin { dst, a, b, .. } | Inst::Overflow { dst, a, b, .. } => (given(a) || given(b)).then_some(dst),
            Inst::PtrAdd { dst, base, index, .. } => (given(base) || given(index)).then_some(dst),
            Inst::Call { dst: Some(dst), ref args, .. } => args.iter().any(|&arg| given(arg)).then_some(dst),
            _ => None,
        },
    );
    let is_given = |operand: &Operand| is_in(&given, *operand);
    let got = closed(
        function,
        |_| false,
        |inst, _| match inst {
            Inst::Call { dst: Some(dst), callee, args, .. } if is_allocator(callee) && args.iter().any(is_given) => {
                Some(*dst)
            }
            _ => None,
        },
    );
    let is_got = |operand: &Operand| is_in(&got, *operand);
    function.code.iter().any(|inst| matches!(inst, Inst::Return { values } if values.first().is_some_and(is_got)))
}

fn is_in(such: &[bool], operand: Operand) -> bool {
    operand.as_reg().is_some_and(|reg| such[reg.0 as usize])
}

/// The registers that are such at first, or are set by an instruction that makes them such; copies
/// of these as well.
fn closed(
    function: &Function,
    first: impl Fn(Reg) -> bool,
    made: impl Fn(&Inst, &dyn Fn(Operand) -> bool) -> Option<Reg>,
) -> Vec<bool> {
    let mut such: Vec<bool> = (0..function.regs).map(|reg| first(Reg(reg))).collect();
    loop {
        let is_such = |operand| is_in(&such, operand);
        let copied = |inst: &Inst| match *inst {
            Inst::Move { dst, src } | Inst::Freeze { dst, src } => is_such(src).then_some(dst),
            Inst::Cast { dst, a, .. } => is_such(a).then_some(dst),
            Inst::Select { dst, then, other, .. } => (is_such(then) || is_such(other)).then_some(dst),
            _ => None,
        };
        let set = |inst| copied(inst).or_else(|| made(inst, &is_such));
        let new: Vec<Reg> = function.code.iter().filter_map(set).filter(|reg| !such[reg.0 as usize]).collect();
        if new.is_empty() {
            return such;
        }
        new.into_iter().for_each(|reg| such[reg.0 as usize] = true);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn those_that_are_given_the_size() {
        let text = "entry &main\nextern !malloc results 1\n\
                    func &sized(1 -> 1) regs 3 {\n%1 = call !malloc(%0)\n%2 = move %1\nreturn %2\n}\n\
                    func &counted(2 -> 1) regs 4 {\n%2 = mul.64 %0, %1\n%3 = call &sized(%2)\nreturn %3\n}\n\
                    func &fixed(1 -> 1) regs 2 {\n%1 = call !malloc(16)\nreturn %1\n}\n\
                    func &kept(1 -> 1) regs 2 {\n%1 = call !malloc(%0)\nreturn %0\n}\n\
                    func &main(0 -> 1) regs 1 {\nreturn 0\n}\n";
        let program: Program = text.parse().unwrap();
        assert_eq!(allocators(&program), [true, true, false, false, false]);
    }
}
