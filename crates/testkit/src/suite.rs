//! What every explorer of all operations is tested with: one list of profiles and of how many
//! programs of each.

/// A test for each profile of programs. `$check` is a function of the profile's name, the profile
/// and a number of programs that gives the [`Summary`](crate::check::Summary) of what it has
/// checked.
#[macro_export]
macro_rules! test_all_profiles {
    ($check:ident) => {
        $crate::test_all_profiles! { $check:
            atomics 100, locks 100, conds 100, others 100, joins 100, choices 100, plain 100, wide 100, mixed 100
        }

        #[test]
        fn protected() {
            let summary = $check("protected", &$crate::generate::Profile::protected(), 150);
            assert!(summary.racy > 15 && summary.racy < summary.programs - 15);
        }

        #[test]
        fn attempts() {
            let summary = $check("attempts", &$crate::generate::Profile::attempts(), 150);
            assert!(summary.racy > 15 && summary.racy < summary.programs - 15, "{summary:?}");
        }

        #[test]
        fn misuse() {
            let summary = $check("misuse", &$crate::generate::Profile::misuse(), 100);
            assert!(summary.with_faults > 50);
        }

        /// Fewer programs, of more interleavings.
        #[test]
        fn larger() {
            use $crate::generate::Profile;
            for (name, profile) in [
                ("atomics", Profile::atomics()),
                ("locks", Profile::locks()),
                ("conds", Profile::conds()),
                ("others", Profile::others()),
                ("joins", Profile::joins()),
                ("plain", Profile::plain()),
            ] {
                $check(name, &profile.larger(20_000), 12);
            }
        }
    };
    ($check:ident: $($profile:ident $count:literal),*) => {
        $(
            #[test]
            fn $profile() {
                $check(stringify!($profile), &$crate::generate::Profile::$profile(), $count);
            }
        )*
    };
}
