//! Random loops that ask a counter of rounds for remainders and compare it: what they do in 150
//! rounds must be the same whether the counter is folded or not (`crates/program/src/fold.rs`).

use super::final_states::main_of;
use super::outcome::{Random, explore_within};
use super::redundant::both;
use super::writer::{Writer, parsed};
use threadbare_effort::{effort, seeds};
use threadbare_machine::Options;
use threadbare_op::Model;
use threadbare_session::Algorithm;
use threadbare_session::compiled::explorer;

const HEAD: &str = "entry &main
extern !pthread_create results 1
extern !pthread_join results 1
extern !abort
global @a size 4 align 4
global @handles size 8 align 8
";

// Registers of the thread: how many rounds there have been, the counter, a copy of it, what has been
// asked, what all answers come to, a condition.
const COUNTER: [&str; 2] = ["%2", "%3"];

impl Writer<'_, ()> {
    /// One more, and a copy that is one behind or not.
    fn steps(&mut self) {
        let [counter, copy] = COUNTER;
        let add = self.one_of(&["add", "add", "add_nsw"]);
        match self.below(3) {
            0 => self.line(&format!("{counter} = {add}.32 {counter}, 1")),
            1 => {
                self.line(&format!("{copy} = {add}.32 {counter}, 1"));
                self.line(&format!("{counter} = move {copy}"));
            }
            _ => {
                self.line(&format!("{copy} = move {counter}"));
                self.line(&format!("{counter} = {add}.32 {copy}, 1"));
            }
        }
    }

    /// An answer of the counter, and what becomes of it.
    fn asks(&mut self) {
        let (n, counter) = (self.fresh(), self.one_of(&COUNTER));
        let (limit, divisor, mask) = (self.below(40), 1 + self.below(12), self.below(24));
        let test = self.one_of(&["eq", "ne", "ult", "ule", "ugt", "uge", "slt", "sle", "sgt", "sge"]);
        let question = match self.below(5) {
            0 => format!("urem.32 {counter}, {divisor}"),
            1 => format!("srem.32 {counter}, {divisor}"),
            2 => format!("and.32 {counter}, {mask}"),
            _ => format!("icmp.{test}.32 {counter}, {limit}"),
        };
        self.line(&format!("%4 = {question}"));
        self.line("%5 = mul.32 %5, 31");
        self.line("%5 = add.32 %5, %4");
        if self.below(4) != 0 {
            return;
        }
        self.line(&format!("%6 = icmp.eq.32 %4, {}", limit % 2));
        self.line(&format!("branch %6, then{n}, on{n}"));
        self.place(&format!("then{n}"));
        if self.below(4) == 0 {
            self.line(&format!("{} = move {limit}", COUNTER[0]));
        } else {
            self.steps();
        }
        self.line(&format!("jump on{n}"));
        self.place(&format!("on{n}"));
    }

    fn rounds(&mut self) -> String {
        self.begin(7);
        let starts = self.below(5);
        self.line(&format!("{} = move {starts}", COUNTER[0]));
        let number = self.enter("again");
        for _ in 0..=self.below(3) {
            if self.below(3) == 0 { self.steps() } else { self.asks() }
        }
        self.steps();
        self.line("%1 = add.32 %1, 1");
        self.line("%6 = icmp.ult.32 %1, 150");
        self.line("branch %6, back, done");
        self.place("back");
        self.back(number, "again");
        self.place("done");
        self.line("store.4 @a, %5");
        self.end(0, 7)
    }
}

/// (The number in main has 6 bits: each of the answer's takes part.)
fn program(seed: u64) -> String {
    let random = &mut Random::new(seed);
    let rounds = Writer::new(random, ()).rounds();
    let look = "    %0 = load.4 @a\n    %1 = mul.32 %0, 2654435769\n    %0 = lshr.32 %1, 26\n";
    format!("{HEAD}{rounds}{}", main_of(1, "", look))
}

#[test]
fn a_folded_counter_answers_as_one_that_grows() {
    let (cases, mut folded) = (400, 0);
    for seed in seeds(cases) {
        let text = program(seed);
        let (as_written, program, count) = both(&parsed(&text), threadbare_program::fold);
        let [expected, found] = [as_written, program].map(|program| {
            let options = Options { max_steps: 100_000, ..Options::default() };
            explore_within(1_000, options, &program, &mut *explorer(Algorithm::Graph, Model::Sc)).unwrap().0
        });
        assert_eq!(expected.faults.len(), 1, "seed {seed}\n{text}");
        assert_eq!(found, expected, "seed {seed}\n{text}");
        folded += u64::from(count > 0);
    }
    let cases = cases * effort();
    assert!(folded * 2 >= cases, "{folded} of {cases} folded");
}
