import {
  askSecurityQuestion,
  readRecoveryLink,
  recoverPassword,
  redeemRecoveryLink,
  sendRecoveryLink,
} from '@portico/contract/password/password.ts'
import { listSections } from '@portico/contract/home/home.ts'
import type { RequestOf, Endpoint } from '@portico/contract/kit/endpoint.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Raw } from '../../../test/browser.ts'
import { eventsAbout } from '../../../test/events.ts'
import type { MadeUser } from '../../../test/make.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { createMailComposer } from '../../composition/mail-services.ts'
import { readMailbox } from '../mail/public.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal({ environment: { PORTAL_RECOVERY_MODE: 'link' } })
})
afterAll(() => portal.close())

const SENT =
  'If we found your account you will receive an e-mail, please contact your Client Relations representative if you need further assistance.'
const NEW = 'seven calm herons wading'

/** Sends a request as a new visitor. */
async function query<E extends Endpoint>(endpoint: E, body: unknown): Promise<Raw> {
  const browser = portal.browser()
  await browser.openSignInPage()
  return browser.send(endpoint, { body } as RequestOf<E>)
}
const send = (userNm: string) => query(sendRecoveryLink, { userNm })
const read = (token: string) => query(readRecoveryLink, { token })
const redeem = (token: string, newPassword = NEW, more = {}) =>
  query(redeemRecoveryLink, { token, newPassword, ...more })

const mailsTo = async ({ userName }: MadeUser) =>
  (await readMailbox(portal.database.requests, createMailComposer(portal.config))).filter(
    ({ to }) => to === `${userName}@example.test`,
  )
async function mailedLink(user: MadeUser): Promise<URL> {
  const mail = (await mailsTo(user)).find(({ template }) => template === 'recovery-link')?.mail
  return new URL(/http\S+\/choose-password#\S+/.exec(mail?.text ?? '')?.[0] ?? '')
}
async function tokenFor(user: MadeUser): Promise<string> {
  await send(user.userName)
  return (await mailedLink(user)).hash.slice(1)
}
const canSignIn = async ({ userName }: MadeUser, password: string) =>
  (await portal.browser().trySignIn(userName, password)).code === '200'

describe('requesting a link', () => {
  test('answers everyone alike, and emails only the owner (S01, S03, PSWD-027, PSWD-032)', async () => {
    const user = await portal.make.user({ security_question_id: null })
    const company = await portal.make.user({ sign_in_kind: 'directory', password_hash: null })
    const inactive = await portal.make.user({ status: 2 })
    const names = [
      user.userName,
      company.userName,
      inactive.userName,
      'nobody.at.all',
      ` ${user.userName.toUpperCase()}`,
    ]
    const answers = []
    for (const name of names) answers.push(await send(name))
    for (const answer of answers) expect(answer).toMatchObject({ status: 200, code: '200', message: SENT })
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect((await mailsTo(user)).map(({ template }) => template)).toEqual(['recovery-link', 'recovery-link'])
    expect(await eventsAbout(portal, user)).toEqual(['authn_password_recovery', 'authn_password_recovery'])
    expect((await mailsTo(company)).map(({ template }) => template)).toEqual(['use-company-sign-in'])
    expect(await mailsTo(inactive)).toEqual([])
  })

  test('changes nothing: the current password and open sessions stay', async () => {
    const user = await portal.make.user()
    const browser = await portal.as(user)
    await tokenFor(user)
    expect((await browser.send(listSections, { params: { uid: user.id } })).code).toBe('200')
    expect(await canSignIn(await portal.make.user(), 'correct horse battery staple')).toBe(true)
  })

  test('is limited: five an hour for a name from one network, for unknown names as well (S17)', async () => {
    for (const name of [(await portal.make.user()).userName, 'still.nobody']) {
      for (let asked = 0; asked < 5; asked++) expect((await send(name)).code).toBe('200')
      const refused = await send(name)
      expect(refused).toMatchObject({ status: 429 })
      expect(refused.headers.get('retry-after')).not.toBeNull()
    }
  })

  test('replaces the security question, which is not available then (S16)', async () => {
    expect((await query(askSecurityQuestion, { userNm: 'x' })).status).toBe(404)
    expect((await query(recoverPassword, { userNm: 'x', pswdPhrase: 'y' })).status).toBe(404)
  })
})

describe('the emailed link', () => {
  test('holds its token behind the #, which is sent to no server; the database stores a hash only', async () => {
    const user = await portal.make.user()
    const token = await tokenFor(user)
    const link = await mailedLink(user)
    expect(link.pathname + link.search).toBe('/choose-password')
    expect(token).toMatch(/^[\w-]{43}$/)
    const stored = await portal.owner(
      'select token_hash::text, (select json_agg(fields) from outbox_mails)::text as mails from recovery_links',
    )
    expect(JSON.stringify(stored)).not.toContain(token)
    expect(portal.logged.join('\n')).not.toContain(token)
  })

  test('is not consumed by opening it, however often a mail scanner does', async () => {
    const user = await portal.make.user()
    const token = await tokenFor(user)
    for (let looked = 0; looked < 3; looked++)
      expect(await read(token)).toMatchObject({ code: '200', data: { userNm: user.userName } })
    expect((await redeem(token)).code).toBe('200')
  })

  test('sets the chosen password, ends every session, is audited and emailed, and works once (S16)', async () => {
    const user = await portal.make.user()
    const open = await portal.as(user)
    const token = await tokenFor(user)
    expect(await redeem(token, NEW, { confirmPassword: NEW })).toMatchObject({
      code: '200',
      message: 'Your password has been changed',
    })
    expect((await open.send(listSections, { params: { uid: user.id } })).status).toBe(401)
    expect(await canSignIn(user, user.password)).toBe(false)
    expect(await canSignIn(user, NEW)).toBe(true)
    const [event] = await portal.owner(
      `select after from audit_events where event = 'authn_password_change' and subject_user_id = $1`,
      [user.id],
    )
    expect(event).toEqual({ after: { from: 'recovery link' } })
    expect((await mailsTo(user)).map(({ template }) => template)).toContain('password-changed')
    for (const again of [await redeem(token, 'eleven loud geese flying'), await read(token)])
      expect(again).toMatchObject({ status: 404 })
  })

  test('gives back the attempts that were spent on the forgotten password', async () => {
    const user = await portal.make.user()
    const spent = () => portal.owner('select attempts from user_sign_ins where user_id = $1', [user.id])
    for (let guess = 0; guess < 2; guess++) await portal.browser().trySignIn(user.userName, 'a wrong one')
    expect(await spent()).toEqual([{ attempts: 2 }])
    await redeem(await tokenFor(user))
    expect(await spent()).toEqual([{ attempts: 0 }])
  })

  test('opens one of twenty times at once (S16)', async () => {
    const user = await portal.make.user()
    const token = await tokenFor(user)
    const all = await Promise.all(Array.from({ length: 20 }, (_, at) => redeem(token, `heron number ${at} wading by`)))
    expect(all.filter(({ code }) => code === '200')).toHaveLength(1)
    expect(new Set(all.map(({ code }) => code))).toEqual(new Set(['200', '404']))
  })

  test('is valid for thirty minutes, and only the latest one of a user', async () => {
    const user = await portal.make.user()
    const [first, second] = [await tokenFor(user), await tokenFor(user)]
    expect((await read(first)).status).toBe(404)
    await portal.moveClock('31 minutes')
    expect((await redeem(second)).status).toBe(404)
    await portal.moveClock('0')
  })

  test.each([
    ['was made inactive', 'update users set status = 2 where id = $1'],
    ['has a new password', `update users set password_hash = 'x' where id = $1`],
    ['has a new address', `update users set email = 'new@example.test' where id = $1`],
  ])('opens nothing for a user who %s in the meantime', async (_what, change) => {
    const user = await portal.make.user()
    const token = await tokenFor(user)
    await portal.owner(change, [user.id])
    for (const answer of [await read(token), await redeem(token)]) expect(answer.status).toBe(404)
  })

  test('is not consumed by an invalid password, which is reported at its field (S15)', async () => {
    const user = await portal.make.user()
    const token = await tokenFor(user)
    const attempts: [string, string, string][] = [
      ['short', 'short', 'newPassword'],
      [user.password, user.password, 'newPassword'],
      [NEW, 'something else', 'confirmPassword'],
    ]
    for (const [newPassword, confirmPassword, field] of attempts) {
      const refused = await redeem(token, newPassword, { confirmPassword })
      expect(refused).toMatchObject({ status: 422, data: [{ field }] })
    }
    expect((await redeem(token)).code).toBe('200')
  })

  test('does not set the password again that it has replaced before', async () => {
    const user = await portal.make.user()
    await redeem(await tokenFor(user))
    expect(await redeem(await tokenFor(user), user.password)).toMatchObject({
      status: 422,
      data: [{ field: 'newPassword', message: 'You’ve used this password before. Choose another.' }],
    })
  })

  test('does not bypass the second factor, and requires the sign-in page’s token', async () => {
    const user = await portal.make.user({ second_factor_required: true })
    await redeem(await tokenFor(user))
    expect((await portal.browser().trySignIn(user.userName, NEW)).code).toBe('309')
    const stranger = portal.browser()
    expect(
      (await stranger.send(redeemRecoveryLink, { body: { token: 'x'.repeat(43), newPassword: NEW } })).status,
    ).toBe(401)
  })
})
