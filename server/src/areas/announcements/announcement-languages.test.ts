import {
  addAnnouncement,
  announcementValueTypes,
  deleteAnnouncement,
  listAnnouncementValues,
  listSystemAnnouncements,
  restoreAnnouncement,
  type SentAnnouncement,
  updateAnnouncement,
} from '@portico/contract/announcements/announcement-admin.ts'
import { previewAnnouncement } from '@portico/contract/announcements/announcement-audience.ts'
import { dismissAnnouncement, listAnnouncements } from '@portico/contract/announcements/announcements.ts'
import type { FieldIssue } from '@portico/contract/kit/envelope.ts'
import { searchPortal } from '@portico/contract/search/search.ts'
import { previewHome } from '@portico/contract/tile-access/tile-access.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Browser } from '../../../test/browser.ts'
import { openSession } from '../../../test/guards/people.ts'
import type { MadeUser } from '../../../test/make.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'

const german = {
  languageCd: 'de',
  titleText: 'Büro geschlossen',
  messageText: '<p>Am <strong>Montag</strong></p>',
} as const
let portal: Portal
let admin: Browser
let english: { user: MadeUser; home: Browser }
let germans: { user: MadeUser; home: Browser }
const value: Record<string, number> = {}

beforeAll(async () => {
  portal = await startPortal({ beginsAtNoon: true })
  const author = await portal.make.user({ is_internal: true })
  await portal.make.adminPages(author, ['System Announcements', 'User Administration'])
  admin = await openSession(portal, author)
  const reader = async (language: string) => {
    const user = await portal.make.user({ language })
    return { user, home: await openSession(portal, user) }
  }
  english = await reader('en')
  germans = await reader('de')
  for (const typeName of announcementValueTypes)
    for (const one of await admin.call(listAnnouncementValues, { params: { ...uid(), typeName } }))
      value[one.valueCd] = one.clsVldValId
})
afterAll(() => portal.close())
beforeEach(() => portal.owner('delete from announcements'))

const uid = () => ({ uid: admin.userId })

async function content(changes: Partial<SentAnnouncement>): Promise<SentAnnouncement> {
  const [row] = await portal.owner('select business_today($1)::text as day', [portal.config.businessTimeZone])
  return {
    anncTitle: 'Office closed',
    anncMessage: '<p>On Monday</p>',
    languageCd: 'en',
    anncType: value['operational'],
    userType: value['all'],
    effectiveFromDt: String(row?.['day']),
    effectiveToDt: null,
    ...changes,
  }
}
const add = async (changes: Partial<SentAnnouncement> = { translations: [german] }) =>
  admin.send(addAnnouncement, { params: uid(), query: { anncReqType: 'publish' }, body: await content(changes) })
const added = async (changes: Partial<SentAnnouncement> = { translations: [german] }) =>
  admin.call(addAnnouncement, { params: uid(), query: { anncReqType: 'publish' }, body: await content(changes) })
const update = async (announcementId: number, changes: Partial<SentAnnouncement>) =>
  admin.call(updateAnnouncement, {
    params: { ...uid(), announcementId },
    query: { anncReqType: 'publish' },
    body: await content(changes),
  })
const shown = async ({ home }: typeof english) => (await home.call(listAnnouncements, {}))[0]
const unread = async ({ home }: typeof english) =>
  (await home.call(listAnnouncements, {})).filter(({ displayFlg }) => displayFlg).length
const dismiss = ({ home, user }: typeof english, id: number) =>
  home.call(dismissAnnouncement, { params: { uid: user.id, id } })

describe('an announcement in two languages', () => {
  test('is read by each reader in their language', async () => {
    await added()
    expect(await shown(english)).toMatchObject({
      titleText: 'Office closed',
      messageText: '<p>On Monday</p>',
      languageCd: 'en',
    })
    expect(await shown(germans)).toMatchObject({ ...german })
  })

  test('that is written in German first is read in English by everybody else', async () => {
    const translations = [{ languageCd: 'en', titleText: 'Office closed', messageText: '<p>On Monday</p>' } as const]
    await added({ anncTitle: german.titleText, anncMessage: german.messageText, languageCd: 'de', translations })
    expect((await shown(english))?.titleText).toBe('Office closed')
    expect((await shown(germans))?.titleText).toBe('Büro geschlossen')
  })

  test('with one text alone is read in it by everybody', async () => {
    await added({})
    expect(await shown(germans)).toMatchObject({ titleText: 'Office closed', languageCd: 'en' })
  })

  test('is found by the words of the language that I read', async () => {
    await added()
    const found = async ({ home, user }: typeof english, text: string) =>
      (await home.call(searchPortal, { params: { uid: user.id }, query: { text } })).map(({ titleTxt }) => titleTxt)
    expect(await found(germans, 'büro')).toEqual(['Büro geschlossen'])
    expect(await found(english, 'büro')).toEqual([])
    expect(await found(english, 'office')).toEqual(['Office closed'])
  })

  test('is found by its administrators by either title, and shows both', async () => {
    await added()
    await added({ anncTitle: 'Something else' })
    const list = (titleText: string) => admin.call(listSystemAnnouncements, { params: uid(), query: { titleText } })
    expect(await list('BÜRO')).toMatchObject([{ titleText: 'Office closed', languageCd: 'en', translations: [german] }])
    expect(await list('office')).toHaveLength(1)
  })

  test('is previewed in the language of the person', async () => {
    const preview = (userId: number) =>
      admin.call(previewAnnouncement, { params: uid(), body: { userId, userType: value['all'] } })
    expect((await preview(germans.user.id)).languageCd).toBe('de')
    await portal.owner('update users set language = null where id = $1', [english.user.id])
    expect((await preview(english.user.id)).languageCd).toBeNull()
  })

  test('is sanitized in each', async () => {
    const messageText = '<p onclick="alert(1)">Am Montag</p><script>alert(1)</script>'
    const { translations } = await added({ translations: [{ ...german, messageText }] })
    expect(translations[0]?.messageText).toBe('<p>Am Montag</p>')
  })

  test('says at its field what is missing, too long or there twice', async () => {
    const refused = async (translations: SentAnnouncement['translations']) =>
      ((await add({ translations })).data as unknown as FieldIssue[]).map(({ field, message }) => [field, message])
    expect(await refused([{ ...german, titleText: ' ', messageText: '<p></p>' }])).toEqual([
      ['titleText-de', 'Enter a title.'],
      ['messageText-de', 'Enter a message.'],
    ])
    expect(await refused([{ ...german, titleText: 'x'.repeat(201) }])).toEqual([
      ['titleText-de', 'Enter at most 200 characters.'],
    ])
    expect(await refused([{ ...german, messageText: 'x'.repeat(30_000) }])).toEqual([
      ['messageText-de', 'The message is too long. It may have 20,000 characters with its formatting.'],
    ])
    expect(await refused([german, german])).toEqual([
      ['titleText-de', 'This announcement already has a text in this language.'],
    ])
    expect(await refused([{ ...german, languageCd: 'en' }])).toEqual([
      ['titleText-en', 'This announcement already has a text in this language.'],
    ])
  })
})

describe('changing it', () => {
  test('without naming translations keeps them, as callers of the specified fields do', async () => {
    const { announcementId } = await added()
    const { languageCd: _, ...specified } = await content({ anncTitle: 'Office open' })
    const { titleText, languageCd, translations } = await admin.call(updateAnnouncement, {
      params: { ...uid(), announcementId },
      query: { anncReqType: 'publish' },
      body: specified,
    })
    expect({ titleText, languageCd, translations }).toEqual({
      titleText: 'Office open',
      languageCd: 'en',
      translations: [german],
    })
  })

  test('shows it again to readers who dismissed a text that changed, and to nobody for a further language', async () => {
    const { announcementId } = await added({})
    await dismiss(english, announcementId)
    await update(announcementId, { translations: [german] })
    expect(await unread(english)).toBe(0)
    await dismiss(germans, announcementId)
    await update(announcementId, { translations: [{ ...german, titleText: 'Büro offen' }] })
    expect(await unread(germans)).toBe(1)
  })

  test('removes a text, raises the version, and is in the audit trail', async () => {
    const { announcementId, version } = await added()
    const changed = await update(announcementId, { translations: [] })
    expect(changed).toMatchObject({ translations: [], version: version + 1 })
    const [row] = await portal.owner(
      `select before, after from audit_events where target_kind = 'announcement' and target_id = $1
        order by id desc limit 1`,
      [String(announcementId)],
    )
    expect(row).toMatchObject({
      before: { translations: { de: { title: german.titleText, message: german.messageText } } },
      after: { translations: {} },
    })
  })

  test('of its language alone raises the version', async () => {
    const { announcementId, version } = await added({})
    expect(await update(announcementId, { languageCd: 'de' })).toMatchObject({ languageCd: 'de', version: version + 1 })
  })

  test('by deleting it and taking that back keeps both texts', async () => {
    const { announcementId } = await added()
    const { undoId } = await admin.call(deleteAnnouncement, { params: { ...uid(), announcementId }, query: {} })
    expect(await admin.call(restoreAnnouncement, { params: uid(), body: { undoId } })).toMatchObject({
      translations: [german],
    })
  })

  test('one with another German text is no duplicate', async () => {
    await added()
    expect((await add()).code).toBe('409')
    expect((await add({ translations: [{ ...german, titleText: 'Büro zu' }] })).code).toBe('200')
  })
})

test('the preview of a user’s home page is in their language, or else in mine', async () => {
  await added()
  const undecided = await portal.make.user()
  await portal.owner(`update users set language = 'de' where id = $1`, [admin.userId])
  await portal.owner(`update users set language = 'en' where id = $1`, [english.user.id])
  const titleFor = async ({ id }: { id: number }) =>
    (await admin.call(previewHome, { params: { ...uid(), userId: id } })).announcements[0]?.titleText
  expect(await titleFor(english.user)).toBe('Office closed')
  expect(await titleFor(undecided)).toBe('Büro geschlossen')
  await portal.owner('update users set language = null where id = $1', [admin.userId])
  expect(await titleFor(germans.user)).toBe('Büro geschlossen')
  expect(await titleFor(undecided)).toBe('Office closed')
})
