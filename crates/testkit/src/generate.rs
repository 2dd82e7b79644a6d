//! Random toy programs.
//!
//! A profile says how large they are and how often which kind of operation occurs. Locks are sometimes taken and never
//! released, or released and never taken, waits are sometimes in vain: programs that block, and programs that misuse what
//! they have, are where explorers go wrong.

use crate::program::{Expr, Inst, Plain, Program, REGISTERS, reg, val};
use crate::rng::Rng;
use threadbare_op::sync::{Health, MutexKind, errno};
use threadbare_op::{Order, RmwOp, SyncOp, SyncState};

/// The kinds of operations that are generated, some of them several instructions long.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Kind {
    Load,
    Store,
    Rmw,
    Cas,
    Fence,
    Choice,
    Assume,
    Assert,
    Skip,
    PlainLoad,
    PlainStore,
    VarLoad,
    VarStore,
    VarAdd,
    Mutex,
    LeakedLock,
    WildUnlock,
    TryLock,
    TimedLock,
    CondWait,
    Signal,
    Broadcast,
    SemPost,
    SemWait,
    SemTry,
    RwRead,
    RwWrite,
    Spin,
    Barrier,
    Once,
    Destroy,
    /// Any operation on any object.
    Wild,
    /// A plain store, maybe a fence, and an atomic store that says so.
    Publish,
    /// A plain load if an atomic load says so, maybe after a fence.
    Consume,
    Exit,
    Unsupported,
    Bound,
}

/// The objects of a generated program: this many of each kind.
#[derive(Clone, Copy, Debug, Default)]
#[allow(missing_docs)]
pub struct Objects {
    pub mutexes: usize,
    pub conds: usize,
    pub sems: usize,
    pub rwlocks: usize,
    pub spins: usize,
    pub barriers: usize,
    pub onces: usize,
}

/// What programs are generated.
#[derive(Clone, Debug)]
pub struct Profile {
    /// Threads besides main.
    pub threads: (usize, usize),
    /// Operations of each thread.
    pub ops: (usize, usize),
    /// Operations of main, after it has started the threads.
    pub main_ops: (usize, usize),
    /// Atomic locations.
    pub locations: usize,
    /// Plain variables.
    pub variables: usize,
    /// What becomes of plain accesses.
    pub plain: Plain,
    /// Synchronisation objects.
    pub objects: Objects,
    /// How often which kind of operation occurs.
    pub weights: Vec<(Kind, u32)>,
    /// How often which memory order is asked for; all are `seq_cst` if there is none.
    pub orders: Vec<(Order, u32)>,
    /// In how many of 100 cases main joins a thread it has started.
    pub joins: u32,
    /// In how many of 100 cases a thread is started by another than main.
    pub nested: u32,
    /// The most interleavings.
    pub limit: u64,
}

struct Maker<'a> {
    rng: &'a mut Rng,
    profile: &'a Profile,
    /// Where the objects of each kind begin.
    first: [usize; 8],
}

/// A program of `profile`.
#[must_use]
pub fn generate(rng: &mut Rng, profile: &Profile) -> Program {
    let threads = rng.range(profile.threads);
    let (objects, first) = objects(rng, profile, threads);
    let mut maker = Maker { rng, profile, first };
    let mut bodies = vec![Vec::new(); threads + 1];
    let mut starts: Vec<Vec<usize>> = vec![Vec::new(); threads + 1];
    for thread in 1..=threads {
        let nested = thread > 1 && maker.rng.percent(profile.nested);
        starts[if nested { maker.rng.range((1, thread - 1)) } else { 0 }].push(thread);
    }
    for (thread, started) in starts.iter().enumerate() {
        bodies[thread] = maker.body(thread, started);
    }
    let locations =
        (0..profile.locations).map(|_| (maker.rng.below(2) as u64, [8, 4, 1][maker.rng.below(3)])).collect();
    let variables = (0..profile.variables).map(|_| maker.rng.below(2) as u64).collect();
    Program { bodies, locations, variables, objects, plain: profile.plain, tight: false, rounds: None }
}

fn objects(rng: &mut Rng, profile: &Profile, threads: usize) -> (Vec<SyncState>, [usize; 8]) {
    let Objects { mutexes, conds, sems, rwlocks, spins, barriers, onces } = profile.objects;
    let mut states = Vec::new();
    let mut first = [0; 8];
    for (kind, count) in [mutexes, conds, sems, rwlocks, spins, barriers, onces].into_iter().enumerate() {
        for _ in 0..count {
            let with_kind =
                |kind, robust| SyncState::Mutex { kind, robust, owner: None, count: 0, health: Health::Good };
            states.push(match kind {
                0 => match rng.below(8) {
                    0 => SyncState::StaticMutex(MutexKind::Recursive),
                    1 => SyncState::StaticMutex(MutexKind::ErrorCheck),
                    2 => with_kind(MutexKind::Normal, true),
                    _ => SyncState::Zero,
                },
                2 => SyncState::Sem { value: rng.below(3) as u32 },
                4 => SyncState::Spin { owner: None },
                5 => SyncState::Barrier { count: rng.range((1, threads.max(2))) as u32, arrived: 0, generation: 0 },
                _ => SyncState::Zero,
            });
        }
        first[kind + 1] = first[kind] + count;
    }
    (states, first)
}

const DESTROY: [SyncOp; 7] = [
    SyncOp::MutexDestroy,
    SyncOp::CondDestroy,
    SyncOp::SemDestroy,
    SyncOp::RwDestroy,
    SyncOp::SpinDestroy,
    SyncOp::BarrierDestroy,
    SyncOp::OnceDone,
];

const WILD: [SyncOp; 24] = [
    SyncOp::MutexInit { kind: MutexKind::Recursive, robust: true },
    SyncOp::MutexLock,
    SyncOp::MutexTimedLock,
    SyncOp::MutexUnlock,
    SyncOp::MutexOwnerDied,
    SyncOp::MutexConsistent,
    SyncOp::MutexDestroy,
    SyncOp::CondInit,
    SyncOp::CondDestroy,
    SyncOp::CondEnter,
    SyncOp::CondAwake { timed: true, spurious: false },
    SyncOp::RwTryRead,
    SyncOp::RwTimedWrite,
    SyncOp::RwUnlock,
    SyncOp::RwDestroy,
    SyncOp::SpinLock,
    SyncOp::SpinTryLock,
    SyncOp::SpinUnlock,
    SyncOp::SemInit { value: 1 },
    SyncOp::SemWait,
    SyncOp::SemDestroy,
    SyncOp::BarrierInit { count: 1 },
    SyncOp::BarrierDestroy,
    SyncOp::OnceEnter,
];

/// The class of object that one of [`WILD`] is for.
fn class_of(op: SyncOp) -> usize {
    match WILD.iter().position(|wild| *wild == op) {
        Some(0..=6) => CLASS_MUTEX,
        Some(7..=10) => CLASS_COND,
        Some(11..=14) => CLASS_RW,
        Some(15..=17) => CLASS_SPIN,
        Some(18..=20) => CLASS_SEM,
        Some(21..=22) => CLASS_BARRIER,
        _ => CLASS_ONCE,
    }
}

const CLASS_MUTEX: usize = 0;
const CLASS_COND: usize = 1;
const CLASS_SEM: usize = 2;
const CLASS_RW: usize = 3;
const CLASS_SPIN: usize = 4;
const CLASS_BARRIER: usize = 5;
const CLASS_ONCE: usize = 6;

impl Maker<'_> {
    fn body(&mut self, thread: usize, started: &[usize]) -> Vec<Inst> {
        let main = thread == 0;
        let count = self.rng.range(if main { self.profile.main_ops } else { self.profile.ops });
        let mut pieces: Vec<Vec<Inst>> = (0..count).map(|_| self.piece(0)).collect();
        // Main starts its threads first, mostly; a nested thread is started anywhere.
        for (slot, &body) in started.iter().enumerate() {
            let slot = (slot % REGISTERS) as u8;
            let at = if main && !self.rng.percent(15) { slot as usize } else { self.rng.below(pieces.len() + 1) };
            pieces.insert(at.min(pieces.len()), vec![Inst::Spawn { slot, body }]);
        }
        for slot in 0..started.len().min(REGISTERS) {
            if self.rng.percent(self.profile.joins) {
                let spawn =
                    |piece: &Vec<Inst>| matches!(piece[..], [Inst::Spawn { slot: s, .. }] if usize::from(s) == slot);
                let from = pieces.iter().position(spawn).unwrap_or(0) + 1;
                let at = if self.rng.percent(50) { pieces.len() } else { self.rng.range((from, pieces.len())) };
                pieces.insert(at, vec![Inst::Join { slot: slot as u8 }]);
            }
        }
        let mut code = pieces.concat();
        // A jump between the parts of a barrier wait jumps over both.
        for at in 0..code.len() {
            if let Inst::Skip { count, .. } = code[at]
                && matches!(code.get(at + 1 + count), Some(Inst::Leave { .. }))
                && let Inst::Skip { count, .. } = &mut code[at]
            {
                *count += 1;
            }
        }
        code
    }

    fn register(&mut self) -> u8 {
        self.rng.below(REGISTERS - 1) as u8
    }

    fn expr(&mut self) -> Expr {
        let add = self.rng.below(3) as u64;
        if self.rng.percent(30) { reg(self.register(), add) } else { val(add) }
    }

    fn object(&mut self, class: usize) -> Option<usize> {
        let (from, to) = (self.first[class], self.first[class + 1]);
        (from < to).then(|| from + self.rng.below(to - from))
    }

    /// One operation.
    fn piece(&mut self, depth: u32) -> Vec<Inst> {
        let total: u32 = self.profile.weights.iter().map(|w| w.1).sum();
        let mut at = self.rng.below(total as usize) as u32;
        for &(kind, weight) in &self.profile.weights {
            if at < weight {
                return self.memory(kind).or_else(|| self.sync(kind, depth)).unwrap_or_default();
            }
            at -= weight;
        }
        Vec::new()
    }

    fn memory(&mut self, kind: Kind) -> Option<Vec<Inst>> {
        const OPS: [RmwOp; 5] = [RmwOp::Add, RmwOp::Xchg, RmwOp::Or, RmwOp::Sub, RmwOp::Max];
        let loc = self.rng.below(self.profile.locations);
        let var = self.rng.below(self.profile.variables);
        let reg = self.register();
        let value = self.rng.below(3) as u64;
        let inst = match kind {
            Kind::Publish | Kind::Consume => return Some(self.message(kind == Kind::Publish, loc, var)),
            Kind::Load => Inst::load(reg, loc),
            Kind::Store => Inst::store(loc, self.expr()),
            Kind::Rmw => Inst::rmw(reg, loc, OPS[self.rng.below(OPS.len())], self.expr()),
            Kind::Cas => Inst::cas(reg, loc, val(value), self.expr()),
            Kind::Fence => Inst::fence(),
            Kind::Choice => Inst::Choice { reg, arity: self.rng.range((1, 3)) as u32 },
            Kind::Assume => Inst::Assume { reg, value },
            Kind::Assert => Inst::Assert { reg, value },
            Kind::Skip => {
                let (equal, count) = (self.rng.percent(50), self.rng.range((1, 3)));
                Inst::Skip { reg, value, equal, count }
            }
            Kind::PlainLoad => Inst::PlainLoad { reg, var },
            Kind::PlainStore => Inst::PlainStore { var, value: self.expr() },
            Kind::VarLoad => Inst::var_load(reg, var),
            Kind::VarStore => Inst::var_store(var, self.expr()),
            Kind::VarAdd => Inst::var_add(reg, var, self.expr()),
            Kind::Exit => Inst::Exit,
            Kind::Unsupported => Inst::Unsupported,
            Kind::Bound => Inst::Bound,
            _ => return None,
        };
        Some(vec![self.ordered(inst)])
    }

    /// A message over a plain variable: sent, or received.
    fn message(&mut self, sent: bool, loc: usize, var: usize) -> Vec<Inst> {
        let reg = self.register();
        let mut code = Vec::new();
        if self.rng.percent(30) {
            code.push(self.ordered(Inst::fence()));
        }
        if sent {
            code.insert(0, Inst::PlainStore { var, value: val(1) });
            code.push(self.ordered(Inst::store(loc, val(2))));
            return code;
        }
        code.insert(0, self.ordered(Inst::load(reg, loc)));
        code.push(Inst::Skip { reg, value: 2, equal: false, count: 1 });
        code.push(Inst::PlainLoad { reg, var });
        code
    }

    /// With an order of the profile.
    fn ordered(&mut self, inst: Inst) -> Inst {
        let orders = &self.profile.orders;
        let total: u32 = orders.iter().map(|order| order.1).sum();
        if total == 0 {
            return inst;
        }
        let mut at = self.rng.below(total as usize) as u32;
        for &(order, weight) in orders {
            if at < weight {
                // Of fences there is no weaker one than an acquire or release fence.
                let weakest = matches!(inst, Inst::Fence { .. }) && order == Order::Relaxed;
                return inst.with(if weakest { Order::AcqRel } else { order });
            }
            at -= weight;
        }
        inst
    }

    fn critical(&mut self, object: usize, lock: SyncOp, unlock: SyncOp, depth: u32) -> Vec<Inst> {
        let mut code = vec![self.op(object, lock)];
        for _ in 0..self.rng.below(if depth == 0 { 3 } else { 1 }) {
            code.extend(self.piece(depth + 1));
        }
        code.push(self.op(object, unlock));
        code
    }

    /// Results go to the last register, which nothing else uses.
    fn op(&mut self, object: usize, op: SyncOp) -> Inst {
        Inst::Sync { reg: RESULT, object, op }
    }

    fn sync(&mut self, kind: Kind, depth: u32) -> Option<Vec<Inst>> {
        use SyncOp as O;
        let one = |maker: &mut Self, class, op| maker.object(class).map(|object| vec![maker.op(object, op)]);
        match kind {
            Kind::Mutex => self.object(CLASS_MUTEX).map(|m| self.critical(m, O::MutexLock, O::MutexUnlock, depth)),
            Kind::LeakedLock => one(self, CLASS_MUTEX, O::MutexLock),
            Kind::WildUnlock => one(self, CLASS_MUTEX, O::MutexUnlock),
            Kind::TryLock | Kind::TimedLock => {
                let object = self.object(CLASS_MUTEX)?;
                let (op, error) = match kind {
                    Kind::TryLock => (O::MutexTryLock, errno::EBUSY),
                    _ => (O::MutexTimedLock, errno::ETIMEDOUT),
                };
                let mut code = self.critical(object, op, O::MutexUnlock, depth);
                let count = code.len() - 1;
                code.insert(1, Inst::Skip { reg: RESULT, value: error, equal: true, count });
                Some(code)
            }
            Kind::CondWait => self.cond_wait(),
            Kind::Signal => one(self, CLASS_COND, O::CondSignal),
            Kind::Broadcast => one(self, CLASS_COND, O::CondBroadcast),
            Kind::SemPost => one(self, CLASS_SEM, O::SemPost),
            Kind::SemWait => one(self, CLASS_SEM, O::SemWait),
            Kind::SemTry => {
                let op = [O::SemTryWait, O::SemTimedWait, O::SemGet][self.rng.below(3)];
                self.object(CLASS_SEM).map(|object| vec![Inst::Sync { reg: self.register(), object, op }])
            }
            Kind::RwRead => self.object(CLASS_RW).map(|o| self.critical(o, O::RwRead, O::RwUnlock, depth)),
            Kind::RwWrite => self.object(CLASS_RW).map(|o| self.critical(o, O::RwWrite, O::RwUnlock, depth)),
            Kind::Spin => self.object(CLASS_SPIN).map(|o| self.critical(o, O::SpinLock, O::SpinUnlock, depth)),
            Kind::Barrier => {
                let object = self.object(CLASS_BARRIER)?;
                Some(vec![self.op(object, O::BarrierArrive), Inst::Leave { reg: RESULT, object }])
            }
            Kind::Once => {
                let object = self.object(CLASS_ONCE)?;
                let (enter, done) = (self.op(object, O::OnceEnter), self.op(object, O::OnceDone));
                let mut code = vec![enter];
                code.extend(if depth == 0 { self.piece(depth + 1) } else { Vec::new() });
                code.push(done);
                let count = code.len() - 1;
                code.insert(1, Inst::Skip { reg: RESULT, value: 0, equal: true, count });
                Some(code)
            }
            Kind::Destroy => {
                let class = self.rng.below(DESTROY.len());
                one(self, class, DESTROY[class])
            }
            Kind::Wild => {
                let op = WILD[self.rng.below(WILD.len())];
                let fitting = self.rng.percent(70);
                let class = if fitting { class_of(op) } else { self.rng.below(DESTROY.len()) };
                one(self, class, op)
            }
            _ => None,
        }
    }

    /// The parts of `pthread_cond_wait`, and before it sometimes a look whether it is necessary.
    fn cond_wait(&mut self) -> Option<Vec<Inst>> {
        let (cond, mutex) = (self.object(CLASS_COND)?, self.object(CLASS_MUTEX)?);
        let timed = self.rng.percent(20);
        let spurious = self.rng.percent(5);
        let mut wait = vec![
            self.op(cond, SyncOp::CondEnter),
            self.op(mutex, SyncOp::MutexUnlock),
            self.op(cond, SyncOp::CondAwake { timed, spurious }),
            self.op(mutex, SyncOp::MutexLock),
        ];
        if self.profile.locations > 0 && self.rng.percent(30) {
            let reg = self.register();
            let loc = self.rng.below(self.profile.locations);
            wait.insert(0, Inst::Skip { reg, value: 1, equal: true, count: 4 });
            let load = self.ordered(Inst::load(reg, loc));
            wait.insert(0, load);
        }
        wait.insert(0, self.op(mutex, SyncOp::MutexLock));
        wait.push(self.op(mutex, SyncOp::MutexUnlock));
        Some(wait)
    }
}

const RESULT: u8 = (REGISTERS - 1) as u8;

impl Profile {
    /// The profiles for sequential consistency, with their names.
    #[must_use]
    pub fn all() -> [(&'static str, Self); 11] {
        [
            ("atomics", Self::atomics()),
            ("locks", Self::locks()),
            ("conds", Self::conds()),
            ("others", Self::others()),
            ("joins", Self::joins()),
            ("choices", Self::choices()),
            ("plain", Self::plain()),
            ("protected", Self::protected()),
            ("misuse", Self::misuse()),
            ("wide", Self::wide()),
            ("mixed", Self::mixed()),
        ]
    }

    fn new(weights: &[(Kind, u32)]) -> Self {
        Self {
            threads: (2, 3),
            ops: (1, 4),
            main_ops: (0, 2),
            locations: 2,
            variables: 0,
            plain: Plain::Report,
            objects: Objects::default(),
            weights: weights.to_vec(),
            orders: Vec::new(),
            joins: 30,
            nested: 0,
            limit: 2_000,
        }
    }

    /// The same without objects that several threads can change at a time: mutexes and spinlocks stay.
    #[must_use]
    pub fn with_locks_only(mut self) -> Self {
        let others = |kind: Kind| {
            matches!(
                kind,
                Kind::CondWait
                    | Kind::Signal
                    | Kind::Broadcast
                    | Kind::SemPost
                    | Kind::SemWait
                    | Kind::SemTry
                    | Kind::RwRead
                    | Kind::RwWrite
                    | Kind::Barrier
                    | Kind::Once
                    | Kind::Wild
            )
        };
        self.weights.retain(|(kind, _)| !others(*kind));
        let Objects { mutexes, spins, .. } = self.objects;
        self.objects = Objects { mutexes, spins, ..Objects::default() };
        self
    }

    /// Loads, stores, read-modify-writes.
    #[must_use]
    pub fn atomics() -> Self {
        Self::new(&[
            (Kind::Load, 5),
            (Kind::Store, 5),
            (Kind::Rmw, 3),
            (Kind::Cas, 4),
            (Kind::Fence, 1),
            (Kind::Assert, 1),
        ])
    }

    /// Mutexes, also leaked ones, and deadlocks.
    #[must_use]
    pub fn locks() -> Self {
        Self {
            objects: Objects { mutexes: 2, spins: 1, ..Objects::default() },
            ..Self::new(&[
                (Kind::Mutex, 12),
                (Kind::LeakedLock, 2),
                (Kind::WildUnlock, 1),
                (Kind::TryLock, 3),
                (Kind::TimedLock, 1),
                (Kind::Spin, 2),
                (Kind::Load, 3),
                (Kind::Store, 3),
                (Kind::Rmw, 2),
                (Kind::Skip, 1),
            ])
        }
    }

    /// Condition variables.
    #[must_use]
    pub fn conds() -> Self {
        Self {
            objects: Objects { mutexes: 1, conds: 1, ..Objects::default() },
            ops: (1, 2),
            ..Self::new(&[
                (Kind::CondWait, 6),
                (Kind::Signal, 4),
                (Kind::Broadcast, 2),
                (Kind::Mutex, 2),
                (Kind::Load, 1),
                (Kind::Store, 2),
                (Kind::LeakedLock, 1),
            ])
        }
    }

    /// Semaphores, read-write locks, barriers, once.
    #[must_use]
    pub fn others() -> Self {
        Self {
            objects: Objects { sems: 1, rwlocks: 1, barriers: 1, onces: 1, ..Objects::default() },
            ops: (1, 3),
            ..Self::new(&[
                (Kind::SemPost, 4),
                (Kind::SemWait, 4),
                (Kind::SemTry, 3),
                (Kind::RwRead, 3),
                (Kind::RwWrite, 3),
                (Kind::Barrier, 4),
                (Kind::Once, 3),
                (Kind::Store, 2),
                (Kind::Load, 2),
            ])
        }
    }

    /// Joins and nested threads, with locks.
    #[must_use]
    pub fn joins() -> Self {
        Self {
            objects: Objects { mutexes: 1, sems: 1, ..Objects::default() },
            threads: (2, 4),
            ops: (0, 3),
            main_ops: (0, 3),
            joins: 80,
            nested: 40,
            ..Self::new(&[
                (Kind::Load, 4),
                (Kind::Store, 4),
                (Kind::Rmw, 2),
                (Kind::Cas, 2),
                (Kind::Mutex, 2),
                (Kind::LeakedLock, 1),
                (Kind::SemWait, 1),
                (Kind::SemPost, 1),
                (Kind::Exit, 1),
                (Kind::Skip, 1),
            ])
        }
    }

    /// Choices, assumptions, assertions, jumps.
    #[must_use]
    pub fn choices() -> Self {
        Self {
            objects: Objects { mutexes: 1, ..Objects::default() },
            ..Self::new(&[
                (Kind::Load, 5),
                (Kind::Store, 5),
                (Kind::Rmw, 2),
                (Kind::Cas, 2),
                (Kind::Choice, 3),
                (Kind::Assume, 2),
                (Kind::Assert, 2),
                (Kind::Skip, 3),
                (Kind::Mutex, 2),
                (Kind::LeakedLock, 1),
                (Kind::Exit, 1),
            ])
        }
    }

    /// Plain variables, most of them protected by a lock: invisible, and races are faults.
    #[must_use]
    pub fn plain() -> Self {
        Self {
            objects: Objects { mutexes: 2, ..Objects::default() },
            variables: 2,
            locations: 1,
            joins: 60,
            nested: 20,
            ..Self::new(&[
                (Kind::Mutex, 8),
                (Kind::PlainLoad, 3),
                (Kind::PlainStore, 2),
                (Kind::Load, 2),
                (Kind::Rmw, 2),
                (Kind::Store, 2),
                (Kind::Skip, 2),
                (Kind::Assert, 1),
            ])
        }
    }

    /// Plain variables under all kinds of protection, some of them accessed atomically now and then.
    #[must_use]
    pub fn protected() -> Self {
        Self {
            objects: Objects { mutexes: 1, sems: 1, rwlocks: 1, spins: 1, barriers: 1, onces: 1, ..Objects::default() },
            variables: 3,
            locations: 1,
            ops: (1, 3),
            main_ops: (0, 3),
            joins: 70,
            nested: 20,
            ..Self::new(&[
                (Kind::Mutex, 8),
                (Kind::RwWrite, 4),
                (Kind::RwRead, 2),
                (Kind::Spin, 3),
                (Kind::SemPost, 1),
                (Kind::SemWait, 2),
                (Kind::Barrier, 3),
                (Kind::Once, 3),
                (Kind::PlainLoad, 2),
                (Kind::PlainStore, 2),
                (Kind::VarLoad, 2),
                (Kind::VarStore, 2),
                (Kind::VarAdd, 2),
                (Kind::Rmw, 1),
                (Kind::Skip, 1),
            ])
        }
    }

    /// Everything together.
    #[must_use]
    pub fn mixed() -> Self {
        use Kind as K;
        let kinds = [
            (K::Load, 6),
            (K::Store, 6),
            (K::Rmw, 3),
            (K::Cas, 3),
            (K::Fence, 1),
            (K::Choice, 1),
            (K::Assume, 1),
            (K::Assert, 1),
            (K::Skip, 2),
            (K::PlainLoad, 3),
            (K::PlainStore, 3),
            (K::Mutex, 4),
            (K::LeakedLock, 1),
            (K::WildUnlock, 1),
            (K::TryLock, 1),
            (K::TimedLock, 1),
            (K::CondWait, 2),
            (K::Signal, 2),
            (K::Broadcast, 1),
            (K::SemPost, 1),
            (K::SemWait, 1),
            (K::SemTry, 1),
            (K::RwRead, 1),
            (K::RwWrite, 1),
            (K::Spin, 1),
            (K::Barrier, 2),
            (K::Once, 1),
            (K::Destroy, 1),
            (K::Exit, 1),
            (K::Unsupported, 1),
            (K::Bound, 1),
        ];
        let objects = Objects { mutexes: 1, conds: 1, sems: 1, rwlocks: 1, spins: 1, barriers: 1, onces: 1 };
        Self { variables: 2, plain: Plain::Explore, objects, nested: 20, ..Self::new(&kinds) }
    }

    /// Accesses and fences of all orders, most of them too weak.
    #[must_use]
    pub fn weak() -> Self {
        let orders =
            [(Order::Relaxed, 8), (Order::Acquire, 2), (Order::Release, 2), (Order::AcqRel, 2), (Order::SeqCst, 3)];
        Self {
            threads: (2, 3),
            ops: (2, 4),
            main_ops: (0, 1),
            joins: 15,
            nested: 10,
            orders: orders.to_vec(),
            ..Self::new(&[
                (Kind::Load, 9),
                (Kind::Store, 9),
                (Kind::Rmw, 1),
                (Kind::Cas, 1),
                (Kind::Fence, 2),
                (Kind::Skip, 1),
                (Kind::Assert, 1),
            ])
        }
    }

    /// The same with more threads, which do less.
    #[must_use]
    pub fn weak_wide() -> Self {
        Self { threads: (3, 4), ops: (1, 2), ..Self::weak() }
    }

    /// Many accesses and fences that are `seq_cst`, between others that are not: what RC11's psc is about.
    #[must_use]
    pub fn weak_psc() -> Self {
        Self {
            threads: (2, 4),
            ops: (2, 3),
            main_ops: (0, 0),
            joins: 0,
            orders: vec![(Order::Relaxed, 3), (Order::Acquire, 1), (Order::Release, 1), (Order::SeqCst, 5)],
            ..Self::weak().weighing(&[
                (Kind::Load, 9),
                (Kind::Store, 9),
                (Kind::Rmw, 1),
                (Kind::Cas, 1),
                (Kind::Fence, 5),
            ])
        }
    }

    /// The same as [`Self::weak`] with synchronisation objects, joins, choices, and plain accesses that are events.
    #[must_use]
    pub fn weak_objects() -> Self {
        Self {
            objects: Objects { mutexes: 1, conds: 1, sems: 1, rwlocks: 1, spins: 0, barriers: 1, onces: 1 },
            variables: 1,
            plain: Plain::Explore,
            threads: (2, 3),
            ops: (2, 4),
            main_ops: (0, 2),
            joins: 30,
            nested: 20,
            ..Self::weak().weighing(&[
                (Kind::Load, 16),
                (Kind::Store, 16),
                (Kind::Rmw, 2),
                (Kind::Cas, 2),
                (Kind::Fence, 2),
                (Kind::PlainLoad, 2),
                (Kind::PlainStore, 2),
                (Kind::VarLoad, 1),
                (Kind::VarStore, 1),
                (Kind::VarAdd, 1),
                (Kind::Choice, 1),
                (Kind::Assume, 1),
                (Kind::Assert, 1),
                (Kind::Skip, 1),
                (Kind::Mutex, 2),
                (Kind::LeakedLock, 1),
                (Kind::TryLock, 1),
                (Kind::CondWait, 1),
                (Kind::Signal, 1),
                (Kind::SemPost, 1),
                (Kind::SemWait, 1),
                (Kind::RwRead, 1),
                (Kind::RwWrite, 1),
                (Kind::Barrier, 1),
                (Kind::Once, 1),
                (Kind::Wild, 1),
                (Kind::Exit, 1),
            ])
        }
    }

    /// Plain variables that atomics of all orders are to protect: whether they race depends on the model.
    #[must_use]
    pub fn weak_races() -> Self {
        Self {
            objects: Objects { mutexes: 1, ..Objects::default() },
            variables: 2,
            threads: (2, 3),
            ops: (1, 3),
            main_ops: (0, 1),
            joins: 50,
            ..Self::weak().weighing(&[
                (Kind::Load, 4),
                (Kind::Store, 4),
                (Kind::Rmw, 2),
                (Kind::Fence, 2),
                (Kind::Publish, 6),
                (Kind::Consume, 6),
                (Kind::Mutex, 1),
                (Kind::VarLoad, 1),
                (Kind::VarStore, 1),
            ])
        }
    }

    fn weighing(self, weights: &[(Kind, u32)]) -> Self {
        Self { weights: weights.to_vec(), ..self }
    }

    /// Objects that are used for what they are not.
    #[must_use]
    pub fn misuse() -> Self {
        use Kind as K;
        let objects = Objects { mutexes: 1, conds: 1, sems: 1, rwlocks: 1, spins: 1, barriers: 1, onces: 1 };
        let kinds = [(K::Wild, 12), (K::Mutex, 2), (K::Barrier, 1), (K::Destroy, 1), (K::Store, 1), (K::Load, 1)];
        Self { objects, ..Self::new(&kinds) }
    }

    /// Plain variables that locks protect or not, locks that are misused, assertions about what was read: faults of every kind
    /// that have to do with each other.
    #[must_use]
    pub fn faulty() -> Self {
        use Kind as K;
        Self {
            objects: Objects { mutexes: 2, spins: 1, sems: 1, ..Objects::default() },
            variables: 2,
            locations: 1,
            threads: (2, 3),
            ops: (1, 4),
            main_ops: (0, 2),
            joins: 50,
            nested: 20,
            ..Self::new(&[
                (K::Mutex, 5),
                (K::TryLock, 4),
                (K::WildUnlock, 3),
                (K::LeakedLock, 1),
                (K::Spin, 2),
                (K::SemPost, 1),
                (K::SemWait, 1),
                (K::Destroy, 1),
                (K::Wild, 1),
                (K::PlainLoad, 3),
                (K::PlainStore, 3),
                (K::VarLoad, 2),
                (K::VarStore, 2),
                (K::VarAdd, 2),
                (K::Load, 2),
                (K::Store, 2),
                (K::Cas, 1),
                (K::Choice, 1),
                (K::Assert, 3),
                (K::Skip, 3),
            ])
        }
    }

    /// More threads, which do less.
    #[must_use]
    pub fn wide() -> Self {
        Self {
            objects: Objects { mutexes: 1, ..Objects::default() },
            threads: (3, 7),
            ops: (0, 1),
            main_ops: (0, 1),
            nested: 30,
            limit: 4_000,
            ..Self::new(&[(Kind::Load, 3), (Kind::Store, 3), (Kind::Rmw, 2), (Kind::Mutex, 1), (Kind::Skip, 3)])
        }
    }

    /// The same, larger: up to so many interleavings.
    #[must_use]
    pub fn larger(mut self, limit: u64) -> Self {
        self.threads = (self.threads.0, self.threads.1 + 1);
        self.ops = (self.ops.0, self.ops.1 + 2);
        self.limit = limit;
        self
    }
}
