//! Addresses that `malloc` may give again.
//!
//! Here no address is given twice ([`crate::layout`]), so each use of memory after its free is
//! seen. But a program that compares the address of memory that was freed with that of memory
//! allocated since (a compare-and-swap, `==`) may find them equal elsewhere: the ABA problem. What
//! it does then is not explored, so that is a limit ([`Limit::Reuse`]).
//!
//! An allocator gives an address again for an object of the same size, up to its alignment. The new
//! object is made after the free: by the thread that has freed, later; or by another thread, once
//! there are several.
//!
//! Not covered: an address that is compared before it is freed, by a thread that nothing orders
//! with the free; a compare-and-swap that fails in a round of a loop that is left out, as it has no
//! effect (docs/proofs/waits.md); numbers made of addresses; what `realloc` frees (a program may
//! ask whether its block has moved).

use super::Memory;
use super::object::{Freed, Object};
use crate::domain::Domain;
use crate::value::Value;
use threadbare_op::{Addr, Limit};
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
        let (first, second) = (&self.objects[first], &self.objects[second]);
        if !first.is_heap() || !second.is_heap() {
            return;
        }
        // Another thread may free it, or may not.
        self.local = false;
        let same_place = a - first.addr == b - second.addr;
        let same_size = first.size.next_multiple_of(ALIGN) == second.size.next_multiple_of(ALIGN);
        if same_place && same_size && (self.may_follow(first, second) || self.may_follow(second, first)) {
            self.faults.pass_limit(Limit::Reuse, self.who.site);
        }
    }

    /// Whether an object that is there may have been made after the free of another one.
    fn may_follow(&self, freed: &Object<D::Value>, object: &Object<D::Value>) -> bool {
        let (Some(Freed { thread, next, .. }), None) = (freed.freed, object.freed) else { return false };
        let Some(maker) = self.space.owner(object.addr).filter(|_| next != Addr::MAX) else { return false };
        if maker == thread.0 { object.addr >= next } else { maker != 0 || object.addr >= self.checks.first_spawn }
    }
}
