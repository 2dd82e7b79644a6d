//! The reference for weak memory against what is known otherwise: the oracle of interleavings for
//! sc, itself searched in other ways for the other models.

use std::collections::BTreeSet;
use threadbare_effort::seeds;
use threadbare_op::Model;
use threadbare_testkit::class::End;
use threadbare_testkit::generate::{Profile, generate};
use threadbare_testkit::oracle::{Final, Truth, truth_by_classes};
use threadbare_testkit::program::{Plain, Program};
use threadbare_testkit::rng::Rng;
use threadbare_testkit::weak::enumerate::{Executions, Search, enumerate, enumerate_by};

fn profiles() -> [Profile; 11] {
    [
        Profile::atomics(),
        Profile::locks(),
        Profile::conds(),
        Profile::others(),
        Profile::joins(),
        Profile::choices(),
        Profile::plain(),
        Profile::protected(),
        Profile::misuse(),
        Profile::mixed(),
        Profile::wide(),
    ]
}

fn ends(truth: &Truth, end: End) -> u64 {
    truth.classes.values().filter(|e| **e == end).count() as u64
}

/// The oracle counts variables that were accessed atomically as memory, too.
fn without_variables(program: &Program, truth: &Truth) -> BTreeSet<Final> {
    let mut finals: Vec<Final> = truth.finals.iter().cloned().collect();
    if program.plain == Plain::Report {
        finals.iter_mut().for_each(|last| last.memory.retain(|addr, _| program.variable_at(*addr).is_none()));
    }
    finals.into_iter().collect()
}

fn same_as_oracle(program: &Program, graphs: &Executions, truth: &Truth) {
    assert_eq!(graphs.is_racy(), truth.is_racy(), "races\n{program}");
    if truth.is_racy() {
        return;
    }
    for end in [End::Complete, End::Blocked, End::Deadlock] {
        assert_eq!(graphs.count(end), ends(truth, end), "{end:?}\n{program}");
    }
    assert_eq!(graphs.finals(), without_variables(program, truth), "final states\n{program}");
    assert_eq!(graphs.faults(), truth.faults, "faults\n{program}");
}

/// The consistent graphs of sc are the Mazurkiewicz traces.
#[test]
fn sc_is_the_interleavings() {
    let profiles = profiles();
    let (mut compared, mut racy) = (0, 0);
    for seed in seeds(3300) {
        let program = generate(&mut Rng::new(seed), &profiles[seed as usize % profiles.len()]);
        let Some(truth) = truth_by_classes(&program, 300) else { continue };
        let Some(graphs) = enumerate(&program, &Model::Sc, 3000) else { continue };
        same_as_oracle(&program, &graphs, &truth);
        compared += 1;
        racy += u64::from(truth.is_racy());
    }
    println!("{compared} programs, {racy} with races");
    assert!(compared > 2500 && racy > 60);
}

/// Filtering at the end instead of at each beginning, and adding events in every order, finds the
/// same.
#[test]
fn consistency_is_prefix_closed() {
    let profiles = profiles();
    let mut compared = 0;
    for seed in seeds(330) {
        let program = generate(&mut Rng::new(seed), &profiles[seed as usize % profiles.len()]);
        for model in Model::ALL {
            let Some(all) = enumerate_by(&program, &model, 2000, Search::Filtered) else { continue };
            for search in [Search::EveryOrder, Search::Fast] {
                let found = enumerate_by(&program, &model, usize::MAX, search).expect("no limit");
                assert!(found.all.keys().eq(all.all.keys()), "{model} {search:?}\n{program}");
            }
            compared += 1;
        }
    }
    println!("{compared} programs");
    assert!(compared > 1000);
}
