//! Checks that a compiler leaves in a program: those of `-fsanitize=undefined`.

/// What was found to be wrong.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Check {
    /// A sum, a difference, a product or a negated number does not fit.
    Overflow,
    /// A shift.
    Shift,
    /// An index.
    Bounds,
    /// A division.
    Division,
    /// A pointer that memory is accessed through.
    Access,
    /// Arithmetic with a pointer.
    Pointer,
    /// A value that its type does not have.
    Value,
    /// A floating-point number that becomes an integer.
    FloatCast,
    /// An implicit conversion.
    Conversion,
    /// The end of a function that returns something.
    Return,
    /// A null pointer where none is allowed.
    NonNull,
    /// The length of an array.
    Length,
    /// An alignment that was promised.
    Alignment,
    /// The argument of a builtin function.
    Builtin,
    /// The type of a function that is called through a pointer.
    Function,
    /// A place where control never comes.
    Unreachable,
    /// Something else.
    Other,
}

/// Each with its word, the number that LLVM's trap has for it if that is one, a part of the name of
/// the function that is called in place of a trap, and what is said of it.
const ALL: [(Check, &str, &[u64], &str, &str); 17] = [
    (Check::Overflow, "overflow", &[0, 12, 13, 21], "_overflow", "an integer overflows"),
    (
        Check::Shift,
        "shift",
        &[20],
        "shift_out_of_bounds",
        "a shift by too many bits or by a negative number, or one whose result does not fit (UBSan: shift)",
    ),
    (Check::Bounds, "bounds", &[18], "out_of_bounds", "an index is outside of its array (UBSan: bounds)"),
    (
        Check::Division,
        "division",
        &[3],
        "divrem_overflow",
        "a division by zero, or one whose result does not fit (UBSan: integer-divide-by-zero)",
    ),
    (
        Check::Access,
        "access",
        &[22],
        "type_mismatch",
        "an access through a pointer that is null, not aligned, or to an object that is too small (UBSan: null, \
         alignment, object-size)",
    ),
    (Check::Pointer, "pointer", &[19], "pointer_overflow", "pointer arithmetic overflows (UBSan: pointer-overflow)"),
    (Check::Value, "value", &[10], "load_invalid_value", "a value that its type does not have (UBSan: bool, enum)"),
    (
        Check::FloatCast,
        "float_cast",
        &[5],
        "float_cast_overflow",
        "a floating-point number does not fit into the type that it is converted to (UBSan: float-cast-overflow)",
    ),
    (
        Check::Conversion,
        "conversion",
        &[7],
        "implicit_conversion",
        "an implicit conversion changes the value (UBSan: implicit-conversion)",
    ),
    (Check::Return, "return", &[11], "missing_return", "a function ends without returning a value (UBSan: return)"),
    (
        Check::NonNull,
        "non_null",
        &[14, 15, 16, 17],
        "null",
        "a null pointer where none is allowed (UBSan: nonnull-attribute, nullability)",
    ),
    (Check::Length, "length", &[24], "vla_bound", "an array of variable length has no positive one (UBSan: vla-bound)"),
    (
        Check::Alignment,
        "alignment",
        &[23],
        "alignment_assumption",
        "a pointer is not aligned as was promised (UBSan: alignment)",
    ),
    (
        Check::Builtin,
        "builtin",
        &[8],
        "invalid_builtin",
        "a builtin function gets an argument that it does not take (UBSan: builtin)",
    ),
    (
        Check::Function,
        "function",
        &[6],
        "function_type_mismatch",
        "a function is called through a pointer of another type (UBSan: function)",
    ),
    (
        Check::Unreachable,
        "unreachable",
        &[1],
        "builtin_unreachable",
        "`__builtin_unreachable` is reached (UBSan: unreachable)",
    ),
    (Check::Other, "other", &[], "", "a check that the compiler left has failed"),
];

impl Check {
    /// Its word in the text form.
    #[must_use]
    pub fn word(self) -> &'static str {
        ALL[self as usize].1
    }

    /// What went wrong.
    #[must_use]
    pub fn told(self) -> &'static str {
        ALL[self as usize].4
    }

    /// The one of that word.
    #[must_use]
    pub fn of_word(word: &str) -> Option<Self> {
        ALL.iter().find(|(_, its, ..)| *its == word).map(|(check, ..)| *check)
    }

    /// The one that the argument of LLVM's trap says.
    #[must_use]
    pub fn of_number(number: u64) -> Self {
        ALL.iter().find(|(_, _, numbers, ..)| numbers.contains(&number)).map_or(Self::Other, |(check, ..)| *check)
    }

    /// The one for which a function of that name is called: the longest part of the name tells.
    #[must_use]
    pub fn of_function(name: &str) -> Self {
        let parts = ALL.iter().filter(|(_, _, _, part, _)| name.contains(part));
        parts.max_by_key(|(_, _, _, part, _)| part.len()).map_or(Self::Other, |(check, ..)| *check)
    }

    /// Every one.
    pub fn all() -> impl Iterator<Item = Self> {
        ALL.iter().map(|(check, ..)| *check)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_numbers() {
        for (at, check) in Check::all().enumerate() {
            assert_eq!(check as usize, at);
            assert_eq!(Check::of_word(check.word()), Some(check));
        }
        assert_eq!(
            [0, 3, 20, 99].map(Check::of_number),
            [Check::Overflow, Check::Division, Check::Shift, Check::Other]
        );
    }

    #[test]
    fn functions() {
        for (name, check) in [
            ("__ubsan_handle_add_overflow", Check::Overflow),
            ("__ubsan_handle_negate_overflow_abort", Check::Overflow),
            ("__ubsan_handle_shift_out_of_bounds", Check::Shift),
            ("__ubsan_handle_out_of_bounds", Check::Bounds),
            ("__ubsan_handle_pointer_overflow", Check::Pointer),
            ("__ubsan_handle_divrem_overflow", Check::Division),
            ("__ubsan_handle_type_mismatch_v1", Check::Access),
            ("__ubsan_handle_function_type_mismatch", Check::Function),
            ("__ubsan_handle_nonnull_arg", Check::NonNull),
            ("__ubsan_handle_nullability_return_v1", Check::NonNull),
            ("__ubsan_handle_vla_bound_not_positive", Check::Length),
            ("__ubsan_handle_cfi_check_fail", Check::Other),
        ] {
            assert_eq!(Check::of_function(name), check, "{name}");
        }
    }
}
