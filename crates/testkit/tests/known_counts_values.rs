//! Numbers of classes by reads-from and by values that the papers, or a little combinatorics, give.

use std::collections::BTreeSet;
use std::rc::Rc;
use threadbare_explore::{Ablations, Telling};
use threadbare_testkit::count::Count;
use threadbare_testkit::explorers::{self, ToyExplorer};
use threadbare_testkit::known;
use threadbare_testkit::oracle::truth_by_classes;
use threadbare_testkit::program::{Inst, Program, val};
use threadbare_testkit::toy::Toy;

fn count(mut explorer: ToyExplorer, program: &Program) -> u64 {
    let mut count = Count::default();
    let coverage = explorer.run(&mut Toy::new(&Rc::new(program.clone())), &mut count);
    assert!(coverage.is_complete() && count.stats.blocked == 0 && count.faults.is_empty());
    count.stats.executions
}

#[track_caller]
fn check(program: &Program, rf: u64, rvf: u64) {
    assert_eq!((count(explorers::rf(), program), count(explorers::rvf(), program)), (rf, rvf));
}

/// The same, also by the oracle. `rvf` is the number of classes by values, in these programs that
/// of the explorer.
#[track_caller]
fn check_all(program: &Program, rf: u64, rvf: u64) {
    let truth = truth_by_classes(program, 100_000).expect("small enough for the oracle");
    let by_reads: BTreeSet<_> = truth.value_classes().keys().map(|c| &c.reads_from).collect();
    let by_values: BTreeSet<_> = truth.value_classes().keys().map(|c| &c.values).collect();
    assert_eq!((by_reads.len() as u64, by_values.len() as u64), (rf, rvf), "the oracle");
    check(program, rf, rvf);
}

/// The same for the explorer with observers, and the oracle.
#[track_caller]
fn check_observers(program: &Program, observers: u64) {
    let truth = truth_by_classes(program, 100_000).expect("small enough for the oracle");
    let classes: BTreeSet<_> = truth.value_classes().keys().map(|c| &c.observers).collect();
    assert_eq!(classes.len() as u64, observers, "the oracle");
    assert_eq!(count(explorers::observers(), program), observers);
}

fn factorial(n: u64) -> u64 {
    (1..=n).product()
}

#[test]
fn figures_of_value_centric_dpor() {
    check_all(&known::value_centric_1(), 2, 1);
    // The first k reads may find the initial content, if that is another value. If it is the one
    // written, there is one class.
    for n in 1..=4 {
        check_all(&known::value_centric_3a(n), central(n as u64), n as u64 + 1);
        let program = known::value_centric_3a(n);
        let same = program.bodies.into_iter().map(|body| body.into_iter().map(writes_zero).collect()).collect();
        assert_eq!(count(explorers::rvf(), &Program { bodies: same, ..known::value_centric_3a(n) }), 1);
    }
}

/// C(2n, n): in programs of n writes and n reads each interleaving of conflicting accesses has its
/// own reads-from function.
fn central(n: u64) -> u64 {
    factorial(2 * n) / factorial(n) / factorial(n)
}

fn writes_zero(inst: Inst) -> Inst {
    match inst {
        Inst::Store { loc, .. } => Inst::store(loc, val(0)),
        other => other,
    }
}

#[test]
fn figures_of_reads_value_from() {
    check_all(&known::reads_value_from_1(), 9, 1);
    let six = known::reads_value_from_6();
    assert_eq!(count(explorers::rvf(), &six), 2);
    for n in 1..=6 {
        for program in known::reads_value_from_13(n) {
            assert_eq!(count(explorers::rvf(), &program), 1);
        }
    }
}

#[test]
fn sigma() {
    (1..=4).for_each(|n| check_all(&known::sigma(n), factorial(n as u64), factorial(n as u64)));
    assert_eq!(count(explorers::rf(), &known::sigma(7)), 5040);
}

#[test]
fn writers_of_one_value() {
    (1..=5).for_each(|n| check_all(&known::same_value(n), n as u64 + 1, 2));
    check(&known::same_value(20), 21, 2);
}

#[test]
fn singleton() {
    (2..=5).for_each(|n| check_all(&known::singleton(n), n as u64, 2));
    check(&known::singleton(20), 20, 2);
}

#[test]
fn float_read() {
    (1..=5).for_each(|n| check_all(&known::float_read(n), n as u64 + 1, n as u64 + 1));
}

#[test]
fn redundant_co() {
    for n in 1..=3 {
        let m = 4 * n as u64;
        assert_eq!(count(explorers::rf(), &known::redundant_co(n)), 3 * m * m + 3 * m + 1);
    }
}

#[test]
fn monabsex() {
    (1..=9).for_each(|n| assert_eq!(count(explorers::rvf(), &known::monabsex(n)), 1));
}

#[test]
fn increments() {
    (1..=5).for_each(|n| check_all(&known::increments(n), factorial(n as u64), factorial(n as u64)));
}

/// The figures of both papers, and what combinatorics give.
#[test]
fn observers() {
    check_observers(&known::value_centric_1(), 3);
    check_observers(&known::reads_value_from_1(), 43);
    // Which write is read, and which of the others come before it; or the initial content is read.
    let one_reader = |n: u64| n * (1 << (n - 1)) + 1;
    for n in 1..=5 {
        check_observers(&known::float_read(n), one_reader(n as u64));
        check_observers(&known::same_value(n), one_reader(n as u64));
        check_observers(&known::increments(n), factorial(n as u64));
    }
    (2..=5).for_each(|n| check_observers(&known::singleton(n), n as u64));
    assert_eq!(count(explorers::observers(), &known::float_read(12)), one_reader(12));
    assert_eq!(count(explorers::observers(), &known::singleton(20)), 20);
    // Where each location has one writer, or each write is read by the next, reads-from says all.
    assert_eq!(count(explorers::observers(), &known::last_zero(8)), 11 << 6);
    assert_eq!(count(explorers::observers(), &known::readers(8)), 1 << 8);
    assert_eq!(count(explorers::observers(), &known::casrot(8)), count(explorers::graph(), &known::casrot(8)));
    assert_eq!(count(explorers::observers(), &known::pairs(4)), factorial(4) << 4);
}

/// The heuristics have no effect on what is explored.
#[test]
fn ablations() {
    let programs = [
        known::reads_value_from_1(),
        known::reads_value_from_6(),
        known::singleton(4),
        known::sigma(3),
        known::fib_bench(2),
        known::pairs(2),
        known::casrot(4),
    ];
    for program in programs {
        let expected = count(explorers::rvf(), &program);
        for switches in 1..16 {
            let without = Ablations {
                closure: switches & 1 != 0,
                guide: switches & 2 != 0,
                greedy: switches & 4 != 0,
                signals: switches & 8 != 0,
            };
            assert_eq!(count(explorers::rvf_without(without), &program), expected, "{without:?}");
        }
    }
}

/// Figure 6 of the reads-value-from paper, node for node. Thread 0 starts the two threads of the
/// figure, with two events.
#[test]
fn figure_6() {
    let mut telling = Telling::default();
    let mut count = Count::default();
    let coverage = explorers::tell(&mut telling, &Rc::new(known::reads_value_from_6()), &mut count);
    assert!(coverage.is_complete());
    let expected = [
        // A: w1, w3, w4. r1 reads from w1 or w3.
        "call with 5 events: [1, 2] can read",
        "1 reads from 1.1 or 2.1",
        // B: w2. r2 reads from w2 or w4.
        "call with 7 events: [2] can read",
        "2 reads from 1.3 or 2.2",
        // C: w5, a new source for r1: a signal to A, none to B.
        "call with 9 events: [] can read",
        "back: no signal for the read of 2",
        "back: signal for the read of 1",
        // D, from A: r2 reads from w4; w1 and w3 are forbidden to r1.
        "2 reads from 2.2",
        "call with 7 events: [1] can read",
        "1 reads from 2.4",
        // E. r1 had an entry in the causal map, so D goes on in any case; w2 is new to r2, so A
        // would: nothing is left to process.
        "call with 9 events: [] can read",
        "back: signal for the read of 1",
        "back: signal for the read of 2",
    ];
    assert_eq!(telling.story, expected);
    assert_eq!(count.stats.executions, 2);
}
