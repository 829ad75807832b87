import { setTimeout as delay } from 'node:timers/promises'
import { exportUserListReport } from '@portico/contract/reports/reports.ts'
import { type BesideReads, besideReads } from './beside-reads.ts'
import { atMostOf, type Bench, type Figure, type Report } from './figures.ts'
import { percentile } from './harness.ts'
import { makeAdministrator } from './list-cases.ts'
import { type BenchData, FIRST_USER } from './load-data.ts'
import { residentMiB } from './machine.ts'
import { onDatabase } from './postgres.ts'
import { call, CUSTOMER_PATH, generate, openPage, readWhole, type Reporter } from './report-calls.ts'
import { portalEnvironment, startPortal } from './servers.ts'

const DAY_MS = 86_400_000
const PAGES = ['User List Report', 'User Access Report', 'Report Queue']

interface Reporting extends Reporter {
  data: BenchData
}

/** The same about a fifth of the rows and about all of them, on a server that was just started. */
interface Compared<Result> {
  part: BesideReads<Result>
  all: BesideReads<Result>
  /** Memory before that about all rows. */
  startMiB: number
}

interface ReportIds {
  part: number
  all: number
}

/** As many rows as users: the User List as a spreadsheet, a queued User Access report and its page. */
export async function reports(bench: Bench): Promise<Partial<Report>> {
  const rows = bench.isFull ? 1_000_000 : 100_000
  const data = await bench.data(rows)
  await loadHolders(data)
  const administrator = await makeAdministrator(data, PAGES)
  const onNewPortal = async <Result>(measure: (reporting: Reporting) => Promise<Result>): Promise<Result> => {
    const portal = await startPortal({ environment: portalEnvironment(data.url) })
    try {
      return await measure({ data, administrator, portal })
    } finally {
      await portal.stop()
    }
  }
  const ofUserList = await onNewPortal(userListFigures)
  const { ids, figures: ofUserAccess } = await onNewPortal(userAccessFigures)
  const ofPage = await onNewPortal((reporting) => pageFigures(reporting, ids))
  return { figures: [...ofUserList, ...ofUserAccess, ...ofPage] }
}

/**
 * Two users in five, with an application for each row, have access to the customer: every other one to all of the
 * facility, the others through one to three customers.
 */
export const loadHolders = ({ url, users }: BenchData): Promise<void> =>
  onDatabase(url, async (client) => {
    const holders = `select ${FIRST_USER - 1} + n as id, n from generate_series(1, ${users * 0.4}) n`
    await client.query('set session_replication_role = replica')
    await client.query(
      `insert into user_facility_grants (user_id, facility_code, all_customers)
       select id, 'EDH', n % 2 = 0 from (${holders}) holder on conflict do nothing`,
    )
    await client.query(
      `insert into user_customer_grants (user_id, customer_id)
       select id, customer from (${holders}) holder, unnest($1::int[]) with ordinality step (customer, at)
        where n % 2 = 1 and at <= 1 + n / 2 % 3 on conflict do nothing`,
      [CUSTOMER_PATH],
    )
    // Times differ between users, as they do in life: equal ones would be compressed to nothing.
    const differing = (id: string) => `now() - (hashint4(${id})::bigint + 2147483648) / 100 * interval '1 second'`
    const ofHolders = `user_id < ${FIRST_USER + users * 0.4} and user_id >= ${FIRST_USER}`
    await client.query(`update user_system_grants set valid_from = ${differing('id')} where ${ofHolders}`)
    await client.query(`update user_sign_ins set last_signed_in_at = ${differing('user_id')} where ${ofHolders}`)
    await client.query('vacuum analyze user_facility_grants, user_customer_grants, user_system_grants, user_sign_ins')
  })

/** Days as the wire has them: MM/dd/yyyy. */
const days = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', year: 'numeric', month: '2-digit', day: '2-digit' })

/** Each user of the data was added a minute before the one before it. */
const addedLately = (minutes: number) => {
  return {
    dateType: 'specific',
    fromDate: days.format(Date.now() - minutes * 60_000),
    toDate: days.format(Date.now() + DAY_MS),
  }
}
const everyTime = { dateType: 'all' }

async function userListFigures(reporting: Reporting): Promise<Figure[]> {
  const { users: rows } = reporting.data
  const ask = (dates: object) => async () => {
    const body = { userType: 'ALL', dateField: 'created', ...dates }
    return readWhole(await call(reporting, exportUserListReport, { body }))
  }
  const { part, all, startMiB } = await compare(reporting, ask(addedLately(rows / 5)), ask(everyTime))
  const name = `User List of ${inWords(rows)} as xlsx`
  const note = `${(all.result.bytes / 1e6).toFixed(1)} MB`
  return [
    { ...atMost(`${name}: rows a second`, rows / all.seconds, '', 50_000, 80_000), sense: 'at least', note },
    ...besideFigures(name, { part, all, startMiB }),
  ]
}

async function userAccessFigures(reporting: Reporting): Promise<{ ids: ReportIds; figures: Figure[] }> {
  const { users: rows } = reporting.data
  const ask = (dates: object) => () => generate(reporting, dates)
  const bytesBefore = await storedBytes(reporting.data)
  const { part, all, startMiB } = await compare(reporting, ask(addedLately((rows * 0.4) / 5)), ask(everyTime))
  const stored = part.result.rowCnt + all.result.rowCnt
  const megabytes = ((await storedBytes(reporting.data)) - bytesBefore) / 1e6
  if (all.result.rowCnt !== rows) throw new Error(`The report has ${all.result.rowCnt} rows instead of ${rows}.`)
  const name = `User Access of ${inWords(rows)}`
  return {
    ids: { part: part.result.reportId, all: all.result.reportId },
    figures: [
      atMost(`${name}: until it is ready`, all.seconds, 's', rows / 5_000, rows / 10_000),
      ...besideFigures(name, { part, all, startMiB }),
      atMost('stored rows of User Access, each 100,000', (megabytes * 100_000) / stored, 'MB', 60, 30),
    ],
  }
}

async function pageFigures(reporting: Reporting, ids: ReportIds): Promise<Figure[]> {
  const { users: rows } = reporting.data
  const compared = await compare(
    reporting,
    () => openPage(reporting, ids.part),
    () => openPage(reporting, ids.all),
  )
  const { bytes, end } = compared.all.result
  if (!end.endsWith('</html>\n')) throw new Error('The page of the report is not whole.')
  const name = `page of User Access of ${inWords(rows)}`
  const size = atMost(`${name}: size`, bytes / 1e6, 'MB', rows / 1_000, rows / 2_000)
  return [{ ...size, note: `${compared.all.seconds.toFixed(1)} s` }, ...besideFigures(name, compared)]
}

/** Bytes of the stored rows of all reports, with their index. */
const storedBytes = ({ url }: BenchData): Promise<number> =>
  onDatabase(url, async (client) => {
    const text = `select pg_total_relation_size('report_chunks')::float8 as bytes`
    return (await client.query<{ bytes: number }>(text)).rows[0]?.bytes ?? 0
  })

/** A second passes before each of both, so that neither is charged for what came before. */
async function compare<Result>(
  { portal, administrator }: Reporting,
  ofPart: () => Promise<Result>,
  ofAll: () => Promise<Result>,
): Promise<Compared<Result>> {
  await delay(1_000)
  const part = await besideReads(portal, administrator.index, ofPart)
  await delay(1_000)
  const startMiB = residentMiB(portal.pid)
  return { part, all: await besideReads(portal, administrator.index, ofAll), startMiB }
}

function besideFigures(name: string, { part, all, startMiB }: Compared<unknown>): Figure[] {
  const more = atMost(`${name}: more memory than a fifth of the rows`, all.peakMiB - part.peakMiB, 'MiB', 40, 20)
  const reads = atMost(`${name}: reads of others meanwhile, p95`, percentile(all.reads, 0.95), 'ms', 25, 10)
  return [
    { ...more, note: `highest ${all.peakMiB.toFixed(0)} MiB` },
    atMost(`${name}: memory beyond its start`, all.peakMiB - startMiB, 'MiB', 40, 20),
    { ...reads, note: `${all.reads.length} reads` },
  ]
}

const atMost = atMostOf('Reports')

const inWords = (rows: number): string => `${rows.toLocaleString('en')} rows`
