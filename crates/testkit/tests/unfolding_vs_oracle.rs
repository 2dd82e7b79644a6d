//! The unfolding against the oracle, on random programs: every maximal configuration is a Mazurkiewicz trace, each is reached, and
//! with optimal alternatives each once and nothing in vain; all final states and faults.

use threadbare_testkit::check::{Factory, Promise, Summary, check_explorer};
use threadbare_testkit::explorers;
use threadbare_testkit::generate::{Kind, Profile};
use threadbare_testkit::suite::number;

const OPTIMAL: Factory<'static> = &explorers::unfolding;

fn check(name: &str, profile: &Profile, count: u64) -> Summary {
    let (seed, factor) = (number("SEED", 4_000_000), number("FACTOR", 1));
    for most in 1..=3 {
        let make = || explorers::unfolding_of(most);
        let (count, seed) = (count / 10 * factor, seed + u64::from(most) * 100_000);
        let summary = check_explorer(&make, profile, count, seed, Promise::OnceAndRedundant);
        summary.unwrap_or_else(|failure| panic!("alternatives to {most}, {name}, {failure}"));
    }
    let summary = check_explorer(OPTIMAL, profile, count * factor, seed, Promise::Once);
    let summary = summary.unwrap_or_else(|failure| panic!("{name}, {failure}"));
    println!("{name}: {summary:?}");
    summary
}

threadbare_testkit::test_all_profiles!(check);

/// What a thread does depends on what it chose.
#[test]
fn choices_that_matter() {
    let weights = vec![(Kind::Choice, 4), (Kind::Skip, 4), (Kind::Store, 4), (Kind::Load, 2), (Kind::Mutex, 1)];
    check("choices that matter", &Profile { weights, ..Profile::choices() }, 2000);
}
