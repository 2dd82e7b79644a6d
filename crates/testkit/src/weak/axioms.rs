//! The axioms of the memory models, literally: which execution graphs are consistent, and what
//! happens before what.
//!
//! * sc: Lamport 1979; po ∪ rf ∪ co ∪ fr is acyclic (Shasha and Snir, TOPLAS 1988).
//! * tso, pso: Alglave, Maranget, Tautschnig, Herding cats, TOPLAS 2014, section 4.8 (tso), and the
//!   same with the preserved program order of SPARC's PSO.
//! * ra: Lahav, Giannarakis, Vafeiadis, Taming release-acquire consistency, POPL 2016, with their
//!   fences.
//! * rc11: Lahav, Vafeiadis, Kang, Hur, Dreyer, Repairing sequential consistency in C/C++11, PLDI
//!   2017, section 3.
//!
//! Deviations, for all models: plain accesses that are events count as relaxed, except that they do
//! not synchronise (the paper's E≥rlx), nor do operations on objects that fail or only ask, in no
//! model; beginnings, ends, spawns and joins of threads are events, spawn and join edges belong to
//! happens-before, and to what must be acyclic under sc, tso and pso; a read-modify-write is one
//! event. (For rc11 that changes nothing: every hb, co or psc edge into one of the two events of
//! the paper continues from the other.) No thin air, and that read-modify-writes follow immediately
//! what they read, is seen to where graphs are made ([`super::enumerate`]); both are checked here
//! all the same.

use super::graph::{Base, Event, Graph, Kind};
use super::relation::{Relation, Set};
use threadbare_op::{Model, Order, ReleaseSequence};

/// A memory model as the enumerator needs it. Tests make broken ones.
pub trait Axioms {
    /// Whether the graph is an execution, or a beginning of one.
    fn is_consistent(&self, graph: &Graph) -> bool;

    /// What happens before what, for data races.
    fn happens_before(&self, graph: &Graph) -> Relation;

    /// Whether sequentially consistent fences are read-modify-writes of a hidden location.
    fn chains_fences(&self) -> bool {
        false
    }
}

impl Axioms for Model {
    fn is_consistent(&self, graph: &Graph) -> bool {
        let base = graph.relations();
        is_well_formed(&base)
            && match self {
                Self::Sc => sc(&base),
                Self::Tso => uniproc(&base) && global(&base, &tso_order(graph, &base)),
                Self::Pso => uniproc(&base) && global(&base, &pso_order(graph, &base)),
                Self::Ra => is_coherent(&base, &base.porf()),
                Self::Rc11 => {
                    let rc11 = Rc11::new(graph, base);
                    is_coherent(&rc11.base, &rc11.hb) && rc11.psc_base().or(&rc11.psc_fence()).is_acyclic()
                }
            }
    }

    fn happens_before(&self, graph: &Graph) -> Relation {
        match self {
            Self::Sc | Self::Tso | Self::Ra => graph.relations().porf_that_synchronises(),
            Self::Pso | Self::Rc11 => Rc11::new(graph, graph.relations()).hb,
        }
    }

    fn chains_fences(&self) -> bool {
        *self == Self::Ra
    }
}

/// No thin air; a read-modify-write comes right after what it reads (ATOMICITY): rmw ∩ (fr ; co) =
/// ∅.
#[must_use]
pub fn is_well_formed(base: &Base) -> bool {
    base.porf().is_irreflexive() && base.fr.then(&base.co).is_irreflexive()
}

/// Whether po ∪ rf ∪ co ∪ fr is acyclic.
#[must_use]
pub fn sc(base: &Base) -> bool {
    base.po.or(&base.across).or(&base.rf).or(&base.co).or(&base.fr).is_acyclic()
}

/// Coherence per location, in the style of hardware models: po-loc ∪ rf ∪ co ∪ fr is acyclic.
#[must_use]
pub fn uniproc(base: &Base) -> bool {
    base.po_loc().or(&base.rf).or(&base.co).or(&base.fr).is_acyclic()
}

/// Whether ghb = `local` ∪ rfe ∪ co ∪ fr is acyclic, `local` being ppo ∪ fence.
#[must_use]
pub fn global(base: &Base, local: &Relation) -> bool {
    let rfe = base.rf.minus(&base.same_thread);
    local.or(&base.across).or(&rfe).or(&base.co).or(&base.fr).is_acyclic()
}

/// Coherence in the style of C11: hb ; eco? is irreflexive.
#[must_use]
pub fn is_coherent(base: &Base, hb: &Relation) -> bool {
    hb.then(&base.eco().opt()).is_irreflexive()
}

fn is_access(event: &Event) -> bool {
    matches!(event.kind, Kind::Init | Kind::Load | Kind::Store | Kind::Update | Kind::FailedCas)
}

fn is_acquire(order: Order) -> bool {
    matches!(order, Order::Acquire | Order::AcqRel | Order::SeqCst)
}

fn is_release(order: Order) -> bool {
    matches!(order, Order::Release | Order::AcqRel | Order::SeqCst)
}

/// po from and to a full barrier: x86's locked instructions, whether or not they write, and MFENCE;
/// a store that is sequentially consistent is compiled to XCHG, so that nothing after it overtakes
/// it.
#[must_use]
pub fn full_barriers(graph: &Graph, base: &Base) -> Relation {
    let full = graph.set(|event| match event.kind {
        Kind::Init | Kind::Load | Kind::Store | Kind::Choice => false,
        Kind::Fence => event.order == Order::SeqCst,
        _ => true,
    });
    let store = graph.set(|event| event.kind == Kind::Store && event.order == Order::SeqCst);
    base.po.between(full | store, Set::MAX).or(&base.po.between(Set::MAX, full))
}

/// ppo ∪ fence of tso: po between accesses, but not from a store to a load.
#[must_use]
pub fn tso_order(graph: &Graph, base: &Base) -> Relation {
    let accesses = graph.set(is_access);
    let (stores, loads) = (base.writes & !base.reads, base.reads & !base.writes);
    let ppo = base.po.between(accesses, accesses).minus(&base.po.between(stores, loads));
    ppo.or(&full_barriers(graph, base))
}

/// ppo ∪ fence of pso: that of tso, but not from a store to one of another location unless that
/// releases, or a fence that releases is between them.
#[must_use]
pub fn pso_order(graph: &Graph, base: &Base) -> Relation {
    let stores = base.writes & !base.reads;
    let overtaken = base.po.between(stores, stores).minus(&base.same_loc);
    let ppo = tso_order(graph, base).minus(&overtaken);
    let releasing = graph.set(|event| event.kind == Kind::Store && is_release(event.order));
    let fences = graph.set(|event| event.kind == Kind::Fence && is_release(event.order));
    let kept = base.po.between(Set::MAX, releasing);
    let fenced = base.po.between(base.writes, fences).then(&base.po.between(fences, base.writes));
    ppo.or(&kept).or(&fenced).or(&full_barriers(graph, base))
}

/// The derived relations of RC11.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Rc11 {
    pub base: Base,
    /// F.
    pub fences: Set,
    /// E with an order of at least `rel`, `acq`, `sc`.
    pub rel: Set,
    pub acq: Set,
    pub sc: Set,
    /// E with an order of at least `rlx`, without operations that have failed or only ask.
    pub rlx: Set,
    pub rs: Relation,
    pub sw: Relation,
    pub hb: Relation,
}

impl Rc11 {
    /// Those of a graph.
    #[must_use]
    pub fn new(graph: &Graph, base: Base) -> Self {
        let fences = graph.set(|event| event.kind == Kind::Fence);
        let has_order = |event: &Event| is_access(event) || matches!(event.kind, Kind::Fence | Kind::Sync);
        let rel = graph.set(|event| has_order(event) && is_release(event.order));
        let acq = graph.set(|event| has_order(event) && is_acquire(event.order));
        let sc = graph.set(|event| has_order(event) && event.order == Order::SeqCst);
        let rlx = graph.set(|event| event.order != Order::Plain && !event.silent);
        let rs = match graph.release_sequence {
            ReleaseSequence::Rc11 => release_sequences(&base, rlx),
            ReleaseSequence::Cpp20 => cpp20_release_sequences(&base, rlx),
        };
        let right = Self { fences, rel, acq, sc, rlx, sw: Relation::empty(base.n), hb: base.po.clone(), rs, base };
        let sw = right.synchronises(&right.rs);
        right.with_sw(sw)
    }

    /// sw = [E≥rel] ; (\[F\] ; po)? ; `rs` ; rf ; [R≥rlx] ; (po ; \[F\])? ; [E≥acq].
    #[must_use]
    pub fn synchronises(&self, rs: &Relation) -> Relation {
        let Base { po, rf, .. } = &self.base;
        let fence_before = po.between(self.fences, Set::MAX).opt();
        let fence_after = po.between(Set::MAX, self.fences).opt();
        let read = rf.between(Set::MAX, self.rlx);
        fence_before.then(rs).then(&read).then(&fence_after).between(self.rel, self.acq)
    }

    /// The same with another relation for `sw`.
    #[must_use]
    pub fn with_sw(self, sw: Relation) -> Self {
        let hb = self.base.po.or(&sw).or(&self.base.across).plus();
        Self { sw, hb, ..self }
    }

    /// scb = po ∪ po|≠loc ; hb ; po|≠loc ∪ hb|loc ∪ co ∪ fr.
    #[must_use]
    pub fn scb(&self) -> Relation {
        let Base { po, co, fr, same_loc, .. } = &self.base;
        let elsewhere = po.minus(same_loc);
        let around = elsewhere.then(&self.hb).then(&elsewhere);
        po.or(&around).or(&self.hb.and(same_loc)).or(co).or(fr)
    }

    /// (\[Esc\] ∪ \[Fsc\] ; hb?) ; `inner` ; (\[Esc\] ∪ hb? ; \[Fsc\]).
    #[must_use]
    pub fn psc_around(&self, inner: &Relation) -> Relation {
        let n = self.base.n;
        let (events, fences) = (Relation::identity(n, self.sc), Relation::identity(n, self.sc & self.fences));
        let before = events.or(&fences.then(&self.hb.opt()));
        let after = events.or(&self.hb.opt().then(&fences));
        before.then(inner).then(&after)
    }

    /// psc_base.
    #[must_use]
    pub fn psc_base(&self) -> Relation {
        self.psc_around(&self.scb())
    }

    /// psc_F = \[Fsc\] ; (hb ∪ hb ; eco ; hb) ; \[Fsc\].
    #[must_use]
    pub fn psc_fence(&self) -> Relation {
        let fences = self.sc & self.fences;
        self.hb.or(&self.hb.then(&self.base.eco()).then(&self.hb)).between(fences, fences)
    }
}

/// rs = \[W\] ; po|loc? ; [W≥rlx] ; (rf ; rmw)*.
#[must_use]
pub fn release_sequences(base: &Base, rlx: Set) -> Relation {
    let updates = base.reads & base.writes;
    let head = base.po_loc().opt().between(base.writes, base.writes & rlx);
    head.then(&base.rf.between(Set::MAX, updates).star())
}

/// rs = [W≥rlx] ; (rf ; rmw)*.
#[must_use]
pub fn cpp20_release_sequences(base: &Base, rlx: Set) -> Relation {
    let updates = base.reads & base.writes;
    Relation::identity(base.n, base.writes & rlx).then(&base.rf.between(Set::MAX, updates).star())
}

/// The data races: conflicting accesses of different threads, at least one of them plain, unordered
/// by `hb`.
#[must_use]
pub fn races(graph: &Graph, hb: &Relation) -> Vec<(usize, usize)> {
    let plain = |event: &Event| event.order == Order::Plain && event.thread.is_some();
    let conflict = |a: &Event, b: &Event| {
        a.loc == b.loc
            && (a.written.is_some() || b.written.is_some())
            && a.thread.is_some()
            && b.thread.is_some()
            && a.thread != b.thread
            && (plain(a) || plain(b))
    };
    let accesses = graph.set(is_access);
    let pairs = super::relation::members(accesses)
        .flat_map(|a| super::relation::members(accesses & ((1 << a) - 1)).map(move |b| (b, a)));
    pairs
        .filter(|&(b, a)| conflict(&graph.events[a], &graph.events[b]) && !hb.contains(a, b) && !hb.contains(b, a))
        .collect()
}
