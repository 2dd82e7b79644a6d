//! [`Toy`]: a toy program as a [`System`].
//!
//! Thread states live in an arena, plain variables in a [`Log`]; everything that an explorer may
//! get wrong about them (a state or an entry used after it was forgotten, an answer of the wrong
//! kind) panics.

mod abilities;
mod states;
mod visible;
mod words;

pub use abilities::inputs;

use crate::log::{Access, Log};
use crate::program::{Inst, Plain, Program, REFUSED, REGISTERS, put};
use rustc_hash::{FxHashSet, FxHasher};
use std::hash::{Hash, Hasher};
use std::rc::Rc;
use std::sync::Arc;
use threadbare_op::{
    AccessKind, Addr, Answer, At, Details, Fault, FaultId, FaultKind, Initial, Limit, Loc, Mark, Op, Order, Other,
    Pending, Rules, Site, Stuck, SyncId, SyncTable, System, ThreadId, ThreadNumbers, Word, Written,
};
use words::Words;

/// A handle to a frozen thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Frozen {
    index: u32,
    /// Distinguishes the states that have had this index.
    stamp: u32,
}

#[derive(Clone, Debug)]
struct Thread {
    body: usize,
    pc: usize,
    regs: [u64; REGISTERS],
    slots: [Option<ThreadId>; REGISTERS],
    /// The inputs that give what it was answered.
    knows: u16,
    /// What it stopped at.
    op: Op,
    /// How often it did something that lasts.
    effects: u32,
    /// How it was when it was last at the head of a loop, and the epoch.
    seen: Option<(Seen, u32)>,
    /// How often it came to the head of a loop, if that is bounded.
    rounds: u32,
    stamp: u32,
    /// With [`Toy::watched`]: stands for the steps of all threads up to this.
    trace: u64,
}

/// Place, registers, handles, effects.
type Seen = (usize, [u64; REGISTERS], [Option<ThreadId>; REGISTERS], u32);

impl Thread {
    fn new(body: usize) -> Self {
        let (regs, slots) = ([0; REGISTERS], [None; REGISTERS]);
        Self {
            body,
            pc: 0,
            regs,
            slots,
            knows: u16::MAX,
            op: Op::Fence { order: Order::SeqCst },
            effects: 0,
            seen: None,
            rounds: 0,
            stamp: 0,
            trace: 0,
        }
    }
}

/// A toy program in execution.
#[derive(Debug)]
pub struct Toy {
    program: Arc<Program>,
    arena: Vec<Thread>,
    stamps: u32,
    log: Log,
    faults: Vec<Fault>,
    /// The epoch of the first access of the race found last.
    raced: u32,
    sync: SyncTable,
    numbers: ThreadNumbers,
    /// Whether threads that run the same body are told to start the same.
    symmetric: bool,
    /// Whether sections may be events, and what is alike commutes.
    sections: bool,
    /// Whether visible memory is in the log, behind the variables.
    states: bool,
    work: Work,
    words: Words,
    /// What has been executed, if that is watched: each step as what was done before it, who goes
    /// on, what it is told, and what happens before.
    executed: Option<FxHashSet<u64>>,
}

/// What was executed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Work {
    /// How often a thread was told an answer and went on.
    pub resumed: u64,
    /// Instructions, the operations that were answered included.
    pub instructions: u64,
    /// Of `resumed`: how often the same thread was told the same after exactly the same steps of
    /// all threads.
    pub again: u64,
}

impl Toy {
    /// The program, not started.
    #[must_use]
    pub fn new(program: &Rc<Program>) -> Self {
        Self::with_numbers(Arc::new((**program).clone()), ThreadNumbers::default())
    }

    /// The program, not started, with numbers of threads as another one of it gives them.
    fn with_numbers(program: Arc<Program>, numbers: ThreadNumbers) -> Self {
        let log = Log::new(&program.variables);
        let (arena, faults) = (Vec::new(), Vec::new());
        Self {
            program,
            arena,
            stamps: 0,
            log,
            faults,
            raced: 0,
            sync: SyncTable::new(),
            numbers,
            symmetric: false,
            sections: false,
            states: false,
            work: Work::default(),
            words: Words::default(),
            executed: None,
        }
    }

    /// The same, with threads that can be exchanged.
    #[must_use]
    pub fn with_symmetry(program: &Rc<Program>) -> Self {
        Self { symmetric: true, ..Self::new(program) }
    }

    /// The same, with sections that may be events, and operations that commute.
    #[must_use]
    pub fn with_sections(program: &Rc<Program>) -> Self {
        Self { sections: true, ..Self::new(program) }
    }

    /// The same, with states that can be told apart ([`threadbare_op::States`]).
    #[must_use]
    pub fn with_states(program: &Rc<Program>) -> Self {
        Self::new(program).keeping_states()
    }

    /// Before it is started.
    fn keeping_states(mut self) -> Self {
        let locations = self.program.locations.iter().map(|location| location.0);
        let values: Vec<u64> = self.program.variables.iter().copied().chain(locations).collect();
        (self.states, self.log) = (true, Log::new(&values));
        self
    }

    /// The same, noticing what is executed again.
    #[must_use]
    pub fn watched(program: &Rc<Program>) -> Self {
        Self { executed: Some(FxHashSet::default()), ..Self::new(program) }
    }

    /// What was executed so far.
    #[must_use]
    pub const fn work(&self) -> Work {
        self.work
    }

    /// Notes that a thread goes on, or begins; what identifies the trace up to there.
    fn watch(&mut self, at: At<'_>, answer: Option<Answer>) -> u64 {
        self.work.resumed += u64::from(answer.is_some());
        self.work.instructions += u64::from(answer.is_some());
        let Some(executed) = &mut self.executed else { return 0 };
        let before = self.arena.last().map(|newest| newest.trace);
        let mut hasher = FxHasher::default();
        (before, at.thread, answer, at.clock).hash(&mut hasher);
        let trace = hasher.finish();
        let is_new = executed.insert(trace);
        self.work.again += u64::from(answer.is_some() && !is_new);
        trace
    }

    /// Whether threads can (still) be exchanged.
    #[must_use]
    pub const fn is_symmetric(&self) -> bool {
        self.symmetric
    }

    /// The registers of a frozen thread.
    #[must_use]
    pub fn registers(&self, state: Frozen) -> [u64; REGISTERS] {
        self.get(state).regs
    }

    /// The values of the plain variables.
    #[must_use]
    pub fn variables(&self) -> Vec<u64> {
        (0..self.program.variables.len()).map(|var| self.log.value(var)).collect()
    }

    /// The way from main to a thread: which child of which child.
    #[must_use]
    pub fn path(&self, thread: ThreadId) -> Vec<u32> {
        let mut path = Vec::new();
        let mut at = thread;
        let paths = self.numbers.paths();
        while let Some(&(parent, n)) = at.index().checked_sub(1).and_then(|i| paths.get(i)) {
            path.insert(0, n);
            at = parent;
        }
        path
    }

    fn get(&self, state: Frozen) -> &Thread {
        let thread = self.arena.get(state.index as usize).expect("a state that was forgotten");
        assert_eq!(thread.stamp, state.stamp, "a state that was forgotten");
        thread
    }

    fn inst(&self, thread: &Thread) -> Option<Inst> {
        self.program.inst(thread.body, thread.pc).copied()
    }

    fn add(&mut self, kind: FaultKind, message: &str, thread: ThreadId, site: Site, other: Option<Other>) -> Op {
        Op::Stuck(Stuck::Fault(self.add_fault(Fault {
            kind,
            details: Details::Said(message.into()),
            thread,
            site,
            other,
        })))
    }

    /// Runs `thread` to its next visible operation, and freezes it there.
    fn advance(&mut self, at: At<'_>, mut thread: Thread) -> Pending<Frozen> {
        let op = loop {
            let site = Program::site(thread.body, thread.pc);
            let Some(inst) = self.inst(&thread) else { break Op::Stuck(Stuck::Finished) };
            if let Some(op) = self.visible(&thread, inst) {
                break op;
            }
            self.work.instructions += 1;
            match inst {
                Inst::Assume { reg, value } if !self.is(&thread, reg, value) => {
                    break Op::Stuck(Stuck::Assume);
                }
                Inst::Assert { reg, value } if !self.is(&thread, reg, value) => {
                    break self.add(FaultKind::Assertion, "assertion failed", at.thread, site, None);
                }
                Inst::Skip { reg, value, equal, count } if self.is(&thread, reg, value) == equal => {
                    thread.pc += count;
                }
                Inst::Set { reg, value } => thread.regs[usize::from(reg)] = self.words.value(value, &thread.regs),
                Inst::Take { reg, values } => thread.regs[usize::from(reg)] = self.words.of(values.map(u64::from)),
                Inst::Head if self.program.rounds == Some(thread.rounds) => {
                    break Op::Stuck(Stuck::Limit(Limit::Unroll));
                }
                Inst::Head if self.program.rounds.is_some() => thread.rounds += 1,
                Inst::Head => {
                    let now = (thread.pc, thread.regs, thread.slots, thread.effects);
                    match thread.seen {
                        Some((then, epoch)) if then == now => {
                            break Op::Stuck(Stuck::Spin { events: at.epoch - epoch, in_call: false });
                        }
                        _ => thread.seen = Some((now, at.epoch)),
                    }
                }
                Inst::Again { reg, value, equal, count } if self.is(&thread, reg, value) == equal => {
                    thread.pc -= count;
                    continue;
                }
                Inst::PlainLoad { var, .. } | Inst::PlainStore { var, .. } => {
                    let value = match inst {
                        Inst::PlainStore { value, .. } => Some(self.words.value(value, &thread.regs)),
                        _ => None,
                    };
                    thread.effects += u32::from(value.is_some_and(|value| value != self.log.value(var)));
                    let by = Access { thread: at.thread, epoch: at.epoch, site, atomic: false, value };
                    if let Some(race) = self.race(var, by, at.clock) {
                        break Op::Stuck(Stuck::Fault(race));
                    }
                    if let Inst::PlainLoad { reg, var } = inst {
                        thread.regs[usize::from(reg)] = self.log.value(var);
                    }
                }
                _ => {}
            }
            thread.pc += 1;
        };
        self.stamps += 1;
        let site = Program::site(thread.body, thread.pc);
        let state = Frozen { index: self.arena.len() as u32, stamp: self.stamps };
        self.arena.push(Thread { op, stamp: self.stamps, ..thread });
        Pending { state, op, site }
    }

    /// Where the log has visible memory, if it has it.
    fn cell(&self, loc: Loc) -> Option<usize> {
        let program = &self.program;
        let place = program.variable_at(loc.addr);
        self.states.then(|| place.unwrap_or_else(|| program.variables.len() + program.location_at(loc.addr)))
    }

    /// Performs an access to a plain variable, unless it is a race.
    fn race(&mut self, var: usize, by: Access, clock: &[u32]) -> Option<FaultId> {
        let Some(other) = self.log.race(var, &by, clock) else {
            self.log.perform(var, by);
            return None;
        };
        self.raced = other.epoch;
        let other = Some(Other { thread: other.thread, site: other.site, what: "accessed here" });
        let Access { thread, site, .. } = by;
        let details = Details::Said("data race".into());
        Some(self.add_fault(Fault { kind: FaultKind::DataRace, details, thread, site, other }))
    }
}

impl System for Toy {
    type State = Frozen;

    fn start(&mut self) -> Pending<Frozen> {
        assert!(self.arena.is_empty(), "started twice");
        self.advance(At { thread: ThreadId::MAIN, epoch: 2, clock: &[1] }, Thread::new(0))
    }

    fn resume(&mut self, at: At<'_>, from: Frozen, answer: Answer) -> Pending<Frozen> {
        let mut thread = self.get(from).clone();
        thread.trace = self.watch(at, Some(answer));
        let inst = self.inst(&thread).expect("a thread that has ended is resumed");
        assert!(!thread.op.is_stuck(), "a thread that is stuck is resumed");
        match (inst, answer) {
            (
                Inst::Load { reg, .. }
                | Inst::Rmw { reg, .. }
                | Inst::Cas { reg, .. }
                | Inst::VarLoad { reg, .. }
                | Inst::VarAdd { reg, .. }
                | Inst::PlainLoad { reg, .. },
                Answer::Value(value),
            ) => put(&mut thread.regs, reg, value.number()),
            (Inst::Cas { reg, .. }, Answer::Compared { found, .. }) => thread.regs[usize::from(reg)] = found.number(),
            (Inst::Assume { .. } | Inst::Assert { .. } | Inst::Skip { .. } | Inst::Again { .. }, Answer::Result(_)) => {
            }
            (Inst::Sync { reg, .. } | Inst::Choice { reg, .. } | Inst::Ask { reg, .. }, Answer::Result(result)) => {
                put(&mut thread.regs, reg, result);
            }
            (Inst::Spawn { slot, .. }, Answer::Thread(child)) => thread.slots[usize::from(slot)] = Some(child),
            (Inst::Leave { .. }, Answer::Result(0)) => {}
            (
                Inst::Store { .. }
                | Inst::Fence { .. }
                | Inst::Join { .. }
                | Inst::VarStore { .. }
                | Inst::PlainStore { .. },
                Answer::Done,
            ) => {}
            (inst, answer) => panic!("{inst:?} is answered {answer:?}"),
        }
        // One that has asked what a register holds does now what it was about to do.
        let asks = matches!(thread.op, Op::Choice { asks: Some(_), .. }) && !matches!(inst, Inst::Ask { .. });
        thread.pc += usize::from(!asks);
        thread.knows &= self.learned(&thread.op, answer);
        thread.effects += u32::from(self.lasts(&thread.op, answer));
        self.advance(at, thread)
    }

    /// Known where nothing but registers is between the load and the next round.
    fn begin(&mut self, at: At<'_>, from: Frozen, child: ThreadId) -> Pending<Frozen> {
        let parent = self.get(from);
        let Some(Inst::Spawn { body, .. }) = self.inst(parent) else { panic!("a thread begins where none is spawned") };
        assert_eq!((at.thread, at.epoch), (child, 2), "the beginning of a thread");
        let trace = self.watch(at, None);
        self.advance(at, Thread { trace, ..Thread::new(body) })
    }

    fn child(&mut self, parent: ThreadId, n: u32) -> ThreadId {
        self.numbers.number(parent, n).0
    }

    fn initial(&mut self, loc: Loc) -> Initial {
        let value = match self.program.variable_at(loc.addr) {
            Some(var) => self.log.value(var),
            None => self.program.initial(loc.addr),
        };
        Initial { value: Word::new(value), defined: true }
    }

    fn initial_sync(&mut self, object: Addr) -> SyncId {
        let state = self.program.objects[self.program.object_at(object)].clone();
        self.sync.intern(state)
    }

    fn effect(&mut self, op: &Op, found: Word) -> Written {
        self.written(op, found)
    }

    fn access(&mut self, at: At<'_>, op: &Op, site: Site, kind: AccessKind) -> Result<(), FaultId> {
        assert!(at.clock.get(at.thread.index()).is_none_or(|own| *own <= at.epoch), "a clock ahead of its thread");
        let Some(loc) = op.loc() else { return Ok(()) };
        let var = self.program.variable_at(loc.addr);
        let checked = var.filter(|_| self.program.plain == Plain::Report);
        let Some(var) = checked.or_else(|| self.cell(loc)) else { return Ok(()) };
        let atomic = !matches!(op, Op::Load { order: Order::Plain, .. } | Op::Store { order: Order::Plain, .. });
        let value = match kind {
            AccessKind::Read => None,
            AccessKind::Write(value) => Some(value.number()),
        };
        let by = Access { thread: at.thread, epoch: at.epoch, site, atomic, value };
        if checked.is_none() {
            self.log.perform(var, by);
            return Ok(());
        }
        self.race(var, by, at.clock).map_or(Ok(()), Err)
    }

    fn mark(&self) -> Mark {
        Mark { log: self.log.len(), arena: self.arena.len() as u32 }
    }

    fn undo(&mut self, to: Mark) {
        self.log.undo(to.log);
        self.arena.truncate(to.arena as usize);
    }

    fn rules(&self) -> Rules {
        Rules {
            explores_plain: self.program.plain == Plain::Explore,
            reads_clocks: self.program.plain == Plain::Report && !self.program.variables.is_empty(),
            release_sequence: self.program.release_sequence,
            ..Rules::default()
        }
    }

    fn refuse(&mut self, _: &str, _: Site) -> u32 {
        REFUSED
    }

    fn fault(&self, id: FaultId) -> &Fault {
        &self.faults[id.0 as usize]
    }

    fn add_fault(&mut self, fault: Fault) -> FaultId {
        let at = self.faults.iter().position(|known| *known == fault).unwrap_or_else(|| {
            self.faults.push(fault);
            self.faults.len() - 1
        });
        FaultId(at as u32)
    }

    fn sync(&mut self) -> &mut SyncTable {
        &mut self.sync
    }
}
