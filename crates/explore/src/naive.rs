//! [`Naive`]: every interleaving of visible operations, by depth-first search. No reduction of any
//! kind: it is what the other explorers are measured against.
//!
//! Of what is asked of the input, all possible answers are tried (`drive/input`).
//!
//! Not covered: anything but sequential consistency.

use crate::drive::report::Report;
use crate::run::{Back, Run};
use crate::widening::Repeated;
use crate::{Explorer, Sink};
use threadbare_op::{Coverage, Inputs, System, ThreadId};

/// Explores all interleavings.
#[derive(Clone, Copy, Debug, Default)]
pub struct Naive;

/// What is left to try at one point of the present interleaving.
struct Branch<St> {
    /// In reverse order.
    untried: Vec<(ThreadId, Option<u32>)>,
    /// How to leave the point to the one before.
    back: Option<Back<St>>,
}

struct Search<'a, S: System> {
    report: Report<'a, S>,
    run: Run<S::State>,
}

impl<S: Inputs> Explorer<S> for Naive {
    fn run(&mut self, system: &mut S, sink: &mut dyn Sink) -> Coverage {
        let run = Run::start(system);
        let mut sink = Repeated::new(sink);
        let mut search = Search { report: Report::new(system, &mut sink), run };
        search.all();
        search.report.finish()
    }
}

impl<S: Inputs> Search<'_, S> {
    fn all(&mut self) {
        self.begun(ThreadId::MAIN);
        let mut path = vec![self.branch(None)];
        while let Some(top) = path.last_mut()
            && !self.report.is_over()
        {
            let Some((thread, choice)) = top.untried.pop() else {
                if let Some(back) = path.pop().and_then(|branch| branch.back) {
                    self.run.undo(self.report.system, back);
                }
                continue;
            };
            let Some(before) = self.run.pending(thread).copied() else { continue };
            let (event, back) = self.run.step(self.report.system, thread, before, choice);
            self.report.performed(self.run.steps.len());
            self.begun(event.thread);
            if let Some(child) = event.began {
                self.begun(child);
            }
            path.push(self.branch(Some(back)));
        }
    }

    /// Where a thread stands has become known.
    fn begun(&mut self, thread: ThreadId) {
        if let Some(pending) = self.run.pending(thread) {
            self.report.begun(pending.op, &mut || self.run.schedule());
        }
    }

    /// The steps that can be taken from here; none at the end of an execution, which is then told.
    fn branch(&mut self, back: Option<Back<S::State>>) -> Branch<S::State> {
        let mut untried = Vec::new();
        // Also at a choice of which no answer is known to be possible.
        let mut chooses = false;
        for thread in self.run.ready(self.report.system) {
            let Some(at) = self.run.pending(thread).copied() else { continue };
            let Some(open) = self.run.open(self.report.system, &at.op) else {
                untried.push((thread, None));
                continue;
            };
            let mut from = 0;
            while let Some(value) = self.run.answers.next(&mut self.report, (open, at.site), from) {
                untried.push((thread, open.said(value)));
                from = value + 1;
            }
            chooses = true;
        }
        untried.reverse();
        if untried.is_empty() && !chooses && !self.report.is_over() {
            let ending = self.run.ending(self.report.system);
            self.report.ended(ending, &mut || self.run.schedule());
        }
        Branch { untried, back }
    }
}
