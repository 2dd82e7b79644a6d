//! The memory models: each is a file with a type that implements
//! [`core::consistency::Model`](crate::graph::core::consistency::Model).
//!
//! That an event added co-maximally keeps a graph consistent, which TruSt asks of a model, holds
//! for all of them: such an event is last in its thread, nobody reads it, and nothing is from-read
//! or coherence after it, so that no edge of any axiom leaves it.
//!
//! *To add a model*: write its file, list it in [`for_model`], and add it to
//! [`threadbare_op::Model`]. The axioms as its paper writes them go to `weak` in the testkit, which
//! holds this against them.
//!
//! | file | model | kept for each event | candidates by | then |
//! |---|---|---|---|---|
//! | `sc` | sequential consistency | the sc clock, closed when asked for | sc | nothing |
//! | `tso`, `pso` | store orders | – / happens-before | coherence over porf / happens-before | no cycle in ghb |
//! | `ra` | release-acquire | – | coherence over porf | nothing |
//! | `rc11` | RC11 | happens-before | coherence over happens-before | no cycle in psc |

mod hb;
mod psc;
mod pso;
mod ra;
mod rc11;
mod sc;
mod store_order;
mod tso;

pub(crate) use pso::Pso;
pub(crate) use ra::Ra;
pub(crate) use rc11::Rc11;
pub(crate) use sc::Sc;
pub(crate) use tso::Tso;

use crate::graph::core::consistency::{Added, Model, View};
use crate::graph::core::event::Clock;
use crate::graph::core::execution::Execution;
use threadbare_op::Order;

/// Evaluates an expression with the type that stands for a model:
/// `for_model!(model, M => run::<S, M>(system))`. The only list of all models.
macro_rules! for_model {
    ($model:expr, $M:ident => $result:expr) => {
        match $model {
            ::threadbare_op::Model::Sc => {
                type $M = $crate::graph::model::Sc;
                $result
            }
            ::threadbare_op::Model::Tso => {
                type $M = $crate::graph::model::Tso;
                $result
            }
            ::threadbare_op::Model::Pso => {
                type $M = $crate::graph::model::Pso;
                $result
            }
            ::threadbare_op::Model::Ra => {
                type $M = $crate::graph::model::Ra;
                $result
            }
            ::threadbare_op::Model::Rc11 => {
                type $M = $crate::graph::model::Rc11;
                $result
            }
        }
    };
}
pub(crate) use for_model;

/// Happens-before is porf (but see `core::happens_before`).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Porf;

impl<const W: usize> View<W> for Porf {
    const IS_PORF: bool = true;

    fn of<T: Copy, M: Model<View<W> = Self>>(_: &Execution<T, M, W>, _: &Added<W>) -> Self {
        Self
    }

    fn happens_before<'a>(&'a self, porf: &'a Clock<W>) -> &'a Clock<W> {
        porf
    }

    fn before<T: Copy, M: Model<View<W> = Self>>(graph: &Execution<T, M, W>, thread: u32) -> Clock<W> {
        graph.porf_before(thread)
    }
}

/// What the event reads synchronises: the order is acquire or stronger.
const fn acquires(order: Order) -> bool {
    matches!(order, Order::Acquire | Order::AcqRel | Order::SeqCst)
}

/// What reads the event synchronises: the order is release or stronger.
const fn releases(order: Order) -> bool {
    matches!(order, Order::Release | Order::AcqRel | Order::SeqCst)
}
