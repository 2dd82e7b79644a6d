//! Operations that commute with their like, and threads that wait for what they come to.

use super::{CLASS_BARRIER, CLASS_SEM, Kind, Maker, RESULT};
use crate::program::{DISCARD, Inst, val};
use threadbare_op::{RmwOp, SyncOp};

impl Maker<'_> {
    pub(super) fn alike(&mut self, kind: Kind) -> Option<Vec<Inst>> {
        let loc = self.rng.below(self.profile.locations);
        let by = self.rng.range((1, 2)) as u64;
        match kind {
            Kind::Count => {
                let op = [RmwOp::Add, RmwOp::Add, RmwOp::Sub, RmwOp::Xor][self.rng.below(4)];
                Some(vec![Inst::rmw(DISCARD, loc, op, val(by))])
            }
            Kind::Arrive => {
                let object = self.object(CLASS_BARRIER)?;
                let op = SyncOp::BarrierArrive { asks: false };
                let mut code = vec![Inst::Sync { reg: RESULT, object, op }, Inst::Leave { reg: RESULT, object }];
                // What it is there for: what was written before is read after.
                if self.rng.percent(40) {
                    code.insert(0, Inst::PlainStore { var: self.rng.below(self.profile.variables), value: val(by) });
                }
                if self.rng.percent(40) {
                    code.push(Inst::PlainLoad { reg: self.register(), var: self.rng.below(self.profile.variables) });
                }
                Some(code)
            }
            Kind::Posts => {
                let object = self.object(CLASS_SEM)?;
                Some(vec![self.op(object, SyncOp::SemPost); self.rng.range((1, 2))])
            }
            Kind::Await => {
                let (reg, equal) = (self.register(), self.rng.percent(50));
                let again = Inst::Again { reg, value: self.rng.below(4) as u64, equal, count: 2 };
                // Of one that others write plainly, too, now and then.
                let load = match self.rng.percent(30) {
                    true => Inst::var_load(reg, self.rng.below(self.profile.variables)),
                    false => Inst::load(reg, loc),
                };
                Some(vec![Inst::Head, load, again])
            }
            _ => None,
        }
    }
}
