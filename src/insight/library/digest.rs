//! What a text is known by, whatever its file is called.

use sha2::{Digest, Sha256};

/// The SHA-256 of a text, as hexadecimal digits.
pub fn digest(text: &str) -> String {
    Sha256::digest(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::digest;

    #[test]
    fn it_is_that_of_the_standard() {
        // FIPS 180-4, the example of one block.
        assert_eq!(digest("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }
}
