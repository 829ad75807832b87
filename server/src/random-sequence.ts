/** Returns pseudo-random numbers from 0 to below 1 that depend on the seed only (mulberry32): fast, and no secret. */
export function randomSequence(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** The same for seeds that are close to each other, such as ids. */
export const spreadSequence = (seed: number): (() => number) => randomSequence(Math.imul(seed, 0x9e3779b1))
