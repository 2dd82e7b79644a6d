//! Text to tokens, with their places.

use std::fmt;

/// Longer texts are refused.
const MAX_TEXT: usize = 1 << 28;

/// A text that is not a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    /// From 1.
    pub line: u32,
    /// In characters, from 1.
    pub column: u32,
    /// What was found and what was expected.
    pub message: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for ParseError {}

/// What stands after a sigil.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Name {
    Number(u32),
    Text(String),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Token {
    /// A sigil (`%#@&!~`) and what follows it.
    Symbol(char, Name),
    Word(String),
    Int(u64),
    Quoted(Vec<u8>),
    /// One of `{}[](),:.=*+-`.
    Punct(char),
    /// `->`.
    Arrow,
    End,
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Symbol(sigil, Name::Number(n)) => write!(f, "`{sigil}{n}`"),
            Self::Symbol(sigil, Name::Text(text)) => write!(f, "`{sigil}{}`", short(text)),
            Self::Word(word) => write!(f, "`{}`", short(word)),
            Self::Int(n) => write!(f, "`{n}`"),
            Self::Quoted(bytes) => write!(f, "`\"{}\"`", short(&String::from_utf8_lossy(bytes))),
            Self::Punct(c) => write!(f, "`{c}`"),
            Self::Arrow => f.write_str("`->`"),
            Self::End => f.write_str("the end of the text"),
        }
    }
}

/// So that a message stays readable whatever the text is.
pub fn short(text: &str) -> String {
    let mut shown: String = text.chars().take(40).flat_map(char::escape_debug).collect();
    if text.chars().nth(40).is_some() {
        shown.push_str("...");
    }
    shown
}

/// A token and where it begins.
#[derive(Clone, Debug)]
pub struct Spanned {
    pub token: Token,
    pub line: u32,
    pub column: u32,
}

impl Spanned {
    pub fn error(&self, message: impl Into<String>) -> ParseError {
        ParseError { line: self.line, column: self.column, message: message.into() }
    }
}

/// Whether a name can stand after a sigil without quotes.
pub fn is_plain_name(text: &str) -> bool {
    text.starts_with(is_name_start) && text.chars().all(is_name_part)
}

fn is_name_start(c: char) -> bool {
    c.is_ascii_alphabetic() || matches!(c, '_' | '.' | '$')
}

fn is_name_part(c: char) -> bool {
    is_name_start(c) || c.is_ascii_digit()
}

fn is_word_part(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// The tokens of a text; the last is [`Token::End`].
pub fn tokens(text: &str) -> Result<Vec<Spanned>, ParseError> {
    let mut lexer = Lexer { rest: text, line: 1, column: 1 };
    if text.len() > MAX_TEXT {
        return Err(lexer.error(format!("the text has {} bytes; at most {MAX_TEXT} are read", text.len())));
    }
    let mut found = Vec::new();
    loop {
        lexer.skip_blank();
        let (line, column) = (lexer.line, lexer.column);
        let token = lexer.next_token()?;
        let end = token == Token::End;
        found.push(Spanned { token, line, column });
        if end {
            return Ok(found);
        }
    }
}

struct Lexer<'t> {
    rest: &'t str,
    line: u32,
    column: u32,
}

impl<'t> Lexer<'t> {
    fn error(&self, message: impl Into<String>) -> ParseError {
        ParseError { line: self.line, column: self.column, message: message.into() }
    }

    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn bump(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.rest = &self.rest[c.len_utf8()..];
        if c == '\n' {
            self.line += 1;
            self.column = 1;
        } else {
            self.column += 1;
        }
        Some(c)
    }

    fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> &'t str {
        let length = self.rest.find(|c| !wanted(c)).unwrap_or(self.rest.len());
        let (taken, rest) = self.rest.split_at(length);
        self.rest = rest;
        self.column += u32::try_from(taken.chars().count()).unwrap_or(u32::MAX);
        taken
    }

    fn skip_blank(&mut self) {
        while let Some(c) = self.peek() {
            if c == ';' {
                self.take_while(|c| c != '\n');
            } else if c.is_whitespace() {
                self.bump();
            } else {
                return;
            }
        }
    }

    fn next_token(&mut self) -> Result<Token, ParseError> {
        let Some(c) = self.peek() else { return Ok(Token::End) };
        match c {
            '%' | '#' | '@' | '&' | '!' | '~' => {
                self.bump();
                Ok(Token::Symbol(c, self.name(c)?))
            }
            '"' => Ok(Token::Quoted(self.quoted()?)),
            '0'..='9' => Ok(Token::Int(self.number()?)),
            c if c.is_ascii_alphabetic() || c == '_' => Ok(Token::Word(self.take_while(is_word_part).to_owned())),
            '-' if self.rest.starts_with("->") => {
                self.bump();
                self.bump();
                Ok(Token::Arrow)
            }
            '{' | '}' | '[' | ']' | '(' | ')' | ',' | ':' | '.' | '=' | '*' | '+' | '-' => {
                self.bump();
                Ok(Token::Punct(c))
            }
            _ => Err(self.error(format!("`{}` has no meaning here", c.escape_debug()))),
        }
    }

    fn name(&mut self, sigil: char) -> Result<Name, ParseError> {
        match self.peek() {
            Some('"') => {
                let at = (self.line, self.column);
                let bytes = self.quoted()?;
                String::from_utf8(bytes).map(Name::Text).map_err(|_| ParseError {
                    line: at.0,
                    column: at.1,
                    message: "this name is not UTF-8".into(),
                })
            }
            Some('0'..='9') => {
                let before = self.error("");
                u32::try_from(self.number()?)
                    .map(Name::Number)
                    .map_err(|_| ParseError { message: format!("the number after `{sigil}` is too large"), ..before })
            }
            Some(c) if is_name_start(c) => Ok(Name::Text(self.take_while(is_name_part).to_owned())),
            _ => Err(self.error(format!("after `{sigil}` a name, a quoted name or a number is expected"))),
        }
    }

    fn number(&mut self) -> Result<u64, ParseError> {
        let before = self.error("");
        let digits = self.take_while(is_word_part);
        let value = match digits.strip_prefix("0x") {
            Some(hex) if !hex.is_empty() => u64::from_str_radix(hex, 16),
            _ => digits.parse(),
        };
        value.map_err(|_| ParseError {
            message: format!(
                "`{}` is not a number of at most 64 bits (decimal, or hexadecimal after 0x)",
                short(digits)
            ),
            ..before
        })
    }

    /// A quoted string: every character stands for itself, `\\`, `\"` and `\hh` (a byte) are
    /// escapes.
    fn quoted(&mut self) -> Result<Vec<u8>, ParseError> {
        let begin = self.error("this quoted text does not end");
        self.bump();
        let mut bytes = Vec::new();
        loop {
            let chunk = self.take_while(|c| !matches!(c, '"' | '\\' | '\n'));
            bytes.extend_from_slice(chunk.as_bytes());
            match self.peek() {
                Some('"') => {
                    self.bump();
                    return Ok(bytes);
                }
                Some('\\') => bytes.push(self.escape()?),
                _ => return Err(begin),
            }
        }
    }

    fn escape(&mut self) -> Result<u8, ParseError> {
        let bad = self.error("after `\\` in a quoted text: `\\`, `\"` or two hexadecimal digits");
        self.bump();
        match self.bump() {
            Some(c @ ('\\' | '"')) => Ok(c as u8),
            Some(high) => {
                let digits = (high.to_digit(16), self.peek().and_then(|c| c.to_digit(16)));
                let (Some(high), Some(low)) = digits else { return Err(bad) };
                self.bump();
                u8::try_from(high * 16 + low).map_err(|_| bad)
            }
            None => Err(bad),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_and_places() {
        let found = tokens("%2 = add.32 @\"a b\", -0x1F ; comment\n  &main \"\\00\\\"\"").unwrap();
        let kinds: Vec<String> = found.iter().map(|t| t.token.to_string()).collect();
        assert_eq!(
            kinds,
            [
                "`%2`",
                "`=`",
                "`add`",
                "`.`",
                "`32`",
                "`@a b`",
                "`,`",
                "`-`",
                "`31`",
                "`&main`",
                "`\"\\0\\\"\"`",
                "the end of the text"
            ]
        );
        assert_eq!((found[9].line, found[9].column), (2, 3));
        assert_eq!((found[5].line, found[5].column), (1, 13));
    }

    #[test]
    fn errors_say_where() {
        for (text, at, part) in [
            ("a\n  ^", (2, 3), "no meaning"),
            ("\"abc\n\"", (1, 1), "does not end"),
            ("12x", (1, 1), "not a number"),
            ("99999999999999999999", (1, 1), "not a number"),
            ("@", (1, 2), "is expected"),
            ("\"\\g0\"", (1, 2), "two hexadecimal digits"),
            ("\"\\", (1, 2), "two hexadecimal digits"),
            ("%99999999999", (1, 2), "too large"),
            ("@\"\\ff\"", (1, 2), "UTF-8"),
        ] {
            let error = tokens(text).unwrap_err();
            assert_eq!((error.line, error.column), at, "{text}: {error}");
            assert!(error.message.contains(part), "{text}: {error}");
        }
    }
}
