//! `malloc` and its kin. Allocation never fails, except for sizes that no real one has.

use crate::call::CallCx;
use crate::domain::Domain;
use crate::halt::Halt;
use crate::libs::{LibResult, Table};
use crate::value::Value;

pub(super) fn table<D: Domain>() -> Table<D> {
    &[
        ("malloc", malloc),
        ("calloc", calloc),
        ("realloc", realloc),
        ("reallocarray", reallocarray),
        ("free", free),
        ("cfree", free),
        ("aligned_alloc", aligned_alloc),
        ("memalign", aligned_alloc),
        ("valloc", valloc),
        ("posix_memalign", posix_memalign),
        ("malloc_usable_size", malloc_usable_size),
        ("mmap", mmap),
        ("mmap64", mmap),
        ("munmap", munmap),
        ("_Znwj", malloc),
        ("_Znaj", malloc),
        ("_ZdlPvj", free),
        ("_ZdaPvj", free),
        ("_Znwm", malloc),
        ("_Znam", malloc),
        ("_ZdlPv", free),
        ("_ZdaPv", free),
        ("_ZdlPvm", free),
        ("_ZdaPvm", free),
    ]
}

/// As `malloc` aligns.
const ALIGN: u64 = 16;
const EINVAL: u64 = 22;
const ENOMEM: u64 = 12;

fn pointer<D: Domain>(cx: &mut CallCx<'_, D>, size: u64, align: u64, zeroed: bool) -> LibResult {
    note_size(cx, size);
    let addr = cx.allocate(size, align, zeroed)?;
    if addr == 0 {
        cx.set_errno(ENOMEM)?;
    }
    Ok(Value::new(addr))
}

fn note_size<D: Domain>(cx: &mut CallCx<'_, D>, size: u64) {
    if size > (u64::MAX >> 1) >> (64 - 8 * u32::from(cx.pointer_bytes())) {
        let name = cx.name().to_owned();
        note(
            cx,
            format!("`{name}` is asked for more than PTRDIFF_MAX bytes, which looks like a negative size: it fails"),
        );
    }
}

/// Something odd that is no fault.
fn note<D: Domain>(cx: &mut CallCx<'_, D>, message: String) {
    let site = cx.site();
    cx.core.memory.faults.note("allocation", message, site);
}

fn malloc<D: Domain>(cx: &mut CallCx<'_, D>) -> LibResult {
    let size = cx.arg(0)?;
    pointer(cx, size, ALIGN, false)
}

fn calloc<D: Domain>(cx: &mut CallCx<'_, D>) -> LibResult {
    let (count, size) = (cx.arg(0)?, cx.arg(1)?);
    pointer(cx, count.saturating_mul(size), ALIGN, true)
}

fn realloc<D: Domain>(cx: &mut CallCx<'_, D>) -> LibResult {
    let (old, size) = (cx.arg(0)?, cx.arg(1)?);
    resize(cx, old, size)
}

fn reallocarray<D: Domain>(cx: &mut CallCx<'_, D>) -> LibResult {
    let (old, count, size) = (cx.arg(0)?, cx.arg(1)?, cx.arg(2)?);
    resize(cx, old, count.saturating_mul(size))
}

/// The content always moves: a program that relies on the old place is wrong.
fn resize<D: Domain>(cx: &mut CallCx<'_, D>, old: u64, size: u64) -> LibResult {
    if old == 0 {
        return pointer(cx, size, ALIGN, false);
    }
    let had = cx.allocated_size(old)?;
    if size == 0 {
        cx.free(old)?;
        return Ok(Value::ZERO);
    }
    note_size(cx, size);
    let new = cx.allocate(size, ALIGN, false)?;
    if new == 0 {
        cx.set_errno(ENOMEM)?;
        return Ok(Value::ZERO);
    }
    cx.copy(new, old, had.min(size))?;
    cx.core.memory.who.moves = true;
    let freed = cx.free(old);
    cx.core.memory.who.moves = false;
    freed?;
    Ok(Value::new(new))
}

fn free<D: Domain>(cx: &mut CallCx<'_, D>) -> LibResult {
    let value = cx.arg_value(0);
    let addr = match value.defined() {
        Some(addr) => addr,
        None => {
            return Err(cx.core.memory.undefined(value, "the pointer given to `free` is uninitialised"));
        }
    };
    cx.free(addr)?;
    Ok(Value::ZERO)
}

fn is_alignment(align: u64) -> bool {
    align.is_power_of_two()
}

fn aligned_alloc<D: Domain>(cx: &mut CallCx<'_, D>) -> LibResult {
    let (align, size) = (cx.arg(0)?, cx.arg(1)?);
    if !is_alignment(align) {
        let name = cx.name().to_owned();
        note(cx, format!("`{name}` is asked for an alignment of {align}, which is no power of two: it fails"));
        cx.set_errno(EINVAL)?;
        return Ok(Value::ZERO);
    }
    pointer(cx, size, align.max(ALIGN), false)
}

fn valloc<D: Domain>(cx: &mut CallCx<'_, D>) -> LibResult {
    let size = cx.arg(0)?;
    pointer(cx, size, 4096, false)
}

fn posix_memalign<D: Domain>(cx: &mut CallCx<'_, D>) -> LibResult {
    let (into, align, size) = (cx.arg(0)?, cx.arg(1)?, cx.arg(2)?);
    if !is_alignment(align) || align % u64::from(cx.pointer_bytes()) != 0 {
        return Ok(Value::new(EINVAL));
    }
    let addr = cx.allocate(size, align.max(ALIGN), false)?;
    if addr == 0 {
        return Ok(Value::new(ENOMEM));
    }
    let size = cx.pointer_bytes();
    cx.write(into, size, addr)?;
    Ok(Value::ZERO)
}

fn malloc_usable_size<D: Domain>(cx: &mut CallCx<'_, D>) -> Result<Value, Halt> {
    match cx.arg(0)? {
        0 => Ok(Value::ZERO),
        addr => Ok(Value::new(cx.allocated_size(addr)?)),
    }
}

const PAGE: u64 = 4096;

/// Memory of its own for reading and writing, as whole pages. Nobody else can share it, as there
/// are no other processes.
fn mmap<D: Domain>(cx: &mut CallCx<'_, D>) -> LibResult {
    const READ_WRITE: i32 = 3;
    const ANONYMOUS: i32 = 0x20;
    // MAP_SHARED, MAP_PRIVATE, MAP_NORESERVE, MAP_POPULATE, MAP_NONBLOCK, MAP_STACK.
    const HARMLESS: i32 = 0x3 | 0x4000 | 0x8000 | 0x1_0000 | 0x2_0000;
    let (size, protection, flags) = (cx.arg(1)?, cx.arg_i32(2)?, cx.arg_i32(3)?);
    if flags & ANONYMOUS == 0 {
        return Err(cx.unsupported("`mmap` of a file: only anonymous memory is mapped (`read` the file instead)"));
    }
    if flags & !(ANONYMOUS | HARMLESS) != 0 || protection & READ_WRITE != READ_WRITE {
        let message = "`mmap` of other memory than a new block for reading and writing (MAP_PRIVATE | MAP_ANONYMOUS)";
        return Err(cx.unsupported(message));
    }
    let error = if size == 0 { EINVAL } else { ENOMEM };
    let addr = if size == 0 { 0 } else { cx.allocate(whole_pages(size), PAGE, true)? };
    if addr == 0 {
        cx.set_errno(error)?;
        return Ok(Value::new(u64::MAX >> (64 - 8 * u32::from(cx.pointer_bytes()))));
    }
    Ok(Value::new(addr))
}

fn munmap<D: Domain>(cx: &mut CallCx<'_, D>) -> LibResult {
    let (addr, size) = (cx.arg(0)?, cx.arg(1)?);
    if size == 0 || addr % PAGE != 0 {
        cx.set_errno(EINVAL)?;
        return Ok(Value::new(0xFFFF_FFFF));
    }
    let is_block = cx.core.memory.begins_heap(addr);
    if !is_block || cx.allocated_size(addr)? != whole_pages(size) {
        return Err(cx.unsupported("`munmap` of other memory than one whole block that `mmap` gave"));
    }
    cx.free(addr)?;
    Ok(Value::ZERO)
}

fn whole_pages(size: u64) -> u64 {
    size.checked_next_multiple_of(PAGE).unwrap_or(u64::MAX)
}
