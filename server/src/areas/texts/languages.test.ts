import { getProfile, updateProfile } from '@portico/contract/account/account.ts'
import { getOwnTexts } from '@portico/contract/texts/own-texts.ts'
import { saveLink } from '@portico/contract/links/links.ts'
import { getApplicationResources } from '@portico/contract/sign-in/sign-in.ts'
import { shippedMailTexts, shippedTexts } from '@portico/contract/texts/shipped-texts.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser } from '../../../test/browser.ts'
import { openSession } from '../../../test/guards/people.ts'
import type { MadeUser } from '../../../test/make.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { sendRaw } from '../../../test/guards/raw-http.ts'
import { createMailComposer } from '../../composition/mail-services.ts'
import { readMailbox } from '../mail/public.ts'
import { addMail } from '../mail/outbox-store.ts'

const { en: english, de: german } = shippedTexts

let portal: Portal
let germanPortal: Portal
let user: MadeUser
let browser: Browser
beforeAll(async () => {
  portal = await startPortal()
  germanPortal = await startPortal({ beside: portal, environment: { PORTAL_LANGUAGE: 'de' } })
  user = await portal.make.user()
  browser = await openSession(portal, user)
})
afterAll(async () => {
  await germanPortal.close()
  await portal.close()
})

const TEXTS = getApplicationResources.path
const addLink = (by: Browser, headers: Record<string, string> = {}) =>
  by.request('POST', saveLink.path.replace('{uid}', String(by.userId)), {
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ linkNm: '', linkUrlTxt: 'https://a.example' }),
  })
const choose = (languageCd: 'en' | 'de' | null) => browser.send(updateProfile, { body: { languageCd } })

test('the texts are in the language of the address, else in that of the browser, else in the portal’s', async () => {
  const title = async (path: string, headers: Record<string, string>, at = portal) =>
    ((await at.browser().request('GET', path, { headers })).data as Record<string, string>)['language_panel_title']
  expect(await title(TEXTS, {})).toBe('Language')
  expect(await title(TEXTS, {}, germanPortal)).toBe('Sprache')
  expect(await title(TEXTS, { 'accept-language': 'fr, en;q=0.5' }, germanPortal)).toBe('Language')
  expect(await title(TEXTS, { 'accept-language': 'de-AT, en;q=0.5' })).toBe('Sprache')
  expect(await title(TEXTS, { 'accept-language': 'de', cookie: 'portal-language=en' })).toBe('Language')
  expect(await title(`${TEXTS}?language=de`, { 'accept-language': 'en', cookie: 'portal-language=en' })).toBe('Sprache')
  expect((await portal.browser().request('GET', `${TEXTS}?language=xx`)).status).toBe(400)
})

test('a browser keeps the texts until they change: each language has a tag, and the answer says what it depends on', async () => {
  const get = (headers: Record<string, string>) => sendRaw(portal.origin, TEXTS, { headers })
  const first = await get({ 'accept-language': 'de', 'accept-encoding': 'gzip' })
  expect(first.headers).toMatchObject({
    'cache-control': 'no-cache',
    'content-encoding': 'gzip',
    'content-language': 'de',
    vary: 'Origin, Accept-Language, Accept-Encoding, Cookie',
  })
  const etag = String(first.headers['etag'])
  const again = await get({ 'accept-language': 'de', 'if-none-match': etag })
  expect({ status: again.status, text: again.text }).toEqual({ status: 304, text: '' })
  const other = await get({ 'accept-language': 'en', 'if-none-match': etag })
  expect(other.status).toBe(200)
  expect(other.headers).not.toHaveProperty('content-encoding')
  expect(other.headers['etag']).not.toBe(etag)
  const plain = await get({ 'accept-language': 'de', 'accept-encoding': 'gzip;q=0, identity' })
  expect(plain.headers).not.toHaveProperty('content-encoding')
  const whole = await portal.browser().call(getApplicationResources, { query: { language: 'de' } })
  expect(JSON.parse(plain.text)).toEqual({ code: '200', data: whole, message: '' })
  await portal.owner("insert into resource_texts (key, content, language) values ('close', 'Zu', 'de')")
  await expect
    .poll(async () => (await get({ 'accept-language': 'de', 'if-none-match': etag })).status, { timeout: 10_000 })
    .toBe(200)
})

test('refusals are in the reader’s language: of the account, else of the browser', async () => {
  const refused = async (headers?: Record<string, string>) => (await addLink(browser, headers)).message
  expect(await refused()).toBe(english.link_name_missing)
  expect(await refused({ 'accept-language': 'de' })).toBe(german.link_name_missing)
  await choose('de')
  expect(await refused({ 'accept-language': 'en' })).toBe(german.link_name_missing)
  await choose('en')
  expect(await refused({ 'accept-language': 'de' })).toBe(english.link_name_missing)
  await choose(null)
  const visitor = portal.browser({ 'accept-language': 'de' })
  expect((await visitor.request('GET', getProfile.path)).message).toBe(german.session_missing)
  expect((await visitor.request('GET', '/ccservices/nothing')).message).toBe(german.address_not_found)
})

test('the language of the account is saved, audited and told to the page', async () => {
  const own = () => browser.call(getOwnTexts, { params: { uid: browser.userId } })
  expect(await browser.call(getProfile, {})).toMatchObject({ languageCd: null })
  expect(await own()).toMatchObject({ languageCd: 'en' })
  expect(await choose('de')).toMatchObject({ code: '200', data: { languageCd: 'de' } })
  expect(await own()).toMatchObject({ languageCd: 'de' })
  expect(
    await portal.owner(
      `select before, after from audit_events where event = 'user_updated' and subject_user_id = $1 order by id desc limit 1`,
      [user.id],
    ),
  ).toEqual([{ before: { language: null }, after: { language: 'de' } }])
  expect((await browser.request('PUT', updateProfile.path, asJson({ languageCd: 'fr' }))).status).toBe(400)
  // Another part of the profile leaves it alone.
  await browser.call(updateProfile, { body: { sectionSortPrfTxt: 'FAVORITES' } })
  expect(await browser.call(getProfile, {})).toMatchObject({ languageCd: 'de' })
  await choose(null)
})

const asJson = (body: object) => ({ headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

test('a mail is in the language of its reader’s account, else in the portal’s', async () => {
  const reader = await portal.make.user({ first_name: 'Ada', language: 'de' })
  const nobody = await portal.make.user({ first_name: 'Bob' })
  const add = (to: string, dedupeKey: string, readerId?: number) =>
    portal.database.jobs.transact({ kind: 'everything' }, (tx) =>
      addMail(tx, {
        template: 'license-reminder',
        fields: { firstName: 'Ada' },
        dedupeKey,
        to,
        clientId: reader.clientId,
        ...(readerId === undefined ? {} : { readerId }),
      }),
    )
  await add(`${reader.userName}@example.test`, 'language-1')
  await add(`${nobody.userName}@example.test`, 'language-2')
  await add('another@address.test', 'language-3', reader.id)
  const subjects = async (language?: 'de') =>
    (await readMailbox(portal.database.requests, createMailComposer(portal.config), language))
      .toSorted((one, other) => one.id - other.id)
      .map(({ mail }) => mail?.subject)
  const [inEnglish, inGerman] = [shippedMailTexts.en.mail_license_subject, shippedMailTexts.de.mail_license_subject]
  expect(await subjects()).toEqual([inGerman, inEnglish, inGerman])
  expect(await subjects('de')).toEqual([inGerman, inGerman, inGerman])
})

test('a mail to a user who chose no language is in that of their latest sign-in', async () => {
  const reader = await portal.make.user({ first_name: 'Eva' })
  const subject = async (dedupeKey: string) => {
    const to = `${reader.userName}@example.test`
    const fields = { firstName: 'Eva' }
    await portal.database.jobs.transact({ kind: 'everything' }, (tx) =>
      addMail(tx, { template: 'license-reminder', fields, dedupeKey, to, clientId: reader.clientId }),
    )
    const mails = await readMailbox(portal.database.requests, createMailComposer(portal.config))
    return mails.find((mail) => mail.to === to && mail.id === Math.max(...mails.map(({ id }) => id)))?.mail?.subject
  }
  const [inEnglish, inGerman] = [shippedMailTexts.en.mail_license_subject, shippedMailTexts.de.mail_license_subject]
  expect(await subject('sign-in-language-1')).toBe(inEnglish)
  await portal.browser({ 'accept-language': 'de-DE' }).signIn(reader.userName, reader.password)
  expect(await subject('sign-in-language-2')).toBe(inGerman)
  await portal.owner('update sessions set ended_at = clock_now() where user_id = $1', [reader.id])
  await portal.browser({ 'accept-language': 'en' }).signIn(reader.userName, reader.password)
  expect(await subject('sign-in-language-3')).toBe(inEnglish)
  await portal.owner("update users set language = 'de' where id = $1", [reader.id])
  expect(await subject('sign-in-language-4')).toBe(inGerman)
})
