import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import {
  getPlannedHandOvers,
  planHandOver,
  type PlannedHandOver,
} from '@portico/contract/access-changes/planned-hand-overs.ts'
import { undoAccessChange } from '@portico/contract/access-changes/access-changes.ts'
import type { DataOf } from '@portico/contract/kit/endpoint.ts'
import { getHandOver, handOverUser } from '@portico/contract/users/hand-over.ts'
import {
  explainTile,
  listTiles,
  listTileUsers,
  listUserTiles,
  previewHome,
} from '@portico/contract/tile-access/tile-access.ts'
import { listUsers } from '@portico/contract/users/users.ts'
import { givenToOne } from '../../../test/access-change.ts'
import { answer, answerAfter, refuse, requestsTo } from '../../../test/answer.ts'
import { renderPage } from '../../../test/render-page.tsx'
import { answerUserList, bea, gus } from '../../../test/users.ts'
import { queryClient } from '../../api/query.ts'
import { dayOf } from '../../ui/day-bounds.ts'
import { formatDay } from '../../ui/format.ts'
import '../tile-users/TileUsersPage.tsx'
import './HandOverDialog.tsx'
import './UsersPage.tsx'

const tileUser = { userId: 21, userNm: 'bea.ivers', firstNm: 'Bea', lastNm: 'Ivers', employerNm: 'Harborview' }
const has = {
  sessionCnt: 1,
  grantCnt: 4,
  keptGrantCnt: 0,
  setCnt: 2,
  documentCnt: 2,
  documentBytes: 2048,
  sharedWithCnt: 3,
  receivedCnt: 0,
  refusedCd: null,
}

const planned: PlannedHandOver = {
  accessChangeId: 9,
  plannedDt: new Date(2098, 11, 1),
  leaverId: bea.userId,
  leaverNm: 'Bea Ivers',
  recipientNm: 'Gus Inert',
  plannedByNm: 'Grace Hopper',
  undoFlg: true,
}

beforeEach(() => {
  answerUserList([bea, gus])
  answer(getPlannedHandOvers, { leaving: [], receiving: [] })
})

const dayInFiveDays = () => new Date(Date.now() + 5 * 86_400_000)
const inFiveDays = () => formatDay(dayOf(dayInFiveDays()))

async function choose(entry: string) {
  const page = renderPage('/content-authenticated/administration')
  await page.person.click(await screen.findByRole('button', { name: 'Actions for Bea Ivers' }))
  await page.person.click(await screen.findByRole('menuitem', { name: entry }))
  return page
}

test('I hand over a leaver in one sheet: what ends, and who gets the documents', async () => {
  answer(getHandOver, has)
  answer(handOverUser, null, { message: 'Bea Ivers is inactive.' })
  const { person } = await choose('Close account and hand over')
  const dialog = within(await screen.findByRole('dialog', { name: 'Close account of Bea Ivers and hand over' }))
  await dialog.findByText('4 grants to end')
  dialog.getByText('2 permission sets to end')
  dialog.getByText('1 session to end')
  dialog.getByText('2 documents (2 KB), shared with 3 users')
  await person.click(dialog.getByRole('combobox', { name: 'New owner of the documents' }))
  // The leaver is not offered.
  await person.click(await dialog.findByRole('option', { name: /^Gus/ }))
  expect(dialog.queryByRole('option', { name: /^Bea/ })).toBeNull()
  expect(requestsTo(listUsers).at(-1)?.body).toMatchObject({ userStatusIds: '1', employerId: bea.employerId })
  await person.click(dialog.getByRole('button', { name: 'Close account' }))
  await screen.findByText('Bea Ivers is inactive.')
  expect(requestsTo(handOverUser)[0]?.body).toEqual({ userId: bea.userId, recipientId: gus.userId })
})

test('before I hand over a leaver I read how much stays, and who can end it (E4)', async () => {
  answer(getHandOver, { ...has, keptGrantCnt: 3 })
  await choose('Close account and hand over')
  await screen.findByText('3 grants that you don’t manage will stay. A portal administrator can end what is left.')
  screen.getByText('4 grants to end')
})

test('what a leaver has none of is not named', async () => {
  answer(getHandOver, {
    ...has,
    sessionCnt: 0,
    grantCnt: 0,
    keptGrantCnt: 0,
    setCnt: 0,
    receivedCnt: 0,
    documentCnt: 0,
  })
  await choose('Close account and hand over')
  await screen.findByText('Bea Ivers becomes inactive and can’t sign in.')
  expect(screen.getByRole('dialog').textContent).not.toMatch(/\b0 /)
})

test('I plan a hand-over for a date, and read that everything stays until then', async () => {
  answer(getHandOver, { ...has, documentCnt: 0 })
  answer(
    planHandOver,
    { ...givenToOne, kindCd: 'hand-over', stateCd: 'planned' },
    { message: 'The hand-over is planned.' },
  )
  const { person } = await choose('Close account and hand over')
  const dialog = within(await screen.findByRole('dialog', { name: 'Close account of Bea Ivers and hand over' }))
  const [day, text] = [dayInFiveDays(), inFiveDays()]
  await person.type(await dialog.findByRole('textbox', { name: /^Close the account on/ }), text)
  await dialog.findByText(new RegExp(`^Until ${text} Bea Ivers keeps everything`))
  // There may be documents by then.
  await person.click(dialog.getByRole('combobox', { name: 'New owner of the documents' }))
  await person.click(await dialog.findByRole('option', { name: /^Gus/ }))
  await person.click(dialog.getByRole('button', { name: 'Plan hand-over' }))
  await screen.findByText('The hand-over is planned.')
  expect(requestsTo(planHandOver)[0]?.body).toEqual({
    userId: bea.userId,
    recipientId: gus.userId,
    plannedDt: new Date(day.getFullYear(), day.getMonth(), day.getDate()).toISOString(),
  })
  expect(requestsTo(handOverUser)).toHaveLength(0)
})

test('a planned hand-over is shown in the list and in the dialog, which undoes it', async () => {
  const plannedDt = new Date(2098, 11, 1)
  answerUserList([{ ...bea, closesDt: plannedDt }, gus])
  answer(getPlannedHandOvers, { leaving: [{ ...planned, plannedDt }], receiving: [] })
  answer(getHandOver, has)
  const { person } = await choose('Close account and hand over')
  expect(screen.getByText('Closes on 12/01/2098')).toBeDefined()
  await screen.findByText(
    /Bea Ivers’s account closes on 12\/01\/2098\. Gus Inert gets the documents\. Planned by Grace Hopper\./,
  )
  expect(screen.getByRole('button', { name: 'Close account' }).getAttribute('aria-disabled')).toBe('true')
  await person.click(screen.getByRole('button', { name: 'Undo…' }))
  answer(undoAccessChange, { ...givenToOne, kindCd: 'hand-over', stateCd: 'undone', changedCnt: 0 })
  answer(getPlannedHandOvers, { leaving: [], receiving: [] })
  await person.click(await screen.findByRole('button', { name: 'Undo hand-over' }))
  await waitFor(() => expect(requestsTo(undoAccessChange)[0]?.path).toMatch(/access-changes\/9\/undo$/))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo…' })).toBeNull())
  // The plan is gone, the answer is there.
  const asking = within(screen.getByRole('dialog', { name: 'Undo the planned hand-over' }))
  expect(await asking.findByText('The change was undone.')).toBeDefined()
})

test('a hand-over that has just begun is not undone, and I read why although its plan is gone', async () => {
  answer(getPlannedHandOvers, { leaving: [planned], receiving: [] })
  answer(getHandOver, has)
  refuse(undoAccessChange, 409, 'This change has begun.')
  const { person } = await choose('Close account and hand over')
  await person.click(await screen.findByRole('button', { name: 'Undo…' }))
  answer(getPlannedHandOvers, { leaving: [], receiving: [] })
  await person.click(await screen.findByRole('button', { name: 'Undo hand-over' }))
  expect(await screen.findByText('This change has begun.')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Undo…' })).toBeNull()
  await person.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Undo the planned hand-over' })).toBeNull())
  expect(screen.getByRole('dialog', { name: 'Close account of Bea Ivers and hand over' })).toBeDefined()
})

test('while I plan a hand-over the dialog doesn’t say that there is one already', async () => {
  answer(getHandOver, { ...has, documentCnt: 0 })
  answer(planHandOver, { ...givenToOne, kindCd: 'hand-over', stateCd: 'planned' }, { message: 'It is planned.' })
  const { person } = await choose('Close account and hand over')
  const dialog = within(await screen.findByRole('dialog', { name: 'Close account of Bea Ivers and hand over' }))
  await person.type(await dialog.findByRole('textbox', { name: /^Close the account on/ }), inFiveDays())
  answer(getPlannedHandOvers, { leaving: [planned], receiving: [] })
  const plans = () =>
    queryClient.getQueriesData<DataOf<typeof getPlannedHandOvers>>({ queryKey: [getPlannedHandOvers.name] })
  // The list takes longer than the plans.
  let listed = () => {}
  answerAfter(
    listUsers,
    new Promise((resolve) => {
      listed = () => resolve({ result: [bea, gus], totalResults: 2 })
    }),
  )
  await person.click(dialog.getByRole('button', { name: 'Plan hand-over' }))
  await waitFor(() => expect(plans().map(([, data]) => data?.leaving)).toEqual([[planned]]))
  await act(async () => undefined)
  expect(dialog.queryByText(/account closes on/)).toBeNull()
  listed()
  expect(await dialog.findByText('It is planned.')).toBeDefined()
})

test('a new owner that I chose for a date gets nothing once I close the account at once', async () => {
  answer(getHandOver, { ...has, documentCnt: 0 })
  answer(handOverUser, null, { message: 'Bea Ivers is inactive.' })
  const { person } = await choose('Close account and hand over')
  const dialog = within(await screen.findByRole('dialog', { name: 'Close account of Bea Ivers and hand over' }))
  const date = await dialog.findByRole('textbox', { name: /^Close the account on/ })
  await person.type(date, inFiveDays())
  await person.click(await dialog.findByRole('combobox', { name: 'New owner of the documents' }))
  await person.click(await dialog.findByRole('option', { name: /^Gus/ }))
  await person.clear(date)
  await waitFor(() => expect(dialog.queryByRole('combobox', { name: 'New owner of the documents' })).toBeNull())
  await person.click(dialog.getByRole('button', { name: 'Close account' }))
  await screen.findByText('Bea Ivers is inactive.')
  expect(requestsTo(handOverUser)[0]?.body).toEqual({ userId: bea.userId, recipientId: null })
})

test('a user with rights that I don’t have can’t be handed over, and the dialog says why', async () => {
  answer(getHandOver, { ...has, refusedCd: 'stronger' })
  await choose('Close account and hand over')
  expect(
    (await screen.findAllByText('This user has administration rights that you don’t have.')).length,
  ).toBeGreaterThan(0)
  expect(screen.getByRole('button', { name: 'Close account' }).getAttribute('aria-disabled')).toBe('true')
})

test('a refusal stands at the new owner', async () => {
  answer(getHandOver, has)
  refuse(handOverUser, 422, 'The documents don’t fit into the space of Rita Cip.', [
    { field: 'recipientId', message: 'The documents don’t fit into the space of Rita Cip.' },
  ])
  const { person } = await choose('Close account and hand over')
  await screen.findByText('4 grants to end')
  await person.click(screen.getByRole('button', { name: 'Close account' }))
  await screen.findByText('The documents don’t fit into the space of Rita Cip.')
})

test('nobody can be handed over before it is shown what ends', async () => {
  refuse(getHandOver, 500, 'Something went wrong on our side.')
  const { person } = await choose('Close account and hand over')
  await screen.findByText('We couldn’t load what Bea Ivers has. Check your connection and try again.')
  await person.click(screen.getByRole('button', { name: 'Close account' }))
  expect(requestsTo(handOverUser)).toHaveLength(0)
  answer(getHandOver, { ...has, documentCnt: 0 })
  answer(handOverUser, null, { message: 'Bea Ivers is inactive.' })
  await person.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('4 grants to end')
  await person.click(screen.getByRole('button', { name: 'Close account' }))
  await screen.findByText('Bea Ivers is inactive.')
})

test('a home that could not be loaded is loaded again, and the focus returns to the user', async () => {
  refuse(previewHome, 500, 'Something went wrong on our side.')
  const { person } = await choose('Preview home')
  const drawer = within(await screen.findByRole('dialog', { name: 'Home of Bea Ivers' }))
  await drawer.findByText('We couldn’t load this. Check your connection and try again.')
  answer(previewHome, { user: tileUser, sections: [], announcements: [] })
  await person.click(drawer.getByRole('button', { name: 'Try again' }))
  await drawer.findByText('Bea Ivers sees no tiles.')
  await waitFor(() => expect(document.activeElement?.closest('[role="dialog"]')).not.toBeNull())
  await person.click(drawer.getByRole('button', { name: 'Close' }))
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Actions for Bea Ivers' })),
  )
})

test('I see the home of a user without signing on as them', async () => {
  const page = {
    pageId: 3,
    pageNm: 'Transfers',
    systemId: 8,
    ccPageLocationTxt: null,
    ccHelpPageLocationTxt: null,
    openInNewWindowFlg: false,
    linkEnabledFlg: false,
    ssoFlg: false,
    accountChoiceFlg: false,
    lastAccessDt: null,
    applicationSubLinks: [],
  }
  answer(previewHome, {
    user: tileUser,
    sections: [
      {
        sectionId: 4,
        sectionNm: 'Payments',
        tileColor: null,
        tileImage: '/tile.svg',
        userSectionDetails: { favoriteFlg: false, lastAccessDt: null },
        userSectionPages: [page],
      },
    ],
    announcements: [],
  })
  await choose('Preview home')
  const drawer = within(await screen.findByRole('dialog', { name: 'Home of Bea Ivers' }))
  const tile = within(await drawer.findByRole('listitem'))
  tile.getByText('Payments')
  tile.getByText('Transfers (temporarily unavailable)')
  drawer.getByText('No announcements are in force for Bea Ivers.')
})

test('I choose a tile and see who has it, page by page', async () => {
  answer(listTiles, [
    { sectionId: 4, sectionNm: 'Cards' },
    { sectionId: 5, sectionNm: 'Payments' },
  ])
  const permissionSets = [{ setNm: 'Accounting clerk', versionNr: 3 }]
  answer(listTileUsers, [{ ...tileUser, byHandFlg: true, permissionSets }], { headers: { 'x-total-count': '1' } })
  const { person } = renderPage('/content-authenticated/administration/tile-users')
  await screen.findByText('Then you see the users who have it on their home page.')
  expect(requestsTo(listTileUsers)).toHaveLength(0)
  await person.selectOptions(screen.getByRole('combobox', { name: 'Tile' }), 'Payments')
  const row = within(await screen.findByRole('row', { name: /Bea Ivers/ }))
  row.getByText('by hand, by set Accounting clerk v3')
  expect(requestsTo(listTileUsers).at(-1)?.path).toMatch(/tiles\/5\/cpusers$/)
  await person.type(screen.getByRole('searchbox', { name: 'Search by name or email' }), 'bea')
  await waitFor(() => expect(requestsTo(listTileUsers).at(-1)?.search).toContain('nm=bea'))
})

test('who sees a tile is read anew whenever I come back, because permissions change elsewhere', async () => {
  answer(listTiles, [{ sectionId: 5, sectionNm: 'Payments' }])
  answer(listTileUsers, [{ ...tileUser, byHandFlg: true }], { headers: { 'x-total-count': '1' } })
  const { router } = renderPage('/content-authenticated/administration/tile-users?tile=5')
  await screen.findByRole('row', { name: /Bea Ivers/ })
  expect(requestsTo(listTileUsers)).toHaveLength(1)
  await act(() => router.navigate({ href: '/content-authenticated/administration' }))
  await screen.findByRole('row', { name: /Gus Inert/ })
  answer(listTileUsers, [], { headers: { 'x-total-count': '0' } })
  await act(() => router.navigate({ href: '/content-authenticated/administration/tile-users?tile=5' }))
  await screen.findByText('Nobody sees this tile.')
  expect(requestsTo(listTileUsers)).toHaveLength(2)
})

test('the chosen tile is no filter: where nobody has it I read that, and there is nothing to clear', async () => {
  answer(listTiles, [{ sectionId: 5, sectionNm: 'Payments' }])
  answer(listTileUsers, [], { headers: { 'x-total-count': '0' } })
  const { person, address } = renderPage('/content-authenticated/administration/tile-users?tile=5')
  await screen.findByText('Nobody sees this tile.')
  expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull()
  await person.type(screen.getByRole('searchbox', { name: 'Search by name or email' }), 'bea')
  await person.click(await screen.findByRole('button', { name: 'Clear filters' }))
  await waitFor(() => expect(address()).not.toContain('name='))
  expect(address()).toContain('tile=5')
})

test('from a user of a tile I see the gates of that tile', async () => {
  const tiles = [
    { sectionId: 4, sectionNm: 'Cards', visibleFlg: true },
    { sectionId: 5, sectionNm: 'Payments', visibleFlg: true },
  ]
  answer(listTiles, tiles)
  answer(listTileUsers, [{ ...tileUser, byHandFlg: true }], { headers: { 'x-total-count': '1' } })
  answer(listUserTiles, { user: tileUser, tiles })
  answer(explainTile, { sectionId: 5, sectionNm: 'Payments', visibleFlg: true, pages: [] })
  const { person } = renderPage('/content-authenticated/administration/tile-users?tile=5')
  await person.click(await screen.findByRole('button', { name: 'Actions for Bea Ivers' }))
  await person.click(await screen.findByRole('menuitem', { name: 'Tiles and why' }))
  const drawer = within(await screen.findByRole('dialog', { name: 'Tiles of Bea Ivers' }))
  expect(await drawer.findByRole('combobox', { name: 'Tile' })).toHaveProperty('value', '5')
  await drawer.findByText('Bea Ivers sees this tile.')
  expect(requestsTo(explainTile).map(({ path }) => path)).toEqual([expect.stringMatching(/tiles\/5\/why$/)])
})
