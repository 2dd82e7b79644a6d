//! The execution at hand: a configuration, performed in an order in which causes come first, and
//! what it comes to.

use super::PrefixSystem;
use super::front::Front;
use super::net::{BEGINNING, Component, ConditionId, EventId, Is, Net, Stand};
use crate::drive::input::given_up;
use crate::drive::known::Backwards;
use crate::drive::locations::Content;
use crate::drive::report::Report;
use crate::drive::touching::touched_since;
use crate::run::{Back, Event, Run};
use crate::sc::Ready;
use smallvec::{SmallVec, smallvec};
use threadbare_op::{Mark, Op, Pending, Possible, Prints, Site, Stuck, System, ThreadId};

/// How many events are performed again between two looks at the clock.
const PAUSE: u32 = 1024;

/// So many executions there are at most at a time.
const EXECUTIONS: usize = 4;

/// Why an operation, or a configuration, is not possible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Not {
    /// No input gives these answers (or the solver has given up, which was told).
    ForAnyInput,
    /// A thread does not stand where it stood when the event was found.
    AsFound,
}

/// An event, and what takes it back.
type Performed<S> = (Event<<S as System>::State>, Back<<S as System>::State>);

/// The events that were performed, in their order.
struct Trail<S: System> {
    events: Vec<(EventId, Back<S::State>)>,
    /// The last one of each thread.
    front: Front,
    /// By thread, where its events stand here.
    places: Vec<Vec<u32>>,
}

pub(super) struct Execution<S: PrefixSystem> {
    pub(super) run: Run<S::State>,
    trail: Trail<S>,
    performed: u32,
    /// See [`super::Prefix::near`].
    near: usize,
    /// Others that are left where they are, the one used last at the end.
    others: Vec<Other<S>>,
}

/// An execution, and the system that is there.
struct Other<S: PrefixSystem> {
    system: S,
    run: Run<S::State>,
    trail: Trail<S>,
}

impl<S: System> Trail<S> {
    fn new() -> Self {
        Self { events: Vec::new(), front: Front::new(), places: Vec::new() }
    }

    /// How many of the events, from the beginning, are wanted.
    fn common(&self, net: &Net, wanted: &[EventId]) -> usize {
        let wanted = net.in_common(&self.front, wanted);
        let unwanted = self.places.iter().zip(wanted).filter_map(|(places, wanted)| places.get(wanted as usize));
        unwanted.min().map_or(self.events.len(), |place| *place as usize)
    }

    fn push(&mut self, net: &Net, event: EventId, back: Back<S::State>) {
        let thread = net.events[event as usize].thread as usize;
        let threads = self.front.len().max(thread + 1);
        self.front.resize(threads, BEGINNING);
        self.places.resize_with(threads, Vec::new);
        self.front[thread] = event;
        self.places[thread].push(self.events.len() as u32);
        self.events.push((event, back));
    }

    fn pop(&mut self, net: &Net) -> Option<Back<S::State>> {
        let (event, back) = self.events.pop()?;
        let event = &net.events[event as usize];
        self.front[event.thread as usize] = event.before;
        self.places[event.thread as usize].pop();
        Some(back)
    }
}

impl<S: PrefixSystem> Execution<S> {
    /// Of a system that was started: `main` stands there.
    pub(super) fn begin(main: Pending<S::State>, near: usize) -> Self {
        Self { run: Run::begin(main), trail: Trail::new(), performed: 0, near, others: Vec::new() }
    }

    /// Of the net begun anew no event was performed.
    pub(super) fn drop_others(&mut self) {
        self.others.clear();
    }

    /// Goes on with the execution to which so many wanted events are nearest. If they are near to
    /// none, with a new one, or the one that was not used for longest.
    fn turn_to_nearest(&mut self, system: &mut S, net: &Net, wanted: &[EventId]) {
        let events = net.size(wanted);
        let away = |trail: &Trail<S>| trail.events.len() + events - 2 * trail.common(net, wanted);
        let is_near = |away: &usize| *away <= self.near + events / 8;
        if is_near(&away(&self.trail)) {
            return;
        }
        let all = (0..).zip(&self.others).map(|(at, other)| (away(&other.trail), at));
        let nearest = all.min().filter(|(away, _)| is_near(away));
        let other = match nearest {
            Some((_, at)) => self.others.remove(at),
            None if self.others.len() + 1 == EXECUTIONS => self.others.remove(0),
            None => match system.twin() {
                Some((system, main)) => Other { system, run: Run::begin(main), trail: Trail::new() },
                None => return,
            },
        };
        let Other { system: mut twin, run, trail } = other;
        system.take_turns(&mut twin);
        let (run, trail) = (std::mem::replace(&mut self.run, run), std::mem::replace(&mut self.trail, trail));
        self.others.push(Other { system: twin, run, trail });
    }

    /// Performs the configuration in which these are the last events of the threads. What was
    /// performed last stays as far as it is a part of that, in whatever order: events that do not
    /// depend on each other may come in any, and most configurations differ in a few events, which
    /// may have low numbers.
    ///
    /// # Errors
    /// They are not all possible: why. A fault that comes between is told.
    pub(super) fn seek(&mut self, report: &mut Report<'_, S>, net: &Net, wanted: &[EventId]) -> Result<(), Not> {
        self.turn_to_nearest(report.system, net, wanted);
        let common = self.trail.common(net, wanted);
        while self.trail.events.len() > common {
            if let Some(back) = self.trail.pop(net) {
                self.run.undo(report.system, back);
            }
        }
        net.beyond(wanted, &self.trail.front).iter().try_for_each(|event| {
            self.performed += 1;
            if self.performed.is_multiple_of(PAUSE) {
                report.tick();
            }
            let found = &net.events[*event as usize];
            let (_, back) = self.perform(report, ThreadId(found.thread), found.name.choice)?;
            self.trail.push(net, *event, back);
            Ok(())
        })
    }

    /// Performs the next operation of a thread, and tells what is wrong then.
    ///
    /// # Errors
    /// It is not possible: why.
    pub(super) fn perform(
        &mut self,
        report: &mut Report<'_, S>,
        thread: ThreadId,
        choice: Option<u32>,
    ) -> Result<Performed<S>, Not> {
        let (event, back) = self.step(report, thread, choice)?;
        for thread in std::iter::once(thread).chain(event.began) {
            if let Some(pending) = self.run.pending(thread) {
                if matches!(pending.op, Op::Stuck(Stuck::Fault(_))) {
                    report.tick();
                }
                report.begun(pending.op, &mut || self.run.schedule());
            }
        }
        Ok((event, back))
    }

    /// The same, telling nothing of what is wrong.
    ///
    /// # Errors
    /// It is not possible: why.
    pub(super) fn step(
        &mut self,
        report: &mut Report<'_, S>,
        thread: ThreadId,
        choice: Option<u32>,
    ) -> Result<Performed<S>, Not> {
        let before = *self.run.pending(thread).ok_or(Not::AsFound)?;
        let open = self.run.open(report.system, &before.op);
        let fits = open.map_or(choice.is_none(), |open| open.has(choice));
        if !fits || self.run.memory.ready(report.system, thread, &before.op) != Ready::Yes {
            return Err(Not::AsFound);
        }
        let (event, back) = self.run.step(report.system, thread, before, choice);
        if back.asked {
            let possible = self.run.answers.are_possible(report.system);
            if possible != Possible::Yes {
                self.run.undo(report.system, back);
                if possible == Possible::Unknown {
                    let what = given_up(report.system, before.site);
                    report.unsupported(what);
                }
                return Err(Not::ForAnyInput);
            }
        }
        Ok((event, back))
    }

    /// What can be said to the next operation of a thread, whether some input gives that or not.
    pub(super) fn choices(
        &self,
        system: &mut S,
        thread: ThreadId,
    ) -> impl DoubleEndedIterator<Item = Option<u32>> + use<S> {
        let open = self.run.pending(thread).and_then(|at| self.run.open(system, &at.op));
        let all: SmallVec<[Option<u32>; 2]> = open.map_or_else(|| smallvec![None], |open| open.all().collect());
        all.into_iter()
    }

    /// Takes back what [`Self::perform`] has done last.
    pub(super) fn take_back(&mut self, report: &mut Report<'_, S>, back: Back<S::State>) {
        self.run.undo(report.system, back);
    }

    /// Where a thread stands now that has run on since `since`.
    pub(super) fn stand(&self, system: &mut S, thread: ThreadId, since: Mark) -> Stand {
        let (op, site) = self.run.pending(thread).map_or((Op::Spawn, Site::UNKNOWN), |p| (p.op, p.site));
        let untouched = match op {
            Op::Sync { object, .. } => Content::of_state(self.run.memory.state(system, object)),
            _ => op.loc().map_or(Content::default(), |loc| self.run.memory.content(system, loc)),
        };
        Stand { op, site, untouched, touched: touched_since(system, since) }
    }

    /// Fingerprints of the state. `last` says where the threads stand, by thread, and `touches`
    /// what they have touched before, where that belongs to the state.
    pub(super) fn fingerprints(
        &self,
        system: &mut S,
        last: &[Option<&Stand>],
        touches: Option<Vec<Backwards<'_>>>,
    ) -> Prints {
        let touched = (0..).map(ThreadId).zip(last);
        let touched: Vec<_> = touched.filter_map(|(thread, stand)| Some((thread, &*stand.as_ref()?.touched))).collect();
        match touches {
            Some(touches) => self.run.fingerprints_knowing(system, &touched, touches),
            None => self.run.fingerprints(system, &touched),
        }
    }
}

/// Where the threads stand that stood in these places, and have then come there.
pub(super) fn last_stands<'a>(
    net: &'a Net,
    places: &[ConditionId],
    then: &'a [(Component, Is)],
) -> Vec<Option<&'a Stand>> {
    let has_begun = |(thread, place): (usize, &ConditionId)| (thread == 0 || *place != 0).then_some(*place);
    let mut last: Vec<Option<&Stand>> =
        places.iter().enumerate().map(|place| has_begun(place).and_then(|place| net.stand(place))).collect();
    for (component, is) in then {
        if let (Component::Thread(thread), Is::Stand(stand)) = (component, is) {
            let thread = *thread as usize;
            last.resize(last.len().max(thread + 1), None);
            last[thread] = Some(&**stand);
        }
    }
    last
}
