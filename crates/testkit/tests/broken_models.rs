//! Memory models that are wrong on purpose, each in one of its axioms: the litmus suite must tell
//! each from the right one.

use threadbare_op::{Model, Order};
use threadbare_testkit::class::End;
use threadbare_testkit::weak::axioms::{
    Axioms, Rc11, full_barriers, global, is_coherent, is_well_formed, pso_order, sc, tso_order, uniproc,
};
use threadbare_testkit::weak::enumerate::enumerate;
use threadbare_testkit::weak::graph::{Base, Graph, Kind};
use threadbare_testkit::weak::litmus::{Litmus, suite};
use threadbare_testkit::weak::relation::{Relation, Set};

/// A model, and a mistake in it.
struct Broken {
    model: Model,
    mistake: &'static str,
    consistent: fn(&Graph, Base) -> bool,
}

impl Axioms for Broken {
    fn is_consistent(&self, graph: &Graph) -> bool {
        let base = graph.relations();
        is_well_formed(&base) && (self.consistent)(graph, base)
    }

    fn happens_before(&self, graph: &Graph) -> Relation {
        self.model.happens_before(graph)
    }

    fn chains_fences(&self) -> bool {
        self.model == Model::Ra && self.mistake != "fences are not ordered"
    }
}

fn nothing(base: &Base) -> Relation {
    Relation::empty(base.n)
}

/// Locked instructions and fences of these kinds are not barriers.
fn without_barriers(graph: &Graph, base: &Base, weak: impl Fn(Kind, Order) -> bool) -> Relation {
    let mut graph = graph.clone();
    for event in &mut graph.events {
        if weak(event.kind, event.order) {
            // What orders nothing on tso.
            event.order = Order::Relaxed;
            event.kind = if event.kind == Kind::Fence { Kind::Choice } else { Kind::Load };
            if event.written.is_some() && event.read.is_none() {
                event.kind = Kind::Store;
            }
        }
    }
    tso_order(&graph, base)
}

fn tso(base: &Base, local: &Relation) -> bool {
    uniproc(base) && global(base, local)
}

/// pso where only these edges between stores are kept.
fn pso_with(graph: &Graph, base: &Base, kept: &Relation) -> Relation {
    let stores = base.writes & !base.reads;
    let overtaken = base.po.between(stores, stores).minus(&base.same_loc);
    tso_order(graph, base).minus(&overtaken).or(kept).or(&full_barriers(graph, base))
}

fn rc11_with(graph: &Graph, base: Base, rs: impl Fn(&Base) -> Relation) -> bool {
    let right = Rc11::new(graph, base);
    let sw = right.synchronises(&rs(&right.base));
    rc11(&right.with_sw(sw))
}

fn rc11(m: &Rc11) -> bool {
    is_coherent(&m.base, &m.hb) && m.psc_base().or(&m.psc_fence()).is_acyclic()
}

fn coherent_and(m: &Rc11, psc: &Relation) -> bool {
    is_coherent(&m.base, &m.hb) && psc.is_acyclic()
}

fn identity_of(base: &Base, set: Set) -> Relation {
    Relation::identity(base.n, set)
}

#[expect(clippy::too_many_lines, reason = "a table of mistakes")]
fn all() -> Vec<Broken> {
    let mut all: Vec<Broken> = Vec::new();
    let mut add = |model, mistake, consistent| all.push(Broken { model, mistake, consistent });
    add(Model::Sc, "no fr", |_, b| sc(&Base { fr: nothing(&b), ..b }));
    add(Model::Sc, "no co", |_, b| sc(&Base { co: nothing(&b), ..b }));
    add(Model::Sc, "no po between locations", |_, b| sc(&Base { po: b.po_loc(), ..b }));
    add(Model::Tso, "it is sc", |_, b| sc(&b));
    add(Model::Tso, "it is pso", |g, b| tso(&b, &pso_order(g, &b)));
    add(Model::Tso, "no uniproc", |g, b| global(&b, &tso_order(g, &b)));
    add(Model::Tso, "no fr", |g, b| {
        let without = Base { fr: nothing(&b), ..b };
        tso(&without, &tso_order(g, &without))
    });
    add(Model::Tso, "reads from the own buffer are global", |g, b| {
        uniproc(&b) && global(&b, &tso_order(g, &b).or(&b.rf))
    });
    // (That they are not barriers would be no mistake: they are ordered with everything, as a read
    // or as a write.)
    add(Model::Tso, "read-modify-writes are buffered as stores are", |g, b| {
        let updates = b.reads & b.writes;
        let stores = Base { reads: b.reads & !updates, ..b.clone() };
        tso(&b, &without_barriers(g, &stores, |kind, _| kind == Kind::Update))
    });
    add(Model::Tso, "failing compare-and-swaps are no barriers", |g, b| {
        tso(&b, &without_barriers(g, &b, |kind, _| kind == Kind::FailedCas))
    });
    add(Model::Tso, "seq_cst stores are no barriers", |g, b| {
        tso(&b, &without_barriers(g, &b, |kind, _| kind == Kind::Store))
    });
    add(Model::Tso, "fences are no barriers", |g, b| tso(&b, &without_barriers(g, &b, |kind, _| kind == Kind::Fence)));
    add(Model::Tso, "all fences are barriers", |g, b| {
        let fences = g.set(|event| event.kind == Kind::Fence);
        let fenced = b.po.between(fences, Set::MAX).or(&b.po.between(Set::MAX, fences));
        tso(&b, &tso_order(g, &b).or(&fenced))
    });
    add(Model::Pso, "it is tso", |g, b| tso(&b, &tso_order(g, &b)));
    add(Model::Pso, "release stores may overtake", |g, b| {
        let fences = g.set(|e| e.kind == Kind::Fence && matches!(e.order, Order::Release | Order::AcqRel));
        let kept = b.po.between(b.writes, fences).then(&b.po.between(fences, b.writes));
        tso(&b, &pso_with(g, &b, &kept))
    });
    add(Model::Pso, "release fences order nothing", |g, b| {
        let releasing = g.set(|e| e.kind == Kind::Store && matches!(e.order, Order::Release | Order::SeqCst));
        let kept = b.po.between(Set::MAX, releasing);
        tso(&b, &pso_with(g, &b, &kept))
    });
    add(Model::Pso, "acquire fences order stores", |g, b| {
        let fences = g.set(|event| event.kind == Kind::Fence);
        let kept = b.po.between(b.writes, fences).then(&b.po.between(fences, b.writes));
        tso(&b, &pso_order(g, &b).or(&kept))
    });
    add(Model::Ra, "fences are not ordered", |_, b| is_coherent(&b, &b.porf()));
    add(Model::Ra, "no fr", |_, b| {
        let porf = b.porf();
        is_coherent(&Base { fr: nothing(&b), ..b }, &porf)
    });
    add(Model::Ra, "no co", |_, b| {
        let porf = b.porf();
        is_coherent(&Base { co: nothing(&b), ..b }, &porf)
    });
    add(Model::Ra, "reads do not synchronise", |_, b| is_coherent(&b, &b.po.or(&b.across).plus()));
    add(Model::Ra, "it is rc11", |g, b| rc11(&Rc11::new(g, b)));
    add(Model::Rc11, "it is ra", |_, b| is_coherent(&b, &b.porf()));
    add(Model::Rc11, "no release sequences", |g, b| rc11_with(g, b, |b| identity_of(b, b.writes)));
    add(Model::Rc11, "release sequences without read-modify-writes", |g, b| {
        rc11_with(g, b, |b| b.po_loc().opt().between(b.writes, b.writes))
    });
    add(Model::Rc11, "release sequences without stores of the thread", |g, b| {
        rc11_with(g, b, |b| identity_of(b, b.writes).then(&b.rf.between(Set::MAX, b.reads & b.writes).star()))
    });
    add(Model::Rc11, "release sequences with stores of others", |g, b| {
        rc11_with(g, b, |b| b.co.opt().between(b.writes, b.writes))
    });
    add(Model::Rc11, "nothing synchronises", |g, b| rc11_with(g, b, nothing));
    add(Model::Rc11, "every read synchronises", |g, b| {
        let right = Rc11::new(g, b);
        let rf = right.base.rf.clone();
        rc11(&right.with_sw(rf))
    });
    add(Model::Rc11, "fences do not synchronise", |g, b| {
        let m = Rc11::new(g, b);
        let without = Rc11 { rel: m.rel & !m.fences, acq: m.acq & !m.fences, ..m.clone() };
        let sw = without.synchronises(&m.rs);
        rc11(&m.with_sw(sw))
    });
    add(Model::Rc11, "no psc", |g, b| {
        let m = Rc11::new(g, b);
        is_coherent(&m.base, &m.hb)
    });
    add(Model::Rc11, "psc without fences", |g, b| {
        let m = Rc11::new(g, b);
        coherent_and(&m, &m.scb().between(m.sc & !m.fences, m.sc & !m.fences))
    });
    add(Model::Rc11, "no psc_F", |g, b| {
        let m = Rc11::new(g, b);
        let events = m.sc & !m.fences;
        let mixed = m.psc_base().minus(&m.psc_base().between(m.fences, m.fences));
        coherent_and(&m, &m.scb().between(events, events).or(&mixed))
    });
    add(Model::Rc11, "psc without fr", |g, b| {
        let m = Rc11::new(g, b);
        let scb = m.scb().minus(&m.base.fr.minus(&m.hb));
        coherent_and(&m, &m.psc_around(&scb).or(&m.psc_fence()))
    });
    add(Model::Rc11, "psc without co", |g, b| {
        let m = Rc11::new(g, b);
        let scb = m.scb().minus(&m.base.co.minus(&m.hb));
        coherent_and(&m, &m.psc_around(&scb).or(&m.psc_fence()))
    });
    add(Model::Rc11, "psc without hb of one location", |g, b| {
        let m = Rc11::new(g, b);
        let Base { po, co, fr, same_loc, .. } = &m.base;
        let elsewhere = po.minus(same_loc);
        let scb = po.or(&elsewhere.then(&m.hb).then(&elsewhere)).or(co).or(fr);
        coherent_and(&m, &m.psc_around(&scb).or(&m.psc_fence()))
    });
    add(Model::Rc11, "psc without hb between po to other locations", |g, b| {
        let m = Rc11::new(g, b);
        let scb = m.base.po.or(&m.hb.and(&m.base.same_loc)).or(&m.base.co).or(&m.base.fr);
        coherent_and(&m, &m.psc_around(&scb).or(&m.psc_fence()))
    });
    add(Model::Rc11, "psc with all of hb, as in C11", |g, b| {
        let m = Rc11::new(g, b);
        coherent_and(&m, &m.psc_around(&m.scb().or(&m.hb)).or(&m.psc_fence()))
    });
    add(Model::Rc11, "no hb around the fences of psc", |g, b| {
        let m = Rc11::new(g, b);
        coherent_and(&m, &m.scb().between(m.sc, m.sc).or(&m.psc_fence()))
    });
    add(Model::Rc11, "seq_cst accesses are barriers", |g, b| {
        let m = Rc11::new(g, b);
        let through = m.base.po.between(m.sc, Set::MAX).or(&m.base.po.between(Set::MAX, m.sc));
        tso(&m.base, &through)
    });
    all
}

#[test]
fn the_litmus_suite_catches_each() {
    let suite = suite().unwrap_or_else(|e| panic!("{e}"));
    let mut missed = Vec::new();
    for broken in all() {
        let wrong = |litmus: &&Litmus| {
            let found = enumerate(&litmus.asked, &broken, 1_000_000).expect("small enough");
            (found.count(End::Complete) > 0) != litmus.verdict(broken.model).allowed
        };
        let by: Vec<&str> = suite.iter().filter(wrong).map(|litmus| litmus.name.as_str()).collect();
        println!("{}, {}: {}", broken.model, broken.mistake, by.join(" "));
        if by.is_empty() {
            missed.push(format!("{}, {}", broken.model, broken.mistake));
        }
    }
    assert!(missed.is_empty(), "not caught: {missed:?}");
}
