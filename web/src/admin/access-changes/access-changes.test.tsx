import { getAdminMenu } from '@portico/contract/branding/branding.ts'
import {
  type AccessChange,
  getAccessChange,
  listAccessChanges,
  type ListedAccessChange,
  undoAccessChange,
} from '@portico/contract/access-changes/access-changes.ts'
import { getUserListOptions } from '@portico/contract/users/users.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answer, requestsTo } from '../../../test/answer.ts'
import { answerFrame } from '../../../test/frame.ts'
import { signInAs } from '../../../test/people.ts'
import { renderPage } from '../../../test/render-page.tsx'
// Loaded with the tests, so that the first of them does not wait for it.
import './AccessChangesPage.tsx'

const given: ListedAccessChange = {
  accessChangeId: 7,
  kindCd: 'give',
  stateCd: 'done',
  applications: [
    { systemNm: 'Ledger', pageNm: null },
    { systemNm: 'Ledger', pageNm: 'Entries' },
  ],
  leaverNm: null,
  recipientNm: null,
  reasonTxt: 'Audit season',
  startedDt: new Date('2026-11-20T15:00:00Z'),
  plannedDt: null,
  startedByNm: 'Grace Hopper',
  userCnt: 30,
  waitingCnt: 0,
  changedCnt: 28,
  leftOutCnt: 2,
  failedCnt: 0,
  undoneCnt: 0,
  keptCnt: 0,
  undoUntilDt: new Date('2099-01-01T00:00:00Z'),
}
const running: ListedAccessChange = {
  ...given,
  accessChangeId: 8,
  kindCd: 'end',
  stateCd: 'running',
  reasonTxt: '',
  userCnt: 1_000,
  waitingCnt: 600,
  changedCnt: 400,
  leftOutCnt: 0,
  undoUntilDt: null,
}
const result: AccessChange = {
  ...given,
  leftOut: [{ userId: 31, userNm: 'gus.low', firstNm: 'Gus', lastNm: 'Low', message: 'This account is inactive.' }],
  reasons: [{ message: 'This account is inactive.', userCnt: 2 }],
}
const options = { portalAdminFlg: false, securityProvider: 'off', signOnAsFlg: false, usAssociate: false } as const

const answerList = (rows: readonly ListedAccessChange[]) =>
  answer(listAccessChanges, [...rows], { headers: { 'x-total-count': String(rows.length) } })

beforeEach(() => {
  answerFrame()
  answer(getAdminMenu, [{ pageId: 1, pageNm: 'User Administration' }])
  answer(getUserListOptions, options)
  answer(getAccessChange, result)
  answerList([given])
  signInAs()
})

async function openPage(search = '') {
  const page = renderPage(`/content-authenticated/administration/access-changes${search}`)
  await screen.findByRole('heading', { name: 'Access changes', level: 1 })
  return page
}
const row = (name: RegExp) => screen.findByRole('row', { name })

test('I see what I gave and ended for many users, how far that is, and what it came to', async () => {
  answerList([running, given])
  await openPage('?kind=give')
  expect(Object.fromEntries(new URLSearchParams(requestsTo(listAccessChanges).at(-1)?.search))).toMatchObject({
    kindCd: 'give',
    sort: 'startedDt',
    direction: 'desc',
  })
  const done = await row(/Access given/)
  for (const text of ['Ledger and Ledger / Entries', '30', '28 changed, 2 left out'])
    expect(done.textContent).toContain(text)
  expect(done.textContent).not.toContain('Grace Hopper')
  const underWay = within(await row(/Access ended/))
  expect(underWay.getByRole('progressbar', { name: 'Under way' }).getAttribute('aria-valuetext')).toBe('400 of 1,000')
})

test('a portal administrator sees who started each change', async () => {
  answer(getUserListOptions, { ...options, portalAdminFlg: true })
  await openPage()
  expect((await row(/Access given/)).textContent).toContain('Grace Hopper')
})

test('I find what I planned and what stopped lately, as the overview leads to it', async () => {
  await openPage('?condition=stoppedPlan')
  await row(/Access given/)
  expect(new URLSearchParams(requestsTo(listAccessChanges).at(-1)?.search).get('conditionCd')).toBe('stoppedPlan')
  screen.getByText('Planned by me, stopped in the last 7 days')
})

test.each([
  [{ stateCd: 'stopped', changedCnt: 12, waitingCnt: 18 }, 'Stopped: 12 of 30 changed'],
  [{ stateCd: 'undone', undoneCnt: 28, changedCnt: 0 }, 'Undone'],
  [{ stateCd: 'undone', undoneCnt: 25, changedCnt: 0, keptCnt: 3 }, 'Undone, except for 3 users'],
  [{ leftOutCnt: 0, changedCnt: 30 }, 'Done'],
] as const)('of a change with %o I read that it is "%s"', async (change, text) => {
  answerList([{ ...given, ...change }])
  await openPage()
  expect(within(await row(/Access given/)).getByText(text)).toBeDefined()
})

test.each([
  [{ stateCd: 'running', userCnt: 30, waitingCnt: 9 }, 'Under way', '21 of 30'],
  [{ stateCd: 'undoing', changedCnt: 20, undoneCnt: 0, keptCnt: 0 }, 'Being undone', '0 of 20'],
  [{ stateCd: 'undoing', changedCnt: 5, undoneCnt: 12, keptCnt: 3 }, 'Being undone', '15 of 20'],
  [{ stateCd: 'undoing', changedCnt: 0, undoneCnt: 18, keptCnt: 2 }, 'Being undone', '20 of 20'],
] as const)('of a change with %o I read how far it is', async (change, state, progress) => {
  answerList([{ ...given, ...change }])
  await openPage()
  const bar = within(await row(/Access given/)).getByRole('progressbar', { name: state })
  expect(bar.getAttribute('aria-valuetext')).toBe(progress)
})

const openEntry = async (person: Awaited<ReturnType<typeof openPage>>['person'], name: string) => {
  await person.click(await screen.findByRole('button', { name: /^Actions for Access given/ }))
  await person.click(await screen.findByRole('menuitem', { name }))
}

test('I read whom a change left out and why, and take it back after a question', async () => {
  const { person } = await openPage()
  await openEntry(person, 'Details')
  const details = within(await screen.findByRole('dialog', { name: 'Access given' }))
  expect(details.getByText('Audit season')).toBeDefined()
  expect(await details.findByText('This account is inactive. (2)')).toBeDefined()
  const leftOut = details.getByRole('list', { name: 'Users that are left out' })
  expect(leftOut.textContent).toContain('Gus Low This account is inactive.')
  await person.click(details.getByRole('button', { name: 'Undo…' }))
  const question = within(await screen.findByRole('dialog', { name: 'Undo this change' }))
  answer(undoAccessChange, { ...result, stateCd: 'undone', undoneCnt: 28, changedCnt: 0 })
  await person.click(question.getByRole('button', { name: 'Undo for 28 users' }))
  expect(await screen.findByText('The change was undone.')).toBeDefined()
  await waitFor(() => expect(requestsTo(listAccessChanges)).toHaveLength(2))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), { timeout: 3_000 })
})

test('who began a change is not named where I may not know it', async () => {
  answerList([{ ...given, startedByNm: null }])
  answer(getAccessChange, { ...result, startedByNm: null })
  const { person } = await openPage()
  await openEntry(person, 'Details')
  const details = within(await screen.findByRole('dialog', { name: 'Access given' }))
  expect(details.getByText('Started by').parentElement?.textContent).toContain('Another administrator')
})

test('of a hand-over I read who leaves and who gets the documents, without a count of users', async () => {
  const names = { leaverNm: 'Bea Ivers', recipientNm: 'Vera Lind' }
  answerList([{ ...given, ...names, kindCd: 'hand-over', applications: [], userCnt: 1 }])
  const { person } = await openPage()
  await person.click(await screen.findByRole('button', { name: /^Actions for Hand-over of an account/ }))
  await person.click(await screen.findByRole('menuitem', { name: 'Details' }))
  const details = within(await screen.findByRole('dialog', { name: 'Hand-over of an account' }))
  expect(details.getByText('Who leaves').parentElement?.textContent).toContain('Bea Ivers')
  expect(details.getByText('New owner of the documents').parentElement?.textContent).toContain('Vera Lind')
  expect(details.queryByText('Users')).toBeNull()
})

test.each([
  [
    { leaverNm: 'Bea Ivers', recipientNm: null, kindCd: 'hand-over', applications: [], userCnt: 1, changedCnt: 0 },
    /^Actions for Hand-over of an account/,
    'The account will not be closed. Nothing changes for Bea Ivers.',
    'Undo hand-over',
  ],
  [
    { userCnt: 30, changedCnt: 0 },
    /^Actions for Access given/,
    'The change will not happen. Nobody’s access changes.',
    'Undo for 30 users',
  ],
] as const)('before I undo what is planned, I read what that means', async (planned, actions, lead, button) => {
  answerList([{ ...given, ...planned, stateCd: 'planned', plannedDt: new Date('2098-01-01T00:00:00Z') }] as never)
  const { person } = await openPage()
  await person.click(await screen.findByRole('button', { name: actions }))
  await person.click(await screen.findByRole('menuitem', { name: 'Undo…' }))
  const question = within(await screen.findByRole('dialog', { name: 'Undo this change' }))
  question.getByText(lead)
  question.getByRole('button', { name: button })
})

test('of a hand-over that stopped I read that the account was not closed', async () => {
  answerList([{ ...given, leaverNm: 'Bea Ivers', kindCd: 'hand-over', stateCd: 'stopped', userCnt: 1, changedCnt: 0 }])
  await openPage()
  within(await row(/Hand-over of an account/)).getByText('Stopped: the account was not closed')
})

test('a long undo is shown in the list, and its result when it is there', async () => {
  const { person } = await openPage()
  await openEntry(person, 'Undo…')
  answer(undoAccessChange, { ...result, stateCd: 'undoing' })
  answer(getAccessChange, { ...result, stateCd: 'stopped', changedCnt: 3 })
  await person.click(await screen.findByRole('button', { name: 'Undo for 28 users' }))
  expect(await screen.findByText('The change is being undone.')).toBeDefined()
  expect(
    await screen.findByText('Undoing stopped. 3 users were not changed back.', {}, { timeout: 5_000 }),
  ).toBeDefined()
})

test.each([
  [{}, 'The change was undone.'],
  [{ keptCnt: 2 }, /2 users/],
  [{ failedCnt: 3 }, /3 users/],
  [{ keptCnt: 2, failedCnt: 3 }, /5 users/],
])('what an undo has not changed back counts, also where it failed: %o', async (counts, says) => {
  const { person } = await openPage()
  await openEntry(person, 'Undo…')
  answer(undoAccessChange, { ...result, stateCd: 'undone', undoneCnt: 20, changedCnt: 0, failedCnt: 0, ...counts })
  await person.click(await screen.findByRole('button', { name: 'Undo for 28 users' }))
  expect(await screen.findByText(says, { selector: '[role="status"] *, [role="alert"] *' })).toBeDefined()
})

test('a planned change says its date, and I take it back before it begins', async () => {
  const plannedDt = new Date(2098, 11, 1)
  const planned = { stateCd: 'planned', plannedDt, waitingCnt: 30, changedCnt: 0, leftOutCnt: 0 } as const
  answerList([{ ...given, ...planned }])
  const { person } = await openPage('?state=planned')
  expect(new URLSearchParams(requestsTo(listAccessChanges).at(-1)?.search).get('stateCd')).toBe('planned')
  expect(within(await row(/Access given/)).getByText('Planned for 12/01/2098')).toBeDefined()
  await openEntry(person, 'Undo…')
  const question = within(await screen.findByRole('dialog', { name: 'Undo this change' }))
  expect(question.getByText('The change will not happen. Nobody’s access changes.')).toBeDefined()
  answer(undoAccessChange, { ...result, ...planned, stateCd: 'undone' })
  await person.click(question.getByRole('button', { name: 'Undo for 30 users' }))
  expect(await screen.findByText('The change was undone.')).toBeDefined()
})

test('what cannot be undone offers no undo', async () => {
  answerList([{ ...given, undoUntilDt: null }])
  const { person } = await openPage()
  await person.click(await screen.findByRole('button', { name: /^Actions for Access given/ }))
  await screen.findByRole('menuitem', { name: 'Details' })
  expect(screen.queryByRole('menuitem', { name: 'Undo…' })).toBeNull()
})
