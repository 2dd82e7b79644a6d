//! Bounded exploration of graphs against the oracle: what is within the bound is reached once, what
//! is beyond it never.

use threadbare_effort::{effort, seed};
use threadbare_explore::{Explorer, UnfoldingMistake};
use threadbare_op::{Bound, Model};
use threadbare_testkit::check_bound::{BoundSummary, BoundedFactory, Finds, check_bounds, check_weak_rounds};
use threadbare_testkit::explorers;
use threadbare_testkit::generate::Profile;
use threadbare_testkit::toy::Toy;

const GRAPH: BoundedFactory<'static> = &|bound| explorers::graph_of(Model::Sc, Some(bound));

const PAPER: BoundedFactory<'static> = &|bound| {
    let Bound::Rounds(most) = bound else { unreachable!("only rounds") };
    explorers::paper_rounds(most)
};

/// The unfolding knows only switches.
fn unfolding(bound: Bound, mistake: Option<UnfoldingMistake>) -> Box<dyn Explorer<Toy>> {
    let Bound::ContextSwitches(most) = bound else { unreachable!("only context switches") };
    explorers::unfolding_within(most, mistake)
}

fn check_unfolding(name: &str, profile: &Profile, count: u64) {
    let (seed, factor) = (seed(3_500_000), effort());
    let make = |bound| unfolding(bound, None);
    let summary = check_bounds(&make, profile, count * factor, seed, (&Bound::ContextSwitches, Finds::Beginnings), 6);
    let summary = summary.unwrap_or_else(|failure| panic!("{name}: {failure}"));
    println!("{name}: {summary:?}");
    assert!(summary.cut > summary.runs / 20, "{name}: {summary:?}");
}

#[test]
fn context_switches_of_the_unfolding() {
    check_unfolding("atomics", &Profile::atomics(), 150);
    check_unfolding("locks", &Profile::locks(), 150);
    check_unfolding("conds", &Profile::conds(), 150);
    check_unfolding("others", &Profile::others(), 150);
    check_unfolding("joins", &Profile::joins(), 150);
    check_unfolding("choices", &Profile::choices(), 150);
    check_unfolding("mixed", &Profile::mixed(), 150);
    check_unfolding("misuse", &Profile::misuse(), 150);
}

/// What is known only from beyond the bound is lost if the search does not look for it.
#[test]
fn trusting_the_bound_is_noticed() {
    let make = |bound| unfolding(bound, Some(UnfoldingMistake::TrustsTheBound));
    let found = check_bounds(&make, &Profile::mixed(), 3000, 3_600_000, (&Bound::ContextSwitches, Finds::Ends), 5);
    let message = found.expect_err("nothing is lost");
    assert!(message.contains("classes within") || message.contains("is not found"), "{message}");
    println!("{message}");
}

fn check(name: &str, profile: &Profile, count: u64) -> BoundSummary {
    let (seed, factor) = (seed(3_000_000), effort());
    let summary = check_bounds(GRAPH, profile, count * factor, seed, (&Bound::Rounds, Finds::Ends), 3);
    let summary = summary.unwrap_or_else(|failure| panic!("{name}: {failure}"));
    println!("{name}: {summary:?}");
    assert!(summary.cut > summary.runs / 20, "{name}: {summary:?}");
    summary
}

#[test]
fn atomics() {
    check("atomics", &Profile::atomics(), 250);
}

#[test]
fn locks() {
    check("locks", &Profile::locks(), 250);
}

#[test]
fn conds() {
    check("conds", &Profile::conds(), 250);
}

#[test]
fn other_objects() {
    check("others", &Profile::others(), 250);
}

#[test]
fn joins() {
    check("joins", &Profile::joins(), 250);
}

#[test]
fn choices() {
    check("choices", &Profile::choices(), 250);
}

#[test]
fn wide() {
    check("wide", &Profile::wide(), 150);
}

#[test]
fn misuse() {
    check("misuse", &Profile::misuse(), 250);
}

#[test]
fn mixed() {
    check("mixed", &Profile::mixed(), 250);
}

/// Under weak models the rounds are those of porf.
#[test]
fn weak_models() {
    let (seed, factor) = (seed(5_000_000), effort());
    for model in [Model::Tso, Model::Pso, Model::Ra, Model::Rc11] {
        for (name, profile) in
            [("weak", Profile::weak()), ("objects", Profile::weak_objects()), ("joins", Profile::joins())]
        {
            let summary =
                check_weak_rounds(&profile, model, 100 * factor, seed, 2).unwrap_or_else(|why| panic!("{why}"));
            println!("{model}, {name}: {summary:?}");
            assert!(summary.cut > summary.runs / 20, "{model}, {name}: {summary:?}");
        }
    }
}

/// Preemptions and context switches.
fn check_switches(name: &str, profile: &Profile, count: u64) {
    let (seed, factor) = (seed(4_000_000), effort());
    // What comes after a fault needs no preemption, but it may need switches.
    for (bound, finds) in
        [(Bound::Preemptions as fn(u32) -> Bound, Finds::Beginnings), (Bound::ContextSwitches, Finds::Ends)]
    {
        let summary = check_bounds(GRAPH, profile, count * factor, seed, (&bound, finds), 3);
        let summary = summary.unwrap_or_else(|failure| panic!("{name}: {failure}"));
        println!("{name}, {:?}: {summary:?}", bound(3));
        assert!(summary.cut > summary.runs / 20, "{name}: {summary:?}");
    }
}

#[test]
fn switches_of_atomics() {
    check_switches("atomics", &Profile::atomics(), 150);
}

#[test]
fn switches_of_locks() {
    check_switches("locks", &Profile::locks(), 150);
    check_switches("misuse", &Profile::misuse(), 150);
    check_switches("mixed", &Profile::mixed(), 150);
    check_switches("conds", &Profile::conds(), 150);
}

#[test]
fn switches_of_others() {
    check_switches("joins", &Profile::joins(), 150);
    check_switches("others", &Profile::others(), 150);
    check_switches("choices", &Profile::choices(), 150);
}

/// Where nothing ever waits, nothing is explored in vain, as in the paper.
#[test]
fn without_waiting_there_is_no_redundancy() {
    for profile in [Profile::atomics(), Profile { locations: 1, threads: (3, 4), ops: (1, 2), ..Profile::atomics() }] {
        let profile = Profile { joins: 0, limit: 4_000, ..profile };
        let summary = check("without waiting", &profile, 250);
        assert_eq!(summary.redundant, 0);
        assert!(summary.beyond > summary.within / 2);
        let (seed, factor) = (seed(3_000_000), effort());
        let papers = check_bounds(PAPER, &profile, 250 * factor, seed, (&Bound::Rounds, Finds::Ends), 3)
            .expect("no wait, no loss");
        assert_eq!(papers.within, summary.within);
    }
}

/// The rule as printed in the paper drops graphs from which executions within the bound would be
/// reached. (If this fails, the rule that is used here is not needed.)
#[test]
fn plain_rule_loses_executions() {
    let profiles = [Profile::joins(), Profile::locks(), Profile::others()];
    for (profile, what) in profiles.iter().zip(["joins", "locks", "semaphores and barriers"]) {
        let found = check_bounds(PAPER, profile, 2000, 3_000_000, (&Bound::Rounds, Finds::Ends), 3);
        let why = found.expect_err(what);
        println!("{what}: {why}");
        assert!(why.contains("classes within"), "{what}: {why}");
    }
}
