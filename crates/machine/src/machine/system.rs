//! How explorers drive the machine.

use super::{Machine, State};
use crate::core::{Core, value_of};
use crate::domain::Domain;
use crate::interp::foresee::foresee;
use crate::options::{LeftOut, Options, Races};
use crate::thread::{Stage, Thread, frozen, own_of, place_of, spawn_of};
use threadbare_op::{
    AccessKind, Addr, Alike, Answer, At, Commute, Fault, FaultId, Foresight, Given, Initial, Inputs, Limit, Loc, Mark,
    Op, Pending, Possible, Question, RaceView, Remember, Reuse, Reuses, Revisit, RmwOp, Rules, Segment, Site, Stuck,
    Symmetric, SyncId, SyncOp, SyncTable, System, ThreadId, Touched, Word, Written,
};
use threadbare_program::{Inst, Pc};

impl<D: Domain> System for Machine<D> {
    type State = State;

    fn start(&mut self) -> Pending<State> {
        let at = At { thread: ThreadId::MAIN, epoch: At::FIRST_EPOCH, clock: &[] };
        self.core.memory.begin_segment(at);
        self.patch_consts(ThreadId::MAIN);
        self.core.memory.who.begin(self.code.first_slot);
        self.core.memory.domain.recall(0);
        self.take_arguments();
        self.live = Thread::default();
        self.live.stage = Stage::Constructors(0);
        let pending = self.run();
        self.core.memory.start_logging();
        pending
    }

    fn resume(&mut self, at: At<'_>, from: State, answer: Answer) -> Pending<State> {
        let answer = self.of_part(from, answer);
        if self.steps.on { self.resume_or_repeat(at, from, answer) } else { self.run_on(at, from, answer) }
    }

    fn begin(&mut self, at: At<'_>, from: State, child: ThreadId) -> Pending<State> {
        let (routine, argument) = spawn_of(&self.arena, from.0).unwrap_or_default();
        let started = self.start_place(from);
        self.live_state = State::NONE;
        self.core.memory.begin_segment(at);
        if child.0 >= self.core.memory.space.max_threads() {
            return self.dead(Stuck::Limit(Limit::Threads));
        }
        self.patch_consts(child);
        self.core.memory.who.begin(self.code.first_slot);
        self.inherit(child);
        self.core.memory.domain.recall(0);
        self.live = Thread::default();
        let argument = self.core.memory.value_of(argument);
        let pending = match self.running().begin(routine, argument, started) {
            Ok(()) => self.run(),
            Err(_halt) => match self.core.memory.faults.take_next() {
                crate::memory::Next::Op(Op::Stuck(why)) => self.dead(why),
                _ => self.dead(Stuck::Finished),
            },
        };
        self.plant(pending.state);
        pending
    }

    fn child(&mut self, parent: ThreadId, n: u32) -> ThreadId {
        let (thread, is_new) = self.numbers.number(parent, n);
        if is_new {
            self.make_thread(thread);
        }
        thread
    }

    fn initial(&mut self, loc: Loc) -> Initial {
        let unknown = Initial { value: Word::default(), defined: true };
        self.core.memory.visible_content(loc.addr, loc.size).unwrap_or(unknown)
    }

    fn initial_sync(&mut self, object: Addr) -> SyncId {
        self.core.memory.initial_sync(object)
    }

    fn effect(&mut self, op: &Op, found: Word) -> Written {
        self.core.memory.effect(op, found)
    }

    fn access(&mut self, at: At<'_>, op: &Op, site: Site, kind: AccessKind) -> Result<(), FaultId> {
        let Some(loc) = op.loc() else { return Ok(()) };
        self.core.memory.who.set(at);
        let mut written = match kind {
            AccessKind::Read => None,
            AccessKind::Write(value) => Some(value),
        };
        if loc.is_part() {
            written = written.map(|word| self.core.memory.word_of_part(word, loc.part.from, loc.part.size));
            let (op, addr) = (op.of_part(), loc.accessed().addr);
            return self.core.memory.keeping_counters(|memory| memory.visible_access(addr, &op, written, site));
        }
        self.core.memory.keeping_counters(|memory| memory.visible_access(loc.addr, op, written, site))
    }

    fn behind_misuse(&mut self, at: At<'_>, object: Addr, site: Site) -> Option<FaultId> {
        self.core.memory.who.set(at);
        self.core.memory.keeping_counters(|memory| memory.behind_misuse(object, site))
    }

    fn mark(&self) -> Mark {
        Mark { log: self.core.memory.log_length(), arena: self.arena.len() as u32 }
    }

    fn undo(&mut self, to: Mark) {
        self.core.memory.undo(to.log);
        self.forget_states(to.arena);
    }

    fn rehearse(&mut self, begins: bool) {
        self.core.memory.rehearse(begins);
    }

    fn rules(&self) -> Rules {
        let crate::Options { races, abandoned_is_fault, release_sequence, .. } = self.core.options;
        Rules {
            explores_plain: self.core.memory.explores(),
            reads_clocks: races != Races::Ignore,
            abandoned_is_fault,
            tells_circles: true,
            release_sequence,
        }
    }

    fn refuse(&mut self, what: &str, site: Site) -> u32 {
        self.core.memory.faults.add_unsupported(what.to_owned(), site)
    }

    fn note_limit(&mut self, limit: Limit, site: Site) {
        self.core.memory.faults.note_limit(limit, site);
    }

    fn note_overlap(&mut self, loc: Loc, other: Loc, site: Site) {
        self.core.memory.note_overlap(loc, other, site);
    }

    fn fault(&self, id: FaultId) -> &Fault {
        self.core.memory.faults.get(id)
    }

    fn add_fault(&mut self, fault: Fault) -> FaultId {
        self.core.memory.faults.add(fault)
    }

    fn sync(&mut self) -> &mut SyncTable {
        &mut self.sync
    }
}

impl<D: Domain> Revisit for Machine<D> {
    fn will_revisit(&mut self) {
        self.core.memory.revisits = true;
    }

    fn unapply(&mut self, segment: Segment) {
        self.core.memory.unapply(segment);
    }

    fn apply_again(&mut self, segment: Segment) -> Segment {
        self.core.memory.apply_again(segment)
    }

    fn reinstate(&mut self, segment: Segment) {
        self.core.memory.reinstate(segment);
    }

    fn forget(&mut self, to: Mark) {
        self.core.memory.forget(to.log);
        self.truncate_arena(to.arena);
    }
}

impl<D: Domain> Inputs for Machine<D> {
    fn has_input(&self) -> bool {
        D::HAS_INPUT
    }

    fn possible(&mut self, answers: &[(Question, u32)]) -> Possible {
        self.core.memory.domain.possible(answers)
    }

    fn input_for(&mut self, answers: &[(Question, u32)]) -> Option<Vec<Given>> {
        self.core.memory.domain.input_for(answers)
    }

    fn give(&mut self, input: &[Given]) {
        let mut input = input.to_vec();
        input.sort_by_key(|given| (given.thread, given.n));
        if D::HAS_INPUT {
            self.core.memory.domain.follow(&input);
        }
        self.core.options.given = Some(input.into());
        // What else is redundant may be in an execution that stood for every input.
        self.core.options.left_out = LeftOut::Same;
    }
}

impl<D: Domain> Foresight for Machine<D> {
    fn may_wait(&self, from: State) -> bool {
        self.wait_at(from).is_some()
    }

    fn waits(&mut self, thread: ThreadId, from: State, answer: Answer) -> Option<bool> {
        // Most loads are in no such loop.
        let wait = self.wait_at(from)?;
        self.patch_consts(thread);
        let answer = self.of_part(from, answer);
        let frozen = frozen(&self.arena, from.0)?;
        let value = value_of(&self.core.memory, answer);
        let domain = &mut self.core.memory.domain;
        let history = domain.history();
        domain.recall(own_of(&self.arena, from.0).history);
        let foreseen = foresee(domain, &self.code, &self.consts, &frozen, wait, value, &mut self.scratch);
        domain.recall(history);
        foreseen
    }

    fn confirms(&self, from: State) -> bool {
        self.confirms_last_read(from)
    }

    fn is_back(&self, then: State, now: State, effects: u32) -> bool {
        self.is_back_but_for(then, now, effects)
    }
}

impl<D: Domain> Symmetric for Machine<D> {
    fn same_start(&mut self, a: State, b: State) -> bool {
        let start = |state: State| spawn_of(&self.arena, state.0);
        self.core.options.symmetry && start(a).is_some() && start(a) == start(b) && self.core.memory.group_threads()
    }

    fn break_symmetry(&mut self) {
        self.core.memory.break_symmetry();
    }
}

impl<D: Domain> RaceView for Machine<D> {
    fn is_touched(&self, thread: ThreadId, op: &Op) -> bool {
        op.loc().is_some_and(|loc| self.core.memory.is_touched(thread, loc.addr, loc.size))
    }

    fn may_disturb(&self, since: Mark, op: &Op) -> bool {
        op.loc().is_some_and(|loc| self.core.memory.may_disturb(since.log, loc.addr, loc.size))
    }

    fn order_matters(&self, since: Mark) -> bool {
        self.core.memory.order_matters(since.log)
    }

    fn may_race(&self, since: Mark) -> bool {
        self.core.memory.may_race(since.log)
    }

    fn other_epoch(&self) -> u32 {
        self.core.memory.checks.other_epoch
    }
}

impl<D: Domain> Machine<D> {
    /// Whether the result of the read-modify-write at which a state stands may matter.
    fn is_result_used(&self, state: State) -> bool {
        let Some((function, pc)) = place_of(&self.arena, state.0) else { return true };
        let inst = self.code.program.functions[function as usize].code.get(pc as usize);
        !matches!(inst, Some(Inst::Rmw { .. }))
            || self.code.stops(function).is_none_or(|stops| stops.is_result_used(Pc(pc)))
    }
}

impl<D: Domain> Commute for Machine<D> {
    fn may_be_events(&self, op: SyncOp) -> bool {
        let Core { options, polls, .. } = &self.core;
        let is_mutex = matches!(op, SyncOp::MutexLock | SyncOp::SpinLock);
        is_mutex && options.races == Races::Report && !options.order_locks && polls.is_of_section(op)
    }

    fn footprint(&self, since: Mark, into: &mut Vec<Touched>) -> bool {
        self.core.memory.footprint(since.log, into)
    }

    fn alike(&self, at: &Pending<State>) -> Option<Alike> {
        let Options { races, order_updates, .. } = self.core.options;
        if races != Races::Report || order_updates {
            return None;
        }
        match at.op {
            // Those that change what is there, whatever it is: else waits would depend on the
            // order.
            // (Additions to parts do not carry.)
            Op::Rmw { loc, op: op @ (RmwOp::Add | RmwOp::Sub | RmwOp::Xor), operand, .. } if !loc.is_part() => {
                let by = value_of(&self.core.memory, Answer::Value(operand));
                let changes = self.core.memory.is_defined(by) && self.core.memory.bits(by) != 0;
                let alike = if op == RmwOp::Xor { Alike::Flips } else { Alike::Sum };
                (changes && !self.is_result_used(at.state)).then_some(alike)
            }
            Op::Sync { op: SyncOp::SemPost, .. } => Some(Alike::Post),
            Op::Sync { op: SyncOp::BarrierArrive { asks: false }, .. } => Some(Alike::Arrival),
            _ => None,
        }
    }

    fn keep_order(&mut self) {
        self.core.options.order_locks = true;
        self.core.options.order_updates = true;
    }
}

impl<D: Domain> Reuses for Machine<D> {
    fn judge_reuse(&mut self) {
        self.core.memory.judge_reuse();
    }

    fn suspects(&mut self) -> Vec<Reuse> {
        self.core.memory.take_suspects()
    }

    fn is_reuse(&mut self, reuse: &Reuse) {
        self.core.memory.faults.pass_limit(Limit::Reuse, reuse.site);
    }
}

impl<D: Domain> Remember for Machine<D> {
    fn joins_ahead(&self, from: Pending<State>, joins: impl FnMut(ThreadId) -> bool) -> Pending<State> {
        if self.steps.on && !self.core.memory.must_restart() { self.known_joins(from, joins) } else { from }
    }

    fn resume_again(&mut self, at: At<'_>, from: State, answer: Answer) -> Option<Pending<State>> {
        let answer = self.of_part(from, answer);
        if self.steps.on { self.resume_known(at, from, answer) } else { None }
    }

    fn remember(&mut self) {
        // What a thread has found out of the input is no part of what is remembered.
        if !D::HAS_INPUT {
            self.begin_to_remember();
        }
    }
}
