//! The memory besides global variables that threads may share: local variables whose address goes
//! to another function or into memory, and what is allocated on the heap.

use crate::explain::{STARTERS, Whose, bytes, callee_name, kind, name};
use crate::places::Places;
use std::collections::BTreeSet;
use threadbare_program::{FuncId, Function, Inst, Operand, Pc, Program, Reg};
use threadbare_report::explain::Entry;

/// These local variables of a function, and what it allocates.
pub(crate) fn shared(program: &Program, id: FuncId, places: &Places<'_>) -> Vec<Entry> {
    let function = &program.functions[id.index()];
    let entry = |(pc, variable, shape): &(u32, String, Option<threadbare_program::ShapeId>)| {
        let kind = kind(program, *shape);
        let text = match function.code.get(*pc as usize)? {
            Inst::Alloca { dst, size, .. } if escapes(program, function, *dst) => {
                format!("{variable}{kind} ({}), in {}", bytes(*size), name(function))
            }
            // What allocates in the program says so itself.
            Inst::Call { callee, .. } if !matches!(callee_name(program, *callee), Some((_, Whose::Program))) => {
                format!("{variable}{kind}, allocated in {}", name(function))
            }
            _ => return None,
        };
        Some(Entry { text, place: places.place(program.site(id, Pc(*pc))) })
    };
    function.debug.allocations.iter().filter_map(entry).collect()
}

/// Whether an instruction writes to a local variable that others may see.
pub(crate) fn is_written(program: &Program, function: &Function, addr: Operand) -> bool {
    let Some(reg) = addr.as_reg() else { return false };
    let all = function.code.iter().filter_map(|inst| match inst {
        Inst::Alloca { dst, .. } => Some(*dst),
        _ => None,
    });
    all.filter(|dst| leads(function, *dst).contains(&reg)).any(|dst| escapes(program, function, dst))
}

/// The registers that may hold an address in a variable, which is in `first`.
fn leads(function: &Function, first: Reg) -> BTreeSet<Reg> {
    let mut leads = BTreeSet::from([first]);
    loop {
        let before = leads.len();
        for inst in &function.code {
            let (Inst::Move { dst, src: from } | Inst::PtrAdd { dst, base: from, .. }) = inst else { continue };
            if from.as_reg().is_some_and(|from| leads.contains(&from)) {
                leads.insert(*dst);
            }
        }
        if leads.len() == before {
            return leads;
        }
    }
}

/// Whether an address in the variable goes to memory, to another function of the program, or to a
/// thread.
fn escapes(program: &Program, function: &Function, first: Reg) -> bool {
    let leads = leads(function, first);
    let is_it = |operand: &Operand| operand.as_reg().is_some_and(|reg| leads.contains(&reg));
    function.code.iter().any(|inst| match inst {
        Inst::Store { value, .. } | Inst::Rmw { value, .. } | Inst::Cas { new: value, .. } => is_it(value),
        Inst::Call { callee, args, .. } => match callee_name(program, *callee) {
            None | Some((_, Whose::Program)) => args.iter().any(is_it),
            Some((called, _)) => {
                let starter = STARTERS.iter().find(|(starter, _)| *starter == called);
                starter.and_then(|(_, routine)| args.get(routine + 1)).is_some_and(is_it)
            }
        },
        _ => false,
    })
}
