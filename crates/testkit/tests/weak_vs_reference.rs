//! The graph explorer under each memory model against the reference, on random programs.

use threadbare_op::Model;
use threadbare_testkit::generate::Profile;
use threadbare_testkit::weak::check::{Summary, check_random};

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

fn check(name: &str, profile: &Profile, count: u64) -> Vec<Summary> {
    let (seed, factor) = (number("SEED", 1_000_000), number("FACTOR", 1));
    let one = |model| {
        let summary = check_random(profile, model, count * factor, seed);
        let summary = summary.unwrap_or_else(|failure| panic!("{name}, {failure}"));
        println!("{name}, {model}: {summary:?}");
        summary
    };
    Model::ALL.map(one).to_vec()
}

#[test]
fn accesses_and_fences() {
    check("weak", &Profile::weak(), 200);
}

#[test]
fn more_threads() {
    check("weak_wide", &Profile::weak_wide(), 200);
}

#[test]
fn objects() {
    check("weak_objects", &Profile::weak_objects(), 200);
}

#[test]
fn races() {
    check("weak_races", &Profile::weak_races(), 200);
}
