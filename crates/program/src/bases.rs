//! What memory an address leads into, as far as the code shows: a global variable, or whatever a
//! register points to.

use crate::inst::{Callee, Inst, Operand, Pc, Reg};
use crate::module::{Const, FuncId, Function, GlobalId, Program};
use crate::operands::used;
use std::collections::BTreeSet;

/// Where a pointer leads.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Base {
    pub(crate) root: Root,
    /// How far behind; `None` if that is not known.
    pub(crate) offset: Option<i64>,
}

/// What it leads into.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Root {
    Global(GlobalId),
    /// What a register holds, of the function that is looked at first.
    Register(Reg),
    /// Nothing that is known.
    Unknown,
    /// In a library function: what the program has handed to it, of which no more is known.
    Foreign,
}

const NOWHERE: Base = Base { root: Root::Unknown, offset: None };

/// The code of a function, and which instruction writes each register.
pub(crate) struct Bases<'p> {
    pub(crate) program: &'p Program,
    pub(crate) function: &'p Function,
    writers: Vec<Writer>,
}

#[derive(Clone, Copy)]
enum Writer {
    None,
    One(u32),
    Several,
}

impl<'p> Bases<'p> {
    pub(crate) fn new(program: &'p Program, function: &'p Function) -> Self {
        let mut writers = vec![Writer::None; function.regs as usize];
        for (pc, inst) in (0_u32..).zip(&function.code) {
            // Of the results of a call only the first is known here.
            for reg in used(inst).0.into_iter().flatten() {
                if let Some(writer) = writers.get_mut(reg.0 as usize) {
                    let is_first = matches!(writer, Writer::None) && reg.0 >= function.params;
                    *writer = if is_first { Writer::One(pc) } else { Writer::Several };
                }
            }
        }
        Self { program, function, writers }
    }

    fn writer(&self, reg: Reg) -> Writer {
        self.writers.get(reg.0 as usize).copied().unwrap_or(Writer::Several)
    }

    /// Where an address leads; `arguments`: in a function that is called, where its own lead.
    pub(crate) fn base(&self, operand: Operand, arguments: Option<&[Base]>) -> Base {
        let (mut at, mut offset) = (operand, Some(0_i64));
        let behind = |base: Base, offset: Option<i64>| {
            let sum = offset.zip(base.offset).and_then(|(a, b)| a.checked_add(b));
            Base { offset: sum, ..base }
        };
        for _ in 0..8 {
            let Some(reg) = at.as_reg() else {
                let Some(Const::Global(global, more)) = self.program.constant(at) else { return NOWHERE };
                return behind(Base { root: Root::Global(*global), offset: Some(*more) }, offset);
            };
            let writer = self.writer(reg);
            let inst = if let Writer::One(pc) = writer { self.function.code.get(pc as usize) } else { None };
            match (inst, writer) {
                (Some(Inst::Move { src, .. } | Inst::Freeze { src, .. }), _) => at = *src,
                (Some(&Inst::PtrAdd { base, index, index_width, scale, offset: more, .. }), _) => {
                    let unused = 64_u32.saturating_sub(index_width.into()).min(63);
                    let index = self.program.number(index).map(|bits| ((bits << unused) as i64) >> unused);
                    let added = index.and_then(|index| index.checked_mul(scale)?.checked_add(more));
                    offset = offset.zip(added).and_then(|(a, b)| a.checked_add(b));
                    at = base;
                }
                (_, Writer::None) if arguments.is_some() => {
                    let argument = arguments.and_then(|arguments| arguments.get(reg.0 as usize));
                    return argument.map_or(NOWHERE, |argument| behind(*argument, offset));
                }
                _ if arguments.is_some() => return NOWHERE,
                _ => return Base { root: Root::Register(reg), offset },
            }
        }
        NOWHERE
    }

    /// Whether an address leads to a variable of the activation.
    pub(crate) fn is_own(&self, addr: Operand) -> bool {
        matches!(self.base(addr, None).root, Root::Register(reg) if self.is_alloca(reg))
    }

    /// Whether a register holds the address of such a variable.
    pub(crate) fn is_alloca(&self, reg: Reg) -> bool {
        let Writer::One(pc) = self.writer(reg) else { return false };
        matches!(self.function.code[pc as usize], Inst::Alloca { .. } | Inst::PrivateAlloca { .. })
    }

    /// The private variable into which an address leads, whatever comes before, and how far.
    pub(crate) fn private(&self, addr: Operand) -> Option<(u32, i64)> {
        let Base { root: Root::Register(reg), offset: Some(offset) } = self.base(addr, None) else { return None };
        let Writer::One(pc) = self.writer(reg) else { return None };
        match self.function.code[pc as usize] {
            Inst::PrivateAlloca { index, .. } => Some((index, offset)),
            _ => None,
        }
    }

    /// Whether a register holds what the function was called with.
    pub(crate) fn is_parameter(&self, reg: Reg) -> bool {
        reg.0 < self.function.params && matches!(self.writer(reg), Writer::None)
    }
}

impl Program {
    /// The global variable into which the address of the access at an instruction leads.
    #[must_use]
    pub fn accesses(&self, function: FuncId, access: Pc) -> Option<GlobalId> {
        let function = self.functions.get(function.index())?;
        let (addr, _) = function.code.get(access.0 as usize)?.accessed()?;
        match Bases::new(self, function).base(addr, None).root {
            Root::Global(global) => Some(global),
            _ => None,
        }
    }

    /// Whether a function, or one that it calls, may write anything but its own variables, as far
    /// as its code tells. `harmless`: functions of libraries that do not, by name.
    #[must_use]
    pub fn may_write(&self, function: FuncId, harmless: &[&str]) -> bool {
        let (mut seen, mut left) = (BTreeSet::from([function]), vec![function]);
        while let Some(id) = left.pop() {
            let function = &self.functions[id.index()];
            let bases = Bases::new(self, function);
            for inst in &function.code {
                match *inst {
                    Inst::Store { addr, .. } | Inst::Rmw { addr, .. } | Inst::Cas { addr, .. }
                        if !bases.is_own(addr) =>
                    {
                        return true;
                    }
                    Inst::MemCopy { to, .. } | Inst::MemMove { to, .. } | Inst::MemSet { to, .. }
                        if !bases.is_own(to) =>
                    {
                        return true;
                    }
                    Inst::Call { callee: Callee::Function(called), .. } => {
                        let callee = &self.functions[called.index()];
                        if callee.runtime && !harmless.contains(&callee.name.as_str()) {
                            return true;
                        }
                        if !callee.runtime && seen.insert(called) {
                            left.push(called);
                        }
                    }
                    Inst::Call { callee: Callee::External(called), .. }
                        if !harmless.contains(&self.externals[called.index()].name.as_str()) =>
                    {
                        return true;
                    }
                    Inst::Call { callee: Callee::Pointer(_), .. } | Inst::VaStart { .. } | Inst::VaCopy { .. } => {
                        return true;
                    }
                    _ => {}
                }
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn program(code: &str) -> Program {
        let text = format!(
            "extern !puts results 1\nglobal @a size 16 align 4\nfunc &f(1 -> 1) regs 4 {{\n{code}\nreturn 0\n}}\n\
             func &g(1 -> 0) regs 1 {{\nstore.4 %0, 1\nreturn\n}}\n"
        );
        text.parse().unwrap()
    }

    #[test]
    fn what_is_accessed() {
        let program = program("%1 = ptradd.64 @a, %0 * 4 + 0\n%2 = load.4 %1\n%2 = load.4 %0");
        let accesses = |pc| program.accesses(FuncId(0), Pc(pc));
        assert_eq!([0, 1, 2].map(accesses), [None, Some(GlobalId(0)), None]);
    }

    #[test]
    fn what_writes() {
        let may = |code: &str| program(code).may_write(FuncId(0), &["puts"]);
        assert!(!may("%1 = alloca 1 * 4 align 4\nstore.4 %1, 1\n%2 = load.4 @a\n%3 = call !puts(%1)"));
        assert!(may("store.4 @a, 1"));
        assert!(may("call &g(@a)"));
        assert!(may("%1 = call *%0(0)"));
        assert!(program("%1 = call !puts(@a)").may_write(FuncId(0), &[]));
    }
}
