//! Text to instructions.

use super::lexer::{Name, Token, short};
use super::names::{self, value};
use super::parse::{Parsed, Parser, Target};
use crate::inst::{Callee, Check, Inst, Operand, Pc, Reg};
use threadbare_op::Order;

impl Parser<'_> {
    /// One instruction: `[%r [, %s] =] mnemonic.suffixes operands`.
    pub fn instruction(&mut self) -> Parsed<Inst> {
        let mut results = Vec::new();
        if matches!(self.peek(), Token::Symbol('%', _)) {
            results.push(self.result()?);
            if self.eat(',') {
                results.push(self.result()?);
            }
            self.punct('=')?;
        }
        let here = self.here();
        let Token::Word(word) = &here.token else { return self.expected("an instruction, a label or `}`") };
        self.next();
        let inst = match results.as_slice() {
            [] => self.without_result(word)?,
            [dst] => self.with_result(word, *dst)?,
            [dst, second, ..] => self.with_two(word, *dst, *second)?,
        };
        inst.ok_or_else(|| {
            let number = ["no result", "one result", "two results"][results.len().min(2)];
            here.error(format!("there is no instruction `{}` with {number}", short(word)))
        })
    }

    fn result(&mut self) -> Parsed<Reg> {
        match self.peek() {
            Token::Symbol('%', Name::Number(n)) => {
                self.next();
                Ok(Reg(*n))
            }
            _ => self.expected("a register (`%number`)"),
        }
    }

    /// `.n`
    fn width(&mut self) -> Parsed<u8> {
        self.punct('.')?;
        self.int("a width or size")
    }

    /// `.word`
    fn suffix<T: Copy>(&mut self, table: &[(T, &'static str)], what: &str) -> Parsed<T> {
        self.punct('.')?;
        let found = match self.peek() {
            Token::Word(word) => value(table, word),
            _ => None,
        };
        match found {
            Some(found) => {
                self.next();
                Ok(found)
            }
            None => self.expected(what),
        }
    }

    fn order(&mut self) -> Parsed<Order> {
        self.suffix(names::ORDER, "plain, relaxed, acquire, release, acq_rel or seq_cst")
    }

    /// `.n` and an optional `.order`.
    fn access(&mut self) -> Parsed<(u8, Order)> {
        let size = self.width()?;
        let order = if *self.peek() == Token::Punct('.') { self.order()? } else { Order::Plain };
        Ok((size, order))
    }

    fn operands<const N: usize>(&mut self) -> Parsed<[Operand; N]> {
        let mut found = [Operand::reg(Reg(0)); N];
        for (index, operand) in found.iter_mut().enumerate() {
            if index > 0 {
                self.punct(',')?;
            }
            *operand = self.operand()?;
        }
        Ok(found)
    }

    fn target(&mut self) -> Parsed<Pc> {
        let here = self.here();
        let target = match &here.token {
            Token::Int(_) => Target::Number(self.int("the number of an instruction")?),
            Token::Word(label) => {
                self.next();
                Target::Label(label.clone(), here.line, here.column)
            }
            _ => return self.expected("a label or the number of an instruction"),
        };
        self.body.targets.push(target);
        Ok(Pc(u32::try_from(self.body.targets.len() - 1).unwrap_or(u32::MAX)))
    }

    fn call(&mut self, dst: Option<Reg>) -> Parsed<Inst> {
        let callee = match self.peek() {
            Token::Symbol('&', _) => Callee::Function(self.function()?),
            Token::Symbol('!', _) => Callee::External(self.external()?),
            Token::Punct('*') => {
                self.next();
                Callee::Pointer(self.operand()?)
            }
            _ => return self.expected("what is called (&function, !external or *operand)"),
        };
        self.punct('(')?;
        let args = self.list(')', Self::operand)?.into();
        let kinds = self.signature_option()?;
        Ok(Inst::Call { callee, dst, args, kinds })
    }

    fn without_result(&mut self, word: &str) -> Parsed<Option<Inst>> {
        Ok(Some(match word {
            "as_number" => {
                let [a, b] = self.operands()?;
                Inst::AsNumber { a, b }
            }
            "store" => {
                let (size, order) = self.access()?;
                let [addr, value] = self.operands()?;
                Inst::Store { addr, value, size, order }
            }
            "fence" => Inst::Fence { order: self.order()? },
            "memcopy" | "memmove" => {
                let [to, from, len] = self.operands()?;
                if word == "memcopy" { Inst::MemCopy { to, from, len } } else { Inst::MemMove { to, from, len } }
            }
            "memset" => {
                let [to, byte, len] = self.operands()?;
                Inst::MemSet { to, byte, len }
            }
            "alloca_end" => Inst::AllocaEnd { addr: self.operand()? },
            "stack_restore" => Inst::StackRestore { mark: self.operand()? },
            "va_start" => Inst::VaStart { list: self.operand()? },
            "va_copy" => {
                let [to, from] = self.operands()?;
                Inst::VaCopy { to, from }
            }
            "call" => self.call(None)?,
            "return" => self.return_values()?,
            "jump" => Inst::Jump { to: self.target()? },
            "branch" => {
                let cond = self.operand()?;
                self.punct(',')?;
                let then = self.target()?;
                self.punct(',')?;
                Inst::Branch { cond, then, other: self.target()? }
            }
            "invoked" => {
                let next = self.target()?;
                self.punct(',')?;
                Inst::Invoked { next, unwind: self.target()? }
            }
            "switch" => self.switch()?,
            "loop" => {
                let index = self.int("the number of a loop")?;
                let entry = self.eat_word("enter");
                if !entry && !self.eat_word("again") {
                    return self.expected("enter or again");
                }
                Inst::Loop { index, entry }
            }
            "unsupported" => Inst::Unsupported { what: self.string("what is not supported, in quotes")?.into() },
            "unreachable" => Inst::Unreachable,
            "trap" => Inst::Trap { check: self.check() },
            _ => return Ok(None),
        }))
    }

    fn check(&mut self) -> Check {
        let given = Check::all().find(|check| self.same_line() && self.eat_word(check.word()));
        given.unwrap_or(Check::Other)
    }

    fn return_values(&mut self) -> Parsed<Inst> {
        let mut values = Vec::new();
        if self.same_line() && !matches!(self.peek(), Token::Word(w) if w == "at") && *self.peek() != Token::Punct('}')
        {
            values.push(self.operand()?);
            while self.eat(',') {
                values.push(self.operand()?);
            }
        }
        Ok(Inst::Return { values: values.into() })
    }

    fn switch(&mut self) -> Parsed<Inst> {
        let width = self.width()?;
        let value = self.operand()?;
        self.punct('[')?;
        let cases = self.list(']', |p| {
            let minus = p.eat('-');
            let value: u64 = p.int("the value of a case")?;
            p.punct(':')?;
            Ok((if minus { value.wrapping_neg() } else { value }, p.target()?))
        })?;
        if !self.eat_word("else") {
            return self.expected("`else` and a label");
        }
        Ok(Inst::Switch { value, width, cases: cases.into(), other: self.target()? })
    }

    fn with_result(&mut self, word: &str, dst: Reg) -> Parsed<Option<Inst>> {
        if let Some(inst) = self.arithmetic(word, dst)? {
            return Ok(Some(inst));
        }
        Ok(Some(match word {
            "move" => Inst::Move { dst, src: self.operand()? },
            "undef" => Inst::Undef { dst },
            "freeze" => Inst::Freeze { dst, src: self.operand()? },
            "select" => {
                let [cond, then, other] = self.operands()?;
                Inst::Select { dst, cond, then, other }
            }
            "ptradd" => self.ptradd(dst)?,
            "alloca" => {
                let count = self.operand()?;
                self.punct('*')?;
                let size = self.int("a size")?;
                if !self.eat_word("align") {
                    return self.expected("`align`");
                }
                let align = self.int("an alignment")?;
                Inst::Alloca { dst, count, size, align, shape: self.shape_option()? }
            }
            "stack_save" => Inst::StackSave { dst },
            "private" => Inst::PrivateAlloca { dst, index: self.int("the number of a private variable")? },
            "load" => {
                let (size, order) = self.access()?;
                Inst::Load { dst, addr: self.operand()?, size, order }
            }
            "rmw" => {
                let op = self.suffix(names::RMW, "xchg, add, sub, and, nand, or, xor, max, min, umax or umin")?;
                let (size, order) = self.access()?;
                let [addr, value] = self.operands()?;
                Inst::Rmw { dst, op, addr, value, size, order }
            }
            "call" => self.call(Some(dst))?,
            _ => return Ok(None),
        }))
    }

    /// What is named by a table.
    fn arithmetic(&mut self, word: &str, dst: Reg) -> Parsed<Option<Inst>> {
        let inst = if let Some(op) = value(names::BIN, word) {
            let width = self.width()?;
            let [a, b] = self.operands()?;
            Inst::Bin { op, width, dst, a, b }
        } else if let Some(op) = value(names::INT_UN, word) {
            let width = self.width()?;
            Inst::IntUn { op, width, dst, a: self.operand()? }
        } else if let Some(op) = value(names::FBIN, word) {
            let width = self.width()?;
            let [a, b] = self.operands()?;
            Inst::FBin { op, width, dst, a, b }
        } else if let Some(op) = value(names::FUN, word) {
            let width = self.width()?;
            Inst::FUn { op, width, dst, a: self.operand()? }
        } else if let Some(op) = value(names::CAST, word) {
            let (from, to) = (self.width()?, self.width()?);
            Inst::Cast { op, from, to, dst, a: self.operand()? }
        } else if word == "fma" {
            let width = self.width()?;
            let [a, b, c] = self.operands()?;
            Inst::Fma { width, dst, a, b, c }
        } else if word == "icmp" {
            let pred = self.suffix(names::PRED, "eq, ne, ult, ule, ugt, uge, slt, sle, sgt or sge")?;
            let width = self.width()?;
            let [a, b] = self.operands()?;
            Inst::Cmp { pred, width, dst, a, b }
        } else if word == "fcmp" {
            let pred = self.suffix(names::FPRED, "a float comparison (oeq, olt, une, uno, ...)")?;
            let width = self.width()?;
            let [a, b] = self.operands()?;
            Inst::FCmp { pred, width, dst, a, b }
        } else {
            return Ok(None);
        };
        Ok(Some(inst))
    }

    fn ptradd(&mut self, dst: Reg) -> Parsed<Inst> {
        let index_width = self.width()?;
        let [base, index] = self.operands()?;
        self.punct('*')?;
        let scale = self.signed("a scale")?;
        let minus = self.eat('-');
        if !minus {
            self.punct('+')?;
        }
        let offset = self.magnitude(minus, "an offset")?;
        let exact = self.eat_word("exact");
        Ok(Inst::PtrAdd { dst, base, index, index_width, scale, offset, exact })
    }

    fn with_two(&mut self, word: &str, dst: Reg, second: Reg) -> Parsed<Option<Inst>> {
        if let Some(op) = value(names::OVERFLOW, word) {
            let width = self.width()?;
            let [a, b] = self.operands()?;
            return Ok(Some(Inst::Overflow { op, width, dst, overflowed: second, a, b }));
        }
        if word != "cas" && word != "cas_weak" {
            return Ok(None);
        }
        let size = self.width()?;
        let orders = (self.order()?, self.order()?);
        let [addr, expected, new] = self.operands()?;
        let weak = word == "cas_weak";
        Ok(Some(Inst::Cas { dst, success: second, addr, expected, new, size, weak, orders }))
    }
}
