//! What choices that ask something of the input have to do with each other, and compare-and-swaps
//! that ask it whether they succeed.
//!
//! An execution stands for all inputs that give the answers in it. Fix one of them: for it there is
//! one answer to each question, and the search is the one for a program without input. So all that
//! is added is that an answer is explored only if some input gives it and all the others. Questions
//! of different threads commute, whatever they ask; their answers may exclude each other without
//! any order between them, so all of the execution counts, not only what comes before.

use super::locations::Content;
use super::report::Report;
use std::ops::Range;
use threadbare_op::{ANSWERED, Inputs, Op, Possible, Question, Site, System, Word, Written};

/// A compare-and-swap whose success depends on the input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Swap {
    pub(crate) question: Question,
    /// The answer with which it succeeds.
    pub(crate) swaps: u32,
    /// What it writes then.
    pub(crate) value: Word,
}

impl Swap {
    /// What the operation asks of the input where it finds this.
    #[inline]
    pub(crate) fn of<S: Inputs>(system: &mut S, op: &Op, content: Content) -> Option<Self> {
        if !system.has_input() || !content.defined || !matches!(op, Op::Cas { .. }) {
            return None;
        }
        match system.effect(op, content.value) {
            Written::Asks { question, swaps, value } => Some(Self { question, swaps, value }),
            Written::Nothing | Written::Value(_) => None,
        }
    }
}

/// The answer to what a compare-and-swap asks, if it does, in a [`threadbare_op::Step`] that says
/// this.
pub(crate) fn told(choice: Option<u32>) -> u32 {
    u32::from(choice.unwrap_or(0) & ANSWERED != 0)
}

/// Something that has several answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Open {
    /// A choice.
    Choice { arity: u32, asks: Option<Question> },
    /// Whether a compare-and-swap succeeds.
    Swap(Question),
}

impl Open {
    /// What is open about an operation; `swap` says what a compare-and-swap asks.
    pub(crate) fn of(op: &Op, swap: impl FnOnce() -> Option<Swap>) -> Option<Self> {
        match *op {
            Op::Choice { arity, asks } => Some(Self::Choice { arity, asks }),
            Op::Cas { .. } => swap().map(|swap| Self::Swap(swap.question)),
            _ => None,
        }
    }

    /// An answer, as a schedule says it.
    pub(crate) fn said(self, answer: u32) -> Option<u32> {
        match self {
            Self::Choice { .. } => Some(answer),
            Self::Swap(_) => (answer != 0).then_some(ANSWERED),
        }
    }

    /// Whether a schedule can say this.
    pub(crate) fn has(self, choice: Option<u32>) -> bool {
        match self {
            Self::Choice { arity, .. } => choice.is_some_and(|choice| choice < arity),
            Self::Swap(_) => choice.is_none_or(|choice| choice == ANSWERED),
        }
    }

    /// How many answers there are.
    pub(crate) fn arity(self) -> u32 {
        if let Self::Choice { arity, .. } = self { arity } else { 2 }
    }

    /// All answers, as a schedule says them.
    pub(crate) fn all(self) -> impl Iterator<Item = Option<u32>> {
        (0..self.arity()).map(move |answer| self.said(answer))
    }

    pub(crate) fn asks(self) -> Option<Question> {
        match self {
            Self::Choice { asks, .. } => asks,
            Self::Swap(question) => Some(question),
        }
    }
}

/// What the input was asked in the present execution, and the answers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Answers {
    given: Vec<(Question, u32)>,
}

impl Answers {
    /// An operation was performed, about which this was open, and a schedule says this of it. Gives
    /// whether something was asked.
    pub(crate) fn push(&mut self, open: Option<Open>, choice: Option<u32>) -> bool {
        let answered = open.and_then(|open| {
            let answer = if let Open::Swap(_) = open { told(choice) } else { choice.unwrap_or(0) };
            Some((open.asks()?, answer))
        });
        self.given.extend(answered);
        answered.is_some()
    }

    /// The newest operation that has asked something is taken back.
    pub(crate) fn pop(&mut self) {
        self.given.pop();
    }

    /// The newest answer.
    pub(crate) fn last(&self) -> Option<(Question, u32)> {
        self.given.last().copied()
    }

    /// This was asked, and answered.
    pub(crate) fn add(&mut self, told: (Question, u32)) {
        self.given.push(told);
    }

    /// Whether some input gives all answers, and these as well.
    pub(crate) fn possible_with<S: Inputs>(
        &mut self,
        system: &mut S,
        more: impl Iterator<Item = (Question, u32)>,
    ) -> Possible {
        let given = self.given.len();
        self.given.extend(more);
        let possible = system.possible(&self.given);
        self.given.truncate(given);
        possible
    }

    /// Whether some input gives all answers.
    pub(crate) fn are_possible<S: Inputs>(&self, system: &mut S) -> Possible {
        system.possible(&self.given)
    }

    /// The same if it were enough that each two have an input, one of them of `newer`. (A mistake.)
    pub(crate) fn possible_in_pairs<S: Inputs>(
        &self,
        system: &mut S,
        more: impl Iterator<Item = (Question, u32)> + Clone,
        newer: impl Iterator<Item = (Question, u32)>,
    ) -> Possible {
        let mut pairs = newer.flat_map(|one| self.given.iter().copied().chain(more.clone()).map(move |two| [one, two]));
        if pairs.all(|pair| system.possible(&pair) == Possible::Yes) { Possible::Yes } else { Possible::No }
    }

    /// The first answer from `from` on to what is open of an operation there; `None` if there is no
    /// further one. If that cannot be found out, the answer is left out, and that is told.
    pub(crate) fn next<S: Inputs>(
        &mut self,
        report: &mut Report<'_, S>,
        (open, site): (Open, Site),
        from: u32,
    ) -> Option<u32> {
        let arity = open.arity();
        let Some(question) = open.asks() else { return (from < arity).then_some(from) };
        self.first(report, (question, site), from..arity)
    }

    /// The first of these answers to a question there that some input gives; `None` if there is
    /// none. If that cannot be found out of one, it is left out, and that is told.
    pub(crate) fn first<S: Inputs>(
        &mut self,
        report: &mut Report<'_, S>,
        (question, site): (Question, Site),
        answers: Range<u32>,
    ) -> Option<u32> {
        let next = next_possible(report.system, &mut self.given, question, answers);
        if next.is_unknown {
            let what = given_up(report.system, site);
            report.unsupported(what);
        }
        next.answer
    }
}

/// What is known of the further answers to a question.
pub(crate) struct Next {
    /// The first that some input gives.
    pub(crate) answer: Option<u32>,
    /// Of an answer before it, that could not be found out.
    pub(crate) is_unknown: bool,
}

/// The first of these answers to the question that some input gives together with those `given`.
pub(crate) fn next_possible<S: Inputs>(
    system: &mut S,
    given: &mut Vec<(Question, u32)>,
    question: Question,
    answers: Range<u32>,
) -> Next {
    let mut next = Next { answer: None, is_unknown: false };
    for answer in answers {
        given.push((question, answer));
        let possible = system.possible(given);
        given.pop();
        match possible {
            Possible::Yes => {
                next.answer = Some(answer);
                break;
            }
            Possible::No => {}
            Possible::Unknown => next.is_unknown = true,
        }
    }
    next
}

/// The number of what a search does without that asks there: for the coverage.
pub(crate) fn given_up<S: System>(system: &mut S, site: Site) -> u32 {
    system.refuse("the solver has given up on a question about the input", site)
}
