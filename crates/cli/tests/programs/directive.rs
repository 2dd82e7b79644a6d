//! The expectations in the header of a test program.

use clap::ValueEnum;
use threadbare::args::ExplorerArg;

/// What a program's header says.
#[derive(Debug, Default)]
pub struct Header {
    /// The configurations.
    pub checks: Vec<Check>,
    /// For the compiler.
    pub cflags: Vec<String>,
    /// Further inputs.
    pub with: Vec<String>,
}

/// A configuration and what is to be found with it.
#[derive(Debug, Default)]
pub struct Check {
    /// Line number in the file.
    pub number: usize,
    /// As it was written.
    pub text: String,
    /// Words of the command line.
    pub options: Vec<String>,
    /// Alternatives.
    pub verdict: Vec<String>,
    /// Keys with values.
    pub keys: Vec<(String, String)>,
    graph: bool,
    naive: bool,
    named_only: bool,
    /// Another explorer that was asked for.
    other: Option<ExplorerArg>,
}

impl Check {
    /// With which explorers to run it.
    pub fn explorers(&self) -> Vec<ExplorerArg> {
        if let Some(other) = self.other {
            return vec![other];
        }
        let both = [(self.graph, ExplorerArg::Graph), (self.naive, ExplorerArg::Naive)];
        both.into_iter().filter(|(yes, _)| *yes).map(|(_, e)| e).collect()
    }
}

/// The explorers that every check runs besides those that it names, as far as they support it.
const OTHERS: [ExplorerArg; 11] = [
    ExplorerArg::Source,
    ExplorerArg::Optimal,
    ExplorerArg::Unfolding,
    ExplorerArg::Prefix,
    ExplorerArg::States,
    ExplorerArg::Observers,
    ExplorerArg::Rf,
    ExplorerArg::Rvf,
    ExplorerArg::Vc,
    ExplorerArg::Dc,
    ExplorerArg::Random,
];

impl Check {
    /// The explorers to hold against this check as well: all that know sequential consistency only.
    pub fn others(&self) -> &'static [ExplorerArg] {
        let asks = |option: &str| self.options.iter().position(|o| o == option);
        let model = asks("--model").and_then(|n| self.options.get(n + 1));
        if self.named_only || asks("--explorer").is_some() || model.is_some_and(|model| model != "sc") {
            &[]
        } else {
            &OTHERS
        }
    }
}

impl Header {
    /// The header of a file's text.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut header = Self::default();
        for (number, line) in text.lines().enumerate() {
            let line = line.trim();
            let Some(directive) = line.strip_prefix("//@") else {
                if line.is_empty() || line.starts_with("//") {
                    continue;
                }
                break;
            };
            let directive = directive.trim();
            let at = |e: String| format!("line {}: {e}", number + 1);
            if let Some(rest) = directive.strip_prefix("check") {
                let check = check(rest).map_err(at)?;
                header.checks.push(Check { number: number + 1, text: line.to_owned(), ..check });
            } else if let Some(rest) = directive.strip_prefix("cflags:") {
                header.cflags.extend(words(rest).map_err(at)?);
            } else if let Some(rest) = directive.strip_prefix("with:") {
                header.with.extend(words(rest).map_err(at)?);
            } else {
                return Err(at(format!("unknown directive `{directive}`")));
            }
        }
        if header.checks.is_empty() {
            return Err("no `//@ check` in the first lines".into());
        }
        Ok(header)
    }
}

fn check(rest: &str) -> Result<Check, String> {
    let end = rest.find(": ").ok_or("no `: ` between the options and the verdict")?;
    let mut check = Check { options: words(&rest[..end])?, graph: true, naive: true, ..Check::default() };
    if let Some(n) = check.options.iter().position(|o| o == "--explorer") {
        let explorer = check.options.get(n + 1).cloned().unwrap_or_default();
        check.naive = explorer == "naive";
        check.graph = !check.naive;
        // Programs that never end are for nobody else.
        let is_endless = explorer == "prefix" || check.options.iter().any(|o| o == "--cutoffs");
        (check.graph, check.naive) = if is_endless { (false, false) } else { (check.graph, check.naive) };
        let named = ExplorerArg::from_str(&explorer, false).map_err(|_| format!("unknown explorer `{explorer}`"))?;
        check.other = Some(named).filter(|e| !matches!(e, ExplorerArg::Naive | ExplorerArg::Graph | ExplorerArg::Auto));
    }
    let model = check.options.iter().position(|o| o == "--model").and_then(|n| check.options.get(n + 1));
    // naive knows sequential consistency only.
    check.naive &= model.is_none_or(|model| model == "sc");
    let mut expected = words(&rest[end + 2..])?.into_iter();
    let verdict = expected.next().ok_or("no verdict")?;
    check.verdict = verdict.split('|').map(str::to_owned).collect();
    let known = |v: &str| {
        ["safe", "incomplete", "error"].contains(&v) || threadbare_op::FaultKind::ALL.iter().any(|(_, n)| *n == v)
    };
    if let Some(unknown) = check.verdict.iter().find(|v| !known(v)) {
        return Err(format!("unknown verdict `{unknown}`"));
    }
    for word in expected {
        match word.split_once('=') {
            Some((key, value)) => check.keys.push((key.to_owned(), value.to_owned())),
            None if word == "graph-only" => check.naive = false,
            None if word == "naive-only" => check.graph = false,
            None if word == "named-only" => check.named_only = true,
            None => return Err(format!("`{word}` is neither key=value nor a flag")),
        }
    }
    Ok(check)
}

/// The words of a line; double quotes keep spaces together, with escapes as in C.
fn words(text: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut chars = text.chars();
    let mut quoted = false;
    while let Some(c) = chars.next() {
        match c {
            '"' => {
                quoted = !quoted;
                word.get_or_insert_default();
            }
            '\\' if quoted => word.get_or_insert_default().push(match chars.next() {
                Some('n') => '\n',
                Some('t') => '\t',
                Some(c @ ('"' | '\\')) => c,
                other => return Err(format!("unknown escape {other:?}")),
            }),
            c if c.is_whitespace() && !quoted => words.extend(word.take()),
            c => word.get_or_insert_default().push(c),
        }
    }
    if quoted {
        return Err("a quote is not closed".into());
    }
    words.extend(word);
    Ok(words)
}

#[test]
fn a_header() {
    let text = "//@ check --races explore --stub f=3: deadlock|assertion line=@a|@b output=\"a b\\n\" graph-only\n\
                // a remark\n\n//@ cflags: -O1 -DX=\"a b\"\nint main(void){}\n//@ check: safe\n";
    let header = Header::parse(text).unwrap();
    assert_eq!(header.checks.len(), 1);
    let check = &header.checks[0];
    assert_eq!(check.options, ["--races", "explore", "--stub", "f=3"]);
    assert_eq!(check.verdict, ["deadlock", "assertion"]);
    assert_eq!(check.keys, [("line".into(), "@a|@b".into()), ("output".into(), "a b\n".into())]);
    assert_eq!(check.explorers(), [ExplorerArg::Graph]);
    assert_eq!(header.cflags, ["-O1", "-DX=a b"]);
    let check = &Header::parse("//@ check --model rc11: safe\n").unwrap().checks[0];
    assert_eq!(check.explorers(), [ExplorerArg::Graph]);
    for wrong in ["//@ check safe\n", "//@ check: fine\n", "//@ chek: safe\n", "int x;\n", "//@ check: safe x\n"] {
        assert!(Header::parse(wrong).is_err(), "{wrong}");
    }
}
