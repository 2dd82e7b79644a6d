//! Whether a program can be run at all: what the machine relies on, so that no input can make it
//! panic.
//!
//! Checked: every number refers to something that exists; widths, sizes, alignments and orders are
//! ones that there are; argument and result counts of direct calls; code ends where control cannot
//! go on; tables are as long as they must be; shapes and inlined positions are finite. Not checked:
//! types (registers have none), that a register is written before it is read (it is uninitialised
//! then), and what only running shows: counts of calls through pointers, addresses.

use crate::debug::{BitField, Shape, ShapeId, ShapeKind, SourcePos};
use crate::inst::{Callee, CastOp, Class, Inst, Operand, Pc, Reg};
use crate::module::{Const, ConstId, FuncId, Function, Global, GlobalInit, Program};
use std::fmt::{self, Display};
use threadbare_op::Order;

/// Registers of one function; more would make a stack frame larger than the stack.
const MAX_REGS: u32 = 1 << 20;
/// Bytes of a global or of a type.
const MAX_SIZE: u64 = 1 << 47;
/// Bytes of the private memory of one function.
const MAX_PRIVATE: u64 = 1 << 28;
/// Levels of structures within structures.
const MAX_NESTING: u32 = 1000;
/// More errors are not listed.
const MAX_ERRORS: usize = 100;

/// Something that is wrong with a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VerifyError {
    /// The function in which it is, if it is in one.
    pub function: Option<String>,
    /// The instruction, if it is in one.
    pub pc: Option<Pc>,
    /// What is wrong.
    pub message: String,
}

impl Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.function, self.pc) {
            (Some(function), Some(pc)) => write!(f, "function `{function}`, instruction {}: ", pc.0)?,
            (Some(function), None) => write!(f, "function `{function}`: ")?,
            (None, _) => {}
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for VerifyError {}

impl Program {
    /// Whether the machine can run this program. Programs of the front end pass, whatever the
    /// source does.
    ///
    /// # Errors
    /// What is wrong (the first hundred things).
    pub fn verify(&self) -> Result<(), Vec<VerifyError>> {
        let mut verifier = Verifier { program: self, function: None, pc: None, errors: Vec::new() };
        verifier.tables();
        verifier.shapes();
        verifier.lines();
        for function in &self.functions {
            verifier.function(function);
        }
        verifier.sites();
        if verifier.errors.is_empty() { Ok(()) } else { Err(verifier.errors) }
    }
}

struct Verifier<'p> {
    program: &'p Program,
    function: Option<&'p Function>,
    pc: Option<Pc>,
    errors: Vec<VerifyError>,
}

impl<'p> Verifier<'p> {
    fn error(&mut self, message: impl Into<String>) {
        if self.errors.len() < MAX_ERRORS {
            let function = self.function.map(|f| f.name.clone());
            self.errors.push(VerifyError { function, pc: self.pc, message: message.into() });
        }
    }

    fn check(&mut self, good: bool, message: impl FnOnce() -> String) {
        if !good {
            self.error(message());
        }
    }

    fn index(&mut self, what: &str, index: u32, len: usize) {
        self.check((index as usize) < len, || format!("{what} {index} does not exist (there are {len})"));
    }

    // The program's tables.

    fn tables(&mut self) {
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

    fn function_id(&mut self, id: FuncId) {
        self.index("function", id.0, self.program.functions.len());
    }

    fn constant(&mut self, constant: Const) {
        match constant {
            Const::Bits(_) | Const::Undef => {}
            Const::Global(id, _) => self.index("global", id.0, self.program.globals.len()),
            Const::Function(id) => self.function_id(id),
            Const::External(id) => self.index("external", id.0, self.program.externals.len()),
        }
    }

    fn align(&mut self, what: &str, align: u32) {
        self.check(align.is_power_of_two(), || format!("the alignment {align} of {what} is not a power of two"));
    }

    fn position(&mut self, pos: Option<SourcePos>) {
        if let Some(pos) = pos {
            self.index("file", pos.file, self.program.files.len());
        }
    }

    fn shape_id(&mut self, shape: Option<ShapeId>) {
        if let Some(shape) = shape {
            self.index("shape", shape.0, self.program.shapes.len());
        }
    }

    fn global(&mut self, global: &Global) {
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
                    (*offset, 8)
                }
                GlobalInit::Undef(offset, len) => (*offset, *len),
            };
            self.check(offset.checked_add(len).is_some_and(|end| end <= global.size), || {
                format!("{} has {} bytes, but its content has bytes {offset} to {offset}+{len}", name(), global.size)
            });
        }
    }

    fn initial_address(&mut self, global: &Global, constant: Const) {
        if let Const::Global(id, _) = constant {
            let local = self.program.globals.get(id.index()).is_some_and(|g| g.thread_local);
            self.check(!local, || format!("global `{}` begins with the address of a thread-local one", global.name));
        }
    }

    fn shapes(&mut self) {
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
    fn nesting(&mut self) {
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

    fn lines(&mut self) {
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

    fn sites(&mut self) {
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

    // Functions.

    fn function(&mut self, function: &'p Function) {
        self.function = Some(function);
        self.pc = None;
        let regs = function.regs;
        self.check(regs <= MAX_REGS, || format!("{regs} registers are more than the {MAX_REGS} there can be"));
        let params = function.params;
        self.check(params <= regs, || format!("{params} parameters do not fit into {regs} registers"));
        let (code, lines) = (function.code.len(), function.lines.len());
        self.check(code == lines, || format!("{code} instructions have {lines} places"));
        let places = self.program.lines.len();
        if let Some(line) = function.lines.iter().find(|line| **line as usize >= places) {
            self.index("line entry", *line, places);
        }
        let mut private = 0u64;
        for variable in &function.private {
            self.align(&format!("`{}`", variable.name), variable.align);
            private = private.saturating_add(variable.size).saturating_add(u64::from(variable.align));
        }
        self.check(private <= MAX_PRIVATE, || format!("private variables of {private} bytes do not fit into a frame"));
        for info in &function.loops {
            self.position(info.pos);
            if let Some(head) = info.head {
                self.index("instruction", head.0, code);
            }
        }
        self.position(function.debug.pos);
        for (pc, _, shape) in &function.debug.allocations {
            self.index("instruction", *pc, code);
            self.shape_id(*shape);
        }
        for (pc, ..) in &function.debug.parts {
            self.index("instruction", *pc, code);
        }
        let ends = function.code.last().is_some_and(is_terminator);
        self.check(ends, || "control runs over the end of the code".into());
        for (pc, inst) in function.code.iter().enumerate() {
            self.pc = Some(Pc(u32::try_from(pc).unwrap_or(u32::MAX)));
            self.inst(function, inst);
        }
        self.pc = None;
    }

    fn reg(&mut self, reg: Reg) {
        self.regs(reg, 1);
    }

    /// `count` registers from `first` on.
    fn regs(&mut self, first: Reg, count: u32) {
        let regs = self.function.map_or(0, |f| f.regs);
        let end = u64::from(first.0) + u64::from(count);
        self.check(end <= u64::from(regs), || format!("register %{} does not exist (there are {regs})", end - 1));
    }

    fn operands(&mut self, operands: &[Operand]) {
        for operand in operands {
            match (operand.as_reg(), operand.as_const()) {
                (Some(reg), _) => self.reg(reg),
                (None, Some(ConstId(id))) => self.index("constant", id, self.program.consts.len()),
                (None, None) => {}
            }
        }
    }

    fn width(&mut self, width: u8) {
        self.check((1..=64).contains(&width), || format!("an integer of {width} bits; there are 1 to 64"));
    }

    fn float(&mut self, width: u8) {
        self.check(matches!(width, 32 | 64), || format!("a float of {width} bits; there are 32 and 64"));
    }

    fn size(&mut self, size: u8) {
        self.check(matches!(size, 1 | 2 | 4 | 8), || format!("an access to {size} bytes; there are 1, 2, 4 and 8"));
    }

    fn order(&mut self, what: &str, order: Order, allowed: &[Order]) {
        self.check(allowed.contains(&order), || format!("{what} cannot have the order {order:?}"));
    }

    fn target(&mut self, to: Pc) {
        let code = self.function.map_or(0, |f| f.code.len());
        self.check((to.0 as usize) < code, || format!("a jump to instruction {}; there are {code}", to.0));
    }

    fn inst(&mut self, function: &'p Function, inst: &Inst) {
        match inst.class() {
            Class::Pure => self.pure(inst),
            Class::Memory => self.memory(function, inst),
            Class::Control => self.control(function, inst),
        }
    }

    fn pure(&mut self, inst: &Inst) {
        match *inst {
            Inst::Move { dst, src } | Inst::Freeze { dst, src } => {
                self.reg(dst);
                self.operands(&[src]);
            }
            Inst::Undef { dst } => self.reg(dst),
            Inst::Bin { width, dst, a, b, .. } | Inst::Cmp { width, dst, a, b, .. } => {
                self.width(width);
                self.reg(dst);
                self.operands(&[a, b]);
            }
            Inst::Overflow { width, dst, overflowed, a, b, .. } => {
                self.width(width);
                self.reg(dst);
                self.reg(overflowed);
                self.operands(&[a, b]);
            }
            Inst::IntUn { op, width, dst, a } => {
                self.width(width);
                let whole = op != crate::IntUnOp::Bswap || width.is_multiple_of(8);
                self.check(whole, || format!("{width} bits are no whole bytes to swap"));
                self.reg(dst);
                self.operands(&[a]);
            }
            Inst::FBin { width, dst, a, b, .. } | Inst::FCmp { width, dst, a, b, .. } => {
                self.float(width);
                self.reg(dst);
                self.operands(&[a, b]);
            }
            Inst::FUn { width, dst, a, .. } => {
                self.float(width);
                self.reg(dst);
                self.operands(&[a]);
            }
            Inst::Fma { width, dst, a, b, c } => {
                self.float(width);
                self.reg(dst);
                self.operands(&[a, b, c]);
            }
            Inst::Cast { op, from, to, dst, a } => {
                self.cast(op, from, to);
                self.reg(dst);
                self.operands(&[a]);
            }
            Inst::Select { dst, cond, then, other } => {
                self.reg(dst);
                self.operands(&[cond, then, other]);
            }
            Inst::PtrAdd { dst, base, index, index_width, .. } => {
                self.width(index_width);
                self.reg(dst);
                self.operands(&[base, index]);
            }
            _ => {}
        }
    }

    fn cast(&mut self, op: CastOp, from: u8, to: u8) {
        let int = |this: &mut Self, width| this.width(width);
        let float = |this: &mut Self, width| this.float(width);
        let good = match op {
            CastOp::Trunc => {
                int(self, from);
                int(self, to);
                to <= from
            }
            CastOp::ZExt | CastOp::SExt => {
                int(self, from);
                int(self, to);
                from <= to
            }
            CastOp::FpToUi | CastOp::FpToSi => {
                float(self, from);
                int(self, to);
                true
            }
            CastOp::UiToFp | CastOp::SiToFp => {
                int(self, from);
                float(self, to);
                true
            }
            CastOp::FpTrunc => {
                float(self, from);
                float(self, to);
                to <= from
            }
            CastOp::FpExt => {
                float(self, from);
                float(self, to);
                from <= to
            }
        };
        self.check(good, || format!("{op:?} does not lead from {from} to {to} bits"));
    }

    fn memory(&mut self, function: &Function, inst: &Inst) {
        use Order::{AcqRel, Acquire, Plain, Relaxed, Release, SeqCst};
        match *inst {
            Inst::Alloca { dst, count, size, align, shape } => {
                self.reg(dst);
                self.operands(&[count]);
                self.check(size <= MAX_SIZE, || format!("elements of {size} bytes are too large"));
                self.align("the variable", align);
                self.shape_id(shape);
            }
            Inst::AllocaEnd { addr: operand } | Inst::StackRestore { mark: operand } => self.operands(&[operand]),
            Inst::StackSave { dst } => self.reg(dst),
            Inst::PrivateAlloca { dst, index } => {
                self.reg(dst);
                self.index("private variable", index, function.private.len());
            }
            Inst::Load { dst, addr, size, order } => {
                self.reg(dst);
                self.operands(&[addr]);
                self.size(size);
                self.order("a load", order, &[Plain, Relaxed, Acquire, SeqCst]);
            }
            Inst::Store { addr, value, size, order } => {
                self.operands(&[addr, value]);
                self.size(size);
                self.order("a store", order, &[Plain, Relaxed, Release, SeqCst]);
            }
            Inst::Rmw { dst, addr, value, size, order, .. } => {
                self.reg(dst);
                self.operands(&[addr, value]);
                self.size(size);
                self.order("a read-modify-write", order, &[Relaxed, Acquire, Release, AcqRel, SeqCst]);
            }
            Inst::Cas { dst, success, addr, expected, new, size, orders, .. } => {
                self.reg(dst);
                self.reg(success);
                self.operands(&[addr, expected, new]);
                self.size(size);
                self.order("a compare-and-swap", orders.0, &[Relaxed, Acquire, Release, AcqRel, SeqCst]);
                self.order("a failing compare-and-swap", orders.1, &[Relaxed, Acquire, SeqCst]);
            }
            Inst::Fence { order } => self.order("a fence", order, &[Acquire, Release, AcqRel, SeqCst]),
            Inst::MemCopy { to, from, len } | Inst::MemMove { to, from, len } => self.operands(&[to, from, len]),
            Inst::MemSet { to, byte, len } => self.operands(&[to, byte, len]),
            Inst::VaStart { list } => {
                self.operands(&[list]);
                self.check(function.variadic, || "variable arguments of a function that takes none".into());
            }
            Inst::VaCopy { to, from } => self.operands(&[to, from]),
            _ => {}
        }
    }

    fn control(&mut self, function: &Function, inst: &Inst) {
        match inst {
            Inst::Call { callee, dst, args } => self.call(*callee, *dst, args),
            Inst::Return { values } => {
                self.operands(values);
                let (given, results) = (values.len(), function.results);
                self.check(given == results as usize, || format!("{given} results where {results} are declared"));
            }
            Inst::Jump { to } => self.target(*to),
            Inst::Invoked { next, unwind } => {
                self.target(*next);
                self.target(*unwind);
            }
            Inst::Branch { cond, then, other } => {
                self.operands(&[*cond]);
                self.target(*then);
                self.target(*other);
            }
            Inst::Switch { value, width, cases, other } => {
                self.operands(&[*value]);
                self.width(*width);
                self.target(*other);
                for (_, to) in cases {
                    self.target(*to);
                }
                let sorted = cases.windows(2).all(|pair| pair[0].0 < pair[1].0);
                self.check(sorted, || "the cases of a switch are not sorted".into());
                let fits = cases.last().is_none_or(|(value, _)| *width >= 64 || value >> *width == 0);
                self.check(fits, || format!("a case of a switch does not fit into {width} bits"));
            }
            Inst::Loop { index, .. } => self.index("loop", *index, function.loops.len()),
            _ => {}
        }
    }

    fn call(&mut self, callee: Callee, dst: Option<Reg>, args: &[Operand]) {
        self.operands(args);
        let results = match callee {
            Callee::Function(id) => {
                self.function_id(id);
                let Some(called) = self.program.functions.get(id.index()) else { return };
                let (given, params) = (args.len(), called.params as usize);
                let good = given == params || (called.variadic && given >= params);
                self.check(good, || format!("`{}` is called with {given} arguments; it takes {params}", called.name));
                called.results
            }
            Callee::External(id) => {
                self.index("external", id.0, self.program.externals.len());
                // The answer of a stub goes to one register even if nothing was declared.
                self.program.externals.get(id.index()).map_or(1, |e| e.results.max(1))
            }
            Callee::Pointer(operand) => {
                self.operands(&[operand]);
                1
            }
        };
        if let Some(dst) = dst {
            self.regs(dst, results);
        }
    }
}

fn is_terminator(inst: &Inst) -> bool {
    matches!(
        inst,
        Inst::Return { .. }
            | Inst::Jump { .. }
            | Inst::Branch { .. }
            | Inst::Invoked { .. }
            | Inst::Switch { .. }
            | Inst::Unsupported { .. }
            | Inst::Unreachable
            | Inst::Trap { .. }
    )
}

/// The n-th part that is within this shape.
fn part_of(shape: &Shape, n: usize) -> Option<usize> {
    match &shape.kind {
        ShapeKind::Fields(fields) => fields.get(n).map(|(_, _, of)| of.0 as usize),
        ShapeKind::Array(of, _) if n == 0 => Some(of.0 as usize),
        _ => None,
    }
}

/// Levels below this shape, when those of all its parts are known.
fn levels(shape: &Shape, depth: &[u32]) -> u32 {
    (0..).map_while(|n| part_of(shape, n)).map(|part| depth[part].saturating_sub(2)).max().unwrap_or(0)
}
