import { setTimeout as delay } from 'node:timers/promises'
import { createHash, randomBytes } from 'node:crypto'
import { completeOpenIdSignOn, OPENID_PATH } from '@portico/contract/openid-provider/openid-provider.ts'
import { Browser } from '../server/test/browser.ts'
import { CALLBACK, follow, interactionIn } from '../server/test/openid-application.ts'
import type { Bench, Report } from './figures.ts'
import { percentile } from './harness.ts'
import { BINDING, type BenchData, FIRST_USER, tokenOf } from './load-data.ts'
import { onDatabase } from './postgres.ts'
import { portalEnvironment, startPortal } from './servers.ts'

/** Authorizations a second, and for how long. */
const PACE = 20
const SECONDS = 15
const CLIENT = 'bench-application'
const SYSTEM = 9001

const addApplication = `
  insert into systems (id, name) values (${SYSTEM}, 'Bench application');
  insert into sections (id, name) values (${SYSTEM}, 'Bench application');
  insert into pages (id, name, system_id, section_id, location, is_assignable)
  values (${SYSTEM}, 'Bench application', ${SYSTEM}, ${SYSTEM}, 'https://app.example.test/', false);
  insert into user_system_grants (user_id, system_id)
  select id, ${SYSTEM} from users where id >= ${FIRST_USER};
  insert into single_sign_on_settings (system_id, protocol, client_id, redirect_addresses, attributes)
  values (${SYSTEM}, 'oidc', '${CLIENT}', array['${CALLBACK}'], '{"email":"email"}')`

/** Time of the token answer while twenty users a second open an application for the first time. */
export async function openIdTokens(bench: Bench): Promise<Partial<Report>> {
  const data = await bench.data(10_000)
  await onDatabase(data.url, (client) => client.query(addApplication))
  const portal = await startPortal({ environment: portalEnvironment(data.url) })
  try {
    const open = (at: number) => openOnce(portal.origin, data.withoutSession + 1 + (at % openSessions(data)))
    for (let at = 0; at < PACE; at++) await open(at)
    const under: Promise<number>[] = []
    for (let at = PACE; at < PACE * (1 + SECONDS); at++) {
      under.push(open(at))
      await delay(1000 / PACE)
    }
    const times = (await Promise.all(under)).toSorted((a, b) => a - b)
    return {
      figures: [
        {
          goal: 'OpenID Connect',
          name: 'token answer at 20 sign-ons a second, p95',
          value: percentile(times, 0.95),
          unit: 'ms',
          must: 60,
          aim: 30,
          sense: 'at most',
          note: `${times.length} sign-ons: p50 ${percentile(times, 0.5).toFixed(1)} ms`,
        },
      ],
    }
  } finally {
    await portal.stop()
    await onDatabase(data.url, (client) =>
      client.query(`delete from single_sign_on_settings where system_id = ${SYSTEM}`),
    )
  }
}

const openSessions = ({ users, withoutSession }: BenchData) => users - withoutSession

/** One whole sign-on; returns the milliseconds of the token answer. */
async function openOnce(origin: string, index: number): Promise<number> {
  const browser = new Browser(origin)
  Object.assign(browser, { sessionToken: tokenOf(index), csrfToken: BINDING })
  browser.cookies.set('__Host-portal-binding', BINDING)
  const verifier = randomBytes(32).toString('base64url')
  const query = new URLSearchParams({
    client_id: CLIENT,
    redirect_uri: CALLBACK,
    response_type: 'code',
    scope: 'openid',
    state: 'bench',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  const page = await follow(browser, `${OPENID_PATH}/authorize?${query.toString()}`)
  const { returnUrl } = await browser.call(completeOpenIdSignOn, { params: { interactionId: interactionIn(page) } })
  const code = new URL(await follow(browser, returnUrl)).searchParams.get('code') ?? ''
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    client_id: CLIENT,
    code,
    redirect_uri: CALLBACK,
    code_verifier: verifier,
  })
  const started = performance.now()
  const answer = await fetch(`${origin}${OPENID_PATH}/token`, { method: 'POST', body })
  const { id_token: token } = (await answer.json()) as { id_token?: string }
  if (!token) throw new Error(`No token: ${answer.status}`)
  return performance.now() - started
}
