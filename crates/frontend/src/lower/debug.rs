//! Debug information: files, lines, names, shapes.

use super::shapes::ShapeTable;
use super::{Lowering, index_u32};
use crate::input;
use crate::llvm::{Meta, Module, Type, Value};
use rustc_hash::FxHashMap;
use std::path::Path;
use threadbare_program::{LineOf, Shape, ShapeId, SourceFile, SourcePos};

/// What was already translated.
#[derive(Default)]
pub(super) struct Tables<'m> {
    pub(super) files: Vec<SourceFile>,
    pub(super) shapes: Vec<Shape>,
    file_of: FxHashMap<Meta<'m>, u32>,
    line_of: FxHashMap<Meta<'m>, u32>,
    pub(super) table: ShapeTable<'m>,
    /// Of LLVM's structures.
    pub(super) structs: FxHashMap<Type<'m>, ShapeId>,
}

/// What is known of a variable.
#[derive(Default)]
pub(super) struct Described {
    pub(super) name: Option<String>,
    pub(super) shape: Option<ShapeId>,
    pub(super) pos: Option<SourcePos>,
    /// Whether it is a variable of a block of a function, which may end before the function.
    pub(super) in_block: bool,
}

/// What DWARF calls a block of a function.
const LEXICAL_BLOCK: u16 = 0x0b;

impl<'m> Lowering<'m> {
    /// The number of a file.
    fn file(&mut self, file: Meta<'m>) -> u32 {
        if let Some(&known) = self.debug.file_of.get(&file) {
            return known;
        }
        let number = index_u32(self.debug.files.len());
        self.debug.files.push(source_file(self.module, file));
        self.debug.file_of.insert(file, number);
        number
    }

    fn position(&mut self, location: Meta<'m>) -> Option<SourcePos> {
        let file = location.location_scope()?.scope_file()?;
        let file = self.file(file);
        Some(SourcePos { file, line: location.location_line(), column: location.location_column() })
    }

    /// The number of a location in the table of lines, if it is one of the source.
    pub(super) fn stated_line(&mut self, location: Meta<'m>) -> Option<u32> {
        (location.location_line() != 0).then(|| self.line(location))
    }

    fn line(&mut self, location: Meta<'m>) -> u32 {
        if let Some(&known) = self.debug.line_of.get(&location) {
            return known;
        }
        let pos = self.position(location);
        let inlined_at = location.location_inlined_at().map(|call| self.line(call));
        let function = inlined_at.and_then(|_| self.inlined_function(location));
        let number = index_u32(self.program.lines.len());
        self.program.lines.push(LineOf { pos, inlined_at, function });
        self.debug.line_of.insert(location, number);
        number
    }

    /// The number of the function that a location was inlined from.
    fn inlined_function(&mut self, location: Meta<'m>) -> Option<u32> {
        let name = location.location_scope()?.function_name(self.module)?;
        let known = self.program.inlined.iter().position(|function| *function == name);
        Some(index_u32(known.unwrap_or_else(|| {
            self.program.inlined.push(name);
            self.program.inlined.len() - 1
        })))
    }

    /// Name and position of a function.
    pub(super) fn debug_function(&mut self, function: Value<'m>) -> Described {
        let Some(node) = function.subprogram() else { return Described::default() };
        let name = node.operands(self.module).get(2).copied().flatten().and_then(|name| name.string());
        let file = node.scope_file().map(|file| self.file(file));
        let pos = file.map(|file| SourcePos { file, line: node.subprogram_line(), column: 0 });
        Described { name, pos, ..Described::default() }
    }

    /// What the source calls a global.
    pub(super) fn debug_global(&mut self, global: Value<'m>) -> Described {
        global.global_variable(self.module).map_or_else(Described::default, |node| self.variable(node))
    }

    /// What is known of a variable from its debug node.
    pub(super) fn variable(&mut self, node: Meta<'m>) -> Described {
        let operands = node.operands(self.module);
        let name = operands.get(1).copied().flatten().and_then(|name| name.string()).filter(|name| !name.is_empty());
        let file = node.variable_file().map(|file| self.file(file));
        let pos = file.map(|file| SourcePos { file, line: node.variable_line(), column: 0 });
        let shape = operands.get(3).copied().flatten().and_then(|ty| ty.node()).and_then(|ty| self.shape(ty));
        let scope = operands.first().copied().flatten().and_then(|scope| scope.node());
        let in_block = scope.is_some_and(|scope| scope.tag() == LEXICAL_BLOCK);
        Described { name, pos, shape, in_block }
    }
}

/// A source file, as the user named it, if that leads there.
pub(crate) fn source_file<'m>(module: &'m Module, file: Meta<'m>) -> SourceFile {
    let (path, directory) = (file.string(module, 0), file.string(module, 1));
    let named = Path::new(&path);
    if named.is_absolute() || directory.is_empty() || path == input::STDIN_SHOWN || named.exists() {
        SourceFile::new(path, directory)
    } else {
        SourceFile::elsewhere(path, directory)
    }
}
