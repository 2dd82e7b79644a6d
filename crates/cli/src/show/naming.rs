//! What objects and values are called in the report of one execution: `n#2.next`, `&n#2`,
//! `"running"`, `RUNNING`.
//!
//! Objects of the heap are numbered 1, 2, 3 for each variable, in the order in which they are
//! allocated. A local variable is called by its name alone if no other variable of that name plays
//! a part, else with its thread in front.

use super::bits::bits;
use super::content::{UNINITIALISED, defined, initialised, is_nothing, text_before};
use crate::floats;
use crate::names::number;
use crate::names::{FILE, SIGNALS};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use threadbare_machine::{Byte, Machine, Named, Owner};
use threadbare_op::ThreadId;
use threadbare_program::{BitField, Shape, ShapeId, ShapeKind};

/// Elements of an array, or fields of a structure, that are written out.
const MOST_ELEMENTS: usize = 16;

/// The objects of an execution.
#[derive(Debug, Default)]
pub(super) struct Objects {
    /// By address: the number among those of its name and owner.
    numbers: BTreeMap<u64, usize>,
    /// How many there are by name and owner.
    counts: BTreeMap<(String, Option<u32>, bool), usize>,
    /// Which owners a name has.
    owners: BTreeMap<String, Vec<Owner>>,
}

fn key(named: &Named) -> (String, Option<u32>, bool) {
    let thread = if let Owner::Local(thread) = named.owner { Some(thread.0) } else { None };
    (named.name.clone(), thread, named.owner == Owner::Heap)
}

impl Objects {
    /// An object plays a part.
    pub(super) fn meet(&mut self, named: &Named) {
        let Entry::Vacant(entry) = self.numbers.entry(named.object) else { return };
        let count = self.counts.entry(key(named)).or_default();
        *count += 1;
        entry.insert(*count);
        let owners = self.owners.entry(named.name.clone()).or_default();
        if named.owner != Owner::Heap && !owners.contains(&named.owner) {
            owners.push(named.owner);
        }
    }

    /// What an object is called.
    pub(super) fn object(&self, named: &Named) -> String {
        if is_internal(named) && named.owner != Owner::Arguments {
            return known_as(&named.name);
        }
        if is_literal(named) {
            return "a string literal".into();
        }
        let number = self.numbers.get(&named.object).copied().unwrap_or(1);
        let several = self.counts.get(&key(named)).is_some_and(|count| *count > 1);
        // Each thread has its own, and everybody knows that.
        let shared = named.name != "errno" && self.owners.get(&named.name).is_some_and(|owners| owners.len() > 1);
        match named.owner {
            Owner::Global | Owner::Code | Owner::Arguments => named.name.clone(),
            Owner::Heap => format!("{}#{number}", named.name),
            Owner::Local(thread) => {
                let who = if thread.0 == 0 { "main".to_owned() } else { thread.to_string() };
                let front = if shared { format!("{who}:") } else { String::new() };
                let number = if several { format!("#{number}") } else { String::new() };
                format!("{front}{}{number}", named.name)
            }
        }
    }

    /// What a part of an object is called.
    pub(super) fn name(&self, named: &Named) -> String {
        let is_whole = named.owner != Owner::Arguments && (is_internal(named) || is_literal(named));
        let path = if is_whole { "" } else { own_path(&named.path) };
        self.object(named) + path
    }

    /// `message`, which calls the object by its bare name.
    pub(super) fn in_message(&self, message: &str, named: &Named) -> String {
        let object = self.object(named);
        let mut out = String::new();
        let mut rest = message;
        let bare = format!("`{}", named.name);
        while let Some(at) = rest.find(&bare) {
            let (before, after) = rest.split_at(at);
            let after = &after[bare.len()..];
            out.push_str(before);
            rest = after;
            match after.split_once('`') {
                Some((path, after)) if path.is_empty() || path.starts_with(['.', '[', '+', '-']) => {
                    let is_named = !is_internal(named) && !is_literal(named);
                    out.push_str(&if is_named { format!("`{object}{}`", own_path(path)) } else { object.clone() });
                    rest = after;
                }
                _ => out.push_str(&bare),
            }
        }
        out + rest
    }
}

/// Values in the form of their types.
#[derive(Clone, Copy)]
pub(super) struct Values<'a> {
    pub(super) machine: &'a Machine,
    pub(super) objects: &'a Objects,
}

impl Values<'_> {
    fn shape(&self, id: ShapeId) -> Option<&Shape> {
        self.machine.program().shapes.get(id.0 as usize)
    }

    /// The value of `content`, which is all of something of that shape; without a shape, as a
    /// number or a pointer. Padding does not matter.
    pub(super) fn text(&self, content: &[Byte], shape: Option<ShapeId>) -> String {
        let shape = shape.and_then(|id| self.shape(id)).filter(|shape| shape.size == content.len() as u64);
        match shape.map(|shape| &shape.kind) {
            _ if is_nothing(content) => UNINITIALISED.to_owned(),
            Some(ShapeKind::Fields(fields)) if is_of_glibc(fields) => HIDDEN.to_owned(),
            Some(ShapeKind::Fields(fields)) => {
                let part = |(_, at, id): &(String, u64, ShapeId)| {
                    let size = self.shape(*id)?.size;
                    let content = content.get(*at as usize..(*at + size) as usize)?;
                    Some((*at, size, self.text(content, Some(*id))))
                };
                let parts: Vec<_> = fields.iter().map(|field| (&field.0, part(field))).collect();
                let overlaps =
                    !parts.iter().filter_map(|(_, part)| part.as_ref()).is_sorted_by(|a, b| a.0 + a.1 <= b.0);
                let told = |(name, part): (&String, Option<(u64, u64, String)>)| match part? {
                    // Of a union each member says which it is.
                    (.., text) if !overlaps || name.is_empty() => Some(text),
                    (.., text) => Some(format!("{name} = {text}")),
                };
                braced(parts.into_iter().filter_map(told))
            }
            Some(ShapeKind::Array(of, _)) => self.elements(content, *of),
            Some(ShapeKind::Bits(fields)) => braced(fields.iter().map(|field| self.bit_field(field, content))),
            _ => match defined(content) {
                Some(bytes) => self.single(&bytes, shape),
                None if content.len() > 8 => self.untyped_parts(content),
                None => UNINITIALISED.to_owned(),
            },
        }
    }

    /// The same of what has no parts.
    fn single(&self, bytes: &[u8], shape: Option<&Shape>) -> String {
        match shape.map(|shape| (&shape.kind, shape)) {
            Some((ShapeKind::Scalar { signed, float }, shape)) => self.scalar(bytes, &shape.name, *signed, *float),
            Some((ShapeKind::Enum(names), _)) => {
                let bits = word(bytes);
                let size = bytes.len() as u8;
                let same = |value: u64| number(value, size) == number(bits, size);
                let name = names.iter().find(|(_, value)| *value == bits || same(*value));
                name.map_or_else(|| number(bits, size), |(name, _)| name.clone())
            }
            Some((ShapeKind::Pointer(target), _)) => self.pointer(word(bytes), *target),
            _ => self.untyped(bytes),
        }
    }

    /// Whether what has that shape is declared `volatile`.
    pub(super) fn are_volatile(&self, id: ShapeId) -> bool {
        self.shape(id).is_some_and(|shape| shape.name.starts_with(VOLATILE))
    }

    /// Whether values of that shape are handles of threads.
    pub(super) fn are_handles(&self, id: ShapeId) -> bool {
        self.shape(id).is_some_and(|shape| is_handle(&shape.name))
    }

    /// The bit-fields that `size` bytes at that place consist of, if they do.
    pub(super) fn bits(&self, at: &Named, size: u64) -> Option<&[BitField]> {
        match self.shape(at.shape?) {
            Some(Shape { kind: ShapeKind::Bits(fields), size: whole, .. }) if *whole == size => Some(fields),
            _ => None,
        }
    }

    /// The value of a bit-field.
    pub(super) fn bit_field(&self, field: &BitField, content: &[Byte]) -> String {
        let part = |of: fn(&Byte) -> u8| bits(field, &content.iter().map(of).collect::<Vec<u8>>());
        if part(|byte| byte.undef) != 0 {
            return UNINITIALISED.to_owned();
        }
        let raw = part(|byte| byte.bits);
        let of = self.shape(field.of);
        let unused = 64 - field.count.clamp(1, 64);
        let wide = match of.map(|shape| &shape.kind) {
            Some(ShapeKind::Scalar { signed: true, .. }) => ((raw << unused).cast_signed() >> unused).cast_unsigned(),
            _ => raw,
        };
        let size = of.map_or(8, |shape| shape.size.clamp(1, 8)) as usize;
        self.text(&initialised(&wide.to_le_bytes()[..size]), Some(field.of))
    }

    /// Elements of an array.
    pub(super) fn elements(&self, content: &[Byte], of: ShapeId) -> String {
        let Some(shape) = self.shape(of).filter(|shape| shape.size > 0) else { return self.text(content, None) };
        if is_char(&shape.name)
            && shape.size == 1
            && let Some(text) = defined(content).or_else(|| text_before(content))
        {
            return string(&text);
        }
        braced(content.chunks_exact(shape.size as usize).map(|element| self.text(element, Some(of))))
    }

    /// A floating-point number of four or eight bytes.
    pub(super) fn float(self, bits: u64, size: u8) -> String {
        floats::told(bits, size * 8)
    }

    fn scalar(&self, bytes: &[u8], name: &str, signed: bool, float: bool) -> String {
        let bits = word(bytes);
        match (name.trim_start_matches(VOLATILE), bytes.len()) {
            ("_Bool" | "bool", 1) if bits <= 1 => (bits == 1).to_string(),
            // A handle is the thread's number plus one.
            (name, 8) if is_handle(name) && (1..=u64::from(u16::MAX)).contains(&bits) => {
                ThreadId(bits as u32 - 1).called()
            }
            (_, size @ (4 | 8)) if float => self.float(bits, size as u8),
            (name, 1) if is_char(name) => character(bytes[0]),
            (_, 8) if bits > 0xFFFF_FFFF && self.machine.pointed(bits, None).is_some() => self.pointer(bits, None),
            (_, size @ 1..=8) if signed => {
                let unused = 64 - 8 * size as u32;
                ((bits << unused).cast_signed() >> unused).to_string()
            }
            (_, 1..=8) => bits.to_string(),
            (_, 16) if !float => wide_number(bytes, signed),
            _ => self.untyped(bytes),
        }
    }

    /// Whether it is none of the program's variables: what `setjmp` keeps.
    fn is_hidden(&self, named: &Named) -> bool {
        let is_known = || self.machine.program().globals.iter().any(|global| global.name == named.name);
        named.owner == Owner::Global && named.name == "internal" && !is_known()
    }

    fn pointer(&self, value: u64, target: Option<ShapeId>) -> String {
        if value == 0 {
            return "NULL".into();
        }
        match self.machine.pointed(value, target) {
            Some(named) if named.owner == Owner::Code => named.name,
            Some(named) if named.owner == Owner::Arguments => argument(&named),
            Some(named) if self.is_hidden(&named) => "the place to jump to".into(),
            Some(named) if is_internal(&named) => named.name.trim_start_matches(INTERNAL).to_owned(),
            Some(named) if named.owner == Owner::Global => {
                let literal = self.machine.literal(value).map(|bytes| string(&bytes));
                literal.unwrap_or_else(|| format!("&{}", self.objects.name(&named)))
            }
            Some(named) => format!("&{}", self.objects.name(&named)),
            None => number(value, 8),
        }
    }

    fn untyped_parts(&self, content: &[Byte]) -> String {
        braced(content.iter().map(|byte| self.text(&[*byte], None)))
    }

    fn untyped(&self, bytes: &[u8]) -> String {
        if bytes.len() > 8 {
            return braced(bytes.iter().map(ToString::to_string));
        }
        let bits = word(bytes);
        if may_be_pointer(self.machine, bytes) && self.machine.pointed(bits, None).is_some() {
            return self.pointer(bits, None);
        }
        number(bits, bytes.len() as u8)
    }

    /// The objects that a value may point to.
    pub(super) fn pointed(machine: &Machine, content: &[Byte]) -> Option<Named> {
        let bytes = defined(content).filter(|bytes| may_be_pointer(machine, bytes))?;
        machine.pointed(word(&bytes), None)
    }
}

/// Whether so many bytes are a pointer, in memory or in a register.
fn may_be_pointer(machine: &Machine, bytes: &[u8]) -> bool {
    bytes.len() == 8 || bytes.len() == usize::from(machine.program().pointer_bytes())
}

/// What the names of variables begin with that come with the tool.
const INTERNAL: &str = "__tb_";

/// Whether it is a variable that comes with the tool.
pub(super) fn is_internal(named: &Named) -> bool {
    match named.owner {
        Owner::Global => {
            let known = ["stdin", "stdout", "stderr", "environ"];
            named.name.starts_with(INTERNAL) || known.contains(&named.name.as_str())
        }
        // What each thread has of its own.
        Owner::Local(_) => named.name.starts_with(INTERNAL),
        // The pointers to them.
        Owner::Arguments => !named.path.ends_with("]") || named.path.matches('[').count() < 2,
        Owner::Heap | Owner::Code => false,
    }
}

/// What a pointer to the arguments, or into one of them, is.
fn argument(named: &Named) -> String {
    match named.path.strip_suffix("[0]") {
        Some(path) => format!("{}{path}", named.name),
        None => format!("&{}{}", named.name, named.path),
    }
}

/// Whether it is one that the compiler has named.
fn is_literal(named: &Named) -> bool {
    named.owner == Owner::Global && named.name.starts_with(".str")
}

/// `message` without the names that compilers give to string literals.
pub(super) fn without_literals(message: &str) -> String {
    let named = message.split_once("`.str").and_then(|(before, rest)| Some((before, rest.split_once('`')?.1)));
    named.map_or_else(|| message.to_owned(), |(before, after)| format!("{before}a string literal{after}"))
}

/// What users call what such a variable is for.
fn known_as(name: &str) -> String {
    let name = name.trim_start_matches(INTERNAL);
    match name {
        "created" | "deleted" | "destructors" | "values" | "next_key" => "the thread-specific key".into(),
        "strtok_position" => "strtok's position".into(),
        "localtime_result" => "the result of localtime and gmtime".into(),
        "asctime_result" => "the result of asctime and ctime".into(),
        "environ" | "environ_table" | "environ_texts" | "environ_used" => "the environment".into(),
        "rand_state" | "rand_seeded" | "rand48" | "rand48_old" | "rand48_seeded" => "the state of rand".into(),
        "position" => "the position in standard input".into(),
        "files" | "polled" | "polling" => FILE.into(),
        "opening" | "descriptors" | "taken" | "files_used" | "file_names" | "inodes" | "all" | "all_lock" => {
            "the table of files".into()
        }
        "named" => "opened by name".into(),
        "cancels" => "the state of cancellation".into(),
        "signalled" | "signals_lock" | "pending_on_process" => SIGNALS.into(),
        "stdin" | "stdout" | "stderr" => name.into(),
        name => format!("the library's {}", name.replace('_', " ")),
    }
}

/// Members of glibc's types.
const OF_GLIBC: [&str; 7] =
    ["__data", "__size", "__align", "__jmpbuf", "__mask_was_saved", "__saved_mask", "__fds_bits"];

/// What is shown of the value of such a type.
const HIDDEN: &str = "…";

/// Whether a structure has such members: a mutex, a semaphore, the attributes of one.
fn is_of_glibc(fields: &[(String, u64, ShapeId)]) -> bool {
    fields.iter().any(|(name, ..)| OF_GLIBC.contains(&name.as_str()))
}

/// A path without what nobody's code names: members of glibc's types, and of those of libc++, which
/// begin with two underscores and end in one.
pub(super) fn own_path(path: &str) -> &str {
    let is_of_library = |at: &usize| {
        let name = path[at + 1..].split(['.', '[', '+']).next().unwrap_or_default();
        OF_GLIBC.contains(&name) || name.ends_with('_')
    };
    path.match_indices(".__").map(|(at, _)| at).find(is_of_library).map_or(path, |inner| &path[..inner])
}

/// What the names of the shapes of such variables begin with.
const VOLATILE: &str = "volatile ";

fn is_handle(name: &str) -> bool {
    matches!(name, "pthread_t" | "thrd_t")
}

fn is_char(name: &str) -> bool {
    name == "char"
}

/// Sixteen bytes as a number.
fn wide_number(bytes: &[u8], signed: bool) -> String {
    let number = bytes.iter().rev().fold(0, |number: u128, byte| number << 8 | u128::from(*byte));
    if signed { number.cast_signed().to_string() } else { number.to_string() }
}

/// At most eight bytes as a number.
fn word(bytes: &[u8]) -> u64 {
    bytes.iter().take(8).rev().fold(0, |word, byte| word << 8 | u64::from(*byte))
}

fn braced(parts: impl Iterator<Item = String>) -> String {
    let mut parts: Vec<String> = parts.take(MOST_ELEMENTS + 1).collect();
    if parts.len() > MOST_ELEMENTS {
        parts[MOST_ELEMENTS] = "…".into();
    }
    format!("{{{}}}", parts.join(", "))
}

fn escaped(byte: u8, quote: char) -> String {
    match byte {
        b'\0' => "\\0".into(),
        b'\n' => "\\n".into(),
        b'\t' => "\\t".into(),
        b'\\' => "\\\\".into(),
        _ if char::from(byte) == quote => format!("\\{quote}"),
        b' '..=b'~' => char::from(byte).into(),
        _ => format!("\\x{byte:02x}"),
    }
}

fn character(byte: u8) -> String {
    format!("'{}'", escaped(byte, '\''))
}

/// An array of characters: without the zeros at its end.
pub(super) fn string(bytes: &[u8]) -> String {
    let length = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
    let rest_is_zero = bytes[length..].iter().all(|byte| *byte == 0);
    let shown = if rest_is_zero { &bytes[..length] } else { bytes };
    format!("\"{}\"", shown.iter().map(|byte| escaped(*byte, '"')).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters() {
        assert_eq!(character(b'a'), "'a'");
        assert_eq!(character(0), "'\\0'");
        assert_eq!(string(b"alpha\0"), "\"alpha\"");
        assert_eq!(string(b"a\0b"), "\"a\\0b\"");
        assert_eq!(string(b"\0\0"), "\"\"");
    }

    #[test]
    fn names_of_the_library() {
        assert_eq!(own_path(".lock.__data.__flags"), ".lock");
        assert_eq!(own_path(".a[3].b"), ".a[3].b");
        assert_eq!(own_path(".name.__r_.__value_"), ".name");
        assert_eq!(own_path(".__val[1].__size"), ".__val[1]", "of the program");
        let named = |name: &str, path: &str| Named {
            object: 0,
            name: name.into(),
            owner: Owner::Global,
            path: path.into(),
            shape: None,
            inside: None,
        };
        let objects = Objects::default();
        let told = |message: &str, named: &Named| objects.in_message(message, named);
        let key = named("__tb_created", "[0]");
        assert_eq!(told("data race on `__tb_created[0]`: read", &key), "data race on the thread-specific key: read");
        assert_eq!(told("write to `m.__size[0]` and `mm`", &named("m", ".__size[0]")), "write to `m` and `mm`");
        assert_eq!(told("write to `m[2].x`", &named("m", "")), "write to `m[2].x`");
        assert_eq!(without_literals("write to `.str.4[0]`, which"), "write to a string literal, which");
        let literal = named(".str.4", "[0]");
        assert_eq!(
            told("write to `.str.4[0]`, which is constant", &literal),
            "write to a string literal, which is constant"
        );
        assert_eq!(objects.name(&named("__tb_strtok_position", "")), "strtok's position");
    }

    #[test]
    fn long_arrays_are_cut() {
        assert_eq!(braced((0..3).map(|n| n.to_string())), "{0, 1, 2}");
        assert!(braced((0..50).map(|n| n.to_string())).ends_with("15, …}"));
    }
}
