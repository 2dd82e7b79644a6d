//! What choices that ask something of the input have to do with each other.
//!
//! An execution stands for all inputs that give the answers in it. Fix one of them: for it there is
//! one answer to each question, and the search is the one for a program without input. So all that
//! is added is that an answer is explored only if some input gives it and all the others. Questions
//! of different threads commute, whatever they ask; their answers may exclude each other without
//! any order between them, so all of the execution counts, not only what comes before.

use super::report::Report;
use threadbare_op::{Inputs, Op, Pending, Possible, Question, System};

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
        (from..arity).find(|&answer| {
            self.given.push((question, answer));
            let possible = report.system.possible(&self.given);
            self.given.pop();
            if possible == Possible::Unknown {
                let what = report.system.refuse("the solver has given up on a question about the input", at.site);
                report.unsupported(what);
            }
            possible == Possible::Yes
        })
    }
}
