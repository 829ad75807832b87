import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Certificate, makeCertificate } from '../../../test/certificate.ts'
import { logEvents } from '../../../test/deliver-events.ts'
import type { MadeUser } from '../../../test/make.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { makeRsyslog, type Rsyslog } from '../../../test/rsyslog.ts'

const trusted = getCACertificates()

let certificate: Certificate
let plain: Rsyslog
let encrypted: Rsyslog
let portal: Portal
let secured: Portal
let nora: MadeUser
beforeAll(async () => {
  certificate = await makeCertificate('localhost')
  setDefaultCACertificates([...trusted, certificate.cert])
  plain = await makeRsyslog()
  encrypted = await makeRsyslog(certificate)
  portal = await startPortal({ environment: { PORTAL_EVENT_LOG: `syslog://127.0.0.1:${plain.port}` } })
  secured = await startPortal({ environment: { PORTAL_EVENT_LOG: `syslog+tls://localhost:${encrypted.port}` } })
  nora = await portal.make.user({ user_name: 'nora.north' })
})
afterAll(async () => {
  setDefaultCACertificates(trusted)
  await portal.close()
  await secured.close()
  await plain.close()
  await encrypted.close()
})

/** Events numbered from the first to the last one, with a text of more than one byte a character. */
const happen = (of: Portal, first: number, last: number) =>
  of.owner(
    `insert into audit_events (event, subject_user_id, after)
     select 'user_updated', $3, jsonb_build_object('n', n, 'city', 'Zürich – 東京', 'lines', E'one\\ntwo')
       from generate_series($1::integer, $2::integer) n order by n`,
    [first, last, nora.id],
  )
const numbersOf = (server: Rsyslog) =>
  server.messages().flatMap(({ json }) => (json as { data: { after: { n?: number } | null } }).data.after?.n ?? [])
const place = async (of: Portal) => (await of.owner('select failures, position from event_log_places'))[0]
const from = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, at) => first + at)
/** The server writes what it has taken a moment later. */
const taken = async (server: Rsyslog, numbers: readonly number[]) => {
  await expect.poll(() => new Set(numbersOf(server)).size, { timeout: 20_000 }).toBe(new Set(numbers).size)
  return numbersOf(server)
}

test('a SIEM that takes syslog gets every event in order, each as one message with its JSON', async () => {
  await plain.start()
  await logEvents(portal)
  await happen(portal, 1, 1200)
  await logEvents(portal)
  expect(await taken(plain, from(1, 1200))).toEqual(from(1, 1200))
  expect(plain.messages().at(-1)).toMatchObject({
    host: 'localhost',
    app: 'portico',
    id: 'user_updated',
    facility: 'audit',
    json: {
      specversion: '1.0',
      type: 'portico.user_updated.v1',
      subject: `user/${nora.id}`,
      data: { after: { n: 1200, city: 'Zürich – 東京', lines: 'one\ntwo' } },
    },
  })
  await logEvents(portal)
  expect(numbersOf(plain)).toHaveLength(1200)
})

test('while a SIEM is away its events wait, and when it is back it gets all of them in order', async () => {
  await plain.kill()
  await happen(portal, 1201, 1210)
  await logEvents(portal)
  expect(await place(portal)).toMatchObject({ failures: 1 })
  await plain.start()
  // It has a rest of some minutes.
  await logEvents(portal)
  expect(await place(portal)).toMatchObject({ failures: 1 })
  await portal.owner('update event_log_places set next_attempt_at = clock_now()')
  await happen(portal, 1211, 1220)
  await logEvents(portal)
  expect(await taken(plain, from(1, 1220))).toEqual(from(1, 1220))
  expect(await place(portal)).toMatchObject({ failures: 0 })
})

test('over an encrypted connection a SIEM gets events where its certificate is trusted, and none otherwise', async () => {
  await encrypted.start()
  await logEvents(secured)
  await happen(secured, 1, 20)
  setDefaultCACertificates(trusted)
  await logEvents(secured)
  expect(await place(secured)).toMatchObject({ failures: 1 })
  setDefaultCACertificates([...trusted, certificate.cert])
  await secured.owner('update event_log_places set next_attempt_at = clock_now()')
  await logEvents(secured)
  expect(await taken(encrypted, from(1, 20))).toEqual(from(1, 20))
})
