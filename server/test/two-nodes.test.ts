import { getProfile } from '@portico/contract/account/account.ts'
import { logAnonymously } from '@portico/contract/client-log/client-log.ts'
import { endOtherSessions } from '@portico/contract/session/session.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { begin, check, federatedEmployer, type FederatedEmployer, federatedUser, post } from './federated-world.ts'
import { freePort } from './free-port.ts'
import { type Portal, startPortal } from './portal.ts'
import { startTwoNodes, type TwoNodes } from './two-nodes.ts'

let portal: Portal
let nodes: TwoNodes
let employer: FederatedEmployer
beforeAll(async () => {
  const port = await freePort()
  portal = await startPortal({ environment: { PORTAL_PUBLIC_URL: `http://localhost:${port}` } })
  employer = await federatedEmployer(portal)
  nodes = await startTwoNodes(portal, port)
})
afterAll(async () => {
  await nodes.stop()
  await portal.close()
})

const isIn = async (browser: ReturnType<TwoNodes['browser']>) => (await browser.send(getProfile, {})).status === 200
const other = (at: number) => (at % 2 === 0 ? ('a' as const) : ('b' as const))

describe('on two nodes behind a proxy', () => {
  test('a session of one node is valid on the other, through the proxy as well', async () => {
    const user = await portal.make.user()
    const browser = await nodes.browser('a').signIn(user.userName, user.password)
    expect(await isIn(nodes.moved(browser, 'b'))).toBe(true)
    expect(await isIn(browser)).toBe(true)
  })

  test.each([
    ['inactivated', 'update users set status = 2 where id = $1'],
    ['deleted', 'update users set status = 3 where id = $1'],
    ['locked by an administrator', "update user_sign_ins set locked_until = 'infinity' where user_id = $1"],
  ])('a user who is %s is signed out on both at the next request (R17)', async (_what, change) => {
    const user = await portal.make.user()
    const browser = await nodes.browser('a').signIn(user.userName, user.password)
    const there = nodes.moved(browser, 'b')
    expect(await isIn(there)).toBe(true)
    await portal.owner(change, [user.id])
    expect([await isIn(there), await isIn(browser)]).toEqual([false, false])
  })

  test('a user who signs out everywhere else on one node is signed out on the other at once', async () => {
    const user = await portal.make.user()
    const first = await nodes.browser('a').signIn(user.userName, user.password)
    const second = nodes.browser('b')
    await second.trySignIn(user.userName, user.password, { confirmed: true })
    expect(await isIn(nodes.moved(first, 'b'))).toBe(false)
    // Two sessions of one user: the second one in a browser without a question.
    await portal.owner(`update sessions set ended_at = null, end_reason = null where user_id = $1`, [user.id])
    expect(await isIn(nodes.moved(first, 'b'))).toBe(true)
    await second.call(endOtherSessions, { params: { uid: second.userId } })
    expect([await isIn(first), await isIn(nodes.moved(first, 'b')), await isIn(second)]).toEqual([false, false, true])
  })

  test('an answer of a company posted 20 times at once opens one session (S64, R17)', async () => {
    const user = await federatedUser(portal, employer, 'replayed')
    const browser = nodes.browser('a')
    const asked = await begin(browser, employer.providerId)
    const xml = employer.provider.answer(asked, { nameId: 'replayed' })
    const posts = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        post({ browser: (headers) => nodes.browser(other(at), headers) }, xml, asked.relayState),
      ),
    )
    const tickets = posts.map(({ ticket }) => ticket).filter((ticket) => ticket !== '')
    expect(tickets).toHaveLength(1)
    const entries = await Promise.all(
      Array.from({ length: 20 }, (_, at) => check(nodes.moved(browser, other(at)), tickets[0] ?? '')),
    )
    expect(entries.filter(({ code }) => code === '200')).toHaveLength(1)
    const sessions = await portal.owner('select id from sessions where user_id = $1', [user.id])
    expect(sessions).toHaveLength(1)
  })

  test('what one node has begun another one finishes, once', async () => {
    await federatedUser(portal, employer, 'wanderer')
    const browser = nodes.browser('a')
    const asked = await begin(browser, employer.providerId)
    const xml = employer.provider.answer(asked, { nameId: 'wanderer' })
    const { ticket } = await post({ browser: (headers) => nodes.browser('b', headers) }, xml, asked.relayState)
    const stranger = await check(nodes.browser('a'), ticket)
    expect(stranger.status).toBe(401)
    const there = nodes.moved(browser, 'b')
    expect((await check(nodes.moved(browser, 'a'), ticket)).code).toBe('200')
    expect((await check(there, ticket)).code).toBe('401')
  })

  test('a hundred wrong passwords over both get five checks (S05, R17)', async () => {
    const user = await portal.make.user()
    const guessers = await Promise.all(
      Array.from({ length: 100 }, async (_, at) => {
        const guesser = nodes.browser(other(at))
        await guesser.openSignInPage()
        return guesser
      }),
    )
    const before = await nodes.figure('portal_password_verifications_total')
    const answers = await Promise.all(guessers.map((guesser, at) => guesser.trySignIn(user.userName, `wrong ${at}`)))
    // '503': a node that had too much to do has not checked at all.
    expect(answers.filter(({ code }) => code !== '204' && code !== '503')).toEqual([])
    expect((await nodes.figure('portal_password_verifications_total')) - before).toBeLessThanOrEqual(5)
    for (const node of ['a', 'b'] as const)
      expect(await nodes.browser(node).trySignIn(user.userName, user.password)).toMatchObject({ code: '204' })
  })

  test('a node that dies loses nothing that was acknowledged, and its users stay signed in (R02, R03)', async () => {
    const user = await portal.make.user()
    const browser = await nodes.browser('b').signIn(user.userName, user.password)
    const answered: string[] = []
    let isGone = false
    let failedLater = 0
    let isOver = false
    const writer = async (name: number) => {
      for (let n = 0; !isOver; n++) {
        const message = `written by ${name}, number ${n}`
        const isLater = isGone
        // The proxy closes the connection of a request that the dead node was answering.
        const status = await nodes
          .browser()
          .send(logAnonymously, { body: { message } })
          .then(
            (answer) => answer.status,
            () => 0,
          )
        if (status === 200) answered.push(message)
        else if (isLater) failedLater++
      }
    }
    const writers = Array.from({ length: 8 }, (_, name) => writer(name))
    await expect.poll(() => answered.length, { timeout: 60_000 }).toBeGreaterThan(100)
    await nodes.kill('b')
    isGone = true
    const atDeath = answered.length
    await expect.poll(() => answered.length, { timeout: 60_000 }).toBeGreaterThan(atDeath + 100)
    isOver = true
    await Promise.all(writers)
    const kept = await portal.owner(`select message from client_log_entries where message like 'written by %'`)
    const there = new Set(kept.map(({ message }) => message))
    expect(answered.filter((message) => !there.has(message))).toEqual([])
    // A dying node may refuse the same client several times; a dead one only closes its open connections.
    expect(failedLater).toBeLessThanOrEqual(writers.length)
    expect(await isIn(nodes.moved(browser, 'a'))).toBe(true)
  })
})
