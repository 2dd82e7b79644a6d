//! The explorers of traces against the oracle, on random programs: every class once, and all final
//! states and faults.

use threadbare_effort::{effort, seed};
use threadbare_testkit::check::{Factory, Promise, Summary, check_explorers};
use threadbare_testkit::explorers;
use threadbare_testkit::generate::Profile;

const SOURCE: Factory<'static> = &explorers::source;
const OPTIMAL: Factory<'static> = &explorers::optimal;

fn check(name: &str, profile: &Profile, count: u64) -> Summary {
    let (seed, factor) = (seed(2_000_000), effort());
    let explorers = [("source", SOURCE, Promise::OnceAndRedundant), ("optimal", OPTIMAL, Promise::Once)];
    let summary = check_explorers(&explorers, profile, count * factor, seed);
    let summary = summary.unwrap_or_else(|failure| panic!("{name}, {failure}"));
    println!("{name}: {summary:?}");
    summary
}

threadbare_testkit::test_all_profiles!(check);
