//! Going back executes nothing: an explorer goes on with the threads as they are kept.
//!
//! Counted are the instructions that the system executes. What is *not* claimed: that executions
//! which have an event in common share its execution wherever it stands. They do where it is in the
//! part before they part, and in `graph` also where a revisit keeps it.

use std::rc::Rc;
use threadbare_explore::Centric;
use threadbare_testkit::count::Count;
use threadbare_testkit::explorers::{self, ToyExplorer};
use threadbare_testkit::known;
use threadbare_testkit::program::Program;
use threadbare_testkit::toy::{Toy, Work};

fn run(mut explorer: ToyExplorer, program: Program) -> (Work, Count) {
    let mut toy = Toy::watched(&Rc::new(program));
    let mut count = Count::default();
    let coverage = explorer.run(&mut toy, &mut count);
    assert!(coverage.is_complete());
    (toy.work(), count)
}

/// Programs of up to four threads (with more a search begins again, with wider clocks).
fn programs() -> Vec<(&'static str, Program)> {
    vec![
        ("readers", known::readers(2)),
        ("increments", known::increments(3)),
        ("fib_bench", known::fib_bench(3)),
        ("float_read", known::float_read(2)),
        ("singleton", known::singleton(3)),
        ("value_centric_7", known::value_centric_7()),
        ("reads_value_from_1", known::reads_value_from_1()),
        ("reads_value_from_6", known::reads_value_from_6()),
        ("redundant_co", known::redundant_co(1)),
        ("private_prefix", known::private_prefix(50)),
    ]
}

type Make = fn() -> ToyExplorer;

fn explorers() -> Vec<(&'static str, Make)> {
    vec![
        ("source", explorers::source),
        ("optimal", explorers::optimal),
        ("observers", explorers::observers),
        ("rf", explorers::rf),
        ("dc", || explorers::centric(Centric::SOURCES)),
        ("vc", || explorers::centric(Centric::VALUES)),
        ("rvf", explorers::rvf),
    ]
}

/// A step is executed when an event is added, and at no other time; and never again after the same
/// steps.
#[test]
fn no_step_is_executed_twice() {
    for (name, program) in programs() {
        for (explorer, make) in explorers() {
            let (work, count) = run(make(), program.clone());
            assert!(count.ends() > 0);
            assert_eq!(work.resumed, count.stats.events, "{explorer} on {name}: as many steps as events");
            // These tell apart from which of two writes of one value main has read, though main
            // knows both of them: neither the answer nor the clock shows it.
            if name != "singleton" || !matches!(explorer, "observers" | "rf" | "dc") {
                assert_eq!(work.again, 0, "{explorer} on {name}: the same steps again");
            }
        }
    }
}

/// Two threads with k private steps each before they meet, in 2 executions: in `graph` all of these
/// steps are kept. A sequence of steps keeps what stands before the place where it is changed: the
/// private steps of the thread that comes first there, but not those of the other, which come with
/// what is changed. (A tool that runs the program again for each execution executes both twice.)
/// `vc` and `dc` try the reads of each thread at a node, unless nobody else writes what one reads.
#[test]
fn what_executions_have_in_common_is_executed_once() {
    let steps = |make: Make| {
        let [short, long] = [10, 60].map(|k| run(make(), known::private_prefix(k)).0.instructions);
        long - short
    };
    let of_one_thread = 50 * 2;
    assert_eq!(steps(explorers::graph), 2 * of_one_thread);
    for (name, make) in explorers() {
        assert_eq!(steps(make), 3 * of_one_thread, "{name}");
    }
}

/// As long as threads go over what is their own, `vc` and `dc` go into no execution in vain.
#[test]
fn what_concerns_one_thread_is_tried_at_one_node() {
    for settings in [Centric::VALUES, Centric::SOURCES] {
        for k in [10, 60] {
            let (_, count) = run(explorers::centric(settings), known::private_prefix(k));
            assert_eq!((count.stats.executions, count.stats.redundant), (2, 0), "{settings:?}");
        }
    }
}

/// The test can fail.
#[test]
fn what_is_executed_again_is_noticed() {
    let program = Rc::new(known::readers(2));
    let mut toy = Toy::watched(&program);
    let mut twice = || {
        use threadbare_op::System;
        let (begin, mut count) = (toy.mark(), Count::default());
        explorers::optimal().run(&mut toy, &mut count);
        toy.undo(begin);
    };
    twice();
    twice();
    assert_eq!(toy.work().again * 2, toy.work().resumed);
}
