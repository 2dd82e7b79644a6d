//! Functions and their instructions.

use super::{MAX_PRIVATE, MAX_REGS, MAX_SIZE, Verifier, is_terminator};
use crate::inst::{Callee, CastOp, Class, Inst, Operand, Pc, Reg};
use crate::module::{ConstId, Function};
use crate::signature::SignatureId;
use threadbare_op::Order;

impl<'p> Verifier<'p> {
    pub(super) fn function(&mut self, function: &'p Function) {
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
        for member in &function.debug.members {
            self.index("instruction", member.pc, code);
            self.shape_id(Some(member.of));
        }
        let ends = function.code.last().is_some_and(is_terminator);
        self.check(ends, || "control runs over the end of the code".into());
        self.kinds(function.kinds, params as usize);
        for (pc, inst) in function.code.iter().enumerate() {
            self.pc = Some(Pc(u32::try_from(pc).unwrap_or(u32::MAX)));
            self.inst(function, inst);
        }
        self.pc = None;
    }

    pub(super) fn reg(&mut self, reg: Reg) {
        self.regs(reg, 1);
    }

    /// `count` registers from `first` on.
    pub(super) fn regs(&mut self, first: Reg, count: u32) {
        let regs = self.function.map_or(0, |f| f.regs);
        let end = u64::from(first.0) + u64::from(count);
        self.check(end <= u64::from(regs), || format!("register %{} does not exist (there are {regs})", end - 1));
    }

    pub(super) fn operands(&mut self, operands: &[Operand]) {
        for operand in operands {
            match (operand.as_reg(), operand.as_const()) {
                (Some(reg), _) => self.reg(reg),
                (None, Some(ConstId(id))) => self.index("constant", id, self.program.consts.len()),
                (None, None) => {}
            }
        }
    }

    pub(super) fn width(&mut self, width: u8) {
        self.check((1..=64).contains(&width), || format!("an integer of {width} bits; there are 1 to 64"));
    }

    pub(super) fn float(&mut self, width: u8) {
        self.check(matches!(width, 32 | 64), || format!("a float of {width} bits; there are 32 and 64"));
    }

    pub(super) fn size(&mut self, size: u8) {
        self.check(matches!(size, 1 | 2 | 4 | 8), || format!("an access to {size} bytes; there are 1, 2, 4 and 8"));
    }

    pub(super) fn order(&mut self, what: &str, order: Order, allowed: &[Order]) {
        self.check(allowed.contains(&order), || format!("{what} cannot have the order {order:?}"));
    }

    pub(super) fn target(&mut self, to: Pc) {
        let code = self.function.map_or(0, |f| f.code.len());
        self.check((to.0 as usize) < code, || format!("a jump to instruction {}; there are {code}", to.0));
    }

    pub(super) fn inst(&mut self, function: &'p Function, inst: &Inst) {
        match inst.class() {
            Class::Pure => self.pure(inst),
            Class::Memory => self.memory(function, inst),
            Class::Control => self.control(function, inst),
        }
    }

    pub(super) fn pure(&mut self, inst: &Inst) {
        match *inst {
            Inst::Move { dst, src } | Inst::Freeze { dst, src } => {
                self.reg(dst);
                self.operands(&[src]);
            }
            Inst::Undef { dst } => self.reg(dst),
            Inst::AsNumber { a, b } => self.operands(&[a, b]),
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

    pub(super) fn cast(&mut self, op: CastOp, from: u8, to: u8) {
        let int = |this: &mut Self, width| this.width(width);
        let float = |this: &mut Self, width| this.float(width);
        let good = match op {
            CastOp::Trunc | CastOp::PtrTrunc => {
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

    pub(super) fn memory(&mut self, function: &Function, inst: &Inst) {
        use Order::{AcqRel, Acquire, Look, Plain, Relaxed, Release, SeqCst};
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
                self.order("a load", order, &[Plain, Look, Relaxed, Acquire, SeqCst]);
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

    pub(super) fn control(&mut self, function: &Function, inst: &Inst) {
        match inst {
            Inst::Call { callee, dst, args, kinds } => {
                self.call(*callee, *dst, args);
                self.kinds(*kinds, args.len());
            }
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

    /// A signature is there, and has as many arguments as there are registers.
    fn kinds(&mut self, kinds: Option<SignatureId>, args: usize) {
        let Some(id) = kinds else { return };
        let Some(signature) = self.program.signature(id) else {
            return self.index("signature", id.index() as u32, self.program.signatures.len());
        };
        let given = signature.args.len();
        self.check(given == args, || format!("{given} kinds for {args} registers"));
    }

    pub(super) fn call(&mut self, callee: Callee, dst: Option<Reg>, args: &[Operand]) {
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
