import { spreadSequence } from '@portico/server/for-demo.ts'

/** Pseudo-random values that are the same at every load: each topic has a sequence of its own. */
export interface DemoRandom {
  /** From 0 to below 1. */
  next(): number
  /** A whole number from low to high, both included. */
  between(low: number, high: number): number
  happens(probability: number): boolean
  pick<T>(from: readonly T[]): T
  /** Some of them, in their order, without repetition. */
  some<T>(from: readonly T[], count: number): T[]
}

export function demoRandom(seed: number): DemoRandom {
  const next = spreadSequence(seed)
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  return {
    next,
    between,
    happens: (probability) => next() < probability,
    pick: (from) => {
      const [picked] = from.slice(between(0, from.length - 1))
      if (picked === undefined) throw new Error('There is nothing to pick from')
      return picked
    },
    some: (from, count) => {
      const order = from.map((one, at) => ({ one, at, weight: next() }))
      const chosen = order.toSorted((a, b) => a.weight - b.weight).slice(0, count)
      return chosen.toSorted((a, b) => a.at - b.at).map(({ one }) => one)
    },
  }
}
