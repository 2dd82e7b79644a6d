//! The C runtime: library functions that are ordinary code. It is compiled when the tool is built
//! and embedded.
//!
//! What the program defines itself wins over the runtime; of the runtime only what the program
//! needs, directly or through other functions of the runtime, is linked.

use crate::FrontendError;
use crate::llvm::{Module, ReadError, Value};
use crate::lower::{RUNTIME_SECTION, deadline, passes};
use std::path::PathBuf;

static BITCODE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/runtime.bc"));
/// For programs with pointers of 4 bytes.
static BITCODE_32: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/runtime32.bc"));
static NAMES: &str = include_str!(concat!(env!("OUT_DIR"), "/runtime.names"));

/// Functions whose names begin so are not interrupted; the two that say so themselves are not
/// meant.
pub(crate) fn is_atomic_by_name(name: &str) -> bool {
    name.starts_with("__VERIFIER_atomic_") && !matches!(name, "__VERIFIER_atomic_begin" | "__VERIFIER_atomic_end")
}

/// The names of functions of the runtime that take the place of functions of the machine begin so.
const TWIN: &str = "__tb_instead_";

/// Where the program calls this and one of those, that waits as `cancel.c` says.
const CANCELS: &str = "pthread_cancel";
const CANCELLED: [(&str, &str); 3] = [
    ("sem_wait", "__tb_instead_sem_wait"),
    ("sem_timedwait", "__tb_instead___tb_sem_await_until"),
    ("sem_clockwait", "__tb_instead___tb_sem_await_until"),
];

/// What the program may see of deadlines that have passed: time.c.
const SHOWN_TIME: [&str; 2] = ["__tb_instead___tb_late", "__tb_instead___tb_timed_out"];

/// Links what the program needs of the runtime.
pub(crate) fn link(module: &mut Module) -> Result<(), FrontendError> {
    let uses_atomic = module.functions().any(|f| !f.is_declaration() && is_atomic_by_name(&f.name()));
    if uses_atomic {
        module.declare("__VERIFIER_atomic_begin");
        module.declare("__VERIFIER_atomic_end");
    }
    if !is_needed(module) {
        return Ok(());
    }
    for (name, twin) in deadline::twins() {
        if module.function(name).is_some_and(Value::is_declaration) {
            module.declare(&twin);
        }
    }
    let calls = |module: &Module, name: &str| module.function(name).is_some_and(Value::is_declaration);
    for (name, twin) in CANCELLED {
        if calls(module, CANCELS) && calls(module, name) {
            module.declare(twin);
        }
    }
    if passes::shows_time(module) {
        for twin in SHOWN_TIME {
            module.declare(twin);
        }
    }
    let bitcode = if module.pointer_size() == 4 { BITCODE_32 } else { BITCODE };
    module.link_needed("runtime", bitcode, RUNTIME_SECTION).map_err(|ReadError(reason)| FrontendError::Link {
        path: PathBuf::from("the C runtime of this tool"),
        reason,
    })?;
    // Some functions of the machine have a twin in the runtime that does more; it is linked where
    // that may be needed.
    let twins: Vec<String> = module.functions().map(Value::name).filter(|name| name.starts_with(TWIN)).collect();
    for twin in twins {
        module.replace(&twin[TWIN.len()..], &twin);
    }
    Ok(())
}

/// Whether the program declares something that the runtime defines.
fn is_needed(module: &Module) -> bool {
    let names: Vec<&str> = NAMES.lines().collect();
    let provided = |value: Value<'_>| value.is_declaration() && names.binary_search(&value.name().as_str()).is_ok();
    !names.is_empty() && (module.functions().any(provided) || module.globals().any(provided))
}
