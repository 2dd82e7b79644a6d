//! What is there for tests of tests only, with the feature `testing`: mistakes that are built in on
//! purpose, each of which `testkit` must notice. No tool is built with it: what asks whether a
//! mistake is to be made is then always told no, when it is compiled.

/// Whether the mistake `made` is `asked`.
#[inline(always)]
pub(crate) fn makes<M: PartialEq>(made: Option<M>, asked: M) -> bool {
    cfg!(feature = "testing") && made == Some(asked)
}
