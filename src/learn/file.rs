//! Players in files: the format safetensors (Hugging Face, <https://github.com/huggingface/safetensors>), weights as one tensor and all else
//! as JSON in its metadata. It is the length of a header in 8 bytes, the header as JSON, and the numbers of all tensors.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::design::{Design, MAX_WEIGHTS};

/// The most bytes of a file.
pub const MAX_BYTES: u64 = 64 << 20;
/// The number of the format: files of others are refused.
const FORMAT: u32 = 1;

/// What a file says beside the weights.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Card {
    /// The number of the format.
    format: u32,
    /// The title of the game.
    pub title: String,
    /// Its options, as they were set.
    pub options: Vec<(String, String)>,
    /// What its rules are known by.
    pub rules: String,
    /// What its players, pieces and board are known by.
    pub equipment: String,
    /// How many games taught it, those of the file that it began from counted.
    pub games: u64,
    /// The seed of the last training.
    pub seed: u64,
    /// What it looks at.
    pub design: Design,
}

/// Why a file holds no player.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum FileError {
    /// It is too large to be one.
    #[error("it is larger than a player can be, {} MiB", MAX_BYTES >> 20)]
    TooLarge,
    /// It is no file of the format, or was cut off.
    #[error("it is no file of `rulebook train`, or damaged: {0}")]
    Damaged(String),
    /// It is of another version.
    #[error("it is of format {0}, and this program reads format {FORMAT}: train the player again")]
    Format(u32),
}

impl Card {
    /// What a file says of a player.
    pub fn new(title: &str, rules: String, equipment: String, design: Design) -> Self {
        Card {
            format: FORMAT,
            title: title.to_owned(),
            options: Vec::new(),
            rules,
            equipment,
            games: 0,
            seed: 0,
            design,
        }
    }
}

/// The header of a file.
#[derive(Serialize, Deserialize)]
struct Header {
    #[serde(rename = "__metadata__")]
    beside: Beside,
    weights: Tensor,
}

/// Texts beside the tensors.
#[derive(Serialize, Deserialize)]
struct Beside {
    /// A [`Card`] as JSON.
    rulebook: String,
}

/// What a tensor is, and where its numbers lie behind the header.
#[derive(PartialEq, Serialize, Deserialize)]
struct Tensor {
    dtype: String,
    shape: Vec<u64>,
    data_offsets: [u64; 2],
}

impl Tensor {
    /// A list of whole numbers of 32 bits.
    fn of(count: u64) -> Self {
        Tensor { dtype: "I32".to_owned(), shape: vec![count], data_offsets: [0, count * WIDTH] }
    }
}

/// The format that a card says it is of.
#[derive(Deserialize)]
struct Version {
    format: u32,
}

/// The bytes of a weight.
const WIDTH: u64 = 4;
/// The bytes of the length of the header; it is padded so that numbers begin at a multiple of them.
const LENGTH: usize = 8;

/// A player as the bytes of a file; the same player has the same bytes.
///
/// # Errors
/// If it cannot be written as JSON.
pub fn write(card: &Card, weights: &[i32]) -> Result<Vec<u8>, FileError> {
    let rulebook = serde_json::to_string(card).map_err(damaged)?;
    let header = Header { beside: Beside { rulebook }, weights: Tensor::of(weights.len() as u64) };
    let mut header = serde_json::to_vec(&header).map_err(damaged)?;
    header.resize(header.len().next_multiple_of(LENGTH), b' ');
    let mut bytes = Vec::with_capacity(LENGTH + header.len() + weights.len() * WIDTH as usize);
    bytes.extend((header.len() as u64).to_le_bytes());
    bytes.extend(header);
    bytes.extend(weights.iter().flat_map(|weight| weight.to_le_bytes()));
    Ok(bytes)
}

/// The player of a file's bytes.
///
/// # Errors
/// If they are none: too many, damaged, or of another version.
pub fn read(bytes: &[u8]) -> Result<(Card, Arc<Vec<i32>>), FileError> {
    if bytes.len() as u64 > MAX_BYTES {
        return Err(FileError::TooLarge);
    }
    let short = || damaged("it ends too soon");
    let (length, rest) = bytes.split_first_chunk::<LENGTH>().ok_or_else(short)?;
    let length = usize::try_from(u64::from_le_bytes(*length)).map_err(damaged)?;
    let (header, numbers) = rest.split_at_checked(length).ok_or_else(short)?;
    let header: Header = serde_json::from_slice(header).map_err(damaged)?;
    let version: Version = serde_json::from_str(&header.beside.rulebook).map_err(damaged)?;
    if version.format != FORMAT {
        return Err(FileError::Format(version.format));
    }
    let card: Card = serde_json::from_str(&header.beside.rulebook).map_err(damaged)?;
    let count = numbers.len() as u64 / WIDTH;
    if count > MAX_WEIGHTS || !(numbers.len() as u64).is_multiple_of(WIDTH) || header.weights != Tensor::of(count) {
        return Err(damaged("its weights are not as many as it says"));
    }
    let weights = numbers.chunks_exact(4).map(|four| i32::from_le_bytes([four[0], four[1], four[2], four[3]]));
    Ok((card, Arc::new(weights.collect())))
}

fn damaged(why: impl std::fmt::Display) -> FileError {
    FileError::Damaged(why.to_string())
}
