import { Readable } from 'node:stream'
import type { Endpoint } from '@portico/contract/kit/endpoint.ts'
import type { AdminPage } from '@portico/contract/kit/guard.ts'
import { jobRegistry } from '../src/composition/job-registry.ts'
import { type Jobs, startJobs } from '../src/jobs/runner.ts'
import { createLogger } from '../src/logging.ts'
import { readSheet } from '../src/spreadsheet/read-sheet.ts'
import type { Browser } from './browser.ts'
import { fillPath } from './guards/sample-call.ts'
import type { Portal } from './portal.ts'

const reportPages: readonly AdminPage[] = ['User List Report', 'User Access Report', 'PCI User Report', 'Report Queue']

/** A new administrator with these columns and pages, signed in. */
export async function reportAdmin(
  portal: Portal,
  columns: Record<string, unknown>,
  pages: readonly AdminPage[] = reportPages,
): Promise<Browser> {
  const user = await portal.make.user(columns)
  await portal.make.adminPages(user, pages)
  return portal.as(user)
}

/** The jobs of the portal, run by drain() alone. */
export const drainedJobs = ({ config, database, storage, hashing }: Portal): Promise<Jobs> =>
  startJobs({
    url: config.databaseUrl ?? '',
    pooledUrl: config.pooledDatabaseUrl,
    database,
    logger: createLogger('silent', 'test'),
    timeZone: 'UTC',
    jobs: jobRegistry({ database, config, transport: null, storage, hashing, scanner: null }),
    onlyDrained: true,
  })

/** Asks for a spreadsheet; the answer, and its rows with the headings first. `ids`: further parameters of its path. */
export async function sheetOf(
  browser: Browser,
  endpoint: Endpoint,
  body: object,
  ids: Readonly<Record<string, string>> = {},
): Promise<{ status: number; headers: Headers; rows: string[][] }> {
  const response = await fetch(browser.origin + fillPath(endpoint.path, { ...ids, uid: String(browser.userId) }), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      origin: browser.origin,
      authorization: `Bearer ${browser.sessionToken}`,
      'x-csrf-token': browser.csrfToken ?? '',
      cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    },
    body: JSON.stringify(body),
  })
  const bytes = Buffer.from(await response.arrayBuffer())
  const rows: string[][] = []
  if (response.status === 200)
    for await (const { cells } of readSheet(Readable.from([bytes]), 100_000_000))
      rows.push(cells.map(({ text }) => text))
  return { status: response.status, headers: response.headers, rows }
}
