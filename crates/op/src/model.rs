//! Memory models and bounds: which executions are meant.

use crate::verdict::Limit;
use std::fmt;

/// A memory model: which values an atomic read may see. From the strongest to the weakest.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord)]
pub enum Model {
    /// Sequential consistency: every atomic access counts as `seq_cst`.
    #[default]
    Sc,
    /// Total store order (x86): a read may overtake an earlier write to another location.
    Tso,
    /// Partial store order (SPARC): as [`Self::Tso`], and writes to different locations may
    /// overtake each other.
    Pso,
    /// Release-acquire: every atomic access counts as release or acquire.
    Ra,
    /// The model of C11 as repaired by Lahav et al., PLDI 2017.
    Rc11,
}

/// Which later writes belong to the release sequence that a release write heads ([`Model::Rc11`]
/// only). Read-modify-writes that read from a member always do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum ReleaseSequence {
    /// As in Lahav et al., PLDI 2017: later atomic stores of the same thread to the same location
    /// as well.
    #[default]
    Rc11,
    /// As in C++20: nothing else.
    Cpp20,
}

impl Model {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Sc, Self::Tso, Self::Pso, Self::Ra, Self::Rc11];

    /// As on the command line and in the JSON output.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sc => "sc",
            Self::Tso => "tso",
            Self::Pso => "pso",
            Self::Ra => "ra",
            Self::Rc11 => "rc11",
        }
    }

    /// Whether everything that is read happens before what comes after the read: happens-before is
    /// program order and reads-from. Else only some accesses synchronise.
    #[must_use]
    pub const fn always_synchronises(self) -> bool {
        matches!(self, Self::Sc | Self::Tso | Self::Ra)
    }
}

impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A bound on executions: those beyond it are not explored (or, if they had to be, not counted).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Bound {
    /// At most so many rounds of a round-robin scheduler (Marmanis, Vafeiadis, FMCAD 2023): how
    /// often it starts again from the first thread, in the linearisation that needs least.
    Rounds(u32),
    /// At most so many switches away from a thread that could have gone on, in the linearisation
    /// that needs least.
    Preemptions(u32),
    /// At most so many switches between threads, in the linearisation that needs least.
    ContextSwitches(u32),
}

impl Bound {
    /// What says that there are executions beyond it.
    #[must_use]
    pub const fn limit(self) -> Limit {
        match self {
            Self::Rounds(_) => Limit::Rounds,
            Self::Preemptions(_) => Limit::Preemptions,
            Self::ContextSwitches(_) => Limit::ContextSwitches,
        }
    }

    /// How much it allows.
    #[must_use]
    pub const fn most(self) -> u32 {
        match self {
            Self::Rounds(most) | Self::Preemptions(most) | Self::ContextSwitches(most) => most,
        }
    }
}
