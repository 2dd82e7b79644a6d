//! The profiles that random programs are made by.

mod weak;

use super::{Kind, Objects, Profile};
use crate::program::Plain;
use threadbare_op::ReleaseSequence;

impl Profile {
    /// The profiles for sequential consistency, with their names.
    #[must_use]
    pub fn all() -> [(&'static str, Self); 12] {
        [
            ("atomics", Self::atomics()),
            ("locks", Self::locks()),
            ("conds", Self::conds()),
            ("others", Self::others()),
            ("joins", Self::joins()),
            ("choices", Self::choices()),
            ("plain", Self::plain()),
            ("protected", Self::protected()),
            ("attempts", Self::attempts()),
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
            release_sequence: ReleaseSequence::Rc11,
            objects: Objects::default(),
            weights: weights.to_vec(),
            orders: Vec::new(),
            joins: 30,
            nested: 0,
            limit: 2_000,
        }
    }

    /// The same with questions about the input: about one operation in four.
    #[must_use]
    pub fn with_input(mut self) -> Self {
        let total: u32 = self.weights.iter().map(|(_, weight)| weight).sum();
        self.weights.push((Kind::Ask, total.div_ceil(3)));
        self
    }

    /// The same without objects that several threads can change at a time: mutexes and spinlocks
    /// stay.
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

    /// Additions whose results nobody uses, posts, arrivals at barriers, with others at the same
    /// locations and objects, and plain variables that they order.
    #[must_use]
    pub fn alike() -> Self {
        Self {
            objects: Objects { sems: 1, barriers: 1, ..Objects::default() },
            variables: 2,
            locations: 2,
            threads: (2, 4),
            ops: (1, 3),
            joins: 50,
            nested: 20,
            ..Self::new(&[
                (Kind::Count, 14),
                (Kind::Posts, 5),
                (Kind::SemWait, 5),
                (Kind::SemTry, 1),
                (Kind::Arrive, 5),
                (Kind::Barrier, 2),
                (Kind::Load, 3),
                (Kind::Store, 1),
                (Kind::Rmw, 1),
                (Kind::Cas, 2),
                (Kind::Await, 2),
                (Kind::PlainLoad, 1),
                (Kind::PlainStore, 1),
                (Kind::VarStore, 1),
                (Kind::Skip, 2),
                (Kind::Choice, 1),
                (Kind::Assert, 1),
                (Kind::Destroy, 1),
            ])
        }
    }

    /// Barriers that plain variables are exchanged across, or ought to be.
    #[must_use]
    pub fn meetings() -> Self {
        Self {
            objects: Objects { barriers: 1, ..Objects::default() },
            variables: 3,
            threads: (2, 4),
            ops: (1, 2),
            main_ops: (0, 0),
            joins: 70,
            ..Self::new(&[
                (Kind::Arrive, 30),
                (Kind::Barrier, 1),
                (Kind::PlainLoad, 1),
                (Kind::PlainStore, 1),
                (Kind::Load, 1),
                (Kind::Count, 1),
                (Kind::Skip, 1),
                (Kind::Assert, 1),
                (Kind::Destroy, 1),
            ])
        }
    }

    /// Plain variables in sections of the mutex that protects them, with locks that are kept,
    /// sections in sections, and atomic accesses in between.
    #[must_use]
    pub fn sections(mutexes: usize) -> Self {
        Self {
            objects: Objects { mutexes, spins: 1, ..Objects::default() },
            variables: 2 * mutexes,
            locations: 1,
            joins: 60,
            nested: 20,
            ..Self::new(&[
                (Kind::Section, 24),
                (Kind::Choice, 2),
                (Kind::Mutex, 4),
                (Kind::Spin, 1),
                (Kind::LeakedLock, 1),
                (Kind::PlainLoad, 1),
                (Kind::Load, 2),
                (Kind::Store, 2),
                (Kind::Rmw, 1),
                (Kind::Skip, 2),
                (Kind::Assert, 2),
            ])
        }
    }

    /// Plain variables under all kinds of protection, some of them accessed atomically now and
    /// then.
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

    /// Plain variables that are accessed where a lock was taken, or could not be.
    #[must_use]
    pub fn attempts() -> Self {
        Self {
            objects: Objects { mutexes: 1, sems: 1, rwlocks: 1, spins: 1, ..Objects::default() },
            variables: 2,
            locations: 1,
            ops: (1, 3),
            joins: 70,
            ..Self::new(&[
                (Kind::Attempt, 8),
                (Kind::Mutex, 5),
                (Kind::RwWrite, 2),
                (Kind::Spin, 2),
                (Kind::SemTry, 1),
                (Kind::SemPost, 1),
                (Kind::PlainLoad, 1),
                (Kind::PlainStore, 2),
                (Kind::Store, 2),
                (Kind::Rmw, 2),
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

    /// Plain variables that locks protect or not, locks that are misused, assertions about what was
    /// read: faults of every kind that have to do with each other.
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
