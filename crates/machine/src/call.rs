//! What a library function sees of the machine: [`CallCx`].

use crate::code::Code;
use crate::core::Core;
use crate::domain::Domain;
use crate::halt::Halt;
use crate::options::Options;
use crate::thread::Journal;
use crate::value::Value;
use threadbare_op::{Addr, Answer, FaultKind, Op, Other, Site, Stuck, SyncOp, ThreadId};
use threadbare_program::{CastOp, Kind, Pc, Pred, Program};

/// The context of one call of a library function: its arguments, the memory, the thread.
///
/// See [`crate::LibFn`] for how it is used: each method that gives a [`Halt`] may stop the thread
/// there, and the function is called again later; the context's journal answers what was done
/// before.
#[derive(Debug)]
pub struct CallCx<'a, D: Domain> {
    pub(crate) core: &'a mut Core<D>,
    pub(crate) journal: &'a mut Journal<D::Value>,
    pub(crate) code: &'a Code,
    pub(crate) name: &'a str,
    /// The words of the arguments; of those that are [handed on](crate::libs), nothing.
    pub(crate) args: &'a [Value],
    /// The arguments as they are.
    pub(crate) values: &'a [D::Value],
    /// What kinds of values the arguments are, where the call says so.
    pub(crate) kinds: &'a [Kind],
    /// The function that calls, and where.
    pub(crate) caller: (u32, Pc),
}

impl<D: Domain> CallCx<'_, D> {
    /// The name under which the function was called.
    #[must_use]
    pub fn name(&self) -> &str {
        self.name
    }

    /// How many arguments were passed.
    #[must_use]
    pub fn arg_count(&self) -> usize {
        self.args.len()
    }

    /// The n-th argument, whether defined or not; a missing one is uninitialised. Integers narrower
    /// than a register are zero-extended; a `double` is its bits.
    #[must_use]
    pub fn arg_value(&self, n: usize) -> Value {
        self.args.get(n).copied().unwrap_or(Value::uninit(8))
    }

    /// The n-th argument as it is, to be handed on.
    #[must_use]
    pub fn handed_on(&self, n: usize) -> D::Value {
        self.values.get(n).copied().unwrap_or_else(|| self.core.lift(self.arg_value(n)))
    }

    /// The n-th argument, which decides something.
    ///
    /// # Errors
    /// A fault if it is uninitialised.
    pub fn arg(&mut self, n: usize) -> Result<u64, Halt> {
        self.decided(self.arg_value(n))
    }

    /// The n-th argument as a C `int`.
    ///
    /// # Errors
    /// A fault if it is uninitialised.
    pub fn arg_i32(&mut self, n: usize) -> Result<i32, Halt> {
        let value = self.arg_value(n);
        Ok(self.decided(value.lowest(32))? as i32)
    }

    /// Whether the n-th argument, of this many bits, which is [handed on](crate::libs), is 0: all
    /// that matters of it.
    ///
    /// # Errors
    /// A fault if that depends on what is uninitialised.
    pub(crate) fn is_zero(&mut self, n: usize, width: u8) -> Result<bool, Halt> {
        let (value, zero) = (self.handed_on(n), self.core.lift(Value::ZERO));
        let is_zero = self.core.memory.domain.cmp(Pred::Eq, width, value, zero);
        let is_zero = self.core.decide(is_zero)?;
        Ok(self.decided(is_zero.lowest(1))? == 1)
    }

    /// The bits of `value`, which decide something.
    ///
    /// # Errors
    /// A fault if some are uninitialised.
    pub fn decided(&mut self, value: Value) -> Result<u64, Halt> {
        match value.defined() {
            Some(bits) => Ok(bits),
            None => {
                let message = format!("an argument of `{}`, or what it points to, is uninitialised", self.name);
                Err(self.core.memory.undefined(value, &message))
            }
        }
    }

    /// The running thread.
    #[must_use]
    pub fn thread(&self) -> ThreadId {
        self.core.memory.who.thread
    }

    /// The place of the call.
    #[must_use]
    pub fn site(&self) -> Site {
        self.core.memory.who.site
    }

    /// The program.
    pub(crate) fn program(&self) -> &Program {
        &self.code.program
    }

    /// How many bytes a pointer, a `long` and a `size_t` take in memory.
    pub(crate) fn pointer_bytes(&self) -> u8 {
        self.code.program.pointer_bytes()
    }

    /// The n-th argument as a C `long`.
    ///
    /// # Errors
    /// A fault if it is uninitialised.
    pub(crate) fn arg_long(&mut self, n: usize) -> Result<i64, Halt> {
        let width = u32::from(self.pointer_bytes()) * 8;
        let value = self.arg_value(n);
        Ok(crate::value::signed(self.decided(value.lowest(width))?, width))
    }

    /// Whether the result of the call may matter to who calls.
    pub(crate) fn is_result_used(&self) -> bool {
        let (function, at) = self.caller;
        self.code.stops(function).is_none_or(|stops| stops.is_result_used(at))
    }

    /// How the program is run.
    #[must_use]
    pub fn options(&self) -> &Options {
        &self.core.options
    }

    /// The address of the program's function of this name, if it has one (the C part of the
    /// libraries is in the program).
    #[must_use]
    pub fn function_named(&self, name: &str) -> Option<Addr> {
        Some(self.core.memory.space.function_address(self.program().function_named(name)?.0))
    }

    // Ends.

    /// Stops the thread: it has done something wrong. `message` is one sentence that does not
    /// depend on the schedule.
    pub fn fault(&mut self, kind: FaultKind, message: impl Into<String>) -> Halt {
        self.core.fail(kind, message.into(), None)
    }

    /// The same with a second party.
    pub fn fault_with(&mut self, kind: FaultKind, message: impl Into<String>, other: Other) -> Halt {
        self.core.fail(kind, message.into(), Some(other))
    }

    /// Stops the thread: this is not supported. `what` completes "unsupported: ...".
    pub fn unsupported(&mut self, what: impl Into<String>) -> Halt {
        self.core.unsupported(what.into())
    }

    /// Stops the thread for good.
    pub fn stuck(&mut self, why: Stuck) -> Halt {
        self.core.stuck(why)
    }

    // Visible operations and callbacks.

    /// Performs a visible operation.
    ///
    /// # Errors
    /// Stops the thread until it is answered.
    pub fn visible(&mut self, op: Op) -> Result<Answer, Halt> {
        match self.journalled() {
            Some(value) => Ok(crate::core::answer_of(op, self.own(value))),
            None => Err(self.core.visible(op)),
        }
    }

    /// Performs an operation on the synchronisation object at `object`. The object must be
    /// accessible memory; freed or wild addresses are faults.
    ///
    /// # Errors
    /// Stops the thread until it is answered.
    pub fn sync(&mut self, object: Addr, op: SyncOp) -> Result<u64, Halt> {
        if let Some(value) = self.journalled() {
            // It was performed just now if nothing was noted since.
            if self.journal.at == self.journal.entries.len() {
                self.core.synchronised(object, op, self.own(value).bits)?;
            }
            return Ok(self.own(value).bits);
        }
        self.core.memory.check_object(object)?;
        let object = self.core.memory.sync_key(object);
        Err(self.core.visible(Op::Sync { object, op }))
    }

    /// Chooses a number below `arity` (at least 1).
    ///
    /// # Errors
    /// Stops the thread until it is answered.
    pub fn choice(&mut self, arity: u32) -> Result<u32, Halt> {
        match self.visible(Op::Choice { arity: arity.max(1), asks: None })? {
            Answer::Result(chosen) => Ok(chosen as u32),
            _ => Ok(0),
        }
    }

    /// Calls the function at the address `function` (a fault if there is none).
    ///
    /// # Errors
    /// Stops this function until the other has returned.
    pub fn call(&mut self, function: Addr, args: &[Value]) -> Result<D::Value, Halt> {
        match self.journalled() {
            Some(value) => Ok(value),
            None => Err(self.core.callback(function, args)),
        }
    }

    // Memory. All accesses are checked: bounds, freed memory, races; under `--races explore` they
    // may be visible.

    /// Reads `size` (1, 2, 4, 8) bytes.
    ///
    /// # Errors
    /// Stops the thread at a fault or a visible access.
    pub fn read_value(&mut self, addr: Addr, size: u8) -> Result<D::Value, Halt> {
        if let Some(value) = self.journalled() {
            return Ok(value);
        }
        let value = self.core.memory.load(addr, size)?;
        Ok(self.note(value))
    }

    /// Reads `size` (1, 2, 4, 8) bytes that decide something.
    ///
    /// # Errors
    /// Stops the thread at a fault (uninitialised ones too) or a visible access.
    pub fn read(&mut self, addr: Addr, size: u8) -> Result<u64, Halt> {
        let value = self.read_value(addr, size)?;
        let word = self.core.decide(value)?;
        self.decided(word)
    }

    /// Writes `size` (1, 2, 4, 8) bytes.
    ///
    /// # Errors
    /// Stops the thread at a fault or a visible access.
    pub fn write_value(&mut self, addr: Addr, size: u8, value: D::Value) -> Result<(), Halt> {
        if self.journalled().is_none() {
            self.core.memory.store(addr, size, value)?;
            self.note_word(Value::ZERO);
        }
        Ok(())
    }

    /// Writes `size` (1, 2, 4, 8) bytes.
    ///
    /// # Errors
    /// Stops the thread at a fault or a visible access.
    pub fn write(&mut self, addr: Addr, size: u8, value: u64) -> Result<(), Halt> {
        self.write_value(addr, size, self.core.lift(Value::new(value)))
    }

    /// Writes a pointer.
    ///
    /// # Errors
    /// Stops the thread at a fault or a visible access.
    pub(crate) fn write_pointer(&mut self, addr: Addr, pointer: D::Value) -> Result<(), Halt> {
        let mut stored = pointer;
        if self.code.program.ilp32 {
            // There are no errors.
            let _ = self.core.memory.domain.cast(CastOp::PtrTrunc, 64, 32, pointer, &mut stored);
        }
        self.write_value(addr, self.pointer_bytes(), stored)
    }

    /// Reads `len` bytes that decide something.
    ///
    /// # Errors
    /// As [`Self::read`].
    pub fn read_bytes(&mut self, addr: Addr, len: u64) -> Result<Vec<u8>, Halt> {
        self.read_pieces(addr, len, Self::read)
    }

    /// Reads `len` bytes, each piece in this way.
    pub(crate) fn read_pieces(
        &mut self,
        addr: Addr,
        len: u64,
        read: impl Fn(&mut Self, Addr, u8) -> Result<u64, Halt>,
    ) -> Result<Vec<u8>, Halt> {
        let mut bytes = Vec::new();
        let mut at = 0;
        while at < len {
            let size = self.piece(addr.wrapping_add(at), len - at);
            let value = read(self, addr.wrapping_add(at), size)?;
            bytes.extend_from_slice(&value.to_le_bytes()[..size as usize]);
            at += u64::from(size);
        }
        Ok(bytes)
    }

    /// Reads the bytes of a C string, without its end.
    ///
    /// # Errors
    /// As [`Self::read`].
    pub fn read_cstr(&mut self, addr: Addr) -> Result<Vec<u8>, Halt> {
        let mut bytes = Vec::new();
        loop {
            match self.read(addr.wrapping_add(bytes.len() as u64), 1)? as u8 {
                0 => return Ok(bytes),
                byte => bytes.push(byte),
            }
        }
    }

    /// Writes bytes.
    ///
    /// # Errors
    /// As [`Self::write`].
    pub fn write_bytes(&mut self, addr: Addr, bytes: &[u8]) -> Result<(), Halt> {
        let mut at = 0;
        while at < bytes.len() {
            let to = addr.wrapping_add(at as u64);
            let size = self.piece(to, (bytes.len() - at) as u64);
            let mut word = [0; 8];
            word[..size as usize].copy_from_slice(&bytes[at..at + size as usize]);
            self.write(to, size, u64::from_le_bytes(word))?;
            at += size as usize;
        }
        Ok(())
    }

    /// Copies `len` bytes as `memmove` does, uninitialised ones too.
    ///
    /// # Errors
    /// As [`Self::read`] and [`Self::write`].
    pub fn copy(&mut self, to: Addr, from: Addr, len: u64) -> Result<(), Halt> {
        let (mut at, mut pieces) = (0, Vec::new());
        while at < len {
            let source = from.wrapping_add(at);
            let size = self.piece(source, len - at);
            pieces.push((size, self.read_value(source, size)?));
            at += u64::from(size);
        }
        self.write_pieces(to, &pieces, len)
    }

    /// Writes values of these sizes, one after the other, `len` bytes together.
    ///
    /// # Errors
    /// As [`Self::write`].
    pub(crate) fn write_pieces(&mut self, to: Addr, pieces: &[(u8, D::Value)], len: u64) -> Result<(), Halt> {
        let words = self.core.memory.domain.joined(pieces, len);
        let mut at = 0;
        while at < len {
            let target = to.wrapping_add(at);
            let size = self.piece(target, len - at);
            let piece = self.core.memory.domain.load(&words, at as usize, size);
            self.write_value(target, size, piece)?;
            at += u64::from(size);
        }
        Ok(())
    }

    // Allocation.

    /// Allocates `size` bytes, uninitialised or zeroed. `align` must be a power of two.
    ///
    /// # Errors
    /// Stops the thread if there is no room.
    pub fn allocate(&mut self, size: u64, align: u64, zeroed: bool) -> Result<Addr, Halt> {
        if let Some(value) = self.journalled() {
            return Ok(self.own(value).bits);
        }
        let addr = self.core.allocate_heap(size, align, zeroed)?;
        Ok(self.note_word(Value::new(addr)).bits)
    }

    /// Frees what [`Self::allocate`] gave; a null pointer is ignored.
    ///
    /// # Errors
    /// Stops the thread at a fault.
    pub fn free(&mut self, addr: Addr) -> Result<(), Halt> {
        if self.journalled().is_none() {
            if addr != 0 {
                self.core.memory.free_heap(addr)?;
            }
            self.note_word(Value::ZERO);
        }
        Ok(())
    }

    /// How many bytes were allocated at `addr` (the address that `allocate` gave).
    ///
    /// # Errors
    /// A fault if nothing was, or it is freed.
    pub fn allocated_size(&mut self, addr: Addr) -> Result<u64, Halt> {
        if let Some(value) = self.journalled() {
            return Ok(self.own(value).bits);
        }
        let size = self.core.memory.heap_size(addr)?;
        Ok(self.note_word(Value::new(size)).bits)
    }

    // Other things.

    /// Prints.
    pub fn output(&mut self, bytes: &[u8]) {
        if self.journalled().is_none() {
            self.core.memory.print(bytes);
            self.note_word(Value::ZERO);
        }
    }

    /// The address of the thread's `errno`.
    #[must_use]
    pub fn errno_address(&self) -> Addr {
        self.core.memory.space.errno_address(self.thread())
    }

    /// Sets `errno`.
    ///
    /// # Errors
    /// As [`Self::write`]: other threads may have its address.
    pub fn set_errno(&mut self, value: u64) -> Result<(), Halt> {
        self.write(self.errno_address(), 4, value)
    }

    /// One of 16 words that each thread has for the libraries (0 at its beginning): a seed, a
    /// position of `strtok`.
    pub fn word(&mut self, n: usize) -> u64 {
        if let Some(value) = self.journalled() {
            return self.own(value).bits;
        }
        let addr = crate::layout::word_address(self.thread(), n % 16);
        let value = self.core.memory.peek(addr, 8);
        self.note_word(Value::new(value)).bits
    }

    /// Sets it.
    pub fn set_word(&mut self, n: usize, value: u64) {
        if self.journalled().is_none() {
            let addr = crate::layout::word_address(self.thread(), n % 16);
            self.core.memory.poke(addr, 8, value);
            self.note_word(Value::ZERO);
        }
    }

    /// The size of the next piece of a longer access; it must not be another one when this is done
    /// again.
    fn piece(&mut self, addr: Addr, len: u64) -> u8 {
        match self.journalled() {
            Some(size) => self.own(size).bits as u8,
            None => {
                let size = self.core.memory.chunk(addr, len);
                self.note_word(Value::new(u64::from(size)));
                size
            }
        }
    }

    /// The word of a value that the machine has made itself.
    pub(crate) fn own(&self, value: D::Value) -> Value {
        self.core.memory.domain.word(value).unwrap_or_default()
    }

    /// The next entry of the journal, if this was done before.
    pub(crate) fn journalled(&mut self) -> Option<D::Value> {
        self.journal.next()
    }

    /// The same for what the machine has noted itself.
    pub(crate) fn journalled_word(&mut self) -> Option<Value> {
        self.journalled().map(|value| self.own(value))
    }

    /// Notes what was done now.
    pub(crate) fn note(&mut self, value: D::Value) -> D::Value {
        self.journal.note(value);
        value
    }

    /// The same for a word of the machine's own.
    pub(crate) fn note_word(&mut self, word: Value) -> Value {
        self.note(self.core.lift(word));
        word
    }
}
