//! Terms as text in SMT-LIB 2, the language of solvers.
//!
//! Each term is a definition of its own, so what is shared is written once. A result of
//! floating-point arithmetic is bits as well: those of a variable that, as a number, is the result.
//! Which bits NaN has is said by bits alone, as in `float`.

use crate::few::all_parts;
use std::fmt::Write;
use threadbare_term::float::{no_number, quiet_and_sign};
use threadbare_term::{FloatOp, Input, Node, Operator, Term, Terms};

/// A question, and the inputs whose numbers it asks for.
pub(crate) struct Text {
    pub(crate) text: String,
    pub(crate) inputs: Vec<Input>,
}

/// Whether all these terms, of one bit each, can be 1: definitions and assertions.
pub(crate) fn question(terms: &Terms, conjuncts: &[Term]) -> Text {
    let mut text = Text { text: "(set-logic QF_BVFP)\n".into(), inputs: Vec::new() };
    for term in all_parts(terms, conjuncts) {
        text.define(terms, term);
    }
    for conjunct in conjuncts {
        text.line(format_args!("(assert {})", holds(terms, *conjunct)));
    }
    text
}

fn constant(bits: u128, width: u8) -> String {
    format!("(_ bv{bits} {width})")
}

/// That a term of one bit is 1: solvers see through comparisons better than through bits.
fn holds(terms: &Terms, term: Term) -> String {
    match (terms.node(term), terms.opposite(term)) {
        (_, Some(plain)) => format!("(not {})", holds(terms, plain)),
        (Node::Binary(op, a, b), _) if op.compares() => format!("({} t{} t{})", word(op), a.number(), b.number()),
        _ => format!("(= t{} #b1)", term.number()),
    }
}

/// A condition as one bit.
fn bit(holds: &str) -> String {
    format!("(ite {holds} #b1 #b0)")
}

const fn sort(width: u8) -> &'static str {
    if width == 32 { "8 24" } else { "11 53" }
}

/// The floating-point number of these bits.
fn of_bits(bits: &str, width: u8) -> String {
    format!("((_ to_fp {}) {bits})", sort(width))
}

impl Text {
    fn line(&mut self, line: std::fmt::Arguments<'_>) {
        let _ = writeln!(self.text, "{line}");
    }

    /// A term whose operands are there.
    fn define(&mut self, terms: &Terms, term: Term) {
        let (width, name) = (terms.width(term), term.number());
        let of = |operand: Term| format!("t{}", operand.number());
        let made = match terms.node(term) {
            Node::Const(bits) => constant(bits, width),
            Node::Input(input) => {
                self.inputs.push(input);
                self.line(format_args!("(declare-const i{input} (_ BitVec {width}))"));
                format!("i{input}")
            }
            Node::Binary(op, ..) if op.compares() => bit(&holds(terms, term)),
            Node::Binary(op, a, b) => format!("({} {} {})", word(op), of(a), of(b)),
            Node::Float(op, a, b) => self.float(terms, op, term, (a, b)),
            Node::Concat(high, low) => format!("(concat {} {})", of(high), of(low)),
            Node::Extract(a, from) => format!("((_ extract {} {from}) {})", from + width - 1, of(a)),
            Node::SignExtend(a) => format!("((_ sign_extend {}) {})", width - terms.width(a), of(a)),
            Node::Lookup(table, index) => self.entry(terms.entries(table), (width, name), &of(index)),
            Node::Ite(cond, a, b) => format!("(ite {} {} {})", holds(terms, cond), of(a), of(b)),
        };
        self.line(format_args!("(define-fun t{name} () (_ BitVec {width}) {made})"));
    }

    /// By one bit of the index after the other.
    fn entry(&mut self, entries: &[u64], (width, name): (u8, u32), index: &str) -> String {
        let mut halves: Vec<String> = entries.iter().map(|&entry| constant(entry.into(), width)).collect();
        for at in 0.. {
            let [_, _, ..] = halves[..] else { break };
            let mut next = Vec::new();
            for pair in halves.chunks(2) {
                if pair[0] == pair[1] {
                    next.push(pair[0].clone());
                    continue;
                }
                let own = format!("t{name}.{at}.{}", next.len());
                let (low, high) = (&pair[0], &pair[1]);
                let chosen = format!("(ite (= ((_ extract {at} {at}) {index}) #b1) {high} {low})");
                self.line(format_args!("(define-fun {own} () (_ BitVec {width}) {chosen})"));
                next.push(own);
            }
            halves = next;
        }
        halves.swap_remove(0)
    }

    fn float(&mut self, terms: &Terms, op: FloatOp, term: Term, (a, b): (Term, Term)) -> String {
        let (width, from, name) = (terms.width(term), terms.width(a), term.number());
        let (a, b) = (format!("t{}", a.number()), format!("t{}", b.number()));
        let (x, y) = (of_bits(&a, from), of_bits(&b, from));
        let integral = |mode: &str| format!("(fp.roundToIntegral {mode} {x})");
        let result = match op {
            FloatOp::Eq => return bit(&format!("(fp.eq {x} {y})")),
            FloatOp::Less => return bit(&format!("(fp.lt {x} {y})")),
            FloatOp::LessEq => return bit(&format!("(fp.leq {x} {y})")),
            FloatOp::ToSigned => return to_signed(&x, from, width),
            FloatOp::ToUnsigned => {
                let fits =
                    format!("(and (fp.geq {x} {}) (fp.lt {x} {}))", edge(0.0, from), edge(2.0_f64.powi(64), from));
                return format!("(ite {fits} ((_ fp.to_ubv 64) RTZ {x}) {})", to_signed(&x, from, 64));
            }
            FloatOp::Add => format!("(fp.add RNE {x} {y})"),
            FloatOp::Sub => format!("(fp.sub RNE {x} {y})"),
            FloatOp::Mul => format!("(fp.mul RNE {x} {y})"),
            FloatOp::Div => format!("(fp.div RNE {x} {y})"),
            FloatOp::Sqrt => format!("(fp.sqrt RNE {x})"),
            FloatOp::Floor => integral("RTN"),
            FloatOp::Ceil => integral("RTP"),
            FloatOp::Trunc => integral("RTZ"),
            FloatOp::Round => integral("RNA"),
            FloatOp::RoundEven => integral("RNE"),
            FloatOp::Resize => format!("((_ to_fp {}) RNE {x})", sort(width)),
            FloatOp::FromSigned => format!("((_ to_fp {}) RNE {a})", sort(width)),
            FloatOp::FromUnsigned => format!("((_ to_fp_unsigned {}) RNE {a})", sort(width)),
        };
        self.line(format_args!("(declare-const b{name} (_ BitVec {width}))"));
        let number = of_bits(&format!("b{name}"), width);
        self.line(format_args!("(assert (= {number} {result}))"));
        if op.is_of_integer() {
            return format!("b{name}");
        }
        let none = constant(no_number(width), width);
        let mut made = format!("(ite (fp.isNaN {number}) {none} b{name})");
        if op.is_binary() {
            made = format!("(ite (fp.isNaN {y}) {} {made})", quiet(&b, from, width));
        }
        format!("(ite (fp.isNaN {x}) {} {made})", quiet(&a, from, width))
    }
}

/// The bits of a NaN, made quiet, in a number of `width` bits.
fn quiet(bits: &str, from: u8, width: u8) -> String {
    let (quiet, _) = quiet_and_sign(width);
    let extract = |high: u8, low: u8| format!("((_ extract {high} {low}) {bits})");
    let same = match (from, width) {
        (32, 64) => {
            format!("(concat {} {} {} {})", extract(31, 31), constant(0x7FF, 11), extract(22, 0), constant(0, 29))
        }
        (64, 32) => format!("(concat {} {} {})", extract(63, 63), constant(0xFF, 8), extract(51, 29)),
        _ => bits.to_owned(),
    };
    format!("(bvor {same} {})", constant(quiet, width))
}

fn edge(of: f64, width: u8) -> String {
    let bits = if width == 32 { (of as f32).to_bits().into() } else { of.to_bits() };
    of_bits(&constant(bits.into(), width), width)
}

fn to_signed(x: &str, from: u8, width: u8) -> String {
    let limit = 2.0_f64.powi(i32::from(width) - 1);
    // What is above the least number less one is rounded to that, if there are such numbers.
    let precision = if from == 32 { 24 } else { 53 };
    let (above, least) = if width <= precision { ("fp.gt", -limit - 1.0) } else { ("fp.geq", -limit) };
    let fits = format!("(and ({above} {x} {}) (fp.lt {x} {}))", edge(least, from), edge(limit, from));
    format!("(ite {fits} ((_ fp.to_sbv {width}) RTZ {x}) {})", constant(1 << (width - 1), width))
}

const fn word(op: Operator) -> &'static str {
    match op {
        Operator::Add => "bvadd",
        Operator::Sub => "bvsub",
        Operator::Mul => "bvmul",
        Operator::UDiv => "bvudiv",
        Operator::URem => "bvurem",
        Operator::SDiv => "bvsdiv",
        Operator::SRem => "bvsrem",
        Operator::And => "bvand",
        Operator::Or => "bvor",
        Operator::Xor => "bvxor",
        Operator::Shl => "bvshl",
        Operator::LShr => "bvlshr",
        Operator::AShr => "bvashr",
        Operator::Eq => "=",
        Operator::ULt => "bvult",
        Operator::SLt => "bvslt",
    }
}
