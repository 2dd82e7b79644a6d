//! Stems: writes to memory, whatever reads they come after.
//!
//! A write that n reads may come before has up to 2^n events, one for each set of these. All of
//! them happen, but to know that they do it is enough to know one: whether a thread writes, and
//! what, depends on its own past and on what it overwrites. So where a write W comes after a read r
//! that is not in the past of its thread, what is added to the structure is not W without r but a
//! *stem*: W's thread, b, the event before W in it, the object, and a, the write before W there. r
//! holds it, and it stands for all events of W without r.
//!
//! An alternative answers a read by a stem by adding `[b]`, and, when all else has been answered, W
//! after the reads that are there by then. Not earlier: what answers others may need more of the
//! reads, and would be in conflict with W.
//!
//! *No alternative is lost.* Let C, D, U and Ĉ be as in the header of [`super`]. Let S be the stems
//! that are held by reads of D and one of whose writes is in Ĉ, but not in U; for s ∈ S let W(s) be
//! that write. Let J be the union of C, of all `[f]`, f ∈ Ĉ ∩ U in immediate conflict with an event
//! of D, and of `[b]` of all s ∈ S. So J ⊆ Ĉ, and no W(s) is in J, since U has the past of what it
//! has. Let V(s) be the write of s after the reads of a that are in J. It can be added to J:
//! nothing in Ĉ but W(s) and what comes after W(s) comes after b in its thread, or is a write after
//! a at the object, or a read of a that is not before W(s). For the same reasons no two of S are of
//! one thread, or at one object. So K = J ∪ {V(s) : s ∈ S} is a configuration. To show: it has
//! nothing of D; it answers the reads of D that are enabled at C; and J answers the writes of D
//! that are.
//!
//! Suppose not, and let e be the first of D of which that is not so: a read that K does not answer,
//! or a write that J does not answer (it may be a V(s)). Let Y be the events of Ĉ that are not in
//! conflict with e: so J ⊆ Y. Add to Y, for each W(s) not in Y but those at e's object, the write
//! of s after the reads of a in Y (W(s) comes after something that is in conflict with e). With e
//! this is a configuration, and it answers what was disabled before e: by what is in J; by W(s), or
//! what was added for it, where V(s) answers it; or by e, if e is a write at the object of V(s),
//! which is in conflict with all events there that V(s) answers. So the left branch of e visited
//! all maximal configurations above it. Let f be minimal in Ĉ \ Y, hence in immediate conflict with
//! e, and at its object; its thread is that of no write that was added. As in the header of
//! [`super`], f was found in the left branch of e, so that f is in U, or, if e is a read, e holds a
//! stem of f. If f is in U, it is in J, which agrees with e. Else f is W(s) for this stem, and V(s)
//! is in conflict with the read e. Both contradict the choice of e. ∎
//!
//! *The search finds K,* or another alternative: it has the events of J to choose from, and all
//! stems. If it adds A ⊆ J before the writes that it has put off, these come after the reads of A.
//! They answer the same reads, and are not disabled, since A answers the writes of D. Where only
//! some of D are to be answered, such a write may be disabled for all that: then J has a read that
//! answers it, which is tried.

use super::kind::Kind;
use super::run::Run;
use super::siblings::Before;
use super::structure::{Id, NONE, Name, Structure};
use smallvec::SmallVec;

impl Structure {
    /// What stands for all writes of this kind at `object` after `after`, and some of its reads,
    /// that this thread comes to after `before`.
    pub(super) fn stem(&mut self, (thread, before): (u32, Id), (object, kind): (u32, Kind), after: Id) -> Id {
        let kind = Kind::Stem(kind.of_input());
        self.event(&Name { thread, before, object, kind, after, reads: &[] }, Before::NOTHING)
    }
}

impl<T: Copy> Run<T> {
    /// Of the reads of the last write of an object, the last of each thread, by thread; `later`:
    /// others that come after these, oldest first, by thread and event.
    pub(super) fn last_reads(&self, object: u32, later: impl Iterator<Item = (u32, Id)>) -> SmallVec<[Id; 16]> {
        let mut reads: SmallVec<[(u32, u32, Id); 16]> = SmallVec::new();
        let mut at = self.locations[object].more.last;
        while at != NONE {
            let read = &self.entries[at as usize];
            reads.push((read.thread, at, read.id));
            at = read.read_before;
        }
        let end = self.entries.len() as u32;
        reads.extend((end..).zip(later).map(|(place, (thread, id))| (thread, place, id)));
        reads.sort_unstable_by_key(|&(thread, place, _)| (thread, !place));
        reads.dedup_by_key(|read| read.0);
        reads.iter().map(|read| read.2).collect()
    }
}
