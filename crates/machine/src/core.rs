//! What the interpreter and the library functions share: the memory, the journal, the ways to stop.

use crate::domain::Domain;
use crate::halt::Halt;
use crate::memory::{Kind, Memory, Next};
use crate::options::{OnlyOrdered, Options};
use crate::polls::{Polls, has_effect};
use crate::value::Value;
use threadbare_op::{Addr, Answer, FaultKind, Limit, Op, Other, Stuck, SyncOp, ThreadId};

/// Sizes that no real allocation has: `malloc` gives a null pointer.
const ABSURD: u64 = 1 << 47;
const ABSURD_ILP32: u64 = 1 << 31;

/// See the module.
#[derive(Debug)]
pub(crate) struct Core<D: Domain> {
    pub(crate) options: Options,
    pub(crate) memory: Memory<D>,
    pub(crate) polls: Polls,
    /// Orders from library functions to the interpreter.
    pub(crate) order: Order,
    /// What a library function that returned hands on as it is: its result, or what its thread ends
    /// with.
    pub(crate) handed: Option<D::Value>,
    /// How many steps it has made so far, about.
    pub(crate) steps_made: u64,
}

/// What a library function that returned has changed of the thread's course.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Order {
    /// Nothing.
    #[default]
    None,
    /// The program ends with this status.
    Exit(u32),
    /// The program ends with this status, without running handlers.
    ExitNow(u32),
    /// The thread ends with what is handed on.
    EndThread,
    /// A jump to where `setjmp` has set that mark, which returns what is handed on.
    Jump { mark: Addr },
    /// A cleanup handler has been run: the end of the thread goes on in the calling function.
    UnwindOn,
    /// The calling function has cleaned up: the end of the thread goes on with its caller.
    Unwind,
}

impl<D: Domain> Core<D> {
    /// The value that is this word.
    pub(crate) fn lift(&self, word: Value) -> D::Value {
        self.memory.domain.lift(word)
    }

    /// The word that a value is, on which something depends: a branch, an address, a size. The one
    /// way from values to what the machine does.
    #[inline(always)]
    pub(crate) fn decide(&mut self, value: D::Value) -> Result<Value, Halt> {
        self.memory.domain.word(value).map_err(|_| self.undecided(value))
    }

    /// The same of a size: where it depends on input, the largest come first.
    pub(crate) fn decide_size(&mut self, value: D::Value) -> Result<Value, Halt> {
        self.memory.domain.word(value).map_err(|_| {
            self.memory.domain.prefer(Some(true));
            self.undecided(value)
        })
    }

    /// The thread depends on what is not settled: it asks, and does what it was about to do once it
    /// has been told. So nothing may have been done yet that is not noted. (To find out what to ask
    /// may take long, many times in one execution: the thread stops there if the run ends.)
    #[cold]
    pub(crate) fn undecided(&mut self, value: D::Value) -> Halt {
        if self.options.signals.stopped() {
            return self.stuck(Stuck::Limit(Limit::Interrupted));
        }
        let site = self.memory.who.site;
        match self.memory.domain.ask(value, site) {
            Ok(question) => self.visible(Op::Choice { arity: 2, asks: Some(question) }),
            Err(why) => self.unsupported(format!("what the program does next depends on {why}")),
        }
    }

    /// The word that a value is on which something depends that cannot be done again once an answer
    /// is there; and which is the same for all threads.
    pub(crate) fn settled(&mut self, value: D::Value, what: &str) -> Result<Value, Halt> {
        self.memory.domain.settled(value).map_err(|_| self.unsupported(format!("{what} depends on input")))
    }

    pub(crate) fn fail(&mut self, kind: FaultKind, message: String, other: Option<Other>) -> Halt {
        self.memory.fail(kind, message, other)
    }

    pub(crate) fn unsupported(&mut self, what: String) -> Halt {
        self.memory.unsupported(what)
    }

    pub(crate) fn stuck(&mut self, why: Stuck) -> Halt {
        self.memory.stuck(why)
    }

    /// The thread stops at a visible operation. Whether those have an effect that read as well is
    /// known once they are answered.
    pub(crate) fn visible(&mut self, op: Op) -> Halt {
        let op = match self.ordered(op) {
            Ok(op) => op,
            Err(halt) => return halt,
        };
        let only_looks = match op {
            Op::Load { .. } | Op::Fence { .. } | Op::Rmw { .. } | Op::Cas { .. } => true,
            Op::Sync { op, .. } => op.may_only_look() || self.may_be_of_section(op),
            _ => false,
        };
        if !only_looks {
            self.memory.who.has_effect();
        }
        self.aside(op)
    }

    /// The operation, as it is where it has to be ordered ([`crate::Options::only_ordered`]).
    #[inline]
    fn ordered(&mut self, op: Op) -> Result<Op, Halt> {
        if self.options.only_ordered == OnlyOrdered::Plain { Ok(op) } else { self.as_plain(op) }
    }

    #[cold]
    fn as_plain(&mut self, op: Op) -> Result<Op, Halt> {
        let has_to_be = |order| self.options.only_ordered.includes(order);
        Ok(match op {
            Op::Load { loc, order } if has_to_be(order) => Op::Load { loc, order: threadbare_op::Order::Plain },
            Op::Store { loc, value, order } if has_to_be(order) => {
                Op::Store { loc, value, order: threadbare_op::Order::Plain }
            }
            Op::Rmw { order, .. } if self.options.only_ordered.is_update(order) => op,
            Op::Rmw { order, .. } if !op.is_counting() && has_to_be(order) => {
                return Err(self.memory.unordered_update());
            }
            Op::Cas { success, failure, .. } if has_to_be(success) || has_to_be(failure) => {
                return Err(self.memory.unordered_update());
            }
            _ => op,
        })
    }

    fn may_be_of_section(&self, op: SyncOp) -> bool {
        self.options.left_out.is_any() && self.polls.is_of_section(op)
    }

    /// The same for an operation that belongs to another one, and has no effect of its own.
    pub(crate) fn aside(&mut self, op: Op) -> Halt {
        if let Op::Sync { object, op } = op {
            self.memory.note_sync(object, op);
        }
        self.memory.faults.halt(Next::Op(op))
    }

    /// An operation on a synchronisation object has just been answered.
    pub(crate) fn synchronised(&mut self, object: Addr, op: SyncOp, result: u64) -> Result<(), Halt> {
        let has_effect = match op.may_only_look() {
            true => !op.only_looked(result),
            false => self.may_be_of_section(op) && has_effect(&mut self.memory.who, object, op, result),
        };
        if has_effect {
            self.memory.who.has_effect();
        }
        self.memory.synchronised(object, op, result)
    }

    pub(crate) fn callback(&mut self, function: Addr, args: &[Value]) -> Halt {
        self.memory.faults.halt(Next::Call(function, args.to_vec()))
    }

    /// Takes one from the thread's budget of spurious events; false if it is used up.
    pub(crate) fn spend_spurious(&mut self) -> bool {
        let at = crate::layout::spurious_address(self.memory.who.thread);
        let spent = self.memory.peek(at, 8);
        if spent >= u64::from(self.options.spurious.unwrap_or(0)) {
            return false;
        }
        self.memory.poke(at, 8, spent + 1);
        true
    }

    /// Allocates as `malloc` does.
    pub(crate) fn allocate_heap(&mut self, size: u64, align: u64, zeroed: bool) -> Result<Addr, Halt> {
        if size >= if self.memory.program.ilp32 { ABSURD_ILP32 } else { ABSURD } {
            return Ok(0);
        }
        self.memory.allocate(size, align, Kind::Heap, zeroed)
    }
}

/// An answer as a word of the journal.
pub(crate) fn value_of<D: Domain>(memory: &Memory<D>, answer: Answer) -> D::Value {
    match answer {
        Answer::Done => memory.domain.lift(Value::ZERO),
        Answer::Value(word) | Answer::Compared { found: word, .. } => memory.value_of(word),
        Answer::Result(number) => memory.domain.lift(Value::new(number)),
        Answer::Uninit => memory.domain.lift(Value { bits: 0, undef: u64::MAX }),
        Answer::Thread(thread) => memory.domain.lift(Value::new(u64::from(thread.0))),
    }
}

/// And back, of an operation that reads no memory.
pub(crate) fn answer_of(op: Op, value: Value) -> Answer {
    match op {
        Op::Spawn => Answer::Thread(ThreadId(value.bits as u32)),
        Op::Sync { .. } | Op::Choice { .. } => Answer::Result(value.bits),
        _ => Answer::Done,
    }
}
