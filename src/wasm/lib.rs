//! The engine of the page: a session as WebAssembly, by four exports and two imports, without generated glue.
//!
//! `alloc(len)` gives memory to write a request into; `answer(ptr, len)` gives the reply as `ptr << 32 | len`; `free(ptr, len)` takes
//! both back. `hold(ptr, len)` takes the file of a learned player and replies likewise. While it works it calls `env.progress(ptr, len)` with
//! JSON, where 0 stops it, and `env.give(ptr, len, ptr, len)` with the digest and the file of a player that it has made.
#![expect(unsafe_code, reason = "memory is handed over the border of the module")]

use std::cell::RefCell;

use rulebook_service::session::{Host, Session};

thread_local! {
    static SESSION: RefCell<Session> = RefCell::new(Session::default());
}

#[link(wasm_import_module = "env")]
unsafe extern "C" {
    fn progress(at: *const u8, length: usize) -> i32;
    fn give(digest: *const u8, digits: usize, at: *const u8, length: usize);
}

/// The page.
struct Page;

impl Host for Page {
    fn progress(&mut self, value: &serde_json::Value) -> bool {
        let text = value.to_string();
        // SAFETY: the page reads the text, which lives until the call is over, and nothing else.
        unsafe { progress(text.as_ptr(), text.len()) != 0 }
    }

    fn give(&mut self, digest: &str, bytes: &[u8]) {
        // SAFETY: the page copies both, which live until the call is over, and reads nothing else.
        unsafe { give(digest.as_ptr(), digest.len(), bytes.as_ptr(), bytes.len()) }
    }
}

/// Memory for so many bytes.
#[unsafe(no_mangle)]
pub extern "C" fn alloc(length: usize) -> *mut u8 {
    Box::into_raw(vec![0u8; length].into_boxed_slice()).cast()
}

/// Takes back memory that [`alloc`], [`answer`] or [`hold`] gave, of that length.
///
/// # Safety
/// It was given for that length, and is not used any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn free(at: *mut u8, length: usize) {
    // SAFETY: as the caller promises.
    drop(unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(at, length)) });
}

/// The reply to a request: its place, and its length in the lower half.
///
/// # Safety
/// The request is in memory that [`alloc`] gave.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn answer(at: *mut u8, length: usize) -> u64 {
    // SAFETY: as the caller promises.
    let request = String::from_utf8_lossy(unsafe { std::slice::from_raw_parts(at, length) });
    packed(SESSION.with_borrow_mut(|session| session.answer(&request, &mut Page)))
}

/// The reply to the file of a learned player, which questions may then name: its place, and its length in the lower half.
///
/// # Safety
/// The file is in memory that [`alloc`] gave.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hold(at: *const u8, length: usize) -> u64 {
    // SAFETY: as the caller promises.
    let bytes = unsafe { std::slice::from_raw_parts(at, length) };
    packed(SESSION.with_borrow_mut(|session| session.hold(bytes)))
}

/// The place of a reply, and its length in the lower half.
fn packed(reply: String) -> u64 {
    let reply = reply.into_bytes().into_boxed_slice();
    let length = reply.len() as u64;
    let at = Box::into_raw(reply).cast::<u8>();
    (at as usize as u64) << 32 | length
}
