//! Data races that no state shows. An operation that fails, or only asks, tells its thread what
//! another one has done, and yet that does not happen before what it does next. So a search through
//! states in which, of each access to a variable, stands who knows of it, from the definitions.
//!
//! Of the accesses of one thread to one variable the last one is enough: who knows of it knows of
//! those before.

use super::reached::{Searched, Stands, State};
use crate::program::{Inst, Program};
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;
use threadbare_op::{Outcome, ThreadId};

/// Threads, then locations, variables (as locations), objects: a bit for each.
type Knowers = u64;
/// By thread, variable, whether it writes, whether it is visible: who knows of it.
type Known = BTreeMap<(usize, usize, bool, bool), Knowers>;

/// Whether two accesses race in some execution of a program without input; `None` if there are more
/// states than that.
pub(super) fn races(program: &Program, limit: usize) -> Option<bool> {
    assert!(!program.has_input(), "a program with input");
    let (mut searched, start) = Searched::start(program);
    let mut knows = FxHashSet::from_iter([(start.clone(), Known::new())]);
    let mut open = vec![(start, Known::new())];
    while let Some((state, known)) = open.pop() {
        for me in 0..state.threads.len() {
            let mut then = known.clone();
            let step = Step { program, state: &state, me };
            if step.perform(&mut searched, &mut then) {
                return Some(true);
            }
            for next in searched.steps(&state, me) {
                let begun = |who: &usize| next.threads[*who].stands != Stands::Unborn;
                let all = (0..next.threads.len()).filter(begun).fold(0, |all, who| all | 1 << who);
                let mut known = then.clone();
                known.retain(|_, by| *by & all != all);
                if knows.insert((next.clone(), known.clone())) {
                    open.push((next, known));
                }
            }
        }
        if knows.len() > limit {
            return None;
        }
    }
    Some(false)
}

struct Step<'a> {
    program: &'a Program,
    state: &'a State,
    me: usize,
}

impl Step<'_> {
    fn location(&self, loc: usize) -> usize {
        self.state.threads.len() + loc
    }

    fn variable(&self, var: usize) -> usize {
        self.location(self.state.memory.len()) + var
    }

    fn object(&self, object: usize) -> usize {
        self.variable(self.state.variables.len()) + object
    }

    /// Who knows of what after it; whether it is in a race.
    fn perform(&self, searched: &mut Searched<'_>, known: &mut Known) -> bool {
        let Some(inst) = searched.inst(self.state, self.me) else { return false };
        match inst {
            Inst::PlainLoad { var, .. } => return self.access(known, var, false, false),
            Inst::PlainStore { var, .. } => {
                forget(known, self.variable(var));
                return self.access(known, var, true, false);
            }
            Inst::VarLoad { var, .. } => {
                learn(known, self.variable(var), self.me);
                return self.access(known, var, false, true);
            }
            Inst::VarStore { var, .. } | Inst::VarAdd { var, .. } => {
                if matches!(inst, Inst::VarAdd { .. }) {
                    learn(known, self.variable(var), self.me);
                }
                let races = self.access(known, var, true, true);
                self.tell(known, self.variable(var));
                return races;
            }
            Inst::Load { loc, .. } => learn(known, self.location(loc), self.me),
            Inst::Store { loc, .. } => self.tell(known, self.location(loc)),
            Inst::Rmw { loc, .. } => {
                learn(known, self.location(loc), self.me);
                self.tell(known, self.location(loc));
            }
            Inst::Cas { loc, expected, .. } => {
                learn(known, self.location(loc), self.me);
                let regs = &self.state.threads[self.me].regs;
                if self.state.memory[loc] == expected.value(regs) & self.program.atomic(loc).mask() {
                    self.tell(known, self.location(loc));
                }
            }
            Inst::Sync { object, op, .. } => {
                let id = ThreadId(self.state.threads[self.me].number);
                match searched.sync.apply(self.state.objects[object], op, id) {
                    Outcome::Next { result, .. } if !op.orders_nothing(result) => {
                        learn(known, self.object(object), self.me);
                        self.tell(known, self.object(object));
                    }
                    _ => {}
                }
            }
            Inst::Spawn { body, .. } => learn(known, self.me, body),
            Inst::Join { slot } => {
                if let Some(child) = self.state.threads[self.me].slots[usize::from(slot)]
                    && self.state.threads[child].stands == Stands::Finished
                {
                    learn(known, child, self.me);
                }
            }
            _ => {}
        }
        false
    }

    /// Who reads from there next knows what this thread does.
    fn tell(&self, known: &mut Known, place: usize) {
        forget(known, place);
        learn(known, self.me, place);
    }

    fn access(&self, known: &mut Known, var: usize, writes: bool, visibly: bool) -> bool {
        let races = known.iter().any(|((who, there, wrote, visible), by)| {
            let conflict = *there == var && (writes || *wrote) && !(visibly && *visible);
            *who != self.me && conflict && by >> self.me & 1 == 0
        });
        known.insert((self.me, var, writes, visibly), 1 << self.me);
        races
    }
}

/// What the one knows the other one comes to know.
fn learn(known: &mut Known, from: usize, to: usize) {
    known.values_mut().filter(|by| **by >> from & 1 != 0).for_each(|by| *by |= 1 << to);
}

fn forget(known: &mut Known, place: usize) {
    known.values_mut().for_each(|by| *by &= !(1 << place));
}
