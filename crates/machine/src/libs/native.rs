//! For tests: what the C library of this machine says.

use std::process::Command;

/// Compiles and runs `source`; what it prints. `None` if there is no compiler here.
pub fn run(name: &str, source: &str) -> Option<String> {
    let dir = std::env::temp_dir().join(format!("threadbare-native-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&dir).expect("a temporary directory");
    let (c, program) = (dir.join("p.c"), dir.join("p"));
    std::fs::write(&c, source).expect("a temporary file");
    let compiled = ["cc", "gcc", "clang", "clang-22"].iter().find_map(|compiler| {
        Command::new(compiler)
            .arg("-O0")
            .arg("-w")
            .arg(&c)
            .arg("-lm")
            .arg("-lpthread")
            .arg("-o")
            .arg(&program)
            .output()
            .ok()
    });
    let output = compiled.map(|compiled| {
        assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
        let ran = Command::new(&program).output().expect("it runs");
        String::from_utf8(ran.stdout).expect("text")
    });
    let _ = std::fs::remove_dir_all(&dir);
    output
}
