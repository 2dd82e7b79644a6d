//! What a program and its threads have from their beginning: globals, the arguments of `main`,
//! thread-local variables.

use super::Machine;
use crate::arguments::Text;
use crate::code::{Code, PROCESS_SIZE};
use crate::domain::Domain;
use crate::fixed::hidden_bytes;
use crate::layout;
use crate::memory::{ALWAYS, Kind, WITH_ITS_THREAD};
use crate::value::Value;
use threadbare_op::{Addr, Site, ThreadId};
use threadbare_program::{Const, Global, GlobalInit};

impl<D: Domain> Machine<D> {
    pub(super) fn make_globals(&mut self) {
        let code = self.code.clone();
        for (global, &addr) in code.program.globals.iter().zip(&code.globals) {
            if !global.thread_local {
                self.make_global(global, addr);
            }
        }
        let process = Code::process_address();
        let memory = &mut self.core.memory;
        memory.place(process, PROCESS_SIZE, Kind::Hidden, (Site::UNKNOWN, ALWAYS), true);
        self.make_arguments();
    }

    /// The arguments of `main` and the environment, to which the runtime's `environ` points.
    fn make_arguments(&mut self) {
        let code = self.code.clone();
        let arguments = &code.arguments;
        let memory = &mut self.core.memory;
        memory.place(arguments.vector, arguments.words.len() as u64 * 8, Kind::Hidden, (Site::UNKNOWN, ALWAYS), true);
        memory.name_arguments(arguments.names.clone());
        for (at, &word) in (arguments.vector..).step_by(8).zip(&arguments.words) {
            memory.initialise(at, 8, Value::new(word));
        }
        let globals = code.program.globals.iter().zip(&code.globals);
        let size = code.program.pointer_bytes();
        let is_environ =
            |global: &Global| global.name == "environ" && !global.external && global.size == u64::from(size);
        for (_, &addr) in globals.filter(|(global, _)| is_environ(global)) {
            memory.initialise(addr, size, Value::new(arguments.environment()));
        }
    }

    /// The arguments that are input are taken by the main thread, before anything else.
    pub(super) fn take_arguments(&mut self) {
        let code = self.code.clone();
        if !D::HAS_INPUT && self.core.options.given.is_none() {
            return;
        }
        code.arguments.more_at().into_iter().for_each(|at| self.take_byte(at));
        for Text { at, len, name, .. } in &code.arguments.inputs {
            let places = *at..at + u64::from(*len);
            match self.core.fixed_text(name, *len) {
                Some(bytes) => places.zip(bytes).for_each(|(at, byte)| self.core.memory.initialise(at, 1, byte)),
                None => places.for_each(|at| self.take_byte(at)),
            }
        }
    }

    /// The main thread takes a byte of input.
    fn take_byte(&mut self, at: Addr) {
        // There are not so many that they could not be counted.
        if let Ok(value) = self.core.take_input(ThreadId::MAIN, 8) {
            self.core.memory.poke_value(at, 1, value);
        }
    }

    fn make_global(&mut self, global: &Global, addr: Addr) {
        let index = self.code.program.globals.iter().position(|g| std::ptr::eq(g, global)).unwrap_or(0);
        let id = threadbare_program::GlobalId(index as u32);
        let kind = match (global.external, global.thread_local, global.constant) {
            (true, ..) => Kind::External(id),
            (_, true, _) => Kind::Local(id),
            (_, _, true) => Kind::Constant(id),
            _ => Kind::Global(id),
        };
        let memory = &mut self.core.memory;
        let made = if global.thread_local { WITH_ITS_THREAD } else { ALWAYS };
        memory.place(addr, global.size, kind, (Site::UNKNOWN, made), true);
        for part in &global.init {
            match part {
                GlobalInit::Bytes(offset, bytes) => {
                    for (at, &byte) in bytes.iter().enumerate() {
                        memory.initialise(addr + offset + at as u64, 1, Value::new(u64::from(byte)));
                    }
                }
                GlobalInit::Address(offset, constant) => {
                    let value = match constant {
                        Const::Undef => Value::uninit(8),
                        constant => self.code.constant(constant),
                    };
                    let value = if self.code.program.ilp32 { layout::in_32_bits(value) } else { value };
                    memory.initialise(addr + offset, self.code.program.pointer_bytes(), value);
                }
                GlobalInit::Undef(offset, length) => {
                    for at in 0..*length {
                        memory.initialise(addr + offset + at, 1, Value::uninit(1));
                    }
                }
            }
        }
    }

    /// What a thread has from its beginning: hidden words, `errno`, thread-local variables. All but
    /// the first end with it (`Running::next_stage`).
    pub(super) fn make_thread(&mut self, thread: ThreadId) {
        if thread.0 >= self.core.memory.space.max_threads() {
            return;
        }
        let memory = &mut self.core.memory;
        memory.make_handle(thread);
        let hidden = layout::hidden_address(thread);
        let size = layout::HIDDEN_SIZE + hidden_bytes(&self.core.options.fixed);
        memory.place(hidden, size, Kind::Hidden, (Site::UNKNOWN, WITH_ITS_THREAD), true);
        let errno = memory.space.errno_address(thread);
        memory.place(errno, 4, Kind::Errno, (Site::UNKNOWN, WITH_ITS_THREAD), true);
        let code = self.code.clone();
        for local in 0..code.local_slots.len() {
            let global = &code.program.globals[code.local_slots[local].0.index()];
            self.make_global(global, code.local_address(thread, local as u32));
        }
    }

    /// A thread begins, with the mask of signals that its parent has.
    pub(super) fn inherit(&mut self, child: ThreadId) {
        let Some(local) = self.code.inherited else { return };
        let Some(parent) = self.numbers.parent(child) else { return };
        let Some(mask) = self.core.memory.peek_value(self.code.local_address(parent, local), 8) else { return };
        self.core.memory.poke_value(self.code.local_address(child, local), 8, mask);
        let mask = self.core.memory.bits(mask);
        // Threads that begin with different ones are not alike.
        if *self.inherited.get_or_insert(mask) != mask {
            self.core.memory.tell_results_apart();
        }
    }

    /// Puts the running thread's addresses of thread-local variables into the constants.
    pub(super) fn patch_consts(&mut self, thread: ThreadId) {
        if self.consts_of == thread || self.code.thread_local.is_empty() {
            return;
        }
        self.consts_of = thread;
        for &(at, local, offset) in &self.code.thread_local {
            let addr = self.code.local_address(thread, local);
            let addr = self.code.in_global(self.code.local_slots[local as usize].0, addr, offset);
            self.consts[at] = self.core.lift(Value::new(addr));
        }
    }
}
