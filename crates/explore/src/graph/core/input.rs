//! Questions about the input: which answers are explored, and which may be deleted by a revisit.
//!
//! A graph stands for all inputs that give its answers. Going forward, an answer is explored if
//! some input gives it and all others of the graph.
//!
//! A revisit deletes answers, and the same graph would come of each graph that differs only in
//! them. It is made from one: in it, each deleted answer is *canonical*, the first that some input
//! gives together with the answers that stay (those of the porf-past of the revisiting write, and
//! those that are older than the revisited read) and the older ones that are deleted. All of the
//! former are in the trail before the deleted answer, or porf-before the write, whichever read is
//! revisited: so this is asked of one answer after the other. Proof: docs/proofs/graph-input.md.

use super::add::New;
use super::consistency::Model;
use super::event::{Clock, Id, Kind};
use super::execution::Asked;
use super::hooks::Hooks;
use super::place::{Effect, Write};
use super::search::Search;
use super::stack::Choice;
use super::step::Step;
use super::system::GraphSystem;
use crate::drive::input::{Next, Swap, given_up, next_possible};
use smallvec::SmallVec;
use std::ops::Range;
use threadbare_op::{Answer, Op, Question, Site};

impl<S: GraphSystem, M: Model, H: Hooks<S, M, W>, const W: usize> Search<'_, S, M, H, W> {
    /// The thread's question gets the first possible answer from `from` on.
    pub(crate) fn answer(&mut self, thread: u32, from: u32) -> Step {
        let pending = self.graph.pending(thread);
        let (Op::Choice { arity, asks: Some(question) }, site) = (pending.op, pending.site) else {
            return Step::GoBack;
        };
        let mut given = std::mem::take(&mut self.graph.given);
        let value = self.next_answer(&mut given, question, from..arity, site);
        let next = value.and_then(|value| self.next_answer(&mut given, question, value + 1..arity, site));
        self.graph.given = given;
        let Some(value) = value else { return Step::GoBack };
        if let Some(next) = next {
            self.push(Choice::Answer { thread, from: next });
        }
        self.chosen(thread, Kind::Answer { value, first: from == 0 }, value)
    }

    /// The compare-and-swap of the thread, which asks the input whether it succeeds, reads `from`
    /// (again, if it is `revisited`) and gets the first possible answer from `answer` on.
    pub(crate) fn swap(&mut self, thread: u32, from: Id, revisited: bool, answer: u32) -> Step {
        let Effect::Asks(swap) = self.effect(thread, from) else { return Step::GoBack };
        let site = self.graph.pending(thread).site;
        let mut given = std::mem::take(&mut self.graph.given);
        let value = self.next_answer(&mut given, swap.question, answer..2, site);
        let next = value.and_then(|value| self.next_answer(&mut given, swap.question, value + 1..2, site));
        self.graph.given = given;
        let Some(value) = value else { return Step::GoBack };
        if let Some(answer) = next {
            self.push(Choice::Swap { thread, from, revisited, answer });
        }
        let asked = Asked::of(swap, value, answer == 0);
        if value == swap.swaps {
            return self.succeed(thread, from, revisited, (swap, asked));
        }
        self.fail(thread, from, revisited, asked).and_then(|| Step::on_if(revisited || H::keeps_stale(self, thread)))
    }

    /// It writes, and revisits.
    fn succeed(&mut self, thread: u32, from: Id, revisited: bool, (swap, asked): (Swap, Asked)) -> Step {
        let porf = self.graph.porf_reading(thread, from);
        let queue = self.revisits.queue.len();
        let own = Some((asked.question, asked.answer));
        self.find_revisits(self.graph.location_of(from), from, &porf, own);
        self.open_revisits(thread, from, queue);
        if self.graph.update_of(from).is_some() {
            return Step::GoBack;
        }
        let write = Write::of(swap, self.graph.value(from).value, asked);
        self.add_update(thread, from, write, revisited)
    }

    /// It only reads.
    pub(crate) fn fail(&mut self, thread: u32, from: Id, revisited: bool, asked: Asked) -> Step {
        let answer = Answer::Compared { found: self.graph.value(from).value, equal: false };
        let new = New { answer, asked: Some(asked), ..self.reading(thread, from, revisited) };
        self.add(new)
    }

    /// What a compare-and-swap writes that succeeds, and is not deleted again.
    pub(crate) fn success(&self, from: Id, swap: Swap) -> Write {
        Write::of(swap, self.graph.value(from).value, Asked::of(swap, swap.swaps, false))
    }

    /// Whether an answer that a write with that past deletes may be canonical, as far as that can
    /// be told without asking about the input. `own`: what the write itself is answered.
    pub(super) fn may_be_canonical(&self, id: Id, porf: &Clock<W>, own: Option<(Question, u32)>) -> bool {
        own.is_some() || self.is_surely_canonical(id) || {
            // If it was not the first when it was added, it takes a later answer to make it that.
            let mut later = self.graph.answers.iter().rev().take_while(|&&answer| answer != id);
            later.any(|&answer| self.graph.in_clock(porf, answer))
        }
    }

    fn is_surely_canonical(&self, id: Id) -> bool {
        match (self.graph.event(id).kind, self.graph.swap(id)) {
            (Kind::Answer { value: answer, first }, _) | (_, Some(&Asked { answer, first, .. })) => {
                answer == 0 || first
            }
            _ => true,
        }
    }

    /// Whether these answers, which a write with that past deletes, are canonical. They are taken
    /// out: each is asked about once.
    pub(super) fn are_canonical(
        &mut self,
        deleted: &mut SmallVec<[Id; 8]>,
        porf: &Clock<W>,
        own: Option<(Question, u32)>,
    ) -> bool {
        while let Some(id) = deleted.pop() {
            if !self.is_canonical(id, porf, own) {
                return false;
            }
        }
        true
    }

    fn is_canonical(&mut self, id: Id, porf: &Clock<W>, own: Option<(Question, u32)>) -> bool {
        if self.is_surely_canonical(id) {
            return true;
        }
        let Some(at) = self.graph.answers.iter().position(|&answer| answer == id) else { return false };
        let (question, value) = self.graph.given[at];
        let event = self.graph.event(id);
        let site = self.graph.pending_after(event.thread, event.po_prev).site;
        let mut given = self.graph.given[..at].to_vec();
        let later = self.graph.answers[at + 1..].iter().zip(&self.graph.given[at + 1..]);
        given.extend(later.filter(|(answer, _)| self.graph.in_clock(porf, **answer)).map(|(_, given)| given));
        given.extend(own);
        self.next_answer(&mut given, question, 0..value, site).is_none()
    }

    /// The first of these answers to the question that some input gives together with those
    /// `given`. What cannot be found out is taken for impossible, and that is told.
    fn next_answer(
        &mut self,
        given: &mut Vec<(Question, u32)>,
        question: Question,
        answers: Range<u32>,
        site: Site,
    ) -> Option<u32> {
        let Next { answer, is_unknown } = next_possible(self.system, given, question, answers);
        if is_unknown {
            let what = given_up(self.system, site);
            self.report.coverage.unsupported(what);
        }
        answer
    }
}
