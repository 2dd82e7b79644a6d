//! Random programs full of loops that retry, and of assumptions: what is found must be the same
//! whether threads go on from redundant rounds or not (`crates/machine/src/machine/redundant.rs`), and
//! whether loops are rotated (`crates/program/src/unrotate.rs`).
//! Programs that do not end without that are left out.
//!
//! Each program ends with main looking at all variables and failing at a place of its own for each
//! state, so that the set of faults is the set of final states.

use super::final_states::main_of;
use super::outcome::{Random, explore_within};
use super::writer::{Writer, agree, parsed};
use std::collections::BTreeMap;
use std::sync::Arc;
use threadbare_effort::{effort, seeds};
use threadbare_machine::{LeftOut, Options, Races};
use threadbare_op::Model;
use threadbare_program::{Inst, Program};
use threadbare_session::Algorithm;
use threadbare_session::compiled::{Explores, explorer};

/// Programs with more events are left out: most of these do not end.
const MOST_EVENTS: u64 = 5_000;

const HEAD: &str = "entry &main
extern !pthread_create results 1
extern !pthread_join results 1
extern !abort
extern !__VERIFIER_assume
global @a size 4 align 4
global @b size 4 align 4
global @q size 4 align 4
global @handles size 32 align 8
";

/// What the threads of a program may do.
#[derive(Clone, Copy)]
struct Features {
    /// Atomic accesses of all orders, not only sequentially consistent ones.
    weak: bool,
    /// Plain accesses that may race.
    plain: bool,
    /// They are visible, and loads of the variables may be plain as well.
    explored: bool,
}

impl Features {
    const NONE: Self = Self { weak: false, plain: false, explored: false };
}

impl Writer<'_, Features> {
    fn load_order(&mut self) -> &'static str {
        if self.features.weak { ["relaxed", "acquire", "seq_cst"][self.below(3) as usize] } else { "seq_cst" }
    }

    /// What stands behind the size of a load.
    fn load(&mut self) -> String {
        let order = self.load_order();
        if self.features.explored && self.below(2) == 0 { String::new() } else { format!(".{order}") }
    }

    fn store_order(&mut self) -> &'static str {
        if self.features.weak { ["relaxed", "release", "seq_cst"][self.below(3) as usize] } else { "seq_cst" }
    }

    fn update_order(&mut self) -> &'static str {
        let orders = ["relaxed", "acquire", "release", "acq_rel", "seq_cst"];
        if self.features.weak { orders[self.below(5) as usize] } else { "seq_cst" }
    }

    /// An access outside of loops, or without effect in one.
    fn access(&mut self, reads_only: bool) {
        let line = self.some_access(reads_only);
        self.line(&line);
    }

    fn some_access(&mut self, reads_only: bool) -> String {
        let (at, reg) = (self.variable(), 1 + self.below(2));
        let kinds = if reads_only { 3 } else { 7 };
        match self.below(kinds) {
            0 => format!("%{reg} = load.4{} {at}", self.load()),
            1 if self.features.plain => format!("%{reg} = load.4 @q"),
            1 => format!("%{reg} = load.4{} {at}", self.load()),
            2 => {
                let (success, failure) = (self.update_order(), self.load_order());
                let new = self.below(3);
                format!("%{reg}, %4 = cas.4.{success}.{failure} {at}, %{}, {new}", 1 + self.below(2))
            }
            3 => format!("store.4.{} {at}, {}", self.store_order(), self.below(4)),
            4 => format!("%{reg} = rmw.add.4.{} {at}, 1", self.update_order()),
            5 if self.features.plain => format!("store.4 @q, {}", self.below(3)),
            5 => format!("fence.{}", ["acquire", "release", "seq_cst"][self.below(3) as usize]),
            _ => format!("store.4.{} {at}, %{reg}", self.store_order()),
        }
    }

    /// `r = x; while (!cas(&x, &r, f(r)));`; or without the load, or with another compare-and-swap
    /// before, which may succeed (a fast path); or with an end for some values.
    fn retry(&mut self) {
        let (at, n) = (self.variable(), self.fresh());
        let (first, success, failure) = (self.load_order(), self.update_order(), self.load_order());
        let begins = self.below(10);
        match begins {
            0 | 1 => self.line(&format!("%1 = move {begins}")),
            2 | 3 => {
                let new = self.below(4);
                self.line(&format!("%1, %4 = cas.4.{success}.{first} {at}, {}, {new}", begins - 2));
                self.line(&format!("branch %4, done{n}, slow{n}"));
                self.place(&format!("slow{n}"));
            }
            _ if self.features.explored && self.below(2) == 0 => self.line(&format!("%1 = load.4 {at}")),
            _ => self.line(&format!("%1 = load.4.{first} {at}")),
        }
        let number = self.enter(&format!("again{n}"));
        match self.below(3) {
            0 => self.line("%3 = add.32 %1, 1"),
            1 => self.line("%3 = xor.32 %1, 2"),
            _ => self.line("%3 = move 1"),
        }
        if self.below(3) == 0 {
            let value = self.below(4);
            self.line(&format!("%4 = icmp.eq.32 %1, {value}"));
            self.line(&format!("branch %4, done{n}, try{n}"));
            self.place(&format!("try{n}"));
        }
        if self.below(6) == 0 {
            self.access(true);
        }
        self.line(&format!("%1, %4 = cas.4.{success}.{failure} {at}, %1, %3"));
        self.line(&format!("branch %4, done{n}, back{n}"));
        self.place(&format!("back{n}"));
        self.back(number, &format!("again{n}"));
        self.place(&format!("done{n}"));
    }

    /// A loop that reads until something holds: peeled, or turning back somewhere else.
    fn polls(&mut self) {
        let n = self.fresh();
        let peeled = self.below(2) == 0;
        if peeled {
            self.access(true);
        }
        let number = self.enter(&format!("again{n}"));
        for _ in 0..self.below(2) {
            self.access(true);
        }
        let (test, value) = (["eq", "ne"][self.below(2) as usize], self.below(3));
        let other = if self.below(3) == 0 { "%2".into() } else { value.to_string() };
        self.line(&format!("%3 = icmp.{test}.32 %1, {other}"));
        self.line(&format!("branch %3, done{n}, more{n}"));
        self.place(&format!("more{n}"));
        for _ in 0..=self.below(2) {
            self.access(true);
        }
        self.line(&format!("jump back{n}"));
        self.place(&format!("back{n}"));
        self.back(number, &format!("again{n}"));
        self.place(&format!("done{n}"));
    }

    /// A loop as compilers rotate it: what begins each of its rounds stands before it as well. Or not
    /// quite.
    fn rotated(&mut self) {
        let (n, access) = (self.fresh(), self.below(3));
        let access = match access {
            0 => format!("%1 = rmw.xchg.4.{} {}, 1", self.update_order(), self.variable()),
            _ => self.some_access(true),
        };
        let test = format!("%3 = icmp.{}.32 %1, {}", ["eq", "ne"][self.below(2) as usize], self.below(3));
        self.line(&access);
        self.line(&test);
        self.line(&format!("branch %3, done{n}, enter{n}"));
        self.place(&format!("enter{n}"));
        let number = self.enter(&format!("again{n}"));
        match self.below(6) {
            0 => self.access(true),
            1 => self.line("%2 = add.32 %2, 1"),
            2 => self.line("%4 = move 0"),
            _ => {}
        }
        let again = if self.below(8) == 0 { self.some_access(true) } else { access };
        self.line(&again);
        self.line(&test);
        self.line(&format!("branch %3, done{n}, back{n}"));
        self.place(&format!("back{n}"));
        if self.below(6) == 0 {
            self.line("%1 = move 2");
        }
        self.back(number, &format!("again{n}"));
        self.place(&format!("done{n}"));
    }

    /// A read of which something is assumed.
    fn assumes(&mut self) {
        let (at, order, value) = (self.variable(), self.load(), self.below(3));
        let test = ["eq", "ne", "ult"][self.below(3) as usize];
        self.line(&format!("%1 = load.4{order} {at}"));
        if self.below(2) == 0 {
            self.access(true);
        }
        self.line(&format!("%3 = icmp.{test}.32 %1, {value}"));
        self.line("call !__VERIFIER_assume(%3)");
    }

    /// Blocks that lead anywhere, with a loop over all.
    fn tangle(&mut self) {
        let n = self.fresh();
        let blocks = 2 + self.below(2);
        self.access(false);
        let number = self.enter(&format!("b{n}_0"));
        for block in 0..blocks {
            if block > 0 {
                self.place(&format!("b{n}_{block}"));
            }
            for _ in 0..=self.below(2) {
                self.access(true);
            }
            let condition = match self.below(3) {
                0 => "icmp.eq.32 %1, %2".into(),
                1 => format!("icmp.eq.32 %1, {}", self.below(3)),
                _ => format!("icmp.eq.32 %2, {}", self.below(3)),
            };
            self.line(&format!("%3 = {condition}"));
            let (back, on) = (self.below(blocks), block + 1);
            let back = if back == 0 { format!("back{n}") } else { format!("b{n}_{back}") };
            let on = if on == blocks { format!("out{n}") } else { format!("b{n}_{on}") };
            let (then, other) = if self.below(2) == 0 { (&back, &on) } else { (&on, &back) };
            self.line(&format!("branch %3, {then}, {other}"));
        }
        self.place(&format!("back{n}"));
        self.back(number, &format!("b{n}_0"));
        self.place(&format!("out{n}"));
    }

    fn thread(&mut self, number: u64) -> String {
        self.begin(5);
        for _ in 0..=self.below(2) {
            match self.below(8) {
                0 | 1 => self.retry(),
                7 => self.rotated(),
                2 => self.polls(),
                3 => self.tangle(),
                4 => self.assumes(),
                _ => self.access(false),
            }
        }
        if self.below(3) == 0 {
            self.line("store.4.seq_cst @b, %1");
        }
        self.end(number, 5)
    }
}

fn program(seed: u64, features: Features) -> String {
    let random = &mut Random::new(seed);
    let threads = 2 + random.below(2);
    let mut writer = Writer::new(random, features);
    let mut text = String::from(HEAD);
    for thread in 0..threads {
        text += &writer.thread(thread);
    }
    let look = "    %0 = load.4.seq_cst @a\n    %0 = and.32 %0, 7\n    %1 = load.4.seq_cst @b\n    %1 = and.32 %1, 7\n\
                \x20   %1 = shl.32 %1, 3\n    %0 = or.32 %0, %1\n";
    text + &main_of(threads, "", look)
}

/// The explorers that are compared with `graph` going every round.
fn explorers(model: Model, races: Races) -> Vec<(&'static str, Explores)> {
    use Algorithm::{Graph, Naive, Optimal, Source, States, Unfolding};
    let all: &[Algorithm] = match model {
        Model::Sc if races == Races::Explore => &[Graph, Naive, Source, Optimal],
        Model::Sc => &[Graph, Naive, Source, Optimal, Unfolding, States],
        _ => &[Graph],
    };
    all.iter().map(|algorithm| (algorithm.name(), explorer(*algorithm, model))).collect()
}

/// How many programs there were.
#[derive(Default)]
struct Compared {
    /// That could be compared.
    ended: u64,
    /// Of these, that took fewer events.
    reduced: u64,
    /// Of these, that had loops that are rotated.
    unrotated: u64,
}

/// Compares so many programs.
fn compare(features: Features, model: Model, cases: u64) -> Compared {
    let races = if features.explored { Races::Explore } else { Races::Report };
    let mut all = Compared::default();
    let mut by: BTreeMap<&str, u64> = BTreeMap::new();
    for seed in seeds(cases) {
        let text = program(seed + 1_000_000 * model as u64, features);
        let program = parsed(&text);

        let goes_on = !model.always_synchronises();
        let options = Options { goes_on, races, max_steps: 10_000, ..Options::default() };
        let every = Options { left_out: LeftOut::Nothing, ..options.clone() };
        let graph = &mut *explorer(Algorithm::Graph, model);
        let (as_written, program, rotated) = both(&program, threadbare_program::unrotate);
        let Some((expected, events)) = explore_within(MOST_EVENTS, every, &as_written, graph) else { continue };
        all.ended += 1;
        all.unrotated += u64::from(rotated > 0);
        for (name, mut explorer) in explorers(model, races) {
            let Some((found, fewer)) = explore_within(4 * MOST_EVENTS, options.clone(), &program, &mut *explorer)
            else {
                continue;
            };
            assert!(
                agree(&found, &expected),
                "seed {seed}, {name}, {model:?}\n{text}\nexpected {expected:#?}\nfound {found:#?}"
            );
            all.reduced += u64::from(name == "graph" && fewer < events);
            *by.entry(name).or_default() += 1;
        }
    }
    // Who has more executions than graph may not come to an end, but does mostly.
    for (name, _) in explorers(model, races) {
        let ended = by.get(name).copied().unwrap_or(0);
        assert!(ended * 2 >= all.ended, "{name} ends for {ended} of {} programs: {by:?}", all.ended);
    }
    all
}

/// The program as it is and changed, and what the change says. (As long as each other, so that sites
/// are the same.)
pub fn both<R>(program: &Program, change: impl FnOnce(&mut Program) -> R) -> (Arc<Program>, Arc<Program>, R) {
    let (mut as_written, mut changed) = (program.clone(), program.clone());
    let result = change(&mut changed);
    for (function, longer) in as_written.functions.iter_mut().zip(&changed.functions) {
        function.code.resize(longer.code.len(), Inst::Unreachable);
        function.lines.clone_from(&longer.lines);
    }
    changed.number_sites();
    as_written.number_sites();
    assert_eq!(changed.verify(), Ok(()));
    (Arc::new(as_written), Arc::new(changed), result)
}

fn check(features: Features, model: Model) {
    let cases = 200;
    let Compared { ended, reduced, unrotated } = compare(features, model, cases);
    let cases = cases * effort();
    assert!(ended * 4 >= cases, "{ended} of {cases} compared");
    assert!(reduced * 20 >= ended, "{reduced} of {ended} take fewer events");
    assert!(unrotated * 20 >= ended, "{unrotated} of {ended} have loops that are rotated");
}

#[test]
fn sequentially_consistent() {
    check(Features::NONE, Model::Sc);
}

#[test]
fn with_plain_accesses() {
    check(Features { plain: true, ..Features::NONE }, Model::Sc);
}

#[test]
fn release_and_acquire() {
    check(Features { plain: true, ..Features::NONE }, Model::Ra);
}

#[test]
fn total_store_order() {
    check(Features { plain: true, ..Features::NONE }, Model::Tso);
}

#[test]
fn weak_orders() {
    check(Features { weak: true, ..Features::NONE }, Model::Rc11);
}

#[test]
fn weak_orders_with_plain_accesses() {
    check(Features { weak: true, plain: true, explored: false }, Model::Rc11);
}

#[test]
fn partial_store_order() {
    check(Features { weak: true, plain: true, explored: false }, Model::Pso);
}

#[test]
fn plain_accesses_explored() {
    check(Features { plain: true, explored: true, ..Features::NONE }, Model::Sc);
}

#[test]
fn plain_accesses_explored_under_weak_orders() {
    check(Features { weak: true, plain: true, explored: true }, Model::Rc11);
}
