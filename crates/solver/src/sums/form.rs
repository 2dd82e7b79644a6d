//! [`Form`]: a whole number that is a sum of multiples of others, and [`Ranges`], what these can be.

use rustc_hash::FxHashMap;
use threadbare_term::operator::{mask, signed};
use threadbare_term::{Node, Operator, Term, Terms, Width};

/// A term, and whether it is seen with its sign.
pub(super) type Seen = (Term, bool);

/// Parts of a sum, each so many times.
type Parts = Vec<(Seen, i128)>;

/// Longer sums, and deeper terms, are something of which only the range is known.
const LONGEST: usize = 12;
const DEEPEST: usize = 64;
/// Greater factors and numbers are not counted with.
const MOST_FACTOR: i128 = 1 << 40;
const MOST_NUMBER: i128 = 1 << 110;

/// The sum of these, each so many times, and a number.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Form {
    /// In order, no factor is 0.
    pub(super) parts: Parts,
    pub(super) number: i128,
}

impl Form {
    fn number(number: i128) -> Self {
        Self { parts: Vec::new(), number }
    }

    fn one(seen: Seen) -> Self {
        Self { parts: vec![(seen, 1)], number: 0 }
    }

    /// This and so many times another; `None` if that is too much.
    pub(super) fn plus(&self, factor: i128, other: &Self) -> Option<Self> {
        let mut parts = self.parts.clone();
        for &(seen, times) in &other.parts {
            let times = times.checked_mul(factor)?;
            match parts.binary_search_by_key(&seen, |part| part.0) {
                Ok(at) => parts[at].1 += times,
                Err(at) => parts.insert(at, (seen, times)),
            }
        }
        parts.retain(|part| part.1 != 0);
        let number = self.number.checked_add(other.number.checked_mul(factor)?)?;
        let fits = parts.len() <= LONGEST && parts.iter().all(|part| part.1.abs() <= MOST_FACTOR);
        (fits && number.abs() <= MOST_NUMBER).then_some(Self { parts, number })
    }

    pub(super) fn negated(&self) -> Self {
        Self { parts: self.parts.iter().map(|&(seen, times)| (seen, -times)).collect(), number: -self.number }
    }
}

/// From the least number to the greatest one.
pub(super) type Range = (i128, i128);

/// What holds of terms by the conjuncts.
#[derive(Debug, Default)]
pub(super) struct Ranges {
    seen: FxHashMap<Seen, Range>,
    /// Of sums without their numbers; the first factor is positive.
    sums: FxHashMap<Parts, (Option<i128>, Option<i128>)>,
    /// The forms of terms, as long as nothing has changed.
    forms: FxHashMap<Seen, Option<Form>>,
    /// The same of sums that may overflow.
    exact: FxHashMap<Seen, Option<Form>>,
    pub(super) has_changed: bool,
}

impl Ranges {
    /// Something may be known now of which forms can make use.
    pub(super) fn begin(&mut self) {
        self.forms.clear();
        self.exact.clear();
        self.has_changed = false;
    }

    /// All that are bounded, in order.
    pub(super) fn all(&self) -> Vec<(Seen, Range)> {
        let mut all: Vec<(Seen, Range)> = self.seen.iter().map(|(&seen, &range)| (seen, range)).collect();
        all.sort_unstable();
        all
    }

    pub(super) fn of(&self, terms: &Terms, (term, is_signed): Seen) -> Range {
        if let Some(&known) = self.seen.get(&(term, is_signed)) {
            return known;
        }
        let facts = terms.facts(term);
        let all = all(terms.width(term), is_signed);
        let has_none = facts.max <= mask(terms.width(term)) >> 1;
        if is_signed && !has_none { all } else { (facts.min as i128, facts.max as i128) }
    }

    /// It is within these as well. `None` if nothing is.
    pub(super) fn narrow(&mut self, terms: &Terms, seen: Seen, (least, most): Range) -> Option<()> {
        let old = self.of(terms, seen);
        let new = (old.0.max(least), old.1.min(most));
        if new != old {
            self.has_changed = true;
            self.seen.insert(seen, new);
            // Where there is no sign, both views are one.
            if new.0 >= 0 && new.1 <= all(terms.width(seen.0), true).1 {
                self.narrow(terms, (seen.0, !seen.1), new)?;
            }
        }
        (new.0 <= new.1).then_some(())
    }

    /// The sum without its number is not above this. `None` if that cannot be.
    pub(super) fn bound(&mut self, form: &Form, most: i128) -> Option<()> {
        let (parts, is_turned) = straight(form);
        let known = self.sums.entry(parts).or_default();
        let side = if is_turned { &mut known.0 } else { &mut known.1 };
        let new = if is_turned { -most } else { most };
        let sharper = side.is_none_or(|old| if is_turned { old < new } else { new < old });
        if sharper {
            *side = Some(new);
            self.has_changed = true;
        }
        (known.0.unwrap_or(i128::MIN) <= known.1.unwrap_or(i128::MAX)).then_some(())
    }

    /// What a sum can be.
    pub(super) fn range(&self, terms: &Terms, form: &Form) -> Range {
        let (mut least, mut most) = (0, 0);
        for &(seen, times) in &form.parts {
            let (low, high) = self.of(terms, seen);
            least += times * if times > 0 { low } else { high };
            most += times * if times > 0 { high } else { low };
        }
        let (parts, is_turned) = straight(form);
        if let Some(&(low, high)) = self.sums.get(&parts) {
            let (low, high) = if is_turned { (high.map(|n| -n), low.map(|n| -n)) } else { (low, high) };
            least = least.max(low.unwrap_or(least));
            most = most.min(high.unwrap_or(most));
        }
        (least + form.number, most + form.number)
    }

    /// A term as a sum; one of itself if no other is known to be the same. `None` if it is too wide.
    pub(super) fn form(&mut self, terms: &Terms, seen: Seen, depth: usize) -> Option<Form> {
        let (term, is_signed) = seen;
        let width = terms.width(term);
        if width > 64 {
            return None;
        }
        // Where there is no sign, both views are one.
        let is_signed = is_signed && terms.facts(term).max > mask(width) >> 1;
        let seen = (term, is_signed);
        if let Some(known) = self.forms.get(&seen) {
            return known.clone();
        }
        let exact = if depth < DEEPEST { self.exact(terms, seen, depth + 1) } else { None };
        let form = exact.and_then(|form| self.wrapped(terms, form, width, is_signed));
        let form = form.unwrap_or_else(|| self.itself(terms, seen));
        self.forms.insert(seen, Some(form.clone()));
        Some(form)
    }

    /// A term as something of which only the range is known: with its sign, if that is known.
    fn itself(&self, terms: &Terms, (term, is_signed): Seen) -> Form {
        let with_sign = Form::one((term, true));
        let (least, most) = self.of(terms, (term, true));
        match is_signed {
            true => with_sign,
            false if least >= 0 => with_sign,
            false if most < 0 => Form { number: 1_i128 << terms.width(term), ..with_sign },
            false => Form::one((term, false)),
        }
    }

    /// A part of a sum. Where a sum of some of them overflows, that of all may be in range again.
    fn part(&mut self, terms: &Terms, seen: Seen, depth: usize) -> Option<Form> {
        match terms.node(seen.0) {
            Node::Binary(Operator::Add | Operator::Sub, ..) if depth < DEEPEST => {
                if let Some(known) = self.exact.get(&seen) {
                    return known.clone();
                }
                let exact = self.exact(terms, seen, depth + 1);
                self.exact.insert(seen, exact.clone());
                exact
            }
            _ => self.form(terms, seen, depth),
        }
    }

    /// A number that is the same as the term but for a multiple of 2^width.
    fn exact(&mut self, terms: &Terms, (term, is_signed): Seen, depth: usize) -> Option<Form> {
        let width = terms.width(term);
        match terms.node(term) {
            Node::Const(bits) => Some(Form::number(if is_signed { signed(bits, width) } else { bits as i128 })),
            Node::Binary(op @ (Operator::Add | Operator::Sub), a, b) => {
                let (a, b) = (self.part(terms, (a, is_signed), depth)?, self.part(terms, (b, is_signed), depth)?);
                a.plus(if op == Operator::Add { 1 } else { -1 }, &b)
            }
            Node::Binary(Operator::Mul, a, b) => {
                let by = signed(terms.constant(b)?, width);
                Form::default().plus(by, &self.form(terms, (a, is_signed), depth)?)
            }
            Node::Concat(high, low) => {
                let by = 1_i128 << terms.width(low);
                let high = self.form(terms, (high, is_signed), depth)?;
                self.form(terms, (low, false), depth)?.plus(by, &high)
            }
            Node::SignExtend(of) => self.form(terms, (of, true), depth),
            Node::Extract(of, 0) => self.form(terms, (of, is_signed), depth),
            _ => None,
        }
    }

    /// The same, if it may also be what is known of some of its parts together, and the rest.
    pub(super) fn closer_range(&self, terms: &Terms, form: &Form) -> Range {
        let (mut least, mut most) = self.range(terms, form);
        for (parts, &(low, high)) in &self.sums {
            let Some(times) = times_in(parts, form) else { continue };
            let some = Form { parts: parts.clone(), number: 0 };
            let Some(rest) = form.plus(-times, &some) else { continue };
            let (p, q) = self.range(terms, &rest);
            let (low, high) = if times > 0 { (low, high) } else { (high.map(|n| -n), low.map(|n| -n)) };
            least = least.max(low.map_or(least, |low| low + p));
            most = most.min(high.map_or(most, |high| high + q));
        }
        (least, most)
    }

    /// In the range of its width, if one multiple of 2^width does.
    fn wrapped(&self, terms: &Terms, mut form: Form, width: Width, is_signed: bool) -> Option<Form> {
        let (least, _) = all(width, is_signed);
        let (low, high) = self.closer_range(terms, &form);
        let (first, last) = ((low - least) >> width, (high - least) >> width);
        form.number -= first << width;
        (first == last).then_some(form)
    }
}

/// The numbers of a width.
fn all(width: Width, is_signed: bool) -> Range {
    let half = 1_i128 << (width - 1);
    if is_signed { (-half, half - 1) } else { (0, 2 * half - 1) }
}

/// 1 if these are some parts of a sum, -1 if they are once negated.
fn times_in(parts: &Parts, form: &Form) -> Option<i128> {
    let found = |&(seen, _): &(Seen, i128)| form.parts.binary_search_by_key(&seen, |part| part.0).ok();
    let of = |part: &(Seen, i128)| found(part).map(|at| form.parts[at].1);
    let times = if of(parts.first()?)? == parts[0].1 { 1 } else { -1 };
    parts.iter().all(|part| of(part) == Some(times * part.1)).then_some(times)
}

/// The parts of a sum, all of them negated if the first one is taken away.
fn straight(form: &Form) -> (Parts, bool) {
    let is_turned = form.parts.first().is_some_and(|part| part.1 < 0);
    let turn = |&(seen, times): &(Seen, i128)| (seen, if is_turned { -times } else { times });
    (form.parts.iter().map(turn).collect(), is_turned)
}
