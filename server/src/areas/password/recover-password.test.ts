import { listSections } from '@portico/contract/home/home.ts'
import {
  askSecurityQuestion,
  changePassword,
  getPasswordRules,
  recoverPassword,
} from '@portico/contract/password/password.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Raw } from '../../../test/browser.ts'
import type { MadeUser } from '../../../test/make.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { createMailComposer } from '../../composition/mail-services.ts'
import { readMailbox } from '../mail/public.ts'

let portal: Portal
let answerHash: string
/** Statements of the portal, in order, without those that read wordings: a cache keeps these for seconds. */
const statements: string[] = []
beforeAll(async () => {
  const observeStatement = (text: string) => {
    if (!text.includes('resource_texts')) statements.push(text)
    return () => {}
  }
  portal = await startPortal({ database: { observeStatement } })
  answerHash = await portal.hashing.hash('the blue heron')
})
afterAll(() => portal.close())

const ANSWER = 'The Blue  HERON '
const SENT =
  'If we found your account you will receive an e-mail, please contact your Client Relations representative if you need further assistance.'
const NO_MATCH =
  'Your user ID and answer don’t match our records. Check both and try again, or contact your Client Relations representative.'

const makeUser = (columns = {}) => portal.make.user({ security_answer_hash: answerHash, ...columns })

/** Sends a request as a new visitor of the sign-in page. */
async function query(userNm: string): Promise<Raw<{ securityQuestionId: number; securityQuestionDscTxt: string }>> {
  const browser = portal.browser()
  await browser.openSignInPage()
  return (await browser.send(askSecurityQuestion, { body: { userNm } })) as never
}
async function answer(userNm: string, pswdPhrase: string, at = portal): Promise<Raw> {
  const browser = at.browser()
  await browser.openSignInPage()
  return browser.send(recoverPassword, { body: { userNm, pswdPhrase } })
}
const mailsTo = async ({ userName }: MadeUser) =>
  (await readMailbox(portal.database.requests, createMailComposer(portal.config))).filter(
    ({ to }) => to === `${userName}@example.test`,
  )
const mailedPassword = async (user: MadeUser) =>
  /[a-z2-9]{5}(-[a-z2-9]{5}){3}/.exec((await mailsTo(user))[0]?.mail?.text ?? '')?.[0] ?? ''

describe('the security question of a name (PSWD-004, PSWD-030)', () => {
  test('is the user’s own, with its id and text (ACCT-036, ACCT-037)', async () => {
    const user = await makeUser({ security_question_id: 4 })
    expect(await query(user.userName)).toMatchObject({
      status: 200,
      code: '200',
      data: { securityQuestionId: 4, securityQuestionDscTxt: 'What was the make of your first car?' },
    })
    expect((await query(` ${user.userName.toUpperCase()} `)).data.securityQuestionId).toBe(4)
  })

  test('is there for all other names too, always the same and not the same for all (decision B15, PSWD-032, S03)', async () => {
    const kinds = await Promise.all([
      makeUser({ security_answer_hash: null }),
      makeUser({ sign_in_kind: 'directory', password_hash: null }),
      makeUser({ status: 2 }),
      makeUser({ status: 3 }),
    ])
    const names = [
      ...kinds.map(({ userName }) => userName),
      '',
      ...Array.from({ length: 20 }, (_, at) => `ghost.${at}`),
    ]
    const first = await Promise.all(names.map((name) => query(name)))
    const second = await Promise.all(names.map((name) => query(name)))
    for (const one of first) expect(one).toMatchObject({ status: 200, code: '200', message: '' })
    expect(first.map(({ text }) => text)).toEqual(second.map(({ text }) => text))
    expect(new Set(first.map(({ data }) => data.securityQuestionId)).size).toBeGreaterThan(2)
  })

  test('is not answered without the token of the sign-in page (PSWD-033)', async () => {
    const browser = portal.browser()
    expect(await browser.send(askSecurityQuestion, { body: { userNm: 'ada' } })).toMatchObject({
      status: 401,
      message: 'Request origin is not authorized.',
    })
  })
})

describe('the right answer (PSWD-001, PSWD-005, PSWD-031)', () => {
  test('goes on and sends a temporary password by email, which opens one session at the gate, within half an hour (B14, B15, S16)', async () => {
    const user = await makeUser({ first_name: 'Grace' })
    const before = await portal.as(user)
    expect(await answer(user.userName, ANSWER)).toMatchObject({
      status: 200,
      code: '200',
      message: SENT,
      data: { timeDescription: '30 minutes' },
    })
    expect((await before.send(getPasswordRules, {})).status).toBe(401)
    const password = await mailedPassword(user)
    expect(password).not.toBe('')
    expect((await portal.browser().trySignIn(user.userName, user.password)).code).toBe('204')
    const tries = await Promise.all(
      Array.from({ length: 4 }, () => portal.browser().trySignIn(user.userName, password, { confirmed: true })),
    )
    const opened = tries.filter(({ code }) => code === '200')
    expect(opened).toHaveLength(1)
    expect(opened[0]?.data.pswdChngDt).toBeNull()
    expect((await portal.browser().trySignIn(user.userName, password)).code).toBe('204')
  })

  test('still requires the second factor afterwards (S16)', async () => {
    const strict = await startPortal({ beside: portal, environment: { PORTAL_SECOND_FACTOR: 'built-in' } })
    try {
      const user = await makeUser({ second_factor_required: true })
      await answer(user.userName, ANSWER)
      const tried = await strict.browser().trySignIn(user.userName, await mailedPassword(user))
      expect(tried.data?.loginSessionId ?? null).toBeNull()
    } finally {
      await strict.close()
    }
  })

  test('recovers an account that was secured and whose user left before choosing a new password', async () => {
    const spent = { password_changed_at: null, password_spent_at: '2026-01-01' }
    const user = await makeUser({ ...spent, temporary_password_expires_at: '2026-01-01' })
    expect((await portal.browser().trySignIn(user.userName, user.password)).code).toBe('204')
    await answer(user.userName, ANSWER)
    const browser = portal.browser()
    await browser.signIn(user.userName, await mailedPassword(user))
    expect(await browser.send(listSections, { params: { uid: user.id } })).toMatchObject({
      status: 403,
      data: { closedGate: 'temporary' },
    })
  })

  test('does not let the password before be chosen again', async () => {
    const user = await makeUser()
    await answer(user.userName, ANSWER)
    const currentPassword = await mailedPassword(user)
    const browser = portal.browser()
    await browser.signIn(user.userName, currentPassword)
    const choose = (newPassword: string) =>
      browser.send(changePassword, { params: { uid: user.id }, body: { currentPassword, newPassword } })
    expect(await choose(user.password)).toMatchObject({
      status: 422,
      data: [{ field: 'newPassword', message: 'You’ve used this password before. Choose another.' }],
    })
    expect(await choose('seven calm herons wading')).toMatchObject({ code: '200' })
  })

  test('sends a password that is invalid after half an hour', async () => {
    const user = await makeUser()
    await answer(user.userName, ANSWER)
    const password = await mailedPassword(user)
    await portal.moveClock('31 minutes')
    expect((await portal.browser().trySignIn(user.userName, password)).code).toBe('204')
    await portal.moveClock('0')
  })

  test('twice makes the first emailed password invalid', async () => {
    const user = await makeUser()
    await answer(user.userName, ANSWER)
    const first = await mailedPassword(user)
    await answer(user.userName, ANSWER)
    expect(await mailsTo(user)).toHaveLength(2)
    expect((await portal.browser().trySignIn(user.userName, first)).code).toBe('204')
    expect((await portal.browser().trySignIn(user.userName, await mailedPassword(user))).code).toBe('200')
  })

  test('is audited without its secrets, and the password is nowhere in plain text (S29)', async () => {
    const user = await makeUser()
    await answer(user.userName, ANSWER)
    const password = await mailedPassword(user)
    const events = await portal.owner('select event from audit_events where subject_user_id = $1', [user.id])
    expect(events).toEqual([{ event: 'authn_password_recovery' }])
    const stored = JSON.stringify([
      portal.logged,
      await portal.owner('select * from audit_events'),
      await portal.owner('select * from outbox_mails'),
    ])
    for (const secret of [password, 'heron', 'HERON']) expect(stored).not.toContain(secret)
  })
})

/** The statements of the portal in this work, in order, and how often it hashed. */
async function workOf(work: () => Promise<Raw>) {
  const hashing = (['hash', 'verify', 'dummyVerify'] as const).map((name) => vi.spyOn(portal.hashing, name))
  const from = statements.length
  const reply = await work()
  const [hashes = 0, checks = 0, dummyChecks = 0] = hashing.map((spy) => spy.mock.calls.length)
  for (const spy of hashing) spy.mockRestore()
  return {
    reply,
    work: { statements: statements.slice(from), hashes, checks: checks + dummyChecks },
  }
}

describe('any other answer', () => {
  test('is refused in step 2, for users and for unknown names in the same bytes and with the same work, and changes nothing (PSWD-034, PSWD-035, S01, S03, S04, B15)', async () => {
    const user = await makeUser()
    const left = await portal.make.client({ name: 'Left' })
    await portal.owner('update clients set is_deleted = true where id = $1', [left])
    const people = [
      user,
      await makeUser({ security_answer_hash: null }),
      await makeUser({ status: 2 }),
      await makeUser({ status: 3 }),
      await makeUser({ client_id: left }),
    ]
    const wrong: (readonly [name: string, answer: string])[] = [
      [user.userName, 'an egret'],
      [user.userName, ''],
      ...people.slice(1).map(({ userName }) => [userName, ANSWER] as const),
      ['ghost', ANSWER],
      ['', ''],
    ]
    const replies: Awaited<ReturnType<typeof workOf>>[] = []
    for (const [name, given] of wrong) replies.push(await workOf(() => answer(name, given)))
    const [first, ...others] = replies
    expect(first?.reply).toMatchObject({ status: 422, code: '422', message: NO_MATCH, data: null })
    expect(first?.work).toMatchObject({ hashes: 0, checks: 1 })
    expect(first?.work.statements.length).toBeGreaterThan(3)
    for (const { reply, work } of others) {
      expect([reply.status, reply.text]).toEqual([first?.reply.status, first?.reply.text])
      expect([...reply.headers.keys()].toSorted()).toEqual([...(first?.reply.headers.keys() ?? [])].toSorted())
      expect(work).toEqual(first?.work)
    }
    for (const person of people) expect(await mailsTo(person)).toEqual([])
    expect((await portal.browser().trySignIn(user.userName, user.password)).code).toBe('200')
  })

  test('for a user whose company manages the password sends an email that says so, one an hour (decision B15)', async () => {
    const user = await makeUser({ sign_in_kind: 'federated', password_hash: null })
    const replies = [await answer(user.userName, 'anything'), await answer(user.userName, 'anything')]
    for (const { text } of replies) expect(text).toBe((await answer('ghost.beside', 'anything')).text)
    const mails = await mailsTo(user)
    expect(mails).toMatchObject([{ template: 'use-company-sign-in' }])
  })

  test('is accepted five times an hour for a name from one network, known or not, and sign-in stays open (S17)', async () => {
    const user = await makeUser()
    for (const name of [user.userName, 'ghost.of.five']) {
      const statuses = []
      for (let at = 0; at < 7; at++) statuses.push((await answer(name, 'a guess')).status)
      expect(statuses).toEqual([422, 422, 422, 422, 422, 429, 429])
    }
    const refused = await answer(user.userName, ANSWER)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000)
    expect((await portal.browser().trySignIn(user.userName, user.password)).code).toBe('200')
    await portal.moveClock('61 minutes')
    expect((await answer(user.userName, 'a guess')).status).toBe(422)
    await portal.moveClock('0')
  })

  test('fifty at once are five attempts (S17)', async () => {
    const user = await makeUser()
    const answers = await Promise.all(Array.from({ length: 50 }, () => answer(user.userName, 'a guess')))
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(5)
  })
})

test('no answer is given sooner than a quarter of a second, whatever the name and the result (S03, S04)', async () => {
  const { userName } = await makeUser()
  const withDefaultTimings = await startPortal({ beside: portal, usesDefaultTimings: true })
  for (const work of [
    () => answer('timed.ghost', ANSWER, withDefaultTimings),
    () => answer(userName, 'an egret', withDefaultTimings),
    () => answer(userName, ANSWER, withDefaultTimings),
  ]) {
    const start = performance.now()
    await work()
    // Slightly less, because timers and this clock differ.
    expect(performance.now() - start).toBeGreaterThan(245)
  }
  await withDefaultTimings.close()
})
