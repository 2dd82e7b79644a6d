//! Whether what a call returns decides where the program goes: whether some branch depends on it.
//!
//! Followed are registers, arguments and results of the program's own functions, global variables
//! (each as a whole), and variables that a function gets at by one register.
//!
//! Not covered: what goes through other pointers, or through functions of the libraries; what a
//! branch decides is not looked at, any branch counts.

use std::collections::BTreeSet;
use threadbare_program::{Callee, FuncId, GlobalId, Inst, Operand, Pc, Program, Reg};

/// Whether a branch depends on what this call returns.
pub(crate) fn decides(program: &Program, (function, pc): (FuncId, Pc)) -> bool {
    let Some(Inst::Call { dst: Some(dst), .. }) = program.functions[function.index()].code.get(pc.0 as usize) else {
        return false;
    };
    let mut flow = Flow { program, places: BTreeSet::from([Spot::Register(function, *dst)]), decides: false };
    loop {
        let before = flow.places.len();
        for (id, own) in (0..).map(FuncId).zip(&program.functions).filter(|(_, own)| !own.runtime) {
            for (pc, inst) in (0..).map(Pc).zip(&own.code) {
                flow.step((id, pc), inst);
            }
        }
        if flow.decides || flow.places.len() == before {
            return flow.decides;
        }
    }
}

/// Where a value is.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Spot {
    Register(FuncId, Reg),
    /// Where that register points.
    Behind(FuncId, Reg),
    Global(GlobalId),
    Result(FuncId),
}

struct Flow<'p> {
    program: &'p Program,
    places: BTreeSet<Spot>,
    decides: bool,
}

impl Flow<'_> {
    fn step(&mut self, at: (FuncId, Pc), inst: &Inst) {
        let (id, _) = at;
        match inst {
            Inst::Branch { cond: on, .. } | Inst::Switch { value: on, .. } => self.decides |= self.has(id, *on),
            Inst::Store { addr, value, .. } | Inst::Rmw { addr, value, .. } if self.has(id, *value) => {
                self.places.extend(self.memory(at, *addr));
            }
            Inst::Load { dst, addr, .. } => {
                let is_there = self.memory(at, *addr).is_some_and(|memory| self.places.contains(&memory));
                self.add(id, *dst, is_there || self.has(id, *addr));
            }
            Inst::Return { values } if values.iter().any(|value| self.has(id, *value)) => {
                self.places.insert(Spot::Result(id));
            }
            Inst::Call { callee: Callee::Function(called), dst, args, .. } => {
                for (number, _) in (0..).zip(args).filter(|(_, arg)| self.has(id, **arg)).collect::<Vec<_>>() {
                    self.add(*called, Reg(number), true);
                }
                if let Some(dst) = dst {
                    self.add(id, *dst, self.places.contains(&Spot::Result(*called)));
                }
            }
            _ => {
                if let Some((dst, from)) = computed(inst) {
                    self.add(id, dst, from.into_iter().flatten().any(|from| self.has(id, from)));
                }
            }
        }
    }

    fn add(&mut self, function: FuncId, register: Reg, depends: bool) {
        if depends {
            self.places.insert(Spot::Register(function, register));
        }
    }

    fn has(&self, function: FuncId, operand: Operand) -> bool {
        operand.as_reg().is_some_and(|reg| self.places.contains(&Spot::Register(function, reg)))
    }

    /// What the access at an instruction is to.
    fn memory(&self, (function, pc): (FuncId, Pc), addr: Operand) -> Option<Spot> {
        let global = self.program.accesses(function, pc).map(Spot::Global);
        global.or_else(|| Some(Spot::Behind(function, addr.as_reg()?)))
    }
}

/// What an instruction computes, and from what.
fn computed(inst: &Inst) -> Option<(Reg, [Option<Operand>; 3])> {
    Some(match *inst {
        Inst::Move { dst, src: a }
        | Inst::Freeze { dst, src: a }
        | Inst::IntUn { dst, a, .. }
        | Inst::FUn { dst, a, .. }
        | Inst::Cast { dst, a, .. } => (dst, [Some(a), None, None]),
        Inst::Bin { dst, a, b, .. }
        | Inst::Overflow { dst, a, b, .. }
        | Inst::Cmp { dst, a, b, .. }
        | Inst::FBin { dst, a, b, .. }
        | Inst::FCmp { dst, a, b, .. }
        | Inst::PtrAdd { dst, base: a, index: b, .. } => (dst, [Some(a), Some(b), None]),
        Inst::Select { dst, cond, then, other } => (dst, [Some(cond), Some(then), Some(other)]),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_to_a_branch() {
        let decided = |code: &str| {
            let text = format!(
                "global @a size 4 align 4\nglobal @b size 4 align 4\nfunc &draw(0 -> 1) regs 1 {{\nreturn 0\n}}\n\
                 func &main(0 -> 1) regs 4 {{\n%0 = call &draw()\n{code}\nreturn 0\n}}\n\
                 func &work(1 -> 1) regs 3 {{\n%1 = load.4 @a\nbranch %1, one, end\none:\nbranch %0, end, end\nend:\nreturn %0\n}}\n"
            );
            let mut program: Program = text.parse().unwrap();
            program.functions[0].runtime = true;
            decides(&program, (FuncId(1), Pc(0)))
        };
        assert!(decided("branch %0, one, end\none:\nstore.4 @a, 1\nend:"), "itself");
        assert!(decided("store.4 @a, %0"), "by a global variable, in another function");
        assert!(!decided("store.4 @b, %0"), "nobody reads it");
        assert!(decided("%1 = call &work(%0)"), "by an argument");
        assert!(decided("%1 = alloca 1 * 4 align 4\nstore.4 %1, %0\n%2 = load.4 %1\nbranch %2, end, end\nend:"));
        assert!(!decided("%1 = move 1\nbranch %1, end, end\nend:"), "something else decides");
    }
}
