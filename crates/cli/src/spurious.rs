//! Waits that may end, and compare-and-swaps that may fail, without a reason, where the code does
//! not look again: a note, since neither happens without `--spurious`.
//!
//! Whoever calls the function that waits, or calls that one, may look again: if one of these calls
//! stands in a loop, there is no note.
//!
//! Not covered: calls through pointers; what the C++ library calls.

use crate::explain::callee_name;
use crate::places::Places;
use std::collections::BTreeSet;
use threadbare_program::{Callee, FuncId, Function, Inst, Loops, Pc, Program};
use threadbare_report::Note;

const WAITS: [&str; 4] = ["pthread_cond_wait", "pthread_cond_timedwait", "cnd_wait", "cnd_timedwait"];

/// The first place of the program where something may happen without a reason, outside of loops.
pub(crate) fn note(program: &Program, with_input: bool) -> Option<Note> {
    let places = Places::new(program);
    let mut called_in_loops = None;
    let functions = (0..).zip(&program.functions).filter(|(_, function)| !function.runtime);
    let mut found = functions.flat_map(|(index, function)| {
        let odd = odd_places(program, function).into_iter();
        odd.map(move |(pc, what)| (program.site(threadbare_program::FuncId(index), Pc(pc)), what))
    });
    let (site, what) = found.find(|(site, _)| {
        let called = called_in_loops.get_or_insert_with(|| called_in_loops_of(program));
        program.locate(*site).is_some_and(|(function, _)| !called.contains(&function))
    })?;
    let except = if with_input { ", without --symbolic" } else { "" };
    Some(Note {
        kind: "spurious".into(),
        message: format!("{what}, and stands in no loop: that was not explored; --spurious does{except}"),
        place: places.place(site),
    })
}

/// The functions that are called in a loop, or by one that is.
fn called_in_loops_of(program: &Program) -> BTreeSet<FuncId> {
    let called = |function: &Function, pc: u32| match function.code.get(pc as usize) {
        Some(Inst::Call { callee: Callee::Function(id), .. }) => Some(*id),
        _ => None,
    };
    let in_loops = program.functions.iter().flat_map(|function| {
        let loops = (0..).take(function.loops.len());
        let body = loops.flat_map(|index| Loops::body(program, function, index));
        body.filter_map(|pc| called(function, pc)).collect::<Vec<_>>()
    });
    let mut work: Vec<FuncId> = in_loops.collect();
    let mut all = BTreeSet::new();
    while let Some(id) = work.pop() {
        if let (true, Some(function)) = (all.insert(id), program.functions.get(id.index())) {
            work.extend((0..).take(function.code.len()).filter_map(|pc| called(function, pc)));
        }
    }
    all
}

fn odd_places(program: &Program, function: &Function) -> Vec<(u32, &'static str)> {
    let odd = |(pc, inst): (u32, &Inst)| match inst {
        Inst::Call { callee, .. } => {
            let (name, _) = callee_name(program, *callee)?;
            WAITS.contains(&name).then_some((pc, "this wait may end without a signal"))
        }
        Inst::Cas { weak: true, .. } => {
            Some((pc, "this weak compare-exchange may fail though it finds what it expects"))
        }
        _ => None,
    };
    let mut odd: Vec<_> = (0..).zip(&function.code).filter_map(odd).collect();
    if !odd.is_empty() {
        let in_loops: Vec<u32> =
            (0..).take(function.loops.len()).flat_map(|index| Loops::body(program, function, index)).collect();
        odd.retain(|(pc, _)| !in_loops.contains(pc));
    }
    odd
}
