import { setTimeout as delay } from 'node:timers/promises'
import {
  planPermissionSet,
  undoPermissionSet,
  updatePermissionSet,
} from '@portico/contract/permission-sets/permission-sets.ts'
import { besideReads } from './beside-reads.ts'
import { HttpConnection } from './clients.ts'
import { atMostOf, type Bench, type Figure, type Report } from './figures.ts'
import { percentile } from './harness.ts'
import { makeAdministrator } from './list-cases.ts'
import { BINDING, type BenchData } from './load-data.ts'
import { onDatabase } from './postgres.ts'
import { type BenchServer, portalEnvironment, startPortal } from './servers.ts'
import { asSignedIn } from './visitors.ts'

const HOLDERS = 100_000
/** Holders when the run is to be short. */
const QUICK_HOLDERS = 10_000
const PLANS = 20
/** The client of the holders, far from those of the data. */
const CLIENT = 2002
/** The number of the first holder less one. */
const BEFORE_HOLDERS = 6_000_000
/** Applications of the data: the set gives the first two, and the third one instead of the second after the change. */
const [KEPT, REMOVED, ADDED] = [100, 101, 102]
const POLL_MS = 500
/** What the message of a save promises. */
const FOLLOWED_WITHIN_S = 600

/** A permission set with many holders: what a change would do, the change that a job brings to all of them, and its undo. */
export async function sets(bench: Bench): Promise<Partial<Report>> {
  const data = await bench.data(10_000)
  const size = bench.isQuick ? QUICK_HOLDERS : HOLDERS
  const administrator = await makeAdministrator(data)
  const { setId, pageIds } = await loadSet(data, administrator.uid, size)
  const portal = await startPortal({ environment: portalEnvironment(data.url) })
  const call = callsOf(portal, administrator)
  const systemIds = [KEPT, ADDED]
  try {
    const plans: number[] = []
    for (let at = 0; at < PLANS; at++) {
      const started = performance.now()
      await call(planPermissionSet, { setId }, { systemIds, pageIds })
      plans.push(performance.now() - started)
    }
    let undoId = 0
    const named = { setNm: 'Clerk', descriptionTxt: '' }
    const saved = await followed(portal, data, size, [REMOVED, ADDED], async () => {
      const body = { ...named, systemIds, pageIds, versionNr: 1 }
      undoId = Number((await call(updatePermissionSet, { setId }, body))['undoId'])
    })
    const undone = await followed(portal, data, size, [ADDED, REMOVED], () =>
      call(undoPermissionSet, { setId }, { undoId }),
    )
    return {
      figures: [
        figure(`plan of a change for ${size} holders: p95`, percentile(plans, 0.95), 'ms', 5_000, noteOf(plans)),
        ...figuresOf('a change', size, saved),
        ...figuresOf('its undo', size, undone),
      ],
    }
  } finally {
    await portal.stop()
  }
}

interface Followed {
  /** Of the call itself. */
  answerMs: number
  /** Until every holder had the change. */
  seconds: number
  reads: readonly number[]
}

const figuresOf = (what: string, size: number, { answerMs, seconds, reads }: Followed): Figure[] => [
  figure(
    `${what}: until all ${size} holders have it`,
    seconds,
    's',
    FOLLOWED_WITHIN_S,
    `answered after ${answerMs.toFixed(0)} ms`,
  ),
  figure(`${what}: reads of others meanwhile, p95`, percentile(reads, 0.95), 'ms', 25, noteOf(reads)),
]

const atMost = atMostOf('sets')
const figure = (name: string, value: number, unit: string, must: number, note: string): Figure => ({
  ...atMost(name, value, unit, must),
  note,
})

const noteOf = (taken: readonly number[]) => `p50 ${percentile(taken, 0.5).toFixed(1)} ms of ${taken.length}`

/** Makes a client with that many users, who all have a set, with all that it gives. */
async function loadSet(data: BenchData, uid: number, size: number): Promise<{ setId: number; pageIds: number[] }> {
  return onDatabase(data.url, async (client) => {
    await client.query("set synchronous_commit = off; set work_mem = '64MB'")
    await client.query(`insert into clients (id, name) values (${CLIENT}, 'Holders')`)
    await client.query(
      `insert into users (id, user_name, first_name, last_name, email, client_id, status, second_factor_required, sign_in_kind)
       select ${BEFORE_HOLDERS} + n, 'holder.' || n, 'Given' || n % 1000, 'Family' || n % 7919,
              'holder.' || n || '@holders.example.test', ${CLIENT}, 1, false, 'federated' from generate_series(1, $1) n`,
      [size],
    )
    const { rows } = await client.query<{ setId: number; pageIds: number[] }>(
      `with made as (
         insert into permission_sets (client_id, name, owner_id) values (${CLIENT}, 'Clerk', $1) returning id),
       pages_given as (select id from pages where system_id = ${KEPT} order by id limit 2),
       items as (
         insert into permission_set_items (set_id, system_id, page_id, granted_by)
         select made.id, system_id, null, $1 from made, unnest(array[${KEPT}, ${REMOVED}]) system_id
         union all
         select made.id, ${KEPT}, page.id, $1 from made, pages_given page),
       holders as (
         insert into permission_set_holders (set_id, user_id, granted_by)
         select made.id, ${BEFORE_HOLDERS} + n, $1 from made, generate_series(1, $2) n),
       systems_given as (
         insert into user_system_grants (user_id, system_id, granted_by, by_group)
         select ${BEFORE_HOLDERS} + n, system_id, $1, true
           from generate_series(1, $2) n, unnest(array[${KEPT}, ${REMOVED}]) system_id),
       page_grants as (
         insert into user_page_grants (user_id, page_id, granted_by, by_group)
         select ${BEFORE_HOLDERS} + n, page.id, $1, true from generate_series(1, $2) n, pages_given page)
       select made.id as "setId", array(select id from pages_given) as "pageIds" from made`,
      [uid, size],
    )
    await client.query('vacuum analyze')
    await client.query('checkpoint')
    const [made] = rows
    if (!made) throw new Error('The permission set was not made.')
    return made
  })
}

interface SetCall {
  readonly method: string
  readonly path: string
}

/** Calls of the administrator; one that is refused ends the run. */
function callsOf({ origin }: BenchServer, { index, uid }: { index: number; uid: number }) {
  let connection = new HttpConnection(origin)
  const headers = { ...asSignedIn(index), origin, 'x-csrf-token': BINDING, 'content-type': 'application/json' }
  return async ({ method, path }: SetCall, { setId }: { setId: number }, body: object) => {
    const address = path.replace('{uid}', String(uid)).replace('{setId}', String(setId))
    if (!connection.isOpen) connection = new HttpConnection(origin)
    const answer = await connection.send(method, address, headers, JSON.stringify(body))
    const { code, data } = JSON.parse(answer.body) as { code: string; data: Record<string, unknown> | null }
    if (code !== '200') throw new Error(`${method} ${address} was answered ${answer.body}`)
    return data ?? {}
  }
}

/** Makes a change while a user reads their session, and waits until no holder has the one application and all the other. */
function followed(
  portal: BenchServer,
  data: BenchData,
  size: number,
  [from, to]: readonly [number, number],
  change: () => Promise<unknown>,
): Promise<Followed> {
  return onDatabase(data.url, async (client) => {
    const count = async (systemId: number) => {
      const { rows } = await client.query<{ count: number }>(
        `select count(*)::integer as count from user_system_grants
          where system_id = $1 and user_id > ${BEFORE_HOLDERS} and valid_to is null`,
        [systemId],
      )
      return rows[0]?.count ?? 0
    }
    const { result: answerMs, ...taken } = await besideReads(portal, data.users - 1, async () => {
      const started = performance.now()
      await change()
      const answered = performance.now() - started
      while ((await count(to)) < size || (await count(from)) > 0) await delay(POLL_MS)
      return answered
    })
    return { answerMs, seconds: taken.seconds, reads: taken.reads }
  })
}
