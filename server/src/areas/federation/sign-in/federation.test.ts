import { getProfile } from '@portico/contract/account/account.ts'
import { getSamlMetadata, startFederatedSignIn } from '@portico/contract/federation/federation.ts'
import { logout } from '@portico/contract/session/session.ts'
import { login } from '@portico/contract/sign-in/sign-in.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  begin,
  check,
  federatedEmployer,
  type FederatedEmployer,
  federatedUser,
  post,
  signOn,
} from '../../../../test/federated-world.ts'
import { type Portal, startPortal } from '../../../../test/portal.ts'

let portal: Portal
let employer: FederatedEmployer
beforeAll(async () => {
  portal = await startPortal()
  employer = await federatedEmployer(portal)
})
afterAll(() => portal.close())

const UNKNOWN = 'Your company account isn’t set up for this portal. Contact your Client Relations representative.'
const EXPIRED = 'This sign-in expired, was already used or started in another browser. Sign in again.'
const INACTIVE = 'Your account is inactive. Contact your Client Relations representative.'

const sessionsOf = (user: { id: number }) =>
  portal.owner('select id from sessions where user_id = $1 and ended_at is null', [user.id])

describe('an employee of a federated employer', () => {
  test('signs on at the company and has a session (SIGN-006, SIGN-059)', async () => {
    const user = await federatedUser(portal, employer, 'nils')
    const { browser, posted, entry } = await signOn(portal, employer, { nameId: 'nils' })
    expect(posted.status).toBe(303)
    expect(posted.headers.get('location')).toMatch(/^\/login\/federated#ticket=[\w-]{43}$/)
    expect(entry).toMatchObject({ code: '200', data: { userId: user.id, federatedUser: 'Y' } })
    expect((await browser.call(getProfile, {})).userNm).toBe(user.userName)
  })

  test('lands on the requested page', async () => {
    await federatedUser(portal, employer, 'returning')
    const browser = portal.browser()
    const request = await begin(browser, employer.providerId, '/content-authenticated/home?q=report')
    const { headers } = await post(
      portal,
      employer.provider.answer(request, { nameId: 'returning' }),
      request.relayState,
    )
    expect(headers.get('location')).toMatch(
      /^\/login\/federated#ticket=[\w-]{43}&returnTo=%2Fcontent-authenticated%2Fhome%3Fq%3Dreport$/,
    )
  })

  test('who types name@domain is sent to the start, whatever the name; a plain name is unknown (decision B4, S65)', async () => {
    const user = await federatedUser(portal, employer, null)
    const browser = portal.browser()
    for (const name of ['nils', 'nobody.at.all'])
      expect(await browser.trySignIn(`${name}@${employer.domain}`, '')).toMatchObject({
        code: '207',
        data: `${startFederatedSignIn.path}?provider=${employer.providerId}`,
      })
    await portal.moveClock('10 minutes 1 second')
    const body = { userNm: `nils@${employer.domain}`, password: '', host: new URL(browser.origin).host }
    expect(await browser.send(login, { body })).toMatchObject({ status: 401 })
    await portal.moveClock('0')
    const [known, unknown] = [await browser.trySignIn(user.userName, 'x'), await browser.trySignIn('ghost', 'x')]
    expect(known).toMatchObject({ status: 200, code: '204', message: 'Invalid Login ID or Password.' })
    expect(known.text).toBe(unknown.text)
  })

  test('is not locked out by guesses at a password that does not exist', async () => {
    const user = await federatedUser(portal, employer, 'guessed-at')
    for (let n = 0; n < 6; n++) await portal.browser().trySignIn(user.userName, `guess ${n}`)
    expect((await signOn(portal, employer, { nameId: 'guessed-at' })).entry.code).toBe('200')
  })

  test('is asked about another session, and ends it by confirming (SIGN-036, SIGN-037)', async () => {
    const user = await federatedUser(portal, employer, 'twice')
    const first = await signOn(portal, employer, { nameId: 'twice' })
    const second = await signOn(portal, employer, { nameId: 'twice' })
    expect(second.entry).toMatchObject({ code: '409', data: { device: 'Chrome on Linux' } })
    const [, ticket = ''] = /#ticket=(.+)$/.exec(second.posted.headers.get('location') ?? '') ?? []
    expect(await check(second.browser, ticket, true)).toMatchObject({ code: '200', data: { userId: user.id } })
    expect((await first.browser.send(getProfile, {})).status).toBe(401)
    expect(await sessionsOf(user)).toHaveLength(1)
  })

  test('who is inactive or deleted is refused (SIGN-071, S65)', async () => {
    const inactive = await federatedUser(portal, employer, 'inactive', { status: 2 })
    const deleted = await federatedUser(portal, employer, 'deleted', { status: 3 })
    const entryOf = async (nameId: string) => (await signOn(portal, employer, { nameId })).entry
    expect(await entryOf('inactive')).toMatchObject({ status: 401, code: '401', data: null, message: INACTIVE })
    expect(await entryOf('deleted')).toMatchObject({ status: 401, code: '401', data: null, message: UNKNOWN })
    expect([...(await sessionsOf(inactive)), ...(await sessionsOf(deleted))]).toEqual([])
  })

  test('who was inactivated while at the company’s provider is refused', async () => {
    const user = await federatedUser(portal, employer, 'late')
    const browser = portal.browser()
    const request = await begin(browser, employer.providerId)
    await portal.owner('update users set status = 2 where id = $1', [user.id])
    const { ticket } = await post(portal, employer.provider.answer(request, { nameId: 'late' }), request.relayState)
    expect(await check(browser, ticket)).toMatchObject({ status: 401, message: INACTIVE })
  })
})

describe('the requested page', () => {
  const WANTED = '/content-authenticated/documents?folder=3'
  const kept = `&returnTo=${encodeURIComponent(WANTED).replaceAll('%20', '+')}`

  test('is kept for another attempt when the server refuses, and not with an answer to another request', async () => {
    const browser = portal.browser()
    const request = await begin(browser, employer.providerId, WANTED)
    const newIdentity = employer.provider.answer(request, { nameId: 'nobody-here' })
    const foreign = await post(portal, newIdentity, 'another-relay-state')
    expect(foreign.headers.get('location')).toBe('/login/federated#failed=expired')
    const turnedAway = await post(portal, newIdentity, request.relayState)
    expect(turnedAway.headers.get('location')).toBe(`/login/federated#failed=unknown${kept}`)
    const start = `${startFederatedSignIn.path}?provider=999999${kept}`
    const noProvider = await browser.request('GET', start, { headers: { accept: 'text/html' } })
    expect(noProvider.headers.get('location')).toBe(`/login/federated#failed=provider${kept}`)
  })
})

describe('the ticket at the end of a sign-on', () => {
  const arrive = async (nameId: string) => {
    await federatedUser(portal, employer, nameId)
    const browser = portal.browser()
    const request = await begin(browser, employer.providerId)
    const { ticket } = await post(portal, employer.provider.answer(request, { nameId }), request.relayState)
    return { browser, ticket }
  }

  test('opens one session, only in the browser that started', async () => {
    const { browser, ticket } = await arrive('ticket-once')
    const newIdentity = portal.browser()
    await newIdentity.openSignInPage()
    expect(await check(newIdentity, ticket)).toMatchObject({ status: 401, message: EXPIRED })
    expect(await check(browser, ticket)).toMatchObject({ code: '200' })
    expect(await check(browser, ticket)).toMatchObject({ status: 401, message: EXPIRED })
  })

  test('opens one session, however often it is used at once', async () => {
    const { browser, ticket } = await arrive('ticket-many')
    const copies = Array.from({ length: 10 }, () => {
      const copy = portal.browser()
      for (const [name, value] of browser.cookies) copy.cookies.set(name, value)
      return copy
    })
    const codes = (await Promise.all(copies.map((copy) => check(copy, ticket)))).map(({ code }) => code)
    expect(codes.filter((code) => code === '200')).toHaveLength(1)
    expect(codes.filter((code) => code === '401')).toHaveLength(9)
  })

  test('allows five minutes to decide about another session, counted once, however often the question is asked', async () => {
    const user = await federatedUser(portal, employer, 'ticket-again')
    await signOn(portal, employer, { nameId: 'ticket-again' })
    const browser = portal.browser()
    const request = await begin(browser, employer.providerId)
    const { ticket } = await post(
      portal,
      employer.provider.answer(request, { nameId: 'ticket-again' }),
      request.relayState,
    )
    expect((await check(browser, ticket)).code).toBe('409')
    await portal.moveClock('4 minutes')
    expect((await check(browser, ticket)).code).toBe('409')
    await portal.moveClock('5 minutes 10 seconds')
    expect(await check(browser, ticket, true)).toMatchObject({ status: 401, message: EXPIRED })
    expect(await sessionsOf(user)).toHaveLength(1)
    await portal.moveClock('0')
  })

  test('is valid for a minute', async () => {
    const { browser, ticket } = await arrive('ticket-late')
    await portal.moveClock('61 seconds')
    expect(await check(browser, ticket)).toMatchObject({ status: 401, message: EXPIRED })
    await portal.moveClock('0')
  })
})

describe('linking (S65)', () => {
  const EMAIL = 'urn:oid:0.9.2342.19200300.100.1.3'

  test('a user whom an administrator made federated is found by address the first time, and by the provider’s name from then on', async () => {
    const email = `Ada.First@${employer.domain}`
    const user = await federatedUser(portal, employer, null, { email })
    const first = await signOn(portal, employer, { nameId: 'ada-id', attributes: { [EMAIL]: email.toLowerCase() } })
    expect(first.entry).toMatchObject({ code: '200', data: { userId: user.id } })
    const again = await signOn(portal, employer, { nameId: 'ada-id', attributes: {} }, first.browser)
    expect(again.entry).toMatchObject({ code: '200', data: { userId: user.id } })
    const other = await signOn(portal, employer, { nameId: 'somebody-else', attributes: { [EMAIL]: email } })
    expect(other.posted.headers.get('location')).toBe('/login/federated#failed=unknown')
  })

  test('an address that a deleted user had finds the user who has it now', async () => {
    const email = `successor@${employer.domain}`
    await federatedUser(portal, employer, null, { email, status: 3 })
    const attributes = { [EMAIL]: email }
    const before = await signOn(portal, employer, { nameId: 'successor', attributes })
    expect(before.posted.headers.get('location')).toBe('/login/federated#failed=unknown')
    const user = await federatedUser(portal, employer, null, { email })
    const { entry } = await signOn(portal, employer, { nameId: 'successor', attributes })
    expect(entry).toMatchObject({ code: '200', data: { userId: user.id } })
  })

  test('an address that two users of the employer have is nobody’s', async () => {
    const email = `shared@${employer.domain}`
    const users = [
      await federatedUser(portal, employer, null, { email }),
      await federatedUser(portal, employer, null, { email }),
    ]
    const { posted } = await signOn(portal, employer, { nameId: 'shared', attributes: { [EMAIL]: email } })
    expect(posted.headers.get('location')).toBe('/login/federated#failed=unknown')
    for (const { id } of users)
      expect(await portal.owner('select from federated_identities where user_id = $1', [id])).toEqual([])
  })

  test('a provider authenticates users of its own employers only, whatever it states', async () => {
    const other = await federatedEmployer(portal, { createsUsers: true })
    const victim = await federatedUser(portal, employer, 'victim', { email: `victim@${employer.domain}` })
    const admin = await portal.make.user({ email: `root@${employer.domain}` })
    const own = await portal.make.user({ client_id: other.clientId, email: `pass@${other.domain}` })
    for (const { nameId, email } of [
      { nameId: 'victim', email: `victim@${employer.domain}` },
      { nameId: 'other', email: `victim@${employer.domain}` },
      { nameId: `root@${employer.domain}`, email: `root@${employer.domain}` },
      // Of its own employer, but with a password here.
      { nameId: 'pass', email: `pass@${other.domain}` },
    ]) {
      const { posted } = await signOn(portal, other, { nameId, attributes: { [EMAIL]: email } })
      expect(posted.headers.get('location')).toBe('/login/federated#failed=unknown')
    }
    for (const user of [victim, admin, own]) expect(await sessionsOf(user)).toEqual([])
  })

  test('a user moved to another employer or sign-in method is refused from the former provider', async () => {
    const user = await federatedUser(portal, employer, 'moved')
    await portal.owner('update users set client_id = $2 where id = $1', [user.id, await portal.make.client()])
    expect((await signOn(portal, employer, { nameId: 'moved' })).posted.ticket).toBe('')
    const turned = await federatedUser(portal, employer, 'turned')
    await portal.owner(`update users set sign_in_kind = 'password' where id = $1`, [turned.id])
    expect((await signOn(portal, employer, { nameId: 'turned' })).posted.ticket).toBe('')
  })
})

describe('the first sign-on of a new user (decision I6)', () => {
  const words = (email: string, given = 'Åsa', last = "O'Brien") => ({ mail: email, givenName: given, sn: last })

  test('creates an account with the pages, systems, facilities and customers of the mapping, and nothing else', async () => {
    const maker = await federatedEmployer(portal, { createsUsers: true })
    const systemId = await portal.make.system({ facility_code: 'KCW' })
    const sectionId = await portal.make.section()
    const pageId = await portal.make.page({ system_id: systemId, section_id: sectionId })
    const [admin] = await portal.owner('select id from pages where system_id = 2 limit 1')
    const [customer] = await portal.owner(
      `insert into customers (facility_code, name) values ('EDH', 'Branch') returning id`,
    )
    const gone = await portal.make.page({ system_id: await portal.make.system(), section_id: sectionId })
    await portal.owner('update pages set deleted_at = clock_now() where id = $1', [gone])
    await portal.owner('insert into sso_employer_pages (client_id, page_id) values ($1, $2), ($1, $3), ($1, $4)', [
      maker.clientId,
      pageId,
      admin?.['id'],
      gone,
    ])
    await portal.owner('insert into sso_employer_customers (client_id, customer_id) values ($1, $2)', [
      maker.clientId,
      customer?.['id'],
    ])
    const email = `asa@${maker.domain}`
    const { entry } = await signOn(portal, maker, { nameId: 'asa-1', attributes: words(email) })
    expect(entry).toMatchObject({ code: '200', data: { userNm: 'aobrien', firstNm: 'Åsa', federatedUser: 'Y' } })
    const { userId } = entry.data
    const [user] = await portal.owner('select * from users where id = $1', [userId])
    expect(user).toMatchObject({
      email,
      client_id: maker.clientId,
      sign_in_kind: 'federated',
      is_internal: false,
      may_sign_on_as: false,
      password_hash: null,
      license_accepted_at: null,
    })
    const given = (table: string, column: string) =>
      portal.owner(`select ${column} as given from ${table} where user_id = $1 order by 1`, [userId])
    expect(await given('user_page_grants', 'page_id')).toEqual([{ given: pageId }])
    expect(await given('user_system_grants', 'system_id')).toEqual([{ given: systemId }])
    expect(await given('user_customer_grants', 'customer_id')).toEqual([{ given: customer?.['id'] }])
    expect(await given('user_facility_grants', 'facility_code')).toEqual([{ given: 'EDH' }, { given: 'KCW' }])
    const events = await portal.owner('select event from audit_events where subject_user_id = $1 order by id', [userId])
    expect(events.map(({ event }) => event)).toEqual(['user_created', 'identity_linked', 'authn_login_success'])
  })

  test('gives users of the same name different user names, and creates one account however many requests arrive at once', async () => {
    const maker = await federatedEmployer(portal, { createsUsers: true })
    const come = (nameId: string, email: string) =>
      signOn(portal, maker, { nameId, attributes: words(email, 'Kim', 'Duplicate') })
    const signInCompletions = await Promise.all(
      [1, 2, 3].flatMap((n) => [
        come(`kim-${n}`, `kim${n}@${maker.domain}`),
        come(`kim-${n}`, `kim${n}@${maker.domain}`),
      ]),
    )
    expect(signInCompletions.every(({ posted }) => posted.ticket !== '')).toBe(true)
    const made = await portal.owner('select user_name from users where client_id = $1 order by user_name', [
      maker.clientId,
    ])
    expect(made.map(({ user_name }) => user_name)).toEqual(['kduplicate', 'kduplicate2', 'kduplicate3'])
  })

  test('creates an account however many users have the name (E18)', async () => {
    const maker = await federatedEmployer(portal, { createsUsers: true })
    await portal.owner(
      `insert into users (user_name, first_name, last_name, email, client_id)
       select 'nnumerous' || case n when 1 then '' else n::text end, 'Nia', 'Numerous', n || '@numerous.test', $1
         from generate_series(1, 350) n`,
      [await portal.make.client()],
    )
    const attributes = words(`nia@${maker.domain}`, 'Nia', 'Numerous')
    const { entry } = await signOn(portal, maker, { nameId: 'nia-1', attributes })
    expect(entry).toMatchObject({ code: '200', data: { userNm: 'nnumerous351' } })
  })

  test.each([
    ['the employer has no mapping', {}, false],
    ['the address is of another domain', { mail: 'eve@elsewhere.test' }, true],
    ['there is no address', { mail: '' }, true],
    ['the address is no address', { mail: '"eve eve"@x' }, true],
    ['there is no last name', { sn: '' }, true],
    ['a name holds what no name may', { givenName: '<b>Eve</b>' }, true],
  ])('creates none when %s', async (_why, over, createsUsers) => {
    const maker = await federatedEmployer(portal, { createsUsers })
    const attributes = { ...words(`eve@${maker.domain}`), ...over }
    const { posted } = await signOn(portal, maker, { nameId: 'eve', attributes })
    expect(posted.headers.get('location')).toBe('/login/federated#failed=unknown')
    expect(await portal.owner('select id from users where client_id = $1', [maker.clientId])).toEqual([])
  })
})

describe('signing out (LOUT-006, LOUT-007)', () => {
  test('reports the company’s sign-on, and its sign-out where known; to other users nothing', async () => {
    const user = await federatedUser(portal, employer, 'leaving')
    const leave = async () => {
      const { browser } = await signOn(portal, employer, { nameId: 'leaving' })
      return browser.call(logout, { params: { uid: user.id } })
    }
    const signInUrl = `${startFederatedSignIn.path}?provider=${employer.providerId}`
    expect(await leave()).toEqual({ signInUrl, signOutUrl: null })
    const signOutUrl = 'https://idp.example.test/logout'
    await portal.owner('update saml_providers set sign_out_url = $2 where id = $1', [employer.providerId, signOutUrl])
    expect(await leave()).toEqual({ signInUrl, signOutUrl })
    // Who has signed on at two providers leaves the one where they were first known last.
    const later = await federatedEmployer(portal)
    await portal.owner(
      `insert into federated_identities (provider_id, name_id, user_id, linked_at)
       values ($1, 'leaving', $2, clock_now() + interval '1 hour')`,
      [later.providerId, user.id],
    )
    expect((await leave())?.signInUrl).toBe(`${startFederatedSignIn.path}?provider=${later.providerId}`)
    const other = await portal.make.user()
    expect(await (await portal.as(other)).call(logout, { params: { uid: other.id } })).toBeNull()
  })
})

describe('what the portal sends to providers', () => {
  test('is metadata with its name, its address and the requirement of signed assertions', async () => {
    const answer = await portal.browser().request('GET', getSamlMetadata.path)
    expect(answer.headers.get('content-type')).toBe('application/samlmetadata+xml')
    expect(answer.text).toContain(`entityID="${portal.origin}${getSamlMetadata.path}"`)
    expect(answer.text).toContain(`Location="${portal.origin}/ccservices/secure/user/rest/db/signin/saml/acs"`)
    expect(answer.text).toContain('WantAssertionsSigned="true"')
  })

  test('is a request with an opaque state and no data about the user; an unknown provider leads back (S63, S68)', async () => {
    const browser = portal.browser()
    const { relayState, id, acsUrl } = await begin(browser, employer.providerId)
    expect(relayState).toMatch(/^[\w-]{43}$/)
    expect(id).toMatch(/^_[0-9a-f]{40}$/)
    expect(acsUrl).toBe(`${portal.origin}/ccservices/secure/user/rest/db/signin/saml/acs`)
    expect(browser.cookies.get('__Host-portal-binding')).toMatch(/^[\w-]{43}$/)
    const start = `${startFederatedSignIn.path}?provider=${employer.providerId}&returnTo=`
    for (const hostile of [
      'https://evil.test',
      '//evil.test/content-authenticated/',
      '/login',
      '/content-authenticated/\\evil',
      '/content-authenticated/..//evil.test',
      '/content-authenticated/%2E%2e/%2e./evil',
      '/content-authenticated/x/..',
    ])
      expect((await browser.request('GET', start + encodeURIComponent(hostile))).status).toBe(400)
    const unknown = await browser.request('GET', `${startFederatedSignIn.path}?provider=999999`, {
      headers: { accept: 'text/html' },
    })
    expect(unknown.status).toBe(303)
    expect(unknown.headers.get('location')).toBe('/login/federated#failed=provider')
  })
})
