//! Waits that may end, and compare-and-swaps that may fail, without a reason, where the code does
//! not look again: a note, since neither happens without `--spurious`.
//!
//! Who waits looks again if the wait can come again before the mutex is given back: `for (;;) { lock;
//! if (empty) wait; pop; unlock; }` does not. Whoever calls the function that waits, or calls that
//! one, may look again instead. A compare-and-swap that stands in a loop, or whose function is called
//! in one, is tried again.
//!
//! Not covered: calls through pointers; what the C++ library calls.

use crate::explain::callee_name;
use crate::places::Places;
use std::collections::{BTreeMap, BTreeSet};
use threadbare_program::{Callee, FuncId, Inst, Loops, Pc, Program};
use threadbare_report::Note;

const WAITS: [&str; 4] = ["pthread_cond_wait", "pthread_cond_timedwait", "cnd_wait", "cnd_timedwait"];

const UNLOCKS: [&str; 4] = ["pthread_mutex_unlock", "mtx_unlock", "pthread_exit", "thrd_exit"];

/// The first place of the program where something may happen without a reason, and nobody looks
/// again.
pub(crate) fn note(program: &Program, with_input: bool) -> Option<Note> {
    let places = Places::new(program);
    let calls = Calls::of(program);
    let functions = (0..).map(FuncId).zip(&program.functions).filter(|(_, function)| !function.runtime);
    let mut found = functions.flat_map(|(id, function)| {
        let odd = (0..).zip(&function.code).filter_map(|(pc, inst)| Some((pc, odd(program, inst)?)));
        odd.map(move |(pc, odd)| (id, pc, odd)).collect::<Vec<_>>()
    });
    let (id, pc, odd) = found.find(|&(id, pc, ref odd)| !calls.looks_again(id, pc, odd.gives_back))?;
    let except = if with_input { ", but not with every input at once" } else { "" };
    Some(Note {
        kind: "spurious".into(),
        message: format!("{}, and nobody looks again: that was not explored; --spurious does{except}", odd.what),
        place: places.place(program.site(id, Pc(pc))),
    })
}

/// What may happen without a reason.
struct Odd {
    what: &'static str,
    /// Whether who looks again does so before the mutex is given back.
    gives_back: bool,
}

fn odd(program: &Program, inst: &Inst) -> Option<Odd> {
    match inst {
        Inst::Call { callee, .. } => {
            let (name, _) = callee_name(program, *callee)?;
            WAITS.contains(&name).then_some(Odd { what: "this wait may end without a signal", gives_back: true })
        }
        Inst::Cas { weak: true, .. } => {
            let what = "this weak compare-exchange may fail though it finds what it expects";
            Some(Odd { what, gives_back: false })
        }
        _ => None,
    }
}

/// Who calls whom.
struct Calls<'p> {
    program: &'p Program,
    /// By function: from where it is called.
    callers: BTreeMap<FuncId, Vec<(FuncId, u32)>>,
    /// The functions that may give a mutex back.
    unlock: BTreeSet<FuncId>,
}

impl<'p> Calls<'p> {
    fn of(program: &'p Program) -> Self {
        let mut callers: BTreeMap<FuncId, Vec<(FuncId, u32)>> = BTreeMap::new();
        let mut work = Vec::new();
        for (id, function) in (0..).map(FuncId).zip(&program.functions) {
            for (pc, inst) in (0..).zip(&function.code) {
                if let Inst::Call { callee: Callee::Function(called), .. } = inst {
                    callers.entry(*called).or_default().push((id, pc));
                }
                if !function.runtime && is_unlock(program, inst) {
                    work.push(id);
                }
            }
        }
        let mut unlock = BTreeSet::new();
        while let Some(id) = work.pop() {
            if unlock.insert(id) {
                work.extend(callers.get(&id).into_iter().flatten().map(|(caller, _)| *caller));
            }
        }
        Self { program, callers, unlock }
    }

    /// Whether what is done there may be done again, by its function or one that calls it; with
    /// `gives_back`, before a mutex is given back.
    fn looks_again(&self, id: FuncId, pc: u32, gives_back: bool) -> bool {
        let (mut seen, mut work) = (BTreeSet::new(), vec![(id, pc)]);
        let ends = |inst: &Inst| match inst {
            Inst::Call { callee: Callee::Function(called), .. } if self.unlock.contains(called) => gives_back,
            inst => gives_back && is_unlock(self.program, inst),
        };
        while let Some((id, pc)) = work.pop() {
            let Some(function) = self.program.functions.get(id.index()) else { continue };
            let comes_back = || Loops::comes_back(self.program, function, pc, ends);
            // A call that gives the mutex back looks at something else the next time.
            if !function.code.get(pc as usize).is_none_or(ends) && comes_back() {
                return true;
            }
            if seen.insert(id) {
                work.extend(self.callers.get(&id).into_iter().flatten());
            }
        }
        false
    }
}

fn is_unlock(program: &Program, inst: &Inst) -> bool {
    let Inst::Call { callee, .. } = inst else { return false };
    callee_name(program, *callee).is_some_and(|(name, _)| UNLOCKS.contains(&name))
}
