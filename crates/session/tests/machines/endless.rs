//! Random programs that need not end, and read input of 2 bits again and again: what `prefix` finds
//! with every input at once is what it finds when each number that is read is chosen.

use super::every_input::answers;
use super::outcome::{Random, explored};
use super::writer::parsed;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::sync::Arc;
use threadbare_effort::{effort, seeds};
use threadbare_explore::{Alternatives, Explorer, Replayed, Sink};
use threadbare_machine::{Domain, LeftOut, Machine, Options, State};
use threadbare_op::{Coverage, FaultId, FaultKind, Inputs, Model, Schedule, Stats, System};
use threadbare_program::Program;
use threadbare_session::Algorithm;
use threadbare_session::compiled::{explorer, prefix_turns, replay, with_input};
use threadbare_symbolic::Symbolic;

/// Programs with more events are skipped.
const MOST_EVENTS: u64 = 1_000;

const HEAD: &str = r#"entry &main
extern !pthread_create results 1
extern !pthread_join results 1
extern !__tb_mutex_lock results 1
extern !__tb_mutex_unlock results 1
extern !__VERIFIER_nondet_uchar results 1
extern !malloc results 1
extern !free
extern !abort
global @x size 4 align 4
global @y size 4 align 4
global @z size 4 align 4
global @q size 4 align 4
global @p size 8 align 8
global @t size 16 align 4
global @m size 40 align 8
global @n size 40 align 8
global @handles size 32 align 8
global @total size 4 align 4
global @own size 32 align 8
"#;

/// Writes the code of a thread. `%3` is what it has read last, `%6` an older input.
struct Writer<'a> {
    random: &'a mut Random,
    text: String,
    label: u32,
}

impl Writer<'_> {
    fn line(&mut self, line: &str) {
        let _ = writeln!(self.text, "    {line}");
    }

    fn value(&mut self) -> &'static str {
        self.random.one_of(&["0", "1", "2", "3", "%3", "%3", "%6", "%6"])
    }

    fn section(&mut self, what: impl FnOnce(&mut Self)) {
        let lock = self.random.one_of(&["@m", "@m", "@n"]);
        self.line(&format!("%2 = call !__tb_mutex_lock({lock})"));
        what(self);
        self.line(&format!("%2 = call !__tb_mutex_unlock({lock})"));
    }

    fn access(&mut self) {
        let (at, value) = (self.random.one_of(&["@x", "@y"]), self.value());
        match self.random.below(13) {
            0..=2 => self.line(&format!("store.4.seq_cst {at}, {value}")),
            3 | 4 => self.line(&format!("%3 = load.4.seq_cst {at}")),
            5 => {
                let number = self.random.below(4);
                self.line(&format!("%3 = rmw.xor.4.seq_cst {at}, {number}"));
            }
            6 => self.line(&format!("%3 = rmw.xchg.4.seq_cst {at}, {value}")),
            7 => {
                let new = self.value();
                self.line(&format!("%3, %2 = cas.4.seq_cst.seq_cst {at}, {value}, {new}"));
            }
            8 | 9 => self.section(|this| {
                // Sums of ever more inputs would be ever new.
                let number = this.random.below(3);
                this.line("%3 = load.4 @z");
                this.line(&format!("%3 = add.32 %3, {number}"));
                this.line("%3 = and.32 %3, 3");
                let stored = if number == 0 { value } else { "%3" };
                this.line(&format!("store.4 @z, {stored}"));
            }),
            10 => self.section(|this| {
                let number = this.random.below(4);
                this.line(&format!("%5 = ptradd.32 @t, {value} * 4 + 0"));
                this.line(&format!("store.4 %5, {number}"));
                this.line("%3 = load.4 @t+4");
            }),
            // What is handed on has another address each time.
            11 => self.section(|this| {
                this.line("%5 = load.8 @p");
                this.line("call !free(%5)");
                this.line("%5 = call !malloc(4)");
                this.line(&format!("store.4 %5, {value}"));
                this.line("store.8 @p, %5");
            }),
            _ => self.line(&format!("store.4 @q, {value}")),
        }
    }

    fn condition(&mut self) {
        let (pred, value) = (self.random.one_of(&["eq", "ne", "ult", "ule"]), self.value());
        self.line(&format!("%2 = icmp.{pred}.32 %3, {value}"));
    }

    fn piece(&mut self) {
        self.label += 1;
        let n = self.label;
        match self.random.below(14) {
            0..=4 => self.access(),
            5 | 6 => {
                if self.random.below(2) == 0 {
                    self.line("%6 = move %3");
                }
                self.line("%3 = call !__VERIFIER_nondet_uchar()");
                self.line("%3 = and.32 %3, 3");
            }
            7..=10 => {
                self.condition();
                self.line(&format!("branch %2, yes{n}, no{n}"));
                let _ = writeln!(self.text, "  yes{n}:");
                self.access();
                let _ = writeln!(self.text, "  no{n}:");
            }
            _ => {
                self.condition();
                self.line(&format!("branch %2, on{n}, bad{n}"));
                let _ = writeln!(self.text, "  bad{n}:");
                self.condition();
                self.line(&format!("branch %2, on{n}, worse{n}"));
                let _ = writeln!(self.text, "  worse{n}:");
                self.line("call !abort()");
                let _ = writeln!(self.text, "  on{n}:");
            }
        }
    }

    /// Something once, and then something again and again, or not.
    fn body(&mut self, most: u64) {
        for _ in 0..self.random.below(2) {
            self.piece();
        }
        let goes_on = self.random.below(4) > 0;
        if goes_on {
            self.text += "  again:\n";
        }
        for _ in 0..=self.random.below(most) {
            self.piece();
        }
        if goes_on {
            // So that it is known to have an end.
            self.line("%2 = load.4.seq_cst @y");
            let _ = writeln!(self.text, "    branch 1, again, end");
        }
        self.text += "  end:\n";
    }
}

fn program(seed: u64) -> String {
    let random = &mut Random::new(seed);
    let threads = 1 + random.below(2);
    let mut writer = Writer { random, text: String::from(HEAD), label: 0 };
    for thread in 0..threads {
        let _ = writeln!(writer.text, "\nfunc &t{thread}(1 -> 1) regs 7 {{\n    %3 = move 0\n    %6 = move 0");
        writer.body(if threads == 1 { 4 } else { 3 });
        writer.text += "    return 0\n}\n";
    }
    writer.text += "\nfunc &main(0 -> 1) regs 7 {\n    %3 = move 0\n    %6 = move 0\n    %5 = call !malloc(4)\n";
    writer.line("store.4 %5, 0");
    writer.line("store.8 @p, %5");
    for thread in 0..threads {
        writer.line(&format!("%0 = call !pthread_create(@handles+{}, 0, &t{thread}, 0)", thread * 8));
    }
    writer.body(3);
    writer.text += "    return 0\n}\n";
    writer.text
}

/// What is found, and of what kinds, at which places.
#[derive(Default)]
struct Found {
    faults: Vec<(FaultId, Schedule)>,
    stats: Stats,
}

impl Sink for Found {
    fn execution(&mut self, _: &Stats, _: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn blocked(&mut self, _: &Stats, _: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn fault(&mut self, fault: FaultId, schedule: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        if !self.faults.iter().any(|(known, _)| *known == fault) {
            self.faults.push((fault, schedule()));
        }
        ControlFlow::Continue(())
    }

    fn tick(&mut self, stats: &Stats) -> ControlFlow<()> {
        self.stats = *stats;
        if stats.events > MOST_EVENTS { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

fn options() -> Options {
    Options { left_out: LeftOut::Same, nondet_range: Some((0, 3)), ..Options::default() }
}

/// Explores; `None` if that is too much.
fn explore<D: Domain>(
    program: &Arc<Program>,
    explorer: &mut dyn Explorer<Machine<D>>,
) -> Option<(Machine<D>, Found, Coverage)> {
    explore_with(program, explorer, options())
}

fn explore_with<D: Domain>(
    program: &Arc<Program>,
    explorer: &mut dyn Explorer<Machine<D>>,
    options: Options,
) -> Option<(Machine<D>, Found, Coverage)> {
    Some(explored(program, options, explorer, Found::default)).filter(|(.., coverage)| !coverage.stopped)
}

/// Kinds and places. Of a deadlock, who waits where comes in any order.
fn kinds<D: Domain>(machine: &Machine<D>, found: &Found) -> BTreeSet<String> {
    let told = |id: &FaultId| {
        let fault = machine.fault(*id);
        match fault.kind {
            FaultKind::DataRace => "race".into(),
            FaultKind::Deadlock => "deadlock".into(),
            kind => format!("{kind} at {:?}", fault.site),
        }
    };
    found.faults.iter().map(|(id, _)| told(id)).collect()
}

/// Each fault in words, with one input that leads there.
fn shows(machine: &Machine<Symbolic>, id: FaultId, schedule: &Schedule) -> Result<(), String> {
    let (again, answers, rest) = answers(machine, schedule);
    let input = again.domain().give(&answers).map_err(|why| format!("{why:?}: no input"))?;
    let given = Schedule { given: Some(input), ..rest };
    let mut words: Machine = machine.in_domain();
    words.give(&[]);
    let end = replay(&mut words, &given, &mut |_: &mut Machine, _: &Replayed<State>| ()).map_err(|e| e.to_string())?;
    let wanted = machine.fault(id);
    // Where the program aborts, nothing is said of what others do after that.
    let is_met = end.faults.iter().any(|(id, _)| {
        let met = words.fault(*id);
        let is_same = met.kind == FaultKind::DataRace || met.site == wanted.site;
        met.kind == FaultKind::Abort || met.kind == wanted.kind && is_same
    });
    let shown = || end.faults.iter().map(|(id, _)| words.fault(*id)).collect::<Vec<_>>();
    if is_met { Ok(()) } else { Err(format!("{given} shows {:?}, not {wanted:?}", shown())) }
}

#[test]
fn every_input_at_once_is_every_choice() {
    let (mut tried, mut compared, mut faulty, mut fewer) = (0, 0, 0, 0);
    for seed in seeds(400) {
        let text = program(seed);
        if !text.contains("call !__VERIFIER") {
            continue;
        }
        tried += 1;
        let program = parsed(&text);
        let Some(words) = explore(&program, &mut *explorer(Algorithm::Prefix, Model::Sc)) else { continue };
        let input = with_input(Algorithm::Prefix, Model::Sc, Alternatives::default());
        let Some(terms) = explore(&program, &mut *input.unwrap()) else { continue };
        compared += 1;
        let wanted = kinds(&words.0, &words.1);
        let found = kinds(&terms.0, &terms.1);
        let races = |all: &BTreeSet<String>| all.contains("race");
        // What comes after a race means little.
        let agree = races(&wanted) == races(&found) && (races(&wanted) || wanted == found);
        assert!(agree, "seed {seed}: {found:?}, should be {wanted:?}\n{text}");
        let incomplete = |coverage: &Coverage| !coverage.is_complete();
        assert!(races(&wanted) || incomplete(&words.2) == incomplete(&terms.2), "seed {seed}: {:?}\n{text}", terms.2);
        for (id, schedule) in &terms.1.faults {
            if !races(&wanted) || terms.0.fault(*id).kind == FaultKind::DataRace {
                shows(&terms.0, *id, schedule).unwrap_or_else(|why| panic!("seed {seed}: {why}\n{text}"));
            }
        }
        faulty += u64::from(!wanted.is_empty());
        fewer += u64::from(terms.1.stats.cutoffs > 0 && terms.1.stats.events < words.1.stats.events);
    }
    println!("{compared} of {tried} compared, {faulty} with faults, {fewer} with fewer events");
    assert!(compared * 3 >= tried * 2 && compared >= 150 * effort(), "{compared} of {tried} compared");
    assert!(faulty * 4 >= compared && faulty * 4 <= compared * 3, "{faulty} of {compared} have faults");
    assert!(fewer * 10 >= compared, "{fewer} of {compared} have fewer events");
}

/// The program of that seed, in which threads count in between: by `add` for ever, by `xor` modulo 2.
fn counting(seed: u64, op: &str) -> String {
    let random = &mut Random::new(seed ^ 0xC0_0417);
    let mut text = String::new();
    let mut thread = 0;
    for line in program(seed).lines() {
        thread += u64::from(line.starts_with("func"));
        let is_last = line.contains("branch") || line.contains("return");
        if line.starts_with("    ") && !is_last && random.below(5) == 0 {
            let _ = match random.below(3) {
                0 => writeln!(text, "    %4 = rmw.{op}.4.seq_cst @total, 1"),
                1 => {
                    let at = format!("@own+{}", thread * 8);
                    writeln!(text, "    %4 = load.8 {at}\n    %1 = {op}.64 %4, 1\n    store.8 {at}, %1")
                }
                _ => {
                    let (from, to) = (thread * 8, thread * 8 + 4);
                    writeln!(text, "    %4 = load.4 @own+{from}\n    %4 = {op}.32 %4, 1\n    store.4 @own+{to}, %4")
                }
            };
        }
        let _ = writeln!(text, "{line}");
    }
    text
}

/// Accesses of different sizes to the same bytes are none to one place.
fn is_counted(text: &str) -> bool {
    let own = |thread: u32, what: &str| text.contains(&format!("{what} @own+{}", thread * 8));
    text.contains("@total, ") && (1..4).all(|thread| !(own(thread, "load.8") && own(thread, "load.4")))
}

#[test]
fn what_is_only_counted_makes_no_difference() {
    let (mut tried, mut endless) = (0, 0);
    for seed in seeds(200) {
        let text = counting(seed, "add");
        if !is_counted(&text) {
            continue;
        }
        let [modulo, counts] = [(counting(seed, "xor"), true), (text.clone(), false)].map(|(text, whole_states)| {
            let explorer = &mut *explorer(Algorithm::Prefix, Model::Sc);
            let options = Options { whole_states, ..options() };
            explore_with::<threadbare_machine::Concrete>(&parsed(&text), explorer, options)
        });
        let Some(modulo) = modulo else { continue };
        let counts = counts.unwrap_or_else(|| panic!("seed {seed}: no end\n{text}"));
        tried += 1;
        endless += u64::from(modulo.1.stats.cutoffs > 0);
        assert_eq!(kinds(&modulo.0, &modulo.1), kinds(&counts.0, &counts.1), "seed {seed}:\n{text}");
        assert!(counts.1.stats.events <= modulo.1.stats.events, "seed {seed}:\n{text}");
    }
    println!("{tried} compared, {endless} with cutoffs");
    assert!(tried >= 20 * effort() && endless * 3 >= tried, "{tried} compared, {endless} with cutoffs");
}

/// Machines that take turns find what one does.
#[test]
fn turns_make_no_difference() {
    let mut compared = 0;
    for seed in seeds(300) {
        let text = program(seed);
        let program = parsed(&text);
        let Some(one) = explore(&program, &mut *explorer(Algorithm::Prefix, Model::Sc)) else { continue };
        let turns = explore(&program, &mut *prefix_turns()).unwrap_or_else(|| panic!("seed {seed}: no end\n{text}"));
        let kinds = [&one, &turns].map(|found| kinds(&found.0, &found.1));
        // After a race threads stand elsewhere if events come in another order.
        if kinds.iter().any(|kinds| kinds.contains("race")) {
            assert!(kinds.iter().all(|kinds| kinds.contains("race")), "seed {seed}: {kinds:?}\n{text}");
            continue;
        }
        compared += 1;
        let events = [&one, &turns].map(|found| (found.1.stats.events, found.1.stats.cutoffs));
        assert_eq!((&kinds[0], events[0]), (&kinds[1], events[1]), "seed {seed}\n{text}");
    }
    println!("{compared} compared");
    assert!(compared > 50 * effort(), "{compared} compared");
}

/// What is read somewhere is not taken for counted.
#[test]
fn whole_states_find_the_same() {
    let (mut compared, mut fewer) = (0, 0);
    for seed in seeds(300) {
        let program = parsed(&program(seed));
        let [parts, whole] = [false, true].map(|whole_states| {
            let (explorer, options) =
                (&mut *explorer(Algorithm::Prefix, Model::Sc), Options { whole_states, ..options() });
            explore_with::<threadbare_machine::Concrete>(&program, explorer, options)
        });
        let (Some(parts), Some(whole)) = (parts, whole) else { continue };
        compared += 1;
        assert_eq!(kinds(&parts.0, &parts.1), kinds(&whole.0, &whole.1), "seed {seed}");
        assert!(parts.1.stats.events <= whole.1.stats.events, "seed {seed}");
        fewer += u64::from(parts.1.stats.events < whole.1.stats.events);
    }
    println!("{compared} compared, {fewer} with fewer events");
    assert!(compared >= 150 * effort() && fewer * 20 >= compared, "{compared} compared, {fewer} with fewer events");
}
