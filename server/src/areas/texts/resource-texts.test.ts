import { getOwnTexts } from '@portico/contract/texts/own-texts.ts'
import {
  listResourceTexts,
  listTextClients,
  saveResourceText,
  undoResourceText,
} from '@portico/contract/texts/resource-texts.ts'
import type { Language } from '@portico/contract/texts/languages.ts'
import { shippedTexts } from '@portico/contract/texts/shipped-texts.ts'
import { getApplicationResources } from '@portico/contract/sign-in/sign-in.ts'
import { saveLink } from '@portico/contract/links/links.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser, Raw } from '../../../test/browser.ts'
import { openSession } from '../../../test/guards/people.ts'
import type { MadeUser } from '../../../test/make.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'

let portal: Portal
let otherNode: Portal
let admin: MadeUser
let browser: Browser
let clientId: number
/** Of that client, and of another. */
let clerk: Browser
let stranger: Browser
beforeAll(async () => {
  portal = await startPortal()
  otherNode = await startPortal({ beside: portal })
  admin = await portal.make.user({ is_internal: true })
  await portal.make.adminPages(admin, ['Database Maintenance'])
  browser = await openSession(portal, admin)
  clientId = await portal.make.client({ name: 'Zebra Bank' })
  clerk = await openSession(portal, await portal.make.user({ client_id: clientId }))
  stranger = await openSession(portal, await portal.make.user())
})
afterAll(async () => {
  await otherNode.close()
  await portal.close()
})

const list = (query: object) => browser.call(listResourceTexts, { params: { uid: admin.id }, query })
const found = async (textKey: string, client?: number) =>
  (await list({ words: textKey, ...(client === undefined ? {} : { clientId: client }) })).find(
    (text) => text.textKey === textKey,
  )
interface Sent {
  contentTxt: string | null
  clientId?: number
  languageCd?: Language
  version?: number | null
}
const save = (textKey: string, body: Sent) =>
  browser.send(saveResourceText, { params: { uid: admin.id, textKey }, body })
const undo = ({ data }: Pick<Raw, 'data'>) =>
  browser.send(undoResourceText, {
    params: { uid: admin.id },
    body: { undoId: (data as { undoId: number }).undoId },
  })
const addLink = async (by: Browser) =>
  (
    await by.send(saveLink, {
      params: { uid: by.userId },
      body: { linkNm: crypto.randomUUID(), linkUrlTxt: 'https://a.example' },
    })
  ).message
/** Every node reads a change at the latest two seconds later. */
const EVENTUALLY = { timeout: 10_000 }

test('an administrator words a text for one client, whose users read it on every node, and others do not', async () => {
  expect(await save('link_added', { contentTxt: 'Saved, thank you.', clientId })).toMatchObject({
    code: '200',
    message: 'The text has been saved.',
  })
  await expect.poll(() => addLink(clerk), EVENTUALLY).toBe('Saved, thank you.')
  expect(await addLink(stranger)).not.toBe('Saved, thank you.')
  const elsewhere = await openSession(otherNode, await portal.make.user({ client_id: clientId }))
  await expect.poll(() => addLink(elsewhere), EVENTUALLY).toBe('Saved, thank you.')
  await expect
    .poll(() => clerk.call(getOwnTexts, { params: { uid: clerk.userId } }), EVENTUALLY)
    .toMatchObject({ languageCd: 'en', texts: { link_added: 'Saved, thank you.' } })
  expect(await stranger.call(getOwnTexts, { params: { uid: stranger.userId } })).not.toHaveProperty('texts.link_added')
  expect(await found('link_added', clientId)).toMatchObject({
    areaCd: 'documents',
    clientTxt: 'Saved, thank you.',
    portalTxt: null,
    version: 1,
    changedByNm: 'Ada Lovelace',
  })
  expect(await found('link_added')).toMatchObject({ clientTxt: null, version: null })
  expect(
    await portal.owner(
      `select actor_user_id as actor, client_id as client from audit_events
        where event = 'resource_text_changed' and target_id = 'link_added'`,
    ),
  ).toEqual([{ actor: admin.id, client: clientId }])
})

test('a wording for everyone reaches visitors and clients without one of their own; removed, the shipped text is back', async () => {
  const shipped = (await found('menu_home'))?.shippedTxt
  const visitor = portal.browser()
  const worded = async () => (await visitor.call(getApplicationResources, { query: {} }))['menu_home']
  await save('menu_home', { contentTxt: 'Start page' })
  await expect.poll(worded, EVENTUALLY).toBe('Start page')
  expect(await list({ changedFlg: true, words: 'start PAGE' })).toMatchObject([{ textKey: 'menu_home' }])
  expect(await save('menu_home', { contentTxt: null })).toMatchObject({ message: 'The wording has been removed.' })
  await expect.poll(worded, EVENTUALLY).toBe(shipped)
})

test('a text is worded in each language by itself, and the shipped text of one comes back alone', async () => {
  const inLanguage = async (languageCd: Language) =>
    (await list({ words: 'menu_sign_out', languageCd })).find(({ textKey }) => textKey === 'menu_sign_out')
  const visitors = { en: portal.browser({ 'accept-language': 'en' }), de: portal.browser({ 'accept-language': 'de' }) }
  const worded = async () => [
    (await visitors.en.call(getApplicationResources, { query: {} }))['menu_sign_out'],
    (await visitors.de.call(getApplicationResources, { query: {} }))['menu_sign_out'],
  ]
  const english = await save('menu_sign_out', { contentTxt: 'Leave' })
  await save('menu_sign_out', { contentTxt: 'Gehen', languageCd: 'de' })
  await expect.poll(worded, EVENTUALLY).toEqual(['Leave', 'Gehen'])
  expect(await inLanguage('de')).toMatchObject({
    shippedTxt: shippedTexts.de.menu_sign_out,
    portalTxt: 'Gehen',
    version: 1,
  })
  expect(await inLanguage('en')).toMatchObject({ shippedTxt: shippedTexts.en.menu_sign_out, portalTxt: 'Leave' })
  await save('menu_sign_out', { contentTxt: null, languageCd: 'de', version: 1 })
  await expect.poll(worded, EVENTUALLY).toEqual(['Leave', shippedTexts.de.menu_sign_out])
  const german = await save('menu_sign_out', { contentTxt: 'Raus', languageCd: 'de' })
  await expect.poll(worded, EVENTUALLY).toEqual(['Leave', 'Raus'])
  expect(await undo(german)).toMatchObject({ status: 200 })
  await expect.poll(worded, EVENTUALLY).toEqual(['Leave', shippedTexts.de.menu_sign_out])
  expect(await undo(english)).toMatchObject({ status: 200 })
  await expect.poll(worded, EVENTUALLY).toEqual([shippedTexts.en.menu_sign_out, shippedTexts.de.menu_sign_out])
})

test('a text is found by its key, its shipped words, and those of the portal and of the client', async () => {
  await save('link_deleted', { contentTxt: 'Vanished everywhere' })
  await save('link_deleted', { contentTxt: 'Vanished here', clientId })
  const shipped = shippedTexts.en.link_deleted
  for (const words of ['LINK_deleted', shipped.toUpperCase(), ' vanished EVERYWHERE ', 'vanished here'])
    expect((await list({ words, clientId })).map(({ textKey }) => textKey)).toContain('link_deleted')
  expect(await list({ words: 'vanished here' })).toEqual([])
})

test.each<[string, string, string]>([
  ['no words', ' ', 'Enter a text, or use the shipped text instead.'],
  [
    'a missing placeholder',
    'Upload progress',
    'Your text is missing {name}. The portal fills in these placeholders: add them and save again.',
  ],
  [
    'a placeholder that is not filled in',
    '{name} of {owner}',
    'The portal doesn’t fill in {owner} here. Remove it and save again.',
  ],
  [
    'an open brace',
    '{name} {',
    'A curly brace isn’t paired, or a plural is incomplete. Write placeholders as in the shipped text.',
  ],
])('a wording with %s is refused at its field, and nothing changes', async (_what, contentTxt, message) => {
  expect(await save('upload_progress_of', { contentTxt, clientId })).toMatchObject({
    status: 422,
    message,
    data: [{ field: 'contentTxt', message }],
  })
  expect(await found('upload_progress_of', clientId)).toMatchObject({ version: null })
})

test('texts and clients that are not there are not found', async () => {
  expect(await save('no_such_text', { contentTxt: 'x' })).toMatchObject({ status: 404 })
  expect(await save('link_added', { contentTxt: 'x', clientId: 999_999 })).toMatchObject({ status: 404 })
  const gone = await portal.make.client({ is_deleted: true })
  expect(await save('link_added', { contentTxt: 'x', clientId: gone })).toMatchObject({ status: 404 })
})

test('a save from an older version learns who was first, and nothing changes', async () => {
  await save('menu_links', { contentTxt: 'One' })
  await save('menu_links', { contentTxt: 'Two', version: 1 })
  expect(await save('menu_links', { contentTxt: 'Three', version: 1 })).toMatchObject({
    status: 409,
    message: 'Ada Lovelace has changed this text in the meantime. Check it, then save again.',
    data: { changedByNm: 'Ada Lovelace' },
  })
  expect(await save('menu_links', { contentTxt: 'Three', version: null })).toMatchObject({ status: 409 })
  expect(await found('menu_links')).toMatchObject({ portalTxt: 'Two', version: 2 })
  // Nobody is named where the command line made the change.
  await portal.owner("update resource_texts set changed_by = null where key = 'menu_links'")
  expect(await save('menu_links', { contentTxt: 'Three', version: 1 })).toMatchObject({
    status: 409,
    message: 'This text has changed in the meantime. Check it, then save again.',
  })
})

test('who worded a text last is named, not who did first', async () => {
  const second = await portal.make.user({ is_internal: true, first_name: 'Grace', last_name: 'Hopper' })
  await portal.make.adminPages(second, ['Database Maintenance'])
  const by = await openSession(portal, second)
  const body = { contentTxt: 'One', clientId }
  await save('menu_links', body)
  const again = { params: { uid: second.id, textKey: 'menu_links' }, body: { ...body, contentTxt: 'Two' } }
  expect(await by.send(saveResourceText, again)).toMatchObject({ code: '200' })
  expect(await save('menu_links', { ...body, version: 1 })).toMatchObject({
    status: 409,
    data: { changedByNm: 'Grace Hopper' },
  })
})

test('a change is taken back by the administrator who made it, unless the text has changed since', async () => {
  const first = await save('menu_documents', { contentTxt: 'Files' })
  const second = await save('menu_documents', { contentTxt: 'Papers' })
  expect(await undo(first)).toMatchObject({
    status: 409,
    message: 'This text has changed since then, so your change can’t be undone. Edit the text instead.',
  })
  expect(await undo(second)).toMatchObject({ message: 'Your change has been undone.' })
  expect(await found('menu_documents')).toMatchObject({ portalTxt: 'Files' })
  expect(await undo(first)).toMatchObject({ message: 'Your change has been undone.' })
  expect(await found('menu_documents')).toMatchObject({ portalTxt: null, version: null })
  expect(await undo(first)).toMatchObject({ status: 404 })
})

test('the list filters by words and area, sorts and pages', async () => {
  expect(await list({})).toHaveLength(15)
  expect(await list({ areaCd: 'mails', words: 'virus' })).not.toHaveLength(0)
  for (const text of await list({ areaCd: 'mails' })) expect(text.areaCd).toBe('mails')
  const [last] = await list({ sort: 'textKey', direction: 'desc' })
  const [first] = await list({})
  expect(String(first?.textKey) < String(last?.textKey)).toBe(true)
  expect(await list({ sort: 'changedDt', direction: 'desc', pageSize: 60 })).toHaveLength(60)
})

test('clients are found by a part of their name', async () => {
  const find = (query: object) => browser.call(listTextClients, { params: { uid: admin.id }, query })
  expect(await find({ keyword: 'zEBRA' })).toEqual([{ clientId, clientNm: 'Zebra Bank' }])
  expect(await find({ clientId })).toHaveLength(1)
})

test('a wording is kept without marks that change the direction of writing', async () => {
  await save('link_added', { contentTxt: 'Saved & \u202eevil\u2069.' })
  expect(await found('link_added')).toMatchObject({ portalTxt: 'Saved & evil.' })
})
