import {
  CUSTOMERS_PAGE,
  listCustomerDescendants,
  listTopLevelCustomers,
  searchCustomers,
} from '@portico/contract/customers/user-customers.ts'
import { closedLoop } from './clients.ts'
import type { Bench, Figure, Report } from './figures.ts'
import { interleave, summarize } from './harness.ts'
import { makeAdministrator } from './list-cases.ts'
import { onDatabase } from './postgres.ts'
import { portalEnvironment, startPortal } from './servers.ts'
import { asSignedIn } from './visitors.ts'

/** Customers of one facility. */
const CUSTOMERS = 100_000
/** A customer with as many children as all others have together, for pages far down. */
const WIDE = 900_000

interface Case {
  name: string
  paths: (uid: number) => readonly string[]
  /** Most milliseconds, and those aimed at. */
  must: number
  aim: number
}

const fill = (path: string, uid: number, customerId = 0) =>
  path.replace('{uid}', String(uid)).replace('{customerId}', String(customerId))

const cases: readonly Case[] = [
  {
    name: 'first rows of the customer tree',
    paths: (uid) => [
      `${fill(listTopLevelCustomers.path, uid)}?facilityCd=EDH`,
      `${fill(listTopLevelCustomers.path, uid)}?facilityCd=KCW`,
      `${fill(listCustomerDescendants.path, uid, 1)}?levels=1`,
    ],
    must: 300,
    aim: 200,
  },
  {
    name: '100 more customers at 10,000',
    paths: (uid) => [
      `${fill(listTopLevelCustomers.path, uid)}?facilityCd=KCW&offset=10000`,
      `${fill(listCustomerDescendants.path, uid, WIDE)}?levels=1&offset=10000`,
    ],
    must: 50,
    aim: 16,
  },
  {
    name: 'search in 100,000 customers',
    paths: (uid) =>
      ['4321', 'CUSTOMER', 'CUSTOMER 9', '77', 'Z', 'NOTHING LIKE IT'].map(
        (text) => `${fill(searchCustomers.path, uid)}?facilityCd=EDH&searchPattern=${encodeURIComponent(text)}`,
      ),
    must: 80,
    aim: 30,
  },
]

/** A wide branch in EDH and a flat list in KCW, beside the tree that the data has. */
async function loadWideBranch(url: string): Promise<void> {
  await onDatabase(url, async (client) => {
    await client.query(
      `insert into customers (id, facility_code, name) values ($1, 'EDH', 'Wide branch') on conflict do nothing`,
      [WIDE],
    )
    await client.query(
      `insert into customers (id, facility_code, parent_id, name)
       select $1::int + n, 'EDH', $1, 'Branch ' || n from generate_series(1, 20000) n on conflict do nothing`,
      [WIDE],
    )
    await client.query(
      `insert into customers (id, facility_code, name)
       select 1000000 + n, 'KCW', 'Flat ' || n from generate_series(1, $1::int) n on conflict do nothing`,
      [CUSTOMERS],
    )
    await client.query('vacuum analyze customers')
  })
}

/** Goal 13, server: levels, pages far down and searches of a facility with 100,000 customers. */
export async function customers(bench: Bench): Promise<Partial<Report>> {
  const data = await bench.data(CUSTOMERS)
  await loadWideBranch(data.url)
  const { index, uid } = await makeAdministrator(data)
  const portal = await startPortal({ environment: portalEnvironment(data.url) })
  const next = new Map<string, number>()
  try {
    const rounds = await interleave(
      cases.map(({ name, paths }) => ({
        name,
        pid: portal.pid,
        run: (ms: number) =>
          closedLoop(portal.origin, 1, ms, async (connection) => {
            const turn = next.get(name) ?? 0
            next.set(name, turn + 1)
            const asked = paths(uid)
            const { body } = await connection.send('GET', asked[turn % asked.length] ?? '', asSignedIn(index))
            const { code, data: rows } = JSON.parse(body) as { code: string; data: unknown[] }
            return code === '200' && rows.length <= CUSTOMERS_PAGE
          }),
      })),
      { ...bench, databasePid: bench.postgres.pid },
    )
    const runs = cases.map(({ name }) => ({ name, ...summarize(rounds[name]) }))
    const figures = cases.map(({ name, must, aim }, at): Figure => {
      const { p50 = 0, p95 = 0, bad = 0 } = runs[at] ?? {}
      const note = `p50 ${p50.toFixed(0)} ms, ${bad} bad answers`
      return { goal: '13', name: `${name}, p95`, value: p95, unit: 'ms', must, aim, sense: 'at most', note }
    })
    return { runs, figures }
  } finally {
    await portal.stop()
  }
}
