//! Searches over the events of a graph, for memory models whose orders are not kept as clocks:
//! which events can be reached from some others. Each visits an event at most once.

use super::event::Id;

/// The memory of searches over the events, kept from one to the next.
#[derive(Debug, Default)]
pub(crate) struct Visits {
    /// When each event was visited last.
    visits: Vec<u32>,
    /// The number of the search.
    visit: u32,
    work: Vec<Id>,
}

impl Visits {
    /// Begins a search over `events` events, none of which has been visited. End it with
    /// [`Self::end`].
    pub(crate) fn begin(&mut self, events: usize) -> Reached {
        self.visits.resize(events, 0);
        self.visit = self.visit.wrapping_add(1);
        if self.visit == 0 {
            self.visits.fill(0);
            self.visit = 1;
        }
        Reached { work: std::mem::take(&mut self.work), visits: std::mem::take(&mut self.visits), visit: self.visit }
    }

    /// Gives the memory of a search back.
    pub(crate) fn end(&mut self, mut search: Reached) {
        search.work.clear();
        self.work = search.work;
        self.visits = search.visits;
    }
}

/// The events that a search has reached.
pub(crate) struct Reached {
    work: Vec<Id>,
    visits: Vec<u32>,
    visit: u32,
}

impl Reached {
    /// Notes that an event was reached; [`Self::next`] gives each of them once.
    pub(crate) fn visit(&mut self, id: Id) {
        let at = &mut self.visits[id as usize];
        if *at != self.visit {
            *at = self.visit;
            self.work.push(id);
        }
    }

    /// An event whose successors were not looked at yet.
    pub(crate) fn next(&mut self) -> Option<Id> {
        self.work.pop()
    }
}
