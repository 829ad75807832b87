import { randomSequence } from '../../server/src/random-sequence.ts'

/** Numbers from 0 to 1, the same for the same seed. */
export type Random = () => number

/** The sequence of one experiment: it does not depend on which others run before. */
export const randomOf = (seed: number, name: string): Random =>
  randomSequence(Buffer.from(name).reduce((sum, byte) => Math.imul(sum ^ byte, 0x01_00_01_93), seed | 0))
