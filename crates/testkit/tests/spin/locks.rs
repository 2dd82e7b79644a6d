//! Locks made of atomic accesses: a correct one is never accused, one that is kept is.

use super::counts::until;
use super::{again, cas, exchange, load, store};
use std::rc::Rc;
use threadbare_effort::seeds;
use threadbare_op::{FaultKind, Model, System};
use threadbare_testkit::count::Count;
use threadbare_testkit::explorers::{self, graph, graph_of};
use threadbare_testkit::program::{Inst, Program, val};
use threadbare_testkit::rng::Rng;
use threadbare_testkit::toy::Toy;

/// Takes a lock that is a location (0 when it is free) in one of the ways there are.
pub(super) fn acquire(rng: &mut Rng, loc: usize, code: &mut Vec<Inst>) {
    code.push(Inst::Head);
    match rng.below(3) {
        0 => code.extend(until(exchange(0, loc, 1), 0, 1)),
        1 => code.extend(until(cas(0, loc, 0, 1), 0, 1)),
        _ => {
            code.extend(until(load(0, loc), 0, 1));
            code.extend(until(exchange(0, loc, 1), 0, 5));
        }
    }
}

/// Peterson's algorithm, of 1981: thread `me` of two takes it. Locations 2 and 3 are the flags, 4
/// is whose turn it is.
pub(super) fn peterson(me: usize, code: &mut Vec<Inst>) {
    let other = 1 - me;
    code.extend([store(2 + me, 1), store(4, other as u64), Inst::Head]);
    code.extend([
        load(0, 2 + other),
        Inst::Skip { reg: 0, value: 0, equal: true, count: 4 },
        load(0, 4),
        Inst::Skip { reg: 0, value: other as u64, equal: false, count: 2 },
        Inst::Set { reg: 0, value: val(0) },
        again(1, true, 0, 6),
    ]);
}

/// A program whose threads take locks that are right, one at a time, and always give them back.
pub(super) fn well_locked(seed: u64) -> Program {
    let mut rng = Rng::new(seed);
    let threads = rng.range((2, 3));
    let mut bodies = Vec::new();
    for me in 0..threads {
        let mut code = Vec::new();
        for _ in 0..rng.range((1, 2)) {
            let by_turns = threads == 2 && rng.percent(30);
            let loc = if by_turns { 2 + me } else { rng.below(2) };
            match by_turns {
                true => peterson(me, &mut code),
                false => acquire(&mut rng, loc, &mut code),
            }
            let var = loc.min(2);
            code.push(Inst::PlainStore { var, value: val(rng.below(2) as u64) });
            if rng.percent(30) {
                code.push(Inst::PlainLoad { reg: 2, var });
            }
            code.push(store(loc, 0));
        }
        bodies.push(code);
    }
    Program { variables: vec![0; 3], ..Program::parallel(bodies, 5) }
}

/// The location of the last thing done by the last thread: giving back a lock.
pub(super) fn given_back_last(program: &Program) -> usize {
    match program.bodies.last().and_then(|code| code.last()) {
        Some(Inst::Store { loc, .. }) => *loc,
        _ => panic!("a thread that keeps its lock\n{program}"),
    }
}

pub(super) fn uses(code: &[Inst], location: usize) -> bool {
    code.iter().any(|inst| match inst {
        Inst::Load { loc, .. } | Inst::Rmw { loc, .. } | Inst::Cas { loc, .. } => *loc == location,
        _ => false,
    })
}

/// Whoever waits is let in: no wait for ever, and no race on what the lock protects, under any
/// model.
#[test]
pub(super) fn a_correct_lock_is_never_accused() {
    let mut ended = 0;
    for seed in seeds(400) {
        let program = Rc::new(well_locked(seed));
        // Peterson's algorithm needs a total order, which release and acquire do not give.
        let by_turns = program.bodies.iter().any(|code| uses(code, 4));
        let models = Model::ALL.into_iter().filter(|model| !by_turns || *model != Model::Ra);
        let explorers = models.map(|model| graph_of(model, None));
        for mut explorer in explorers.chain([explorers::source(), explorers::optimal(), explorers::unfolding()]) {
            let mut count = Count::up_to(3_000);
            let mut toy = Toy::new(&program);
            explorer.run(&mut toy, &mut count);
            let faults: Vec<_> = count.faults.iter().map(|fault| toy.fault(*fault)).collect();
            assert!(faults.is_empty(), "seed {seed}, {faults:?}\n{program}");
            assert!(count.stats.executions > 0, "seed {seed}\n{program}");
            ended += u64::from(count.ends() <= 3_000);
        }
    }
    assert!(ended > 1_500, "{ended} explorations came to their end");
}

/// The same with a lock that one thread keeps, and another wants: somebody waits for ever.
#[test]
pub(super) fn a_lock_that_is_kept_is_accused() {
    let mut kept = 0;
    for seed in seeds(400) {
        let mut program = well_locked(seed);
        let loc = given_back_last(&program);
        let (last, others) = program.bodies.split_last_mut().expect("threads");
        last.pop();
        if !others.iter().any(|code| uses(code, loc)) {
            continue;
        }
        for mut explorer in [graph(), explorers::source(), explorers::optimal(), explorers::unfolding()] {
            let mut toy = Toy::new(&Rc::new(program.clone()));
            let mut count = Count::up_to(20_000);
            explorer.run(&mut toy, &mut count);
            let accused = count.faults.iter().any(|fault| toy.fault(*fault).kind == FaultKind::Liveness);
            assert!(accused, "seed {seed}\n{program}");
        }
        kept += 1;
    }
    assert!(kept > 100, "{kept} programs");
}
