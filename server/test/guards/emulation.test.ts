import { allEndpoints } from '@portico/contract/areas.ts'
import type { Endpoint } from '@portico/contract/kit/endpoint.ts'
import { defaultTexts } from '@portico/contract/texts/texts.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sessionReader } from '../../src/areas/session/session-reader.ts'
import { auditTrail } from '../../src/areas/audit/public.ts'
import type { Browser, Raw } from '../browser.ts'
import { type Portal, startPortal } from '../portal.ts'
import { makeWorld, openSession, type World } from './people.ts'
import { sampleCall } from './sample-call.ts'

let portal: Portal
let world: World
beforeAll(async () => {
  portal = await startPortal()
  world = await makeWorld(portal)
})
afterAll(() => portal.close())

const calls = allEndpoints()
  .filter(({ endpoint }) => endpoint.guard.kind !== 'public')
  .map(({ endpoint }): [string, Endpoint] => [endpoint.name, endpoint])

/** What may not be done in the name of another user, look-only or not (decision E8, S46). */
const forbidden = [
  'changePassword',
  'saveSecurityInfo',
  'updateProfile',
  'confirmEmail',
  'withdrawEmail',
  'saveOwnNotificationTypes',
  'sendOptOutText',
  'acceptLicense',
  'endOtherSessions',
  'reportSignIn',
  'trashDocument',
  'restoreDocument',
  'deleteFromSpace',
  'restoreVersion',
  'shareDocument',
  'unshareDocument',
  'dropShare',
  'recordSectionAccess',
  'recordPageAccess',
  'getOwnExport',
  'requestOwnExport',
  'downloadOwnExport',
]

test('credentials, the license, and deleting or sharing documents are among the forbidden acts (S46, E8)', () => {
  const refused = calls.filter(([, { guard }]) => guard.kind === 'session' && guard.emulation === 'refuse')
  expect(refused.map(([name]) => name)).toEqual(expect.arrayContaining(forbidden))
  // Whatever changes a second factor or confirms who the user is.
  const ofCredentials = calls.filter(
    ([, { path, method }]) => method !== 'GET' && /own-factors|reauthentication|\/second-factor\//.test(path),
  )
  for (const [name] of ofCredentials) expect(refused.map(([one]) => one)).toContain(name)
})

type Rights = 'acting' | 'looking'

function isRefused({ guard, method }: Endpoint, rights: Rights): boolean {
  if (guard.kind === 'admin') return true
  if (guard.kind === 'public') return false
  if (guard.emulation === 'refuse') return true
  return rights === 'looking' && guard.emulation !== 'always' && (guard.emulation === 'acting' || method !== 'GET')
}

const refusals: readonly string[] = [
  defaultTexts.not_allowed,
  defaultTexts.not_while_emulating,
  defaultTexts.not_while_looking,
]

/** A call to the user's own things, made by an administrator in their name. */
async function callAs(endpoint: Endpoint, rights: Rights): Promise<{ answer: Raw; browser: Browser }> {
  const { external, portalAdmin } = world.users
  const isReadOnly = rights === 'looking'
  const browser = await openSession(portal, external, portalAdmin.id, { isReadOnly })
  await world.renew(endpoint.name)
  const own = { uid: String(external.id) }
  const ids = {
    ...world.ids,
    adminId: String(portalAdmin.id),
    ...(endpoint.name === 'emulatedLogout' ? { uid: String(portalAdmin.id), userId: own.uid } : own),
  }
  const { method, path, ...rest } = sampleCall(endpoint, endpoint.path, ids, portal.origin, browser)
  return { answer: await browser.request(method, path, rest), browser }
}

describe('inside an emulation every call answers as its guard says (S46, S49, E8)', () => {
  test.each(calls)('%s', async (_name, endpoint) => {
    for (const rights of ['acting', 'looking'] as const) {
      const { answer } = await callAs(endpoint, rights)
      const byEmulation = answer.status === 403 && refusals.includes(answer.message)
      expect([rights, byEmulation, answer.status === 401]).toEqual([rights, isRefused(endpoint, rights), false])
    }
  })
})

// The guard refuses by itself (server/src/http/request-guards.test.ts); this is the second line behind it.
test('an emulated session has none of the administration of its user, whatever asks for it (E8)', async () => {
  const { portalAdmin } = world.users
  const read = async (browser: Browser) => {
    const db = portal.database.requests
    const reader = sessionReader(db, auditTrail(db), portal.config.passwordMaxAgeDays)
    const proof = { token: browser.sessionToken ?? '', binding: browser.cookies.get('__Host-portal-binding') }
    const caller = await reader.read(proof, { id: 'test' } as never, false)
    if (!caller || !('user' in caller)) throw new Error('There is no such session')
    const { isPortalAdmin, adminSystemIds, pageIds, maySignOnAs, isUsAssociate } = await caller.authority()
    const pages = await caller.adminPages()
    return { pages: pages.length, isPortalAdmin, adminSystemIds, pageIds, maySignOnAs, isUsAssociate }
  }
  expect((await read(await openSession(portal, portalAdmin))).pages).toBeGreaterThan(0)
  expect(await read(await openSession(portal, portalAdmin, world.emulator.id))).toEqual({
    pages: 0,
    isPortalAdmin: false,
    adminSystemIds: [],
    pageIds: [],
    maySignOnAs: false,
    isUsAssociate: false,
  })
})

test('whatever is done inside an emulation is recorded under both names (S47)', async () => {
  const { external, portalAdmin } = world.users
  const before = await portal.owner('select coalesce(max(id), 0) as id from audit_events')
  for (const [, endpoint] of calls) await callAs(endpoint, 'acting')
  const events = await portal.owner(
    `select distinct event, actor_user_id as actor, subject_user_id as subject
       from audit_events where id > $1 and session_id in (select id from sessions where actor_user_id is not null)`,
    [before[0]?.['id']],
  )
  expect(events.length).toBeGreaterThan(5)
  for (const { event, actor, subject } of events)
    expect([event, actor, subject]).toEqual([event, portalAdmin.id, external.id])
})
