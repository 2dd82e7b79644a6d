//! [`Z3`]: the solver of that name, by its library.
//!
//! Terms and conjuncts are handed to it once: each conjunct behind a guard, and a question assumes
//! the guards of its conjuncts. So what the solver has learnt from one question serves the next,
//! and it says which conjuncts exclude each other. When much has come together it begins anew. A
//! question that takes long this way is put to a solver of its own, which simplifies it as a whole;
//! after a few of these, all are, but now and then one. Where there are sums, whole numbers are asked
//! before bits ([`Linear`]).

use crate::divisions::{Dividend, Divisions};
use crate::few::all_parts;
use crate::float::{Floats, Operand};
use crate::linear::Linear;
use crate::narrow::Narrow;
use crate::scaled::Scaled;
use crate::watch::watched;
use crate::{Solved, Solver};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use threadbare_term::{Input, Model, Node, Operator, Term, Terms};
use z3::ast::{BV, Bool};
use z3::{Params, SatResult};

/// See the module. For terms of one table: what it has been handed, it knows by number.
#[derive(Debug)]
pub struct Z3 {
    /// How long a question may take.
    timeout: Duration,
    /// From then on, [`LEAST`].
    until: Option<Instant>,
    /// The same once this is set.
    stop: Arc<AtomicBool>,
    /// Which of the thread's [`Session`]s is its own.
    number: u64,
}

/// So many terms are handed to one solver.
const MOST_TERMS: usize = 1 << 13;

/// What the solver that knows much is given of the time at most: others are better at hard
/// questions.
const FIRST: Duration = Duration::from_millis(60);
/// How long sums are asked as such.
const LINEAR: Duration = Duration::from_millis(250);
/// How long a solver that has divisions as they are is asked before one that has not.
const QUICK: Duration = Duration::from_millis(500);
/// Whoever is in a hurry gives a question that long: what input shows a fault is asked last.
const LEAST: Duration = Duration::from_secs(1);
/// After it has given up so many in a row, only every so manieth question is put to it first.
const GIVEN_UP: u32 = 2;
const AGAIN: u32 = 16;

thread_local! {
    // Z3's objects belong to a thread. The one used last is the last.
    static SESSIONS: RefCell<Vec<Session>> = const { RefCell::new(Vec::new()) };
}

/// So many sessions a thread has: that of an exploration, and that of a replay meanwhile.
const MOST_SESSIONS: usize = 2;

impl Default for Z3 {
    fn default() -> Self {
        Self::new(Duration::from_secs(10))
    }
}

impl Z3 {
    /// A solver that spends so long on a question.
    #[must_use]
    pub fn new(timeout: Duration) -> Self {
        static NUMBERS: AtomicU64 = AtomicU64::new(0);
        let number = NUMBERS.fetch_add(1, Ordering::Relaxed);
        Self { timeout, until: None, stop: Arc::default(), number }
    }

    /// The same that hurries when this is set.
    #[must_use]
    pub fn stopped_by(self, stop: Arc<AtomicBool>) -> Self {
        Self { stop, ..self }
    }

    /// The same that hurries when this time comes.
    #[must_use]
    pub fn until(self, until: Option<Instant>) -> Self {
        Self { until, ..self }
    }

    /// How long a question may take now.
    fn time(&self) -> Duration {
        let left = self.until.map(|until| until.saturating_duration_since(Instant::now()).max(LEAST));
        let time = left.map_or(self.timeout, |left| left.min(self.timeout));
        if self.stop.load(Ordering::Relaxed) { time.min(LEAST) } else { time }
    }

    /// Asks a solver of its own.
    fn ask(&self, terms: &Terms, conjuncts: &[Term], time: Duration) -> Solved {
        let ask = || sure(terms, conjuncts, || alone(terms, conjuncts, time));
        if time > LEAST { watched(&self.stop, LEAST, ask) } else { ask() }
    }
}

impl Solver for Z3 {
    fn solve(&mut self, terms: &Terms, conjuncts: &[Term]) -> Solved {
        let time = self.time();
        // Z3 has to translate them as a whole.
        if conjuncts.iter().any(|&conjunct| terms.has_floats(conjunct)) {
            return self.ask(terms, conjuncts, time);
        }
        SESSIONS.with_borrow_mut(|sessions| {
            let known = sessions.iter().position(|session| session.of == self.number);
            let session = known.map(|at| sessions.remove(at));
            let session = session.filter(|session| session.translated.terms.len() < MOST_TERMS);
            if sessions.len() == MOST_SESSIONS {
                sessions.remove(0);
            }
            sessions.push(session.unwrap_or_else(|| Session::new(self.number)));
            let Some(session) = sessions.last_mut() else { return Solved::Unknown };
            let begun = Instant::now();
            let solved = session.linear.solve(terms, conjuncts, LINEAR.min(time / 4));
            if !matches!(solved, Solved::Unknown) && is_sure(terms, conjuncts, &solved) {
                return solved;
            }
            let first = if session.is_worth_asking() { FIRST.min(time / 4) } else { Duration::ZERO };
            let solved = if first.is_zero() { Solved::Unknown } else { session.solve(terms, conjuncts, first) };
            let solved = if is_sure(terms, conjuncts, &solved) { solved } else { Solved::Unknown };
            if !matches!(solved, Solved::Unknown) {
                session.given_up = 0;
                return solved;
            }
            session.given_up += 1;
            self.ask(terms, conjuncts, time.saturating_sub(begun.elapsed()))
        })
    }
}

/// Whether numbers that were found are an answer. If the time is up between the answer and its
/// numbers, Z3 may give others.
fn is_sure(terms: &Terms, conjuncts: &[Term], solved: &Solved) -> bool {
    let Solved::By(found) = solved else { return true };
    let mut model = Model::new(found.iter().copied(), 0);
    conjuncts.iter().all(|&conjunct| model.evaluate(terms, conjunct) == 1)
}

/// Asks once more if numbers are no answer.
fn sure(terms: &Terms, conjuncts: &[Term], ask: impl Fn() -> Solved) -> Solved {
    let answers = std::iter::repeat_with(ask).take(2);
    answers.into_iter().find(|solved| is_sure(terms, conjuncts, solved)).unwrap_or(Solved::Unknown)
}

/// A solver, and what it knows.
#[derive(Debug)]
struct Session {
    of: u64,
    solver: z3::Solver,
    translated: Translated,
    guards: FxHashMap<Term, Bool>,
    linear: Linear,
    /// How many questions others have answered since it has answered one.
    given_up: u32,
}

impl Session {
    fn new(of: u64) -> Self {
        let translated = Translated { divisions: Some(Divisions::default()), ..Translated::default() };
        let guards = FxHashMap::default();
        Self { of, solver: fresh("QF_BV"), translated, guards, linear: Linear::default(), given_up: 0 }
    }

    fn is_worth_asking(&self) -> bool {
        self.given_up < GIVEN_UP || self.given_up.is_multiple_of(AGAIN)
    }

    fn solve(&mut self, terms: &Terms, conjuncts: &[Term], timeout: Duration) -> Solved {
        self.translated.add(terms, conjuncts, &self.solver);
        let guards: Vec<Bool> = conjuncts.iter().map(|&conjunct| self.guard(conjunct)).collect();
        let found = || self.translated.found(terms, conjuncts, &self.solver);
        check_guarded(&self.solver, conjuncts, &guards, timeout, found)
    }

    fn guard(&mut self, conjunct: Term) -> Bool {
        let (solver, translated) = (&self.solver, &self.translated);
        let guard = self.guards.entry(conjunct).or_insert_with(|| {
            let guard = Bool::new_const(format!("guard{}", conjunct.number()));
            solver.assert(guard.implies(translated.terms[&conjunct].eq(BV::from_u64(1, 1))));
            guard
        });
        guard.clone()
    }
}

/// Asks a solver of its own. With divisions as they are it is good at what is almost a number,
/// without them at the rest: they take turns.
fn alone(terms: &Terms, conjuncts: &[Term], timeout: Duration) -> Solved {
    let divided = Alone::new(terms, conjuncts, Some(Divisions::default()));
    if !divided.translated.divisions.as_ref().is_some_and(Divisions::is_used) {
        return divided.solve(terms, conjuncts, timeout);
    }
    let first = QUICK.min(timeout / 4);
    let half = (timeout - first) / 2;
    let as_they_are = |time| Alone::new(terms, conjuncts, None).solve(terms, conjuncts, time);
    let or = |solved, other: &dyn Fn() -> Solved| if matches!(solved, Solved::Unknown) { other() } else { solved };
    let solved = or(as_they_are(first), &|| divided.solve(terms, conjuncts, half));
    or(solved, &|| as_they_are(half))
}

/// A solver for one question.
struct Alone {
    solver: z3::Solver,
    translated: Translated,
}

impl Alone {
    fn new(terms: &Terms, conjuncts: &[Term], divisions: Option<Divisions>) -> Self {
        let has_floats = conjuncts.iter().any(|&conjunct| terms.has_floats(conjunct));
        let solver = fresh(if has_floats { "QF_FPBV" } else { "QF_BV" });
        let all = all_parts(terms, conjuncts);
        let scaled = Scaled::new(terms, &all);
        let narrow = if scaled.is_none() && !has_floats { Narrow::new(terms, conjuncts, &all) } else { None };
        let mut translated = Translated { divisions, scaled, narrow, ..Translated::default() };
        translated.add(terms, conjuncts, &solver);
        for conjunct in conjuncts {
            solver.assert(translated.terms[conjunct].eq(BV::from_u64(1, 1)));
        }
        Self { solver, translated }
    }

    fn solve(&self, terms: &Terms, conjuncts: &[Term], timeout: Duration) -> Solved {
        limit(&self.solver, timeout);
        match self.solver.check() {
            SatResult::Unsat => Solved::Unsatisfiable(conjuncts.to_vec()),
            SatResult::Unknown => Solved::Unknown,
            SatResult::Sat => self.translated.found(terms, conjuncts, &self.solver),
        }
    }
}

/// Asks a solver whether these hold together; `guards` are what it knows them by. `found`: what
/// satisfies all, if something does.
pub(crate) fn check_guarded(
    solver: &z3::Solver,
    conjuncts: &[Term],
    guards: &[Bool],
    timeout: Duration,
    found: impl FnOnce() -> Solved,
) -> Solved {
    limit(solver, timeout);
    match solver.check_assumptions(guards) {
        SatResult::Unsat => {
            let core: FxHashSet<Bool> = solver.get_unsat_core().into_iter().collect();
            let excluding = conjuncts.iter().zip(guards).filter(|(_, guard)| core.contains(guard));
            Solved::Unsatisfiable(excluding.map(|(&conjunct, _)| conjunct).collect())
        }
        SatResult::Unknown => Solved::Unknown,
        SatResult::Sat => found(),
    }
}

pub(crate) fn fresh(logic: &str) -> z3::Solver {
    z3::Solver::new_for_logic(logic).unwrap_or_default()
}

fn limit(solver: &z3::Solver, timeout: Duration) {
    let millis = u32::try_from(timeout.as_millis()).unwrap_or(u32::MAX).max(1);
    let mut params = Params::new();
    params.set_u32("timeout", millis);
    // Z3 may miss that the time is up. Then it is stopped by its own count of steps, of which it
    // makes far fewer in this time.
    params.set_u32("rlimit", millis.saturating_mul(20_000).saturating_add(2_000_000));
    // Ctrl-C is for whoever explores. Z3 would take it for itself.
    params.set_bool("ctrl_c", false);
    solver.set_params(&params);
}

/// The answer of a solver of its own.
#[cfg(test)]
pub(crate) fn by_its_own(terms: &Terms, conjuncts: &[Term]) -> Solved {
    alone(terms, conjuncts, Duration::from_secs(10))
}

/// Terms as Z3 has them.
#[derive(Debug, Default)]
struct Translated {
    terms: FxHashMap<Term, BV>,
    inputs: FxHashMap<Input, BV>,
    floats: Floats,
    /// If divisions by constants are handed over as something else.
    divisions: Option<Divisions>,
    /// The same of inputs that are multiplied by a number.
    scaled: Option<Scaled>,
    /// What has fewer bits than it is wide.
    narrow: Option<Narrow>,
}

impl Translated {
    /// The numbers of the inputs of these conjuncts in the solver's model.
    fn found(&self, terms: &Terms, conjuncts: &[Term], solver: &z3::Solver) -> Solved {
        let Some(model) = solver.get_model() else { return Solved::Unknown };
        let number = |of: &BV| {
            let width = of.get_size();
            let low = model.eval(&of.extract(width.min(64) - 1, 0), true)?.as_u64()?;
            let high = if width > 64 { model.eval(&of.extract(width - 1, 64), true)?.as_u64()? } else { 0 };
            Some(u128::from(high) << 64 | u128::from(low))
        };
        let mut inputs: Vec<Input> = conjuncts.iter().flat_map(|&conjunct| terms.inputs(conjunct)).copied().collect();
        inputs.sort_unstable();
        inputs.dedup();
        let found: Option<Vec<_>> =
            inputs.into_iter().map(|input| Some((input, number(self.inputs.get(&input)?)?))).collect();
        found.map_or(Solved::Unknown, Solved::By)
    }

    /// All that the conjuncts are made of, with what holds of it in any case: operands have lower
    /// numbers, so the lowest first.
    fn add(&mut self, terms: &Terms, conjuncts: &[Term], solver: &z3::Solver) {
        let mut new: FxHashSet<Term> = FxHashSet::default();
        let mut stack = conjuncts.to_vec();
        while let Some(term) = stack.pop() {
            if !self.terms.contains_key(&term) && new.insert(term) {
                stack.extend(terms.node(term).operands());
            }
        }
        let mut order: Vec<Term> = new.into_iter().collect();
        order.sort_unstable();
        for term in order {
            let made = self.made(terms, term);
            self.terms.insert(term, made);
        }
        let laws = self.divisions.as_mut().map(Divisions::take_laws);
        laws.into_iter().flatten().for_each(|law| solver.assert(law));
    }

    /// A term whose operands are there.
    fn made(&mut self, terms: &Terms, term: Term) -> BV {
        let width = u32::from(terms.width(term));
        let of = |operand: Term| &self.terms[&operand];
        let bit = |operand: Term| of(operand).eq(BV::from_u64(1, 1));
        if let Some(made) = self.scaled.as_mut().and_then(|scaled| scaled.made(terms, term, bit)) {
            return made;
        }
        match terms.node(term) {
            Node::Const(bits) => number(width, bits),
            Node::Input(input) => {
                let bits = self.narrow.as_ref().map_or(width, |narrow| narrow.bits(term));
                let new = || BV::new_const(input, bits).zero_ext(width - bits);
                let made = self.scaled.as_mut().and_then(|scaled| scaled.input(term, new)).unwrap_or_else(new);
                self.inputs.insert(input, made.clone());
                made
            }
            Node::Binary(op, a, b) => {
                let dividend = Dividend { term: a, number: of(a) };
                let divided = self.divisions.as_mut().zip(terms.constant(b));
                let divided = divided.and_then(|(divisions, divisor)| divisions.of(op, &dividend, divisor));
                let narrow = || self.narrow.as_ref()?.made(op, (a, b), (of(a), of(b)));
                divided.or_else(narrow).unwrap_or_else(|| binary(op, of(a), of(b)))
            }
            Node::Float(op, a, b) => {
                let (a, b) = (Operand { term: a, bits: of(a) }, Operand { term: b, bits: of(b) });
                self.floats.made(op, (term, width), a, b)
            }
            Node::Concat(high, low) => of(high).concat(of(low)),
            Node::Extract(a, from) => of(a).extract(u32::from(from) + width - 1, from.into()),
            Node::SignExtend(a) => of(a).sign_ext(width - u32::from(terms.width(a))),
            Node::Lookup(table, index) => entry(width, terms.entries(table), of(index)),
            Node::Ite(cond, a, b) => bit(cond).ite(of(a), of(b)),
        }
    }
}

/// By one bit of the index after the other, the lowest first; equal halves are one.
fn entry(width: u32, entries: &[u64], index: &BV) -> BV {
    let mut numbers: FxHashMap<u64, usize> = FxHashMap::default();
    let mut made: Vec<BV> = Vec::new();
    let mut values: Vec<usize> = Vec::new();
    for &entry in entries {
        values.push(*numbers.entry(entry).or_insert_with(|| {
            made.push(number(width, entry.into()));
            made.len() - 1
        }));
    }
    for at in 0..index.get_size() {
        let bit = index.extract(at, at).eq(BV::from_u64(1, 1));
        let mut pairs: FxHashMap<(usize, usize), usize> = FxHashMap::default();
        let half = |pair: &[usize]| match pair {
            [a, b] if a != b => *pairs.entry((*a, *b)).or_insert_with(|| {
                made.push(bit.ite(&made[*b], &made[*a]));
                made.len() - 1
            }),
            pair => pair[0],
        };
        values = values.chunks(2).map(half).collect();
    }
    made[values[0]].clone()
}

pub(crate) fn number(width: u32, bits: u128) -> BV {
    if width <= 64 {
        return BV::from_u64(bits as u64, width);
    }
    BV::from_u64((bits >> 64) as u64, width - 64).concat(BV::from_u64(bits as u64, 64))
}

fn binary(op: Operator, a: &BV, b: &BV) -> BV {
    let bit = |holds: Bool| holds.ite(&BV::from_u64(1, 1), &BV::from_u64(0, 1));
    match op {
        Operator::Add => a.bvadd(b),
        Operator::Sub => a.bvsub(b),
        Operator::Mul => a.bvmul(b),
        Operator::UDiv => a.bvudiv(b),
        Operator::URem => a.bvurem(b),
        Operator::SDiv => a.bvsdiv(b),
        Operator::SRem => a.bvsrem(b),
        Operator::And => a.bvand(b),
        Operator::Or => a.bvor(b),
        Operator::Xor => a.bvxor(b),
        Operator::Shl => a.bvshl(b),
        Operator::LShr => a.bvlshr(b),
        Operator::AShr => a.bvashr(b),
        Operator::Eq => bit(a.eq(b)),
        Operator::ULt => bit(a.bvult(b)),
        Operator::SLt => bit(a.bvslt(b)),
    }
}
