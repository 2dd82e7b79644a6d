//! The prefix as far as it is known: conditions and events.
//!
//! A *component* is a thread, a synchronisation object, or, of a memory location, the view that one
//! thread has of it: a read touches the view of its thread, a write all of them, so that reads of
//! different threads are independent. A *condition* is what a component comes to by an event that
//! touches it. An event consumes a condition of each component that it touches, and makes the next
//! one. So an event is told by what it consumes and, if it is a choice, by what is chosen.
//!
//! Two conditions are *concurrent* if some execution comes to both at once. What is concurrent with
//! the conditions of a new event is concurrent with all that it consumes (J. Esparza, S. Römer: *An
//! Unfolding Algorithm for Synchronous Products of Transition Systems*, CONCUR 1999).

use super::exclusions::Exclusions;
use super::row::Row;
use crate::drive::locations::Content;
use crate::drive::touching::Since;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::ops::Range;
use std::rc::Rc;
use threadbare_op::{Addr, Op, Question, Site};

/// Number of a condition, in the order in which they were made.
pub(super) type ConditionId = u32;
/// Number of an event, in an order in which causes come before effects.
pub(super) type EventId = u32;
/// In [`Is::Holds`]: the event itself.
pub(super) const SELF: EventId = EventId::MAX;
/// The beginning: no event. It makes the first condition of each component.
pub(super) const BEGINNING: EventId = 0;

/// A component.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Component {
    /// A thread.
    Thread(u32),
    /// The synchronisation object at an address.
    Object(Addr),
    /// What a thread sees of a memory location: its address and size, the thread.
    View(Addr, u8, u32),
}

/// What a thread needs to perform its next operation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Needs {
    /// A synchronisation object,
    Object(Addr),
    /// a location of this size,
    Memory(Addr, u8),
    /// the end of a thread.
    End(u32),
}

impl Needs {
    fn of(op: &Op) -> Option<Self> {
        match op {
            Op::Join { thread } => Some(Self::End(thread.0)),
            Op::Sync { object, .. } => Some(Self::Object(*object)),
            op => op.loc().map(|loc| Self::Memory(loc.addr, loc.size)),
        }
    }
}

/// Where a thread stands.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Stand {
    pub(super) op: Op,
    pub(super) site: Site,
    /// What the location or object holds that the operation touches, if no event before has touched
    /// that.
    pub(super) untouched: Content,
    /// What the thread has touched plainly since its last event.
    pub(super) touched: Since,
}

/// What a component has come to.
#[derive(Clone, Debug)]
pub(super) enum Is {
    /// Of a thread.
    Stand(Rc<Stand>),
    /// Of an object or a view: what it holds, and which event has written that. Of the beginning
    /// the content is not known here (see [`Stand::untouched`]).
    Holds(Content, EventId),
}

/// See the module.
#[derive(Debug)]
pub(super) struct Condition {
    /// Its component's number.
    pub(super) component: u32,
    pub(super) producer: EventId,
    pub(super) is: Is,
    /// The conditions that are concurrent with it.
    pub(super) concurrent: Row,
}

/// The conditions that an event consumes, that of its thread first.
pub(super) type Preset = SmallVec<[ConditionId; 4]>;

/// See the module.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Name {
    pub(super) consumes: Preset,
    pub(super) choice: Option<u32>,
}

/// See the module.
#[derive(Debug)]
pub(super) struct Event {
    pub(super) thread: u32,
    pub(super) name: Name,
    pub(super) makes: Range<ConditionId>,
    /// Which one of its thread it is, the first one 1.
    pub(super) own: u32,
    /// The one before it of its thread, and one that is further back ([`super::front`]).
    pub(super) before: EventId,
    pub(super) back: EventId,
    /// In [`Net::places`], where the threads stand after it and what comes before it.
    places: Range<u32>,
    /// Nothing after it is explored.
    pub(super) is_cut: bool,
}

/// See the module.
#[derive(Debug, Default)]
pub(super) struct Net {
    pub(super) events: Vec<Event>,
    pub(super) conditions: Vec<Condition>,
    /// By event, one after the other ([`super::front`]).
    places: Vec<ConditionId>,
    /// By number.
    pub(super) components: Vec<Component>,
    /// By component: the conditions that something may come after.
    live: Vec<Row>,
    /// The views among them, by component and by the write that they show.
    showing: FxHashMap<(u32, EventId), SmallVec<[ConditionId; 2]>>,
    /// Where threads stand that something may come after, by what they need there.
    standing: FxHashMap<Needs, Row>,
    numbers: FxHashMap<Component, u32>,
    /// Of the events that come after the newest one.
    names: FxHashSet<Name>,
    /// Where threads stand: most come to the same places again and again.
    stands: FxHashSet<Rc<Stand>>,
    exclusions: Exclusions,
    /// For [`Self::past`]: the search in which an event was met last.
    met: Vec<u32>,
    searches: u32,
}

impl Net {
    /// With nothing but the beginning, and where main stands then.
    pub(super) fn new(main: Stand) -> Self {
        let mut net = Self::default();
        let name = Name { consumes: Preset::new(), choice: None };
        net.places.push(0);
        net.events.push(Event {
            thread: 0,
            name,
            makes: 0..1,
            own: 0,
            before: BEGINNING,
            back: BEGINNING,
            places: 0..1,
            is_cut: false,
        });
        net.push(Component::Thread(0), (BEGINNING, false), Is::Stand(Rc::new(main)), Row::default());
        net
    }

    /// The number of a component that is known.
    pub(super) fn number(&self, component: Component) -> Option<u32> {
        self.numbers.get(&component).copied()
    }

    pub(super) fn component_of(&self, condition: ConditionId) -> Component {
        self.components[self.conditions[condition as usize].component as usize]
    }

    /// Where the thread stands of which this is a condition.
    pub(super) fn stand(&self, condition: ConditionId) -> Option<&Stand> {
        match &self.conditions[condition as usize].is {
            Is::Stand(stand) => Some(stand),
            Is::Holds(..) => None,
        }
    }

    /// The last write of the location of which this is a view.
    pub(super) fn written_by(&self, condition: ConditionId) -> EventId {
        match self.conditions[condition as usize].is {
            Is::Holds(_, write) => write,
            Is::Stand(_) => BEGINNING,
        }
    }

    /// What the object or view holds of which this is a condition, if that is known here.
    pub(super) fn content(&self, condition: ConditionId) -> Option<Content> {
        let Condition { producer, is, .. } = &self.conditions[condition as usize];
        match is {
            Is::Holds(content, _) if *producer != BEGINNING => Some(*content),
            _ => None,
        }
    }

    /// The conditions of a component that something may come after.
    pub(super) fn live(&self, component: Component) -> Option<&Row> {
        self.number(component).map(|number| &self.live[number as usize])
    }

    /// Those of them that are in a row, in order.
    pub(super) fn live_in(&self, row: &Row, component: Component) -> Vec<ConditionId> {
        self.live(component).map_or_else(Vec::new, |live| row.common(live).collect())
    }

    /// Those of them that are concurrent with this condition.
    pub(super) fn beside(&self, condition: ConditionId, component: Component) -> Vec<ConditionId> {
        self.live_in(self.concurrent(condition), component)
    }

    /// The views of a location by a thread that show this write, and that something may come after.
    pub(super) fn showing(&self, view: Component, write: EventId) -> &[ConditionId] {
        let number = self.number(view);
        number.and_then(|number| self.showing.get(&(number, write))).map_or(&[], SmallVec::as_slice)
    }

    pub(super) fn concurrent(&self, condition: ConditionId) -> &Row {
        &self.conditions[condition as usize].concurrent
    }

    /// Those of them that are concurrent with this condition, and that an event has made or that
    /// show a write of which it has made a view.
    pub(super) fn beside_by(&self, at: ConditionId, component: Component, by: EventId) -> Vec<ConditionId> {
        let row = self.concurrent(at);
        let made = self.events[by as usize].makes.clone();
        let is_one = |new: &ConditionId| self.component_of(*new) == component;
        let mut all: Vec<ConditionId> = made.clone().filter(is_one).collect();
        if let Component::View(addr, size, _) = component {
            let is_view = |new: &ConditionId| matches!(self.component_of(*new), Component::View(a, s, _) if (a, s) == (addr, size));
            if let Some(view) = made.clone().find(is_view) {
                all.extend_from_slice(self.showing(component, self.written_by(view)));
            }
        }
        all.retain(|one| row.has(*one));
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Makes an object's or a view's first condition, unless it is there. Nobody has touched that,
    /// so everything is concurrent with it.
    pub(super) fn begin(&mut self, component: Component) {
        if self.numbers.contains_key(&component) {
            return;
        }
        let new = self.conditions.len() as ConditionId;
        let mut all = Row::default();
        for (number, condition) in (0..).zip(&mut self.conditions) {
            condition.concurrent.insert(new);
            all.insert(number);
        }
        self.push(component, (BEGINNING, false), Is::Holds(Content::default(), BEGINNING), all);
    }

    /// Events are noted that consume what the newest event has made.
    pub(super) fn begin_to_note(&mut self) {
        self.names.clear();
    }

    /// Whether the event of this name is new; from now on it is not.
    pub(super) fn note(&mut self, name: &Name) -> bool {
        self.names.insert(name.clone())
    }

    /// The same place where a thread stands, once for all that stand there.
    pub(super) fn shared(&mut self, stand: Stand) -> Rc<Stand> {
        if let Some(known) = self.stands.get(&stand) {
            return known.clone();
        }
        let new = Rc::new(stand);
        self.stands.insert(new.clone());
        new
    }

    /// Adds an event with what the components that it touches come to.
    pub(super) fn add(
        &mut self,
        (thread, name, answer): (u32, Name, Option<(Question, u32)>),
        makes: Vec<(Component, Is)>,
        is_cut: bool,
    ) -> EventId {
        let event = self.events.len() as EventId;
        let first = self.conditions.len() as ConditionId;
        let end = first + makes.len() as ConditionId;
        let mut consumed = name.consumes.iter();
        let start = consumed.next().map_or(Row::default(), |one| self.concurrent(*one).clone());
        let mut common = consumed.fold(start, |row, one| row.intersection(self.concurrent(*one)));
        let excluded = answer.and_then(|answer| self.exclusions.ask(&self.events, &name, answer));
        if let Some(excluded) = excluded {
            common = common.without(excluded);
        }
        self.exclusions.add(event, &name.consumes, &(first..end));
        let mut made = Row::default();
        (first..end).for_each(|new| made.insert(new));
        for other in common.iter() {
            let other = &mut self.conditions[other as usize];
            // See [`Self::close`].
            if !self.events[other.producer as usize].is_cut {
                other.concurrent.insert_all(&made);
            }
        }
        for (new, (component, mut is)) in (first..).zip(makes) {
            if let Is::Holds(_, write @ SELF) = &mut is {
                *write = event;
            }
            let mut row = common.clone();
            if end - first > 1 {
                row.insert_all(&made);
                row.remove(new);
            }
            self.push(component, (event, is_cut), is, row);
        }
        let mut places = self.places(&name.consumes);
        let before = self.last_event((thread, name.consumes[0]));
        let (own, back) = (1 + self.events[before as usize].own, self.back_from(before));
        for new in first..end {
            if let Component::Thread(stands) = self.component_of(new) {
                places.resize(places.len().max(stands as usize + 1), 0);
                places[stands as usize] = new;
            }
        }
        let start = self.places.len() as u32;
        self.places.extend_from_slice(&places);
        let places = start..self.places.len() as u32;
        self.events.push(Event { thread, name, makes: first..end, own, before, back, places, is_cut });
        event
    }

    /// Where the threads stand after an event and what comes before it.
    pub(super) fn places_after(&self, event: EventId) -> &[ConditionId] {
        let Range { start, end } = self.events[event as usize].places;
        &self.places[start as usize..end as usize]
    }

    /// Nothing will come after an event that was cut, and all that was concurrent with it so far
    /// was looked at: what is concurrent with it from now on says so itself.
    pub(super) fn close(&mut self, event: EventId) {
        for made in self.events[event as usize].makes.clone() {
            self.conditions[made as usize].concurrent = Row::default();
        }
    }

    /// Where threads stand, beside this place, that need something there; in order.
    pub(super) fn in_need(&self, beside: ConditionId, needs: &[Needs]) -> Vec<ConditionId> {
        let row = self.concurrent(beside);
        let standing = needs.iter().filter_map(|needs| self.standing.get(needs));
        let mut all: Vec<ConditionId> = standing.flat_map(|standing| row.common(standing)).collect();
        all.sort_unstable();
        all
    }

    fn push(&mut self, component: Component, (producer, is_cut): (EventId, bool), is: Is, concurrent: Row) {
        let components = &mut self.components;
        let number = *self.numbers.entry(component).or_insert_with(|| {
            components.push(component);
            components.len() as u32 - 1
        });
        let new = self.conditions.len() as ConditionId;
        self.live.resize_with(self.components.len(), Row::default);
        if !is_cut {
            self.live[number as usize].insert(new);
            match is {
                Is::Stand(ref stand) => {
                    Needs::of(&stand.op).into_iter().for_each(|needs| {
                        self.standing.entry(needs).or_default().insert(new);
                    });
                }
                Is::Holds(_, write) if matches!(component, Component::View(..)) => {
                    self.showing.entry((number, write)).or_default().push(new);
                }
                Is::Holds(..) => {}
            }
        }
        self.conditions.push(Condition { component: number, producer, is, concurrent });
    }

    /// The events that have led to these conditions, in the order of their numbers.
    pub(super) fn past(&mut self, conditions: &[ConditionId]) -> Vec<EventId> {
        self.searches += 1;
        self.met.resize(self.events.len(), 0);
        let mut past = Vec::new();
        let mut left: Vec<ConditionId> = conditions.to_vec();
        while let Some(condition) = left.pop() {
            let event = self.conditions[condition as usize].producer;
            if event == BEGINNING || std::mem::replace(&mut self.met[event as usize], self.searches) == self.searches {
                continue;
            }
            past.push(event);
            left.extend_from_slice(&self.events[event as usize].name.consumes);
        }
        past.sort_unstable();
        past
    }

    /// Takes an event out of a configuration, and what comes after it there.
    pub(super) fn take_out(&self, events: &mut Vec<EventId>, event: EventId) {
        let mut out = FxHashSet::from_iter([event]);
        events.retain(|known| {
            let consumes = &self.events[*known as usize].name.consumes;
            let stays =
                *known != event && !consumes.iter().any(|one| out.contains(&self.conditions[*one as usize].producer));
            if !stays {
                out.insert(*known);
            }
            stays
        });
    }
}
