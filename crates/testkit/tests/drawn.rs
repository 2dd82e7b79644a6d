//! Executions drawn at random against the oracle: they are real, as are their faults; and of small
//! programs they are most of all.

use threadbare_effort::{effort, seed};
use threadbare_op::Model;
use threadbare_testkit::check::{self, Sampled};
use threadbare_testkit::generate::Profile;
use threadbare_testkit::weak::check::check_drawn;

fn check(name: &str, profile: &Profile) -> Sampled {
    let mut all = Sampled::default();
    for prefers_new in [false, true] {
        let found = check::check_drawn(profile, 60 * effort(), seed(11_000_000), prefers_new);
        all = found.unwrap_or_else(|failure| panic!("{name}, {failure}"));
        println!("{name}: {all:?}");
        assert!(all.classes_found * 100 >= all.classes * 60, "{name}: {all:?}");
        assert!(all.faults_found * 100 >= all.faults * 90, "{name}: {all:?}");
        assert!(all.races_found * 100 >= all.races * 95, "{name}: {all:?}");
    }
    all
}

#[test]
fn drawn_executions() {
    for (name, profile) in [
        ("atomics", Profile::atomics()),
        ("locks", Profile::locks()),
        ("conds", Profile::conds()),
        ("others", Profile::others()),
        ("joins", Profile::joins()),
        ("choices", Profile::choices()),
        ("attempts", Profile::attempts()),
        ("misuse", Profile::misuse()),
        ("plain", Profile::plain()),
    ] {
        check(name, &profile);
    }
    let races = check("protected", &Profile::protected());
    assert!(races.races > 5, "{races:?}");
}

/// Of the reference's executions, of each model, most are drawn, and no others.
#[test]
fn executions_of_weak_models() {
    for model in [Model::Tso, Model::Pso, Model::Ra, Model::Rc11] {
        for (name, profile) in [
            ("weak", Profile::weak()),
            ("objects", Profile::weak_objects()),
            ("races", Profile::weak_races()),
            ("fences", Profile::weak_psc()),
        ] {
            let profile = Profile { limit: 150, ..profile };
            let found = check_drawn(&profile, model, 60 * effort(), seed(12_000_000));
            let (all, drawn) = found.unwrap_or_else(|failure| panic!("{name}, {failure}"));
            println!("{model}, {name}: {drawn} of {all}");
            assert!(drawn * 100 >= all * 60, "{model}, {name}: {drawn} of {all}");
        }
    }
}
