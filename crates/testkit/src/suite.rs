//! What every explorer of all operations is tested with: one list of profiles and of how many
//! programs of each.

/// A test for each profile of programs. `$check` is a function of the profile's name, the profile
/// and a number of programs that gives the [`Summary`](crate::check::Summary) of what it has
/// checked.
#[macro_export]
macro_rules! test_all_profiles {
    ($check:ident) => {
        $crate::test_all_profiles! { $check:
            atomics 1200, locks 1200, conds 1200, others 1200, joins 1200, choices 1200, plain 1200, wide 600, mixed 1200
        }

        #[test]
        fn protected() {
            let summary = $check("protected", &$crate::generate::Profile::protected(), 1200);
            assert!(summary.racy > 120 && summary.racy < summary.programs - 120);
        }

        #[test]
        fn attempts() {
            let summary = $check("attempts", &$crate::generate::Profile::attempts(), 1200);
            assert!(summary.racy > 120 && summary.racy < summary.programs - 120, "{summary:?}");
        }

        #[test]
        fn misuse() {
            let summary = $check("misuse", &$crate::generate::Profile::misuse(), 1200);
            assert!(summary.with_faults > 600);
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
                $check(name, &profile.larger(20_000), 20);
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
