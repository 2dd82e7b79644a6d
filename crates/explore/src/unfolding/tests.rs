//! Causality and conflict against searches of the graph of causes, on random event structures.

use super::configuration::Configuration;
use super::kind::Kind;
use super::siblings::{Before, Row};
use super::structure::{Id, NONE, Name, Structure};
use std::collections::BTreeSet;

/// A linear congruential generator: the tests need no better.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}

/// What a thread does: which object, or none, and whether it only reads.
type Code = Vec<(Option<u32>, bool)>;

struct RandomStructure {
    structure: Structure,
    /// Interleavings: their events in order.
    runs: Vec<Vec<Id>>,
}

/// Random interleavings of random threads, as events.
fn random(seed: u64) -> RandomStructure {
    let mut random = Random(seed);
    let mut op = || (Some(random.below(3) as u32).filter(|object| *object < 2), random.below(3) == 0);
    let threads: Vec<Code> = (0..3).map(|_| (0..4).map(|_| op()).collect()).collect();
    let mut structure = Structure::new(true);
    let runs = (0..12).map(|_| interleave(&mut structure, &mut random, &threads)).collect();
    RandomStructure { structure, runs }
}

fn interleave(structure: &mut Structure, random: &mut Random, threads: &[Code]) -> Vec<Id> {
    let mut run: Vec<Id> = Vec::new();
    let mut places = vec![0; threads.len()];
    let stop = 1 + random.below(12);
    while run.len() < stop {
        let thread = random.below(threads.len());
        let Some(&(object, reads)) = threads[thread].get(places[thread]) else { continue };
        places[thread] += 1;
        let own = run.iter().rfind(|id| structure[**id].thread == thread as u32).copied().unwrap_or(NONE);
        let at_object = |id: &&Id| object.is_some_and(|object| structure[**id].object == object);
        let after = run.iter().filter(at_object).rfind(|id| structure[**id].kind == Kind::Write).copied();
        let after = after.unwrap_or(NONE);
        let readers: Vec<Id> =
            run.iter().filter(at_object).filter(|id| is_read(structure, **id, after)).copied().collect();
        let mut last: Vec<Id> = Vec::new();
        for reader in 0..threads.len() as u32 {
            last.extend(readers.iter().rfind(|id| structure[**id].thread == reader));
        }
        let mut set = Before::NOTHING;
        readers.iter().for_each(|read| set.add(*read));
        let (kind, reads) = match (object, reads) {
            (None, _) => (Kind::Local, (Vec::new(), Before::NOTHING)),
            (_, true) => (Kind::Read, (Vec::new(), Before::NOTHING)),
            (_, false) => (Kind::Write, (last, set)),
        };
        let name =
            Name { thread: thread as u32, before: own, object: object.unwrap_or(NONE), kind, after, reads: &reads.0 };
        run.push(structure.event(&name, reads.1));
    }
    run
}

fn is_read(structure: &Structure, id: Id, of: Id) -> bool {
    structure[id].kind == Kind::Read && structure[id].after == of
}

/// The event and all its causes, by search.
fn closure(structure: &Structure, id: Id) -> BTreeSet<Id> {
    let mut found = BTreeSet::new();
    let mut left = vec![id];
    while let Some(id) = left.pop() {
        if id != NONE && found.insert(id) {
            let event = &structure[id];
            left.extend([event.before, event.after].into_iter().chain(event.reads.iter().copied()));
        }
    }
    found
}

/// Definition 1: dependent causes, neither of which is a cause of the other.
fn in_conflict(structure: &Structure, one: Id, other: Id) -> bool {
    let (ones, others) = (closure(structure, one), closure(structure, other));
    ones.iter().any(|a| {
        others.iter().any(|b| {
            let (e, f) = (&structure[*a], &structure[*b]);
            let same_object = e.object == f.object && e.object != NONE;
            let dependent = e.thread == f.thread || (same_object && (e.kind == Kind::Write || f.kind == Kind::Write));
            a != b && dependent && !closure(structure, *a).contains(b) && !closure(structure, *b).contains(a)
        })
    })
}

fn last(configuration: &Configuration) -> (Vec<Id>, Vec<(Id, Before)>) {
    let of = |object| configuration.last(object);
    ((0..3).map(|thread| configuration.last_of(thread)).collect(), (0..2).map(|o| (of(o).write, of(o).reads)).collect())
}

#[test]
fn agreement_is_freedom_of_conflict() {
    let (mut agree, mut conflict) = (0, 0);
    for seed in threadbare_effort::seeds(60) {
        let RandomStructure { mut structure, runs } = random(seed);
        let all: BTreeSet<Id> = runs.iter().flatten().copied().collect();
        for run in &runs {
            let mut configuration = Configuration::default();
            run.iter().for_each(|id| configuration.add(&mut structure, *id));
            let before = last(&configuration);
            for &id in &all {
                let expected = !run.iter().any(|inside| in_conflict(&structure, id, *inside));
                let mut added = Vec::new();
                let found = configuration.add_past(&mut structure, id, &mut added, false);
                assert_eq!(found, expected, "seed {seed}");
                if found {
                    let lacking: BTreeSet<Id> = &closure(&structure, id) - &run.iter().copied().collect();
                    assert_eq!(added.iter().copied().collect::<BTreeSet<_>>(), lacking, "seed {seed}");
                }
                configuration.shrink(&mut structure, &mut added, 0);
                assert_eq!(last(&configuration), before, "seed {seed}");
                *(if found { &mut agree } else { &mut conflict }) += 1;
            }
            run.iter().rev().for_each(|id| configuration.take_back(&mut structure, *id));
        }
    }
    assert!(agree > 5000 && conflict > 5000, "{agree} {conflict}");
}

/// An event has one record, however it was come by, and goes when nobody refers to it any more.
#[test]
fn names_are_unique_and_nothing_is_left() {
    let mut structure = Structure::new(false);
    let write = |thread, before, after| Name { thread, before, object: 0, kind: Kind::Write, after, reads: &[] };
    let mut holders = Vec::new();
    let mut chain = NONE;
    for place in 0..5000 {
        let id = structure.event(&write(place % 7, NONE, chain), Before::NOTHING);
        assert_eq!(structure.event(&write(place % 7, NONE, chain), Before::NOTHING), id);
        let other = structure.event(&write(7, NONE, chain), Before::NOTHING);
        assert_ne!(other, id);
        structure.hold(id, other);
        structure.hold(id, other);
        structure.refer(id);
        holders.push(id);
        chain = id;
    }
    assert_eq!(structure.size.live, 10_000);
    for &id in &holders {
        structure.drop_holds(id);
    }
    assert_eq!(structure.size.live, 5000);
    for id in holders {
        structure.release(id);
    }
    assert_eq!((structure.size.live, structure.size.made, structure.size.most), (0, 10_000, 10_000));
    assert_eq!(structure.first_child(0, NONE, Row::Writes), NONE);
}
