//! Programs in text form (`tests/text`), run by the machine under several explorers: no compiler is
//! needed for these.
//!
//! What is expected stands in the programs' comments: `verdict`, `fault` (each kind that must be
//! found), `executions` (of the graph explorer: complete ones), `races`.

use std::collections::BTreeSet;
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use threadbare_explore::Sink;
use threadbare_machine::{Machine, Options, Races};
use threadbare_op::{FaultId, Model, Schedule, Stats, System, Verdict};
use threadbare_program::Program;
use threadbare_session::Algorithm;
use threadbare_session::compiled::{explorer, replay};

/// Everything that an exploration tells.
#[derive(Default)]
struct Found {
    executions: u64,
    faults: Vec<(FaultId, Schedule)>,
}

impl Sink for Found {
    fn execution(&mut self, stats: &Stats, _: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        self.executions = stats.executions;
        ControlFlow::Continue(())
    }

    fn fault(&mut self, fault: FaultId, schedule: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        if self.faults.iter().all(|(known, _)| *known != fault) {
            self.faults.push((fault, schedule()));
        }
        ControlFlow::Continue(())
    }
}

struct Outcome {
    verdict: Verdict,
    kinds: BTreeSet<String>,
    /// Kind, details, place of each fault.
    faults: BTreeSet<String>,
    executions: u64,
}

fn explore(program: &Arc<Program>, options: &Options, algorithm: Algorithm) -> Outcome {
    let mut explorer = explorer(algorithm, Model::Sc);
    let mut machine = Machine::new(Arc::clone(program), options.clone()).unwrap();
    loop {
        let mut found = Found::default();
        let coverage = explorer.run(&mut machine, &mut found);
        let mut faults = BTreeSet::new();
        let mut kinds = BTreeSet::new();
        for (id, schedule) in &found.faults {
            let fault = machine.fault(*id).clone();
            kinds.insert(fault.kind.to_string());
            faults.insert(format!("{} {:?} {:?} {:?}", fault.kind, fault.details, fault.site, fault.other));
            // Its schedule leads to it again.
            let mut again = machine.another(None);
            let end = replay(&mut again, schedule, &mut |_: &mut Machine, _: &_| {}).unwrap();
            let seen: Vec<_> = end.faults.iter().map(|(id, _)| again.fault(*id).clone()).collect();
            assert!(seen.contains(&fault), "{schedule} leads to {seen:?}, not to {fault:?}");
        }
        if machine.take_restart() {
            continue;
        }
        return Outcome { verdict: Verdict::of(faults.len(), &coverage), kinds, faults, executions: found.executions };
    }
}
/// What the comment `; key: value` says, all values of the key.
fn said(text: &str, key: &str) -> Vec<String> {
    let values = text.lines().filter_map(|line| line.strip_prefix("; ")?.strip_prefix(key)?.strip_prefix(": "));
    values.map(str::to_owned).collect()
}

fn options(text: &str) -> Options {
    let races = match said(text, "races").first().map(String::as_str) {
        Some("explore") => Races::Explore,
        Some("ignore") => Races::Ignore,
        _ => Races::Report,
    };
    Options { races, max_steps: 100_000, ..Options::default() }
}

#[test]
fn the_programs_in_text_form_do_what_they_say() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/text");
    let mut wrong = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let program = Arc::new(Program::parse(&text).unwrap());
        program.verify().unwrap();
        let options = options(&text);
        let graph = explore(&program, &options, Algorithm::Graph);
        let verdict = match graph.verdict {
            Verdict::Safe => "safe",
            Verdict::Fault => "fault",
            Verdict::Incomplete => "incomplete",
        };
        let kinds: BTreeSet<String> = said(&text, "fault").into_iter().collect();
        if said(&text, "verdict") != [verdict] || graph.kinds != kinds {
            wrong.push(format!("{name}: {verdict} {:?}", graph.faults));
        }
        let executions = said(&text, "executions");
        if executions.iter().any(|n| *n != graph.executions.to_string()) {
            wrong.push(format!("{name}: {} executions", graph.executions));
        }
        // All interleavings of these would be too many.
        if name.starts_with("fib_bench") {
            continue;
        }
        let naive = explore(&program, &options, Algorithm::Naive);
        if naive.verdict != graph.verdict || naive.faults != graph.faults {
            wrong.push(format!("{name}: naive finds {:?}, graph {:?}", naive.faults, graph.faults));
        }
        // With these the machine remembers what threads have done.
        for algorithm in [Algorithm::Source, Algorithm::Optimal] {
            let found = explore(&program, &options, algorithm);
            if found.verdict != graph.verdict || found.kinds != graph.kinds {
                wrong.push(format!("{name}: {} finds {:?}, graph {:?}", algorithm.name(), found.faults, graph.faults));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_cannot_be_run_is_refused() {
    let main = "entry &main\nfunc &main(0 -> 1) regs 1 {\n    return 0\n}\n";
    let big = |many: u32, what: &str| {
        let variables = (0..many).map(|n| format!("global @g{n} size 0x8000000 align 8{what}\n"));
        variables.collect::<String>() + main
    };
    for (text, message) in [
        (String::new(), "no function `main`"),
        (main.replace("regs 1", "regs 0") + "func &f(1 -> 0) regs 0 {}", "parameters do not fit"),
        (main.replace("return 0", "jump 7"), "a jump to instruction 7"),
        (big(1, "").replace("0x8000000", "0x40000000"), "`g0` is too big: it has 1024 MB, and 256 MB are the most"),
        (big(20, ""), "more than 1024 MB"),
        (big(2, " thread_local"), "more than 64 MB"),
    ] {
        let program = Program::parse(&text).unwrap();
        let error = <Machine>::new(Arc::new(program), Options::default()).unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    }
}
