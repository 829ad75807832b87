import type { RequestOf } from '@portico/contract/kit/endpoint.ts'
import { listSections } from '@portico/contract/home/home.ts'
import {
  addLicenseVersion,
  countLicenseUsers,
  endClientLicense,
  getLicenseOptions,
  getLicenseVersion,
  listLicenses,
  withdrawLicenseAsk,
} from '@portico/contract/licenses/licenses.ts'
import { acceptLicense, getLicense } from '@portico/contract/sign-in/sign-in.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hostileHtml } from '../../../../contract/test/hostile-html.ts'
import { grace, startWithAdmin } from '../../../test/administrator.ts'
import type { Browser } from '../../../test/browser.ts'
import { openSession } from '../../../test/guards/people.ts'
import type { MadeUser } from '../../../test/make.ts'
import type { Portal } from '../../../test/portal.ts'

let portal: Portal
let admin: MadeUser
let browser: Browser
beforeAll(async () => {
  ;({ portal, admin, browser } = await startWithAdmin(['Database Maintenance'], grace))
})
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.owner('delete from license_texts where client_id is not null or version > 1')
  await portal.owner('update license_texts set asks_since = null, asks_since_before = null')
})

type Body = RequestOf<typeof addLicenseVersion>['body']
const english = (titleTxt: string, contentTxt = '<p>Be good.</p>') => ({
  languageCd: 'en' as const,
  titleTxt,
  contentTxt,
})
const german = (titleTxt: string, contentTxt = '<p>Gut sein.</p>') => ({
  languageCd: 'de' as const,
  titleTxt,
  contentTxt,
})

const params = () => ({ uid: admin.id })
const send = (change: Partial<Body> = {}, by = browser) =>
  by.send(addLicenseVersion, {
    params: { uid: by.userId },
    body: { clientId: null, languageCd: 'en', texts: [english('Terms')], asksAgainFlg: false, ...change },
  })
const write = async (change: Partial<Body> = {}) => {
  const answer = await send(change)
  expect(answer).toMatchObject({ status: 200, message: 'The new version is in force.' })
  return (answer.data as { licenseId: number }).licenseId
}
const end = (licenseId: number, asksAgainFlg = false) =>
  browser.send(endClientLicense, { params: { ...params(), licenseId }, body: { asksAgainFlg } })
const withdraw = (licenseId: number) => browser.send(withdrawLicenseAsk, { params: { ...params(), licenseId } })
const countUsers = (clientId: number) => browser.call(countLicenseUsers, { params: params(), query: { clientId } })
const read = (licenseId: number) => browser.call(getLicenseVersion, { params: { ...params(), licenseId } })
const inForce = async (clientNm: string | null = null) =>
  (await browser.call(listLicenses, { params: params(), query: {} })).find((one) => one.clientNm === clientNm)
const events = () =>
  portal.owner(
    `select target_kind as kind, target_id as target, client_id as client, before, after, actor_user_id as actor
       from audit_events where event = 'license_changed' order by id desc`,
  )

/** Signs in, and says whether the license comes first. */
async function signIn(user: MadeUser): Promise<{ tab: Browser; isAsked: boolean }> {
  const tab = portal.browser()
  const answer = await tab.trySignIn(user.userName, user.password, { confirmed: true })
  expect(answer.code).toBe('200')
  return { tab, isAsked: answer.data.eulaAcceptedDt === null }
}
const own = (tab: Browser) => ({ params: { uid: tab.userId } })
const isAtHome = async (tab: Browser) => (await tab.send(listSections, own(tab))).status === 200

describe('a new version', () => {
  test('is what users read and accept, in their language; earlier ones stay readable with who wrote them when', async () => {
    const id = await write({ texts: [english('Terms 2026'), german('Regeln 2026')] })
    const version = await read(id)
    expect(version).toMatchObject({
      clientId: null,
      version: 2,
      stateCd: 'in-force',
      createdByNm: 'Grace Hopper',
      versionCnt: 2,
      texts: [english('Terms 2026'), german('Regeln 2026')],
    })
    expect(version.versions.map(({ version: number, stateCd, createdByNm }) => [number, stateCd, createdByNm])).toEqual(
      [
        [2, 'in-force', 'Grace Hopper'],
        [1, 'replaced', null],
      ],
    )
    const first = await read(version.versions[1]?.licenseId ?? 0)
    expect(first).toMatchObject({ stateCd: 'replaced', texts: [{ languageCd: 'en' }, { languageCd: 'de' }] })
    expect(await inForce()).toMatchObject({ titleTxt: 'Terms 2026', languageList: ['en', 'de'] })
    const tab = await openSession(portal, await portal.make.user({ license_accepted_at: null, language: 'de' }))
    expect(await tab.call(getLicense, own(tab))).toMatchObject({ title: 'Regeln 2026', version: 2, licenseId: id })
  })

  test('is recorded with what was before; one that changes nothing is not written', async () => {
    await write({ texts: [english('Terms 2026')] })
    await write({ texts: [english('Terms 2027')] })
    const recorded = await events()
    expect(recorded[0]).toEqual({
      kind: 'default_license',
      target: 'default',
      client: null,
      actor: admin.id,
      before: { version: 2, title: 'Terms 2026' },
      after: { version: 3, title: 'Terms 2027' },
    })
    expect(await send({ texts: [english('Terms 2027')] })).toMatchObject({
      status: 200,
      message: 'Nothing has changed. The version in force stays.',
      data: { licenseId: (await inForce())?.licenseId },
    })
    expect(await events()).toHaveLength(recorded.length)
  })

  test('of a client goes before the default for its users only', async () => {
    const clientId = await portal.make.client({ name: 'Quay' })
    await write({ clientId, replacesId: null, texts: [english('Quay terms')] })
    const [mine, other] = [
      await openSession(portal, await portal.make.user({ client_id: clientId })),
      await openSession(portal, await portal.make.user()),
    ]
    expect(await mine.call(getLicense, own(mine))).toMatchObject({ title: 'Quay terms', version: 1 })
    expect(await other.call(getLicense, own(other))).toMatchObject({ title: 'Terms of use' })
    expect((await events())[0]).toMatchObject({ kind: 'client', target: String(clientId), client: clientId })
    expect(await inForce('Quay')).toMatchObject({ clientId, stateCd: 'in-force' })
  })

  test('is cleaned before it is stored (S59)', async () => {
    const html = hostileHtml.join('')
    const { texts } = await read(await write({ texts: [english('Terms', `<p>Good.</p>${html}`)] }))
    expect(texts[0]?.contentTxt).toContain('<p>Good.</p>')
    expect(texts[0]?.contentTxt).not.toMatch(/<(script|img|style|iframe|svg|form)|javascript:|onerror/i)
  })

  test.each<[string, Partial<Body>, string, string]>([
    ['a title', { texts: [english(' ')] }, 'titleTxt-en', 'Enter a title.'],
    ['a text', { texts: [english('Terms', '<p> </p>')] }, 'contentTxt-en', 'Write a text.'],
    ['a text in the first language', { languageCd: 'de' }, 'languageCd', 'Write a text in the first language.'],
    [
      'one text for each language',
      { texts: [english('A'), english('B')] },
      'titleTxt-en',
      'There are two texts in this language.',
    ],
    ['a client that exists', { clientId: 987_654 }, 'clientId', 'Choose a client.'],
  ])('needs %s', async (_what, change, field, message) => {
    expect(await send(change)).toMatchObject({ status: 422, message, data: [{ field, message }] })
  })

  test('of a client that has its own license is written from that one', async () => {
    const clientId = await portal.make.client()
    await write({ clientId, replacesId: null })
    const message = 'This client has its own license. Open it to write a new version.'
    expect(await send({ clientId, replacesId: null, texts: [english('Again')] })).toMatchObject({
      status: 422,
      data: [{ field: 'clientId', message }],
    })
  })

  test('is refused where another administrator has written one meanwhile, or ended the license', async () => {
    const clientId = await portal.make.client()
    const first = await write({ clientId, replacesId: null })
    const second = await write({ clientId, replacesId: first, texts: [english('Second')] })
    const stale = {
      status: 409,
      message: 'Grace Hopper has changed this license. Load the current version, then save again.',
      data: { changedByNm: 'Grace Hopper' },
    }
    expect(await send({ clientId, replacesId: first, texts: [english('Third')] })).toMatchObject(stale)
    expect(await end(first)).toMatchObject(stale)
    await end(second)
    expect(await send({ clientId, replacesId: second, texts: [english('Third')] })).toMatchObject(stale)
    const again = { clientId, replacesId: null, followsId: second, texts: [english('Again')] }
    await write(again)
    expect(await send({ ...again, texts: [english('Once more')] })).toMatchObject(stale)
    await end((await write({ clientId, texts: [english('Last')] })) as number)
    await portal.owner('update license_texts set ended_by = null where client_id = $1', [clientId])
    expect((await end(second)).message).toBe('This license has changed. Load the current version, then save again.')
  })

  test('is for portal administrators; other internal ones who maintain the database read', async () => {
    const reader = await portal.make.user({ is_internal: true })
    await portal.owner(
      `insert into user_page_grants (user_id, page_id) select $1, id from pages where system_id = 2 and name = 'Database Maintenance'`,
      [reader.id],
    )
    await portal.owner('insert into user_system_grants (user_id, system_id) values ($1, 2)', [reader.id])
    const tab = await openSession(portal, reader)
    expect(await tab.call(getLicenseOptions, own(tab))).toEqual({ mayChangeFlg: false })
    expect(await browser.call(getLicenseOptions, own(browser))).toEqual({ mayChangeFlg: true })
    expect(await tab.call(listLicenses, { ...own(tab), query: {} })).toHaveLength(1)
    expect((await send({}, tab)).status).toBe(403)
  })
})

describe('users who have accepted an earlier version (SIGN-040, B9)', () => {
  test('are not asked again by a correction', async () => {
    const user = await portal.make.user()
    await write({ texts: [english('Corrected')] })
    const { isAsked, tab } = await signIn(user)
    expect(isAsked).toBe(false)
    expect(await isAtHome(tab)).toBe(true)
  })

  test('are asked at their next sign-in where the version says so, and not in a session that is open; once', async () => {
    const user = await portal.make.user({ language: 'de' })
    const before = await signIn(user)
    const id = await write({ texts: [english('Stricter'), german('Strenger')], asksAgainFlg: true })
    expect(await isAtHome(before.tab)).toBe(true)
    const { tab, isAsked } = await signIn(user)
    expect(isAsked).toBe(true)
    expect(await isAtHome(tab)).toBe(false)
    await tab.call(acceptLicense, { ...own(tab), body: { licenseId: id } })
    expect(await isAtHome(tab)).toBe(true)
    const [event] = await portal.owner(
      "select after from audit_events where event = 'license_accepted' and subject_user_id = $1",
      [user.id],
    )
    expect(event).toEqual({ after: { version: 2, language: 'de' } })
    expect((await signIn(user)).isAsked).toBe(false)
    expect((await events())[0]).toMatchObject({ after: { asksAgain: true } })
  })

  test('who decline are asked at each sign-in, also after a correction', async () => {
    const user = await portal.make.user()
    const id = await write({ texts: [english('Stricter')], asksAgainFlg: true })
    expect((await signIn(user)).isAsked).toBe(true)
    await write({ replacesId: id, texts: [english('Stricter, corrected')] })
    expect((await signIn(user)).isAsked).toBe(true)
  })

  test('and have not signed in since are asked after a correction, too', async () => {
    const user = await portal.make.user()
    await write({ texts: [english('Stricter')], asksAgainFlg: true })
    await write({ texts: [english('Stricter, corrected')] })
    expect((await signIn(user)).isAsked).toBe(true)
  })

  test('are asked by the same text where only that is wanted', async () => {
    const id = await write({ texts: [english('Terms')] })
    const again = await write({ replacesId: id, texts: [english('Terms')], asksAgainFlg: true })
    expect((await read(again)).versions.map(({ asksAgainFlg }) => asksAgainFlg)).toEqual([true, false, false])
  })

  test('are never asked where they are internal: the server stamps them (SIGN-039)', async () => {
    await write({ asksAgainFlg: true })
    const user = await portal.make.user({ is_internal: true })
    expect((await signIn(user)).isAsked).toBe(false)
  })

  test('accept only the version that they have read', async () => {
    const user = await portal.make.user({ license_accepted_at: null })
    const { tab } = await signIn(user)
    const { licenseId } = await tab.call(getLicense, own(tab))
    await write({ texts: [english('Newer')] })
    expect(await tab.send(acceptLicense, { ...own(tab), body: { licenseId } })).toMatchObject({
      status: 409,
      message: 'The license has changed. Read the new version before you accept it.',
    })
    expect(await isAtHome(tab)).toBe(false)
    await tab.call(acceptLicense, {
      ...own(tab),
      body: { licenseId: (await tab.call(getLicense, own(tab))).licenseId },
    })
    expect(await isAtHome(tab)).toBe(true)
  })

  test('of a client follow its own license and not the default', async () => {
    const clientId = await portal.make.client()
    const user = await portal.make.user({ client_id: clientId })
    const id = await write({ clientId, replacesId: null, texts: [english('Own')] })
    await write({ texts: [english('Default')], asksAgainFlg: true })
    expect((await signIn(user)).isAsked).toBe(false)
    await write({ clientId, replacesId: id, texts: [english('Own, stricter')], asksAgainFlg: true })
    const { tab, isAsked } = await signIn(user)
    expect(isAsked).toBe(true)
    await tab.call(acceptLicense, own(tab))
    const [event] = await portal.owner(
      "select after from audit_events where event = 'license_accepted' and subject_user_id = $1",
      [user.id],
    )
    expect(event).toEqual({ after: { version: 2, language: 'en', isOfClient: true } })
  })
})

describe('what was accepted earlier', () => {
  const acceptedBy = async ({ id }: MadeUser) =>
    (
      await portal.owner(
        `select license_version as version, license_id as license, license_accepted_at as at from users where id = $1`,
        [id],
      )
    )[0]

  test('stays with its version and its time until the new version is accepted', async () => {
    const user = await portal.make.user({ license_accepted_at: null })
    const first = await signIn(user)
    await first.tab.call(acceptLicense, own(first.tab))
    const before = await acceptedBy(user)
    expect(before).toMatchObject({ version: 1, at: expect.any(Date) })
    const id = await write({ texts: [english('Stricter')], asksAgainFlg: true })
    const { tab, isAsked } = await signIn(user)
    expect(isAsked).toBe(true)
    expect(await isAtHome(tab)).toBe(false)
    expect(await acceptedBy(user)).toEqual(before)
    const { eulaAcceptedDt } = await tab.call(acceptLicense, { ...own(tab), body: { licenseId: id } })
    expect(await acceptedBy(user)).toEqual({ version: 2, license: id, at: eulaAcceptedDt })
    expect(eulaAcceptedDt.getTime()).toBeGreaterThan(Number(before?.['at']))
    // A question that comes later does not concern the session.
    await write({ texts: [english('Stricter still')], asksAgainFlg: true })
    expect(await isAtHome(tab)).toBe(true)
  })

  test('a call without a version accepts the one in force, whichever was shown: the specification has none (SIGN-061)', async () => {
    const user = await portal.make.user({ license_accepted_at: null })
    const { tab } = await signIn(user)
    await tab.call(getLicense, own(tab))
    const id = await write({ texts: [english('Newer')] })
    await tab.call(acceptLicense, own(tab))
    expect(await acceptedBy(user)).toMatchObject({ version: 2, license: id })
  })
})

describe('a question that was set by mistake', () => {
  test('is withdrawn: who accepted before it works on, also in a session that waits at the license', async () => {
    const user = await portal.make.user()
    const other = await portal.make.user()
    const id = await write({ texts: [english('Mistaken')], asksAgainFlg: true })
    expect((await read(id)).askedDt).toBeInstanceOf(Date)
    const waiting = await signIn(user)
    expect(await isAtHome(waiting.tab)).toBe(false)
    expect(await withdraw(id)).toMatchObject({
      status: 200,
      message: 'Users who accepted an earlier version aren’t asked any longer.',
    })
    expect(await isAtHome(waiting.tab)).toBe(true)
    expect((await signIn(other)).isAsked).toBe(false)
    expect((await events())[0]).toMatchObject({
      kind: 'default_license',
      actor: admin.id,
      before: { asksAgain: true },
      after: { asksAgain: false },
    })
    const { askedDt, versions } = await read(id)
    expect(askedDt).toBeNull()
    expect(versions.map(({ asksAgainFlg, askWithdrawnFlg }) => [asksAgainFlg, askWithdrawnFlg])).toEqual([
      [true, true],
      [false, false],
    ])
    expect(await withdraw(id)).toMatchObject({ status: 422, message: 'This license asks nobody again.' })
    expect((await withdraw(987_654)).status).toBe(404)
  })

  test('is withdrawn from a later correction, too, and only the latest one is', async () => {
    const user = await portal.make.user()
    const first = await write({ texts: [english('Stricter')], asksAgainFlg: true })
    const { tab } = await signIn(user)
    await tab.call(acceptLicense, own(tab))
    const late = await portal.make.user()
    await portal.owner(`update users set license_accepted_at = now() - interval '1 day' where id = $1`, [late.id])
    await write({ texts: [english('Mistaken')], asksAgainFlg: true })
    const corrected = await write({ texts: [english('Mistaken, corrected')] })
    expect(await withdraw(first)).toMatchObject({ status: 409 })
    expect((await withdraw(corrected)).status).toBe(200)
    expect((await signIn(user)).isAsked).toBe(false)
    expect((await signIn(late)).isAsked).toBe(true)
    expect((await read(corrected)).versions.map(({ askWithdrawnFlg }) => askWithdrawnFlg)).toEqual([
      false,
      true,
      false,
      false,
    ])
  })

  test('of the default is withdrawn for clients that have got their own license since', async () => {
    const clientId = await portal.make.client()
    const user = await portal.make.user({ client_id: clientId })
    const id = await write({ texts: [english('Mistaken')], asksAgainFlg: true })
    await write({ clientId, replacesId: null })
    expect(await countUsers(clientId)).toEqual({ acceptedCnt: 1, askedCnt: 1 })
    await withdraw(id)
    expect(await countUsers(clientId)).toEqual({ acceptedCnt: 1, askedCnt: 0 })
    expect((await signIn(user)).isAsked).toBe(false)
  })

  test('of a client, at its end too, is withdrawn for its users alone', async () => {
    const clientId = await portal.make.client()
    const [user, accepted, other] = [
      await portal.make.user({ client_id: clientId }),
      await portal.make.user({ client_id: clientId }),
      await portal.make.user(),
    ]
    await write({ texts: [english('Default, stricter')], asksAgainFlg: true })
    const id = await write({ clientId, replacesId: null, texts: [english('Own')] })
    await portal.owner('update users set license_accepted_at = now() where client_id = $1', [clientId])
    await end(id, true)
    const { tab } = await signIn(accepted)
    await tab.call(acceptLicense, own(tab))
    expect(await countUsers(clientId)).toEqual({ acceptedCnt: 2, askedCnt: 1 })
    expect((await withdraw(id)).status).toBe(200)
    expect((await signIn(user)).isAsked).toBe(false)
    expect((await signIn(other)).isAsked).toBe(true)
    expect(await countUsers(clientId)).toEqual({ acceptedCnt: 2, askedCnt: 0 })
  })
})

describe('a client’s own license', () => {
  test('ends: the default holds again, and nothing is lost', async () => {
    const clientId = await portal.make.client({ name: 'Pier' })
    const user = await portal.make.user({ client_id: clientId })
    await write({ texts: [english('Default')], asksAgainFlg: true })
    const id = await write({ clientId, replacesId: null, texts: [english('Pier terms')] })
    // They had not signed in since the default asked: this still concerns them.
    const { tab, isAsked } = await signIn(user)
    expect(isAsked).toBe(true)
    await tab.call(acceptLicense, own(tab))
    expect(await end(id)).toMatchObject({ status: 200, message: 'The license has ended. The default holds again.' })
    expect(await read(id)).toMatchObject({ stateCd: 'ended', endedByNm: 'Grace Hopper', endedDt: expect.any(Date) })
    expect(await inForce('Pier')).toMatchObject({ stateCd: 'ended' })
    expect((await events())[0]).toMatchObject({
      kind: 'client',
      target: String(clientId),
      before: { isInForce: true },
      after: { isInForce: false },
    })
    expect(await tab.call(getLicense, own(tab))).toMatchObject({ title: 'Default' })
    // What the default asked before counts no more, what it asks from now on does.
    expect((await signIn(user)).isAsked).toBe(false)
    await write({ texts: [english('Default, stricter')], asksAgainFlg: true })
    expect((await signIn(user)).isAsked).toBe(true)
  })

  test('ends with the question to accept the default where that is wanted', async () => {
    const clientId = await portal.make.client()
    const user = await portal.make.user({ client_id: clientId })
    await end(await write({ clientId, replacesId: null }), true)
    expect((await signIn(user)).isAsked).toBe(true)
    expect((await events())[0]).toMatchObject({ after: { isInForce: false, asksAgain: true } })
  })

  test('that has ended is written again as a further version', async () => {
    const clientId = await portal.make.client()
    await end(await write({ clientId, replacesId: null }))
    const id = await write({ clientId, replacesId: null, texts: [english('Back')] })
    expect((await read(id)).versions.map(({ version, stateCd }) => [version, stateCd])).toEqual([
      [2, 'in-force'],
      [1, 'ended'],
    ])
  })

  test('is what ends; the default stays, and what is not there is not found', async () => {
    const standard = await inForce()
    expect(await end(standard?.licenseId ?? 0)).toMatchObject({
      status: 422,
      message: 'The default license can’t end. Write a new version of it.',
    })
    expect((await end(987_654)).status).toBe(404)
    expect((await browser.send(getLicenseVersion, { params: { ...params(), licenseId: 987_654 } })).status).toBe(404)
  })
})

test('the number of users who would be asked is that of active external ones who have accepted', async () => {
  const count = async (query: { clientId?: number }) =>
    (await browser.call(countLicenseUsers, { params: params(), query })).acceptedCnt
  const clientId = await portal.make.client()
  const before = await count({})
  await portal.make.user({ client_id: clientId })
  await portal.make.user({ client_id: clientId, license_accepted_at: null })
  await portal.make.user({ client_id: clientId, status: 2 })
  await portal.make.user({ client_id: clientId, is_internal: true })
  await portal.make.user({ client_id: await portal.make.client({ is_deleted: true }) })
  expect(await count({ clientId })).toBe(1)
  expect(await count({})).toBe(before + 1)
  const id = await write({ clientId, replacesId: null })
  expect(await count({})).toBe(before)
  await end(id)
  expect(await count({})).toBe(before + 1)
})

test('licenses are found by the name of their client; without a search the default is the first one', async () => {
  for (const name of ['Zenith', 'Abbey'])
    await write({ clientId: await portal.make.client({ name }), replacesId: null })
  const names = async (query: object) =>
    (await browser.call(listLicenses, { params: params(), query })).map(({ clientNm }) => clientNm)
  expect(await names({})).toEqual([null, 'Abbey', 'Zenith'])
  expect(await names({ nm: 'zen' })).toEqual(['Zenith'])
})
