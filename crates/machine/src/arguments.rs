//! The arguments of `main` and the environment: one object with the two vectors and the strings
//! that they point to. Some of the strings may be input, and how many arguments there are.
//!
//! Not covered: data races on these strings, which the program may write to, and `--races explore`
//! of them.

use crate::layout::{self, Space};
use crate::options::{InputArgs, LoadError, Options};
use std::sync::Arc;
use threadbare_op::Addr;
use threadbare_program::Program;

/// Both together have at most so many bytes: they must fit in one slot.
const MOST: usize = 0x8000;

/// See the module.
#[derive(Clone, Debug)]
pub(crate) struct Arguments {
    /// `argc`, if it is not input; else the least that it can be.
    pub(crate) count: u64,
    /// How many more arguments there may be.
    pub(crate) more: u64,
    /// Where the object begins, and with it `argv`.
    pub(crate) vector: Addr,
    /// Its content.
    pub(crate) words: Vec<u64>,
    /// The strings in it that are input.
    pub(crate) inputs: Vec<Text>,
    pub(crate) names: Arc<ArgumentNames>,
}

/// What the parts of [`Arguments`] are called.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ArgumentNames {
    /// Where the object begins.
    pub(crate) vector: Addr,
    /// How many bytes a pointer takes.
    pointer: u64,
    /// The number of pointers to arguments, and of those to variables of the environment; a null
    /// follows.
    count: (u64, u64),
    /// Where the strings begin.
    texts: Vec<Addr>,
    end: Addr,
}

/// A pointer, or a string.
pub(crate) struct Part {
    /// The vector that it is in, or to whose element it belongs.
    pub(crate) name: &'static str,
    /// The element.
    pub(crate) number: u64,
    /// Where it begins.
    pub(crate) at: Addr,
    pub(crate) is_text: bool,
}

impl ArgumentNames {
    /// What is at an address.
    pub(crate) fn part(&self, addr: Addr) -> Option<Part> {
        if !(self.vector..self.end).contains(&addr) {
            return None;
        }
        let (args, env) = self.count;
        let part = |number: u64, nulls: u64, at: Addr, is_text| match number.checked_sub(args + nulls) {
            None => Part { name: "argv", number, at, is_text },
            Some(number) => Part { name: "environ", number, at, is_text },
        };
        let word = (addr - self.vector) / self.pointer;
        if word < args + env + 2 {
            return Some(part(word, 1, self.vector + self.pointer * word, false));
        }
        let text = self.texts.partition_point(|at| *at <= addr).checked_sub(1)?;
        Some(part(text as u64, 0, self.texts[text], true))
    }
}

/// A string that is input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Text {
    /// Where it is.
    pub(crate) at: Addr,
    /// How many bytes are input; a zero follows.
    pub(crate) len: u32,
    /// What it is called.
    pub(crate) name: String,
    /// Which argument it is; `None` of the environment.
    pub(crate) arg: Option<u64>,
}

/// A string, its last bytes input.
struct Given {
    bytes: Vec<u8>,
    input: Option<(u32, String)>,
    arg: Option<u64>,
}

impl Given {
    fn fixed(text: &str) -> Self {
        Self { bytes: text.into(), input: None, arg: None }
    }

    fn input(before: &str, len: u32, name: String, arg: Option<u64>) -> Self {
        let mut bytes: Vec<u8> = before.into();
        bytes.resize(bytes.len() + (len as usize).min(MOST), 0);
        Self { bytes, input: Some((len, name)), arg }
    }
}

impl Arguments {
    /// In this slot of the global variables, which nothing else has.
    pub(crate) fn new(options: &Options, program: &Program, slot: u32) -> Result<Self, LoadError> {
        let vector = Space::of(program).address(layout::GLOBALS, slot);
        let pointer = u64::from(program.pointer_bytes());
        let mut args: Vec<Given> = vec![Given::fixed("program")];
        args.extend(options.args.iter().map(|arg| Given::fixed(arg)));
        for InputArgs { max, len, .. } in &options.input_args {
            let numbers = (args.len() as u64..).take((*max as usize).min(MOST));
            args.extend(numbers.map(|n| Given::input("", *len, format!("argv[{n}]"), Some(n))));
        }
        let last = options.input_args.last();
        let more = last.map_or(0, |InputArgs { min, max, .. }| u64::from(max.saturating_sub(*min)));
        let mut env: Vec<Given> = options.env.iter().map(|variable| Given::fixed(variable)).collect();
        let variable = |(name, len): &(String, u32)| Given::input(&format!("{name}="), *len, name.clone(), None);
        env.extend(options.input_env.iter().map(variable));
        let strings = vector + pointer * (args.len() + env.len() + 2) as u64;
        let count = (args.len() as u64, env.len() as u64);
        let (mut pointers, mut text, mut inputs) = (Vec::new(), Vec::new(), Vec::new());
        for list in [args, env] {
            for Given { bytes, input, arg } in list {
                pointers.push(strings + text.len() as u64);
                text.extend(bytes);
                if let Some((len, name)) = input {
                    let at = strings + text.len() as u64 - u64::from(len);
                    inputs.push(Text { at, len, name, arg });
                }
                text.push(0);
                if text.len() > MOST {
                    return Err(LoadError(format!(
                        "the arguments and the environment have more than {} KB",
                        MOST >> 10
                    )));
                }
            }
            pointers.push(0);
        }
        let texts = pointers.iter().copied().filter(|at| *at > 0).collect();
        let names = Arc::new(ArgumentNames { vector, pointer, count, texts, end: strings + text.len() as u64 });
        let mut bytes = Vec::new();
        pointers.iter().for_each(|at: &u64| bytes.extend(&at.to_le_bytes()[..pointer as usize]));
        bytes.extend(text);
        bytes.resize(bytes.len().next_multiple_of(8), 0);
        let word = |chunk: &[u8]| u64::from_le_bytes(chunk.try_into().unwrap_or_default());
        let mut words: Vec<u64> = bytes.chunks_exact(8).map(word).collect();
        if more > 0 {
            // How many more there are than the least number.
            words.push(0);
        }
        if words.len() * 8 > MOST {
            return Err(LoadError(format!("the arguments and the environment have more than {} KB", MOST >> 10)));
        }
        Ok(Self { count: count.0.saturating_sub(more), more, vector, words, inputs, names })
    }

    /// Where it stands how many more arguments there are.
    pub(crate) fn more_at(&self) -> Option<Addr> {
        (self.more > 0).then(|| self.vector + 8 * (self.words.len() as u64 - 1))
    }

    /// Where the n-th pointer is.
    pub(crate) fn pointer_at(&self, n: u64) -> Addr {
        self.vector + self.names.pointer * n
    }

    /// Where the vector of the environment begins.
    pub(crate) fn environment(&self) -> Addr {
        self.pointer_at(self.count + self.more + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vectors_end_with_null_and_point_to_strings() {
        let options = Options { args: vec!["-v".into()], env: vec!["A=b".into()], ..Options::default() };
        let arguments = Arguments::new(&options, &Program::default(), 9).unwrap();
        let (base, words) = (arguments.vector, &arguments.words);
        assert_eq!(arguments.count, 2);
        assert_eq!(words[..5], [base + 40, base + 48, 0, base + 51, 0]);
        let bytes: Vec<u8> = words[5..].iter().flat_map(|word| word.to_le_bytes()).collect();
        assert_eq!(bytes, b"program\0-v\0A=b\0\0");
        assert_eq!(arguments.environment(), base + 24);
        assert_eq!((arguments.more_at(), arguments.inputs), (None, Vec::new()));
        let part = |at: u64| arguments.names.part(base + at).map(|part| (part.name, part.number, part.is_text));
        assert_eq!(
            [part(8), part(16), part(24)],
            [("argv", 1), ("argv", 2), ("environ", 0)].map(|(n, i)| Some((n, i, false)))
        );
        assert_eq!(
            [part(40), part(49), part(51)],
            [("argv", 0), ("argv", 1), ("environ", 0)].map(|(n, i)| Some((n, i, true)))
        );
        assert_eq!([part(55).is_some(), part(56).is_some()], [false; 2]);
        let much = Options { env: vec!["x".repeat(MOST)], ..Options::default() };
        assert!(Arguments::new(&much, &Program::default(), 9).is_err());
    }

    #[test]
    fn strings_may_be_input() {
        let input_args = vec![InputArgs { min: 1, max: 2, len: 3 }];
        let input_env = vec![("A".into(), 4)];
        let options = Options { input_args, input_env, ..Options::default() };
        let arguments = Arguments::new(&options, &Program::default(), 9).unwrap();
        let base = arguments.vector;
        assert_eq!((arguments.count, arguments.more), (2, 1));
        // argv: program, two more, null; the environment: one, null; then "program", 4, 4, 7 bytes.
        assert_eq!(arguments.words[..6], [base + 48, base + 56, base + 60, 0, base + 64, 0]);
        assert_eq!(arguments.environment(), base + 32);
        let places: Vec<_> = arguments.inputs.iter().map(|text| (text.at - base, text.len, &*text.name)).collect();
        assert_eq!(places, [(56, 3, "argv[1]"), (60, 3, "argv[2]"), (66, 4, "A")]);
        assert_eq!(arguments.more_at(), Some(base + 72));
        let groups = [(1, 1, 2), (1, 1, 0), (0, 2, 1)].map(|(min, max, len)| InputArgs { min, max, len });
        let several = Options { input_args: groups.into(), ..Options::default() };
        let several = Arguments::new(&several, &Program::default(), 9).unwrap();
        assert_eq!((several.count, several.more), (3, 2));
        let lengths: Vec<_> = several.inputs.iter().map(|text| (text.len, &*text.name)).collect();
        assert_eq!(lengths, [(2, "argv[1]"), (0, "argv[2]"), (1, "argv[3]"), (1, "argv[4]")]);
        for len in [MOST as u32, u32::MAX] {
            let much = Options { input_args: vec![InputArgs { min: 1, max: 2, len }], ..Options::default() };
            assert!(Arguments::new(&much, &Program::default(), 9).is_err());
        }
        let many = Options { input_args: vec![InputArgs { min: 0, max: u32::MAX, len: 0 }], ..Options::default() };
        assert!(Arguments::new(&many, &Program::default(), 9).is_err());
    }
}
