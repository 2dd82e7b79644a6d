//! Texts that the program finds in memory: string literals, the arguments of `main`, the environment.

use super::Memory;
use super::object::{Kind, Object};
use crate::arguments::{ArgumentNames, Part};
use crate::domain::Domain;
use crate::named::{Named, Owner};
use std::sync::Arc;
use threadbare_op::{Addr, Site};
use threadbare_program::{GlobalInit, ShapeId};

impl<D: Domain> Memory<D> {
    /// The characters from `addr` on, if it is inside a string literal.
    pub(crate) fn literal(&self, addr: Addr) -> Option<Vec<u8>> {
        let object = &self.objects[self.table.get(addr)?];
        let (Kind::Global(id) | Kind::Constant(id)) = object.kind else { return None };
        let global = self.program.globals.get(id.index()).filter(|g| g.constant && g.name.starts_with(".str"))?;
        let offset = usize::try_from(addr.checked_sub(object.addr)?).ok()?;
        match global.init.as_slice() {
            [GlobalInit::Bytes(0, bytes)] => bytes.get(offset..).map(<[u8]>::to_vec),
            _ => None,
        }
    }

    /// From now on a block of the heap is called this.
    pub(crate) fn rename(&mut self, addr: Addr, name: String, shape: ShapeId) {
        self.renamed.insert(addr, (name, shape));
    }

    /// What a block of the heap is called, for which the instruction at `site` has allocated.
    pub(super) fn block(&self, addr: Addr, site: Site) -> (String, Option<ShapeId>) {
        match self.renamed.get(&addr) {
            Some((name, shape)) => (name.clone(), Some(*shape)),
            None => self.made_at(site).unwrap_or_else(|| ("heap".into(), None)),
        }
    }

    /// The arguments and the environment are called this.
    pub(crate) fn name_arguments(&mut self, names: Arc<ArgumentNames>) {
        self.arguments = Some(names);
    }

    /// Whether it is the object with the arguments and the environment.
    pub(super) fn are_arguments(&self, object: &Object<D::Value>) -> bool {
        self.arguments.as_ref().is_some_and(|names| names.vector == object.addr)
    }

    /// How bytes of the arguments and the environment are called: `argv[1]` is a pointer,
    /// `argv[1][0]` a character.
    pub(super) fn argument(&self, addr: Addr, size: u64) -> Option<Named> {
        let names = self.arguments.as_ref()?;
        let Part { name, at, number, is_text } = names.part(addr)?;
        let shapes = &self.program.shapes;
        let char = shapes.iter().position(|shape| shape.name == "char" && shape.size == 1);
        let shape = char.filter(|_| is_text && size == 1).map(|at| ShapeId(at as u32));
        let within = if is_text { format!("[{}]", addr - at) } else { String::new() };
        let path = format!("[{number}]{within}");
        Some(Named { object: names.vector, name: name.into(), owner: Owner::Arguments, path, shape, inside: None })
    }
}
