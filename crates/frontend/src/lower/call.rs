//! Calls.

use super::function::{Body, Operands};
use super::layout::Scalar;
use super::naming::{gives_through_pointer, takes_input};
use super::wide::is_wide;
use crate::llvm::{TypeKind, Value, ValueKind};
use threadbare_program::{BinOp, Callee, CastOp, Check, Inst, Kind, Operand, Reg, Signature, SignatureId, is_set_jump};

/// What the runtime calls where a thread may be cancelled, or get a signal: nothing, in programs in
/// which that does not happen. (Else a function of the runtime has taken its place.)
const NOTHING: [&str; 9] = [
    "__tb_late",
    "__tb_timed_out",
    "__tb_point",
    "__tb_may_point",
    "__tb_discard_sent",
    "__tb_signals_end",
    "__tb_asynchronous",
    "__tb_thread_leaves",
    "__tb_thread_gone",
];

fn is_nothing(called: Value<'_>) -> bool {
    called.kind() == ValueKind::Function && called.is_declaration() && NOTHING.contains(&&*called.name())
}

impl<'m> Body<'_, 'm> {
    pub(super) fn call(&mut self, inst: Value<'m>) {
        let target = resolve_alias(inst.callee());
        if target.kind() == ValueKind::InlineAsm {
            return self.inline_asm(inst, target);
        }
        if target.kind() == ValueKind::Function && target.is_declaration() {
            let name = target.name();
            if name.starts_with("llvm.") {
                return self.intrinsic(inst, &name);
            }
            if name.starts_with("__ubsan_handle_") {
                return self.sanitizer(inst, &name);
            }
        }
        if is_nothing(target) || self.sleep(inst) {
            return;
        }
        self.look_at_duration(inst);
        let target = self.reading(inst).unwrap_or(target);
        let is_library = matches!(target.kind(), ValueKind::Function | ValueKind::IFunc) && target.is_declaration();
        let Some((args, kinds)) = self.arguments(inst, is_library) else { return };
        let signature = Signature { args: kinds, results: self.cx.kinds(inst.ty()) };
        let defined = target.kind() == ValueKind::Function && super::is_defined(target);
        let callee = match target.kind() {
            // Called as something that it is not (an old declaration without parameters, say): only
            // the machine can tell what comes of it, as for a call through a pointer.
            ValueKind::Function if defined && !self.fits(target, &signature) => Callee::Pointer(self.one(target)),
            ValueKind::Function if defined => Callee::Function(self.cx.function_id(target)),
            // Here it is chosen at each call, not once when the program is loaded.
            ValueKind::IFunc if super::is_defined(target.resolver()) => {
                let chosen = self.fresh();
                let resolver = self.cx.function_id(target.resolver());
                self.emit_call(inst, Callee::Function(resolver), Some(chosen), Operands::new(), None);
                Callee::Pointer(Operand::reg(chosen))
            }
            ValueKind::Function | ValueKind::IFunc => Callee::External(self.cx.external_id(target)),
            _ => Callee::Pointer(self.one(target)),
        };
        if matches!(callee, Callee::External(_)) && is_wide(inst.ty()) {
            return self.refuse(inst, "128-bit result of a library function");
        }
        let is_open = matches!(callee, Callee::Pointer(_)) || inst.callee_type().is_variadic();
        let kinds = if is_open { self.cx.signature_id(signature) } else { None };
        // A call through the wrong type may bring back more than the call expects: leave room for
        // it.
        let expected = self.leaves(inst).len();
        let given = match target.kind() {
            ValueKind::Function => self.cx.layout(target.value_type().result()).len(),
            _ => expected,
        };
        let dst = if given > expected {
            let first = self.fresh_many(given);
            let operands = super::function::run(first, expected);
            self.emit_call(inst, callee, Some(first), args, kinds);
            return self.copy(inst, &operands);
        } else {
            (expected > 0).then(|| self.dest_many(inst, expected))
        };
        self.emit_call(inst, callee, dst, args, kinds);
        // A library function answers in a whole register; a narrow number must be zero-extended
        // there.
        let scalar = self.leaves(inst).first().map(|leaf| leaf.scalar);
        if let (Callee::External(_) | Callee::Pointer(_), Some(dst), Some(Scalar::Int(to @ ..64))) =
            (callee, dst, scalar)
        {
            let a = Operand::reg(dst);
            self.emit(Inst::Cast { op: CastOp::Trunc, from: 64, to, dst, a });
        }
    }

    /// What takes the place of a reading of the clock that makes no difference. One that decides
    /// something is as if the clock had been read before.
    fn reading(&mut self, call: Value<'m>) -> Option<Value<'m>> {
        if self.cx.deciding.contains(&call) {
            self.call_external("__tb_clock");
        }
        super::deadline::twin(call).and_then(|twin| self.cx.module.function(&twin))
    }

    /// Whether a defined function takes what is passed, and returns what is expected as far as
    /// both go.
    fn fits(&mut self, function: Value<'m>, passed: &Signature) -> bool {
        let taken = self.cx.function_kinds(function);
        let count = if function.value_type().is_variadic() { taken.args.len() } else { passed.args.len() };
        let all_fit =
            |given: &[Kind], wanted: &[Kind]| given.iter().zip(wanted).all(|(given, wanted)| given.fits(*wanted));
        // Where widths differ, too, the machine sees to it.
        let widths = |kinds: &[Kind]| -> Vec<Kind> {
            kinds.iter().map(|kind| if let Kind::Signed(width) = kind { Kind::Word(*width) } else { *kind }).collect()
        };
        passed.args.get(..count).is_some_and(|passed| widths(passed) == taken.args)
            && all_fit(&taken.results, &passed.results)
    }

    fn emit_call(
        &mut self,
        inst: Value<'m>,
        callee: Callee,
        dst: Option<Reg>,
        args: Operands,
        kinds: Option<SignatureId>,
    ) {
        let external = match callee {
            Callee::External(id) => self.cx.program.externals[id.index()].name.as_str(),
            Callee::Function(_) | Callee::Pointer(_) => "",
        };
        if gives_through_pointer(&inst.callee().name()) {
            self.name_stored(inst.operand(0), self.here());
        } else if inst.ty().kind() == TypeKind::Pointer || takes_input(external) {
            self.name_result(inst, self.here());
        }
        self.emit(Inst::Call { callee, dst, args: args.to_vec().into(), kinds });
        if let Callee::External(id) = callee
            && is_set_jump(&self.cx.program.externals[id.index()].name)
        {
            self.after_set_jump();
        }
    }

    /// The arguments, part by part; `None` (and the call refused) if one cannot be passed. Where
    /// pointers have 4 bytes, so has each part of a variable argument, unless a library takes it.
    fn arguments(&mut self, inst: Value<'m>, is_library: bool) -> Option<(Operands, Vec<Kind>)> {
        let fixed = inst.callee_type().param_count();
        let mut args = Operands::new();
        let mut kinds = Vec::new();
        for index in 0..inst.argument_count() {
            let arg = inst.operand(index);
            if arg.kind() == ValueKind::Metadata {
                continue;
            }
            if let Some(name) = self.cx.unsupported_type(arg.ty()) {
                self.refuse(inst, name);
                return None;
            }
            if index >= fixed && is_wide(arg.ty()) {
                self.refuse(inst, "128-bit integer as a variable argument");
                return None;
            }
            if index >= fixed && matches!(arg.ty().kind(), TypeKind::Vector(_)) && self.cx.module.size_of(arg.ty()) > 8
            {
                self.refuse(inst, "vector of more than 8 bytes as a variable argument");
                return None;
            }
            let parts = self.operands(arg);
            let by_value = inst.argument_type_attribute(index, self.cx.byval);
            if index < fixed {
                args.extend(parts);
                match by_value {
                    Some(_) => kinds.push(Kind::Memory),
                    None => kinds.extend(self.cx.kinds(arg.ty())),
                }
                if let Some(Kind::Word(width)) = kinds.last().copied()
                    && inst.argument_has(index, self.cx.signext)
                {
                    kinds.pop();
                    kinds.push(Kind::Signed(width));
                }
            } else if let Some(ty) = by_value {
                // Passed by value among the variable arguments: it is in memory there, word by
                // word.
                let size = self.cx.module.size_of(ty);
                let words = self.words(parts[0], size);
                args.extend(words);
            } else if self.cx.program.ilp32 && !is_library {
                let leaves = self.leaves(arg);
                for (&part, leaf) in parts.iter().zip(leaves.iter()) {
                    let halves = self.halves(part, leaf.scalar);
                    args.extend(halves);
                }
            } else if matches!(arg.ty().kind(), TypeKind::Vector(_)) {
                let leaves = self.leaves(arg);
                let word = self.pack(&parts, &leaves);
                args.push(word);
                kinds.push(Kind::Float(64));
            } else {
                args.extend(parts);
                kinds.extend(self.cx.kinds(arg.ty()));
            }
            kinds.resize(args.len(), Kind::Memory);
        }
        Some((args, kinds))
    }

    /// A scalar as one or two words of 4 bytes.
    fn halves(&mut self, whole: Operand, scalar: Scalar) -> Operands {
        let word = self.in_memory(whole, scalar);
        if scalar.bytes() <= 4 {
            return Operands::from_slice(&[word]);
        }
        let (low, shifted, high) = (self.fresh(), self.fresh(), self.fresh());
        let b = self.cx.bits(32);
        self.emit(Inst::Cast { op: CastOp::Trunc, from: 64, to: 32, dst: low, a: whole });
        self.emit(Inst::Bin { op: BinOp::LShr, width: 64, dst: shifted, a: whole, b });
        self.emit(Inst::Cast { op: CastOp::Trunc, from: 64, to: 32, dst: high, a: Operand::reg(shifted) });
        Operands::from_slice(&[Operand::reg(low), Operand::reg(high)])
    }

    /// A check that `-fsanitize=undefined` left has failed.
    fn sanitizer(&mut self, inst: Value<'m>, name: &str) {
        match Check::of_function(name) {
            Check::Unreachable | Check::Return => self.emit(Inst::Unreachable),
            check => self.emit(Inst::Trap { check }),
        }
        let count = self.leaves(inst).len();
        if count > 0 {
            self.dest_many(inst, count);
        }
    }

    /// The width of a scalar operand of an intrinsic; 0 for anything else.
    pub(super) fn width_of(&mut self, value: Value<'m>) -> u8 {
        match self.scalar(value.ty()) {
            Scalar::Unsupported(_) => 0,
            scalar => scalar.width(),
        }
    }

    /// A register as the value of an instruction that gives one.
    pub(super) fn give(&mut self, inst: Value<'m>, operand: Operand) {
        self.copy(inst, &[operand]);
    }
}

/// What an alias stands for, through any number of them.
fn resolve_alias(value: Value<'_>) -> Value<'_> {
    let mut value = value;
    for _ in 0..16 {
        if value.kind() != ValueKind::Alias {
            break;
        }
        value = value.aliasee();
    }
    value
}
