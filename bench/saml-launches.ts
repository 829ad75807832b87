import { setTimeout as delay } from 'node:timers/promises'
import { launchPage } from '@portico/contract/single-sign-on/single-sign-on.ts'
import { Browser } from '../server/test/browser.ts'
import type { Bench, Report } from './figures.ts'
import { percentile } from './harness.ts'
import { BINDING, type BenchData, FIRST_USER, tokenOf } from './load-data.ts'
import { cpuOf } from './machine.ts'
import { onDatabase } from './postgres.ts'
import { portalEnvironment, startPortal } from './servers.ts'

/** Launches a second, and for how long. */
const PACE = 20
const SECONDS = 15
/** Id of the system, its section and its page. */
const SYSTEM = 9002

const addApplication = `
  insert into systems (id, name, is_saml_post) values (${SYSTEM}, 'Bench SAML application', true);
  insert into sections (id, name) values (${SYSTEM}, 'Bench SAML application');
  insert into pages (id, name, system_id, section_id, location, is_assignable)
  values (${SYSTEM}, 'Bench SAML application', ${SYSTEM}, ${SYSTEM}, '/start', false);
  insert into user_system_grants (user_id, system_id)
  select id, ${SYSTEM} from users where id >= ${FIRST_USER};
  insert into single_sign_on_settings (system_id, protocol, entity_id, acs_addresses, attributes)
  values (${SYSTEM}, 'saml', 'urn:bench', '[{"url":"https://app.example.test/acs","index":""}]', '{"email":"email"}')`

/** Time and CPU of a launch by SAML (decide, sign, answer) while twenty users a second open an application. */
export async function samlLaunches(bench: Bench): Promise<Partial<Report>> {
  const data = await bench.data(10_000)
  await onDatabase(data.url, (client) => client.query(addApplication))
  const portal = await startPortal({ environment: portalEnvironment(data.url) })
  try {
    const open = (at: number) => openOnce(portal.origin, data.withoutSession + 1 + (at % openSessions(data)))
    // The first one makes the signing key; the others warm up.
    await open(0)
    for (let at = 1; at < PACE * 5; at++) await open(at)
    const before = cpuOf(portal.pid)
    const under: Promise<number>[] = []
    for (let at = 0; at < PACE * SECONDS; at++) {
      under.push(open(at))
      await delay(1000 / PACE)
    }
    const times = (await Promise.all(under)).toSorted((a, b) => a - b)
    const cpu = (cpuOf(portal.pid) - before) / times.length
    return { figures: figuresOf(times, cpu) }
  } finally {
    await portal.stop()
    await onDatabase(data.url, (client) =>
      client.query(`delete from single_sign_on_settings where system_id = ${SYSTEM}`),
    )
  }
}

const figuresOf = (times: readonly number[], cpu: number): Report['figures'] => [
  {
    goal: 'SAML',
    name: `launch at ${PACE} a second, p95`,
    value: percentile(times, 0.95),
    unit: 'ms',
    must: 60,
    aim: 30,
    sense: 'at most',
    note: `${times.length} launches: p50 ${percentile(times, 0.5).toFixed(1)} ms`,
  },
  {
    goal: 'SAML',
    name: 'CPU of the server for a launch',
    value: cpu,
    unit: 'ms',
    must: 15,
    aim: 10,
    sense: 'at most',
  },
]

const openSessions = ({ users, withoutSession }: BenchData) => users - withoutSession

/** One launch; returns its milliseconds. */
async function openOnce(origin: string, index: number): Promise<number> {
  const browser = new Browser(origin)
  Object.assign(browser, { sessionToken: tokenOf(index), csrfToken: BINDING })
  browser.cookies.set('__Host-portal-binding', BINDING)
  const started = performance.now()
  const answer = await browser.call(launchPage, {
    params: { uid: FIRST_USER + index - 1, pid: SYSTEM },
    query: {},
  })
  if (!('fields' in answer) || !answer.fields['SAMLResponse']) throw new Error('The launch has no SAML response')
  return performance.now() - started
}
