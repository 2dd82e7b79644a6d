//! Random programs with locks, atomic and plain accesses, allocation, local memory and choices, run
//! by the machine under explorers of each kind, which must find the same final states and faults.
//! Two of them have the machine remember what threads have done; with debug assertions it runs them
//! all the same, and compares.
//!
//! Each program ends with main looking at all variables and failing at a place of its own for each
//! state, so that the set of faults is the set of final states. `threadbare_effort` says how many
//! programs there are.

use super::outcome::{Outcome, Random, explore_within};
use std::fmt::Write as _;
use std::sync::Arc;
use threadbare_effort::{effort, seeds};
use threadbare_machine::{Options, Races, Recording};
use threadbare_op::Model;
use threadbare_program::Program;
use threadbare_session::Algorithm;
use threadbare_session::compiled::explorer;

/// Programs with more events are skipped.
const MOST_EVENTS: u64 = 40_000;

fn explore(program: &Arc<Program>, races: Races, algorithm: Algorithm) -> Option<Outcome> {
    explore_with(Options { races, ..Options::default() }, program, algorithm)
}

fn explore_with(options: Options, program: &Arc<Program>, algorithm: Algorithm) -> Option<Outcome> {
    explore_within(MOST_EVENTS, options, program, &mut *explorer(algorithm, Model::Sc)).map(|(outcome, _)| outcome)
}

fn agree(one: &Outcome, other: &Outcome) -> bool {
    one.verdict == other.verdict && (one.racy() || other.racy() || one.faults == other.faults)
}

/// What threads may do.
#[derive(Clone, Copy)]
struct Features {
    /// Plain accesses outside of the mutex.
    racy: bool,
}

const HEAD: &str = "entry &main
extern !pthread_create results 1
extern !pthread_join results 1
extern !__tb_mutex_lock results 1
extern !__tb_mutex_trylock results 1
extern !__tb_mutex_unlock results 1
extern !__VERIFIER_nondet_int results 1
extern !malloc results 1
extern !free
extern !abort
global @x size 4 align 4
global @y size 4 align 4
global @a size 4 align 4
global @b size 4 align 4
global @m size 40 align 8
global @n size 40 align 8
global @p size 8 align 8
global @own size 4 align 4 thread_local
global @handles size 32 align 8

func &scale(2 -> 1) regs 4 {
    %2 = alloca 1 * 4 align 4
    store.4 %2, %0
    %3 = load.4 %2
    %3 = mul.32 %3, %1
    store.4 %2, %3
    %3 = load.4 %2
    return %3
}
";

/// A change of a plain variable.
fn plain(random: &mut Random, text: &mut String) {
    let (to, from) = (["@x", "@y"][random.below(2) as usize], ["@x", "@y"][random.below(2) as usize]);
    let _ = writeln!(text, "    %2 = load.4 {from}");
    let _ = match random.below(5) {
        0 => writeln!(text, "    %2 = add.32 %2, 1"),
        1 => writeln!(text, "    %2 = call &scale(%2, 2)\n    %2 = xor.32 %2, 1"),
        2 => writeln!(text, "    %2 = add.32 %2, %3"),
        3 => {
            writeln!(text, "    %4 = load.4 @own\n    %4 = add.32 %4, 1\n    store.4 @own, %4\n    %2 = add.32 %2, %4")
        }
        _ => writeln!(
            text,
            "    %4 = call !malloc(8)\n    store.4 %4, %2\n    %2 = load.4 %4\n    %2 = xor.32 %2, 2\n    call !free(%4)"
        ),
    };
    let _ = writeln!(text, "    %2 = and.32 %2, 3\n    store.4 {to}, %2");
}

fn locked(random: &mut Random, text: &mut String, label: &mut u32) {
    *label += 1;
    let mutex = "@m";
    if random.below(4) == 0 {
        let _ = writeln!(text, "    %2 = call !__tb_mutex_trylock({mutex})\n    %2 = icmp.eq.32 %2, 0");
        let _ = writeln!(text, "    branch %2, in{label}, out{label}\n  in{label}:");
    } else {
        let _ = writeln!(text, "    %2 = call !__tb_mutex_lock({mutex})");
    }
    let number = *label;
    let nested = random.below(6) == 0;
    if nested {
        let _ = writeln!(text, "    %2 = call !__tb_mutex_lock(@n)");
    }
    for _ in 0..=random.below(2) {
        plain(random, text);
    }
    if nested {
        let _ = writeln!(text, "    %2 = call !__tb_mutex_unlock(@n)");
    }
    let _ = writeln!(text, "    %2 = call !__tb_mutex_unlock({mutex})\n  out{number}:");
}

fn atomic(random: &mut Random, text: &mut String) {
    let at = ["@a", "@b"][random.below(2) as usize];
    let value = random.below(4);
    let _ = match random.below(5) {
        0 => writeln!(text, "    store.4.seq_cst {at}, {value}"),
        1 | 2 => writeln!(text, "    %3 = load.4.seq_cst {at}"),
        3 => writeln!(text, "    %3 = rmw.xor.4.seq_cst {at}, {value}"),
        _ => writeln!(text, "    %3, %2 = cas.4.seq_cst.seq_cst {at}, {value}, {}", random.below(4)),
    };
}

/// A thread hands memory to another through an atomic pointer.
fn pass(random: &mut Random, text: &mut String, label: &mut u32) {
    *label += 1;
    let _ = match random.below(2) {
        0 => writeln!(
            text,
            "    %4 = call !malloc(4)\n    store.4 %4, {}\n    %4 = rmw.xchg.8.seq_cst @p, %4\n    call !free(%4)",
            random.below(4)
        ),
        _ => writeln!(
            text,
            "    %4 = rmw.xchg.8.seq_cst @p, 0\n    %2 = icmp.ne.64 %4, 0\n    branch %2, got{label}, none{label}\n  \
             got{label}:\n    %3 = load.4 %4\n    call !free(%4)\n  none{label}:"
        ),
    };
}

fn steps(random: &mut Random, features: Features, count: u64, text: &mut String, label: &mut u32) {
    for _ in 0..count {
        match random.below(if features.racy { 12 } else { 10 }) {
            0..=3 => locked(random, text, label),
            4..=6 => atomic(random, text),
            7 => pass(random, text, label),
            8 => {
                let _ = writeln!(text, "    %3 = call !__VERIFIER_nondet_int()");
            }
            9 => {
                *label += 1;
                let number = *label;
                let _ =
                    writeln!(text, "    %2 = and.32 %3, 1\n    branch %2, odd{number}, even{number}\n  odd{number}:");
                atomic(random, text);
                let _ = writeln!(text, "  even{number}:");
            }
            10 => plain(random, text),
            _ => {
                let at = ["@a", "@b"][random.below(2) as usize];
                let _ = writeln!(text, "    store.4 {at}, 1");
            }
        }
    }
}

/// A whole program.
fn program(seed: u64, features: Features) -> String {
    let random = &mut Random::new(seed);
    let threads = 2 + random.below(2);
    let mut text = String::from(HEAD);
    for thread in 0..threads {
        let count = if threads == 2 { 1 + random.below(3) } else { 1 + random.below(2) };
        let _ = writeln!(text, "\nfunc &t{thread}(1 -> 1) regs 5 {{\n    %3 = move 0");
        steps(random, features, count, &mut text, &mut 0);
        text += "    return %3\n}\n";
    }
    text += "\nfunc &main(0 -> 1) regs 5 {\n    %3 = move 0\n";
    for thread in 0..threads {
        let _ = writeln!(text, "    %0 = call !pthread_create(@handles+{}, 0, &t{thread}, 0)", thread * 8);
    }
    if random.below(2) == 0 {
        steps(random, features, 1, &mut text, &mut 0);
    }
    for thread in 0..threads {
        let _ = writeln!(text, "    %0 = load.8 @handles+{}\n    %0 = call !pthread_join(%0, 0)", thread * 8);
    }
    // One place for each state. Variables that are accessed only atomically are treated in another
    // way than those that are not.
    text += "    %0 = load.4 @x\n";
    let order = if random.below(2) == 0 { "" } else { ".seq_cst" };
    for (variable, order, shift) in [("@y", "", 2), ("@a", order, 4), ("@b", order, 6)] {
        let _ = writeln!(text, "    %1 = load.4{order} {variable}\n    %1 = shl.32 %1, {shift}\n    %0 = or.32 %0, %1");
    }
    let cases: Vec<String> = (0..256).map(|n| format!("{n}: s{n}")).collect();
    let _ = writeln!(text, "    switch.32 %0 [{}] else other", cases.join(", "));
    for n in 0..256 {
        let _ = writeln!(text, "  s{n}:\n    call !abort()");
    }
    text += "  other:\n    return 0\n}\n";
    text
}

/// How many programs each test tries.
const CASES: u64 = 400;

/// Compares on usually so many programs. How many were compared (most must be), and had races.
fn compare(features: Features, races: Races, cases: u64) -> (u64, u64) {
    let (mut compared, mut faulty) = (0, 0);
    for seed in seeds(cases) {
        let text = program(seed, features);
        let program = Arc::new(Program::parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}")));
        program.verify().unwrap_or_else(|e| panic!("{e:?}\n{text}"));
        let Some(naive) = explore(&program, races, Algorithm::Naive) else { continue };
        // Who has fewer executions than naive comes to an end as well.
        let ends = |found: Option<Outcome>| found.unwrap_or_else(|| panic!("seed {seed} does not end\n{text}"));
        let graph = ends(explore(&program, races, Algorithm::Graph));
        compared += 1;
        faulty += u64::from(naive.racy());
        assert!(agree(&graph, &naive), "seed {seed}\n{text}\nnaive {naive:#?}\ngraph {graph:#?}");
        for remembering in [Algorithm::Optimal, Algorithm::Source] {
            let found = ends(explore(&program, races, remembering));
            assert!(agree(&found, &naive), "seed {seed}\n{text}\nnaive {naive:#?}\nfound {found:#?}");
        }
        // Where everything is recorded nothing is assumed of which accesses there are.
        let recorded = Options { races, record: Some(Recording::ALL), ..Options::default() };
        let recorded = ends(explore_with(recorded, &program, Algorithm::Graph));
        assert!(recorded == graph, "seed {seed}\n{text}\nrecorded {recorded:#?}\ngraph {graph:#?}");
    }
    assert!(compared * 4 >= cases * effort(), "only {compared} have been compared");
    (compared, faulty)
}

#[test]
fn programs_without_races() {
    let (compared, racy) = compare(Features { racy: false }, Races::Report, CASES);
    assert_eq!(racy, 0, "no race and no use after free where the program has none");
    assert!(compared * 4 >= CASES * effort() * 3, "{compared}");
}

#[test]
fn programs_with_races() {
    let (compared, racy) = compare(Features { racy: true }, Races::Report, CASES);
    assert!(racy * 5 >= compared, "{racy} of {compared}");
}

#[test]
fn plain_accesses_that_interleave() {
    // With every access visible there is far more to explore.
    compare(Features { racy: true }, Races::Explore, CASES / 8);
}
