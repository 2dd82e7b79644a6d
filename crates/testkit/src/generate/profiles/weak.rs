//! Profiles for weak memory models.

use super::super::{Kind, Objects, Profile};
use crate::program::Plain;
use threadbare_op::{Order, ReleaseSequence};

impl Profile {
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

    /// Threads that store with release and then again with relaxed, so that it matters what a
    /// release sequence has.
    #[must_use]
    pub fn release_sequences(release_sequence: ReleaseSequence) -> Self {
        let orders = vec![(Order::Relaxed, 4), (Order::Acquire, 3), (Order::Release, 4)];
        Self { release_sequence, orders, main_ops: (0, 0), ..Self::weak() }
    }

    /// The same with more threads, which do less.
    #[must_use]
    pub fn weak_wide() -> Self {
        Self { threads: (3, 4), ops: (1, 2), ..Self::weak() }
    }

    /// Many accesses and fences that are `seq_cst`, between others that are not: what RC11's psc is
    /// about.
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

    /// The same as [`Self::weak`] with synchronisation objects, joins, choices, and plain accesses
    /// that are events.
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

    /// Plain variables that atomics of all orders are to protect: whether they race depends on the
    /// model.
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
}
