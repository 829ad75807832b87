import {
  changeReviewDueDate,
  countReviewScope,
  decideReviewItems,
  endAccessReview,
  exportReviewItems,
  getAccessReview,
  listAccessReviews,
  listReviewItems,
  startAccessReview,
  undoReviewDecisions,
} from '@portico/contract/access-reviews/access-reviews.ts'
import { getAdminMenu } from '@portico/contract/branding/branding.ts'
import { listSharingClients } from '@portico/contract/documents/sharing-clients.ts'
import { listPermissionSetsOfUser } from '@portico/contract/permission-sets/permission-sets.ts'
import { listAssignableSystems } from '@portico/contract/users/user-profile.ts'
import { getUserListOptions } from '@portico/contract/users/users.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { answer, answerAfter, answerFile, refuse, requestsTo } from '../../../test/answer.ts'
import { answerFrame } from '../../../test/frame.ts'
import { heldClerk } from '../../../test/permission-sets.ts'
import { signInAs } from '../../../test/people.ts'
import { renderPage } from '../../../test/render-page.tsx'
import { invalidate } from '../../api/query.ts'
import { dayOf } from '../../ui/day-bounds.ts'
import { toast } from '../../ui/toast.ts'
// Loaded with the tests, so that the first of them does not wait for it.
import './AccessReviewPage.tsx'
import './AccessReviewsPage.tsx'
import './ChangeDueDateDialog.tsx'
import './EndReviewDialog.tsx'
import './EndSelectedDialog.tsx'
import './EndWithSetsDialog.tsx'

const address = '/content-authenticated/administration/access-reviews'
const review = {
  accessReviewId: 3,
  scopeCd: 'employer' as const,
  scopeNm: 'Harborview',
  startedDt: new Date('2026-11-13T15:00:00Z'),
  startedByNm: 'Grace Hopper',
  dueDt: new Date('2026-12-04T15:00:00Z'),
  reviewStateCd: 'open' as const,
  itemCnt: 5,
  openCnt: 2,
}
const item = {
  accessReviewItemId: 31,
  userId: 30,
  userNm: 'bea.ivers',
  firstNm: 'Bea',
  lastNm: 'Ivers',
  employerNm: 'Harborview',
  systemNm: 'Planner',
  adminFlg: true,
  sensitiveDataAccessFlg: false,
  grantedDt: new Date('2026-01-02T15:00:00Z'),
  lastLoginDt: null,
  byHandFlg: true,
  itemStateCd: 'pending' as const,
  decidedDt: null,
  decidedByNm: null,
  mayDecideFlg: true,
}
const own = { ...item, accessReviewItemId: 32, userId: 7, firstNm: 'Ann', lastNm: 'Smith', mayDecideFlg: false }
const confirmed = {
  ...item,
  accessReviewItemId: 34,
  firstNm: 'Cleo',
  lastNm: 'Adams',
  itemStateCd: 'confirmed' as const,
  decidedDt: new Date('2026-11-14T15:00:00Z'),
  decidedByNm: 'Grace Hopper',
  undoId: 5,
}
const options = { securityProvider: 'built-in' as const, signOnAsFlg: false, usAssociate: false }
const counted = (count: number) => ({ headers: { 'x-total-count': String(count) } })

beforeEach(() => {
  toast.clear()
  answerFrame()
  answer(getAdminMenu, [{ pageId: 1, pageNm: 'User Administration' }])
  answer(getUserListOptions, { ...options, portalAdminFlg: true })
  answer(listAccessReviews, [review], counted(1))
  answer(getAccessReview, review)
  answer(listReviewItems, [item, own], counted(2))
  answer(listSharingClients, [{ clientId: 4, clientNm: 'Harborview' }])
  answer(listAssignableSystems, [
    { systemId: 9, systemNm: 'Planner', systemCd: null, facilityCd: null, sensitiveDataAssignableFlg: true },
  ])
  signInAs()
})

const decisions = () => requestsTo(decideReviewItems).map(({ body }) => body)
const doneFor = (ids: number[]) => ({
  results: ids.map((accessReviewItemId) => ({ accessReviewItemId, code: '200', message: 'Done.' })),
  undoId: 8,
  decidedSinceDt: new Date('2026-11-20T15:00:00Z'),
})

test('I see the reviews with their progress, and open one', async () => {
  const { person } = renderPage(address)
  const row = within(await screen.findByRole('row', { name: /Employer: Harborview/ }))
  row.getByText('3 of 5 decided')
  row.getByText('Under way')
  await person.click(row.getByRole('link', { name: 'Employer: Harborview' }))
  await screen.findByRole('heading', { level: 1, name: 'Employer: Harborview' })
  screen.getByText(/^2 grants are waiting for a decision\. Due/)
})

test('only portal administrators start reviews', async () => {
  answer(getUserListOptions, { ...options, portalAdminFlg: false })
  renderPage(address)
  await screen.findByText('3 of 5 decided')
  expect(screen.queryByRole('button', { name: 'Start a review' })).toBeNull()
})

test('I start a review of an application until the end of a day', async () => {
  answer(countReviewScope, { grantCnt: 2, userCnt: 1, deciderCnt: 3 })
  answer(startAccessReview, { accessReviewId: 4, itemCnt: 2 }, { message: 'The review has started with 2 grants.' })
  const { person } = renderPage(address)
  await person.click(await screen.findByRole('button', { name: 'Start a review' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Start a review' }))
  await person.click(dialog.getByRole('button', { name: 'Start review' }))
  await dialog.findByText('Select an employer or an application.')
  dialog.getByText('Enter a due date.')
  await person.click(dialog.getByRole('combobox', { name: 'Employer' }))
  await dialog.findByRole('option', { name: 'Harborview' })
  await person.selectOptions(dialog.getByRole('combobox', { name: 'What is reviewed' }), 'The users of an application')
  await person.click(dialog.getByRole('combobox', { name: 'Application' }))
  await person.click(await dialog.findByRole('option', { name: 'Planner' }))
  await dialog.findByText('2 grants of 1 user will be reviewed. 3 administrators decide and are emailed at once.')
  expect(requestsTo(countReviewScope).map(({ search }) => search)).toEqual(['?systemId=9'])
  await person.type(dialog.getByLabelText('Due date'), inDays(2))
  dialog.getByText(
    'Decisions can be made until the end of this day at the latest. Those who decide are emailed again 1 day before.',
  )
  await person.clear(dialog.getByLabelText('Due date'))
  await person.type(dialog.getByLabelText('Due date'), '2026-12-31')
  await person.click(dialog.getByRole('button', { name: 'Start review' }))
  await screen.findByText('The review has started with 2 grants.')
  expect(requestsTo(startAccessReview)[0]?.body).toEqual({
    systemId: 9,
    dueDt: new Date('2026-12-31T23:59:59.999').toISOString(),
  })
})

const inDays = (days: number) => dayOf(new Date(Date.now() + days * 86_400_000))

test('before a review starts I read when nobody could decide, or nobody has access', async () => {
  answer(countReviewScope, { grantCnt: 1, userCnt: 1, deciderCnt: 0 })
  const { person } = renderPage(address)
  await person.click(await screen.findByRole('button', { name: 'Start a review' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Start a review' }))
  await person.click(dialog.getByRole('combobox', { name: 'Employer' }))
  await person.click(await dialog.findByRole('option', { name: 'Harborview' }))
  await dialog.findByText(
    '1 grant of 1 user will be reviewed. There is no administrator who can decide, so nobody is emailed.',
  )
  answer(countReviewScope, { grantCnt: 0, userCnt: 0, deciderCnt: 0 })
  await person.selectOptions(dialog.getByRole('combobox', { name: 'What is reviewed' }), 'The users of an application')
  await person.click(dialog.getByRole('combobox', { name: 'Application' }))
  await person.click(await dialog.findByRole('option', { name: 'Planner' }))
  await dialog.findByText('Nobody has access that could be reviewed.')
  await person.type(dialog.getByLabelText('Due date'), inDays(2))
  // Nobody is emailed now, nor again.
  dialog.getByText('Decisions can be made until the end of this day at the latest.')
  dialog.getByText('Administrators confirm or end each user’s access.')
})

test('I read when a new due date is emailed, and that one too near is not', async () => {
  const inAMonth = new Date(Date.now() + 30 * 86_400_000)
  answer(getAccessReview, { ...review, startedDt: new Date(Date.now() - 3 * 86_400_000), dueDt: inAMonth })
  const { person } = renderPage(`${address}/3`)
  await person.click(await screen.findByRole('button', { name: 'Change due date' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Change due date' }))
  const due = dialog.getByRole('textbox', { name: 'Due date' })
  const help = () =>
    due
      .getAttribute('aria-describedby')
      ?.split(' ')
      .map((id) => document.querySelector(`#${CSS.escape(id)}`)?.textContent)
      .join(' ')
  expect(help()).toBe('Decisions can be made until the end of this day at the latest.')
  for (const [days, mails] of [
    [8, 'again 7 days and 1 day before.'],
    [5, 'again within a day, and 1 day before.'],
    [4, 'again 1 day before.'],
    [1, 'again within a day.'],
  ] as const) {
    await person.clear(due)
    await person.type(due, inDays(days))
    expect(help()).toBe(
      `Decisions can be made until the end of this day at the latest. Those who decide are emailed ${mails}`,
    )
  }
  await person.clear(due)
  await person.type(due, inDays(0))
  expect(help()).toContain('aren’t emailed again before: the day is too near.')
})

test('I confirm with one click, and take it back', async () => {
  answer(decideReviewItems, doneFor([31]), { message: '1 grant confirmed.' })
  answer(undoReviewDecisions, null, { message: 'Decisions taken back.' })
  const { person } = renderPage(`${address}/3`)
  await person.click(await screen.findByRole('button', { name: 'Confirm Bea Ivers, Planner' }))
  await screen.findByText('1 grant confirmed.')
  expect(decisions()).toEqual([{ decisionCd: 'confirm', itemIds: [31] }])
  await person.click(screen.getByRole('button', { name: 'Undo' }))
  await screen.findByText('Decisions taken back.')
  expect(requestsTo(undoReviewDecisions)[0]?.body).toEqual({ undoId: 8 })
})

const second = { ...item, accessReviewItemId: 33, systemNm: 'Ledger' }

test('I end several at once after I read how many users and grants', async () => {
  answer(listReviewItems, [item, second, own], counted(3))
  answer(decideReviewItems, doneFor([31, 33]), { message: '2 grants ended.' })
  const { person } = renderPage(`${address}/3`)
  await person.click(await screen.findByRole('checkbox', { name: 'Select Bea Ivers, Planner' }))
  await person.click(screen.getByRole('checkbox', { name: 'Select Bea Ivers, Ledger' }))
  await person.click(screen.getByRole('button', { name: 'End access' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'End 2 grants' }))
  dialog.getByText('1 user will lose access: 2 grants end at once.')
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Bea Ivers, Planner',
    'Bea Ivers, Ledger',
  ])
  expect(decisions()).toEqual([])
  await person.click(dialog.getByRole('button', { name: 'End 2 grants' }))
  await screen.findAllByText('2 grants ended.')
  expect(decisions()).toEqual([{ decisionCd: 'end', itemIds: [31, 33] }])
  await waitFor(() => expect(screen.queryByText('2 selected')).toBeNull())
})

const ofSet = {
  ...item,
  accessReviewItemId: 35,
  firstNm: 'Cleo',
  lastNm: 'Adams',
  byHandFlg: false,
  permissionSets: [{ setId: 7, setNm: 'Accounting clerk', versionNr: 3 }],
}
const ofGroup = { ...item, accessReviewItemId: 36, firstNm: 'Dora', lastNm: 'Berg', groupNms: ['fin-all'] }
const selectPage = async (person: ReturnType<typeof renderPage>['person']) => {
  await person.click(await screen.findByRole('checkbox', { name: 'Select all rows on this page' }))
  await person.click(screen.getByRole('button', { name: 'End access' }))
}

test('of several rows only those end that can, and I read which cannot and why', async () => {
  answer(listReviewItems, [item, ofSet, ofGroup], counted(3))
  answer(decideReviewItems, doneFor([31]), { message: '1 grant ended.' })
  const { person } = renderPage(`${address}/3`)
  await selectPage(person)
  const dialog = within(await screen.findByRole('dialog', { name: 'End 1 grant' }))
  dialog.getByText('2 grants can’t be ended here. They stay selected:')
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Bea Ivers, Planner',
    'Cleo Adams, Planner: comes by permission sets: Accounting clerk. End it with the button in its row, which says what else ends.',
    'Dora Berg, Planner: comes by the directory group fin-all. Remove the user from the group there.',
  ])
  await person.click(dialog.getByRole('button', { name: 'End 1 grant' }))
  await screen.findAllByText('1 grant ended.')
  expect(decisions()).toEqual([{ decisionCd: 'end', itemIds: [31] }])
  await screen.findByText('2 selected')
})

test('of many rows that cannot be ended here I read ten, and how many more', async () => {
  const many = Array.from({ length: 13 }, (_, index) => ({ ...ofGroup, accessReviewItemId: 100 + index }))
  answer(listReviewItems, many, counted(13))
  const { person } = renderPage(`${address}/3`)
  await selectPage(person)
  const dialog = within(await screen.findByRole('dialog', { name: 'End access' }))
  dialog.getByText('13 grants can’t be ended here. They stay selected:')
  const listed = dialog.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(listed).toHaveLength(11)
  expect(listed.at(-1)).toBe('3 more')
})

test('where no selected row can be ended here, nothing is sent', async () => {
  answer(listReviewItems, [ofGroup], counted(1))
  const { person } = renderPage(`${address}/3`)
  await selectPage(person)
  const dialog = within(await screen.findByRole('dialog', { name: 'End access' }))
  dialog.getByText('1 grant can’t be ended here. It stays selected:')
  const button = dialog.getByRole('button', { name: 'End access' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  dialog.getByText('None of the selected grants can be ended here.')
  await person.click(button)
  expect(decisions()).toEqual([])
})

test('rows that I read as decided by somebody else are selected no longer, and one on another page stays so', async () => {
  answer(listReviewItems, [item, second, ofSet], counted(3))
  const { person } = renderPage(`${address}/3`)
  await person.click(await screen.findByRole('checkbox', { name: 'Select all rows on this page' }))
  screen.getByText('3 selected')
  // One is on another page now, another one stays here as decided.
  answer(listReviewItems, [item, { ...confirmed, accessReviewItemId: 35 }], counted(2))
  await act(() => invalidate(listReviewItems))
  await screen.findByText('2 selected')
})

test('what a call finds decided by somebody else is selected no longer, and what is refused otherwise stays', async () => {
  answer(listReviewItems, [item, second, ofSet], counted(3))
  const results = [
    { accessReviewItemId: 31, code: '200', message: 'Done.' },
    { accessReviewItemId: 33, code: '409', message: 'Grace Hopper has already decided this.' },
    { accessReviewItemId: 35, code: '403', message: 'Not yours.' },
  ]
  answer(decideReviewItems, { ...doneFor([]), results }, { message: '1 of 3 done.' })
  const { person } = renderPage(`${address}/3`)
  await person.click(await screen.findByRole('checkbox', { name: 'Select all rows on this page' }))
  await person.click(screen.getByRole('button', { name: 'Confirm' }))
  await screen.findByText('1 of 3 done.')
  await screen.findByText('1 selected')
})

test('below the list I read how many are open, beside those that I decided', async () => {
  answer(listReviewItems, [item, second], counted(40))
  answer(getAccessReview, { ...review, openCnt: 40 })
  answer(decideReviewItems, doneFor([31]), { message: '1 grant ended.' })
  const { person } = renderPage(`${address}/3`)
  await screen.findByText('1–15 of 40')
  answer(getAccessReview, { ...review, openCnt: 39 })
  await person.click(screen.getByRole('button', { name: 'End access of Bea Ivers, Planner' }))
  await screen.findByText('1–15 of 40, 39 not decided')
})

test('in a search I read how many of what it finds are open', async () => {
  answer(listReviewItems, [item, second], counted(20))
  answer(decideReviewItems, doneFor([31]), { message: '1 grant ended.' })
  const { person } = renderPage(`${address}/3?name=Bea&size=60`)
  await person.click(await screen.findByRole('button', { name: 'End access of Bea Ivers, Planner' }))
  await screen.findByText('1–20 of 20, 20 not decided')
  const asked = requestsTo(listReviewItems).map(({ search }) => Object.fromEntries(new URLSearchParams(search)))
  expect(
    asked
      .slice(1)
      .map(({ nm, stateCd = 'with decided', pageSize }) => `${nm} ${stateCd}, ${pageSize}`)
      .toSorted(),
    // To count them takes no more rows than the smallest page has.
  ).toEqual(expect.arrayContaining(['Bea waiting, 15', 'Bea with decided, 60']))
})

test('what is decided, and my own access, cannot be selected', async () => {
  answer(listReviewItems, [item, confirmed, own], counted(3))
  const { person } = renderPage(`${address}/3`)
  await person.click(await screen.findByRole('checkbox', { name: 'Select all rows on this page' }))
  screen.getByText('1 selected')
  expect(screen.queryByRole('checkbox', { name: 'Select Cleo Adams, Planner' })).toBeNull()
  expect(screen.queryByRole('checkbox', { name: 'Select Ann Smith, Planner' })).toBeNull()
})

test('of access that ended along with other access I read with which', async () => {
  answer(listReviewItems, [{ ...confirmed, itemStateCd: 'ended', endedWithNm: 'Ledger' }], counted(1))
  renderPage(`${address}/3?state=decided`)
  await screen.findByText('Access ended with Ledger')
  await screen.findByText('by Grace Hopper, 11/14/2026')
})

test('I read when a decision was made, and take back my own', async () => {
  answer(listReviewItems, [confirmed], counted(1))
  answer(undoReviewDecisions, null, { message: 'Decisions taken back.' })
  const { person } = renderPage(`${address}/3?state=decided`)
  await screen.findByText('by Grace Hopper, 11/14/2026')
  expect(screen.queryByRole('checkbox', { name: 'Select all rows on this page' })).toBeNull()
  await person.click(screen.getByRole('button', { name: 'Take back the decision about Cleo Adams, Planner' }))
  await screen.findByText('Decisions taken back.')
  expect(requestsTo(undoReviewDecisions)[0]?.body).toEqual({ undoId: 5, itemIds: [34] })
})

test('what I decided stays in its place until I search anew', async () => {
  answer(decideReviewItems, doneFor([31]), { message: '1 grant ended.' })
  const { person } = renderPage(`${address}/3`)
  const asked = () => Object.fromEntries(new URLSearchParams(requestsTo(listReviewItems).at(-1)?.search))
  await person.click(await screen.findByRole('button', { name: 'End access of Bea Ivers, Planner' }))
  await screen.findByText('1 grant ended.')
  expect(asked()).toMatchObject({ decidedSinceDt: '2026-11-20T15:00:00.000Z' })
  expect(asked()).not.toHaveProperty('stateCd')
  await person.type(screen.getByRole('searchbox'), 'bea')
  await waitFor(() => expect(asked()).toMatchObject({ nm: 'bea', stateCd: 'waiting' }))
})

test('only the pressed button is busy', async () => {
  const { promise, resolve } = Promise.withResolvers<ReturnType<typeof doneFor>>()
  answerAfter(decideReviewItems, promise)
  const { person } = renderPage(`${address}/3`)
  const confirm = await screen.findByRole('button', { name: 'Confirm Bea Ivers, Planner' })
  await person.click(confirm)
  await waitFor(() => expect(confirm.getAttribute('aria-busy')).toBe('true'))
  const end = screen.getByRole('button', { name: 'End access of Bea Ivers, Planner' })
  expect(end.getAttribute('aria-busy')).toBeNull()
  await person.click(end)
  resolve(doneFor([31]))
  await waitFor(() => expect(confirm.getAttribute('aria-busy')).toBeNull())
  expect(decisions()).toHaveLength(1)
})

test('my own access is not mine to decide, and the button says why', async () => {
  renderPage(`${address}/3`)
  const button = await screen.findByRole('button', { name: 'Confirm Ann Smith, Planner' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  screen.getAllByText('Another administrator must decide about your own access.')
})

test('when another administrator was first I read who', async () => {
  refuse(decideReviewItems, 409, 'Grace Hopper has already decided this.')
  const { person } = renderPage(`${address}/3`)
  await person.click(await screen.findByRole('button', { name: 'End access of Bea Ivers, Planner' }))
  await screen.findByText('Grace Hopper has already decided this.')
  await waitFor(() => expect(requestsTo(listReviewItems).length).toBeGreaterThan(1))
})

test('after the due date I read what nobody decided, and cannot decide any more', async () => {
  answer(getAccessReview, { ...review, reviewStateCd: 'ended', openCnt: 1 })
  answer(listReviewItems, [{ ...item, itemStateCd: 'undecided' }], counted(1))
  renderPage(`${address}/3`)
  await screen.findByText(/1 grant wasn’t decided and stayed as before\.$/)
  screen.getByRole('cell', { name: 'Not decided' })
  expect(screen.queryByRole('button', { name: /^Confirm/ })).toBeNull()
  expect(screen.queryByRole('checkbox', { name: /Bea Ivers/ })).toBeNull()
})

test.each(['done', 'ended'] as const)(
  'a review that is over (%s) opens with all that was in it',
  async (reviewStateCd) => {
    const over = { ...review, reviewStateCd, openCnt: 0 }
    answer(listAccessReviews, [over], counted(1))
    answer(getAccessReview, over)
    answer(listReviewItems, [confirmed], counted(1))
    const { person } = renderPage(address)
    await person.click(await screen.findByRole('link', { name: /Harborview/ }))
    await screen.findByText('Cleo Adams')
    expect(requestsTo(listReviewItems).map(({ search }) => search)).toEqual([expect.not.stringContaining('stateCd')])
  },
)

test('I end a review early after I read that nobody loses access by it', async () => {
  answer(endAccessReview, null, { message: 'The review has ended.' })
  const { person } = renderPage(`${address}/3`)
  await person.click(await screen.findByRole('button', { name: 'End review' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'End this review now' }))
  dialog.getByText(/^2 grants aren’t decided\. Nobody loses access by this/)
  expect(requestsTo(endAccessReview)).toEqual([])
  await person.click(dialog.getByRole('button', { name: 'End review' }))
  await screen.findByText('The review has ended.')
  expect(requestsTo(endAccessReview)).toHaveLength(1)
})

test('I change the due date, from the one that holds', async () => {
  answer(changeReviewDueDate, null, { message: 'The due date has been changed.' })
  const { person } = renderPage(`${address}/3`)
  await person.click(await screen.findByRole('button', { name: 'Change due date' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Change due date' }))
  const due = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Due date' })
  expect(due.value).toBe('12/04/2026')
  await person.clear(due)
  await person.type(due, '2026-12-31')
  await person.click(dialog.getByRole('button', { name: 'Save due date' }))
  await screen.findByText('The due date has been changed.')
  expect(requestsTo(changeReviewDueDate)[0]?.body).toEqual({ dueDt: new Date('2026-12-31T23:59:59.999').toISOString() })
})

test('only portal administrators end a review or change its due date', async () => {
  answer(getUserListOptions, { ...options, portalAdminFlg: false })
  renderPage(`${address}/3`)
  await screen.findByRole('button', { name: 'Export' })
  expect(screen.queryByRole('button', { name: 'End review' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Change due date' })).toBeNull()
})

test('I export what the list shows, and a message says so', async () => {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:file')
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  answerFile(exportReviewItems)
  const { person } = renderPage(`${address}/3?name=Grace`)
  await person.click(await screen.findByRole('button', { name: 'Export' }))
  await person.click(await screen.findByRole('menuitem', { name: 'CSV (.csv)' }))
  await waitFor(() => expect(saved).toHaveBeenCalledTimes(1))
  expect(requestsTo(exportReviewItems)[0]?.body).toEqual({
    nm: 'Grace',
    stateCd: 'waiting',
    sort: 'lastNm',
    direction: 'asc',
    format: 'csv',
  })
  await screen.findByText('The export has been downloaded.')
})

const bySet = {
  ...item,
  systemNm: 'Ledger',
  byHandFlg: false,
  permissionSets: [{ setId: 7, setNm: 'Accounting clerk', versionNr: 3 }],
}

test('access that a permission set gives says so, and ends with the set after I read what else ends', async () => {
  answer(listReviewItems, [bySet], counted(1))
  answer(listPermissionSetsOfUser, [heldClerk])
  answer(decideReviewItems, doneFor([31]), { message: '1 grant ended.' })
  answer(undoReviewDecisions, null, { message: 'Decisions taken back.' })
  const { person } = renderPage(`${address}/3`)
  await screen.findByRole('cell', { name: 'by set Accounting clerk v3' })
  await person.click(screen.getByRole('button', { name: 'End access of Bea Ivers, Ledger' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'End access of Bea Ivers, Ledger' }))
  await dialog.findByText('It comes by permission sets, which are taken from Bea Ivers: Accounting clerk.')
  await dialog.findByText('This ends, too:')
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Ledger / Entries'])
  expect(decisions()).toEqual([])
  await person.click(dialog.getByRole('button', { name: 'End access' }))
  await screen.findAllByText('1 grant ended.')
  expect(decisions()).toEqual([{ decisionCd: 'end', itemIds: [31], setIds: [7] }])
  await person.click(await screen.findByRole('button', { name: 'Undo' }))
  await screen.findByText('Decisions taken back.')
})

test('of several sets I read all that they give together', async () => {
  const reader = { ...heldClerk, setId: 8, setNm: 'Reader', givesList: ['Ledger', 'Vault'], endsList: [] }
  answer(
    listReviewItems,
    [{ ...bySet, permissionSets: [...bySet.permissionSets, { setId: 8, setNm: 'Reader', versionNr: 1 }] }],
    counted(1),
  )
  // What another set of the user gives is no part of it.
  const keeper = { ...heldClerk, setId: 9, setNm: 'Keeper', givesList: ['Ledger', 'Safe'], endsList: ['Safe'] }
  answer(listPermissionSetsOfUser, [heldClerk, reader, keeper])
  const { person } = renderPage(`${address}/3`)
  await person.click(await screen.findByRole('button', { name: 'End access of Bea Ivers, Ledger' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'End access of Bea Ivers, Ledger' }))
  await dialog.findByText('They also give this. It ends, too, unless Bea Ivers has it in another way:')
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Ledger / Entries', 'Vault'])
})

test('access that a directory group gives is not ended here, and the button says why', async () => {
  answer(listReviewItems, [{ ...item, byHandFlg: false, groupNms: ['fin-all'] }], counted(1))
  renderPage(`${address}/3`)
  await screen.findByRole('cell', { name: 'by group fin-all' })
  const button = screen.getByRole('button', { name: 'End access of Bea Ivers, Planner' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  screen.getAllByText('It comes by the directory group fin-all. Remove the user from the group there.')
})
