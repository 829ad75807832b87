import {
  addAnnouncement,
  type Announcement,
  announcementValueTypes,
  deleteAnnouncement,
  getAnnouncementReviewRules,
  listAnnouncementValues,
  listSystemAnnouncements,
  publishReviewedAnnouncement,
  restoreAnnouncement,
  sendBackAnnouncement,
  type SentAnnouncement,
  updateAnnouncement,
} from '@portico/contract/announcements/announcement-admin.ts'
import { listAnnouncements } from '@portico/contract/announcements/announcements.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Browser } from '../../../test/browser.ts'
import { openSession } from '../../../test/guards/people.ts'
import type { MadeUser } from '../../../test/make.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { createMailComposer } from '../../composition/mail-services.ts'
import { readMailbox } from '../mail/public.ts'

let portal: Portal
let author: Browser
let reviewer: Browser
let home: Browser
let reader: MadeUser
let reviewerUser: MadeUser
const value: Record<string, number> = {}
beforeAll(async () => {
  portal = await startPortal({ beginsAtNoon: true, environment: { PORTAL_ANNOUNCEMENT_REVIEW: 'required' } })
  const makeAdmin = async (first_name: string, last_name: string, columns: object = {}) => {
    const made = await portal.make.user({ is_internal: true, first_name, last_name, ...columns })
    await portal.make.adminPages(made, ['System Announcements'])
    return made
  }
  const writing = await makeAdmin('Grace', 'Hopper')
  reviewerUser = await makeAdmin('Ada', 'Lovelace')
  // They can review nothing: no active user, no internal user, no administrator of announcements.
  await makeAdmin('Inactive', 'Admin', { status: 2 })
  await makeAdmin('External', 'Admin', { is_internal: false })
  await portal.make.user({ is_internal: true })
  reader = await portal.make.user()
  author = await openSession(portal, writing)
  reviewer = await openSession(portal, reviewerUser)
  home = await openSession(portal, reader)
  for (const typeName of announcementValueTypes)
    for (const one of await author.call(listAnnouncementValues, { params: { uid: author.userId, typeName } }))
      value[one.valueCd] = one.clsVldValId
})
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.owner('delete from outbox_mails')
  await portal.owner('delete from announcements')
})

async function day(distance: number): Promise<string> {
  const [row] = await portal.owner('select (business_today($1) + $2::integer)::text as day', [
    portal.config.businessTimeZone,
    distance,
  ])
  return String(row?.['day'])
}

const content = async (changes: Partial<SentAnnouncement> = {}): Promise<SentAnnouncement> => ({
  anncTitle: 'Office closed',
  anncMessage: '<p>On Monday</p>',
  anncType: value['operational'],
  userType: value['all'],
  effectiveFromDt: await day(0),
  effectiveToDt: null,
  ...changes,
})
const uid = (browser: Browser) => ({ uid: browser.userId })
const submit = async (changes: Partial<SentAnnouncement> = {}): Promise<Announcement> =>
  author.call(addAnnouncement, { params: uid(author), query: { anncReqType: 'review' }, body: await content(changes) })
const update = async (
  { announcementId, version }: Announcement,
  anncReqType: 'publish' | 'review',
  changes: Partial<SentAnnouncement> = {},
  browser = author,
) =>
  browser.send(updateAnnouncement, {
    params: { ...uid(browser), announcementId },
    query: { anncReqType },
    body: { ...(await content(changes)), version },
  })
const publish = ({ announcementId, version }: Pick<Announcement, 'announcementId' | 'version'>, browser = reviewer) =>
  browser.send(publishReviewedAnnouncement, { params: { ...uid(browser), announcementId }, body: { version } })
const sendBack = ({ announcementId, version }: Announcement, noteTxt = 'Say when it ends.', browser = reviewer) =>
  browser.send(sendBackAnnouncement, { params: { ...uid(browser), announcementId }, body: { version, noteTxt } })
async function listed(): Promise<Announcement | undefined> {
  return (await reviewer.call(listSystemAnnouncements, { params: uid(reviewer), query: {} }))[0]
}
const shown = async () => (await home.call(listAnnouncements, {})).map(({ titleText }) => titleText)
const mails = async () =>
  (await readMailbox(portal.database.requests, createMailComposer(portal.config))).map(({ to, mail }) => ({
    to,
    subject: mail?.subject,
    text: mail?.text ?? '',
  }))
const trail = (id: number) =>
  portal.owner(
    `select event, actor_user_id, before, after from audit_events
      where target_kind = 'announcement' and target_id = $1 order by id`,
    [String(id)],
  )

describe('where a second person is required', () => {
  test('nobody publishes at once, neither a new announcement nor a change (decision F1)', async () => {
    const refused = { status: 422, message: /^Another administrator has to publish announcements\./ }
    const body = await content()
    const added = await author.send(addAnnouncement, { params: uid(author), query: { anncReqType: 'publish' }, body })
    expect(added).toMatchObject({ status: 422, message: expect.stringMatching(refused.message) })
    const submitted = await submit()
    for (const browser of [author, reviewer])
      expect(await update(submitted, 'publish', { anncTitle: 'Office open' }, browser)).toMatchObject({
        status: 422,
        message: expect.stringMatching(refused.message),
      })
    expect(await shown()).toEqual([])
  })

  test('what an administrator submits is published by another one, and by nobody else (ANNC-049, ANNC-050)', async () => {
    const submitted = await submit()
    expect(submitted).toMatchObject({
      anncStatus: value['review'],
      review: {
        stateCd: 'waiting',
        submittedById: author.userId,
        submittedByNm: 'Grace Hopper',
        submittedDt: expect.any(Date),
        sentBackByNm: null,
        sentBackDt: null,
        noteTxt: null,
      },
    })
    expect(await publish(submitted, author)).toMatchObject({
      status: 422,
      message: 'You submitted this announcement. Another administrator has to review it.',
    })
    expect(await sendBack(submitted, 'Myself', author)).toMatchObject({ status: 422 })
    expect(await shown()).toEqual([])
    expect(await publish(submitted)).toMatchObject({
      status: 200,
      message: 'The announcement is published.',
      data: { anncStatus: value['published'], review: null },
    })
    expect(await shown()).toEqual(['Office closed'])
    const [row] = await portal.owner('select published_by from announcements')
    expect(row?.['published_by']).toBe(reviewer.userId)
    expect((await trail(submitted.announcementId)).at(-1)).toMatchObject({
      event: 'announcement_reviewed',
      actor_user_id: reviewer.userId,
      after: { submittedBy: author.userId },
    })
  })

  test('a reviewer who changes it becomes its author, and the first author can publish that', async () => {
    const submitted = await submit()
    const changed = await update(submitted, 'review', { anncTitle: 'Office closes' }, reviewer)
    expect(await publish(changed.data as Announcement)).toMatchObject({ status: 422 })
    expect(await publish(changed.data as Announcement, author)).toMatchObject({ status: 200 })
    expect(await shown()).toEqual(['Office closes'])
  })

  test('a reviewer publishes the text that they have seen, and no later one', async () => {
    const submitted = await submit()
    await update(submitted, 'review', { anncTitle: 'Changed meanwhile' })
    expect(await publish(submitted)).toMatchObject({ status: 409, data: { changedByNm: 'Grace Hopper' } })
    expect(await shown()).toEqual([])
  })

  test('two reviewers at once publish it once', async () => {
    const submitted = await submit()
    const answers = await Promise.all([publish(submitted), publish(submitted), sendBack(submitted)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  })

  test('a change of a published announcement hides it until somebody else publishes it again', async () => {
    const submitted = await submit()
    const { data } = await publish(submitted)
    const changed = await update(data as Announcement, 'review', { anncTitle: 'Office closes' })
    expect(changed).toMatchObject({
      status: 200,
      message: 'Submitted for review. Another administrator publishes it.',
      data: { anncStatus: value['review'], review: { stateCd: 'waiting' } },
    })
    expect(await shown()).toEqual([])
    await publish(changed.data as Announcement)
    expect(await shown()).toEqual(['Office closes'])
  })

  test('one person deletes it, and brings back what was published', async () => {
    const published = (await publish(await submit())).data as Announcement
    const { undoId } = await author.call(deleteAnnouncement, {
      params: { ...uid(author), announcementId: published.announcementId },
      query: {},
    })
    expect(await shown()).toEqual([])
    await author.call(restoreAnnouncement, { params: uid(author), body: { undoId } })
    expect(await shown()).toEqual(['Office closed'])
  })

  test('the number of others who could review it is known', async () => {
    expect(await author.call(getAnnouncementReviewRules, { params: uid(author) })).toEqual({
      requiredFlg: true,
      otherReviewerCnt: 1,
    })
  })
})

describe('sending back', () => {
  test('its author gets the note, changes the announcement and submits it again', async () => {
    const submitted = await submit()
    expect(await sendBack(submitted, '  Say when it ends.\r\nAnd why. ')).toMatchObject({
      status: 200,
      message: 'The announcement went back to its author.',
    })
    const sentBack = await listed()
    expect(sentBack?.review).toMatchObject({
      stateCd: 'sent_back',
      sentBackByNm: 'Ada Lovelace',
      sentBackDt: expect.any(Date),
      noteTxt: 'Say when it ends.\nAnd why.',
    })
    expect((await trail(submitted.announcementId)).at(-1)).toMatchObject({
      event: 'announcement_sent_back',
      actor_user_id: reviewer.userId,
      after: { note: 'Say when it ends.\nAnd why.' },
    })
    // It waits for its author, so that nobody publishes what the reviewer refused.
    for (const browser of [author, reviewer])
      expect(await publish(sentBack as Announcement, browser)).toMatchObject({
        status: 422,
        message: 'This announcement isn’t waiting for review any more. Reload the list.',
      })
    const again = await update(sentBack as Announcement, 'review', { effectiveToDt: await day(3) })
    expect((again.data as Announcement).review).toMatchObject({ stateCd: 'waiting', noteTxt: null, sentBackByNm: null })
    expect(await publish(again.data as Announcement)).toMatchObject({ status: 200 })
  })

  test('it is submitted again as it is too, which the audit trail holds', async () => {
    await sendBack(await submit())
    const sentBack = await listed()
    const again = await update(sentBack as Announcement, 'review')
    expect((again.data as Announcement).review?.stateCd).toBe('waiting')
    expect((await trail((again.data as Announcement).announcementId)).at(-1)).toMatchObject({
      event: 'announcement_changed',
      actor_user_id: author.userId,
      before: { isSentBack: true },
    })
  })

  test.each([
    ['', 'Say what needs to change.'],
    [' \n ', 'Say what needs to change.'],
    ['x'.repeat(1001), 'Enter at most 1000 characters.'],
  ])('a note of nothing, or too long a one, is refused at its field', async (note, message) => {
    const submitted = await submit()
    expect(await sendBack(submitted, note)).toMatchObject({
      status: 422,
      message,
      data: [{ field: 'noteTxt', message }],
    })
    expect((await listed())?.review?.stateCd).toBe('waiting')
  })
})

describe('mails', () => {
  test('about what waits go to the other active internal administrators of announcements, once a submission', async () => {
    const submitted = await submit({ anncTitle: 'Office & shop' })
    const waiting = await mails()
    expect(waiting).toMatchObject([
      { to: `${reviewerUser.userName}@example.test`, subject: 'Please review an announcement: Office & shop' },
    ])
    expect(waiting[0]?.text).toContain('Grace Hopper submitted the announcement “Office & shop” for review.')
    expect(waiting[0]?.text).toMatch(/\/content-authenticated\/administration\/announcements\?announcement=\d+/)
    expect(await update(submitted, 'review', { anncTitle: 'Office & shop' })).toMatchObject({ status: 200 })
    expect(await mails()).toHaveLength(1)
    await update(submitted, 'review', { anncTitle: 'Office' })
    expect(await mails()).toHaveLength(2)
  })

  test('about what was sent back go to its author with the note', async () => {
    const submitted = await submit()
    await portal.owner('delete from outbox_mails')
    await sendBack(submitted)
    const sent = await mails()
    expect(sent).toMatchObject([{ subject: 'Your announcement was sent back: Office closed' }])
    expect(sent[0]?.text).toContain('Say when it ends.')
    expect(sent[0]?.text).toContain('Ada Lovelace')
  })

  test('about what was sent back do not go to an author whose account is closed', async () => {
    const submitted = await submit()
    await portal.owner('delete from outbox_mails')
    const gone = await portal.make.user({ is_internal: true, status: 2 })
    await portal.owner('update announcements set submitted_by = $1', [gone.id])
    expect(await sendBack(submitted)).toMatchObject({ status: 200 })
    expect(await mails()).toEqual([])
  })
})

describe('what changed while it waited', () => {
  test('a client that was deleted is named, and nothing is published', async () => {
    const client = await portal.make.client({ name: 'Gone Inc' })
    await portal.make.user({ client_id: client })
    const submitted = await submit({ employerIdList: [client] })
    await portal.owner('update clients set is_deleted = true where id = $1', [client])
    expect(await publish(submitted)).toMatchObject({
      status: 422,
      message: 'No longer available: Gone Inc. Remove them from your selection.',
    })
    expect((await listed())?.anncStatus).toBe(value['review'])
  })

  test('targets that reach nobody any more are refused', async () => {
    const client = await portal.make.client()
    const only = await portal.make.user({ client_id: client })
    const submitted = await submit({ employerIdList: [client] })
    await portal.owner('update users set status = 2 where id = $1', [only.id])
    expect(await publish(submitted)).toMatchObject({
      status: 422,
      message: expect.stringMatching(/^No active user matches its targets any more\./),
    })
  })

  test('an end that has passed is refused; a start that has passed is not', async () => {
    const ended = await submit({ anncTitle: 'Ended' })
    const begun = await submit({ anncTitle: 'Begun' })
    await portal.owner(
      `update announcements set effective_from = effective_from - 9,
              effective_to = case when title = 'Ended' then effective_from - 1 end`,
    )
    const versionOf = async ({ announcementId }: Announcement) => ({
      announcementId,
      version: Number(
        (await portal.owner('select version from announcements where id = $1', [announcementId]))[0]?.['version'],
      ),
    })
    expect(await publish(await versionOf(ended))).toMatchObject({
      status: 422,
      message: expect.stringMatching(/^Its end date has passed\./),
    })
    expect(await publish(await versionOf(begun))).toMatchObject({ status: 200 })
  })
})

test('where it is optional, an author publishes what they saved for review, and no mail goes out', async () => {
  const optional = await startPortal({ beside: portal })
  try {
    const submitted = await submit()
    await portal.owner('delete from outbox_mails')
    const sameAuthor = await openSession(optional, reviewerUser)
    expect(await sameAuthor.call(getAnnouncementReviewRules, { params: uid(sameAuthor) })).toMatchObject({
      requiredFlg: false,
    })
    const saved = await update(submitted, 'review', { anncTitle: 'Mine' }, sameAuthor)
    expect(saved).toMatchObject({ message: 'The Announcement has been edited successfully' })
    expect(await mails()).toEqual([])
    expect(await publish(saved.data as Announcement, sameAuthor)).toMatchObject({ status: 200 })
    expect(await shown()).toEqual(['Mine'])
  } finally {
    await optional.close()
  }
})
