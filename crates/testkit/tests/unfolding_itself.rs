//! The events that the unfolding explorer makes, against the definition of the unfolding; the
//! programs of the paper; and that the tests can fail.

use std::rc::Rc;
use threadbare_effort::{effort, seed};
use threadbare_explore::{Alternatives, Unfolding, UnfoldingMistake};
use threadbare_op::Stats;
use threadbare_testkit::check::{Promise, check_explorer};
use threadbare_testkit::count::Count;
use threadbare_testkit::explorers::{self, unfold};
use threadbare_testkit::generate::{Profile, generate};
use threadbare_testkit::known;
use threadbare_testkit::oracle::truth_by_classes;
use threadbare_testkit::program::{Inst, Program, val};
use threadbare_testkit::rng::Rng;
use threadbare_testkit::unfolding::events;

/// If nothing is forgotten, what is made are exactly the events of the unfolding, each once: all
/// that configurations have, and no extension is anything else.
fn made(name: &str, profile: &Profile, count: u64) {
    let (mut checked, mut seed) = (0, seed(5_000_000));
    let mut total = 0;
    while checked < count * effort() {
        seed += 1;
        let program = generate(&mut Rng::new(seed), profile);
        let Some(truth) = truth_by_classes(&program, 2000).filter(|truth| !truth.is_racy()) else { continue };
        let program = Rc::new(program);
        let Some(expected) = events(&program, 3000) else { continue };
        checked += 1;
        total += expected;
        for alternatives in [Alternatives::Optimal, Alternatives::Most(1)] {
            let mut unfolding = Unfolding { alternatives, keep_all: true, ..Unfolding::default() };
            let mut sink = Count::default();
            unfold(&mut unfolding, &program, &mut sink);
            assert!(sink.ends() >= truth.classes.len() as u64, "{name}, seed {seed}");
            assert_eq!(unfolding.measured.events, expected as u64, "{name}, seed {seed}, {alternatives:?}\n{program}");
        }
    }
    println!("{name}: {total} events");
}

#[test]
fn the_events_are_those_of_the_definition() {
    made("atomics", &Profile::atomics(), 100);
    made("locks", &Profile::locks(), 100);
    made("conds", &Profile::conds(), 100);
    made("others", &Profile::others(), 100);
    made("joins", &Profile::joins(), 100);
    made("choices", &Profile::choices(), 100);
    made("mixed", &Profile::mixed(), 100);
    made("misuse", &Profile::misuse(), 100);
}

fn explore(program: Program, alternatives: Alternatives) -> Stats {
    let mut unfolding = Unfolding { alternatives, ..Unfolding::default() };
    let mut sink = Count::default();
    assert!(unfold(&mut unfolding, &Rc::new(program), &mut sink).is_complete());
    assert_eq!((sink.stats.blocked, sink.faults.len()), (0, 0));
    assert_eq!(unfolding.measured.left, 0, "what nobody refers to is forgotten");
    sink.stats
}

#[track_caller]
fn optimal(program: Program, expected: u64) {
    let stats = explore(program, Alternatives::Optimal);
    assert_eq!((stats.executions, stats.redundant), (expected, 0));
}

/// 2n configurations; one alternative at a time is not enough, two are.
#[test]
fn figure_1() {
    let mut in_vain = Vec::new();
    for n in 3..=10 {
        let expected = 2 * n as u64;
        optimal(known::quasi_optimal_1(n), expected);
        let two = explore(known::quasi_optimal_1(n), Alternatives::Most(2));
        assert_eq!((two.executions, two.redundant), (expected, 0), "n = {n}");
        let one = explore(known::quasi_optimal_1(n), Alternatives::Most(1));
        assert_eq!(one.executions, expected, "n = {n}");
        in_vain.push(one.redundant);
    }
    println!("{in_vain:?}");
    let grows = in_vain.windows(2).all(|pair| 10 * pair[1] >= 16 * pair[0]);
    assert!(grows && in_vain[in_vain.len() - 1] >= 1 << 8, "exponentially many in vain: {in_vain:?}");
}

/// Of the three, one is a deadlock: the first thread keeps the lock that the third wants.
#[test]
fn figure_2() {
    for alternatives in [Alternatives::Optimal, Alternatives::Most(1), Alternatives::Most(2)] {
        let mut sink = Count::default();
        let mut unfolding = Unfolding { alternatives, ..Unfolding::default() };
        unfold(&mut unfolding, &Rc::new(known::quasi_optimal_2()), &mut sink);
        let Stats { executions, blocked, redundant, .. } = sink.stats;
        assert_eq!((executions, blocked, redundant, sink.faults.len()), (2, 1, 0, 1));
    }
}

#[test]
fn known_counts() {
    let factorial = |n: u64| -> u64 { (1..=n).product() };
    (1..=6).for_each(|n| optimal(known::pairs(n), factorial(n as u64) << n));
    (1..=7).for_each(|n| optimal(known::increments(n), factorial(n as u64)));
    (1..=10).for_each(|n| optimal(known::readers(n), 1 << n));
    (1..=6).for_each(|n| optimal(known::float_read(n), factorial(n as u64 + 1)));
    (2..=10).for_each(|n| optimal(known::last_zero(n), (n as u64 + 3) << (n - 2)));
    (11..=14).for_each(|n| optimal(known::indexer(n), 8_u64.pow(n as u32 - 11)));
    [(14, 2), (16, 8), (18, 32), (19, 64)].into_iter().for_each(|(n, count)| optimal(known::filesystem(n), count));
    optimal(known::casrot(10), 38_486);
    optimal(known::private_prefix(200), 2);
    optimal(known::singleton(6), factorial(6));
    optimal(known::fib_bench(4), 19_605);
    optimal(known::redundant_co(1), 3150);
    optimal(known::value_centric_1(), 4);
    optimal(known::reads_value_from_1(), 98);
}

/// At most 1 KB for each event that is kept, also where writes name many reads.
#[test]
fn events_are_small() {
    for (name, program) in [("pairs", known::pairs(6)), ("readers", known::readers(12)), ("casrot", known::casrot(9))] {
        let mut unfolding = Unfolding::default();
        unfold(&mut unfolding, &Rc::new(program), &mut Count::default());
        let (bytes, live) = (unfolding.measured.bytes, unfolding.measured.live);
        println!("{name}: {live} events, {} bytes each", bytes / live);
        assert!(bytes <= 1024 * live, "{name}: {bytes} bytes for {live} events");
    }
}

/// Memory does not grow with the number of executions.
#[test]
fn what_is_not_needed_is_forgotten() {
    let live = |n| {
        let mut unfolding = Unfolding::default();
        unfold(&mut unfolding, &Rc::new(known::pairs(n)), &mut Count::default());
        unfolding.measured.live
    };
    let (five, six) = (live(5), live(6));
    assert!(six < 2 * five && six < 2000, "12 times as many executions: {five} and {six} events");
}

/// One thread stores to x; another chooses one of three values and stores to x as well, unless the
/// value is 0.
fn choices() -> Rc<Program> {
    let choose = vec![
        Inst::Choice { reg: 0, arity: 3 },
        Inst::Skip { reg: 0, value: 0, equal: true, count: 1 },
        Inst::store(0, val(2)),
    ];
    Rc::new(Program::parallel(vec![vec![Inst::store(0, val(1))], choose], 1))
}

fn unfolded(program: &Rc<Program>, mistake: Option<UnfoldingMistake>) -> (u64, u64) {
    let mut sink = Count::default();
    unfold(&mut Unfolding { mistake, ..Unfolding::default() }, program, &mut sink);
    (sink.stats.executions, sink.stats.redundant)
}

/// With each of the values that store, either store can come first. Of the value by which the first
/// store is put off first, something else must be said than of the other one.
#[test]
fn values_of_a_choice_are_answered_by_each_other() {
    assert_eq!(unfolded(&choices(), None), (5, 0));
}

#[track_caller]
fn noticed(mistake: UnfoldingMistake, profile: &Profile, how: &[&str]) {
    let make = || explorers::unfolding_mistaken(mistake);
    let found = check_explorer(&make, profile, 3000, 6_000_000, Promise::Once);
    let message = found.expect_err("a mistake is not noticed").message;
    println!("{mistake:?}: {message}");
    assert!(how.iter().any(|how| message.contains(how)), "{mistake:?} is noticed, but: {message}");
}

#[test]
fn mistakes_are_noticed() {
    use UnfoldingMistake as M;
    const LOST: &[&str] = &["a missing one", "a fault is not found"];
    const VAIN: &[&str] = &["redundant", "was reached before", "does not end"];
    noticed(M::ForgetsWaiting, &Profile::locks(), LOST);
    noticed(M::ReadsStay, &Profile::atomics(), LOST);
    noticed(M::PutsNothingOff, &Profile::atomics(), LOST);
    noticed(M::ReadsAnswerNothing, &Profile::atomics(), LOST);
    noticed(M::OnlyTheLastOperation, &Profile::locks(), LOST);
    noticed(M::ForgetsEarly, &Profile::locks(), LOST);
    noticed(M::DisabledAreTaken, &Profile::atomics(), VAIN);
    noticed(M::AnswersTheOldest, &Profile::atomics(), VAIN);
    noticed(M::OneValue, &Profile::choices(), LOST);
    assert_eq!(unfolded(&choices(), Some(M::AnyOtherValue)), (4, 0), "which value a choice is answered by matters");
    noticed(M::FailedCasWrites, &Profile::atomics(), VAIN);
}
