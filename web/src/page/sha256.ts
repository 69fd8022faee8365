// SHA-256 (FIPS 180-4), for pages that come without `https` too, where the browser's own is not there.

const ROOTS = (root: number, count: number): Uint32Array => {
  const found: number[] = [];
  for (let number = 2; found.length < count; number++) {
    if (found.every((_, index) => number % PRIMES[index]! !== 0)) {
      PRIMES[found.length] = number;
      found.push(((number ** root) % 1) * 2 ** 32);
    }
  }
  return Uint32Array.from(found);
};
const PRIMES: number[] = [];
const ROUNDS = ROOTS(1 / 3, 64);
const BEGIN = ROOTS(1 / 2, 8);

/** The SHA-256 of a text as hexadecimal digits. */
export function sha256(text: string): string {
  const content = new TextEncoder().encode(text);
  const bytes = new Uint8Array(((content.length + 8) >> 6 << 6) + 64);
  bytes.set(content);
  bytes[content.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setUint32(bytes.length - 8, Math.floor(content.length / 2 ** 29));
  view.setUint32(bytes.length - 4, (content.length << 3) >>> 0);
  const hash = Uint32Array.from(BEGIN);
  const words = new Uint32Array(64);
  const turn = (word: number, by: number) => (word >>> by) | (word << (32 - by));
  for (let at = 0; at < bytes.length; at += 64) {
    for (let index = 0; index < 64; index++) {
      if (index < 16) words[index] = view.getUint32(at + 4 * index);
      else {
        const [a, b] = [words[index - 15]!, words[index - 2]!];
        words[index] = words[index - 16]! + words[index - 7]! + (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) + (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10));
      }
    }
    let [a, b, c, d, e, f, g, h] = hash as unknown as [number, number, number, number, number, number, number, number];
    for (let index = 0; index < 64; index++) {
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[index]! + words[index]!) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, index) => { hash[index] = hash[index]! + word; });
  }
  return [...hash].map((word) => word.toString(16).padStart(8, "0")).join("");
}
