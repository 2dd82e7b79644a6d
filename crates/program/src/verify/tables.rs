//! What is not code: tables, global variables, shapes, lines, sites.

use super::{MAX_NESTING, MAX_SIZE, Verifier, levels, part_of};
use crate::debug::{BitField, ShapeId, ShapeKind, SourcePos};
use crate::module::{Const, FuncId, Global, GlobalInit};

impl Verifier<'_> {
    pub(super) fn tables(&mut self) {
        let program = self.program;
        for id in program.entry.iter().chain(&program.constructors).chain(&program.destructors) {
            self.function_id(*id);
        }
        for external in &program.externals {
            let known = matches!(external.float_result, None | Some(16 | 32 | 64 | 80 | 128));
            self.check(known, || format!("external `{}` returns a float of no known width", external.name));
        }
        for constant in &program.consts {
            self.constant(*constant);
        }
        for (name, count) in [
            ("functions", program.functions.len()),
            ("externals", program.externals.len()),
            ("globals", program.globals.len()),
            ("constants", program.consts.len()),
        ] {
            self.check(i32::try_from(count).is_ok(), || format!("too many {name}: {count}"));
        }
        for global in &program.globals {
            self.global(global);
        }
    }

    pub(super) fn function_id(&mut self, id: FuncId) {
        self.index("function", id.0, self.program.functions.len());
    }

    pub(super) fn constant(&mut self, constant: Const) {
        match constant {
            Const::Bits(_) | Const::Undef => {}
            Const::Global(id, _) => self.index("global", id.0, self.program.globals.len()),
            Const::Function(id) => self.function_id(id),
            Const::External(id) => self.index("external", id.0, self.program.externals.len()),
        }
    }

    pub(super) fn align(&mut self, what: &str, align: u32) {
        self.check(align.is_power_of_two(), || format!("the alignment {align} of {what} is not a power of two"));
    }

    pub(super) fn position(&mut self, pos: Option<SourcePos>) {
        if let Some(pos) = pos {
            self.index("file", pos.file, self.program.files.len());
        }
    }

    pub(super) fn shape_id(&mut self, shape: Option<ShapeId>) {
        if let Some(shape) = shape {
            self.index("shape", shape.0, self.program.shapes.len());
        }
    }

    pub(super) fn global(&mut self, global: &Global) {
        let name = || format!("global `{}`", global.name);
        self.check(global.size <= MAX_SIZE, || format!("{} is too large: {} bytes", name(), global.size));
        self.align(&name(), global.align);
        self.shape_id(global.shape);
        self.position(global.pos);
        for part in &global.init {
            let (offset, len) = match part {
                GlobalInit::Bytes(offset, bytes) => (*offset, bytes.len() as u64),
                GlobalInit::Address(offset, constant) => {
                    self.constant(*constant);
                    self.initial_address(global, *constant);
                    (*offset, self.program.pointer_bytes().into())
                }
                GlobalInit::Undef(offset, len) => (*offset, *len),
            };
            self.check(offset.checked_add(len).is_some_and(|end| end <= global.size), || {
                format!("{} has {} bytes, but its content has bytes {offset} to {offset}+{len}", name(), global.size)
            });
        }
    }

    pub(super) fn initial_address(&mut self, global: &Global, constant: Const) {
        if let Const::Global(id, _) = constant {
            let local = self.program.globals.get(id.index()).is_some_and(|g| g.thread_local);
            self.check(!local, || format!("global `{}` begins with the address of a thread-local one", global.name));
        }
    }

    pub(super) fn shapes(&mut self) {
        let shapes = &self.program.shapes;
        for shape in shapes {
            let (name, size) = (&shape.name, shape.size);
            self.check(size <= MAX_SIZE, || format!("shape `{name}` is too large"));
            match &shape.kind {
                ShapeKind::Scalar { .. } | ShapeKind::Enum(_) | ShapeKind::Pointer(None) | ShapeKind::Opaque => {}
                ShapeKind::Pointer(to) => self.shape_id(*to),
                ShapeKind::Array(of, count) => {
                    self.shape_id(Some(*of));
                    let element = shapes.get(of.0 as usize).map_or(0, |s| s.size);
                    let all = element.checked_mul(*count).is_some_and(|all| all <= MAX_SIZE);
                    self.check(all, || format!("shape `{name}` is too large"));
                }
                ShapeKind::Bits(bits) => {
                    for BitField { name: field, first, count, of } in bits {
                        self.shape_id(Some(*of));
                        let end = first.checked_add(u64::from(*count)).filter(|_| *count <= 64);
                        let fits = end.is_some_and(|end| end.div_ceil(8) <= size);
                        self.check(fits, || format!("bit-field `{field}` is not inside shape `{name}`"));
                    }
                }
                ShapeKind::Fields(fields) => {
                    for (field, offset, of) in fields {
                        self.shape_id(Some(*of));
                        self.check(*offset <= MAX_SIZE, || format!("field `{field}` of shape `{name}` is too far"));
                    }
                }
            }
        }
        if self.errors.is_empty() {
            self.nesting();
        }
    }

    /// No shape contains itself, nor too many levels of others.
    pub(super) fn nesting(&mut self) {
        let shapes = &self.program.shapes;
        // 0: not looked at, 1: contains the present one, n + 2: has n levels.
        let mut depth = vec![0u32; shapes.len()];
        for start in 0..shapes.len() {
            let mut stack = vec![(start, 0)];
            while let Some((at, next)) = stack.pop() {
                if next == 0 && depth[at] >= 2 {
                    continue;
                }
                depth[at] = 1;
                let Some(part) = part_of(&shapes[at], next) else {
                    depth[at] = 3 + levels(&shapes[at], &depth);
                    if depth[at] > MAX_NESTING {
                        return self.error(format!("shape `{}` is nested too deeply", shapes[at].name));
                    }
                    continue;
                };
                if depth[part] == 1 {
                    return self.error(format!("shape `{}` contains itself", shapes[part].name));
                }
                stack.push((at, next + 1));
                if depth[part] == 0 {
                    stack.push((part, 0));
                }
            }
        }
    }

    pub(super) fn lines(&mut self) {
        let lines = &self.program.lines;
        for line in lines {
            self.position(line.pos);
            if let Some(outer) = line.inlined_at {
                self.index("line entry", outer, lines.len());
            }
            if let Some(function) = line.function {
                self.index("inlined function", function, self.program.inlined.len());
            }
        }
        if !self.errors.is_empty() {
            return;
        }
        // Following `inlined_at` must come to an end. 0: not looked at, n: looked at when starting
        // from n - 1.
        let mut seen = vec![0usize; lines.len()];
        for start in 0..lines.len() {
            let mut at = Some(start);
            while let Some(line) = at.filter(|line| seen[*line] == 0) {
                seen[line] = start + 1;
                at = lines[line].inlined_at.map(|outer| outer as usize);
            }
            if at.is_some_and(|line| seen[line] == start + 1) {
                return self.error(format!("line entry {start} is inlined into itself"));
            }
        }
    }

    pub(super) fn sites(&mut self) {
        self.function = None;
        let mut next = 0u64;
        for function in &self.program.functions {
            if u64::from(function.first_site) != next {
                self.error(format!("the sites are not numbered at function `{}`", function.name));
                return;
            }
            next += function.code.len() as u64;
        }
        // The last number means "unknown".
        self.check(next < u64::from(u32::MAX), || format!("too many instructions: {next}"));
    }
}
