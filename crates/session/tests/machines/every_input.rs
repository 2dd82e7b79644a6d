//! Random programs with inputs of 2 bits: what explorers find with every input at once is what
//! `naive` finds in words for one input after the other.
//!
//! * The faults are the same, and each has an input that leads to it. Programs end at a place of
//!   their own for each final state, so these are the same as well.
//! * Each execution stands for the inputs that give its answers. For each input, `source`
//!   and `graph` explore as many executions as without: none is missing, none is there twice (but
//!   for `source` where compare-and-swaps are).

use super::outcome::{Random, explored};
use super::writer::parsed;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::sync::Arc;
use threadbare_effort::{effort, seeds};
use threadbare_explore::{Alternatives, Explorer, Graph, Parallel, Replayed, Sink};
use threadbare_machine::{Domain, LeftOut, Machine, Options, State};
use threadbare_op::{FaultId, Given, Inputs, Model, Question, Schedule, Stats, System, ThreadId};
use threadbare_program::Program;
use threadbare_session::Algorithm;
use threadbare_session::compiled::{explorer, replay, settled, with_input, with_input_in_parallel};
use threadbare_symbolic::Symbolic;

/// Programs with more events are skipped.
const MOST_EVENTS: u64 = 60_000;

const HEAD: &str = r#"entry &main
extern !pthread_create results 1
extern !pthread_join results 1
extern !__tb_mutex_lock results 1
extern !__tb_mutex_unlock results 1
extern !__VERIFIER_nondet_uchar results 1
extern !__VERIFIER_assume
extern !sprintf results 1
extern !abort
global @x size 4 align 4
global @y size 4 align 4
global @z size 4 align 4
global @i size 4 align 4
global @j size 4 align 4
global @t size 16 align 4
global @c size 20 align 4 constant { 0: bytes "\01\00\00\00\03\00\00\00\00\00\00\00\02\00\00\00\01\00\00\00" }
global @f size 4 align 4 constant { 0: bytes "%d\00\00" }
global @m size 40 align 8
global @handles size 32 align 8
"#;

/// Something to compute with: a number, what the thread has read, an input. In `%4`.
fn operand(random: &mut Random, text: &mut String) -> &'static str {
    match random.below(4) {
        0 => ["0", "1", "2", "3"][random.below(4) as usize],
        1 => "%3",
        n => {
            let _ = writeln!(text, "    %4 = load.4 {}", if n == 2 { "@i" } else { "@j" });
            "%4"
        }
    }
}

fn access(random: &mut Random, text: &mut String) {
    let at = random.one_of(&["@x", "@y"]);
    let value = operand(random, text);
    let _ = match random.below(17) {
        0 | 1 => writeln!(text, "    %2 = and.32 {value}, 3\n    store.4.seq_cst {at}, %2"),
        2 | 3 => writeln!(text, "    %3 = load.4.seq_cst {at}"),
        4 => writeln!(text, "    %3 = rmw.xor.4.seq_cst {at}, {value}"),
        5 => writeln!(text, "    %3 = rmw.and.4.seq_cst {at}, {value}"),
        // A table, which may be left.
        6 => writeln!(text, "    %5 = ptradd.32 @t, {value} * 4 + 4\n    %3 = load.4 %5"),
        // A constant table: left with 4 if the last entry is not there.
        8 => writeln!(text, "    %5 = ptradd.32 @c, {value} * 4 + 4\n    %3 = load.4 %5"),
        // Four numbers of the thread's own.
        9 => writeln!(text, "    %5 = ptradd.32 %6, {value} * 4 + 0\n    %3 = load.4 %5"),
        10 => writeln!(text, "    %5 = ptradd.32 %6, {value} * 4 + 0\n    store.4 %5, %3"),
        11 => writeln!(
            text,
            "    %2 = and.32 {value}, 3\n    %5 = ptradd.32 %6, %2 * 2 + {}\n    %3 = load.2 %5\n    \
             %3 = and.32 %3, 3\n    store.1 %5, {}",
            random.below(3),
            random.below(4)
        ),
        // It succeeds, or not, by what was stored and what is expected; then %3 is added to.
        12 => writeln!(text, "    %3, %2 = cas.4.seq_cst.seq_cst {at}, {value}, {}", random.below(4)),
        13 => writeln!(text, "    %2 = and.32 %3, 3\n    %3, %2 = cas.4.seq_cst.seq_cst {at}, {}, %2", random.below(3)),
        14 => writeln!(text, "    %3, %2 = cas.4.seq_cst.seq_cst {at}, {value}, 1\n    %3 = add.32 %3, %2"),
        // A digit of a number of one or two, or of a negative one; and how many characters there
        // are.
        15 => writeln!(
            text,
            "    %2 = mul.32 {value}, {}\n    %2 = sub.32 %2, {}\n    %2 = call !sprintf(%7, @f, %2)\n    \
             %5 = ptradd.32 %7, 0 * 1 + {}\n    %3 = load.1 %5\n    %3 = add.32 %3, %2\n    %3 = and.32 %3, 3",
            5 + random.below(4),
            random.below(12),
            random.below(2)
        ),
        // An address of the input alone, which fixes it, and then arithmetic on it.
        16 => writeln!(
            text,
            "    %4 = load.4 @i\n    %5 = ptradd.32 @t, %4 * 4 + 0\n    %5 = load.4 %5\n    \
             %4 = mul.32 %4, %4\n    %2 = or.32 %3, 1\n    %4 = udiv.32 %4, %2\n    %3 = and.32 %4, 3"
        ),
        _ => writeln!(
            text,
            "    %2 = call !__tb_mutex_lock(@m)\n    %3 = load.4 @z\n    %2 = add.32 %3, {value}\n    \
             %2 = and.32 %2, 3\n    store.4 @z, %2\n    %2 = call !__tb_mutex_unlock(@m)"
        ),
    };
}

fn condition(random: &mut Random, text: &mut String) {
    let pred = random.one_of(&["eq", "ne", "ult", "sgt", "ule"]);
    let value = operand(random, text);
    let _ = writeln!(text, "    %2 = icmp.{pred}.32 %3, {value}");
}

fn steps(random: &mut Random, count: u64, text: &mut String, label: &mut u32) {
    for _ in 0..count {
        *label += 1;
        let number = *label;
        match random.below(12) {
            0..=5 => access(random, text),
            6..=8 => {
                condition(random, text);
                let _ = writeln!(text, "    branch %2, yes{number}, no{number}\n  yes{number}:");
                access(random, text);
                let _ = writeln!(text, "  no{number}:");
            }
            9 => {
                condition(random, text);
                let _ = writeln!(text, "    call !__VERIFIER_assume(%2)");
            }
            10 => {
                let value = operand(random, text);
                let _ = writeln!(text, "    %2 = xor.32 {value}, {}\n    %3 = udiv.32 %3, %2", random.below(4));
            }
            _ => {
                let _ = writeln!(text, "    %3 = call !__VERIFIER_nondet_uchar()");
                let _ = writeln!(text, "{}", within(random, 1));
            }
        }
    }
}

/// The input in `%3` is at most this: its other bits are ignored, or assumed to be none, so that an
/// answer can fix all of it.
fn within(random: &mut Random, most: u64) -> String {
    if most == 0 || random.below(2) == 0 {
        format!("    %3 = and.32 %3, {most}")
    } else {
        format!("    %2 = icmp.ule.32 %3, {most}\n    call !__VERIFIER_assume(%2)")
    }
}

pub fn program(seed: u64) -> String {
    let random = &mut Random::new(seed);
    let threads = 2 + random.below(2);
    let mut text = String::from(HEAD);
    for thread in 0..threads {
        let count = 1 + random.below(if threads == 2 { 3 } else { 2 });
        let _ = writeln!(text, "\nfunc &t{thread}(1 -> 1) regs 8 {{");
        text += "    %6 = alloca 4 * 4 align 4\n    %7 = alloca 8 * 1 align 8\n    store.8 %7, 0\n";
        for at in 0..4 {
            let _ = writeln!(text, "    %5 = ptradd.32 %6, {at} * 4 + 0\n    store.4 %5, {}", random.below(4));
        }
        text += "    %3 = load.4 @i\n";
        steps(random, count, &mut text, &mut 0);
        text += "    return %3\n}\n";
    }
    text += "\nfunc &main(0 -> 1) regs 6 {\n";
    for (at, mask) in [("@i", 3), ("@j", random.below(2) * 3)] {
        let _ =
            writeln!(text, "    %3 = call !__VERIFIER_nondet_uchar()\n{}\n    store.4 {at}, %3", within(random, mask));
    }
    if random.below(2) == 0 {
        let _ = writeln!(text, "    store.4.seq_cst @x, %3");
    }
    for thread in 0..threads {
        let _ = writeln!(text, "    %0 = call !pthread_create(@handles+{}, 0, &t{thread}, 0)", thread * 8);
    }
    for thread in 0..threads {
        let _ = writeln!(text, "    %0 = load.8 @handles+{}\n    %0 = call !pthread_join(%0, 0)", thread * 8);
    }
    // One place for each state.
    text += "    %0 = load.4.seq_cst @x\n    %1 = load.4.seq_cst @y\n    %2 = load.4 @z\n";
    let cases = |prefix: &str| (0..4).map(|n| format!("{n}: {prefix}{n}")).collect::<Vec<_>>().join(", ");
    let _ = writeln!(text, "    switch.32 %0 [{}] else other", cases("x"));
    for x in 0..4 {
        let _ = writeln!(text, "  x{x}:\n    switch.32 %1 [{}] else other", cases(&format!("x{x}y")));
        for y in 0..4 {
            let _ = writeln!(text, "  x{x}y{y}:\n    switch.32 %2 [{}] else other", cases(&format!("x{x}y{y}z")));
            for z in 0..4 {
                let _ = writeln!(text, "  x{x}y{y}z{z}:\n    call !abort()");
            }
        }
    }
    text += "  other:\n    return 0\n}\n";
    text
}

#[derive(Default)]
pub struct Found {
    pub faults: Vec<(FaultId, Schedule)>,
    ends: Vec<Schedule>,
    events: u64,
}

impl Found {
    fn end(&mut self, stats: &Stats, schedule: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        self.events = stats.events;
        self.ends.push(schedule());
        if stats.events > MOST_EVENTS { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

impl Sink for Found {
    fn execution(&mut self, stats: &Stats, schedule: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        self.end(stats, schedule)
    }

    fn blocked(&mut self, stats: &Stats, schedule: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        self.end(stats, schedule)
    }

    fn abandoned(&mut self, _: FaultId, stats: &Stats, schedule: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        self.end(stats, schedule)
    }

    fn fault(&mut self, fault: FaultId, schedule: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        if !self.faults.iter().any(|(known, _)| *known == fault) {
            self.faults.push((fault, schedule()));
        }
        ControlFlow::Continue(())
    }
}

/// What an exploration finds, and on which machine; `None` if it is too much, or incomplete.
fn explore<D: Domain>(
    program: &Arc<Program>,
    input: Option<&[Given]>,
    explorer: &mut dyn Explorer<Machine<D>>,
) -> Option<(Machine<D>, Found)> {
    let options = Options { left_out: LeftOut::Nothing, given: input.map(Into::into), ..Options::default() };
    let (machine, found, coverage) = explored(program, options, explorer, Found::default);
    coverage.is_complete().then_some((machine, found))
}

/// The same with every input at once.
pub fn at_once(program: &Arc<Program>, algorithm: Algorithm) -> Option<(Machine<Symbolic>, Found)> {
    let explorer = with_input(algorithm, Model::Sc, Alternatives::default());
    explore(program, None, &mut *explorer.expect("it takes input"))
}

fn told<D: Domain>(machine: &Machine<D>, id: FaultId) -> String {
    let fault = machine.fault(id);
    format!("{}: {:?} at {:?} in {}", fault.kind, fault.details, fault.site, fault.thread)
}

/// The answers about the input in an execution, the machine that knows them, and the schedule
/// without them.
pub fn answers(
    machine: &Machine<Symbolic>,
    schedule: &Schedule,
) -> (Machine<Symbolic>, Vec<(Question, u32)>, Schedule) {
    let mut again = machine.another(None);
    // The input that was found with it is one of many.
    let unfixed = Schedule { given: None, ..schedule.clone() };
    let (answers, rest) = settled(&mut again, &unfixed).unwrap();
    (again, answers, rest)
}

/// The inputs: two of main, and one that each of the threads may take.
fn inputs(threads: u32) -> Vec<Vec<Given>> {
    let all = (0..16_u64 << threads).map(|n| {
        let main = [(0, n & 3), (1, n >> 2 & 3)].map(|(k, value)| Given { thread: ThreadId(0), n: k, value });
        let threads = (0..threads).map(|t| Given { thread: ThreadId(t + 1), n: 0, value: n >> (4 + t) & 1 });
        main.into_iter().chain(threads).collect()
    });
    all.collect()
}

#[test]
fn every_input_at_once_is_every_input() {
    let (mut tried, mut compared, mut depend) = (0, 0, 0);
    for seed in seeds(120) {
        let text = program(seed);
        // A second input of a thread would be one more.
        let takes_two = text.split("func &").any(|function| {
            !function.starts_with("main") && function.matches("!__VERIFIER_nondet_uchar()").count() > 1
        });
        if takes_two {
            continue;
        }
        tried += 1;
        let program = parsed(&text);
        let inputs = inputs(text.matches("func &t").count() as u32);
        let words = |algorithm| {
            let explored = inputs.iter().map(|input| {
                let explorer = &mut *explorer(algorithm, Model::Sc);
                explore(&program, Some(input), explorer)
            });
            explored.collect::<Option<Vec<_>>>()
        };
        let Some(naive) = words(Algorithm::Naive) else { continue };
        let Some(source) = words(Algorithm::Source) else { continue };
        let wanted: BTreeSet<String> =
            naive.iter().flat_map(|(machine, found)| found.faults.iter().map(|(id, _)| told(machine, *id))).collect();
        let Some(by_source) = at_once(&program, Algorithm::Source) else { continue };
        let Some(by_graph) = at_once(&program, Algorithm::Graph) else { continue };
        let Some(by_unfolding) = at_once(&program, Algorithm::Unfolding) else { continue };
        // Work is given away, and domains are replaced, all the time.
        let many = Parallel { test: true, ..Parallel::new(Graph::default(), 1 + seed as usize % 3) };
        let Some(by_workers) = explore(&program, None, &mut *with_input_in_parallel(many)) else { continue };
        let by_naive = at_once(&program, Algorithm::Naive);
        compared += 1;
        for (machine, found) in [&by_source, &by_graph, &by_unfolding, &by_workers].into_iter().chain(&by_naive) {
            let faults: BTreeSet<String> = found.faults.iter().map(|(id, _)| told(machine, *id)).collect();
            assert_eq!(faults, wanted, "seed {seed}\n{text}");
            for (id, schedule) in &found.faults {
                shows(machine, *id, schedule, &program).unwrap_or_else(|wrong| panic!("seed {seed}: {wrong}\n{text}"));
            }
        }
        // Each input's executions, each once.
        let wanted: Vec<usize> = source.iter().map(|(_, found)| found.ends.len()).collect();
        let explored =
            [("source", &by_source), ("unfolding", &by_unfolding), ("graph", &by_graph), ("graph", &by_workers)];
        for (explorer, (machine, found)) in explored {
            let mut counts = vec![0; inputs.len()];
            for schedule in &found.ends {
                let (again, answers, _) = answers(machine, schedule);
                for (count, input) in counts.iter_mut().zip(&inputs) {
                    *count += usize::from(again.domain().gives(input, &answers));
                }
            }
            // For these, a compare-and-swap is a write, also if it fails for this input.
            let may_be_more = explorer != "graph" && text.contains("cas.4");
            let enough = counts.iter().zip(&wanted).all(|(count, wanted)| count >= wanted);
            assert!(
                counts == wanted || may_be_more && enough,
                "{explorer}, seed {seed}: {counts:?}, {wanted:?}\n{text}"
            );
        }
        depend += u64::from(by_source.1.ends.len() != wanted[0]);
    }
    println!("{compared} of {tried} compared, {depend} depend on input");
    assert!(compared * 2 >= tried, "{compared} of {tried} compared");
    assert!(depend * 2 >= compared && compared >= 40 * effort(), "{depend} of {compared} depend on input");
}

/// The execution of a fault, in words, with one input that leads there.
fn shows(machine: &Machine<Symbolic>, id: FaultId, schedule: &Schedule, program: &Arc<Program>) -> Result<(), String> {
    let (again, answers, rest) = answers(machine, schedule);
    let input = again.domain().give(&answers).map_err(|why| format!("{why:?}: no input"))?;
    let given = Schedule { given: Some(input), ..rest };
    let given: Schedule = given.to_string().parse().map_err(|e| format!("{given}: {e}"))?;
    let mut words: Machine = Machine::new(program.clone(), Options::default()).unwrap();
    words.give(&[]);
    let end = replay(&mut words, &given, &mut |_: &mut Machine, _: &Replayed<State>| ()).map_err(|e| e.to_string())?;
    let met: Vec<String> = end.faults.iter().map(|(id, _)| told(&words, *id)).collect();
    let wanted = told(machine, id);
    if met.contains(&wanted) { Ok(()) } else { Err(format!("{given} shows {met:?}, not {wanted}")) }
}
