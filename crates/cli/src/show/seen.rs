//! Memory that accesses take for something else than what it was allocated as: two structures that
//! are carved out of one block, an arena of bytes. It is called what the accesses take it for.

use super::recorder::Recorder;
use super::wrappers::is_whole;
use std::collections::{BTreeMap, BTreeSet};
use threadbare_machine::Machine;
use threadbare_op::Site;
use threadbare_program::{Member, Program, ShapeId};

/// Which member the access there is to, as the source has it.
fn member(program: &Program, site: Site) -> Option<&Member> {
    let (function, pc) = program.locate(site)?;
    let members = &program.functions[function.index()].debug.members;
    members.iter().find(|member| member.pc == pc.0)
}

impl Recorder<'_> {
    /// Gives such memory its names, now that no fault is compared with another one any more.
    pub(super) fn name_seen(&mut self, machine: &mut Machine) {
        let program = self.places.program();
        // Where which structures are taken to be, and which objects are something else.
        let mut bases: BTreeMap<ShapeId, BTreeSet<u64>> = BTreeMap::new();
        let mut objects = BTreeSet::new();
        for step in &self.steps {
            let (Some(touched), Some(at)) = (step.row.touched, &step.at) else { continue };
            let Some(member) = member(program, step.site).filter(|member| member.exact) else { continue };
            let base = touched.addr.wrapping_sub(member.offset.cast_unsigned());
            bases.entry(member.of).or_default().insert(base);
            if machine.see(base, member.of) {
                objects.insert(at.object);
            }
        }
        for step in &mut self.steps {
            let (Some(touched), Some(at)) = (step.row.touched, &step.at) else { continue };
            if is_whole(&step.row) || !objects.contains(&at.object) {
                continue;
            }
            let size = step.unit.max(1);
            let base = member(program, step.site).and_then(|member| {
                let most = touched.addr.wrapping_sub(member.offset.cast_unsigned());
                let known = bases.get(&member.of)?.range(at.object..=most.max(at.object)).next_back()?;
                (*known <= most).then_some((*known, member.of))
            });
            let now = match base {
                Some((base, of)) => machine.named_as_seen(touched.addr, size, base, of),
                None => machine.named(touched.addr, size),
            };
            if let Some(now) = now {
                step.is_now(now);
            }
        }
    }
}
