import { hashToken, newToken } from '../../src/crypto/tokens.ts'
import type { Browser } from '../browser.ts'
import { actorSessionOf, type MadeUser } from '../make.ts'
import type { Portal } from '../portal.ts'
import { recordRenewal } from './renewed-records.ts'
import { announcementValues, BRAND_IMAGE_KEY, brandTwice, customer, deadMail } from './sample-rows.ts'

/** All personas, in the order of the columns of authz-matrix.json. */
export const personas = [
  'nobody',
  'external',
  /** Signed in, and names the external user's id where the address has one. */
  'otherExternal',
  'internal',
  'delegatedAdmin',
  'portalAdmin',
  'atLicense',
  'atExpired',
  'atSecured',
  'atTemporary',
  'atQuestion',
  /** A portal administrator who acts as the external user. */
  'emulated',
  /** A user whose session has ended. */
  'ended',
] as const
export type Persona = (typeof personas)[number]

/** Users, and objects that all of them may use, so that a refusal is only about the persona. */
export interface World {
  users: Readonly<Record<Persona, MadeUser>>
  /** The administrator behind the emulated persona. */
  emulator: MadeUser
  /** Path parameters by name; {uid} is the caller's own. */
  ids: Readonly<Record<string, string>>
  /**
   * Makes the documents, shares and links anew if anything has changed since the last time: some calls delete them.
   * `call`: the one that comes next.
   */
  renew(call: string): Promise<void>
}

/** `owner` has the documents that calls are about. */
export async function makeWorld(portal: Portal, owner: Persona = 'external'): Promise<World> {
  const { make } = portal
  const external = await make.user()
  const users: Record<Persona, MadeUser> = {
    nobody: external,
    external,
    otherExternal: await make.user(),
    internal: await make.user({ is_internal: true }),
    delegatedAdmin: await make.user(),
    portalAdmin: await make.user({ is_internal: true, may_sign_on_as: true }),
    atLicense: await make.user({ license_accepted_at: null }),
    atExpired: await make.user({ password_changed_at: '2020-01-01' }),
    atSecured: await make.user({ password_changed_at: null, password_spent_at: '2026-01-01' }),
    atTemporary: await make.user({ password_changed_at: null }),
    atQuestion: await make.user({ security_question_id: null }),
    emulated: external,
    ended: await make.user(),
  }
  const emulator = await make.user({ is_internal: true, may_sign_on_as: true })
  await make.adminPages(users.delegatedAdmin, ['User Administration'])
  const pages = await portal.owner('select name from pages where system_id = 2')
  for (const portalAdmin of [users.portalAdmin, emulator])
    await make.adminPages(
      portalAdmin,
      pages.map(({ name }) => String(name)),
    )
  const section = await make.section({ accepts_enhancement_requests: true })
  const system = await make.system({ setup_url: 'https://accounts.example.test/' })
  await portal.owner('update systems set has_account_setup = true where id = 2')
  const page = await make.page({ system_id: system, section_id: section })
  for (const user of new Set(Object.values(users))) await make.grant(user, { systemId: system, pageId: page })
  const announcement = await make.announcement()
  await portal.owner('insert into brand_images (key, image) values ($1, $2)', [
    BRAND_IMAGE_KEY,
    Buffer.from('89504e47', 'hex'),
  ])
  await brandTwice(portal, null)
  const mailId = await deadMail(portal)
  const ids: Record<string, string> = {
    sectionId: String(section),
    tileId: String(section),
    pageId: String(page),
    tilePageId: String(page),
    signInId: '1',
    pid: String(page),
    systemid: String(system),
    employerId: String(await make.client()),
    sid: String(system),
    id: String(announcement),
    imageKey: BRAND_IMAGE_KEY,
    mailId,
    address: '2065550100@carrier.test',
    clientid: String(external.clientId),
    sharedWith: String(users.otherExternal.id),
    userId: String(users.otherExternal.id),
    systemId: '2',
    textKey: 'menu_home',
    // Nobody waits here.
    interactionId: 'an-authorization-of-nobody',
    // Tests are of one session.
    signInTestId: '987654',
    adminId: String(users[owner].id),
    customerId: await customer(portal),
    listNm: 'users',
    kindCd: 'clients',
    clientId: await brandTwice(portal, await make.client()),
    excelToken: 'a-token-of-the-browser',
    typeName: 'SYSTEM_ANNC_TYPE',
    ...(await announcementValues(portal)),
  }
  const { portalAdmin, otherExternal: other } = users
  const renewed = recordRenewal(portal, { owner: users[owner], other, portalAdmin, section, ids })
  const renew = async (call: string) => void Object.assign(ids, await renewed(call))
  await renew('')
  return { users, emulator, ids, renew }
}

interface SessionOf {
  user: { id: number }
  /** The administrator who acts as the user. */
  actorId?: number
  isReadOnly?: boolean
  hasEnded?: boolean
}

/** Browsers with sessions that were opened without asking for passwords. */
async function openSessions(portal: Portal, sessions: readonly SessionOf[]): Promise<Browser[]> {
  const browsers = sessions.map(({ user }) => {
    const browser = portal.browser()
    browser.userId = user.id
    browser.sessionToken = newToken()
    browser.csrfToken = newToken()
    browser.cookies.set(BINDING, newToken())
    return browser
  })
  const hashes = (tokenOf: (browser: Browser) => string | undefined) =>
    browsers.map((browser) => hashToken(tokenOf(browser) ?? ''))
  const actorSessions = new Map<number, number>()
  for (const { actorId } of sessions)
    if (actorId !== undefined)
      actorSessions.set(actorId, await actorSessionOf((text, values) => portal.owner(text, values), { id: actorId }))
  await portal.owner(
    `insert into sessions (token_hash, csrf_hash, binding_hash, user_id, actor_user_id, actor_session_id, is_look_only,
       ended_at, expires_at)
     select token, csrf, binding, user_id, actor_id, actor_session_id, is_look_only,
            case when has_ended then clock_now() end, clock_now() + interval '1 hour'
       from unnest($1::bytea[], $2::bytea[], $3::bytea[], $4::int[], $5::int[], $6::bigint[], $7::boolean[], $8::boolean[])
            as given (token, csrf, binding, user_id, actor_id, actor_session_id, is_look_only, has_ended)`,
    [
      hashes((browser) => browser.sessionToken),
      hashes((browser) => browser.csrfToken),
      hashes((browser) => browser.cookies.get(BINDING)),
      sessions.map(({ user }) => user.id),
      sessions.map(({ actorId }) => actorId ?? null),
      sessions.map(({ actorId }) => (actorId === undefined ? null : actorSessions.get(actorId))),
      sessions.map(({ isReadOnly }) => isReadOnly ?? false),
      sessions.map(({ hasEnded }) => hasEnded ?? false),
    ],
  )
  return browsers
}

const BINDING = '__Host-portal-binding'

/** `actorId`: an administrator who emulates the user. */
export async function openSession(
  portal: Portal,
  user: { id: number },
  actorId?: number,
  { isReadOnly = false } = {},
): Promise<Browser> {
  const [browser] = await openSessions(portal, [{ user, isReadOnly, ...(actorId === undefined ? {} : { actorId }) }])
  return browser as Browser
}

/** A browser for each persona, with a session of its own. */
export async function browsersOf(portal: Portal, { users, emulator }: World): Promise<Record<Persona, Browser>> {
  const browsers = await openSessions(
    portal,
    personas.map((persona) => ({
      user: users[persona],
      ...(persona === 'emulated' ? { actorId: emulator.id } : {}),
      hasEnded: persona === 'ended',
    })),
  )
  const each = personas.map((persona, index): [Persona, Browser] => [persona, browsers[index] as Browser])
  return { ...Object.fromEntries(each), nobody: portal.browser() } as Record<Persona, Browser>
}
