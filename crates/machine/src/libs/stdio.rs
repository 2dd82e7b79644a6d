//! Formatted output: to the standard streams (kept by the machine, shown in reports), and into
//! memory.
//!
//! Strings and variable arguments are read with all checks; what `printf` prints depends on them,
//! so uninitialised ones are faults. Of input that is printed nothing is asked, where nothing but
//! the text depends on it, and else how long its text is (`digits.rs`). A stream is a `FILE` of
//! `runtime/stdio.c`, which begins with its descriptor.

use super::files::{BEFORE, KEPT};
use super::format::{self, Looks, Source};
use super::told;
use super::{LibResult, Table};
use crate::call::CallCx;
use crate::domain::Domain;
use crate::halt::Halt;
use crate::value::Value;
use threadbare_op::{Addr, FaultKind};
use threadbare_program::Kind;

/// By name.
pub(crate) fn table<D: Domain>() -> Table<D> {
    &[
        ("__tb_print", write),
        ("__tb_show", write),
        ("__tb_show_unlocked", write),
        ("__tb_show_standard", write),
        ("printf", |cx| print(cx, Out::Standard, 0, false)),
        ("vprintf", |cx| print(cx, Out::Standard, 0, true)),
        ("__printf_chk", |cx| print(cx, Out::Standard, 1, false)),
        ("__vprintf_chk", |cx| print(cx, Out::Standard, 1, true)),
        ("fprintf", |cx| print(cx, Out::Stream, 1, false)),
        ("vfprintf", |cx| print(cx, Out::Stream, 1, true)),
        ("__fprintf_chk", |cx| print(cx, Out::Stream, 2, false)),
        ("__vfprintf_chk", |cx| print(cx, Out::Stream, 2, true)),
        ("dprintf", |cx| {
            let descriptor = cx.arg_i32(0)?;
            print(cx, Out::Descriptor(descriptor), 1, false)
        }),
        ("vdprintf", |cx| {
            let descriptor = cx.arg_i32(0)?;
            print(cx, Out::Descriptor(descriptor), 1, true)
        }),
        ("__dprintf_chk", |cx| {
            let descriptor = cx.arg_i32(0)?;
            print(cx, Out::Descriptor(descriptor), 2, false)
        }),
        ("__vdprintf_chk", |cx| {
            let descriptor = cx.arg_i32(0)?;
            print(cx, Out::Descriptor(descriptor), 2, true)
        }),
        ("sprintf", |cx| print(cx, Out::Memory { room: u64::MAX }, 1, false)),
        ("vsprintf", |cx| print(cx, Out::Memory { room: u64::MAX }, 1, true)),
        ("__sprintf_chk", |cx| print(cx, Out::Memory { room: u64::MAX }, 3, false)),
        ("__vsprintf_chk", |cx| print(cx, Out::Memory { room: u64::MAX }, 3, true)),
        ("snprintf", |cx| {
            let room = cx.arg(1)?;
            print(cx, Out::Memory { room }, 2, false)
        }),
        ("vsnprintf", |cx| {
            let room = cx.arg(1)?;
            print(cx, Out::Memory { room }, 2, true)
        }),
        ("__snprintf_chk", |cx| {
            let room = cx.arg(1)?;
            print(cx, Out::Memory { room }, 4, false)
        }),
        ("__vsnprintf_chk", |cx| {
            let room = cx.arg(1)?;
            print(cx, Out::Memory { room }, 4, true)
        }),
        ("asprintf", |cx| print(cx, Out::Allocated, 1, false)),
        ("vasprintf", |cx| print(cx, Out::Allocated, 1, true)),
        ("__asprintf_chk", |cx| print(cx, Out::Allocated, 2, false)),
        ("__vasprintf_chk", |cx| print(cx, Out::Allocated, 2, true)),
    ]
}

/// Where the text goes.
#[derive(Clone, Copy)]
enum Out {
    Descriptor(i32),
    /// Standard output, as a stream.
    Standard,
    /// The stream that is the first argument.
    Stream,
    /// Where the first argument points to; at most `room` bytes with the end of the string.
    Memory {
        room: u64,
    },
    /// New memory, whose address goes where the first argument points to.
    Allocated,
}

/// `at`: which argument is the format. The arguments to be printed follow, or (`list`) a `va_list`
/// does.
fn print<D: Domain>(cx: &mut CallCx<'_, D>, out: Out, at: usize, list: bool) -> LibResult {
    let from = cx.arg(at)?;
    let format = cx.read_cstr(from)?;
    let read = vec![(from, format.len() as u64 + 1)];
    let descriptor = match out {
        Out::Descriptor(descriptor) => Some(descriptor),
        Out::Standard => Some(1),
        Out::Stream => {
            let stream = cx.arg(0)?;
            Some(cx.read(stream, 4)? as u32 as i32)
        }
        _ => None,
    };
    let only_shows = descriptor.is_some_and(is_shown) && !cx.is_result_used();
    // To somebody outside, or to a file at which nobody looks.
    let leaves = match out {
        Out::Stream if descriptor == Some(LOG) => true,
        _ => descriptor.is_some_and(is_shown) && !cx.code.told.replaces,
    };
    let is_read = !leaves || cx.is_result_used();
    let next = if list {
        let list = cx.arg(at + 1)?;
        From::list(cx, list)?
    } else {
        From::Call(at + 1)
    };
    let mut args = Args { cx, next, only_shows, is_read, read, last: Vec::new(), open: Vec::new() };
    let text = format::format(&format, &mut args)?;
    let (open, read) = args.finish()?;
    let length = Value::new(text.len() as u64 & 0x7FFF_FFFF);
    match out {
        Out::Descriptor(_) | Out::Standard | Out::Stream => {
            return give(cx, out, descriptor.unwrap_or(-1), &text, &open);
        }
        Out::Memory { room: 0 } => {}
        Out::Memory { room } => {
            let to = cx.arg(0)?;
            let kept = usize::try_from(room - 1).unwrap_or(usize::MAX).min(text.len());
            let written = to..to.saturating_add(kept as u64 + 1);
            if read.iter().any(|(from, length)| written.start < from.saturating_add(*length) && *from < written.end) {
                let message = format!("`{}` writes over a text that it prints", cx.name());
                return Err(cx.fault(FaultKind::OutOfBounds, message));
            }
            store(cx, to, &text[..kept], &open)?;
        }
        Out::Allocated => {
            let to = cx.allocate(text.len() as u64 + 1, 16, false)?;
            store(cx, to, &text, &open)?;
            let result = cx.arg(0)?;
            let size = cx.pointer_bytes();
            cx.write(result, size, to)?;
        }
    }
    Ok(length)
}

/// A text to a descriptor, or to a stream that begins with this number.
fn give<D: Domain>(
    cx: &mut CallCx<'_, D>,
    out: Out,
    descriptor: i32,
    text: &[u8],
    open: &[(usize, D::Value)],
) -> LibResult {
    let number = u64::from(descriptor as u32);
    match (out, cx.code.told.show) {
        (Out::Standard | Out::Stream, Some(show)) if is_shown(descriptor) => {
            let show = cx.core.memory.space.function_address(show.0);
            hand_over(cx, Some(show), &[number], text, open)
        }
        (Out::Descriptor(_), _) if cx.code.told.replaces => {
            hand_over(cx, cx.function_named(PRINT_FILE), &[number], text, open)
        }
        _ if is_shown(descriptor) => put(cx, descriptor, text),
        (Out::Stream, _) => {
            // With its lock.
            let (to, stream, locks) = (cx.function_named(PUT), cx.arg(0)?, 1);
            hand_over(cx, to, &[stream, locks], text, open)
        }
        _ => hand_over(cx, cx.function_named(PRINT_FILE), &[number], text, open),
    }
}

/// A text and the end of it. `open`: characters that depend on input, by where they are, in order.
fn store<D: Domain>(cx: &mut CallCx<'_, D>, to: Addr, text: &[u8], open: &[(usize, D::Value)]) -> Result<(), Halt> {
    if open.is_empty() {
        cx.write_bytes(to, text)?;
    } else {
        let mut bytes: Vec<(u8, D::Value)> =
            text.iter().map(|&byte| (1, cx.core.lift(Value::new(byte.into())))).collect();
        for &(at, value) in open.iter().take_while(|(at, _)| *at < text.len()) {
            bytes[at].1 = value;
        }
        cx.write_pieces(to, &bytes, text.len() as u64)?;
    }
    cx.write(to.wrapping_add(text.len() as u64), 1, 0)
}

/// Bytes to a descriptor.
fn write<D: Domain>(cx: &mut CallCx<'_, D>) -> LibResult {
    let (descriptor, bytes, n) = (cx.arg_i32(0)?, cx.arg(1)?, cx.arg(2)?);
    let bytes = cx.read_shown(bytes, n)?;
    put(cx, descriptor, &bytes)
}

/// Standard output and error.
fn is_shown(descriptor: i32) -> bool {
    descriptor == 1 || descriptor == 2
}

/// What a stream begins with of which nobody reads (`stream.h`).
const LOG: i32 = 4;
// Functions of the runtime that take bytes, if they are linked: that is where something was opened.
const PUT: &str = "__tb_put";
const PRINT_FILE: &str = "__tb_print_file";

/// Gives a text to a function of the runtime, by way of memory of its own. (Nobody has to free it:
/// the thread may be cancelled there.) It comes behind the first argument.
fn hand_over<D: Domain>(
    cx: &mut CallCx<'_, D>,
    function: Option<Addr>,
    args: &[u64],
    text: &[u8],
    open: &[(usize, D::Value)],
) -> LibResult {
    let Some(function) = function else { return no_file(cx) };
    let block = cx.allocate(text.len() as u64 + 1 + BEFORE, 16, false)?;
    cx.write(block, 8, KEPT)?;
    told::keeps(cx, block + BEFORE);
    let from = block + BEFORE;
    store(cx, from, text, open)?;
    let (first, others) = args.split_at(1);
    let args = [first, &[from, text.len() as u64], others].concat();
    let args: Vec<Value> = args.into_iter().map(Value::new).collect();
    let written = cx.call(function, &args)?;
    cx.free(block)?;
    Ok(cx.core.decide(written)?.lowest(32))
}

/// Nothing of that kind is open: an `int` of -1.
pub(super) fn no_file<D: Domain>(cx: &mut CallCx<'_, D>) -> LibResult {
    const EBADF: u64 = 9;
    cx.set_errno(EBADF)?;
    Ok(Value::new(u64::from(u32::MAX)))
}

/// The number of bytes written, or -1.
fn put<D: Domain>(cx: &mut CallCx<'_, D>, descriptor: i32, text: &[u8]) -> LibResult {
    if !is_shown(descriptor) {
        return no_file(cx);
    }
    if text.is_empty() {
        return Ok(Value::ZERO);
    }
    cx.output(text);
    if let Some(point) = cx.code.print_point {
        let point = cx.core.memory.space.function_address(point.0);
        cx.call(point, &[])?;
    }
    Ok(Value::new(text.len() as u64 & 0x7FFF_FFFF))
}

/// Texts by address and length.
type Texts = Vec<(Addr, u64)>;
/// Characters that depend on input, by where they are.
type Open<D> = Vec<(usize, <D as Domain>::Value)>;

enum From {
    /// The n-th argument of the call.
    Call(usize),
    /// A `va_list` of the x86-64 calling convention.
    List { list: Addr, general: u64, float: u64, saved: Addr, overflow: Addr },
    /// One of i386: the next argument is here.
    Area(Addr),
}

struct Args<'a, 'b, D: Domain> {
    cx: &'a mut CallCx<'b, D>,
    next: From,
    /// Nothing but what is printed depends on the arguments.
    only_shows: bool,
    /// The program may get at the text.
    is_read: bool,
    /// The texts that were read, by address and length.
    read: Texts,
    /// Characters of what was given last that depend on input: how far before its end.
    last: Open<D>,
    /// Those of the text, by where they are.
    open: Open<D>,
}

impl From {
    /// What is in a list.
    fn list<D: Domain>(cx: &mut CallCx<'_, D>, list: Addr) -> Result<Self, Halt> {
        if cx.pointer_bytes() == 4 {
            return Ok(Self::Area(list));
        }
        let general = cx.read(list, 4)?;
        let float = cx.read(list.wrapping_add(4), 4)?;
        let overflow = cx.read(list.wrapping_add(8), 8)?;
        // Not read before it is needed: only arguments in registers are there.
        Ok(Self::List { list, general, float, saved: 0, overflow })
    }
}

impl<D: Domain> Args<'_, '_, D> {
    /// The next argument, of so many bits.
    fn next(&mut self, bits: u32, is_float: bool) -> Result<D::Value, Halt> {
        match &mut self.next {
            From::Call(n) => {
                if *n >= self.cx.arg_count() {
                    let message = format!("`{}` is called with fewer arguments than its format needs", self.cx.name());
                    return Err(self.cx.fault(FaultKind::UninitialisedRead, message));
                }
                let is_other = match self.cx.kinds.get(*n) {
                    Some(Kind::Word(_) | Kind::Signed(_)) => is_float,
                    Some(Kind::Float(_)) => !is_float,
                    _ => false,
                };
                if is_other {
                    let (number, whole) = ("a floating-point number", "an integer or a pointer");
                    let (wanted, given) = if is_float { (number, whole) } else { (whole, number) };
                    let message = format!("`{}` is to print {wanted}, and is given {given}", self.cx.name());
                    return Err(self.cx.fault(FaultKind::UninitialisedRead, message));
                }
                *n += 1;
                Ok(self.cx.handed_on(*n - 1))
            }
            From::List { list, general, float, saved, overflow } => {
                let (offset, end, step) = if is_float { (float, 176, 16) } else { (general, 48, 8) };
                let addr = if *offset < end {
                    if *saved == 0 {
                        *saved = self.cx.read(list.wrapping_add(16), 8)?;
                    }
                    *offset += step;
                    saved.wrapping_add(*offset - step)
                } else {
                    *overflow = overflow.wrapping_add(8);
                    overflow.wrapping_sub(8)
                };
                self.cx.read_value(addr, 8)
            }
            From::Area(at) => {
                let (addr, size) = (*at, if bits > 32 { 8 } else { 4 });
                *at = at.wrapping_add(size.into());
                self.cx.read_value(addr, size)
            }
        }
    }

    fn text(&mut self, addr: Addr, limit: Option<usize>) -> Result<Vec<u8>, Halt> {
        if self.only_shows || D::HAS_INPUT {
            let (text, open) = self.cx.shown_cstr(addr, limit.unwrap_or(usize::MAX))?;
            self.last.extend(open.into_iter().map(|(at, value)| (text.len() - at, value)));
            return Ok(text);
        }
        let Some(limit) = limit else { return self.cx.read_cstr(addr) };
        let mut text = Vec::new();
        while text.len() < limit {
            match self.cx.read(addr.wrapping_add(text.len() as u64), 1)? as u8 {
                0 => break,
                byte => text.push(byte),
            }
        }
        Ok(text)
    }

    /// The list is left where the last argument read ends. The characters that depend on input, and
    /// the texts that were read.
    fn finish(self) -> Result<(Open<D>, Texts), Halt> {
        if let From::List { list, general, float, overflow, .. } = self.next {
            self.cx.write(list, 4, general)?;
            self.cx.write(list.wrapping_add(4), 4, float)?;
            self.cx.write(list.wrapping_add(8), 8, overflow)?;
        }
        Ok((self.open, self.read))
    }
}

impl<D: Domain> Source for Args<'_, '_, D> {
    type Error = Halt;

    fn shows_address(&mut self, address: u64) {
        self.cx.core.memory.note_printed(address, self.is_read);
    }

    fn long_bits(&self) -> u32 {
        u32::from(self.cx.pointer_bytes()) * 8
    }

    fn int(&mut self, bits: u32) -> Result<u64, Halt> {
        let value = self.next(bits, false)?;
        let word = self.cx.core.decide(value)?;
        self.cx.decided(word.lowest(bits))
    }

    fn number(&mut self, bits: u32, looks: Looks) -> Result<u64, Halt> {
        let value = self.next(bits, false)?;
        if self.only_shows {
            return self.cx.shown(value, bits);
        }
        let (number, digits) = self.cx.digits(value, bits, looks)?;
        self.last.extend((1..=digits.len()).rev().zip(digits));
        Ok(number)
    }

    fn character(&mut self) -> Result<u8, Halt> {
        let value = self.next(32, false)?;
        let shown = self.cx.shown(value, 8)? as u8;
        self.last.extend(self.cx.open(value, 1).map(|open| (1, open)));
        Ok(shown)
    }

    fn ends(&mut self, at: usize) {
        self.open.extend(self.last.drain(..).map(|(before, value)| (at - before, value)));
    }

    fn float(&mut self) -> Result<f64, Halt> {
        let value = self.next(64, true)?;
        let bits = if self.only_shows {
            self.cx.shown(value, 64)?
        } else {
            let word = self.cx.core.decide(value)?;
            self.cx.decided(word)?
        };
        Ok(f64::from_bits(bits))
    }

    fn string(&mut self, addr: u64, limit: Option<usize>) -> Result<Vec<u8>, Halt> {
        let text = self.text(addr, limit)?;
        let has_end = limit.is_none_or(|limit| text.len() < limit);
        self.read.push((addr, text.len() as u64 + u64::from(has_end)));
        Ok(text)
    }

    fn unsupported(&mut self, what: String) -> Halt {
        self.cx.unsupported(format!("{what} (`{}`)", self.cx.name()))
    }
}
