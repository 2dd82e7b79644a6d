//! What has its address taken, so that code may come to it without naming it.

use crate::inst::{Callee, Inst, Operand, Reg};
use crate::module::{Const, FuncId, Function, GlobalId, GlobalInit, Program};
use crate::operands::used;
use std::collections::BTreeSet;

/// Of the functions of libraries, those that write nothing but objects to synchronise with begin
/// so.
const SYNCHRONISE: [&str; 8] =
    ["pthread_mutex_", "pthread_cond_", "pthread_rwlock_", "pthread_spin_", "pthread_barrier_", "sem_", "mtx_", "cnd_"];

/// Whether a function of the libraries writes nothing but the objects to synchronise with that it
/// is given.
pub(crate) fn only_synchronises(name: &str) -> bool {
    SYNCHRONISE.iter().any(|begins| name.starts_with(begins))
}

/// The functions whose address is taken: as a value, or in the content of a variable.
pub(crate) fn functions(program: &Program) -> Vec<FuncId> {
    let contents = program.globals.iter().flat_map(|global| &global.init).filter_map(|init| match init {
        GlobalInit::Address(_, taken) => Some(taken),
        _ => None,
    });
    let all = program.consts.iter().chain(contents).filter_map(|taken| match taken {
        Const::Function(function) => Some(*function),
        _ => None,
    });
    let all: BTreeSet<FuncId> = all.filter(|id| !program.functions[id.index()].runtime).collect();
    all.into_iter().collect()
}

/// The global variables whose address goes anywhere but into an access to them.
#[must_use]
pub fn variables(program: &Program) -> BTreeSet<GlobalId> {
    let contents = program.globals.iter().flat_map(|global| &global.init).filter_map(|init| match init {
        GlobalInit::Address(_, Const::Global(global, _)) => Some(*global),
        _ => None,
    });
    let mut taken: BTreeSet<GlobalId> = contents.collect();
    for function in program.functions.iter().filter(|function| !function.runtime) {
        add(program, function, &mut taken);
    }
    taken
}

/// Adds those whose address `function` takes.
fn add(program: &Program, function: &Function, taken: &mut BTreeSet<GlobalId>) {
    // Which registers may hold an address in which global variables.
    let mut leads: BTreeSet<(Reg, GlobalId)> = BTreeSet::new();
    let holds = |leads: &BTreeSet<(Reg, GlobalId)>, operand: Operand| -> Vec<GlobalId> {
        match operand.as_reg() {
            Some(reg) => {
                leads.range((reg, GlobalId(0))..=(reg, GlobalId(u32::MAX))).map(|(_, global)| *global).collect()
            }
            None => match program.constant(operand) {
                Some(Const::Global(global, _)) => vec![*global],
                _ => Vec::new(),
            },
        }
    };
    loop {
        let before = leads.len();
        for inst in &function.code {
            if let Some((dst, src)) = handed_on(inst) {
                let more = holds(&leads, src);
                leads.extend(more.into_iter().map(|global| (dst, global)));
            }
        }
        if leads.len() == before {
            break;
        }
    }
    for inst in &function.code {
        for operand in escaping(program, inst) {
            taken.extend(holds(&leads, operand));
        }
    }
}

/// Where an address goes from one register to another.
fn handed_on(inst: &Inst) -> Option<(Reg, Operand)> {
    match *inst {
        Inst::Move { dst, src } | Inst::Freeze { dst, src, .. } => Some((dst, src)),
        Inst::PtrAdd { dst, base, .. } => Some((dst, base)),
        _ => None,
    }
}

/// The values that an instruction uses as more than the address that it accesses.
fn escaping(program: &Program, inst: &Inst) -> Vec<Operand> {
    match *inst {
        Inst::Load { .. } | Inst::MemCopy { .. } | Inst::MemMove { .. } | Inst::MemSet { .. } => Vec::new(),
        Inst::Store { value, .. } | Inst::Rmw { value, .. } => vec![value],
        Inst::Cas { expected, new, .. } => vec![expected, new],
        Inst::Call { callee: Callee::External(called), .. }
            if only_synchronises(&program.externals[called.index()].name) =>
        {
            Vec::new()
        }
        Inst::Call { callee: Callee::Function(called), .. }
            if program.functions[called.index()].runtime
                && only_synchronises(&program.functions[called.index()].name) =>
        {
            Vec::new()
        }
        Inst::AsNumber { .. } => Vec::new(),
        _ if handed_on(inst).is_some() => Vec::new(),
        _ => used(inst).1.into_iter().collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(code: &str) -> Vec<u32> {
        let text = format!(
            "extern !puts results 1\nextern !pthread_mutex_lock results 1\nglobal @a size 16 align 4\n\
             global @b size 8 align 8\nfunc &f(1 -> 1) regs 4 {{\n{code}\nreturn 0\n}}\n"
        );
        let program: Program = text.parse().unwrap();
        variables(&program).into_iter().map(|global| global.0).collect()
    }

    #[test]
    fn by_more_than_accesses() {
        assert!(taken("%1 = ptradd.64 @a, %0 * 4 + 0\n%2 = load.4 %1\nstore.4 @b, %2").is_empty());
        assert!(taken("%1 = call !pthread_mutex_lock(@a)").is_empty());
        assert_eq!(taken("%1 = ptradd.64 @a, %0 * 4 + 0\nstore.8 @b, %1"), [0]);
        assert_eq!(taken("%1 = move @b\n%2 = call !puts(%1)"), [1]);
    }
}
