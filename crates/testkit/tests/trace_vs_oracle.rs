//! The explorers of traces against the oracle, on random programs: every class once, and all final states and faults.

use threadbare_testkit::check::{Factory, Promise, Summary, check_explorer};
use threadbare_testkit::explorers;
use threadbare_testkit::generate::Profile;
use threadbare_testkit::suite::number;

const SOURCE: Factory<'static> = &explorers::source;
const OPTIMAL: Factory<'static> = &explorers::optimal;

fn check(name: &str, profile: &Profile, count: u64) -> Summary {
    let (seed, factor) = (number("SEED", 2_000_000), number("FACTOR", 1));
    let explorers = [("source", SOURCE, Promise::OnceAndRedundant), ("optimal", OPTIMAL, Promise::Once)];
    let summaries = explorers.map(|(explorer, make, promise)| {
        let summary = check_explorer(make, profile, count * factor, seed, promise);
        let summary = summary.unwrap_or_else(|failure| panic!("{explorer}, {name}, {failure}"));
        println!("{explorer}, {name}: {summary:?}");
        summary
    });
    summaries[1]
}

threadbare_testkit::test_all_profiles!(check);
