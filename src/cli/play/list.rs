//! Moves with their numbers, in columns.

/// The first `most` of the moves with their numbers, in lines of at most `width` columns, and how many more there are.
pub fn numbered(moves: &[String], most: usize, width: usize) -> String {
    let shown = &moves[..moves.len().min(most)];
    let digits = shown.len().to_string().len();
    let longest = shown.iter().map(|text| text.chars().count()).max().unwrap_or(0);
    let columns = (width / (digits + longest + 3)).max(1);
    let mut out = String::new();
    for (index, text) in shown.iter().enumerate() {
        let cell = format!("  {:>digits$} {text:<longest$}", index + 1);
        out.push_str(&cell);
        if (index + 1) % columns == 0 || index + 1 == shown.len() {
            out.truncate(out.trim_end().len());
            out.push('\n');
        }
    }
    if shown.len() < moves.len() {
        out.push_str(&format!("  and {} more: `moves` lists them all\n", moves.len() - shown.len()));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::numbered;

    #[test]
    fn moves_stand_in_columns() {
        let moves: Vec<String> = (1..=12).map(|n| format!("a{n}")).collect();
        assert_eq!(
            numbered(&moves, 12, 18),
            "   1 a1    2 a2\n   3 a3    4 a4\n   5 a5    6 a6\n   7 a7    8 a8\n   9 a9   10 a10\n  11 a11  12 a12\n"
        );
        assert_eq!(numbered(&moves, 2, 80), "  1 a1  2 a2\n  and 10 more: `moves` lists them all\n");
        assert_eq!(numbered(&[], 2, 80), "");
    }
}
