//! How much memory the process uses, and how much it may, as the system counts it.

use std::fs::read_to_string;

/// Of the memory that is free, a run may use so many percent if nothing else is said.
const SHARE: u64 = 80;

/// The same of the addresses that it may have (`ulimit -v`): what grows takes twice its place in
/// between.
const SHARE_OF_ADDRESSES: u64 = 40;

/// The most that the process has used so far, in bytes; 0 if the system does not say.
#[must_use]
pub fn peak() -> u64 {
    kilobytes("/proc/self/status", "VmHWM:").unwrap_or(0)
}

/// What it uses now, in bytes; 0 if the system does not say.
pub(crate) fn used() -> u64 {
    kilobytes("/proc/self/status", "VmRSS:").unwrap_or(0)
}

/// What a run may use, in bytes, if nothing else is said: less than all that the machine, or the
/// container, has left; `None` if the system does not say.
#[must_use]
pub fn usable() -> Option<u64> {
    let free = kilobytes("/proc/meminfo", "MemAvailable:").map(|free| free + used());
    let given = read_to_string("/sys/fs/cgroup/memory.max").ok().and_then(|most| most.trim().parse().ok());
    let memory = [free, given].into_iter().flatten().min().map(|most: u64| most / 100 * SHARE);
    let addresses = addresses().map(|most| most / 100 * SHARE_OF_ADDRESSES);
    [memory, addresses].into_iter().flatten().min()
}

/// How many addresses the process may have; `None` if there is no limit, or the system does not
/// say.
fn addresses() -> Option<u64> {
    let limits = read_to_string("/proc/self/limits").ok()?;
    let line = limits.lines().find_map(|line| line.strip_prefix("Max address space"))?;
    line.split_whitespace().next()?.parse().ok()
}

fn kilobytes(file: &str, name: &str) -> Option<u64> {
    let text = read_to_string(file).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    line.trim().trim_end_matches("kB").trim().parse::<u64>().ok()?.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_counted() {
        assert!(used() > 100_000 && peak() >= used());
        assert!(usable().is_some_and(|most| most > used()));
        let mut more = vec![1_u8; 50_000_000];
        more[40_000_000] = 2;
        assert!(used() > 50_000_000, "{}", more.iter().map(|byte| usize::from(*byte)).sum::<usize>());
    }
}
