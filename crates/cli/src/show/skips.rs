//! What threads did not write, since they had seen something that led them another way.

use super::step::Step;
use std::collections::BTreeMap;
use threadbare_machine::Machine;
use threadbare_op::Site;
use threadbare_program::{Decides, Program, Target};
use threadbare_report::Touched;

/// Results are followed into so many callers.
const MOST_CALLERS: usize = 4;

/// Adds to each step what its thread does not write because of it.
pub(super) fn find(machine: &Machine, steps: &mut [Step]) {
    let mut known = Known { program: machine.program(), decides: BTreeMap::new() };
    // By thread and site: the next step there.
    let mut next: BTreeMap<(u32, Site), usize> = BTreeMap::new();
    for at in (0..steps.len()).rev() {
        let step = &steps[at];
        let own = |site: Site| next.get(&(step.row.thread, site)).copied();
        let until = own(step.site).unwrap_or(usize::MAX);
        // To try once more is not to go another way.
        let is_skipped = |site: Site| site != step.site && own(site).is_none_or(|write| write > until);
        let skips = known.skips(machine, step, is_skipped);
        next.insert((step.row.thread, step.site), at);
        steps[at].row.skips = skips;
    }
}

/// What instructions decide, each looked at once.
struct Known<'p> {
    program: &'p Program,
    decides: BTreeMap<Site, Decides>,
}

impl Known<'_> {
    /// What a step decides about of which it `is_skipped`.
    fn skips(&mut self, machine: &Machine, step: &Step, is_skipped: impl Fn(Site) -> bool) -> Vec<Touched> {
        let mut skips = Vec::new();
        for &site in std::iter::once(&step.site).chain(step.callers.iter()).take(MOST_CALLERS) {
            let Some((function, pc)) = self.program.locate(site) else { break };
            let decides = self.decides.entry(site).or_insert_with(|| Decides::of(self.program, function, pc));
            for write in decides.writes.iter().filter(|write| is_skipped(write.site)) {
                let whole = |global| Some((machine.global(global)?, self.program.globals.get(global.index())?.size));
                let touched = match write.target {
                    Target::Global(global, offset) => whole(global).map(|(addr, _)| (addr, offset, write.size)),
                    Target::Within(global) => whole(global).map(|(addr, size)| (addr, 0, size)),
                    Target::Beside(offset) => step.row.touched.map(|touched| (touched.addr, offset, write.size)),
                };
                let touched = touched.and_then(|(addr, offset, size)| Some((addr.checked_add_signed(offset)?, size)));
                skips.extend(touched.map(|(addr, size)| Touched { addr, size, writes: true }));
            }
            // Functions of the libraries return what they have found in whatever way.
            if !decides.returns && !self.program.functions[function.index()].runtime {
                break;
            }
        }
        skips
    }
}
