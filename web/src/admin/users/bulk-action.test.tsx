import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { actOnUsers } from '@portico/contract/users/user-actions.ts'
import { getUserDetail } from '@portico/contract/users/user-profile.ts'
import { listUsers, type ListedUser } from '@portico/contract/users/users.ts'
import { answer, answerAfter, requestsTo } from '../../../test/answer.ts'
import { renderPage } from '../../../test/render-page.tsx'
import { answerUserList, bea, gus, ida, vera } from '../../../test/users.ts'
import { queryClient } from '../../api/query.ts'
// Loaded with the tests, so that the first of them does not wait for it.
import './UsersPage.tsx'

beforeEach(() => answerUserList([bea, gus], 60))

const doneFor = (users: readonly ListedUser[]) =>
  users.map(({ userId }) => ({ userId, code: '200', message: 'The user has been inactivated.' }))

async function openPage() {
  const { person } = renderPage('/content-authenticated/administration')
  await screen.findByRole('row', { name: /Bea/ })
  return person
}
const bulk = () => within(screen.getByRole('group', { name: 'Actions for the selected rows' }))
async function openBulk(person: Awaited<ReturnType<typeof openPage>>, action: string, count: number) {
  await person.click(bulk().getByRole('button', { name: action }))
  return within(await screen.findByRole('dialog', { name: `${action}: ${count} selected` }))
}

test('I select across pages, see how many and whom, and get a result for each user (UADM-008)', async () => {
  // The profile of one of them was open before, and is asked for again.
  queryClient.setQueryData([getUserDetail.name, 'opened before'], null)
  const person = await openPage()
  await person.click(screen.getByRole('checkbox', { name: 'Select Bea Ivers' }))
  await person.click(screen.getByRole('checkbox', { name: 'Select Gus Inert' }))
  // Has the name of another selected user.
  const namesake = { ...vera, firstNm: 'Bea', lastNm: 'Ivers', userNm: 'bea.ivers2' }
  answer(listUsers, { result: [namesake], totalResults: 60 })
  await person.click(screen.getByRole('button', { name: 'Next' }))
  await person.click(await screen.findByRole('checkbox', { name: 'Select Bea Ivers' }))
  expect(screen.getByText('3 selected')).toBeDefined()
  const dialog = await openBulk(person, 'Inactivate User', 3)
  const names = dialog.getByRole('list', { name: 'Selected users' })
  expect(
    within(names)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Bea Ivers (bea.ivers)', 'Gus Inert (gus.inert)', 'Bea Ivers (bea.ivers2)'])
  expect(dialog.getByText('For 1 of them this can’t be done. The result says why.')).toBeDefined()
  answer(actOnUsers, [
    ...doneFor([bea, vera]),
    { userId: gus.userId, code: '422', message: 'This user is already inactive.' },
  ])
  await person.click(dialog.getByRole('button', { name: 'Inactivate User' }))
  const results = within(await screen.findByRole('dialog', { name: 'Inactivate User: results' }))
  expect(results.getByText('Done for 2 of 3 users.')).toBeDefined()
  const rows = results.getAllByRole('row').map(({ textContent }) => textContent)
  expect(rows.slice(1)).toEqual([
    'Gus Inert (gus.inert)This user is already inactive.',
    'Bea Ivers (bea.ivers)The user has been inactivated.',
    'Bea Ivers (bea.ivers2)The user has been inactivated.',
  ])
  expect(requestsTo(actOnUsers)[0]?.body).toEqual({ actionCd: 'inactivate', userIds: [21, 22, 24] })
  await person.click(results.getAllByRole('button', { name: 'Close' })[0] as HTMLElement)
  // Only those for whom it was not done stay selected.
  expect(await screen.findByText('1 selected')).toBeDefined()
})

test('the dialog says how far it is, and what was not done without an answer (UADM-160)', async () => {
  const person = await openPage()
  await person.click(screen.getByRole('checkbox', { name: 'Select all rows on this page' }))
  const dialog = await openBulk(person, 'Lock User', 2)
  const { promise, reject } = Promise.withResolvers<ReturnType<typeof doneFor>>()
  answerAfter(actOnUsers, promise)
  await person.click(dialog.getByRole('button', { name: 'Lock User' }))
  expect((await dialog.findByRole('progressbar')).getAttribute('aria-valuetext')).toBe('0 of 2 done')
  reject(new TypeError('Failed to fetch'))
  expect(await screen.findByText('Done for 0 of 2 users.')).toBeDefined()
  expect(screen.getAllByText('There is an error occurs.')).toHaveLength(2)
})

test.each([
  [
    "Reset User's Password",
    'The portal emails each of them a temporary password, valid for 24 hours. Their old passwords stop working, locks are lifted and their sessions end. Users who sign in at their company are left out: the portal keeps no password of theirs.',
  ],
  ['Inactivate User', 'They can’t sign in until an administrator reactivates them. Their sessions end.'],
  ['Lock User', 'They can’t sign in until an administrator unlocks them. Their sessions end.'],
  ['End Sessions', 'They are signed out everywhere and can sign in again at once.'],
  ['Delete User', 'They can’t sign in any more, and their sessions end. A portal administrator can restore them.'],
])('before "%s" the dialog says what it does to the selected users', async (action, consequence) => {
  const person = await openPage()
  await person.click(screen.getByRole('checkbox', { name: 'Select Bea Ivers' }))
  const dialog = await openBulk(person, action, 1)
  expect(dialog.getByText(consequence)).toBeDefined()
})

test.each([
  [10, 10, null],
  [11, 10, 'and 1 more'],
])('of %i selected users %i are named', async (count, named, more) => {
  const people = Array.from({ length: count }, (_, index) => ({
    ...bea,
    userId: 100 + index,
    userNm: `person.${index}`,
  }))
  answer(listUsers, { result: people, totalResults: count })
  const { person } = renderPage('/content-authenticated/administration')
  await person.click(await screen.findByRole('checkbox', { name: 'Select all rows on this page' }))
  const dialog = await openBulk(person, 'Lock User', count)
  const names = within(dialog.getByRole('list', { name: 'Selected users' }))
  expect(names.getAllByText(/^Bea Ivers \(/)).toHaveLength(named)
  expect(names.queryByText(/ more$/)?.textContent ?? null).toBe(more)
  expect(dialog.queryByText(/this can’t be done/)).toBeNull()
})

test('what can be done for nobody selected is not offered', async () => {
  answer(listUsers, { result: [bea, ida], totalResults: 2 })
  const person = await openPage()
  await person.click(screen.getByRole('checkbox', { name: 'Select Ida Gone' }))
  const isDisabled = (name: string) => bulk().getByRole('button', { name }).getAttribute('aria-disabled')
  expect(isDisabled('Inactivate User')).toBe('true')
  expect(isDisabled('Delete User')).toBe('true')
  expect(isDisabled('Reactivate User')).not.toBe('true')
})

const openInactivated = async (users: readonly ListedUser[]) => {
  answer(listUsers, { result: [...users], totalResults: users.length })
  const { person } = renderPage('/content-authenticated/administration')
  await person.click(await screen.findByRole('checkbox', { name: 'Select all rows on this page' }))
  const dialog = await openBulk(person, 'Inactivate User', users.length)
  answer(actOnUsers, doneFor(users))
  await person.click(dialog.getByRole('button', { name: 'Inactivate User' }))
  return { person, results: within(await screen.findByRole('dialog', { name: 'Inactivate User: results' })) }
}

test('Undo in the result does the opposite for those whom it changed, and has a result of its own', async () => {
  // A reactivation would lift the lock of Vera.
  const { person, results } = await openInactivated([bea, vera, { ...gus, userStatus: 1 }])
  expect(results.getByText(/^Undo is for 2 of them:/)).toBeDefined()
  answer(actOnUsers, [
    { userId: bea.userId, code: '200', message: 'The user is active again.' },
    { userId: gus.userId, code: '403', message: 'You may not do that.' },
  ])
  await person.click(results.getByRole('button', { name: 'Undo' }))
  const undone = within(await screen.findByRole('dialog', { name: 'Reactivate User: results' }))
  expect(undone.getByText('Done for 1 of 2 users.')).toBeDefined()
  expect(undone.getByText('You may not do that.')).toBeDefined()
  expect(undone.queryByText(/^Undo is for/)).toBeNull()
  const expected = { expectedStatus: 2, expectedLockFlg: 'N' }
  expect(requestsTo(actOnUsers)[1]?.body).toEqual({ actionCd: 'reactivate', userIds: [21, 22], ...expected })
  // Whom it has not changed is tried again.
  answer(actOnUsers, [{ userId: gus.userId, code: '200', message: 'The user is active again.' }])
  await person.click(undone.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('Done for 1 of 1 user.')).toBeDefined()
  expect(requestsTo(actOnUsers)[2]?.body).toEqual({ actionCd: 'reactivate', userIds: [22], ...expected })
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test('Undo of a lock expects of each user the status that they had', async () => {
  const users = [bea, gus, { ...bea, userId: 40 }]
  answer(listUsers, { result: users, totalResults: users.length })
  const { person } = renderPage('/content-authenticated/administration')
  await person.click(await screen.findByRole('checkbox', { name: 'Select all rows on this page' }))
  const dialog = await openBulk(person, 'Lock User', users.length)
  answer(actOnUsers, doneFor(users))
  await person.click(dialog.getByRole('button', { name: 'Lock User' }))
  const results = within(await screen.findByRole('dialog', { name: 'Lock User: results' }))
  answer(actOnUsers, [])
  await person.click(results.getByRole('button', { name: 'Undo' }))
  await screen.findByRole('dialog', { name: 'Unlock User: results' })
  const unlock = { actionCd: 'unlock', expectedLockFlg: 'Y' }
  expect(
    requestsTo(actOnUsers)
      .slice(1)
      .map(({ body }) => body),
  ).toEqual([
    { ...unlock, userIds: [bea.userId, 40], expectedStatus: 1 },
    { ...unlock, userIds: [gus.userId], expectedStatus: 2 },
  ])
})

test('an inactivation that would lift locks when undone, for everybody, has no Undo', async () => {
  const { results } = await openInactivated([vera])
  expect(results.getByText('Done for 1 of 1 user.')).toBeDefined()
  expect(results.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test.each(['End Sessions', 'Delete User', "Reset User's Password"])('"%s" can’t be undone', async (action) => {
  const person = await openPage()
  await person.click(screen.getByRole('checkbox', { name: 'Select Bea Ivers' }))
  const dialog = await openBulk(person, action, 1)
  answer(actOnUsers, doneFor([bea]))
  await person.click(dialog.getByRole('button', { name: action }))
  const results = within(await screen.findByRole('dialog', { name: `${action}: results` }))
  expect(results.queryByRole('button', { name: 'Undo' })).toBeNull()
})
