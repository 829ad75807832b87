import { defaultTexts } from '@portico/contract/texts/texts.ts'
import { getLastAccess, logout } from '@portico/contract/session/session.ts'
import {
  acceptLicense,
  getApplicationResources,
  getLicense,
  getManifest,
  login,
} from '@portico/contract/sign-in/sign-in.ts'
import { listSections } from '@portico/contract/home/home.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Browser } from '../../../test/browser.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { passwordHashing } from '../../crypto/password-hashing.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal({ environment: { PORTAL_SECOND_FACTOR: 'built-in' } })
})
afterAll(() => portal.close())

const WRONG = 'Invalid Login ID or Password.'
const attemptsOf = (userName: string) =>
  portal.owner(
    'select attempts, locked_until from user_sign_ins s join users u on u.id = s.user_id where u.user_name = $1',
    [userName],
  )

describe('a correct name and password', () => {
  test('answer the login result and open a session (SIGN-001, SIGN-002, SIGN-016..029, SIGN-031, SIGN-047..050)', async () => {
    const user = await portal.make.user({ first_name: 'Grace' })
    const browser = portal.browser()
    const answer = await browser.trySignIn(user.userName, user.password)
    expect(answer).toMatchObject({ status: 200, code: '200', message: '' })
    expect(answer.data).toEqual({
      userId: user.id,
      userNm: user.userName,
      firstNm: 'Grace',
      userStatus: '1',
      acctLockedFlg: 'N',
      loginSessionId: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
      pswdChngDt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      securityQuestionId: 1,
      pswdPhrase: null,
      idmuser: 'N',
      federatedUser: 'N',
      internalUserFlg: 'N',
      eulaAcceptedDt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      passwordExpiredFlg: 'N',
      daysBeforePasswordExpire: 90,
      signOnAsFlg: 'N',
    })
    expect(answer.headers.get('x-csrf-token')).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect(await browser.call(listSections, { params: { uid: user.id } })).toEqual([])
  })

  test('work whatever the case of the name and the spaces around it', async () => {
    const user = await portal.make.user({ user_name: 'Mixed.Case' })
    expect((await portal.browser().trySignIn('  mIXED.cASE ', user.password)).code).toBe('200')
  })

  test('accept the license of an internal user implicitly (SIGN-039)', async () => {
    const user = await portal.make.user({ is_internal: true, license_accepted_at: null })
    const answer = await portal.browser().trySignIn(user.userName, user.password)
    expect(answer.data.eulaAcceptedDt).not.toBeNull()
    const [row] = await portal.owner('select license_accepted_at from users where id = $1', [user.id])
    expect(row?.['license_accepted_at']).toBeInstanceOf(Date)
  })
})

describe('what cannot be distinguished from outside (S01)', () => {
  test('wrong password, unknown, locked, inactive, deleted, directory and federated users get the same answer (SIGN-033, SIGN-045)', async () => {
    const known = await portal.make.user()
    const locked = await portal.make.user()
    await portal.owner("update user_sign_ins set locked_until = 'infinity' where user_id = $1", [locked.id])
    const inactive = await portal.make.user({ status: 2 })
    const deleted = await portal.make.user({ status: 3 })
    const directory = await portal.make.user({ sign_in_kind: 'directory', password_hash: null })
    const federated = await portal.make.user({ sign_in_kind: 'federated', password_hash: null })
    const names = [
      known.userName,
      'nobody.at.all',
      locked.userName,
      inactive.userName,
      deleted.userName,
      directory.userName,
      federated.userName,
      '',
      'x'.repeat(254),
    ]
    const answers = await Promise.all(names.map((name) => portal.browser().trySignIn(name, 'wrong')))
    for (const answer of answers) {
      expect(answer.text).toBe(JSON.stringify({ code: '204', data: null, message: WRONG }))
      expect([...answer.headers.keys()].toSorted()).toEqual([...(answers[0]?.headers.keys() ?? [])].toSorted())
    }
  })

  test('a deleted user’s correct password is wrong too', async () => {
    const deleted = await portal.make.user({ status: 3 })
    expect(await portal.browser().trySignIn(deleted.userName, deleted.password)).toMatchObject({
      code: '204',
      message: WRONG,
    })
  })
})

describe('a correct password of a user who may not sign in', () => {
  test('says that the user is inactive, without a session (SIGN-038, SIGN-069)', async () => {
    const user = await portal.make.user({ status: 2 })
    const answer = await portal.browser().trySignIn(user.userName, user.password)
    expect(answer).toMatchObject({ code: '200', data: { userStatus: '2', loginSessionId: null } })
    expect(answer.message).toContain('inactive')
    expect(answer.headers.get('x-csrf-token')).toBeNull()
  })

  test('says that the user is locked, without a session (SIGN-038)', async () => {
    const user = await portal.make.user()
    await portal.owner("update user_sign_ins set locked_until = 'infinity' where user_id = $1", [user.id])
    const answer = await portal.browser().trySignIn(user.userName, user.password)
    expect(answer).toMatchObject({ code: '200', data: { acctLockedFlg: 'Y', loginSessionId: null } })
    // The lock has no end, so the message does not ask the user to try again later.
    expect(answer.message).toBe('Your account is locked. Contact your Client Relations representative.')
  })

  test('looks wrong once the client of the user is deleted', async () => {
    const client = await portal.make.client()
    const user = await portal.make.user({ client_id: client })
    await portal.owner('update clients set is_deleted = true where id = $1', [client])
    expect(await portal.browser().trySignIn(user.userName, user.password)).toMatchObject({
      code: '204',
      message: WRONG,
    })
  })

  test('is audited, because the password is known', async () => {
    const user = await portal.make.user({ status: 2 })
    await portal.browser().trySignIn(user.userName, user.password)
    const events = await portal.owner('select event, after from audit_events where subject_user_id = $1', [user.id])
    expect(events).toEqual([
      {
        event: 'authn_login_stopped',
        after: {
          why: 'inactive',
          device: 'Chrome on Linux',
          browser: expect.stringMatching(/^[0-9a-f]{16}$/) as string,
        },
      },
    ])
  })

  test('does not open a session for a user who must pass a second factor', async () => {
    const user = await portal.make.user({ second_factor_required: true })
    expect((await portal.browser().trySignIn(user.userName, user.password)).code).toBe('309')
    expect(await portal.owner('select 1 from sessions where user_id = $1', [user.id])).toEqual([])
  })
})

describe('guessing (S05)', () => {
  test('100 parallel wrong passwords are checked at most five times, then the correct one fails alike', async () => {
    const user = await portal.make.user()
    const before = portal.hashing.verifications()
    const browsers = await Promise.all(
      Array.from({ length: 100 }, async () => {
        const browser = portal.browser()
        await browser.openSignInPage()
        return browser
      }),
    )
    const host = new URL(portal.origin).host
    const answers = await Promise.all(
      browsers.map((browser) => browser.send(login, { body: { userNm: user.userName, password: 'guess', host } })),
    )
    expect(portal.hashing.verifications() - before).toBeLessThanOrEqual(5)
    // On a busy machine the database may time out under this load; the queue never refuses.
    expect(answers.every(({ code }) => code === '204' || code === '503')).toBe(true)
    expect(answers.filter(({ message }) => message === defaultTexts.busy)).toEqual([])
    expect(await portal.browser().trySignIn(user.userName, user.password)).toMatchObject({
      code: '204',
      message: WRONG,
    })
    expect((await attemptsOf(user.userName))[0]).toMatchObject({ attempts: 5, locked_until: expect.any(Date) })
  })

  test('an attempt beyond the five locks nothing while the five are still being checked: one may be right', async () => {
    const user = await portal.make.user()
    await portal.browser().trySignIn(user.userName, 'wrong')
    await portal.owner('update user_sign_ins set attempts = 5, attempts_since = clock_now() where user_id = $1', [
      user.id,
    ])
    expect(await portal.browser().trySignIn(user.userName, user.password)).toMatchObject({ message: WRONG })
    expect((await attemptsOf(user.userName))[0]).toMatchObject({ attempts: 5, locked_until: null })
  })

  test('the fifth wrong one locks for half an hour, after which the right one opens', async () => {
    const user = await portal.make.user()
    for (let n = 0; n < 5; n++) await portal.browser().trySignIn(user.userName, 'wrong')
    await portal.moveClock('16 minutes')
    expect(await portal.browser().trySignIn(user.userName, user.password)).toMatchObject({
      code: '200',
      data: { acctLockedFlg: 'Y', loginSessionId: null },
    })
    await portal.moveClock('31 minutes')
    expect(await portal.browser().trySignIn(user.userName, user.password)).toMatchObject({
      code: '200',
      data: { acctLockedFlg: 'N' },
    })
    await portal.moveClock('0')
  })

  test('a correct password restores the budget', async () => {
    const user = await portal.make.user()
    for (let n = 0; n < 4; n++) await portal.browser().trySignIn(user.userName, 'wrong')
    await portal.as(user)
    expect((await attemptsOf(user.userName))[0]).toMatchObject({ attempts: 0, locked_until: null })
  })

  test('every attempt is audited, without the password', async () => {
    const user = await portal.make.user()
    await portal.browser().trySignIn(user.userName, 'secret-guess')
    await portal.as(user)
    const events = await portal.owner(
      'select event, subject_user_id, address::text, request_id from audit_events where subject_user_id = $1 order by id',
      [user.id],
    )
    expect(events.map((row) => row['event'])).toEqual(['authn_login_fail', 'authn_login_success'])
    expect(portal.logged.join('')).not.toContain('secret-guess')
  })
})

describe('a second session (SIGN-036, SIGN-037)', () => {
  test('is reported with device, place and time, and ends the first only when confirmed (S09)', async () => {
    const user = await portal.make.user()
    const first = await portal.as(user)
    const second = portal.browser()
    const asked = await second.trySignIn(user.userName, user.password)
    expect(asked).toMatchObject({
      status: 200,
      code: '409',
      data: { device: 'Chrome on Linux', place: 'this computer', lastAccessDt: expect.any(String) },
    })
    expect((await first.send(getLastAccess, { params: { uid: user.id } })).code).toBe('200')
    const host = new URL(portal.origin).host
    const resent = await second.send(login, {
      body: { userNm: user.userName, password: user.password, host, confirmedHangingSession: 'true' },
    })
    expect(resent.code).toBe('200')
    expect((await first.send(getLastAccess, { params: { uid: user.id } })).status).toBe(401)
  })

  test('a wrong password with the confirmation ends nothing and reveals nothing', async () => {
    const user = await portal.make.user()
    const first = await portal.as(user)
    expect(await portal.browser().trySignIn(user.userName, 'wrong', { confirmed: true })).toMatchObject({
      code: '204',
      message: WRONG,
    })
    expect((await first.send(getLastAccess, { params: { uid: user.id } })).code).toBe('200')
    expect((await attemptsOf(user.userName))[0]).toMatchObject({ attempts: 1 })
  })

  test('the report does not count as a failure', async () => {
    const user = await portal.make.user()
    await portal.as(user)
    for (let n = 0; n < 7; n++)
      expect((await portal.browser().trySignIn(user.userName, user.password)).code).toBe('409')
  })

  test('in the same browser replaces that browser’s own session without asking', async () => {
    const user = await portal.make.user()
    const browser = await portal.as(user)
    const old = browser.sessionToken
    expect((await browser.trySignIn(user.userName, user.password)).code).toBe('200')
    expect(browser.sessionToken).not.toBe(old)
  })

  test('of five at once, exactly one opens', async () => {
    const user = await portal.make.user()
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => portal.browser().trySignIn(user.userName, user.password)),
    )
    expect(answers.filter((answer) => answer.code === '200')).toHaveLength(1)
    const [open] = await portal.owner(
      'select count(*)::int as n from sessions where user_id = $1 and ended_at is null',
      [user.id],
    )
    expect(open).toEqual({ n: 1 })
  })
})

describe('where a sign-in comes from (S10, S11)', () => {
  const ORIGIN = { status: 401, code: '401', data: null, message: 'Request origin is not authorized.' }
  const body = (user: { userName: string; password: string }, host = new URL(portal.origin).host) =>
    JSON.stringify({ userNm: user.userName, password: user.password, host })
  const path = login.path
  const json = { 'content-type': 'application/json' }

  const attemptsOf = async ({ id }: { id: number }) =>
    (await portal.owner('select attempts from user_sign_ins where user_id = $1', [id]))[0]?.['attempts']

  test('no, a used, and another browser’s pre-login token are refused and count no attempt (SIGN-064)', async () => {
    const user = await portal.make.user()
    const none = portal.browser()
    expect(await none.request('POST', path, { headers: json, body: body(user) })).toMatchObject(ORIGIN)
    const stranger = portal.browser()
    const foreign = await stranger.openSignInPage()
    const mine = portal.browser()
    const token = await mine.openSignInPage()
    expect(
      await mine.request('POST', path, { headers: { ...json, 'x-csrf-token': foreign }, body: body(user) }),
    ).toMatchObject(ORIGIN)
    expect(await mine.request('POST', path, { headers: json, body: body(user) })).toMatchObject({ code: '200' })
    expect(
      await mine.request('POST', path, { headers: { ...json, 'x-csrf-token': token }, body: body(user) }),
    ).toMatchObject(ORIGIN)
    expect(await attemptsOf(user)).toBe(0)
  })

  test('a token older than ten minutes is refused', async () => {
    const user = await portal.make.user()
    const browser = portal.browser()
    await browser.openSignInPage()
    await portal.moveClock('10 minutes 1 second')
    expect(await browser.request('POST', path, { headers: json, body: body(user) })).toMatchObject(ORIGIN)
    expect(await attemptsOf(user)).toBe(0)
    await portal.moveClock('0')
  })

  test('a foreign origin, another site and a form’s content type are refused', async () => {
    const user = await portal.make.user()
    const browser = portal.browser()
    await browser.openSignInPage()
    for (const headers of [
      { ...json, origin: 'https://evil.test' },
      { ...json, origin: 'null' },
      { ...json, 'sec-fetch-site': 'cross-site' },
      { 'content-type': 'text/plain' },
      { 'content-type': 'application/x-www-form-urlencoded' },
    ])
      expect(await browser.request('POST', path, { headers, body: body(user) })).toMatchObject(ORIGIN)
  })

  test.each(['evil.test', 'localhost@evil.test', 'localhost\r\nx: y', 'localhost:1', ''])(
    'the host %j is not ours',
    async (host) => {
      const user = await portal.make.user()
      const browser = portal.browser()
      await browser.openSignInPage()
      const answer = await browser.request('POST', path, { headers: json, body: body(user, host) })
      expect(answer).toMatchObject(ORIGIN)
      expect(answer.text).not.toContain('evil')
    },
  )

  test('every name of the loopback address is accepted', async () => {
    const user = await portal.make.user()
    const port = new URL(portal.origin).port
    expect((await portal.browser().trySignIn(user.userName, user.password, { host: `127.0.0.1:${port}` })).code).toBe(
      '200',
    )
  })
})

describe('the license (SIGN-040, SIGN-061)', () => {
  test('is required of an external user first; until then only its calls, resources and logout work', async () => {
    const user = await portal.make.user({ license_accepted_at: null })
    const browser = await portal.as(user)
    const own = { params: { uid: user.id } }
    const refused = await browser.request('GET', listSections.path.replace('{uid}', String(user.id)))
    expect(refused.status).toBe(403)
    expect(JSON.parse(refused.text)).toEqual({
      code: '403',
      data: { closedGate: 'license' },
      message: 'Finish signing in first.',
    })
    expect(await browser.call(getLicense, own)).toMatchObject({ version: 1, title: expect.any(String) })
    const { eulaAcceptedDt } = await browser.call(acceptLicense, own)
    expect(eulaAcceptedDt).toBeInstanceOf(Date)
    expect(await browser.call(listSections, own)).toEqual([])
    const [audited] = await portal.owner(
      "select after from audit_events where event = 'license_accepted' and subject_user_id = $1",
      [user.id],
    )
    expect(audited).toEqual({ after: { version: 1, language: 'en' } })
  })
})

describe('the license in the reader’s language (decision B9)', () => {
  const read = async (browser: Browser, acceptLanguage?: string) => {
    const path = getLicense.path.replace('{uid}', String(browser.userId))
    const headers = acceptLanguage === undefined ? {} : { 'accept-language': acceptLanguage }
    const { data } = await browser.request('GET', path, { headers })
    return data as { version: number; title: string; html: string; languageCd: string | null }
  }
  const reader = async (columns: object = {}) =>
    portal.as(await portal.make.user({ license_accepted_at: null, ...columns }))
  const german = { title: 'Vereinbarung', html: '<p>Gut.</p>' }
  const addText = (clientId: number, version: number, translations: object = {}, language: string | null = null) =>
    portal.owner(
      `insert into license_texts (client_id, version, title, html, language, translations)
       values ($1, $2, 'Agreement', '<p>Good.</p>', $3, $4)`,
      [clientId, version, language, translations],
    )

  test('the shipped one is read in English or German, by the account or else by the browser', async () => {
    const user = await reader()
    expect(await read(user)).toMatchObject({ version: 1, title: 'Terms of use', languageCd: 'en' })
    expect(await read(user, 'de-AT')).toMatchObject({ version: 1, title: 'Nutzungsbedingungen', languageCd: 'de' })
    const { html } = await read(await reader({ language: 'de' }), 'en')
    expect(html).toContain('<li>Sie nutzen nur Ihr eigenes Konto,')
  })

  test('that of a client goes before the default, in its first language where it is not kept in the reader’s', async () => {
    const clientId = await portal.make.client()
    const user = await reader({ client_id: clientId })
    await addText(clientId, 4)
    expect(await read(user, 'de')).toEqual({
      licenseId: expect.any(Number),
      version: 4,
      title: 'Agreement',
      html: '<p>Good.</p>',
      languageCd: null,
    })
    await addText(clientId, 5, { de: german }, 'en')
    expect(await read(user, 'de')).toMatchObject({ version: 5, ...german, languageCd: 'de' })
    expect(await read(user, 'en')).toMatchObject({ version: 5, title: 'Agreement', languageCd: 'en' })
    const other = await reader()
    expect(await read(other, 'de')).toMatchObject({ title: 'Nutzungsbedingungen' })
  })

  test('is accepted in any language once; a corrected translation asks nobody again', async () => {
    const clientId = await portal.make.client()
    await addText(clientId, 7, { de: german }, 'en')
    const browser = await reader({ client_id: clientId, language: 'de' })
    const own = { params: { uid: browser.userId } }
    expect(await browser.call(getLicense, own)).toMatchObject({ title: 'Vereinbarung', languageCd: 'de' })
    await browser.call(acceptLicense, own)
    expect(await portal.owner('select license_version as version from users where id = $1', [browser.userId])).toEqual([
      { version: 7 },
    ])
    await portal.owner('update license_texts set translations = $2 where client_id = $1', [
      clientId,
      { de: { ...german, html: '<p>Besser.</p>' } },
    ])
    expect(await browser.call(listSections, own)).toEqual([])
    expect(await read(browser)).toMatchObject({ version: 7, html: '<p>Besser.</p>' })
  })

  test('a translation without a title or a text is not stored', async () => {
    const clientId = await portal.make.client()
    for (const half of [{ title: 'Titel' }, { html: '<p>Text</p>' }])
      await expect(addText(clientId, 1, { de: half })).rejects.toThrow('license_texts_translations')
  })
})

describe('restricted sessions', () => {
  test.each([
    ['an expired password', { password_changed_at: '2020-01-01' }, { passwordExpiredFlg: 'Y' }],
    ['a temporary password (S14)', { password_changed_at: null }, { pswdChngDt: null }],
    ['no security question (SIGN-042)', { security_question_id: null }, { securityQuestionId: null }],
  ])('with %s, home is closed and logout open', async (_what, columns, flags) => {
    const user = await portal.make.user(columns)
    const browser = portal.browser()
    expect((await browser.trySignIn(user.userName, user.password)).data).toMatchObject(flags)
    expect((await browser.send(listSections, { params: { uid: user.id } })).status).toBe(403)
    expect((await browser.send(logout, { params: { uid: user.id } })).code).toBe('200')
  })

  test('a temporary password opens one session only', async () => {
    const user = await portal.make.user({
      password_changed_at: null,
      temporary_password_expires_at: new Date(Date.now() + 3_600_000),
    })
    expect((await portal.browser().trySignIn(user.userName, user.password)).code).toBe('200')
    expect(await portal.browser().trySignIn(user.userName, user.password)).toMatchObject({
      code: '204',
      message: WRONG,
    })
  })

  test('a temporary password opens one session only, also when four browsers use it at the same moment', async () => {
    const user = await portal.make.user({
      password_changed_at: null,
      temporary_password_expires_at: new Date(Date.now() + 3_600_000),
    })
    const attempts = Array.from({ length: 4 }, () =>
      portal.browser().trySignIn(user.userName, user.password, { confirmed: true }),
    )
    const answers = await Promise.all(attempts)
    expect(answers.filter(({ code }) => code === '200')).toHaveLength(1)
    expect(answers.filter(({ code }) => code === '204')).toHaveLength(3)
  })

  test('a temporary password is wrong once it has expired', async () => {
    const user = await portal.make.user({
      password_changed_at: null,
      temporary_password_expires_at: new Date(Date.now() + 3_600_000),
    })
    await portal.moveClock('61 minutes')
    expect(await portal.browser().trySignIn(user.userName, user.password)).toMatchObject({
      code: '204',
      message: WRONG,
    })
    await portal.moveClock('0')
  })
})

test('passwords of 64 and of 128 characters, with spaces and symbols, are accepted unchanged (S15)', async () => {
  for (const password of ['p'.repeat(64), ` ${'ß😀 '.repeat(30)} `]) {
    const user = await portal.make.user({ password })
    expect((await portal.browser().trySignIn(user.userName, password)).code).toBe('200')
    expect((await portal.browser().trySignIn(user.userName, password.trim().slice(0, 40))).code).toBe('204')
  }
})

test('stored passwords are argon2id with the recommended parameters (S12)', async () => {
  const hashing = await passwordHashing()
  expect(await hashing.hash('correct horse')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test('resources hold every text, with the wording of the table where it has one, and the manifest of the build', async () => {
  await portal.owner("insert into resource_texts (key, content) values ('login_title', 'Welcome back')")
  const read = () => portal.browser().call(getApplicationResources, { query: {} })
  await expect.poll(read, { timeout: 10_000 }).toMatchObject({ login_title: 'Welcome back', login_invalid: WRONG })
  const [type] = await portal.owner('select id from notification_types where is_text_message')
  expect(await read()).toMatchObject({ text_message_type_id: String(type?.['id']) })
  expect(await portal.browser().call(getManifest, {})).toEqual({
    buildVersion: '0.0.0+test',
    buildDate: null,
    commit: null,
  })
  expect((await portal.browser().request('GET', '/ccservices/secure/user/rest/db/signin/manifest/')).code).toBe('200')
})
