//! Memory that a function of the program allocates for others (`void *xmalloc(size_t)`), which does
//! not know what it is for: it is called after the variable that the caller stores it in first, and
//! has the type of that. (Where the function is given the size, the machine does that:
//! [`threadbare_program::allocators`]. What such a function allocates, its caller does: the step is
//! where the function is called.)

use super::naming::own_path;
use super::recorder::Recorder;
use super::step::Step;
use std::collections::BTreeSet;
use std::sync::Arc;
use threadbare_machine::{Machine, Named};
use threadbare_op::Site;
use threadbare_program::{Program, ShapeId};
use threadbare_report::Row;

/// So many calls are looked at.
const MOST_CALLS: usize = 8;

/// The name and the shape of what is allocated at a place or by a call there.
fn allocated(program: &Program, site: Site) -> Option<(&str, Option<ShapeId>)> {
    let (function, pc) = program.locate(site)?;
    let allocations = &program.functions[function.index()].debug.allocations;
    allocations.iter().find(|(at, ..)| *at == pc.0).map(|(_, name, shape)| (name.as_str(), *shape))
}

/// What a block of `size` bytes is for that is allocated at `site`, if only the callers know.
fn known_to_callers(program: &Program, (site, callers): (Site, &Arc<[Site]>), size: u64) -> Option<(String, ShapeId)> {
    if allocated(program, site).is_some_and(|(_, shape)| shape.is_some()) {
        return None;
    }
    let mut outer = callers.iter().take(MOST_CALLS).filter_map(|caller| allocated(program, *caller));
    let (name, shape) = outer.find_map(|(name, shape)| Some((name, shape?)))?;
    // A function may allocate more than what it returns.
    let each = program.shapes.get(shape.0 as usize)?.size;
    (each > 0 && size >= each).then(|| (name.to_owned(), shape))
}

/// Where something is allocated, for whoever reads it, and the calls that lead there.
pub(super) fn maker(machine: &Machine, site: Site, callers: Arc<[Site]>) -> (Site, Arc<[Site]>) {
    let is_inner = |site: &Site| machine.is_allocator(*site);
    let outer = callers.iter().position(|caller| !is_inner(caller)).filter(|_| is_inner(&site));
    match outer {
        Some(at) => (callers[at], callers[at + 1..].into()),
        None => (site, callers),
    }
}

/// Whether it is about the whole object.
pub(super) fn is_whole(row: &Row) -> bool {
    matches!(row.operation.as_str(), "allocate" | "free")
}

impl Step {
    /// What it is about is called this instead.
    pub(super) fn is_now(&mut self, mut now: Named) {
        let Some(at) = &mut self.at else { return };
        let is_whole = is_whole(&self.row);
        if is_whole || self.sync.is_some() {
            let path = if is_whole { "" } else { own_path(&now.path) };
            now.path.truncate(path.len());
            (now.shape, now.inside) = (None, None);
        }
        self.called.get_or_insert_with(|| (at.name.clone(), at.path.clone()));
        *at = now;
    }
}

impl Recorder<'_> {
    /// A block is allocated there.
    pub(super) fn allocates(&mut self, addr: u64, size: u64, at: (Site, &Arc<[Site]>)) {
        if let Some((name, shape)) = known_to_callers(self.places.program(), at, size) {
            self.wrapped.push((addr, name, shape));
        }
    }

    /// Gives these blocks their names, now that no fault is compared with another one any more.
    pub(super) fn name_wrapped(&mut self, machine: &mut Machine) {
        let mut renamed = BTreeSet::new();
        for (addr, name, shape) in self.wrapped.drain(..) {
            machine.rename(addr, name, shape);
            renamed.insert(addr);
        }
        for step in &mut self.steps {
            let (Some(touched), Some(at)) = (step.row.touched, &step.at) else { continue };
            if !renamed.contains(&at.object) {
                continue;
            }
            let size = if is_whole(&step.row) { 1 } else { step.unit.max(1) };
            if let Some(now) = machine.named(touched.addr, size) {
                step.is_now(now);
            }
        }
    }
}
