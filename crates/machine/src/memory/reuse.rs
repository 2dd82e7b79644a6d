//! Addresses that `malloc` may give again.
//!
//! Here no address is given twice ([`crate::layout`]), so each use of memory after its free is
//! seen. But a program that compares the address of memory that was freed with that of memory
//! allocated since (a compare-and-swap, `==`) may find them equal elsewhere: the ABA problem. What
//! it does then is not explored, so that is a limit ([`Limit::Reuse`]).
//!
//! An allocator gives an address again for an object of the same size, up to its alignment. The new
//! object is made after the free: by the thread that has freed, later; or by another thread, unless
//! it was made before ([proof](../../../../docs/proofs/reuse.md)). It may be that the address is
//! compared first, and freed later by a thread that nothing orders with the comparison: so
//! comparisons of objects that are there are kept.
//!
//! Not covered: the latter where executions that come to the same state are gone on with once; a
//! compare-and-swap that fails in a round of a loop that is left out, as it has no effect
//! (docs/proofs/waits.md); numbers made of addresses; what `realloc` frees (a program may ask whether
//! its block has moved).

use super::object::{Freed, Object};
use super::{Entry, Memory};
use crate::domain::Domain;
use crate::layout;
use crate::value::Value;
use threadbare_op::{Addr, Limit, Reuse, Site, ThreadId};
use threadbare_program::Program;

/// What heap objects are aligned to.
const ALIGN: u64 = 16;

/// Whether the program can free memory.
pub(super) fn frees(program: &Program) -> bool {
    let is_free = |name: &str| matches!(name, "free" | "cfree" | "free_sized" | "munmap") || name.starts_with("_Zd");
    program.externals.iter().any(|external| is_free(&external.name))
}

impl<D: Domain> Memory<D> {
    /// Two values that are compared for equality, as addresses, if they may be such and differ.
    #[inline]
    pub(crate) fn addresses(&self, a: D::Value, b: D::Value) -> Option<(Addr, Addr)> {
        let (a, b) = (self.address(a)?, self.address(b)?);
        (a != b).then_some((a, b))
    }

    #[inline]
    fn address(&self, value: D::Value) -> Option<Addr> {
        let Value { bits, undef } = self.domain.word(value).ok()?;
        (undef == 0 && bits >= 1 << 16).then_some(bits)
    }

    /// Pairs of words are compared: notes if they are not the same, but may be elsewhere. (Where a
    /// half that is no address differs, as a tag does, they are the same nowhere.)
    pub(crate) fn differ_in_halves(&mut self, a: [Value; 2], b: [Value; 2]) {
        let differing: Vec<usize> = [0, 1].into_iter().filter(|&half| self.frees && a[half] != b[half]).collect();
        let lift = |word| self.domain.lift(word);
        let addresses: Option<Vec<(Addr, Addr)>> =
            differing.into_iter().map(|half| self.addresses(lift(a[half]), lift(b[half]))).collect();
        for (a, b) in addresses.into_iter().flatten() {
            self.differ(a, b);
        }
    }

    /// They are compared, and are not the same: notes if they may be elsewhere.
    #[cold]
    pub(crate) fn differ(&mut self, a: Addr, b: Addr) {
        let (Some(first), Some(second)) = (self.table.get(a), self.table.get(b)) else { return };
        let numbers = (first, second);
        let (first, second) = (&self.objects[first], &self.objects[second]);
        if !first.is_heap() || !second.is_heap() {
            return;
        }
        // Another thread may free it, or may not.
        self.local = false;
        let same_place = a - first.addr == b - second.addr;
        let same_size = first.size.next_multiple_of(ALIGN) == second.size.next_multiple_of(ALIGN);
        if !same_place || !same_size {
            return;
        }
        if first.freed.is_none() && second.freed.is_none() {
            self.note_comparison(numbers);
        } else if let Some(reuse) = self.may_follow(first, second).or_else(|| self.may_follow(second, first)) {
            self.suspect(reuse);
        }
    }

    /// Two objects that are there are compared: one of them may be freed later, by a thread that
    /// nothing orders with this.
    fn note_comparison(&mut self, (first, second): (usize, usize)) {
        let (first, second) = (&self.objects[first], &self.objects[second]);
        let (a, b) = (first.addr, second.addr);
        let is_late = |addr: Addr| addr >= self.checks.first_spawn || layout::thread_of(addr) != 0;
        let is_known = !self.revisits && first.compared.iter().any(|&(other, _)| other == b);
        if !self.logging || self.joins_states || is_known || !is_late(a) && !is_late(b) {
            return;
        }
        let site = self.who.site;
        self.enter_comparison(a, b, site);
        self.log.push(Entry::Compare { first: a, second: b, site });
    }

    pub(super) fn enter_comparison(&mut self, first: Addr, second: Addr, site: Site) {
        for (object, other) in [(first, second), (second, first)] {
            if let Some(index) = self.table.get(object) {
                self.objects[index].compared.push((other, site));
            }
        }
    }

    pub(super) fn forget_comparison(&mut self, first: Addr, second: Addr) {
        for (object, other) in [(first, second), (second, first)] {
            let Some(index) = self.table.get(object) else { continue };
            let compared = &mut self.objects[index].compared;
            if let Some(place) = compared.iter().rposition(|&(with, _)| with == other) {
                compared.remove(place);
            }
        }
    }

    /// An object has been freed whose address was compared before.
    #[cold]
    pub(super) fn freed_after_comparison(&mut self, index: usize) {
        if self.joins_states {
            return;
        }
        let freed = &self.objects[index];
        let reuse = freed.compared.iter().find_map(|&(other, site)| {
            let object = &self.objects[self.table.get(other)?];
            let reuse = self.may_follow(freed, object)?;
            Some(Reuse { site, ..reuse })
        });
        if let Some(reuse) = reuse {
            self.suspect(reuse);
        }
    }

    fn suspect(&mut self, reuse: Reuse) {
        match &mut self.suspects {
            Some(suspects) => suspects.push(reuse),
            None => self.faults.pass_limit(Limit::Reuse, reuse.site),
        }
    }

    /// See [`threadbare_op::Reuses`].
    pub(crate) fn judge_reuse(&mut self) {
        self.suspects = Some(Vec::new());
    }

    /// What was suspected since this was asked last.
    pub(crate) fn take_suspects(&mut self) -> Vec<Reuse> {
        self.suspects.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// If an object that is there may have been made after the free of another one: which.
    fn may_follow(&self, freed: &Object<D::Value>, object: &Object<D::Value>) -> Option<Reuse> {
        let (Some(Freed { thread, next, .. }), None) = (freed.freed, object.freed) else { return None };
        let maker = self.space.owner(object.addr).filter(|_| next != Addr::MAX)?;
        let may = if maker == thread.0 {
            object.addr >= next
        } else {
            let is_before = freed.before_free.get(maker as usize).is_some_and(|&seen| seen >= object.made);
            (maker != 0 || object.addr >= self.checks.first_spawn) && (self.joins_states || !is_before)
        };
        may.then(|| Reuse {
            before_free: freed.before_free.clone(),
            made: (ThreadId(maker), object.made),
            site: self.who.site,
        })
    }
}
