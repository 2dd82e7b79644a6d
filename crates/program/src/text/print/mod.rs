//! Programs to text.

mod code;

use super::lexer::is_plain_name;
use super::names::{self, word};
use crate::debug::{BitField, LineOf, Member, Shape, ShapeId, ShapeKind, SourcePos};
use crate::inst::{Inst, Operand, Pc};
use crate::module::{Const, Function, Global, GlobalInit, Program};
use crate::signature::Signature;
use rustc_hash::FxHashMap;
use std::fmt::{self, Display, Formatter, Write as _};
use threadbare_op::Order;

impl Program {
    /// The text form: see the module `text` of this crate's sources. [`Program::parse`] gives the
    /// same program back.
    #[must_use]
    pub fn to_text(&self) -> String {
        self.to_string()
    }
}

impl Display for Program {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Printer::new(self).program(f)
    }
}

/// Text in quotes, escaped so that it stays on one line.
struct Quoted<'a>(&'a str);

impl Display for Quoted<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_char('"')?;
        for c in self.0.chars() {
            match c {
                '"' | '\\' => write!(f, "\\{c}")?,
                c if c.is_ascii_control() => write!(f, "\\{:02x}", c as u32)?,
                c => f.write_char(c)?,
            }
        }
        f.write_char('"')
    }
}

struct Bytes<'a>(&'a [u8]);

impl Display for Bytes<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_char('"')?;
        for &byte in self.0 {
            match byte {
                b'"' | b'\\' => write!(f, "\\{}", byte as char)?,
                b' '..=b'~' => f.write_char(byte as char)?,
                _ => write!(f, "\\{byte:02x}")?,
            }
        }
        f.write_char('"')
    }
}

/// A name after a sigil.
struct Named<'a>(char, &'a str);

impl Display for Named<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if is_plain_name(self.1) {
            write!(f, "{}{}", self.0, self.1)
        } else {
            write!(f, "{}{}", self.0, Quoted(self.1))
        }
    }
}

/// A number as an operand: small ones decimal, small negative ones with a sign, others hexadecimal.
struct Bits(u64);

impl Display for Bits {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0 {
            n if n < 1 << 20 => write!(f, "{n}"),
            n if n.wrapping_neg() <= 1 << 20 => write!(f, "-{}", n.wrapping_neg()),
            n => write!(f, "{n:#x}"),
        }
    }
}

struct Signed(i64);

impl Display for Signed {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", if self.0 < 0 { '-' } else { '+' }, self.0.unsigned_abs())
    }
}

struct Pos(Option<SourcePos>);

impl Display for Pos {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(SourcePos { file, line, column }) => write!(f, "{file}:{line}:{column}"),
            None => f.write_char('-'),
        }
    }
}

fn joined<T: Display>(items: impl Iterator<Item = T>) -> String {
    let mut text = String::new();
    for item in items {
        let _ = write!(text, "{}{item}", if text.is_empty() { "" } else { ", " });
    }
    text
}

/// How things are called: by name where that is unique, else by number.
struct Names<'p> {
    sigil: char,
    names: Vec<&'p str>,
    unique: FxHashMap<&'p str, u32>,
}

impl<'p> Names<'p> {
    fn new(sigil: char, names: impl Iterator<Item = &'p str>) -> Self {
        let names: Vec<&str> = names.collect();
        let mut unique: FxHashMap<&str, u32> = FxHashMap::default();
        for name in &names {
            *unique.entry(name).or_default() += 1;
        }
        Self { sigil, names, unique }
    }

    fn of(&self, index: usize) -> String {
        match self.names.get(index) {
            Some(name) if self.unique.get(name) == Some(&1) => Named(self.sigil, name).to_string(),
            _ => format!("{}{index}", self.sigil),
        }
    }
}

struct Printer<'p> {
    program: &'p Program,
    functions: Names<'p>,
    externals: Names<'p>,
    globals: Names<'p>,
    /// How each constant of the table is written as an operand.
    consts: Vec<String>,
}

impl<'p> Printer<'p> {
    fn new(program: &'p Program) -> Self {
        let mut printer = Self {
            program,
            functions: Names::new('&', program.functions.iter().map(|f| f.name.as_str())),
            externals: Names::new('!', program.externals.iter().map(|e| e.name.as_str())),
            globals: Names::new('@', program.globals.iter().map(|g| g.name.as_str())),
            consts: Vec::new(),
        };
        let mut first = FxHashMap::default();
        for (index, constant) in program.consts.iter().enumerate() {
            let text = if *first.entry(*constant).or_insert(index) == index {
                printer.constant(*constant)
            } else {
                format!("#{index}")
            };
            printer.consts.push(text);
        }
        printer
    }

    fn constant(&self, constant: Const) -> String {
        match constant {
            Const::Bits(bits) => Bits(bits).to_string(),
            Const::Global(id, 0) => self.globals.of(id.index()),
            Const::Global(id, offset) => {
                let sign = if offset < 0 { '-' } else { '+' };
                format!("{}{sign}{}", self.globals.of(id.index()), offset.unsigned_abs())
            }
            Const::Function(id) => self.functions.of(id.index()),
            Const::External(id) => self.externals.of(id.index()),
            Const::Undef => "undef".into(),
        }
    }

    fn operand(&self, operand: Operand) -> String {
        match (operand.as_reg(), operand.as_const()) {
            (Some(reg), _) => format!("%{}", reg.0),
            (None, Some(id)) => self.consts.get(id.index()).cloned().unwrap_or_else(|| format!("#{}", id.0)),
            (None, None) => "undef".into(),
        }
    }

    fn operands(&self, operands: &[Operand]) -> String {
        joined(operands.iter().map(|o| self.operand(*o)))
    }

    fn program(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let program = self.program;
        if let Some(entry) = program.entry {
            writeln!(f, "entry {}", self.functions.of(entry.index()))?;
        }
        if program.opaque_addresses {
            writeln!(f, "opaque_addresses")?;
        }
        if program.ilp32 {
            writeln!(f, "ilp32")?;
        }
        for (word, list) in [("constructors", &program.constructors), ("destructors", &program.destructors)] {
            if !list.is_empty() {
                writeln!(f, "{word} [{}]", joined(list.iter().map(|id| self.functions.of(id.index()))))?;
            }
        }
        for file in &program.files {
            writeln!(f, "file {} in {}", Quoted(&file.path), Quoted(&file.directory))?;
        }
        for (index, function) in program.inlined.iter().enumerate() {
            writeln!(f, "inlined {} ; {index}", Quoted(function))?;
        }
        self.lines(f)?;
        for (index, shape) in program.shapes.iter().enumerate() {
            writeln!(f, "shape {} ; ~{index}", shape_text(shape))?;
        }
        for (index, Signature { args, results }) in program.signatures.iter().enumerate() {
            writeln!(f, "signature [{}] -> [{}] ; {index}", joined(args.iter()), joined(results.iter()))?;
        }
        for external in &program.externals {
            write!(f, "extern {} results {}", Named('!', &external.name), external.results)?;
            if let Some(width) = external.float_result {
                write!(f, " float {width}")?;
            }
            writeln!(f, "{}", if external.weak { " weak" } else { "" })?;
        }
        for global in &program.globals {
            self.global(f, global)?;
        }
        if !program.consts.is_empty() {
            writeln!(f, "consts [{}]", joined(program.consts.iter().map(|c| self.constant(*c))))?;
        }
        let mut site = 0u32;
        for function in &program.functions {
            self.function(f, function, (function.first_site != site).then_some(function.first_site))?;
            site = site.wrapping_add(u32::try_from(function.code.len()).unwrap_or(u32::MAX));
        }
        Ok(())
    }

    fn lines(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let lines = &self.program.lines;
        // Without a table the parser makes one with one empty line for the instructions to belong
        // to.
        let default = lines.as_slice() == [LineOf::default()];
        let code = self.program.functions.iter().any(|f| !f.code.is_empty());
        if (default && code) || (lines.is_empty() && !code) {
            return Ok(());
        }
        writeln!(f, "lines [")?;
        for (index, line) in lines.iter().enumerate() {
            write!(f, "  {}", Pos(line.pos))?;
            if let Some(outer) = line.inlined_at {
                write!(f, " inlined {outer}")?;
            }
            if let Some(function) = line.function {
                write!(f, " of {function}")?;
            }
            writeln!(f, ", ; {index}")?;
        }
        writeln!(f, "]")
    }

    fn global(&self, f: &mut Formatter<'_>, global: &Global) -> fmt::Result {
        write!(f, "global {} size {} align {}", Named('@', &global.name), global.size, global.align)?;
        for (flag, word) in
            [(global.constant, "constant"), (global.thread_local, "thread_local"), (global.external, "external")]
        {
            if flag {
                write!(f, " {word}")?;
            }
        }
        if let Some(ShapeId(shape)) = global.shape {
            write!(f, " shape ~{shape}")?;
        }
        if global.pos.is_some() {
            write!(f, " at {}", Pos(global.pos))?;
        }
        if !global.init.is_empty() {
            let parts = global.init.iter().map(|part| match part {
                GlobalInit::Bytes(offset, bytes) => format!("{offset}: bytes {}", Bytes(bytes)),
                GlobalInit::Address(offset, constant) => format!("{offset}: address {}", self.constant(*constant)),
                GlobalInit::Undef(offset, length) => format!("{offset}: undef {length}"),
            });
            write!(f, " {{ {} }}", joined(parts))?;
        }
        writeln!(f)
    }

    fn function(&self, f: &mut Formatter<'_>, function: &Function, site: Option<u32>) -> fmt::Result {
        write!(
            f,
            "\nfunc {}({} -> {}) regs {}",
            Named('&', &function.name),
            function.params,
            function.results,
            function.regs
        )?;
        for (flag, word) in
            [(function.variadic, "variadic"), (function.runtime, "runtime"), (function.optnone, "optnone")]
        {
            if flag {
                write!(f, " {word}")?;
            }
        }
        if let Some(kinds) = function.kinds {
            write!(f, " as {}", kinds.index())?;
        }
        if let Some(site) = site {
            write!(f, " site {site}")?;
        }
        writeln!(f, " {{")?;
        self.declarations(f, function)?;
        let mut target = vec![false; function.code.len()];
        for inst in &function.code {
            targets(inst, &mut |pc| {
                if let Some(flag) = target.get_mut(pc.0 as usize) {
                    *flag = true;
                }
            });
        }
        // Else the lines are printed as a table of their own.
        let lines = (function.lines.len() == function.code.len()).then_some(&function.lines);
        let mut line = 0;
        for (pc, inst) in function.code.iter().enumerate() {
            if target[pc] {
                writeln!(f, "  L{pc}:")?;
            }
            write!(f, "    ")?;
            self.inst(f, inst, &target)?;
            match lines {
                Some(lines) if lines[pc] != line => {
                    line = lines[pc];
                    writeln!(f, " at {line}")?;
                }
                _ => writeln!(f)?,
            }
        }
        writeln!(f, "}}")
    }

    fn declarations(&self, f: &mut Formatter<'_>, function: &Function) -> fmt::Result {
        let debug = &function.debug;
        if !debug.name.is_empty() || debug.pos.is_some() {
            writeln!(f, "    source {} at {}", Quoted(&debug.name), Pos(debug.pos))?;
        }
        for private in &function.private {
            writeln!(f, "    private {} size {} align {}", Quoted(&private.name), private.size, private.align)?;
        }
        for info in &function.loops {
            write!(f, "    loopinfo {} depth {}", Pos(info.pos), info.depth)?;
            match info.head {
                Some(head) => writeln!(f, " head {}", head.0)?,
                None => writeln!(f)?,
            }
        }
        for (pc, name, shape) in &debug.allocations {
            write!(f, "    allocation {pc} {}", Quoted(name))?;
            match shape {
                Some(ShapeId(shape)) => writeln!(f, " shape ~{shape}")?,
                None => writeln!(f)?,
            }
        }
        for (pc, offset, whole) in &debug.parts {
            writeln!(f, "    part {pc} at {offset} of {whole}")?;
        }
        for Member { pc, of: ShapeId(shape), offset, exact } in &debug.members {
            writeln!(f, "    member {pc} of ~{shape} {} {offset}", if *exact { "at" } else { "after" })?;
        }
        if function.lines.len() != function.code.len() {
            writeln!(f, "    lines [{}]", joined(function.lines.iter()))?;
        }
        Ok(())
    }
}

fn suffix(order: Order) -> String {
    if order == Order::Plain { String::new() } else { format!(".{}", word(names::ORDER, order)) }
}

fn targets(inst: &Inst, each: &mut dyn FnMut(Pc)) {
    match inst {
        Inst::Jump { to } => each(*to),
        Inst::Branch { then, other, .. } | Inst::Invoked { next: then, unwind: other } => {
            each(*then);
            each(*other);
        }
        Inst::Switch { cases, other, .. } => {
            cases.iter().for_each(|(_, to)| each(*to));
            each(*other);
        }
        _ => {}
    }
}

fn shape_text(shape: &Shape) -> String {
    let kind = match &shape.kind {
        ShapeKind::Scalar { signed, float } => {
            format!("scalar{}{}", if *signed { " signed" } else { "" }, if *float { " float" } else { "" })
        }
        ShapeKind::Enum(values) => {
            let values = values.iter().map(|(name, value)| format!("{} {value}", Quoted(name)));
            format!("enum {{ {} }}", joined(values))
        }
        ShapeKind::Pointer(None) => "pointer".into(),
        ShapeKind::Pointer(Some(ShapeId(to))) => format!("pointer ~{to}"),
        ShapeKind::Fields(fields) => {
            let fields = fields.iter().map(|(name, offset, ShapeId(of))| format!("{} {offset} ~{of}", Quoted(name)));
            format!("fields {{ {} }}", joined(fields))
        }
        ShapeKind::Bits(bits) => {
            let bits = bits
                .iter()
                .map(|BitField { name, first, count, of }| format!("{} {first} {count} ~{}", Quoted(name), of.0));
            format!("bits {{ {} }}", joined(bits))
        }
        ShapeKind::Array(ShapeId(of), count) => format!("array ~{of} * {count}"),
        ShapeKind::Opaque => "opaque".into(),
    };
    format!("{} size {} {kind}", Quoted(&shape.name), shape.size)
}
