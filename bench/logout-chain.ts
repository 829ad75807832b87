import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import type { Browser } from 'playwright-core'
import type { Bench, Report } from './figures.ts'
import { userNameOf } from './load-data.ts'
import { openBrowser, signInOn } from './page-visits.ts'
import { onDatabase } from './postgres.ts'
import { portalEnvironment, startPortal } from './servers.ts'

const APPLICATIONS = [9011, 9012, 9013, 9014, 9015]
/** The application that takes the request and never answers. */
const SILENT = 9013

/** Time to the receipt of a sign-out from five applications, one of which never answers. */
export async function logoutChain(bench: Bench): Promise<Partial<Report>> {
  const browser = await openBrowser()
  if (!browser) return { left: ['logout-chain: there is no Chrome or Chromium here'] }
  const data = await bench.data(10_000)
  const portal = await startPortal({ environment: portalEnvironment(data.url) })
  const applications = await serveApplications(portal.origin)
  try {
    await onDatabase(data.url, (client) => client.query(addApplications(applications.origin)))
    const page = await signedInPage(browser, portal.origin, userNameOf(1))
    await onDatabase(data.url, (client) => client.query(openApplications(userNameOf(1))))
    const started = performance.now()
    await page.goto(`${portal.origin}/logout`)
    await page.getByRole('heading', { name: 'You’re signed out' }).waitFor()
    const receipt = performance.now() - started
    return { figures: figuresOf({ receipt, givenUp: applications.silence() }) }
  } finally {
    await browser.close()
    applications.server.closeAllConnections()
    applications.server.close()
    await portal.stop()
  }
}

async function signedInPage(browser: Browser, origin: string, userName: string) {
  const page = await browser.newPage()
  await page.goto(`${origin}/login`)
  await signInOn(page, userName)
  return page
}

const addApplications = (origin: string): string =>
  APPLICATIONS.map(
    (id) => `
      insert into systems (id, name, code, launch_url, browser_logout_url)
      values (${id}, 'Application ${id}', 'APP${id}', '${origin}/', '${origin}/sign-out/${id}')`,
  ).join(';')

const openApplications = (userName: string): string => `
  insert into application_sessions (session_id, system_id, session_index, opened_at)
  select session.id, system.id, 'bench-' || system.id, clock_now() + make_interval(secs => system.id)
    from sessions session join users account on account.id = session.user_id, systems system
   where account.user_name = '${userName}' and session.ended_at is null and system.id in (${APPLICATIONS.join(', ')})
  on conflict do nothing`

interface Applications {
  server: Server
  origin: string
  /** Milliseconds between the request to the silent application and the one to the application after it. */
  silence(): number
}

async function serveApplications(portal: string): Promise<Applications> {
  const asked = new Map<number, number>()
  const server = createServer(({ url = '' }, answer) => {
    const id = Number(/^\/sign-out\/(\d+)/.exec(url)?.[1])
    if (!asked.has(id)) asked.set(id, performance.now())
    if (id !== SILENT) answer.writeHead(303, { location: `${portal}/logout?app=APP${id}` }).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    server,
    origin: `http://localhost:${port}`,
    silence: () => (asked.get(SILENT + 1) ?? Number.NaN) - (asked.get(SILENT) ?? Number.NaN),
  }
}

const figuresOf = ({ receipt, givenUp }: { receipt: number; givenUp: number }): Report['figures'] => [
  {
    goal: 'Logout chain',
    name: 'five applications, one silent: at the receipt',
    value: receipt / 1000,
    unit: 's',
    must: 8,
    aim: 7,
    sense: 'at most',
  },
  {
    goal: 'Logout chain',
    name: 'the silent application is given up, with the way to the next one',
    value: givenUp / 1000,
    unit: 's',
    must: 6,
    aim: 5.5,
    sense: 'at most',
    note: 'given up after 5 s',
  },
]
