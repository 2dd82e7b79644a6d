//! The oracle against itself: leaving out equivalent beginnings must not change what it finds.

use threadbare_effort::seeds;
use threadbare_testkit::generate::{Profile, generate};
use threadbare_testkit::oracle::{truth, truth_by_classes};
use threadbare_testkit::rng::Rng;

#[test]
fn equivalent_beginnings_have_equal_continuations() {
    let profiles = [
        Profile::atomics(),
        Profile::locks(),
        Profile::conds(),
        Profile::others(),
        Profile::joins(),
        Profile::choices(),
        Profile::plain(),
        Profile::protected(),
        Profile::misuse(),
        Profile::mixed(),
    ];
    let mut compared = 0;
    for seed in seeds(1000) {
        let program = generate(&mut Rng::new(seed), &profiles[seed as usize % profiles.len()]);
        let Some(all) = truth(&program, 1_000) else { continue };
        let few = truth_by_classes(&program, u64::MAX).expect("no limit");
        assert_eq!(few.classes, all.classes, "seed {seed}\n{program}");
        assert_eq!(few.finals, all.finals, "seed {seed}\n{program}");
        assert_eq!((few.faults, few.depth), (all.faults, all.depth), "seed {seed}\n{program}");
        compared += 1;
    }
    assert!(compared > 400);
}

/// Algorithm 1 of the paper finds the fewest rounds of all linearisations.
#[test]
fn greedy_rounds_are_the_least() {
    let profiles = [
        Profile::atomics(),
        Profile::locks(),
        Profile::conds(),
        Profile::others(),
        Profile::joins(),
        Profile::choices(),
        Profile::plain(),
        Profile::misuse(),
        Profile::wide(),
        Profile::mixed(),
    ];
    let (mut classes, mut several) = (0, 0);
    for seed in seeds(2000) {
        let program = generate(&mut Rng::new(seed), &profiles[seed as usize % profiles.len()]);
        let Some(all) = truth(&program, 1_000).filter(|all| !all.is_racy()) else { continue };
        for weight in all.weights.values() {
            let least = weight.least;
            assert_eq!(weight.rounds, least.rounds, "seed {seed}\n{program}");
            assert!(weight.porf_rounds <= weight.rounds, "seed {seed}\n{program}");
            assert!(least.rounds <= least.switches && least.preemptions <= least.switches, "seed {seed}\n{program}");
            several += u32::from(least.rounds > 1);
        }
        classes += all.classes.len();
        assert_eq!(all.weights.len(), all.classes.len());
    }
    assert!(classes > 5_000 && several > 1_500, "{classes} {several}");
}
