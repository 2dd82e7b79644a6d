//! What choices that ask something of the input have to do with each other.
//!
//! An execution stands for all inputs that give the answers in it. Fix one of them: for it there is
//! one answer to each question, and the search is the one for a program without input. So all that
//! is added is that an answer is explored only if some input gives it and all the others. Questions
//! of different threads commute, whatever they ask; their answers may exclude each other without
//! any order between them, so all of the execution counts, not only what comes before.

use super::report::Report;
use std::ops::Range;
use threadbare_op::{Inputs, Op, Pending, Possible, Question, Site, System};

/// What the input was asked in the present execution, and the answers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Answers {
    given: Vec<(Question, u32)>,
}

impl Answers {
    /// An operation was performed, which is a choice if `choice` is an answer.
    pub(crate) fn push(&mut self, op: &Op, choice: Option<u32>) {
        if let Op::Choice { asks: Some(question), .. } = *op {
            self.given.push((question, choice.unwrap_or(0)));
        }
    }

    /// The newest operation is taken back.
    pub(crate) fn pop(&mut self, op: &Op) {
        if let Op::Choice { asks: Some(_), .. } = op {
            self.given.pop();
        }
    }

    /// The first answer from `from` on that a thread can be given that stands there; `None` if
    /// there is no further one. If that cannot be found out, the answer is left out, and that is
    /// told.
    pub(crate) fn next<S: Inputs>(
        &mut self,
        report: &mut Report<'_, S>,
        at: &Pending<<S as System>::State>,
        from: u32,
    ) -> Option<u32> {
        let Op::Choice { arity, asks } = at.op else { return None };
        let Some(question) = asks else { return (from < arity).then_some(from) };
        let next = next_possible(report.system, &mut self.given, question, from..arity);
        if next.is_unknown {
            let what = given_up(report.system, at.site);
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
