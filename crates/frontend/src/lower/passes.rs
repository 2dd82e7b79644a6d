//! Whether the program may see that time has passed: then the runtime keeps how late it is
//! (`crates/machine/runtime/time.c`, docs/proofs/clock.md).

use super::deadline::{READS, WAITS, is_call, twin};
use crate::llvm::{Module, Value, ValueKind};
use std::collections::HashSet;

/// Callers of callers are asked so often.
const MOST_CALLERS: u32 = 8;

/// Whether it may: a reading of the clock is left, and something waits until some time, or a loop
/// does until the clock is late enough. Before the runtime is linked.
pub(crate) fn shows_time(module: &Module) -> bool {
    let declared = |name: &str| module.function(name).filter(|function| function.is_declaration());
    let is_left = |user: &Value<'_>| !is_call(*user) || twin(*user).is_none();
    let mut left = READS.iter().filter_map(|(name, _)| declared(name)).flat_map(|f| f.users().filter(&is_left));
    let waits = WAITS.iter().any(|(name, _)| !name.ends_with("sleep") && declared(name).is_some());
    if waits { left.next().is_some() } else { left.any(|reading| comes_again(reading, MOST_CALLERS)) }
}

/// Whether an instruction is in a loop, or a function that it is in is called in one.
fn comes_again(inst: Value<'_>, depth: u32) -> bool {
    if inst.kind() != ValueKind::Instruction || depth == 0 {
        return true;
    }
    let (mut seen, mut next) = (HashSet::new(), vec![inst.block()]);
    while let Some(block) = next.pop() {
        for after in block.terminator().into_iter().flat_map(Value::successors) {
            if after == inst.block() {
                return true;
            }
            if seen.insert(after) {
                next.push(after);
            }
        }
    }
    let function = inst.block().function();
    function.users().filter(|user| is_call(*user) && user.callee() == function).any(|call| comes_again(call, depth - 1))
}
