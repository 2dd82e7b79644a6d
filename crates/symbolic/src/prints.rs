//! Fingerprints of values, and of what threads know, up to the names of inputs: for explorers that
//! stop where two executions come to the same.
//!
//! *A term* is its shape, in which inputs are told apart only by where they first occur, and the
//! names of these inputs in the state ([`Met`]).
//!
//! *What threads know* are the answers that they were given. An input that no term of the state has
//! is *gone*: no thread can ask for it again. Answers about inputs of the state alone count as they
//! are, thread by thread, since a thread asks what it does not know. Answers that have inputs which
//! are gone say only what the others can be. They fall into parts that have no such input in
//! common; each says "there are inputs with these answers, and these threads know it", so how often
//! a part comes makes no difference, and one without an input of the state says nothing.
//!
//! Two states that are the same but for names have the same fingerprint if their terms were built
//! in the same order; else they may be told apart. Not covered: parts that say the same in other
//! words.

use crate::history::{About, Asked};
use crate::table::Table;
use crate::values::{Node as Kind, Sym};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
use std::hash::Hash as _;
use std::sync::Arc;
use threadbare_machine::{Met, may_be_address};
use threadbare_op::Fingerprint;
use threadbare_term::{Input, Node, Term, Terms};

/// An answer that a thread was given.
#[derive(Clone, Copy)]
struct Known {
    thread: u64,
    asked: Asked,
    is: bool,
}

/// A term without the names of its inputs.
#[derive(Clone, Debug)]
struct Shape {
    print: u128,
    /// Its inputs, in the order in which they first occur.
    inputs: Arc<[Input]>,
    /// Between what numbers terms of 64 bits lie that it is made of, and that may be addresses.
    spans: Arc<[(u64, u64)]>,
}

/// The shapes of the terms, as they are needed.
#[derive(Debug, Default)]
pub(crate) struct Shapes {
    known: FxHashMap<Term, Shape>,
}

impl Shapes {
    fn of(&mut self, terms: &Terms, term: Term) -> &Shape {
        let mut left = vec![term];
        while let Some(&next) = left.last() {
            let before = left.len();
            left.extend(terms.node(next).operands().filter(|operand| !self.known.contains_key(operand)));
            if left.len() == before {
                left.pop();
                let shape = self.made(terms, next);
                self.known.insert(next, shape);
            }
        }
        &self.known[&term]
    }

    /// The shape of a term whose operands have theirs.
    fn made(&self, terms: &Terms, term: Term) -> Shape {
        let node = terms.node(term);
        let mut print = Fingerprint::of(u64::from(terms.width(term)));
        std::mem::discriminant(&node).hash(&mut print);
        let (mut inputs, mut spans) = (Vec::new(), Vec::new());
        let mut operands: Vec<&Shape> = node.operands().map(|operand| &self.known[&operand]).collect();
        match node {
            Node::Const(bits) => [bits as u64, (bits >> 64) as u64].into_iter().for_each(|word| print.add(word)),
            Node::Input(input) => inputs.push(input),
            Node::Binary(op, ..) => {
                op.hash(&mut print);
                if op.commutes() {
                    operands.sort_by_key(|shape| shape.print);
                }
            }
            Node::Float(op, ..) => op.hash(&mut print),
            Node::Extract(_, from) => print.add(from.into()),
            Node::Lookup(table, _) => table.hash(&mut print),
            Node::Concat(..) | Node::SignExtend(_) | Node::Ite(..) => {}
        }
        for shape in operands {
            [shape.print as u64, (shape.print >> 64) as u64].into_iter().for_each(|word| print.add(word));
            for &input in &*shape.inputs {
                let place = inputs.iter().position(|known| *known == input).unwrap_or_else(|| {
                    inputs.push(input);
                    inputs.len() - 1
                });
                print.add(place as u64);
            }
            spans.extend(shape.spans.iter().copied());
        }
        if terms.width(term) >= 64 {
            add_between(&mut spans, terms, term);
        }
        spans.sort_unstable();
        spans.dedup();
        Shape { print: print.bits(), inputs: inputs.into(), spans: spans.into() }
    }
}

/// Adds between what numbers a term lies that is made of `term`, of at least 64 bits, and may be an
/// address for that: what is made of an address has a number in it that is near one.
fn add_between(spans: &mut Vec<(u64, u64)>, terms: &Terms, term: Term) {
    match terms.node(term) {
        Node::Const(bits) if may_be_address(bits as u64) => spans.push((0, u64::MAX)),
        Node::Lookup(..) => {
            let facts = terms.facts(term);
            let number = |bits: u128| u64::try_from(bits).unwrap_or(u64::MAX);
            spans.push((number(facts.min), number(facts.max)));
        }
        _ => {}
    }
}

/// Adds 128 bits.
fn add_all(print: &mut Fingerprint, bits: u128) {
    print.add(bits as u64);
    print.add((bits >> 64) as u64);
}

impl Table {
    /// Adds a value that is no word.
    pub(crate) fn print(&mut self, value: Sym, print: &mut Fingerprint, met: &mut Met) {
        let kind = self.node(value);
        std::mem::discriminant(&kind).hash(print);
        match kind {
            Kind::Word(word) => [word.bits, word.undef].into_iter().for_each(|word| print.add(word)),
            Kind::Refused(why) => why.hash(print),
            Kind::Input(term, word) => {
                [word.bits, word.undef].into_iter().for_each(|word| print.add(word));
                self.print_term(term, print, &mut |input| met.name(input));
                met.lies_between(&self.shapes.of(&self.terms, term).spans);
            }
        }
    }

    fn print_term(&mut self, term: Term, print: &mut Fingerprint, name: &mut dyn FnMut(Input) -> u64) {
        let shape = self.shapes.of(&self.terms, term);
        add_all(print, shape.print);
        shape.inputs.iter().for_each(|input| print.add(name(*input)));
    }

    fn print_answer(
        &mut self,
        (asked, answer): (Asked, bool),
        print: &mut Fingerprint,
        name: &mut dyn FnMut(Input) -> u64,
    ) {
        self.print_term(asked.cond, print, name);
        if let Some((whole, about)) = asked.whole {
            self.print_term(whole, print, name);
            match about {
                About::Number(number) | About::Greatest(number) => print.add(number),
                About::Half(halves) => halves.iter().flat_map(|half| [half.0, half.1]).for_each(|end| print.add(end)),
            }
        }
        print.add(2 | u64::from(answer));
    }

    /// Adds what the threads with these histories know of inputs that were met.
    pub(crate) fn print_known(&mut self, histories: &[u32], print: &mut Fingerprint, met: &mut Met) {
        let mut gone = Vec::new();
        for (thread, history) in (0..).zip(histories) {
            let mut answers: Vec<_> = self.histories.answers(*history).map(|(_, asked, is)| (asked, is)).collect();
            answers.reverse();
            for (asked, is) in answers {
                let inputs = self.terms.inputs(asked.cond);
                if inputs.iter().any(|input| met.known(*input).is_none()) {
                    gone.push(Known { thread, asked, is });
                } else if !inputs.is_empty() {
                    print.add(thread);
                    self.print_answer((asked, is), print, &mut |input| met.name(input));
                    met.lies_between(&self.shapes.of(&self.terms, asked.cond).spans);
                }
            }
        }
        let parts: BTreeSet<u128> =
            parts(&self.terms, &gone, met).into_iter().filter_map(|part| self.print_part(&part, met)).collect();
        print.add(parts.len() as u64);
        parts.into_iter().for_each(|part| add_all(print, part));
    }

    /// What these answers, all with inputs that are gone, say of those that were met; `None`:
    /// nothing.
    fn print_part(&mut self, answers: &[Known], met: &Met) -> Option<u128> {
        let mut print = Fingerprint::of(3);
        let (mut local, mut known) = (Met::default(), FxHashSet::default());
        let mut says = false;
        for &Known { thread, asked, is } in answers {
            if known.insert((thread, asked.cond, is)) {
                print.add(thread);
                let mut name = |input| {
                    let of_state = met.known(input);
                    says |= of_state.is_some();
                    of_state.map_or_else(|| local.name(input) << 1, |name| name << 1 | 1)
                };
                self.print_answer((asked, is), &mut print, &mut name);
            }
        }
        says.then(|| print.bits())
    }
}

/// Answers by the inputs that are gone: those in one part have such an input in common, or one with
/// a third.
fn parts(terms: &Terms, answers: &[Known], met: &Met) -> Vec<Vec<Known>> {
    let mut leader: FxHashMap<Input, Input> = FxHashMap::default();
    fn led(leader: &FxHashMap<Input, Input>, mut input: Input) -> Input {
        while let Some(&next) = leader.get(&input).filter(|next| **next != input) {
            input = next;
        }
        input
    }
    let gone = |asked: &Asked| -> Vec<Input> {
        terms.inputs(asked.cond).iter().copied().filter(|input| met.known(*input).is_none()).collect()
    };
    for Known { asked, .. } in answers {
        let inputs = gone(asked);
        let first = led(&leader, inputs[0]);
        for input in inputs {
            let other = led(&leader, input);
            leader.insert(other, first);
        }
    }
    let mut parts: BTreeMap<Input, Vec<Known>> = BTreeMap::new();
    for known in answers {
        parts.entry(led(&leader, gone(&known.asked)[0])).or_default().push(*known);
    }
    parts.into_values().collect()
}
