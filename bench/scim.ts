import { SCIM_PATH } from '@portico/contract/scim/scim.ts'
import { besideReads } from './beside-reads.ts'
import { HttpConnection } from './clients.ts'
import { atMostOf, type Bench, type Report } from './figures.ts'
import { percentile } from './harness.ts'
import type { BenchData } from './load-data.ts'
import { EMPLOYER, ENTERPRISE, loadDirectory, PERSON } from './scim-data.ts'
import { portalEnvironment, startPortal } from './servers.ts'
import { countStatements } from './statement-counts.ts'

const PEOPLE = 100_000
/** People of the run, and of those who are provided during it, when it is to be short. */
const QUICK_PEOPLE = 10_000
const SYNCED = 10_000
const QUICK_SYNCED = 2_000
/** Requests of a directory at a time, as Entra ID and Okta send them. */
const AT_A_TIME = 8
const READS = 200
const ADDED = 100
const ADDING = 50

/** A directory of one employer with many people: lists, filters, groups, and the first time it provides them. */
export async function scim(bench: Bench): Promise<Partial<Report>> {
  const data = await bench.data(10_000)
  const size = bench.isQuick ? QUICK_PEOPLE : PEOPLE
  const token = await loadDirectory(data, size)
  const portal = await startPortal({
    environment: portalEnvironment(data.url),
    flags: process.env['BENCH_PROFILE'] ? ['--cpu-prof', `--cpu-prof-dir=${process.env['BENCH_PROFILE']}`] : [],
  })
  const directory = directoryOn(portal.origin, token)
  try {
    const any = () => 1 + Math.floor(Math.random() * size)
    const page = await timed(READS, () =>
      directory.get(`/Users?count=100&startIndex=${1 + Math.floor(Math.random() * (size - 100))}`),
    )
    const first = await timed(READS / 4, () => directory.get('/Users?count=100'))
    const filters = {
      userName: await timed(READS, () => directory.get(`/Users?filter=userName eq "person.${any()}"`)),
      externalId: await timed(READS, () => directory.get(`/Users?filter=externalId eq "ext-${any()}"`)),
      address: await timed(READS, () =>
        directory.get(`/Users?filter=emails[type eq "work"].value eq "person.${any()}@directory.example.test"`),
      ),
    }
    const adding = await addMembers(data, directory, size)
    const synced = bench.isQuick ? QUICK_SYNCED : SYNCED
    const sync = await besideReads(portal, data.users - 1, () => provide(portal.origin, token, synced))
    return {
      figures: [
        figure(`list page of 100 of ${size} people, anywhere: p95`, percentile(page, 0.95), 40, noteOf(page)),
        figure('the first page of 100: p95', percentile(first, 0.95), 40, noteOf(first)),
        ...Object.entries(filters).map(([name, taken]) =>
          figure(`filter by ${name}: p95`, percentile(taken, 0.95), 10, noteOf(taken)),
        ),
        figure(`PATCH that adds ${ADDED} members: p95`, percentile(adding.taken, 0.95), 40, noteOf(adding.taken)),
        figure('statements more with 5,000 members than with none', adding.more, 0, `${adding.statements} each`, ''),
        {
          ...figure(`people provided a second, ${synced} into ${size}`, synced / sync.seconds, 150, '', '/s'),
          sense: 'at least',
          note: `${AT_A_TIME} requests at a time, ${sync.result} bad answers`,
        },
        figure('reads of others meanwhile: p95', percentile(sync.reads, 0.95), 25, noteOf(sync.reads)),
      ],
    }
  } finally {
    await portal.stop()
  }
}

const atMost = atMostOf('scim')
const figure = (name: string, value: number, must: number, note: string, unit = 'ms') => ({
  ...atMost(name, value, unit, must),
  note,
})

const noteOf = (taken: readonly number[]) => `p50 ${percentile(taken, 0.5).toFixed(1)} ms of ${taken.length}`

interface Directory {
  get: (path: string) => Promise<void>
  send: (method: string, path: string, body: object) => Promise<string>
}

const headersOf = (token: string) => ({ authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' })

/** Calls one after the other; one that is refused ends the run. */
function directoryOn(origin: string, token: string): Directory {
  const connection = new HttpConnection(origin)
  const headers = headersOf(token)
  const send = async (method: string, path: string, body = '') => {
    const answer = await connection.send(method, encodeURI(SCIM_PATH + path), headers, body)
    if (answer.status >= 300) throw new Error(`${method} ${path} was answered ${answer.status}: ${answer.body}`)
    return answer.body
  }
  return {
    get: async (path) => void (await send('GET', path)),
    send: (method, path, body) => send(method, path, JSON.stringify(body)),
  }
}

async function timed(times: number, work: (at: number) => Promise<unknown>): Promise<number[]> {
  for (let at = 0; at < Math.min(20, times); at++) await work(at)
  const taken: number[] = []
  for (let at = 0; at < times; at++) {
    const started = performance.now()
    await work(at)
    taken.push(performance.now() - started)
  }
  return taken
}

/** Adds members to a new group, a hundred with each request, and counts the statements of the first and the last one. */
async function addMembers(data: BenchData, { send }: Directory, size: number) {
  const group = { schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'], displayName: 'Everyone' }
  const { id } = JSON.parse(await send('POST', '/Groups', group)) as { id: string }
  const add = (at: number) =>
    send('PATCH', `/Groups/${id}`, {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
      Operations: [
        {
          op: 'add',
          path: 'members',
          value: Array.from({ length: ADDED }, (_, n) => ({ value: String(1 + ((at * ADDED + n) % size)) })),
        },
      ],
    })
  const countOf = async (at: number) => (await countStatements(data, async () => void (await add(at)))).statements
  const least = async (from: number) => Math.min(await countOf(from), await countOf(from + 1), await countOf(from + 2))
  const before = await least(0)
  const taken: number[] = []
  for (let at = 3; at < 3 + ADDING; at++) {
    const started = performance.now()
    await add(at)
    taken.push(performance.now() - started)
  }
  const after = await least(3 + ADDING)
  return { taken, statements: after, more: after - before }
}

/** Provides new people, several at a time; returns how many were refused. */
async function provide(origin: string, token: string, count: number): Promise<number> {
  let next = 0
  let bad = 0
  const one = async () => {
    const connection = new HttpConnection(origin)
    for (let at = next++; at < count; at = next++) {
      const { status } = await connection.send(
        'POST',
        `${SCIM_PATH}/Users`,
        headersOf(token),
        JSON.stringify(newPerson(at)),
      )
      if (status !== 201) bad++
    }
    connection.close()
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, one))
  return bad
}

const newPerson = (at: number) => ({
  schemas: [PERSON, ENTERPRISE],
  userName: `new.person.${at}@directory.example.test`,
  externalId: `new-${EMPLOYER}-${at}`,
  active: true,
  name: { givenName: `Given${at % 1000}`, familyName: `Family${at % 7919}` },
  displayName: `Given Family ${at}`,
  title: 'Clerk',
  emails: [{ value: `new.person.${at}@directory.example.test`, type: 'work', primary: true }],
  phoneNumbers: [{ value: '2065550100', type: 'work' }],
  [ENTERPRISE]: { employeeNumber: `n${at}`, costCenter: 'c1', department: `Department ${1 + (at % 40)}` },
})
