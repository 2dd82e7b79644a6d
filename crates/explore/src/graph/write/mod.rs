//! Graphs written down as schedules, and schedules read back as graphs.

pub(crate) mod linear;
pub(crate) mod replay;
