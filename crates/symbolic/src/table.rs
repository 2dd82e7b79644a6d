//! [`Table`]: all that the domain keeps.

use crate::ONE_BY_ONE;
use crate::follow::Followed;
use crate::halves::{Found, too_many};
use crate::hand::Hand;
use crate::history::{About, Asked, Histories, Last, Told};
use crate::inputs::{Inputs, Taken};
use crate::known::Known;
use crate::least::Least;
use crate::prints::Shapes;
use crate::splits::Splits;
use crate::values::{Node, Refused, Sym};
use rustc_hash::FxHashMap;
use threadbare_machine::{MOST_HISTORY, Value};
use threadbare_op::{Given, Question, ThreadId};
use threadbare_solver::{Path, Questions, Satisfiable, Z3};
use threadbare_term::{Node as Part, Operator, Term, Terms};

/// No greater size is tried before smaller ones.
const LARGEST: u64 = 1 << 20;

#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) terms: Terms,
    nodes: Vec<Node>,
    numbers: FxHashMap<Node, u32>,
    pub(crate) histories: Histories,
    pub(crate) inputs: Inputs,
    pub(crate) questions: Questions,
    /// The history of the thread that runs.
    pub(crate) history: u32,
    /// What is to be explored first of the bit that is asked for next ([`Domain::prefer`]).
    ///
    /// [`Domain::prefer`]: threadbare_machine::Domain::prefer
    pub(crate) preferred: Option<bool>,
    /// What the last operation has left open.
    pub(crate) open: Sym,
    /// What was asked last whether some input gives it, and its conjuncts.
    pub(crate) given: (Vec<(Question, u32)>, Path),
    /// Where the least number that a term can be is looked for.
    pub(crate) least: Least,
    /// Where questions were asked that have two answers.
    pub(crate) splits: Splits,
    /// How many numbers were found by halves.
    pub(crate) found: Found,
    pub(crate) shapes: Shapes,
    /// The inputs that were fixed, and terms of them.
    pub(crate) fixed: Known,
    /// The input that is followed, if it is one.
    pub(crate) followed: Option<Followed>,
    pub(crate) hand: Hand,
}

impl Default for Table {
    fn default() -> Self {
        Self {
            terms: Terms::default(),
            nodes: Vec::new(),
            numbers: FxHashMap::default(),
            histories: Histories::default(),
            inputs: Inputs::default(),
            questions: Questions::new(Box::new(Z3::default())),
            history: 0,
            preferred: None,
            open: Sym::default(),
            given: <(Vec<_>, Path)>::default(),
            least: Least::default(),
            found: Found::default(),
            splits: Splits::default(),
            shapes: Shapes::default(),
            fixed: Known::default(),
            followed: None,
            hand: Hand::default(),
        }
    }
}

impl Table {
    /// How many things are kept that are never freed.
    pub(crate) fn kept(&self) -> usize {
        self.terms.len() + self.nodes.len() + self.histories.len()
    }

    pub(crate) fn node(&self, value: Sym) -> Node {
        match value.get() {
            Ok(bits) => Node::Word(Value::new(bits)),
            Err(number) => self.nodes[number],
        }
    }

    fn numbered(&mut self, node: Node) -> Sym {
        Sym::numbered(*self.numbers.entry(node).or_insert_with(|| {
            self.nodes.push(node);
            self.nodes.len() as u32 - 1
        }))
    }

    pub(crate) fn word(&mut self, word: Value) -> Sym {
        match word.defined() {
            Some(bits) => Sym::word(bits),
            None => self.numbered(Node::Word(word)),
        }
    }

    pub(crate) fn refused(&mut self, why: Refused) -> Sym {
        self.numbered(Node::Refused(why))
    }

    /// A term of 64 bits, of which those are undefined that are in the word.
    pub(crate) fn value(&mut self, term: Term, word: Value) -> Sym {
        let under = word.bits & word.undef;
        let term = if word.undef == 0 {
            term
        } else {
            let keep = self.terms.number(64, u128::from(!word.undef));
            self.terms.binary(Operator::And, term, keep)
        };
        match self.terms.constant(term) {
            Some(bits) => self.word(Value { bits: bits as u64 | under, undef: word.undef }),
            None => self.numbered(Node::Input(term, Value { bits: under, undef: word.undef })),
        }
    }

    /// A defined value: a term of at most 64 bits, zeros above.
    pub(crate) fn defined(&mut self, term: Term) -> Sym {
        let wide = self.terms.zero_extend(term, 64);
        self.value(wide, Value::ZERO)
    }

    /// The defined bits of a value as a term of 64 bits, and the undefined ones.
    pub(crate) fn parts(&mut self, value: Sym) -> Result<(Term, Value), Refused> {
        match self.node(value) {
            Node::Word(word) => {
                let bits = self.terms.number(64, u128::from(word.bits & !word.undef));
                Ok((bits, Value { bits: word.bits & word.undef, undef: word.undef }))
            }
            Node::Input(term, word) => Ok((term, word)),
            Node::Refused(why) => Err(why),
        }
    }

    /// What a term stands for on which something depends: without zeros above it, and not negated.
    pub(crate) fn core(&self, term: Term) -> (Term, bool) {
        let (mut term, mut negated) = (term, false);
        loop {
            match (self.terms.node(term), self.terms.opposite(term)) {
                (Part::Concat(high, low), _) if self.terms.constant(high) == Some(0) => term = low,
                (_, Some(plain)) => (term, negated) = (plain, !negated),
                _ => return (term, negated),
            }
        }
    }

    /// Whether it compares two terms. That they are the same leaves little open: it is explored
    /// first.
    fn is_equality(&self, term: Term) -> bool {
        matches!(self.terms.node(term), Part::Binary(Operator::Eq, ..))
    }

    /// Some input for which all of these hold: what is not 0.
    pub(crate) fn give(&mut self, conjuncts: &[Term]) -> Result<Vec<Given>, Satisfiable> {
        let found = self.questions.find(&self.terms, conjuncts)?;
        let given = |(input, value): (u32, u128)| {
            let taken = self.inputs.get(input);
            let cut = u64::MAX >> (64 - u32::from(taken.width));
            Given { thread: taken.thread, n: taken.n, value: value as u64 & cut }
        };
        let mut given: Vec<Given> = found.into_iter().map(given).filter(|given| given.value != 0).collect();
        given.sort_by_key(|given| (given.thread, given.n));
        Ok(given)
    }

    pub(crate) fn literal(&mut self, cond: Term, answer: bool) -> Term {
        if answer { cond } else { self.terms.not(cond) }
    }

    /// Asks whether a term of one bit is 1, or which number a wider one is: whether it is the least
    /// that it can be, or the greatest, [`ONE_BY_ONE`] times, then (or if the solver cannot say) in
    /// which half.
    pub(crate) fn ask(&mut self, term: Term) -> Result<Question, String> {
        // Each question has two answers.
        if self.histories.len() as u32 >= MOST_HISTORY / 4 {
            return Err("more questions about the input than are counted".into());
        }
        if self.found.is_over(self.history) {
            return Err(too_many());
        }
        let (core, negated) = self.core(term);
        let core = self.integer_of(core).unwrap_or(core);
        let preferred = self.preferred.take();
        let told = self.histories.told(self.history, core);
        if told.is_none() && self.has_many(core) {
            return Err(too_many());
        }
        let asked = match told {
            _ if self.terms.width(core) == 1 => {
                let first = preferred.map_or_else(|| self.is_equality(core), |is| is != negated);
                Asked { first, ..Asked::whether(core) }
            }
            told => self.ask_number(core, told, preferred == Some(true))?,
        };
        let question = self.question(asked);
        if matches!(asked.whole, Some((_, About::Half(_)))) && !self.may_halve(core, question) {
            return Err(too_many());
        }
        self.history = self.histories.after(self.history, Last::Asked(question));
        Ok(question)
    }

    /// What is asked of a number, of which something is known. If `is_size`, the greatest come first.
    fn ask_number(&mut self, term: Term, told: Option<Told>, is_size: bool) -> Result<Asked, String> {
        let large = is_size && self.is_downwards(term, told);
        let asked = self.ask_from(term, told, large)?;
        Ok(Asked { first: large, ..asked })
    }

    /// Whether a size is tried from the greatest on. Where that is none that an object has, it is
    /// the least that tell of anything: allocations of the others fail.
    fn is_downwards(&mut self, term: Term, told: Option<Told>) -> bool {
        match told {
            None => self.greatest(term, None).is_some_and(|greatest| greatest <= LARGEST),
            Some(Told::Below(..)) => true,
            Some(Told::Between(_, high)) => high <= LARGEST,
            Some(Told::Not(..) | Told::Is(_)) => false,
        }
    }

    /// What is asked of a number, from the greatest on if `large`, else from the least on.
    fn ask_from(&mut self, term: Term, told: Option<Told>, large: bool) -> Result<Asked, String> {
        let tried = |known: Told| match (known, large) {
            (Told::Not(_, last), false) | (Told::Below(_, last), true) => Some(last),
            _ => None,
        };
        let tried = told.and_then(tried);
        let left = match (tried, large) {
            (Some(last), true) => (0, last.saturating_sub(1)),
            (Some(last), false) => (last.saturating_add(1), u64::MAX),
            (None, _) => (0, u64::MAX),
        };
        match told {
            Some(Told::Between(low, high)) => return self.halve(term, (low, high)),
            Some(Told::Not(count, _) | Told::Below(count, _)) if count >= ONE_BY_ONE => return self.halve(term, left),
            _ => {}
        }
        let found = if large { self.greatest(term, tried) } else { self.least(term, tried) };
        let Some(found) = found else { return self.halve(term, left) };
        let about = if large { About::Greatest(found) } else { About::Number(found) };
        Ok(Asked::about(self.terms.is(term, u128::from(found)), term, about))
    }

    /// The thread hears the answer to what it has asked; false if it has asked nothing.
    pub(crate) fn hear(&mut self, answer: u64) -> bool {
        let Some((before, question)) = self.histories.pending(self.history) else { return false };
        let holds = self.histories.asked(question).holds(answer);
        self.splits.heard(self.history, holds);
        self.history = self.histories.after(before, Last::Heard(question, holds));
        self.note_half(before, question);
        true
    }

    /// What asks whether two values are the same, and the answer that says so.
    pub(crate) fn whether_same(&mut self, a: Sym, b: Sym) -> Option<(Question, u32)> {
        let (Ok((x, p)), Ok((y, q))) = (self.parts(a), self.parts(b)) else { return None };
        let same = self.terms.eq(x, y);
        if p.undef | q.undef != 0 || self.terms.constant(same).is_some() {
            return None;
        }
        let (cond, negated) = self.core(same);
        let asked = Asked::whether(cond);
        Some((self.question(asked), asked.answer(!negated)))
    }

    /// The thread is told an answer without having asked. What it knows already is not noted again:
    /// in a loop it comes back to the same state.
    pub(crate) fn learn(&mut self, question: Question, answer: u32) -> Result<(), String> {
        let asked = self.histories.asked(question);
        let (cond, holds) = (asked.cond, asked.holds(answer.into()));
        if let Some(Told::Is(_)) = self.histories.told(self.history, cond) {
            return Ok(());
        }
        if self.histories.len() as u32 >= MOST_HISTORY / 4 {
            return Err("more questions about the input than are counted".into());
        }
        self.history = self.histories.after(self.history, Last::Heard(question, holds));
        let opposite = self.terms.not(cond);
        self.learn_extended(cond, holds);
        self.learn_extended(opposite, !holds);
        Ok(())
    }

    /// An entry of a table is another one with zeros above it: that is known as well.
    fn learn_extended(&mut self, bit: Term, is: bool) {
        let value = self.defined(bit);
        if let Node::Input(term, _) = self.node(value)
            && self.known(term).is_none()
        {
            let (core, _) = self.core(term);
            let number = u64::from(is);
            let cond = self.terms.is(core, u128::from(number));
            let asked = Asked::about(cond, core, About::Number(number));
            let question = self.question(asked);
            self.history = self.histories.after(self.history, Last::Heard(question, true));
        }
    }

    /// The next input of a thread.
    pub(crate) fn input(&mut self, thread: ThreadId, width: u8) -> Result<Sym, String> {
        if self.histories.len() as u32 >= MOST_HISTORY / 4 {
            return Err("more input than is counted".into());
        }
        let number = self.inputs.number(Taken { thread, n: self.histories.took(self.history), width });
        self.history = self.histories.after(self.history, Last::Took(number));
        let term = self.terms.input(width, number);
        self.inputs.is_term(number, term);
        self.follow_input(number);
        self.hand_input(number);
        Ok(self.defined(term))
    }
}

/// What answers say, as terms of one bit that are 1.
pub(crate) fn conjuncts(table: &mut Table, answers: &[(Question, u32)]) -> Vec<Term> {
    let literal = |&(question, answer): &(Question, u32)| {
        let asked = table.histories.asked(question);
        table.literal(asked.cond, asked.holds(answer.into()))
    };
    answers.iter().map(literal).collect()
}
