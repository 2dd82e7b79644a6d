//! The oracle against itself: leaving out equivalent beginnings must not change what it finds.

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
    for seed in 0..1000 {
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
