// npm run faults [-- --only R07,R11] [--seed 1] [--minutes 60] [--quick] [--json file]
// Breaks what the portal stands on, one experiment after the other, and says what was seen (docs/reliability.md).
import { appendFileSync, mkdirSync } from 'node:fs'
import { loadavg } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { inRoot } from '../../tools/lib/runtime.mjs'
import { cores, watchForeign } from '../machine.ts'
import { startCluster } from './cluster.ts'
import {
  CannotHere,
  type Experiment,
  type FaultBench,
  findingAsText,
  type Outcome,
  type Verdict,
  verdictOf,
} from './experiment.ts'
import { experiments } from './experiments.ts'
import { randomOf } from './random.ts'
import { removeTempFolders } from './world.ts'

/** From this share of the processors on, used by others, a time that is missed is no failure. */
const BUSY = 0.15

const { values: given } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '60' },
    quick: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
})

interface Result extends Outcome {
  id: string
  title: string
  verdict: Verdict
  seconds: number
  /** Share of the processors that other programs took. */
  foreign: number
  load: number
}

/** The row that the soak stands for. */
const asked = given.only?.flatMap((names) => names.split(',')).map((name) => (name === 'R22' ? 'soak' : name))
const unknown = asked?.filter((name) => !experiments.some(({ id }) => id === name)) ?? []
if (unknown.length > 0) {
  const known = experiments.map(({ id }) => id).join(', ')
  process.stderr.write(`There is no experiment "${unknown.join(', ')}". There are: ${known}.\n`)
  process.exit(2)
}
const chosen = asked ? experiments.filter(({ id }) => asked.includes(id)) : experiments
const file = given.json ?? inRoot('.cache', 'faults', `${new Date().toISOString().replaceAll(/[:.]/g, '-')}.jsonl`)
mkdirSync(path.dirname(file), { recursive: true })
const record = (figures: object) => appendFileSync(file, `${JSON.stringify(figures)}\n`)

async function run(experiment: Experiment, bench: Omit<FaultBench, 'random'>): Promise<Result> {
  const { id, title } = experiment
  const began = performance.now()
  const foreignSince = watchForeign()
  const random = randomOf(Number(given.seed), id)
  const tried = await experiment.run({ ...bench, random }).catch((error: unknown) => error as Error)
  const foreign = Math.round(foreignSince() * 100) / 100
  const seconds = Math.round((performance.now() - began) / 1000)
  const shared = { id, title, seconds, foreign, load: Math.round((loadavg()[0] ?? 0) * 10) / 10 }
  if (tried instanceof CannotHere) return { ...shared, verdict: 'left out', findings: [], notes: [tried.message] }
  if (tried instanceof Error)
    return { ...shared, verdict: 'FAILED', findings: [], notes: [`broke off: ${tried.stack ?? tried.message}`] }
  return { ...shared, verdict: verdictOf(tried, foreign >= BUSY), ...tried }
}

function write(result: Result): void {
  const { id, title, verdict, seconds, foreign, load, findings, notes = [], open = [] } = result
  record(result)
  const lines = [
    `${id} ${title}: ${verdict} (${seconds} s; others took ${Math.round(foreign * 100)} % of the processors, load ${load})`,
    ...findings.map((finding) => `    ${findingAsText(finding)}`),
    ...notes.map((note) => `    ${note}`),
    ...open.map((part) => `    not tried: ${part}`),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}

const cluster = await startCluster()
const results: Result[] = []
try {
  const conditions = { cores, database: cluster.version, node: process.versions.node, seed: Number(given.seed) }
  record({ began: new Date().toISOString(), ...conditions })
  process.stdout.write(`${JSON.stringify(conditions)}\nfigures: ${file}\n`)
  for (const experiment of chosen) {
    process.stderr.write(`${experiment.id}…\n`)
    const result = await run(experiment, { cluster, minutes: Number(given.minutes), isQuick: given.quick, record })
    results.push(result)
    write(result)
  }
} finally {
  await cluster.remove()
  removeTempFolders()
}
const sums = Map.groupBy(results, ({ verdict }) => verdict)
const sum = [...sums].map(([verdict, of]) => `${of.length} ${verdict}`).join(', ')
process.stdout.write(`${results.length} experiments: ${sum}\n`)
process.exit(sums.has('FAILED') ? 1 : 0)
