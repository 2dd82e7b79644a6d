//! Whether a thread may come out of a loop, and into it again, without a stop in between for an
//! operation that others see. Then nobody can tell by where it stops that it has been out.
//!
//! ```text
//! for (;;)
//!     for (i = 0; i < 2; i++) { lock; c++; unlock; }        all its stops are in the inner loop
//! ```
//!
//! Not covered: by which name a pointer calls; functions of libraries that stop and have another
//! name than those told here (so a thread may be taken to come out unseen where it does not).

use crate::inst::{Callee, Inst};
use crate::loops::{Flow, Loops};
use crate::module::{Function, Program};
use crate::stops::always_stops;

/// Where a thread may come to from some place of a function without a stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Unseen {
    /// To the loop, or the call, from outside of it.
    pub again: bool,
    /// To the end of the function.
    pub returns: bool,
}

/// Calls that are followed into each other.
const DEEP: u32 = 8;

impl Unseen {
    /// Of a loop of `function`, one of `program`'s: from where it is left.
    #[must_use]
    pub fn after_loop(program: &Program, function: &Function, index: u32) -> Self {
        let (flow, body) = (Flow::new(program, function), Loops::body(program, function, index));
        let fails = flow.fails();
        let next = body.iter().flat_map(|pc| flow.successors(*pc));
        let out =
            next.filter(|pc| !body.contains(pc) && flow.arrives(*pc, index) != Some(false) && !fails[*pc as usize]);
        let seen = reached(&flow, out.collect(), 0);
        Self::of(&flow, &seen, |pc| flow.arrives(pc, index) == Some(true))
    }

    /// Of a call at an instruction of `function`, one of `program`'s: from where it returns to.
    #[must_use]
    pub fn after_call(program: &Program, function: &Function, at: u32) -> Self {
        let flow = Flow::new(program, function);
        let is_call = matches!(function.code.get(at as usize), Some(Inst::Call { .. }));
        let seen = reached(&flow, if is_call { flow.successors(at) } else { vec![at] }, 0);
        Self::of(&flow, &seen, |pc| pc == at && is_call)
    }

    fn of(flow: &Flow<'_>, seen: &[bool], is_again: impl Fn(u32) -> bool) -> Self {
        let mut there = (0..seen.len() as u32).filter(|pc| seen[*pc as usize]);
        let returns = |pc: u32| matches!(flow.function.code[pc as usize], Inst::Return { .. });
        Self { again: there.clone().any(is_again), returns: there.any(returns) }
    }
}

/// By instruction, whether a thread comes there from some of these without a stop.
fn reached(flow: &Flow<'_>, mut from: Vec<u32>, depth: u32) -> Vec<bool> {
    let mut seen = vec![false; flow.function.code.len()];
    while let Some(pc) = from.pop() {
        if !std::mem::replace(&mut seen[pc as usize], true)
            && !stops(flow.program, &flow.function.code[pc as usize], depth)
        {
            from.extend(flow.successors(pc));
        }
    }
    seen
}

/// Whether a thread always stops for an instruction.
fn stops(program: &Program, inst: &Inst, depth: u32) -> bool {
    match inst {
        Inst::Call { callee: Callee::External(id), .. } => {
            program.externals.get(id.index()).is_some_and(|external| synchronises(&external.name))
        }
        Inst::Call { callee: Callee::Function(id), .. } => {
            let called = &program.functions[id.index()];
            synchronises(&called.name)
                || depth < DEEP && {
                    let flow = Flow::new(program, called);
                    let seen = reached(&flow, vec![0], depth + 1);
                    !Unseen::of(&flow, &seen, |_| false).returns
                }
        }
        inst => always_stops(inst),
    }
}

/// Whether a function of the libraries is an operation on something that threads share.
fn synchronises(name: &str) -> bool {
    let is_of_threads =
        ["__tb_", "pthread_", "sem_", "mtx_", "cnd_", "thrd_"].iter().any(|first| name.starts_with(first));
    let operations = ["lock", "wait", "post", "signal", "broadcast", "join", "create", "enter"];
    is_of_threads && operations.iter().any(|part| name.contains(part))
}
