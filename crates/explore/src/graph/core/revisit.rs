//! Revisits: a new write becomes the source of a read that was added before it (Algorithm 2, lines
//! 14-17), with TruSt's maximality test ([`Search::is_maximal`]).
//!
//! The revisit of r by a deletes D, the events added after r that are not porf-before a. It is made
//! only if every event e of D, and r itself, is *maximal* (TruSt, ISMAXIMAL). Let Previous(e) be
//! the events added no later than e together with those porf-before a; let e' be e for a write and
//! rf(e) for a read. Then no read of Previous(e) reads from e, e' is in Previous(e), and no
//! co-successor of e' is in Previous(e).
//!
//! Here that is tested on what is known of an event: it is not pinned (deviation 3 in the header of
//! `graph`); it was co-maximal when it was added; if it was itself revisited, its source is
//! porf-before a; and no co-successor of e' is porf-before a. The trail is scanned backwards, and
//! the scan stops at the first event that fails, since an older read would have to delete that
//! event, too. An answer about the input is maximal if it is *canonical*: see [`super::input`].

use super::consistency::Model;
use super::event::{Clock, Id, Kind, NONE, initial_of};
use super::hooks::Hooks;
use super::place::Effect;
use super::search::Search;
use super::stack::{Base, Choice, Frame, Made};
use super::step::Step;
use super::system::GraphSystem;
use smallvec::SmallVec;
use threadbare_op::{Mark, Op, Question, Segment};

/// An event that a revisit took out, and what it was before the revisit changed it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kept {
    id: Id,
    co_prev: Id,
    mark: Mark,
    segment: Segment,
    pinned: bool,
}

/// What a revisit took out: the entries of `removed` from `first` on, which stood in the trail from
/// `position` on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Saved {
    position: usize,
    first: usize,
    /// The log after the last.
    to: Mark,
    /// Number of events then.
    events: usize,
}

/// The revisits that are to be made, and what those made have taken out.
#[derive(Debug, Default)]
pub(super) struct Revisits {
    /// Reads to be revisited, of all frames; a stack.
    pub(super) queue: Vec<Id>,
    /// What revisits have removed; a stack, with the entries of all of them in `removed`.
    pub(super) saved: Vec<Saved>,
    removed: Vec<Kept>,
}

impl<S: GraphSystem, M: Model, H: Hooks<S, M, W>, const W: usize> Search<'_, S, M, H, W> {
    /// Opens a frame for the revisits that [`Self::find_revisits`] finds, if there are any.
    pub(crate) fn queue_revisits(&mut self, thread: u32, loc: u32, from: Id, porf: &Clock<W>) {
        let queue = self.revisits.queue.len();
        self.find_revisits(loc, from, porf, None);
        self.open_revisits(thread, from, queue);
    }

    /// Queues the reads of `loc` that a thread's next write, with `porf` before it, revisits.
    /// `from` is the write that it reads, if it is a read-modify-write; `own` is what the input must
    /// answer for it to write.
    pub(crate) fn find_revisits(&mut self, loc: u32, from: Id, porf: &Clock<W>, own: Option<(Question, u32)>) {
        let Some(oldest) = self.oldest_candidate(loc, porf) else { return };
        let rival = if from == NONE { None } else { self.graph.update_of(from) };
        let rival = rival.map_or(u32::MAX, |id| self.graph.event(id).position);
        let oldest = H::oldest_revisit(self, oldest, porf);
        let asks = !self.graph.answers.is_empty();
        let mut doubtful = SmallVec::<[Id; 8]>::new();
        for at in (oldest as usize..self.graph.trail.len()).rev() {
            let id = self.graph.trail[at];
            if self.graph.in_clock(porf, id) {
                continue;
            }
            if !self.is_maximal(id, porf) {
                break;
            }
            if asks && (self.graph.is_answer(id) || self.graph.swap(id).is_some()) {
                if !self.may_be_canonical(id, porf, own) {
                    break;
                }
                doubtful.push(id);
            }
            let event = self.graph.event(id);
            // The read-modify-write that reads the same write must be the one revisited, or be
            // deleted.
            let atomic = from == NONE || rival == u32::MAX || rival >= event.position;
            if event.kind.reads() && event.loc == loc && atomic && H::may_revisit(self, id, porf) {
                if asks && !self.are_canonical(&mut doubtful, porf, own) {
                    break;
                }
                self.revisits.queue.push(id);
            }
        }
    }

    /// The place in the trail of the oldest read of `loc` that is not in `porf`.
    fn oldest_candidate(&self, loc: u32, porf: &Clock<W>) -> Option<u32> {
        let mut oldest = None;
        for (last, &known) in self.graph.locations[loc].last_read.iter().zip(porf) {
            let mut read = *last;
            while read != NONE {
                let event = self.graph.event(read);
                if event.count <= known {
                    break;
                }
                oldest = Some(oldest.map_or(event.position, |o: u32| o.min(event.position)));
                read = event.read_before;
            }
        }
        oldest
    }

    fn is_maximal(&self, id: Id, porf: &Clock<W>) -> bool {
        let event = self.graph.event(id);
        if event.pinned || !event.comax {
            return false;
        }
        match event.kind {
            Kind::Choice(value) => value == 0,
            Kind::Load => self.source_stays(id, porf) && !self.overwritten(event.rf, porf),
            Kind::Update => self.source_stays(id, porf) && !self.overwritten(id, porf),
            Kind::Store => !self.overwritten(id, porf),
            // Whether an answer is canonical is asked apart.
            Kind::Answer { .. } | Kind::Fence | Kind::Spawn(_) | Kind::Join(_) | Kind::Wait => true,
        }
    }

    fn source_stays(&self, read: Id, porf: &Clock<W>) -> bool {
        let event = self.graph.event(read);
        !event.revisited || self.graph.in_clock(porf, event.rf)
    }

    /// Whether a co-successor of `write` is in `porf`, given that the event that wrote or read it
    /// was co-maximal when it was added: then all of them are newer than that event, so that the
    /// scan has passed them already. The next one, if it is not in `porf`, was found to have no
    /// co-successor there, so looking at it alone is enough.
    fn overwritten(&self, write: Id, porf: &Clock<W>) -> bool {
        let next = self.graph.co_next(write);
        next != NONE && self.graph.in_clock(porf, next)
    }

    /// Opens a frame for the revisits in the queue from `queue` on, if there are any.
    pub(super) fn open_revisits(&mut self, thread: u32, from: Id, queue: usize) {
        if self.revisits.queue.len() > queue {
            self.push(Choice::Revisits { thread, from, queue, made: Made::NotYet });
        }
    }

    /// Makes the next revisit of a frame, if there is one left.
    pub(super) fn next_revisit(&mut self, base: Base, thread: u32, from: Id, queue: usize, made: Made) -> Step {
        if made == Made::Newest {
            let wanted = if self.revisits.queue.len() > queue { base.trail } else { self.wanted_below() };
            self.restore(wanted);
        } else {
            self.rewind(&base);
        }
        if self.revisits.queue.len() == queue {
            return Step::GoBack;
        }
        let Some(read) = self.revisits.queue.pop() else { return Step::GoBack };
        self.open(base, Choice::Revisits { thread, from, queue, made: Made::Newest });
        self.remove(thread, from, read);
        self.place_first(thread, from, read)
    }

    /// How much of the trail the next frame will need.
    fn wanted_below(&self) -> usize {
        match self.stack.frames.last() {
            None => 0,
            Some(Frame { choice: Choice::Revisits { made: Made::Newest, .. }, .. }) => {
                self.revisits.saved.iter().rev().nth(1).map_or(0, |saved| saved.position)
            }
            Some(frame) => frame.base.trail,
        }
    }

    /// Takes the trail apart from `read` on, and puts the events back that are porf-before the
    /// write.
    fn remove(&mut self, thread: u32, from: Id, read: Id) {
        let porf = self.graph.porf_reading(thread, from);
        let position = self.graph.event(read).position as usize;
        let first = self.revisits.removed.len();
        let saved = Saved { position, first, to: self.system.mark(), events: self.graph.events.len() };
        while self.graph.trail.len() > position {
            let id = self.unlink();
            let event = self.graph.event(id);
            self.system.unapply(event.segment);
            self.revisits.removed.push(Kept {
                id,
                co_prev: event.co_prev,
                mark: event.mark,
                segment: event.segment,
                pinned: event.pinned,
            });
        }
        self.revisits.removed[first..].reverse();
        for at in first..self.revisits.removed.len() {
            let kept = self.revisits.removed[at];
            if self.graph.in_clock(&porf, kept.id) {
                self.keep(&kept, position, &porf);
            }
        }
        self.revisits.saved.push(saved);
    }

    fn keep(&mut self, kept: &Kept, position: usize, porf: &Clock<W>) {
        let is_linked = |this: &Self, id: Id| {
            initial_of(id).is_some()
                || (this.graph.event(id).position as usize) < position
                || this.graph.in_clock(porf, id)
        };
        // The nearest co-predecessor among the events that stay: those removed still know theirs.
        let mut before = kept.co_prev;
        if self.graph.event(kept.id).kind.writes() {
            while !is_linked(self, before) {
                before = self.graph.co_prev(before);
            }
        }
        let mark = self.system.mark();
        let segment = self.system.apply_again(kept.segment);
        let event = &mut self.graph.events[kept.id as usize];
        event.mark = mark;
        event.segment = segment;
        event.pinned = true;
        event.co_prev = before;
        let start = self.start_of(kept.id);
        self.link(kept.id, start);
    }

    /// Takes all revisits back, so that the log of the system is as if none had been made.
    pub(crate) fn take_back_all(&mut self) {
        while !self.revisits.saved.is_empty() {
            let wanted = self.revisits.saved.iter().rev().nth(1).map_or(0, |saved| saved.position);
            self.restore(wanted);
        }
    }

    /// Takes the newest revisit back, and as much of what it removed as the next choice needs.
    fn restore(&mut self, wanted: usize) {
        let Some(saved) = self.revisits.saved.pop() else { return };
        self.rewind(&Base { trail: saved.position, events: saved.events, mark: saved.to });
        let entries = self.revisits.removed.len() - saved.first;
        let back = wanted.saturating_sub(saved.position).min(entries);
        for at in 0..entries {
            let kept = self.revisits.removed[saved.first + at];
            let event = &mut self.graph.events[kept.id as usize];
            event.co_prev = kept.co_prev;
            event.mark = kept.mark;
            event.segment = kept.segment;
            event.pinned = kept.pinned;
            if at < back {
                let start = self.start_of(kept.id);
                self.link(kept.id, start);
                self.system.reinstate(kept.segment);
            }
        }
        let to = if back < entries { self.revisits.removed[saved.first + back].mark } else { saved.to };
        self.system.forget(to);
        self.revisits.removed.truncate(saved.first);
    }

    /// Adds the write in its first place, and the read again.
    fn place_first(&mut self, thread: u32, from: Id, read: Id) -> Step {
        if from == NONE {
            let tail = self.graph.locations[self.graph.event(read).loc].tail;
            return self.place_after(thread, tail, read);
        }
        if !self.can_read(thread, from, read) {
            return Step::GoBack;
        }
        let effect = match self.effect(thread, from) {
            Effect::Write(effect) => effect,
            Effect::Asks(swap) => self.success(from, swap),
            Effect::Read | Effect::Blocked => return Step::GoBack,
        };
        let write = self.next_id();
        self.add_update(thread, from, effect, false).and_then(|| self.read_again(write, read))
    }

    /// Whether the read-modify-write of the thread can read `from`, and `read` the write that it
    /// makes.
    fn can_read(&mut self, thread: u32, from: Id, read: Id) -> bool {
        if self.graph.update_of(from).is_some() {
            return false;
        }
        let mut later = self.graph.co_next(from);
        while later != NONE {
            if self.is_before_either(later, thread, read) {
                return false;
            }
            later = self.graph.co_next(later);
        }
        true
    }

    /// Whether the thread's write must be placed after `write`, or `read` must read something after
    /// it.
    pub(crate) fn is_before_either(&mut self, write: Id, thread: u32, read: Id) -> bool {
        self.graph.close_sc();
        let reader = self.graph.event(read).thread;
        M::is_before(&self.graph, write, thread) || M::is_before(&self.graph, write, reader)
    }

    fn place_after(&mut self, thread: u32, after: Id, read: Id) -> Step {
        if !self.is_before_either(after, thread, read) {
            let base = self.base();
            self.open(base, Choice::Place { thread, after, read });
        }
        let write = self.next_id();
        self.add_store(thread, after).and_then(|| self.read_again(write, read))
    }

    /// The next place of the store before `after`.
    pub(crate) fn place_before(&mut self, thread: u32, after: Id, read: Id) -> Step {
        let mut at = after;
        while !self.is_before_either(at, thread, read) {
            let is_update = self.graph.event(at).kind == Kind::Update;
            at = self.graph.co_prev(at);
            if !is_update {
                return self.place_after(thread, at, read);
            }
        }
        Step::GoBack
    }

    pub(crate) fn next_id(&self) -> Id {
        u32::try_from(self.graph.events.len()).unwrap_or(NONE)
    }

    /// Adds `read` once more, reading from `write`, unless it is not enabled then.
    fn read_again(&mut self, write: Id, read: Id) -> Step {
        self.graph.events[write as usize].pinned = true;
        self.hooks.pinned(&self.graph, write);
        if !H::admits(self, write) {
            return Step::GoBack;
        }
        let thread = self.graph.event(read).thread;
        if matches!(self.graph.pending(thread).op, Op::Load { .. }) {
            return H::read_revisited(self, thread, write);
        }
        match self.effect(thread, write) {
            Effect::Blocked => Step::GoOn,
            Effect::Read => H::read_revisited(self, thread, write),
            Effect::Asks(_) => self.swap(thread, write, true, 0),
            Effect::Write(effect) => {
                if H::is_in_vain(self, thread, write, effect) {
                    return H::read_revisited(self, thread, write);
                }
                let porf = self.graph.porf_reading(thread, write);
                self.queue_revisits(thread, self.graph.location_of(write), write, &porf);
                self.add_update(thread, write, effect, true)
            }
        }
    }
}
