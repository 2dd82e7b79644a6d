//! The execution at hand: a configuration, performed in the order of its events' numbers, and what
//! it comes to.

use super::PrefixSystem;
use super::net::{BEGINNING, Component, EventId, Net, Stand};
use crate::drive::locations::Content;
use crate::drive::report::Report;
use crate::run::{Back, Event, Run};
use crate::sc::Ready;
use std::hash::Hash;
use threadbare_op::{Fingerprint, Mark, Op, Pending, Stuck, ThreadId, Touched};

/// How many events are performed again between two looks at the clock.
const PAUSE: u32 = 1024;

pub(super) struct Execution<St> {
    pub(super) run: Run<St>,
    trail: Vec<(EventId, Back<St>)>,
    performed: u32,
}

impl<St: Copy> Execution<St> {
    pub(super) fn start<S: PrefixSystem<State = St>>(system: &mut S) -> Self {
        Self { run: Run::start(system), trail: Vec::new(), performed: 0 }
    }

    /// Performs these events, given in the order of their numbers; whether that was possible. It is
    /// not if a fault comes between, which is told.
    pub(super) fn seek<S: PrefixSystem<State = St>>(
        &mut self,
        report: &mut Report<'_, S>,
        net: &Net,
        events: &[EventId],
    ) -> bool {
        let common = self.trail.iter().zip(events).take_while(|((done, _), event)| done == *event).count();
        while self.trail.len() > common {
            if let Some((_, back)) = self.trail.pop() {
                self.run.undo(report.system, back);
            }
        }
        events[common..].iter().all(|event| {
            self.performed += 1;
            if self.performed.is_multiple_of(PAUSE) {
                report.tick();
            }
            let found = &net.events[*event as usize];
            match self.perform(report, ThreadId(found.thread), found.name.choice) {
                Some((_, back)) => {
                    self.trail.push((*event, back));
                    true
                }
                None => false,
            }
        })
    }

    /// Performs the next operation of a thread, if it can, and tells what is wrong then.
    pub(super) fn perform<S: PrefixSystem<State = St>>(
        &mut self,
        report: &mut Report<'_, S>,
        thread: ThreadId,
        choice: Option<u32>,
    ) -> Option<(Event<St>, Back<St>)> {
        let (event, back) = self.step(report.system, thread, choice)?;
        for thread in std::iter::once(thread).chain(event.began) {
            if let Some(pending) = self.run.pending(thread) {
                if matches!(pending.op, Op::Stuck(Stuck::Fault(_))) {
                    report.tick();
                }
                report.begun(pending.op, &mut || self.run.schedule());
            }
        }
        Some((event, back))
    }

    /// The same, telling nothing.
    pub(super) fn step<S: PrefixSystem<State = St>>(
        &mut self,
        system: &mut S,
        thread: ThreadId,
        choice: Option<u32>,
    ) -> Option<(Event<St>, Back<St>)> {
        let before = self.run.pending(thread).copied()?;
        let is_choice = matches!(before.op, Op::Choice { .. });
        if is_choice != choice.is_some() || self.run.memory.ready(system, thread, &before.op) != Ready::Yes {
            return None;
        }
        Some(self.run.step(system, thread, before, choice))
    }

    /// Takes back what [`Self::perform`] has done last.
    pub(super) fn take_back<S: PrefixSystem<State = St>>(&mut self, report: &mut Report<'_, S>, back: Back<St>) {
        self.run.undo(report.system, back);
    }

    /// Where a thread stands now that has run on since `since`.
    pub(super) fn stand<S: PrefixSystem<State = St>>(&self, system: &mut S, thread: ThreadId, since: Mark) -> Stand {
        let (op, site) = self.run.pending(thread).map_or((Op::Spawn, threadbare_op::Site::UNKNOWN), |p| (p.op, p.site));
        let untouched = match op {
            Op::Sync { object, .. } => Content::of_state(self.run.memory.state(system, object)),
            _ => op.loc().map_or(Content::default(), |loc| self.run.memory.content(system, loc)),
        };
        let mut touched = Vec::new();
        system.touches(since, &mut touched);
        let touched = merged(touched);
        let mut print = Fingerprint::of(u64::from(thread.0));
        touched.hash(&mut print);
        Stand { op, site, untouched, touched: touched.into(), print: print.bits() }
    }

    /// A fingerprint of the state. `last` says where the threads stand: by thread, what it has touched
    /// since its last event.
    pub(super) fn fingerprint<S: PrefixSystem<State = St>>(&self, system: &mut S, last: &[u128]) -> u128 {
        let threads: Vec<(ThreadId, Pending<St>)> = self.run.threads().map(|(thread, at)| (thread, *at)).collect();
        let mut all = system.fingerprint(&threads);
        for (thread, at) in &threads {
            let mut print = Fingerprint::of(u64::from(thread.0));
            at.op.hash(&mut print);
            last.get(thread.index()).hash(&mut print);
            all ^= print.bits();
        }
        for (object, state) in self.run.memory.states() {
            let mut print = Fingerprint::of(object);
            state.hash(&mut print);
            all ^= print.bits();
        }
        let contents: Vec<_> = self.run.memory.contents().collect();
        for (loc, content) in contents {
            if content != Content::initial(system, loc) {
                let mut print = Fingerprint::of(loc.addr);
                (loc.size, content.value, content.defined).hash(&mut print);
                all ^= print.bits();
            }
        }
        all
    }
}

/// What the threads have touched since their last events, which are among these.
pub(super) fn touched_last(net: &Net, events: &[EventId]) -> Vec<u128> {
    let mut last = Vec::new();
    for event in std::iter::once(&BEGINNING).chain(events) {
        for condition in net.events[*event as usize].makes.clone() {
            note_touched(&mut last, net.component_of(condition), net.stand(condition));
        }
    }
    last
}

/// A thread has gone on.
pub(super) fn note_touched(last: &mut Vec<u128>, component: Component, stand: Option<&Stand>) {
    let (Component::Thread(thread), Some(stand)) = (component, stand) else { return };
    let thread = thread as usize;
    last.resize(last.len().max(thread + 1), 0);
    last[thread] = stand.print;
}

/// By word, sorted.
fn merged(mut touched: Vec<Touched>) -> Vec<Touched> {
    touched.sort_unstable();
    touched.dedup_by(|next, kept| {
        let same = next.word == kept.word;
        if same {
            kept.reads |= next.reads;
            kept.writes |= next.writes;
        }
        same
    });
    touched
}
