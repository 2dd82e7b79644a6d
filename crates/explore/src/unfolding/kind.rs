//! What events do, and what they tell their threads.

use threadbare_op::{Op, Question};

/// What an event does to its object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// It has none: it depends on what its thread does, and on one event that it waited for.
    Local,
    /// The same, and its thread is told this value out of several; what it asks of the input, if it
    /// does.
    Choice(u32, Option<Question>),
    /// Independent of other reads.
    Read,
    /// Dependent on everything. All operations on synchronisation objects are.
    Write,
    /// The same: a compare-and-swap that asks the input whether it succeeds, and is told this. (It
    /// is dependent on everything where it fails, too.)
    Swap(u32, Question),
    /// No event: a write that its thread comes to there, after whatever reads, and what it is told
    /// of the input. (See [`super::stems`].)
    Stem(Option<(Question, u32)>),
}

impl Kind {
    /// Whether it is dependent on everything.
    pub(super) const fn writes(self) -> bool {
        matches!(self, Self::Write | Self::Swap(..))
    }

    /// How many answers an operation has that is this.
    pub(super) const fn arity(self, op: &Op) -> u32 {
        match (self, op) {
            (Self::Choice(..), Op::Choice { arity, .. }) => *arity,
            (Self::Swap(..), _) => 2,
            _ => 1,
        }
    }

    /// The same with another answer.
    pub(super) const fn told(self, answer: u32) -> Self {
        match self {
            Self::Choice(_, asks) => Self::Choice(answer, asks),
            Self::Swap(_, question) => Self::Swap(answer, question),
            other => other,
        }
    }

    /// What was asked of the input, and the answer.
    pub(super) const fn of_input(self) -> Option<(Question, u32)> {
        match self {
            Self::Choice(answer, Some(question)) | Self::Swap(answer, question) => Some((question, answer)),
            _ => None,
        }
    }

    /// The write that a stem stands for.
    pub(super) const fn of_stem(told: Option<(Question, u32)>) -> Self {
        match told {
            Some((question, answer)) => Self::Swap(answer, question),
            None => Self::Write,
        }
    }

    /// Different numbers, mostly.
    pub(super) fn number(self) -> u32 {
        let of = |question: Question| (question.0 + 1).wrapping_mul(0x9E37_79B1);
        match self {
            Self::Local => 0,
            Self::Read => 1,
            Self::Write => 2,
            Self::Stem(None) => 3,
            Self::Stem(Some((question, answer))) => of(question).rotate_left(7).wrapping_add(answer),
            Self::Swap(answer, question) => of(question).rotate_left(3).wrapping_add(answer),
            Self::Choice(value, asks) => asks.map_or(0, of).wrapping_add(value).wrapping_add(4),
        }
    }
}
