import { setTimeout as delay } from 'node:timers/promises'
import { DOCUMENT_QUOTA, getUsedSpace, listDocuments } from '@portico/contract/documents/documents.ts'
import { closedLoop } from './clients.ts'
import type { Bench, Figure, Report, Run } from './figures.ts'
import { type Contender, interleave, median, ratioOf, type Round, type Slice, summarize } from './harness.ts'
import { killedUploads } from './killed-uploads.ts'
import { loadLibrary, OWN_DOCUMENTS, ownerIndexOf, userIdOf } from './library-data.ts'
import type { BenchData } from './load-data.ts'
import { residentMiB } from './machine.ts'
import { type BenchServer, portalEnvironment, startBare, startPortal } from './servers.ts'
import { bareDownload, bareUpload, libraryOf, type Transfer } from './transfers.ts'
import { asSignedIn } from './visitors.ts'

const MB = 1_000_000
const FILE_BYTES = 60 * MB
const AT_ONCE = 4

/** Goals 11 and 12, the quota, the list of a large library, and kills in the middle of uploads. */
export async function documents(bench: Bench): Promise<Partial<Report>> {
  const data = await bench.data(10_000)
  await loadLibrary(data)
  const bare = await startBare(data.url)
  const portal = await startPortal({ environment: portalEnvironment(data.url) })
  try {
    const atFirst = await memoryOfUploads(data, portal, { first: 10, of: 'a server just started' })
    const transfers = await transferRates(bench, data, { bare, portal })
    const later = await memoryOfUploads(data, portal, { first: 30, of: 'a server that has worked' })
    const accepted = await quotaRace(data, portal)
    const list = await listTimes(bench, data, { bare, portal })
    await portal.stop()
    const killed = await killedUploads(data, 12)
    return {
      figures: [...transfers.figures, atFirst, later, accepted, ...list.figures, ...killed],
      runs: [...transfers.runs, ...list.runs],
    }
  } finally {
    await Promise.all([portal.stop(), bare.stop()])
  }
}

interface Servers {
  bare: BenchServer
  portal: BenchServer
}

const pace = ({ latencies }: Round) => 1 / median(latencies)

/** Transfers one after the other until the time is over; clean-up in between does not count. */
async function transferring(ms: number, expected: number, work: () => Promise<Transfer>): Promise<Slice> {
  const latencies: number[] = []
  let bad = 0
  for (const end = performance.now() + ms; performance.now() < end;) {
    const { code, bytes, ms: took } = await work()
    latencies.push(took)
    if (code !== '200' || bytes < expected) bad++
  }
  return { done: latencies.length - bad, bad, latencies }
}

async function transferRates(bench: Bench, { withoutSession }: BenchData, { bare, portal }: Servers) {
  const own = libraryOf(portal.origin, withoutSession + 1)
  const other = libraryOf(portal.origin, withoutSession + 2)
  await other.upload('Kept.pdf', FILE_BYTES)
  const keptId = await other.find('Kept.pdf')
  let last = 0
  const upload = async () => {
    if (last) await own.remove(last)
    const sent = await own.upload('Sent.pdf', FILE_BYTES)
    last = await own.find('Sent.pdf')
    return sent
  }
  const contender = (
    name: string,
    { pid }: BenchServer,
    expected: number,
    work: () => Promise<Transfer>,
  ): Contender => ({
    name,
    pid,
    run: (ms) => transferring(ms, expected, work),
  })
  const rounds = await interleave(
    [
      contender('upload of 60 MB, bare server', bare, 0, () => bareUpload(bare.origin, FILE_BYTES)),
      contender('upload of 60 MB', portal, 0, upload),
      contender('download of 60 MB, bare server', bare, FILE_BYTES, () => bareDownload(bare.origin)),
      contender('download of 60 MB', portal, FILE_BYTES, () => other.download(keptId)),
    ],
    { ...bench, databasePid: bench.postgres.pid },
  )
  const runs = Object.entries(rounds).map(([name, taken]): Run => ({ name, ...summarize(taken) }))
  const figure = (goal: string, name: string, must: number, aim: number): Figure => ({
    goal,
    name: `${name} / bare stream`,
    value: ratioOf(rounds, name, `${name}, bare server`, pace),
    unit: '',
    must,
    aim,
    sense: 'at least',
    note: `p50 ${rateOf(runs, name)} against ${rateOf(runs, `${name}, bare server`)} MB/s, ${badOf(runs)} bad answers`,
  })
  return { runs, figures: [figure('11', 'upload of 60 MB', 0.6, 0.8), figure('12', 'download of 60 MB', 0.7, 0.9)] }
}

const rateOf = (runs: readonly Run[], name: string) =>
  (FILE_BYTES / 1000 / (runs.find((run) => run.name === name)?.p50 ?? Number.NaN)).toFixed(0)
const badOf = (runs: readonly Run[]) => runs.reduce((sum, { bad }) => sum + bad, 0)

/** Memory that four concurrent uploads add to a server. */
async function memoryOfUploads(
  { withoutSession }: BenchData,
  portal: BenchServer,
  { first, of }: { first: number; of: string },
): Promise<Figure> {
  const libraries = Array.from({ length: AT_ONCE }, (_, at) => libraryOf(portal.origin, withoutSession + first + at))
  await libraries[0]?.upload('First.pdf', MB)
  await delay(1_000)
  const before = residentMiB(portal.pid)
  let most = before
  const sampling = setInterval(() => (most = Math.max(most, residentMiB(portal.pid))), 50)
  const answers = await Promise.all(libraries.map((library) => library.upload('Large.pdf', 90 * MB)))
  clearInterval(sampling)
  const bad = answers.filter(({ code }) => code !== '200').length
  if (bad) throw new Error(`${bad} of ${AT_ONCE} uploads at once were not taken.`)
  return {
    goal: '11',
    name: `memory that four uploads of 90 MB at once add to ${of}`,
    value: most - before,
    unit: 'MiB',
    must: 64,
    aim: 32,
    sense: 'at most',
    note: `${before.toFixed(0)} MiB before`,
  }
}

/** Twenty uploads at once, of which the quota has room for three. */
async function quotaRace({ withoutSession }: BenchData, portal: BenchServer): Promise<Figure> {
  const library = libraryOf(portal.origin, withoutSession + 20)
  const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => library.upload(`Race ${at}.pdf`, 30 * MB)))
  const accepted = answers.filter(({ code }) => code === '200').length * 30 * MB
  const { body } = await library.send(getUsedSpace.method, getUsedSpace.path)
  const counted = (JSON.parse(body) as { data: number }).data
  if (counted !== accepted) throw new Error(`${accepted} bytes were accepted and ${counted} are counted.`)
  return {
    goal: 'S54',
    name: 'bytes accepted of 20 uploads of 30 MB at once',
    value: accepted,
    unit: 'bytes',
    must: DOCUMENT_QUOTA,
    aim: DOCUMENT_QUOTA,
    sense: 'at most',
    note: `the count of used space says the same`,
  }
}

/** A page of a large library, filtered and sorted, against the same SQL. */
async function listTimes(bench: Bench, data: BenchData, { bare, portal }: Servers) {
  const index = ownerIndexOf(data)
  const uid = String(userIdOf(index))
  const good = (body: string) => body.startsWith('{"code":"200"') && body.includes('Report')
  const path = `${listDocuments.path.replace('{uid}', uid)}?keyword=port&sort=documentNm&pageNo=1&pageSize=15`
  const headers = asSignedIn(index)
  const rounds = await interleave(
    [
      {
        name: 'list of documents, bare server',
        pid: bare.pid,
        run: (ms) =>
          closedLoop(bare.origin, 1, ms, async (connection) => {
            await connection.send('GET', '/session', headers)
            return good((await connection.send('GET', `/documents?owner=${uid}&keyword=port`)).body)
          }),
      },
      {
        name: 'list of documents',
        pid: portal.pid,
        run: (ms) =>
          closedLoop(portal.origin, 1, ms, async (connection) =>
            good((await connection.send('GET', path, headers)).body),
          ),
      },
    ],
    { ...bench, databasePid: bench.postgres.pid },
  )
  const runs = Object.entries(rounds).map(([name, taken]): Run => ({ name, ...summarize(taken) }))
  const p50 = (name: string) => runs.find((run) => run.name === name)?.p50 ?? Number.NaN
  const figures: Figure[] = [
    {
      goal: 'DOCS',
      name: `list of ${OWN_DOCUMENTS.toLocaleString('en')} documents among a million / the same SQL`,
      value: ratioOf(rounds, 'list of documents', 'list of documents, bare server', ({ latencies }) =>
        median(latencies),
      ),
      unit: '',
      must: 2,
      aim: 1.3,
      sense: 'at most',
      note: `one word, by name: p50 ${p50('list of documents').toFixed(1)} ms against ${p50('list of documents, bare server').toFixed(1)} ms`,
    },
  ]
  return { runs, figures }
}
