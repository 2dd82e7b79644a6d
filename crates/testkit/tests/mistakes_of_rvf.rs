//! The tests of `rvf` can fail: each of its known pitfalls, built in on purpose, is noticed on some
//! random program.

use threadbare_explore::Mistake;
use threadbare_testkit::check_values::{Classes, check_explorer};
use threadbare_testkit::explorers;
use threadbare_testkit::generate::Profile;

/// What is wrong with the first program on which the mistake shows, of this kind of programs.
fn noticed(mistake: Mistake, profile: &Profile, promise: Classes) -> Option<String> {
    let found = check_explorer(&|| explorers::rvf_mistaken(mistake), profile, 3000, 3_000_000, promise);
    found.err().map(|failure| failure.message)
}

#[track_caller]
fn must_fail(mistake: Mistake, profile: &Profile, how: &[&str]) {
    must_fail_to(Classes::ReadsValueFrom, mistake, profile, how);
}

#[track_caller]
fn must_fail_to(promise: Classes, mistake: Mistake, profile: &Profile, how: &[&str]) {
    let message = noticed(mistake, profile, promise).unwrap_or_else(|| panic!("{mistake:?} is not noticed"));
    println!("{mistake:?}: {message}");
    assert!(how.iter().any(|how| message.contains(how)), "{mistake:?} is noticed, but: {message}");
}

const LOST: &[&str] = &["classes by values", "a fault is not found", "other final local states"];
const TWICE: &[&str] = &["was reached before", "does not end"];

#[test]
fn without_a_mistake_nothing_is_noticed() {
    let found = check_explorer(&explorers::rvf, &Profile::locks(), 1000, 3_000_000, Classes::ReadsValueFrom);
    found.unwrap_or_else(|failure| panic!("{failure}"));
}

#[test]
fn signals() {
    must_fail(Mistake::MutatedWriteIsSilent, &Profile::atomics(), LOST);
    must_fail(Mistake::PendingIsSilent, &Profile::atomics(), LOST);
    must_fail(Mistake::PendingObjectsAreSilent, &Profile::locks(), LOST);
    must_fail(Mistake::OnlyCasIsTold, &Profile::locks(), LOST);
    must_fail(Mistake::SignalIsForgotten, &Profile::atomics(), LOST);
}

#[test]
fn causal_map() {
    must_fail(Mistake::InitialIsAllowed, &Profile::atomics(), TWICE);
    must_fail(Mistake::NothingIsForbidden, &Profile::atomics(), TWICE);
    must_fail(Mistake::EntryIsKept, &Profile::atomics(), LOST);
}

#[test]
fn ends() {
    must_fail(Mistake::WaitingIsNoEnd, &Profile::locks(), LOST);
    must_fail(Mistake::WaitingMustHappen, &Profile::misuse(), LOST);
    must_fail(Mistake::DeadEndsCount, &Profile::atomics(), &["should end", "told as complete", "was reached before"]);
}

#[test]
fn witnesses() {
    must_fail(
        Mistake::AnyWriteOfTheValue,
        &Profile::atomics(),
        &["was reached before", "should end", "classes by values"],
    );
}

#[test]
fn observers() {
    let fails = |mistake, profile: &Profile, how| must_fail_to(Classes::Observers, mistake, profile, how);
    fails(Mistake::NobodyNeedObserve, &Profile::atomics(), TWICE);
    fails(Mistake::UpdatesDoNotObserve, &Profile::atomics(), &["classes of Observers"]);
    fails(Mistake::OnlyTheWitness, &Profile::atomics(), &["classes of Observers"]);
}
