//! Numbers of classes that the papers, or a little combinatorics, give for `vc` and `dc`.

use std::rc::Rc;
use threadbare_explore::{Centric, LeafOrder};
use threadbare_op::Stats;
use threadbare_testkit::count::Count;
use threadbare_testkit::explorers;
use threadbare_testkit::known;
use threadbare_testkit::program::{Inst, Program, reg, val};
use threadbare_testkit::toy::Toy;

const VC: Centric =
    Centric { by_source: false, leaf_order: LeafOrder::Lazy, root_child: 0, every_read: false, mistake: None };
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
    // Reads-value-from (CAV 2021), section 1: the paper's algorithm goes through all orders of the
    // leaf threads.
    count(Centric { leaf_order: LeafOrder::Strict, ..VC }, known::reads_value_from_1(), 7);
    count(VC, known::reads_value_from_1(), 1);
    count(DC, known::reads_value_from_1(), 9);
}

/// Section 5: the read of the root thread reads its own write, or that of the other thread (both
/// the same value, but on different sides). The first read of the other thread has one value; the
/// last has two in the first case, else one. Node for node this is tested next to the explorer.
#[test]
fn the_running_example() {
    count(VC, known::value_centric_7(), 3);
}

/// A thread that counts how often it has read: whether leaf events are then ordered one way or the
/// other, it has done so once.
#[test]
fn what_a_thread_does_is_done_once() {
    let count = vec![
        Inst::load(1, 0),
        Inst::PlainLoad { reg: 0, var: 0 },
        Inst::PlainStore { var: 0, value: reg(0, 1) },
        Inst::load(1, 0),
        Inst::PlainLoad { reg: 0, var: 0 },
        Inst::Assert { reg: 0, value: 1 },
    ];
    let writes = |values: [u64; 2]| values.map(|value| Inst::store(0, val(value))).to_vec();
    let root = Vec::new();
    let program =
        Program { variables: vec![0], ..Program::parallel(vec![root, writes([1, 2]), writes([3, 4]), count], 1) };
    for by_source in [false, true] {
        for leaf_order in [LeafOrder::Lazy, LeafOrder::Relaxed, LeafOrder::Strict] {
            // What the second read has after the first one: anything after 0; all but 0 after 1 and
            // 3; not 1 after 2, nor 3 after 4 either: 5 + 4 + 4 + 3 + 3.
            let Stats { executions, blocked, .. } =
                stats(Centric { by_source, leaf_order, ..Centric::default() }, program.clone());
            assert!(executions >= 19 && blocked == 0, "{leaf_order:?}: {executions}, {blocked}");
        }
    }
}

/// Reads-from classes: 3m² + 3m + 1 with m = 4n. The reader is the root; the order of writes nobody
/// reads is left open.
#[test]
fn redundant_co() {
    for n in 1..=2 {
        let m = 4 * n as u64;
        count(Centric { root_child: 2, ..DC }, known::redundant_co(n), 3 * m * m + 3 * m + 1);
    }
}
