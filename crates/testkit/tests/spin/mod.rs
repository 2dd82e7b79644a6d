//! Waits in loops: the explorers against the oracle, on random programs full of loops, and on locks
//! whose counts are known; and the oracle itself, which lets threads wait, against one that lets
//! them go round and round.

mod counts;
mod locks;

use counts::counts_of;
use std::collections::BTreeSet;
use std::rc::Rc;
use threadbare_effort::{effort, seed};
use threadbare_explore::{Centric, Random, UnfoldingMistake};
use threadbare_op::{FaultKind, Model, Order, RmwOp, SyncOp, SyncState, System};
use threadbare_testkit::check::{Factory, Promise, Sampled, check_drawing, check_program};
use threadbare_testkit::check_shown::check_one;
use threadbare_testkit::check_values::check_waits;
use threadbare_testkit::class::{End, Stands};
use threadbare_testkit::count::Count;
use threadbare_testkit::explorers::{self, graph, graph_of, naive};
use threadbare_testkit::oracle::{Truth, truth, truth_by_classes};
use threadbare_testkit::outcomes::{Outcomes, outcomes};
use threadbare_testkit::program::{Inst, Program, val};
use threadbare_testkit::rng::Rng;
use threadbare_testkit::toy::Toy;

const GRAPH: Factory<'static> = &graph;
const NAIVE: Factory<'static> = &naive;

const SEQ: Order = Order::SeqCst;

fn load(reg: u8, loc: usize) -> Inst {
    Inst::Load { reg, loc, order: SEQ }
}

fn store(loc: usize, value: u64) -> Inst {
    Inst::Store { loc, value: val(value), order: SEQ }
}

fn exchange(reg: u8, loc: usize, value: u64) -> Inst {
    Inst::Rmw { reg, loc, op: RmwOp::Xchg, operand: val(value), order: SEQ }
}

fn cas(reg: u8, loc: usize, expected: u64, new: u64) -> Inst {
    Inst::Cas { reg, loc, expected: val(expected), new: val(new), success: SEQ, failure: SEQ }
}

/// Back to the head `count` instructions before, while the register has, or has not, the value.
fn again(reg: u8, equal: bool, value: u64, count: usize) -> Inst {
    Inst::Again { reg, value, equal, count }
}

fn lock(object: usize, op: SyncOp) -> Inst {
    Inst::Sync { reg: 3, object, op }
}

/// A loop, or a lock that is made of one, and what may follow.
fn piece(rng: &mut Rng, code: &mut Vec<Inst>) {
    let loc = rng.below(2);
    let value = rng.below(2) as u64;
    let equal = rng.percent(50);
    match rng.below(12) {
        0 | 1 => code.push(store(loc, rng.below(3) as u64)),
        2 => code.push(exchange(0, loc, value)),
        3 => code.push(load(0, loc)),
        4 | 5 => code.extend([Inst::Head, load(0, loc), again(0, equal, value, 2)]),
        6 => code.extend([Inst::Head, exchange(0, loc, 1), again(0, true, 1, 2)]),
        7 => code.extend([Inst::Head, cas(0, loc, value, 2), again(0, false, value, 2)]),
        // Two reads in a round.
        8 => code.extend([Inst::Head, load(0, loc), load(1, 1 - loc), again(1, equal, value, 3)]),
        // Test, and test-and-set.
        9 => code.extend([Inst::Head, load(0, loc), again(0, false, 0, 2), exchange(0, loc, 1), again(0, false, 0, 4)]),
        // A round is counted: three at most.
        10 => code.extend([
            Inst::Head,
            load(0, loc),
            Inst::Set { reg: 2, value: threadbare_testkit::program::reg(2, 1) },
            Inst::Skip { reg: 2, value: 3, equal: true, count: 1 },
            again(0, equal, value, 4),
        ]),
        _ => {
            let held = rng.percent(80);
            code.extend([Inst::Head, lock(0, SyncOp::MutexTryLock), again(3, false, 0, 2), store(loc, value)]);
            if held {
                code.push(lock(0, SyncOp::MutexUnlock));
            }
        }
    }
    if rng.percent(15) {
        code.push(Inst::Assert { reg: 0, value });
    }
}

fn random(seed: u64) -> Program {
    let mut rng = Rng::new(seed);
    let threads = rng.range((2, 3));
    let pieces = rng.range((1, if threads == 2 { 3 } else { 2 }));
    let mut bodies = Vec::new();
    for _ in 0..threads {
        let mut code = Vec::new();
        for _ in 0..rng.range((1, pieces)) {
            piece(&mut rng, &mut code);
        }
        bodies.push(code);
    }
    Program { objects: vec![SyncState::Zero], ..Program::parallel(bodies, 2) }
}

struct Met {
    programs: u64,
    liveness: u64,
    stale: u64,
    complete: u64,
}

/// Checks `count` random programs that have at most `limit` interleavings (or beginnings).
fn check(make: Factory<'_>, promise: Promise, count: u64, limit: u64) -> Met {
    let first = seed(1);
    let mut met = Met { programs: 0, liveness: 0, stale: 0, complete: 0 };
    let mut seed = first;
    while met.programs < count {
        seed += 1;
        let program = random(seed);
        let known = match promise {
            Promise::Interleavings => truth(&program, limit),
            _ => truth_by_classes(&program, limit),
        };
        let Some(known) = known else { continue };
        met.programs += 1;
        met.liveness += u64::from(known.faults.iter().any(|fault| fault.kind == FaultKind::Liveness));
        met.stale += u64::from(known.classes.values().any(|end| *end == End::Stale));
        met.complete += u64::from(known.classes.values().any(|end| *end == End::Complete));
        if let Err(why) = check_program(make, &Rc::new(program.clone()), &known, promise) {
            panic!("seed {seed}: {why}\n{program}");
        }
    }
    met
}

#[test]
fn graph_against_the_oracle() {
    let met = check(GRAPH, Promise::Once, 1500, 20_000);
    let (liveness, stale, complete) = (met.liveness, met.stale, met.complete);
    assert!(liveness > 250 && stale > 250 && complete > 250, "{liveness} {stale} {complete}");
}

#[test]
fn unfolding_against_the_oracle() {
    let met = check(&explorers::unfolding, Promise::Once, 1500, 20_000);
    let (liveness, stale, complete) = (met.liveness, met.stale, met.complete);
    assert!(liveness > 250 && stale > 250 && complete > 250, "{liveness} {stale} {complete}");
    for most in 1..=2 {
        check(&|| explorers::unfolding_of(most), Promise::OnceAndRedundant, 500, 20_000);
    }
}

#[test]
fn traces_against_the_oracle() {
    let count = 1500 * effort();
    let met = check(&explorers::optimal, Promise::Once, count, 20_000);
    let (liveness, stale, complete) = (met.liveness, met.stale, met.complete);
    assert!(liveness > 250 && stale > 250 && complete > 250, "{liveness} {stale} {complete}");
    check(&explorers::source, Promise::OnceAndRedundant, count, 20_000);
}

#[test]
fn drawn_executions_against_the_oracle() {
    let (mut all, mut seed) = (Sampled::default(), seed(1));
    while all.programs < 400 * effort() {
        seed += 1;
        let program = random(seed);
        let Some(known) = truth_by_classes(&program, 20_000) else { continue };
        let random = Random { seed, prefers_new: seed % 2 == 0, ..Random::default() };
        if let Err(why) = check_drawing(random, &Rc::new(program.clone()), &known, &mut all) {
            panic!("seed {seed}: {why}\n{program}");
        }
    }
    println!("{all:?}");
    assert!(all.faults_found * 100 >= all.faults * 95, "{all:?}");
}

/// Threads that wait for an atomic variable which others also access as if it were not one.
fn half_atomic(seed: u64) -> Program {
    let mut rng = Rng::new(seed);
    let bodies = (0..rng.range((2, 3))).map(|_| {
        let mut code = Vec::new();
        for _ in 0..rng.range((1, 3)) {
            let (var, value) = (rng.below(2), rng.below(2) as u64);
            match rng.below(9) {
                0 => code.push(Inst::PlainStore { var, value: val(value) }),
                1 => code.push(Inst::PlainLoad { reg: 1, var }),
                2..=4 => code.push(Inst::var_store(var, val(value))),
                5 => code.push(store(0, value)),
                6 => code.push(load(2, 0)),
                _ => {
                    let look = if rng.percent(30) { Inst::var_add(0, var, val(0)) } else { Inst::var_load(0, var) };
                    code.extend([Inst::Head, look, again(0, rng.percent(50), value, 2)]);
                }
            }
        }
        code
    });
    Program { variables: vec![0; 2], ..Program::parallel(bodies.collect(), 1) }
}

/// The access of a round in which a thread waits may be the only one that takes part in a race.
#[test]
fn a_wait_that_races_is_seen() {
    let (first, factor) = (seed(6_000_000), effort());
    let (mut seed, mut racy, mut clean) = (first, 0, 0);
    while racy + clean < 1500 * factor {
        seed += 1;
        let program = Rc::new(half_atomic(seed));
        // Classes take read-modify-writes in vain for reads, which order less.
        let adds = program.bodies.iter().flatten().any(|inst| matches!(inst, Inst::VarAdd { .. }));
        let known = if adds { truth(&program, 20_000) } else { truth_by_classes(&program, 20_000) };
        let Some(known) = known else { continue };
        *(if known.is_racy() { &mut racy } else { &mut clean }) += 1;
        let explorers: [(_, Factory<'_>, _); 4] = [
            ("source", &explorers::source, Promise::OnceAndRedundant),
            ("optimal", &explorers::optimal, Promise::Once),
            ("graph", GRAPH, Promise::Once),
            ("unfolding", &explorers::unfolding, Promise::Once),
        ];
        for (name, make, promise) in explorers {
            check_one(make, &program).unwrap_or_else(|why| panic!("seed {seed}, {name}: {why}\n{program}"));
            // In which order several races of one execution are met is up to the explorer: of these
            // two a race is asked for.
            if known.is_racy() && matches!(name, "graph" | "unfolding") {
                let (mut toy, mut count) = (Toy::new(&program), Count::default());
                make().run(&mut toy, &mut count);
                let mut faults = count.faults.iter().map(|fault| toy.fault(*fault));
                let found = faults.any(|fault| fault.kind == FaultKind::DataRace);
                assert!(found, "seed {seed}, {name}: no race\n{program}");
                continue;
            }
            let result = match name {
                // To it a read-modify-write is a write, also if it is in vain.
                "unfolding" => check_waits(make, &program, &known),
                _ => check_program(make, &program, &known, promise),
            };
            result.unwrap_or_else(|why| panic!("seed {seed}, {name}: {why}\n{program}"));
        }
    }
    assert!(racy > 250 && clean > 250, "{racy} {clean}");
}

/// A read-modify-write in vain is a read in the graph; performed before what overwrites what it
/// reads, it would order that after the plain store which it races with. (A random program of those
/// above.)
#[test]
fn schedules_of_races_have_waits_in_vain_last() {
    check_one(GRAPH, &Rc::new(half_atomic(95_003_522))).unwrap();
}

/// Waits whose rounds have plain accesses, before or after what they look at.
fn rounds_with_plain_accesses(seed: u64) -> Program {
    let mut rng = Rng::new(seed);
    let bodies = (0..rng.range((2, 3))).map(|_| {
        let mut code = Vec::new();
        for _ in 0..rng.range((1, 3)) {
            let (var, loc, value) = (rng.below(2), rng.below(2), rng.below(2) as u64);
            let plain = match rng.below(3) {
                0 => Inst::PlainStore { var, value: val(value) },
                _ => Inst::PlainLoad { reg: 1, var },
            };
            let look = match rng.below(6) {
                0 => exchange(0, loc, 1),
                1 => cas(0, loc, value, 1),
                2 => cas(0, loc, value, value),
                _ => load(0, loc),
            };
            let ends = Inst::Skip { reg: 0, value, equal: rng.percent(50), count: 2 };
            let for_ever = |back| again(3, true, 0, back);
            match rng.below(12) {
                0 | 1 => code.push(plain),
                2..=5 => code.push(store(loc, value)),
                6 => code.push(look),
                7 => code.extend([Inst::Head, plain, look, again(0, rng.percent(50), value, 3)]),
                8 => code.extend([Inst::Head, look, plain, again(0, rng.percent(50), value, 3)]),
                _ => code.extend([Inst::Head, look, ends, plain, for_ever(4)]),
            }
        }
        code
    });
    Program { variables: vec![0; 2], ..Program::parallel(bodies.collect(), 2) }
}

/// A plain access of a round in which a thread waits may be the only one that takes part in a race.
#[test]
fn a_round_that_races_is_seen() {
    let (first, factor) = (seed(7_000_000), effort());
    let (mut seed, mut racy, mut clean) = (first, 0, 0);
    while racy + clean < 1500 * factor {
        seed += 1;
        let program = Rc::new(rounds_with_plain_accesses(seed));
        let Some(known) = truth_by_classes(&program, 20_000) else { continue };
        *(if known.is_racy() { &mut racy } else { &mut clean }) += 1;
        let explorers: [(_, Factory<'_>); 10] = [
            ("graph", GRAPH),
            ("source", &explorers::source),
            ("optimal", &explorers::optimal),
            ("unfolding", &explorers::unfolding),
            ("naive", NAIVE),
            ("rf", &explorers::rf),
            ("rvf", &explorers::rvf),
            ("observers", &explorers::observers),
            ("vc", &|| explorers::centric(Centric::VALUES)),
            ("dc", &|| explorers::centric(Centric::SOURCES)),
        ];
        for (name, make) in explorers {
            let (mut toy, mut count) = (Toy::new(&program), Count::default());
            make().run(&mut toy, &mut count);
            // Which of several races of one execution are met is up to the explorer.
            let found = count.faults.iter().any(|fault| toy.fault(*fault).kind == FaultKind::DataRace);
            assert_eq!(found, known.is_racy(), "seed {seed}, {name}\n{program}");
            let result = match name {
                "naive" => Ok(()),
                _ if found => Ok(()),
                "graph" => check_program(make, &program, &known, Promise::Once),
                _ => check_waits(make, &program, &known),
            };
            result.unwrap_or_else(|why| panic!("seed {seed}, {name}: {why}\n{program}"));
        }
    }
    assert!(racy > 250 * factor && clean > 250 * factor, "{racy} {clean}");
}

/// Compare-and-swaps in vain that write what they read are writes to explorers by interleavings,
/// and have orders: each is told once, and these are many more than where they are reads. (A random
/// program of those above.)
#[test]
fn orders_of_writes_in_vain_are_told_once_each() {
    let program = Rc::new(rounds_with_plain_accesses(102_005_190));
    let known = truth_by_classes(&program, 20_000).expect("it is small");
    check_program(GRAPH, &program, &known, Promise::Once).unwrap();
    let mut told = Vec::new();
    for make in [&explorers::source as Factory<'_>, &explorers::optimal, &explorers::unfolding] {
        check_waits(make, &program, &known).unwrap();
        let (mut toy, mut count) = (Toy::new(&program), Count::default());
        make().run(&mut toy, &mut count);
        told.push(count.ends());
    }
    assert!(told.iter().all(|ends| *ends == told[0]) && told[0] > 4 * known.classes.len() as u64, "{told:?}");
}

/// A wait that is over only before an older write is lost if only the last write is asked about.
#[test]
fn an_explorer_that_looks_back_one_write_is_noticed() {
    let wrong = |seed: &u64| {
        let program = random(*seed);
        let known = truth_by_classes(&program, 20_000)?;
        let make = || explorers::unfolding_mistaken(UnfoldingMistake::OnlyTheLastOperation);
        check_program(&make, &Rc::new(program), &known, Promise::Once).err()
    };
    let message = (1..3000).find_map(|seed| wrong(&seed)).expect("nothing is lost");
    assert!(message.contains("a missing one") || message.contains("a fault is not found"), "{message}");
}

#[test]
fn naive_against_the_oracle() {
    check(NAIVE, Promise::Interleavings, 300, 3000);
}

#[test]
fn values_against_the_oracle() {
    let (mut programs, mut liveness, mut seed) = (0, 0, 500_000);
    while programs < 2000 {
        seed += 1;
        let program = Rc::new(random(seed));
        let Some(known) = truth_by_classes(&program, 20_000) else { continue };
        programs += 1;
        liveness += u64::from(known.faults.iter().any(|fault| fault.kind == FaultKind::Liveness));
        for make in [&explorers::rf as Factory<'_>, &explorers::rvf, &explorers::observers] {
            if let Err(why) = check_waits(make, &program, &known) {
                panic!("seed {seed}: {why}\n{program}");
            }
        }
    }
    assert!(liveness > 300, "{liveness}");
}

/// Registers and memory in the executions in which all threads come to their end.
fn finished(truth: &Truth) -> BTreeSet<String> {
    let all = |stands: &Stands| *stands == Stands::Finished;
    let complete = truth.finals.iter().filter(|last| last.threads.iter().all(|thread| all(&thread.1)));
    complete.map(|last| format!("{last:?}")).collect()
}

/// What threads that wait can do, they can do if they go round in vain a few times, and the other
/// way round.
#[test]
fn nothing_is_lost_by_waiting() {
    let (mut seed, mut programs, mut later) = (1_000_000, 0, 0);
    while programs < 400 {
        seed += 1;
        let program = random(seed);
        let rounds = Program { rounds: Some(5), ..program.clone() };
        let (Some(waits), Some(goes)) = (truth_by_classes(&program, 5_000), truth_by_classes(&rounds, 100_000)) else {
            continue;
        };
        programs += 1;
        later += u64::from(goes.classes.len() > waits.classes.len());
        let faults = |truth: &Truth| -> BTreeSet<_> {
            let wrong = |kind| kind == FaultKind::Assertion || kind == FaultKind::SyncMisuse;
            truth.faults.iter().filter(|fault| wrong(fault.kind)).cloned().collect()
        };
        assert_eq!(faults(&waits), faults(&goes), "seed {seed}\n{program}");
        assert_eq!(finished(&waits), finished(&goes), "seed {seed}\n{program}");
    }
    assert!(later > 100, "{later} of {programs} have more executions if nobody waits");
}

/// The same under every memory model, by the explorer alone.
#[test]
fn nothing_is_lost_by_waiting_under_any_model() {
    for model in Model::ALL {
        let (mut seed, mut programs, mut more) = (2_000_000, 0, 0);
        while programs < 80 {
            seed += 1;
            let program = random(seed);
            let rounds = Program { rounds: Some(5), ..program.clone() };
            let explore = |program: &Program, limit| {
                let program = Rc::new(program.clone());
                let found = outcomes(graph_of(model, None), Toy::new(&program), &program, limit);
                found.unwrap_or_else(|why| panic!("seed {seed}, {model}: {why}\n{program}"))
            };
            let (Some(waits), Some(goes)) = (explore(&program, 300), explore(&rounds, 8000)) else { continue };
            programs += 1;
            more += u64::from(goes.executions + goes.blocked > waits.executions + waits.blocked);
            let wrong = |found: &Outcomes| -> BTreeSet<_> {
                let wrong = |kind| kind == FaultKind::Assertion || kind == FaultKind::SyncMisuse;
                found.faults.iter().filter(|fault| wrong(fault.0)).cloned().collect()
            };
            assert_eq!(wrong(&waits), wrong(&goes), "seed {seed}, {model}\n{program}");
            assert_eq!(waits.finished, goes.finished, "seed {seed}, {model}\n{program}");
        }
        assert!(more > 30, "{more} of {programs} have more executions if nobody waits");
    }
}

/// A read that waits after a revisit and is then set aside: who may read what later, so that
/// nothing is explored twice. (One of 90,000 random programs.)
#[test]
fn what_is_set_aside_is_read_once() {
    let program = random(90_001_510);
    let known = truth_by_classes(&program, 20_000).unwrap();
    check_program(GRAPH, &Rc::new(program), &known, Promise::Once).unwrap();
    // Until it is not 1, while one thread makes it 1 and 0 in turns, and another 0.
    for turns in 1..=3 {
        let bodies = vec![
            vec![Inst::Head, load(0, 0), again(0, true, 1, 2)],
            (0..turns).flat_map(|_| [store(0, 1), store(0, 0)]).collect(),
            vec![store(0, 0)],
        ];
        let program = Rc::new(Program::parallel(bodies, 1));
        let known = truth_by_classes(&program, 100_000).unwrap();
        check_program(GRAPH, &program, &known, Promise::Once).unwrap();
        if turns == 1 {
            // Each of 3 orders of the writes, and reading each 0 there is; or first the 1, and then
            // a 0 after it.
            assert_eq!(counts_of(Toy::new(&program), Model::Sc, None), (3 * 3 + 1 + 2 + 2, 0));
        }
    }
}

/// A read that was set aside, and a revisit of what its thread has read before: that revisit takes
/// the read out as well, and may do so only where it would have been maximal. (What is left of
/// random program 95,011,896 of [`a_round_that_races_is_seen`].)
#[test]
fn what_is_set_aside_is_taken_out_once() {
    let bodies = vec![
        // Until it is 0 again, which it never is.
        vec![load(0, 0), Inst::Head, load(0, 1), again(0, false, 0, 2)],
        vec![store(0, 1), store(1, 1)],
        // Until it is not 0, or has been made 1.
        vec![
            Inst::Head,
            cas(0, 1, 0, 1),
            Inst::Skip { reg: 0, value: 0, equal: false, count: 1 },
            again(3, true, 0, 3),
            store(0, 1),
        ],
    ];
    for program in [Program::parallel(bodies, 2), rounds_with_plain_accesses(95_011_896)] {
        let known = truth_by_classes(&program, 100_000).unwrap();
        assert!(!known.is_racy());
        check_program(GRAPH, &Rc::new(program), &known, Promise::Once).unwrap();
    }
}
