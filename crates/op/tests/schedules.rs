//! The text form of schedules: it comes back, and no text makes the parser panic or take all
//! memory.

use proptest::collection::vec;
use proptest::option::weighted;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use threadbare_effort::{effort, seed};
use threadbare_op::{Given, Model, Schedule, Step, ThreadId};

fn number() -> impl Strategy<Value = u32> {
    prop_oneof![8 => 0..5u32, 1 => any::<u32>(), 1 => Just(u32::MAX)]
}

fn schedule() -> impl Strategy<Value = Schedule> {
    let step = (number(), weighted(0.2, number()));
    // Runs of the same step are written with a factor.
    let steps = vec((step, 1..4usize), 0..40).prop_map(|runs| {
        let step = |(thread, choice)| Step { thread: ThreadId(thread), choice };
        runs.into_iter().flat_map(|(s, n)| std::iter::repeat_n(step(s), n)).collect::<Vec<Step>>()
    });
    let threads = vec((any::<u32>(), number()), 0..6).prop_map(|parents| {
        let parent = |(index, (parent, n)): (usize, (u32, u32))| (ThreadId(parent % (index as u32 + 1)), n);
        parents.into_iter().enumerate().map(parent).collect()
    });
    let model = proptest::sample::select(Model::ALL.to_vec());
    let given = (number(), number(), any::<u64>());
    let given = given.prop_map(|(thread, n, value)| Given { thread: ThreadId(thread), n, value });
    let given = weighted(0.4, vec(given, 0..4));
    let repeats = weighted(0.3, number());
    let in_vain = proptest::collection::btree_set(number().prop_map(ThreadId), 0..3);
    (model, given, threads, steps, repeats, in_vain).prop_map(|(model, given, threads, steps, repeats, in_vain)| {
        // Weak memory models have none.
        let given = given.filter(|_| model == Model::Sc);
        let repeats = repeats.filter(|_| model == Model::Sc).unwrap_or(0) as usize;
        let repeats = repeats.min(steps.len());
        let in_vain = if model == Model::Sc { in_vain.into_iter().collect() } else { Vec::new() };
        Schedule { model, given, threads, steps, repeats, in_vain }
    })
}

/// So many cases; from another seed each time, unless one is given.
fn config() -> ProptestConfig {
    let rng_seed =
        if std::env::var_os("THREADBARE_SEED").is_some() { RngSeed::Fixed(seed(0)) } else { RngSeed::Random };
    ProptestConfig { rng_seed, ..ProptestConfig::with_cases(4000 * effort() as u32) }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn every_schedule_comes_back(schedule in schedule()) {
        let text = schedule.to_string();
        prop_assert_eq!(text.parse(), Ok(schedule), "{}", text);
    }

    #[test]
    fn what_parses_is_printed_so_that_it_parses_the_same(text in "(tb1|tb2:tso):(\\((0|1)\\.[0-9]( [01]\\.[0-9]){0,2}\\):)?([0-9*=, ]{0,3}){0,8}") {
        if let Ok(schedule) = text.parse::<Schedule>() {
            prop_assert_eq!(schedule.to_string().parse(), Ok(schedule), "{}", text);
        }
    }

    #[test]
    fn no_text_does_harm(text in "\\PC*", tail in "[-0-9*=,.:() ]{0,20}") {
        let _ = text.parse::<Schedule>();
        let _ = format!("tb1:{text}").parse::<Schedule>();
        let _ = format!("tb1:{tail}").parse::<Schedule>();
        let _ = format!("tb1:({tail}").parse::<Schedule>();
        let _ = format!("tb4:{tail};{text}").parse::<Schedule>();
        let _ = format!("tb2:{tail}").parse::<Schedule>();
        let _ = format!("tb2:rc11:{tail}").parse::<Schedule>();
    }
}

#[test]
fn an_error_is_short_however_long_the_text() {
    for text in ["x".repeat(100_000), format!("tb1:{}", "9".repeat(100_000)), format!("tb1:({}", "→".repeat(9999))] {
        let error = text.parse::<Schedule>().unwrap_err().to_string();
        assert!(error.len() < 200, "{error}");
    }
}
