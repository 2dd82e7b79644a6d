//! Random programs full of rounds whose effects cancel (`while (fetch_sub(&x, 1) <= 0) fetch_add(&x,
//! 1);`): what is found must be the same whether threads go on from such rounds that nobody has seen
//! or not (`graph::filters::cancel`). Programs that do not end without that are left out.
//!
//! Each program ends with main looking at all variables and failing at a place of its own for each
//! state, so that the set of faults is the set of final states. What the threads have read is part
//! of that.

use super::final_states::main_of;
use super::outcome::{Outcome, Random, explore_within};
use super::writer::{Writer, agree, parsed};
use std::fmt::Write as _;
use threadbare_effort::{effort, seeds};
use threadbare_machine::{LeftOut, Options};
use threadbare_op::{FaultKind, Model};
use threadbare_session::Algorithm;
use threadbare_session::compiled::{Explores, explorer};

/// Programs with more events are left out: most of these do not end.
const MOST_EVENTS: u64 = 1_500;

const HEAD: &str = "entry &main
extern !pthread_create results 1
extern !pthread_join results 1
extern !pthread_mutex_lock results 1
extern !pthread_mutex_unlock results 1
extern !abort
global @a size 4 align 4
global @b size 4 align 4
global @seen size 16 align 4
global @q size 4 align 4
global @lock size 40 align 8
global @handles size 32 align 8
";

/// `features`: whether there are plain accesses that may race.
impl Writer<'_, bool> {
    fn access(&mut self) {
        let at = self.variable();
        let line = match self.below(9) {
            0..=2 => format!("%2 = load.4.seq_cst {at}"),
            3 => format!("store.4.seq_cst {at}, {}", self.below(3)),
            4 | 5 => format!("%2 = rmw.add.4.seq_cst {at}, {}", self.one_of(&["1", "4294967295"])),
            6 => format!("%2 = rmw.xchg.4.seq_cst {at}, {}", self.below(3)),
            7 if self.features => self.one_of(&["%3 = load.4 @q", "store.4 @q, 1"]).to_owned(),
            _ => format!("%2, %3 = cas.4.seq_cst.seq_cst {at}, {}, {}", self.below(2), self.below(3)),
        };
        // The last two results are kept.
        self.line("%5 = move %2");
        self.line(&line);
    }

    /// A read-modify-write, and one that takes it back (or, sometimes, does not).
    fn pair(&mut self) -> [String; 2] {
        let (one, minus) = ("rmw.add.4.seq_cst {}, 1", "rmw.add.4.seq_cst {}, 4294967295");
        let [first, second] = match self.below(7) {
            0 | 1 => [one.to_owned(), minus.to_owned()],
            2 | 3 => [minus.to_owned(), one.to_owned()],
            4 => ["rmw.xor.4.seq_cst {}, 1".to_owned(), "rmw.xor.4.seq_cst {}, 1".to_owned()],
            5 => {
                let old = self.below(2);
                [format!("rmw.xchg.4.seq_cst {{}}, {}", 1 + self.below(2)), format!("rmw.xchg.4.seq_cst {{}}, {old}")]
            }
            _ => [one.to_owned(), one.to_owned()],
        };
        [first, second]
    }

    /// Leaves the loop if the register is so.
    fn leave_if(&mut self, register: u32, out: &str) {
        let (n, value) = (self.fresh(), self.one_of(&["0", "1", "2", "4294967295"]));
        let test = self.one_of(&["eq", "eq", "ne", "slt", "sge"]);
        self.line(&format!("%4 = icmp.{test}.32 %{register}, {value}"));
        self.line(&format!("branch %4, {out}, stay{n}"));
        self.place(&format!("stay{n}"));
    }

    /// `for (;;) { r = f(&x); if (.. r ..) break; ...; g(&x); while (.. x ..); }` where g takes back
    /// what f has done.
    fn tries(&mut self) {
        let n = self.fresh();
        let (head, out) = (format!("try{n}"), format!("out{n}"));
        let (at, other) = (self.variable(), self.one_of(&["@a", "@b"]));
        let [first, second] = self.pair();
        let number = self.enter(&head);
        if self.below(6) == 0 {
            self.line(&format!("%1 = load.4.seq_cst {other}"));
            self.leave_if(1, &out);
        }
        self.line(&format!("%1 = {}", first.replace("{}", at)));
        self.leave_if(1, &out);
        match self.below(6) {
            0 => {
                let [first, second] = self.pair();
                self.line(&format!("%1 = {}", first.replace("{}", other)));
                if self.below(2) == 0 {
                    self.leave_if(1, &out);
                }
                self.line(&format!("%1 = {}", second.replace("{}", other)));
            }
            1 => self.line(&format!("%1 = load.4.seq_cst {other}")),
            2 if self.features => self.line("%3 = load.4 @q"),
            _ => {}
        }
        if self.below(5) == 0 {
            self.leave_if(1, &out);
        }
        self.line(&format!("%1 = {}", second.replace("{}", at)));
        if self.below(2) == 0 {
            self.looks();
        }
        self.back(number, &head);
        self.place(&out);
        if self.below(2) == 0 {
            self.line(&format!("%2 = {}", second.replace("{}", at)));
        }
    }

    /// Waits until a variable is so.
    fn looks(&mut self) {
        let (n, at) = (self.fresh(), self.variable());
        let number = self.enter(&format!("look{n}"));
        self.line(&format!("%1 = load.4.seq_cst {at}"));
        self.leave_if(1, &format!("free{n}"));
        self.back(number, &format!("look{n}"));
        self.place(&format!("free{n}"));
    }

    fn thread(&mut self, number: u64, length: u64) -> String {
        self.begin(6);
        let mut loops = 0;
        for _ in 0..=self.below(length) {
            if loops == 0 && self.below(2) == 0 {
                loops = 1;
                self.tries();
            } else if self.below(5) == 0 {
                self.line("%3 = call !pthread_mutex_lock(@lock)");
                self.access();
                self.line("%3 = call !pthread_mutex_unlock(@lock)");
            } else {
                self.access();
            }
        }
        self.line("%4 = shl.32 %5, 2");
        self.line("%4 = add.32 %4, %2");
        self.line(&format!("store.4.seq_cst @seen+{}, %4", 4 * number));
        self.end(number, 6)
    }
}

fn program(seed: u64, plain: bool) -> String {
    let random = &mut Random::new(seed);
    let threads = 2 + random.below(3);
    let mut writer = Writer::new(random, plain);
    let mut text = String::from(HEAD);
    for thread in 0..threads {
        text += &writer.thread(thread, if threads == 4 { 2 } else { 3 });
    }
    let first = format!("    store.4 @a, {}\n    store.4 @b, {}\n", writer.random.below(3), writer.random.below(3));
    // The final values, and what each thread has read last, as one number.
    let mut look = String::from(
        "    %0 = load.4.seq_cst @a\n    %1 = load.4.seq_cst @b\n    %1 = mul.32 %1, 3\n    %0 = add.32 %0, %1\n",
    );
    for (thread, weight) in (0..threads).zip([5, 17, 29, 43]) {
        let _ = writeln!(
            look,
            "    %1 = load.4 @seen+{}\n    %1 = mul.32 %1, {weight}\n    %0 = add.32 %0, %1",
            4 * thread
        );
    }
    look += "    %0 = and.32 %0, 63\n";
    let mut main = main_of(threads, &first, &look);
    // Threads that run the same code may be exchanged.
    if writer.random.below(3) == 0 {
        main = main.replace("&t1,", "&t0,");
    }
    text + &main
}

fn options(left_out: LeftOut) -> Options {
    Options { max_steps: 10_000, left_out, ..Options::default() }
}

fn graph() -> Explores {
    explorer(Algorithm::Graph, Model::Sc)
}

/// Compares so many programs with `graph` going every round: those that end so.
fn check(plain: bool, cases: u64) {
    let mut compared = 0;
    for seed in seeds(cases) {
        let text = program(seed + 7_000_000 * u64::from(plain), plain);
        let program = parsed(&text);
        let Some((expected, _)) = explore_within(MOST_EVENTS, options(LeftOut::Nothing), &program, &mut *graph())
        else {
            continue;
        };
        let Some((found, _)) = explore_within(4 * MOST_EVENTS, options(LeftOut::Redundant), &program, &mut *graph())
        else {
            continue;
        };
        compared += 1;
        assert!(agree(&found, &expected), "seed {seed}\n{text}\nexpected {expected:#?}\nfound {found:#?}");
    }
    let cases = cases * effort();
    assert!(compared * 4 >= cases, "{compared} of {cases} compared");
}

/// The final states.
fn states(found: &Outcome) -> Vec<&str> {
    let faults = found.faults.iter();
    faults.filter(|(kind, _)| *kind == FaultKind::Abort).map(|(_, what)| what.as_str()).collect()
}

#[test]
fn as_with_every_round() {
    check(false, 100);
}

#[test]
fn as_with_every_round_and_plain_accesses() {
    check(true, 100);
}

/// Of programs that need not end: against all states that can be reached.
#[test]
fn all_final_states() {
    let cases = 1000;
    let (mut compared, mut endless) = (0, 0);
    for seed in seeds(cases) {
        let text = program(seed + 20_000_000, false);
        let program = parsed(&text);
        let Some((found, _)) = explore_within(MOST_EVENTS, options(LeftOut::Redundant), &program, &mut *graph()) else {
            continue;
        };
        let all = &mut *explorer(Algorithm::Prefix, Model::Sc);
        let Some((expected, _)) = explore_within(20 * MOST_EVENTS, options(LeftOut::Nothing), &program, all) else {
            continue;
        };
        compared += 1;
        assert_eq!(states(&found), states(&expected), "seed {seed}\n{text}");
        let ends = explore_within(MOST_EVENTS, options(LeftOut::Nothing), &program, &mut *graph()).is_some();
        endless += u64::from(!ends);
    }
    let cases = cases * effort();
    assert!(compared * 2 >= cases, "{compared} of {cases} compared");
    assert!(endless * 10 >= compared, "{endless} of {compared} do not end if all rounds are gone");
}
