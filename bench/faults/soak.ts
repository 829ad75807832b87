import { readdirSync } from 'node:fs'
import { request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { getProfile } from '@portico/contract/account/account.ts'
import { downloadDocument } from '@portico/contract/documents/documents.ts'
import { getLastAccess } from '@portico/contract/session/session.ts'
import { exportUsers } from '@portico/contract/users/users.ts'
import { atEvenPace, type Work } from '../clients.ts'
import { median } from '../harness.ts'
import { userIdOf } from '../library-data.ts'
import { makeAdministrator } from '../list-cases.ts'
import { BINDING, type BenchData, loadData, PASSWORD, tokenOf, userNameOf } from '../load-data.ts'
import { residentMiB } from '../machine.ts'
import { onDatabase } from '../postgres.ts'
import { type BenchServer, portalEnvironment, startPortal } from '../servers.ts'
import { libraryOf } from '../transfers.ts'
import { asSignedIn, signInOnce } from '../visitors.ts'
import { atLeast, atMost, type Experiment, fact, type Finding, none, within } from './experiment.ts'

const USERS = 10_000
const A_SECOND = 50
/** One of so many requests is a sign-in. */
const SIGN_IN_EVERY = 100
const EXPORT_EVERY_MS = 20_000
const UPLOAD_EVERY_MS = 10_000
const UPLOAD_BYTES = 5_000_000
const SLOW_READERS = 3
const READ_BYTES = 80_000_000
const READ_BYTES_A_SECOND = 1_000_000
const SAMPLE_MS = 10_000
const LONG_ENOUGH_MINUTES = 60
/** The last so many minutes of a longer soak are judged: the process takes memory for about an hour. */
const JUDGED_MINUTES = 60
const SLOPE_MIB_AN_HOUR = 1

interface Sample {
  minute: number
  rssMiB: number
  heapMiB: number
  loopP99Ms: number
  files: number
  connections: number
}

/** Answers of everything that is asked. */
class Answers {
  asked = 0
  failures = 0
  others = 0
  cut = 0
  exports = 0
  uploads = 0
  downloads = 0

  take(status: number): boolean {
    this.asked++
    if (status >= 500) this.failures++
    else if (status !== 200) this.others++
    return status === 200
  }
}

export const soak: Experiment = {
  id: 'soak',
  title: `Memory, files and connections under ${A_SECOND} requests a second with exports, uploads and slow readers (R22)`,
  run: async ({ cluster, minutes, record }) => {
    const data = await loadData(cluster, USERS, 'soak')
    const administrator = await makeAdministrator(data)
    const portal = await startPortal({ environment: portalEnvironment(data.url) })
    try {
      const idle = await sample(portal, data, 0)
      const answers = new Answers()
      const samples = await underLoad({ portal, data, administrator, answers, minutes, record })
      await delay(SAMPLE_MS)
      const after = await sample(portal, data, minutes)
      record({ soak: 'idle before and after', idle, after })
      return judge({ samples, idle, after, answers, minutes })
    } finally {
      await portal.stop()
    }
  },
}

interface Soak {
  portal: BenchServer & { opsOrigin: string }
  data: BenchData
  administrator: { index: number; uid: number }
  answers: Answers
  minutes: number
  record: (figures: object) => void
}

async function underLoad(soaked: Soak): Promise<Sample[]> {
  const { portal, data, administrator, answers, minutes, record } = soaked
  const began = performance.now()
  const isOver = () => performance.now() - began > minutes * 60_000
  const library = libraryOf(portal.origin, administrator.index + 20)
  const code = (await library.upload('Large.pdf', READ_BYTES)).code
  if (code !== '200') throw new Error(`The large document was not taken: ${code}`)
  const documentId = await library.find('Large.pdf')
  const repeat = async (everyMs: number, work: (round: number) => Promise<void>) => {
    for (let round = 0; !isOver(); round++) {
      const started = performance.now()
      await work(round).catch(() => void answers.cut++)
      await delay(Math.max(0, everyMs - (performance.now() - started)))
    }
  }
  const samples: Sample[] = []
  await Promise.all([
    atEvenPace(portal.origin, 1000 / A_SECOND, mixed(soaked), isOver),
    repeat(EXPORT_EVERY_MS, () => exportOnce(soaked)),
    repeat(UPLOAD_EVERY_MS, (round) => uploadOnce(soaked, round)),
    ...Array.from({ length: SLOW_READERS }, () =>
      repeat(1_000, () => readSlowly(portal.origin, administrator.index + 20, documentId, { answers, isOver })),
    ),
    repeat(SAMPLE_MS, async () => {
      const taken = await sample(portal, data, (performance.now() - began) / 60_000)
      samples.push(taken)
      const { asked, failures, others, cut } = answers
      record({ soak: 'sample', ...taken, asked, failures, others, cut })
    }),
  ])
  return samples
}

function mixed({ portal, data, answers }: Soak): Work {
  let turn = 0
  const open = Math.min(500, data.users - data.withoutSession)
  return async (connection) => {
    turn++
    if (turn % SIGN_IN_EVERY === 0) {
      const { isGood } = await signInOnce(
        connection,
        portal.origin,
        userNameOf((turn % data.withoutSession) + 1),
        PASSWORD,
      )
      return answers.take(isGood ? 200 : 400)
    }
    const index = data.withoutSession + 1 + (turn % open)
    const address = turn % 2 ? getProfile.path : getLastAccess.path.replace('{uid}', String(userIdOf(index)))
    return answers.take((await connection.send('GET', address, asSignedIn(index))).status)
  }
}

async function exportOnce({ portal, administrator, answers }: Soak): Promise<void> {
  const answer = await fetch(portal.origin + exportUsers.path.replace('{uid}', String(administrator.uid)), {
    method: exportUsers.method,
    headers: {
      ...asSignedIn(administrator.index),
      origin: portal.origin,
      'x-csrf-token': BINDING,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ format: 'xlsx', nm: 'user.' }),
  })
  await answer.arrayBuffer()
  if (answers.take(answer.status)) answers.exports++
}

async function uploadOnce({ portal, administrator, answers }: Soak, round: number): Promise<void> {
  const library = libraryOf(portal.origin, administrator.index + 40)
  const name = `Soaked ${round}.pdf`
  const { code } = await library.upload(name, UPLOAD_BYTES)
  if (!answers.take(Number(code))) return
  answers.uploads++
  await library.remove(await library.find(name))
}

/** Takes a large document a little at a time, as over a slow line. */
function readSlowly(
  origin: string,
  index: number,
  documentId: number,
  { answers, isOver }: { answers: Answers; isOver: () => boolean },
): Promise<void> {
  const body = new URLSearchParams({ sessionToken: tokenOf(index), csrfToken: BINDING }).toString()
  const path = downloadDocument.path.replace('{documentId}', String(documentId))
  return new Promise((resolve, reject) => {
    const asked = request(
      `${origin}${path}`,
      {
        method: downloadDocument.method,
        headers: { ...asSignedIn(index), origin, 'content-type': 'application/x-www-form-urlencoded' },
      },
      (answer) => {
        const take = async () => {
          for await (const chunk of answer) {
            if (isOver()) break
            await delay(((chunk as Buffer).length / READ_BYTES_A_SECOND) * 1000)
          }
          if (answers.take(answer.statusCode ?? 0)) answers.downloads++
        }
        take().then(resolve, isOver() ? () => resolve() : reject)
      },
    )
    asked.on('error', reject)
    asked.end(body)
  })
}

async function sample({ pid, opsOrigin }: Soak['portal'], { url }: BenchData, minute: number): Promise<Sample> {
  const metrics = await (await fetch(`${opsOrigin}/metrics`)).text()
  const figure = (name: string) =>
    Number(new RegExp(`^${name}(?:{[^}]*})? (\\S+)`, 'm').exec(metrics)?.[1] ?? Number.NaN)
  const connections = await onDatabase(url, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      'select count(*)::int as count from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    return rows[0]?.count ?? Number.NaN
  })
  return {
    minute: Math.round(minute * 100) / 100,
    rssMiB: Math.round(residentMiB(pid) * 10) / 10,
    heapMiB: Math.round(figure('nodejs_heap_size_used_bytes') / 1024 / 102.4) / 10,
    loopP99Ms: Math.round(figure('nodejs_eventloop_lag_p99_seconds') * 1000),
    files: readdirSync(`/proc/${pid}/fd`).length,
    connections,
  }
}

interface Judged {
  samples: readonly Sample[]
  idle: Sample
  after: Sample
  answers: Answers
  minutes: number
}

function judge({ samples, idle, after, answers, minutes }: Judged) {
  const warm = Math.max(Math.min(10, minutes / 3), minutes - JUDGED_MINUTES)
  const kept = samples.filter(({ minute }) => minute >= warm)
  const [rss, heap] = [slopeOf(lowest(kept, 'rssMiB')), slopeOf(lowest(kept, 'heapMiB'))]
  const isLong = minutes >= LONG_ENOUGH_MINUTES
  const slope = 'memory, least of each minute after warm-up, slope'
  const [early, late] = [kept.slice(0, 6), kept.slice(-6)]
  const findings: Finding[] = [
    isLong ? { ...atMost(slope, rss.slope, SLOPE_MIB_AN_HOUR), unit: 'MiB/h' } : fact(slope, rss.slope, 'MiB/h'),
    fact('standard error of it', rss.error, 'MiB/h'),
    fact('slope of the heap in use', heap.slope, 'MiB/h'),
    fact('highest memory', Math.max(...samples.map(({ rssMiB }) => rssMiB)), 'MiB'),
    fact('memory idle before', idle.rssMiB, 'MiB'),
    fact('memory idle after', after.rssMiB, 'MiB'),
    atMost('file descriptors more at the end than after warm-up', middle(late, 'files') - middle(early, 'files'), 5),
    fact('file descriptors idle before', idle.files),
    fact('file descriptors idle after', after.files),
    fact('connections to the database before', idle.connections),
    atMost('connections to the database after', after.connections, 21),
    within('event loop, p99, middle of the samples', middle(kept, 'loopP99Ms'), 50),
    atLeast('requests', answers.asked, minutes * 60),
    fact('requests a second', answers.asked / minutes / 60),
    none('answers of 500 and more', answers.failures),
    fact('other answers than 200', answers.others),
    fact('transfers that broke off', answers.cut),
    fact('exports', answers.exports),
    fact('uploads', answers.uploads),
    fact('slow downloads', answers.downloads),
  ]
  const open = isLong
    ? []
    : [`the slope of memory: ${minutes} of ${LONG_ENOUGH_MINUTES} minutes say too little about it`]
  return { findings, open }
}

/** The least of each minute: what is there once garbage is collected. */
function lowest(samples: readonly Sample[], of: 'rssMiB' | 'heapMiB'): { x: number; y: number }[] {
  const minutes = Map.groupBy(samples, ({ minute }) => Math.floor(minute))
  return [...minutes].map(([minute, taken]) => ({ x: minute / 60, y: Math.min(...taken.map((one) => one[of])) }))
}

/** The line of least squares, and how sure its slope is. */
function slopeOf(points: readonly { x: number; y: number }[]): { slope: number; error: number } {
  const n = points.length
  const meanOf = (pick: (point: { x: number; y: number }) => number) =>
    points.reduce((sum, each) => sum + pick(each), 0) / n
  const [x, y] = [meanOf((point) => point.x), meanOf((point) => point.y)]
  const spread = points.reduce((sum, point) => sum + (point.x - x) ** 2, 0)
  const slope = points.reduce((sum, point) => sum + (point.x - x) * (point.y - y), 0) / spread
  const rest = points.reduce((sum, point) => sum + (point.y - y - slope * (point.x - x)) ** 2, 0)
  return { slope, error: Math.sqrt(rest / Math.max(1, n - 2) / spread) }
}

const middle = (samples: readonly Sample[], of: 'files' | 'loopP99Ms'): number => median(samples.map((one) => one[of]))
