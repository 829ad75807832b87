import type { FaultyCluster } from './cluster.ts'
import type { Random } from './random.ts'

/** One thing that was measured, and the limit that it is held against. */
export interface Finding {
  what: string
  value: number
  unit: string
  /** Absent: a fact without a limit. */
  limit?: number
  sense: 'at most' | 'at least'
  /** A machine without a processor to spare misses it without a fault of the portal. */
  isTime: boolean
}

export interface Outcome {
  findings: readonly Finding[]
  /** How it was done, where the row does not say it. */
  notes?: readonly string[]
  /** Parts of the row that were not tried here. With any, the row counts as tried in part, not as passed. */
  open?: readonly string[]
}

/** What every experiment gets. */
export interface FaultBench {
  /** A PostgreSQL server of this run. */
  cluster: FaultyCluster
  random: Random
  /** Length of the soak. */
  minutes: number
  /** Less data, where much of it takes long to load. */
  isQuick: boolean
  /** Writes figures to the report at once, for what takes long. */
  record: (figures: object) => void
}

export interface Experiment {
  /** Row of docs/requirements/reliability-experiments.md, or a name of its own. */
  id: string
  title: string
  run(bench: FaultBench): Promise<Outcome>
}

/** Thrown by an experiment for which something is missing on this machine. */
export class CannotHere extends Error {}

/** A count that has to be zero. */
export const none = (what: string, value: number): Finding => atMost(what, value, 0)
export const atMost = (what: string, value: number, limit: number): Finding => ({
  what,
  value,
  unit: '',
  limit,
  sense: 'at most',
  isTime: false,
})
export const atLeast = (what: string, value: number, limit: number): Finding => ({
  ...atMost(what, value, limit),
  sense: 'at least',
})
/** A time or a size that depends on how busy the machine is. */
export const within = (what: string, value: number, limit: number, unit = 'ms'): Finding => ({
  ...atMost(what, value, limit),
  unit,
  isTime: true,
})
export const fact = (what: string, value: number, unit = ''): Finding => ({
  what,
  value,
  unit,
  sense: 'at most',
  isTime: false,
})

const isMet = ({ value, limit, sense }: Finding): boolean =>
  limit === undefined || (sense === 'at most' ? value <= limit : value >= limit)

export type Verdict = 'passed' | 'passed in part' | 'late on a busy machine' | 'FAILED' | 'left out'

/** A time that is missed counts as a failure, unless others took much of the machine meanwhile. */
export function verdictOf({ findings, open = [] }: Outcome, isBusy: boolean): Verdict {
  const missed = findings.filter((finding) => !isMet(finding))
  if (missed.some(({ isTime }) => !isTime || !isBusy)) return 'FAILED'
  if (missed.length > 0) return 'late on a busy machine'
  return open.length > 0 || findings.every(({ limit }) => limit === undefined) ? 'passed in part' : 'passed'
}

/** A finding as a line of the report. */
export function findingAsText(finding: Finding): string {
  const { what, value, unit, limit, sense } = finding
  const shown = `${Number.isInteger(value) ? value : value.toFixed(Math.abs(value) < 10 ? 2 : 0)} ${unit}`.trim()
  const bound = limit === undefined ? '' : ` (${sense} ${limit})${isMet(finding) ? '' : ' MISSED'}`
  return `${what}: ${shown}${bound}`
}
