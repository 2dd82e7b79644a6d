//! One function: its registers, its values, its code.

use super::debug::Described;
use super::flow::Flow;
use super::layout::{Leaf, Scalar};
use super::packed::high_bits;
use super::promote::{Allocas, Place};
use super::returned::Returned;
use super::wide::is_wide;
use super::{Lowering, RUNTIME_SECTION, index_u32};
use crate::llvm::{Block, Record, RecordKind, Type, Value, ValueKind};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::rc::Rc;
use threadbare_program::{Callee, Const, DebugFunction, Function, Inst, LoopInfo, Operand, Pc, PrivateAlloca, Reg};

/// The registers or constants that make up a value.
pub(super) type Operands = SmallVec<[Operand; 2]>;

/// The state of lowering a function.
pub(super) struct Body<'a, 'm> {
    pub(super) cx: &'a mut Lowering<'m>,
    pub(super) function: Value<'m>,
    pub(super) code: Vec<Inst>,
    lines: Vec<u32>,
    /// The source position of what is emitted now.
    pub(super) line: u32,
    regs: u32,
    /// Where the values that are known are.
    values: FxHashMap<Value<'m>, Operands>,
    /// Sign extensions that exist only as indices: what they extend, and from how many bits.
    pub(super) indices: FxHashMap<Value<'m>, (Value<'m>, u8)>,
    pub(super) allocas: Allocas<'m>,
    pub(super) flow: Flow<'m>,
    pub(super) private: Vec<PrivateAlloca>,
    pub(super) debug: DebugFunction,
    /// The variables that allocas hold, and (in optimised code) that values are the first content
    /// of.
    pub(super) named: FxHashMap<Value<'m>, Record<'m>>,
    /// Whether the body must not be interrupted (`__VERIFIER_atomic_...`).
    pub(super) atomic: bool,
    /// In the program's first function: where it returns.
    pub(super) returned: Option<Returned>,
}

/// Lowers a function; `is_first` if the program begins with it.
pub(super) fn lower<'m>(cx: &mut Lowering<'m>, function: Value<'m>, is_first: bool) -> Function {
    let name = function.name();
    let described = cx.debug_function(function);
    let blocks: Vec<Block<'m>> = Block::all(function).collect();
    let flow = Flow::new(&blocks);
    let allocas = Allocas::find(cx, &blocks, &flow);
    let atomic = crate::runtime::is_atomic_by_name(&name);
    let mut body = Body {
        cx,
        function,
        code: Vec::new(),
        lines: Vec::new(),
        line: 0,
        regs: 0,
        values: FxHashMap::default(),
        indices: FxHashMap::default(),
        allocas,
        flow,
        private: Vec::new(),
        debug: DebugFunction {
            name: described.name.unwrap_or_else(|| name.clone()),
            pos: described.pos,
            allocations: Vec::new(),
            parts: Vec::new(),
            members: Vec::new(),
        },
        named: FxHashMap::default(),
        atomic,
        returned: None,
    };
    body.records();
    let params = body.prologue();
    body.share_registers();
    if is_first {
        body.find_returned();
    }
    body.blocks();
    let loops = body.finish_flow();
    let ty = function.value_type();
    let results = index_u32(body.cx.layout(ty.result()).len()) + u32::from(body.returned.is_some());
    let optnone = body.cx.optnone;
    let kinds = body.cx.function_kinds(function);
    let kinds = body.cx.signature_id(kinds);
    let Body { code, lines, regs, private, debug, .. } = body;
    Function {
        name,
        params,
        results,
        variadic: ty.is_variadic(),
        kinds,
        regs,
        code,
        lines,
        private,
        loops,
        debug,
        first_site: 0,
        runtime: function.section() == RUNTIME_SECTION,
        optnone: function.has_attribute(optnone),
    }
}

impl<'m> Body<'_, 'm> {
    /// Parameters, registers of promoted variables. Returns the number of parameter registers.
    fn prologue(&mut self) -> u32 {
        let params: Vec<Value<'m>> = self.function.params().collect();
        for &param in &params {
            let count = self.cx.layout(param.ty()).len();
            let first = self.fresh_many(count);
            self.values.insert(param, run(first, count));
        }
        let count = self.regs;
        self.line = self.first_line();
        self.place_variables();
        if self.atomic {
            self.call_external("__VERIFIER_atomic_begin");
        }
        for (index, &param) in (0..).zip(&params) {
            if let Some(ty) = self.function.param_type_attribute(index, self.cx.byval) {
                self.copy_parameter(param, ty);
            }
        }
        count
    }

    /// A `byval` parameter is the function's own copy of what the caller points at.
    fn copy_parameter(&mut self, param: Value<'m>, ty: Type<'m>) {
        let from = self.one(param);
        let size = self.cx.module.size_of(ty);
        let align = self.cx.module.align_of(ty);
        let copy = self.fresh();
        let (count, len) = (self.cx.bits(1), self.cx.bits(size));
        self.emit(Inst::Alloca { dst: copy, count, size, align, shape: None });
        self.emit(Inst::MemCopy { to: Operand::reg(copy), from, len });
        self.values.insert(param, SmallVec::from_slice(&[Operand::reg(copy)]));
    }

    /// Gives each promoted variable its register: that of the parameter that it holds, if it begins
    /// as one.
    fn place_variables(&mut self) {
        for index in 0..self.allocas.variables.len() {
            let variable = &self.allocas.variables[index];
            let (parameter, unassigned) = (variable.parameter, variable.read_before_write && !variable.marked);
            let reg = match parameter.and_then(|param| self.values.get(&param)).and_then(|ops| ops[0].as_reg()) {
                Some(reg) => reg,
                None => self.fresh(),
            };
            self.allocas.variables[index].reg = reg;
            if unassigned {
                self.emit(Inst::Undef { dst: reg });
            }
        }
    }

    fn first_line(&mut self) -> u32 {
        let first = self.flow.blocks.first().and_then(|block| block.instructions().find_map(Value::location));
        first.and_then(|location| self.cx.stated_line(location)).unwrap_or(0)
    }

    fn blocks(&mut self) {
        for index in 0..self.flow.blocks.len() {
            if !self.flow.reachable[index] {
                continue;
            }
            let block = self.flow.blocks[index];
            self.bind_block(index);
            for inst in block.instructions() {
                // What the compiler made up belongs to what was before it.
                if let Some(line) = inst.location().and_then(|location| self.cx.stated_line(location)) {
                    self.line = line;
                }
                self.instruction(inst, index);
            }
        }
    }

    /// Notes which allocas and values debug records say are variables.
    fn records(&mut self) {
        let Self { flow, named, .. } = self;
        for record in flow.blocks.iter().flat_map(|block| block.instructions()).flat_map(Record::all) {
            if record.kind() != RecordKind::Other
                && let Some(value) = record.value()
                && value.kind() == ValueKind::Instruction
            {
                named.entry(value).or_insert(record);
            }
        }
    }

    /// What is known of the variable that an alloca, or the value of an instruction, is.
    pub(super) fn local(&mut self, value: Value<'m>) -> Described {
        let known = self.named.get(&value).and_then(|record| record.variable());
        known.map_or_else(Described::default, |node| self.cx.variable(node))
    }

    /// Where the variable that an alloca holds is declared: allocas have no place of their own.
    pub(super) fn declaration_line(&mut self, alloca: Value<'m>) -> Option<u32> {
        let location = self.named.get(&alloca).and_then(|record| record.location())?;
        self.cx.stated_line(location)
    }

    /// Resolves jumps; returns the loops.
    fn finish_flow(&mut self) -> Vec<LoopInfo> {
        self.flow.resolve(&mut self.code);
        let heads = self.flow.loops.clone();
        heads
            .into_iter()
            .map(|head| {
                let pos = self.cx.program.lines.get(head.line as usize).and_then(|line| line.pos);
                LoopInfo { pos, depth: head.depth, head: head.at.map(Pc) }
            })
            .collect()
    }

    /// Adds an instruction.
    pub(super) fn emit(&mut self, inst: Inst) {
        self.code.push(inst);
        self.lines.push(self.line);
    }

    /// Adds an instruction once more, at its place in the source.
    pub(super) fn repeat(&mut self, at: usize) {
        self.code.push(self.code[at].clone());
        self.lines.push(self.lines[at]);
    }

    /// The place of the next instruction.
    pub(super) fn here(&self) -> Pc {
        Pc(index_u32(self.code.len()))
    }

    /// A new register.
    pub(super) fn fresh(&mut self) -> Reg {
        self.regs += 1;
        Reg(self.regs - 1)
    }

    /// New registers one after the other; the first of them.
    pub(super) fn fresh_many(&mut self, count: usize) -> Reg {
        let first = Reg(self.regs);
        self.regs += index_u32(count);
        first
    }

    /// Something that is not supported is met here.
    pub(super) fn unsupported(&mut self, what: impl Into<Box<str>>) {
        self.emit(Inst::Unsupported { what: what.into() });
    }

    /// Calls one of the machine's functions without arguments.
    pub(super) fn call_external(&mut self, name: &str) {
        let callee = match self.cx.module.function(name) {
            Some(defined) if !defined.is_declaration() => Callee::Function(self.cx.function_id(defined)),
            _ => Callee::External(self.cx.external_named(name)),
        };
        self.emit(Inst::Call { callee, dst: None, args: Box::new([]), kinds: None });
    }

    /// The registers that the value of an instruction goes to: new ones, those that an earlier use
    /// has already named, or the variable's that it is stored to next and nowhere else used.
    pub(super) fn dest_many(&mut self, value: Value<'m>, count: usize) -> Reg {
        if let Some(known) = self.values.get(&value) {
            return known.first().and_then(|op| op.as_reg()).unwrap_or(Reg(0));
        }
        let first = match (count, self.allocas.stored_to(value)) {
            (1, Some(reg)) => reg,
            _ => self.fresh_many(count),
        };
        self.values.insert(value, run(first, count));
        first
    }

    /// The same for a value of one register.
    pub(super) fn dest(&mut self, value: Value<'m>) -> Reg {
        self.dest_many(value, 1)
    }

    /// The value of an instruction is what these operands hold. Registers of promoted variables may
    /// be among them only where [`Allocas`] has found that they do not change before the last use.
    pub(super) fn alias(&mut self, value: Value<'m>, operands: Operands) {
        if !self.values.contains_key(&value) && self.allocas.stored_to(value).is_none() {
            self.values.insert(value, operands);
            return;
        }
        // An earlier use, in the order of blocks, has already named its registers.
        let first = self.dest_many(value, operands.len());
        for (index, &src) in (0..).zip(&operands) {
            let dst = Reg(first.0 + index);
            if src != Operand::reg(dst) {
                self.emit(Inst::Move { dst, src });
            }
        }
    }

    /// Has a value computed into a certain register.
    pub(super) fn name_register(&mut self, value: Value<'m>, reg: Reg) {
        self.values.insert(value, run(reg, 1));
    }

    /// Whether an earlier use has already named the registers of a value.
    pub(super) fn is_named(&self, value: Value<'m>) -> bool {
        self.values.contains_key(&value)
    }

    /// The value of an instruction is a copy of these operands.
    pub(super) fn copy(&mut self, value: Value<'m>, operands: &[Operand]) {
        let first = self.dest_many(value, operands.len());
        for (index, &src) in (0..).zip(operands) {
            self.emit(Inst::Move { dst: Reg(first.0 + index), src });
        }
    }

    /// The parts of a value's type.
    pub(super) fn leaves(&mut self, value: Value<'m>) -> Rc<[Leaf]> {
        self.cx.layout(value.ty())
    }

    /// The only part of a scalar's type.
    pub(super) fn scalar(&mut self, ty: Type<'m>) -> Scalar {
        self.cx.layout(ty).first().map_or(Scalar::Unsupported("value of no size"), |leaf| leaf.scalar)
    }

    /// What a scalar value is in.
    pub(super) fn one(&mut self, value: Value<'m>) -> Operand {
        match self.operands(value).first() {
            Some(&operand) => operand,
            None => self.cx.const_operand(Const::Undef),
        }
    }

    /// What a value is in, part by part. For some constants, code is emitted here.
    pub(super) fn operands(&mut self, value: Value<'m>) -> Operands {
        if let Some(known) = self.values.get(&value) {
            return known.clone();
        }
        match value.kind() {
            ValueKind::Instruction | ValueKind::Argument => {
                let count = self.leaves(value).len();
                let first = self.fresh_many(count);
                let operands = run(first, count);
                self.values.insert(value, operands.clone());
                operands
            }
            _ => self.constant(value),
        }
    }

    fn constant(&mut self, value: Value<'m>) -> Operands {
        if is_wide(value.ty()) || high_bits(value.ty()).is_some() {
            return self.wide_constant(value);
        }
        if let Some(&known) = self.cx.folded.get(&value) {
            return SmallVec::from_slice(&[known]);
        }
        if let Some(name) = self.cx.unsupported_type(value.ty()) {
            self.unsupported(name);
            let undef = self.cx.const_operand(Const::Undef);
            return self.leaves(value).iter().map(|_| undef).collect();
        }
        match value.kind() {
            ValueKind::Aggregate => {
                let mut parts = Operands::new();
                let mut index = 0;
                while let Some(part) = (index < 1024).then(|| value.element(index)).flatten() {
                    parts.extend(self.operands(part));
                    index += 1;
                    if parts.len() >= self.leaves(value).len() {
                        break;
                    }
                }
                parts
            }
            ValueKind::Undef | ValueKind::Poison => {
                let undef = self.cx.const_operand(Const::Undef);
                self.leaves(value).iter().map(|_| undef).collect()
            }
            _ => {
                let operand = match self.cx.fold(value) {
                    Some(constant) => {
                        let operand = self.cx.const_operand(constant);
                        self.cx.folded.insert(value, operand);
                        operand
                    }
                    None => self.expression(value),
                };
                SmallVec::from_slice(&[operand])
            }
        }
    }

    /// A variable's debug node as the name of an allocation.
    pub(super) fn name_allocation(&mut self, pc: Pc, name: String, shape: Option<threadbare_program::ShapeId>) {
        self.debug.allocations.push((pc.0, name, shape));
    }

    /// The accesses since `from` are what the source accesses at once, `whole` bytes, from `offset`
    /// on.
    pub(super) fn note_parts(&mut self, from: usize, mut offset: u64, whole: u64) {
        for (pc, inst) in self.code.iter().enumerate().skip(from) {
            if let Inst::Load { size, .. } | Inst::Store { size, .. } = *inst {
                if u64::from(size) < whole {
                    self.debug.parts.push((index_u32(pc), offset, whole));
                }
                offset += u64::from(size);
            }
        }
    }

    /// Where a promoted or private alloca is.
    pub(super) fn place(&self, alloca: Value<'m>) -> Option<Place> {
        self.allocas.places.get(&alloca).copied()
    }
}

/// Registers one after the other.
pub(super) fn run(first: Reg, count: usize) -> Operands {
    (0..index_u32(count)).map(|i| Operand::reg(Reg(first.0 + i))).collect()
}
