import type { BenchData } from './load-data.ts'
import type { BenchPostgres } from './postgres.ts'
import type { Summary } from './harness.ts'

/** One figure with the goal it is held against. */
export interface Figure {
  /** Number of the goal in docs/performance.md. */
  goal: string
  name: string
  value: number
  unit: string
  must: number
  aim: number
  /** Whether the value must reach the goal or stay below it. */
  sense: 'at least' | 'at most'
  /** An explanation of the figure. */
  note?: string
}

/** Measured beside the figures: rounds, percentiles, CPU, share of others. */
export interface Run extends Summary {
  name: string
}

export interface Report {
  figures: Figure[]
  runs: Run[]
  /** Parts that could not be measured here, and why. */
  left: string[]
}

/** Dependencies of every part. */
export interface Bench {
  postgres: BenchPostgres
  /** The data of that many users, loaded at the first question. */
  data(users: number): Promise<BenchData>
  rounds: number
  slice: number
  isQuick: boolean
  isFull: boolean
}

export type Part = (bench: Bench) => Promise<Partial<Report>>

export const meets = ({ value, must, sense }: Figure): boolean => (sense === 'at least' ? value >= must : value <= must)
export const reaches = ({ value, aim, sense }: Figure): boolean => (sense === 'at least' ? value >= aim : value <= aim)

/** Builds figures of one goal that must stay below a limit. */
export const atMostOf =
  (goal: string) =>
  (name: string, value: number, unit: string, must: number, aim = must): Figure => ({
    goal,
    name,
    value,
    unit,
    must,
    aim,
    sense: 'at most',
  })
