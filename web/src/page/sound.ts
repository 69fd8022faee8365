// Moves that are heard: made as they are needed, of two or three tones.

import type { Studio } from "./studio";
import type { PositionView } from "../protocol";

let context: AudioContext | null = null;

/** A tone that begins after so many seconds and dies away. */
function tone(pitch: number, length: number, after = 0, loudness = 0.12, shape: OscillatorType = "triangle") {
  context ??= new AudioContext();
  void context.resume();
  const begin = context.currentTime + after;
  const [oscillator, gain] = [context.createOscillator(), context.createGain()];
  oscillator.type = shape;
  oscillator.frequency.setValueAtTime(pitch, begin);
  oscillator.frequency.exponentialRampToValueAtTime(pitch / 2, begin + length);
  gain.gain.setValueAtTime(loudness, begin);
  gain.gain.exponentialRampToValueAtTime(0.0001, begin + length);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(begin);
  oscillator.stop(begin + length);
}

/** What the last move sounds like: wood on wood, lower where something is taken; a chord at the end of the game. */
export function soundOf({ effects, ended }: Pick<PositionView, "effects" | "ended">): "move" | "capture" | "end" {
  if (ended) return "end";
  return effects.some(({ type }) => type === "remove" || type === "replace") ? "capture" : "move";
}

const SOUNDS: Record<ReturnType<typeof soundOf>, () => void> = {
  move: () => tone(520, 0.07),
  capture: () => { tone(300, 0.11, 0, 0.16); tone(190, 0.13, 0.03, 0.12); },
  end: () => { for (const [place, pitch] of [523, 659, 784].entries()) tone(pitch, 0.5, 0.09 * place, 0.08, "sine"); },
};

/** A position that is one move further than the one before is heard. */
export function sounds({ store }: Studio) {
  store.subscribe((state, before) => {
    if (state.sound && !before.sound) SOUNDS.move();
    if (!state.sound || state.position === before.position || !state.position || !before.position) return;
    if (state.position.plies.length === before.position.plies.length + 1) SOUNDS[soundOf(state.position)]();
  });
}
