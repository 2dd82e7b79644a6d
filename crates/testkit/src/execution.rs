//! [`Execution`]: what the classes that only some tests ask for are made of, when they do.

use crate::class::{End, Path, Standing, Stands};
use crate::coarse::{Coarse, coarse};
use crate::values::{Step, ValueClasses, value_classes};
use threadbare_op::Site;

/// An execution, without its invisible events.
#[derive(Clone, Debug)]
pub struct Execution {
    /// Its events.
    pub steps: Vec<Step>,
    /// For each of them, what kind of misuse it is ([`crate::coarse::misuse_number`]), or 0.
    pub misuses: Vec<u64>,
    /// Its threads: their paths, and where they stand in the end.
    pub threads: Vec<(Path, Stands, Site)>,
    /// How it ended.
    pub end: End,
}

impl Execution {
    fn standing(&self) -> Vec<Standing<'_>> {
        self.threads.iter().map(|(path, stands, site)| Standing { path, stands: *stands, site: *site }).collect()
    }

    /// Its classes by what is read.
    #[must_use]
    pub fn value_classes(&self) -> ValueClasses {
        value_classes(&self.steps, self.end, &self.standing())
    }

    /// Its coarse classes; the root is main's first child.
    #[must_use]
    pub fn coarse(&self) -> Coarse {
        coarse(&self.steps, &self.misuses, &self.standing(), &[0])
    }
}
