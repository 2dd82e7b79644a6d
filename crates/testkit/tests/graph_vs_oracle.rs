//! The graph explorer against the oracle, on random programs: every class once, and all final states and faults.

use threadbare_testkit::check::{Factory, Promise, Summary, check_explorer};
use threadbare_testkit::explorers;
use threadbare_testkit::generate::Profile;

const GRAPH: Factory<'static> = &explorers::graph;

fn check(name: &str, profile: &Profile, count: u64) -> Summary {
    let seed = std::env::var("SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(1_000_000);
    let factor = std::env::var("FACTOR").ok().and_then(|factor| factor.parse().ok()).unwrap_or(1);
    let summary = check_explorer(GRAPH, profile, count * factor, seed, Promise::Once);
    let summary = summary.unwrap_or_else(|failure| panic!("{name}, {failure}"));
    println!("{name}: {summary:?}");
    summary
}

#[test]
fn atomics() {
    check("atomics", &Profile::atomics(), 2000);
}

#[test]
fn locks() {
    check("locks", &Profile::locks(), 2000);
}

#[test]
fn conds() {
    check("conds", &Profile::conds(), 2000);
}

#[test]
fn other_objects() {
    check("others", &Profile::others(), 2000);
}

#[test]
fn joins() {
    check("joins", &Profile::joins(), 2000);
}

#[test]
fn choices() {
    check("choices", &Profile::choices(), 2000);
}

#[test]
fn plain() {
    check("plain", &Profile::plain(), 2000);
}

#[test]
fn protected() {
    let summary = check("protected", &Profile::protected(), 2000);
    assert!(summary.racy > 200 && summary.racy < summary.programs - 200);
}

#[test]
fn misuse() {
    let summary = check("misuse", &Profile::misuse(), 2000);
    assert!(summary.with_faults > 1000);
}

#[test]
fn wide() {
    check("wide", &Profile::wide(), 1000);
}

#[test]
fn mixed() {
    check("mixed", &Profile::mixed(), 2000);
}

#[test]
fn larger() {
    for (name, profile) in [
        ("atomics", Profile::atomics()),
        ("locks", Profile::locks()),
        ("conds", Profile::conds()),
        ("others", Profile::others()),
        ("joins", Profile::joins()),
        ("plain", Profile::plain()),
    ] {
        check(name, &profile.larger(20_000), 20);
    }
}
