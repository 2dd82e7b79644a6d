//! Numbers of consistent execution graphs of the shapes that every paper on memory models
//! discusses, counted by hand.

use std::rc::Rc;
use threadbare_op::{Model, Order};
use threadbare_testkit::count::Count;
use threadbare_testkit::explorers;
use threadbare_testkit::program::{Inst, Program, val};
use threadbare_testkit::toy::Toy;

const X: usize = 0;
const Y: usize = 1;

fn write(loc: usize, value: u64, order: Order) -> Inst {
    Inst::store(loc, val(value)).with(order)
}

fn read(reg: u8, loc: usize, order: Order) -> Inst {
    Inst::load(reg, loc).with(order)
}

fn fence(order: Order) -> Inst {
    Inst::fence().with(order)
}

/// Counts under sc, tso, pso, ra, rc11.
#[track_caller]
fn counts(threads: Vec<Vec<Inst>>, expected: [u64; 5]) {
    let program = Rc::new(Program::parallel(threads, 2));
    let counted = Model::ALL.map(|model| {
        let mut count = Count::default();
        let coverage = explorers::graph_of(model, None).run(&mut Toy::new(&program), &mut count);
        assert!(coverage.is_complete());
        assert_eq!((count.stats.blocked, count.stats.redundant, count.faults.len()), (0, 0, 0));
        count.stats.executions
    });
    assert_eq!(counted, expected, "sc, tso, pso, ra, rc11");
}

use Order::{Acquire, Relaxed, Release, SeqCst};

#[test]
fn store_buffering() {
    let sb = |w, r| vec![vec![write(X, 1, w), read(0, Y, r)], vec![write(Y, 1, w), read(0, X, r)]];
    counts(sb(Relaxed, Relaxed), [3, 4, 4, 4, 4]);
    counts(sb(Release, Acquire), [3, 4, 4, 4, 4]);
    // Under ra all accesses count as release or acquire, no more.
    counts(sb(SeqCst, SeqCst), [3, 3, 3, 4, 3]);
    let fenced = |f| {
        let thread = |mine, other| vec![write(mine, 1, Relaxed), fence(f), read(0, other, Relaxed)];
        vec![thread(X, Y), thread(Y, X)]
    };
    // Under ra the two fences are ordered: each of the two orders leaves the other thread's read
    // free, but for the one that comes second, which sees the write. So 2 for each order.
    counts(fenced(SeqCst), [3, 3, 3, 4, 3]);
    counts(fenced(Order::AcqRel), [3, 4, 4, 4, 4]);
}

#[test]
fn message_passing() {
    let mp = |w, r| vec![vec![write(X, 1, Relaxed), write(Y, 1, w)], vec![read(0, Y, r), read(1, X, Relaxed)]];
    counts(mp(Relaxed, Relaxed), [3, 3, 4, 3, 4]);
    counts(mp(Release, Relaxed), [3, 3, 3, 3, 4]);
    counts(mp(Release, Acquire), [3, 3, 3, 3, 3]);
    counts(mp(SeqCst, SeqCst), [3, 3, 3, 3, 3]);
}

#[test]
fn load_buffering() {
    let lb = vec![vec![read(0, X, Relaxed), write(Y, 1, Relaxed)], vec![read(0, Y, Relaxed), write(X, 1, Relaxed)]];
    counts(lb, [3; 5]);
}

#[test]
fn two_plus_two_writes() {
    let shape = |w| vec![vec![write(X, 1, w), write(Y, 2, w)], vec![write(Y, 1, w), write(X, 2, w)]];
    counts(shape(Relaxed), [3, 3, 4, 4, 4]);
    counts(shape(Release), [3, 3, 3, 4, 4]);
    counts(shape(SeqCst), [3, 3, 3, 4, 3]);
}

#[test]
fn independent_reads_of_independent_writes() {
    let iriw = |w, r| {
        let reader = |a, b| vec![read(0, a, r), read(1, b, r)];
        vec![vec![write(X, 1, w)], vec![write(Y, 1, w)], reader(X, Y), reader(Y, X)]
    };
    counts(iriw(Relaxed, Relaxed), [15, 15, 15, 16, 16]);
    counts(iriw(Release, Acquire), [15, 15, 15, 16, 16]);
    counts(iriw(SeqCst, SeqCst), [15, 15, 15, 16, 15]);
}

#[test]
fn coherence_of_reads() {
    // 1 write, 2 reads of one thread: never new, then old.
    counts(vec![vec![write(X, 1, Relaxed)], vec![read(0, X, Relaxed), read(1, X, Relaxed)]], [3; 5]);
}
