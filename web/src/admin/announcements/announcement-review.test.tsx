import {
  addAnnouncement,
  type Announcement,
  getAnnouncementReviewRules,
  listSystemAnnouncements,
  publishReviewedAnnouncement,
  sendBackAnnouncement,
  updateAnnouncement,
} from '@portico/contract/announcements/announcement-admin.ts'
import { ANNOUNCEMENT_NOTE_MAX } from '@portico/contract/limits.ts'
import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { announcement, ANNOUNCEMENTS_ADDRESS, answerAnnouncements } from '../../../test/announcements.ts'
import { answer, refuse, requestsTo } from '../../../test/answer.ts'
import { ann } from '../../../test/people.ts'
import { renderPage } from '../../../test/render-page.tsx'
// Loaded with the tests, so that the first of them does not wait for it.
import '../../patterns/RichTextEditor.tsx'
import './AnnouncementsPage.tsx'

const OTHER_ADMIN = 99
const review = {
  stateCd: 'waiting',
  submittedById: OTHER_ADMIN,
  submittedByNm: 'Grace Hopper',
  submittedDt: new Date('2026-11-20T15:00:00Z'),
  sentBackByNm: null,
  sentBackDt: null,
  noteTxt: null,
} as const
const waiting: Announcement = { ...announcement, anncStatus: 9, review }
const sentBack: Announcement = {
  ...waiting,
  review: {
    ...review,
    stateCd: 'sent_back',
    sentBackByNm: 'Ada Lovelace',
    sentBackDt: new Date('2026-11-21T15:00:00Z'),
    noteTxt: 'Say when it ends.',
  },
}

beforeEach(() => {
  answerAnnouncements()
  answer(getAnnouncementReviewRules, { requiredFlg: true, otherReviewerCnt: 1 })
})

const list = (one: Announcement) => answer(listSystemAnnouncements, [one], { headers: { 'x-total-count': '1' } })

async function openDialog(entry: 'Review' | 'Edit', title: string) {
  const page = renderPage(ANNOUNCEMENTS_ADDRESS)
  await page.person.click(await screen.findByRole('button', { name: 'Actions for Office closed' }))
  await page.person.click(await screen.findByRole('menuitem', { name: entry }))
  return { ...page, dialog: within(await screen.findByRole('dialog', { name: title })) }
}

test('where a second person is required, I submit for review and read who publishes (decision F1)', async () => {
  list(announcement)
  answer(updateAnnouncement, waiting, { message: 'Submitted for review. Another administrator publishes it.' })
  const { person, dialog } = await openDialog('Edit', 'Edit Announcement')
  dialog.getByText('Nobody sees it until another administrator publishes it. They’re notified by email.')
  dialog.getByText('Users stop seeing it until another administrator publishes it again.')
  expect(dialog.queryByRole('radio', { name: 'Publish' })).toBeNull()
  await person.click(dialog.getByRole('button', { name: 'Submit for review' }))
  await screen.findByText('Submitted for review. Another administrator publishes it.')
  expect(requestsTo(updateAnnouncement).at(-1)?.search).toBe('?anncReqType=review')
})

test('I am warned where nobody else could publish what I submit', async () => {
  answer(getAnnouncementReviewRules, { requiredFlg: true, otherReviewerCnt: 0 })
  const { person } = renderPage(ANNOUNCEMENTS_ADDRESS)
  await person.click(await screen.findByRole('button', { name: 'Create announcement' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Create Announcement' }))
  dialog.getByText(/^Nobody else can publish announcements yet\./)
  expect(requestsTo(addAnnouncement)).toHaveLength(0)
})

test.each([
  ['waits', waiting, 'Waiting for review'],
  ['was sent back', sentBack, 'Sent back'],
])('the list says once what %s for review', async (_, one, status) => {
  list(one)
  renderPage(ANNOUNCEMENTS_ADDRESS)
  const row = within(await screen.findByRole('row', { name: /Office closed/ }))
  row.getByText(status)
  expect(row.queryByText('Review')).toBeNull()
})

test('I publish what another administrator submitted, in the version that I see', async () => {
  list(waiting)
  answer(publishReviewedAnnouncement, announcement, { message: 'The announcement is published.' })
  const { person, dialog } = await openDialog('Review', 'Review Announcement')
  dialog.getByText('Submitted by Grace Hopper on 11/20/2026.')
  within(dialog.getByRole('article', { name: 'Preview' })).getByRole('heading', { name: 'Office closed' })
  await dialog.findByText('Reaches 12 users of 2 clients. 3 by email, 1 by text message.')
  await person.click(dialog.getByRole('button', { name: 'Save decision' }))
  await dialog.findByText('Select a decision.')
  await person.selectOptions(dialog.getByRole('combobox', { name: 'Decision' }), 'Publish')
  await person.click(dialog.getByRole('button', { name: 'Publish announcement' }))
  await screen.findByText('The announcement is published.')
  expect(requestsTo(publishReviewedAnnouncement).at(-1)).toMatchObject({
    path: expect.stringMatching(/\/announcements\/7\/publish$/),
    body: { version: 4 },
  })
})

test('I send it back with a note, which is required', async () => {
  list(waiting)
  answer(sendBackAnnouncement, sentBack, { message: 'The announcement went back to its author.' })
  const { person, dialog } = await openDialog('Review', 'Review Announcement')
  await person.selectOptions(dialog.getByRole('combobox', { name: 'Decision' }), 'Send back to the author')
  await person.click(dialog.getByRole('button', { name: 'Send back announcement' }))
  await dialog.findAllByText('Say what needs to change.')
  expect(requestsTo(sendBackAnnouncement)).toHaveLength(0)
  await person.type(dialog.getByRole('textbox', { name: 'Note to the author' }), 'Say when it ends.')
  await person.click(dialog.getByRole('button', { name: 'Send back announcement' }))
  await screen.findByText('The announcement went back to its author.')
  expect(requestsTo(sendBackAnnouncement).at(-1)?.body).toEqual({ version: 4, noteTxt: 'Say when it ends.' })
})

test.each([
  [ANNOUNCEMENT_NOTE_MAX, 1],
  [ANNOUNCEMENT_NOTE_MAX + 1, 0],
])('a note of %i characters is sent %i times', async (length, sent) => {
  list(waiting)
  answer(sendBackAnnouncement, sentBack, { message: 'The announcement went back to its author.' })
  const { person, dialog } = await openDialog('Review', 'Review Announcement')
  await person.selectOptions(dialog.getByRole('combobox', { name: 'Decision' }), 'Send back to the author')
  fireEvent.change(dialog.getByRole('textbox', { name: 'Note to the author' }), {
    target: { value: 'x'.repeat(length) },
  })
  await person.click(dialog.getByRole('button', { name: 'Send back announcement' }))
  await screen.findAllByText(/^(?:The announcement went back|Enter at most)/)
  expect(requestsTo(sendBackAnnouncement)).toHaveLength(sent)
})

test('what I submitted myself I can read, but not decide, and I read why', async () => {
  list({ ...waiting, review: { ...review, submittedById: ann.userId } })
  const { dialog } = await openDialog('Review', 'Review Announcement')
  dialog.getByText('You submitted this. Another administrator has to publish it or send it back.')
  expect(dialog.queryByRole('combobox', { name: 'Decision' })).toBeNull()
})

test('where no second person is required I publish, or send back, what I submitted myself', async () => {
  answer(getAnnouncementReviewRules, { requiredFlg: false, otherReviewerCnt: 0 })
  list({ ...waiting, review: { ...review, submittedById: ann.userId } })
  answer(publishReviewedAnnouncement, announcement, { message: 'The announcement is published.' })
  const { person, dialog } = await openDialog('Review', 'Review Announcement')
  await person.selectOptions(dialog.getByRole('combobox', { name: 'Decision' }), 'Publish')
  await person.click(dialog.getByRole('button', { name: 'Publish announcement' }))
  await screen.findByText('The announcement is published.')
  expect(requestsTo(publishReviewedAnnouncement)).toHaveLength(1)
})

test('a refusal of the server stands in the dialog', async () => {
  list(waiting)
  refuse(publishReviewedAnnouncement, 422, 'This announcement isn’t waiting for review any more. Reload the list.', [])
  const { person, dialog } = await openDialog('Review', 'Review Announcement')
  await person.selectOptions(dialog.getByRole('combobox', { name: 'Decision' }), 'Publish')
  await person.click(dialog.getByRole('button', { name: 'Publish announcement' }))
  await dialog.findByText('This announcement isn’t waiting for review any more. Reload the list.')
})

test('the author of one that was sent back reads the note above the form', async () => {
  list(sentBack)
  const { dialog } = await openDialog('Edit', 'Edit Announcement')
  dialog.getByText('Ada Lovelace sent it back: Say when it ends.')
  screen.getByText('Sent back')
})

test('where who sent it back is not known, the author reads the note alone', async () => {
  list({ ...sentBack, review: { ...review, stateCd: 'sent_back', noteTxt: 'Say when it ends.' } })
  const { dialog } = await openDialog('Edit', 'Edit Announcement')
  dialog.getByText('It was sent back: Say when it ends.')
})
