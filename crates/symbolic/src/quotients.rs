//! Quotients that are put together again (`a / b * b + a % b`): no solver is needed to see that the
//! result fits.

use crate::table::Table;
use threadbare_program::OverflowOp;
use threadbare_term::operator::mask;
use threadbare_term::{Node, Operator, Term};

impl Table {
    /// Whether a quotient that is multiplied by its divisor does not fit, or that and the rest:
    /// only the least number divided by -1 is too much.
    pub(crate) fn quotient_overflows(&mut self, op: OverflowOp, a: Term, b: Term) -> Option<Term> {
        let terms = &self.terms;
        let by = |quotient: Term, divisor: Term| match (op, terms.node(quotient)) {
            (OverflowOp::SMul, Node::Binary(Operator::SDiv, x, y)) => (y == divisor).then_some((x, y)),
            (OverflowOp::UMul, Node::Binary(Operator::UDiv, x, y)) => (y == divisor).then_some((x, y)),
            _ => None,
        };
        if let Some((x, y)) = by(a, b).or_else(|| by(b, a)) {
            let width = self.terms.width(x);
            if op == OverflowOp::UMul {
                return Some(self.terms.number(1, 0));
            }
            let (least, minus) = (self.terms.is(x, 1 << (width - 1)), self.terms.is(y, mask(width)));
            return Some(self.terms.binary(Operator::And, least, minus));
        }
        let is_whole = |product: Term, rest: Term| {
            let Node::Binary(Operator::Mul, p, q) = terms.node(product) else { return false };
            let divides = |quotient: Term, divisor: Term| match (op, terms.node(quotient)) {
                (OverflowOp::SAdd, Node::Binary(Operator::SDiv, x, y)) => {
                    y == divisor && terms.node(rest) == Node::Binary(Operator::SRem, x, y)
                }
                (OverflowOp::UAdd, Node::Binary(Operator::UDiv, x, y)) => {
                    y == divisor && terms.node(rest) == Node::Binary(Operator::URem, x, y)
                }
                _ => false,
            };
            divides(p, q) || divides(q, p)
        };
        (is_whole(a, b) || is_whole(b, a)).then(|| self.terms.number(1, 0))
    }
}
