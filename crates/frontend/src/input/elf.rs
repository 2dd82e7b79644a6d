//! The bitcode that objects, shared libraries and executables carry.
//!
//! `-flto -ffat-lto-objects` puts it into the section `.llvm.lto`, `-fembed-bitcode` into
//! `.llvmbc`. A linker joins the sections of all objects, so that one of them may hold several
//! modules, one after the other.

use object::{Object, ObjectSection, ObjectSymbol};

/// What a file in the ELF format has of use.
pub(super) struct Elf<'a> {
    /// Its modules.
    pub(super) modules: Vec<&'a [u8]>,
    /// The symbols that it defines for others.
    pub(super) defines: Vec<String>,
}

/// Reads a file; `Err` says what is wrong with it.
pub(super) fn read(bytes: &[u8]) -> Result<Elf<'_>, String> {
    let file = object::File::parse(bytes).map_err(|error| error.to_string())?;
    let mut modules = Vec::new();
    for name in [".llvm.lto", ".llvmbc"] {
        for section in file.sections().filter(|section| section.name() == Ok(name)) {
            modules.extend(split(section.data().map_err(|error| error.to_string())?));
        }
        if !modules.is_empty() {
            break;
        }
    }
    let global = file.symbols().filter(|symbol| symbol.is_definition() && symbol.is_global());
    let defines = global.filter_map(|symbol| Some(symbol.name().ok()?.to_owned())).collect();
    Ok(Elf { modules, defines })
}

const MAGIC: [u8; 4] = *b"BC\xc0\xde";
/// What a block begins with: two bits that say so (`ENTER_SUBBLOCK` at the top level).
const ENTER: u32 = 1;

/// The modules that stand one after the other in a section. Bitcode is a sequence of blocks, each
/// with its length in its second word. What is no block belongs to the module before it, and LLVM
/// is left to complain about it.
fn split(bytes: &[u8]) -> Vec<&[u8]> {
    let word = |at: usize| {
        let word = bytes.get(at..at.checked_add(4)?)?;
        Some(u32::from_le_bytes(word.try_into().ok()?))
    };
    let is_start = |at: usize| bytes.get(at..).is_some_and(|rest| rest.starts_with(&MAGIC));
    let mut starts = Vec::new();
    let mut at = 0;
    while let Some(first) = word(at) {
        at += 4;
        if is_start(at - 4) {
            starts.push(at - 4);
        } else if first & 3 == ENTER {
            let Some(words) = word(at) else { break };
            at = at.saturating_add(4).saturating_add((words as usize).saturating_mul(4));
        } else if first != 0 {
            break;
        }
    }
    let ends = starts.iter().skip(1).copied().chain([bytes.len()]);
    starts.iter().zip(ends).filter_map(|(&start, end)| bytes.get(start..end)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn module(words: &[u32]) -> Vec<u8> {
        MAGIC.into_iter().chain(words.iter().flat_map(|word| word.to_le_bytes())).collect()
    }

    #[test]
    fn modules_one_after_the_other() {
        // A block of one word, which looks like the beginning of a module and is none.
        let inside = u32::from_le_bytes(MAGIC);
        let (one, two) = (module(&[ENTER, 1, inside]), module(&[ENTER, 0, ENTER, 2, 7, 9]));
        let both = [one.clone(), two.clone()].concat();
        assert_eq!(split(&both), [&one[..], &two[..]]);
        let padded = [one.clone(), vec![0; 8], two.clone()].concat();
        assert_eq!(split(&padded).len(), 2);
        assert_eq!(split(&padded)[1], &two[..]);
    }

    #[test]
    fn what_is_cut_off_or_no_bitcode_at_all() {
        assert!(split(b"").is_empty() && split(b"BC").is_empty() && split(b"hello world!").is_empty());
        assert_eq!(split(&module(&[ENTER])).len(), 1);
        assert_eq!(split(&module(&[ENTER, u32::MAX])).len(), 1);
        assert_eq!(split(&module(&[2, 1])).len(), 1);
    }
}
