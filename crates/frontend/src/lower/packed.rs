//! Integers of 66 to 127 bits, in which clang keeps packed bit-fields: two registers, the low word
//! first, and what is above the width is zero in the high one.
//!
//! What compilers need to take such a field out and to put it back: loads and stores, bitwise
//! logic, shifts by constants, conversions to and from other integers, comparisons of unsigned
//! numbers. Everything else is refused.

use super::function::Body;
use super::wide::{Words, is_wide};
use crate::llvm::{Type, TypeKind, Value};
use llvm_sys::{LLVMIntPredicate as IP, LLVMOpcode as Op};
use threadbare_program::{BinOp, CastOp, Inst, Operand};

/// How many bits the high word has, of the type of such numbers.
pub(super) fn high_bits(ty: Type<'_>) -> Option<u8> {
    match ty.kind() {
        TypeKind::Int(width @ 66..=127) => u8::try_from(width - 64).ok(),
        _ => None,
    }
}

/// Whether an instruction works on such numbers.
pub(super) fn works_on_packed(inst: Value<'_>) -> bool {
    high_bits(inst.ty()).is_some()
        || (0..inst.operand_count()).any(|index| high_bits(inst.operand(index).ty()).is_some())
}

impl<'m> Body<'_, 'm> {
    pub(super) fn packed(&mut self, inst: Value<'m>, opcode: Op) {
        let source = inst.operand(0);
        let from = high_bits(source.ty());
        let words = match opcode {
            Op::LLVMShl | Op::LLVMLShr | Op::LLVMAShr => match inst.operand(1).wide_int() {
                Some(by @ 0..128) => {
                    let mut words = self.words_of(source);
                    if opcode == Op::LLVMAShr {
                        words = self.signed(words, from);
                    }
                    Some(self.shift_by(opcode, words, by as u64))
                }
                _ => None,
            },
            Op::LLVMTrunc if from.is_some() || is_wide(source.ty()) => Some(self.words_of(source)),
            Op::LLVMZExt if from.is_some() => Some(self.words_of(source)),
            Op::LLVMZExt => {
                let (low, zero) = (self.one(source), self.cx.bits(0));
                Some([low, zero])
            }
            Op::LLVMSExt if from.is_some() => {
                let words = self.words_of(source);
                Some(self.signed(words, from))
            }
            Op::LLVMSExt => {
                let (low, width) = (self.one(source), self.width_of(source));
                let word = self.extended(low, width);
                let shift = self.cx.bits(63);
                Some([word, self.on_words(BinOp::AShr, word, shift)])
            }
            Op::LLVMICmp => return self.compare_packed(inst),
            _ => None,
        };
        match words {
            Some(words) => self.give_packed(inst, words),
            None => self.refuse(inst, "operation on integers of 66 to 127 bits that is not modelled"),
        }
    }

    fn compare_packed(&mut self, inst: Value<'m>) {
        let predicate = inst.int_predicate();
        let from = high_bits(inst.operand(0).ty());
        let (mut a, mut b) = (self.words_of(inst.operand(0)), self.words_of(inst.operand(1)));
        if matches!(predicate, IP::LLVMIntSLT | IP::LLVMIntSGE | IP::LLVMIntSGT | IP::LLVMIntSLE) {
            (a, b) = (self.signed(a, from), self.signed(b, from));
        }
        let holds = self.wide_compare(predicate, a, b);
        self.copy(inst, &[holds]);
    }

    /// Words as the result of an instruction, of which only so many bits count.
    fn give_packed(&mut self, inst: Value<'m>, [low, high]: Words) {
        match (inst.ty().kind(), high_bits(inst.ty())) {
            (_, Some(bits)) => {
                let mask = self.cx.bits((1 << bits) - 1);
                let high = self.on_words(BinOp::And, high, mask);
                self.copy(inst, &[low, high]);
            }
            (TypeKind::Int(to @ ..64), _) => {
                let dst = self.dest(inst);
                self.emit(Inst::Cast { op: CastOp::Trunc, from: 64, to: to as u8, dst, a: low });
            }
            (TypeKind::Int(64), _) => self.copy(inst, &[low]),
            _ => self.copy(inst, &[low, high]),
        }
    }

    /// The number of 128 bits that it is with its sign.
    fn signed(&mut self, [low, high]: Words, bits: Option<u8>) -> Words {
        match bits {
            Some(bits) => [low, self.extended(high, bits)],
            None => [low, high],
        }
    }

    fn extended(&mut self, word: Operand, from: u8) -> Operand {
        if from == 64 {
            return word;
        }
        let dst = self.fresh();
        self.emit(Inst::Cast { op: CastOp::SExt, from, to: 64, dst, a: word });
        Operand::reg(dst)
    }
}
