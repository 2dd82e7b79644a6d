//! What a machine that shows an execution is told of the one that has found it: an input that leads
//! there, and which numbers were found to be the least. What is easy for the solver after other
//! questions may be hard for it without them, and what a thread asks next depends on the answer.
//!
//! Questions go by fingerprints: by what they are for some inputs, since machines may have built the
//! same terms in another order. If two are taken for the same, the execution cannot be shown, and
//! that is told; so only machines that show executions look there.

use crate::Symbolic;
use crate::domain::possible;
use crate::history::About;
use crate::inputs::Taken;
use crate::table::Table;
use std::collections::BTreeSet;
use std::sync::PoisonError;
use threadbare_machine::FoundLeast;
use threadbare_op::{Fingerprint, Given, Possible, Question};
use threadbare_term::operator::mask;
use threadbare_term::{Input, Model, Term, Terms};

/// Conditions are looked into so deep.
const DEEPEST: u32 = 4;

/// Not more are written down.
const MOST_TOLD: usize = 1 << 14;

/// See the module.
#[derive(Debug, Default)]
pub(crate) struct Hand {
    /// An input that leads along the execution to be shown.
    input: Option<Vec<Given>>,
    pub(crate) least: FoundLeast,
}

/// A number of the input's width, another one for each input.
fn some_number(Taken { thread, n, width }: Taken, seed: u64) -> u128 {
    let mut print = Fingerprint::of(seed);
    [thread.0.into(), n.into()].into_iter().for_each(|word| print.add(word));
    print.bits() & mask(width)
}

impl Symbolic {
    /// An execution is to be shown to which this input leads, if one is known.
    pub fn hand(&self, input: Option<Vec<Given>>) {
        self.table.borrow_mut().hand.input = Some(input.unwrap_or_default());
    }

    /// An input that gives these answers, if one is found.
    pub(crate) fn at_hand(&mut self, answers: &[(Question, u32)]) -> Option<Vec<Given>> {
        // Without answers any input does.
        let is_open = answers.is_empty() || self.table.get_mut().followed.is_some();
        if is_open || self.ask_possible(answers) != Possible::Yes {
            return None;
        }
        let table = self.table.get_mut();
        let given = |(input, value): (Input, u128)| {
            let Taken { thread, n, width } = table.inputs.get(input);
            Given { thread, n, value: (value & mask(width)) as u64 }
        };
        let mut given: Vec<Given> = table.given.1.input().map(given).filter(|given| given.value != 0).collect();
        given.sort_by_key(|given| (given.thread, given.n));
        Some(given)
    }

    /// Whether some input gives these answers. What they have in common with those before stays.
    pub(crate) fn ask_possible(&mut self, answers: &[(Question, u32)]) -> Possible {
        let table = self.table.get_mut();
        let (before, path) = &table.given;
        debug_assert_eq!(before.len(), path.len());
        let same = before.iter().zip(answers).take_while(|(a, b)| a == b).count();
        table.given.0.truncate(same);
        table.given.1.truncate(same);
        for &(question, answer) in &answers[same..] {
            let asked = table.histories.asked(question);
            let conjunct = table.literal(asked.cond, asked.holds(answer.into()));
            table.given.0.push((question, answer));
            table.given.1.push(&table.terms, conjunct);
        }
        possible(table.given.1.ask(&mut table.questions, &table.terms))
    }
}

impl Table {
    /// An input was taken: its number is at hand.
    pub(crate) fn hand_input(&mut self, number: Input) {
        let taken = self.inputs.get(number);
        if let Some(handed) = &self.hand.input {
            let given = handed.iter().find(|given| (given.thread, given.n) == (taken.thread, taken.n));
            self.questions.hint(number, given.map_or(0, |given| given.value.into()));
        }
    }

    /// What was found of this question about a term, or what is found now, and written down.
    pub(crate) fn told_or(&mut self, term: Term, mut find: impl FnMut(&mut Self) -> Option<u64>) -> Option<u64> {
        let least = self.hand.least.clone();
        let lock = || least.lock().unwrap_or_else(PoisonError::into_inner);
        let count = lock().len();
        if count > 0 && self.hand.input.is_some() {
            let print = self.print_question(term);
            let told = lock().get(&print).copied();
            if let Some(told) = told {
                return told;
            }
        }
        let found = find(self);
        if count < MOST_TOLD && self.hand.input.is_none() {
            let print = self.print_question(term);
            lock().entry(print).or_insert(found);
        }
        found
    }

    /// A term and what the thread knows, the same in all machines: see the module.
    fn print_question(&mut self, term: Term) -> u128 {
        let answers: Vec<_> = self.histories.answers(self.history).map(|(_, asked, is)| (asked, is)).collect();
        let wholes = answers.iter().filter_map(|(asked, _)| Some(asked.whole?.0));
        let all: Vec<Term> = answers.iter().map(|(asked, _)| asked.cond).chain(wholes).chain([term]).collect();
        let inputs: BTreeSet<Input> = all.iter().flat_map(|term| self.terms.inputs(*term)).copied().collect();
        let mut print = Fingerprint::of(4);
        for (asked, is) in answers {
            print.add(is.into());
            match asked.whole {
                Some((_, About::Number(number) | About::Greatest(number))) => print.add(number),
                Some((_, About::Half([(_, low), (high, _)]))) => [low, high].into_iter().for_each(|end| print.add(end)),
                None => {}
            }
        }
        for seed in 1..=3 {
            let given = inputs.iter().map(|&input| (input, some_number(self.inputs.get(input), seed)));
            let mut model = Model::new(given, 0);
            all.iter().for_each(|&term| print.add(print_of(&self.terms, &mut model, term, DEEPEST)));
        }
        print.bits()
    }
}

/// What a term is for an input. A condition is the same for nearly all of them, so what it is made of
/// counts as well, in whatever order.
fn print_of(terms: &Terms, model: &mut Model, term: Term, deepest: u32) -> u64 {
    let own = model.evaluate(terms, term) as u64;
    if terms.width(term) > 1 || deepest == 0 {
        return own;
    }
    let mut part = |part| {
        let mut print = Fingerprint::of(5);
        print.add(print_of(terms, model, part, deepest - 1));
        print.bits() as u64
    };
    terms.node(term).operands().map(&mut part).fold(own, u64::wrapping_add)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::history::{Asked, Last};
    use threadbare_op::ThreadId;
    use threadbare_solver::{Questions, Satisfiable, Solved, Solver};
    use threadbare_term::{Operator, Terms};

    /// One that has no time.
    #[derive(Debug)]
    struct Busy;

    impl Solver for Busy {
        fn solve(&mut self, _: &Terms, _: &[Term]) -> Solved {
            Solved::Unknown
        }
    }

    /// A machine's table, and `a * a + 7` in it.
    fn table(least: &FoundLeast, shows: Option<u64>, is_busy: bool) -> (Table, Term) {
        let mut table = Table::default();
        table.hand.least = least.clone();
        if is_busy {
            table.questions = Questions::new(Box::new(Busy));
        }
        table.hand.input = shows.map(|value| vec![Given { thread: ThreadId::MAIN, n: 0, value }]);
        table.input(ThreadId::MAIN, 32).unwrap();
        let a = table.terms.input(32, 0);
        let square = table.terms.binary(Operator::Mul, a, a);
        let seven = table.terms.number(32, 7);
        let sum = table.terms.binary(Operator::Add, square, seven);
        (table, sum)
    }

    /// -7 is a square: it is 1 modulo 8.
    #[test]
    fn the_least_number_is_told_to_who_shows_an_execution() {
        let told = FoundLeast::default();
        let (mut table_of_search, sum) = table(&told, None, false);
        assert_eq!(table_of_search.least(sum, None), Some(0));
        for (shows, least) in [(None, None), (Some(0), Some(0))] {
            let (mut busy, sum) = table(&told, shows, true);
            assert_eq!(busy.least(sum, None), least, "{shows:?}");
        }
    }

    #[test]
    fn an_input_that_was_found_is_tried() {
        let square = 123_457_u32.wrapping_mul(123_457).wrapping_add(7);
        for (shows, is_found) in [(None, false), (Some(5), false), (Some(123_457), true)] {
            let (mut busy, sum) = table(&FoundLeast::default(), shows, true);
            let same = busy.terms.is(sum, square.into());
            let given = Given { thread: ThreadId::MAIN, n: 0, value: 123_457 };
            let wanted = if is_found { Ok(vec![given]) } else { Err(Satisfiable::Unknown) };
            assert_eq!(busy.give(&[same]), wanted, "{shows:?}");
        }
    }

    /// What the numbers are that were asked about makes a difference.
    #[test]
    fn histories_are_told_apart() {
        let (mut table, sum) = table(&FoundLeast::default(), None, false);
        let mut print_after = |number: u64| {
            let cond = table.terms.is(sum, number.into());
            let question = table.question(Asked::about(cond, sum, About::Number(number)));
            table.history = table.histories.after(0, Last::Heard(question, false));
            table.print_question(sum)
        };
        assert_ne!(print_after(11), print_after(16));
    }
}
