import { listAuditEvents } from '@portico/contract/audit/audit.ts'
import { listUsers } from '@portico/contract/users/users.ts'
import { closedLoop, headerOf, type Work } from './clients.ts'
import type { Bench, Figure, Report, Run } from './figures.ts'
import { type ListCase, listCases, loadEvents, makeAdministrator } from './list-cases.ts'
import { interleave, median, type Rounds, summarize } from './harness.ts'
import { BINDING, type BenchData } from './load-data.ts'
import { type BenchServer, portalEnvironment, startBare, startPortal } from './servers.ts'
import { asSignedIn } from './visitors.ts'

/** Milliseconds of the portal that no ratio to the bare statements explains: session, guard, codecs. */
const FIXED_MS = 3

interface Size {
  rows: number
  rounds: Rounds
}

/** Goals 6 to 9: pages of the user list and of the audit trail, from 10,000 rows to the most. */
export async function lists(bench: Bench): Promise<Partial<Report>> {
  const sizes = [10_000, bench.isFull ? 1_000_000 : 100_000]
  const runs: Run[] = []
  const taken: Size[] = []
  for (const rows of sizes) {
    const data = await bench.data(rows)
    await loadEvents(data)
    const administrator = await makeAdministrator(data)
    const bare = await startBare(data.url)
    const portal = await startPortal({ environment: portalEnvironment(data.url) })
    try {
      const rounds = await pages(bench, { data, bare, portal, administrator })
      taken.push({ rows, rounds })
      runs.push(
        ...Object.entries(rounds).map(([name, list]): Run => ({ name: `${name}, ${rows}`, ...summarize(list) })),
      )
    } finally {
      await Promise.all([portal.stop(), bare.stop()])
    }
  }
  return { figures: [...pageFigures(taken), ...growthFigures(taken)], runs }
}

interface Servers {
  data: BenchData
  bare: BenchServer
  portal: BenchServer
  /** Index of a user who may read both lists. */
  administrator: { index: number; uid: number }
}

const bareName = ({ name }: ListCase) => `${name}, bare statements`

/** One page after the other, each beside the same question in the best statements that are known. */
function pages(bench: Bench, { data, bare, portal, administrator }: Servers): Promise<Rounds> {
  const headers = {
    ...asSignedIn(administrator.index),
    origin: portal.origin,
    'x-csrf-token': BINDING,
    'content-type': 'application/json',
  }
  const fill = (path: string) => path.replace('{uid}', String(administrator.uid))
  const contenders = listCases(data).flatMap((one) => {
    const asked: Work = async (connection) => {
      const answer =
        one.list === 'users'
          ? await connection.send('POST', fill(listUsers.path), headers, JSON.stringify(one.query))
          : await connection.send('GET', `${fill(listAuditEvents.path)}?${new URLSearchParams(one.query)}`, headers)
      const total =
        one.list === 'users'
          ? (JSON.parse(answer.body) as { data: { totalResults: number } }).data.totalResults
          : Number(headerOf(answer.head, 'x-total-count'))
      return answer.status === 200 && one.isExpected(total)
    }
    const stated: Work = async (connection) => {
      await connection.send('GET', '/session', headers)
      const body = JSON.stringify({ statements: one.statements })
      return (await connection.send('POST', '/statements', { 'content-type': 'application/json' }, body)).status === 200
    }
    return [
      { name: bareName(one), pid: bare.pid, run: (ms: number) => closedLoop(bare.origin, 1, ms, stated) },
      { name: one.name, pid: portal.pid, run: (ms: number) => closedLoop(portal.origin, 1, ms, asked) },
    ]
  })
  const slice = Math.min(bench.slice, 2_000)
  return interleave(contenders, { ...bench, slice, databasePid: bench.postgres.pid })
}

const p50 = (rounds: Rounds, name: string) => median((rounds[name] ?? []).flatMap(({ latencies }) => latencies))
const casesOf = (rounds: Rounds) => Object.keys(rounds).filter((name) => !name.endsWith(', bare statements'))

/** Goals 6, 7 and 9 at the largest size. */
function pageFigures(taken: readonly Size[]): Figure[] {
  const largest = taken.at(-1)
  if (!largest) return []
  const { rows, rounds } = largest
  return casesOf(rounds).map((name): Figure => {
    const [own, bare] = [p50(rounds, name), p50(rounds, `${name}, bare statements`)]
    const bad = (rounds[name] ?? []).reduce((sum, round) => sum + round.bad, 0)
    const isShort = /“\w{1,2}”/.test(name)
    return {
      goal: isShort ? '7' : '6',
      name: `${name} of ${rows.toLocaleString('en')}: (p50 − ${isShort ? 0 : FIXED_MS} ms) / best statements`,
      value: Math.max(0, own - (isShort ? 0 : FIXED_MS)) / bare,
      unit: '',
      must: isShort ? 1.5 : 2,
      aim: isShort ? 1.2 : 1.3,
      sense: 'at most',
      note: `p50 ${own.toFixed(1)} ms against ${bare.toFixed(1)} ms, ${bad} bad answers`,
    }
  })
}

/** Goal 8: slope of p50 over the number of rows, both on logarithmic scales. */
function growthFigures(taken: readonly Size[]): Figure[] {
  const [least, most] = [taken[0], taken.at(-1)]
  if (!least || !most || least === most) return []
  return casesOf(most.rounds).map((name): Figure => {
    const slope = Math.log(p50(most.rounds, name) / p50(least.rounds, name)) / Math.log(most.rows / least.rows)
    const isSearch = /“/.test(name) && !/nothing/.test(name)
    return {
      goal: '8',
      name: `growth of “${name}” from ${least.rows.toLocaleString('en')} to ${most.rows.toLocaleString('en')}`,
      value: slope,
      unit: '',
      must: isSearch ? 0.95 : 0.15,
      aim: isSearch ? 0.9 : 0.1,
      sense: 'at most',
    }
  })
}
