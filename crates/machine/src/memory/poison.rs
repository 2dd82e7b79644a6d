//! What is said where an undefined value decides something: that it is uninitialised, or which
//! arithmetic had no result.

use super::Memory;
use crate::domain::Domain;
use crate::halt::Halt;
use crate::record::What;
use crate::value::{Value, signed};
use threadbare_op::{FaultKind, Other, Site};
use threadbare_program::{BinOp, Callee, CastOp, Inst, IntUnOp, is_long_jump};

/// What is said of a variable that `longjmp` has made indeterminate.
const LOST: &str = "after `longjmp`, a variable is used that is not `volatile` and was changed since `setjmp`: its value is indeterminate";

impl<D: Domain> Memory<D> {
    /// What comes of arithmetic at the present place, which has no result.
    #[cold]
    pub(crate) fn poison(&mut self) -> Value {
        self.record(What::Compute, None);
        self.made_here()
    }

    /// An undefined value that is made at the present place.
    pub(crate) fn made_here(&mut self) -> Value {
        Value::poison(self.faults.add_maker((self.who.thread, self.who.site)))
    }

    /// Stops the thread: it has come to depend on an undefined value. `what` is the sentence for an
    /// uninitialised one. If the thread has computed it itself, the fault is there, else it is
    /// here.
    #[cold]
    pub(crate) fn undefined(&mut self, value: Value, what: &str) -> Halt {
        if !value.is_poison() {
            return self.fail(FaultKind::UninitialisedRead, what.into(), None);
        }
        let made = value.maker().and_then(|maker| self.faults.maker(maker));
        if let Some((thread, site)) = made
            && self.jumps(site)
        {
            let other = Other { thread, site, what: "lost here" };
            return self.fail(FaultKind::UninitialisedRead, LOST.into(), Some(other));
        }
        let told = made.and_then(|made| Some((made, self.without_result(made.1)?)));
        let Some(((thread, site), message)) = told else {
            let message = "the result of arithmetic that overflows is used".into();
            return self.fail(FaultKind::Overflow, message, None);
        };
        if thread != self.who.thread {
            let other = Other { thread, site, what: "computed here" };
            return self.fail(FaultKind::Overflow, format!("{message}; another thread uses the result"), Some(other));
        }
        let used = std::mem::replace(&mut self.who.site, site);
        let other = Other { thread, site: used, what: "its result is used here" };
        let halt = self.fail(FaultKind::Overflow, message, Some(other));
        self.who.site = used;
        halt
    }

    /// Whether a call of `longjmp` is there, perhaps through a pointer.
    pub(super) fn jumps(&self, site: Site) -> bool {
        let Some((function, pc)) = self.program.locate(site) else { return false };
        match self.program.functions[function.index()].code.get(pc.0 as usize) {
            Some(&Inst::Call { callee: Callee::External(id), .. }) => {
                is_long_jump(&self.program.externals[id.index()].name)
            }
            Some(Inst::Call { callee: Callee::Pointer(_), .. }) => true,
            _ => false,
        }
    }

    /// What is stored where other threads read must not be poison.
    #[inline]
    pub(crate) fn check_poison(&mut self, value: D::Value, size: u8) -> Result<(), Halt> {
        let Ok(value) = self.domain.word(value) else { return Ok(()) };
        if value.lowest(u32::from(size) * 8).is_poison() { Err(self.undefined(value, "")) } else { Ok(()) }
    }

    /// How the arithmetic at a place can have no result; `None` if it cannot.
    fn without_result(&self, site: Site) -> Option<String> {
        let (function, pc) = self.program.locate(site)?;
        let function = &self.program.functions[function.index()];
        Some(match *function.code.get(pc.0 as usize)? {
            Inst::Bin { op: BinOp::SubNsw, width, a, .. } if self.program.number(a) == Some(0) => {
                format!("the negation of the smallest integer does not fit into {width} bits")
            }
            Inst::Bin { op: BinOp::Shl | BinOp::LShr | BinOp::AShr, width, b, .. }
                if let Some(distance) = self.program.number(b) =>
            {
                format!("a shift by {} bits where there are {width}", signed(distance, u32::from(width)))
            }
            Inst::Bin { op, width, .. } => in_binary(op, width)?,
            Inst::IntUn { op: IntUnOp::CtlzNonzero | IntUnOp::CttzNonzero, .. } => {
                "zeros are counted (`__builtin_clz`, `__builtin_ctz`) in a number that is 0".into()
            }
            Inst::IntUn { op: IntUnOp::AbsNsw, width, .. } => {
                format!("the absolute value of the smallest integer does not fit into {width} bits")
            }
            Inst::Cast { op: CastOp::FpToSi | CastOp::FpToUi, to, .. } => {
                format!("a float does not fit into the integer of {to} bits that it is converted to")
            }
            // In a function of the libraries.
            Inst::Call { callee: Callee::External(id), .. }
                if self.program.externals[id.index()].name.starts_with("__tb_wide_f") =>
            {
                "a float does not fit into the integer of 128 bits that it is converted to".into()
            }
            Inst::Call { .. } => "arithmetic in the called function overflows".into(),
            _ => return None,
        })
    }
}

fn in_binary(op: BinOp, width: u8) -> Option<String> {
    let what = match op {
        // So the front end says it of two words.
        BinOp::AddNuw if width == 1 => {
            return Some("signed arithmetic overflows: the result does not fit into 128 bits".into());
        }
        BinOp::ShlNuw if width == 1 => {
            return Some("a shift by a negative number, or by 128 or more bits where there are 128".into());
        }
        BinOp::AddNsw => "signed addition overflows: the sum does",
        BinOp::SubNsw => "signed subtraction overflows: the difference does",
        BinOp::MulNsw => "signed multiplication overflows: the product does",
        BinOp::ShlNsw => "a left shift of a signed number overflows: the result does",
        BinOp::AddNuw => "unsigned addition overflows where it must not: the sum does",
        BinOp::SubNuw => "unsigned subtraction overflows where it must not: the difference does",
        BinOp::MulNuw => "unsigned multiplication overflows where it must not: the product does",
        BinOp::ShlNuw => "a left shift overflows where it must not: the result does",
        BinOp::SDivExact => {
            return Some("a difference of pointers is no multiple of the size of what they point to".into());
        }
        BinOp::Shl | BinOp::LShr | BinOp::AShr => {
            return Some(format!("a shift by a negative number, or by {width} or more bits where there are {width}"));
        }
        _ => return None,
    };
    Some(format!("{what} not fit into {width} bits"))
}
