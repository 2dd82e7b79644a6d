//! How many executions there are, with waits and without.

use super::{GRAPH, again, cas, exchange, load, random, store};
use std::rc::Rc;
use threadbare_effort::{effort, seed};
use threadbare_explore::Unfolding;
use threadbare_op::{Bound, FaultKind, Model, Stats};
use threadbare_testkit::check::{Factory, Promise, check_program};
use threadbare_testkit::count::Count;
use threadbare_testkit::explorers::{self, graph_of, unfold};
use threadbare_testkit::oracle::truth_by_classes;
use threadbare_testkit::outcomes::outcomes;
use threadbare_testkit::program::{Inst, Program, val};
use threadbare_testkit::rng::Rng;
use threadbare_testkit::toy::Toy;

/// Threads that end in a loop which looks at nothing, having read something before.
pub(super) fn endless(seed: u64) -> Program {
    let mut program = random(seed);
    let mut rng = Rng::new(seed);
    for code in &mut program.bodies[1..] {
        if rng.percent(60) {
            let (loc, value) = (rng.below(2), rng.below(2) as u64);
            code.extend([load(0, loc), Inst::Head, again(0, rng.percent(70), value, 1)]);
            if rng.percent(50) {
                code.push(store(loc, 1));
            }
        }
    }
    program
}

/// What such a thread has read is no part of its round: what comes later does not let it go on.
#[test]
pub(super) fn nothing_ends_a_loop_that_looks_at_nothing() {
    let (first, factor) = (seed(8_000_000), effort());
    let (mut seed, mut programs, mut liveness) = (first, 0, 0);
    while programs < 1000 * factor {
        seed += 1;
        let program = Rc::new(endless(seed));
        let Some(known) = truth_by_classes(&program, 20_000) else { continue };
        programs += 1;
        liveness += u64::from(known.faults.iter().any(|fault| fault.kind == FaultKind::Liveness));
        let explorers: [(_, Factory<'_>, _); 4] = [
            ("graph", GRAPH, Promise::Once),
            ("optimal", &explorers::optimal, Promise::Once),
            ("source", &explorers::source, Promise::OnceAndRedundant),
            ("unfolding", &explorers::unfolding, Promise::Once),
        ];
        for (name, make, promise) in explorers {
            check_program(make, &program, &known, promise)
                .unwrap_or_else(|why| panic!("seed {seed}, {name}: {why}\n{program}"));
        }
    }
    assert!(liveness > programs / 3, "{liveness} of {programs}");
}

/// Nothing is lost, and nothing is explored twice: as many complete executions, the same states and
/// the same faults as without treating waits in any way (which is so within bounds, here one that
/// bounds nothing), under every model.
#[test]
pub(super) fn as_many_as_without() {
    let (first, factor) = (seed(4_000_000), effort());
    let unbounded = Some(Bound::ContextSwitches(u32::MAX));
    for model in Model::ALL {
        let (mut seed, mut programs, mut fewer) = (first, 0, 0);
        while programs < 300 * factor {
            seed += 1;
            // Of those that have an end: a counter that has passed its limit goes on for ever.
            let program = Rc::new(random(seed));
            if truth_by_classes(&program, 5000).is_none() {
                continue;
            }
            let explore = |bound| {
                let found = outcomes(graph_of(model, bound), Toy::new(&program), &program, 3000);
                found.unwrap_or_else(|why| panic!("seed {seed}, {model}: {why}\n{program}"))
            };
            let (Some(some), Some(all)) = (explore(None), explore(unbounded)) else { continue };
            programs += 1;
            fewer += u64::from(some.blocked < all.blocked);
            assert_eq!(some.executions, all.executions, "seed {seed}, {model}\n{program}");
            assert_eq!((some.finished, some.reported), (all.finished, all.reported), "seed {seed}, {model}\n{program}");
        }
        assert!(fewer > programs / 4, "{fewer} of {programs} have fewer blocked executions, {model}");
    }
}

/// Threads that run the same code, and wait in loops: what they come to is found with symmetry as
/// well.
#[test]
pub(super) fn symmetry() {
    for model in Model::ALL {
        let (mut seed, mut programs, mut fewer) = (3_000_000, 0, 0);
        while programs < 400 {
            seed += 1;
            let mut program = random(seed);
            let Some(Inst::Spawn { slot, body }) = program.bodies[0].last().cloned() else { continue };
            program.bodies[0].push(Inst::Spawn { slot, body });
            let program = Rc::new(program);
            let explore = |toy| {
                let found = outcomes(graph_of(model, None), toy, &program, 2000);
                found.unwrap_or_else(|why| panic!("seed {seed}, {model}: {why}\n{program}"))
            };
            let Some(all) = explore(Toy::new(&program)) else { continue };
            let Some(some) = explore(Toy::with_symmetry(&program)) else { continue };
            programs += 1;
            fewer += u64::from(some.executions < all.executions);
            assert_eq!(all.faults, some.faults, "seed {seed}, {model}\n{program}");
            assert_eq!(all.finals, some.finals, "seed {seed}, {model}\n{program}");
            assert!(some.executions <= all.executions, "seed {seed}, {model}\n{program}");
        }
        assert!(fewer > 100, "{fewer} of {programs} have fewer executions");
    }
}

/// Complete and blocked executions of the graph explorer.
pub(super) fn counts(body: &[Inst], threads: usize, model: Model) -> (u64, u64) {
    counts_of(Toy::new(&locks(body, threads)), model, None)
}

pub(super) fn locks(body: &[Inst], threads: usize) -> Rc<Program> {
    let spawn = Inst::Spawn { slot: 0, body: 1 };
    Rc::new(Program { bodies: vec![vec![spawn; threads], body.to_vec()], ..Program::parallel(Vec::new(), 1) })
}

pub(super) fn counts_of(mut toy: Toy, model: Model, bound: Option<Bound>) -> (u64, u64) {
    let mut count = Count::default();
    graph_of(model, bound).run(&mut toy, &mut count);
    assert!(count.faults.is_empty(), "a lock is accused");
    (count.stats.executions, count.stats.blocked)
}

/// Each reduction alone: of four threads that go through a lock.
#[test]
pub(super) fn with_and_without() {
    let ttas = [&[Inst::Head][..], &until(load(0, 0), 0, 1), &until(exchange(0, 0, 1), 0, 5), &[store(0, 0)]].concat();
    let program = locks(&ttas, 4);
    // Waits are left as they are where executions are counted for a bound, here one that bounds
    // nothing.
    let unbounded = Some(Bound::ContextSwitches(u32::MAX));
    let plain = counts_of(Toy::new(&program), Model::Sc, unbounded);
    let waiting = counts_of(Toy::new(&program), Model::Sc, None);
    let symmetric = counts_of(Toy::with_symmetry(&program), Model::Sc, None);
    println!("{plain:?}, waits last {waiting:?}, and with symmetry {symmetric:?}");
    assert_eq!((plain.0, waiting.0), (576, 576));
    assert!(plain.1 > 576 && waiting.1 == 0, "{} of {} blocked", waiting.1, plain.1);
    // One of each 4! orders of the threads.
    assert_eq!(symmetric.0, 576 / 24);
}

/// Performs an operation until the register has the value; what it was is forgotten before the next
/// round, as a compiler's registers are. `back` is how far the head of the loop is before all this.
pub(super) fn until(operation: Inst, value: u64, back: usize) -> [Inst; 4] {
    [
        operation,
        Inst::Skip { reg: 0, value, equal: true, count: 2 },
        Inst::Set { reg: 0, value: val(0) },
        Inst::Again { reg: 1, value: 0, equal: true, count: back + 3 },
    ]
}

/// n! orders in which the lock goes round; for each, whoever comes k-th may have seen it free k
/// times over.
#[test]
pub(super) fn test_and_test_and_set() {
    let ttas = [&[Inst::Head][..], &until(load(0, 0), 0, 1), &until(exchange(0, 0, 1), 0, 5), &[store(0, 0)]].concat();
    for model in Model::ALL {
        assert_eq!(counts(&ttas, 2, model).0, 4, "{model}");
        assert_eq!(counts(&ttas, 3, model).0, 36, "{model}");
    }
    let (complete, blocked) = counts(&ttas, 4, Model::Sc);
    assert_eq!((complete, blocked), (576, 0), "who would wait is set aside");
}

#[test]
pub(super) fn locks_by_one_operation() {
    let lock = |operation| [&[Inst::Head][..], &until(operation, 0, 1), &[store(0, 0)]].concat();
    for model in Model::ALL {
        let by_exchange = counts(&lock(exchange(0, 0, 1)), 4, model);
        let by_cas = counts(&lock(cas(0, 0, 0, 1)), 4, model);
        println!("{model}: {by_exchange:?} {by_cas:?}");
        assert_eq!((by_exchange.0, by_cas.0), (24, 24), "{model}");
    }
}

/// Who takes the lock when is all that is to be told apart: n! orders. Whoever finds it taken
/// waits, by an exchange that writes what is there, or by a compare-and-swap that fails.
#[test]
pub(super) fn the_unfolding_has_no_waits_for_a_lock() {
    for operation in [exchange(0, 0, 1), cas(0, 0, 0, 1)] {
        let body = [&[Inst::Head][..], &until(operation, 0, 1), &[store(0, 0)]].concat();
        for (threads, orders) in [(2, 2), (3, 6), (4, 24), (5, 120)] {
            let program = Rc::new(Program::parallel(vec![body.clone(); threads], 1));
            let mut sink = Count::default();
            assert!(unfold(&mut Unfolding::default(), &program, &mut sink).is_complete());
            let Stats { executions, blocked, redundant, .. } = sink.stats;
            assert_eq!((executions, blocked, redundant), (orders, 0, 0), "{threads} threads");
        }
    }
}
