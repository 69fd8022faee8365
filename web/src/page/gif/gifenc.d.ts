// What is used here of `gifenc`, which has no types of its own.
declare module "gifenc" {
  export type Colours = [number, number, number][];
  export function quantize(rgba: Uint8Array | Uint8ClampedArray, most: number): Colours;
  export function applyPalette(rgba: Uint8Array | Uint8ClampedArray, colours: Colours): Uint8Array<ArrayBuffer>;
  export interface Frame { palette?: Colours; delay: number; transparent?: boolean; transparentIndex?: number; dispose?: number }
  export function GIFEncoder(): {
    writeFrame(pixels: Uint8Array, width: number, height: number, frame: Frame): void;
    finish(): void;
    bytes(): Uint8Array<ArrayBuffer>;
  };
}
