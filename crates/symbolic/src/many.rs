//! Whether a floating-point number has more values than are tried where a number is needed. The
//! solver is slow at finding them one by one; where neighbours of one that is possible are so as
//! well, there is no need to.
//!
//! Not covered: integers that are computed of such numbers (an index that is outside its object is
//! to be told with its number).

use crate::MOST_VALUES;
use crate::table::Table;
use rustc_hash::FxHashSet;
use threadbare_solver::Satisfiable;
use threadbare_term::operator::mask;
use threadbare_term::{Model, Node, Term};

impl Table {
    /// See the module; false also where that is not known.
    pub(crate) fn has_many(&mut self, term: Term) -> bool {
        let is_float =
            self.terms.is_float(term) || matches!(self.terms.node(term), Node::Float(op, ..) if !op.is_integer());
        if !is_float {
            return false;
        }
        self.go_to_history();
        if self.least.path.ask(&mut self.questions, &self.terms) != Satisfiable::Yes {
            return false;
        }
        let told: Vec<_> = self.histories.answers(self.history).map(|(_, asked, holds)| (asked.cond, holds)).collect();
        let conjuncts: Vec<Term> = told.into_iter().map(|(cond, holds)| self.literal(cond, holds)).collect();
        let all = conjuncts.iter().chain([&term]).flat_map(|&of| self.terms.inputs(of)).copied();
        let numbers: Vec<_> = all
            .collect::<FxHashSet<_>>()
            .into_iter()
            .filter_map(|input| Some((input, self.least.path.evaluate(&self.terms, self.inputs.term(input)?))))
            .collect();
        let mut model = Model::new(numbers, 0);
        let mut found = FxHashSet::default();
        for &input in self.terms.inputs(term) {
            let width = self.inputs.get(input).width;
            let base = model.number(input);
            for step in 0..2 * u128::from(MOST_VALUES) {
                for near in [base.wrapping_add(step), base.wrapping_sub(step)] {
                    model.change(&[(input, near & mask(width))]);
                    if conjuncts.iter().all(|&conjunct| model.evaluate(&self.terms, conjunct) == 1) {
                        found.insert(model.evaluate(&self.terms, term));
                    }
                }
                if found.len() > MOST_VALUES as usize {
                    return true;
                }
            }
            model.change(&[(input, base)]);
        }
        false
    }
}
