//! Random programs with atomic accesses of all orders, and a mutex: of their executions under a weak
//! memory model as many are interleavings as there are under sequential consistency, and each of
//! these is one of sequential consistency, too.

use super::outcome::{Random, explored};
use super::writer::parsed;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::ops::ControlFlow;
use threadbare_effort::{effort, seeds};
use threadbare_explore::Sink;
use threadbare_machine::{Machine, Options};
use threadbare_op::{FaultId, Model, Schedule, Stats};
use threadbare_session::Algorithm;
use threadbare_session::compiled::explorer;
use threadbare_session::interleaved::under;
use threadbare_session::replay::met;

const HEAD: &str = "entry &main
extern !pthread_create results 1
extern !__tb_mutex_lock results 1
extern !__tb_mutex_unlock results 1
global @a size 4 align 4
global @b size 4 align 4
global @m size 40 align 8
global @handles size 32 align 8
";

fn step(random: &mut Random, text: &mut String) {
    let at = random.one_of(&["@a", "@b"]);
    let (load, store) = (random.one_of(&["relaxed", "acquire"]), random.one_of(&["relaxed", "release"]));
    let _ = match random.below(8) {
        0..=2 => writeln!(text, "    store.4.{store} {at}, {}", random.below(3)),
        3..=5 => writeln!(text, "    %3 = load.4.{load} {at}"),
        6 => writeln!(text, "    %3 = rmw.add.4.{} {at}, 1", random.one_of(&["relaxed", "acq_rel", "seq_cst"])),
        _ => writeln!(text, "    %2, %4 = cas.4.{store}.{load} {at}, %3, 2"),
    };
}

fn program(seed: u64) -> String {
    let random = &mut Random::new(seed);
    let mut text = String::from(HEAD);
    for thread in 0..3 {
        let _ = writeln!(text, "\nfunc &t{thread}(1 -> 1) regs 5 {{\n    %3 = move 0");
        for _ in 0..1 + random.below(2) {
            match random.below(5) {
                0 => {
                    text += "    %2 = call !__tb_mutex_lock(@m)\n";
                    step(random, &mut text);
                    text += "    %2 = call !__tb_mutex_unlock(@m)\n";
                }
                _ => step(random, &mut text),
            }
        }
        text += "    return 0\n}\n";
    }
    text += "\nfunc &main(0 -> 1) regs 5 {\n    %3 = move 0\n";
    for thread in 0..3 {
        let _ = writeln!(text, "    %0 = call !pthread_create(@handles+{}, 0, &t{thread}, 0)", thread * 8);
    }
    step(random, &mut text);
    text + "    return 0\n}\n"
}

/// The schedule of each execution.
#[derive(Default)]
struct All(Vec<Schedule>);

impl Sink for All {
    fn execution(&mut self, _: &Stats, schedule: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        self.0.push(schedule());
        ControlFlow::Continue(())
    }

    fn fault(&mut self, _: FaultId, _: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

fn executions(text: &str, model: Model) -> (Machine, Vec<Schedule>) {
    let options = Options { symmetry: false, ..Options::default() };
    let (machine, all, coverage) =
        explored(&parsed(text), options, &mut *explorer(Algorithm::Graph, model), All::default);
    assert!(coverage.is_complete(), "{text}");
    (machine, all.0)
}

/// Whether an access sees something else than what was written last.
fn is_old(schedule: &Schedule) -> bool {
    schedule.steps.iter().any(|step| step.choice.is_some())
}

#[test]
fn as_many_as_under_sequential_consistency() {
    let (mut moved, mut weak) = (0, 0);
    for seed in seeds(40) {
        let text = program(seed);
        let (_, expected) = executions(&text, Model::Sc);
        for model in [Model::Tso, Model::Pso, Model::Ra, Model::Rc11] {
            let (machine, all) = executions(&text, model);
            let mut lines = BTreeSet::new();
            for schedule in &all {
                let same = |line: Schedule| Schedule { model, ..line };
                let Some(line) = under(&machine, schedule, Model::Sc) else {
                    weak += 1;
                    continue;
                };
                moved += usize::from(is_old(schedule));
                assert!(!is_old(&line), "seed {seed}: {schedule}, {line}\n{text}");
                let shown = |schedule: &Schedule| met(&machine, schedule).map(|(_, end)| (end.events, end.ending));
                let wanted = shown(schedule);
                assert!(wanted.is_some(), "seed {seed}: {schedule}");
                assert_eq!(shown(&line), wanted, "seed {seed}: {schedule}, {line}\n{text}");
                assert_eq!(shown(&same(line.clone())), wanted, "seed {seed}: {schedule}, {line}\n{text}");
                lines.insert(line.to_string());
            }
            // Different executions have no order in common.
            assert_eq!(lines.len(), expected.len(), "seed {seed}, {model}\n{text}");
        }
    }
    println!("{moved} in another order, {weak} are none");
    assert!(moved >= 100 * effort() as usize && weak >= 15 * effort() as usize, "{moved}, {weak}");
}
