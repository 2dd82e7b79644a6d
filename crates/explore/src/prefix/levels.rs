//! The search: events are added in the order of their sizes, those of one size at once.

use super::counts::Counts;
use super::deadlocks::PutOff;
use super::execution::{Execution, Not, last_stands};
use super::front::Front;
use super::livelock::{Own, Starved};
use super::net::{BEGINNING, Component, ConditionId, EventId, Is, Name, Net, SELF, Stand};
use super::order::{compare, lengths, words};
use super::races::Touches;
use super::touches::touches;
use super::{Fairness, Mistake, Prefix, PrefixSystem};
use crate::Sink;
use crate::drive::locations::Content;
use crate::drive::report::Report;
use crate::run::Event;
use crate::waits::ending::Ending;
use rustc_hash::FxHashSet;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use threadbare_op::{Answer, Coverage, FaultId, Loc, Mark, Op, Pending, Prints, Question, Site, ThreadId};

/// Up to so many threads have views of memory one by one, as they are met; then for twice as many.
const FEW: u32 = 8;
/// How many events are found between two looks at the clock.
const PAUSE: u64 = 256;
/// Configurations with no more events are looked at as a whole as well, with debug assertions.
const SMALL: usize = 64;
/// No longer execution is looked for to show what the program prints.
const LONGEST: usize = 1_000;

/// An event that is about to be added.
pub(super) struct Found {
    thread: u32,
    name: Name,
    answer: Option<(Question, u32)>,
    makes: Vec<(Component, Is)>,
    state: Prints,
    /// What comes before it.
    front: Front,
    is_cut: bool,
}

/// What is known beside the net, and grows with it.
#[derive(Default)]
pub(super) struct Grown {
    /// So many threads have views of memory.
    pub(super) threads: u32,
    /// By size, the events that can be added.
    queue: BTreeMap<usize, Vec<Name>>,
    /// The states that are known. (Of what size does not matter: smaller ones come first.)
    states: FxHashSet<u128>,
    /// What threads touch plainly.
    pub(super) touches: Touches,
    /// The memory locations that are accessed, by address, with their sizes.
    pub(super) locations: BTreeMap<u64, u8>,
    /// Where threads stand that go round a loop and wait.
    pub(super) rounds: FxHashSet<ConditionId>,
    /// Searches for deadlocks that are not decided.
    pub(super) put_off: PutOff,
    /// What threads do by themselves in loops.
    pub(super) own: Own,
    /// Some event has led to a state to which fewer events lead: else all executions end.
    pub(super) comes_back: bool,
    /// There are too many states to look for livelocks.
    pub(super) is_too_much: bool,
    /// Who starves.
    pub(super) starved: Vec<Starved>,
    /// Everything is known of the states that so many events reach.
    whole: usize,
}

impl Grown {
    fn new(threads: u32) -> Self {
        Self { threads, ..Self::default() }
    }
}

pub(super) struct Search<'a, S: PrefixSystem> {
    pub(super) report: Report<'a, S>,
    pub(super) execution: Execution<S>,
    pub(super) net: Net,
    pub(super) grown: Grown,
    /// There are more threads than have views of memory, or operations that order nothing: from the
    /// beginning, with views for so many.
    more: Option<u32>,
    /// There are operations that order nothing: who knows of what was touched is part of a state.
    is_silent: bool,
    /// Some event could not be performed as it was found, which only races explain.
    pub(super) is_lost: bool,
    /// Whether no thread can go on in some execution.
    pub(super) has_deadlock: bool,
    /// The abandoned waits that were told.
    pub(super) abandoned: FxHashSet<FaultId>,
    /// How often an event was found that can be added.
    proposed: u64,
    /// See [`Prefix::few`].
    pub(super) few: u32,
    /// What livelocks are looked for, and how.
    pub(super) livelocks: (Fairness, Option<Mistake>),
}

impl<'a, S: PrefixSystem> Search<'a, S> {
    pub(super) fn start(system: &'a mut S, sink: &'a mut dyn Sink, asked: &Prefix) -> Self {
        let main = system.start();
        system.remember();
        Self::begin(Report::new(system, sink), main, asked)
    }

    /// Of a system that was started: `main` stands there.
    pub(super) fn begin(report: Report<'a, S>, main: Pending<S::State>, asked: &Prefix) -> Self {
        let execution = Execution::begin(main, asked.near);
        let since = report.system.mark();
        let main = execution.stand(report.system, ThreadId::MAIN, since);
        Self {
            report,
            execution,
            net: Net::new(main),
            grown: Grown::new(1),
            more: None,
            is_silent: false,
            is_lost: false,
            has_deadlock: false,
            proposed: 0,
            few: asked.few,
            livelocks: (asked.fairness, asked.mistake),
            abandoned: FxHashSet::default(),
        }
    }

    pub(super) fn run(mut self) -> (Coverage, Counts) {
        if let Some(main) = self.execution.run.pending(ThreadId::MAIN) {
            self.report.begun(main.op, &mut || self.execution.run.schedule());
        }
        loop {
            self.levels();
            match self.more.take() {
                Some(more) => self.begin_again(more),
                None => break,
            }
        }
        self.run_to_an_end();
        if !self.has_deadlock && !self.report.is_over() {
            self.look_for_circles();
        }
        if !self.report.has_fault() && !self.is_lost && !self.report.is_over() {
            self.look_for_livelocks();
        }
        // A thread that was stopped has not done what it did before, either.
        self.report.tick();
        if self.is_lost && !self.report.is_over() {
            self.refuse(
                "an execution that depends on the order of plain accesses, with --explorer prefix",
                Site::UNKNOWN,
            );
        }
        let endless = self.waits_for_ever();
        let Grown { is_too_much: livelocks_left, whole, starved, .. } = self.grown;
        let counts = Counts { livelocks_left, starved, endless, whole: whole as u64, ..Counts::of(&self.net) };
        (self.report.finish(), counts)
    }

    pub(super) fn refuse(&mut self, what: &str, site: Site) {
        let what = self.report.system.refuse(what, site);
        self.report.unsupported(what);
    }

    /// From the beginning, with views for more threads.
    fn begin_again(&mut self, threads: u32) {
        self.go_to(&[]);
        self.execution.drop_others();
        let main = self.net.stand(0).cloned();
        if let Some(main) = main {
            self.net = Net::new(main);
        }
        self.grown = Grown::new(threads);
    }

    /// Performs what leads to these conditions; whether some input gives that.
    pub(super) fn come_to(&mut self, conditions: &[ConditionId]) -> bool {
        let front = self.net.front(&self.net.places(conditions));
        self.go_to(&front)
    }

    /// Performs the configuration in which these are the last events of the threads; whether some
    /// input gives that.
    pub(super) fn go_to(&mut self, front: &[EventId]) -> bool {
        let done = self.execution.seek(&mut self.report, &self.net, front);
        self.is_lost |= done == Err(Not::AsFound);
        done.is_ok()
    }

    /// One execution as it comes, if it comes to an end soon: what the program prints, and leaves
    /// behind.
    fn run_to_an_end(&mut self) {
        self.go_to(&[]);
        let mut backs = Vec::new();
        while backs.len() < LONGEST && !self.report.is_over() {
            let ready = self.execution.run.ready(self.report.system);
            let Some(&thread) = ready.first() else {
                let run = &self.execution.run;
                let end = run.ending(self.report.system);
                if end == Ending::Complete {
                    self.report.ended(end, &mut || run.schedule());
                }
                break;
            };
            let mut choices = self.execution.choices(self.report.system, thread);
            let done = choices.find_map(|choice| self.execution.step(&mut self.report, thread, choice).ok());
            let Some((_, back)) = done else { break };
            backs.push(back);
        }
        self.take_all_back(&mut backs);
    }

    fn levels(&mut self) {
        let last = last_stands(&self.net, &[0], &[]);
        let state = self.execution.fingerprints(self.report.system, &last, None);
        self.grown.states.insert(state.renamed);
        self.extend(BEGINNING);
        self.look_for_deadlocks(BEGINNING);
        while let Some((size, names)) = self.grown.queue.pop_first() {
            let mut level = Vec::new();
            for name in names {
                if self.report.is_over() || self.more.is_some() {
                    return;
                }
                level.extend(self.perform(name, size));
            }
            self.cut(&mut level);
            for Found { thread, name, answer, makes, state, is_cut, .. } in level {
                let event = self.net.add((thread, name, answer), makes, is_cut);
                if is_cut {
                    self.report.cut();
                }
                self.look_for_races(event);
                if is_cut {
                    self.look_for_rounds(event);
                    self.net.close(event);
                } else {
                    self.grown.states.insert(state.renamed);
                    // First, so that the objects for which threads wait have conditions.
                    self.extend(event);
                    self.look_for_deadlocks(event);
                }
                if self.report.is_over() {
                    return;
                }
            }
            self.decide_when_grown();
            if self.grown.put_off.is_empty() && !self.is_lost && !self.report.is_over() {
                self.grown.whole = size;
            }
        }
        self.decide_deadlocks();
    }

    /// Of those that come to one state, the least is gone on from, if no smaller one comes there.
    /// (Among those of one size names of objects do not count: the order goes by addresses.)
    fn cut(&mut self, level: &mut [Found]) {
        let mut groups: BTreeMap<u128, Vec<usize>> = BTreeMap::new();
        for (place, found) in level.iter_mut().enumerate() {
            found.is_cut = self.grown.states.contains(&found.state.renamed);
            self.grown.comes_back |= found.is_cut;
            if !found.is_cut {
                groups.entry(found.state.exact).or_default().push(place);
            }
        }
        for group in groups.values().filter(|group| group.len() > 1) {
            let least = group.iter().copied().min_by(|one, other| self.order(&level[*one], &level[*other]));
            group.iter().for_each(|place| level[*place].is_cut = Some(*place) != least);
        }
    }

    /// Which of two of the same size is less. Mostly the threads' words, the first ones, have other
    /// lengths. What both have comes first in all words, and makes no difference.
    fn order(&self, one: &Found, other: &Found) -> Ordering {
        let words_of = |found: &Found, but: &[EventId]| {
            words(&self.net, &self.net.beyond(&found.front, but), (found.thread, &found.name))
        };
        let by_length = lengths(&self.net, &one.name).cmp(&lengths(&self.net, &other.name));
        let order = by_length.then_with(|| compare(&words_of(one, &other.front), &words_of(other, &one.front)));
        debug_assert!(
            self.net.size(&one.front) > SMALL || order == compare(&words_of(one, &[]), &words_of(other, &[])),
            "the words of all events say something else"
        );
        order
    }

    /// An event that can be added, if it is new.
    pub(super) fn propose(&mut self, name: Name) {
        self.proposed += 1;
        if self.proposed.is_multiple_of(PAUSE) {
            self.report.tick();
        }
        if self.net.note(&name) {
            let front = self.net.front(&self.net.places(&name.consumes));
            let size = self.net.size(&front) + 1;
            debug_assert!(size > SMALL || self.net.past(&name.consumes) == self.net.beyond(&front, &[]));
            self.grown.queue.entry(size).or_default().push(name);
        }
    }

    /// What an event comes to.
    fn perform(&mut self, name: Name, size: usize) -> Option<Found> {
        let Component::Thread(thread) = self.net.component_of(*name.consumes.first()?) else { return None };
        let places = self.net.places(&name.consumes);
        let front = self.net.front(&places);
        if !self.go_to(&front) {
            return None;
        }
        let since = self.report.system.mark();
        let done = self.execution.perform(&mut self.report, ThreadId(thread), name.choice);
        self.is_lost |= matches!(done, Err(Not::AsFound));
        let (event, back) = done.ok()?;
        self.report.performed(size);
        // With input, or much memory, an event can take long.
        self.report.tick();
        if let Some(child) = event.began
            && child.0 >= self.grown.threads
        {
            let enough = child.0 + 1;
            self.more = Some(if enough <= FEW { enough } else { enough.next_power_of_two() });
        }
        let answer = self.execution.run.answers.last().filter(|_| back.asked);
        self.note_own(&event);
        if is_silent(&event) && !self.is_silent && self.livelocks.1 != Some(Mistake::NobodyKnows) {
            self.is_silent = true;
            self.more = self.more.or(Some(self.grown.threads));
        }
        let mut makes = vec![self.stand(thread, since)];
        makes.extend(event.began.map(|child| self.stand(child.0, since)));
        if let Op::Join { thread: ended } = event.before.op {
            // Where it stands does not change. What it did happens before what the other one does
            // now.
            let stand = name.consumes.get(1).and_then(|end| self.net.stand(*end));
            let stand = stand.map(|stand| Stand { touched: Box::default(), ..stand.clone() });
            let stand = stand.map(|stand| Is::Stand(self.net.shared(stand)));
            makes.extend(stand.map(|stand| (Component::Thread(ended.0), stand)));
        }
        self.hold(&event, &name, &mut makes);
        let op = &event.before.op;
        let touches = self.is_silent.then(|| touches(&self.net, &front, &places, (thread, op, &name, &makes)));
        let last = last_stands(&self.net, &places, &makes);
        let state = self.execution.fingerprints(self.report.system, &last, touches);
        self.execution.take_back(&mut self.report, back);
        Some(Found { thread, name, answer, makes, state, front, is_cut: false })
    }

    fn stand(&mut self, thread: u32, since: Mark) -> (Component, Is) {
        let stand: Stand = self.execution.stand(self.report.system, ThreadId(thread), since);
        (Component::Thread(thread), Is::Stand(self.net.shared(stand)))
    }

    /// What the object or the views hold that an event has touched.
    fn hold(&mut self, event: &Event<S::State>, name: &Name, makes: &mut Vec<(Component, Is)>) {
        let memory = &self.execution.run.memory;
        match event.before.op {
            Op::Sync { object, .. } => {
                let content = Content::of_state(memory.state(self.report.system, object));
                makes.push((Component::Object(object), Is::Holds(content, SELF)));
            }
            op => {
                let Some(loc) = op.loc() else { return };
                let content = memory.content(self.report.system, loc);
                makes.extend(self.views(event, (&op, name), loc, content));
            }
        }
    }

    /// An access leaves its thread's view as it was, if it only reads.
    fn views(
        &self,
        event: &Event<S::State>,
        (op, name): (&Op, &Name),
        loc: Loc,
        content: Content,
    ) -> Vec<(Component, Is)> {
        let writes = event.written.is_some() || matches!(op, Op::Store { .. } | Op::Rmw { .. });
        let view = |thread| Component::View(loc.addr, loc.size, thread);
        if writes {
            return (0..self.grown.threads).map(|thread| (view(thread), Is::Holds(content, SELF))).collect();
        }
        let write = name.consumes.get(1).map_or(BEGINNING, |seen| self.net.written_by(*seen));
        vec![(view(event.thread.0), Is::Holds(content, write))]
    }
}

/// Whether an event orders nothing.
pub(super) fn is_silent<St>(event: &Event<St>) -> bool {
    let (Op::Sync { op, .. }, Some(Answer::Result(result))) = (event.before.op, event.answer) else { return false };
    op.orders_nothing(result)
}
