//! Random programs of threads that try a few times, and then do something else: what they do must be
//! the same whether rounds in vain are left out (`crates/program/src/patience.rs`) or not.
//!
//! Main ends by looking at all variables and failing at a place of its own for each state.

use super::final_states::main_of;
use super::outcome::{Outcome, Random, explore_within};
use super::writer::{Writer, agree, parsed};
use std::sync::Arc;
use threadbare_effort::{effort, seeds};
use threadbare_machine::{LeftOut, Options};
use threadbare_op::{Model, Verdict};
use threadbare_program::Program;
use threadbare_session::Algorithm;
use threadbare_session::compiled::explorer;

/// Programs with more events are left out.
const MOST_EVENTS: u64 = 60_000;

const HEAD: &str = "entry &main
extern !pthread_create results 1
extern !pthread_join results 1
extern !pthread_mutex_lock results 1
extern !pthread_mutex_trylock results 1
extern !pthread_mutex_unlock results 1
extern !abort
global @m size 40 align 8
global @a size 4 align 4
global @b size 4 align 4
global @p size 4 align 4
global @q size 4 align 4
global @seen size 16 align 4
global @handles size 32 align 8
";

// Registers: the number of rounds, a copy of it, what was read last, what all comes to, a condition, a
// limit of rounds.
/// What threads do here.
struct Patient {
    /// They look under a lock, and nobody tries it.
    polls: bool,
}

impl Writer<'_, Patient> {
    fn order(&mut self, all: &[&'static str]) -> &'static str {
        self.one_of(all)
    }

    fn remembers(&mut self, what: u64) {
        self.line("%4 = mul.32 %4, 7");
        self.line(&format!("%4 = add.32 %4, {what}"));
    }

    /// Leaves by `done` where a try succeeds.
    fn tries(&mut self, done: &str) {
        let n = self.fresh();
        let expected = self.below(2);
        match self.below(16) / 3 {
            // It tries on if it succeeds.
            5 => {
                self.line(&format!("%3, %5 = cas.4.seq_cst.seq_cst @a, {expected}, {}", 1 - expected));
                return;
            }
            0 => {
                let order = self.order(&["seq_cst.seq_cst", "acquire.relaxed"]);
                self.line(&format!("%3, %5 = cas.4.{order} @a, {expected}, {}", 1 - expected));
            }
            1 => {
                self.line("%3 = rmw.xchg.4.seq_cst @a, 1");
                self.line("%5 = icmp.eq.32 %3, 0");
            }
            2 if self.features.polls => {
                self.line("%3 = call !pthread_mutex_lock(@m)");
                self.line("%3 = load.4 @q");
                self.line("%5 = call !pthread_mutex_unlock(@m)");
                self.line(&format!("%5 = icmp.eq.32 %3, {}", 1 + expected));
            }
            2 => {
                self.line("%3 = call !pthread_mutex_trylock(@m)");
                self.line("%5 = icmp.eq.32 %3, 0");
                self.line(&format!("branch %5, in{n}, on{n}"));
                self.place(&format!("in{n}"));
                self.line("%3 = call !pthread_mutex_unlock(@m)");
                self.line(&format!("jump {done}"));
                self.place(&format!("on{n}"));
                return;
            }
            _ => {
                let (variable, order) = (self.variable(), self.order(&["seq_cst", "acquire", "relaxed"]));
                self.line(&format!("%3 = load.4.{order} {variable}"));
                self.line(&format!("%5 = icmp.eq.32 %3, {}", 1 + expected));
            }
        }
        self.line(&format!("branch %5, {done}, on{n}"));
        self.place(&format!("on{n}"));
    }

    /// Now and then something that has an effect, or that only some rounds do.
    fn besides(&mut self) {
        let n = self.fresh();
        match self.below(12) {
            0 => {
                let (register, limit) = (self.one_of(&["%1", "%2"]), self.below(5));
                let limit = self.limit_or(limit);
                let test = self.one_of(&["eq", "ne", "ult", "sge"]);
                self.line(&format!("%5 = icmp.{test}.32 {register}, {limit}"));
                self.line(&format!("branch %5, some{n}, all{n}"));
                self.place(&format!("some{n}"));
                if self.below(2) == 0 {
                    self.line("store.4.seq_cst @b, 2");
                } else {
                    self.line("%3 = load.4 @p");
                }
                self.line(&format!("jump all{n}"));
                self.place(&format!("all{n}"));
            }
            1 => self.line("%3 = load.4 @p"),
            2 => self.line("%4 = add.32 %4, %3"),
            3 => self.limit(),
            _ => {}
        }
    }

    /// Another limit.
    fn limit(&mut self) {
        let limit = 1 + self.below(4);
        self.line(&format!("%6 = move {limit}"));
    }

    /// The limit, or a number.
    fn limit_or(&mut self, number: u64) -> String {
        if self.below(3) == 0 { "%6".into() } else { number.to_string() }
    }

    fn rounds(&mut self) {
        let n = self.fresh();
        let most = 2 + self.below(3);
        let up = self.below(2) == 0;
        let (first, step) = if up { (0, "add.32 %1, 1") } else { (most, "sub.32 %1, 1") };
        if self.below(4) == 0 {
            self.limit();
        }
        let most = self.limit_or(most);
        self.line(&format!("%1 = move {first}"));
        let number = self.enter(&format!("again{n}"));
        let asks_first = self.below(2) == 0;
        if asks_first {
            self.goes_on(n, up, &most);
        }
        self.line("%2 = move %1");
        self.tries(&format!("done{n}"));
        self.besides();
        self.line(&format!("%1 = {step}"));
        if !asks_first {
            self.goes_on(n, up, &most);
        }
        self.back(number, &format!("again{n}"));
        self.place(&format!("never{n}"));
        self.remembers(1);
        self.line("store.4.seq_cst @b, 1");
        self.line(&format!("jump then{n}"));
        self.place(&format!("done{n}"));
        if self.below(3) == 0 {
            if self.below(4) == 0 {
                self.limit();
            }
            let limit = self.below(5);
            let limit = self.limit_or(limit);
            self.line(&format!("%5 = icmp.ult.32 %2, {limit}"));
            self.line(&format!("branch %5, few{n}, then{n}"));
            self.place(&format!("few{n}"));
        }
        self.remembers(2);
        self.line(&format!("jump then{n}"));
        self.place(&format!("then{n}"));
        if self.below(8) == 0 {
            self.line("%4 = add.32 %4, %3");
        }
    }

    fn goes_on(&mut self, n: u32, up: bool, most: &str) {
        let test = if up { format!("ult.32 %1, {most}") } else { "ugt.32 %1, 0".into() };
        self.line(&format!("%5 = icmp.{test}"));
        self.line(&format!("branch %5, more{n}, never{n}"));
        self.place(&format!("more{n}"));
    }

    fn acts(&mut self) {
        let value = self.below(3);
        match self.below(5) {
            0 => {
                self.line("%3 = call !pthread_mutex_lock(@m)");
                self.line(&format!("store.4 @q, {value}"));
                self.line("%3 = call !pthread_mutex_unlock(@m)");
            }
            1 => self.line(&format!("store.4 @p, {value}")),
            _ => {
                let (variable, order) = (self.variable(), self.order(&["seq_cst", "release", "relaxed"]));
                self.line(&format!("store.4.{order} {variable}, {value}"));
            }
        }
    }

    fn thread(&mut self, number: u64) -> String {
        self.begin(7);
        self.limit();
        let tries = number == 0 || self.below(3) == 0;
        for _ in 0..=self.below(2) {
            if tries && self.below(4) != 0 { self.rounds() } else { self.acts() }
        }
        self.line(&format!("store.4 @seen+{}, %4", 4 * number));
        self.end(number, 7)
    }
}

fn program(seed: u64) -> (Arc<Program>, String) {
    let random = &mut Random::new(seed);
    let polls = random.below(2) == 0;
    let mut writer = Writer::new(random, Patient { polls });
    let code: String = (0..2).map(|number| writer.thread(number)).collect();
    let mut look = "    %1 = move 0\n".to_owned();
    for read in ["load.4 @seen", "load.4 @seen+4", "load.4.seq_cst @a", "load.4.seq_cst @b"] {
        look += &format!("    %0 = {read}\n    %1 = mul.32 %1, 31\n    %1 = add.32 %1, %0\n");
    }
    look += "    %1 = mul.32 %1, 2654435769\n    %0 = lshr.32 %1, 26\n";
    let text = format!("{HEAD}{code}{}", main_of(2, "", &look));
    (parsed(&text), text)
}

fn explored(program: &Arc<Program>, left_out: LeftOut, how: (Algorithm, Model)) -> Option<(Outcome, u64)> {
    let goes_on = how.1 == Model::Rc11;
    let options = Options { max_steps: 100_000, left_out, goes_on, ..Options::default() };
    explore_within(MOST_EVENTS, options, program, &mut *explorer(how.0, how.1))
}

#[test]
fn who_has_tried_in_vain_may_as_well_have_tried_more_often() {
    let (cases, mut fewer, mut given_up, mut all) = (400, 0, 0, 0);
    for seed in seeds(cases) {
        let (program, text) = program(seed);
        for how in [
            (Algorithm::Graph, Model::Sc),
            (Algorithm::Graph, Model::Rc11),
            (Algorithm::Source, Model::Sc),
            (Algorithm::Optimal, Model::Sc),
            (Algorithm::Unfolding, Model::Sc),
            (Algorithm::States, Model::Sc),
        ] {
            if how.0 == Algorithm::States && text.contains("call !pthread_mutex_trylock") {
                continue;
            }
            let Some((expected, before)) = explored(&program, LeftOut::Nothing, how) else { continue };
            let Some((found, after)) = explored(&program, LeftOut::Redundant, how) else { continue };
            let name = how.0.name();
            // It tries on after it has succeeded.
            let gives_up = found.verdict == Verdict::Incomplete && expected.verdict != Verdict::Incomplete;
            given_up += u64::from(gives_up);
            if gives_up {
                continue;
            }
            assert!(agree(&found, &expected), "seed {seed}, {name}: {found:?}, not {expected:?}\n{text}");
            (fewer, all) = (fewer + u64::from(after < before), all + 1);
        }
    }
    assert!(given_up * 20 <= all, "{given_up} of {all} given up");
    assert!(fewer * 60 >= all, "fewer events in {fewer} of {all}, {} programs", cases * effort());
}
