//! What a program is made of: files, lines, shapes, variables, functions.

use super::super::lexer::{ParseError, Token, short};
use super::{Body, Parsed, Parser, Target};
use crate::debug::{BitField, LineOf, Member, Shape, ShapeKind, SourceFile};
use crate::inst::{Inst, Pc};
use crate::module::{External, FuncId, Function, Global, GlobalInit, LoopInfo, PrivateAlloca};
use crate::signature::{Kind, Signature};

impl Parser<'_> {
    pub(super) fn program(&mut self) -> Parsed<()> {
        loop {
            let here = self.next();
            let word = match &here.token {
                Token::End => break,
                Token::Word(word) => word.as_str(),
                _ => "",
            };
            match word {
                "entry" => self.program.entry = Some(self.function()?),
                "opaque_addresses" => self.program.opaque_addresses = true,
                "ilp32" => self.program.ilp32 = true,
                "constructors" => self.program.constructors = self.functions_list()?,
                "destructors" => self.program.destructors = self.functions_list()?,
                "file" => self.file()?,
                "lines" => self.lines()?,
                "inlined" => {
                    let function = self.string("the name of an inlined function, in quotes")?;
                    self.program.inlined.push(function);
                }
                "shape" => self.shape_definition()?,
                "signature" => self.signature_definition()?,
                "extern" => self.extern_definition()?,
                "global" => self.global()?,
                "consts" => {
                    self.punct('[')?;
                    for constant in self.list(']', |p| p.constant("a constant"))? {
                        self.add_const(constant);
                    }
                }
                "func" => self.function_definition()?,
                _ => {
                    return Err(here.error(format!(
                        "found {}, expected entry, opaque_addresses, ilp32, constructors, destructors, file, inlined, lines, shape, \
                         signature, extern, global, consts or func",
                        here.token
                    )));
                }
            }
        }
        self.finish();
        Ok(())
    }

    pub(super) fn finish(&mut self) {
        let code = self.program.functions.iter().any(|f| !f.code.is_empty());
        if code && !self.lines_given {
            self.program.lines.push(LineOf::default());
        }
        self.program.number_sites();
        for (function, site) in &self.sites {
            self.program.functions[*function].first_site = *site;
        }
    }

    pub(super) fn functions_list(&mut self) -> Parsed<Vec<FuncId>> {
        self.punct('[')?;
        self.list(']', Self::function)
    }

    pub(super) fn file(&mut self) -> Parsed<()> {
        let path = self.string("the path of the file, in quotes")?;
        self.word("in")?;
        let directory = self.string("the directory, in quotes")?;
        self.program.files.push(SourceFile::new(path, directory));
        Ok(())
    }

    pub(super) fn lines(&mut self) -> Parsed<()> {
        self.lines_given = true;
        self.punct('[')?;
        let lines = self.list(']', |p| {
            let pos = p.position()?;
            let inlined_at = if p.eat_word("inlined") { Some(p.int("an entry of the table of lines")?) } else { None };
            let function = if p.eat_word("of") { Some(p.int("an inlined function")?) } else { None };
            Ok(LineOf { pos, inlined_at, function })
        })?;
        self.program.lines.extend(lines);
        Ok(())
    }

    pub(super) fn shape_definition(&mut self) -> Parsed<()> {
        let name = self.string("the name of the shape, in quotes")?;
        self.word("size")?;
        let size = self.int("a size")?;
        let kind = if self.eat_word("scalar") {
            let signed = self.eat_word("signed");
            ShapeKind::Scalar { signed, float: self.eat_word("float") }
        } else if self.eat_word("enum") {
            self.punct('{')?;
            ShapeKind::Enum(self.list('}', |p| Ok((p.string("a name, in quotes")?, p.int("its value")?)))?)
        } else if self.eat_word("pointer") {
            let to = matches!(self.peek(), Token::Symbol('~', _));
            ShapeKind::Pointer(if to { Some(self.shape()?) } else { None })
        } else if self.eat_word("fields") {
            self.punct('{')?;
            ShapeKind::Fields(self.list('}', |p| {
                let name = p.string("the name of a field, in quotes")?;
                Ok((name, p.int("an offset")?, p.shape()?))
            })?)
        } else if self.eat_word("bits") {
            self.punct('{')?;
            ShapeKind::Bits(self.list('}', |p| {
                let name = p.string("the name of a bit-field, in quotes")?;
                Ok(BitField { name, first: p.int("its first bit")?, count: p.int("a number of bits")?, of: p.shape()? })
            })?)
        } else if self.eat_word("array") {
            let of = self.shape()?;
            self.punct('*')?;
            ShapeKind::Array(of, self.int("a number of elements")?)
        } else if self.eat_word("opaque") {
            ShapeKind::Opaque
        } else {
            return self.expected("scalar, enum, pointer, fields, bits, array or opaque");
        };
        self.program.shapes.push(Shape { name, size, kind });
        Ok(())
    }

    pub(super) fn extern_definition(&mut self) -> Parsed<()> {
        let name = self.declared_name('!')?;
        let results = if self.eat_word("results") { self.int("a number of results")? } else { 0 };
        let float_result = if self.eat_word("float") { Some(self.int("a width")?) } else { None };
        let weak = self.eat_word("weak");
        self.program.externals.push(External { name, results, float_result, weak });
        Ok(())
    }

    pub(super) fn global(&mut self) -> Parsed<()> {
        let name = self.declared_name('@')?;
        self.word("size")?;
        let size = self.int("a size")?;
        self.word("align")?;
        let align = self.int("an alignment")?;
        let constant = self.eat_word("constant");
        let thread_local = self.eat_word("thread_local");
        let external = self.eat_word("external");
        let shape = self.shape_option()?;
        let pos = if self.eat_word("at") { self.position()? } else { None };
        let init = if self.eat('{') { self.list('}', Self::initialiser)? } else { Vec::new() };
        let global = Global { name, size, align, constant, thread_local, external, init, shape, pos };
        self.program.globals.push(global);
        Ok(())
    }

    fn signature_definition(&mut self) -> Parsed<()> {
        self.punct('[')?;
        let args = self.list(']', Self::kind)?;
        if *self.peek() != Token::Arrow {
            return self.expected("`->` and the kinds of results");
        }
        self.next();
        self.punct('[')?;
        let results = self.list(']', Self::kind)?;
        self.program.signatures.push(Signature { args, results });
        Ok(())
    }

    fn kind(&mut self) -> Parsed<Kind> {
        if let Token::Word(word) = self.peek()
            && let Ok(kind) = word.parse()
        {
            self.next();
            return Ok(kind);
        }
        self.expected("a kind of value (word32, memory, float64, ...)")
    }

    pub(super) fn initialiser(&mut self) -> Parsed<GlobalInit> {
        let offset = self.int("an offset")?;
        self.punct(':')?;
        if self.eat_word("bytes") {
            let Token::Quoted(bytes) = self.peek() else { return self.expected("bytes in quotes") };
            self.at += 1;
            Ok(GlobalInit::Bytes(offset, bytes.clone()))
        } else if self.eat_word("address") {
            Ok(GlobalInit::Address(offset, self.constant("an address (@global, &function, !external or a number)")?))
        } else if self.eat_word("undef") {
            Ok(GlobalInit::Undef(offset, self.int("a length")?))
        } else {
            self.expected("bytes, address or undef")
        }
    }

    // Functions.

    pub(super) fn function_definition(&mut self) -> Parsed<()> {
        let mut function = Function { name: self.declared_name('&')?, ..Function::default() };
        self.punct('(')?;
        function.params = self.int("the number of parameters")?;
        if *self.peek() != Token::Arrow {
            return self.expected("`->` and the number of results");
        }
        self.next();
        function.results = self.int("the number of results")?;
        self.punct(')')?;
        self.word("regs")?;
        function.regs = self.int("the number of registers")?;
        function.variadic = self.eat_word("variadic");
        function.runtime = self.eat_word("runtime");
        function.optnone = self.eat_word("optnone");
        function.kinds = self.signature_option()?;
        if self.eat_word("site") {
            let site = self.int("the number of the first site")?;
            self.sites.push((self.program.functions.len(), site));
        }
        self.punct('{')?;
        self.body = Body::default();
        while self.declaration(&mut function)? {}
        while !self.eat('}') {
            self.statement(&mut function)?;
        }
        self.resolve(&mut function)?;
        if let Some(lines) = self.body.lines.take() {
            function.lines = lines;
        }
        self.program.functions.push(function);
        Ok(())
    }

    /// A declaration at the beginning of a function.
    pub(super) fn declaration(&mut self, function: &mut Function) -> Parsed<bool> {
        // A label may be called like one.
        let Token::Word(word) = self.peek() else { return Ok(false) };
        if *self.peek_second() == Token::Punct(':') {
            return Ok(false);
        }
        match word.as_str() {
            "source" => {
                self.next();
                function.debug.name = self.string("the name in the source, in quotes")?;
                self.word("at")?;
                function.debug.pos = self.position()?;
            }
            "private" => {
                self.next();
                let name = self.string("the name of the variable, in quotes")?;
                self.word("size")?;
                let size = self.int("a size")?;
                self.word("align")?;
                let align = self.int("an alignment")?;
                function.private.push(PrivateAlloca { size, align, name });
            }
            "loopinfo" => {
                self.next();
                let pos = self.position()?;
                self.word("depth")?;
                let depth = self.int("a depth")?;
                let known = self.same_line() && self.eat_word("head");
                let head = if known { Some(Pc(self.int("the number of an instruction")?)) } else { None };
                function.loops.push(LoopInfo { pos, depth, head });
            }
            "allocation" => {
                self.next();
                let pc = self.int("the number of an instruction")?;
                let name = self.string("the name of the variable, in quotes")?;
                function.debug.allocations.push((pc, name, self.shape_option()?));
            }
            "part" => {
                self.next();
                let pc = self.int("the number of an instruction")?;
                self.word("at")?;
                let offset = self.int("an offset")?;
                self.word("of")?;
                function.debug.parts.push((pc, offset, self.int("a size")?));
            }
            "member" => {
                self.next();
                function.debug.members.push(self.member()?);
            }
            "lines" => {
                self.next();
                self.punct('[')?;
                self.body.lines = Some(self.list(']', |p| p.int("an entry of the table of lines"))?);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn member(&mut self) -> Parsed<Member> {
        let pc = self.int("the number of an instruction")?;
        self.word("of")?;
        let of = self.shape()?;
        let exact = self.eat_word("at");
        if !exact {
            self.word("after")?;
        }
        Ok(Member { pc, of, offset: self.signed("an offset")?, exact })
    }

    /// A label or an instruction.
    pub(super) fn statement(&mut self, function: &mut Function) -> Parsed<()> {
        let here = self.here();
        if let (Token::Word(label), Token::Punct(':')) = (&here.token, self.peek_second()) {
            let pc = u32::try_from(function.code.len()).unwrap_or(u32::MAX);
            if self.body.labels.insert(label.clone(), pc).is_some() {
                return Err(here.error(format!("the label `{}` is there twice", short(label))));
            }
            self.next();
            self.next();
            return Ok(());
        }
        let inst = self.instruction()?;
        function.code.push(inst);
        if self.same_line() && self.eat_word("at") {
            self.body.line = self.int("an entry of the table of lines")?;
        }
        function.lines.push(self.body.line);
        if self.same_line() && *self.peek() != Token::Punct('}') {
            return self.expected("the end of the line");
        }
        Ok(())
    }

    /// Puts the labels' places where jumps name them.
    pub(super) fn resolve(&mut self, function: &mut Function) -> Parsed<()> {
        let body = std::mem::take(&mut self.body);
        let mut places = Vec::with_capacity(body.targets.len());
        for target in &body.targets {
            places.push(match target {
                Target::Number(pc) => Pc(*pc),
                Target::Label(label, line, column) => {
                    let pc = body.labels.get(label).ok_or_else(|| ParseError {
                        line: *line,
                        column: *column,
                        message: format!("there is no label `{}` in this function", short(label)),
                    })?;
                    Pc(*pc)
                }
            });
        }
        // Each stands for a number in `targets` until now.
        let fix = |pc: &mut Pc| *pc = places[pc.0 as usize];
        for inst in &mut function.code {
            match inst {
                Inst::Jump { to } => fix(to),
                Inst::Branch { then, other, .. } | Inst::Invoked { next: then, unwind: other } => {
                    fix(then);
                    fix(other);
                }
                Inst::Switch { cases, other, .. } => {
                    cases.iter_mut().for_each(|(_, to)| fix(to));
                    fix(other);
                }
                _ => {}
            }
        }
        self.body.lines = body.lines;
        Ok(())
    }
}
