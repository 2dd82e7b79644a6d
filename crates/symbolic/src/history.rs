//! What threads have found out of the input: the inputs they took, the questions they asked, the
//! answers.
//!
//! A history is a number; 0 is the empty one. Equal histories have one number, also if they come
//! about in different executions. What a history says of a term is looked up in an [index](Index)
//! that is kept with every sixteenth answer, and in the answers since.

use crate::index::{Index, Root};
use rustc_hash::FxHashMap;
use threadbare_op::Question;
use threadbare_term::Term;

/// The last thing in a history.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Last {
    /// An input was taken.
    Took(u32),
    /// A question was asked, which is not answered yet.
    Asked(Question),
    /// And that it is so, or not.
    Heard(Question, bool),
}

/// What is asked: whether a term of one bit is 1; if that is about a whole term, what.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Asked {
    pub(crate) cond: Term,
    pub(crate) whole: Option<(Term, About)>,
    /// What the answer 0 says, which is explored first.
    pub(crate) first: bool,
}

impl Asked {
    /// Whether a term of one bit is 1; that it is not is explored first.
    pub(crate) fn whether(cond: Term) -> Self {
        Self { cond, whole: None, first: false }
    }

    /// The same about a whole term.
    pub(crate) fn about(cond: Term, whole: Term, about: About) -> Self {
        Self { cond, whole: Some((whole, about)), first: false }
    }

    /// Whether the term is 1 by this answer.
    pub(crate) fn holds(self, answer: u64) -> bool {
        (answer != 0) != self.first
    }

    /// The answer that says so.
    pub(crate) fn answer(self, holds: bool) -> u32 {
        u32::from(holds != self.first)
    }
}

/// What is asked of a whole term.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum About {
    /// Whether it is this number.
    Number(u64),
    /// The same of the greatest one that is left.
    Greatest(u64),
    /// In which half it is, from the first to the last number of each.
    Half([(u64, u64); 2]),
}

/// What an answer says that a whole input is, no and yes: its term, and the number.
pub(crate) type Fixes = [Option<(Term, u64)>; 2];

/// What the answers say of a term.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Told {
    /// It is this number.
    Is(u64),
    /// It is not one of so many numbers, of which this is the last.
    Not(u32, u64),
    /// The same, from the greatest on.
    Below(u32, u64),
    /// It is from this number to that one.
    Between(u64, u64),
}

#[derive(Debug)]
struct Entry {
    before: u32,
    last: Last,
    /// How many inputs were taken.
    took: u32,
    /// The newest answer: this entry, or an earlier one; 0 if there is none.
    heard: u32,
    /// How many answers there are.
    answers: u32,
    /// What the answers say, up to the last that is a multiple of [`INDEXED`].
    root: Root,
    /// Whether some answer fixes an input.
    fixes: bool,
}

/// So many answers are read one by one.
const INDEXED: u32 = 16;

/// See the module.
#[derive(Debug, Default)]
pub(crate) struct Histories {
    /// Of 1, 2, ...
    entries: Vec<Entry>,
    numbers: FxHashMap<(u32, Last), u32>,
    questions: Vec<(Asked, Fixes)>,
    question_numbers: FxHashMap<Asked, Question>,
    index: Index<Told>,
}

impl Histories {
    fn entry(&self, history: u32) -> Option<&Entry> {
        self.entries.get((history as usize).wrapping_sub(1))
    }

    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// The history that is `before` and one thing more.
    pub(crate) fn after(&mut self, before: u32, last: Last) -> u32 {
        if let Some(&known) = self.numbers.get(&(before, last)) {
            return known;
        }
        let (heard, answers, root, fixed) = self
            .entry(before)
            .map_or((0, 0, Root::default(), false), |entry| (entry.heard, entry.answers, entry.root, entry.fixes));
        let fixes = fixed || matches!(last, Last::Heard(question, is) if self.fixes(question, is).is_some());
        let took = self.took(before) + u32::from(matches!(last, Last::Took(_)));
        let number = self.entries.len() as u32 + 1;
        self.entries.push(Entry { before, last, took, heard, answers, root, fixes });
        self.numbers.insert((before, last), number);
        if matches!(last, Last::Heard(..)) {
            let entry = self.entries.len() - 1;
            self.entries[entry].heard = number;
            self.entries[entry].answers += 1;
            if self.entries[entry].answers.is_multiple_of(INDEXED) {
                self.entries[entry].root = self.indexed(number, root);
            }
        }
        number
    }

    /// An index with the newest answers as well.
    fn indexed(&mut self, history: u32, mut root: Root) -> Root {
        let newest: Vec<_> = self.heard(history).take(INDEXED as usize).collect();
        for (_, question, answer) in newest.into_iter().rev() {
            let (asked, fixes) = self.questions[question.0 as usize];
            root = self.index.with(root, asked.cond, Told::Is(answer.into()));
            if let Some((whole, about)) = asked.whole {
                let tried = self.index.get(root, whole);
                root = self.index.with(root, whole, told(tried, about, answer));
            }
            if let Some((input, number)) = fixes[usize::from(answer)] {
                root = self.index.with(root, input, Told::Is(number));
            }
        }
        root
    }

    /// What a history says of a term.
    pub(crate) fn told(&self, history: u32, term: Term) -> Option<Told> {
        let entry = self.entry(history)?;
        let mut tried = Vec::new();
        for (_, question, answer) in self.heard(history).take((entry.answers % INDEXED) as usize) {
            let (asked, fixes) = self.questions[question.0 as usize];
            match fixes[usize::from(answer)] {
                Some((input, number)) if input == term => return Some(Told::Is(number)),
                _ => {}
            }
            match asked.whole {
                _ if asked.cond == term => return Some(Told::Is(answer.into())),
                Some((whole, about)) if whole == term => tried.push((about, answer)),
                _ => {}
            }
        }
        let before = self.index.get(entry.root, term);
        tried.into_iter().rev().fold(before, |known, (about, answer)| Some(told(known, about, answer)))
    }

    pub(crate) fn took(&self, history: u32) -> u32 {
        self.entry(history).map_or(0, |entry| entry.took)
    }

    /// The question that is not answered yet, and the history before it.
    pub(crate) fn pending(&self, history: u32) -> Option<(u32, Question)> {
        let entry = self.entry(history)?;
        if let Last::Asked(question) = entry.last { Some((entry.before, question)) } else { None }
    }

    /// Whether this was asked after that.
    pub(crate) fn was_asked(&self, history: u32, question: Question) -> bool {
        self.numbers.contains_key(&(history, Last::Asked(question)))
    }

    /// The number of a question; what its answers fix, if it is new.
    pub(crate) fn question(&mut self, asked: Asked, fixes: impl FnOnce() -> Fixes) -> Question {
        *self.question_numbers.entry(asked).or_insert_with(|| {
            self.questions.push((asked, fixes()));
            Question(self.questions.len() as u32 - 1)
        })
    }

    pub(crate) fn asked(&self, question: Question) -> Asked {
        self.questions[question.0 as usize].0
    }

    fn fixes(&self, question: Question, answer: bool) -> Option<(Term, u64)> {
        self.questions.get(question.0 as usize)?.1[usize::from(answer)]
    }

    /// Whether some answer in a history fixes an input.
    pub(crate) fn has_fixed(&self, history: u32) -> bool {
        self.entry(history).is_some_and(|entry| entry.fixes)
    }

    /// The answers in a history, the newest first, each with the history that ends with it.
    pub(crate) fn answers(&self, history: u32) -> impl Iterator<Item = (u32, Asked, bool)> {
        self.heard(history).map(|(heard, question, answer)| (heard, self.asked(question), answer))
    }

    fn heard(&self, history: u32) -> impl Iterator<Item = (u32, Question, bool)> {
        let mut at = history;
        std::iter::from_fn(move || {
            let heard = self.entry(at)?.heard;
            let entry = self.entry(heard)?;
            at = entry.before;
            match entry.last {
                Last::Heard(question, answer) => Some((heard, question, answer)),
                Last::Took(_) | Last::Asked(_) => None,
            }
        })
    }

    /// How many answers there are.
    pub(crate) fn count(&self, history: u32) -> usize {
        self.entry(history).map_or(0, |entry| entry.answers as usize)
    }
}

/// How many numbers it is not.
fn count(told: Option<Told>) -> u32 {
    if let Some(Told::Not(count, _) | Told::Below(count, _)) = told { count } else { 0 }
}

/// What is known of a term after one more answer about it.
fn told(before: Option<Told>, about: About, is: bool) -> Told {
    match (before, about) {
        (Some(Told::Is(known)), _) => Told::Is(known),
        (_, About::Number(number) | About::Greatest(number)) if is => Told::Is(number),
        (Some(Told::Between(low, high)), About::Number(_) | About::Greatest(_)) => Told::Between(low, high),
        // What was said from the other end is left to the solver.
        (before, About::Number(number)) => Told::Not(count(before) + 1, number),
        (before, About::Greatest(number)) => Told::Below(count(before) + 1, number),
        (_, About::Half(halves)) => match halves[usize::from(is)] {
            (low, high) if low == high => Told::Is(low),
            (low, high) => Told::Between(low, high),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One number is excluded, then halves are taken; also where answers are read from the index.
    #[test]
    fn numbers_and_halves() {
        for before in 0..2 * INDEXED {
            let (mut histories, mut history) = (Histories::default(), 0);
            let mut hear = |histories: &mut Histories, cond: u32, whole: Option<About>, answer: bool| {
                let whole = whole.map(|about| (Term::with_number(1), about));
                let question =
                    histories.question(Asked { cond: Term::with_number(cond), whole, first: false }, Fixes::default);
                history = histories.after(history, Last::Asked(question));
                assert_eq!(histories.pending(history).map(|(_, asked)| asked), Some(question));
                let (before, _) = histories.pending(history).unwrap();
                history = histories.after(before, Last::Heard(question, answer));
                histories.told(history, Term::with_number(1))
            };
            for other in 0..before {
                assert_eq!(hear(&mut histories, 100 + other, None, true), None);
            }
            let half = |low, middle, high| Some(About::Half([(low, middle), (middle + 1, high)]));
            assert_eq!(hear(&mut histories, 2, Some(About::Number(4)), false), Some(Told::Not(1, 4)));
            assert_eq!(hear(&mut histories, 3, half(5, 9, 14), true), Some(Told::Between(10, 14)));
            assert_eq!(hear(&mut histories, 4, half(10, 11, 14), false), Some(Told::Between(10, 11)));
            assert_eq!(hear(&mut histories, 5, half(10, 10, 11), true), Some(Told::Is(11)));
        }
    }
}
