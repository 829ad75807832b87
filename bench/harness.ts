import { setTimeout as delay } from 'node:timers/promises'
import { cpuOf, watchForeign } from './machine.ts'

/** Result of one contender in one slice of time. */
export interface Slice {
  done: number
  /** Answers that were not the expected ones. */
  bad: number
  /** Milliseconds of each answer. */
  latencies: readonly number[]
}

export interface Contender {
  name: string
  /** The process whose tree does the work. */
  pid: number
  run(ms: number): Promise<Slice>
}

/** One slice with what it cost. */
export interface Round extends Slice {
  seconds: number
  serverCpu: number
  databaseCpu: number
  /** Share of the machine's CPU that others used. */
  foreign: number
}

export interface Plan {
  rounds: number
  /** Length of a slice in milliseconds. */
  slice: number
  /** Duration of the warm-up of each contender; a second by default. */
  warmUp?: number
  databasePid: number
}

export type Rounds = Readonly<Record<string, readonly Round[]>>

const QUIET = 0.1

/** Lets every contender work in turn, round after round, the order turned round each time. */
export async function interleave(contenders: readonly Contender[], plan: Plan): Promise<Rounds> {
  for (const contender of contenders) await contender.run(plan.warmUp ?? 1_000)
  const taken: Record<string, Round[]> = Object.fromEntries(contenders.map(({ name }) => [name, []]))
  for (let round = 0; round < plan.rounds; round++) {
    const order = round % 2 === 0 ? contenders : contenders.toReversed()
    for (const contender of order) taken[contender.name]?.push(await takeRound(contender, plan))
  }
  return quietOnly(taken)
}

async function takeRound(contender: Contender, { slice, databasePid }: Plan): Promise<Round> {
  await quietMoment(slice)
  const before = { server: cpuOf(contender.pid), database: cpuOf(databasePid), at: performance.now() }
  const foreign = watchForeign()
  const done = await contender.run(slice)
  return {
    ...done,
    seconds: (performance.now() - before.at) / 1000,
    serverCpu: cpuOf(contender.pid) - before.server,
    databaseCpu: cpuOf(databasePid) - before.database,
    foreign: foreign(),
  }
}

/** Waits a little while others are busy; they may be so for long, so the wait has an end. */
async function quietMoment(maxWaitMs: number): Promise<void> {
  for (const end = performance.now() + maxWaitMs; performance.now() < end;) {
    const foreign = watchForeign()
    await delay(200)
    if (foreign() <= QUIET) return
  }
}

/** Drops the rounds in which other processes took more than a tenth of the CPU, when there are quieter ones. */
function quietOnly(taken: Record<string, Round[]>): Rounds {
  const count = Object.values(taken)[0]?.length ?? 0
  const worst = Array.from({ length: count }, (_, at) =>
    Math.max(...Object.values(taken).map((rounds) => rounds[at]?.foreign ?? 0)),
  )
  const isKept = worst.some((share) => share <= QUIET)
    ? (at: number) => (worst[at] ?? 0) <= QUIET
    : (at: number) => (worst[at] ?? 0) <= median(worst)
  return Object.fromEntries(
    Object.entries(taken).map(([name, rounds]) => [name, rounds.filter((_, index) => isKept(index))]),
  )
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

export const median = (values: readonly number[]): number => percentile(values, 0.5)

/** Summary of the rounds of one contender. */
export interface Summary {
  rounds: number
  perSecond: number
  p50: number
  p95: number
  bad: number
  serverCpuMs: number
  databaseCpuMs: number
  foreign: number
}

export function summarize(rounds: readonly Round[] = []): Summary {
  const sum = (of: (round: Round) => number) => rounds.reduce((total, round) => total + of(round), 0)
  const done = sum((round) => round.done)
  const latencies = rounds.flatMap((round) => round.latencies)
  return {
    rounds: rounds.length,
    perSecond: done / sum((round) => round.seconds),
    p50: percentile(latencies, 0.5),
    p95: percentile(latencies, 0.95),
    bad: sum((round) => round.bad),
    serverCpuMs: sum((round) => round.serverCpu) / done,
    databaseCpuMs: sum((round) => round.databaseCpu) / done,
    foreign: sum((round) => round.foreign) / rounds.length,
  }
}

/** Median over the rounds of what one contender did against another in the same round. */
export function ratioOf(rounds: Rounds, above: string, below: string, of: (round: Round) => number): number {
  const upper = rounds[above] ?? []
  const lower = rounds[below] ?? []
  return median(upper.map((round, at) => of(round) / of(lower[at] ?? round)))
}

export const perSecond = ({ done, seconds }: Round): number => done / seconds
export const perCpuSecond = ({ done, serverCpu }: Round): number => (done * 1000) / serverCpu

/** Chance that a value of the first list is above one of the second (Mann–Whitney). */
export function areaUnderCurve(first: readonly number[], second: readonly number[]): number {
  const wins = first.flatMap((a) => second.map((b): number => (a > b ? 1 : a === b ? 0.5 : 0)))
  return wins.reduce((sum, win) => sum + win, 0) / wins.length
}
