//! What memory is called, and the texts of memory faults.

use super::Memory;
use super::object::{Kind, Object};
use super::parts::{Ends, descend, element, flexible, members};
use crate::code::{Code, HANDLERS_LOCK_AT, SECTION_AT};
use crate::domain::Domain;
use crate::halt::Halt;
use crate::layout::{self, Space};
use crate::named::{Named, Owner};
use crate::record::What;
use threadbare_op::{Addr, Details, Fault, FaultId, FaultKind, Other, Site, Stuck, ThreadId};
use threadbare_program::{Inst, ShapeId, ShapeKind};

/// What can end an object.
enum Ended {
    Freed,
    Return,
    Scope,
    Thread,
    Jump,
}

impl<D: Domain> Memory<D> {
    /// Stops the thread with a fault at its present place.
    pub(crate) fn fail(&mut self, kind: FaultKind, message: String, other: Option<Other>) -> Halt {
        let id = self.fault(kind, message, other);
        self.stuck(Stuck::Fault(id))
    }

    /// The same for something that is recorded as refused.
    pub(crate) fn fail_at(&mut self, kind: FaultKind, message: String, other: Option<Other>, what: What) -> Halt {
        let id = self.fault(kind, message, other);
        self.tell_refused(what, id);
        self.stuck(Stuck::Fault(id))
    }

    /// A fault of the running thread at its present place.
    pub(super) fn fault(&mut self, kind: FaultKind, message: String, other: Option<Other>) -> FaultId {
        let details = Details::Said(message);
        self.faults.add(Fault { kind, details, thread: self.who.thread, site: self.who.site, other })
    }

    /// How `size` bytes at `addr` are called, without numbers that depend on the schedule or the
    /// iteration.
    pub(crate) fn name_of(&self, addr: Addr, size: u64) -> String {
        self.name(addr, size, false)
    }

    /// The same; heap objects and copies of variables are told apart by numbers.
    pub(crate) fn full_name_of(&self, addr: Addr, size: u64) -> String {
        self.name(addr, size, true)
    }

    fn name(&self, addr: Addr, size: u64, numbered: bool) -> String {
        if layout::thread_of(addr) == layout::FUNCTIONS {
            return self.function_name(addr).unwrap_or_else(|| "code".into());
        }
        let Some(index) = self.table.get(addr) else { return format!("{addr:#x}") };
        if let Some(named) = self.argument(addr, size) {
            return named.name + &named.path;
        }
        let object = &self.objects[index];
        let (name, shape) = self.object_name(object, numbered);
        name + &self.path_in(object, shape, addr, size)
    }

    /// How `size` bytes at `addr` are called, in parts.
    pub(crate) fn named(&self, addr: Addr, size: u64) -> Option<Named> {
        self.named_until(addr, size, None, &|_, _| false)
    }

    /// Whether it is not known what parts the object at an address has.
    pub(crate) fn is_shapeless(&self, addr: Addr) -> bool {
        self.table.get(addr).is_none_or(|index| self.object_name(&self.objects[index], false).1.is_none())
    }

    /// How something of the shape `target` at `addr` is called: the outermost part that begins
    /// there and may be meant.
    pub(crate) fn pointed(&self, addr: Addr, target: Option<ShapeId>) -> Option<Named> {
        let ends = |shape, offset| offset == 0 && target.is_none_or(|to| self.is_same(shape, to));
        let mut named = self.named_until(addr, 1, None, &ends)?;
        // The address of an array is that of its first element.
        if named.owner == Owner::Heap && named.path == "[0]" {
            named.path.clear();
        }
        Some(named)
    }

    /// Whether two shapes are of the same type.
    pub(super) fn is_same(&self, mut one: ShapeId, mut other: ShapeId) -> bool {
        for _ in 0..MOST_DIMENSIONS {
            let (a, b) = (&self.program.shapes[one.0 as usize], &self.program.shapes[other.0 as usize]);
            match (&a.kind, &b.kind) {
                _ if one == other => return true,
                (ShapeKind::Array(of, n), ShapeKind::Array(to, m)) if n == m => (one, other) = (*of, *to),
                _ => return a.size == b.size && a.name == b.name && !a.name.is_empty(),
            }
        }
        false
    }

    /// The same of memory that an access takes for the structure `of` at `base`.
    pub(crate) fn named_as_seen(&self, addr: Addr, size: u64, base: Addr, of: ShapeId) -> Option<Named> {
        self.named_until(addr, size, Some((base, of)), &|_, _| false)
    }

    fn named_until(&self, addr: Addr, size: u64, as_seen: Option<(Addr, ShapeId)>, ends: Ends<'_>) -> Option<Named> {
        if self.space.owner(addr) == Some(layout::FUNCTIONS) {
            let name = self.function_name(addr)?;
            return Some(Named {
                object: addr,
                name,
                owner: Owner::Code,
                path: String::new(),
                shape: None,
                inside: None,
            });
        }
        let object = &self.objects[self.table.get(addr)?];
        if let Some(named) = self.argument(addr, size) {
            return Some(named);
        }
        if let Some(name) = own_lock(addr) {
            let (name, owner) = (name.into(), Owner::Global);
            return Some(Named { object: object.addr, name, owner, path: String::new(), shape: None, inside: None });
        }
        let (name, shape) = self.object_name(object, false);
        let owner = match object.kind {
            Kind::Global(_) | Kind::Constant(_) | Kind::External(_) | Kind::Hidden => Owner::Global,
            Kind::Heap => Owner::Heap,
            Kind::Local(_) | Kind::Stack(_) | Kind::Private | Kind::Errno => {
                Owner::Local(ThreadId(layout::thread_of(object.addr)))
            }
        };
        let (path, part) = match as_seen {
            Some((base, of)) => self.part_as_seen(object, shape, (addr, size), (base, of)),
            None => self.part_in(object, shape, (addr, size), ends),
        };
        let is_whole = |&(part, rest): &(ShapeId, u64)| rest == 0 && self.program.shapes[part.0 as usize].size == size;
        let shape = part.filter(is_whole).map(|(part, _)| part);
        let inside = part.filter(|_| shape.is_none());
        Some(Named { object: object.addr, name, owner, path, shape, inside })
    }

    /// The program's function at an address.
    pub(crate) fn function_name(&self, addr: Addr) -> Option<String> {
        let slot = layout::slot_of(addr) as usize;
        let functions = &self.program.functions;
        match functions.get(slot) {
            Some(function) => Some(function.name.clone()),
            None => self.program.externals.get(slot - functions.len()).map(|external| external.name.clone()),
        }
    }

    pub(super) fn object_name(&self, object: &Object<D::Value>, numbered: bool) -> (String, Option<ShapeId>) {
        let thread = layout::thread_of(object.addr);
        let number = layout::slot_of(object.addr);
        match object.kind {
            Kind::Global(id) | Kind::Local(id) | Kind::Constant(id) | Kind::External(id) => {
                let global = &self.program.globals[id.index()];
                let name = if thread == layout::GLOBALS || !numbered {
                    global.name.clone()
                } else {
                    format!("T{thread}:{}", global.name)
                };
                (name, global.shape)
            }
            Kind::Heap => {
                let (name, shape) = self.block(object.addr, object.site);
                let name = match (numbered, thread) {
                    (false, _) => name,
                    (true, 0) => format!("{name}#{number}"),
                    (true, _) => format!("{name}#{thread}.{number}"),
                };
                (name, shape)
            }
            Kind::Stack(shape) => {
                let (name, known) = self.made_at(object.site).unwrap_or_else(|| ("local".into(), None));
                (if numbered { format!("T{thread}:{name}") } else { name }, known.or(shape))
            }
            Kind::Private => (self.made_at(object.site).map_or_else(|| "local".into(), |made| made.0), None),
            Kind::Hidden if self.are_arguments(object) => ("argv".into(), None),
            Kind::Hidden => ("internal".into(), None),
            Kind::Errno => ("errno".into(), None),
        }
    }

    /// The variable for which the instruction at `site` allocates.
    pub(super) fn made_at(&self, site: Site) -> Option<(String, Option<ShapeId>)> {
        let (function, pc) = self.program.locate(site)?;
        let allocations = &self.program.functions[function.index()].debug.allocations;
        allocations.iter().find(|(at, ..)| *at == pc.0).map(|(_, name, shape)| (name.clone(), *shape))
    }

    /// `.field[3]`, or `+12`.
    fn path_in(&self, object: &Object<D::Value>, shape: Option<ShapeId>, addr: Addr, size: u64) -> String {
        self.part_in(object, shape, (addr, size), &|_, _| false).0
    }

    /// The same, and the shape of what is there if it begins there.
    fn part_in(
        &self,
        object: &Object<D::Value>,
        shape: Option<ShapeId>,
        (addr, size): (Addr, u64),
        ends: Ends<'_>,
    ) -> (String, Option<(ShapeId, u64)>) {
        let offset = addr.wrapping_sub(object.addr);
        if offset >= object.size.max(1) {
            return (format!("{:+}", offset as i64), None);
        }
        let allocated = || self.part_of(object, shape, (addr, size), ends);
        let Some(seen) = self.seen_part(object, (offset, size), None, ends) else { return allocated() };
        // A pointer to what it was allocated as means that.
        let is_meant = |part: &(String, Option<(ShapeId, u64)>)| part.1.is_some_and(|(part, rest)| ends(part, rest));
        if is_meant(&seen) { seen } else { Some(allocated()).filter(is_meant).unwrap_or(seen) }
    }

    /// The same, by what it was allocated as.
    pub(super) fn part_of(
        &self,
        object: &Object<D::Value>,
        shape: Option<ShapeId>,
        (addr, size): (Addr, u64),
        ends: Ends<'_>,
    ) -> (String, Option<(ShapeId, u64)>) {
        let offset = addr.wrapping_sub(object.addr);
        let Some(id) = shape else {
            let path = if offset > 0 { format!("+{offset}") } else { String::new() };
            return (path, None);
        };
        let (mut path, inner, id) = self.element_at(object, id, offset);
        let (rest, part) = descend(&self.program, id, (inner, size), ends, &mut path);
        if rest > 0 {
            path += &format!("+{rest}");
        }
        (path, Some((part, rest)))
    }

    /// Of a block that is an array of that shape, or has one at its end, the element at an offset: the
    /// path to it, the offset in it, and its shape.
    pub(super) fn element_at(&self, object: &Object<D::Value>, id: ShapeId, offset: u64) -> (String, u64, ShapeId) {
        let (mut path, mut inner, mut id) = (String::new(), offset, id);
        let whole = self.program.shapes[id.0 as usize].size;
        if let Some((name, at, element)) = flexible(&self.program, id) {
            let each = self.program.shapes[element.0 as usize].size;
            if offset >= at && each > 0 {
                path = format!(".{name}[{}]", (offset - at) / each);
                (inner, id) = ((offset - at) % each, element);
            }
        } else if whole > 0 && object.size >= 2 * whole {
            path = format!("[{}]", offset / whole);
            inner = offset % whole;
        }
        (path, inner, id)
    }

    /// What `size` bytes at `addr` may be called: of a union each member that fits.
    pub(crate) fn members(&self, addr: Addr, size: u64) -> Vec<(String, ShapeId)> {
        let mut out = Vec::new();
        let Some(object) = self.table.get(addr).map(|index| &self.objects[index]) else { return out };
        let offset = addr.wrapping_sub(object.addr);
        let is_sure = offset < object.size && !self.is_seen(object);
        if let (Some(id), true) = (self.object_name(object, false).1, is_sure) {
            let (path, inner, id) = self.element_at(object, id, offset);
            members(&self.program, id, (inner, size), &path, &mut out);
        }
        out
    }

    // Refusals: the access is wrong, and this says how.

    /// `size` bytes at `addr` cannot be accessed.
    #[cold]
    pub(crate) fn refuse(&mut self, addr: Addr, size: u8, write: bool) -> Halt {
        let verb = if write { "write" } else { "read" };
        let (before, whole) = self.whole_access(addr).unwrap_or((0, u64::from(size)));
        let bytes = if whole == 1 { "1 byte".into() } else { format!("{whole} bytes") };
        if self.space.is_near_null(addr) {
            let what = if addr == 0 { "a null pointer" } else { "an address next to a null pointer" };
            return self.fail(FaultKind::NullPointer, format!("{verb} of {bytes} through {what}"), None);
        }
        if addr >= layout::END || self.space == Space::Narrow && layout::is_nowhere(addr) {
            return self.refuse_far(addr, &format!("{verb} of {bytes}"), before);
        }
        if self.space.owner(addr) == Some(layout::FUNCTIONS) {
            let name = self.function_name(addr).unwrap_or_default();
            return self.fail(FaultKind::InvalidPointer, format!("{verb} of {bytes} in the code of `{name}`"), None);
        }
        let Some(index) = self.table.get(addr) else {
            let message = format!("{verb} of {bytes} through a pointer that points to no object");
            return self.fail(FaultKind::InvalidPointer, message, None);
        };
        let object = &self.objects[index];
        if let Some(freed) = object.freed {
            self.checks.other_epoch = freed.epoch;
            let other = Other { thread: freed.thread, site: freed.site, what: self.freed_how(index, freed.site) };
            let message = self.use_after_free_message(index, addr, write, freed.site);
            let what = match write {
                true => What::Write { addr, size, value: None },
                false => What::Read { addr, size, value: None },
            };
            return self.fail_at(FaultKind::UseAfterFree, message, Some(other), what);
        }
        self.refuse_outside(index, addr, &format!("{verb} of {bytes}"), before)
    }

    /// If an access is a part of a larger one of the source: how many bytes come before it, and how
    /// many the whole has.
    pub(crate) fn whole_access(&self, addr: Addr) -> Option<(u64, u64)> {
        if let Some((from, len)) = self.goes_over {
            return Some((addr.wrapping_sub(from), len));
        }
        let (function, pc) = self.program.locate(self.who.site)?;
        let parts = &self.program.functions[function.index()].debug.parts;
        parts.iter().find(|(at, ..)| *at == pc.0).map(|(_, offset, whole)| (*offset, *whole))
    }

    /// `addr` is not inside the object that it belongs to; `what` is what would be done there, from
    /// so many bytes `before` on.
    fn refuse_outside(&mut self, index: usize, addr: Addr, what: &str, before: u64) -> Halt {
        let object = &self.objects[index];
        // How large it is says whoever defines it.
        if matches!(object.kind, Kind::External(_)) && object.size == 0 {
            return self.refuse_external(index);
        }
        let offset = addr.wrapping_sub(object.addr) as i64;
        let (name, shape) = self.object_name(object, false);
        let whole = object.size;
        let begin = offset.wrapping_sub(before as i64);
        let place = if begin < 0 { format!("{} before the beginning", -begin) } else { format!("at offset {begin}") };
        let of = if whole == 1 { "1 byte".into() } else { format!("{whole} bytes") };
        let outside = shape.and_then(|shape| element(&self.program, shape, whole, offset));
        let message = match outside {
            // Elements that are there are not what is wrong, nor is one element of a copy.
            Some((path, at, count)) if self.goes_over.is_none() && !(0..count as i64).contains(&at) => {
                let verb = what.split_once(' ').map_or(what, |(verb, _)| verb);
                let to = if verb == "write" { "to" } else { "of" };
                let elements = if count == 1 { "1 element".into() } else { format!("{count} elements") };
                format!("{verb} {to} `{name}{path}[{at}]`, but `{name}{path}` has {elements}")
            }
            _ => format!("{what} {place} of `{name}`, which has {of}"),
        };
        self.fail(FaultKind::OutOfBounds, message, None)
    }

    /// So many bytes at `addr` are compared, of which not all were read, since an earlier one
    /// differs.
    pub(crate) fn compared(&mut self, addr: Addr, length: u64) -> Result<(), Halt> {
        let Some(index) = self.table.get(addr) else { return Ok(()) };
        let object = &self.objects[index];
        let offset = addr.wrapping_sub(object.addr);
        if offset.saturating_add(length) <= object.size || matches!(object.kind, Kind::External(_)) {
            return Ok(());
        }
        let (name, _) = self.object_name(object, false);
        let of = if object.size == 1 { "1 byte".into() } else { format!("{} bytes", object.size) };
        let message = format!(
            "comparison of {length} bytes at offset {offset} of `{name}`, which has {of}: all must be there, also those \
             after the first that differs"
        );
        Err(self.fail(FaultKind::OutOfBounds, message, None))
    }

    /// `addr` is not what an address can be: marked as outside the object that it comes from
    /// ([`super::provenance`]), or wild.
    fn refuse_far(&mut self, addr: Addr, what: &str, before: u64) -> Halt {
        let origin = self.space.origin_of(addr);
        if origin.is_some_and(|origin| origin < 1 << 16) {
            let message = format!("{what} through a null pointer with an offset");
            return self.fail(FaultKind::NullPointer, message, None);
        }
        if let Some(index) = origin.and_then(|origin| self.table.get(origin)) {
            return self.refuse_outside(index, layout::unmarked(addr), what, before);
        }
        let was_inside = layout::is_lost(addr) || layout::is_nowhere(addr) || origin.is_some_and(layout::is_private);
        let (kind, points) = if was_inside {
            (FaultKind::OutOfBounds, "is far from the object it pointed to")
        } else {
            (FaultKind::InvalidPointer, "points to no object")
        };
        let message = format!("{what} through a pointer that {points}");
        self.fail(kind, message, None)
    }

    /// The text about a use of an object that is freed, or was at `freed_at`.
    pub(super) fn use_after_free_message(&self, index: usize, addr: Addr, write: bool, freed_at: Site) -> String {
        let object = &self.objects[index];
        let verb = if write { "write to" } else { "read of" };
        let (name, shape) = self.object_name(object, false);
        let path = self.path_in(object, shape, addr, 1);
        let after = match self.how_ended(index, freed_at) {
            Ended::Freed => "it was freed",
            Ended::Return => "its function has returned",
            Ended::Scope => "its scope has ended",
            Ended::Thread => "its thread has ended",
            Ended::Jump => "it was left by `longjmp`",
        };
        format!("{verb} `{name}{path}` after {after}")
    }

    pub(super) fn freed_how(&self, index: usize, freed_at: Site) -> &'static str {
        match self.how_ended(index, freed_at) {
            Ended::Freed => "freed here",
            Ended::Return => "its function returned here",
            Ended::Scope => "its scope ended here",
            Ended::Thread => "its thread ended here",
            Ended::Jump => "left by `longjmp` here",
        }
    }

    /// By what, at `freed_at`, an object has ended.
    fn how_ended(&self, index: usize, freed_at: Site) -> Ended {
        match self.objects[index].kind {
            Kind::Stack(_) | Kind::Private => {}
            Kind::Local(_) | Kind::Errno => return Ended::Thread,
            _ => return Ended::Freed,
        }
        let place = self.program.locate(freed_at);
        match place.and_then(|(function, pc)| self.program.functions[function.index()].code.get(pc.0 as usize)) {
            Some(Inst::AllocaEnd { .. } | Inst::StackRestore { .. }) => Ended::Scope,
            Some(Inst::Call { .. }) if self.jumps(freed_at) => Ended::Jump,
            Some(Inst::Call { .. }) => Ended::Thread,
            _ => Ended::Return,
        }
    }

    #[cold]
    pub(super) fn refuse_constant(&mut self, index: usize, offset: u64) -> Halt {
        let addr = self.objects[index].addr + offset;
        let message = format!("write to `{}`, which is constant", self.name_of(addr, 1));
        self.fail(FaultKind::InvalidPointer, message, None)
    }

    #[cold]
    pub(super) fn refuse_external(&mut self, index: usize) -> Halt {
        let name = self.object_name(&self.objects[index], false).0;
        self.unsupported(format!("the variable `{name}`, which is declared but not defined"))
    }

    #[cold]
    pub(super) fn invalid_free(&mut self, addr: Addr) -> Halt {
        let what = match self.table.get(addr).map(|index| &self.objects[index]) {
            Some(object) if object.is_heap() => {
                let offset = addr.wrapping_sub(object.addr) as i64;
                let bytes = if offset == 1 { "byte" } else { "bytes" };
                format!(
                    "the pointer points {offset} {bytes} into `{}`, not to its beginning",
                    self.object_name(object, false).0
                )
            }
            Some(object) => format!("`{}` was not allocated on the heap", self.object_name(object, false).0),
            None if self.space.owner(addr) == Some(layout::FUNCTIONS) => "the pointer points to a function".into(),
            None => "the pointer points to no object".into(),
        };
        self.fail(FaultKind::InvalidFree, format!("invalid free: {what}"), None)
    }

    #[cold]
    pub(super) fn double_free(&mut self, index: usize) -> Halt {
        let object = &self.objects[index];
        let message = format!("`{}` is freed a second time", self.object_name(object, false).0);
        let freed = object.freed;
        self.checks.other_epoch = freed.map_or(0, |freed| freed.epoch);
        let other = freed.map(|freed| Other { thread: freed.thread, site: freed.site, what: "freed here" });
        let what = self.end_of(index);
        self.fail_at(FaultKind::DoubleFree, message, other, what)
    }
}

/// Arrays of more dimensions are not compared.
pub(super) const MOST_DIMENSIONS: usize = 8;

/// What one of the program's hidden locks is called.
fn own_lock(addr: Addr) -> Option<&'static str> {
    match addr.checked_sub(Code::process_address())? {
        SECTION_AT => Some("atomic sections"),
        HANDLERS_LOCK_AT => Some("exit handlers"),
        _ => None,
    }
}
