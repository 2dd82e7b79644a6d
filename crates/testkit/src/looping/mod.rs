//! Programs that need not end: each thread does something once, then something again and again.
//! Random ones, all that they can do ([`reached()`]), and explorers held against that.

mod check;
mod covered;
mod going_round;
mod knowing;
pub mod known;
mod livelocks;
mod loops;
mod reached;
mod search;
mod starved;
mod vain;

pub use check::{Checked, Demands, Failure, Series, Summary, check_loops, check_one};
pub use covered::uncovered;
pub use going_round::{LivelockSummary, check_livelocks, retries};
pub use livelocks::{Told, livelocks};
pub use reached::{Reached, reached};
pub use search::Search;
pub use starved::{StarvedSummary, Starving, check_starved, starving};
pub use vain::{Vain, in_vain};

use crate::program::{Inst, NEVER, Plain, Program, REGISTERS};
use threadbare_op::SyncState;
use threadbare_op::sync::{Health, MutexKind};

/// What a thread does.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Body {
    /// This first,
    pub once: Vec<Inst>,
    /// and then this,
    pub again: Vec<Inst>,
    /// again and again.
    pub endless: bool,
}

/// A program whose threads are loops. In its instructions only those jumps occur that stay in their
/// part: one that would lead behind its end leads there.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Looping {
    /// The code of the threads; the first is main's.
    pub bodies: Vec<Body>,
    /// The initial values of the atomic locations.
    pub locations: Vec<u64>,
    /// The initial values of the plain variables.
    pub variables: Vec<u64>,
    /// The initial states of the synchronisation objects.
    pub objects: Vec<SyncState>,
    /// What becomes of plain accesses.
    pub plain: Plain,
}

/// A mutex as it is left behind, too, so that the first use of it makes no difference.
pub const MUTEX: SyncState =
    SyncState::Mutex { kind: MutexKind::Normal, robust: false, owner: None, count: 0, health: Health::Good };

/// Jumps back by so many instructions.
#[must_use]
pub const fn back(count: usize) -> Inst {
    Inst::Again { reg: (REGISTERS - 1) as u8, value: NEVER, equal: false, count }
}

/// Whether it is always a visible operation.
fn is_visible(inst: &Inst) -> bool {
    use Inst as I;
    matches!(
        inst,
        I::Load { .. }
            | I::Store { .. }
            | I::Rmw { .. }
            | I::Cas { .. }
            | I::Fence { .. }
            | I::Sync { .. }
            | I::Spawn { .. }
            | I::Choice { .. }
            | I::VarLoad { .. }
            | I::VarStore { .. }
            | I::VarAdd { .. }
    )
}

/// Without jumps behind its end.
fn clipped(code: &[Inst]) -> Vec<Inst> {
    let clip = |(at, inst): (usize, &Inst)| match *inst {
        Inst::Skip { reg, value, equal, count } => {
            Inst::Skip { reg, value, equal, count: count.min(code.len() - at - 1) }
        }
        other => other,
    };
    code.iter().enumerate().map(clip).collect()
}

/// Whether some way through the code, which is clipped, has no visible operation.
fn may_be_hidden(code: &[Inst]) -> bool {
    let mut comes_to = vec![false; code.len() + 1];
    comes_to[0] = true;
    for (at, inst) in code.iter().enumerate().filter(|(_, inst)| !is_visible(inst)) {
        if let (true, Inst::Skip { count, .. }) = (comes_to[at], inst) {
            comes_to[at + 1 + count] = true;
        }
        comes_to[at + 1] |= comes_to[at];
    }
    comes_to[code.len()]
}

impl Body {
    fn code(&self) -> Vec<Inst> {
        let (mut code, mut round) = (clipped(&self.once), clipped(&self.again));
        if self.endless {
            if may_be_hidden(&round) {
                round.push(Inst::fence());
            }
            round.push(back(round.len()));
        }
        code.extend(round);
        code
    }

    fn instructions(&self) -> usize {
        self.once.len() + self.again.len() + usize::from(self.endless)
    }
}

impl Looping {
    /// Threads that loop, and a main that starts them and does nothing else.
    #[must_use]
    pub fn parallel(threads: Vec<Body>, locations: usize, variables: usize, mutexes: usize) -> Self {
        let once = (1..=threads.len()).map(|body| Inst::Spawn { slot: 0, body }).collect();
        let mut bodies = vec![Body { once, ..Body::default() }];
        bodies.extend(threads);
        Self {
            bodies,
            locations: vec![0; locations],
            variables: vec![0; variables],
            objects: vec![MUTEX; mutexes],
            plain: Plain::Report,
        }
    }

    /// The program.
    #[must_use]
    pub fn program(&self) -> Program {
        Program {
            bodies: self.bodies.iter().map(Body::code).collect(),
            locations: self.locations.iter().map(|value| (*value, 8)).collect(),
            variables: self.variables.clone(),
            objects: self.objects.clone(),
            plain: self.plain,
            ..Program::default()
        }
    }

    /// The programs that lack something, what matters more first.
    fn smaller(&self) -> Vec<Self> {
        let mut all = Vec::new();
        let mut with = |body: usize, new: Body| {
            let mut less = self.clone();
            less.bodies[body] = new;
            all.push(less);
        };
        for (body, old) in self.bodies.iter().enumerate() {
            if old.instructions() > 0 {
                with(body, Body { once: old.once.clone(), ..Body::default() });
                with(body, Body { endless: false, ..old.clone() });
            }
            for at in 0..old.once.len() {
                let mut new = old.clone();
                new.once.remove(at);
                with(body, new);
            }
            for at in 0..old.again.len() {
                let mut new = old.clone();
                new.again.remove(at);
                with(body, new);
            }
        }
        let mut visible = self.clone();
        visible.plain = Plain::Explore;
        all.push(visible);
        all.retain(|less| less != self);
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::val;

    #[test]
    fn each_round_has_a_visible_operation() {
        let skip = |count| Inst::Skip { reg: 0, value: 0, equal: true, count };
        let (hidden, visible) = (Inst::Set { reg: 0, value: val(1) }, Inst::load(0, 0));
        assert!(may_be_hidden(&[]));
        assert!(may_be_hidden(&[hidden]));
        assert!(!may_be_hidden(&[hidden, visible]));
        assert!(may_be_hidden(&[skip(1), visible]));
        assert!(!may_be_hidden(&[skip(1), hidden, visible]));
        assert!(!may_be_hidden(&[skip(1), visible, visible]));
        assert!(!may_be_hidden(&[visible, skip(1), hidden]));
        let body = Body { once: vec![skip(5), hidden], again: vec![skip(7), visible], endless: true };
        assert_eq!(body.code(), [skip(1), hidden, skip(1), visible, Inst::fence(), back(3)]);
    }
}
