//! The visible operations, and what they can be answered.

use crate::fault::FaultId;
use crate::ids::{Addr, Loc, Part, ThreadId};
use crate::sync::SyncOp;
use crate::word::Word;

/// How strongly a memory access orders others (C11). `Plain` is a non-atomic access that is visible
/// all the same: under `--races explore`, or because its location is accessed atomically as well.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Order {
    /// Not atomic.
    Plain,
    /// `memory_order_relaxed`.
    Relaxed,
    /// `memory_order_acquire` (and `consume`, which is treated as acquire).
    Acquire,
    /// `memory_order_release`.
    Release,
    /// `memory_order_acq_rel`.
    AcqRel,
    /// `memory_order_seq_cst`.
    SeqCst,
    /// A load of the libraries that only looks: as `Relaxed`, but it orders nothing under any
    /// model.
    Look,
}

/// The first of the 2^32 numbers of words of which some bits are uninitialised. What they are the
/// system knows. A number of the program that is one of these has to stand for itself.
pub const UNDEFINED: u64 = 0xFFF7_DEF1 << 32;

/// Whether a value stands for such a word.
#[must_use]
#[inline]
pub const fn is_undefined(value: u64) -> bool {
    value >> 32 == UNDEFINED >> 32
}

/// What a read-modify-write computes from the old value and its operand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RmwOp {
    /// The operand itself.
    Xchg,
    /// Wrapping sum.
    Add,
    /// Wrapping difference.
    Sub,
    /// Bitwise and.
    And,
    /// Bitwise not-and.
    Nand,
    /// Bitwise or.
    Or,
    /// Bitwise exclusive or.
    Xor,
    /// Signed maximum.
    Max,
    /// Signed minimum.
    Min,
    /// Unsigned maximum.
    UMax,
    /// Unsigned minimum.
    UMin,
}

impl RmwOp {
    /// The new value of a location of `size` bytes (1, 2, 4, 8) that held `old`.
    #[must_use]
    pub fn apply(self, old: u64, operand: u64, size: u8) -> u64 {
        let mask = Loc::new(0, size).mask();
        let signed = |v: u64| {
            let shift = 64 - u32::from(size) * 8;
            ((v << shift) as i64) >> shift
        };
        let new = match self {
            Self::Xchg => operand,
            Self::Add => old.wrapping_add(operand),
            Self::Sub => old.wrapping_sub(operand),
            Self::And => old & operand,
            Self::Nand => !(old & operand),
            Self::Or => old | operand,
            Self::Xor => old ^ operand,
            Self::Max => {
                if signed(old) >= signed(operand) {
                    old
                } else {
                    operand
                }
            }
            Self::Min => {
                if signed(old) <= signed(operand) {
                    old
                } else {
                    operand
                }
            }
            Self::UMax => (old & mask).max(operand & mask),
            Self::UMin => (old & mask).min(operand & mask),
        };
        new & mask
    }
}

/// Something that a thread asks of the input of the program: a number that the system has given it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Question(pub u32);

/// A visible operation: what a thread is about to do, not yet done.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Op {
    /// Read memory. Answer: [`Answer::Value`] (or [`Answer::Uninit`]).
    Load {
        /// Where.
        loc: Loc,
        /// How.
        order: Order,
    },
    /// Write memory. Answer: [`Answer::Done`].
    Store {
        /// Where.
        loc: Loc,
        /// What.
        value: Word,
        /// How.
        order: Order,
    },
    /// Read and write at once. Answer: the old value.
    Rmw {
        /// Where.
        loc: Loc,
        /// What is computed.
        op: RmwOp,
        /// The second operand of the computation.
        operand: Word,
        /// How.
        order: Order,
    },
    /// Compare and swap: if the old value is `expected`, write `new`. Answer: the old value.
    Cas {
        /// Where.
        loc: Loc,
        /// The value that must be there.
        expected: Word,
        /// What is written then.
        new: Word,
        /// How, when it succeeds.
        success: Order,
        /// How, when it fails (then it is a load).
        failure: Order,
    },
    /// A memory fence. Answer: [`Answer::Done`].
    Fence {
        /// Which.
        order: Order,
    },
    /// An operation on a synchronisation object: a read-modify-write of its state
    /// ([`crate::sync`]), enabled when [`crate::SyncTable::apply`] says so. Answer:
    /// [`Answer::Result`].
    Sync {
        /// The object.
        object: Addr,
        /// The operation.
        op: SyncOp,
    },
    /// Start a thread. Answer: [`Answer::Thread`].
    Spawn,
    /// Wait for a thread to end; enabled once it has. Answer: [`Answer::Done`].
    Join {
        /// Which.
        thread: ThreadId,
    },
    /// A choice that nothing in the program decides. Answer: [`Answer::Result`], from 0 to
    /// `arity - 1`.
    Choice {
        /// How many possibilities, at least 1.
        arity: u32,
        /// What it asks of the input, if it does: then only some of the answers may be possible
        /// ([`crate::Inputs::possible`]).
        asks: Option<Question>,
    },
    /// The thread has come to its end; it is never answered.
    Stuck(Stuck),
}

/// Why a thread goes no further.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stuck {
    /// It has returned, or called `pthread_exit`.
    Finished,
    /// It has ended the whole program (main returned, or `exit`). Others may run on for a while,
    /// but need not.
    ProgramExit,
    /// An assumption does not hold: executions with this are not executions of the program.
    Assume,
    /// It has done something wrong.
    Fault(FaultId),
    /// It has met something that is not supported; the text is known to the system.
    Unsupported(u32),
    /// It has met a limit or bound of the run.
    Limit(crate::verdict::Limit),
    /// It waits in a loop: its last `events` events were an iteration that had no effect and came
    /// back to where it had begun. It will do the same again, unless one of the locations read
    /// there is written; that is another execution.
    Spin {
        /// How many events the iteration has; 0 if it has none, so that nothing can end it.
        events: u32,
        /// Whether the loop is one of a library function, which waits as an operation does.
        in_call: bool,
    },
    /// The rest of the execution is that of another one: of the one in which an earlier read of the
    /// thread has read what its last read has, and nothing between the two has happened. Or an
    /// assumption does not hold of what has just been read.
    Redundant,
}

/// What a thread is told about the operation it stopped at.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Answer {
    /// It is done; there is nothing to tell.
    Done,
    /// The value read.
    Value(Word),
    /// The value that a compare-and-swap has found whose success depends on the input
    /// ([`Written::Asks`]), and whether it has succeeded.
    Compared {
        /// What it has found.
        found: Word,
        /// Whether that is what it expects.
        equal: bool,
    },
    /// The result of an operation on a synchronisation object, or what was chosen.
    Result(u64),
    /// The memory read was never written.
    Uninit,
    /// The thread that was started.
    Thread(ThreadId),
}

impl Answer {
    /// The value, if one was read.
    #[must_use]
    pub const fn value(self) -> Option<Word> {
        match self {
            Self::Value(found) | Self::Compared { found, .. } => Some(found),
            _ => None,
        }
    }
}

/// What an operation writes, once it is known what it reads.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Written {
    /// Nothing: it is a read (or a compare-and-swap that fails).
    Nothing,
    /// This value.
    Value(Word),
    /// A compare-and-swap whose success depends on the input: what it asks of that, with which
    /// answer it succeeds, and what it writes then.
    Asks {
        /// What it asks. The answers are 0 and 1.
        question: Question,
        /// The answer with which it succeeds.
        swaps: u32,
        /// What it writes then.
        value: Word,
    },
}

impl Op {
    /// The memory location, if it is a memory access.
    #[must_use]
    pub const fn loc(&self) -> Option<Loc> {
        match *self {
            Self::Load { loc, .. } | Self::Store { loc, .. } | Self::Rmw { loc, .. } | Self::Cas { loc, .. } => {
                Some(loc)
            }
            _ => None,
        }
    }

    /// The operation as the program performs it: of a location of which it accesses a part, the
    /// access to that part.
    #[must_use]
    pub const fn of_part(self) -> Self {
        match self {
            Self::Load { loc, order } => Self::Load { loc: loc.accessed(), order },
            Self::Store { loc, value, order } => Self::Store { loc: loc.accessed(), value, order },
            Self::Rmw { loc, operand, order, .. } if loc.part.is_store => {
                Self::Store { loc: loc.accessed(), value: operand, order }
            }
            Self::Rmw { loc, op, operand, order } => Self::Rmw { loc: loc.accessed(), op, operand, order },
            Self::Cas { loc, expected, new, success, failure } => {
                Self::Cas { loc: loc.accessed(), expected, new, success, failure }
            }
            other => other,
        }
    }

    /// The same access as one to a part of the location `whole`, which contains all of its bytes.
    /// Who stores a part leaves the rest as it is: that is a read-modify-write of the whole.
    #[must_use]
    pub const fn as_part_of(self, whole: Loc) -> Self {
        let Some(loc) = self.loc() else { return self };
        let is_store = matches!(self, Self::Store { .. });
        let loc = Loc { part: Part { from: (loc.addr - whole.addr) as u8, size: loc.size, is_store }, ..whole };
        match self {
            Self::Load { order, .. } => Self::Load { loc, order },
            Self::Store { value, order, .. } => Self::Rmw { loc, op: RmwOp::Xchg, operand: value, order },
            Self::Rmw { op, operand, order, .. } => Self::Rmw { loc, op, operand, order },
            Self::Cas { expected, new, success, failure, .. } => Self::Cas { loc, expected, new, success, failure },
            other => other,
        }
    }

    /// What this memory access writes if it reads `old` (for a store `old` does not matter): for
    /// systems whose words are numbers, to implement [`crate::System::effect`].
    #[must_use]
    pub fn written_of_numbers(&self, old: Word) -> Written {
        match *self {
            Self::Store { value, .. } => Written::Value(value),
            Self::Rmw { loc, op, operand, .. } => {
                Written::Value(Word::new(op.apply(old.number(), operand.number(), loc.size)))
            }
            Self::Cas { expected, new, .. } if old == expected => Written::Value(new),
            _ => Written::Nothing,
        }
    }

    /// Whether it is a plain access that is visible.
    #[must_use]
    pub const fn is_plain(&self) -> bool {
        match self {
            Self::Load { order: Order::Plain, .. } | Self::Store { order: Order::Plain, .. } => true,
            Self::Rmw { order: Order::Plain, loc, .. } => loc.part.is_store,
            _ => false,
        }
    }

    /// Whether it is an addition that nobody asks for its result, and that takes no part in
    /// synchronisation: a read-modify-write with the order of plain accesses. It races with all
    /// that reads or writes the same memory otherwise.
    #[must_use]
    pub const fn is_counting(&self) -> bool {
        matches!(self, Self::Rmw { order: Order::Plain, loc, .. } if !loc.part.is_store)
    }

    /// Whether it is a plain store to a part of a location. It synchronises nothing; but who reads
    /// another part through it reads what others have written there.
    #[must_use]
    pub const fn is_plain_part(&self) -> bool {
        matches!(self, Self::Rmw { order: Order::Plain, loc, .. } if loc.part.is_store)
    }

    /// Whether it is an access that synchronises nothing, whatever is read or written.
    #[must_use]
    pub const fn is_silent_access(&self) -> bool {
        self.is_plain() || self.is_counting() || self.is_look()
    }

    /// Whether it is a load that only looks.
    #[must_use]
    pub const fn is_look(&self) -> bool {
        matches!(self, Self::Load { order: Order::Look, .. })
    }

    /// Whether nothing that was written before is heard through it: a plain store to all of a
    /// location, or an addition that only counts.
    #[must_use]
    pub const fn hides(&self) -> bool {
        self.is_silent_access() && !self.is_plain_part() && !self.is_look()
    }

    /// Whether it is of a section that only looks ([`SyncOp::is_peek`]): what is heard through it
    /// is what was heard before it.
    #[must_use]
    pub const fn is_peek(&self) -> bool {
        matches!(self, Self::Sync { op, .. } if op.is_peek())
    }

    /// Whether the thread has returned, or called `pthread_exit`: it can be joined.
    #[must_use]
    pub const fn has_finished(&self) -> bool {
        matches!(self, Self::Stuck(Stuck::Finished))
    }

    /// Whether the thread has come to its end, or has ended the program.
    #[must_use]
    pub const fn has_ended(&self) -> bool {
        matches!(self, Self::Stuck(Stuck::Finished | Stuck::ProgramExit))
    }

    /// Whether the thread's last read was in vain: it waits in a loop for another value, or the
    /// rest is that of another execution.
    #[must_use]
    pub const fn is_in_vain(&self) -> bool {
        matches!(self, Self::Stuck(Stuck::Spin { events: 1.., .. } | Stuck::Redundant))
    }

    /// Whether the thread waits in a loop of a library function, as an operation does.
    #[must_use]
    pub const fn waits_in_call(&self) -> bool {
        matches!(self, Self::Stuck(Stuck::Spin { in_call: true, .. }))
    }

    /// Whether it can never be answered.
    #[must_use]
    pub const fn is_stuck(&self) -> bool {
        matches!(self, Self::Stuck(_))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_operation_stays_small() {
        assert!(size_of::<Op>() <= 40, "{}", size_of::<Op>());
        assert!(size_of::<Answer>() <= 16);
    }

    #[test]
    fn a_part_is_made_and_told_back() {
        let (order, value) = (Order::Release, Word::new(7));
        let (part, whole) = (Loc::new(0x46, 2), Loc::new(0x40, 8));
        for op in [
            Op::Load { loc: part, order },
            Op::Store { loc: part, value, order },
            Op::Rmw { loc: part, op: RmwOp::Add, operand: value, order },
            Op::Rmw { loc: part, op: RmwOp::Xchg, operand: value, order },
            Op::Cas { loc: part, expected: value, new: value, success: order, failure: Order::Relaxed },
        ] {
            let widened = op.as_part_of(whole);
            let loc = widened.loc().unwrap();
            assert_eq!((loc.addr, loc.size, loc.accessed()), (0x40, 8, part));
            assert!(!matches!(widened, Op::Store { .. }), "the rest is left as it is");
            assert_eq!(widened.of_part(), op);
        }
    }

    #[test]
    fn who_stores_a_part_plainly_counts_nothing() {
        let store = Op::Store { loc: Loc::new(0x42, 2), value: Word::new(7), order: Order::Plain };
        let widened = store.as_part_of(Loc::new(0x40, 4));
        assert!(widened.is_plain() && !widened.is_counting());
        let add = Op::Rmw { loc: Loc::new(0x42, 2), op: RmwOp::Add, operand: Word::new(7), order: Order::Plain };
        assert!(add.as_part_of(Loc::new(0x40, 4)).is_counting());
    }

    #[test]
    fn undefined_words_are_a_range() {
        assert!(!is_undefined(UNDEFINED - 1) && is_undefined(UNDEFINED) && is_undefined(UNDEFINED | 0xFFFF_FFFF));
    }

    #[test]
    fn rmw_respects_width_and_sign() {
        assert_eq!(RmwOp::Add.apply(255, 1, 1), 0);
        assert_eq!(RmwOp::Max.apply(0xFF, 1, 1), 1, "-1 < 1 as signed bytes");
        assert_eq!(RmwOp::UMax.apply(0xFF, 1, 1), 0xFF);
        assert_eq!(RmwOp::Min.apply(0x8000_0000, 0, 4), 0x8000_0000);
        assert_eq!(RmwOp::Nand.apply(0b11, 0b01, 2), 0xFFFE);
    }
}
