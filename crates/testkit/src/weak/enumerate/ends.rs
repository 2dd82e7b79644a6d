//! Invisible instructions, and ends of executions.

use super::super::axioms::races;
use super::super::graph::{Event, Kind};
use super::super::key::key;
use super::{Execution, Executions, HIDDEN, Maker, Search, State, Thread, last, local};
use crate::class::{End, Path, Stands};
use crate::oracle::{FaultKey, Final, parties_key};
use crate::program::{Inst, Plain, Program};
use std::collections::BTreeSet;
use threadbare_op::{Addr, FaultKind, Order, Site};

impl Maker<'_> {
    /// Runs the instructions of `me` that are no events.
    pub(super) fn settle(&self, state: &mut State, me: usize) -> Option<()> {
        loop {
            let thread = &mut state.threads[me];
            let Some(&inst) = self.program.inst(thread.body, thread.pc) else {
                thread.stands = Stands::Finished;
                let site = Program::site(thread.body, thread.pc);
                return state.graph.add(Event { thread: Some(me), site, ..local(Kind::End) }, None).map(drop);
            };
            let holds = |reg: u8, value: u64| thread.regs[usize::from(reg)] == value;
            match inst {
                Inst::Assume { reg, value } if !holds(reg, value) => thread.stands = Stands::Assume,
                Inst::Assert { reg, value } if !holds(reg, value) => {
                    thread.stands = Stands::Fault;
                    thread.fault = Some(FaultKind::Assertion);
                }
                Inst::Assume { .. } | Inst::Assert { .. } => {}
                Inst::Skip { reg, value, equal, count } => {
                    if equal == holds(reg, value) {
                        thread.pc += count;
                    }
                }
                Inst::Set { reg, value } => thread.regs[usize::from(reg)] = value.value(&thread.regs),
                Inst::Join { slot } if thread.slots[usize::from(slot)].is_none() => {}
                Inst::Leave { reg, .. } if thread.regs[usize::from(reg)] == 1 => {}
                Inst::Exit => thread.stands = Stands::Exit,
                Inst::Unsupported | Inst::Bound => thread.stands = Stands::Other,
                _ => return Some(()),
            }
            if thread.stands != Stands::Waits {
                return Some(());
            }
            thread.pc += 1;
        }
    }

    pub(super) fn standing(&self, thread: &Thread) -> (Path, Site) {
        (self.paths[thread.path].clone(), Program::site(thread.body, thread.pc))
    }

    pub(super) fn key(&self, state: &State) -> Vec<u8> {
        let stands = |thread: &Thread| {
            let (path, site) = self.standing(thread);
            (path, thread.stands, site)
        };
        key(&state.graph, &state.threads.iter().map(stands).collect::<Vec<_>>())
    }

    /// Nobody can go on.
    pub(super) fn end(&self, state: &State, found: &mut Executions) {
        if self.search == Search::Filtered && !self.model.is_consistent(&state.graph) {
            return;
        }
        let any = |wanted: Stands| state.threads.iter().any(|t| t.stands == wanted);
        let end = match () {
            () if any(Stands::Assume) || any(Stands::Fault) || any(Stands::Other) => End::Blocked,
            () if !any(Stands::Waits) => End::Complete,
            // Main, the first of them, leaves behind who waits.
            () if state.threads.first().is_some_and(|main| main.stands == Stands::Exit) => End::Blocked,
            () if any(Stands::Exit) => End::Complete,
            () => End::Deadlock,
        };
        let mut faults: BTreeSet<FaultKey> = BTreeSet::new();
        for thread in &state.threads {
            if let Some(kind) = thread.fault {
                let (thread, site) = self.standing(thread);
                faults.insert(FaultKey { kind, thread, site, parties: BTreeSet::new() });
            }
        }
        if end == End::Deadlock {
            let waiting = state.threads.iter().filter(|thread| thread.stands == Stands::Waits);
            faults.insert(parties_key(FaultKind::Deadlock, waiting.map(|thread| self.standing(thread)).collect()));
        }
        let races = if self.program.plain == Plain::Report { self.races(state) } else { BTreeSet::new() };
        let last = self.last(state);
        let threads = state.threads.iter().map(|t| (t.body, t.stands, t.regs)).collect();
        found.all.insert(self.key(state), Execution { graph: state.graph.clone(), end, last, threads, faults, races });
    }

    pub(super) fn races(&self, state: &State) -> BTreeSet<FaultKey> {
        if !state.graph.events.iter().any(|event| event.order == Order::Plain) {
            return BTreeSet::new();
        }
        let party = |id: usize| {
            let event = &state.graph.events[id];
            event.thread.map(|thread| (self.paths[state.threads[thread].path].clone(), event.site))
        };
        let key = |(a, b)| parties_key(FaultKind::DataRace, [party(a), party(b)].into_iter().flatten().collect());
        races(&state.graph, &self.model.happens_before(&state.graph)).into_iter().map(key).collect()
    }

    pub(super) fn last(&self, state: &State) -> Final {
        let graph = &state.graph;
        let value = |addr: Addr| last(graph, addr).and_then(|id| graph.events[id].written).unwrap_or_default();
        let report = self.program.plain == Plain::Report;
        let written = |(addr, order): (&Addr, &Vec<usize>)| {
            let hidden = *addr == HIDDEN || state.objects.contains_key(&order[0]);
            let invisible = report && self.program.variable_at(*addr).is_some();
            (order.len() > 1 && !hidden && !invisible).then(|| (*addr, value(*addr)))
        };
        let memory = graph.co.iter().filter_map(written).collect();
        let variables = &self.program.variables;
        let variables = match report {
            true => (0..variables.len()).map(|var| value(self.program.variable(var).addr)).collect(),
            false => variables.clone(),
        };
        let mut threads: Vec<_> =
            state.threads.iter().map(|t| (self.paths[t.path].clone(), t.stands, t.regs)).collect();
        threads.sort();
        Final { memory, variables, threads }
    }
}
