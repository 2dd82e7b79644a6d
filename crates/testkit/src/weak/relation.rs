//! [`Relation`]: binary relations over at most 64 events as bit matrices, with the operations that
//! the papers use.

/// A set of events.
pub type Set = u64;

/// The most events.
pub const MAX_EVENTS: usize = 64;

/// The members of a set.
pub fn members(mut set: Set) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (first < MAX_EVENTS).then_some(first)
    })
}

/// A binary relation: by event, the set of those that it is related to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Relation(Vec<Set>);

impl Relation {
    /// The empty relation over `n` events.
    #[must_use]
    pub fn empty(n: usize) -> Self {
        Self(vec![0; n])
    }

    /// \[set\], the identity on a set.
    #[must_use]
    pub fn identity(n: usize, set: Set) -> Self {
        Self((0..n).map(|a| set & 1 << a).collect())
    }

    /// The pairs for which `holds`.
    #[must_use]
    pub fn of(n: usize, holds: impl Fn(usize, usize) -> bool) -> Self {
        let row = |a| (0..n).filter(|b| holds(a, *b)).fold(0, |row, b| row | 1 << b);
        Self((0..n).map(row).collect())
    }

    /// Adds a pair.
    pub fn insert(&mut self, a: usize, b: usize) {
        self.0[a] |= 1 << b;
    }

    /// Whether a pair belongs to it.
    #[must_use]
    pub fn contains(&self, a: usize, b: usize) -> bool {
        self.0[a] & 1 << b != 0
    }

    /// r(a), what `a` is related to.
    #[must_use]
    pub fn image(&self, a: usize) -> Set {
        self.0[a]
    }

    fn zip(&self, other: &Self, with: impl Fn(Set, Set) -> Set) -> Self {
        Self(self.0.iter().zip(&other.0).map(|(a, b)| with(*a, *b)).collect())
    }

    /// r ∪ s.
    #[must_use]
    pub fn or(&self, other: &Self) -> Self {
        self.zip(other, |a, b| a | b)
    }

    /// r ∩ s.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        self.zip(other, |a, b| a & b)
    }

    /// r \ s.
    #[must_use]
    pub fn minus(&self, other: &Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }

    /// r ; s.
    #[must_use]
    pub fn then(&self, next: &Self) -> Self {
        Self(self.0.iter().map(|row| members(*row).fold(0, |all, b| all | next.0[b])).collect())
    }

    /// r?, r or nothing.
    #[must_use]
    pub fn opt(&self) -> Self {
        Self(self.0.iter().enumerate().map(|(a, row)| row | 1 << a).collect())
    }

    /// r⁺, the transitive closure.
    #[must_use]
    pub fn plus(&self) -> Self {
        let mut closed = self.clone();
        for middle in 0..closed.0.len() {
            let through = closed.0[middle];
            for row in &mut closed.0 {
                if *row & 1 << middle != 0 {
                    *row |= through;
                }
            }
        }
        closed
    }

    /// r*, its reflexive transitive closure.
    #[must_use]
    pub fn star(&self) -> Self {
        self.plus().opt()
    }

    /// r⁻¹.
    #[must_use]
    pub fn inverse(&self) -> Self {
        Self::of(self.0.len(), |a, b| self.contains(b, a))
    }

    /// \[from\] ; r ; \[to\].
    #[must_use]
    pub fn between(&self, from: Set, to: Set) -> Self {
        let row = |(a, row): (usize, &Set)| if from & 1 << a != 0 { row & to } else { 0 };
        Self(self.0.iter().enumerate().map(row).collect())
    }

    /// Whether no event is related to itself.
    #[must_use]
    pub fn is_irreflexive(&self) -> bool {
        self.0.iter().enumerate().all(|(a, row)| row & 1 << a == 0)
    }

    /// Whether its transitive closure is irreflexive.
    #[must_use]
    pub fn is_acyclic(&self) -> bool {
        self.plus().is_irreflexive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    fn random(rng: &mut Rng, n: usize) -> Relation {
        Relation((0..n).map(|_| rng.bits() & rng.bits() & rng.bits() & ((1 << n) - 1)).collect())
    }

    /// A path of at least one step, by search.
    fn reaches(r: &Relation, from: usize, to: usize) -> bool {
        let (mut seen, mut open) = (0, vec![from]);
        while let Some(a) = open.pop() {
            for b in members(r.image(a) & !seen) {
                seen |= 1 << b;
                open.push(b);
            }
        }
        seen & 1 << to != 0
    }

    #[test]
    fn operations_by_their_definitions() {
        let mut rng = Rng::new(3);
        for _ in 0..200 {
            let n = 2 + rng.below(8);
            let (r, s) = (random(&mut rng, n), random(&mut rng, n));
            let set = rng.bits();
            let all = |a: &Relation, holds: &dyn Fn(usize, usize) -> bool| assert_eq!(*a, Relation::of(n, holds));
            all(&r.plus(), &|a, b| reaches(&r, a, b));
            all(&r.star(), &|a, b| a == b || reaches(&r, a, b));
            all(&r.then(&s), &|a, b| (0..n).any(|m| r.contains(a, m) && s.contains(m, b)));
            all(&r.or(&s), &|a, b| r.contains(a, b) || s.contains(a, b));
            all(&r.and(&s), &|a, b| r.contains(a, b) && s.contains(a, b));
            all(&r.minus(&s), &|a, b| r.contains(a, b) && !s.contains(a, b));
            all(&r.inverse(), &|a, b| r.contains(b, a));
            let to = set.rotate_right(17);
            all(&r.between(set, to), &|a, b| set >> a & 1 == 1 && r.contains(a, b) && to >> b & 1 == 1);
            assert_eq!(r.between(set, to), Relation::identity(n, set).then(&r).then(&Relation::identity(n, to)));
            assert_eq!(r.is_acyclic(), (0..n).all(|a| !reaches(&r, a, a)));
        }
    }

    #[test]
    fn the_last_event_counts() {
        assert_eq!(members(1 << 63 | 1).collect::<Vec<_>>(), [0, 63]);
        assert!(Relation::of(64, |a, b| a + 1 == b).plus().contains(0, 63));
    }
}
