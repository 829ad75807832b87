/** Numbers from 0 to 1, the same for the same seed. */
export type Random = () => number

/** The sequence of one experiment: it does not depend on which others run before. */
export function randomOf(seed: number, name: string): Random {
  let state = Buffer.from(name).reduce((sum, byte) => Math.imul(sum ^ byte, 0x01_00_01_93), seed | 0)
  // Mulberry32.
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
