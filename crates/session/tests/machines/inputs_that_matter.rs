//! Random programs with input: where an input does not matter to an execution that ends in a fault,
//! the same schedule leads to the same fault with any other number for it.

use super::every_input::{answers, at_once, program};
use super::outcome::Random;
use super::writer::parsed;
use std::collections::BTreeSet;
use threadbare_effort::{effort, seeds};
use threadbare_machine::{Machine, Options};
use threadbare_op::{Fault, Given, Inputs, Schedule, ThreadId};
use threadbare_session::Algorithm;
use threadbare_session::matters::matters;
use threadbare_session::replay::met;

/// What is met where an execution ends.
fn faults(machine: &Machine, schedule: &Schedule) -> Option<Vec<Fault>> {
    met(machine, schedule).map(|(faults, _)| faults)
}

/// The schedule with other numbers for the inputs that are not among these.
fn changed(schedule: &Schedule, these: &BTreeSet<(ThreadId, u32)>, random: &mut Random) -> Schedule {
    let main = (0..4).map(|n| (ThreadId::MAIN, n));
    let all = main.chain((1..4).flat_map(|thread| (0..4).map(move |n| (ThreadId(thread), n))));
    let value = |at: (ThreadId, u32), random: &mut Random| {
        let mut given = schedule.given.iter().flatten();
        let old = given.find(|given| (given.thread, given.n) == at).map_or(0, |given| given.value);
        if these.contains(&at) { old } else { random.below(256) }
    };
    let given = all.map(|(thread, n)| Given { thread, n, value: value((thread, n), random) }).collect();
    Schedule { given: Some(given), ..schedule.clone() }
}

#[test]
fn other_inputs_may_be_anything() {
    let (mut told, mut some, mut none) = (0, 0, 0);
    for seed in seeds(60) {
        let text = program(seed);
        let program = parsed(&text);
        let Some((machine, found)) = at_once(&program, Algorithm::Graph) else { continue };
        let mut words: Machine = Machine::new(program.clone(), Options::default()).unwrap();
        words.give(&[]);
        let random = &mut Random::new(seed);
        for (_, schedule) in &found.faults {
            let (again, answers, rest) = answers(&machine, schedule);
            let given = Schedule { given: Some(again.domain().give(&answers).unwrap()), ..rest };
            let Some(wanted) = faults(&words, &given).filter(|faults| !faults.is_empty()) else { continue };
            let Some(these) = matters(&words, &given, &wanted) else { continue };
            told += 1;
            some += usize::from(!these.is_empty());
            none += usize::from(!these.contains(&(ThreadId::MAIN, 1)));
            for _ in 0..8 {
                let other = changed(&given, &these, random);
                assert_eq!(
                    faults(&words, &other).as_ref(),
                    Some(&wanted),
                    "seed {seed}: {given}, {other}, {these:?}\n{text}"
                );
            }
        }
    }
    println!("{told} executions: {some} depend on input, {none} not on the second one");
    assert!(told >= 40 * effort() as usize && some * 4 >= told && none * 8 >= told, "{told}, {some}, {none}");
}
