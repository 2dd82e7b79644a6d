//! Invisible instructions, and loops that wait.

use super::{Event, Oracle, State, Use};
use crate::class::{Stands, Touched};
use crate::program::{Inst, Plain};
use threadbare_op::{FaultKind, Outcome};

impl Oracle<'_> {
    /// Runs the invisible instructions of `me` up to a visible one.
    #[expect(clippy::too_many_lines, reason = "one case for each instruction")]
    pub(super) fn settle(&mut self, state: &mut State, me: usize) {
        loop {
            let thread = &mut state.threads[me];
            let Some(&inst) = self.program.inst(thread.body, thread.pc) else {
                thread.stands = Stands::Finished;
                return;
            };
            match inst {
                Inst::Assume { reg, value } => {
                    if thread.regs[usize::from(reg)] != value {
                        thread.stands = Stands::Assume;
                        return;
                    }
                }
                Inst::Assert { reg, value } => {
                    if thread.regs[usize::from(reg)] != value {
                        self.fault(state, me, FaultKind::Assertion);
                        return;
                    }
                }
                Inst::Skip { reg, value, equal, count } => {
                    if equal == (thread.regs[usize::from(reg)] == value) {
                        thread.pc += count;
                    }
                }
                Inst::Set { reg, value } => thread.regs[usize::from(reg)] = value.value(&thread.regs),
                Inst::Head if self.program.rounds.is_some_and(|most| thread.rounds >= most) => {
                    thread.stands = Stands::Other;
                    return;
                }
                Inst::Head => {
                    thread.rounds += 1;
                    let now = (thread.pc, thread.regs, thread.slots, thread.effects);
                    if self.program.rounds.is_none() && thread.seen.is_some_and(|(then, _)| then == now) {
                        thread.stands = Stands::Spins;
                        return;
                    }
                    thread.seen = Some((now, self.items.len()));
                }
                Inst::Again { reg, value, equal, count } => {
                    if equal == (thread.regs[usize::from(reg)] == value) {
                        thread.pc -= count;
                        continue;
                    }
                }
                Inst::Join { slot } if thread.slots[usize::from(slot)].is_none() => {}
                Inst::Leave { reg, .. } if thread.regs[usize::from(reg)] == 1 => {}
                Inst::Exit => {
                    thread.stands = Stands::Exit;
                    return;
                }
                Inst::Unsupported | Inst::Bound => {
                    thread.stands = Stands::Other;
                    self.truth.unsupported |= inst == Inst::Unsupported;
                    self.truth.bounded |= inst == Inst::Bound;
                    return;
                }
                Inst::PlainLoad { reg, var } if self.program.plain == Plain::Report && !state.atomically[var].1 => {
                    if !self.plain(state, me, var, None) {
                        return;
                    }
                    state.threads[me].regs[usize::from(reg)] = state.variables[var];
                }
                Inst::PlainStore { var, value }
                    if self.program.plain == Plain::Report && state.atomically[var] == (false, false) =>
                {
                    let value = value.value(&thread.regs);
                    if !self.plain(state, me, var, Some(value)) {
                        return;
                    }
                }
                _ => return,
            }
            state.threads[me].pc += 1;
        }
    }

    /// An invisible access; false if it is a race.
    pub(super) fn plain(&mut self, state: &mut State, me: usize, var: usize, value: Option<u64>) -> bool {
        self.item(state, me, Touched::Nothing, None).hidden = true;
        if self.races(state, Use { var, writes: value.is_some(), atomic: false }) {
            return false;
        }
        if let Some(value) = value {
            state.threads[me].effects += u32::from(state.variables[var] != value);
            state.variables[var] = value;
        }
        true
    }

    /// Whether something that a thread waiting in a loop has read there was overwritten later.
    pub(super) fn is_overwritten(&self, state: &State, me: usize) -> bool {
        let from = state.threads[me].seen.map_or(0, |seen| seen.1);
        let in_vain = |at: usize| {
            let Event { thread, read, written, .. } = self.items[at];
            let is_last = self.items[at + 1..].iter().all(|item| item.thread != thread);
            state.threads[thread].stands == Stands::Spins && is_last && read == written
        };
        (from..self.items.len()).any(|at| {
            let Event { thread, touched: Touched::Memory(addr), read: Some(_), .. } = self.items[at] else {
                return false;
            };
            let over = |&later: &usize| {
                let item = &self.items[later];
                item.touched == Touched::Memory(addr) && item.written.is_some() && !in_vain(later)
            };
            thread == me && (at + 1..self.items.len()).any(|later| over(&later))
        })
    }

    /// Whether a thread that waits in a loop would see something else in its next round.
    pub(super) fn is_stale(&mut self, state: &State, me: usize) -> bool {
        let from = state.threads[me].seen.map_or(0, |seen| seen.1);
        let program = self.program;
        let own = (from..self.items.len()).filter(|&at| self.items[at].thread == me && !self.items[at].hidden);
        own.collect::<Vec<_>>().into_iter().any(|at| {
            let Event { touched, read: Some(read), site, .. } = self.items[at] else { return false };
            match touched {
                Touched::Memory(addr) => {
                    let var = program.variable_at(addr).filter(|_| program.plain == Plain::Report);
                    let held = || state.memory.get(&addr).map_or_else(|| program.initial(addr), |cell| cell.0);
                    var.map_or_else(held, |var| state.variables[var]) != read
                }
                Touched::Object(_) => {
                    // The way back from `Program::site`.
                    let (body, pc) = (site.0 as usize / 1000, site.0 as usize % 1000);
                    let Some(&Inst::Sync { object, op, .. }) = program.inst(body, pc) else { return false };
                    !matches!(self.outcome(state, me, object, op).0, Outcome::Next { result, .. } if result == read)
                }
                Touched::Nothing => false,
            }
        })
    }
}
