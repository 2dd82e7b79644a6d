//! [`Z3`]: the solver of that name, by its library.
//!
//! Each question is a new solver of Z3's: nothing is kept from one to the next but what
//! [`crate::Questions`] keeps.

use crate::{Solved, Solver};
use rustc_hash::{FxHashMap, FxHashSet};
use std::time::Duration;
use threadbare_term::{Input, Node, Operator, Term, Terms};
use z3::ast::{BV, Bool};
use z3::{Params, SatResult};

/// See the module.
#[derive(Clone, Copy, Debug)]
pub struct Z3 {
    /// How long a question may take.
    pub timeout: Duration,
}

impl Default for Z3 {
    fn default() -> Self {
        Self { timeout: Duration::from_secs(10) }
    }
}

impl Solver for Z3 {
    fn solve(&mut self, terms: &Terms, conjuncts: &[Term]) -> Solved {
        let solver = z3::Solver::new_for_logic("QF_BV").unwrap_or_default();
        let mut params = Params::new();
        params.set_u32("timeout", u32::try_from(self.timeout.as_millis()).unwrap_or(u32::MAX));
        solver.set_params(&params);
        let translated = translated(terms, conjuncts);
        for conjunct in conjuncts {
            solver.assert(translated.terms[conjunct].eq(BV::from_u64(1, 1)));
        }
        match solver.check() {
            SatResult::Unsat => Solved::Unsatisfiable,
            SatResult::Unknown => Solved::Unknown,
            SatResult::Sat => match solver.get_model().and_then(|model| translated.inputs(&model)) {
                Some(inputs) => Solved::By(inputs),
                None => Solved::Unknown,
            },
        }
    }
}

/// Terms as Z3 has them.
struct Translated {
    terms: FxHashMap<Term, BV>,
    inputs: Vec<(Input, BV)>,
}

impl Translated {
    /// The inputs' numbers in a model.
    fn inputs(&self, model: &z3::Model) -> Option<Vec<(Input, u128)>> {
        let number = |of: &BV| {
            let width = of.get_size();
            let low = model.eval(&of.extract(width.min(64) - 1, 0), true)?.as_u64()?;
            let high = if width > 64 { model.eval(&of.extract(width - 1, 64), true)?.as_u64()? } else { 0 };
            Some(u128::from(high) << 64 | u128::from(low))
        };
        self.inputs.iter().map(|(input, of)| Some((*input, number(of)?))).collect()
    }
}

/// All that the conjuncts are made of: operands have lower numbers, so the lowest first.
fn translated(terms: &Terms, conjuncts: &[Term]) -> Translated {
    let mut all: FxHashSet<Term> = FxHashSet::default();
    let mut stack = conjuncts.to_vec();
    while let Some(term) = stack.pop() {
        if all.insert(term) {
            stack.extend(terms.node(term).operands());
        }
    }
    let mut order: Vec<Term> = all.into_iter().collect();
    order.sort_unstable();
    let mut translated = Translated { terms: FxHashMap::default(), inputs: Vec::new() };
    for term in order {
        let width = u32::from(terms.width(term));
        let made = {
            let of = |operand: Term| &translated.terms[&operand];
            match terms.node(term) {
                Node::Const(bits) => number(width, bits),
                Node::Input(input) => {
                    let made = BV::new_const(input, width);
                    translated.inputs.push((input, made.clone()));
                    made
                }
                Node::Binary(op, a, b) => binary(op, of(a), of(b)),
                Node::Concat(high, low) => of(high).concat(of(low)),
                Node::Extract(a, from) => of(a).extract(u32::from(from) + width - 1, from.into()),
                Node::SignExtend(a) => of(a).sign_ext(width - u32::from(terms.width(a))),
                Node::Ite(cond, a, b) => of(cond).eq(BV::from_u64(1, 1)).ite(of(a), of(b)),
            }
        };
        translated.terms.insert(term, made);
    }
    translated
}

fn number(width: u32, bits: u128) -> BV {
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
