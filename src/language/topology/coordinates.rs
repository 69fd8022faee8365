//! Coordinates as players write them: column letters and a row number.

/// The letters of a column, from 1: `a` to `z`, then `aa`, `ab` and so on.
pub(super) fn column_letters(column: u32) -> String {
    let mut letters = Vec::new();
    let mut rest = column;
    while rest > 0 {
        rest -= 1;
        letters.push(char::from(b'a' + (rest % 26) as u8));
        rest /= 26;
    }
    letters.iter().rev().collect()
}

/// The name of the cell at a column and a row, both from 1.
pub(super) fn name(column: u32, row: u32) -> String {
    format!("{}{row}", column_letters(column))
}

/// Reads a name back, if it has the form of a coordinate: at most three letters, at most four digits, no leading 0.
pub(super) fn parse(name: &str) -> Option<(u32, u32)> {
    let (letters, digits) = name.split_at(name.bytes().take_while(u8::is_ascii_lowercase).count());
    let plain = !digits.starts_with('0') && digits.bytes().all(|byte| byte.is_ascii_digit());
    if !plain || !(1..=3).contains(&letters.len()) || !(1..=4).contains(&digits.len()) {
        return None;
    }
    let column = letters.bytes().fold(0, |sum, byte| sum * 26 + u32::from(byte - b'a') + 1);
    Some((column, digits.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_go_on_after_z() {
        let names: Vec<String> = [1, 26, 27, 28, 52, 53, 702, 703, 4096].map(column_letters).to_vec();
        assert_eq!(names, ["a", "z", "aa", "ab", "az", "ba", "zz", "aaa", "fan"]);
    }

    #[test]
    fn names_read_back() {
        for column in 1..=4096 {
            assert_eq!(parse(&name(column, 4097 - column)), Some((column, 4097 - column)));
        }
        for other in ["", "a", "1", "A1", "a0", "a01", "1a", "a1b", "aaaa1", "a12345", "ä1", "a-1"] {
            assert_eq!(parse(other), None, "{other}");
        }
    }
}
