//! Which loops keep an exploration from coming to its end: they are looked for in executions that
//! favour one thread, and in one that lets all go in turn ([`threadbare_explore::dive`]).
//!
//! The loop is the innermost one of the program's own code that contains all of what the thread has
//! done last. That it never ends is not proved; but an exploration has to follow it as far as it
//! goes.

use crate::explore;
use crate::patience::patient;
use crate::scope::NOBODY;
use crate::stop::Stop;
use crate::task::{Algorithm, Exploration, Limits, Subject};
use std::time::Duration;
use threadbare_explore::{Dived, dive};
use threadbare_machine::{Concrete, Domain, LeftOut, Machine, Options, State};
use threadbare_op::{Limit, Model, Op, Pending, Site, ThreadId};
use threadbare_program::{FuncId, Loops, Pc, Program, SourcePos};
use threadbare_symbolic::Symbolic;

/// A loop that a thread does not get out of in many operations, though it may have an end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EndlessLoop {
    /// Whose.
    pub thread: ThreadId,
    /// In the function that it is in.
    pub site: Site,
    /// Its head.
    pub pos: SourcePos,
    /// So many operations; 0 if it ran there for long without one.
    pub operations: usize,
    /// Whether a state comes again while the thread stays there: then an execution can go on so for
    /// ever.
    pub comes_back: bool,
}

/// As many operations show that a loop does not end soon.
const MOST: usize = 4000;
/// Questions about input take their time.
const MOST_WITH_INPUT: usize = 400;
/// The first threads are looked at,
const THREADS: u32 = 8;
/// for so long.
const TIME: Duration = Duration::from_millis(300);
/// A loop that has more rounds is long,
pub const ROUNDS: u32 = 50;
/// in one of so many executions.
const FIRST: u64 = 16;
/// A thread that executes more instructions without an operation is left where it is.
const MOST_STEPS: u64 = 1 << 20;

/// The loops of the program that a thread does not get out of in many operations; `symbolic`:
/// whatever the input.
#[must_use]
pub fn endless_loops(subject: &Subject, symbolic: bool) -> Vec<EndlessLoop> {
    // Not a part of the whole: this takes no time, and who has stopped the run wants to know as
    // well.
    let stop = Stop::default().after(Some(patient(TIME)));
    endless_loops_with(subject, symbolic, &stop)
}

/// The loops that have more than [`ROUNDS`] rounds in one of the first executions of `graph`,
/// `symbolic`: for whatever input. They may end; but all that may happen in each round is explored.
#[must_use]
pub fn long_loops(subject: &Subject, symbolic: bool) -> Vec<(Site, SourcePos)> {
    let stop = Stop::default().after(Some(patient(TIME)));
    let machine = Options { reached: None, unroll: Some(ROUNDS), ..subject.machine.clone() };
    let subject = Subject { machine, ..subject.clone() };
    let limits = Limits { max_executions: Some(FIRST), ..Limits::default() };
    let exploration = Exploration { symbolic, limits, ..Exploration::new(Algorithm::Graph) };
    let Ok(explored) = explore(&subject, &exploration, &stop, NOBODY) else { return Vec::new() };
    let sites = explored.machine.limit_sites(Limit::Unroll);
    let mut found: Vec<_> = sites.iter().filter_map(|site| Some((*site, loop_of(&subject.program, *site)?))).collect();
    found.sort_by_key(|(_, pos)| *pos);
    found.dedup_by_key(|(_, pos)| *pos);
    found
}

/// The same, as long as nobody has stopped it.
pub(crate) fn endless_loops_with(subject: &Subject, symbolic: bool, stop: &Stop) -> Vec<EndlessLoop> {
    if symbolic {
        endless_loops_until::<Symbolic>(subject, stop)
    } else {
        endless_loops_until::<Concrete>(subject, stop)
    }
}

/// The same in that domain.
fn endless_loops_until<D: Domain>(subject: &Subject, stop: &Stop) -> Vec<EndlessLoop> {
    // Threads that execute silently are stopped by the flag.
    let _alarm = stop.alarm();
    let max_steps = subject.machine.max_steps.min(MOST_STEPS);
    let machine = Options { reached: None, symmetry: false, max_steps, ..subject.machine.clone() };
    let subject = Subject::new(subject.program.clone(), machine, Model::Sc);
    let program = &*subject.program;
    let mut found: Vec<EndlessLoop> = Vec::new();
    let left_out = subject.machine.left_out;
    let favourites = (0..THREADS).map(|thread| (Some(ThreadId(thread)), left_out));
    // Threads that are in each other's way, or wait for each other, go on for ever only together.
    for (favourite, left_out) in favourites.chain([(None, left_out), (None, LeftOut::NotEvenWaits)]) {
        if found.iter().any(|endless| endless.comes_back) && left_out == LeftOut::NotEvenWaits {
            break;
        }
        let machine = Options { left_out, ..subject.machine.clone() };
        let Ok(mut machine) = Subject { machine, ..subject.clone() }.machine_in::<D>(stop) else { break };
        let dived = loop {
            let dived = dive(&mut machine, favourite, if D::HAS_INPUT { MOST_WITH_INPUT } else { MOST });
            if !machine.take_restart() {
                break dived;
            }
        };
        if stop.reason().is_some() {
            break;
        }
        // Where all wait, others are to say so.
        let dived = dived.filter(|dived| left_out != LeftOut::NotEvenWaits || dived.comes_back && dived.changes);
        if let Some(endless) = dived.and_then(|dived| innermost(&machine, program, &dived)) {
            match found.iter_mut().find(|known| known.pos == endless.pos) {
                Some(known) if known.comes_back || !endless.comes_back => {}
                Some(known) => *known = endless,
                None => found.push(endless),
            }
        }
    }
    found
}

/// The loop that contains all of this.
fn innermost<D: Domain>(machine: &Machine<D>, program: &Program, dived: &Dived<State>) -> Option<EndlessLoop> {
    // From the outermost call to the innermost.
    // Who was stopped has none.
    let stack = |pending: &Pending<State>| match pending.op {
        Op::Stuck(_) => vec![pending.site],
        _ => machine.call_stack(pending.state).into_iter().rev().collect(),
    };
    let stacks: Vec<Vec<Site>> = dived.last.iter().map(stack).collect();
    let first = stacks.first()?;
    let function_of = |site: Site| program.locate(site).map(|(function, _)| function);
    let common = |at: usize| stacks.iter().all(|stack| stack.get(at) == first.get(at));
    let parted = (0..first.len()).find(|at| !common(*at)).unwrap_or(first.len() - 1);
    for at in (0..=parted).rev() {
        let function = function_of(first[at])?;
        let pcs = stacks.iter().map(|stack| {
            let (id, pc) = program.locate(*stack.get(at)?)?;
            (id == function).then_some(pc.0)
        });
        let Some(mut pcs) = pcs.collect::<Option<Vec<u32>>>() else { continue };
        pcs.sort_unstable();
        pcs.dedup();
        if program.functions[function.index()].runtime {
            continue;
        }
        if let Some(pos) = loop_around(program, function, &pcs) {
            let operations = dived.last.iter().filter(|pending| !matches!(pending.op, Op::Stuck(_))).count();
            let thread = dived.thread;
            return Some(EndlessLoop { thread, site: first[at], pos, operations, comes_back: dived.comes_back });
        }
    }
    None
}

/// The position of the innermost loop around an operation, if that is in the program's own code.
#[must_use]
pub fn loop_of(program: &Program, site: Site) -> Option<SourcePos> {
    let (function, pc) = program.locate(site)?;
    let is_own = !program.functions[function.index()].runtime;
    is_own.then(|| loop_around(program, function, &[pc.0]))?
}

/// The position of the innermost loop of a function that contains these instructions.
fn loop_around(program: &Program, function: FuncId, pcs: &[u32]) -> Option<SourcePos> {
    let function = &program.functions[function.index()];
    let pcs: Vec<u32> = pcs.iter().map(|pc| Loops::past_jumps(function, Pc(*pc))).collect();
    let around = (0..).zip(&function.loops).filter_map(|(index, info)| {
        let body = Loops::body(program, function, index);
        pcs.iter().all(|pc| body.contains(pc)).then_some((body.len(), info.pos?))
    });
    around.min_by_key(|(length, _)| *length).map(|(_, pos)| pos)
}
