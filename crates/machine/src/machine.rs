//! [`Machine`]: the program, its memory, the live thread and the frozen ones.

mod remember;

use self::remember::Steps;
use crate::code::{ARGUMENTS_AT, Code, PROCESS_SIZE};
use crate::core::{Core, Order, value_of};
use crate::domain::{Concrete, Domain};
use crate::interp::Running;
use crate::interp::foresee::foresee;
use crate::layout;
use crate::memory::{Exposure, Kind, Memory, Sharing};
use crate::options::{LoadError, Options, Races};
use crate::record::Record;
use crate::thread::{Around, Extra, Live, Stage, calls_of, frozen, place_of};
use crate::value::Value;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use threadbare_op::{
    AccessKind, Addr, Answer, At, Fault, FaultId, Fork, Initial, Limit, Loc, Mark, Op, Pending, Segment, Site, Stuck,
    SyncId, SyncOp, SyncTable, System, ThreadId, ThreadNumbers,
};
use threadbare_program::{Const, Global, GlobalInit, Pc, Program};

/// A thread's frozen state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State(u32);

impl State {
    /// No state at all.
    const NONE: Self = Self(u32::MAX);
}

/// Memory that was never freed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Leak {
    /// What it is called.
    pub name: String,
    /// In bytes.
    pub size: u64,
    /// Where it was allocated.
    pub site: Site,
    /// By which thread.
    pub thread: ThreadId,
}

/// Runs a program. See [`System`] for how it is driven.
#[derive(Debug)]
pub struct Machine<D: Domain = Concrete> {
    code: Arc<Code>,
    consts: Vec<D::Value>,
    /// For which thread the constants hold the addresses of thread-local variables.
    consts_of: ThreadId,
    core: Core,
    live: Live<D>,
    /// The state that the live thread is, if none has been thawed or run since.
    live_state: State,
    arena: Vec<Value>,
    /// Registers to compute with that are no thread's.
    scratch: Vec<D::Value>,
    steps: Steps,
    numbers: ThreadNumbers,
    sync: SyncTable,
}

impl<D: Domain> Machine<D> {
    /// A machine for `program`, which is not running yet.
    ///
    /// # Errors
    /// The program has no `main`, or variables that do not fit, or is not in order ([`Program::verify`]).
    pub fn new(program: Arc<Program>, options: Options) -> Result<Self, LoadError> {
        // What verification promises is taken for granted everywhere.
        if let Err(errors) = program.verify() {
            let first = errors.first().map(ToString::to_string).unwrap_or_default();
            return Err(LoadError(format!("the program cannot be run: {first}")));
        }
        let code = Arc::new(Code::new(program, &options)?);
        Ok(Self::fresh(code, options, Sharing::default(), ThreadNumbers::default()))
    }

    fn fresh(code: Arc<Code>, options: Options, sharing: Sharing, numbers: ThreadNumbers) -> Self {
        let consts = code.program.consts.iter().map(|constant| D::lift(code.constant(constant))).collect();
        let mut memory = Memory::new(code.program.clone(), &options);
        memory.set_sharing(sharing);
        let core = Core {
            options,
            memory,
            journal: Vec::new(),
            journal_at: 0,
            spawn: (0, 0),
            sections: 0,
            order: Order::None,
        };
        let mut machine = Self {
            code,
            consts,
            consts_of: ThreadId(u32::MAX),
            core,
            live: Live::default(),
            live_state: State::NONE,
            arena: Vec::new(),
            scratch: Vec::new(),
            steps: Steps::default(),
            numbers,
            sync: SyncTable::new(),
        };
        machine.make_globals();
        machine.make_thread(ThreadId::MAIN);
        machine
    }

    /// The program.
    #[must_use]
    pub fn program(&self) -> &Program {
        &self.code.program
    }

    /// What is not supported, and where it was met.
    #[must_use]
    pub fn unsupported(&self, what: u32) -> (String, Site) {
        self.core.memory.faults.unsupported(what).cloned().unwrap_or_else(|| ("unknown".into(), Site::UNKNOWN))
    }

    /// The flags by which whoever runs it and the machine tell each other to stop.
    #[must_use]
    pub fn signals(&self) -> &crate::Signals {
        &self.core.options.signals
    }

    /// Where a limit was met, as far as it was in a thread.
    #[must_use]
    pub fn limit_sites(&self, limit: Limit) -> Vec<Site> {
        let met = self.core.memory.faults.limits().iter();
        met.filter(|(which, _)| *which == limit).map(|(_, site)| *site).collect()
    }

    /// A machine for the same program that has not been started and knows what this one has learnt of it
    /// ([`Self::take_restart`]): schedules of this one's executions are schedules of that one.
    #[must_use]
    pub fn another(&self, record: bool) -> Self {
        let options =
            Options { record, symmetry: false, signals: crate::Signals::default(), ..self.core.options.clone() };
        Self::fresh(self.code.clone(), options, self.core.memory.sharing(), ThreadNumbers::default())
    }

    /// A machine that watches out for data races in the same program, if this one does not (`--races ignore`).
    #[must_use]
    pub fn checking_races(&self) -> Option<Self> {
        let options = Options { races: Races::Report, signals: crate::Signals::default(), ..self.core.options.clone() };
        let ignores = self.core.options.races == Races::Ignore;
        ignores.then(|| Self::fresh(self.code.clone(), options, Sharing::default(), ThreadNumbers::default()))
    }

    /// The name of what a pointer points to, if this looks like one: into the first part of an object.
    #[must_use]
    pub fn pointee(&self, value: u64) -> Option<String> {
        let name = self.core.memory.full_name_of(value, 1);
        (layout::is_near_start(value) && !name.starts_with("0x")).then_some(name)
    }

    /// What was recorded since the last call.
    pub fn take_records(&mut self) -> Vec<Record> {
        self.core.memory.records.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// What the present execution has printed.
    #[must_use]
    pub fn output(&self) -> &[u8] {
        self.core.memory.output()
    }

    /// How `size` bytes at `addr` are called: `queue.head`, `node#3.next`, `T1:local`.
    #[must_use]
    pub fn name_of(&self, addr: Addr, size: u64) -> String {
        // Above the address of a synchronisation object is how often it was made anew.
        self.core.memory.full_name_of(layout::unmarked(addr), size)
    }

    /// The places at which a state is: the innermost first, then those of the calls that led there.
    #[must_use]
    pub fn call_stack(&self, state: State) -> Vec<Site> {
        let program = self.program();
        let calls = calls_of(&self.arena, state.0);
        calls.into_iter().map(|(function, pc)| program.site(threadbare_program::FuncId(function), Pc(pc))).collect()
    }

    /// The innermost place of a state that is in the user's program, not in the libraries.
    #[must_use]
    pub fn user_site(&self, state: State) -> Site {
        let program = self.program();
        let is_user = |site: &Site| {
            program.locate(*site).is_some_and(|(function, _)| !program.functions[function.index()].runtime)
        };
        self.call_stack(state).into_iter().find(is_user).unwrap_or(Site::UNKNOWN)
    }

    /// The memory that is allocated and not freed now.
    #[must_use]
    pub fn leaks(&self) -> Vec<Leak> {
        let memory = &self.core.memory;
        memory
            .live_heap()
            .into_iter()
            .map(|object| Leak {
                name: memory.name_of(object.addr, object.size),
                size: object.size,
                site: object.site,
                thread: ThreadId(layout::thread_of(object.addr)),
            })
            .collect()
    }

    /// Whether the exploration has learnt something that makes it worthless (`--races explore`). If so, the machine is now
    /// as new, but for what was learnt, and is to be explored again from the start.
    pub fn take_restart(&mut self) -> bool {
        if !self.core.memory.must_restart() {
            return false;
        }
        let sharing = self.core.memory.take_sharing();
        let (code, options) = (self.code.clone(), self.core.options.clone());
        options.signals.restart.store(false, std::sync::atomic::Ordering::Relaxed);
        *self = Self::fresh(code, options, sharing, ThreadNumbers::default());
        true
    }

    fn make_globals(&mut self) {
        let code = self.code.clone();
        for (global, &addr) in code.program.globals.iter().zip(&code.globals) {
            if !global.thread_local {
                self.make_global(global, addr);
            }
        }
        let process = Code::process_address();
        let memory = &mut self.core.memory;
        memory.place(process, PROCESS_SIZE, Kind::Hidden, Site::UNKNOWN, true);
        // The program's name, and a vector of it.
        let name = process + ARGUMENTS_AT + 24;
        memory.initialise(process + ARGUMENTS_AT, 8, Value::new(name));
        memory.initialise(name, 8, Value::new(u64::from_le_bytes(*b"program\0")));
    }

    fn make_global(&mut self, global: &Global, addr: Addr) {
        let index = self.code.program.globals.iter().position(|g| std::ptr::eq(g, global)).unwrap_or(0);
        let id = threadbare_program::GlobalId(index as u32);
        let kind = match (global.external, global.thread_local, global.constant) {
            (true, ..) => Kind::External(id),
            (_, true, _) => Kind::Local(id),
            (_, _, true) => Kind::Constant(id),
            _ => Kind::Global(id),
        };
        let memory = &mut self.core.memory;
        memory.place(addr, global.size, kind, Site::UNKNOWN, true);
        for part in &global.init {
            match part {
                GlobalInit::Bytes(offset, bytes) => {
                    for (at, &byte) in bytes.iter().enumerate() {
                        memory.initialise(addr + offset + at as u64, 1, Value::new(u64::from(byte)));
                    }
                }
                GlobalInit::Address(offset, constant) => {
                    let value = match constant {
                        Const::Undef => Value::uninit(8),
                        constant => self.code.constant(constant),
                    };
                    memory.initialise(addr + offset, 8, value);
                }
                GlobalInit::Undef(offset, length) => {
                    for at in 0..*length {
                        memory.initialise(addr + offset + at, 1, Value::uninit(1));
                    }
                }
            }
        }
    }

    /// What a thread has from its beginning: hidden words, `errno`, thread-local variables. All but the first end with it
    /// ([`Running::next_stage`]).
    fn make_thread(&mut self, thread: ThreadId) {
        if thread.0 >= layout::MAX_THREADS {
            return;
        }
        let memory = &mut self.core.memory;
        memory.make_handle(thread);
        let hidden = layout::address(thread.0, layout::HIDDEN_SLOT);
        memory.place(hidden, layout::HIDDEN_SIZE, Kind::Hidden, Site::UNKNOWN, true);
        memory.place(layout::errno_address(thread), 4, Kind::Errno, Site::UNKNOWN, true);
        let code = self.code.clone();
        for local in 0..code.local_slots.len() {
            let global = &code.program.globals[code.local_slots[local].0.index()];
            self.make_global(global, code.local_address(thread, local as u32));
        }
    }

    /// Puts the running thread's addresses of thread-local variables into the constants.
    fn patch_consts(&mut self, thread: ThreadId) {
        if self.consts_of == thread || self.code.thread_local.is_empty() {
            return;
        }
        self.consts_of = thread;
        for &(at, local, offset) in &self.code.thread_local {
            let addr = self.code.local_address(thread, local);
            let addr = self.code.in_global(self.code.local_slots[local as usize].0, addr, offset);
            self.consts[at] = D::lift(Value::new(addr));
        }
    }

    /// Makes `state` the live thread.
    fn enliven(&mut self, state: State) {
        if self.live_state == state {
            return;
        }
        let extra = self.live.thaw(&self.arena, state.0, &mut self.core.journal);
        self.live_state = state;
        self.core.memory.who.next_slot = extra.next_slot;
        self.core.memory.who.effects = extra.effects;
        self.core.memory.who.fresh = extra.fresh;
        self.core.memory.who.readings = extra.readings;
        self.core.memory.who.exposure = extra.exposure;
        self.core.sections = extra.sections;
        self.core.spawn = extra.spawn;
    }

    fn running(&mut self) -> Running<'_, D> {
        Running {
            code: &self.code,
            consts: &self.consts,
            live: &mut self.live,
            core: &mut self.core,
            arena: &self.arena,
            steps: 0,
            next_look: 0,
            watch: None,
        }
    }

    /// Tells a thread the answer, and runs it to its next operation.
    fn run_on(&mut self, at: At<'_>, from: State, answer: Answer) -> Pending<State> {
        self.enliven(from);
        self.live_state = State::NONE;
        self.core.memory.begin_segment(at);
        self.patch_consts(at.thread);
        if let Answer::Thread(_) = answer {
            self.core.memory.note_spawn();
        }
        match self.answer(value_of(answer)) {
            Some(op) => self.freeze(op),
            None => self.run(),
        }
    }

    /// Runs the live thread to its next operation, and freezes it there.
    fn run(&mut self) -> Pending<State> {
        self.core.memory.set_bulk(false);
        let mut op = self.running().run();
        if self.code.sections && self.core.sections == 0 && op.loc().is_some() {
            match self.live.around {
                // The access comes again once the lock of atomic sections is held.
                Around::Nothing => {
                    self.live.around = Around::Locking;
                    op = section(SyncOp::MutexLock);
                    self.core.aside(op);
                }
                _ => self.live.around = Around::Inside,
            }
        }
        self.freeze(op)
    }

    fn freeze(&mut self, op: Op) -> Pending<State> {
        let goes_on = self.core.options.goes_on;
        if goes_on {
            self.core.memory.expose_operation(&op);
        }
        let who = &self.core.memory.who;
        let extra = Extra {
            next_slot: who.next_slot,
            effects: who.effects,
            fresh: who.fresh,
            readings: who.readings,
            // Nothing else depends on it.
            exposure: if goes_on { who.exposure } else { Exposure::default() },
            sections: self.core.sections,
            spawn: self.core.spawn,
        };
        let state = State(self.live.freeze(&mut self.arena, &self.core.journal, extra));
        self.live_state = state;
        Pending { state, op, site: self.core.memory.who.site }
    }

    /// Hands the live thread its answer; `Some` if it is to perform another operation before it goes on.
    fn answer(&mut self, answer: Value) -> Option<Op> {
        match self.live.around {
            Around::Nothing => return self.running().deliver(answer),
            Around::Locking => {}
            Around::Inside => {
                self.live.around = Around::Unlocking(answer);
                let op = section(SyncOp::MutexUnlock);
                self.core.aside(op);
                return Some(op);
            }
            Around::Unlocking(kept) => {
                self.live.around = Around::Nothing;
                return self.running().deliver(kept);
            }
        }
        None
    }

    /// A thread that cannot even begin.
    fn dead(&mut self, why: Stuck) -> Pending<State> {
        self.live_state = State::NONE;
        self.live = Live::default();
        self.live.stage = Stage::ThreadEnd(Site::UNKNOWN);
        self.core.journal.clear();
        self.freeze(Op::Stuck(why))
    }

    fn truncate_arena(&mut self, length: u32) {
        self.arena.truncate(length as usize);
        if self.live_state.0 >= length {
            self.live_state = State::NONE;
        }
    }
}

/// An operation on the lock of atomic sections.
fn section(op: SyncOp) -> Op {
    Op::Sync { object: Code::process_address() + crate::code::SECTION_AT, op }
}

impl<D: Domain> System for Machine<D> {
    type State = State;

    fn start(&mut self) -> Pending<State> {
        let at = At { thread: ThreadId::MAIN, epoch: 2, clock: &[] };
        self.core.memory.begin_segment(at);
        self.patch_consts(ThreadId::MAIN);
        self.core.memory.who.begin(self.code.first_slot);
        self.live = Live::default();
        self.live.stage = Stage::Constructors(0);
        let pending = self.run();
        self.core.memory.start_logging();
        pending
    }

    fn resume(&mut self, at: At<'_>, from: State, answer: Answer) -> Pending<State> {
        if self.steps.on { self.resume_or_repeat(at, from, answer) } else { self.run_on(at, from, answer) }
    }

    fn joins_ahead(&self, from: Pending<State>, joins: impl FnMut(ThreadId) -> bool) -> Pending<State> {
        if self.steps.on && !self.core.memory.must_restart() { self.known_joins(from, joins) } else { from }
    }

    fn resume_again(&mut self, at: At<'_>, from: State, answer: Answer) -> Option<Pending<State>> {
        if self.steps.on { self.resume_known(at, from, answer) } else { None }
    }

    fn remember(&mut self) {
        self.begin_to_remember();
    }

    fn may_wait(&self, from: State) -> bool {
        place_of(&self.arena, from.0)
            .is_some_and(|(function, pc)| self.code.shapes[function as usize].spins.is_wait(pc))
    }

    fn waits(&mut self, thread: ThreadId, from: State, answer: Answer) -> Option<bool> {
        // Most loads are in no such loop.
        if !self.may_wait(from) {
            return None;
        }
        self.patch_consts(thread);
        let frozen = frozen(&self.arena, from.0)?;
        foresee::<D>(&self.code, &self.consts, &frozen, value_of(answer), &mut self.scratch)
    }

    fn begin(&mut self, at: At<'_>, from: State, child: ThreadId) -> Pending<State> {
        let spawn = self.arena.get(from.0 as usize + 1).copied().unwrap_or(Value::ZERO);
        self.live_state = State::NONE;
        self.core.memory.begin_segment(at);
        if child.0 >= layout::MAX_THREADS {
            return self.dead(Stuck::Limit(Limit::Threads));
        }
        self.patch_consts(child);
        self.core.memory.who.begin(self.code.first_slot);
        self.live = Live::default();
        self.core.journal.clear();
        let argument = Value::new(spawn.undef);
        let pending = match self.running().begin(spawn.bits, argument, Site::UNKNOWN) {
            Ok(()) => self.run(),
            Err(_halt) => match self.core.memory.faults.take_next() {
                crate::memory::Next::Op(Op::Stuck(why)) => self.dead(why),
                _ => self.dead(Stuck::Finished),
            },
        };
        self.plant(pending.state);
        pending
    }

    fn same_start(&mut self, a: State, b: State) -> bool {
        let start = |state: State| self.arena.get(state.0 as usize + 1).map(|start| (start.bits, start.undef));
        self.core.options.symmetry && start(a).is_some() && start(a) == start(b) && self.core.memory.group_threads()
    }

    fn break_symmetry(&mut self) {
        self.core.memory.break_symmetry();
    }

    fn child(&mut self, parent: ThreadId, n: u32) -> ThreadId {
        let (thread, is_new) = self.numbers.number(parent, n);
        if is_new {
            self.make_thread(thread);
        }
        thread
    }

    fn initial(&mut self, loc: Loc) -> Initial {
        match self.core.memory.content(loc.addr, loc.size) {
            Some(value) if value.undef == 0 => Initial { value: value.bits, defined: true },
            Some(_) => Initial { value: 0, defined: false },
            None => Initial { value: 0, defined: true },
        }
    }

    fn initial_sync(&mut self, object: Addr) -> SyncId {
        self.core.memory.initial_sync(object)
    }

    fn access(&mut self, at: At<'_>, op: &Op, site: Site, kind: AccessKind) -> Result<(), FaultId> {
        let Some(loc) = op.loc() else { return Ok(()) };
        self.core.memory.who.set(at);
        let written = match kind {
            AccessKind::Read => None,
            AccessKind::Write(value) => Some(value),
        };
        self.core.memory.keeping_counters(|memory| memory.visible_access(loc.addr, op, written, site))
    }

    fn behind_misuse(&mut self, at: At<'_>, object: Addr, site: Site) -> Option<FaultId> {
        self.core.memory.who.set(at);
        self.core.memory.keeping_counters(|memory| memory.behind_misuse(object, site))
    }

    fn is_touched(&self, thread: ThreadId, op: &Op) -> bool {
        op.loc().is_some_and(|loc| self.core.memory.is_touched(thread, loc.addr, loc.size))
    }

    fn reads_clocks(&self) -> bool {
        self.core.options.races != Races::Ignore
    }

    fn mark(&self) -> Mark {
        Mark { log: self.core.memory.log_length(), arena: self.arena.len() as u32 }
    }

    fn undo(&mut self, to: Mark) {
        self.core.memory.undo(to.log);
        self.forget_states(to.arena);
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

    fn order_matters(&self, since: Mark) -> bool {
        self.core.memory.order_matters(since.log)
    }

    fn may_disturb(&self, since: Mark, op: &Op) -> bool {
        op.loc().is_some_and(|loc| self.core.memory.may_disturb(since.log, loc.addr, loc.size))
    }

    fn may_race(&self, since: Mark) -> bool {
        self.core.memory.may_race(since.log)
    }

    fn explores_plain(&self) -> bool {
        self.core.memory.explores()
    }

    fn refuse(&mut self, what: &str, site: Site) -> u32 {
        self.core.memory.faults.add_unsupported(what.to_owned(), site)
    }

    fn fault(&self, id: FaultId) -> &Fault {
        self.core.memory.faults.get(id)
    }

    fn other_epoch(&self) -> u32 {
        self.core.memory.other_epoch
    }

    fn add_fault(&mut self, fault: Fault) -> FaultId {
        self.core.memory.faults.add(fault)
    }

    fn sync(&mut self) -> &mut SyncTable {
        &mut self.sync
    }
}

impl<D: Domain> Fork for Machine<D>
where
    D::Value: Send,
{
    fn fork(&self) -> Self {
        let options = self.core.options.clone();
        Self::fresh(self.code.clone(), options, self.core.memory.sharing(), self.numbers.clone())
    }

    fn thread_numbers(&self) -> &ThreadNumbers {
        &self.numbers
    }

    fn set_thread_numbers(&mut self, numbers: ThreadNumbers) {
        self.numbers = numbers;
    }

    fn unsupported_thing(&self, number: u32) -> (String, Site) {
        self.unsupported(number)
    }

    fn add_unsupported(&mut self, (what, site): (String, Site)) -> u32 {
        self.core.memory.faults.add_unsupported(what, site)
    }

    fn limit_places(&self) -> Vec<(Limit, Site)> {
        self.core.memory.faults.limits().to_vec()
    }

    fn passed_limits(&self) -> Vec<Limit> {
        self.core.memory.faults.passed().to_vec()
    }

    fn add_limit_place(&mut self, limit: Limit, place: Site) {
        self.core.memory.faults.note_limit(limit, place);
    }

    fn apart(&self) -> Self {
        let mut options = self.core.options.clone();
        options.signals.restart = Arc::default();
        Self::fresh(self.code.clone(), options, self.core.memory.sharing(), ThreadNumbers::default())
    }

    fn restart_flag(&self) -> Option<Arc<AtomicBool>> {
        Some(self.signals().restart.clone())
    }

    fn learn_from(&mut self, copy: &Self) {
        self.core.memory.learn_from(&copy.core.memory);
    }

    fn knowledge(&self) -> Vec<String> {
        self.core.memory.knowledge()
    }

    fn take_in(&mut self, knowledge: &[String]) -> bool {
        self.core.memory.take_in(knowledge)
    }

    fn restart(&mut self) -> bool {
        self.take_restart()
    }
}
