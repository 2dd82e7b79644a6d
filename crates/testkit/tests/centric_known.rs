//! Numbers of classes that the papers, or a little combinatorics, give for `vc` and `dc`.

use std::rc::Rc;
use threadbare_explore::{Centric, LeafOrder};
use threadbare_op::Stats;
use threadbare_testkit::count::Count;
use threadbare_testkit::explorers;
use threadbare_testkit::known;
use threadbare_testkit::program::Program;
use threadbare_testkit::toy::Toy;

const VC: Centric = Centric { by_source: false, leaf_order: LeafOrder::Lazy, root_child: 0, mistake: None };
const DC: Centric = Centric { by_source: true, ..VC };

fn stats(settings: Centric, program: Program) -> Stats {
    let mut count = Count::default();
    let coverage = explorers::centric(settings).run(&mut Toy::new(&Rc::new(program)), &mut count);
    assert!(coverage.is_complete() && count.faults.is_empty());
    count.stats
}

#[track_caller]
fn count(settings: Centric, program: Program, expected: u64) {
    let Stats { executions, blocked, .. } = stats(settings, program);
    assert_eq!((executions, blocked), (expected, 0), "{settings:?}");
}

#[test]
fn many_writes_of_distinct_values() {
    for n in 1..=7 {
        let reader_is_root = n as u32;
        count(Centric { root_child: reader_is_root, ..VC }, known::float_read_from_zero(n), n as u64);
        count(Centric { root_child: reader_is_root, ..DC }, known::float_read_from_zero(n), n as u64 + 1);
        count(Centric { root_child: reader_is_root, ..VC }, known::float_read(n), n as u64 + 1);
    }
}

#[test]
fn singleton() {
    for n in 2..=7 {
        count(VC, known::singleton(n), 2);
        count(DC, known::singleton(n), n as u64);
    }
}

#[test]
fn figures() {
    count(VC, known::value_centric_1(), 1);
    count(DC, known::value_centric_1(), 2);
    for n in 1..=6 {
        // The paper's program writes the initial value.
        let program = known::value_centric_3a(n);
        count(VC, Program { locations: vec![(1, 8)], ..program }, 1);
        count(VC, known::value_centric_3b(n), 1);
    }
    // Reads-value-from (CAV 2021), section 1: the paper's algorithm goes through all orders of the leaf threads.
    count(Centric { leaf_order: LeafOrder::Strict, ..VC }, known::reads_value_from_1(), 7);
    count(VC, known::reads_value_from_1(), 1);
    count(DC, known::reads_value_from_1(), 9);
}

/// Section 5: the read of the root thread reads its own write, or that of the other thread (both the same value, but on different
/// sides). The first read of the other thread has one value; the last has two in the first case, else one. Node for node this
/// is tested next to the explorer.
#[test]
fn the_running_example() {
    count(VC, known::value_centric_7(), 3);
}

/// Reads-from classes: 3m² + 3m + 1 with m = 4n. The reader is the root; the order of writes nobody reads is left open.
#[test]
fn redundant_co() {
    for n in 1..=2 {
        let m = 4 * n as u64;
        count(Centric { root_child: 2, ..DC }, known::redundant_co(n), 3 * m * m + 3 * m + 1);
    }
}
