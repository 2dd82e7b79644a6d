//! [`Groups`]: which conjuncts share inputs, directly or by others; the newest is taken back first.
//!
//! A group is a tree of parents and a ring of neighbours; two groups become one by changing one
//! parent and exchanging two neighbours, which is undone the same way. A bound (`x < 5`) that a
//! sharper one implies is not in its ring: a loop that asks `0 < n`, `1 < n`, ... has two bounds of
//! `n`, however long it runs.

use rustc_hash::FxHashMap;
use threadbare_term::operator::{mask, signed};
use threadbare_term::{Input, Node, Operator, Term, Terms};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Side {
    pub(crate) of: Term,
    pub(crate) is_signed: bool,
    pub(crate) is_upper: bool,
}

/// A conjunct by its number: how many there were before it.
#[derive(Clone, Copy, Debug)]
struct Member {
    parent: usize,
    /// Of those below it in the tree.
    size: usize,
    next: usize,
    before: usize,
    /// The conjunct that implies it.
    implied_by: Option<usize>,
}

#[derive(Clone, Copy, Debug)]
enum Change {
    Owner(Input),
    /// The first became a child of the second; the others were where the rings were joined.
    Union(usize, usize, (usize, usize)),
    /// Left the ring.
    Left(usize),
    Sharpest(Side, Option<(usize, i128)>),
}

/// See the module.
#[derive(Debug, Default)]
pub(crate) struct Groups {
    members: Vec<Member>,
    /// The first conjunct that has it.
    owners: FxHashMap<Input, usize>,
    /// The sharpest bounds.
    bounds: FxHashMap<Side, (usize, i128)>,
    log: Vec<Change>,
    /// How long the log was before each.
    marks: Vec<usize>,
}

impl Groups {
    /// One more conjunct.
    pub(crate) fn push(&mut self, terms: &Terms, conjunct: Term) {
        let new = self.members.len();
        self.marks.push(self.log.len());
        self.members.push(Member { parent: new, size: 1, next: new, before: new, implied_by: None });
        for &input in terms.inputs(conjunct) {
            if let Some(&owner) = self.owners.get(&input) {
                self.unite(owner, new);
            } else {
                self.owners.insert(input, new);
                self.log.push(Change::Owner(input));
            }
        }
        let Some((side, bound)) = bound(terms, conjunct) else { return };
        let known = self.bounds.get(&side).copied();
        match known {
            Some((old, sharper)) if if side.is_upper { sharper <= bound } else { sharper >= bound } => {
                self.leave(new, old);
            }
            _ => {
                if let Some((old, _)) = known {
                    self.leave(old, new);
                }
                self.log.push(Change::Sharpest(side, known));
                self.bounds.insert(side, (new, bound));
            }
        }
    }

    /// Takes the newest back.
    pub(crate) fn pop(&mut self) {
        let Some(mark) = self.marks.pop() else { return };
        while self.log.len() > mark {
            match self.log.pop() {
                None => {}
                Some(Change::Owner(input)) => {
                    self.owners.remove(&input);
                }
                Some(Change::Union(child, parent, (a, b))) => {
                    self.members[parent].size -= self.members[child].size;
                    self.members[child].parent = child;
                    self.exchange(a, b);
                }
                Some(Change::Left(member)) => {
                    let Member { next, before, .. } = self.members[member];
                    self.members[member].implied_by = None;
                    self.members[next].before = member;
                    self.members[before].next = member;
                }
                Some(Change::Sharpest(side, known)) => {
                    match known {
                        Some(known) => self.bounds.insert(side, known),
                        None => self.bounds.remove(&side),
                    };
                }
            }
        }
        self.members.pop();
    }

    /// All of the group of a conjunct but those that others imply.
    pub(crate) fn group(&self, of: usize) -> impl Iterator<Item = usize> {
        let first = self.in_ring(of);
        let mut at = Some(first);
        std::iter::from_fn(move || {
            let this = at?;
            let next = self.members[this].next;
            at = (next != first).then_some(next);
            Some(this)
        })
    }

    fn unite(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        if a == b {
            return;
        }
        let (child, parent) = if self.members[a].size < self.members[b].size { (a, b) } else { (b, a) };
        self.members[child].parent = parent;
        self.members[parent].size += self.members[child].size;
        let joined = (self.in_ring(child), self.in_ring(parent));
        self.exchange(joined.0, joined.1);
        self.log.push(Change::Union(child, parent, joined));
    }

    fn root(&self, mut member: usize) -> usize {
        while self.members[member].parent != member {
            member = self.members[member].parent;
        }
        member
    }

    /// A member, or one that implies it.
    fn in_ring(&self, mut member: usize) -> usize {
        while let Some(by) = self.members[member].implied_by {
            member = by;
        }
        member
    }

    /// Two rings become one, or one becomes two.
    fn exchange(&mut self, a: usize, b: usize) {
        let (p, q) = (self.members[a].next, self.members[b].next);
        (self.members[a].next, self.members[b].next) = (q, p);
        (self.members[q].before, self.members[p].before) = (a, b);
    }

    fn leave(&mut self, member: usize, by: usize) {
        let Member { next, before, .. } = self.members[member];
        self.members[before].next = next;
        self.members[next].before = before;
        self.members[member].implied_by = Some(by);
        self.log.push(Change::Left(member));
    }
}

/// A conjunct that bounds a term by a number, which is included.
pub(crate) fn bound(terms: &Terms, conjunct: Term) -> Option<(Side, i128)> {
    let (plain, negated) = terms.opposite(conjunct).map_or((conjunct, false), |plain| (plain, true));
    let Node::Binary(op @ (Operator::ULt | Operator::SLt), a, b) = terms.node(plain) else { return None };
    let width = terms.width(a);
    if width > 64 {
        return None;
    }
    let is_signed = op == Operator::SLt;
    let number = |bits| if is_signed { signed(bits, width) } else { (bits & mask(width)) as i128 };
    let (of, bound, is_upper) = match (terms.constant(a), terms.constant(b)) {
        (None, Some(bits)) if negated => (a, number(bits), false),
        (None, Some(bits)) => (a, number(bits) - 1, true),
        (Some(bits), None) if negated => (b, number(bits), true),
        (Some(bits), None) => (b, number(bits) + 1, false),
        _ => return None,
    };
    Some((Side { of, is_signed, is_upper }, bound))
}
