//! How long what is tried beside the exploration may take: as long as usual, or so many times as long
//! (`THREADBARE_PATIENCE=20` in the environment). On a machine that is busy with other things the
//! usual time may be too short for what is told otherwise.

use std::sync::OnceLock;
use std::time::Duration;

/// So long that may take for which there is usually this time.
#[must_use]
pub fn patient(usual: Duration) -> Duration {
    static TIMES: OnceLock<u32> = OnceLock::new();
    let times = TIMES.get_or_init(|| times(std::env::var("THREADBARE_PATIENCE").ok().as_deref()));
    usual.saturating_mul(*times)
}

/// As many times as the variable says, if that is a number.
fn times(variable: Option<&str>) -> u32 {
    variable.and_then(|text| text.parse().ok()).map_or(1, |times: u32| times.max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_as_long() {
        assert_eq!([times(None), times(Some("20")), times(Some("0")), times(Some("long"))], [1, 20, 1, 1]);
    }
}
