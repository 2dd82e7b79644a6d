//! Where threads can stand in a deadlock, as far as pairs of them go: support for the search of
//! [`super::deadlocks`].
//!
//! That conditions make one configuration is a matter of pairs: each two of them are concurrent. So
//! what is left to choose from is narrowed as in a network of binary constraints (A. Mackworth:
//! *Consistency in Networks of Relations*, Artificial Intelligence 1977, AC-1). A place of a thread
//! stays only if the thread waits there for something in a state that is left, if the holder of that
//! has a place that is left, and if each other thread that must stand somewhere has one, all of it
//! pairwise concurrent. No place of a deadlock is taken out.

use super::PrefixSystem;
use super::deadlocks::{Choice, Wanted};
use super::levels::Search;
use super::net::{Component, ConditionId, Net};
use super::row::Row;
use crate::drive::enabled::goes_on;
use crate::drive::locations::Content;
use crate::sc::holders;
use threadbare_op::{Addr, Op, Stuck, SyncOp};

/// What is left to choose from: by thread that is not chosen yet, where it can stand.
struct Left {
    places: Vec<(u32, Row)>,
    /// The threads that have begun, so that they must stand somewhere.
    begun: Vec<u32>,
}

impl Left {
    fn of(&self, thread: u32) -> Option<&Row> {
        self.places.iter().find(|(known, _)| *known == thread).map(|(_, places)| places)
    }

    fn take_out(&mut self, thread: u32, place: ConditionId) {
        self.places.iter_mut().filter(|(known, _)| *known == thread).for_each(|(_, places)| places.remove(place));
    }
}

impl<S: PrefixSystem> Search<'_, S> {
    /// Takes the places of threads that belong to no deadlock out of what is left to choose from;
    /// whether each thread that must stand somewhere can.
    pub(super) fn narrow(&mut self, choice: &mut Choice) -> bool {
        let mut left = self.left(choice);
        let mut out = Row::default();
        let mut goes_up = false;
        loop {
            let rows = left.places.iter().flat_map(|(thread, places)| places.iter().map(|place| (*thread, place)));
            let mut all: Vec<(u32, ConditionId)> = rows.collect();
            // What loses its support by one thread often is of the thread before.
            if goes_up {
                all.reverse();
            }
            goes_up = !goes_up;
            let before = all.len();
            all.retain(|(thread, place)| {
                let stays = self.has_support(choice, (*thread, *place), &left);
                if !stays {
                    left.take_out(*thread, *place);
                    out.insert(*place);
                }
                stays
            });
            if all.len() == before {
                break;
            }
        }
        choice.beside = choice.beside.without(&out);
        left.begun.iter().all(|thread| left.of(*thread).is_some_and(|places| places.iter().next().is_some()))
    }

    fn left(&mut self, choice: &Choice) -> Left {
        let begun = if choice.wanted == Wanted::All { self.begun(choice) } else { Vec::new() };
        let threads = self.net.components.iter().filter_map(|component| match component {
            Component::Thread(thread) if choice.is_open(*thread) => Some(*thread),
            _ => None,
        });
        let live = |thread| self.net.live(Component::Thread(thread));
        let row = |thread| live(thread).map_or_else(Row::default, |live| choice.beside.intersection(live));
        Left {
            places: threads.map(|thread| (thread, row(thread))).collect(),
            begun: begun.into_iter().filter(|thread| choice.is_open(*thread)).collect(),
        }
    }

    fn has_support(&mut self, choice: &Choice, (thread, at): (u32, ConditionId), left: &Left) -> bool {
        let row = self.net.concurrent(at);
        // Beside this place, and this state.
        let stands = |other: u32, state: &Row| {
            !choice.is_open(other) || left.of(other).is_some_and(|places| places.meets(row, state))
        };
        if !left.begun.iter().all(|other| *other == thread || stands(*other, row)) {
            return false;
        }
        let is_all = choice.wanted == Wanted::All;
        if is_all && self.grown.rounds.contains(&at) {
            return true;
        }
        let Some(stand) = self.net.stand(at) else { return false };
        let (object, op) = match stand.op {
            Op::Stuck(Stuck::Finished) => return true,
            Op::Stuck(Stuck::Spin { .. } | Stuck::ProgramExit) => return is_all,
            Op::Join { thread: other } => return stands(other.0, row),
            Op::Sync { object, op } => (object, op),
            _ => return false,
        };
        awaited((&self.net, self.report.system), choice, (thread, at), (object, op)).any(|awaited| {
            match awaited.holder {
                // (A chosen state is concurrent with all that is left.)
                Some(holder) => {
                    let beside = if awaited.is_chosen { row } else { self.net.concurrent(awaited.state) };
                    holder == thread || stands(holder, beside)
                }
                None => is_all,
            }
        })
    }
}

/// A state of an object in which a thread has to wait for it.
pub(super) struct Awaited {
    pub(super) state: ConditionId,
    /// It was chosen, as another thread waits for the object as well.
    pub(super) is_chosen: bool,
    pub(super) holder: Option<u32>,
}

/// The states that are left in which a thread has to wait that stands there before an operation on
/// an object.
pub(super) fn awaited<'a, S: PrefixSystem>(
    (net, system): (&'a Net, &'a mut S),
    choice: &'a Choice,
    (thread, at): (u32, ConditionId),
    (object, op): (Addr, SyncOp),
) -> impl Iterator<Item = Awaited> + 'a {
    let component = Component::Object(object);
    let chosen = choice.waits.iter().find(|state| net.component_of(**state) == component);
    let is_chosen = chosen.is_some();
    let left = || net.live_in(&choice.beside.intersection(net.concurrent(at)), component);
    let states = chosen.map_or_else(left, |state| vec![*state]);
    let untouched = net.stand(at).map_or(Content::default(), |stand| stand.untouched);
    states.into_iter().filter_map(move |state| {
        let content = net.content(state).unwrap_or(untouched);
        if goes_on(system, thread, op, content.value) {
            return None;
        }
        let holder = holders(system.sync().get(content.value.state())).first().map(|holder| holder.0);
        Some(Awaited { state, is_chosen, holder })
    })
}
