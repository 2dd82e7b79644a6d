//! What comes of trying to extend the graph: [`Step`].

/// Whether the search goes on from the present graph, or back to its newest choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[must_use]
pub(crate) enum Step {
    /// The graph was extended, or will be.
    GoOn,
    /// It is complete, not consistent, or not to be explored.
    GoBack,
}

impl Step {
    #[inline]
    pub(crate) const fn on_if(goes_on: bool) -> Self {
        if goes_on { Self::GoOn } else { Self::GoBack }
    }

    /// What comes next, if this goes on.
    #[inline]
    pub(crate) fn and_then(self, next: impl FnOnce() -> Self) -> Self {
        if self.goes_on() { next() } else { Self::GoBack }
    }

    #[inline]
    pub(crate) const fn goes_on(self) -> bool {
        matches!(self, Self::GoOn)
    }
}
