import { listSections } from '@portico/contract/home/home.ts'
import {
  changePassword,
  getPasswordRules,
  getSecurityQuestions,
  saveSecurityInfo,
} from '@portico/contract/password/password.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Browser, Raw } from '../../../test/browser.ts'
import { eventsAbout } from '../../../test/events.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { createMailComposer } from '../../composition/mail-services.ts'
import { readMailbox } from '../mail/public.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

const NEW = 'seven calm herons wading'

const change = (browser: Browser, currentPassword: string, newPassword = NEW, confirmPassword?: string) =>
  browser.send(changePassword, {
    params: { uid: browser.userId },
    body: { currentPassword, newPassword, ...(confirmPassword === undefined ? {} : { confirmPassword }) },
  })
const messagesOf = (answer: Raw) => (answer.data as { field: string; message: string }[]).map(({ message }) => message)
const sections = async (browser: Browser) =>
  (await browser.send(listSections, { params: { uid: browser.userId } })).status
/** Opens another session of the user, as of a second device. */
const openBeside = ({ id }: { id: number }) =>
  portal.owner(
    `insert into sessions (token_hash, csrf_hash, binding_hash, user_id, expires_at)
     select sha256(word::bytea), sha256(word::bytea), sha256(word::bytea), $1, clock_now() + interval '1 hour'
       from (select gen_random_uuid()::text) as given (word)`,
    [id],
  )
const endsOf = async ({ id }: { id: number }) => {
  const rows = await portal.owner('select end_reason from sessions where user_id = $1 order by id', [id])
  return rows.map(({ end_reason: reason }) => reason)
}
const openElsewhere = async (user: { userName: string; password: string }) => {
  const browser = portal.browser()
  await browser.trySignIn(user.userName, user.password, { confirmed: true })
  return browser
}

describe('changing my password from the account settings', () => {
  test('says so, ends my session and every other one, and only the new password opens the next (PSWD-002, PSWD-018..021, PSWD-029, PSWD-036, S13)', async () => {
    const user = await portal.make.user()
    const here = await portal.as(user)
    await openBeside(user)
    const answer = await change(here, user.password)
    expect(answer).toMatchObject({
      status: 200,
      code: '200',
      message: 'Your password has been changed',
      data: { timeDescription: '90 days', daysBeforePasswordExpire: 90, loginSessionId: null },
    })
    expect(await sections(here)).toBe(401)
    expect(await endsOf(user)).toEqual(['password-changed', 'password-changed'])
    expect((await portal.browser().trySignIn(user.userName, user.password)).code).toBe('204')
    const next = await portal.browser().trySignIn(user.userName, NEW)
    expect(next.data).toMatchObject({ passwordExpiredFlg: 'N', daysBeforePasswordExpire: 90 })
    expect(next.data.pswdChngDt).not.toBeNull()
  })

  test('is emailed to me and audited, the passwords nowhere (S16, S29)', async () => {
    const user = await portal.make.user({ first_name: 'Grace' })
    await change(await portal.as(user), user.password)
    const mails = await readMailbox(portal.database.requests, createMailComposer(portal.config))
    const mail = mails.find(({ to }) => to === `${user.userName}@example.test`)
    expect(mail).toMatchObject({ template: 'password-changed' })
    expect(mail?.mail?.text).toContain('Grace')
    expect(mail?.mail?.text).toContain('Chrome on Linux')
    const events = await portal.owner(
      "select event, actor_user_id, after from audit_events where subject_user_id = $1 and event like 'authn_password%'",
      [user.id],
    )
    expect(events).toEqual([
      { event: 'authn_password_change', actor_user_id: user.id, after: { from: 'account settings' } },
    ])
    const whole = JSON.stringify([await portal.owner('select * from audit_events'), portal.logged])
    for (const secret of [user.password, NEW]) expect(whole).not.toContain(secret)
  })

  test.each([
    ['wrong', 'not my password', 'Current password is incorrect.'],
    ['empty', '', 'This field is required'],
  ])(
    'with a %s current password changes nothing and reports it at its field (PSWD-021, S13)',
    async (_what, current, message) => {
      const user = await portal.make.user()
      const browser = await portal.as(user)
      expect(await change(browser, current)).toMatchObject({
        status: 422,
        code: '422',
        message,
        data: [{ field: 'currentPassword', message }],
      })
      expect(await sections(browser)).toBe(200)
      expect((await openElsewhere(user)).sessionToken).toBeDefined()
    },
  )

  test('with several empty fields gets one message for all (PSWD-022, PSWD-023, PSWD-025, PSWD-026)', async () => {
    const browser = await portal.as(await portal.make.user())
    const answer = await change(browser, '', '', '')
    expect(answer).toMatchObject({ status: 422, message: 'Fill in all required fields.' })
    expect((answer.data as { field: string }[]).map(({ field }) => field)).toEqual([
      'currentPassword',
      'newPassword',
      'confirmPassword',
    ])
  })

  test('with two different new passwords is refused at the second (PSWD-024)', async () => {
    const user = await portal.make.user()
    const answer = await change(await portal.as(user), user.password, NEW, `${NEW}!`)
    expect(answer).toMatchObject({
      status: 422,
      data: [{ field: 'confirmPassword', message: 'The passwords don’t match.' }],
    })
  })

  test('guessing the current password ends after five attempts, also for the right one, and does not lock the account (S13)', async () => {
    const user = await portal.make.user()
    const browser = await portal.as(user)
    const answers = await Promise.all(Array.from({ length: 12 }, () => change(browser, 'a guess')))
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(5)
    const spent = await change(browser, user.password)
    expect(spent.status).toBe(429)
    expect(Number(spent.headers.get('retry-after'))).toBeGreaterThan(800)
    expect((await openElsewhere(user)).sessionToken).toBeDefined()
  })

  test('of several changes at once exactly one is made', async () => {
    const user = await portal.make.user()
    const browser = await portal.as(user)
    const names = ['heron', 'otter', 'finch', 'viper']
    const answers = await Promise.all(names.map((name) => change(browser, user.password, `four calm ${name}s wading`)))
    expect(answers.filter(({ code }) => code === '200')).toHaveLength(1)
  })

  test.each(['directory', 'federated'])('is refused when a %s manages the password (decision D9)', async (kind) => {
    const user = await portal.make.user()
    const browser = await portal.as(user)
    await portal.owner('update users set sign_in_kind = $2 where id = $1', [user.id, kind])
    expect(await change(browser, user.password)).toMatchObject({ status: 403 })
  })

  test('is not for an administrator who acts as me (decision E8)', async () => {
    const user = await portal.make.user()
    const browser = await portal.as(user)
    const admin = await portal.make.user({ is_internal: true })
    await portal.make.emulation(admin, user)
    expect((await change(browser, user.password)).status).toBe(403)
  })
})

describe('the rules of a new password (S15)', () => {
  const user = { user_name: 'grace.hopper', first_name: 'Grace', last_name: 'Brewster' }
  let browser: Browser
  let password: string
  beforeAll(async () => {
    const client = await portal.make.client({ name: 'Meridian Freight Lines' })
    const made = await portal.make.user({ ...user, client_id: client })
    password = made.password
    browser = await portal.as(made)
  })

  test('are listed before typing, in order (PSWD-028, decision D7)', async () => {
    expect(await browser.call(getPasswordRules, {})).toMatchObject([
      { typeCd: 'MIN_LENGTH', value: 12, ruleTxt: 'At least 12 characters', displayOrderSeqCnt: 1 },
      { typeCd: 'COMMON' },
      {
        typeCd: 'OWN_WORDS',
        ownWords: ['grace.hopper', 'Grace', 'Brewster', 'Meridian Freight Lines', 'Meridian', 'Portico'],
      },
      { typeCd: 'HISTORY', value: 5 },
    ])
  })

  const GUESSED = 'This password is too common. Choose another.'
  const OWN = 'Without your user ID, your name, your organization or “Portico”.'
  test.each([
    ['one character', 'x', 'Use at least 12 characters.'],
    ['eleven', 'elevencharz', 'At least 12 characters.'],
    ['129', 'kx'.repeat(64) + '!', 'Use no more than 128 characters.'],
    ['4 kB', 'k'.repeat(4096), 'Use no more than 128 characters.'],
    ['a NUL', 'seven calm \0 herons', 'The password contains a character that isn’t allowed.'],
    ['half a character', 'seven calm herons \ud83d', 'The password contains a character that isn’t allowed.'],
    ['my user name', 'Grace_Hopper rocks', OWN],
    ['my last name', 'an old BREWSTER mug', OWN],
    ['my organisation', 'meridian-2026-spring', OWN],
    ['the product', 'My-portico-pass-22', OWN],
    ['the product twice', 'Portico-portico-1', OWN],
    ['a listed password', 'qwertyuiop123', GUESSED],
    ['a listed one with figures and a sign', 'Password2026!', GUESSED],
    ['the product with figures', 'Portico-123456', GUESSED],
    ['the same over and over', 'abcdabcdabcd', GUESSED],
    ['one sign', 'zzzzzzzzzzzzzz', GUESSED],
    ['a row of keys', 'mnbvcxzlkjhgfdsa', GUESSED],
  ])('refuse %s with a message', async (_what, newPassword, sentence) => {
    const answer = await change(browser, password, newPassword)
    expect(answer.status).toBe(422)
    expect(messagesOf(answer)).toContain(sentence)
  })

  test('name the product as the installation does', async () => {
    await portal.owner("insert into resource_texts (key, content) values ('product_name', 'Harbour Desk')")
    try {
      const answer = await change(browser, password, 'my-harbour-desk-22')
      expect(messagesOf(answer)).toEqual(['Without your user ID, your name, your organization or “Harbour Desk”.'])
    } finally {
      await portal.owner("delete from resource_texts where key = 'product_name'")
    }
  })

  test('refuse 4 kB before anything is hashed', async () => {
    const before = portal.hashing.verifications()
    await change(browser, password, 'k'.repeat(4096))
    expect(portal.hashing.verifications()).toBe(before)
  })

  test.each([
    ['128 characters', 'kx7 '.repeat(32)],
    ['spaces at both ends', '  seven calm herons  '],
    ['other scripts and pictures', 'sieben Réiher 🪶 bañan'],
  ])('accept %s unchanged', async (_what, newPassword) => {
    const made = await portal.make.user()
    expect(await change(await portal.as(made), made.password, newPassword)).toMatchObject({ code: '200' })
    expect((await portal.browser().trySignIn(made.userName, newPassword.trim())).code).toBe(
      newPassword.trim() === newPassword ? '200' : '204',
    )
    expect((await portal.browser().trySignIn(made.userName, newPassword, { confirmed: true })).code).toBe('200')
  })

  test('refuse the current and the last four earlier ones, and accept an older one', async () => {
    const made = await portal.make.user()
    const passwords = [
      made.password,
      ...['heron', 'otter', 'finch', 'viper', 'skunk'].map((one) => `a calm ${one} wading`),
    ]
    for (const [index, next] of passwords.slice(1).entries())
      expect(
        await change(await portal.as({ ...made, password: passwords[index] ?? '' }), passwords[index] ?? '', next),
      ).toMatchObject({ code: '200' })
    const current = passwords.at(-1) ?? ''
    const again = await portal.as({ ...made, password: current })
    for (const earlier of passwords.slice(1, -1))
      expect(messagesOf(await change(again, current, earlier))).toEqual([
        'You’ve used this password before. Choose another.',
      ])
    expect(messagesOf(await change(again, current, current))).toEqual([
      'This is your current password. Choose another.',
    ])
    expect(await change(again, current, made.password)).toMatchObject({ code: '200' })
  })

  test('say the length that is in force, whatever it was changed to', async () => {
    const shortest = (value: number) =>
      portal.owner("update password_rules set value = $1 where type_code = 'MIN_LENGTH'", [value])
    try {
      for (const value of [8, 20]) {
        await shortest(value)
        expect(messagesOf(await change(browser, password, 'x'))).toEqual([`Use at least ${value} characters.`])
      }
    } finally {
      await shortest(12)
    }
  })

  test('follow the administrators: another length, digits and symbols count at once, a sentence is only shown', async () => {
    await portal.owner(
      "insert into password_rules (type_code, value, rule_text, display_order) values ('DIGITS', 2, 'At least two figures', 9), ('ADVICE', null, 'Think of four words', 10)",
    )
    try {
      const answer = await change(browser, password, NEW)
      expect(messagesOf(answer)).toEqual(['At least two figures.'])
    } finally {
      await portal.owner("delete from password_rules where type_code in ('DIGITS', 'ADVICE')")
    }
  })
})

describe.each([
  ['an expired', { password_changed_at: '2020-01-01' }],
  ['a temporary', { password_changed_at: null }],
  ['a reported', { password_changed_at: null, password_spent_at: '2026-01-01' }],
])('at the gate of %s password', (_gate, columns) => {
  test('only rules, change and sign-out are open, and the change continues under a new token (PSWD-009, PSWD-010, PSWD-015, PSWD-016, S14, S23)', async () => {
    const user = await portal.make.user(columns)
    const browser = await portal.as(user)
    await openBeside(user)
    expect(await sections(browser)).toBe(403)
    expect(await browser.call(getPasswordRules, {})).not.toHaveLength(0)
    const { sessionToken, csrfToken } = browser
    const answer = await change(browser, user.password)
    expect(answer).toMatchObject({ code: '200', data: { timeDescription: '90 days' } })
    expect(await sections(browser)).toBe(401)
    browser.sessionToken = (answer.data as { loginSessionId: string }).loginSessionId
    browser.csrfToken = answer.headers.get('x-csrf-token') ?? ''
    expect(browser.sessionToken).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect([browser.sessionToken, browser.csrfToken]).not.toContain(sessionToken)
    expect(browser.csrfToken).not.toBe(csrfToken)
    expect(await sections(browser)).toBe(200)
    expect(await endsOf(user)).toEqual([null, 'password-changed'])
  })

  test('a user without a security question gets that gate next (decision B7)', async () => {
    const user = await portal.make.user({ ...columns, security_question_id: null })
    const browser = await portal.as(user)
    const answer = await change(browser, user.password)
    browser.sessionToken = (answer.data as { loginSessionId: string }).loginSessionId
    expect(await sections(browser)).toBe(403)
    expect((await browser.request('GET', '/ccservices/secure/user/rest/db/account-settings/users')).status).toBe(200)
  })
})

test('when passwords do not expire, no expiry of the new one is mentioned (decision B14)', async () => {
  const user = await portal.make.user({ password_ages: false })
  expect(await change(await portal.as(user), user.password)).toMatchObject({
    data: { timeDescription: null, daysBeforePasswordExpire: null },
  })
})

describe('the gate of a missing security question (B10, B11, SIGN-042, ACCT-067, ACCT-068)', () => {
  const info = { securityQuestionId: 2, pswdPhrase: 'A Blue Heron', securityConfirmPwd: '' }
  test('opens with a question, an answer that is stored as a hash, and the current password', async () => {
    const user = await portal.make.user({ security_question_id: null })
    const browser = await portal.as(user)
    const params = { uid: user.id }
    expect((await browser.call(getSecurityQuestions, {})).length).toBeGreaterThan(3)
    expect(
      await browser.send(saveSecurityInfo, { params, body: { ...info, securityConfirmPwd: 'a guess' } }),
    ).toMatchObject({
      status: 422,
      data: [{ field: 'securityConfirmPwd' }],
    })
    expect(
      await browser.send(saveSecurityInfo, { params, body: { ...info, securityQuestionId: 999, pswdPhrase: ' ' } }),
    ).toMatchObject({
      status: 422,
      data: [
        { field: 'securityQuestionId', message: 'Please select a security question.' },
        { field: 'pswdPhrase', message: 'Security question answer must be filled out.' },
        { field: 'securityConfirmPwd' },
      ],
    })
    expect(await sections(browser)).toBe(403)
    const saved = await browser.send(saveSecurityInfo, { params, body: { ...info, securityConfirmPwd: user.password } })
    expect(saved).toMatchObject({ code: '200', message: 'Your changes have been saved' })
    expect(await eventsAbout(portal, user)).toContain('user_updated')
    expect(await sections(browser)).toBe(200)
    const [row] = await portal.owner('select security_question_id, security_answer_hash from users where id = $1', [
      user.id,
    ])
    expect(row).toMatchObject({ security_question_id: 2, security_answer_hash: expect.stringMatching(/^\$argon2id\$/) })
  })

  test('a new answer to the same question is recorded, but neither answer (S30)', async () => {
    const user = await portal.make.user({ security_question_id: 2 })
    const browser = await portal.as(user)
    const body = { ...info, securityConfirmPwd: user.password }
    expect(await browser.send(saveSecurityInfo, { params: { uid: user.id }, body })).toMatchObject({ code: '200' })
    const events = await portal.owner(
      "select before, after from audit_events where subject_user_id = $1 and event = 'user_updated'",
      [user.id],
    )
    expect(events).toEqual([{ before: { answer: '(hidden)' }, after: { answer: '(hidden)' } }])
  })
})
