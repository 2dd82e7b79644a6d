//! The explorers by values against the oracle, on random programs: everything that threads can do, and no class twice.

use threadbare_testkit::check::{Factory, Summary};
use threadbare_testkit::check_values::{Classes, check_explorer};
use threadbare_testkit::explorers;
use threadbare_testkit::generate::Profile;
use threadbare_testkit::suite::number;

const RF: Factory<'static> = &explorers::rf;
const RVF: Factory<'static> = &explorers::rvf;

fn check(name: &str, profile: &Profile, count: u64) -> Summary {
    let (seed, factor) = (number("SEED", 3_000_000), number("FACTOR", 1));
    let explorers = [("rf", RF, Classes::ReadsFrom), ("rvf", RVF, Classes::ReadsValueFrom)];
    let summaries = explorers.map(|(explorer, make, promise)| {
        let summary = check_explorer(make, profile, count * factor, seed, promise);
        let summary = summary.unwrap_or_else(|failure| panic!("{explorer}, {name}, {failure}"));
        println!("{explorer}, {name}: {summary:?}");
        summary
    });
    summaries[1]
}

threadbare_testkit::test_all_profiles!(check);
