//! The status with which the program ends, and whether it is the expected one.
//!
//! It is judged once exit handlers and destructors have run. Until then it is kept where the result
//! of a thread is: a thread that ends the program has none, and nobody else writes there.

use super::Running;
use crate::code::{Code, EXIT_AT, HANDLERS_LOCK_AT};
use crate::core::Core;
use crate::domain::Domain;
use crate::halt::Halt;
use crate::layout;
use crate::memory::Next;
use crate::record::What;
use crate::thread::Stage;
use crate::value::Value;
use threadbare_op::{FaultKind, Op, Site, Stuck, SyncOp};
use threadbare_program::Pred;

/// What ends the program, and how.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Status {
    value: u32,
    /// `main` returned it.
    returned: bool,
    site: Site,
}

const SITE_BITS: u32 = 29;
const RETURNED: u64 = 1 << 61;
const IS_WRONG: u64 = 1 << 63;

impl Status {
    fn pack(self) -> u64 {
        let site = u64::from(self.site.0 & ((1 << SITE_BITS) - 1)) << 32;
        let returned = if self.returned { RETURNED } else { 0 };
        IS_WRONG | returned | site | u64::from(self.value)
    }

    fn unpack(word: u64) -> Option<Self> {
        let site = (word >> 32) as u32 & ((1 << SITE_BITS) - 1);
        let returned = word & RETURNED != 0;
        (word & IS_WRONG != 0).then_some(Self { value: word as u32, returned, site: Site(site) })
    }

    /// What a parent process sees is the last byte, but a failing test that returns 256 is meant to
    /// fail.
    fn is(self, expected: u8) -> bool {
        if expected == 0 { self.value == 0 } else { self.value & 0xFF == u32::from(expected) }
    }

    fn told(self, expected: u8, main: &str) -> String {
        let status = self.value as i32;
        let how = if self.returned { format!("`{main}` returns") } else { "the program exits with status".into() };
        let seen = match killed_by(status) {
            _ if status & 0xFF == 0 && status != 0 => " (a shell sees only the last byte, 0)".into(),
            Some(signal) if !self.returned => format!(" (128 + {}: killed by {signal})", status - 128),
            _ => String::new(),
        };
        format!("{how} {status}, not {expected}{seen}")
    }
}

/// The signal of which a shell says by this status that it has killed a process.
const fn killed_by(status: i32) -> Option<&'static str> {
    Some(match status.wrapping_sub(128) {
        1 => "SIGHUP",
        2 => "SIGINT",
        3 => "SIGQUIT",
        10 => "SIGUSR1",
        11 => "SIGSEGV",
        12 => "SIGUSR2",
        13 => "SIGPIPE",
        14 => "SIGALRM",
        15 => "SIGTERM",
        _ => return None,
    })
}

impl<D: Domain> Core<D> {
    /// The expected status, if a status depends on input and is found to be as expected: only that
    /// matters of it.
    pub(crate) fn as_expected(&mut self, status: D::Value) -> Result<Option<u32>, Halt> {
        if !D::HAS_INPUT || self.memory.domain.word(status).is_ok() {
            return Ok(None);
        }
        let Some(expected) = self.options.exit_status else { return Ok(Some(0)) };
        let width = if expected == 0 { 32 } else { 8 };
        let (value, wanted) = (self.memory.domain.lowest(status, width / 8), Value::new(expected.into()));
        let is = self.memory.domain.cmp(Pred::Eq, width, value, self.lift(wanted));
        let is = self.decide(is)? == Value::new(1);
        Ok(is.then(|| expected.into()))
    }
}

impl<D: Domain> Running<'_, D> {
    /// `main` is about to return, at its instruction number `at` if that is not 0.
    pub(super) fn check_returned(&mut self, value: D::Value, at: u64) -> Result<(), Halt> {
        if at != 0 {
            let first_site = self.code.program.functions[self.code.entry.index()].first_site;
            self.core.memory.who.site = Site(first_site + at as u32);
        }
        if self.core.as_expected(value)?.is_some() {
            return Ok(());
        }
        let value = self.core.decide(value)?.lowest(32);
        if value.undef == 0 {
            return Ok(());
        }
        let what = format!("the value that `{}` returns is uninitialised", self.entry_name());
        Err(self.core.memory.undefined(value, &what))
    }

    /// `main` has returned.
    pub(super) fn main_returned(&mut self, value: D::Value) {
        let word = self.core.memory.domain.word(value);
        // If it depends on input, it has been found to be the expected one.
        let value = word.map_or(self.core.options.exit_status.map_or(0, u32::from), |word| word.bits as u32);
        self.keep_status(value, true);
        self.live.stage = if self.code.exits { Stage::Ending } else { self.before_handlers() };
    }

    /// What comes before exit handlers run: others may register some, which come first or do not.
    fn before_handlers(&self) -> Stage {
        match self.code.registers && !self.core.memory.is_before_others() {
            true => Stage::Meeting { unlocks: false },
            false => Stage::Handlers,
        }
    }

    fn entry_name(&self) -> &str {
        &self.code.program.functions[self.code.entry.index()].debug.name
    }

    /// `exit` is called: the thread's frames are left as they are.
    pub(super) fn exit(&mut self, status: u32) -> Result<(), Halt> {
        let handlers = self.core.memory.look(Code::process_address(), 8);
        if handlers == 0 && self.code.program.destructors.is_empty() {
            // Here it is still known who has called it.
            self.judge(self.status(status))?;
        }
        self.keep_status(status, false);
        self.live.stage = self.before_handlers();
        Ok(())
    }

    /// The program ends at once.
    pub(super) fn exit_now(&mut self, status: u32) -> Halt {
        self.core.memory.tell(What::Exit(status));
        match self.judge(self.status(status)) {
            Ok(()) => self.core.stuck(Stuck::ProgramExit),
            Err(halt) => halt,
        }
    }

    /// That the program begins to end, as an operation: two threads that do so at the same time
    /// meet there.
    pub(super) fn begin_end(&mut self) -> Op {
        self.on_program(EXIT_AT, SyncOp::Exit, self.before_handlers())
    }

    /// Locks the list of exit handlers, or unlocks it: whoever registers one has done so by now, or
    /// is too late.
    pub(super) fn meet(&mut self, unlocks: bool) -> Op {
        // No code does that.
        self.core.memory.who.site = Site::UNKNOWN;
        match unlocks {
            false => self.on_program(HANDLERS_LOCK_AT, SyncOp::MutexLock, Stage::Meeting { unlocks: true }),
            true => self.on_program(HANDLERS_LOCK_AT, SyncOp::MutexUnlock, Stage::Handlers),
        }
    }

    /// An operation on one of the hidden objects of the program, without a call; then comes the
    /// next stage.
    fn on_program(&mut self, at: u64, op: SyncOp, next: Stage) -> Op {
        self.live.stage = next;
        let op = Op::Sync { object: Code::process_address() + at, op };
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
        Status { value: status, returned: false, site: self.core.memory.who.site }
    }

    fn status_address(&self) -> u64 {
        layout::exit_value_address(self.core.memory.who.thread)
    }

    fn judge(&mut self, status: Status) -> Result<(), Halt> {
        match self.core.options.exit_status {
            Some(expected) if !status.is(expected) => {
                let message = status.told(expected, self.entry_name());
                Err(self.core.fail(FaultKind::ExitStatus, message, None))
            }
            _ => Ok(()),
        }
    }

    /// Keeps a status that is wrong until the program has come to its end.
    fn keep_status(&mut self, value: u32, returned: bool) {
        self.core.memory.tell(What::Exit(value));
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
        for value in [u32::MAX, 7] {
            for returned in [false, true] {
                let status = Status { value, returned, site: Site(12_345) };
                assert_eq!(Status::unpack(status.pack()), Some(status));
            }
        }
        assert_eq!(Status::unpack(0), None);
    }

    #[test]
    fn a_byte_of_the_status_counts_unless_none_is_expected() {
        let status = |value: u32| Status { value, returned: true, site: Site(1) };
        assert!(status(0).is(0) && !status(256).is(0) && !status(1).is(0));
        assert!(status(3).is(3) && status(259).is(3) && !status(0).is(3));
        assert!(status(u32::MAX).is(255));
    }
}
