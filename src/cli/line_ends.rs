//! Line endings: what is written in the place of a file with CRLF has CRLF.

/// The text with the line endings of another: CRLF where all of that one's are, else as it is.
pub fn as_in(other: &str, text: String) -> String {
    let breaks = other.matches('\n').count();
    match breaks > 0 && other.matches("\r\n").count() == breaks {
        true => text.replace("\r\n", "\n").replace('\n', "\r\n"),
        false => text,
    }
}

#[cfg(test)]
mod tests {
    use super::as_in;

    #[test]
    fn crlf_stays_where_there_is_nothing_else() {
        for (other, wanted) in
            [("a\r\nb\r\n", "x\r\ny\r\n"), ("a\r\nb\n", "x\ny\r\n"), ("a", "x\ny\r\n"), ("", "x\ny\r\n")]
        {
            assert_eq!(as_in(other, "x\ny\r\n".to_owned()), wanted, "{other:?}");
        }
    }
}
