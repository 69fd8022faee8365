//! The names of what is measured beside A1 to A12.

use rulebook_language::util::suggest;

/// A part by its name, one of `names`, or what to write instead: `choose` says which there are, `elsewhere` where a part is that
/// there is not.
pub fn part(
    text: &str,
    names: &[&str],
    choose: &str,
    elsewhere: impl Fn(&str) -> Option<String>,
) -> Result<String, String> {
    let name = text.trim().to_ascii_uppercase();
    if names.contains(&name.as_str()) {
        return Ok(name);
    }
    Err(match name.as_bytes() {
        [b'B', _] => "B1 to B5 are measured together: write `B`".to_owned(),
        [b'A', ..] => format!("A1 to A12 are always measured: write {choose}"),
        _ => match (elsewhere(&name), suggest(&name, names.iter().copied())) {
            (Some(elsewhere), _) => elsewhere,
            (None, Some(near)) => format!("there is no metric `{text}`: did you mean `{near}`?"),
            (None, None) => format!("write {choose}"),
        },
    })
}
