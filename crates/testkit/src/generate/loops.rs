//! Random programs that need not end. Their values stay small, so that they have few states.

use super::{CLASS_MUTEX, CLASS_SEM, Kind, Maker, Objects, Profile, objects};
use crate::looping::{Body, Looping};
use crate::program::{Expr, Inst, REGISTERS, val};
use crate::rng::Rng;
use threadbare_op::{RmwOp, SyncOp, SyncState};

/// What is made for loops, several instructions each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Special {
    /// A location counts up and begins again; an update may be lost.
    Counter,
    /// A variable does, under the mutex that protects it.
    LockedCounter,
    /// A fault if two locations have certain values, looked at one after the other.
    Check,
    /// A fault if a variable has a certain value, looked at under the mutex that protects it.
    LockedCheck,
    /// A bit of a location is turned over.
    Toggle,
    /// Wait for the one semaphore, post the other.
    Handoff,
    /// Access a variable between raising one's flag and lowering it, if the other's is down.
    Flags,
    /// Access a variable while holding a lock that is a compare-and-swap.
    CasLock,
}

/// Which programs are made.
#[derive(Clone, Debug)]
pub struct Loops {
    /// The operations. How many a thread has counts for each of its two parts.
    pub profile: Profile,
    /// What else is made,
    pub specials: Vec<Special>,
    /// in so many of 100 cases.
    pub special: u32,
    /// In how many of 100 cases a thread has something that it does once only.
    pub once: u32,
    /// In how many of 100 cases a thread goes on for ever.
    pub endless: u32,
    /// In how many of 100 programs two places of two threads are a data race if the threads can be
    /// there at the same time.
    pub probes: u32,
    /// Whether operations may fail, or only ask.
    pub fails: bool,
}

/// More locations than the profile says: two flags and a lock.
const FLAG: [usize; 2] = [0, 1];
const LOCK: usize = 2;
/// More variables than the profile says: what flags protect, what the lock protects, the probe.
const BY_FLAGS: usize = 0;
const BY_LOCK: usize = 1;
const PROBE: usize = 2;

/// The greatest value.
const MOST: u64 = 3;

/// A program of this kind.
#[must_use]
pub fn loops(rng: &mut Rng, loops: &Loops) -> Looping {
    let profile = &loops.profile;
    let threads = rng.range(profile.threads);
    let (mut objects, first) = objects(rng, profile, threads);
    if !loops.fails {
        objects.iter_mut().filter(|object| is_careful(object)).for_each(|object| *object = SyncState::Zero);
    }
    let mut made = Made { maker: Maker { rng, profile, first }, loops };
    let mut bodies: Vec<Body> = vec![made.main(threads)];
    bodies.extend((1..=threads).map(|thread| made.body(thread)));
    if made.maker.rng.percent(loops.probes) {
        made.probe(&mut bodies);
    }
    let rng = made.maker.rng;
    let mut locations: Vec<u64> = (0..profile.locations).map(|_| rng.below(2) as u64).collect();
    locations.extend([0; FLAG.len() + 1]);
    let mut variables: Vec<u64> = (0..profile.variables).map(|_| rng.below(2) as u64).collect();
    variables.extend([0; PROBE + 1]);
    Looping { bodies, locations, variables, objects, plain: profile.plain }
}

/// Whether it tells who is wrong about it, so that he can go on.
const fn is_careful(object: &SyncState) -> bool {
    matches!(object, SyncState::StaticMutex(_) | SyncState::Mutex { robust: true, .. })
}

/// The same with small values.
fn tame(inst: Inst) -> Inst {
    let small = |value: Expr| Expr { add: if value.reg.is_some() { 0 } else { value.add & MOST }, ..value };
    match inst {
        Inst::Store { loc, value, order } => Inst::Store { loc, value: small(value), order },
        Inst::Rmw { reg, loc, op, operand, order } => {
            let op = match op {
                RmwOp::Add => RmwOp::Xor,
                RmwOp::Sub => RmwOp::And,
                other => other,
            };
            Inst::Rmw { reg, loc, op, operand: small(operand), order }
        }
        Inst::Cas { reg, loc, expected, new, success, failure } => {
            Inst::Cas { reg, loc, expected: small(expected), new: small(new), success, failure }
        }
        Inst::PlainStore { var, value } => Inst::PlainStore { var, value: small(value) },
        Inst::VarStore { var, value, order } => Inst::VarStore { var, value: small(value), order },
        Inst::VarAdd { var, operand, order, .. } => Inst::VarStore { var, value: small(operand), order },
        other => other,
    }
}

struct Made<'a> {
    maker: Maker<'a>,
    loops: &'a Loops,
}

impl Made<'_> {
    fn main(&mut self, threads: usize) -> Body {
        let profile = self.maker.profile;
        let slot = |thread: usize| ((thread - 1) % REGISTERS) as u8;
        let mut once: Vec<Inst> = (1..=threads).map(|body| Inst::Spawn { slot: slot(body), body }).collect();
        for _ in 0..self.maker.rng.range(profile.main_ops) {
            once.extend(self.piece(0));
        }
        for thread in 1..=threads {
            if self.maker.rng.percent(profile.joins) {
                once.push(Inst::Join { slot: slot(thread) });
            }
        }
        let goes_on = profile.main_ops.1 > 0 && self.maker.rng.percent(50);
        let again = if goes_on { self.piece(0) } else { Vec::new() };
        Body { once, again, endless: goes_on }
    }

    fn body(&mut self, thread: usize) -> Body {
        let ops = self.maker.profile.ops;
        let has_more = self.maker.rng.percent(self.loops.once);
        let more = if has_more { self.maker.rng.range(ops) } else { 0 };
        let once = (0..more).flat_map(|_| self.piece(thread)).collect();
        let rounds = self.maker.rng.range(ops);
        let again = (0..rounds).flat_map(|_| self.piece(thread)).collect();
        Body { once, again, endless: self.maker.rng.percent(self.loops.endless) }
    }

    fn piece(&mut self, thread: usize) -> Vec<Inst> {
        let specials = &self.loops.specials;
        if !specials.is_empty() && self.maker.rng.percent(self.loops.special) {
            let special = specials[self.maker.rng.below(specials.len())];
            return self.special(special, thread).unwrap_or_default();
        }
        self.maker.piece(0).into_iter().map(tame).collect()
    }

    fn special(&mut self, special: Special, thread: usize) -> Option<Vec<Inst>> {
        let reg = self.maker.register();
        let loc = self.maker.rng.below(self.maker.profile.locations);
        let code = match special {
            Special::Counter => {
                let mut code = vec![Inst::load(reg, loc)];
                let (other, count) = self.count(reg);
                code.extend(count);
                code.push(Inst::store(loc, Expr { reg: Some(other), add: 0 }));
                code
            }
            Special::LockedCounter => {
                let (var, lock, unlock) = self.protected()?;
                let mut code = vec![lock, Inst::PlainLoad { reg, var }];
                let (other, count) = self.count(reg);
                code.extend(count);
                code.push(Inst::PlainStore { var, value: Expr { reg: Some(other), add: 0 } });
                code.push(unlock);
                code
            }
            Special::Check => self.check(loc),
            Special::LockedCheck => {
                let (var, lock, unlock) = self.protected()?;
                let value = self.maker.rng.range((0, MOST as usize)) as u64;
                let skip = Inst::Skip { reg, value, equal: false, count: 1 };
                vec![lock, Inst::PlainLoad { reg, var }, skip, fail(reg), unlock]
            }
            Special::Toggle => vec![Inst::rmw(reg, loc, RmwOp::Xor, val(1 + self.maker.rng.below(2) as u64))],
            Special::Handoff => {
                let object = self.maker.object(CLASS_SEM)?;
                let other = self.maker.object(CLASS_SEM)?;
                vec![self.maker.op(object, SyncOp::SemWait), self.maker.op(other, SyncOp::SemPost)]
            }
            Special::Flags => {
                let flag = |which: usize| self.maker.profile.locations + FLAG[which % FLAG.len()];
                let access = self.access(reg, BY_FLAGS);
                vec![
                    Inst::store(flag(thread), val(1)),
                    Inst::load(reg, flag(thread + 1)),
                    Inst::Skip { reg, value: 0, equal: false, count: 1 },
                    access,
                    Inst::store(flag(thread), val(0)),
                ]
            }
            Special::CasLock => {
                let lock = self.maker.profile.locations + LOCK;
                let access = self.access(reg, BY_LOCK);
                vec![
                    Inst::cas(reg, lock, val(0), val(1)),
                    Inst::Skip { reg, value: 0, equal: false, count: 2 },
                    access,
                    Inst::store(lock, val(0)),
                ]
            }
        };
        Some(code)
    }

    /// Another register gets the next value.
    fn count(&mut self, reg: u8) -> (u8, [Inst; 4]) {
        let other = (reg + 1) % (REGISTERS - 1) as u8;
        let last = self.maker.rng.range((1, MOST as usize)) as u64;
        let code = [
            Inst::Set { reg: other, value: val(0) },
            Inst::Skip { reg, value: last, equal: true, count: 2 },
            Inst::Skip { reg, value: MOST, equal: true, count: 1 },
            Inst::Set { reg: other, value: Expr { reg: Some(reg), add: 1 } },
        ];
        (other, code)
    }

    fn check(&mut self, loc: usize) -> Vec<Inst> {
        let mut code = Vec::new();
        let looks = self.maker.rng.range((1, 2));
        for look in 0..looks {
            let (reg, value) = (look as u8, self.maker.rng.range((0, MOST as usize)) as u64);
            let loc = (loc + look) % self.maker.profile.locations;
            let count = 2 * (looks - look) - 1;
            code.extend([Inst::load(reg, loc), Inst::Skip { reg, value, equal: false, count }]);
        }
        code.push(fail(0));
        code
    }

    /// A variable, and the operations of the mutex that protects it ([`Kind::Section`]).
    fn protected(&mut self) -> Option<(usize, Inst, Inst)> {
        let mutex = self.maker.object(CLASS_MUTEX)?;
        let (first, mutexes) = (self.maker.first[CLASS_MUTEX], self.maker.profile.objects.mutexes);
        let own: Vec<usize> = (0..self.maker.profile.variables).filter(|var| var % mutexes == mutex - first).collect();
        let var = *own.get(self.maker.rng.below(own.len()))?;
        Some((var, self.maker.op(mutex, SyncOp::MutexLock), self.maker.op(mutex, SyncOp::MutexUnlock)))
    }

    fn access(&mut self, reg: u8, which: usize) -> Inst {
        let var = self.maker.profile.variables + which;
        let value = val(self.maker.rng.below(2) as u64);
        if self.maker.rng.percent(50) { Inst::PlainLoad { reg, var } } else { Inst::PlainStore { var, value } }
    }

    fn probe(&mut self, bodies: &mut [Body]) {
        let rng = &mut *self.maker.rng;
        let first = rng.range((1, bodies.len() - 1));
        let second = 1 + (first + rng.below(bodies.len() - 2)) % (bodies.len() - 1);
        for body in [first, second] {
            let body = &mut bodies[body];
            let part = if rng.percent(80) { &mut body.again } else { &mut body.once };
            let at = rng.below(part.len() + 1);
            part.insert(at, Inst::PlainStore { var: self.maker.profile.variables + PROBE, value: val(0) });
            if rng.percent(40) {
                let (reg, value) = (rng.below(REGISTERS - 1) as u8, rng.below(3) as u64);
                part.insert(at, Inst::Skip { reg, value, equal: false, count: 1 });
            }
        }
    }
}

/// Always fails: no register has that value.
const fn fail(reg: u8) -> Inst {
    Inst::Assert { reg, value: 999 }
}

impl Loops {
    fn new(weights: &[(Kind, u32)], objects: Objects, specials: &[Special]) -> Self {
        let variables = if objects.mutexes > 0 { 2 } else { 0 };
        let profile = Profile {
            threads: (2, 3),
            ops: (1, 3),
            main_ops: (0, 0),
            joins: 0,
            variables,
            objects,
            weights: weights.to_vec(),
            ..Profile::atomics()
        };
        Self { profile, specials: specials.to_vec(), special: 35, once: 25, endless: 85, probes: 30, fails: false }
    }

    /// All of them, with their names.
    #[must_use]
    pub fn all() -> Vec<(&'static str, Self)> {
        vec![
            ("atomics", Self::atomics()),
            ("locks", Self::locks()),
            ("conds", Self::conds()),
            ("others", Self::others()),
            ("joins", Self::joins()),
            ("choices", Self::choices()),
            ("plain", Self::plain()),
            ("explored", Self::explored()),
            ("tries", Self::tries()),
            ("mixed", Self::mixed()),
        ]
    }

    /// Loads, stores, read-modify-writes.
    #[must_use]
    pub fn atomics() -> Self {
        let weights = [(Kind::Load, 5), (Kind::Store, 5), (Kind::Rmw, 3), (Kind::Cas, 4), (Kind::Skip, 2)];
        Self::new(&weights, Objects::default(), &[Special::Counter, Special::Check, Special::Check, Special::Toggle])
    }

    /// Mutexes, also leaked ones, and what they protect.
    #[must_use]
    pub fn locks() -> Self {
        let weights = [
            (Kind::Mutex, 8),
            (Kind::LeakedLock, 1),
            (Kind::WildUnlock, 1),
            (Kind::Section, 4),
            (Kind::Load, 2),
            (Kind::Store, 2),
            (Kind::Rmw, 1),
            (Kind::Skip, 1),
        ];
        let objects = Objects { mutexes: 2, spins: 1, ..Objects::default() };
        let specials =
            [Special::LockedCounter, Special::LockedCheck, Special::Check, Special::CasLock, Special::LockedCounter];
        Self { special: 50, ..Self::new(&weights, objects, &specials) }
    }

    /// Condition variables.
    #[must_use]
    pub fn conds() -> Self {
        let weights = [
            (Kind::CondWait, 6),
            (Kind::Signal, 4),
            (Kind::Broadcast, 2),
            (Kind::Mutex, 2),
            (Kind::Section, 1),
            (Kind::Load, 1),
            (Kind::Store, 2),
            (Kind::LeakedLock, 1),
        ];
        let objects = Objects { mutexes: 1, conds: 1, ..Objects::default() };
        let mut made = Self::new(&weights, objects, &[Special::LockedCounter, Special::LockedCheck, Special::Check]);
        made.special = 20;
        made.profile.ops = (1, 2);
        made
    }

    /// Semaphores, read-write locks, spinlocks, once.
    #[must_use]
    pub fn others() -> Self {
        let weights = [
            (Kind::SemPost, 1),
            (Kind::SemWait, 2),
            (Kind::RwRead, 4),
            (Kind::RwWrite, 4),
            (Kind::Spin, 3),
            (Kind::Once, 2),
            (Kind::Load, 2),
            (Kind::Store, 2),
        ];
        let objects = Objects { sems: 2, rwlocks: 1, spins: 1, onces: 1, ..Objects::default() };
        Self::new(&weights, objects, &[Special::Handoff, Special::Handoff, Special::Check])
    }

    /// Main waits for some threads, and does something itself.
    #[must_use]
    pub fn joins() -> Self {
        let mut made = Self { endless: 40, once: 50, ..Self::locks() };
        made.profile.joins = 60;
        made.profile.main_ops = (0, 2);
        made.profile.threads = (1, 2);
        made.probes = 0;
        made
    }

    /// What a thread does depends on what it chose.
    #[must_use]
    pub fn choices() -> Self {
        let weights = [(Kind::Choice, 4), (Kind::Skip, 4), (Kind::Store, 4), (Kind::Load, 2), (Kind::Mutex, 2)];
        let objects = Objects { mutexes: 1, ..Objects::default() };
        Self::new(&weights, objects, &[Special::Check, Special::Toggle, Special::LockedCounter])
    }

    /// What a thread does, and what is stored, depends on the input.
    #[must_use]
    pub fn inputs() -> Self {
        let weights = [
            (Kind::Skip, 3),
            (Kind::Store, 3),
            (Kind::Load, 3),
            (Kind::Cas, 2),
            (Kind::Section, 1),
            (Kind::PlainStore, 1),
            (Kind::Mutex, 5),
        ];
        let objects = Objects { mutexes: 2, ..Objects::default() };
        let mut loops = Self::new(&weights, objects, &[Special::Check, Special::Toggle, Special::LockedCounter]);
        loops.profile = loops.profile.with_input();
        loops
    }

    /// Plain variables, also accessed atomically, and many races.
    #[must_use]
    pub fn plain() -> Self {
        let weights = [
            (Kind::PlainLoad, 1),
            (Kind::PlainStore, 1),
            (Kind::VarLoad, 1),
            (Kind::VarStore, 1),
            (Kind::VarAdd, 1),
            (Kind::Section, 4),
            (Kind::Mutex, 4),
            (Kind::Load, 2),
            (Kind::Store, 2),
            (Kind::Rmw, 1),
            (Kind::Skip, 1),
        ];
        let objects = Objects { mutexes: 2, ..Objects::default() };
        let specials = [Special::Flags, Special::Flags, Special::CasLock, Special::LockedCounter, Special::Check];
        Self { special: 60, ..Self::new(&weights, objects, &specials) }
    }

    /// The same where plain accesses are visible.
    #[must_use]
    pub fn explored() -> Self {
        let mut made = Self { special: 40, ..Self::plain() };
        made.profile.plain = crate::program::Plain::Explore;
        made
    }

    /// Locks and semaphores that are tried.
    #[must_use]
    pub fn tries() -> Self {
        let weights = [
            (Kind::TryLock, 4),
            (Kind::TimedLock, 2),
            (Kind::Attempt, 3),
            (Kind::SemTry, 2),
            (Kind::Mutex, 2),
            (Kind::Section, 2),
            (Kind::Store, 2),
            (Kind::Load, 1),
        ];
        let objects = Objects { mutexes: 1, sems: 1, rwlocks: 1, spins: 1, ..Objects::default() };
        let specials = [Special::Check, Special::LockedCounter, Special::Handoff];
        Self { fails: true, ..Self::new(&weights, objects, &specials) }
    }

    /// Everything.
    #[must_use]
    pub fn mixed() -> Self {
        let kinds = [Self::atomics(), Self::locks(), Self::conds(), Self::others(), Self::choices()];
        let weights: Vec<_> = kinds.iter().flat_map(|kind| kind.profile.weights.clone()).collect();
        let objects = Objects { mutexes: 2, conds: 1, sems: 2, rwlocks: 1, spins: 1, onces: 1, ..Objects::default() };
        let mut made = Self::new(&weights, objects, &[]);
        made.specials = kinds.into_iter().flat_map(|kind| kind.specials).collect();
        made.profile.joins = 20;
        made
    }
}
