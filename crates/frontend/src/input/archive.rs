//! The members of static libraries, thin ones included.

use std::path::Path;

/// A file in an archive.
pub(super) struct Member {
    pub(super) name: String,
    pub(super) bytes: Vec<u8>,
}

/// Reads the members; `Err` says what is wrong.
pub(super) fn members(path: &Path, bytes: &[u8]) -> Result<Vec<Member>, String> {
    let archive = object::read::archive::ArchiveFile::parse(bytes).map_err(|error| error.to_string())?;
    let mut members = Vec::new();
    for member in archive.members() {
        let member = member.map_err(|error| error.to_string())?;
        let name = String::from_utf8_lossy(member.name()).into_owned();
        let content = if member.is_thin() {
            // A thin archive has the paths of its members, seen from where it is itself.
            let file = path.parent().unwrap_or(Path::new("")).join(&name);
            std::fs::read(&file).map_err(|error| format!("cannot read its member {}: {error}", file.display()))?
        } else {
            member.data(bytes).map_err(|error| error.to_string())?.to_vec()
        };
        members.push(Member { name, bytes: content });
    }
    Ok(members)
}
