//! What is told: faults and ends ([`tell`]), graphs written down as schedules ([`linear`]), and
//! schedules of weak models read back as graphs ([`replay`]).

pub(crate) mod linear;
pub(crate) mod replay;
pub(crate) mod tell;
