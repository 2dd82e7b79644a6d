//! Variables that are only counted: what they hold decides nothing, but what they hold later.
//!
//! A *place* is a part of a global variable. It is only counted if no address into it is taken, and
//! what is loaded from it leads to nothing but what is stored to places that are only counted: a
//! register matters as in [`crate::loops`] (strong liveness), and what is stored to such places does
//! not. This is a greatest fixpoint: at first all places are, then those from which something is
//! loaded that matters are taken out, until there are none.
//!
//! A call that operates on a synchronisation object takes no address of what lies beside that.
//!
//! Not covered: memory that is reached by pointers; thread-local variables; functions in which there
//! is too much to look at. That a number overflows in the end, where that is a fault, is not seen.

use crate::inst::{Callee, Inst, Operand, Reg};
use crate::loops::Flow;
use crate::module::{Const, Function, GlobalId, GlobalInit, Program};
use crate::operands::{may_write, used};
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Range;
use threadbare_op::SyncKind;

/// A global variable, and which bytes of it.
type Place = (GlobalId, Range<i64>);

/// See the module.
struct Found {
    /// The global variables of which an address is taken.
    taken: FxHashSet<GlobalId>,
    /// What is taken of others, by operations on synchronisation objects.
    objects: Vec<Place>,
    /// What is loaded or stored.
    accessed: FxHashSet<Place>,
}

/// The parts of global variables that are only counted, and written at all.
#[must_use]
pub fn counted(program: &Program) -> Vec<(GlobalId, Range<i64>)> {
    let mut found = Found { taken: FxHashSet::default(), objects: Vec::new(), accessed: FxHashSet::default() };
    let inits = program.globals.iter().flat_map(|global| &global.init);
    found.taken.extend(inits.filter_map(|init| match init {
        GlobalInit::Address(_, Const::Global(id, _)) => Some(*id),
        _ => None,
    }));
    program.functions.iter().for_each(|function| found.look_at(program, function));
    let mut places = found.places(program);
    let users: Vec<&Function> = program.functions.iter().filter(|f| accesses(program, f, &places)).collect();
    loop {
        let read: Vec<Place> = users.iter().flat_map(|function| read(program, function, &places)).collect();
        if read.is_empty() {
            break;
        }
        places.retain(|place| !read.contains(place));
    }
    let mut all: Vec<Place> = places.into_iter().collect();
    all.sort_unstable_by_key(|(id, bytes)| (id.0, bytes.start));
    all
}

fn global(program: &Program, operand: Operand) -> Option<(GlobalId, i64)> {
    let Const::Global(id, offset) = program.constant(operand)? else { return None };
    Some((*id, *offset))
}

/// What an access to a global variable accesses. (A compare-and-swap decides by what is there.)
fn accessed(program: &Program, inst: &Inst) -> Option<Place> {
    let (addr, size) = inst.accessed().filter(|_| !matches!(inst, Inst::Cas { .. }))?;
    place(program, addr, size)
}

fn place(program: &Program, addr: Operand, size: u8) -> Option<Place> {
    let (id, offset) = global(program, addr)?;
    Some((id, offset..offset + i64::from(size)))
}

/// How many bytes a call uses of each object that it is given, if it only operates on these.
fn of_objects(program: &Program, callee: Callee) -> Option<i64> {
    let name = match callee {
        Callee::Function(id) => Some(&program.functions[id.index()]).filter(|f| f.runtime).map(|f| &f.name),
        Callee::External(id) => program.externals.get(id.index()).map(|external| &external.name),
        Callee::Pointer(_) => None,
    }?;
    const PREFIXES: [(&str, SyncKind); 9] = [
        ("pthread_mutex_", SyncKind::Mutex),
        ("pthread_cond_", SyncKind::Cond),
        ("pthread_rwlock_", SyncKind::RwLock),
        ("pthread_spin_", SyncKind::Spin),
        ("pthread_barrier_", SyncKind::Barrier),
        ("pthread_once", SyncKind::Once),
        ("sem_", SyncKind::Semaphore),
        ("mtx_", SyncKind::Mutex),
        ("cnd_", SyncKind::Cond),
    ];
    // A value of a semaphore is written where the caller wants.
    let kind = PREFIXES.iter().find(|(prefix, _)| name.starts_with(prefix) && name != "sem_getvalue")?.1;
    Some(i64::from(kind.size(program.ilp32)))
}

impl Found {
    fn look_at(&mut self, program: &Program, function: &Function) {
        for inst in &function.code {
            let (_, read) = used(inst);
            let known = accessed(program, inst);
            let addresses = read.iter().filter_map(|operand| global(program, *operand));
            // The address of an access comes first.
            for (id, offset) in addresses.skip(usize::from(known.is_some())) {
                let size = if let Inst::Call { callee, .. } = inst { of_objects(program, *callee) } else { None };
                match size {
                    Some(size) => self.objects.push((id, offset..offset + size)),
                    None => {
                        self.taken.insert(id);
                    }
                }
            }
            match *inst {
                // It may hold the only address of an object.
                Inst::Store { value, size: 8.., .. } if !is_number(program, function, value) => {
                    self.objects.extend(known);
                }
                _ => self.accessed.extend(known),
            }
        }
    }

    /// What could be only counted.
    fn places(self, program: &Program) -> FxHashSet<Place> {
        let mut by_global: FxHashMap<GlobalId, Vec<Range<i64>>> = FxHashMap::default();
        for (id, bytes) in self.accessed.iter().chain(&self.objects) {
            by_global.entry(*id).or_default().push(bytes.clone());
        }
        let is_apart = |(id, bytes): &Place| {
            let overlaps = |other: &&Range<i64>| other.start < bytes.end && bytes.start < other.end;
            let global = &program.globals[id.index()];
            let is_inside = bytes.start >= 0 && bytes.end.unsigned_abs() <= global.size;
            let is_plain = !global.thread_local && !global.external && !global.constant;
            is_inside && is_plain && by_global[id].iter().filter(overlaps).all(|other| other == bytes)
        };
        let is_counted = |place: &Place| !self.taken.contains(&place.0) && is_apart(place);
        let objects: FxHashSet<&Place> = self.objects.iter().collect();
        self.accessed.iter().filter(|place| is_counted(place) && !objects.contains(place)).cloned().collect()
    }
}

/// Whether an operand is a number that was computed, no address.
fn is_number(program: &Program, function: &Function, operand: Operand) -> bool {
    let Some(reg) = operand.as_reg() else { return program.number(operand).is_some() };
    let mut makers = function.code.iter().filter(|inst| makes(program, inst, reg));
    reg.0 >= function.params && makers.all(|inst| matches!(inst, Inst::Bin { .. }))
}

fn makes(program: &Program, inst: &Inst, reg: Reg) -> bool {
    let results = match *inst {
        Inst::Call { callee: Callee::Function(id), .. } => program.functions[id.index()].results,
        Inst::Call { callee: Callee::External(id), .. } => program.externals[id.index()].results,
        _ => return may_write(inst, reg),
    };
    matches!(inst, Inst::Call { dst: Some(dst), .. } if (dst.0..dst.0 + results).contains(&reg.0))
}

fn accesses(program: &Program, function: &Function, places: &FxHashSet<Place>) -> bool {
    function.code.iter().any(|inst| accessed(program, inst).is_some_and(|place| places.contains(&place)))
}

/// Those of the places from which the function loads what matters.
fn read(program: &Program, function: &Function, places: &FxHashSet<Place>) -> Vec<Place> {
    let used_there = |inst: &Inst| accessed(program, inst).filter(|place| places.contains(place));
    let flow = Flow::new(program, function);
    let matters = |addr: Operand, size: u8| !place(program, addr, size).is_some_and(|place| places.contains(&place));
    let Some(live) = flow.live_if(matters) else { return function.code.iter().filter_map(used_there).collect() };
    let is_read = |(pc, inst): &(u32, &Inst)| match inst {
        Inst::Load { dst, .. } | Inst::Rmw { dst, .. } => {
            flow.successors(*pc).iter().any(|next| live[*next as usize].has(*dst))
        }
        _ => false,
    };
    (0..).zip(&function.code).filter(is_read).filter_map(|(_, inst)| used_there(inst)).collect()
}
