//! Programs with input: for each input, each class (or graph) that the program has with it is
//! reached once. Random programs; `graph` under each memory model.

use std::rc::Rc;
use threadbare_effort::{effort, seed};
use threadbare_explore::UnfoldingMistake;
use threadbare_op::{Model, Order, RmwOp};
use threadbare_testkit::check::Factory;
use threadbare_testkit::explorers;
use threadbare_testkit::generate::Profile;
use threadbare_testkit::input::{
    Comes, Summary, check_explorer, check_model, check_program, check_random, check_rounds, check_weak_rounds, known,
    truths,
};
use threadbare_testkit::program::{Inst, Program, reg, val};
use threadbare_testkit::rng::Rng;

fn check(name: &str, how: (Factory<'_>, Comes), profile: Profile, count: u64) -> Summary {
    let profile = &Profile { limit: 300, ..profile.with_input() };
    let summary = check_explorer(how, profile, count * effort(), seed(3_000_000));
    let summary = summary.unwrap_or_else(|failure| panic!("{name}, {failure}"));
    println!("{name}: {summary:?}");
    summary
}

#[test]
fn graph() {
    for (name, profile) in Profile::all() {
        let summary = check(name, (&explorers::graph, Comes::Once), profile, 100);
        assert!(summary.depend * 4 > summary.programs, "{name}: {summary:?}");
    }
}

/// It comes to a class once for each of its interleavings.
#[test]
fn naive() {
    for (name, profile) in Profile::all() {
        check(name, (&explorers::naive, Comes::Often), profile, 4);
    }
}

/// Its blocked runs are no executions. For it, a compare-and-swap that the input decides is a write
/// also where it fails.
#[test]
fn source() {
    for (name, profile) in Profile::all() {
        check(name, (&explorers::source, Comes::AgainByValues), profile, 20);
    }
}

/// So are they for it. With optimal alternatives nothing is in vain; with few, everything is found
/// all the same.
#[test]
fn unfolding() {
    let limited = |most| move || explorers::unfolding_of(most);
    for (name, profile) in Profile::all() {
        check(name, (&explorers::unfolding, Comes::NeverInVain), profile.clone(), 60);
        check(name, (&limited(1), Comes::AgainByValues), profile.clone(), 10);
        check(name, (&limited(2), Comes::AgainByValues), profile, 10);
    }
}

/// Within a bound on rounds: all that is within it, once, and nothing beyond.
#[test]
fn rounds() {
    for (name, profile) in Profile::all() {
        let profile = &Profile { limit: 300, ..profile.with_input() };
        let summary = check_rounds(profile, 3, 60 * effort(), seed(3_000_000));
        let summary = summary.unwrap_or_else(|failure| panic!("{name}, {failure}"));
        println!("{name}: {summary:?}");
    }
}

#[test]
fn rounds_under_weak_models() {
    for model in Model::ALL.into_iter().filter(|model| *model != Model::Sc) {
        for (name, profile) in
            [("weak", Profile::weak()), ("objects", Profile::weak_objects()), ("joins", Profile::joins())]
        {
            let profile = &Profile { limit: 200, ..profile.with_input() };
            let summary = check_weak_rounds(profile, model, 2, (40 * effort(), seed(3_000_000)));
            let summary = summary.unwrap_or_else(|failure| panic!("{name}, {model}: {failure}"));
            println!("{name}, {model}: {summary:?}");
        }
    }
}

#[test]
fn graph_under_weak_models() {
    for model in Model::ALL.into_iter().filter(|model| *model != Model::Sc) {
        for (name, profile, count) in [
            ("weak", Profile::weak(), 60),
            ("weak_wide", Profile::weak_wide(), 20),
            ("weak_objects", Profile::weak_objects(), 40),
            ("weak_races", Profile::weak_races(), 30),
            ("weak_psc", Profile::weak_psc(), 40),
        ] {
            let profile = &Profile { limit: 200, ..profile.with_input() };
            let summary = check_random(profile, model, count * effort(), seed(3_000_000));
            let summary = summary.unwrap_or_else(|failure| panic!("{name}, {model}: {failure}"));
            println!("{name}, {model}: {summary:?}");
        }
    }
}

/// The input, modulo 4, is 0.
const ZERO: u16 = 0x1111;

const fn ask(reg: u8) -> Inst {
    Inst::Ask { reg, inputs: ZERO }
}

const fn skip(reg: u8, value: u64, count: usize) -> Inst {
    Inst::Skip { reg, value, equal: true, count }
}

/// Checks a program of these threads under each model; so many executions there are under
/// sequential consistency.
fn is_told(threads: Vec<Vec<Inst>>, executions: u64) {
    are_told(Program::parallel(threads, 2), executions);
}

fn are_told(program: Program, executions: u64) {
    let program = Rc::new(program);
    let truths = truths(&program, 10_000).expect("a small program");
    assert_eq!(check_program((&explorers::graph, Comes::Once), &program, &truths), Ok(executions), "{program}");
    for model in Model::ALL.into_iter().filter(|model| *model != Model::Sc) {
        let known = known(&program, model, 10_000).expect("a small program");
        check_model(&program, model, &known).unwrap_or_else(|why| panic!("{model}: {why}\n{program}"));
    }
}

/// The programs of docs/proofs/graph-input.md, in both orders of the threads.
#[test]
fn what_wrong_rules_lose() {
    let in_both_orders = |threads: [Vec<Inst>; 2], executions| {
        is_told(threads.to_vec(), executions);
        is_told(threads.into_iter().rev().collect(), executions);
    };
    let (load, store) = (Inst::load(0, 0), Inst::store(0, val(1)));
    in_both_orders([vec![load, ask(1)], vec![ask(0), skip(0, 1, 1), store]], 3);
    in_both_orders([vec![load, ask(1)], vec![ask(0), skip(0, 0, 1), store]], 3);
    in_both_orders([vec![load, skip(0, 1, 1), ask(1)], vec![store, ask(0)]], 4);
    in_both_orders([vec![load, ask(1), Inst::Assume { reg: 1, value: 1 }], vec![store]], 4);
    in_both_orders([vec![load, ask(1), Inst::Assert { reg: 1, value: 1 }], vec![store]], 4);
    // Opposite questions: each answer makes the other one the only one that is possible.
    is_told(vec![vec![load, ask(1)], vec![Inst::Ask { reg: 0, inputs: !ZERO }], vec![store]], 4);
    // y is read before it is written, and x added to in either order; or y is read after: 3, with 2 answers each.
    let add = Inst::rmw(0, 0, RmwOp::Add, val(1));
    in_both_orders([vec![add, ask(1), Inst::store(1, reg(1, 0))], vec![Inst::load(0, 1), add, ask(1)]], 6);
}

/// Compare-and-swaps whose success depends on the input: programs that other rules lose, or explore
/// twice.
#[test]
fn swaps_by_input() {
    let in_both_orders = |threads: [Vec<Inst>; 2], executions| {
        is_told(threads.to_vec(), executions);
        is_told(threads.into_iter().rev().collect(), executions);
    };
    // 0 or 1, 0 for every other input.
    let a = Inst::Take { reg: 3, values: [0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1] };
    let (expects_a, expects_0) = (Inst::cas(0, 0, reg(3, 0), val(2)), Inst::cas(1, 0, val(0), val(2)));
    // a = 0: the load first or last; a = 1: the swap fails.
    in_both_orders([vec![Inst::load(0, 0)], vec![a, expects_a]], 3);
    // x is the input from the beginning, and the question of T0 opposes the swap: 1 if x is not 0, else 2.
    for threads in
        [[vec![Inst::load(0, 0), ask(1)], vec![expects_0]], [vec![expects_0], vec![Inst::load(0, 0), ask(1)]]]
    {
        let mut program = Program::parallel(threads.to_vec(), 2);
        let low = std::array::from_fn(|input| (input & 3) as u8);
        let before = [Inst::Take { reg: 3, values: low }, Inst::store(0, reg(3, 0))];
        program.bodies[0].splice(0..0, before);
        are_told(program, 3);
    }
    // T0 asks as well before its load is revisited. a = 0: 2 graphs, with 2 answers each; a = 1: 1.
    let one = Inst::Ask { reg: 1, inputs: !ZERO };
    in_both_orders([vec![Inst::load(0, 0), one], vec![a, expects_a]], 5);
    // What is expected is stored: before the swap (it fails, or not), or after it.
    let store = Inst::store(0, reg(3, 0));
    in_both_orders([vec![expects_0], vec![a, store]], 3);
    // T1's is the first, and succeeds or not; or it finds 2 or 3, which is never expected.
    in_both_orders([vec![expects_0, Inst::cas(2, 0, val(2), val(3))], vec![a, expects_a]], 4);
}

/// The same between two accesses to one location: for the axiom of seq_cst accesses of RC11, they
/// are accesses, and no answers.
#[test]
fn swaps_are_events() {
    let a = Inst::Take { reg: 3, values: [0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1] };
    let threads = vec![
        vec![
            a,
            Inst::store(0, val(1)),
            Inst::cas(0, 1, reg(3, 0), val(3)),
            Inst::store(0, val(2)).with(Order::Release),
        ],
        vec![Inst::load(0, 0).with(Order::Acquire), Inst::load(1, 1)],
        vec![Inst::store(1, val(1)), Inst::load(0, 0)],
    ];
    let program = Rc::new(Program::parallel(threads, 2));
    for model in Model::ALL.into_iter().filter(|model| *model != Model::Sc) {
        let known = known(&program, model, 10_000).expect("a small program");
        check_model(&program, model, &known).unwrap();
    }
}

/// For the axiom of seq_cst accesses of RC11 (po between different locations), an answer between
/// two accesses to one location is not there.
#[test]
fn answers_are_no_events_of_another_location() {
    let (acquire, release) = (Order::Acquire, Order::Release);
    let behind_the_first = vec![
        vec![Inst::store(0, val(1)), ask(0), Inst::store(0, val(2)).with(release)],
        vec![Inst::load(0, 0).with(acquire), Inst::load(1, 1)],
        vec![Inst::store(1, val(1)), Inst::load(0, 0)],
    ];
    let before_the_last = vec![
        vec![Inst::store(0, val(1)), Inst::store(1, val(1)).with(release)],
        vec![Inst::load(0, 1).with(acquire), ask(2), Inst::load(1, 1)],
        vec![Inst::store(1, val(2)), Inst::load(0, 0)],
    ];
    for threads in [behind_the_first, before_the_last] {
        let program = Rc::new(Program::parallel(threads, 2));
        let known = known(&program, Model::Rc11, 10_000).expect("a small program");
        check_model(&program, Model::Rc11, &known).unwrap();
    }
}

/// Two stores to x: one without a question, and one after a store to y and the answer 0, which T1
/// excludes with its two answers 1 only. While the first load of x is put off, both stores are
/// known, and the one to y as well.
fn two_answers_exclude_a_third() -> Rc<Program> {
    let ask = |reg, inputs| Inst::Ask { reg, inputs };
    let (x, y) = (0, 1);
    let threads = vec![
        vec![Inst::load(0, x)],
        vec![ask(0, 0x5555), ask(1, 0x6666)],
        vec![Inst::load(0, y)],
        vec![ask(0, 0xCCCC), skip(0, 1, 2), Inst::store(y, val(1)), Inst::store(x, val(1))],
        vec![Inst::store(x, val(2))],
    ];
    Rc::new(Program::parallel(threads, 2))
}

#[test]
fn mistakes_of_the_unfolding() {
    use UnfoldingMistake as M;
    let noticed = |mistake, how: &[&str]| {
        let make = || explorers::unfolding_mistaken(mistake);
        let profile = Profile { limit: 300, ..Profile::atomics().with_input() };
        let found = check_explorer((&make, Comes::NeverInVain), &profile, 3000, 6_000_000);
        let message = found.expect_err("a mistake is not noticed").to_string();
        println!("{mistake:?}: {message}");
        assert!(how.iter().any(|how| message.contains(how)), "{mistake:?} is noticed, but: {message}");
    };
    const LOST: &[&str] = &["classes", "faults are"];
    noticed(M::OneValue, LOST);
    noticed(M::OneAnswer, LOST);
    noticed(M::OneAnswerEarlier, LOST);
    let program = two_answers_exclude_a_third();
    let truths = truths(&program, 10_000).expect("a small program");
    let check = |make: Factory<'_>| check_program((make, Comes::NeverInVain), &program, &truths);
    println!("{:?} executions", check(&explorers::unfolding).unwrap());
    for mistake in [M::AnswersAreFree, M::AnswersInPairs] {
        let why = check(&|| explorers::unfolding_mistaken(mistake)).expect_err("a mistake is not noticed");
        assert!(why.contains("no input leads there"), "{mistake:?} is noticed, but: {why}");
    }
}

/// A piece of a thread that waits in a loop: for what is written, for what the input says, or for
/// both.
fn waits(rng: &mut Rng, code: &mut Vec<Inst>) {
    let (loc, value, equal) = (rng.below(2), rng.below(2) as u64, rng.percent(50));
    let again = |reg, count| Inst::Again { reg, value, equal, count };
    let asked = Inst::Ask { reg: 1, inputs: [ZERO, 0x000F, 0x0F0F, 0x8421][rng.below(4)] };
    let values = std::array::from_fn(|input| (input >> (2 * (input & 1)) & 1) as u8);
    let swap = |expected| Inst::cas(2, loc, expected, val(2));
    match rng.below(13) {
        10 => code.extend([Inst::Take { reg: 3, values }, Inst::store(loc, reg(3, 0))]),
        // Until what is there is what the input says; or what the input has put there.
        11 => code.extend([Inst::Take { reg: 3, values }, Inst::Head, swap(reg(3, 0)), again(2, 2)]),
        12 => code.extend([Inst::Head, swap(val(1)), Inst::Again { reg: 2, value: 1, equal: false, count: 2 }]),
        0 | 1 => code.push(Inst::store(loc, val(value))),
        2 => code.push(Inst::rmw(0, loc, RmwOp::Add, val(1))),
        3 => code.extend([asked, skip(1, value, 1), Inst::store(loc, val(1))]),
        4 => code.extend([Inst::Head, Inst::load(0, loc), again(0, 2)]),
        5 => code.extend([Inst::Head, Inst::rmw(0, loc, RmwOp::Xchg, val(1)), again(0, 2)]),
        6 => code.extend([
            Inst::Head,
            Inst::cas(0, loc, val(value), val(2)),
            Inst::Again { reg: 0, value, equal: false, count: 2 },
        ]),
        // What is read decides if the input is asked; the answer, or what is read, if the wait goes on.
        7 => code.extend([Inst::Head, Inst::load(0, loc), skip(0, 1, 2), asked, again(1, 4)]),
        8 => code.extend([asked, skip(1, value, 3), Inst::Head, Inst::load(0, loc), again(0, 2)]),
        _ => code.extend([Inst::Head, Inst::load(0, loc), asked, skip(1, value, 1), again(0, 4)]),
    }
    if rng.percent(15) {
        code.push(Inst::Assert { reg: 0, value });
    }
}

#[test]
fn threads_that_wait() {
    let (mut programs, mut told, mut seed) = (0, 0, seed(5_000_000));
    while programs < 300 * effort() {
        seed += 1;
        let rng = &mut Rng::new(seed);
        let mut thread = || {
            let mut code = Vec::new();
            (0..rng.range((1, 3))).for_each(|_| waits(rng, &mut code));
            code
        };
        let program = Rc::new(Program::parallel((0..3).map(|_| thread()).collect(), 2));
        let Some(truths) = truths(&program, 1_000).filter(|_| program.has_input()) else { continue };
        programs += 1;
        for make in [&explorers::graph as Factory<'_>, &explorers::source, &explorers::unfolding] {
            // Where what is read twice is the same for some inputs only, it is not found out as soon
            // that nothing changes.
            let checked = check_program((make, Comes::AgainByValues), &program, &truths);
            told += checked.unwrap_or_else(|why| panic!("seed {seed}: {why}\n{program}"));
        }
    }
    println!("{programs} programs, {told} executions");
}
