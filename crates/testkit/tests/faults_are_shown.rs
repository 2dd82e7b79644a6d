//! Every fault that any explorer reports on random programs is shown by its schedule: under each
//! memory model and bound, with several workers, with plain accesses that race or are explored.
//! More of them: `threadbare_effort`.

use threadbare_effort::{effort, seed};
use threadbare_explore::{Centric, LeafOrder};
use threadbare_op::{Bound, Model};
use threadbare_testkit::check::Factory;
use threadbare_testkit::check_shown::{Shown, check_shown};
use threadbare_testkit::explorers::{self, ToyExplorer};
use threadbare_testkit::generate::Profile;
use threadbare_testkit::program::Plain;

type Named = (String, Box<dyn Fn() -> ToyExplorer>);

fn check(explorers: &[Named], profiles: &[(&str, Profile)], count: u64) -> Shown {
    let explorers: Vec<(String, Factory<'_>)> =
        explorers.iter().map(|(name, make)| (name.clone(), make as Factory<'_>)).collect();
    let mut all = Shown::default();
    for (name, profile) in profiles {
        let found = check_shown(&explorers, profile, count * effort(), seed(1_000_000));
        let found = found.unwrap_or_else(|why| panic!("{name}, {why}"));
        println!("{name}: {found:?}");
        all.programs += found.programs;
        all.faults += found.faults;
        all.by_order += found.by_order;
    }
    all
}

fn named(name: &str, make: fn() -> ToyExplorer) -> Named {
    (name.to_owned(), Box::new(make))
}

/// The profiles in which something can go wrong, with plain accesses reported and explored.
fn profiles() -> Vec<(&'static str, Profile)> {
    let explored = Profile { plain: Plain::Explore, ..Profile::faulty() };
    vec![
        ("faulty", Profile::faulty()),
        ("faulty, explored", explored),
        ("protected", Profile::protected()),
        ("plain", Profile::plain()),
        ("misuse", Profile::misuse()),
        ("mixed", Profile::mixed()),
        ("locks", Profile::locks()),
    ]
}

fn only_locks() -> Vec<(&'static str, Profile)> {
    profiles().into_iter().map(|(name, profile)| (name, profile.with_locks_only())).collect()
}

fn centric(by_source: bool, leaf_order: LeafOrder, root_child: u32) -> Named {
    let settings = Centric { by_source, leaf_order, root_child, ..Centric::default() };
    (format!("{settings:?}"), Box::new(move || explorers::centric(settings)))
}

#[test]
fn by_values() {
    let all = [
        centric(false, LeafOrder::Lazy, 0),
        centric(true, LeafOrder::Lazy, 0),
        centric(false, LeafOrder::Relaxed, 1),
        centric(false, LeafOrder::Strict, 0),
    ];
    let found = check(&all, &only_locks(), 200);
    assert!(found.by_order > 750 && found.faults > found.by_order + 2500, "{found:?}");
    let all = [named("rf", explorers::rf), named("observers", explorers::observers), named("rvf", explorers::rvf)];
    let found = check(&all, &profiles(), 150);
    assert!(found.by_order > 250 && found.faults > found.by_order + 2000, "{found:?}");
}

#[test]
fn by_interleavings() {
    let all = [
        named("naive", explorers::naive),
        named("source", explorers::source),
        named("optimal", explorers::optimal),
        named("unfolding", explorers::unfolding),
    ];
    let found = check(&all, &profiles(), 120);
    assert!(found.by_order > 250 && found.faults > found.by_order + 2000, "{found:?}");
}

#[test]
fn by_graphs() {
    let mut all: Vec<Named> = Vec::new();
    for model in Model::ALL {
        all.push((format!("graph, {model}"), Box::new(move || explorers::graph_of(model, None))));
        all.push((format!("random, {model}"), Box::new(move || explorers::random(model, 7))));
        all.push((format!("2 workers, {model}"), Box::new(move || explorers::graph_with(2, model, None))));
    }
    let mut profiles = profiles();
    profiles.extend([("weak races", Profile::weak_races()), ("weak objects", Profile::weak_objects())]);
    let found = check(&all, &profiles, 35);
    assert!(found.by_order > 250 && found.faults > found.by_order + 2000, "{found:?}");
}

#[test]
fn within_bounds() {
    let mut all: Vec<Named> = Vec::new();
    for most in 0..=3 {
        for bound in [Bound::Rounds(most), Bound::Preemptions(most), Bound::ContextSwitches(most + 1)] {
            for model in [Model::Sc, [Model::Tso, Model::Pso, Model::Ra, Model::Rc11][most as usize]] {
                let name = format!("graph, {model}, {bound:?}");
                all.push((name, Box::new(move || explorers::graph_of(model, Some(bound)))));
            }
            let name = format!("2 workers, {bound:?}");
            all.push((name, Box::new(move || explorers::graph_with(2, Model::Sc, Some(bound)))));
        }
    }
    let found = check(&all, &profiles(), 25);
    assert!(found.by_order > 250 && found.faults > found.by_order + 2000, "{found:?}");
}
