//! Conjuncts that look at some bits of inputs (`x >> 4`, `x & 3`, an index that is put together of
//! two bytes), piece by piece, where whole inputs would be too many numbers.
//!
//! Inputs are cut where terms cut them. Pieces that a conjunct joins are a group, as long as it has
//! few bits; what its conjuncts admit is found by trying all. What is known then of terms (an entry
//! of a table is one of these, so its highest bits are 0) decides other conjuncts, or shows that
//! they depend on less than it seems. The rest is tried, for groups that conjuncts join, apart from
//! others. So both answers are sure.
//!
//! Not covered: pieces of many bits.

use crate::few::all_parts;
use crate::order::Ordered;
use rustc_hash::FxHashMap;
use threadbare_term::operator::mask;
use threadbare_term::{Facts, Input, Node, Term, Terms, Width};

/// More terms are the solver's;
const MOST_PARTS: usize = 1 << 11;
/// so are more pieces than a set has bits.
const MOST_PIECES: usize = 64;
/// So many bits a piece has,
const MOST_BITS: Width = 12;
/// and pieces that are joined.
const MOST_JOINED: u32 = 8;
/// So many terms are computed.
const MOST: usize = 1 << 18;

/// Bits of an input, from one on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Piece {
    input: Input,
    from: Width,
    width: Width,
}

impl Piece {
    fn is_in(&self, of: Self) -> bool {
        self.input == of.input && self.from >= of.from && self.from < of.from + of.width
    }
}

/// Pieces, or groups, by number.
type Set = u64;

/// See the module.
pub(crate) fn pieced(terms: &Terms, slice: &[Term]) -> Ordered {
    let nothing = Ordered::Perhaps(vec![]);
    let Some(mut tried) = Pieces::new(terms, slice) else { return nothing };
    match tried.filter().and_then(|()| tried.reduce()).and_then(|()| tried.search()) {
        Ok(()) => Ordered::Perhaps(vec![tried.model()]),
        Err(Failed::Impossible) => Ordered::Impossible,
        Err(Failed::TooMany) => nothing,
    }
}

/// Why nothing is found.
enum Failed {
    Impossible,
    TooMany,
}

/// A term.
struct Part {
    term: Term,
    operands: [usize; 3],
    /// The groups that it depends on.
    depends: Set,
    facts: Facts,
    value: u128,
    /// If it is bits of an input: where they come from.
    sources: Vec<Source>,
}

/// Bits of a group, and which bits of a term they are.
struct Source {
    group: usize,
    from: Width,
    width: Width,
    to: Width,
}

/// Pieces that are tried together.
#[derive(Default)]
struct Group {
    /// The first has the lowest bits.
    pieces: Vec<Piece>,
    /// What they can be.
    admitted: Vec<u128>,
    is: u128,
}

struct Pieces<'a> {
    terms: &'a Terms,
    /// Operands first.
    parts: Vec<Part>,
    /// Where the conjuncts are that are left.
    conjuncts: Vec<usize>,
    groups: Vec<Group>,
    /// How many terms may still be computed.
    left: usize,
}

/// The bits of an input that a term is, if it is some.
fn bits(terms: &Terms, term: Term) -> Option<Piece> {
    let width = terms.width(term);
    match terms.node(term) {
        Node::Input(input) => Some(Piece { input, from: 0, width }),
        Node::Extract(of, from) => match terms.node(of) {
            Node::Input(input) => Some(Piece { input, from, width }),
            _ => None,
        },
        _ => None,
    }
}

/// The pieces into which terms cut inputs, in order.
fn cut(terms: &Terms, parts: &[Term]) -> Vec<Piece> {
    let mut ends: Vec<(Input, Width)> = Vec::new();
    for piece in parts.iter().filter_map(|&part| bits(terms, part)) {
        ends.extend([(piece.input, piece.from), (piece.input, piece.from + piece.width)]);
    }
    ends.sort_unstable();
    ends.dedup();
    let between = |pair: &[(Input, Width)]| {
        let [(input, from), (other, to)] = [pair[0], pair[1]];
        (input == other).then(|| Piece { input, from, width: to - from })
    };
    ends.windows(2).filter_map(between).collect()
}

impl<'a> Pieces<'a> {
    fn new(terms: &'a Terms, slice: &[Term]) -> Option<Self> {
        let all = all_parts(terms, slice);
        if all.len() > MOST_PARTS || slice.iter().any(|&conjunct| terms.has_floats(conjunct)) {
            return None;
        }
        let pieces = cut(terms, &all);
        if pieces.len() > MOST_PIECES || pieces.iter().any(|piece| piece.width > MOST_BITS) {
            return None;
        }
        let places: FxHashMap<Term, usize> = all.iter().copied().zip(0..).collect();
        let mut parts: Vec<Part> = Vec::with_capacity(all.len());
        for &term in &all {
            let mut operands = [0; 3];
            for (place, operand) in operands.iter_mut().zip(terms.node(term).operands()) {
                *place = places[&operand];
            }
            let depends = match bits(terms, term) {
                Some(of) => set_of(&pieces, |piece| piece.is_in(of)),
                None => terms.node(term).operands().fold(0, |set, operand| set | parts[places[&operand]].depends),
            };
            let facts = terms.facts(term);
            parts.push(Part {
                term,
                operands,
                depends,
                facts,
                value: terms.constant(term).unwrap_or(0),
                sources: vec![],
            });
        }
        let conjuncts: Vec<usize> = slice.iter().map(|conjunct| places[conjunct]).collect();
        let groups = grouped(&pieces, conjuncts.iter().map(|&at| parts[at].depends).collect());
        for part in &mut parts {
            part.depends = set_of(&groups, |group| group & part.depends != 0);
        }
        let group = |group: &Set| {
            let members = (0..).zip(&pieces).filter(|(n, _)| group >> n & 1 == 1);
            Group { pieces: members.map(|(_, piece)| *piece).collect(), ..Group::default() }
        };
        let groups: Vec<Group> = groups.iter().map(group).collect();
        for part in &mut parts {
            part.sources = sources(&groups, bits(terms, part.term));
        }
        Some(Self { terms, parts, conjuncts, groups, left: MOST })
    }

    /// What each group can be by conjuncts of it alone, and what is known of terms of it alone.
    fn filter(&mut self) -> Result<(), Failed> {
        for n in 0..self.groups.len() {
            let alone = 1 << n;
            let steps: Vec<usize> = (0..self.parts.len()).filter(|&at| self.parts[at].depends == alone).collect();
            let own: Vec<usize> =
                self.conjuncts.iter().copied().filter(|&at| self.parts[at].depends == alone).collect();
            let count = 1_u128 << self.groups[n].pieces.iter().map(|piece| piece.width).sum::<Width>();
            self.spend(count as usize * (steps.len() + 1))?;
            let mut facts: Vec<Option<Facts>> = vec![None; steps.len()];
            for number in 0..count {
                self.set(n, number, &steps);
                if own.iter().any(|&at| self.parts[at].value == 0) {
                    continue;
                }
                self.groups[n].admitted.push(number);
                for (facts, &at) in facts.iter_mut().zip(&steps) {
                    let (value, width) = (self.parts[at].value, self.terms.width(self.parts[at].term));
                    let one = Facts::exactly(width, value);
                    *facts = Some(facts.map_or(one, |known| known.or(one)));
                }
            }
            for (facts, at) in facts.into_iter().zip(steps) {
                self.parts[at].facts = facts.ok_or(Failed::Impossible)?;
            }
            self.conjuncts.retain(|at| !own.contains(at));
        }
        Ok(())
    }

    fn spend(&mut self, steps: usize) -> Result<(), Failed> {
        self.left = self.left.checked_sub(steps).ok_or(Failed::TooMany)?;
        Ok(())
    }

    /// What is known of other terms: it decides conjuncts, and what terms depend on.
    fn reduce(&mut self) -> Result<(), Failed> {
        let places: FxHashMap<Term, usize> = self.parts.iter().map(|part| part.term).zip(0..).collect();
        for at in 0..self.parts.len() {
            let term = self.parts[at].term;
            let is_leaf = !self.parts[at].sources.is_empty();
            if self.parts[at].depends.count_ones() > 1 && !is_leaf {
                let facts = self.terms.facts_if(term, |operand| self.parts[places[&operand]].facts);
                let depends =
                    self.terms.node(term).operands().fold(0, |set, operand| set | self.parts[places[&operand]].depends);
                (self.parts[at].facts, self.parts[at].depends) = (facts, depends);
            }
            if let Some(number) = self.parts[at].facts.number() {
                (self.parts[at].value, self.parts[at].depends) = (number, 0);
            }
        }
        let parts = &self.parts;
        if self.conjuncts.iter().any(|&at| parts[at].facts.number() == Some(0)) {
            return Err(Failed::Impossible);
        }
        self.conjuncts.retain(|&at| parts[at].facts.number().is_none());
        Ok(())
    }

    /// Numbers for the groups for which the other conjuncts hold.
    fn search(&mut self) -> Result<(), Failed> {
        for group in &mut self.groups {
            group.is = group.admitted[0];
        }
        let mut joined: Vec<Set> = Vec::new();
        for &at in &self.conjuncts {
            let mut set = self.parts[at].depends;
            joined.retain(|other| {
                let apart = other & set == 0;
                set |= if apart { 0 } else { *other };
                apart
            });
            // One that is met later may join what was passed.
            while let Some(n) = joined.iter().position(|other| other & set != 0) {
                set |= joined.swap_remove(n);
            }
            joined.push(set);
        }
        joined.into_iter().try_for_each(|set| self.search_in(set))
    }

    /// The same for groups that conjuncts join.
    fn search_in(&mut self, set: Set) -> Result<(), Failed> {
        let mut order: Vec<usize> = (0..self.groups.len()).filter(|n| set >> n & 1 == 1).collect();
        order.sort_by_key(|&n| self.groups[n].admitted.len());
        let level = |part: &Part| order.iter().rposition(|n| part.depends >> n & 1 == 1);
        let (mut steps, mut conjuncts) = (vec![vec![]; order.len()], vec![vec![]; order.len()]);
        for (part, at) in self.parts.iter().zip(0..) {
            if part.depends & !set == 0
                && let Some(level) = level(part)
            {
                steps[level].push(at);
            }
        }
        for &at in &self.conjuncts {
            if self.parts[at].depends & !set == 0
                && let Some(level) = level(&self.parts[at])
            {
                conjuncts[level].push(at);
            }
        }
        let mut combinations = 1_usize;
        for (&n, steps) in order.iter().zip(&steps) {
            combinations = combinations.checked_mul(self.groups[n].admitted.len()).ok_or(Failed::TooMany)?;
            self.spend(combinations.checked_mul(steps.len() + 1).ok_or(Failed::TooMany)?)?;
        }
        let mut next = vec![0; order.len()];
        let mut level = 0;
        while level < order.len() {
            let Some(&number) = self.groups[order[level]].admitted.get(next[level]) else {
                next[level] = 0;
                level = level.checked_sub(1).ok_or(Failed::Impossible)?;
                continue;
            };
            next[level] += 1;
            self.set(order[level], number, &steps[level]);
            if conjuncts[level].iter().all(|&at| self.parts[at].value == 1) {
                level += 1;
            }
        }
        Ok(())
    }

    /// A group is a number; computes what follows.
    fn set(&mut self, group: usize, number: u128, steps: &[usize]) {
        self.groups[group].is = number;
        for &at in steps {
            let Part { term, operands, ref sources, .. } = self.parts[at];
            self.parts[at].value = if sources.is_empty() {
                self.terms.apply(term, operands.map(|place| self.parts[place].value))
            } else {
                let own =
                    |source: &Source| (self.groups[source.group].is >> source.from & mask(source.width)) << source.to;
                sources.iter().fold(0, |bits, source| bits | own(source))
            };
        }
    }

    /// The pieces, with what they are.
    fn all(&self) -> impl Iterator<Item = (Piece, u128)> {
        self.groups.iter().flat_map(|group| {
            let mut rest = group.is;
            group.pieces.iter().map(move |&piece| {
                let own = rest & mask(piece.width);
                rest >>= piece.width;
                (piece, own)
            })
        })
    }

    fn model(&self) -> Vec<(Input, u128)> {
        let mut numbers: FxHashMap<Input, u128> = FxHashMap::default();
        for (piece, own) in self.all() {
            *numbers.entry(piece.input).or_default() |= own << piece.from;
        }
        numbers.into_iter().collect()
    }
}

/// Where bits of an input come from.
fn sources(groups: &[Group], of: Option<Piece>) -> Vec<Source> {
    let Some(of) = of else { return vec![] };
    let mut sources = Vec::new();
    for (group, n) in groups.iter().zip(0..) {
        let mut from = 0;
        for piece in &group.pieces {
            if piece.is_in(of) {
                sources.push(Source { group: n, from, width: piece.width, to: piece.from - of.from });
            }
            from += piece.width;
        }
    }
    sources
}

/// Those that are so.
fn set_of<T>(all: &[T], is: impl Fn(&T) -> bool) -> Set {
    (0..).zip(all).filter(|(_, one)| is(one)).fold(0, |set, (n, _)| set | 1 << n)
}

/// Sets of pieces: those that one of these joins together, if they have few bits.
fn grouped(pieces: &[Piece], mut joined: Vec<Set>) -> Vec<Set> {
    let width = |set: Set| -> u32 {
        let of = |(n, piece): (usize, &Piece)| if set >> n & 1 == 1 { u32::from(piece.width) } else { 0 };
        pieces.iter().enumerate().map(of).sum()
    };
    let mut groups: Vec<Set> = (0..pieces.len()).map(|n| 1 << n).collect();
    joined.sort_by_key(|&set| width(set));
    for set in joined {
        let all = groups.iter().filter(|group| **group & set != 0).fold(0, |all, group| all | group);
        if all != 0 && width(all) <= MOST_JOINED {
            groups.retain(|group| group & set == 0);
            groups.push(all);
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random_sums::Random;
    use threadbare_effort::seeds;
    use threadbare_term::{Model, Operator};

    /// Bits of two inputs of 6 bits, put together.
    fn part(terms: &mut Terms, random: &mut Random) -> Term {
        let piece = |terms: &mut Terms, random: &mut Random| {
            let input = terms.input(6, random.below(2) as u32);
            let (from, to) = random.one_of(&[(0, 2), (2, 6), (0, 6), (4, 6), (0, 4), (3, 4)]);
            terms.extract(input, from, to - from)
        };
        let (a, b) = (piece(terms, random), piece(terms, random));
        let width = terms.width(a);
        if width <= 4 && random.below(2) == 0 {
            let entries = (0..1 << width).map(|_| random.below(256) as u64).collect();
            return terms.lookup(8, entries, a);
        }
        match random.below(7) {
            0 => a,
            1 => terms.sign_extend(a, 8),
            2 | 3 => terms.concat(a, b),
            n => {
                let (a, b) = (terms.zero_extend(a, 8), terms.sign_extend(b, 8));
                let op = random.one_of(&[Operator::Or, Operator::And, Operator::Add, Operator::Xor, Operator::Sub]);
                if n == 4 { terms.binary(Operator::Mul, a, b) } else { terms.binary(op, a, b) }
            }
        }
    }

    fn condition(terms: &mut Terms, random: &mut Random, deep: usize) -> Term {
        let holds = if deep > 0 && random.below(3) == 0 {
            let [a, b, c] = [0; 3].map(|_| condition(terms, random, deep - 1));
            match random.below(3) {
                0 => terms.binary(Operator::And, a, b),
                1 => terms.binary(Operator::Or, a, b),
                _ => terms.ite(a, b, c),
            }
        } else {
            let (a, b) = (part(terms, random), part(terms, random));
            let width = terms.width(a);
            let number = terms.number(width, random.below(256) as u128);
            let b = if terms.width(b) == width && random.below(2) == 0 { b } else { number };
            let op = random.one_of(&[Operator::Eq, Operator::ULt, Operator::SLt]);
            terms.binary(op, a, b)
        };
        if random.below(2) == 0 { terms.not(holds) } else { holds }
    }

    #[test]
    fn answers_are_those_of_trying_all() {
        let (mut yes, mut no) = (0, 0);
        for seed in seeds(500) {
            let mut random = Random::new(seed);
            let mut terms = Terms::default();
            let count = 2 + random.below(7);
            let mut slice: Vec<Term> = (0..count).map(|n| condition(&mut terms, &mut random, n % 3)).collect();
            slice.retain(|&conjunct| terms.constant(conjunct).is_none());
            slice.sort_unstable();
            slice.dedup();
            let holds = |numbers: &[(Input, u128)]| {
                let mut model = Model::new(numbers.iter().copied(), 0);
                slice.iter().all(|&conjunct| model.evaluate(&terms, conjunct) == 1)
            };
            let is_possible = (0..1 << 12).any(|n: u128| holds(&[(0, n & 63), (1, n >> 6)]));
            match pieced(&terms, &slice) {
                Ordered::Impossible => {
                    assert!(!is_possible, "seed {seed}: some input satisfies all");
                    no += 1;
                }
                Ordered::Perhaps(guesses) => {
                    assert_eq!(guesses.len(), 1, "seed {seed}: few bits");
                    assert!(holds(&guesses[0]), "seed {seed}: not by this guess");
                    yes += 1;
                }
            }
        }
        assert!(yes > 50 && no > 50, "{yes} and {no}: both are tried");
    }
}
