import { dismissAnnouncement, listAnnouncements, undoDismissal } from '@portico/contract/announcements/announcements.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Browser } from '../../../test/browser.ts'
import type { MadeUser } from '../../../test/make.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'

let portal: Portal
let user: MadeUser
let browser: Browser
beforeAll(async () => {
  portal = await startPortal({ beginsAtNoon: true })
  user = await portal.make.user()
  browser = await portal.as(user)
})
afterAll(() => portal.close())

const shown = async (reader = browser) =>
  (await reader.call(listAnnouncements, {})).map(({ announcementId }) => announcementId)

describe('announcements in force (ANNC-001)', () => {
  test('have the specified fields, with days as MM/dd/yyyy (ANNC-003, ANNC-005..007, GENL-024)', async () => {
    const id = await portal.make.announcement({
      title: 'Maintenance',
      message_html: '<p>Tonight</p>',
      effective_to: '2099-12-31',
    })
    const { data } = await browser.send(listAnnouncements, {})
    expect((data as { announcementId: number }[]).find(({ announcementId }) => announcementId === id)).toEqual({
      userAnnouncementId: id,
      announcementId: id,
      displayFlg: 'Y',
      titleText: 'Maintenance',
      messageText: '<p>Tonight</p>',
      languageCd: null,
      type: 'Operational',
      effectiveFromDt: '01/01/2020',
      effectiveToDt: '12/31/2099',
      recordAddDt: expect.stringMatching(/Z$/),
    })
  })

  test.each([
    ['in review', { status: 'review' }],
    ['deleted', { status: 'deleted' }],
    ['expired', { status: 'expired' }],
    ['over', { effective_to: '2020-01-02' }],
    ['for internal staff', { audience: 'internal' }],
  ])('do not include one that is %s', async (_why, columns) => {
    const id = await portal.make.announcement(columns)
    expect(await shown()).not.toContain(id)
  })

  test('begin and end with the day in the business time zone (decision F3)', async () => {
    const [day] = await portal.owner("select (business_today('America/Chicago') + 1)::text as tomorrow")
    const id = await portal.make.announcement({ effective_from: day?.['tomorrow'], effective_to: day?.['tomorrow'] })
    expect(await shown()).not.toContain(id)
    const newcomer = async () => portal.as(await portal.make.user())
    await portal.moveClock('1 day')
    expect(await shown(await newcomer())).toContain(id)
    await portal.moveClock('2 days')
    expect(await shown(await newcomer())).not.toContain(id)
    await portal.moveClock('0')
  })
})

describe('targets (ANNC-010..013, decision C6)', () => {
  test('a client user does not see announcements of another client (S38)', async () => {
    const otherClient = await portal.make.client()
    const other = await portal.as(await portal.make.user({ client_id: otherClient }))
    const id = await portal.make.announcement()
    await portal.owner('insert into announcement_clients values ($1, $2)', [id, otherClient])
    expect(await shown()).not.toContain(id)
    expect(await shown(other)).toContain(id)
    const refused = await browser.send(dismissAnnouncement, { params: { uid: user.id, id } })
    expect(refused).toMatchObject({ status: 404, message: 'This record doesn’t exist.' })
    expect(await browser.send(dismissAnnouncement, { params: { uid: user.id, id: 987_654 } })).toMatchObject({
      status: 404,
      text: refused.text,
    })
  })

  test('one match in a dimension is enough, but every dimension has to match', async () => {
    const system = await portal.make.system()
    const other = await portal.make.system()
    const [department] = await portal.owner("insert into departments (name) values ('Payroll') returning id")
    const id = await portal.make.announcement()
    await portal.owner('insert into announcement_systems values ($1, $2), ($1, $3)', [id, system, other])
    await portal.owner('insert into announcement_departments values ($1, $2)', [id, department?.['id']])
    expect(await shown()).not.toContain(id)
    await portal.make.grant(user, { systemId: system })
    expect(await shown()).not.toContain(id)
    await portal.owner('update users set department_id = $2 where id = $1', [user.id, department?.['id']])
    expect(await shown()).toContain(id)
  })

  test('an industry reaches the users of its clients', async () => {
    const [industry] = await portal.owner("insert into industries (name) values ('Freight') returning id")
    const id = await portal.make.announcement()
    await portal.owner('insert into announcement_industries values ($1, $2)', [id, industry?.['id']])
    expect(await shown()).not.toContain(id)
    await portal.owner('insert into client_industries (client_id, industry_id) values ($1, $2)', [
      user.clientId,
      industry?.['id'],
    ])
    expect(await shown()).toContain(id)
  })
})

describe('dismissing (ANNC-002, ANNC-008)', () => {
  const displayed = async (id: number) =>
    (await browser.call(listAnnouncements, {})).find(({ announcementId }) => announcementId === id)

  test('keeps the announcement in the list of all, no longer displayed, by either id', async () => {
    const id = await portal.make.announcement()
    await browser.call(dismissAnnouncement, { params: { uid: user.id, id } })
    const dismissed = await displayed(id)
    expect(dismissed?.displayFlg).toBe(false)
    expect(dismissed?.userAnnouncementId).toBeGreaterThan(1_000_000_000)
    await browser.call(dismissAnnouncement, { params: { uid: user.id, id: dismissed?.userAnnouncementId ?? 0 } })
    expect((await displayed(id))?.displayFlg).toBe(false)
  })

  test('is in the audit trail with the announcement, by whichever id it was dismissed', async () => {
    const id = await portal.make.announcement()
    await browser.call(dismissAnnouncement, { params: { uid: user.id, id } })
    await browser.call(dismissAnnouncement, {
      params: { uid: user.id, id: (await displayed(id))?.userAnnouncementId ?? 0 },
    })
    const dismissal = { actor_user_id: user.id, subject_user_id: user.id, target_kind: 'announcement' }
    expect(
      await portal.owner(
        `select actor_user_id, subject_user_id, target_kind from audit_events
          where event = 'announcement_dismissed' and target_id = $1`,
        [String(id)],
      ),
    ).toEqual([dismissal, dismissal])
  })

  test('is undone by an edit of the text', async () => {
    const id = await portal.make.announcement()
    await browser.call(dismissAnnouncement, { params: { uid: user.id, id } })
    await portal.owner('update announcements set content_version = 2 where id = $1', [id])
    expect((await displayed(id))?.displayFlg).toBe(true)
  })

  test('is each reader’s own', async () => {
    const id = await portal.make.announcement()
    await browser.call(dismissAnnouncement, { params: { uid: user.id, id } })
    const other = await portal.as(await portal.make.user())
    const seen = (await other.call(listAnnouncements, {})).find(({ announcementId }) => announcementId === id)
    expect(seen?.displayFlg).toBe(true)
  })

  test('is taken back by either id, once, for this reader alone, and the audit trail says so', async () => {
    const id = await portal.make.announcement()
    const other = await portal.make.user()
    const others = await portal.as(other)
    await browser.call(dismissAnnouncement, { params: { uid: user.id, id } })
    await others.call(dismissAnnouncement, { params: { uid: other.id, id } })
    await browser.call(undoDismissal, {
      params: { uid: user.id, id: (await displayed(id))?.userAnnouncementId ?? 0 },
    })
    await browser.call(undoDismissal, { params: { uid: user.id, id } })
    expect((await displayed(id))?.displayFlg).toBe(true)
    const seen = (await others.call(listAnnouncements, {})).find(({ announcementId }) => announcementId === id)
    expect(seen?.displayFlg).toBe(false)
    expect(
      await portal.owner(
        `select actor_user_id, target_kind from audit_events
          where event = 'announcement_dismissal_undone' and target_id = $1`,
        [String(id)],
      ),
    ).toEqual([{ actor_user_id: user.id, target_kind: 'announcement' }])
  })

  test('cannot be taken back for what is not shown to the user', async () => {
    const id = await portal.make.announcement({ status: 'deleted' })
    expect(await browser.send(undoDismissal, { params: { uid: user.id, id } })).toMatchObject({
      status: 404,
      message: 'This record doesn’t exist.',
    })
  })
})
