//! `vc` and `dc` against the oracle, on random programs: all values (or reads-from), local final
//! states and faults, and no class twice. And that the tests notice what went wrong in a prototype.

use threadbare_effort::{effort, seed};
use threadbare_explore::{Centric, CentricMistake, LeafOrder};
use threadbare_testkit::check::{Factory, Failure, Promise, Summary, check_explorers};
use threadbare_testkit::explorers::{self, ToyExplorer};
use threadbare_testkit::generate::Profile;
use threadbare_testkit::program::Plain;

/// Each of these settings on the same programs.
fn run(all: &[Centric], profile: &Profile, count: u64, seed: u64) -> Result<Summary, Box<Failure>> {
    let explorers: Vec<_> =
        all.iter().map(|settings| (format!("{settings:?}"), explorer(*settings), settings)).collect();
    let promises: Vec<(&str, Factory<'_>, Promise)> = explorers
        .iter()
        .map(|(name, make, settings)| {
            let promise = if settings.by_source { Promise::Sources } else { Promise::Values };
            (&name[..], make as Factory<'_>, promise)
        })
        .collect();
    check_explorers(&promises, profile, count, seed)
}

fn explorer(settings: Centric) -> impl Fn() -> ToyExplorer {
    move || explorers::centric(settings)
}

fn check(name: &str, profile: Profile, count: u64) -> Summary {
    let seed = seed(5_000_000);
    let factor = effort();
    let profile = profile.with_locks_only();
    let settings =
        |leaf_order: LeafOrder| [false, true].map(|by_source| Centric { by_source, leaf_order, ..Centric::default() });
    // The default settings on all programs, the others on a part.
    let every_read = settings(LeafOrder::Lazy).map(|settings| Centric { every_read: true, ..settings });
    let others = [settings(LeafOrder::Relaxed), settings(LeafOrder::Strict), every_read].concat();
    run(&others, &profile, count * factor / 10, seed).unwrap_or_else(|failure| panic!("{name}, {failure}"));
    let summary = run(&settings(LeafOrder::Lazy), &profile, count * factor, seed);
    let summary = summary.unwrap_or_else(|failure| panic!("{name}, {failure}"));
    println!("{name}: {summary:?}");
    summary
}

#[test]
fn atomics() {
    check("atomics", Profile::atomics(), 400);
}

#[test]
fn locks() {
    check("locks", Profile::locks(), 400);
}

#[test]
fn joins() {
    check("joins", Profile::joins(), 400);
}

#[test]
fn choices() {
    check("choices", Profile::choices(), 400);
}

#[test]
fn plain() {
    check("plain", Profile::plain(), 400);
}

#[test]
fn protected() {
    let summary = check("protected", Profile::protected(), 500);
    assert!(summary.racy > 100 && summary.racy < summary.programs - 100, "{summary:?}");
}

#[test]
fn attempts() {
    let summary = check("attempts", Profile::attempts(), 500);
    assert!(summary.racy > 50 && summary.racy < summary.programs - 50, "{summary:?}");
}

/// Programs on which something went wrong once.
#[test]
fn programs_that_went_wrong() {
    let all = [LeafOrder::Lazy, LeafOrder::Relaxed, LeafOrder::Strict]
        .map(|leaf_order| [false, true].map(|by_source| Centric { by_source, leaf_order, ..Centric::default() }))
        .concat();
    for (profile, seed) in [
        // A refused unlock between the accesses of a race, in the schedule that was to show it.
        (Profile::protected(), 5_001_830),
        // A plain load that reads from the atomic write that it races with, in that schedule.
        (Profile::protected(), 5_001_841),
        (Profile::protected(), 5_002_287),
        // A linearisation at the end that is not found without going back.
        (Profile::joins(), 77_002_659),
    ] {
        run(&all, &profile.with_locks_only(), 1, seed).unwrap_or_else(|failure| panic!("{failure}"));
    }
}

#[test]
fn misuse() {
    let summary = check("misuse", Profile::misuse(), 400);
    assert!(summary.with_faults > 170, "{summary:?}");
}

#[test]
fn wide() {
    check("wide", Profile::wide(), 400);
}

#[test]
fn mixed() {
    check("mixed", Profile::mixed(), 400);
}

#[test]
fn plain_accesses_that_are_explored() {
    check("plain", Profile { plain: Plain::Explore, ..Profile::plain() }, 400);
}

#[test]
fn larger() {
    for (name, profile) in [
        ("atomics", Profile::atomics()),
        ("locks", Profile::locks()),
        ("joins", Profile::joins()),
        ("plain", Profile::plain()),
    ] {
        check(name, profile.larger(20_000), 18);
    }
}

#[test]
fn what_is_not_supported_is_refused() {
    for (name, profile) in [("conds", Profile::conds()), ("others", Profile::others()), ("mixed", Profile::mixed())] {
        for by_source in [false, true] {
            let settings = Centric { by_source, ..Centric::default() };
            run(&[settings], &profile, 300, 7).unwrap_or_else(|failure| panic!("{name}, {failure}"));
        }
    }
}

/// The message that the check has for an explorer with this mistake.
fn notices(mistake: CentricMistake, profile: &Profile) -> String {
    let settings = Centric { mistake: Some(mistake), ..Centric::default() };
    match run(&[settings], &profile.clone().with_locks_only(), 1500, 7) {
        Err(failure) => failure.message,
        Ok(summary) => panic!("{mistake:?} is not noticed: {summary:?}"),
    }
}

#[test]
fn mistakes_are_noticed() {
    for (mistake, profile, message) in [
        (CentricMistake::KeepsSeen, Profile::atomics(), "missing"),
        (CentricMistake::SeenByReads, Profile::atomics(), "missing"),
        (CentricMistake::InitialAgain, Profile::atomics(), "twice"),
        (CentricMistake::UnboundRmw, Profile::atomics(), ""),
        (CentricMistake::LastReleaseOnly, Profile::locks(), "missing"),
        (CentricMistake::OneOrder, Profile::atomics(), "missing"),
        (CentricMistake::AloneForNow, Profile::atomics(), "missing"),
    ] {
        let found = notices(mistake, &profile);
        assert!(found.contains(message), "{mistake:?}: {found}");
    }
}
