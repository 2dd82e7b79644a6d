//! The graph explorer against the oracle, on random programs: every class once, and all final states and faults.

use threadbare_testkit::check::{Factory, Promise, Summary, check_explorer};
use threadbare_testkit::explorers;
use threadbare_testkit::generate::Profile;
use threadbare_testkit::suite::number;

const GRAPH: Factory<'static> = &explorers::graph;

fn check(name: &str, profile: &Profile, count: u64) -> Summary {
    let (seed, factor) = (number("SEED", 1_000_000), number("FACTOR", 1));
    let summary = check_explorer(GRAPH, profile, count * factor, seed, Promise::Once);
    let summary = summary.unwrap_or_else(|failure| panic!("{name}, {failure}"));
    println!("{name}: {summary:?}");
    summary
}

threadbare_testkit::test_all_profiles!(check);
