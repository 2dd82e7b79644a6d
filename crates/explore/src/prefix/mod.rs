//! `prefix`: the complete finite prefix of a program's unfolding. Programs that never end get a
//! verdict, as long as they have finitely many states.
//!
//! D. Schemmel, J. Büning, C. Rodríguez, D. Laprell, K. Wehrle: *Symbolic Partial-Order Execution
//! for Testing Multi-Threaded Programs*, CAV 2020, sections 3.8 and 4.2 (cutoffs). Built as in J.
//! Esparza, S. Römer, W. Vogler: *An Improvement of McMillan's Unfolding Algorithm*, FMSD 2002.
//!
//! An event is an operation together with its history: the *local configuration* of an event e are
//! the events before it, and e. Events are added in the order of the sizes of their local
//! configurations. An event is a *cutoff* if another one that is less in a total adequate order has
//! the same state after its local configuration: nothing after a cutoff is explored, as the same
//! comes after the other one. Proof: docs/proofs/cutoffs.md.
//!
//! | paper | here |
//! |---|---|
//! | events, conditions, concurrency | `net`, `row` |
//! | configurations | `front` |
//! | possible extensions | `extensions` |
//! | answers that exclude each other | `exclusions`, `execution` |
//! | state of a configuration | `execution`, [`threadbare_op::States`] |
//! | adequate order | `order` |
//! | cutoffs | `levels` |
//! | table 2 | `counts` |
//! | data races | `races`, `touches` |
//! | deadlocks | `deadlocks` |
//! | livelocks (not in the paper) | `livelock` |
//! | states one by one (not in the paper) | `states` |
//!
//! # Deviations
//!
//! * Input: a question is an event of its thread. Answers that no input gives together are no
//!   configuration, though no two of them need to be in conflict. What is known of inputs that no
//!   term of the state has is left out (docs/proofs/cutoffs.md, "Input").
//! * The paper goes through maximal configurations one by one, and cuts by size alone. Then two
//!   threads that count to k have 2^k events for k states, and several kinds of states are lost.
//!   Here all events of a size are added at once, and each state has one that is gone on from.
//! * Nothing is kept of a thread's state: to come to an event, its local configuration is performed
//!   again, of which the machine remembers most. Up to four executions are left where they are
//!   ([`threadbare_op::Twins`]), as those of neighbouring events may have nothing in common.
//! * The state of a thread includes what it has touched plainly since its last event. So two
//!   threads that race do so in every configuration with the same state, and no race is lost. Where
//!   operations order nothing (a `trylock` that fails), who knows of what was touched before is
//!   part of it as well (`drive/known`).
//! * Rounds of loops without effect are left out as elsewhere (docs/proofs/waits.md): the same
//!   state is come to without them.
//!
//! Not covered: other memory models than sequential consistency; plain accesses as events (`--races
//! explore`) or unchecked (`--races ignore`); waits in loops that decide by new input in each
//! round. Loops that allocate memory come back to a state only where the program makes no numbers
//! of addresses.

mod counts;
mod deadlocks;
mod ends;
mod exclusions;
mod execution;
mod extensions;
mod front;
mod levels;
mod livelock;
mod net;
mod order;
mod races;
mod row;
mod states;
mod support;
mod touches;

pub use counts::Counts;
pub(crate) use ends::look_at_ends;
pub use livelock::Starved;
pub use states::States;

use crate::widening::Repeated;
use crate::{Explorer, Sink};
use threadbare_op::{Coverage, Inputs, Remember, System, Twins};

/// What the prefix asks of a system: when two executions come to the same.
pub trait PrefixSystem: System + threadbare_op::States + Remember + Inputs + Twins {}

impl<S: System + threadbare_op::States + Remember + Inputs + Twins> PrefixSystem for S {}

/// What is supposed of the scheduler where threads go on for ever.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Fairness {
    /// A thread that can always go on does so again and again.
    #[default]
    Weak,
    /// A thread that can go on again and again does so again and again.
    Strong,
}

/// Mistakes that one could make, for tests.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mistake {
    /// It is not asked whether the threads that do not move may be left behind.
    Unfair,
    /// It is not asked whether what threads do is in vain.
    AnyRound,
    /// It is not asked whether they would leave their loops, alone.
    StaysAnyway,
    /// Of a component that is no livelock nothing is looked at again.
    GivesUp,
    /// Where operations order nothing, who knows of what was touched is no part of a state.
    NobodyKnows,
}

/// See the header of this module.
#[derive(Clone, Debug)]
pub struct Prefix {
    /// A mistake to make.
    pub mistake: Option<Mistake>,
    /// A search for deadlocks that takes more steps is put off (tests put off more).
    pub few: u32,
    /// An execution that is more events away is left where it is, if there is a nearer one (tests:
    /// none is near).
    pub near: usize,
    /// For which livelocks are looked: those that a scheduler which is that fair can keep up.
    pub fairness: Fairness,
    /// When it has run: what the prefix consists of.
    pub counts: Counts,
}

impl Default for Prefix {
    fn default() -> Self {
        Self { mistake: None, few: 1 << 8, near: 1 << 6, fairness: Fairness::default(), counts: Counts::default() }
    }
}

impl<S: PrefixSystem> Explorer<S> for Prefix {
    fn run(&mut self, system: &mut S, sink: &mut dyn Sink) -> Coverage {
        let mut sink = Repeated::new(sink);
        let (coverage, counts) = levels::Search::start(system, &mut sink, self).run();
        self.counts = counts;
        coverage
    }
}
