import { setTimeout as delay } from 'node:timers/promises'
import type { Endpoint } from '@portico/contract/kit/endpoint.ts'
import { ALL_APPLICATIONS_ID } from '@portico/contract/catalog/catalog-rules.ts'
import { reportStatuses } from '@portico/contract/reports/report-rules.ts'
import {
  getReportAddress,
  listReportQueue,
  type ReportEntry,
  requestAccessReport,
} from '@portico/contract/reports/reports.ts'
import { BINDING } from './load-data.ts'
import type { BenchServer } from './servers.ts'
import { asSignedIn } from './visitors.ts'

const POLL_MS = 200
const READY_TIMEOUT_MS = 600_000
/** The customer that reports are about, with those above it; the first level comes first. */
export const CUSTOMER_PATH = [1, 11, 111]

/** Who asks for reports, and where. */
export interface Reporter {
  administrator: { index: number; uid: number }
  portal: BenchServer
}

export async function call(
  { portal, administrator: { index, uid } }: Reporter,
  { method, path, name }: Endpoint,
  { reportId = 0, body }: { reportId?: number; body?: object } = {},
): Promise<Response> {
  const headers = { ...asSignedIn(index), origin: portal.origin, 'x-csrf-token': BINDING }
  const sent = body
    ? { body: JSON.stringify(body), headers: { ...headers, 'content-type': 'application/json' } }
    : { headers }
  const address = path.replace('{uid}', String(uid)).replace('{reportId}', String(reportId))
  const answer = await fetch(portal.origin + address, { method, ...sent })
  if (answer.status !== 200) throw new Error(`${name} answered ${answer.status}: ${await answer.text()}`)
  return answer
}

const dataOf = async <Data>(answer: Response): Promise<Data> => ((await answer.json()) as { data: Data }).data

/** Asks for the User Access report of the customer and waits until it is ready. */
export async function generate(reporter: Reporter, dates: object): Promise<ReportEntry> {
  const body = { userType: 'ALL', customerId: CUSTOMER_PATH.at(-1), systemId: ALL_APPLICATIONS_ID, ...dates }
  const reportId = await dataOf<number>(await call(reporter, requestAccessReport, { body }))
  for (const end = performance.now() + READY_TIMEOUT_MS; performance.now() < end; await delay(POLL_MS)) {
    const queue = await dataOf<ReportEntry[]>(await call(reporter, listReportQueue))
    const entry = queue.find((each) => each.reportId === reportId)
    if (entry?.status === reportStatuses.ready) return entry
    if (entry?.status === reportStatuses.failed) throw new Error(`The report failed: ${entry.errorTxt}`)
  }
  throw new Error('The report took too long.')
}

/** Opens all rows of a finished report as its owner does, by a ticket. */
export async function openPage(reporter: Reporter, reportId: number) {
  const address = await dataOf<string>(await call(reporter, getReportAddress, { reportId }))
  const { portal, administrator } = reporter
  const answer = await fetch(`${portal.origin}${address}&whole=Y`, { headers: asSignedIn(administrator.index) })
  if (answer.status !== 200) throw new Error(`The page answered ${answer.status}.`)
  return readWhole(answer)
}

/** Reads an answer without keeping it: its size, and its last characters. */
export async function readWhole({ body }: Response): Promise<{ bytes: number; end: string }> {
  let bytes = 0
  let end = ''
  for await (const chunk of (body ?? []) as unknown as AsyncIterable<Uint8Array>) {
    bytes += chunk.length
    end = (end + Buffer.from(chunk.slice(-20)).toString('latin1')).slice(-20)
  }
  return { bytes, end }
}
