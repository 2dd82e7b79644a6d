//! Numbers of executions that the literature, or a little combinatorics, gives.

use std::rc::Rc;
use threadbare_op::Stats;
use threadbare_testkit::count::Count;
use threadbare_testkit::explorers;
use threadbare_testkit::known;
use threadbare_testkit::oracle::truth;
use threadbare_testkit::program::Program;
use threadbare_testkit::toy::Toy;

#[track_caller]
fn graph(program: Program, expected: u64) {
    let mut count = Count::default();
    let coverage = explorers::graph().run(&mut Toy::new(&Rc::new(program)), &mut count);
    assert!(coverage.is_complete());
    let Stats { executions, blocked, redundant, .. } = count.stats;
    assert_eq!((executions, blocked, redundant, count.faults.len()), (expected, 0, 0, 0));
}

#[track_caller]
fn both(program: Program, expected: u64) {
    let truth = truth(&program, 100_000).expect("small enough for the oracle");
    assert_eq!(truth.classes.len() as u64, expected, "the oracle");
    graph(program, expected);
}

fn factorial(n: u64) -> u64 {
    (1..=n).product()
}

#[test]
fn increments() {
    (1..=5).for_each(|n| both(known::increments(n), factorial(n as u64)));
    graph(known::increments(8), factorial(8));
}

#[test]
fn readers() {
    (1..=4).for_each(|n| both(known::readers(n), 1 << n));
    graph(known::readers(14), 1 << 14);
}

#[test]
fn float_read() {
    (1..=5).for_each(|n| both(known::float_read(n), factorial(n as u64 + 1)));
    graph(known::float_read(8), factorial(9));
}

#[test]
fn last_zero() {
    (2..=3).for_each(|n| both(known::last_zero(n), (n as u64 + 3) << (n - 2)));
    (4..=12).for_each(|n| graph(known::last_zero(n), (n as u64 + 3) << (n - 2)));
}

#[test]
fn indexer() {
    graph(known::indexer(11), 1);
    (12..=15).for_each(|n| graph(known::indexer(n), 8u64.pow(n as u32 - 11)));
}

#[test]
fn filesystem() {
    for (n, expected) in [(13, 1), (14, 2), (16, 8), (18, 32), (19, 64)] {
        graph(known::filesystem(n), expected);
    }
}

#[test]
fn casrot() {
    both(known::casrot(1), 1);
    // Two threads: 1 first, then 2 (succeeds), or 2 first (fails).
    both(known::casrot(2), 2);
    graph(known::casrot(10), 38_486);
}

#[test]
fn mutexes() {
    both(known::pairs(1), 2);
    (2..=5).for_each(|n| graph(known::pairs(n), factorial(n as u64) << n));
    [1, 2].into_iter().for_each(|k| both(known::private_prefix(k), 2));
    graph(known::private_prefix(1600), 2);
}

#[test]
fn fib_bench() {
    let small = truth(&known::fib_bench(1), 100_000).expect("small enough for the oracle");
    graph(known::fib_bench(1), small.classes.len() as u64);
    graph(known::fib_bench(4), 19_605);
    graph(known::fib_bench(5), 218_243);
}

#[test]
fn singleton() {
    (1..=4).for_each(|n| both(known::singleton(n), factorial(n as u64)));
    graph(known::singleton(7), factorial(7));
}

#[test]
fn redundant_co() {
    both(known::redundant_co(1), 3_150);
    graph(known::redundant_co(2), 1_969_110);
}

#[test]
fn papers() {
    both(known::value_centric_1(), 4);
    both(known::reads_value_from_1(), 98);
    for (n, expected) in [(1, 2), (2, 6), (3, 20), (4, 70), (5, 252)] {
        both(known::value_centric_3a(n), expected);
    }
    both(known::quasi_optimal_1(2), 4);
    (3..=8).for_each(|n| graph(known::quasi_optimal_1(n), 2 * n as u64));
}
