//! Text to programs: tables and headers. Instructions are in `parse_inst`.

mod items;

use super::lexer::{Name, ParseError, Spanned, Token, short, tokens};
use crate::debug::{ShapeId, SourcePos};
use crate::inst::Operand;
use crate::module::{Const, ConstId, ExternId, FuncId, GlobalId, Program};
use crate::signature::SignatureId;
use rustc_hash::FxHashMap;
use std::str::FromStr;

impl Program {
    /// The program that a text ([`Program::to_text`]) describes. The text is untrusted: only the
    /// grammar is checked here, [`Program::verify`] says whether the program can be run.
    ///
    /// # Errors
    /// Where the text is no program, and what was expected there.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        let tokens = tokens(text)?;
        let mut parser = Parser::new(&tokens);
        parser.declare();
        parser.program()?;
        Ok(parser.program)
    }
}

impl FromStr for Program {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        Self::parse(text)
    }
}

pub type Parsed<T> = Result<T, ParseError>;

/// Names of one kind; `None` for one that several have.
type Names = FxHashMap<String, Option<u32>>;

fn declare(names: &mut Names, count: &mut u32, name: &Name) {
    if let Name::Text(text) = name {
        names.entry(text.clone()).and_modify(|n| *n = None).or_insert(Some(*count));
    }
    *count = count.saturating_add(1);
}

/// Where a jump goes, until the labels of the function are known.
pub enum Target {
    Number(u32),
    Label(String, u32, u32),
}

/// The function that is being read.
#[derive(Default)]
pub struct Body {
    pub targets: Vec<Target>,
    labels: FxHashMap<String, u32>,
    line: u32,
    /// Given in a table of their own.
    lines: Option<Vec<u32>>,
}

pub struct Parser<'t> {
    tokens: &'t [Spanned],
    at: usize,
    functions: Names,
    externals: Names,
    globals: Names,
    consts: FxHashMap<Const, u32>,
    program: Program,
    lines_given: bool,
    /// Functions whose first site is given.
    sites: Vec<(usize, u32)>,
    pub body: Body,
}

impl<'t> Parser<'t> {
    fn new(tokens: &'t [Spanned]) -> Self {
        Self {
            tokens,
            at: 0,
            functions: Names::default(),
            externals: Names::default(),
            globals: Names::default(),
            consts: FxHashMap::default(),
            program: Program::default(),
            lines_given: false,
            sites: Vec::new(),
            body: Body::default(),
        }
    }

    /// Finds what is declared, so that names can be used before.
    fn declare(&mut self) {
        let (mut depth, mut counts) = (0i64, [0; 3]);
        for pair in self.tokens.windows(2) {
            match (&pair[0].token, &pair[1].token) {
                (Token::Punct('{' | '[' | '('), _) => depth += 1,
                (Token::Punct('}' | ']' | ')'), _) => depth -= 1,
                (Token::Word(word), Token::Symbol(_, name)) if depth == 0 => match word.as_str() {
                    "func" => declare(&mut self.functions, &mut counts[0], name),
                    "extern" => declare(&mut self.externals, &mut counts[1], name),
                    "global" => declare(&mut self.globals, &mut counts[2], name),
                    _ => {}
                },
                _ => {}
            }
        }
    }

    // The stream of tokens.

    /// The next token. The last one is the end, and is never passed.
    pub fn here(&self) -> &'t Spanned {
        &self.tokens[self.at.min(self.tokens.len() - 1)]
    }

    pub fn peek(&self) -> &'t Token {
        &self.here().token
    }

    pub fn peek_second(&self) -> &'t Token {
        &self.tokens[(self.at + 1).min(self.tokens.len() - 1)].token
    }

    pub fn next(&mut self) -> &'t Spanned {
        let here = self.here();
        self.at += 1;
        here
    }

    pub fn expected<T>(&self, what: &str) -> Parsed<T> {
        let here = self.here();
        Err(here.error(format!("found {}, expected {what}", here.token)))
    }

    /// Whether the next token is on the line of the one before it.
    pub fn same_line(&self) -> bool {
        let before = self.at.checked_sub(1).and_then(|at| self.tokens.get(at));
        *self.peek() != Token::End && before.is_none_or(|before| before.line == self.here().line)
    }

    pub fn eat(&mut self, punct: char) -> bool {
        let found = *self.peek() == Token::Punct(punct);
        if found {
            self.at += 1;
        }
        found
    }

    pub fn punct(&mut self, punct: char) -> Parsed<()> {
        if self.eat(punct) { Ok(()) } else { self.expected(&format!("`{punct}`")) }
    }

    pub fn eat_word(&mut self, word: &str) -> bool {
        let found = matches!(self.peek(), Token::Word(w) if w == word);
        if found {
            self.at += 1;
        }
        found
    }

    fn word(&mut self, word: &str) -> Parsed<()> {
        if self.eat_word(word) { Ok(()) } else { self.expected(&format!("`{word}`")) }
    }

    pub fn int<T: TryFrom<u64>>(&mut self, what: &str) -> Parsed<T> {
        let here = self.here();
        let Token::Int(value) = here.token else { return self.expected(what) };
        self.at += 1;
        T::try_from(value).map_err(|_| here.error(format!("{value} is too large for {what}")))
    }

    /// A number with an optional sign.
    pub fn signed(&mut self, what: &str) -> Parsed<i64> {
        let minus = self.eat('-');
        self.magnitude(minus, what)
    }

    /// The number after a sign.
    pub fn magnitude(&mut self, minus: bool, what: &str) -> Parsed<i64> {
        let here = self.here();
        let magnitude: u64 = self.int(what)?;
        let value = if minus { 0i64.checked_sub_unsigned(magnitude) } else { i64::try_from(magnitude).ok() };
        value.ok_or_else(|| here.error(format!("{magnitude} is too large for {what}")))
    }

    pub fn string(&mut self, what: &str) -> Parsed<String> {
        let here = self.here();
        let Token::Quoted(bytes) = &here.token else { return self.expected(what) };
        self.at += 1;
        String::from_utf8(bytes.clone()).map_err(|_| here.error("this text is not UTF-8"))
    }

    /// Items up to `close`, separated by commas; one after the last is allowed.
    pub fn list<T>(&mut self, close: char, mut item: impl FnMut(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        let mut items = Vec::new();
        while !self.eat(close) {
            items.push(item(self)?);
            if !self.eat(',') {
                if self.eat(close) {
                    break;
                }
                return self.expected(&format!("`,` or `{close}`"));
            }
        }
        Ok(items)
    }

    // Names and constants.

    fn symbol(&mut self, sigil: char, what: &str) -> Parsed<u32> {
        let here = self.here();
        let name = match &here.token {
            Token::Symbol(c, name) if *c == sigil => name,
            _ => return self.expected(what),
        };
        self.at += 1;
        let text = match name {
            Name::Number(n) => return Ok(*n),
            Name::Text(text) => text,
        };
        let names = match sigil {
            '&' => &self.functions,
            '!' => &self.externals,
            '@' => &self.globals,
            _ => return Err(here.error(format!("after `{sigil}` a number is expected"))),
        };
        match names.get(text) {
            Some(Some(index)) => Ok(*index),
            Some(None) => {
                Err(here.error(format!("several are called `{sigil}{}`: say which by its number", short(text))))
            }
            None => Err(here.error(format!("`{sigil}{}` is not declared", short(text)))),
        }
    }

    fn declared_name(&mut self, sigil: char) -> Parsed<String> {
        match self.peek() {
            Token::Symbol(c, Name::Text(text)) if *c == sigil => {
                self.at += 1;
                Ok(text.clone())
            }
            _ => self.expected(&format!("`{sigil}` and a name")),
        }
    }

    pub fn function(&mut self) -> Parsed<FuncId> {
        self.symbol('&', "a function (`&name`)").map(FuncId)
    }

    pub fn external(&mut self) -> Parsed<ExternId> {
        self.symbol('!', "an external function (`!name`)").map(ExternId)
    }

    pub fn shape(&mut self) -> Parsed<ShapeId> {
        self.symbol('~', "a shape (`~number`)").map(ShapeId)
    }

    /// An optional `shape ~n`. On a new line `shape` would be a definition, or a label.
    pub fn shape_option(&mut self) -> Parsed<Option<ShapeId>> {
        if self.same_line() && self.eat_word("shape") { self.shape().map(Some) } else { Ok(None) }
    }

    /// An optional `as n`, an entry of the table of signatures.
    pub fn signature_option(&mut self) -> Parsed<Option<SignatureId>> {
        if !self.same_line() || !self.eat_word("as") {
            return Ok(None);
        }
        let here = self.here();
        let id = SignatureId::at(self.int("an entry of the table of signatures")?);
        id.map(Some).ok_or_else(|| here.error("no table of signatures is so long"))
    }

    fn constant(&mut self, what: &str) -> Parsed<Const> {
        match self.peek() {
            Token::Int(bits) => {
                self.at += 1;
                Ok(Const::Bits(*bits))
            }
            Token::Punct('-') => {
                self.at += 1;
                let magnitude: u64 = self.int("a number after `-`")?;
                Ok(Const::Bits(magnitude.wrapping_neg()))
            }
            Token::Symbol('@', _) => {
                let id = GlobalId(self.symbol('@', "a global")?);
                let offset = match self.peek() {
                    Token::Punct(sign @ ('+' | '-')) => {
                        self.at += 1;
                        self.magnitude(*sign == '-', "an offset")?
                    }
                    _ => 0,
                };
                Ok(Const::Global(id, offset))
            }
            Token::Symbol('&', _) => self.function().map(Const::Function),
            Token::Symbol('!', _) => self.external().map(Const::External),
            Token::Word(word) if word == "undef" => {
                self.at += 1;
                Ok(Const::Undef)
            }
            _ => self.expected(what),
        }
    }

    fn add_const(&mut self, constant: Const) -> ConstId {
        let index = u32::try_from(self.program.consts.len()).unwrap_or(u32::MAX);
        self.program.consts.push(constant);
        self.consts.entry(constant).or_insert(index);
        ConstId(index)
    }

    pub fn operand(&mut self) -> Parsed<Operand> {
        let here = self.here();
        let number = |n: u32| {
            if i32::try_from(n).is_ok() { Ok(n) } else { Err(here.error(format!("found {}: too large", here.token))) }
        };
        match &here.token {
            Token::Symbol('%', Name::Number(n)) => {
                self.at += 1;
                Ok(Operand::reg(crate::Reg(number(*n)?)))
            }
            Token::Symbol('#', Name::Number(n)) => {
                self.at += 1;
                Ok(Operand::constant(ConstId(number(*n)?)))
            }
            _ => {
                let constant =
                    self.constant("an operand (%register, #constant, number, @global, &function, !external or undef)")?;
                let known = self.consts.get(&constant).copied().map(ConstId);
                let id = known.unwrap_or_else(|| self.add_const(constant));
                number(id.0).map(|n| Operand::constant(ConstId(n)))
            }
        }
    }

    /// `file:line:column`, or `-`.
    fn position(&mut self) -> Parsed<Option<SourcePos>> {
        if self.eat('-') {
            return Ok(None);
        }
        let file = self.int("a position (file:line:column, or `-`)")?;
        self.punct(':')?;
        let line = self.int("a line number")?;
        self.punct(':')?;
        let column = self.int("a column number")?;
        Ok(Some(SourcePos { file, line, column }))
    }

    // Tables.
}
