//! The graph explorer against the oracle, on random programs: every class once, and all final
//! states and faults.

use std::rc::Rc;
use threadbare_effort::{effort, seed};
use threadbare_op::{SyncOp, SyncState};
use threadbare_testkit::check::{Factory, Promise, Summary, check_explorer, check_program};
use threadbare_testkit::check_shown::check_one;
use threadbare_testkit::explorers;
use threadbare_testkit::generate::{Profile, generate};
use threadbare_testkit::oracle::truth_by_classes;
use threadbare_testkit::program::{Inst, Program, val};
use threadbare_testkit::rng::Rng;

const GRAPH: Factory<'static> = &explorers::graph;

fn check(name: &str, profile: &Profile, count: u64) -> Summary {
    let (seed, factor) = (seed(1_000_000), effort());
    let summary = check_explorer(GRAPH, profile, count * factor, seed, Promise::Once);
    let summary = summary.unwrap_or_else(|failure| panic!("{name}, {failure}"));
    println!("{name}: {summary:?}");
    summary
}

threadbare_testkit::test_all_profiles!(check);

/// A thread whose number does not fit the clocks is met in the middle of a revisit, which has taken
/// a plain store back: the search that begins again must find the memory as it was.
#[test]
fn too_many_threads_in_a_revisit() {
    let spawn = |slot, body| Inst::Spawn { slot, body };
    let lock = Inst::Sync { reg: 3, object: 0, op: SyncOp::MutexLock };
    let program = Program {
        bodies: vec![
            vec![spawn(0, 1), spawn(1, 4)],
            vec![spawn(0, 2), lock],
            vec![lock, spawn(0, 3)],
            vec![],
            vec![Inst::load(0, 0), Inst::PlainStore { var: 0, value: val(2) }],
        ],
        variables: vec![1],
        objects: vec![SyncState::Zero],
        ..Program::parallel(Vec::new(), 1)
    };
    let known = truth_by_classes(&program, 20_000).expect("a small program");
    check_program(GRAPH, &Rc::new(program), &known, Promise::Once).unwrap();
}

/// An atomic access that was refused, since it races with a plain store that it comes after, makes
/// that store an event in orders in which it comes before: they do not show the race of the store
/// with another access. (A random program of the profile.)
#[test]
fn schedules_of_races_do_without_refused_accesses() {
    let program = generate(&mut Rng::new(96_001_025), &Profile::attempts());
    check_one(GRAPH, &Rc::new(program)).unwrap();
}

/// The first access of a race comes after a misuse, which is put off to the end: the second comes
/// after both all the same. (A random program of the profile.)
#[test]
fn schedules_of_races_have_both_accesses_in_order() {
    let program = generate(&mut Rng::new(1_004_225), &Profile::protected());
    let known = truth_by_classes(&program, 20_000).expect("a small program");
    check_program(GRAPH, &Rc::new(program), &known, Promise::Once).unwrap();
}
