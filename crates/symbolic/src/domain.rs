//! [`Symbolic`] as the machine uses it.

use crate::MOST_KEPT;
use crate::offsets::piece;
use crate::table::{Table, conjuncts};
use crate::values::{Node, Refused, Sym};
use std::cell::RefCell;
use threadbare_machine::{Concrete, Domain, Met, Undecided, Value, WideOp, Wrong};
use threadbare_op::{Fingerprint, Given, Possible, Question, RmwOp, Site, ThreadId};
use threadbare_program::{BinOp, CastOp, FBinOp, FPred, FUnOp, IntUnOp, OverflowOp, Pred};
use threadbare_solver::{Answered, Process, Questions, Satisfiable, Z3};
use threadbare_term::{Model, Term, Width};

/// See the module above.
#[derive(Debug, Default)]
pub struct Symbolic {
    pub(crate) table: RefCell<Table>,
}

impl Symbolic {
    /// How the questions about the input were answered so far.
    #[must_use]
    pub fn answered(&self) -> Answered {
        self.table.borrow().questions.answered()
    }

    /// Where threads were told both answers to what they asked, and how often; most often first.
    #[must_use]
    pub fn splits(&self) -> Vec<(Site, u64)> {
        self.table.borrow().splits.all()
    }

    /// Some input that gives these answers: what has to be given.
    ///
    /// # Errors
    /// There is none, or the solver has given up.
    pub fn give(&self, answers: &[(Question, u32)]) -> Result<Vec<Given>, Possible> {
        let table = &mut *self.table.borrow_mut();
        let conjuncts = conjuncts(table, answers);
        table.give(&conjuncts).map_err(possible)
    }

    /// Whether this input, and zero where it says nothing, gives these answers.
    #[must_use]
    pub fn gives(&self, input: &[Given], answers: &[(Question, u32)]) -> bool {
        let table = &mut *self.table.borrow_mut();
        let conjuncts = conjuncts(table, answers);
        let mut model = Model::new(table.inputs.numbered(input), 0);
        conjuncts.into_iter().all(|conjunct| model.evaluate(&table.terms, conjunct) == 1)
    }

    /// What a value is for this input; `None` if it is refused.
    #[cfg(test)]
    pub(crate) fn under(&self, value: Sym, input: &[Given]) -> Option<Value> {
        let table = &mut *self.table.borrow_mut();
        let (term, word) = table.parts(value).ok()?;
        let bits = Model::new(table.inputs.numbered(input), 0).evaluate(&table.terms, term) as u64;
        Some(Value { bits: bits | word.bits, undef: word.undef })
    }

    /// The words of these values, if none depends on input.
    fn words<const N: usize>(&self, values: [Sym; N]) -> Option<[Value; N]> {
        let table = self.table.borrow();
        let mut words = [Value::ZERO; N];
        for (word, value) in words.iter_mut().zip(values) {
            let Node::Word(known) = table.node(value) else { return None };
            *word = known;
        }
        Some(words)
    }

    /// The words of these values, also if the thread only knows them.
    fn known_words<const N: usize>(&self, values: [Sym; N]) -> Option<[Value; N]> {
        let mut words = [Value::ZERO; N];
        for (word, value) in words.iter_mut().zip(values) {
            *word = self.word(value).ok()?;
        }
        Some(words)
    }

    /// These cells of memory as words, if none depends on input.
    fn cells(&self, cells: &[Sym]) -> Option<Vec<Value>> {
        let table = self.table.borrow();
        let word = |&cell: &Sym| if let Node::Word(word) = table.node(cell) { Some(word) } else { None };
        cells.iter().map(word).collect()
    }
}

pub(crate) fn possible(satisfiable: Satisfiable) -> Possible {
    match satisfiable {
        Satisfiable::Yes => Possible::Yes,
        Satisfiable::No => Possible::No,
        Satisfiable::Unknown => Possible::Unknown,
    }
}

/// Bits of a term of several cells, the lowest first.
fn cut(table: &mut Table, cells: &[Term], from: Width, width: Width) -> Term {
    let whole = cells.iter().copied().reduce(|low, high| table.terms.concat(high, low));
    let whole = whole.unwrap_or_else(|| table.terms.number(64, 0));
    table.terms.extract(whole, from, width)
}

impl Domain for Symbolic {
    const HAS_INPUT: bool = true;

    type Value = Sym;

    fn is_full(&self) -> bool {
        self.table.borrow().kept() >= MOST_KEPT
    }

    fn add_counts(&mut self, other: &Self) {
        let (own, other) = (self.table.get_mut(), other.table.borrow());
        own.questions.add(other.questions.answered());
        own.splits.add(&other.splits);
    }

    fn prepare(&mut self, options: &threadbare_machine::Options) {
        let signals = &options.signals;
        let solver = Z3::new(options.solver_timeout).until(signals.until).stopped_by(signals.stop.clone());
        let table = self.table.get_mut();
        let second = options.second_solver.as_deref().map(Process::second);
        table.questions = Questions::new(Box::new(solver)).compared_with(second);
        table.hand.least = options.least.clone();
    }

    fn lift(&self, word: Value) -> Sym {
        match word.defined() {
            Some(bits) => Sym::word(bits),
            None => self.table.borrow_mut().word(word),
        }
    }

    fn word(&self, value: Sym) -> Result<Value, Undecided> {
        if let Ok(bits) = value.get() {
            return Ok(Value::new(bits));
        }
        let mut table = self.table.borrow_mut();
        match table.node(value) {
            Node::Word(word) => Ok(word),
            Node::Input(term, word) => {
                let bits = table.known(term).ok_or(Undecided)?;
                Ok(Value { bits: bits & !word.undef | word.bits, undef: word.undef })
            }
            Node::Refused(_) => Err(Undecided),
        }
    }

    fn shown(&self, value: Sym) -> Option<Value> {
        if let Ok(word) = self.word(value) {
            return Some(word);
        }
        let table = self.table.borrow();
        let Node::Input(term, word) = table.node(value) else { return None };
        let least = table.terms.facts(term).min as u64;
        Some(Value { bits: least & !word.undef | word.bits, undef: word.undef })
    }

    fn settled(&self, value: Sym) -> Result<Value, Undecided> {
        self.words([value]).map(|[word]| word).ok_or(Undecided)
    }

    fn same(&self, a: Sym, b: Sym) -> Option<bool> {
        let table = &mut *self.table.borrow_mut();
        let (Ok((x, p)), Ok((y, q))) = (table.parts(a), table.parts(b)) else { return None };
        if p.undef | q.undef != 0 {
            return None;
        }
        let same = table.terms.eq(x, y);
        let constant = table.terms.constant(same).map(|same| same as u64);
        constant.or_else(|| table.depends(same)).map(|same| same == 1)
    }

    fn history(&self) -> u32 {
        self.table.borrow().history
    }

    fn taken(&self) -> u32 {
        let table = self.table.borrow();
        table.histories.took(table.history)
    }

    fn recall(&mut self, history: u32) {
        let table = self.table.get_mut();
        table.history = history;
        // Of a branch that had nothing to ask, in whatever thread ran before.
        table.preferred = None;
    }

    fn follow(&mut self, input: &[Given]) {
        self.table.get_mut().follow(input);
    }

    fn answer(&mut self, question: Question) -> Option<u64> {
        self.table.get_mut().answer(question)
    }

    fn input(&mut self, thread: ThreadId, width: u8) -> Result<Sym, String> {
        self.table.get_mut().input(thread, width)
    }

    fn ask(&mut self, value: Sym, site: Site) -> Result<Question, String> {
        let table = self.table.get_mut();
        match table.node(value) {
            Node::Input(term, _) => {
                if let Some(question) = table.ask_followed(term) {
                    return Ok(question);
                }
                let question = table.ask(term)?;
                table.splits.asked(table.history, site);
                Ok(question)
            }
            Node::Refused(why) => Err(why.told().into()),
            Node::Word(_) => Err("a value that is settled".into()),
        }
    }

    fn prefer(&mut self, is: Option<bool>) {
        self.table.get_mut().preferred = is;
    }

    fn hear(&mut self, answer: u64) -> bool {
        self.table.get_mut().hear(answer)
    }

    fn whether_same(&mut self, a: Sym, b: Sym) -> Option<(Question, u32)> {
        self.table.get_mut().whether_same(a, b)
    }

    fn learn(&mut self, question: Question, answer: u32) -> Result<(), String> {
        self.table.get_mut().learn(question, answer)
    }

    fn open(&self) -> Sym {
        self.table.borrow().open
    }

    fn possible(&mut self, answers: &[(Question, u32)]) -> Possible {
        self.ask_possible(answers)
    }

    fn input_for(&mut self, answers: &[(Question, u32)]) -> Option<Vec<Given>> {
        self.at_hand(answers)
    }

    fn range(&self, value: Sym) -> Option<(u64, u64)> {
        let table = self.table.borrow();
        match table.node(value) {
            Node::Input(term, Value { undef: 0, .. }) => {
                let facts = table.terms.facts(term);
                Some((facts.min as u64, facts.max as u64))
            }
            _ => None,
        }
    }

    fn narrowed(&self, base: u64, value: Sym, width: u8) -> Sym {
        self.table.borrow_mut().narrowed(base, value, width)
    }

    fn select(&self, cond: Sym, then: Sym, other: Sym) -> Option<Sym> {
        self.table.borrow_mut().select(cond, then, other)
    }

    fn wide(&self, op: WideOp, words: [Sym; 4], from: u8) -> Result<Option<Sym>, Wrong> {
        if self.known_words(words).is_some() {
            return Ok(None);
        }
        self.table.borrow_mut().wide(op, words, from)
    }

    fn is_choice(&self, value: Sym) -> bool {
        let mut table = self.table.borrow_mut();
        let Node::Input(term, _) = table.node(value) else { return false };
        table.is_choice(term) && table.known(term).is_none()
    }

    fn load_at(&self, cells: &[Sym], offset: Sym, last: u64, size: u8) -> Option<Sym> {
        let places = self.table.borrow().places_of(offset, last, false)?;
        let loaded: Vec<Sym> = places.into_iter().map(|place| self.load(cells, place as usize, size)).collect();
        self.table.borrow_mut().load_at(&loaded, offset, last, size)
    }

    fn stored_at(&self, cells: &[Sym], offset: Sym, last: u64, (size, value): (u8, Sym)) -> Option<Vec<Sym>> {
        let places = self.table.borrow().places_of(offset, last, true)?;
        let mut new = cells.to_vec();
        let piece = piece(&places, size);
        let end = places.last()? + u64::from(size);
        for at in (0..end).step_by(piece.into()) {
            let covers = |place: &&u64| (**place..**place + u64::from(size)).contains(&at);
            let pieces: Vec<(u64, Sym)> = places
                .iter()
                .filter(covers)
                .map(|&place| (place, self.load(&[value], (at - place) as usize, piece)))
                .collect();
            let old = self.load(cells, at as usize, piece);
            let either = self.table.borrow_mut().either(offset, &pieces, old, piece)?;
            self.store(&mut new, at as usize, piece, either);
        }
        Some(new)
    }

    fn print(&self, value: Sym, print: &mut Fingerprint, met: &mut Met) {
        self.table.borrow_mut().print(value, print, met);
    }

    fn print_known(&self, histories: &[u32], print: &mut Fingerprint, met: &mut Met) {
        self.table.borrow_mut().print_known(histories, print, met);
    }

    fn number(&self, value: Sym) -> Option<u64> {
        value.get().ok()
    }

    fn pack(value: Sym) -> Value {
        value.pack()
    }

    fn unpack(kept: Value) -> Sym {
        Sym::unpack(kept)
    }

    fn load(&self, cells: &[Sym], offset: usize, size: u8) -> Sym {
        let (first, last) = (offset / 8, (offset + usize::from(size) - 1) / 8);
        let (cells, from) = (&cells[first..=last], offset % 8);
        if let Some(words) = self.cells(cells) {
            return self.lift(Concrete.load(&words, from, size));
        }
        let table = &mut *self.table.borrow_mut();
        match cells.iter().map(|&cell| table.parts(cell)).collect::<Result<(Vec<Term>, Vec<Value>), _>>() {
            Err(why) => table.refused(why),
            Ok((terms, words)) => {
                let undefined = Concrete.load(&words, from, size);
                let term = cut(table, &terms, from as Width * 8, size * 8);
                let term = table.terms.zero_extend(term, 64);
                table.value(term, undefined)
            }
        }
    }

    fn store(&self, cells: &mut [Sym], offset: usize, size: u8, value: Sym) {
        let (first, last) = (offset / 8, (offset + usize::from(size) - 1) / 8);
        let (cells, from) = (&mut cells[first..=last], offset % 8);
        if let (Some(mut words), Some([value])) = (self.cells(cells), self.words([value])) {
            Concrete.store(&mut words, from, size, value);
            for (cell, word) in cells.iter_mut().zip(words) {
                *cell = self.lift(word);
            }
            return;
        }
        let table = &mut *self.table.borrow_mut();
        let new = table.parts(value);
        for (n, cell) in cells.iter_mut().enumerate() {
            // Bytes of the cell that are written, and which of the value that are.
            let begin = if n == 0 { from } else { 0 };
            let end = (from + usize::from(size) - n * 8).min(8);
            let of = if n == 0 { 0 } else { n * 8 - from };
            let (new, old) = match (new, table.parts(*cell)) {
                (Ok(new), Ok(old)) => (new, old),
                // What is written over as a whole is gone.
                (Ok(new), Err(_)) if begin == 0 && end == 8 => (new, (table.terms.number(64, 0), Value::ZERO)),
                (Err(why), _) | (_, Err(why)) => {
                    *cell = table.refused(why);
                    continue;
                }
            };
            let bits = |bytes: usize| bytes as Width * 8;
            let mut term = table.terms.extract(new.0, bits(of), bits(end - begin));
            if begin > 0 {
                let low = table.terms.extract(old.0, 0, bits(begin));
                term = table.terms.concat(term, low);
            }
            if end < 8 {
                let high = table.terms.extract(old.0, bits(end), bits(8 - end));
                term = table.terms.concat(high, term);
            }
            let mut undefined = [old.1];
            let part = Concrete.load(&[new.1, Value::ZERO], of, (end - begin) as u8);
            Concrete.store(&mut undefined, begin, (end - begin) as u8, part);
            *cell = table.value(term, undefined[0]);
        }
    }

    fn spread(&self, value: Sym) -> Sym {
        if let Some([word]) = self.words([value]) {
            return self.lift(Concrete.spread(word));
        }
        let table = &mut *self.table.borrow_mut();
        match table.parts(value) {
            Err(why) => table.refused(why),
            Ok((term, word)) => {
                let byte = table.terms.extract(term, 0, 8);
                let all = (1..8).fold(byte, |all, _| table.terms.concat(byte, all));
                table.value(all, Concrete.spread(word))
            }
        }
    }

    fn bin(&self, op: BinOp, width: u8, a: Sym, b: Sym, into: &mut Sym) -> Result<(), Wrong> {
        if let Some([x, y]) = self.words([a, b]) {
            let mut word = Value::ZERO;
            let done = Concrete.bin(op, width, x, y, &mut word);
            if matches!(done, Ok(()) | Err(Wrong::Poison)) {
                *into = self.lift(word);
            }
            return done;
        }
        self.table.borrow_mut().bin(op, width, (a, b), into)
    }

    fn rmw(&self, op: RmwOp, size: u8, old: Sym, operand: Sym) -> Sym {
        if op == RmwOp::Xchg {
            return operand;
        }
        match self.words([old, operand]) {
            Some([old, operand]) => self.lift(Concrete.rmw(op, size, old, operand)),
            None => self.table.borrow_mut().rmw(op, size * 8, (old, operand)),
        }
    }

    fn overflow(&self, op: OverflowOp, width: u8, a: Sym, b: Sym) -> (Sym, Sym) {
        match self.words([a, b]) {
            Some([a, b]) => {
                let (result, over) = Concrete.overflow(op, width, a, b);
                (self.lift(result), self.lift(over))
            }
            None => self.table.borrow_mut().overflow(op, width, (a, b)),
        }
    }

    fn int_un(&self, op: IntUnOp, width: u8, a: Sym, into: &mut Sym) -> Result<(), Wrong> {
        if let Some([x]) = self.words([a]) {
            let mut word = Value::ZERO;
            let done = Concrete.int_un(op, width, x, &mut word);
            *into = self.lift(word);
            return done;
        }
        self.table.borrow_mut().int_un(op, width, a, into)
    }

    fn fbin(&self, op: FBinOp, width: u8, a: Sym, b: Sym) -> Sym {
        match self.known_words([a, b]) {
            Some([a, b]) => self.lift(Concrete.fbin(op, width, a, b)),
            None => self.table.borrow_mut().fbin(op, width, (a, b)),
        }
    }

    fn fun(&self, op: FUnOp, width: u8, a: Sym) -> Sym {
        match self.known_words([a]) {
            Some([a]) => self.lift(Concrete.fun(op, width, a)),
            None => self.table.borrow_mut().fun(op, width, a),
        }
    }

    fn fma(&self, width: u8, a: Sym, b: Sym, c: Sym) -> Sym {
        match self.known_words([a, b, c]) {
            Some([a, b, c]) => self.lift(Concrete.fma(width, a, b, c)),
            None => self.table.borrow_mut().refused(Refused::Float),
        }
    }

    fn cmp(&self, pred: Pred, width: u8, a: Sym, b: Sym) -> Sym {
        match self.words([a, b]) {
            Some([a, b]) => self.lift(Concrete.cmp(pred, width, a, b)),
            None => self.table.borrow_mut().cmp(pred, width, (a, b)),
        }
    }

    fn fcmp(&self, pred: FPred, width: u8, a: Sym, b: Sym) -> Sym {
        match self.known_words([a, b]) {
            Some([a, b]) => self.lift(Concrete.fcmp(pred, width, a, b)),
            None => self.table.borrow_mut().fcmp(pred, width, (a, b)),
        }
    }

    fn cast(&self, op: CastOp, from: u8, to: u8, a: Sym, into: &mut Sym) -> Result<(), Wrong> {
        let is_float = !matches!(op, CastOp::Trunc | CastOp::PtrTrunc | CastOp::ZExt | CastOp::SExt);
        let words = if is_float { self.known_words([a]) } else { self.words([a]) };
        if let Some([x]) = words {
            let mut word = Value::ZERO;
            let done = Concrete.cast(op, from, to, x, &mut word);
            *into = self.lift(word);
            return done;
        }
        let table = &mut *self.table.borrow_mut();
        if is_float {
            return table.float_cast(op, (from, to), a, into);
        }
        *into = table.cast(op, from, to, a);
        Ok(())
    }

    fn ptr_add(&self, base: Sym, (index, width): (Sym, u8), scale: i64, offset: i64) -> Sym {
        match self.words([base, index]) {
            Some([base, index]) => self.lift(Concrete.ptr_add(base, (index, width), scale, offset)),
            None => self.table.borrow_mut().ptr_add(base, (index, width), scale, offset),
        }
    }
}
