import {
  addAnnouncement,
  deleteAnnouncement,
  listClientsByIndustries,
  listSystemAnnouncements,
  restoreAnnouncement,
  updateAnnouncement,
} from '@portico/contract/announcements/announcement-admin.ts'
import {
  listAnnouncementPersons,
  listAnnouncementReaderClients,
  measureAnnouncementReach,
  previewAnnouncement,
  readAnnouncementReaders,
} from '@portico/contract/announcements/announcement-audience.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { formatDay } from '../../ui/format.ts'
import { announcement, ANNOUNCEMENTS_ADDRESS, answerAnnouncements, day, reach } from '../../../test/announcements.ts'
import { answer, refuse, requestsTo } from '../../../test/answer.ts'
import { expectClosesAfter } from '../../../test/closing.ts'
import { renderPage } from '../../../test/render-page.tsx'
import { copiedFields, newFields } from './announcement-form.ts'
// Loaded with the tests, so that the first of them does not wait for it.
import '../../patterns/RichTextEditor.tsx'
import './AnnouncementsPage.tsx'

const wireDay = (iso: string) => `${iso.slice(5, 7)}/${iso.slice(8)}/${iso.slice(0, 4)}`

beforeEach(answerAnnouncements)

const lastQuery = () => Object.fromEntries(new URLSearchParams(requestsTo(listSystemAnnouncements).at(-1)?.search))

async function openDialog(entry: 'Edit' | 'Copy' | 'Delete' | 'Readers', title: string) {
  const page = renderPage(ANNOUNCEMENTS_ADDRESS)
  await page.person.click(await screen.findByRole('button', { name: 'Actions for Office closed' }))
  await page.person.click(await screen.findByRole('menuitem', { name: entry }))
  return { ...page, dialog: within(await screen.findByRole('dialog', { name: title })) }
}

async function openCreate() {
  const page = renderPage(ANNOUNCEMENTS_ADDRESS)
  await page.person.click(await screen.findByRole('button', { name: 'Create announcement' }))
  return { ...page, dialog: within(await screen.findByRole('dialog', { name: 'Create Announcement' })) }
}

test('with several invalid fields, the link of the message leads into its editor (UIGN-025)', async () => {
  const { person, dialog } = await openCreate()
  await dialog.findByRole('textbox', { name: 'Message' })
  await person.click(dialog.getByRole('button', { name: /^(?:Publish announcement|Save for review)$/ }))
  await person.click(await dialog.findByRole('button', { name: 'Message' }))
  expect(document.activeElement).toBe(dialog.getByRole('textbox', { name: 'Message' }))
})

describe('the list', () => {
  test('shows 15 announcements, the newest first, with status, days and targets (ANNC-014, ANNC-071, ANNC-072)', async () => {
    renderPage(ANNOUNCEMENTS_ADDRESS)
    const row = within(await screen.findByRole('row', { name: /Office closed/ }))
    row.getByText('Operational')
    row.getByText('Published')
    row.getByText('Meridian')
    row.getByText('No end date')
    row.getByText(/by Grace Hopper$/)
    expect(lastQuery()).toMatchObject({ sort: 'recordAddDt', direction: 'desc', pageNo: '1', pageSize: '15' })
  })

  test('hides deleted announcements until I ask for them (ANNC-045)', async () => {
    const { person } = renderPage(ANNOUNCEMENTS_ADDRESS)
    const filter = await screen.findByRole('combobox', { name: 'Deleted announcements' })
    expect(lastQuery()).toMatchObject({ deletedFlg: 'N' })
    await person.selectOptions(filter, 'Shown')
    await waitFor(() => expect(lastQuery()).not.toHaveProperty('deletedFlg'))
  })

  test.each(['status=deleted', 'announcement=5'])('shows deleted ones at the address with %s', async (search) => {
    renderPage(`${ANNOUNCEMENTS_ADDRESS}?${search}`)
    await screen.findByRole('combobox', { name: 'Deleted announcements' })
    expect(lastQuery()).not.toHaveProperty('deletedFlg')
  })

  test('is filtered by status, and by effective dates with a span (ANNC-048)', async () => {
    const { person } = renderPage(ANNOUNCEMENTS_ADDRESS)
    await person.selectOptions(await screen.findByRole('combobox', { name: 'Status' }), 'Deleted')
    await waitFor(() => expect(lastQuery()).toMatchObject({ anncStatus: '12' }))
    const effective = screen.getByRole('combobox', { name: 'Effective dates' })
    expect(
      within(effective)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Any', 'Active', 'Inactive', 'Duration'])
    expect(screen.queryByLabelText('From')).toBeNull()
    await person.selectOptions(effective, 'Duration')
    await person.type(await screen.findByLabelText('From'), '2027-01-01')
    await person.type(screen.getByLabelText('To'), '2027-01-31')
    await waitFor(() =>
      expect(lastQuery()).toMatchObject({
        effectiveCd: 'Duration',
        effectiveFromDt: '01/01/2027',
        effectiveToDt: '01/31/2027',
      }),
    )
  })

  test('a deleted announcement is marked so and can only be copied (ANNC-045)', async () => {
    answer(listSystemAnnouncements, [{ ...announcement, anncStatus: 12 }], { headers: { 'x-total-count': '1' } })
    const { person } = renderPage(ANNOUNCEMENTS_ADDRESS)
    await screen.findByRole('row', { name: /Office closed.*Deleted/ })
    expect(screen.queryByRole('button', { name: 'Office closed' })).toBeNull()
    await person.click(screen.getByRole('button', { name: 'Actions for Office closed' }))
    expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual(['Copy'])
  })

  test.each([
    ['2027-01-31', false],
    ['2027-01-30', true],
  ])('a span until %s that begins on 01/31/2027 is refused: %s', async (to, isRefused) => {
    renderPage(`${ANNOUNCEMENTS_ADDRESS}?effective=Duration&from=2027-01-31&to=${to}`)
    const field = await screen.findByLabelText('To')
    expect(field.getAttribute('aria-invalid') === 'true').toBe(isRefused)
  })

  test('days in the address count only with the filter that shows them', async () => {
    renderPage(`${ANNOUNCEMENTS_ADDRESS}?from=2027-01-01&to=2027-01-31`)
    await screen.findByRole('row', { name: /Office closed/ })
    expect(Object.keys(lastQuery())).not.toContain('effectiveFromDt')
    expect(Object.keys(lastQuery())).not.toContain('effectiveToDt')
  })
})

describe('writing', () => {
  test('a new one starts today and has no end, and says what is missing (ANNC-015, ANNC-052, ANNC-055, ANNC-056)', async () => {
    const { person, dialog } = await openCreate()
    expect(dialog.getByLabelText<HTMLInputElement>('Start date').value).toBe(formatDay(day(0)))
    expect(dialog.getByRole<HTMLInputElement>('checkbox', { name: 'Start today' }).checked).toBe(true)
    expect(dialog.getByRole<HTMLInputElement>('checkbox', { name: 'No end date' }).checked).toBe(true)
    await person.click(dialog.getByRole('button', { name: 'Publish announcement' }))
    await dialog.findByText('Enter a title.')
    dialog.getByText('Select a type.')
    dialog.getByText('Enter a message.')
    expect(requestsTo(addAnnouncement)).toHaveLength(0)
  })

  test('a new one starts today in the portal’s time zone', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-24T12:00:00Z') })
    document.documentElement.dataset['timeZone'] = 'Pacific/Kiritimati'
    onTestFinished(() => {
      vi.useRealTimers()
      delete document.documentElement.dataset['timeZone']
    })
    const { dialog } = await openCreate()
    expect(dialog.getByLabelText<HTMLInputElement>('Start date').value).toBe('11/25/2026')
  })

  test('start today fills in the current date, and takes it away (ANNC-055)', async () => {
    const { person, dialog } = await openCreate()
    const start = dialog.getByLabelText<HTMLInputElement>('Start date')
    const startToday = dialog.getByRole<HTMLInputElement>('checkbox', { name: 'Start today' })
    await person.click(startToday)
    expect(start.value).toBe('')
    await person.click(startToday)
    expect(start.value).toBe(formatDay(day(0)))
    await person.clear(start)
    await person.type(start, day(4))
    expect(startToday.checked).toBe(false)
  })

  test('no end date clears the end date, and an end date clears the mark (ANNC-056)', async () => {
    const { person, dialog } = await openCreate()
    const end = dialog.getByLabelText<HTMLInputElement>('End date')
    const noEnd = dialog.getByRole<HTMLInputElement>('checkbox', { name: 'No end date' })
    await person.type(end, day(4))
    expect(noEnd.checked).toBe(false)
    await person.click(noEnd)
    expect(end.value).toBe('')
    await person.click(noEnd)
    await person.click(dialog.getByRole('button', { name: 'Publish announcement' }))
    await dialog.findByText('Enter an end date, or choose no end date.')
  })

  test('the start can’t be earlier than today (ANNC-053)', async () => {
    const { person, dialog } = await openCreate()
    const start = dialog.getByLabelText<HTMLInputElement>('Start date')
    const [open] = dialog.getAllByRole('button', { name: 'Open the calendar' })
    await person.click(open as HTMLElement)
    const calendar = within(await dialog.findByRole('grid'))
    const days = calendar.getAllByRole('button')
    expect(days.filter((one) => one.getAttribute('aria-disabled') === 'true')).toHaveLength(Number(day(0).slice(8)) - 1)
    await person.keyboard('{Escape}')
    await person.clear(start)
    await person.type(start, day(-1))
    await person.click(dialog.getByRole('button', { name: 'Publish announcement' }))
    await dialog.findByText('The start date can’t be earlier than today.')
  })

  test.each(['31.12.', '5/1'])(
    'with the start “%s”, which is no day, the end has its calendar and no error',
    async (text) => {
      const { person, dialog } = await openCreate()
      const start = dialog.getByLabelText<HTMLInputElement>('Start date')
      await person.clear(start)
      await person.type(start, text)
      await person.type(dialog.getByLabelText('End date'), day(4))
      await person.click(dialog.getByRole('button', { name: 'Publish announcement' }))
      await dialog.findByText('That is not a valid date format')
      expect(dialog.queryByText('The end date can’t be before the start date.')).toBeNull()
      await person.clear(dialog.getByLabelText('End date'))
      await person.click(dialog.getAllByRole('button', { name: 'Open the calendar' })[1] as HTMLElement)
      await dialog.findByRole('grid')
    },
  )

  test('I read how many users it reaches while the targets change', async () => {
    const { person, dialog } = await openCreate()
    await dialog.findByText('Reaches 12 users of 2 clients. 3 by email, 1 by text message.')
    await person.click(dialog.getByText('Clients and some of the users'))
    dialog.getByText('Bea Ivers, Meridian')
    answer(measureAnnouncementReach, { ...reach, reachCnt: 0, clientCnt: 0, clients: [], sample: [] })
    await person.click(dialog.getByRole('combobox', { name: 'Applications' }))
    await person.click(await dialog.findByRole('option', { name: 'Billing' }))
    await dialog.findByText('No active user matches these targets.')
    expect(requestsTo(measureAnnouncementReach).at(-1)?.body).toMatchObject({ userType: 6, systemIdList: [9] })
  })

  test('the chosen industries narrow the clients (ANNC-058)', async () => {
    const { person, dialog } = await openCreate()
    await person.click(dialog.getByRole('combobox', { name: 'Industries' }))
    await person.click(await dialog.findByRole('option', { name: 'Freight' }))
    await person.click(dialog.getByRole('combobox', { name: 'Clients' }))
    await dialog.findByRole('option', { name: 'Meridian' })
    expect(new URLSearchParams(requestsTo(listClientsByIndustries).at(-1)?.search).get('industries')).toBe('3')
  })
})

describe('an announcement that is there', () => {
  test('is edited with its version (ANNC-016, ANNC-067)', async () => {
    answer(updateAnnouncement, announcement, { message: 'The Announcement has been edited successfully' })
    const { person, dialog } = await openDialog('Edit', 'Edit Announcement')
    const title = dialog.getByRole('textbox', { name: 'Title' })
    await person.clear(title)
    await person.type(title, 'Office open')
    await person.click(dialog.getByRole('button', { name: 'Publish announcement' }))
    await screen.findByText('The Announcement has been edited successfully')
    const sent = requestsTo(updateAnnouncement).at(-1)
    expect(sent?.search).toBe('?anncReqType=publish')
    expect(sent?.body).toEqual({
      anncTitle: 'Office open',
      anncMessage: '<p>On <strong>Monday</strong></p>',
      languageCd: 'en',
      translations: [],
      anncType: 5,
      userType: 6,
      systemIdList: [],
      industryIdList: [],
      departmentIdList: [],
      employerIdList: [2],
      effectiveFromDt: wireDay(day(-3)),
      effectiveToDt: null,
      version: 4,
    })
  })

  test('keeps a start that has passed, which its calendar offers with every other day', async () => {
    const { person, dialog } = await openDialog('Edit', 'Edit Announcement')
    const [open] = dialog.getAllByRole('button', { name: 'Open the calendar' })
    await person.click(open as HTMLElement)
    const days = within(await dialog.findByRole('grid')).getAllByRole('button')
    expect(days.filter((one) => one.getAttribute('aria-disabled') === 'true')).toEqual([])
  })

  test('is copied into a new one that starts today, for review (ANNC-017, ANNC-049, ANNC-051)', async () => {
    const saved =
      'The Announcement has been saved and will be sent according to Start Date selected, once it’s published after its review. Nobody sees it until then.'
    answer(addAnnouncement, announcement, { message: saved })
    const { person, dialog } = await openDialog('Copy', 'Copy Announcement')
    await person.click(dialog.getByRole('radio', { name: 'Save for review' }))
    await expectClosesAfter(dialog.getByRole('button', { name: 'Save for review' }), saved, 3_500)
    const sent = requestsTo(addAnnouncement).at(-1)
    expect(sent?.search).toBe('?anncReqType=review')
    expect(sent?.body).toMatchObject({ anncTitle: 'Office closed', effectiveFromDt: wireDay(day(0)) })
  })

  test.each([
    [-1, ''],
    [0, day(0)],
    [1, day(1)],
  ])('whose end is %i days from today is copied with the end “%s”', (distance, effectiveToDt) => {
    const copied = copiedFields({ ...newFields(), request: 'review', hasNoEnd: false, effectiveToDt: day(distance) })
    expect(copied).toEqual({ ...newFields(), effectiveToDt, hasNoEnd: effectiveToDt === '' })
  })

  test('is deleted after a question, closes after 3.5 seconds, and comes back by Undo (ANNC-018, ANNC-051, ANNC-068)', async () => {
    answer(
      deleteAnnouncement,
      { undoId: 11, undoUntilDt: new Date() },
      { message: 'The Announcement has been successfully deleted' },
    )
    answer(restoreAnnouncement, announcement, { message: 'The announcement is back.' })
    const { person, dialog } = await openDialog('Delete', 'Delete Announcement')
    dialog.getByText('“Office closed” will disappear from every home page. You can undo this for an hour.')
    await expectClosesAfter(
      dialog.getByRole('button', { name: 'Delete announcement' }),
      'The Announcement has been successfully deleted',
      3_500,
    )
    expect(requestsTo(deleteAnnouncement).at(-1)?.search).toBe('?version=4')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await person.click(await screen.findByRole('button', { name: 'Undo' }))
    await screen.findByText('The announcement is back.')
    expect(requestsTo(restoreAnnouncement).at(-1)?.body).toEqual({ undoId: 11 })
  })

  test('that somebody else has changed since says what, in the words of the form', async () => {
    refuse(updateAnnouncement, 409, 'This announcement has changed.', {
      changedByNm: null,
      changedDt: '2026-03-04T09:30:00.000Z',
    })
    const { person, dialog } = await openDialog('Edit', 'Edit Announcement')
    const title = dialog.getByRole('textbox', { name: 'Title' })
    await person.clear(title)
    await person.type(title, 'Office open')
    const theirs = {
      ...announcement,
      type: 4,
      userType: 7,
      effectiveFromDt: day(1),
      effectiveToDt: day(9),
      systems: [{ systemId: 9, systemNm: 'Billing' }],
      version: 5,
    }
    answer(listSystemAnnouncements, [theirs], { headers: { 'x-total-count': '1' } })
    await person.click(dialog.getByRole('button', { name: 'Publish announcement' }))
    await dialog.findByRole('row', { name: 'Type Operational Promotional' })
    for (const name of [
      'User type All External',
      `Start date ${formatDay(day(-3))} ${formatDay(day(1))}`,
      `End date Empty ${formatDay(day(9))}`,
      'Applications Empty Billing',
    ])
      dialog.getByRole('row', { name })
  })

  test('a refusal stands at its field, and one without words has the general text (ANNC-069)', async () => {
    refuse(updateAnnouncement, 422, 'No longer available: Meridian. Remove them from your selection.', [
      { field: 'employerIdList', message: 'No longer available: Meridian. Remove them from your selection.' },
    ])
    const { person, dialog } = await openDialog('Edit', 'Edit Announcement')
    await person.click(dialog.getByRole('button', { name: 'Publish announcement' }))
    await dialog.findByText('No longer available: Meridian. Remove them from your selection.')
    refuse(updateAnnouncement, 500, '')
    await person.click(dialog.getByRole('button', { name: 'Publish announcement' }))
    await dialog.findByText(/^Something went wrong on our side/)
  })
})

describe('a text in a second language', () => {
  test('is added, previewed beside the first one, and saved with it', async () => {
    answer(addAnnouncement, announcement, { message: 'saved' })
    const { person, dialog } = await openDialog('Copy', 'Copy Announcement')
    await person.click(dialog.getByRole('button', { name: 'Add text in German' }))
    const group = within(dialog.getByRole('group', { name: 'Text in German' }))
    const title = group.getByRole('textbox', { name: 'Title in German' })
    expect(document.activeElement).toBe(title)
    await person.type(title, 'Büro geschlossen')
    await person.click(dialog.getByRole('button', { name: 'Publish announcement' }))
    await group.findByText('Enter a message.')
    expect(requestsTo(addAnnouncement)).toHaveLength(0)
    const preview = within(dialog.getByRole('article', { name: 'Preview in German' }))
    preview.getByRole('heading', { name: 'Büro geschlossen' })
    within(dialog.getByRole('article', { name: 'Preview in English' })).getByRole('heading', { name: 'Office closed' })
    await person.click(group.getByRole('textbox', { name: 'Message in German' }))
    await person.keyboard('Am Montag')
    await person.click(dialog.getByRole('button', { name: 'Publish announcement' }))
    await waitFor(() => expect(requestsTo(addAnnouncement)).toHaveLength(1))
    expect(requestsTo(addAnnouncement)[0]?.body).toMatchObject({
      anncTitle: 'Office closed',
      languageCd: 'en',
      translations: [{ languageCd: 'de', titleText: 'Büro geschlossen', messageText: '<p>Am Montag</p>' }],
    })
  })

  test('with a message alone needs its title', async () => {
    const { person, dialog } = await openDialog('Copy', 'Copy Announcement')
    await person.click(dialog.getByRole('button', { name: 'Add text in German' }))
    const group = within(dialog.getByRole('group', { name: 'Text in German' }))
    await person.click(await group.findByRole('textbox', { name: 'Message in German' }))
    await person.keyboard('Am Montag')
    await person.click(dialog.getByRole('button', { name: 'Publish announcement' }))
    await group.findByText('Enter a title.')
    expect(requestsTo(addAnnouncement)).toHaveLength(0)
  })

  test('that stays empty is none', async () => {
    answer(addAnnouncement, announcement, { message: 'saved' })
    const { person, dialog } = await openDialog('Copy', 'Copy Announcement')
    await person.click(dialog.getByRole('button', { name: 'Add text in German' }))
    await person.click(dialog.getByRole('button', { name: 'Publish announcement' }))
    await waitFor(() => expect(requestsTo(addAnnouncement)).toHaveLength(1))
    expect(requestsTo(addAnnouncement)[0]?.body).toMatchObject({ translations: [] })
  })

  const inGerman = { languageCd: 'de', titleText: 'Büro geschlossen', messageText: '<p>Am Montag</p>' } as const

  test('is removed, and the keyboard is at the button that adds it', async () => {
    answer(listSystemAnnouncements, [{ ...announcement, translations: [inGerman] }], {
      headers: { 'x-total-count': '1' },
    })
    answer(updateAnnouncement, announcement, { message: 'saved' })
    const { person, dialog } = await openDialog('Edit', 'Edit Announcement')
    await person.click(dialog.getByRole('button', { name: 'Remove text in German' }))
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Add text in German'))
    await person.click(dialog.getByRole('button', { name: 'Publish announcement' }))
    await waitFor(() => expect(requestsTo(updateAnnouncement)).toHaveLength(1))
    expect(requestsTo(updateAnnouncement)[0]?.body).toMatchObject({ translations: [] })
  })

  test('stays where I rewrite it, also while nothing is left of it', async () => {
    answer(listSystemAnnouncements, [{ ...announcement, translations: [{ ...inGerman, messageText: '' }] }], {
      headers: { 'x-total-count': '1' },
    })
    const { person, dialog } = await openDialog('Edit', 'Edit Announcement')
    const title = dialog.getByRole('textbox', { name: 'Title in German' })
    await person.clear(title)
    await person.keyboard('Heute zu')
    expect(dialog.getByRole('textbox', { name: 'Title in German' })).toHaveProperty('value', 'Heute zu')
  })

  test('leaves the keyboard at the language while I change it there and back', async () => {
    const { person, dialog } = await openDialog('Copy', 'Copy Announcement')
    await person.click(dialog.getByRole('button', { name: 'Add text in German' }))
    await person.keyboard('Büro geschlossen')
    const language = dialog.getByRole('combobox', { name: 'Language' })
    await person.selectOptions(language, 'German')
    await dialog.findByRole('textbox', { name: 'Title in English' })
    await person.selectOptions(language, 'English')
    expect(await dialog.findByRole('textbox', { name: 'Title in German' })).toHaveProperty('value', 'Büro geschlossen')
    expect(document.activeElement).toBe(language)
  })

  test('changes places with the first when I say that this is the German one', async () => {
    answer(listSystemAnnouncements, [{ ...announcement, translations: [inGerman] }], {
      headers: { 'x-total-count': '1' },
    })
    answer(updateAnnouncement, announcement, { message: 'saved' })
    const { person, dialog } = await openDialog('Edit', 'Edit Announcement')
    await person.selectOptions(dialog.getByRole('combobox', { name: 'Language' }), 'German')
    await person.click(dialog.getByRole('button', { name: 'Publish announcement' }))
    await waitFor(() => expect(requestsTo(updateAnnouncement)).toHaveLength(1))
    expect(requestsTo(updateAnnouncement)[0]?.body).toMatchObject({
      anncTitle: 'Office closed',
      languageCd: 'de',
      translations: [{ ...inGerman, languageCd: 'en' }],
    })
  })
})

test('the preview shows it as its readers see it, without what formatted text may not hold (S59)', async () => {
  const messageText = '<p>On <strong>Monday</strong><img src="x" onerror="alert(1)"></p>'
  answer(listSystemAnnouncements, [{ ...announcement, messageText }], { headers: { 'x-total-count': '1' } })
  const { person, dialog } = await openDialog('Edit', 'Edit Announcement')
  const preview = within(dialog.getByRole('article', { name: 'Preview' }))
  preview.getByRole('heading', { name: 'Office closed' })
  preview.getByText('Operational')
  preview.getByText('Monday')
  expect(preview.queryByRole('img')).toBeNull()
  await person.click(dialog.getByRole('radio', { name: 'Phone' }))
})

test('I see who has read it, by client and over time, as a picture and as a table', async () => {
  const clients = [
    { clientId: 2, clientNm: 'Meridian', reachCnt: 9, readCnt: 1 },
    { clientId: 3, clientNm: 'Cascadia', reachCnt: 3, readCnt: 2 },
  ]
  answer(readAnnouncementReaders, {
    reachCnt: 12,
    readCnt: 3,
    days: [
      { readDt: '2026-03-01', readCnt: 2 },
      { readDt: '2026-03-04', readCnt: 1 },
    ],
  })
  answer(listAnnouncementReaderClients, clients, { headers: { 'x-total-count': '17' } })
  const { person, dialog } = await openDialog('Readers', 'Readers of “Office closed”')
  await dialog.findByText('Read by 3 of 12 users whom it reaches now.')
  await dialog.findByRole('img', { name: 'Readers over time: 3 from 03/01/2026 to 03/04/2026' })
  await dialog.findByRole('row', { name: 'Cascadia 2 3' })
  await person.click(dialog.getByRole('button', { name: 'Next' }))
  await waitFor(() => expect(requestsTo(listAnnouncementReaderClients).at(-1)?.search).toContain('pageNo=2'))
  await person.click(dialog.getByRole('button', { name: 'Client' }))
  await waitFor(() =>
    expect(requestsTo(listAnnouncementReaderClients).at(-1)?.search).toContain('sort=clientNm&direction=asc&pageNo=1&'),
  )
  await person.selectOptions(dialog.getByRole('combobox', { name: 'Rows per page' }), '30')
  await waitFor(() => expect(requestsTo(listAnnouncementReaderClients).at(-1)?.search).toContain('pageSize=30'))
  answer(readAnnouncementReaders, { reachCnt: 9, readCnt: 1, days: [{ readDt: '2026-03-04', readCnt: 1 }] })
  await person.click(dialog.getByRole('combobox', { name: 'Client' }))
  await person.click(await dialog.findByRole('option', { name: 'Meridian' }))
  await dialog.findByText('Read by 1 of 9 users whom it reaches now.')
  dialog.getByRole('img', { name: 'Readers over time: 1 from 03/04/2026 to 03/04/2026' })
  expect(requestsTo(readAnnouncementReaders).at(-1)?.search).toBe('?clientId=2')
})

describe('the preview as a chosen person', () => {
  const preview = {
    seesFlg: true,
    failedGates: [],
    mailFlg: true,
    textFlg: false,
    firstNm: 'Bea',
    languageCd: null,
    employerNm: 'Meridian',
    colorTxt: 'aa0000',
    pryButtonColorTxt: '00aa00',
    logoUrl: '/ccservices/images/branding/logo',
    logoDarkUrl: null,
    homeBgUrl: '/ccservices/images/branding/home',
  }
  async function chooseBea() {
    answer(
      listAnnouncementPersons,
      [{ userId: 21, userNm: 'bea.i', firstNm: 'Bea', lastNm: 'Ivers', employerNm: 'Meridian' }],
      { headers: { 'x-total-count': '1' } },
    )
    const page = await openDialog('Edit', 'Edit Announcement')
    await page.person.type(page.dialog.getByRole('combobox', { name: 'See it as a person' }), 'bea')
    await page.person.click(await page.dialog.findByRole('option', { name: 'Bea Ivers (bea.i)' }))
    return page
  }

  test('shows their home page with it, in the brand of their client, on a phone and in the dark too', async () => {
    answer(previewAnnouncement, preview)
    const { person, dialog } = await chooseBea()
    await dialog.findByText('Bea Ivers (bea.i) of Meridian sees it. They get it by email.')
    expect(requestsTo(previewAnnouncement).at(-1)?.body).toMatchObject({ userId: 21, userType: 6, employerIdList: [2] })
    const screenIn = (mode: string) => dialog.getByRole('img', { name: `Home page of Bea Ivers (bea.i), ${mode}` })
    const brand = screenIn('Light').style
    expect(brand.getPropertyValue('--ui-brand')).toBe('#00aa00')
    const surface = brand.getPropertyValue('--ui-surface')
    const frame = screenIn('Light').querySelector('iframe')
    const home = within(frame?.contentDocument?.body as HTMLElement)
    await home.findByRole('heading', { name: /^Good \w+, Bea$/ })
    home.getByText('Office closed')
    home.getByText('Bea')
    expect(home.queryByText('Administration')).toBeNull()
    expect(home.getByRole('img', { name: 'Portico' }).getAttribute('src')).toBe(preview.logoUrl)
    dialog.getByRole('article', { name: 'Preview' })
    await person.click(dialog.getByRole('radio', { name: 'Dark' }))
    expect(screenIn('Dark').style.getPropertyValue('--ui-surface')).not.toBe(surface)
    await person.click(dialog.getByRole('radio', { name: 'Phone' }))
    expect(screenIn('Dark').parentElement?.dataset['width']).toBe('phone')
  })

  test.each([
    [true, true, 'They get it by email and by text message.'],
    [true, false, 'They get it by email.'],
    [false, true, 'They get it by text message.'],
    [false, false, 'They chose neither emails nor text messages.'],
  ])('says how it reaches them: email %s, text message %s', async (mailFlg, textFlg, words) => {
    answer(previewAnnouncement, { ...preview, mailFlg, textFlg })
    const { dialog } = await chooseBea()
    await dialog.findByText(`Bea Ivers (bea.i) of Meridian sees it. ${words}`)
  })

  test.each([
    [0, 'sees it.'],
    [1, `sees it from ${formatDay(day(1))}.`],
  ])('of one that starts in %i days says that they see it: %s', async (distance, words) => {
    answer(listSystemAnnouncements, [{ ...announcement, effectiveFromDt: day(distance) }], {
      headers: { 'x-total-count': '1' },
    })
    answer(previewAnnouncement, preview)
    const { dialog } = await chooseBea()
    await dialog.findByText(`Bea Ivers (bea.i) of Meridian ${words} They get it by email.`)
  })

  test('shows it in the language that they chose, and the logo of their brand for the dark', async () => {
    const translations = [{ languageCd: 'de' as const, titleText: 'Büro geschlossen', messageText: '<p>Zu</p>' }]
    answer(listSystemAnnouncements, [{ ...announcement, translations }], { headers: { 'x-total-count': '1' } })
    const logoDarkUrl = '/ccservices/images/branding/logo-dark'
    answer(previewAnnouncement, { ...preview, languageCd: 'de', logoDarkUrl })
    const { person, dialog } = await chooseBea()
    const home = async (mode: string) => {
      const frame = (await dialog.findByRole('img', { name: `Home page of Bea Ivers (bea.i), ${mode}` })).querySelector(
        'iframe',
      )
      return within(frame?.contentDocument?.body as HTMLElement)
    }
    await (await home('Light')).findByText('Büro geschlossen')
    await person.click(dialog.getByRole('radio', { name: 'Dark' }))
    const logos = await (await home('Dark')).findAllByRole('img', { name: 'Portico' })
    expect(logos.map((logo) => logo.getAttribute('src'))).toContain(logoDarkUrl)
  })

  test('people are found page by page', async () => {
    const people = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => ({
        userId: from + index,
        userNm: `person.${from + index}`,
        firstNm: 'Bea',
        lastNm: `Number ${from + index}`,
        employerNm: 'Meridian',
      }))
    const found = { headers: { 'x-total-count': '61' } }
    answer(listAnnouncementPersons, people(1, 60), found)
    const { person, dialog } = await openDialog('Edit', 'Edit Announcement')
    await person.click(dialog.getByRole('combobox', { name: 'See it as a person' }))
    await dialog.findByText('Bea Number 60 (person.60)')
    answer(listAnnouncementPersons, people(61, 1), found)
    await person.click(await dialog.findByText('Show more'))
    await dialog.findByText('Bea Number 61 (person.61)')
    const pages = requestsTo(listAnnouncementPersons).map(({ search }) => /pageNo=(\d)/.exec(search)?.[1])
    expect(pages).toContain('2')
  })

  test('says why they would not see it', async () => {
    answer(previewAnnouncement, { ...preview, seesFlg: false, failedGates: ['USER_TYPE', 'CLIENT'], mailFlg: false })
    const { dialog } = await chooseBea()
    await dialog.findByText('Bea Ivers (bea.i) of Meridian doesn’t see it:')
    expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(
      expect.arrayContaining(['It’s for another user type.', 'Their client isn’t among the chosen clients.']),
    )
    expect(dialog.queryByRole('article', { name: 'Preview' })).toBeNull()
  })
})
