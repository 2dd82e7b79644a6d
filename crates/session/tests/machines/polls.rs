//! Random programs of threads that poll under a lock: `for (;;) { lock; v = p; unlock; if (v) break; }`.
//! Where a section reads or writes one variable, it is as good as an atomic access; and a loop that
//! polls reaches what one reading and an assumption reach. So each program is written in three
//! ways, and must show the same in all.
//!
//! * Against atomic accesses: faults, final states, waits that nothing ends.
//! * Against assumptions: races, where some accesses forget the lock.
//!
//! Main ends by looking at all variables and failing at a place of its own for each state.

use super::final_states::main_of;
use super::outcome::{Outcome, Random, explore_within};
use std::fmt::Write as _;
use std::sync::Arc;
use threadbare_effort::{effort, seeds};
use threadbare_explore::Explorer;
use threadbare_machine::{Machine, Options};
use threadbare_op::{FaultKind, Model};
use threadbare_program::Program;
use threadbare_session::Algorithm;
use threadbare_session::compiled::{Explores, explorer};

/// Programs with more events are left out.
const MOST_EVENTS: u64 = 20_000;

const HEAD: &str = "entry &main
extern !pthread_create results 1
extern !pthread_join results 1
extern !pthread_mutex_lock results 1
extern !pthread_mutex_unlock results 1
extern !pthread_rwlock_rdlock results 1
extern !pthread_rwlock_wrlock results 1
extern !pthread_rwlock_unlock results 1
extern !pthread_spin_lock results 1
extern !pthread_spin_unlock results 1
extern !__tb_spin_init results 1
extern !abort
extern !__VERIFIER_assume
global @m size 40 align 8
global @rw size 56 align 8
global @s size 4 align 4
global @a size 4 align 4
global @p size 4 align 4
global @q size 4 align 4
global @handles size 32 align 8
";

/// How a program is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Way {
    /// With locks, and loops.
    Polls,
    /// With locks, and assumptions in place of loops.
    Assumes,
    /// With atomic accesses in place of sections.
    Atomic,
}

#[derive(Clone, Copy, Debug)]
enum Lock {
    Mutex,
    ReadWrite,
    Spin,
}

impl Lock {
    fn names(self, writes: bool) -> (&'static str, &'static str, &'static str) {
        match self {
            Self::Mutex => ("pthread_mutex_lock", "pthread_mutex_unlock", "@m"),
            Self::ReadWrite if writes => ("pthread_rwlock_wrlock", "pthread_rwlock_unlock", "@rw"),
            Self::ReadWrite => ("pthread_rwlock_rdlock", "pthread_rwlock_unlock", "@rw"),
            Self::Spin => ("pthread_spin_lock", "pthread_spin_unlock", "@s"),
        }
    }
}

struct Writer {
    random: Random,
    way: Way,
    lock: Lock,
    /// Whether an access forgets the lock now and then.
    racy: bool,
    text: String,
    label: u32,
    length: u32,
    heads: Vec<u32>,
}

impl Writer {
    fn below(&mut self, n: u64) -> u64 {
        self.random.below(n)
    }

    fn line(&mut self, line: &str) {
        self.length += 1;
        let _ = writeln!(self.text, "    {line}");
    }

    fn place(&mut self, label: &str) {
        let _ = writeln!(self.text, "  {label}:");
    }

    fn variable(&mut self) -> &'static str {
        ["@p", "@p", "@q"][self.below(3) as usize]
    }

    fn enter(&mut self, writes: bool) {
        let (enter, _, object) = self.lock.names(writes);
        if self.way != Way::Atomic {
            self.line(&format!("%0 = call !{enter}({object})"));
        }
    }

    fn leave(&mut self) {
        let (_, leave, object) = self.lock.names(false);
        if self.way != Way::Atomic {
            self.line(&format!("%0 = call !{leave}({object})"));
        }
    }

    fn read(&mut self, at: &str) {
        let order = if self.way == Way::Atomic { ".seq_cst" } else { "" };
        self.line(&format!("%1 = load.4{order} {at}"));
    }

    /// A section, or an access outside of sections.
    fn access(&mut self) {
        let (at, value) = (self.variable(), self.below(3));
        let forgets = self.below(4) == 0 && self.racy;
        match self.below(6) {
            0 => self.line("%1 = load.4.seq_cst @a"),
            1 => self.line(&format!("store.4.seq_cst @a, {value}")),
            2 if forgets => self.line(&format!("store.4 {at}, {value}")),
            2 | 3 => {
                let order = if self.way == Way::Atomic { ".seq_cst" } else { "" };
                self.enter(true);
                self.line(&format!("store.4{order} {at}, {value}"));
                self.leave();
            }
            4 if self.way == Way::Atomic => self.line(&format!("%1 = rmw.add.4.seq_cst {at}, 1")),
            4 => {
                self.enter(true);
                self.line(&format!("%1 = load.4 {at}"));
                self.line("%2 = add.32 %1, 1");
                self.line(&format!("store.4 {at}, %2"));
                self.leave();
            }
            _ => {
                self.enter(false);
                self.read(at);
                self.leave();
            }
        }
    }

    /// What is done in each round besides.
    fn besides(&mut self) {
        match self.below(4) {
            0 => self.line("%3 = load.4.seq_cst @a"),
            1 => {
                let at = self.variable();
                self.enter(false);
                self.read(at);
                self.leave();
                self.line("%3 = move %1");
            }
            _ => {}
        }
    }

    /// Reads a variable until it is as wanted.
    fn polls(&mut self) {
        let (at, test, value) = (self.variable(), ["eq", "ne"][self.below(2) as usize], self.below(3));
        let test = format!("%4 = icmp.{test}.32 %1, {value}");
        let inside = self.below(3) == 0;
        self.label += 1;
        let n = self.label;
        if self.way == Way::Assumes {
            self.besides();
            self.enter(false);
            self.read(at);
            self.leave();
            self.line(&test);
            self.line("call !__VERIFIER_assume(%4)");
            return;
        }
        if inside {
            self.enter(false);
        }
        let number = self.heads.len();
        self.line(&format!("loop {number} enter"));
        self.heads.push(self.length);
        self.place(&format!("again{n}"));
        if inside {
            self.read(at);
            self.line(&test);
            self.line(&format!("branch %4, done{n}, more{n}"));
            self.place(&format!("more{n}"));
            self.leave();
            self.besides();
            self.enter(false);
        } else {
            self.besides();
            self.enter(false);
            self.read(at);
            self.leave();
            self.line(&test);
            self.line(&format!("branch %4, done{n}, more{n}"));
            self.place(&format!("more{n}"));
        }
        self.line(&format!("loop {number} again"));
        self.line(&format!("jump again{n}"));
        self.place(&format!("done{n}"));
        if inside {
            self.leave();
        }
    }

    fn thread(&mut self, number: u64) -> String {
        (self.text, self.length, self.heads) = (String::new(), 0, Vec::new());
        for reg in 0..5 {
            self.line(&format!("%{reg} = move 0"));
        }
        let polls = self.below(3);
        for at in 0..=self.below(3) {
            if at == polls { self.polls() } else { self.access() }
        }
        if self.below(3) == 0 {
            self.line("store.4.seq_cst @a, %1");
        }
        let infos: String = self.heads.iter().map(|head| format!("    loopinfo - depth 1 head {head}\n")).collect();
        format!("\nfunc &t{number}(1 -> 1) regs 5 {{\n{infos}{}    return 0\n}}\n", self.text)
    }
}

fn program(seed: u64, racy: bool, way: Way) -> Program {
    let mut random = Random::new(seed);
    let threads = 2 + random.below(2);
    let lock = [Lock::Mutex, Lock::ReadWrite, Lock::Spin][random.below(3) as usize];
    let mut writer = Writer { random, way, lock, racy, text: String::new(), label: 0, length: 0, heads: Vec::new() };
    // Main first, so that its places are the same however the threads are written.
    let mut text = String::from(HEAD);
    let look = "    %0 = load.4 @p\n    %0 = and.32 %0, 3\n    %1 = load.4 @q\n    %1 = and.32 %1, 3\n\
                \x20   %1 = shl.32 %1, 2\n    %0 = or.32 %0, %1\n    %1 = load.4.seq_cst @a\n    %1 = and.32 %1, 3\n\
                \x20   %1 = shl.32 %1, 4\n    %0 = or.32 %0, %1\n";
    text += &main_of(threads, "    %0 = call !__tb_spin_init(@s)\n", look);
    for thread in 0..threads {
        text += &writer.thread(thread);
    }
    let program = Program::parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    program.verify().unwrap_or_else(|e| panic!("{e:?}\n{text}"));
    program
}

fn explorers() -> [(&'static str, Explores); 7] {
    [
        ("graph", explorer(Algorithm::Graph, Model::Sc)),
        ("graph, rc11", explorer(Algorithm::Graph, Model::Rc11)),
        ("naive", explorer(Algorithm::Naive, Model::Sc)),
        ("source", explorer(Algorithm::Source, Model::Sc)),
        ("optimal", explorer(Algorithm::Optimal, Model::Sc)),
        ("rvf", explorer(Algorithm::Rvf, Model::Sc)),
        ("states", explorer(Algorithm::States, Model::Sc)),
    ]
}

/// What an exploration finds of a program; `None` if that takes too long.
fn found(seed: u64, racy: bool, way: Way, explorer: &mut dyn Explorer<Machine>, goes_on: bool) -> Option<Outcome> {
    let options = Options { goes_on, max_steps: 10_000, ..Options::default() };
    explore_within(MOST_EVENTS, options, &Arc::new(program(seed, racy, way)), explorer).map(|(outcome, _)| outcome)
}

fn has(outcome: &Outcome, kind: FaultKind) -> bool {
    outcome.faults.iter().any(|(its, _)| *its == kind)
}

/// The final states: where main has failed.
fn states(outcome: &Outcome) -> Vec<&str> {
    let failures = outcome.faults.iter().filter(|(kind, _)| *kind == FaultKind::Abort);
    failures.map(|(_, place)| place.as_str()).collect()
}

/// Compares programs written in two ways by `same`; each explorer has to come to an end for half of
/// those for which the other way does. (Where not all accesses synchronise, plain ones in a round
/// may be gone on from for ever.)
fn compare(racy: bool, other: Way, same: impl Fn(&Outcome, &Outcome) -> bool) {
    let (mut compared, mut ended, mut liveness) = (0, [0; 7], 0);
    for seed in seeds(200) {
        let mut graph = explorer(Algorithm::Graph, Model::Sc);
        let Some(expected) = found(seed, racy, other, &mut *graph, false) else { continue };
        compared += 1;
        liveness += u64::from(has(&expected, FaultKind::Liveness));
        for (at, (name, mut explorer)) in explorers().into_iter().enumerate() {
            let Some(got) = found(seed, racy, Way::Polls, &mut *explorer, name.ends_with("rc11")) else { continue };
            ended[at] += 1;
            assert!(same(&expected, &got), "seed {seed}, {name}\nexpected {expected:#?}\ngot {got:#?}");
        }
    }
    assert!(compared * 2 >= 200 * effort(), "{compared} compared");
    assert!(ended.iter().all(|ended| ended * 2 >= compared), "of {compared}, {ended:?} ended");
    assert!(racy || liveness * 10 >= compared, "{liveness} of {compared} with waits that nothing ends");
}

/// Threads that nothing wakes are told in both; final states are the same.
#[test]
fn as_with_atomic_accesses() {
    compare(false, Way::Atomic, |expected, got| {
        has(expected, FaultKind::Liveness) == has(got, FaultKind::Liveness)
            && states(expected) == states(got)
            && !has(got, FaultKind::DataRace)
    });
}

/// The same races, and where there are none the same final states.
#[test]
fn as_with_assumptions() {
    compare(true, Way::Assumes, |expected, got| {
        let races = expected.racy();
        races == got.racy() && (races || states(expected) == states(got))
    });
}
