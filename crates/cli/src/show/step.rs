//! A step of a replay: its row, and what it read and wrote until all objects have names.

use super::bits::Held;
use super::content::{Content, defined, padding};
use super::members::is_character;
use super::naming::{Values, is_internal, string};
use super::streams::Call;
use crate::names::FILE;
use crate::places::inst_at;
use std::sync::Arc;
use threadbare_machine::{Byte, Machine, Named};
use threadbare_op::{FaultId, Site};
use threadbare_program::{Inst, Program, ShapeId};
use threadbare_report::{Row, Touched};

/// Accesses of one instruction to consecutive memory are one step, up to this many bytes.
pub(super) const MOST_BYTES: usize = 4096;

/// Members of glibc's types for synchronisation objects, attributes and sets of signals.
const INSIDE: [&str; 4] = [".__size", ".__data", ".__align", ".__val["];

/// A step: its row, and what is to be known besides.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub(super) row: Row,
    pub(super) site: Site,
    /// The calls that led to the site, innermost first.
    pub(super) callers: Arc<[Site]>,
    /// The fault for which it was not performed.
    pub(super) refused: Option<FaultId>,
    /// What kind of synchronisation object it is about, if it is.
    pub(super) sync: Option<&'static str>,
    /// If it misuses a synchronisation object: what kind of object, and who holds it.
    pub(super) misuses: Option<(&'static str, Option<String>)>,
    pub(super) at: Option<Named>,
    /// What messages call that, if it is something else: the first member of a union that fits; the
    /// object, and the path in it.
    pub(super) called: Option<(String, String)>,
    /// It is about a `va_list`, or where its arguments lie, or about a variable of a function of the
    /// libraries.
    pub(super) of_library: bool,
    /// It is about what a descriptor stands for.
    pub(super) is_kept: bool,
    /// If it is about the memory of a stream: what the call does.
    pub(super) call: Option<Call>,
    /// It is about something that is declared `volatile`.
    pub(super) is_volatile: bool,
    /// Size of the first access of the step.
    pub(super) unit: u64,
    /// If what it reads is uninitialised only where padding is: what is called so, and from which byte
    /// to which.
    pub(super) padding: Option<(String, u64, u64)>,
    pub(super) read: Option<Content>,
    pub(super) written: Option<Content>,
    pub(super) expected: Option<Content>,
}

impl Step {
    pub(super) fn new(row: Row, site: Site, callers: Arc<[Site]>) -> Self {
        Self {
            row: Row { site, ..row },
            site,
            callers,
            refused: None,
            sync: None,
            misuses: None,
            at: None,
            called: None,
            of_library: false,
            is_kept: false,
            call: None,
            is_volatile: false,
            unit: 0,
            padding: None,
            read: None,
            written: None,
            expected: None,
        }
    }

    pub(super) fn touch(&mut self, machine: &Machine, addr: u64, size: u64, writes: bool) {
        self.at = machine.named(addr, size);
        self.row.touched = Some(Touched { addr, size, writes });
        self.unit = size;
    }

    /// It is about the whole object.
    pub(super) fn whole(&mut self) {
        if let Some(named) = &mut self.at {
            named.path.clear();
        }
    }

    /// The calls of the program that led to the site, if it is a call of a function of the libraries
    /// that does this: the functions that this one calls are nobody's business.
    fn in_library(&self) -> Option<&[Site]> {
        self.callers.iter().position(|caller| *caller == self.site).map(|at| &self.callers[at..])
    }

    /// A function of the libraries reads that there was no error, or puts that back.
    pub(super) fn keeps_errno(&self) -> bool {
        let is_none = |content: &Content| content.iter().all(|byte| *byte == Byte::default());
        let is_errno = self.at.as_ref().is_some_and(|named| named.name == "errno");
        is_errno && self.in_library().is_some() && self.read.as_ref().or(self.written.as_ref()).is_some_and(is_none)
    }

    /// Makes `next` a part of this step, if it is the same instruction going on where this stopped. A
    /// function of the libraries may read again what it has read.
    pub(super) fn goes_on(&mut self, next: &Self) -> bool {
        let (Some(mine), Some(its)) = (self.row.touched, next.row.touched) else { return false };
        let object = |step: &Self| step.at.as_ref().map(|named| named.object);
        let (in_library, its_calls) = (self.in_library(), next.in_library());
        let same_calls = if in_library.is_some() { in_library == its_calls } else { self.callers == next.callers };
        let ends = mine.addr + mine.size;
        let reads_again =
            in_library.is_some() && self.row.index.is_none() && !mine.writes && (mine.addr..ends).contains(&its.addr);
        let same = (self.row.index.is_none() == next.row.index.is_none())
            && (&self.row.old, &next.row.old) == (&None, &None)
            && !self.row.refused
            && !next.row.refused
            && matches!(next.row.operation.as_str(), "load" | "store")
            && (self.row.thread, self.site, &self.row.operation) == (next.row.thread, next.site, &next.row.operation)
            && same_calls
            && object(self) == object(next)
            && (ends == its.addr || reads_again)
            && (mine.size + its.size) as usize <= MOST_BYTES;
        if !same {
            return false;
        }
        let before = (its.addr - mine.addr) as usize;
        let more = if mine.writes { &next.written } else { &next.read };
        let held = if mine.writes { &mut self.written } else { &mut self.read };
        let both = held.as_ref().zip(more.as_ref()).map(|(held, more)| {
            let known = held.get(before..).unwrap_or_default();
            let is_same = known.iter().zip(more).all(|(known, more)| known == more);
            (is_same, more.get(known.len()..).unwrap_or_default())
        });
        if reads_again && !both.is_some_and(|(is_same, _)| is_same) {
            return false;
        }
        match both.map(|(_, rest)| rest.to_vec()) {
            Some(rest) => held.iter_mut().for_each(|held| held.extend(&rest)),
            None => *held = None,
        }
        self.row.touched = Some(Touched { size: mine.size.max(its.addr + its.size - mine.addr), ..mine });
        true
    }

    /// Names it; `held` is what bit-fields hold.
    pub(super) fn name(&mut self, values: Values<'_>, held: &mut Held) {
        let Some(touched) = self.row.touched else { return };
        if self.name_stream(values.objects) {
            return;
        }
        // What attributes hold, and objects before they are initialised, nobody's code names.
        let is_inside = |named: &Named| {
            self.sync.is_none() && touched.size == self.unit && INSIDE.iter().any(|part| named.path.contains(part))
        };
        self.row.internal = self.of_library
            || self.is_kept
            || self.at.as_ref().is_some_and(|named| is_internal(named) || is_inside(named));
        if held.name(self, values) {
            return;
        }
        if self.row.internal {
            // What it holds tells nobody anything.
            let name = |named| if self.is_kept { FILE.to_owned() } else { values.objects.name(named) };
            self.row.location = self.at.as_ref().map(name);
            return;
        }
        let held = self.read.as_deref().or(self.written.as_deref());
        let (at, elements) = match &self.at {
            Some(named) if self.unit > 0 && (touched.size > self.unit || (named.shape.is_none() && held.is_some())) => {
                let ends = held.is_none_or(|held| held.iter().any(|byte| *byte == Byte::default()));
                several(values.machine, touched, named, (self.unit, ends))
            }
            Some(named) => (named.clone(), None),
            None => {
                self.row.location = Some(format!("{:#x}", touched.addr));
                return;
            }
        };
        self.row.handle = elements.or(at.shape).is_some_and(|shape| values.are_handles(shape));
        self.is_volatile = at.shape.is_some_and(|shape| values.are_volatile(shape));
        let is_copy = self.row.index.is_none() && copies(values.machine.program(), self.site);
        let text = |content: &Content| {
            let bytes = defined(content);
            match (&bytes, elements, at.inside) {
                (_, None, Some(part)) if let Some(text) = values.piece(content, part) => text,
                (Some(bytes), ..) if bytes.len() > 8 && bytes.iter().all(|byte| *byte == 0) => "{0}".to_owned(),
                (_, Some(of), _) => values.elements(content, of),
                (Some(bytes), None, _) if at.shape.is_none() && is_copy && is_text(bytes) => string(bytes),
                _ => values.text(content, at.shape),
            }
        };
        self.row.location = Some(match held.filter(|_| elements.is_none()).zip(at.inside) {
            Some((held, part)) if values.piece(held, part).is_some() => values.objects.name(&whole(&at)),
            _ => values.objects.name(&at),
        });
        self.row.read = self.read.as_ref().map(text);
        let padding = self.read.as_ref().and_then(|content| padding(values.machine.program(), &at, content));
        self.padding = padding.map(|(first, last)| (values.objects.name(&at), first, last));
        self.row.written = self.written.as_ref().map(text);
        // Of a larger copy that was refused only the first piece is known.
        let inner = |first: Named| first.path.len() > at.path.len();
        let is_piece = at.shape.is_none() && values.machine.named(touched.addr, 1).is_some_and(inner);
        if self.row.refused && elements.is_none() && is_piece {
            (self.row.read, self.row.written) = (None, None);
        }
        if let Some(expected) = &self.expected {
            self.row.result = Some(format!("not {}", text(expected)));
        }
    }
}

/// What a part of it is in.
fn whole(at: &Named) -> Named {
    let path = at.path.rsplit_once('+').map_or(&*at.path, |(path, _)| path).to_owned();
    Named { path, ..at.clone() }
}

/// Whether the instruction there copies memory, or is a call of a function that may.
fn copies(program: &Program, site: Site) -> bool {
    matches!(inst_at(program, site), Some(Inst::MemCopy { .. } | Inst::MemMove { .. } | Inst::Call { .. }))
}

/// Whether memory without a type seems to hold a text, with its end.
fn is_text(bytes: &[u8]) -> bool {
    matches!(bytes.split_last(), Some((0, text)) if !text.is_empty() && text.iter().all(|byte| matches!(byte, b' '..=b'~' | b'\n')))
}

/// What several accesses to consecutive memory, the first of `unit` bytes, are called: the array, or
/// a part of it, and the shape of its elements. An array of characters is called by its name if
/// its text ends in what was accessed.
fn several(machine: &Machine, touched: Touched, first: &Named, (unit, ends): (u64, bool)) -> (Named, Option<ShapeId>) {
    let Some(whole) = machine.named(touched.addr, touched.size) else { return (first.clone(), None) };
    let shapes = &machine.program().shapes;
    let is_char = |id: ShapeId| is_character(machine.program(), id);
    if whole.shape.is_some() && !first.shape.is_some_and(is_char) {
        return (whole, None);
    }
    let single = machine.named(touched.addr, 1).filter(|named| named.shape.is_some_and(is_char));
    // A copy of several elements may be one access.
    let sizes = [unit, 1, 2, 4, 8].into_iter().filter(|size| *size < touched.size);
    let of_size = |size: u64| machine.named(touched.addr, size).filter(|named| named.shape.is_some());
    let Some(element) = single.or_else(|| sizes.into_iter().find_map(of_size)) else { return (whole, None) };
    let size = element.shape.map_or(1, |id| shapes[id.0 as usize].size.max(1));
    let Some((array, index)) = element.path.rsplit_once('[') else { return (whole, None) };
    let Some(index) = index.strip_suffix(']').and_then(|index| index.parse::<u64>().ok()) else { return (whole, None) };
    let path = match index {
        0 if element.shape.is_some_and(is_char) && ends => array.to_owned(),
        _ => format!("{array}[{index}..{}]", index + (touched.size / size).saturating_sub(1)),
    };
    let shape = element.shape;
    (Named { path, shape: None, inside: None, ..element }, shape)
}
