import { updateUserPermissions } from '@portico/contract/users/user-profile.ts'
import { closedLoop, HttpConnection, type Work } from './clients.ts'
import { atMostOf, type Bench, type Report } from './figures.ts'
import { summarize } from './harness.ts'
import { makeAdministrator } from './list-cases.ts'
import { BINDING, type BenchData, FIRST_USER } from './load-data.ts'
import { onDatabase } from './postgres.ts'
import { portalEnvironment, startPortal } from './servers.ts'
import { countStatements } from './statement-counts.ts'
import { asSignedIn } from './visitors.ts'

const SYSTEMS = 40
const PAGES = 460
const FIRST_PAGE = 50_000
const FEW = 10

/** Saving the permissions of a user who gets 500 of them, and loses them again: the most that one save changes. */
export async function profiles(bench: Bench): Promise<Partial<Report>> {
  const data = await bench.data(10_000)
  await loadPages(data)
  const administrator = await makeAdministrator(data)
  const portal = await startPortal({ environment: portalEnvironment(data.url) })
  const userId = FIRST_USER - 1 + 4_321
  const path = updateUserPermissions.path
    .replace('{uid}', String(administrator.uid))
    .replace('{userId}', String(userId))
  const headers = {
    ...asSignedIn(administrator.index),
    origin: portal.origin,
    'x-csrf-token': BINDING,
    'content-type': 'application/json',
  }
  const save =
    (grants: number): Work =>
    async (connection) => {
      const { body } = await connection.send('POST', path, headers, JSON.stringify(permissions(grants)))
      return (JSON.parse(body) as { code: string }).code === '200'
    }
  try {
    let saves = 0
    const toggled: Work = (connection, client) => save(saves++ % 2 === 0 ? SYSTEMS + PAGES : 0)(connection, client)
    await closedLoop(portal.origin, 1, 1_000, toggled)
    const started = performance.now()
    const slice = await closedLoop(portal.origin, 1, bench.slice, toggled)
    const round = { ...slice, seconds: (performance.now() - started) / 1000, serverCpu: 0, databaseCpu: 0, foreign: 0 }
    const { p50, p95, bad } = summarize([round])
    const many = await statementsOf(data, portal.origin, save, SYSTEMS + PAGES)
    const few = await statementsOf(data, portal.origin, save, FEW)
    const note = `p50 ${p50.toFixed(0)} ms, ${bad} bad answers, ${slice.done} saves`
    const atMost = atMostOf('profile')
    return {
      figures: [
        { ...atMost(`saving a profile with ${SYSTEMS + PAGES} grants, p95`, p95, 'ms', 150, 80), note },
        {
          ...atMost(`statements more for ${SYSTEMS + PAGES} grants than for ${FEW}`, many - few, '', 0),
          note: `${many} against ${few}, for giving and taking back`,
        },
      ],
    }
  } finally {
    await portal.stop()
  }
}

const loadPages = ({ url }: BenchData): Promise<void> =>
  onDatabase(url, async (client) => {
    await client.query(
      `insert into pages (id, name, system_id, section_id, location)
       select $1::int + n, 'Granted page ' || n, 100 + n % $2::int, 1 + n % 30, 'https://app.example.test/' || n
         from generate_series(0, $3::int - 1) n on conflict do nothing`,
      [FIRST_PAGE, SYSTEMS, PAGES],
    )
  })

/** As many grants: first systems, then pages of them. */
const permissions = (grants: number) => {
  const systems = Math.min(grants, SYSTEMS)
  return {
    userSystems: Array.from({ length: systems }, (_, n) => ({
      systemId: 100 + n,
      adminFlg: 'N',
      sensitiveDataAccessFlg: 'N',
    })),
    userPages: Array.from({ length: grants - systems }, (_, n) => ({ pageId: FIRST_PAGE + n })),
  }
}

/** Statements of giving grants and taking them back; the minimum of three, because background jobs only add. */
async function statementsOf(
  data: BenchData,
  origin: string,
  save: (grants: number) => Work,
  grants: number,
): Promise<number> {
  const connection = new HttpConnection(origin)
  const counts: number[] = []
  await save(0)(connection, 0)
  for (let round = 0; round < 3; round++) {
    const { statements, texts } = await countStatements(data, async () => {
      for (const each of [grants, 0])
        if (!(await save(each)(connection, 0))) throw new Error('A profile was not saved.')
    })
    counts.push(statements)
    if (process.env['BENCH_SHOW_STATEMENTS']) process.stderr.write(`${texts.join('\n')}\n\n`)
  }
  connection.close()
  return Math.min(...counts)
}
