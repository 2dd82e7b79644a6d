//! What stands around the search: [`Hooks`], answered by the filters and by what writes schedules.

use super::core::consistency::Model;
use super::core::event::{Clock, Id, Kind};
use super::core::execution::Execution;
use super::core::hooks::{Hooks, Told, Turn};
use super::core::place::Write;
use super::core::stack::{Choice, Stack};
use super::core::step::Step;
use super::filters::spin::{Noise, is_quiet};
use super::filters::{Filtered, Filters};
use crate::graph::core::system::GraphSystem;
use crate::waits::ending::Ending;
use threadbare_op::{FaultId, Mark, Op, ThreadId};

impl<S: GraphSystem, M: Model, const W: usize> Hooks<S, M, W> for Filters<W> {
    #[inline]
    fn linked(&mut self, graph: &mut Execution<S::State, M, W>, id: Id) {
        if let Kind::Spawn(child) = graph.event(id).kind {
            self.meet(graph, id, child);
        }
        if self.bound.rounds.is_some() {
            self.link_round(graph, id);
        }
    }

    #[inline]
    fn unlinked(&mut self, graph: &Execution<S::State, M, W>, id: Id) {
        self.symmetry.shorten(graph.trail.len());
        if let Some(rounds) = &mut self.bound.rounds {
            rounds.unlink();
        }
        if let Kind::Spawn(child) = graph.event(id).kind {
            self.symmetry.end(child);
        }
    }

    fn pinned(&mut self, graph: &Execution<S::State, M, W>, id: Id) {
        self.symmetry.shorten(graph.event(id).position as usize);
        if let Some(rounds) = &mut self.bound.rounds {
            rounds.pin(id);
        }
    }

    #[inline]
    fn truncated(&mut self, events: usize) {
        self.waits.truncate(events);
        self.symmetry.truncate(events);
    }

    #[inline]
    fn moved(&mut self, stack: &Stack) {
        self.part.moved(stack);
    }

    fn next(search: &mut Filtered<'_, S, M, W>) -> Option<(u32, Turn)> {
        if search.hooks.bound.rounds.is_some() {
            return search.next_within().map(|thread| (thread, Turn::Due));
        }
        search.next_waits_last()
    }

    #[inline]
    fn admits(search: &mut Filtered<'_, S, M, W>, id: Id) -> bool {
        search.is_admitted() && (search.hooks.symmetry.is_empty() || search.may_represent(id))
    }

    fn oldest_revisit(search: &Filtered<'_, S, M, W>, oldest: u32, porf: &Clock<W>) -> u32 {
        search.oldest_not_barred(oldest, porf)
    }

    #[inline]
    fn may_revisit(search: &Filtered<'_, S, M, W>, read: Id, porf: &Clock<W>) -> bool {
        !search.is_barred_for(read, porf) && !search.is_confirming(read)
    }

    fn may_resume(&self, stack: &Stack) -> bool {
        !self.part.is_beyond(stack)
    }

    #[inline]
    fn is_counted(&self) -> bool {
        self.part.is_mine()
    }

    /// Also tells of the faults that are certain to be within the bound only now.
    fn is_execution(search: &mut Filtered<'_, S, M, W>) -> bool {
        let is_execution = search.is_representative() && !search.is_dead_end() && search.is_within();
        if is_execution {
            search.report_at_end();
        }
        is_execution
    }

    fn load_tail(search: &mut Filtered<'_, S, M, W>, thread: u32, tail: Id, turn: Turn, earlier: Choice) -> Step {
        search.load_tail(thread, tail, turn, earlier)
    }

    fn update_tail(search: &mut Filtered<'_, S, M, W>, thread: u32, tail: Id, turn: Turn) -> Step {
        search.update_tail(thread, tail, turn)
    }

    fn read_revisited(search: &mut Filtered<'_, S, M, W>, thread: u32, write: Id) -> Step {
        search.read_revisited(thread, write)
    }

    fn source(search: &mut Filtered<'_, S, M, W>, thread: u32, from: Id) -> Option<Id> {
        search.past_waits(thread, from)
    }

    #[inline]
    fn may_read(search: &Filtered<'_, S, M, W>, thread: u32, from: Id) -> bool {
        !search.is_barred(thread, from)
    }

    fn is_in_vain(search: &mut Filtered<'_, S, M, W>, thread: u32, from: Id, write: Write) -> bool {
        search.is_in_vain(thread, from, write)
    }

    fn keeps_stale(search: &Filtered<'_, S, M, W>, thread: u32) -> bool {
        !search.is_stale_wait(thread)
    }

    fn waits(search: &mut Filtered<'_, S, M, W>, op: &Op, in_vain: bool, since: Mark) {
        let is_quiet = is_quiet(search.system, op, in_vain, since);
        search.hooks.waits.newest = if is_quiet { Noise::Quiet } else { Noise::Loud };
    }

    #[inline]
    fn obscure(search: &mut Filtered<'_, S, M, W>, id: Id, clock: &Clock<W>) -> Option<Clock<W>> {
        search.obscured(id, clock)
    }

    fn begins(search: &mut Filtered<'_, S, M, W>, spawn: Id, parent: S::State, clock: &mut Clock<W>) -> Told {
        search.begin_in_group(spawn, parent, clock)
    }

    fn has_begun(search: &mut Filtered<'_, S, M, W>, spawn: Id) {
        search.has_begun_in_group(spawn);
    }

    #[inline]
    fn went_on(search: &mut Filtered<'_, S, M, W>, id: Id) {
        search.must_join_whole_groups(id);
        search.note_round(id);
    }

    #[inline]
    fn is_beyond(&self, graph: &Execution<S::State, M, W>, thread: u32) -> bool {
        self.bound.is_over(graph, thread)
    }

    fn fault(search: &mut Filtered<'_, S, M, W>, fault: FaultId, thread: Option<u32>, told: Told) {
        search.tell_fault(fault, thread, told);
    }

    fn end(search: &mut Filtered<'_, S, M, W>, end: Ending) {
        search.tell_end(end);
    }
}

impl<const W: usize> Filters<W> {
    /// The event `spawn` has brought a thread into the graph.
    fn meet<T: Copy, M: Model>(&mut self, graph: &Execution<T, M, W>, spawn: Id, child: u32) {
        let parent = graph.event(spawn).thread;
        if let Some(rounds) = &mut self.bound.rounds {
            rounds.meet(ThreadId(parent), graph.lane(parent).spawned - 1, ThreadId(child));
        }
        self.symmetry.begin(graph, spawn, child);
    }

    /// Apart, since most explorations have no bound and the way there should be short.
    #[inline(never)]
    fn link_round<T: Copy, M: Model>(&mut self, graph: &mut Execution<T, M, W>, id: Id) {
        if let Some(rounds) = &mut self.bound.rounds {
            rounds.link(graph, id);
        }
    }
}
