//! Ends of executions, and the classes that they are in.

use super::{Event, Final, Oracle, State, Thread, Use, parties_key};
use crate::bounds::{Weight, rounds};
use crate::class::{Class, End, Item, Standing, Stands, Touched, class, read_in_vain};
use crate::execution::Execution;
use crate::program::Program;
use crate::values::Step as ValueStep;
use threadbare_op::FaultKind;

impl Oracle<'_> {
    /// Nobody can go on.
    pub(super) fn end(&mut self, state: &State) {
        let any = |wanted: Stands| state.threads.iter().any(|t| t.stands == wanted);
        let spins: Vec<usize> =
            (0..state.threads.len()).filter(|&t| state.threads[t].stands == Stands::Spins).collect();
        let stale = spins.iter().any(|&me| self.is_stale(state, me));
        // Main, the first of them, leaves behind who waits; others who end the program end them.
        let main_ended = state.threads.first().is_some_and(|main| main.stands == Stands::Exit);
        let end = match () {
            () if stale && (main_ended || !any(Stands::Exit)) => End::Stale,
            () if any(Stands::Assume) || any(Stands::Fault) || any(Stands::Other) => End::Blocked,
            () if !any(Stands::Waits) && spins.is_empty() => End::Complete,
            () if main_ended => End::Blocked,
            () if any(Stands::Exit) => End::Complete,
            () => End::Deadlock,
        };
        let class = self.class(state, false, end);
        if stale || spins.iter().any(|&me| self.is_overwritten(state, me)) {
            self.truth.optional.insert(class.clone());
        }
        if end == End::Complete {
            self.truth.complete += 1;
        } else {
            self.truth.blocked += 1;
        }
        let length = self.items.iter().filter(|event| !event.hidden).count();
        self.truth.depth = self.truth.depth.max(length as u64);
        if let Some(known) = self.truth.weights.get_mut(&class) {
            known.least = known.least.least(state.cost);
        }
        // What follows is the same for equivalent executions, unless there are races.
        let known = self.truth.classes.insert(class.clone(), end).is_some();
        if !known {
            let example = self.execution(state, end);
            self.truth.examples.push(example);
        }
        if known && self.program.variables.is_empty() {
            return;
        }
        let mut faults = state.faults.clone();
        if end == End::Deadlock {
            let waiting = state.threads.iter().filter(|t| matches!(t.stands, Stands::Waits | Stands::Spins));
            let party = |t: &Thread| (self.paths[t.path].clone(), Program::site(t.body, t.pc));
            let kind = if spins.is_empty() { FaultKind::Deadlock } else { FaultKind::Liveness };
            faults.insert(parties_key(kind, waiting.map(party).collect()));
            self.truth.faults.extend(faults.iter().cloned());
        }
        if end == End::Stale {
            return;
        }
        let (rounds, porf_rounds) = (rounds(&self.ordered(state, true)), rounds(&self.ordered(state, false)));
        self.truth.weights.entry(class).or_insert(Weight { least: state.cost, rounds, porf_rounds, faults });
        let mut regs: Vec<_> = state.threads.iter().map(|t| (self.paths[t.path].clone(), t.stands, t.regs)).collect();
        regs.sort();
        let memory = state.memory.iter().map(|(addr, cell)| (*addr, cell.0)).collect();
        self.truth.finals.insert(Final { memory, variables: state.variables.clone(), threads: regs });
    }

    /// The visible items: the places of their threads in the order of threads, and which of them
    /// come before, in sc or (without `conflicts`) by program order and reads-from.
    pub(super) fn ordered(&self, state: &State, conflicts: bool) -> Vec<(usize, u128)> {
        let path = |thread: usize| &self.paths[state.threads[thread].path];
        let rank = |thread: usize| (0..state.threads.len()).filter(|other| path(*other) < path(thread)).count();
        let mut before: Vec<u128> = Vec::with_capacity(self.items.len());
        for (number, item) in self.items.iter().enumerate() {
            let mut all = item.past;
            for (other, earlier) in self.items[..number].iter().enumerate() {
                let same = !earlier.hidden && !item.hidden && earlier.touched == item.touched;
                let conflict = match item.touched {
                    Touched::Nothing => false,
                    Touched::Memory(_) => same && (item.written.is_some() || earlier.written.is_some()),
                    Touched::Object(_) => same,
                };
                if item.past & 1 << other != 0 || conflict && conflicts {
                    all |= before[other] | 1 << other;
                }
            }
            before.push(all);
        }
        let visible: Vec<usize> = (0..self.items.len()).filter(|number| !self.items[*number].hidden).collect();
        let among =
            |set: u128| (0..).zip(&visible).filter(|(_, item)| set & 1 << **item != 0).fold(0, |s, (i, _)| s | 1 << i);
        visible.iter().map(|number| (rank(self.items[*number].thread), among(before[*number]))).collect()
    }

    /// The execution as it has ended.
    fn execution(&self, state: &State, end: End) -> Execution {
        let standing = |t: &Thread| (self.paths[t.path].clone(), t.stands, Program::site(t.body, t.pc));
        let threads = state.threads.iter().map(standing).collect();
        let step = |event: &Event| {
            let Event { thread, site, touched, read, written, faulty, looks, link, .. } = *event;
            ValueStep { thread, site, touched, read, written, looks, faulty, link }
        };
        let steps: Vec<_> = self.items.iter().filter(|event| !event.hidden).map(step).collect();
        Execution { misuses: vec![0; steps.len()], steps, threads, end }
    }

    /// The class of the execution as far as it has come; `all` counts invisible accesses in.
    pub(super) fn class(&self, state: &State, all: bool, end: End) -> Class {
        let standing =
            |t: &Thread| Standing { path: &self.paths[t.path], stands: t.stands, site: Program::site(t.body, t.pc) };
        let threads: Vec<_> = state.threads.iter().map(standing).collect();
        let items = self.items.iter().filter(|event| all || !event.hidden);
        let item = |event: &Event| {
            let Event { thread, site, touched, read, written, faulty, hidden, uses, .. } = *event;
            match uses {
                Some(Use { var, writes, .. }) if hidden => {
                    let touched = Touched::Memory(self.program.variable(var).addr);
                    Item { thread, site, touched, read: Some(0), written: writes.then_some(0), faulty }
                }
                _ => Item { thread, site, touched, read, written, faulty },
            }
        };
        let mut items: Vec<Item> = items.map(item).collect();
        read_in_vain(&mut items, &threads);
        class(&items, end, &threads)
    }
}
