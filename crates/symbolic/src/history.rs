//! What threads have found out of the input: the inputs they took, the questions they asked, the
//! answers.
//!
//! A history is a number; 0 is the empty one. Equal histories have one number, also if they come
//! about in different executions.

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
    /// And with its answer.
    Heard(Question, bool),
}

/// What is asked: whether a term of one bit is 1; if the whole term is one number, which.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Asked {
    pub(crate) cond: Term,
    pub(crate) whole: Option<(Term, u64)>,
}

#[derive(Debug)]
struct Entry {
    before: u32,
    last: Last,
    /// How many inputs were taken.
    took: u32,
}

/// See the module.
#[derive(Debug, Default)]
pub(crate) struct Histories {
    /// Of 1, 2, ...
    entries: Vec<Entry>,
    numbers: FxHashMap<(u32, Last), u32>,
    questions: Vec<Asked>,
    question_numbers: FxHashMap<Asked, Question>,
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
        let took = self.took(before) + u32::from(matches!(last, Last::Took(_)));
        *self.numbers.entry((before, last)).or_insert_with(|| {
            self.entries.push(Entry { before, last, took });
            self.entries.len() as u32
        })
    }

    pub(crate) fn took(&self, history: u32) -> u32 {
        self.entry(history).map_or(0, |entry| entry.took)
    }

    /// The question that is not answered yet, and the history before it.
    pub(crate) fn pending(&self, history: u32) -> Option<(u32, Question)> {
        let entry = self.entry(history)?;
        if let Last::Asked(question) = entry.last { Some((entry.before, question)) } else { None }
    }

    pub(crate) fn question(&mut self, asked: Asked) -> Question {
        *self.question_numbers.entry(asked).or_insert_with(|| {
            self.questions.push(asked);
            Question(self.questions.len() as u32 - 1)
        })
    }

    pub(crate) fn asked(&self, question: Question) -> Asked {
        self.questions[question.0 as usize]
    }

    /// The answers in a history, the newest first.
    pub(crate) fn heard(&self, history: u32) -> impl Iterator<Item = (Asked, bool)> {
        let mut at = history;
        std::iter::from_fn(move || {
            let entry = self.entry(at)?;
            at = entry.before;
            Some(entry.last)
        })
        .filter_map(|last| match last {
            Last::Heard(question, answer) => Some((self.asked(question), answer)),
            Last::Took(_) | Last::Asked(_) => None,
        })
    }
}
