//! Random toy programs.
//!
//! A profile says how large they are and how often which kind of operation occurs. Locks are
//! sometimes taken and never released, or released and never taken, waits are sometimes in vain:
//! programs that block, and programs that misuse what they have, are where explorers go wrong.

mod alike;
mod ask;
mod loops;
mod profiles;
mod section;
mod wild;

use self::wild::{CLASS_BARRIER, CLASS_COND, CLASS_MUTEX, CLASS_ONCE, CLASS_RW, CLASS_SEM, CLASS_SPIN, WILD, class_of};
use crate::program::{Expr, Inst, Plain, Program, REGISTERS, reg, val};
use crate::rng::Rng;
pub use loops::{Loops, Special, loops};
use threadbare_op::sync::{Health, MutexKind, errno};
use threadbare_op::{Order, ReleaseSequence, RmwOp, SyncOp, SyncState, ThreadId};

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
    /// A question about the input, and mostly something that depends on the answer.
    Ask,
    Assume,
    Assert,
    Skip,
    PlainLoad,
    PlainStore,
    VarLoad,
    VarStore,
    VarAdd,
    Mutex,
    /// Plain accesses under a mutex, to variables that it protects, some of them depending on what
    /// was read.
    Section,
    LeakedLock,
    WildUnlock,
    TryLock,
    TimedLock,
    /// A lock is tried, with accesses to memory where that succeeds, and where it fails.
    Attempt,
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
    /// An addition whose result nobody uses.
    Count,
    /// A barrier where nobody asks who was the last.
    Arrive,
    /// One post or two.
    Posts,
    /// A loop that waits for a location to have a value, or another.
    Await,
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
    /// Which writes a release sequence has.
    pub release_sequence: ReleaseSequence,
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
    Program {
        bodies,
        locations,
        variables,
        objects,
        plain: profile.plain,
        tight: false,
        release_sequence: profile.release_sequence,
        rounds: None,
    }
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
                2 => SyncState::Sem { value: rng.below(3) as u32, interrupted: Vec::new() },
                4 => SyncState::Spin { owner: None },
                5 => SyncState::Barrier { count: rng.range((1, threads.max(2))) as u32, waiting: Vec::new() },
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
            Kind::Ask => return Some(self.ask(reg, loc)),
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

    /// A section that looks changes nothing, so there is nothing in it.
    fn peek(&mut self) -> Option<Vec<Inst>> {
        self.object(CLASS_MUTEX).map(|object| self.critical(object, SyncOp::MutexPeek, SyncOp::MutexPeekEnd, 1))
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
            Kind::Section => self.section(),
            Kind::LeakedLock => one(self, CLASS_MUTEX, O::MutexLock),
            Kind::WildUnlock => one(self, CLASS_MUTEX, O::MutexUnlock),
            Kind::TryLock if self.rng.percent(15) => self.peek(),
            Kind::TryLock | Kind::TimedLock => {
                let object = self.object(CLASS_MUTEX)?;
                let (op, error) = match kind {
                    Kind::TryLock => (O::MutexTryLock, errno::EBUSY),
                    _ => (O::MutexTimedLock, errno::ETIMEDOUT),
                };
                let mut code = self.critical(object, op, O::MutexUnlock, depth);
                code.insert(1, Inst::Skip { reg: RESULT, value: error, equal: true, count: code.len() - 1 });
                Some(code)
            }
            Kind::Attempt => self.attempt(),
            Kind::CondWait => self.cond_wait(),
            Kind::Signal if self.rng.percent(25) => self.interrupt(CLASS_COND),
            Kind::Signal => one(self, CLASS_COND, O::CondSignal),
            Kind::Broadcast => one(self, CLASS_COND, O::CondBroadcast),
            Kind::SemPost if self.rng.percent(20) => self.interrupt(CLASS_SEM),
            Kind::SemPost => one(self, CLASS_SEM, O::SemPost),
            Kind::SemWait if self.rng.percent(30) => one(self, CLASS_SEM, O::SemAwait { timed: false }),
            Kind::SemWait => one(self, CLASS_SEM, O::SemWait),
            Kind::SemTry => {
                let op = [O::SemTryWait, O::SemTimedWait, O::SemGet, O::SemAwait { timed: true }][self.rng.below(4)];
                self.object(CLASS_SEM).map(|object| vec![Inst::Sync { reg: self.register(), object, op }])
            }
            Kind::RwRead => self.object(CLASS_RW).map(|o| self.critical(o, O::RwRead, O::RwUnlock, depth)),
            Kind::RwWrite => self.object(CLASS_RW).map(|o| self.critical(o, O::RwWrite, O::RwUnlock, depth)),
            Kind::Spin => self.object(CLASS_SPIN).map(|o| self.critical(o, O::SpinLock, O::SpinUnlock, depth)),
            Kind::Barrier => {
                let object = self.object(CLASS_BARRIER)?;
                Some(vec![self.op(object, O::BarrierArrive { asks: true }), Inst::Leave { reg: RESULT, object }])
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
            _ => self.alike(kind),
        }
    }

    fn attempt(&mut self) -> Option<Vec<Inst>> {
        use SyncOp as O;
        const KINDS: [Kind; 6] =
            [Kind::PlainLoad, Kind::PlainLoad, Kind::PlainStore, Kind::Load, Kind::Store, Kind::VarLoad];
        let (class, lock, unlock) = [
            (CLASS_MUTEX, O::MutexTryLock, O::MutexUnlock),
            (CLASS_MUTEX, O::MutexTimedLock, O::MutexUnlock),
            (CLASS_RW, O::RwTryRead, O::RwUnlock),
            (CLASS_RW, O::RwTryWrite, O::RwUnlock),
            (CLASS_SPIN, O::SpinTryLock, O::SpinUnlock),
        ][self.rng.below(5)];
        let object = self.object(class)?;
        let mut branch = || {
            let kinds: Vec<Kind> = (0..self.rng.below(3)).map(|_| KINDS[self.rng.below(KINDS.len())]).collect();
            kinds.into_iter().filter_map(|kind| self.memory(kind)).flatten().collect::<Vec<Inst>>()
        };
        let (fails, mut succeeds) = (branch(), branch());
        succeeds.push(self.op(object, unlock));
        let mut code = vec![self.op(object, lock)];
        code.push(Inst::Skip { reg: RESULT, value: 0, equal: true, count: fails.len() });
        code.extend(fails);
        code.push(Inst::Skip { reg: RESULT, value: 0, equal: false, count: succeeds.len() });
        code.extend(succeeds);
        Some(code)
    }

    /// A thread need not wait for such an object any more.
    fn interrupt(&mut self, class: usize) -> Option<Vec<Inst>> {
        let thread = ThreadId(self.rng.range((1, self.profile.threads.1)) as u32);
        let is_cond = class == CLASS_COND;
        let op = if is_cond { SyncOp::CondInterrupt { thread } } else { SyncOp::SemInterrupt { thread } };
        self.object(class).map(|object| vec![self.op(object, op)])
    }

    /// The parts of `pthread_cond_wait`, and before it sometimes a look whether it is necessary.
    fn cond_wait(&mut self) -> Option<Vec<Inst>> {
        let (cond, mutex) = (self.object(CLASS_COND)?, self.object(CLASS_MUTEX)?);
        let timed = self.rng.percent(20);
        let spurious = self.rng.percent(5);
        let mut wait = vec![
            self.op(cond, SyncOp::CondEnter { mutex: mutex as u64 }),
            self.op(mutex, SyncOp::MutexUnlock),
            self.op(cond, SyncOp::CondAwake { timed, spurious }),
            // Who is interrupted, and signalled, goes on with or without the signal.
            Inst::Skip { reg: RESULT, value: errno::ECANCELED, equal: false, count: 1 },
            self.op(cond, if spurious { SyncOp::CondLeave } else { SyncOp::CondAwake { timed: true, spurious } }),
            self.op(mutex, SyncOp::MutexLock),
        ];
        if self.profile.locations > 0 && self.rng.percent(30) {
            let reg = self.register();
            let loc = self.rng.below(self.profile.locations);
            wait.insert(0, Inst::Skip { reg, value: 1, equal: true, count: 6 });
            let load = self.ordered(Inst::load(reg, loc));
            wait.insert(0, load);
        }
        wait.insert(0, self.op(mutex, SyncOp::MutexLock));
        wait.push(self.op(mutex, SyncOp::MutexUnlock));
        Some(wait)
    }
}

const RESULT: u8 = (REGISTERS - 1) as u8;
