import { deleteApplication, getApplicationImpact, restoreApplication } from '@portico/contract/catalog/catalog.ts'
import { HttpConnection } from './clients.ts'
import { atMostOf, type Bench, type Report } from './figures.ts'
import { makeAdministrator } from './list-cases.ts'
import { type BenchData, BINDING, FIRST_USER } from './load-data.ts'
import { onDatabase } from './postgres.ts'
import { portalEnvironment, startPortal } from './servers.ts'
import { asSignedIn } from './visitors.ts'

const USERS = 100_000
/** A page of system 100 that all users hold. */
const APPLICATION = 1040
const REPEATS = 7

/** What everybody loses with an application that all users hold, its deletion, and taking it back. */
export async function catalog(bench: Bench): Promise<Partial<Report>> {
  const data = await bench.data(USERS)
  const administrator = await makeAdministrator(data, ['Application Settings'])
  await giveToAll(data)
  const portal = await startPortal({ environment: portalEnvironment(data.url) })
  const connection = new HttpConnection(portal.origin)
  const headers = {
    ...asSignedIn(administrator.index),
    origin: portal.origin,
    'x-csrf-token': BINDING,
    'content-type': 'application/json',
  }
  const timed = async (
    method: string,
    path: string,
    query: string,
    body: string,
    isRight: (answer: string) => boolean,
  ) => {
    const address = path.replace('{uid}', String(administrator.uid)).replace('{appId}', String(APPLICATION)) + query
    const started = performance.now()
    const answer = await connection.send(method, address, headers, body)
    if (answer.status !== 200 || !isRight(answer.body)) throw new Error(`${method} ${address}: ${answer.body}`)
    return { ms: performance.now() - started, body: answer.body }
  }
  try {
    const impacts: number[] = []
    for (let at = 0; at < REPEATS; at++) {
      const { method, path } = getApplicationImpact
      const isRight = (answer: string) => answer.includes(`"permissionCnt":${USERS}`)
      impacts.push((await timed(method, path, '', '', isRight)).ms)
    }
    const deleted = await timed(deleteApplication.method, deleteApplication.path, '', '', (body) =>
      body.includes('undoId'),
    )
    const undoId = /"undoId":(\d+)/.exec(deleted.body)?.[1] ?? ''
    const restored = await timed(
      restoreApplication.method,
      restoreApplication.path,
      '',
      `{"undoId":${undoId}}`,
      (body) => body.includes(`"pageId":${APPLICATION}`),
    )
    return {
      figures: [
        figure(
          'impact of a deletion, median',
          impacts.toSorted((a, b) => a - b)[Math.floor(REPEATS / 2)] ?? 0,
          500,
          300,
        ),
        figure('deletion', deleted.ms, 2_000, 1_500),
        figure('taking it back', restored.ms, 3_000, 2_000),
      ],
    }
  } finally {
    connection.close()
    await portal.stop()
  }
}

const atMost = atMostOf('catalog')
const figure = (name: string, value: number, must: number, aim: number) =>
  atMost(`application that ${USERS.toLocaleString('en')} users hold: ${name}`, value, 'ms', must, aim)

const giveToAll = ({ url }: BenchData) =>
  onDatabase(url, async (client) => {
    await client.query(
      `insert into user_system_grants (user_id, system_id) select id, 100 from users where id >= ${FIRST_USER} on conflict do nothing`,
    )
    await client.query(
      `insert into user_page_grants (user_id, page_id) select id, $1 from users where id >= ${FIRST_USER} on conflict do nothing`,
      [APPLICATION],
    )
    await client.query('vacuum analyze user_system_grants, user_page_grants')
  })
