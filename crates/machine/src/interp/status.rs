//! The status with which the program ends, and whether it is the expected one.
//!
//! It is judged once exit handlers and destructors have run. Until then it is kept where the result of a thread is: a thread that ends
//! the program has none, and nobody else writes there.

use super::Running;
use crate::code::{Code, EXIT_AT};
use crate::domain::Domain;
use crate::halt::Halt;
use crate::layout;
use crate::memory::Next;
use crate::thread::Stage;
use crate::value::Value;
use threadbare_op::{FaultKind, Op, Site, Stuck, SyncOp};

/// What ends the program, and how.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Status {
    /// A value with 32 bits.
    value: Value,
    /// `main` returned it.
    returned: bool,
    site: Site,
}

const SITE_BITS: u32 = 29;
const RETURNED: u64 = 1 << 61;
const UNINIT: u64 = 1 << 62;
const IS_WRONG: u64 = 1 << 63;

impl Status {
    fn pack(self) -> u64 {
        let site = u64::from(self.site.0 & ((1 << SITE_BITS) - 1)) << 32;
        let returned = if self.returned { RETURNED } else { 0 };
        let undefined = if self.value.undef == 0 { 0 } else { UNINIT };
        IS_WRONG | undefined | returned | site | self.value.bits & 0xFFFF_FFFF
    }

    fn unpack(word: u64) -> Option<Self> {
        let site = (word >> 32) as u32 & ((1 << SITE_BITS) - 1);
        let undef = if word & UNINIT == 0 { 0 } else { 0xFFFF_FFFF };
        (word & IS_WRONG != 0).then_some(Self {
            value: Value { bits: word & 0xFFFF_FFFF, undef },
            returned: word & RETURNED != 0,
            site: Site(site),
        })
    }

    /// What a parent process sees is the last byte, but a failing test that returns 256 is meant to fail.
    fn is(self, expected: u8) -> bool {
        let status = self.value.bits as u32;
        let same = if expected == 0 { status == 0 } else { status & 0xFF == u32::from(expected) };
        self.value.undef == 0 && same
    }

    fn fault(self, expected: u8) -> (FaultKind, String) {
        let status = self.value.bits as i32;
        if self.value.undef != 0 {
            return (FaultKind::UninitialisedRead, "the value that `main` returns is uninitialised".into());
        }
        let how = if self.returned { "`main` returns" } else { "the program exits with the status" };
        let wanted = if expected == 0 { String::new() } else { format!(", and not {expected} as expected") };
        let seen = if status & 0xFF == 0 && status != 0 { ", of which a shell sees only the last byte, 0" } else { "" };
        (FaultKind::ExitStatus, format!("{how} {status}{wanted}{seen}"))
    }
}

impl<D: Domain> Running<'_, D> {
    /// `main` has returned.
    pub(super) fn main_returned(&mut self, value: Value) {
        self.keep_status(value, true);
        self.live.stage = if self.code.exits { Stage::Ending } else { Stage::Handlers };
    }

    /// `exit` is called: the thread's frames are left as they are.
    pub(super) fn exit(&mut self, status: u32) -> Result<(), Halt> {
        let handlers = self.core.memory.look(Code::process_address(), 8);
        if handlers == 0 && self.code.program.destructors.is_empty() {
            // Here it is still known who has called it.
            self.judge(self.status(status))?;
        }
        self.keep_status(Value::new(u64::from(status)), false);
        self.live.stage = Stage::Handlers;
        Ok(())
    }

    /// The program ends at once.
    pub(super) fn exit_now(&mut self, status: u32) -> Halt {
        match self.judge(self.status(status)) {
            Ok(()) => self.core.stuck(Stuck::ProgramExit),
            Err(halt) => halt,
        }
    }

    /// That the program begins to end, as an operation: two threads that do so at the same time meet there.
    pub(super) fn begin_end(&mut self) -> Op {
        self.live.stage = Stage::Handlers;
        let op = Op::Sync { object: Code::process_address() + EXIT_AT, op: SyncOp::Exit };
        let _halt = self.core.visible(op);
        let _next = self.core.memory.faults.take_next();
        op
    }

    /// The program has come to its end.
    pub(super) fn end_program(&mut self) -> Op {
        let word = self.core.memory.peek(self.status_address(), 8);
        let Some(status) = Status::unpack(word) else { return Op::Stuck(Stuck::ProgramExit) };
        self.core.memory.who.site = status.site;
        match (self.judge(status), self.core.memory.faults.take_next()) {
            (Err(_halt), Next::Op(op)) => op,
            _ => Op::Stuck(Stuck::ProgramExit),
        }
    }

    fn status(&self, status: u32) -> Status {
        Status { value: Value::new(u64::from(status)), returned: false, site: self.core.memory.who.site }
    }

    fn status_address(&self) -> u64 {
        layout::exit_value_address(self.core.memory.who.thread)
    }

    fn judge(&mut self, status: Status) -> Result<(), Halt> {
        match self.core.options.exit_status {
            Some(expected) if !status.is(expected) => {
                let (kind, message) = status.fault(expected);
                Err(self.core.fail(kind, message, None))
            }
            _ => Ok(()),
        }
    }

    /// Keeps a status that is wrong until the program has come to its end.
    fn keep_status(&mut self, value: Value, returned: bool) {
        let value = Value { bits: value.bits & 0xFFFF_FFFF, undef: value.undef & 0xFFFF_FFFF };
        let status = Status { value, returned, site: self.core.memory.who.site };
        let is_wrong = self.core.options.exit_status.is_some_and(|expected| !status.is(expected));
        let word = if is_wrong { status.pack() } else { 0 };
        let at = self.status_address();
        // A handler may call `exit` again, with another status.
        if self.core.memory.peek(at, 8) != word {
            self.core.memory.poke(at, 8, word);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_comes_back() {
        for value in [Value::new(0xFFFF_FFFF), Value { bits: 7, undef: 0xFFFF_FFFF }] {
            for returned in [false, true] {
                let status = Status { value, returned, site: Site(12_345) };
                assert_eq!(Status::unpack(status.pack()), Some(status));
            }
        }
        assert_eq!(Status::unpack(0), None);
    }

    #[test]
    fn a_byte_of_the_status_counts_unless_none_is_expected() {
        let status = |n: u32| Status { value: Value::new(u64::from(n)), returned: true, site: Site(1) };
        assert!(status(0).is(0) && !status(256).is(0) && !status(1).is(0));
        assert!(status(3).is(3) && status(259).is(3) && !status(0).is(3));
        assert!(status(u32::MAX).is(255));
    }
}
