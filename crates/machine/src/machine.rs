//! [`Machine`]: the program, its memory, the live thread and the frozen ones.

mod compared;
mod followed;
mod fork;
mod made;
mod others;
mod parts;
mod redundant;
mod remember;
mod started;
mod states;
mod system;
mod twins;

pub use self::compared::Compared;
use self::remember::Steps;
use crate::code::Code;
use crate::core::{Core, Order, value_of};
use crate::domain::{Concrete, Domain};
use crate::interp::Running;
use crate::layout;
use crate::libs::{GONE, KEPT, LibFn, lookup};
use crate::memory::{Exposure, Memory, Sharing};
use crate::named::Named;
use crate::options::{LoadError, Options};
use crate::polls::Polls;
use crate::record::Record;
use crate::thread::{Around, Stage, Thread, calls_of, place_of};
use crate::value::{Byte, Value};
use std::sync::Arc;
use threadbare_op::{
    Addr, Answer, At, Limit, Op, Pending, Site, Stuck, SyncOp, SyncTable, ThreadId, ThreadNumbers, Word,
};
use threadbare_program::{GlobalId, Pc, Program, ShapeId, SourcePos, Wait};

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
    /// Where it is.
    pub addr: Addr,
    /// In bytes.
    pub size: u64,
    /// Where it was allocated.
    pub site: Site,
    /// By which thread.
    pub thread: ThreadId,
}

/// Runs a program. See [`threadbare_op::System`] for how it is driven.
#[derive(Debug)]
pub struct Machine<D: Domain = Concrete> {
    code: Arc<Code>,
    consts: Vec<D::Value>,
    /// For which thread the constants hold the addresses of thread-local variables.
    consts_of: ThreadId,
    core: Core<D>,
    /// The library functions, by number of the external function.
    library: Arc<[Option<LibFn<D>>]>,
    /// The live thread.
    live: Thread<D>,
    /// The state that the live thread is, if none has been thawed or run since.
    live_state: State,
    arena: Vec<Value>,
    /// Registers to compute with that are no thread's.
    scratch: Vec<D::Value>,
    steps: Steps,
    numbers: ThreadNumbers,
    /// The mask of signals with which the first thread began that was started.
    inherited: Option<u64>,
    sync: SyncTable,
}

impl<D: Domain> Machine<D> {
    /// A machine for `program`, which is not running yet.
    ///
    /// # Errors
    /// The program has no `main`, or variables that do not fit, or is not in order
    /// ([`Program::verify`]).
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
        let mut memory = Memory::<D>::new(code.program.clone(), &options);
        let consts = code.program.consts.iter().map(|constant| memory.domain.lift(code.constant(constant))).collect();
        let library = code.program.externals.iter().map(|external| lookup(&external.name)).collect();
        memory.set_sharing(sharing);
        let polls = Polls::of(&code.program);
        let core = Core { options, memory, polls, order: Order::None, handed: None, steps_made: 0 };
        let mut machine = Self {
            code,
            consts,
            consts_of: ThreadId(u32::MAX),
            core,
            library,
            live: Thread::default(),
            live_state: State::NONE,
            arena: Vec::new(),
            scratch: Vec::new(),
            steps: Steps::default(),
            numbers,
            inherited: None,
            sync: SyncTable::new(),
        };
        machine.make_globals();
        machine.make_thread(ThreadId::MAIN);
        machine
    }

    /// The domain of its values.
    #[must_use]
    pub fn domain(&self) -> &D {
        &self.core.memory.domain
    }

    /// Whether an instruction belongs to a function that allocates for its callers.
    #[must_use]
    pub fn is_allocator(&self, site: Site) -> bool {
        let function = self.code.program.locate(site).map(|(function, _)| function);
        function.is_some_and(|function| self.code.shapes[function.index()].allocates)
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

    /// What was odd in all executions so far: its kind, a sentence, and where.
    #[must_use]
    pub fn odd(&self) -> &[(&'static str, String, Site)] {
        self.core.memory.faults.notes()
    }

    /// Where a limit was met, as far as it was in a thread.
    #[must_use]
    pub fn limit_sites(&self, limit: Limit) -> Vec<Site> {
        let met = self.core.memory.faults.limits().iter();
        met.filter(|(which, _)| *which == limit).map(|(_, site)| *site).collect()
    }

    /// The name of what a pointer points to, if this looks like one: into the first part of an
    /// object.
    #[must_use]
    pub fn pointee(&self, value: u64) -> Option<String> {
        let name = self.core.memory.full_name_of(value, 1);
        (self.core.memory.space.is_near_start(value) && !name.starts_with("0x")).then_some(name)
    }

    /// Where a global variable begins; of one that each thread has for itself, nothing.
    #[must_use]
    pub fn global(&self, id: GlobalId) -> Option<Addr> {
        let addr = self.code.globals.get(id.index()).copied()?;
        (addr > 0).then_some(addr)
    }

    /// What `size` bytes at `addr` are called, in parts.
    #[must_use]
    pub fn named(&self, addr: Addr, size: u64) -> Option<Named> {
        self.core.memory.named(layout::unmarked(addr), size)
    }

    /// The same for what a pointer points to, if this looks like one: something of the shape
    /// `target`, as far as known.
    #[must_use]
    pub fn pointed(&self, value: u64, target: Option<ShapeId>) -> Option<Named> {
        if self.core.memory.space.is_near_start(value) { self.core.memory.pointed(value, target) } else { None }
    }

    /// What `size` bytes at `addr` may be called, as paths in their object, and their shapes: of a
    /// union there may be several members.
    #[must_use]
    pub fn members(&self, addr: Addr, size: u64) -> Vec<(String, ShapeId)> {
        self.core.memory.members(layout::unmarked(addr), size)
    }

    /// From now on the block of the heap at `addr` is called this, and has that shape: for reports.
    pub fn rename(&mut self, addr: Addr, name: String, shape: ShapeId) {
        self.core.memory.rename(addr, name, shape);
    }

    /// An access takes the structure `of` to be at `base`, for reports: whether what is there was
    /// allocated as something else.
    pub fn see(&mut self, base: Addr, of: ShapeId) -> bool {
        self.core.memory.see(base, of)
    }

    /// What `size` bytes at `addr` are called by such an access.
    #[must_use]
    pub fn named_as_seen(&self, addr: Addr, size: u64, base: Addr, of: ShapeId) -> Option<Named> {
        self.core.memory.named_as_seen(layout::unmarked(addr), size, base, of)
    }

    /// The characters from `value` on, if it points into a string literal.
    #[must_use]
    pub fn literal(&self, value: u64) -> Option<Vec<u8>> {
        if self.core.memory.space.is_near_start(value) { self.core.memory.literal(value) } else { None }
    }

    /// What was recorded since the last call.
    pub fn take_records(&mut self) -> Vec<Record> {
        self.core.memory.records.as_mut().map(|records| std::mem::take(&mut records.kept)).unwrap_or_default()
    }

    /// How many of the steps that are not always recorded ([`crate::Recording`]) there were so far.
    #[must_use]
    pub fn counted_records(&self) -> u64 {
        self.core.memory.records.as_ref().map_or(0, |records| records.met)
    }

    /// What the present execution has printed.
    #[must_use]
    pub fn output(&self) -> &[u8] {
        self.core.memory.output()
    }

    /// The variables of the program that are only counted, by their names, and where they are
    /// declared.
    #[must_use]
    pub fn counted(&self) -> Vec<(String, Option<SourcePos>)> {
        let named = self.code.counted().places.iter().filter_map(|(id, bytes)| {
            let addr = self.code.globals[id.index()].checked_add_signed(bytes.start)?;
            let pos = self.program().globals[id.index()].pos;
            Some((self.name_of(addr, (bytes.end - bytes.start).unsigned_abs()), pos))
        });
        named.collect()
    }

    /// How `size` bytes at `addr` are called: `queue.head`, `node#3.next`, `T1:local`.
    #[must_use]
    pub fn name_of(&self, addr: Addr, size: u64) -> String {
        // Above the address of a synchronisation object is how often it was made anew.
        self.core.memory.full_name_of(layout::unmarked(addr), size)
    }

    /// The bytes that an explorer's value stands for at a location of that size.
    #[must_use]
    pub fn bytes_of(&self, value: Word, size: u8) -> Vec<Byte> {
        self.core.memory.bytes_of(value, size)
    }

    /// What so many bytes of memory hold now; `None` if they are not there, or depend on the input.
    #[must_use]
    pub fn bytes_at(&self, addr: Addr, size: u64) -> Option<Vec<Byte>> {
        self.core.memory.bytes_at(addr, size)
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

    /// The memory that is allocated and not freed now, but for what the libraries keep.
    #[must_use]
    pub fn leaks(&self) -> Vec<Leak> {
        let memory = &self.core.memory;
        memory
            .live_heap()
            .into_iter()
            .filter(|object| object.size < 8 || ![KEPT, GONE].contains(&memory.peek(object.addr, 8)))
            .map(|object| Leak {
                addr: object.addr,
                size: object.size,
                site: object.site,
                thread: ThreadId(layout::thread_of(object.addr)),
            })
            .collect()
    }

    /// Whether the exploration has learnt something that makes it worthless (`--races explore`). If
    /// so, the machine is now as new, but for what was learnt, and is to be explored again from the
    /// start.
    pub fn take_restart(&mut self) -> bool {
        if !self.core.memory.must_restart() {
            return false;
        }
        let sharing = self.core.memory.take_sharing();
        let (code, options) = (self.code.clone(), self.core.options.clone());
        if let Some(reached) = &options.reached {
            reached.clear();
        }
        options.signals.restart.store(false, std::sync::atomic::Ordering::Relaxed);
        *self = Self::fresh(code, options, sharing, ThreadNumbers::default());
        true
    }

    /// The wait whose load a state stands at, if it is one of a loop that does nothing else.
    fn wait_at(&self, state: State) -> Option<Wait> {
        let (function, pc) = place_of(&self.arena, state.0)?;
        self.code.shapes[function as usize].spins.wait(pc)
    }

    /// Makes `state` the live thread.
    fn enliven(&mut self, state: State) {
        if self.live_state == state {
            return;
        }
        self.core.memory.who.own = self.live.thaw(&self.arena, state.0);
        if D::HAS_INPUT {
            self.core.memory.domain.recall(self.core.memory.who.own.history);
        }
        self.live_state = state;
    }

    fn running(&mut self) -> Running<'_, D> {
        Running {
            code: &self.code,
            consts: &self.consts,
            live: &mut self.live,
            core: &mut self.core,
            library: &self.library,
            arena: &self.arena,
            steps: 0,
            next_look: 0,
            watch: None,
        }
    }

    /// Tells a thread the answer, and runs it to its next operation, which it only performs if that
    /// is not redundant.
    fn run_on(&mut self, at: At<'_>, from: State, answer: Answer) -> Pending<State> {
        let reads = self.earlier_reads(from);
        if !reads.is_empty() {
            self.core.memory.note_all();
        }
        let next = self.run_to(at, from, answer);
        let next = self.without_redundancy(at, from, answer, &reads, next);
        if !reads.is_empty() {
            self.core.memory.note_no_more();
        }
        next
    }

    /// Tells a thread the answer, and runs it to its next operation.
    fn run_to(&mut self, at: At<'_>, from: State, answer: Answer) -> Pending<State> {
        self.enliven(from);
        self.pass(from);
        self.live_state = State::NONE;
        self.core.memory.begin_segment(at);
        self.patch_consts(at.thread);
        if let Answer::Thread(_) = answer {
            self.core.memory.note_spawn();
        }
        let told = answer;
        let answer = value_of(&self.core.memory, answer);
        if D::HAS_INPUT && self.hears(answer) {
            return self.run();
        }
        if let Answer::Compared { equal, .. } = told
            && let Some(op) = self.running().learn(answer, equal)
        {
            return self.freeze(op);
        }
        match self.answer(answer) {
            Some(op) => self.freeze(op),
            None => self.run(),
        }
    }

    /// Whether the live thread has asked something of the input, and is told now. Then it does
    /// again what it was about to do.
    fn hears(&mut self, answer: D::Value) -> bool {
        let answer = self.core.memory.bits(answer);
        self.core.memory.domain.hear(answer)
    }

    /// Runs the live thread to its next operation, and freezes it there.
    fn run(&mut self) -> Pending<State> {
        let mut op = self.run_answered();
        if self.core.memory.knows_sizes() {
            op = self.core.memory.as_part(op);
        }
        if self.code.sections && self.core.memory.who.own.sections == 0 && op.loc().is_some() {
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
        if !goes_on && !self.core.memory.ignores() {
            // Nothing else depends on it.
            self.core.memory.who.own.exposure = Exposure::default();
        }
        let reads = self.reads(&op);
        if D::HAS_INPUT {
            self.core.memory.who.own.history = self.core.memory.domain.history();
        }
        let state = State(self.live.freeze(&mut self.arena, &self.core.memory.who.own, reads));
        self.live_state = state;
        Pending { state, op, site: self.core.memory.who.site }
    }

    /// Hands the live thread its answer; `Some` if it is to perform another operation before it
    /// goes on.
    fn answer(&mut self, answer: D::Value) -> Option<Op> {
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
        self.live = Thread::default();
        self.core.memory.domain.recall(0);
        self.live.stage = Stage::ThreadEnd(Site::UNKNOWN);
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
