//! The explorers by values against the oracle, on random programs: everything that threads can do,
//! and no class twice.

use threadbare_effort::{effort, seed};
use threadbare_testkit::check::{Factory, Summary};
use threadbare_testkit::check_values::{Classes, check_explorers};
use threadbare_testkit::explorers;
use threadbare_testkit::generate::Profile;

const RF: Factory<'static> = &explorers::rf;
const OBSERVERS: Factory<'static> = &explorers::observers;
const RVF: Factory<'static> = &explorers::rvf;

fn check(name: &str, profile: &Profile, count: u64) -> Summary {
    let (seed, factor) = (seed(3_000_000), effort());
    let explorers = [
        ("rf", RF, Classes::ReadsFrom),
        ("observers", OBSERVERS, Classes::Observers),
        ("rvf", RVF, Classes::ReadsValueFrom),
    ];
    let summary = check_explorers(&explorers, profile, count * factor, seed);
    let summary = summary.unwrap_or_else(|failure| panic!("{name}, {failure}"));
    println!("{name}: {summary:?}");
    summary
}

threadbare_testkit::test_all_profiles!(check);
