// How large the board is drawn: as large as fits, or so many times that; what does not fit is scrolled.

export const FARTHEST = 1;
export const NEAREST = 4;

export const zoomed = (zoom: number, steps: number) => Math.max(FARTHEST, Math.min(NEAREST, Math.round(4 * (zoom + steps / 4)) / 4));
