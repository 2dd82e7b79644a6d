//! [`Run`]: one interleaving of a system under sequential consistency, as far as it has come; steps
//! can be undone.

use crate::drive::input::{Answers, Open, Swap, told};
use crate::drive::known::{Backwards, known};
use crate::drive::locations::Content;
use crate::drive::names::ThreadNames;
use crate::drive::threads::{Threads, answered, start};
use crate::sc::{Memory, Performed, Point, Ready};
use crate::waits::deadlock::standstill;
use crate::waits::ending::{Ending, circle, ending};
use crate::waits::hold::is_spin;
use crate::waits::stuck::{Spin, ends_section, is_overtaken, looks, round};
use threadbare_op::{
    Answer, At, Besides, FaultId, Inputs, Known, Limit, Loc, Mark, Op, Pending, Prints, Schedule, Site, States, Step,
    Stuck, System, ThreadId, Touched, Word,
};

/// What one step did.
pub(crate) struct Event<St> {
    pub(crate) thread: ThreadId,
    /// Where the thread stood.
    pub(crate) before: Pending<St>,
    /// `None` if the operation was found to be a fault, or to be beyond what is modelled.
    pub(crate) answer: Option<Answer>,
    pub(crate) written: Option<Word>,
    /// A thread that this step began.
    pub(crate) began: Option<ThreadId>,
}

/// What [`Run::undo`] needs to take a step back.
pub(crate) struct Back<St> {
    memory: Point,
    system: Mark,
    thread: ThreadId,
    before: Pending<St>,
    /// It has asked something of the input.
    pub(crate) asked: bool,
}

/// So far back it is asked what a thread has looked at.
const MOST_LOOKS: usize = 64;

pub(crate) struct Run<St> {
    pub(crate) memory: Memory,
    /// By thread: where it stands.
    pending: Vec<Option<Pending<St>>>,
    /// By thread: how many threads it has spawned.
    children: Vec<u32>,
    pub(crate) steps: Vec<Step>,
    pub(crate) answers: Answers,
    /// By step: the thread that it began.
    began: Vec<Option<ThreadId>>,
    /// By event: those of the steps, and of rounds that were taken out.
    seen: Vec<Seen>,
    /// By thread: the last of its events.
    last: Vec<Option<u32>>,
    /// By thread: how many events there were when its last round was taken out.
    since: Vec<usize>,
    names: ThreadNames,
}

impl<St: Copy> Run<St> {
    /// Starts the system.
    pub(crate) fn start<S: System<State = St>>(system: &mut S) -> Self {
        Self::begin(system.start())
    }

    /// Of a system that was started: `main` stands there.
    pub(crate) fn begin(main: Pending<St>) -> Self {
        let mut run = Self {
            memory: Memory::new(),
            pending: Vec::new(),
            children: Vec::new(),
            steps: Vec::new(),
            answers: Answers::default(),
            began: Vec::new(),
            seen: Vec::new(),
            last: Vec::new(),
            since: Vec::new(),
            names: ThreadNames::default(),
        };
        run.put(ThreadId::MAIN, main);
        run
    }

    pub(crate) fn pending(&self, thread: ThreadId) -> Option<&Pending<St>> {
        self.pending.get(thread.index()).and_then(Option::as_ref)
    }

    /// The threads that have begun, by number, and where each stands.
    pub(crate) fn threads(&self) -> impl Iterator<Item = (ThreadId, &Pending<St>)> {
        let numbered = (0..).map(ThreadId).zip(&self.pending);
        numbered.filter_map(|(thread, pending)| pending.as_ref().map(|p| (thread, p)))
    }

    /// The threads that can perform their operation now.
    pub(crate) fn ready<S: System<State = St>>(&self, system: &mut S) -> Vec<ThreadId> {
        let threads = self.threads();
        threads.filter(|(t, p)| self.is_ready(system, *t, &p.op)).map(|(t, _)| t).collect()
    }

    /// Whether a thread can perform an operation now.
    pub(crate) fn is_ready<S: System<State = St>>(&self, system: &mut S, thread: ThreadId, op: &Op) -> bool {
        self.memory.ready(system, thread, op) == Ready::Yes
    }

    /// What is open about an operation, were it performed now.
    pub(crate) fn open<S: Inputs<State = St>>(&self, system: &mut S, op: &Op) -> Option<Open> {
        let swap = || {
            let content = self.memory.content(system, op.loc()?);
            Swap::of(system, op, content)
        };
        Open::of(op, swap)
    }

    pub(crate) fn schedule(&self) -> Schedule {
        self.names.schedule(self.steps.iter().map(|step| (step.thread, step.choice)))
    }

    fn put(&mut self, thread: ThreadId, pending: Pending<St>) {
        if self.pending.len() <= thread.index() {
            self.pending.resize(thread.index() + 1, None);
            self.children.resize(thread.index() + 1, 0);
            self.last.resize(thread.index() + 1, None);
        }
        if pending.op.has_finished() {
            self.memory.end(thread);
        }
        self.pending[thread.index()] = Some(pending);
    }

    /// Performs the operation of `thread`, which stands at `before` and is ready; `choice` answers
    /// it if it is a choice (see [`Step::choice`]).
    pub(crate) fn step<S: Inputs<State = St>>(
        &mut self,
        system: &mut S,
        thread: ThreadId,
        before: Pending<St>,
        choice: Option<u32>,
    ) -> (Event<St>, Back<St>) {
        let open = self.open(system, &before.op);
        let asked = self.answers.push(open, choice);
        let back = Back { memory: self.memory.point(), system: system.mark(), thread, before, asked };
        self.steps.push(Step { thread, choice });
        self.began.push(None);
        let performed = self.memory.perform(system, thread, (&before.op, before.site), told(choice));
        let (after, answer, written) = match performed {
            Performed::Stopped(stuck) => (before.stopped(stuck), None, None),
            Performed::Done { answer, written } => {
                let answer = match before.op {
                    Op::Choice { .. } => Answer::Result(u64::from(choice.unwrap_or(0))),
                    _ => answer,
                };
                match answered(self, system, thread, &before, answer) {
                    Some(answer) => {
                        (system.resume(self.memory.at(thread), before.state, answer), Some(answer), written)
                    }
                    None => (before.stopped(Stuck::Limit(Limit::Threads)), None, None),
                }
            }
        };
        self.put(thread, after);
        let last = self.last[thread.index()].replace(self.seen.len() as u32);
        self.seen.push(Seen { op: before.op, site: before.site, answer, thread, before: last });
        let began = self.began.last().copied().flatten();
        (Event { thread, before, answer, written, began }, back)
    }

    /// Takes the last step back.
    pub(crate) fn undo<S: System<State = St>>(&mut self, system: &mut S, back: Back<St>) {
        if let Some(child) = self.began.pop().flatten() {
            self.pending[child.index()] = None;
            self.children[back.thread.index()] -= 1;
        }
        self.pending[back.thread.index()] = Some(back.before);
        if back.asked {
            self.answers.pop();
        }
        self.memory.undo(back.memory);
        system.undo(back.system);
        self.steps.pop();
        self.last[back.thread.index()] = self.seen.pop().and_then(|seen| seen.before);
    }

    /// Takes the last round of a thread that waits in a loop out of the execution, and so many
    /// events with it: it stands where that has begun. (No step before can be taken back any more.)
    pub(crate) fn take_out(&mut self, thread: ThreadId, begun: Pending<St>, events: usize) {
        for _ in 0..events {
            if let Some(last) = self.steps.iter().rposition(|step| step.thread == thread) {
                self.steps.remove(last);
            }
        }
        self.pending[thread.index()] = Some(begun);
        self.since.resize(self.since.len().max(thread.index() + 1), 0);
        self.since[thread.index()] = self.seen.len();
    }

    /// How many events were performed.
    pub(crate) const fn events(&self) -> usize {
        self.seen.len()
    }

    /// How the execution has ended, given that no thread is ready.
    pub(crate) fn ending<S: System<State = St>>(&self, system: &mut S) -> Ending {
        let spins = self.spins(system);
        let threads: Vec<_> = self.threads().map(|(t, p)| (t, p.op, p.site)).collect();
        ending(system, &threads, &spins, |system, _, op| self.memory.holders(system, &op))
    }

    /// The deadlock of threads that wait for each other, whatever the others still do: each for one
    /// that waits so as well, or has come to its end and holds what it wants.
    pub(crate) fn circle<S: System<State = St>>(&self, system: &mut S) -> Option<FaultId> {
        // After a fault there is no program any more that could be in a deadlock.
        let goes_nowhere =
            |op: &Op| matches!(op, Op::Stuck(why) if !matches!(why, Stuck::Finished | Stuck::Spin { .. }));
        if self.threads().any(|(_, at)| goes_nowhere(&at.op)) {
            return None;
        }
        let waits = |(thread, at): &(ThreadId, &Pending<St>)| {
            at.op.is_stuck() || self.memory.ready(system, *thread, &at.op) == Ready::Waits
        };
        let threads: Vec<_> = self.threads().filter(waits).map(|(thread, at)| (thread, at.op, at.site)).collect();
        circle(system, &threads, |system, _, op| self.memory.holders(system, &op))
    }

    /// The fault that these threads wait, each for an object or in a loop, if they do. (That
    /// nothing ends it is not seen here.)
    pub(crate) fn in_vain<S: System<State = St>>(&self, system: &mut S, threads: &[ThreadId]) -> Option<FaultId> {
        let standing: Option<Vec<_>> = threads
            .iter()
            .map(|thread| Some((*thread, self.pending(*thread)?.op, self.pending(*thread)?.site)))
            .collect();
        let standing = standing.filter(|all| !all.is_empty())?;
        let waits = |(thread, op, _): &(ThreadId, Op, Site)| {
            is_spin(op) || self.memory.ready(system, *thread, op) == Ready::Waits
        };
        if !standing.iter().all(waits) {
            return None;
        }
        let spins: Vec<(ThreadId, Site)> = standing
            .iter()
            .filter(|(_, op, _)| is_spin(op))
            .map(|(thread, _, site)| (*thread, self.iteration(*thread).next().map_or(*site, |seen| seen.site)))
            .collect();
        Some(system.add_fault(standstill(&standing, spins)))
    }

    fn spins<S: System<State = St>>(&self, system: &mut S) -> Vec<Spin> {
        let spinning = self.threads().filter(|(_, p)| is_spin(&p.op));
        spinning.map(|(thread, p)| self.spin(system, thread, p.site)).collect()
    }

    /// What is to be said of a thread that waits in a loop, stopped at `site`.
    fn spin<S: System<State = St>>(&self, system: &mut S, thread: ThreadId, site: Site) -> Spin {
        let site = self.iteration(thread).next().map_or(site, |seen| seen.site);
        Spin { thread, site, ends: self.is_stale(system, thread) }
    }

    /// Whether a thread that waits in a loop would see something else there by now.
    pub(crate) fn is_stale<S: System<State = St>>(&self, system: &mut S, thread: ThreadId) -> bool {
        self.iteration(thread).any(|seen| self.is_out_of_date(system, seen))
    }

    /// Whether a thread has looked at something that is different by now, and since then only looked.
    pub(crate) fn has_looked_too_early<S: System<State = St>>(&self, system: &mut S, thread: ThreadId) -> bool {
        let own = self.own(thread).map(|(_, seen)| seen);
        let mut only_looked = own.take_while(|seen| looks(&seen.op) && !ends_section(&seen.op)).take(MOST_LOOKS);
        only_looked.any(|seen| self.is_out_of_date(system, seen))
    }

    fn is_out_of_date<S: System<State = St>>(&self, system: &mut S, seen: &Seen) -> bool {
        if ends_section(&seen.op) {
            return self.is_overtaken(seen);
        }
        let now = self.memory.answer(system, seen.thread, &seen.op);
        match seen.answer {
            // It finds the same, and asks the same.
            Some(Answer::Compared { found, .. }) => now != Some(Answer::Value(found)),
            answer => now != answer,
        }
    }

    /// Whether a thread would be told something else if it did its last operation now.
    pub(crate) fn reads_anew<S: System<State = St>>(&self, system: &mut S, thread: ThreadId) -> bool {
        self.own(thread).next().is_some_and(|(_, seen)| self.memory.answer(system, thread, &seen.op) != seen.answer)
    }

    /// Whether the lock of the end of a section has been used since.
    fn is_overtaken(&self, end: &Seen) -> bool {
        let object = |op: &Op| match *op {
            Op::Sync { object, .. } => Some(object),
            _ => None,
        };
        let since = self.seen.iter().rev().take_while(|seen| !std::ptr::eq(*seen, end));
        let since = since.map(|seen| (seen.thread.0, object(&seen.op) == object(&end.op)));
        is_overtaken(since, |thread| self.pending(ThreadId(thread)).map_or(0, |pending| round(&pending.op)))
    }

    /// What the iteration in which a thread waits has looked at, the last thing first; nothing if
    /// it does not wait in a loop.
    pub(crate) fn iteration(&self, thread: ThreadId) -> impl Iterator<Item = &Seen> {
        let events = self.pending(thread).map_or(0, |pending| round(&pending.op)) as usize;
        let since = self.since.get(thread.index()).copied().unwrap_or(0);
        let own = self.own(thread).take_while(move |(at, _)| *at >= since).take(events);
        own.map(|(_, seen)| seen).filter(|seen| looks(&seen.op))
    }

    /// The events of a thread, each with its number, the last one first.
    fn own(&self, thread: ThreadId) -> impl Iterator<Item = (usize, &Seen)> {
        let at = |number: Option<u32>| number.map(|number| (number as usize, &self.seen[number as usize]));
        let last = self.last.get(thread.index()).copied().flatten();
        std::iter::successors(at(last), move |(_, seen)| at(seen.before))
    }

    /// Fingerprints of the state. `touched` says what threads have touched since their last events.
    pub(crate) fn fingerprints<S>(&self, system: &mut S, touched: &[(ThreadId, &[Touched])]) -> Prints
    where
        S: System<State = St> + States,
    {
        self.print(system, (touched, &[]), S::fingerprints)
    }

    /// The same where operations order nothing: `touches` is all that was touched, by thread.
    pub(crate) fn fingerprints_knowing<S>(
        &self,
        system: &mut S,
        touched: &[(ThreadId, &[Touched])],
        touches: Vec<Backwards<'_>>,
    ) -> Prints
    where
        S: System<State = St> + States,
    {
        let told = |(thread, at): (ThreadId, &Pending<St>)| {
            self.memory.would_know(system, thread, &at.op).map(|clock| (thread, clock))
        };
        let waits: Vec<(ThreadId, Vec<u32>)> = self.threads().filter_map(told).collect();
        let known = known(&self.memory, touches, &waits);
        self.print(system, (touched, &known), S::fingerprints)
    }

    /// The renamed one.
    pub(crate) fn fingerprint<S>(&self, system: &mut S, touched: &[(ThreadId, &[Touched])]) -> u128
    where
        S: System<State = St> + States,
    {
        self.print(system, (touched, &[]), S::fingerprint)
    }

    fn print<S: System<State = St>, P>(
        &self,
        system: &mut S,
        (touched, known): (&[(ThreadId, &[Touched])], &[Known]),
        print: impl FnOnce(&mut S, &[(ThreadId, Pending<St>)], &Besides<'_>) -> P,
    ) -> P {
        let threads: Vec<(ThreadId, Pending<St>)> = self.threads().map(|(thread, at)| (thread, *at)).collect();
        let contents = changed(system, self.memory.contents());
        let states: Vec<_> = self.memory.states().collect();
        print(system, &threads, &Besides { contents: &contents, states: &states, touched, known })
    }
}

impl<S: System> Threads<S> for Run<S::State> {
    fn at(&self, thread: ThreadId) -> At<'_> {
        self.memory.at(thread)
    }

    fn names(&mut self) -> &mut ThreadNames {
        &mut self.names
    }

    fn spawned(&mut self, thread: ThreadId) -> &mut u32 {
        &mut self.children[thread.index()]
    }

    fn begin(&mut self, system: &mut S, parent: ThreadId, child: ThreadId, state: S::State) {
        self.memory.begin(parent, child);
        let pending = start(system, child, self.memory.clock(child), state);
        self.put(child, pending);
        if let Some(began) = self.began.last_mut() {
            *began = Some(child);
        }
    }
}

/// Of locations and what they hold, by address: those that hold something else than at first.
pub(crate) fn changed<S: System>(
    system: &mut S,
    contents: impl IntoIterator<Item = (Loc, Content)>,
) -> Vec<(Loc, Word)> {
    let all = contents.into_iter().filter(|(loc, content)| *content != Content::initial(system, *loc));
    all.map(|(loc, content)| (loc, content.value)).collect()
}

/// An event, for the question whether a wait in a loop can end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seen {
    thread: ThreadId,
    pub(crate) op: Op,
    pub(crate) site: Site,
    pub(crate) answer: Option<Answer>,
    /// The one before it of its thread.
    before: Option<u32>,
}
