//! Random programs with accesses that are weaker than `seq_cst`, and operations that fail or only
//! ask: where interleavings show that all of these are ordered by other things
//! (`Options::only_ordered`), rc11 must have the same final states and faults as sc
//! (docs/proofs/ordered.md). And all explorers that are asked for that must agree on whether it is
//! so.
//!
//! Main ends by looking at all variables and failing at a place of its own for each state.

use super::final_states::main_of;
use super::outcome::{Outcome, Random, explore_within};
use super::writer::{Writer, parsed};
use std::sync::Arc;
use threadbare_effort::{effort, seeds};
use threadbare_machine::{OnlyOrdered, Options};
use threadbare_op::{Model, Verdict};
use threadbare_program::Program;
use threadbare_session::Algorithm;
use threadbare_session::compiled::explorer;

/// Programs with more events are left out.
const MOST_EVENTS: u64 = 30_000;

const HEAD: &str = "entry &main
extern !pthread_create results 1
extern !pthread_join results 1
extern !pthread_mutex_lock results 1
extern !pthread_mutex_trylock results 1
extern !pthread_mutex_unlock results 1
extern !__tb_cond_enter results 1
extern !__tb_cond_awake results 1
extern !pthread_cond_signal results 1
extern !__tb_sem_post results 1
extern !__tb_sem_trywait results 1
extern !__tb_sem_getvalue results 1
extern !abort
global @m size 40 align 8
global @s size 32 align 8
global @v size 48 align 8
global @a size 4 align 4
global @b size 4 align 4
global @c size 4 align 4
global @d size 4 align 4
global @p size 4 align 4
global @seen size 16 align 4
global @handles size 32 align 8
";

/// What threads do.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Features {
    /// Additions, looks at what they come to, and `seq_cst` accesses to one variable.
    Counters,
    /// Operations that fail or only ask, and `seq_cst` accesses to one variable.
    Tries,
    /// All but these operations, weak accesses mostly in sections.
    Sections,
    /// Weak accesses outside of sections as well.
    Bare,
    /// Read-modify-writes that acquire and release, what they publish, and now and then other
    /// accesses to their variables.
    Updates,
    /// The same with threads that wait for signals.
    Signals,
    /// All of it.
    Everything,
}

// Registers: what nobody looks at, what was read, what all reads come to.
impl Writer<'_, Features> {
    fn sees(&mut self) {
        self.line("%3 = mul.32 %3, 31");
        self.line("%3 = add.32 %3, %2");
    }

    fn access(&mut self, orders: &[&str]) {
        let is_one = matches!(self.features, Features::Counters | Features::Tries);
        let (variable, order) = (if is_one { "@a" } else { self.variable() }, self.one_of(orders));
        match self.below(4) {
            0 | 1 => {
                let value = 1 + self.below(2);
                let order = if order == "acquire" { "release" } else { order };
                self.line(&format!("store.4.{order} {variable}, {value}"));
            }
            _ => {
                let order = if order == "release" { "acquire" } else { order };
                self.line(&format!("%2 = load.4.{order} {variable}"));
                self.sees();
            }
        }
    }

    /// An addition whose result nobody uses, or now and then somebody.
    fn addition(&mut self, orders: &[&str]) {
        let (counter, order) = (self.one_of(&["@c", "@c", "@d"]), self.one_of(orders));
        let operation = self.one_of(&["add", "add", "sub"]);
        let used = self.below(8) == 0;
        let into = if used { "%2" } else { "%1" };
        let by = 1 + self.below(2);
        self.line(&format!("{into} = rmw.{operation}.4.{order} {counter}, {by}"));
        if used {
            self.sees();
        }
    }

    fn looks_at_a_counter(&mut self, orders: &[&str]) {
        let (counter, order) = (self.one_of(&["@c", "@d"]), self.one_of(orders));
        self.line(&format!("%2 = load.4.{order} {counter}"));
        self.sees();
    }

    fn section(&mut self) {
        let weak = ["relaxed", "relaxed", "acquire", "release"];
        self.line("%1 = call !pthread_mutex_lock(@m)");
        for _ in 0..=self.below(2) {
            match self.below(4) {
                0 => self.access(&weak),
                1 => self.looks_at_a_counter(&["relaxed", "seq_cst"]),
                2 => self.addition(&["relaxed"]),
                _ => {
                    self.line("%2 = load.4 @p");
                    self.sees();
                    self.line("%2 = add.32 %2, 1");
                    self.line("store.4 @p, %2");
                }
            }
        }
        self.line("%1 = call !pthread_mutex_unlock(@m)");
    }

    fn tries(&mut self) {
        let n = self.fresh();
        match self.below(4) {
            0 => self.line("%1 = call !__tb_sem_post(@s)"),
            1 => {
                self.line("%2 = call !__tb_sem_trywait(@s)");
                self.sees();
            }
            2 => {
                self.line("%2 = call !__tb_sem_getvalue(@s)");
                self.sees();
            }
            _ => {
                self.line("%2 = call !pthread_mutex_trylock(@m)");
                self.sees();
                self.line("%1 = icmp.eq.32 %2, 0");
                self.line(&format!("branch %1, in{n}, on{n}"));
                self.place(&format!("in{n}"));
                self.line("%1 = call !pthread_mutex_unlock(@m)");
                self.line(&format!("jump on{n}"));
                self.place(&format!("on{n}"));
            }
        }
    }

    /// Most acquire and release.
    fn update(&mut self) {
        let order = match self.below(12) {
            0 => self.one_of(&["relaxed", "acquire", "release"]),
            1..=3 => "seq_cst",
            _ => "acq_rel",
        };
        let (counter, operation) = (self.one_of(&["@c", "@c", "@d"]), self.one_of(&["add", "sub", "xchg", "or"]));
        let into = if self.below(4) == 0 { "%1" } else { "%2" };
        let by = 1 + self.below(2);
        self.line(&format!("{into} = rmw.{operation}.4.{order} {counter}, {by}"));
        if into == "%2" {
            self.sees();
        }
    }

    /// Reads or writes plainly what others do, mostly if an update has told so.
    fn published(&mut self) {
        let n = self.fresh();
        let (operation, told) = (self.one_of(&["add", "or"]), self.below(2));
        self.line(&format!("%2 = rmw.{operation}.4.acq_rel @c, 1"));
        self.sees();
        self.line(&format!("%1 = icmp.eq.32 %2, {told}"));
        self.line(&format!("branch %1, told{n}, on{n}"));
        self.place(&format!("told{n}"));
        if self.below(2) == 0 {
            self.line("store.4 @p, 3");
        } else {
            self.line("%2 = load.4 @p");
            self.sees();
        }
        self.line(&format!("jump on{n}"));
        self.place(&format!("on{n}"));
    }

    fn waits(&mut self) {
        let n = self.fresh();
        self.line("%1 = call !pthread_mutex_lock(@m)");
        self.line("%1 = load.4 @a");
        self.line("%1 = icmp.eq.32 %1, 0");
        self.line(&format!("branch %1, wait{n}, on{n}"));
        self.place(&format!("wait{n}"));
        self.line("%1 = call !__tb_cond_enter(@v, @m)");
        self.line("%1 = call !pthread_mutex_unlock(@m)");
        self.line("%1 = call !__tb_cond_awake(@v, 0, 0)");
        self.line("%1 = call !pthread_mutex_lock(@m)");
        self.line(&format!("jump on{n}"));
        self.place(&format!("on{n}"));
        self.line("%1 = call !pthread_mutex_unlock(@m)");
    }

    fn signals(&mut self) {
        self.line("%1 = call !pthread_mutex_lock(@m)");
        self.line("store.4 @a, 1");
        self.line("%1 = call !pthread_mutex_unlock(@m)");
        self.line("%1 = call !pthread_cond_signal(@v)");
    }

    fn thread(&mut self, number: u64) -> String {
        self.begin(4);
        let weak = ["relaxed", "relaxed", "acquire", "release", "seq_cst"];
        for _ in 0..2 + self.below(2) {
            match (self.features, self.below(8)) {
                (Features::Counters, 0..=2) => self.addition(&weak[..2]),
                (Features::Counters, 3 | 4) => self.looks_at_a_counter(&["seq_cst"]),
                (Features::Tries, 0..=3) | (Features::Everything, 0) => self.tries(),
                (Features::Tries, 4) => {
                    self.line("%1 = call !pthread_mutex_lock(@m)");
                    self.line("%1 = call !pthread_mutex_unlock(@m)");
                }
                (Features::Bare | Features::Everything, 1..=3) => self.access(&weak),
                (Features::Sections, 0..=4) | (Features::Everything, 4) => self.section(),
                (Features::Sections | Features::Bare, 5) => self.addition(&weak),
                (Features::Signals, 0) => self.waits(),
                (Features::Signals, 1 | 2) => self.signals(),
                (Features::Updates | Features::Signals, 3 | 4) => self.published(),
                (Features::Updates, 0) if self.below(3) == 0 => {
                    self.looks_at_a_counter(&["relaxed", "acquire", "seq_cst"])
                }
                (Features::Updates, 1) => self.section(),
                (Features::Updates | Features::Signals, _) => self.update(),
                _ => self.access(&["seq_cst"]),
            }
        }
        self.line(&format!("store.4 @seen+{}, %3", 4 * number));
        self.end(number, 4)
    }
}

fn program(seed: u64) -> (Arc<Program>, String, Features) {
    let random = &mut Random::new(seed);
    let threads = 2 + u64::from(random.below(3) == 0);
    use Features::{Bare, Counters, Everything, Sections, Signals, Tries, Updates};
    let features = random.one_of(&[Counters, Tries, Sections, Bare, Everything, Updates, Updates, Signals]);
    let mut writer = Writer::new(random, features);
    let code: String = (0..threads).map(|number| writer.thread(number)).collect();
    let mut look = "    %1 = move 0\n".to_owned();
    let seen = (0..threads).map(|number| format!("load.4 @seen+{}", 4 * number));
    let all = ["load.4.relaxed @c", "load.4.seq_cst @d", "load.4.seq_cst @a", "load.4 @p"];
    for read in seen.chain(all.map(str::to_owned)) {
        look += &format!("    %0 = {read}\n    %1 = mul.32 %1, 31\n    %1 = add.32 %1, %0\n");
    }
    look += "    %1 = mul.32 %1, 2654435769\n    %0 = lshr.32 %1, 26\n";
    let text = format!("{HEAD}{code}{}", main_of(threads, "", &look));
    (parsed(&text), text, features)
}

/// What an explorer finds; `None` where there are too many events.
fn explored(
    program: &Arc<Program>,
    only_ordered: OnlyOrdered,
    (algorithm, model): (Algorithm, Model),
) -> Option<Outcome> {
    let options = Options { max_steps: 100_000, only_ordered, ..Options::default() };
    Some(explore_within(MOST_EVENTS, options, program, &mut *explorer(algorithm, model))?.0)
}

#[test]
fn where_all_is_ordered_rc11_is_sc() {
    let (cases, mut ordered, mut updates, mut weaker) = (500, 0, 0, 0);
    for seed in seeds(cases) {
        let (program, text, features) = program(seed);
        let has_updates = matches!(features, Features::Updates | Features::Signals);
        let only = if seed % 4 == 0 || has_updates { OnlyOrdered::All } else { OnlyOrdered::Weak };
        let Some(expected) = explored(&program, OnlyOrdered::Plain, (Algorithm::Graph, Model::Rc11)) else { continue };
        let Some(naive) = explored(&program, only, (Algorithm::Naive, Model::Sc)) else { continue };
        let mut explorers = vec![Algorithm::Graph, Algorithm::Source, Algorithm::Optimal];
        if !matches!(features, Features::Tries | Features::Everything) {
            explorers.extend([Algorithm::States, Algorithm::Prefix]);
        }
        for algorithm in explorers {
            let Some(found) = explored(&program, only, (algorithm, Model::Sc)) else { continue };
            let name = algorithm.name();
            assert_eq!(found.racy(), naive.racy(), "seed {seed}, {name}\n{text}");
            if !found.racy() {
                assert_ne!(found.verdict, Verdict::Incomplete, "seed {seed}, {name}\n{text}");
                assert_eq!(found.faults, expected.faults, "seed {seed}, {name}\n{text}");
            }
        }
        ordered += u64::from(!naive.racy());
        updates += u64::from(!naive.racy() && has_updates);
        let strong = explored(&program, OnlyOrdered::Plain, (Algorithm::Source, Model::Sc));
        weaker += u64::from(!expected.racy() && strong.is_some_and(|strong| strong != expected));
    }
    let cases = cases * effort();
    assert!(ordered * 5 >= cases, "in {ordered} of {cases} all is ordered");
    assert!(updates * 20 >= cases, "in {updates} of {cases} updates are all there is");
    assert!(weaker * 100 >= cases, "only {weaker} of {cases} have weaker executions");
}
