import { setTimeout as delay } from 'node:timers/promises'
import {
  commitUserImport,
  getUserImport,
  uploadUserImport,
  type UserImport,
} from '@portico/contract/user-import/user-import.ts'
import { IMPORT_ROWS_MAX } from '@portico/contract/user-import/user-import-rules.ts'
import { atMostOf, type Bench, type Figure, type Report } from './figures.ts'
import { makeAdministrator } from './list-cases.ts'
import { BINDING, type BenchData } from './load-data.ts'
import { cpuOf, residentMiB } from './machine.ts'
import { onDatabase } from './postgres.ts'
import { type BenchServer, portalEnvironment, startPortal } from './servers.ts'
import { asSignedIn } from './visitors.ts'

/** Rows of the import when the run is to be short. */
const QUICK_ROWS = 10_000
const POLL_MS = 100
/** A killed node is noticed after its heartbeat; then the whole work is done again. */
const STEP_TIMEOUT_MS = 600_000

type Node = Awaited<ReturnType<typeof startPortal>>

interface Importing {
  data: BenchData
  nodes: Node[]
  administrator: { index: number; uid: number }
}

/**
 * Imports as many users as one file may have, on two nodes, each step with the node killed that works on it: nothing
 * that was answered is lost, and nobody is created twice.
 */
export async function userImport(bench: Bench): Promise<Partial<Report>> {
  const data = await bench.data(10_000)
  const environment = portalEnvironment(data.url)
  const administrator = await makeAdministrator(data)
  await skipTakenIds(data)
  const nodes = [await startPortal({ environment }), await startPortal({ environment })]
  const importing: Importing = { data, nodes, administrator }
  const rows = bench.isQuick ? QUICK_ROWS : IMPORT_ROWS_MAX
  try {
    const refused = await upload(importing, fileOf(IMPORT_ROWS_MAX + 1))
    const { importId, ...received } = await receive(importing, rows)
    const startAgain = async (killed: Node) => {
      await killed.stop()
      nodes.splice(nodes.indexOf(killed), 1, await startPortal({ environment }))
    }
    const checking = await seconds(async () => {
      await startAgain(await killTheBusiest(importing))
      await until(importing, importId, ({ stateCd }) => stateCd !== 'checking')
    })
    const memory = watchMemory(nodes)
    const committed = await commit(importing, importId)
    const creating = await seconds(async () => {
      await until(importing, importId, ({ doneCount }) => doneCount > rows / 10 && doneCount < rows)
      await startAgain(await killTheBusiest(importing))
      await until(importing, importId, ({ stateCd }) => stateCd !== 'creating')
    })
    const peakMiB = Math.max(received.peakMiB, memory())
    const again = await commit(importing, importId)
    const end = await read(importing, importId)
    const found = await countImported(data, importId)
    return {
      figures: [
        figureOf(
          `files of ${IMPORT_ROWS_MAX + 1} rows that are not refused with 422`,
          refused.status === 422 ? 0 : 1,
          0,
          '',
        ),
        figureOf(
          'rows of a file that are missing or there twice after kill -9 in check and creation',
          Math.abs(found.users - rows) + Math.abs(found.events - rows) + Math.abs(found.mails - rows),
          0,
          `${rows} rows, state ${end.stateCd}; users, events and mails counted; commits ${committed} and ${again}`,
        ),
        figureOf(
          'memory that a node needs beyond idle',
          peakMiB - received.idleMiB,
          150,
          `${received.idleMiB.toFixed(0)} MiB idle`,
          'MiB',
        ),
        figureOf('upload', received.seconds, 30, '', 's'),
        figureOf('check, a node killed at its beginning', checking, 180, 'the heartbeat of 30 s included', 's'),
        figureOf('creation, a node killed after a tenth', creating, 300, 'the heartbeat of 30 s included', 's'),
      ],
    }
  } finally {
    for (const node of nodes) await node.stop()
  }
}

const atMost = atMostOf('import')
const figureOf = (name: string, value: number, must: number, note: string, unit = ''): Figure => ({
  ...atMost(name, value, unit, must),
  ...(note === '' ? {} : { note }),
})

/** Names of letters alone, so that every row is valid: 0 is 'a', 26 'ba'. */
const letters = (n: number): string => (n < 26 ? '' : letters(Math.floor(n / 26))) + String.fromCodePoint(97 + (n % 26))

function fileOf(rows: number): string {
  const lines = Array.from(
    { length: rows },
    (_, n) => `Imported,Person${letters(n)},imported.${n}@client-1.example.test,Client 1001,imported.${n},206-555-0100`,
  )
  return ['First name,Last name,Email,Employer,User ID,Work phone', ...lines, ''].join('\r\n')
}

const headersOf = ({ administrator, nodes }: Importing) => ({
  ...asSignedIn(administrator.index),
  origin: nodes[0]?.origin ?? '',
  'x-csrf-token': BINDING,
})

const pathOf = (path: string, { administrator }: Importing, importId = 0) =>
  path.replace('{uid}', String(administrator.uid)).replace('{importId}', String(importId))

/** Asks the nodes in turn until one answers: the one that is asked may be the killed one. */
async function ask(importing: Importing, method: string, path: string, body?: FormData | string): Promise<Response> {
  for (const end = performance.now() + STEP_TIMEOUT_MS; performance.now() < end; await delay(POLL_MS))
    for (const { origin } of importing.nodes) {
      const json = typeof body === 'string' ? { 'content-type': 'application/json' } : {}
      const sent = {
        method,
        headers: { ...headersOf(importing), origin, ...json },
        ...(body === undefined ? {} : { body }),
      }
      const answer = await fetch(origin + path, sent).catch(() => undefined)
      if (answer) return answer
    }
  throw new Error(`No node answered ${method} ${path}.`)
}

async function upload(importing: Importing, file: string): Promise<{ status: number; importId: number }> {
  const form = new FormData()
  form.append('file', new Blob([file]), 'users.csv')
  const answer = await ask(importing, uploadUserImport.method, pathOf(uploadUserImport.path, importing), form)
  const { data } = (await answer.json()) as { data: { importId?: number } | null }
  return { status: answer.status, importId: data?.importId ?? 0 }
}

async function receive(importing: Importing, rows: number) {
  const idleMiB = Math.max(...importing.nodes.map(({ pid }) => residentMiB(pid)))
  const memory = watchMemory(importing.nodes)
  const file = fileOf(rows)
  let importId = 0
  const taken = await seconds(async () => {
    const answer = await upload(importing, file)
    if (answer.status !== 200) throw new Error(`The upload was answered ${answer.status}.`)
    importId = answer.importId
  })
  return { importId, seconds: taken, idleMiB, peakMiB: memory() }
}

async function commit(importing: Importing, importId: number): Promise<number> {
  const path = pathOf(commitUserImport.path, importing, importId)
  return (await ask(importing, commitUserImport.method, path)).status
}

async function read(importing: Importing, importId: number): Promise<UserImport> {
  const answer = await ask(importing, getUserImport.method, pathOf(getUserImport.path, importing, importId))
  const { data, message } = (await answer.json()) as { data: UserImport | null; message: string }
  if (!data) throw new Error(`The import was not found: ${answer.status} ${message}`)
  return data
}

async function until(importing: Importing, importId: number, isReached: (one: UserImport) => boolean): Promise<void> {
  for (const end = performance.now() + STEP_TIMEOUT_MS; performance.now() < end; await delay(POLL_MS)) {
    const one = await read(importing, importId)
    if (one.stateCd === 'failed') throw new Error(`The portal gave the import up: ${await runsOf(importing.data)}`)
    if (isReached(one) || one.stateCd === 'created') return
  }
  throw new Error('A step of the import took too long.')
}

/** The users of the data have ids of their own, which the sequence does not know. */
const skipTakenIds = ({ url }: BenchData): Promise<void> =>
  onDatabase(url, async (client) => {
    await client.query(`select setval(pg_get_serial_sequence('users', 'id'), (select max(id) from users))`)
  })

/** What the runs of the job said, the latest first. */
const runsOf = ({ url }: BenchData): Promise<string> =>
  onDatabase(url, async (client) => {
    const { rows } = await client.query<{ run: string }>(
      `select concat_ws(' ', result, message) as run from job_runs where job_code = 'user-import' order by id desc`,
    )
    return rows.map(({ run }) => run).join('; ')
  })

/** Kills the node that uses the most CPU: the job runs there. */
async function killTheBusiest({ nodes }: Importing): Promise<Node> {
  const before = nodes.map(({ pid }) => cpuOf(pid))
  await delay(500)
  const used = nodes.map(({ pid }, at) => cpuOf(pid) - (before[at] ?? 0))
  const busiest = nodes[used.indexOf(Math.max(...used))]
  if (!busiest) throw new Error('There is no node.')
  await busiest.kill()
  return busiest
}

/** Returns what reads the highest memory of any node since, and ends the watch. */
function watchMemory(nodes: readonly BenchServer[]): () => number {
  let peakMiB = 0
  const sampling = setInterval(() => (peakMiB = Math.max(peakMiB, ...nodes.map(({ pid }) => residentMiB(pid)))), 50)
  // A failure elsewhere must not leave the process running.
  sampling.unref()
  return () => {
    clearInterval(sampling)
    return peakMiB
  }
}

async function seconds(work: () => Promise<void>): Promise<number> {
  const started = performance.now()
  await work()
  return (performance.now() - started) / 1000
}

/**
 * What there is of the imported rows; a user, an event or a mail that is there twice counts twice. A mail changes its
 * template when the password is made.
 */
const countImported = ({ url }: BenchData, importId: number) =>
  onDatabase(url, async (client) => {
    const { rows } = await client.query<{ users: number; events: number; mails: number }>(
      `with imported as (select id from users where email like 'imported.%')
       select (select count(*)::int from imported) as users,
              (select count(*)::int from audit_events event join imported on event.target_id = imported.id::text
                where event.event = 'user_created' and event.target_kind = 'user') as events,
              (select count(*)::int from outbox_mails mail
                where mail.to_address like 'imported.%') as mails
         from user_imports where id = $1`,
      [importId],
    )
    return rows[0] ?? { users: 0, events: 0, mails: 0 }
  })
