//! What threads did not write, since they had seen something that led them another way.

use super::step::Step;
use crate::places::Places;
use std::collections::BTreeMap;
use threadbare_machine::Machine;
use threadbare_op::{Site, ThreadId};
use threadbare_program::{Decided, Decides, FuncId, Program, Target, writes};
use threadbare_report::{Place, ThreadInfo, Touched};

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

/// Adds to the threads that have not ended what their code writes, come to or not. `stacks`: where
/// each of them stands, with its calls.
pub(super) fn not_come_to(
    machine: &Machine,
    places: &Places<'_>,
    threads: &mut [ThreadInfo],
    stacks: &[(ThreadId, Site, Vec<Site>)],
) {
    let program = machine.program();
    let mut known: BTreeMap<FuncId, Vec<(Touched, Place)>> = BTreeMap::new();
    let written = |function: FuncId| -> Vec<(Touched, Place)> {
        let one = |write: &Decided| {
            let (global, offset) = match write.target {
                Target::Global(global, offset) => (global, offset),
                Target::Within(_) | Target::Beside(_) => return None,
            };
            let addr = machine.global(global)?.checked_add_signed(offset)?;
            Some((Touched { addr, size: write.size, writes: true }, places.place(write.site)?))
        };
        writes(program, function).iter().filter_map(one).collect()
    };
    for (thread, site, stack) in stacks {
        let Some(info) = threads.get_mut(thread.index()).filter(|info| !info.ended) else { continue };
        let own = stack.iter().rev().chain([site]).find(|site| !places.is_runtime(**site));
        let Some((function, _)) = own.and_then(|site| program.locate(*site)) else { continue };
        info.may_write.clone_from(known.entry(function).or_insert_with(|| written(function)));
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
