// npm run bench [-- --only <part>] [--quick] [--full] [--json <file>]
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { announcements } from './announcements.ts'
import { answerTime } from './answer-time.ts'
import { auditGrowth } from './audit-growth.ts'
import { capacity } from './capacity.ts'
import { catalog } from './catalog.ts'
import { documents } from './documents.ts'
import { events } from './events.ts'
import type { Bench, Part, Report } from './figures.ts'
import { frontEnd } from './front-end.ts'
import { gates } from './gates.ts'
import { growth } from './growth.ts'
import { hostileInput } from './hostile-input.ts'
import { listExports } from './list-exports.ts'
import { lists } from './lists.ts'
import { lighthouse } from './lighthouse.ts'
import { logoutChain } from './logout-chain.ts'
import { type BenchData, loadData } from './load-data.ts'
import { cores } from './machine.ts'
import { memory } from './memory.ts'
import { startPostgres } from './postgres.ts'
import { openIdTokens } from './openid-tokens.ts'
import { overview } from './overview.ts'
import { asText } from './report.ts'
import { profiles } from './profiles.ts'
import { referenceData } from './reference-data.ts'
import { replica } from './replica.ts'
import { reports } from './reports.ts'
import { restore } from './restore.ts'
import { customers } from './customers.ts'
import { samlLaunches } from './saml-launches.ts'
import { scim } from './scim.ts'
import { search } from './search.ts'
import { sets } from './sets.ts'
import { sessionReads } from './session-reads.ts'
import { readsBesideSignIns, signInThroughput } from './sign-in.ts'
import { startUp } from './start-up.ts'
import { stop } from './stop.ts'
import { statements } from './statements.ts'
import { twoNodes } from './two-nodes.ts'
import { userImport } from './user-import.ts'

/** Every part by its name, in the order in which they run. */
const parts: Readonly<Record<string, Part>> = {
  'sign-in': signInThroughput,
  'beside-sign-ins': readsBesideSignIns,
  'session-reads': sessionReads,
  growth,
  'audit-growth': auditGrowth,
  'answer-time': answerTime,
  gates,
  'two-nodes': twoNodes,
  capacity,
  replica,
  documents,
  search,
  'openid-tokens': openIdTokens,
  'saml-launches': samlLaunches,
  'logout-chain': logoutChain,
  customers,
  profiles,
  import: userImport,
  scim,
  sets,
  catalog,
  announcements,
  lists,
  exports: listExports,
  restore,
  reports,
  overview,
  'start-up': startUp,
  stop,
  memory,
  statements,
  'front-end': frontEnd,
  lighthouse,
  'reference-data': referenceData,
  'hostile-input': hostileInput,
  events,
}

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    quick: { type: 'boolean', default: false },
    full: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
})

async function measure(names: readonly string[]): Promise<Report & { conditions: string }> {
  const postgres = await startPostgres()
  const loaded = new Map<number, Promise<BenchData>>()
  const bench: Bench = {
    postgres,
    data: (users) => {
      const data = loaded.get(users) ?? loadData(postgres, users)
      loaded.set(users, data)
      return data
    },
    rounds: options.quick ? 5 : 7,
    slice: options.quick ? 1_000 : 4_000,
    isQuick: options.quick,
    isFull: options.full,
  }
  const report: Report = { figures: [], runs: [], left: [] }
  try {
    for (const name of names) {
      process.stderr.write(`measuring ${name}…\n`)
      const taken = await measurePart(name, bench)
      report.figures.push(...(taken.figures ?? []))
      report.runs.push(...(taken.runs ?? []))
      report.left.push(...(taken.left ?? []))
    }
  } finally {
    await postgres.stop()
  }
  return { conditions: `${cores} cores, ${postgres.version}, Node.js ${process.versions.node}`, ...report }
}

/** One part that fails must not take the figures of the others with it. */
async function measurePart(name: string, bench: Bench): Promise<Partial<Report>> {
  try {
    return (await parts[name]?.(bench)) ?? {}
  } catch (error) {
    process.exitCode = 1
    return { left: [`${name}: ${(error as Error).message}`] }
  }
}

const chosen = options.only ?? Object.keys(parts)
const unknown = chosen.filter((name) => !(name in parts))
if (unknown.length) {
  process.stderr.write(`There is no part "${unknown.join(', ')}". There are: ${Object.keys(parts).join(', ')}.\n`)
  process.exit(2)
}
const report = await measure(chosen)
process.stdout.write(`${report.conditions}\n\n${asText(report)}\n`)
if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(report, null, 2)}\n`)
