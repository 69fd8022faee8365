/* What Wine 8 has no DLL for: random bytes, as Rust's standard library asks Windows for them. */
#include <windows.h>
#include <ntsecapi.h>

__declspec(dllexport) BOOL WINAPI ProcessPrng(PUCHAR bytes, SIZE_T length) {
    return length <= MAXDWORD && RtlGenRandom(bytes, (ULONG)length);
}
